//! The figures of `docs/speed.md`: `cargo bench -p catan --bench figures`; `workload` says what is measured.

mod workload;

use catan::Catan;
use measure::Workload;
use std::sync::LazyLock;

const GAMES: u64 = 400;

static POSITIONS: LazyLock<Vec<Catan>> = LazyLock::new(|| workload::mid_games(64));

fn from_mid_game(index: u64) -> u64 {
    workload::from_mid_game(&POSITIONS[index as usize % POSITIONS.len()], index)
}

fn main() {
    println!("state: {} bytes", size_of::<Catan>());
    LazyLock::force(&POSITIONS);
    measure::time(
        "action",
        GAMES,
        &[
            Workload { name: "by list", game: workload::by_list },
            Workload { name: "playout", game: workload::by_playout },
            Workload { name: "copy + playout, mid-game", game: from_mid_game },
        ],
    );
}
