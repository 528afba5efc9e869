//! Several nodes of a cluster in a simulated world, made from its seed alone. The nodes are real, from the requests that reach them to
//! what they ask of the store: [`live::nodes`], the hub, the routes and relays. They run one after the other on one thread, each by a
//! clock of its own, which the world sets. Simulated are the [store](database), in place of PostgreSQL; the
//! [connections](session) to it; the broker and the [network](wire), in place of NATS and TCP.
//!
//! Nodes are paused, killed, restarted, drained and cut off; answers of the store are late or lost, or writes arrive when nobody expects
//! them any more; the store restarts; messages are lost, repeated, late and out of order; clocks do not agree. People act, look and
//! follow all the while. What must hold is in [`check`], [`people`] and [`ledger`].
//!
//! To see that it notices, [`mistakes`] can be planted: each must turn some of its first worlds red.
//!
//! ```sh
//! cargo test -p server --test it cluster_simulation::
//! NEULAND_CLUSTER_SEED=17 cargo test -p server --test it cluster_simulation::       # one world again
//! NEULAND_CLUSTER_WORLDS=1000 cargo test -p server --test it cluster_simulation::   # more worlds
//! NEULAND_MISTAKES=AppendUnfenced cargo test -p server --test it cluster_simulation::mistakes -- --nocapture
//! ```

mod check;
mod clocks;
mod database;
mod dice;
mod due;
mod ledger;
mod mistakes;
mod people;
mod session;
mod wire;
mod world;

use database::Database;
use mistakes::{Kind, Mistake};
use session::Session;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once};
use world::{Counts, PANICS, World};

/// The most worlds in which a mistake is looked for. Most are found in the first, and the last in the tenth.
const MOST: u64 = 24;

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Counts the panics of each thread, since a runtime catches those of its tasks.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            if !IS_QUIET.get() {
                before(panic);
            }
        }));
    });
}

/// Runs a world; an error says what was wrong.
fn run(seed: u64, mistake: Option<Mistake>) -> Result<(Counts, u64), String> {
    count_panics();
    PANICS.set(0);
    let world = catch_unwind(AssertUnwindSafe(|| World::new(seed, mistake).run()));
    world.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
    })
}

/// Does this on both cores for each number.
fn on_both_cores(numbers: std::ops::Range<u64>, work: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(numbers.start);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= numbers.end {
                            break;
                        }
                        work(number);
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

#[test]
fn nothing_is_lost_or_done_twice_in_a_cluster() {
    let worlds = number("NEULAND_CLUSTER_WORLDS", 12);
    let seeds = match std::env::var("NEULAND_CLUSTER_SEED") {
        Ok(_) => number("NEULAND_CLUSTER_SEED", 0)..number("NEULAND_CLUSTER_SEED", 0) + 1,
        Err(_) => 0..worlds,
    };
    let (total, failed) = (Mutex::new(Counts::default()), Mutex::new(Vec::new()));
    on_both_cores(seeds, |seed| {
        match run(seed, None) {
        Ok((counts, _)) => total.lock().expect("nobody failed with it").add(&counts),
        Err(reason) => failed.lock().expect("nobody failed with it").push(format!(
            "world {seed}: {reason}\nthis world again: NEULAND_CLUSTER_SEED={seed} cargo test -p server --test it \
             cluster_simulation::"
        )),
    }
    });
    println!("{:?}", total.into_inner().expect("nobody failed with it"));
    let failed = failed.into_inner().expect("nobody failed with it");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_same_seed_is_the_same_cluster() {
    for seed in [3, 4] {
        let traces = [0, 1].map(|_| run(seed, None).expect("it is green").1);
        assert_eq!(traces[0], traces[1], "seed {seed}");
    }
}

#[test]
fn mistakes_are_of_all_kinds() {
    let kinds: std::collections::BTreeSet<Kind> = Mistake::ALL.iter().map(|mistake| mistake.kind()).collect();
    assert_eq!((kinds.len(), Mistake::ALL.len() >= 50), (5, true));
}

#[test]
fn mistakes_are_found() {
    let only = std::env::var("NEULAND_MISTAKES").unwrap_or_default();
    // As many as are asked for, of all kinds.
    let len = Mistake::ALL.len() as u64;
    let most = number("NEULAND_CLUSTER_MISTAKES", 12).clamp(1, len);
    let all: Vec<Mistake> = (0..len)
        .zip(Mistake::ALL)
        .filter(|(n, mistake)| match only.as_str() {
            "" => n * most / len != (n + 1) * most / len,
            only => only.split(',').any(|name| name == format!("{mistake:?}")),
        })
        .map(|(_, mistake)| *mistake)
        .collect();
    let missed = Mutex::new(Vec::new());
    on_both_cores(0..all.len() as u64, |n| {
        let mistake = all[n as usize];
        IS_QUIET.set(true);
        let found = (0..MOST).find_map(|seed| run(seed, Some(mistake)).err().map(|reason| (seed, reason)));
        match found {
            Some((seed, reason)) => {
                println!("{mistake:?} in world {seed}: {}", reason.lines().next().unwrap_or_default());
            }
            None => missed.lock().expect("nobody failed with it").push(mistake),
        }
    });
    let missed = missed.into_inner().expect("nobody failed with it");
    assert!(missed.is_empty(), "not found in {MOST} worlds: {missed:?}");
}

#[test]
fn the_simulated_store_is_one_for_nodes() {
    let database = Arc::new(Database::new(1_000_000, None));
    let next = AtomicU64::new(0);
    let open = || {
        let name = format!("node {:03}", next.fetch_add(1, Ordering::Relaxed));
        Session::direct(Arc::clone(&database), name)
    };
    store::conformance::nodes::run(open, || database.end_leases());
}
