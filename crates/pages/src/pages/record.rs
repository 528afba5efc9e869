//! Faults of records and setups, in the words of the games.

use crate::games::refusal;
use crate::words::{Names, Words, record};
use shelf::{Refusal, ReplayError};

/// Describes what is wrong with a record, without the line and the clause.
#[must_use]
pub fn record_error(words: Words, error: &ReplayError) -> String {
    record::record_error(words, error, &|why| of_game(words, why))
}

/// Describes why a setup, or a part of a record, is refused: in the words of its game, where the game has words for it.
#[must_use]
pub fn setup_error(words: Words, why: &Refusal) -> String {
    record::setup_error(words, why, &|why| of_game(words, why))
}

fn of_game(words: Words, why: &Refusal) -> String {
    refusal(words.lang(), &Names::letters(), why)
}
