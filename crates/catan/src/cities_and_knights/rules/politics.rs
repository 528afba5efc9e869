//! The cards of the politics deck (`CK-POL`).

use crate::cities_and_knights::illegal::bad_target;
use crate::cities_and_knights::legal::choices::OnSeat;
use crate::cities_and_knights::options::{DeserterActs, DeserterMighty, DeserterSubstitute};
use crate::cities_and_knights::strength::StrengthSet;
use crate::cities_and_knights::{
    Area, Bundle, CitiesAndKnights, Event, Hand, Illegal, LegalActions, OwnEvent, OwnIllegal, OwnPhase,
    Phase, Progress, Strength,
};
use crate::seats::{PerSeat, SEATS};
use crate::{EdgeId, EdgeSet, VertexId, VertexSet};
use game::{Observer, Seat};

impl CitiesAndKnights {
    pub(crate) fn check_bishop(&self) -> Result<(), Illegal> {
        if self.own.robber_is_free { Ok(()) } else { Err(Illegal::Own(OwnIllegal::RobberLocked)) }
    }

    pub(crate) fn check_deserter(&self, victim: Seat) -> Result<(), Illegal> {
        self.check_opponent(victim)?;
        self.check_effect(Progress::Deserter, !self.knights_of(victim).is_empty())
    }

    #[inline]
    pub(crate) fn list_deserter(&self, legal: &mut LegalActions) {
        let null = self.null_is_allowed();
        let victims = self.opponents().filter(|&other| null || !self.knights_of(other).is_empty());
        legal.list_on_seats(OnSeat::Deserter, victims.collect());
    }

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

    pub(crate) fn check_remove_knight(&self, seat: Seat, vertex: VertexId) -> Result<(), Illegal> {
        if self.knights_of(seat).contains(vertex) {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::NotOwnKnight { vertex, clause: "CK-POL-3" }))
        }
    }

    pub(crate) fn remove_knight(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Deserting { victim }) = self.phase else { return };
        let (strength, active) = self.take_knight(victim, vertex);
        observer.observe(Event::Own(OwnEvent::Deserted { seat: victim, vertex, strength }));
        self.measure_past(victim, vertex);
        if self.knight_places(self.active).is_empty() || self.deserter_strengths(strength).is_empty() {
            self.deserter_done(observer);
        } else {
            self.phase = Phase::Own(OwnPhase::PlacingDeserter { strength, active });
        }
    }

    /// The strengths of the knights that may replace one of this strength: the same if there is a piece, otherwise a basic one;
    /// any lower one where the option says so (`CK-OPT-11`). Where a mighty knight needs the Fortress for this too (`CK-OPT-23`),
    /// the seat is treated as having no such piece without it.
    pub(crate) fn deserter_strengths(&self, strength: Strength) -> StrengthSet {
        let fortress = self.options.ck_deserter_mighty == DeserterMighty::Always
            || self.own.levels[self.active][Area::Politics.index()] >= 3;
        let left = |strength: &Strength| {
            self.knights_left(self.active, *strength) > 0 && (*strength < Strength::Mighty || fortress)
        };
        let up_to = |most: Strength| Strength::ALL.into_iter().filter(move |&other| other <= most);
        match self.options.ck_deserter_substitute {
            DeserterSubstitute::AnyLower => up_to(strength).filter(left).collect(),
            DeserterSubstitute::Basic if left(&strength) => StrengthSet::one(strength),
            DeserterSubstitute::Basic => up_to(Strength::Basic).filter(left).collect(),
        }
    }

    /// The strongest knight that may be placed for one of this strength; there is one while the phase lasts.
    fn strongest_for(&self, strength: Strength) -> Strength {
        self.deserter_strengths(strength).iter().next_back().unwrap_or(Strength::Basic)
    }

    /// The strengths among which the Deserter's owner may choose; none where there is no choice.
    pub(crate) fn chosen_strengths(&self, strength: Strength) -> StrengthSet {
        if self.options.ck_deserter_substitute == DeserterSubstitute::AnyLower {
            self.deserter_strengths(strength)
        } else {
            StrengthSet::EMPTY
        }
    }

    pub(crate) fn check_place_deserter(
        &self,
        vertex: VertexId,
        chosen: Option<Strength>,
    ) -> Result<(), Illegal> {
        let Phase::Own(OwnPhase::PlacingDeserter { strength, .. }) = self.phase else {
            return Err(Illegal::NotAsked { clause: "CK-POL-3" });
        };
        self.check_knight_place(vertex)?;
        let may_choose = self.options.ck_deserter_substitute == DeserterSubstitute::AnyLower;
        match chosen {
            None if may_choose => Err(Illegal::Own(OwnIllegal::StrengthToChoose)),
            None => Ok(()),
            Some(_) if !may_choose => {
                let strength = self.strongest_for(strength);
                Err(Illegal::Own(OwnIllegal::StrengthIsGiven { strength }))
            }
            Some(chosen) if chosen > strength => {
                Err(Illegal::Own(OwnIllegal::StrongerThanDeserter { strength }))
            }
            Some(Strength::Mighty)
                if self.options.ck_deserter_mighty == DeserterMighty::WithFortress
                    && self.own.levels[self.active][Area::Politics.index()] < 3 =>
            {
                Err(Illegal::Own(OwnIllegal::NeedsFortress))
            }
            Some(chosen) if self.knights_left(self.active, chosen) == 0 => {
                Err(Illegal::Own(OwnIllegal::NoKnightLeft { strength: chosen }))
            }
            Some(_) => Ok(()),
        }
    }

    /// A knight of this strength and the status of the one that deserted (`CK-POL-3`).
    pub(crate) fn place_deserter(
        &mut self,
        vertex: VertexId,
        chosen: Option<Strength>,
        observer: &mut impl Observer<Event>,
    ) {
        let Phase::Own(OwnPhase::PlacingDeserter { strength, active }) = self.phase else { return };
        let strength = chosen.unwrap_or_else(|| self.strongest_for(strength));
        let seat = self.active;
        self.put_knight(seat, vertex, strength, active);
        if active && self.options.ck_deserter_acts == DeserterActs::SameTurn {
            self.own.ready.insert(vertex);
        }
        observer.observe(Event::Own(OwnEvent::PlacedDeserter { seat, vertex, strength, active }));
        self.measure_past(seat, vertex);
        self.deserter_done(observer);
    }

    /// Awards Longest Road once, after the placing or its refusal (`CK-LR-4`).
    pub(crate) fn deserter_done(&mut self, observer: &mut impl Observer<Event>) {
        self.award_longest_road(observer);
        self.resume(observer);
    }

    pub(crate) fn check_diplomat(&self, edge: EdgeId) -> Result<(), Illegal> {
        let owner = Seat::first(self.seats()).find(|&seat| self.roads[seat].contains(edge));
        match owner {
            Some(owner) if self.road_is_open(owner, edge) => Ok(()),
            _ => bad_target(Progress::Diplomat, "CK-POL-4"),
        }
    }

    /// Whether a road is open, asked end by end (`CK-POL-4`).
    fn road_is_open(&self, owner: Seat, edge: EdgeId) -> bool {
        let mut open = false;
        for end in edge.ends() {
            let other_road = (end.edges() & self.roads[owner]).len() > 1;
            let knight = self.knights_of(owner).contains(end);
            if knight && !other_road {
                return false;
            }
            open |= !other_road && !knight && !self.buildings(owner).contains(end);
        }
        open
    }

    /// Open roads of all seats: at one of their ends there is nothing else of their colour, and no knight would lose its
    /// only road (`CK-POL-4`, `CK-POL-10`).
    #[inline(never)]
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

    /// Places the removed road again, unless the seat declines; awards Longest Road once (`CK-LR-4`).
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

    pub(crate) fn check_intrigue(&self, vertex: VertexId) -> Result<(), Illegal> {
        match self.knight_at(vertex) {
            Some((owner, _)) if owner != self.active => {
                if (vertex.edges() & self.roads[self.active]).is_empty() {
                    bad_target(Progress::Intrigue, "CK-POL-5")
                } else {
                    Ok(())
                }
            }
            _ => Err(Illegal::Own(OwnIllegal::NoForeignKnight { vertex, clause: "CK-POL-5" })),
        }
    }

    /// Opponents' knights where an own road ends (`CK-POL-5`).
    #[inline(never)]
    pub(crate) fn intrigue_targets(&self) -> VertexSet {
        self.road_ends[self.active] & (self.all_knights() - self.knights_of(self.active))
    }

    pub(crate) fn intrigue(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        let (victim, _) = self.knight_at(vertex).expect("a knight stands there");
        let (strength, active) = self.take_knight(victim, vertex);
        self.measure_past(victim, vertex);
        self.send_away(victim, vertex, strength, active, observer);
    }

    pub(crate) fn check_saboteur(&self) -> Result<(), Illegal> {
        let own = self.points(self.active).total();
        let sabotaged = |other: Seat| self.points(other).total() >= own && self.hands[other].len() >= 2;
        self.check_effect(Progress::Saboteur, self.opponents().any(sabotaged))
    }

    #[inline(never)]
    pub(crate) fn may_sabotage(&self) -> bool {
        let own = self.points(self.active).total();
        let sabotaged = |other: Seat| self.hands[other].len() >= 2 && self.points(other).total() >= own;
        self.null_is_allowed() || self.opponents().any(sabotaged)
    }

    /// Makes opponents with as many points or more discard half (`CK-POL-6`).
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

    pub(crate) fn check_spy(&self, victim: Seat) -> Result<(), Illegal> {
        self.check_opponent(victim)?;
        self.check_effect(Progress::Spy, self.progress_len(victim) > 0)
    }

    #[inline]
    pub(crate) fn list_spy(&self, legal: &mut LegalActions) {
        let null = self.null_is_allowed();
        let spied = self.opponents().filter(|&other| null || self.progress_len(other) > 0);
        legal.list_on_seats(OnSeat::Spy, spied.collect());
    }

    /// Shows the hidden progress cards of an opponent; the choice of the opponent is public (`CK-POL-7`, `CK-INFO-3`).
    pub(crate) fn spy(&mut self, victim: Seat, observer: &mut impl Observer<Event>) {
        if self.progress_len(victim) == 0 {
            self.phase = Phase::Building;
            return;
        }
        self.phase = Phase::Own(OwnPhase::Spying { victim });
        observer.observe(Event::Own(OwnEvent::LookedAtProgress { seat: self.active, victim }));
    }

    pub(crate) fn check_take_progress(&self, card: Progress) -> Result<(), Illegal> {
        match self.phase {
            Phase::Own(OwnPhase::Spying { victim }) if self.own.progress[victim].contains(card) => Ok(()),
            _ => Err(Illegal::Own(OwnIllegal::NoSuchCard { card, clause: "CK-POL-7" })),
        }
    }

    /// The card changes hands; a fifth one is discarded at once (`CK-POL-7`, `CK-PROG-6`).
    pub(crate) fn take_progress(&mut self, card: Progress, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Spying { victim }) = self.phase else { return };
        let seat = self.active;
        self.own.progress[victim].take(card);
        self.own.progress[seat].add(card);
        observer.observe(Event::Own(OwnEvent::TookProgress {
            seat,
            victim,
            area: card.area(),
            card: Some(card),
        }));
        self.after_draws(observer);
    }

    /// No card is taken (`CK-POL-7`).
    pub(crate) fn leave_progress(&mut self, victim: Seat, observer: &mut impl Observer<Event>) {
        observer.observe(Event::Own(OwnEvent::LeftProgress { seat: self.active, victim }));
        self.resume(observer);
    }

    pub(crate) fn check_warlord(&self) -> Result<(), Illegal> {
        let inactive = |vertex: VertexId| !self.own.active_knights.contains(vertex);
        self.check_effect(Progress::Warlord, self.knights_of(self.active).into_iter().any(inactive))
    }

    #[inline]
    pub(crate) fn may_activate_all(&self) -> bool {
        self.null_is_allowed() || !(self.knights_of(self.active) - self.own.active_knights).is_empty()
    }

    /// All own knights are active; those that were not may not act in this turn (`CK-POL-8`).
    pub(crate) fn warlord(&mut self, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        let knights = self.knights_of(seat) - self.own.active_knights;
        self.own.active_knights = self.own.active_knights | knights;
        observer.observe(Event::Own(OwnEvent::ActivatedAll { seat, knights }));
    }

    pub(crate) fn check_wedding(&self) -> Result<(), Illegal> {
        let own = self.points(self.active).total();
        let gives = |other: Seat| self.points(other).total() > own && !self.hands[other].is_empty();
        self.check_effect(Progress::Wedding, self.opponents().any(gives))
    }

    #[inline(never)]
    pub(crate) fn may_wed(&self) -> bool {
        let own = self.points(self.active).total();
        let gives = |other: Seat| !self.hands[other].is_empty() && self.points(other).total() > own;
        self.null_is_allowed() || self.opponents().any(gives)
    }

    /// Makes opponents with more points give two cards of their choice, or all that they have (`CK-POL-9`).
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
