//! Wall-clock benchmarks, for a quick look while working: `cargo bench -p catan --bench speed`.
//!
//! `workload` defines the measurements. The result for an `action` is a time; for whole games it is games (`item`) a second.

mod workload;

use catan::{Catan, CitiesAndKnights, cities_and_knights};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use game::Seat;
use workload::Measured;

fn main() {
    divan::main();
}

/// One action by list, whatever it is.
#[divan::bench(types = [Catan, CitiesAndKnights])]
fn action_by_list<G: Measured>(bencher: Bencher) {
    let mut walk = workload::Walk::<G>::new();
    bencher.bench_local(|| walk.act());
}

/// A whole game by list.
#[divan::bench(types = [Catan, CitiesAndKnights], sample_count = 1000)]
fn game_by_list<G: Measured>(bencher: Bencher) {
    let mut games = 0..;
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| games.next().map(workload::by_list::<G>));
}

/// A whole game by playout.
#[divan::bench(types = [Catan, CitiesAndKnights], sample_count = 1000)]
fn game_by_playout<G: Measured>(bencher: Bencher) {
    let mut games = 0..;
    bencher.counter(ItemsCount::new(1u8)).bench_local(|| games.next().map(workload::by_playout::<G>));
}

/// A copy of a mid-game position, and its playout to the end.
#[divan::bench(types = [Catan, CitiesAndKnights], sample_count = 1000)]
fn copy_and_playout_from_mid_game<G: Measured>(bencher: Bencher) {
    let positions = workload::mid_games::<G>(64);
    let mut games = (0..).zip(positions.iter().cycle());
    bencher
        .counter(ItemsCount::new(1u8))
        .bench_local(|| games.next().map(|(index, position)| workload::from_mid_game(position, index)));
}

/// A copy of a position.
#[divan::bench(types = [Catan, CitiesAndKnights])]
fn copy<G: Measured>(bencher: Bencher) {
    let position = workload::mid_games::<G>(1)[0];
    bencher.bench_local(|| *black_box(&position));
}

/// Lists the actions of the active seat and counts them.
#[divan::bench]
fn list_and_len(bencher: Bencher) {
    let positions = workload::mid_games::<Catan>(64);
    let mut each = positions.iter().cycle();
    bencher.bench_local(|| each.next().map(|game| black_box(game.legal_actions(game.active())).len()));
}

/// Lists the actions of Cities & Knights and counts them.
#[divan::bench]
fn list_and_len_with_knights(bencher: Bencher) {
    let positions = workload::mid_games::<CitiesAndKnights>(64);
    let mut each = positions.iter().cycle();
    bencher.bench_local(|| each.next().map(|game| black_box(game.legal_actions(game.active())).len()));
}

/// Checks an action that is not possible here: the refusal names a clause.
#[divan::bench]
fn check(bencher: Bencher) {
    let position = workload::mid_games::<Catan>(1)[0];
    bencher.bench_local(|| {
        black_box(&position).check(Seat::D, catan::Action::Own(catan::OwnAction::PlayKnight))
    });
}

/// Checks an action of Cities & Knights.
#[divan::bench]
fn check_with_knights(bencher: Bencher) {
    let position = workload::mid_games::<CitiesAndKnights>(1)[0];
    bencher.bench_local(|| black_box(&position).check(Seat::D, cities_and_knights::Action::DeclareVictory));
}

/// A new game, before nature has laid anything out.
#[divan::bench(types = [Catan, CitiesAndKnights])]
fn new_game<G: Measured>(bencher: Bencher) {
    bencher.bench_local(|| black_box(G::start()));
}
