//! The robber (`CATAN-ROB`, `CK-ROB`). It stops the production of its hex and nothing else (`CK-ROB-2`).

use crate::event::Event;
use crate::illegal::Illegal;
use crate::options::CommonOptions as _;
use crate::options::{RobberTheft, RobberVictims};
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::{Counts, Hex, Hexes, Terrain};
use game::{Observer, Seat, SeatSet};

impl<R: Rules> Island<R> {
    /// The active seat must move the robber now.
    pub(crate) fn start_robber(&mut self, cause: R::Cause, observer: &mut impl Observer<Event<R>>) {
        self.phase = Phase::MovingRobber { cause };
        // Only the friendly robber can leave a single hex; that is no question then (CATAN-TURN-10).
        if self.options.friendly_robber() {
            let targets = self.robber_targets(cause);
            if let (1, Some(hex)) = (targets.len(), targets.nth(0)) {
                self.move_robber(hex, observer);
            }
        }
    }

    /// The hexes to which the robber may move (`CATAN-ROB-2`, `CATAN-ROB-9`).
    #[inline]
    pub(crate) fn robber_targets(&self, cause: R::Cause) -> Hexes<R::Map> {
        let elsewhere = R::robber_range(self, cause) - Hexes::one(self.robber);
        if self.options.friendly_robber() { self.unspared(elsewhere) } else { elsewhere }
    }

    /// Removes the hexes where the friendly robber spares somebody; returns all if none would be left.
    #[inline(never)]
    fn unspared(&self, elsewhere: Hexes<R::Map>) -> Hexes<R::Map> {
        let spared: Hexes<R::Map> =
            elsewhere.into_iter().filter(|&hex| self.spared_at(hex).is_some()).collect();
        let allowed = elsewhere - spared;
        if allowed.is_empty() { elsewhere } else { allowed }
    }

    /// The opponent for whose sake the friendly robber may not come here (`CATAN-ROB-9`).
    fn spared_at(&self, hex: Hex<R::Map>) -> Option<Seat> {
        if self.layout.terrain[hex] == Terrain::Desert {
            return None;
        }
        self.opponents().find(|&seat| {
            !(self.buildings(seat) & hex.vertex_set()).is_empty() && R::visible_points(self, seat) <= 2
        })
    }

    /// Refuses to move the robber unless the phase asks for it (`CATAN-ROB-1`).
    pub(crate) fn check_move_robber(&self, hex: Hex<R::Map>) -> Result<(), Illegal<R>> {
        match self.phase {
            Phase::MovingRobber { cause } => self.check_robber(cause, hex),
            _ => Err(Illegal::NotAsked { clause: "CATAN-ROB-1" }),
        }
    }

    /// Whether the robber may go there, and if not, why.
    fn check_robber(&self, cause: R::Cause, hex: Hex<R::Map>) -> Result<(), Illegal<R>> {
        if hex == self.robber {
            return Err(Illegal::RobberStays { hex });
        }
        R::check_robber(self, cause, hex)?;
        match self.spared_at(hex) {
            Some(seat) if self.options.friendly_robber() && !self.robber_targets(cause).contains(hex) => {
                Err(Illegal::FriendlyRobber { hex, seat })
            }
            _ => Ok(()),
        }
    }

    /// Moves the robber; the theft follows (`CATAN-ROB-2` to `CATAN-ROB-5`): from one opponent there, or from each (`CK-POL-1`).
    /// A seat that may decline the theft chooses even if there is a single victim (`CATAN-TURN-10`).
    pub(crate) fn move_robber(&mut self, hex: Hex<R::Map>, observer: &mut impl Observer<Event<R>>) {
        let Phase::MovingRobber { cause } = self.phase else { return };
        let from = std::mem::replace(&mut self.robber, hex);
        observer.observe(Event::MovedRobber { seat: self.active, from, to: hex });
        let victims = self.victims_at(hex);
        if R::robs_each(cause) {
            let with_cards = victims.into_iter().filter(|&seat| !self.hands[seat].is_empty());
            return self.steal_on(with_cards.collect(), observer);
        }
        match (victims.len(), victims.lowest()) {
            (0, _) => self.resume(observer),
            (1, Some(victim)) if self.options.robber_theft() == RobberTheft::Must => {
                self.rob(victim, observer);
            }
            _ => self.phase = Phase::ChoosingVictim { victims },
        }
    }

    /// The seats that can be robbed at a hex (`CATAN-ROB-5`).
    #[inline]
    pub(crate) fn victims_at(&self, hex: Hex<R::Map>) -> SeatSet {
        let any = self.options.robber_victims() == RobberVictims::AnyAdjacent;
        let mut victims = SeatSet::EMPTY;
        for seat in Seat::first(R::SEATS) {
            let can_be_robbed = any || !self.hands[seat].is_empty();
            if R::has_building_at(self, seat, hex) && seat != self.active && can_be_robbed {
                victims.insert(seat);
            }
        }
        victims
    }

    pub(crate) fn check_victim(&self, victim: Seat) -> Result<(), Illegal<R>> {
        match self.phase {
            Phase::ChoosingVictim { victims } if victims.contains(victim) => Ok(()),
            _ => Err(Illegal::NotAVictim { seat: victim }),
        }
    }

    /// The active seat robs this one.
    pub(crate) fn rob(&mut self, victim: Seat, observer: &mut impl Observer<Event<R>>) {
        if self.hands[victim].is_empty() {
            observer.observe(Event::StoleNothing { thief: self.active, victim });
            self.resume(observer);
        } else {
            self.phase = Phase::Stealing { victim, waiting: SeatSet::EMPTY };
        }
    }

    /// From each of these a card, clockwise.
    fn steal_on(&mut self, mut waiting: SeatSet, observer: &mut impl Observer<Event<R>>) {
        if waiting.is_empty() {
            return self.resume(observer);
        }
        let victim = self.first_clockwise(waiting);
        waiting.remove(victim);
        self.phase = Phase::Stealing { victim, waiting };
    }

    /// The first of these seats, clockwise from the active one.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn first_clockwise(&self, seats: SeatSet) -> Seat {
        let active = self.active.index();
        let from_active = SeatSet::from_bits(seats.bits() >> active << active);
        from_active.lowest().or(seats.lowest()).expect("some seat waits")
    }

    /// Whether the theft may be declined (`CATAN-ROB-5`).
    pub(crate) fn check_decline_theft(&self) -> Result<(), Illegal<R>> {
        if self.options.robber_theft() == RobberTheft::Must { Err(Illegal::MustSteal) } else { Ok(()) }
    }

    /// The active seat steals nothing (`CATAN-ROB-5`).
    pub(crate) fn decline_theft(&mut self, observer: &mut impl Observer<Event<R>>) {
        observer.observe(Event::DeclinedTheft { seat: self.active });
        self.resume(observer);
    }

    /// The card is drawn (`CATAN-ROB-6`).
    pub(crate) fn stolen(&mut self, kind: R::Kind, observer: &mut impl Observer<Event<R>>) {
        let Phase::Stealing { victim, waiting } = self.phase else { return };
        let card = Counts::of(kind, 1);
        self.hands[victim] -= card;
        self.hands[self.active] += card;
        self.thefts = self.thefts.wrapping_add(1);
        observer.observe(Event::Stole { thief: self.active, victim, card: Some(kind) });
        self.steal_on(waiting, observer);
    }
}
