//! The figures of `docs/speed.md`: `cargo bench -p catan --bench figures`; `workload` says what is measured.

mod workload;

use catan::{Catan, CitiesAndKnights};
use measure::Workload;
use std::sync::LazyLock;
use workload::Measured;

const GAMES: u64 = 400;

static BASE: LazyLock<Vec<Catan>> = LazyLock::new(|| workload::mid_games(64));
static KNIGHTS: LazyLock<Vec<CitiesAndKnights>> = LazyLock::new(|| workload::mid_games(64));

fn from_one_of<G: Measured>(positions: &[G], index: u64) -> u64 {
    workload::from_mid_game(&positions[index as usize % positions.len()], index)
}

/// The table of one game; the positions of the middle are reached before anything is measured.
fn figures<G: Measured>(name: &str, positions: &LazyLock<Vec<G>>, from_mid_game: fn(u64) -> u64) {
    println!("\n{name}: a state of {} bytes", size_of::<G>());
    LazyLock::force(positions);
    measure::time(
        "action",
        GAMES,
        &[
            Workload { name: "by list", game: workload::by_list::<G>, without: None },
            Workload { name: "by list, through views", game: workload::through_views::<G>, without: None },
            Workload { name: "playout", game: workload::by_playout::<G>, without: None },
            Workload { name: "copy + playout, mid-game", game: from_mid_game, without: None },
        ],
    );
}

fn main() {
    figures("Catan", &BASE, |index| from_one_of(&BASE, index));
    figures("Cities & Knights", &KNIGHTS, |index| from_one_of(&KNIGHTS, index));
}
