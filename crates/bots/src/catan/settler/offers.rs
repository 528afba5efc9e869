//! The offers made at the table so far, so that bots do not repeat an offer, and rarely ask people.
//!
//! All of it follows from public events. The settlers of a table therefore share one count: they keep to it together, not each
//! for itself.

use catan::event::Event;
use catan::{Counts, Exchange, Kind, PerSeat, Rules, SEATS};
use game::{Seat, SeatSet};

/// The most offers that a person hears from all bots in one game.
const OFFERS_TO_A_PERSON: u8 = 10;
/// The number of refusals after which a person hears no more offers.
const REFUSALS_OF_A_PERSON: u8 = 3;
/// The number of rounds in which an offer is not repeated.
const ROUNDS: u32 = 2;

/// An offer that was made.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
#[serde(bound = "K: Kind", deny_unknown_fields)]
struct Made<K: Kind> {
    turn: u32,
    by: Seat,
    give: Counts<K>,
    want: Counts<K>,
}

/// The offers of a game.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(bound = "K: Kind", deny_unknown_fields)]
pub(crate) struct Offers<K: Kind> {
    people: SeatSet,
    /// Turns that have ended.
    turn: u32,
    /// The offers of the last rounds.
    recent: Vec<Made<K>>,
    /// The seats that have yet to answer the open offer, if a bot made it.
    waiting: SeatSet,
    /// The number of times that bots asked each seat.
    asked: PerSeat<u8>,
    /// The number of times that each seat refused an offer of a bot, or did not answer it.
    refused: PerSeat<u8>,
}

impl<K: Kind> Offers<K> {
    pub(crate) fn new() -> Self {
        Offers {
            people: SeatSet::EMPTY,
            turn: 0,
            recent: Vec::new(),
            waiting: SeatSet::EMPTY,
            asked: PerSeat::default(),
            refused: PerSeat::default(),
        }
    }

    /// On these seats people play.
    pub(crate) fn meet(&mut self, people: SeatSet) {
        self.people = people;
    }

    /// Follows what happened.
    pub(crate) fn observe<R: Rules<Kind = K>>(&mut self, event: &Event<R>) {
        match *event {
            Event::LaidOut { .. } => *self = Offers { people: self.people, ..Offers::new() },
            Event::Offered { seat, give, want, to } => {
                self.recent.push(Made { turn: self.turn, by: seat, give, want });
                self.waiting = SeatSet::EMPTY;
                if !self.people.contains(seat) {
                    self.waiting = to;
                    count(&mut self.asked, to);
                }
            }
            Event::RejectedOffer { seat } => self.refuse(SeatSet::one(seat)),
            Event::AcceptedOffer { seat } | Event::Countered { seat, .. } => self.waiting.remove(seat),
            Event::WithdrewOffer { .. } => self.refuse(self.waiting),
            Event::Traded { .. } | Event::OffersEnded => self.waiting = SeatSet::EMPTY,
            Event::TurnEnded { .. } => {
                self.turn = self.turn.saturating_add(1);
                let now = self.turn;
                self.recent.retain(|made| now.saturating_sub(made.turn) <= ROUNDS * SEATS as u32);
            }
            _ => {}
        }
    }

    /// Counts a refusal for those of these seats that have not answered yet.
    fn refuse(&mut self, seats: SeatSet) {
        let refusing = seats.into_iter().filter(|&seat| self.waiting.contains(seat)).collect();
        count(&mut self.refused, refusing);
        for seat in refusing {
            self.waiting.remove(seat);
        }
    }

    /// Whether a seat made this offer within the last rounds of a table with this number of seats.
    pub(crate) fn knows(&self, by: Seat, offer: Exchange<K>, seats: usize) -> bool {
        let (give, want) = (Counts::from(offer.give), Counts::from(offer.want));
        self.recent.iter().any(|made| {
            let recently = self.turn.saturating_sub(made.turn) <= ROUNDS * seats as u32;
            recently && (made.by, made.give, made.want) == (by, give, want)
        })
    }

    /// Whether a person plays on this seat.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.people.contains(seat)
    }

    /// Whether one more offer to this seat is welcome: bots never tire of them.
    pub(crate) fn may_ask(&self, seat: Seat) -> bool {
        !self.is_person(seat)
            || (self.asked[seat] < OFFERS_TO_A_PERSON && self.refused[seat] < REFUSALS_OF_A_PERSON)
    }
}

/// One more for each of these seats.
fn count(counts: &mut PerSeat<u8>, seats: SeatSet) {
    for seat in seats {
        counts[seat] = counts[seat].saturating_add(1);
    }
}
