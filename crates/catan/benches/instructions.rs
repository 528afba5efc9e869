//! Compares the instructions that an action takes with the recorded figures: `cargo xtask instructions`, which is `cargo bench -p
//! catan --bench instructions` and the same for the other rules crates.

mod workload;

use catan::{Catan, CitiesAndKnights};
use measure::Workload;
use std::process::ExitCode;

/// The number of games in each workload.
const GAMES: u64 = 400;

fn main() -> ExitCode {
    measure::instructions(
        env!("CARGO_MANIFEST_DIR"),
        "action",
        GAMES,
        &[
            Workload { name: "list", game: workload::by_list::<Catan>, without: None },
            Workload { name: "playout", game: workload::by_playout::<Catan>, without: None },
            Workload { name: "knights-list", game: workload::by_list::<CitiesAndKnights>, without: None },
            Workload {
                name: "knights-playout",
                game: workload::by_playout::<CitiesAndKnights>,
                without: None,
            },
        ],
    )
}
