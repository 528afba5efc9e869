//! Faults of records and setups, in the words of the games.

use crate::games::refusal;
use crate::words::{Names, Words, record};
use shelf::{Refusal, ReplayError};

/// Describes what is wrong with a record, without the line and the clause.
#[must_use]
pub fn record_fault(words: Words, error: &ReplayError) -> String {
    record::record_fault(words, error, &|why| of_game(words, why))
}

/// Describes why a setup, or a part of a record, is refused: in the words of its game, where the game has words for it.
#[must_use]
pub fn setup_fault(words: Words, why: &Refusal) -> String {
    record::setup_fault(words, why, &|why| of_game(words, why))
}

fn of_game(words: Words, why: &Refusal) -> String {
    refusal(words.lang(), &Names::letters(), why)
}
