//! A position in words: what `neuland replay` prints.

mod carcassonne;
mod catan;
mod cities_and_knights;

use crate::failure::harmless;
use game::{Seat, Viewer};
use pages::{Names, Words};
use shelf::AnyGame;

/// The whole position, as the referee sees it. `names` are those of the seats, `None` where nobody is named.
pub(crate) fn describe(game: &AnyGame, names: &[Option<String>], words: Words) -> String {
    let names = &all_names(game, names);
    let viewer = Viewer::Everything;
    match game {
        AnyGame::Catan(game) => catan::describe(&game.view(viewer), names, words),
        AnyGame::CitiesAndKnights(game) => cities_and_knights::describe(&game.view(viewer), names, words),
        AnyGame::Carcassonne(game) => carcassonne::describe(&game.view(viewer), names, words),
        AnyGame::TradersAndBuilders(game) => carcassonne::describe(&game.view(viewer), names, words),
        AnyGame::Mayflower(game) => carcassonne::describe(&game.view(viewer), names, words),
    }
}

/// Whose turn it is and what is to be decided, in a few sentences.
pub(crate) fn turn_in_words(game: &AnyGame, names: &[Option<String>], words: Words) -> String {
    let names = &all_names(game, names);
    let viewer = Viewer::Everything;
    match game {
        AnyGame::Catan(game) => catan::turn_in_words(&game.view(viewer), names, words),
        AnyGame::CitiesAndKnights(game) => {
            cities_and_knights::turn_in_words(&game.view(viewer), names, words)
        }
        AnyGame::Carcassonne(game) => carcassonne::turn_in_words(&game.view(viewer), names, words),
        AnyGame::TradersAndBuilders(game) => carcassonne::turn_in_words(&game.view(viewer), names, words),
        AnyGame::Mayflower(game) => carcassonne::turn_in_words(&game.view(viewer), names, words),
    }
}

fn all_names(game: &AnyGame, names: &[Option<String>]) -> Names {
    Names::new(Seat::first(game.seats()).map(|seat| seat_name(seat, names)).collect(), None)
}

/// `A`, or `A (Ada)`.
pub(crate) fn seat_name(seat: Seat, names: &[Option<String>]) -> String {
    match names.get(seat.index()) {
        Some(Some(name)) => format!("{seat} ({})", harmless(name)),
        _ => seat.to_string(),
    }
}
