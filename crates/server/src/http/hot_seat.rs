//! Several people at one device: whose hand its pages show.
//!
//! The browser keeps the keys of the people here, and which seat is uncovered, in cookies of the table's own path. A page belongs
//! to the uncovered seat. If another seat here has to decide and the uncovered one does not, it belongs to nobody. While a position
//! hides nothing, there is nothing to cover, and the page belongs to the seat that has to decide.

use super::App;
use super::cookies::{AT_COOKIE, HERE_COOKIE, cookie};
use super::parts::params;
use axum::http::request::Parts;
use game::{Seat, SeatSet};
use live::hub::{LiveTable, Ticket};
use pages::HotSeat;
use std::sync::Arc;
use table::host::Host;
use table::keys::{Key, KeyHash, TableId};

/// The people at one device.
#[derive(Clone)]
pub(crate) struct HotSeatSession {
    live: Arc<LiveTable>,
    /// The people here who have seats at the table: first the device's owner, then the others.
    people: Vec<KeyHash>,
    at: Option<Seat>,
    /// The keys of the others, as the browser keeps them.
    keys: Vec<String>,
}

/// The owner of a page at a moment.
#[derive(Clone, Copy, Default)]
pub(crate) struct PageOwner {
    pub(crate) holder: Option<KeyHash>,
    /// The people here, as the page shows them while that matters.
    pub(crate) here: Option<HotSeat>,
    /// Whether the uncovered seat was covered because another seat here is to move.
    pub(crate) is_over: bool,
}

impl HotSeatSession {
    /// Reads the people at the device of the request from its cookies; `None` if only the owner sits there.
    pub(crate) async fn read(parts: &mut Parts, app: &App, owner: Option<KeyHash>) -> Option<HotSeatSession> {
        let keys: Vec<Key> = cookie(&parts.headers, HERE_COOKIE)?
            .split('.')
            .take(Seat::MAX)
            .filter_map(|text| text.parse().ok())
            .collect();
        let at = cookie(&parts.headers, AT_COOKIE).and_then(|text| text.parse().ok());
        let params = params(parts, app).await.ok()?;
        let (_, id) = params.iter().find(|(name, _)| name == "id")?;
        let live = app.hub.table(id.parse::<TableId>().ok()?).await.ok()?;
        let mut people: Vec<KeyHash> = owner.into_iter().collect();
        let texts = keys.iter().map(Key::reveal).collect();
        for key in keys {
            people.extend(app.accounts.holder(&key).await.ok()?);
        }
        {
            let host = live.look();
            people.retain(|&key| host.seat_of(key).is_some());
        }
        (people.iter().any(|&key| Some(key) != owner)).then_some(HotSeatSession {
            live,
            people,
            at,
            keys: texts,
        })
    }

    /// The keys of all but the owner.
    pub(crate) fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The people here who have seats at the table.
    pub(crate) fn people(&self) -> &[KeyHash] {
        &self.people
    }

    /// The person here who has this seat.
    fn at_seat(&self, host: &Host<Ticket>, seat: Seat) -> Option<KeyHash> {
        self.people.iter().copied().find(|&key| host.seat_of(key) == Some(seat))
    }

    /// The current owner of the page. Before a game begins, and after it has ended, it is the device's owner, as nothing is
    /// hidden.
    pub(crate) fn turn(&self, owner: Option<KeyHash>) -> PageOwner {
        let host = self.live.look();
        let seated = |&&key: &&KeyHash| host.seat_of(key).is_some();
        let Some(game) = host.game() else { return PageOwner { holder: owner, ..PageOwner::default() } };
        if game.outcome().is_some() || host.is_closed() {
            let holder = owner.filter(|key| seated(&key)).or_else(|| self.people.first().copied());
            return PageOwner { holder, ..PageOwner::default() };
        }
        let seats: SeatSet = self.people.iter().filter_map(|&key| host.seat_of(key)).collect();
        let due: SeatSet = host
            .awaited()
            .into_iter()
            .filter(|&seat| seats.contains(seat) && host.bot_at(seat).is_none())
            .collect();
        let hides = game.hides();
        if !hides {
            let open = due.lowest().or(self.at.filter(|&at| seats.contains(at))).or(seats.lowest());
            let holder = open.and_then(|seat| self.at_seat(&host, seat));
            let here = (seats.len() > 1).then_some(HotSeat { seats, due, open, hides });
            return PageOwner { holder, here, is_over: false };
        }
        let asked = if seats.len() == 1 { seats.lowest() } else { self.at.filter(|&at| seats.contains(at)) };
        let open = asked.filter(|&at| due.is_empty() || due.contains(at));
        let holder = open.and_then(|at| self.at_seat(&host, at));
        let here = (seats.len() > 1).then_some(HotSeat { seats, due, open, hides });
        PageOwner { holder, here, is_over: open.is_none() && asked.is_some() }
    }
}
