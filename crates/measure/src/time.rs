//! Times for people.

use crate::Workload;
use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

const SLICES: u64 = 25;

/// Prints what a `unit` and a game of each workload take: processor time of this one thread, so that a busy machine
/// disturbs less, the best of 25 slices of `games` games each.
///
/// Games differ in length, so games a second are reckoned with the mean length over all slices.
pub fn time(unit: &str, games: u64, workloads: &[Workload]) {
    table(unit, games, workloads, ThreadTime::now, ThreadTime::elapsed);
}

/// Measures as [`time()`] does, but elapsed time: for workloads that wait for another process.
pub fn elapsed(unit: &str, games: u64, workloads: &[Workload]) {
    table(unit, games, workloads, Instant::now, Instant::elapsed);
}

fn table<T>(unit: &str, games: u64, workloads: &[Workload], now: fn() -> T, elapsed: fn(&T) -> Duration) {
    // `cargo test --all-targets` runs this too, unoptimised: it is enough then that it runs.
    let bench = std::env::args().any(|argument| argument == "--bench");
    let (slices, games) = if bench { (SLICES, games) } else { (1, 2) };
    println!("{:<28} {:>10} {:>12} {:>10} {:>10}", "", format!("ns/{unit}"), "games/s", "µs/game", "length");
    for workload in workloads {
        let (mut best, mut all) = (f64::INFINITY, 0);
        for slice in 0..slices {
            let start = now();
            let units: u64 = (slice * games..(slice + 1) * games).map(workload.game).sum();
            best = best.min(elapsed(&start).as_nanos() as f64 / units as f64);
            all += units;
        }
        let length = all as f64 / (slices * games) as f64;
        let (per_second, per_game) = (1e9 / best / length, best * length / 1e3);
        println!("{:<28} {best:>10.1} {per_second:>12.0} {per_game:>10.1} {length:>10.1}", workload.name);
    }
}
