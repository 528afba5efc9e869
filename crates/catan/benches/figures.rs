//! The figures of `docs/speed.md`: `cargo bench -p catan --bench figures`.
//!
//! Time is processor time of this one thread, so that a busy machine disturbs less, and the best of 25 slices of 400
//! games each; `workload` says what is measured.

mod workload;

use catan::Catan;
use cpu_time::ThreadTime;

const SLICES: u64 = 25;
const GAMES: u64 = 400;

fn main() {
    // `cargo test --all-targets` runs this too, unoptimised: it is enough then that it runs.
    let bench = std::env::args().any(|argument| argument == "--bench");
    let (slices, games) = if bench { (SLICES, GAMES) } else { (1, 2) };
    let positions = workload::mid_games(64);
    println!("state: {} bytes, {} actions in a game", size_of::<Catan>(), mean_length(slices * games));
    println!("{:<28} {:>10} {:>12} {:>10}", "", "ns/action", "games/s", "µs/game");
    measure("by list", slices, games, workload::by_list);
    measure("playout", slices, games, workload::by_playout);
    measure("copy + playout, mid-game", slices, games, |index| {
        workload::from_mid_game(&positions[index as usize % positions.len()], index)
    });
}

/// Prints the best time for an action of `game`. Games differ much in length, so games a second are reckoned with the
/// mean length over all slices.
fn measure(name: &str, slices: u64, games: u64, game: impl Fn(u64) -> u64) {
    let (mut best, mut all) = (f64::INFINITY, 0);
    for slice in 0..slices {
        let start = ThreadTime::now();
        let actions: u64 = (slice * games..(slice + 1) * games).map(&game).sum();
        best = best.min(start.elapsed().as_nanos() as f64 / actions as f64);
        all += actions;
    }
    let length = all as f64 / (slices * games) as f64;
    println!("{name:<28} {best:>10.1} {:>12.0} {:>10.1}", 1e9 / best / length, best * length / 1e3);
}

fn mean_length(games: u64) -> u64 {
    (0..games).map(workload::by_playout).sum::<u64>() / games
}
