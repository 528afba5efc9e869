//! Measures wall clock time, for a quick look while working: `cargo bench -p carcassonne --bench speed`.
//!
//! `workload` says what is measured; whole games are given in games (`item`) a second.

mod workload;

use carcassonne::{Base, Game, NewWorld, Rules, Traders};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A whole game by list.
#[divan::bench(types = [Base, Traders, NewWorld], sample_count = 1000)]
fn game_by_list<R: Rules>(bencher: Bencher) {
    let mut games = 0..;
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| games.next().map(workload::by_list::<R>));
}

/// A whole game by playout.
#[divan::bench(types = [Base, Traders, NewWorld], sample_count = 1000)]
fn game_by_playout<R: Rules>(bencher: Bencher) {
    let mut games = 0..;
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| games.next().map(workload::by_playout::<R>));
}

/// A copy of a position after 35 tiles, and its playout to the end.
#[divan::bench(types = [Base, Traders, NewWorld], sample_count = 1000)]
fn copy_and_playout_from_mid_game<R: Rules>(bencher: Bencher) {
    let positions = workload::mid_games::<R>(64);
    let mut games = (0..).zip(positions.iter().cycle());
    bencher
        .counter(ItemsCount::new(1u8))
        .bench_local(|| games.next().map(|(index, position)| workload::from_mid_game(position, index)));
}

/// A copy of a position.
#[divan::bench(types = [Base, Traders, NewWorld])]
fn copy<R: Rules>(bencher: Bencher) {
    let position = workload::mid_games::<R>(1)[0];
    bencher.bench_local(|| *black_box(&position));
}

/// A new game, before the first tile is drawn.
#[divan::bench(types = [Base, Traders, NewWorld])]
fn new_game<R: Rules>(bencher: Bencher) {
    bencher.bench_local(|| Game::<R>::new(black_box(&R::Options::default())));
}
