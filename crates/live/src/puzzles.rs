//! Attempts at puzzles, kept like the results of games: the person on one seat, the puzzle on the other.
//!
//! Whoever solves a puzzle at the first attempt comes first, otherwise the puzzle does, so both have ratings by the method of
//! [`crate::ratings`]. The store keeps one attempt of each person at each puzzle, and removes a person's attempts with their other results.

use crate::ratings::PUZZLES;
use store::GameResult;
use table::keys::{KeyHash, TableId};

/// The first attempt of a person at the puzzle with this id.
///
/// # Panics
/// Never: the number fits.
#[must_use]
pub fn attempt(person: KeyHash, puzzle: u64, solved: bool, at: u64) -> GameResult {
    let mut hasher = blake3::Hasher::new_derive_key("neuland: an attempt at a puzzle");
    hasher.update(&person.0).update(&puzzle.to_le_bytes());
    let mut number = [0; 8];
    number.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    // Each person has one attempt at each puzzle, so its id follows from both.
    let table = TableId::new(u64::from_le_bytes(number) >> 4).expect("60 bits");
    let seats = vec![(person, if solved { 1 } else { 2 }), (rival(puzzle), if solved { 2 } else { 1 })];
    GameResult { table, at, game: PUZZLES.to_owned(), seats }
}

/// The puzzle as the other side of an attempt: nobody's key has this hash.
#[must_use]
pub fn rival(puzzle: u64) -> KeyHash {
    let mut hasher = blake3::Hasher::new_derive_key("neuland: a puzzle");
    hasher.update(&puzzle.to_le_bytes());
    KeyHash(*hasher.finalize().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::Ratings;

    fn person(number: u8) -> KeyHash {
        KeyHash([number; 32])
    }

    #[test]
    fn a_person_and_a_puzzle_are_rated_against_each_other() {
        let mut ratings = Ratings::default();
        for solver in 1..9 {
            ratings.add(&attempt(person(solver), 7, false, 0));
            ratings.add(&attempt(person(solver), 8, true, 0));
        }
        ratings.add(&attempt(person(9), 7, true, 0));
        ratings.add(&attempt(person(10), 8, true, 0));
        let value = |key| ratings.of_puzzles(key).expect("it was tried").value();
        assert!(value(rival(7)) > 1500.0 && value(rival(8)) < 1500.0);
        assert!(value(person(9)) > value(person(10)), "the harder one counts for more");
        assert!(ratings.of(person(9)).is_empty(), "puzzles are no games");
        let own = ratings.of_puzzles(person(1)).expect("two were tried");
        assert_eq!((own.games, own.won), (2, 1));
    }

    #[test]
    fn an_attempt_has_an_id_that_follows_from_person_and_puzzle() {
        let first = attempt(person(1), 7, true, 5);
        assert_eq!(first.table, attempt(person(1), 7, false, 6).table);
        assert_ne!(first.table, attempt(person(2), 7, true, 5).table);
        assert_ne!(first.table, attempt(person(1), 8, true, 5).table);
    }
}
