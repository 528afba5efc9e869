//! The cards of the politics deck (`CK-POL`).

use crate::cities_and_knights::options::{DeserterActs, DeserterMighty, DeserterSubstitute};
use crate::cities_and_knights::{
    Area, Bundle, CitiesAndKnights, Event, Hand, OwnEvent, OwnPhase, Phase, Progress,
};
use crate::state::{PerSeat, SEATS};
use crate::{EdgeId, EdgeSet, VertexId, VertexSet};
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// An opponent loses a knight of its choice (`CK-POL-3`); without any, nothing happens (`CK-PROG-14`).
    pub(crate) fn deserter(&mut self, victim: Seat, observer: &mut impl Observer<Event>) {
        let knights = self.knights_of(victim);
        if knights.is_empty() {
            return self.resume(observer);
        }
        self.phase = Phase::Own(OwnPhase::Deserting { victim });
        if let (1, Some(only)) = (knights.len(), knights.nth(0)) {
            self.remove_knight(only, observer);
        }
    }

    pub(crate) fn remove_knight(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Deserting { victim }) = self.phase else { return };
        let (strength, active) = self.take_knight(victim, vertex);
        observer.observe(Event::Own(OwnEvent::Deserted { seat: victim, vertex, strength }));
        self.measure_past(victim, vertex);
        if self.knight_places(self.active).is_empty() || self.deserter_strengths(strength) == 0 {
            self.deserter_done(observer);
        } else {
            self.phase = Phase::Own(OwnPhase::PlacingDeserter { strength, active });
        }
    }

    /// Which strengths may be placed for a knight of this one, as bits 1 to 3: the same if there is a piece, otherwise a
    /// basic one; any lower one where the option says so (`CK-OPT-11`). Where a mighty knight needs the Fortress for this
    /// too (`CK-OPT-23`), it is as if there were no such piece without it.
    pub(crate) fn deserter_strengths(&self, strength: u8) -> u8 {
        let fortress = self.options.ck_deserter_mighty == DeserterMighty::Always
            || self.own.levels[self.active][Area::Politics.index()] >= 3;
        let left = |strength: u8| self.knights_left(self.active, strength) > 0 && (strength < 3 || fortress);
        match self.options.ck_deserter_substitute {
            DeserterSubstitute::AnyLower => {
                (1..=strength).filter(|&other| left(other)).map(|other| 1 << other).sum()
            }
            DeserterSubstitute::Basic if left(strength) => 1 << strength,
            DeserterSubstitute::Basic if left(1) => 1 << 1,
            DeserterSubstitute::Basic => 0,
        }
    }

    /// A knight of this strength and the status of the one that deserted (`CK-POL-3`).
    pub(crate) fn place_deserter(
        &mut self,
        vertex: VertexId,
        chosen: Option<u8>,
        observer: &mut impl Observer<Event>,
    ) {
        let Phase::Own(OwnPhase::PlacingDeserter { strength, active }) = self.phase else { return };
        let strengths = self.deserter_strengths(strength);
        let strength = chosen.unwrap_or(7 - strengths.leading_zeros() as u8);
        let seat = self.active;
        self.put_knight(seat, vertex, strength, active);
        if active && self.options.ck_deserter_acts == DeserterActs::SameTurn {
            self.own.ready.insert(vertex);
        }
        observer.observe(Event::Own(OwnEvent::PlacedDeserter { seat, vertex, strength, active }));
        self.measure_past(seat, vertex);
        self.deserter_done(observer);
    }

    /// Longest Road is looked at once, after the placing or its refusal (`CK-LR-4`).
    pub(crate) fn deserter_done(&mut self, observer: &mut impl Observer<Event>) {
        self.award_longest_road(observer);
        self.resume(observer);
    }

    /// Open roads of all seats: at one of their ends there is nothing else of their colour, and no knight would lose its
    /// only road (`CK-POL-4`, `CK-POL-10`).
    pub(crate) fn open_roads(&self) -> EdgeSet {
        let mut all = EdgeSet::EMPTY;
        for seat in Seat::first(self.seats()) {
            let (mut ends, mut joints) = (VertexSet::EMPTY, VertexSet::EMPTY);
            for end in self.roads[seat].into_iter().flat_map(EdgeId::ends) {
                joints = joints | (ends & VertexSet::one(end));
                ends.insert(end);
            }
            let loose = ends - joints;
            let at =
                |ends: VertexSet| ends.into_iter().fold(EdgeSet::EMPTY, |roads, end| roads | end.edges());
            let knights = self.knights_of(seat);
            let open = at(loose - self.buildings(seat) - knights) - at(loose & knights);
            all = all | (open & self.roads[seat]);
        }
        all
    }

    /// Removes an open road; an own one may be placed again on another path (`CK-POL-4`).
    pub(crate) fn diplomat(&mut self, edge: EdgeId, observer: &mut impl Observer<Event>) {
        let owner = Seat::first(self.seats())
            .find(|&seat| self.roads[seat].contains(edge))
            .expect("a road lies there");
        self.lift_road(owner, edge);
        observer.observe(Event::Own(OwnEvent::RemovedRoad { seat: self.active, owner, edge }));
        self.measure(owner);
        if owner == self.active && !self.replacements(edge).is_empty() {
            self.phase = Phase::Own(OwnPhase::ReplacingRoad { removed: edge });
        } else {
            self.award_longest_road(observer);
            self.resume(observer);
        }
    }

    /// Paths where the removed road may lie again: not its old one (`CK-POL-10`).
    pub(crate) fn replacements(&self, removed: EdgeId) -> EdgeSet {
        self.road_paths(self.active) - EdgeSet::one(removed)
    }

    /// The road lies again, or not; Longest Road is looked at once (`CK-LR-4`).
    pub(crate) fn replace_road(&mut self, edge: Option<EdgeId>, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        if let Some(edge) = edge {
            self.roads[seat].insert(edge);
            for end in edge.ends() {
                self.road_ends[seat].insert(end);
            }
            observer.observe(Event::BuiltRoad { seat, edge, paid: false });
            self.measure(seat);
        }
        self.award_longest_road(observer);
        self.resume(observer);
    }

    /// Opponents' knights where an own road ends (`CK-POL-5`).
    pub(crate) fn intrigue_targets(&self) -> VertexSet {
        self.road_ends[self.active] & (self.all_knights() - self.knights_of(self.active))
    }

    pub(crate) fn intrigue(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        let (victim, _) = self.knight_at(vertex).expect("a knight stands there");
        let (strength, active) = self.take_knight(victim, vertex);
        self.measure_past(victim, vertex);
        self.send_away(victim, vertex, strength, active, observer);
    }

    /// Opponents with as many points or more discard half (`CK-POL-6`).
    pub(crate) fn saboteur(&mut self, observer: &mut impl Observer<Event>) {
        let own = self.points(self.active).total();
        let mut owed = PerSeat::<u8>::default();
        for seat in self.opponents().filter(|&seat| self.points(seat).total() >= own) {
            owed[seat] = (self.hands[seat].len() / 2) as u8;
        }
        if owed == PerSeat::default() {
            self.resume(observer);
        } else {
            self.phase = Phase::Own(OwnPhase::Sabotage { owed });
        }
    }

    pub(crate) fn spy(&mut self, victim: Seat) {
        self.phase = if self.progress_len(victim) > 0 {
            Phase::Own(OwnPhase::Spying { victim })
        } else {
            Phase::Building
        };
    }

    /// The card changes hands; a fifth one is discarded at once (`CK-POL-7`, `CK-PROG-6`).
    pub(crate) fn take_progress(&mut self, card: Progress, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Spying { victim }) = self.phase else { return };
        let seat = self.active;
        self.own.progress[victim][card.index()] -= 1;
        self.own.progress[seat][card.index()] += 1;
        observer.observe(Event::Own(OwnEvent::TookProgress {
            seat,
            victim,
            area: card.area(),
            card: Some(card),
        }));
        self.after_draws(observer);
    }

    /// All own knights are active; those that were not may not act in this turn (`CK-POL-8`).
    pub(crate) fn warlord(&mut self, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        let knights = self.knights_of(seat) - self.own.active_knights;
        self.own.active_knights = self.own.active_knights | knights;
        observer.observe(Event::Own(OwnEvent::ActivatedAll { seat, knights }));
    }

    /// Opponents with more points give two cards of their choice, or what they have (`CK-POL-9`).
    pub(crate) fn wedding(&mut self, observer: &mut impl Observer<Event>) {
        let own = self.points(self.active).total();
        let mut owed = PerSeat::<u8>::default();
        for seat in self.opponents().filter(|&seat| self.points(seat).total() > own) {
            owed[seat] = self.hands[seat].len().min(2) as u8;
        }
        self.phase = Phase::Own(OwnPhase::Giving { owed });
        // Who has no more than that gives all of it; that is no choice.
        for seat in Seat::first(SEATS) {
            if owed[seat] > 0 && self.hands[seat].len() == u32::from(owed[seat]) {
                self.handed_in[seat] = self.hands[seat].into();
                observer.observe(Event::Own(OwnEvent::HandedInGift { seat }));
            }
        }
        self.give_on(owed, observer);
    }

    pub(crate) fn give(&mut self, seat: Seat, cards: Bundle, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Giving { owed }) = self.phase else { return };
        self.handed_in[seat] = cards;
        observer.observe(Event::Own(OwnEvent::HandedInGift { seat }));
        self.give_on(owed, observer);
    }

    fn give_on(&mut self, owed: PerSeat<u8>, observer: &mut impl Observer<Event>) {
        if !self.yet_to_hand_in(owed).is_empty() {
            return;
        }
        let to = self.active;
        for from in Seat::first(SEATS) {
            let cards = Hand::from(self.handed_in[from]);
            if !cards.is_empty() {
                self.hands[from] -= cards;
                self.hands[to] += cards;
                observer.observe(Event::Own(OwnEvent::Gave {
                    from,
                    to,
                    count: cards.len() as u8,
                    cards: Some(cards),
                }));
            }
        }
        self.handed_in = PerSeat::default();
        self.resume(observer);
    }
}
