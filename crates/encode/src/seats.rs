//! Seats as one of them counts: itself 0, the one to its left 1, and so on.

use game::{Seat, SeatSet};

/// Returns the distance of `seat` from `me`, clockwise.
#[inline]
pub(crate) fn relative(seat: Seat, me: Seat, seats: usize) -> usize {
    let ahead = seat.index() + seats - me.index();
    if ahead >= seats { ahead - seats } else { ahead }
}

/// Returns the seat at a distance from `me`, clockwise; `None` if fewer seats play.
#[inline]
pub(crate) fn absolute(relative: usize, me: Seat, seats: usize) -> Option<Seat> {
    if relative >= seats {
        return None;
    }
    let index = me.index() + relative;
    Seat::new(if index >= seats { index - seats } else { index })
}

/// All seats that play, from `me` on, each with its distance.
#[inline]
pub(crate) fn around(me: Seat, seats: usize) -> impl Iterator<Item = (usize, Seat)> {
    (0..seats).filter_map(move |n| Some((n, absolute(n, me, seats)?)))
}

/// Whether the seat at this distance is in a set.
#[inline]
pub(crate) fn has(set: SeatSet, relative: usize, me: Seat, seats: usize) -> bool {
    absolute(relative, me, seats).is_some_and(|seat| set.contains(seat))
}
