//! The names of the seats.

use super::fluent::{Words, msg};
use super::reader::Lang;
use game::{Seat, SeatSet};

/// The names of the seats, with the one that is the reader's.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Names {
    names: Vec<String>,
    you: Option<Seat>,
}

impl Names {
    /// Creates the names, given in the order of seats; messages address `you` directly.
    #[must_use]
    pub fn new(names: Vec<String>, you: Option<Seat>) -> Names {
        Names { names, you }
    }

    /// Creates no names, so that a seat is called `seat B`. For the command line and foreign clients.
    #[must_use]
    pub fn letters() -> Names {
        Names::default()
    }

    /// Returns the name of a seat, also of the reader's own.
    #[must_use]
    pub fn plain(&self, words: Words, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            Some(name) => name.clone(),
            None => msg!(words, "seat-letter", seat = seat.to_string()),
        }
    }

    /// Returns these names with another actor on one seat, who acts under this name and never as the reader.
    #[must_use]
    pub(crate) fn with(&self, seat: Seat, name: String) -> Names {
        let mut names = self.names.clone();
        if let Some(known) = names.get_mut(seat.index()) {
            *known = name;
        }
        Names { names, you: self.you.filter(|&you| you != seat) }
    }

    /// Whether this is the reader's seat.
    #[must_use]
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    /// Lists several seats as the object of a sentence; the reader comes first, under the message `you`.
    pub(crate) fn listed(&self, words: Words, seats: SeatSet, you: &str) -> String {
        let told = seats.into_iter().filter(|&seat| self.is_you(seat)).map(|_| msg!(words, you));
        let others = seats.into_iter().filter(|&seat| !self.is_you(seat));
        let told: Vec<String> = told.chain(others.map(|seat| self.plain(words, seat))).collect();
        words.list(&told)
    }

    /// Returns the winners for a message that addresses the reader: whether it is the reader `alone`, the reader `with` others,
    /// or only others (`no`), and the names of the others.
    pub(crate) fn winners(&self, words: Words, winners: SeatSet) -> (&'static str, String) {
        let others: SeatSet = winners.into_iter().filter(|&seat| !self.is_you(seat)).collect();
        let you = match (others == winners, others.is_empty()) {
            (true, _) => "no",
            (false, true) => "alone",
            (false, false) => "with",
        };
        (you, self.listed(words, others, "you-object"))
    }

    /// Returns `yes` or `no`, for messages that address the reader.
    pub(crate) fn you(&self, seat: Seat) -> &'static str {
        if self.is_you(seat) { "yes" } else { "no" }
    }
}

/// Returns a name for somebody who has chosen none, in their language: always the same for a seed.
#[must_use]
pub fn ready_name(lang: Lang, seed: &str) -> String {
    let names = msg!(Words::new(lang), "ready-names");
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let sum = seed.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    names[sum % names.len()].to_owned()
}

/// Returns the name for a person who shares the reader's device and gave none, by their seat, counted from 1.
#[must_use]
pub fn name_here(lang: Lang, n: usize) -> String {
    msg!(Words::new(lang), "here-name", n = n)
}
