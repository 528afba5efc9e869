//! A position of Cities & Knights in words.

use catan::cities_and_knights::View;
use game::Seat;
use pages::{Names, Words};
use std::fmt::Write;

/// The whole position.
pub(crate) fn describe(view: &View<'_>, names: &Names, words: Words) -> String {
    let mut out = turn_in_words(view, names, words);
    for seat in Seat::first(view.seats()) {
        let _ = writeln!(out, "{}: {}", names.plain(words, seat), view.points(seat).total());
    }
    out
}

/// Whose turn it is.
pub(crate) fn turn_in_words(view: &View<'_>, names: &Names, words: Words) -> String {
    names.plain(words, view.active())
}
