//! How long things take, in wall clock time, for a look while working: `cargo bench -p catan --bench speed`.
//!
//! `workload` says what is measured. An `action` is given in time, whole games in games (`item`) a second.

mod workload;

use catan::{Catan, Options};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use game::Seat;

fn main() {
    divan::main();
}

/// One action by list, whatever it is.
#[divan::bench]
fn action_by_list(bencher: Bencher) {
    let mut walk = workload::Walk::new();
    bencher.bench_local(|| walk.act());
}

/// A whole game by list.
#[divan::bench(sample_count = 1000)]
fn game_by_list(bencher: Bencher) {
    let mut games = 0..;
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| games.next().map(workload::by_list));
}

/// A whole game by playout.
#[divan::bench(sample_count = 1000)]
fn game_by_playout(bencher: Bencher) {
    let mut games = 0..;
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| games.next().map(workload::by_playout));
}

/// A copy of a mid-game position, and its playout to the end.
#[divan::bench(sample_count = 1000)]
fn copy_and_playout_from_mid_game(bencher: Bencher) {
    let positions = workload::mid_games(64);
    let mut games = (0..).zip(positions.iter().cycle());
    bencher
        .counter(ItemsCount::new(1u8))
        .bench_local(|| games.next().map(|(index, position)| workload::from_mid_game(position, index)));
}

/// A copy of a position.
#[divan::bench]
fn copy(bencher: Bencher) {
    let position = workload::mid_games(1)[0];
    bencher.bench_local(|| *black_box(&position));
}

/// The legal list of the active seat, and its length.
#[divan::bench]
fn list_and_len(bencher: Bencher) {
    let positions = workload::mid_games(64);
    let mut each = positions.iter().cycle();
    bencher.bench_local(|| each.next().map(|game| black_box(game.legal_actions(game.active())).len()));
}

/// Whether an action that cannot be done here may be done: the refusal names a clause.
#[divan::bench]
fn check(bencher: Bencher) {
    let position = workload::mid_games(1)[0];
    bencher.bench_local(|| black_box(&position).check(Seat::D, catan::Action::PlayKnight));
}

/// A new game, before nature has laid anything out.
#[divan::bench]
fn new_game(bencher: Bencher) {
    bencher.bench_local(|| Catan::new(black_box(&Options::default())));
}
