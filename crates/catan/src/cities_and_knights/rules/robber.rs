//! The robber, moved by a 7, a knight or Bishop (`CK-ROB`, `CATAN-ROB`, `CK-POL-1`). It stops the production of its hex
//! and nothing else: knights, walls, the merchant and cards do not ask where it is (`CK-ROB-2`).

use crate::HexId;
use crate::cities_and_knights::phase::RobberCause;
use crate::cities_and_knights::{CardKind, CitiesAndKnights, Event, Hand, Phase};
use crate::options::RobberTheft;
use game::{Observer, Seat, SeatSet};

impl CitiesAndKnights {
    /// The robber is to be moved; where one hex only is left that is no question (`CATAN-TURN-10`).
    pub(crate) fn start_robber(&mut self, cause: RobberCause, observer: &mut impl Observer<Event>) {
        self.phase = Phase::MovingRobber { cause };
        let targets = self.robber_targets(cause);
        if let (1, Some(hex)) = (targets.len(), targets.nth(0)) {
            self.move_robber(hex, observer);
        }
    }

    /// It moves, and takes a card: of one opponent there, with Bishop of each (`CK-POL-1`). Where the theft may be declined
    /// that is asked with a single victim too (`CATAN-TURN-10`); the text of Bishop leaves no choice.
    pub(crate) fn move_robber(&mut self, hex: HexId, observer: &mut impl Observer<Event>) {
        let Phase::MovingRobber { cause } = self.phase else { return };
        let from = std::mem::replace(&mut self.robber, hex);
        observer.observe(Event::MovedRobber { seat: self.active, from, to: hex });
        if cause == RobberCause::Bishop {
            let at = |seat: &Seat| {
                !(self.buildings(*seat) & hex.vertex_set()).is_empty() && !self.hands[*seat].is_empty()
            };
            let victims = self.opponents().filter(at).collect();
            return self.steal_on(victims, observer);
        }
        let victims = self.victims_at(hex);
        match (victims.len(), victims.lowest()) {
            (0, _) => self.resume(observer),
            (1, Some(victim)) if self.options.robber_theft == RobberTheft::Must => self.rob(victim, observer),
            _ => self.phase = Phase::ChoosingVictim { victims },
        }
    }

    /// From each of these a card, clockwise.
    fn steal_on(&mut self, mut victims: SeatSet, observer: &mut impl Observer<Event>) {
        if victims.is_empty() {
            return self.resume(observer);
        }
        let victim = self.first_clockwise(victims);
        victims.remove(victim);
        self.phase = Phase::Stealing { victim, waiting: victims };
    }

    /// The active seat steals nothing (`CATAN-ROB-5`).
    pub(crate) fn decline_theft(&mut self, observer: &mut impl Observer<Event>) {
        observer.observe(Event::DeclinedTheft { seat: self.active });
        self.resume(observer);
    }

    pub(crate) fn rob(&mut self, victim: Seat, observer: &mut impl Observer<Event>) {
        if self.hands[victim].is_empty() {
            observer.observe(Event::StoleNothing { thief: self.active, victim });
            self.resume(observer);
        } else {
            self.phase = Phase::Stealing { victim, waiting: SeatSet::EMPTY };
        }
    }

    pub(crate) fn stolen(&mut self, kind: CardKind, observer: &mut impl Observer<Event>) {
        let Phase::Stealing { victim, waiting } = self.phase else { return };
        let card = Hand::of(kind, 1);
        self.hands[victim] -= card;
        self.hands[self.active] += card;
        self.thefts = self.thefts.wrapping_add(1);
        observer.observe(Event::Stole { thief: self.active, victim, card: Some(kind) });
        self.steal_on(waiting, observer);
    }
}
