//! A choice of cards in a few words.

use std::collections::BTreeMap;

/// Any so many of these cards: the word of the action followed by them is legal, and nothing else is.
///
/// `discard` with a count of 3 of 2 ore and 4 wool: `discard 3 wool`, `discard 1 ore 2 wool`, `discard 2 ore 1 wool`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choose {
    /// The word that the action begins with.
    pub verb: &'static str,
    /// The number of cards to choose.
    pub count: u8,
    /// The cards to choose from, by kind; kinds of which there is none are left out.
    pub of: BTreeMap<&'static str, u8>,
}
