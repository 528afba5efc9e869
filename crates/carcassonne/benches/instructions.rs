//! Holds the instructions a tile takes to what is recorded: `cargo xtask instructions`, which is
//! `cargo bench -p carcassonne --bench instructions` and the same for the other rules crates.

mod workload;

use carcassonne::{Base, NewWorld, Traders};
use measure::Workload;
use std::process::ExitCode;
use workload::{by_list, by_playout};

/// The number of games in each workload.
const GAMES: u64 = 400;

fn main() -> ExitCode {
    measure::instructions(
        env!("CARGO_MANIFEST_DIR"),
        "tile",
        GAMES,
        &[
            Workload { name: "base-list", game: by_list::<Base>, without: None },
            Workload { name: "base-playout", game: by_playout::<Base>, without: None },
            Workload { name: "traders-list", game: by_list::<Traders>, without: None },
            Workload { name: "traders-playout", game: by_playout::<Traders>, without: None },
            Workload { name: "mayflower-list", game: by_list::<NewWorld>, without: None },
            Workload { name: "mayflower-playout", game: by_playout::<NewWorld>, without: None },
        ],
    )
}
