//! The shared encoding of the two games on the island: the menu of offers, exchanges with the supply, picking cards one by one,
//! and the arrays that both observations have.

mod base;
mod knights;
pub(crate) mod board;
pub(crate) mod options;
pub(crate) mod seats;
pub(crate) mod trade;

pub use base::CatanKnowledge;
pub use knights::KnightsKnowledge;

use catan::{Rules, SEATS};
use game::{Seat, SeatSet};

/// The names of the seats of an island, relative to the observing seat.
pub(crate) static RELATIVE: [&str; SEATS] = ["of me", "of seat +1", "of seat +2", "of seat +3"];
/// The other seats.
pub(crate) static OTHERS: [&str; SEATS - 1] = ["seat +1", "seat +2", "seat +3"];

/// The kinds of which a card can be picked next, as bits, so that `count` cards come together in ascending order of
/// their kinds; each set of cards has one such order. No pick leads to where too few cards are left.
#[inline]
pub(crate) fn pickable(hand: [u8; 8], picked: [u8; 8], count: u8) -> u8 {
    let taken: u8 = picked.iter().sum();
    let Some(left) = count.checked_sub(taken).filter(|&left| left > 0) else { return 0 };
    let last = picked.iter().rposition(|&count| count > 0).unwrap_or(0);
    let (mut bits, mut behind) = (0, 0u32);
    for kind in (last..8).rev() {
        let here = u32::from(hand[kind].saturating_sub(picked[kind]));
        behind += here;
        bits |= u8::from(here > 0 && behind >= u32::from(left)) << kind;
    }
    bits
}

/// The codes of a set of cards in a block that has a code for each kind.
pub(crate) fn picks(first: usize, cards: &[u8]) -> Vec<usize> {
    let of_kind = |(kind, &count): (usize, &u8)| std::iter::repeat_n(first + kind, count.into());
    cards.iter().enumerate().flat_map(of_kind).collect()
}

/// The seat that acts next: in the trade step those who have yet to answer come before the active seat.
pub(crate) fn due<R: Rules>(game: &catan::Island<R>, deciding: SeatSet) -> Option<Seat> {
    let view = game.view(game::Viewer::Spectator);
    if !deciding.contains(game.active()) {
        return deciding.lowest();
    }
    let unanswered = view.trading().unanswered().intersection(deciding);
    let answers =
        |seat: &Seat| *seat != game.active() && !game::Legal::is_empty(&R::legal_actions(game, *seat));
    unanswered.into_iter().find(answers).or(Some(game.active()))
}
