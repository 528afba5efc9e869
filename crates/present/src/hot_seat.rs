//! Several people at one device: whose hand its pages show.
//!
//! A page belongs to the uncovered seat. If another seat here has to decide and the uncovered one does not, it belongs to nobody.
//! While a position hides nothing, there is nothing to cover, and the page belongs to the seat that has to decide.

use game::{Seat, SeatSet};
use pages::HotSeat;
use table::host::Host;
use table::keys::KeyHash;

/// The owner of a page at a moment.
#[derive(Clone, Copy, Default, Debug)]
pub struct PageOwner {
    /// The person whom the table sees.
    pub holder: Option<KeyHash>,
    /// The people here, as the page shows them while that matters.
    pub here: Option<HotSeat>,
    /// Whether the uncovered seat was covered because another seat here is to move.
    pub is_over: bool,
}

impl PageOwner {
    /// The owner of the page at a device of these people, of whom `at` is uncovered. Before a game begins, and after it has ended,
    /// it is the device's owner, as nothing is hidden.
    #[must_use]
    pub fn of<T>(host: &Host<T>, people: &[KeyHash], at: Option<Seat>, owner: Option<KeyHash>) -> PageOwner {
        let at_seat = |seat| people.iter().copied().find(|&key| host.seat_of(key) == Some(seat));
        let seated = |&&key: &&KeyHash| host.seat_of(key).is_some();
        let Some(game) = host.game() else { return PageOwner { holder: owner, ..PageOwner::default() } };
        if game.outcome().is_some() || host.is_closed() {
            let holder = owner.filter(|key| seated(&key)).or_else(|| people.first().copied());
            return PageOwner { holder, ..PageOwner::default() };
        }
        let seats: SeatSet = people.iter().filter_map(|&key| host.seat_of(key)).collect();
        let due: SeatSet = host
            .awaited()
            .into_iter()
            .filter(|&seat| seats.contains(seat) && host.bot_at(seat).is_none())
            .collect();
        let hides = game.hides();
        if !hides {
            let open = due.lowest().or(at.filter(|&at| seats.contains(at))).or(seats.lowest());
            let holder = open.and_then(at_seat);
            let here = (seats.len() > 1).then_some(HotSeat { seats, due, open, hides });
            return PageOwner { holder, here, is_over: false };
        }
        let asked = if seats.len() == 1 { seats.lowest() } else { at.filter(|&at| seats.contains(at)) };
        let open = asked.filter(|&at| due.is_empty() || due.contains(at));
        let holder = open.and_then(at_seat);
        let here = (seats.len() > 1).then_some(HotSeat { seats, due, open, hides });
        PageOwner { holder, here, is_over: open.is_none() && asked.is_some() }
    }
}
