//! The robber (`CATAN-ROB`).

use crate::options::RobberTheft;
use crate::{Cards, Catan, Event, HexId, Phase, Resource};
use game::{Observer, Seat, SeatSet};

impl Catan {
    /// The active seat must move the robber now, because of a 7 or a knight.
    pub(crate) fn start_robber(&mut self, observer: &mut impl Observer<Event>) {
        self.phase = Phase::MovingRobber { cause: () };
        // Only the friendly robber can leave a single hex; that is no question then (CATAN-TURN-10).
        if self.options.friendly_robber {
            let targets = self.robber_targets();
            if let (1, Some(hex)) = (targets.len(), targets.nth(0)) {
                self.move_robber(hex, observer);
            }
        }
    }

    /// The robber moves, and the theft follows (`CATAN-ROB-2` to `CATAN-ROB-5`). Where it may be declined, that is asked
    /// with a single victim too (`CATAN-TURN-10`).
    pub(crate) fn move_robber(&mut self, hex: HexId, observer: &mut impl Observer<Event>) {
        let from = std::mem::replace(&mut self.robber, hex);
        observer.observe(Event::MovedRobber { seat: self.active, from, to: hex });
        let victims = self.victims_at(hex);
        match (victims.len(), victims.lowest()) {
            (0, _) => self.resume(),
            (1, Some(victim)) if self.options.robber_theft == RobberTheft::Must => self.rob(victim, observer),
            _ => self.phase = Phase::ChoosingVictim { victims },
        }
    }

    /// The active seat steals nothing (`CATAN-ROB-5`).
    pub(crate) fn decline_theft(&mut self, observer: &mut impl Observer<Event>) {
        observer.observe(Event::DeclinedTheft { seat: self.active });
        self.resume();
    }

    /// The active seat robs this one.
    pub(crate) fn rob(&mut self, victim: Seat, observer: &mut impl Observer<Event>) {
        if self.hands[victim].is_empty() {
            observer.observe(Event::StoleNothing { thief: self.active, victim });
            self.resume();
        } else {
            self.phase = Phase::Stealing { victim, waiting: SeatSet::EMPTY };
        }
    }

    /// The card is drawn (`CATAN-ROB-6`).
    pub(crate) fn stolen(&mut self, victim: Seat, kind: Resource, observer: &mut impl Observer<Event>) {
        let card = Cards::of(kind, 1);
        self.hands[victim] -= card;
        self.hands[self.active] += card;
        self.thefts = self.thefts.wrapping_add(1);
        observer.observe(Event::Stole { thief: self.active, victim, card: Some(kind) });
        self.resume();
    }

    /// The turn goes on where the robber or a card interrupted it (`CATAN-SEVEN-6`, `CATAN-DEV-4`).
    pub(crate) fn resume(&mut self) {
        self.phase = if self.own.rolled { Phase::Building } else { Phase::BeforeRoll };
    }
}
