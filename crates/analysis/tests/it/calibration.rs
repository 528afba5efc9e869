//! Estimates come true on games to which they were not fitted. `cargo run --release -p analysis --example fit -- measure` does the same
//! with the numbers of games of `docs/analysis.md`.

use analysis::estimate::shares_of;
use analysis::fit::{Calibration, play};
use analysis::{Analysed, Model, calibration};
use carcassonne::{Carcassonne, Mayflower, TradersAndBuilders};
use catan::{Catan, CitiesAndKnights};
use game::{Seat, Seed};

/// The seed of games to which nothing was fitted.
const HELD_OUT: u64 = 2;

/// A small sample: the bounds are wide, but estimates that are turned round, or of another game, break them by far.
fn estimates_come_true<G: Analysed>(seats: usize, games: u64) {
    let weights = Model::built_in().of(G::NAME, seats);
    let (mut own, mut level) = (Calibration::default(), Calibration::default());
    let samples = (0..games).flat_map(|number| play::<G>(seats, Seed(HELD_OUT), number, 6));
    for sample in samples.filter(|sample| sample.stage > 0.5) {
        own.add(&shares_of(&sample.rows, &weights), &sample.result, seats);
        let mut shares = bots::luck::Shares::default();
        Seat::first(seats).for_each(|seat| shares[seat] = 1.0 / seats as f64);
        level.add(&shares, &sample.result, seats);
    }
    println!("{}: {:.3} of {:.3} nats, error {:.3}", G::NAME, own.log_loss(), level.log_loss(), own.error());
    assert!(own.positions > 50, "{}", own.positions);
    assert!(own.log_loss() < 0.95 * level.log_loss(), "{}: {}", G::NAME, own.log_loss());
    assert!(own.brier() < 0.95 * level.brier() && own.error() < 0.2, "{}: {}", G::NAME, own.error());
}

#[test]
fn estimates_come_true_in_every_game() {
    estimates_come_true::<Catan>(2, 8);
    estimates_come_true::<CitiesAndKnights>(2, 5);
    estimates_come_true::<Carcassonne>(2, 12);
    estimates_come_true::<TradersAndBuilders>(2, 8);
    estimates_come_true::<Mayflower>(2, 12);
}

/// Every game was measured, and no error is above two hundredths.
#[test]
fn the_measured_error_of_every_game_is_small() {
    for kind in shelf::GameKind::ALL.iter().filter(|kind| kind.name() != "kerbe") {
        let error = calibration(kind.name()).unwrap_or_else(|| panic!("{kind} was not measured"));
        assert!(error <= 0.02, "{kind}: {error}");
    }
}
