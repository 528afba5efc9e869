//! The figures of `docs/speed.md`: `cargo bench -p carcassonne --bench figures`; `workload` says what is measured.

mod workload;

use carcassonne::{Base, Game, NewWorld, Rules, Traders};
use measure::Workload;
use std::sync::LazyLock;
use workload::{by_list, by_playout};

const GAMES: u64 = 200;

static BASE: LazyLock<Vec<Game<Base>>> = LazyLock::new(|| workload::mid_games(64));
static TRADERS: LazyLock<Vec<Game<Traders>>> = LazyLock::new(|| workload::mid_games(64));
static MAYFLOWER: LazyLock<Vec<Game<NewWorld>>> = LazyLock::new(|| workload::mid_games(64));

fn from_mid_game<R: Rules>(positions: &[Game<R>], index: u64) -> u64 {
    workload::from_mid_game(&positions[index as usize % positions.len()], index)
}

fn main() {
    println!("base: {} bytes", size_of::<Game<Base>>());
    LazyLock::force(&BASE);
    measure::time(
        "tile",
        GAMES,
        &[
            Workload { name: "by list", game: by_list::<Base>, without: None },
            Workload { name: "playout", game: by_playout::<Base>, without: None },
            Workload {
                name: "copy + playout, mid-game",
                game: |index| from_mid_game(&BASE, index),
                without: None,
            },
        ],
    );
    println!("\nTraders & Builders: {} bytes", size_of::<Game<Traders>>());
    LazyLock::force(&TRADERS);
    measure::time(
        "tile",
        GAMES,
        &[
            Workload { name: "by list", game: by_list::<Traders>, without: None },
            Workload { name: "playout", game: by_playout::<Traders>, without: None },
            Workload {
                name: "copy + playout, mid-game",
                game: |index| from_mid_game(&TRADERS, index),
                without: None,
            },
        ],
    );
    println!("\nMayflower: {} bytes", size_of::<Game<NewWorld>>());
    LazyLock::force(&MAYFLOWER);
    measure::time(
        "tile",
        GAMES,
        &[
            Workload { name: "by list", game: by_list::<NewWorld>, without: None },
            Workload { name: "playout", game: by_playout::<NewWorld>, without: None },
            Workload {
                name: "copy + playout, mid-game",
                game: |index| from_mid_game(&MAYFLOWER, index),
                without: None,
            },
        ],
    );
}
