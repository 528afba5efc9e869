//! A position in words: what `neuland replay` prints.

mod carcassonne;
mod catan;
mod cities_and_knights;
#[cfg(feature = "sample-game")]
mod kerbe;

use crate::failure::sanitized;
use game::{Points, Seat, SeatSet, Turn};
use pages::{Names, Words, msg};
use shelf::{AnyGame, OnShelf, each};

/// A game as the command line shows it to the referee, in words.
trait Shown: OnShelf {
    /// The whole position: what is to be decided, and the points of all.
    fn describe(&self, names: &Names, words: Words) -> String {
        let points = |seat| msg!(words, "cli-position-points", points = self.points(seat).total());
        let seats = Seat::first(self.seats());
        let seats: String =
            seats.map(|seat| format!("{}: {}\n", names.plain(words, seat), points(seat))).collect();
        format!("{}\n\n{seats}", self.turn_in_words(names, words))
    }
    /// Describes the turn and the pending decision in a few sentences.
    fn turn_in_words(&self, names: &Names, words: Words) -> String {
        let list = |seats: SeatSet| {
            let all: Vec<String> = seats.into_iter().map(|seat| names.plain(words, seat)).collect();
            words.list(&all)
        };
        match self.turn() {
            Turn::Chance(_) => msg!(words, "cli-phase-chance"),
            Turn::Decide(seats) => msg!(words, "cli-phase-building", names = list(seats)),
            Turn::Over(outcome) => msg!(words, "cli-phase-over", names = list(outcome.winners)),
        }
    }
}

/// The whole position, as the referee sees it. `names` are those of the seats, `None` where nobody is named.
pub(crate) fn describe(game: &AnyGame, names: &[Option<String>], words: Words) -> String {
    let names = &all_names(game, names);
    each!(game, game => game.describe(names, words))
}

/// Describes the turn and the pending decision in a few sentences.
pub(crate) fn turn_in_words(game: &AnyGame, names: &[Option<String>], words: Words) -> String {
    let names = &all_names(game, names);
    each!(game, game => game.turn_in_words(names, words))
}

fn all_names(game: &AnyGame, names: &[Option<String>]) -> Names {
    Names::new(Seat::first(game.seats()).map(|seat| seat_name(seat, names)).collect(), None)
}

/// `A`, or `A (Ada)`.
pub(crate) fn seat_name(seat: Seat, names: &[Option<String>]) -> String {
    match names.get(seat.index()) {
        Some(Some(name)) => format!("{seat} ({})", sanitized(name)),
        _ => seat.to_string(),
    }
}
