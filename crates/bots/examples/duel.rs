//! Lets settlers with different weights play each other: two against two, seats and layouts shared.
//!
//! `cargo run --release -p bots --example duel -- 400 growth=0.8 market=0.7` plays 400 games of the changed weights
//! against the default ones and prints the share of games that the changed ones won, with its 95 % interval.

use bots::catan::{Match, Settler, Weights};
use catan::Options;
use game::{Seat, Seed};
use std::sync::atomic::{AtomicU64, Ordering};

fn set(weights: &mut Weights, setting: &str) {
    let (name, value) = setting.split_once('=').expect("name=value");
    let value: f32 = value.parse().expect("a number");
    assert!(weights.set(name, value), "no weight is called {name}");
}

fn main() {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().map_or(200, |text| text.parse().expect("a number of games"));
    let mut changed = Weights::default();
    let mut first = 0;
    for setting in args {
        match setting.strip_prefix("seed=") {
            Some(seed) => first = seed.parse().expect("a number"),
            None => set(&mut changed, &setting),
        }
    }
    let (next, wins, turns) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    // Each layout is played twice, with the sides exchanged.
                    let seed = Seed(first).derive(number / 2);
                    let is_changed = |seat: Seat| (seat.index() as u64 + number).is_multiple_of(2);
                    let mut bots: Vec<Settler> = Seat::first(4)
                        .map(|seat| Settler::new(if is_changed(seat) { changed } else { Weights::default() }))
                        .collect();
                    let played =
                        Match::new(&Options::default(), seed).play(&mut bots, &mut ()).expect("legal");
                    let won = played.outcome.winners.lowest().is_some_and(is_changed);
                    wins.fetch_add(u64::from(won), Ordering::Relaxed);
                    turns.fetch_add(u64::from(played.turns), Ordering::Relaxed);
                }
            });
        }
    });
    let (n, share) = (games as f64, wins.load(Ordering::Relaxed) as f64 / games as f64);
    let z = 1.96;
    let centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    println!(
        "{:.1} % of {games} games ({:.1} % to {:.1} %), {:.1} turns a game",
        100.0 * share,
        100.0 * (centre - spread),
        100.0 * (centre + spread),
        turns.load(Ordering::Relaxed) as f64 / n
    );
}
