//! The table host in a simulated world, made from its seed alone: a clock that jumps from event to event, a network that
//! delays, loses, repeats, reorders and is cut, a disk that is slow, fails, lies about failing and forgets or keeps what
//! it was writing when the machine dies, and a server that dies and starts again. People sit at tables of all games,
//! play, talk, leave, come back, change chairs, take back, run out of time, play again; others watch. Some have pages
//! open ([`pages`]), and some download what is kept of them ([`exports`]).
//!
//! What must hold is in [`check`]. A failure names its world:
//!
//! ```sh
//! cargo test -p server --test it simulation::                                   # 24 worlds; the gate has 5, the night 70
//! NEULAND_SIM_SEED=17 cargo test -p server --test it simulation:: -- --nocapture   # one world again
//! NEULAND_SIM_WORLDS=5000 cargo test -p server --test it simulation::           # more worlds
//! ```

mod check;
mod disk;
mod events;
mod exports;
mod pages;
mod people;
mod weather;
mod world;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Instant;
use weather::{Counts, Weather};
use world::World;

/// Worlds whose disk lies. What one such world loses has often been played again before somebody comes back who knew of it, so
/// that it takes some of them until anybody is told; it happens in four of the first eight.
const LYING: u64 = 24;
/// Tables in every world at the start; rematches come on top.
const TABLES: usize = 16;
/// For how long people sit there, in virtual milliseconds.
const TIME: u64 = 30 * 60_000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Runs a world, and names it if it fails.
fn run(seed: u64, weather: fn(u64) -> Weather) -> Counts {
    let start = processor_time();
    let world = std::panic::catch_unwind(|| World::new(seed, weather(seed), TABLES).run(TIME));
    let world = world.map(|mut counts| {
        counts.took = processor_time() - start;
        counts
    });
    world.unwrap_or_else(|panic| {
        eprintln!("this world again: NEULAND_SIM_SEED={seed} cargo test -p server --test it simulation::");
        std::panic::resume_unwind(panic)
    })
}

/// The processor time of this thread, in nanoseconds; the elapsed time on systems that do not report it.
fn processor_time() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let asked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let asked = asked.and_then(|text| text.split(' ').next()?.parse().ok());
    asked.unwrap_or_else(|| START.elapsed().as_nanos() as u64)
}

/// Runs worlds on both cores and adds up what happened.
fn run_all(worlds: u64, weather: fn(u64) -> Weather) -> Counts {
    let seeds = match std::env::var("NEULAND_SIM_SEED") {
        Ok(_) => number("NEULAND_SIM_SEED", 0)..number("NEULAND_SIM_SEED", 0) + 1,
        Err(_) => 0..worlds,
    };
    let (next, total) = (AtomicU64::new(seeds.start), Mutex::new(Counts::default()));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= seeds.end {
                            break;
                        }
                        let counts = run(seed, weather);
                        total.lock().expect("nobody failed with it").add(&counts);
                    }
                })
            })
            .collect();
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    total.into_inner().expect("nobody failed with it")
}

#[test]
fn nothing_is_lost_or_done_twice_whatever_happens() {
    let worlds = number("NEULAND_SIM_WORLDS", 24);
    let counts = run_all(worlds, Weather::of);
    // Of two cores, whatever else they do at the same time.
    let minutes = counts.took as f64 / 60e9 / 2.0;
    println!("{counts}");
    println!(
        "{:.0} table-hours of play, {:.0} in a minute of two cores",
        counts.hours(),
        counts.hours() / minutes
    );
    if std::env::var("NEULAND_SIM_SEED").is_err() && worlds >= 40 {
        counts.assert_that_it_was_a_test();
        assert!(counts.hours() / minutes >= 100.0, "too slow: at least 100 table-hours a minute");
    }
}

/// A disk that says that things are stored which a crash then loses: nobody can prevent that, but everybody who has seen
/// more than there is hears of it, and what is left is whole.
#[test]
fn a_disk_that_lies_is_found_out() {
    let counts = run_all(number("NEULAND_SIM_LYING_WORLDS", LYING), Weather::with_a_lying_disk);
    println!("{counts}");
    if std::env::var("NEULAND_SIM_SEED").is_err() {
        assert!(counts.lost_by_lies > 0 && counts.told_of_loss > 0, "{counts}");
    }
}

#[test]
fn the_same_seed_is_the_same_world() {
    for seed in [1, 2] {
        let world = || World::new(seed, Weather::of(seed), 5).run(5 * 60_000);
        let (one, other) = (world(), world());
        assert_eq!(one.trace, other.trace, "seed {seed}");
        assert_eq!(one.to_string(), other.to_string());
        assert_ne!(one.trace, World::new(seed + 10, Weather::of(seed), 5).run(5 * 60_000).trace);
    }
}
