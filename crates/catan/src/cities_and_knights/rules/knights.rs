//! Knights (`CK-KNIGHT`).

use crate::cities_and_knights::legal::choices::At;
use crate::cities_and_knights::options::KnightRoute;
use crate::cities_and_knights::state::KNIGHTS;
use crate::cities_and_knights::{
    Area, CitiesAndKnights, Event, Hand, Illegal, Knights, LegalActions, OwnEvent, OwnIllegal, OwnPhase,
    Phase, RobberCause, Strength,
};
use crate::rules::Rules as _;
use crate::{Clause, Piece, VertexId, VertexSet};
use game::{Observer, Seat};

/// The intersections that a knight can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Routes {
    /// Free intersections (`CK-KNIGHT-10`).
    pub(crate) free: VertexSet,
    /// Intersections with an opponent's knight (`CK-KNIGHT-11`).
    pub(crate) knights: VertexSet,
    /// Own knights there, with the one that starts: all of them have these routes.
    pub(crate) own: VertexSet,
}

impl Routes {
    /// The routes of no knight, which lead nowhere.
    pub(crate) const NONE: Routes =
        Routes { free: VertexSet::EMPTY, knights: VertexSet::EMPTY, own: VertexSet::EMPTY };
}

impl CitiesAndKnights {
    /// Free intersections where an own road ends (`CK-KNIGHT-1`).
    #[inline]
    pub(crate) fn knight_places(&self, seat: Seat) -> VertexSet {
        self.road_ends[seat] - self.all_buildings() - self.all_knights()
    }

    fn building_or_knight(&self, vertex: VertexId) -> bool {
        Seat::first(self.seats()).any(|seat| {
            self.settlements[seat].contains(vertex)
                || self.cities[seat].contains(vertex)
                || self.own.knights[seat].iter().any(|knights| knights.contains(vertex))
        })
    }

    /// Free of buildings and knights, with an own road (`CK-KNIGHT-1`).
    pub(crate) fn check_knight_place(&self, vertex: VertexId) -> Result<(), Illegal> {
        let clause = "CK-KNIGHT-1";
        if self.building_or_knight(vertex) {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex, clause }));
        }
        let road = !(vertex.edges() & self.roads[self.active]).is_empty();
        if road { Ok(()) } else { Err(Illegal::NoRoadTo { vertex, clause }) }
    }

    pub(crate) fn check_build_knight(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_knight_place(vertex)?;
        if self.knights_left(self.active, Strength::Basic) == 0 {
            return Err(Illegal::Own(OwnIllegal::NoKnightLeft { strength: Strength::Basic }));
        }
        self.check_price(self.active, Hand::KNIGHT)
    }

    #[inline]
    pub(crate) fn list_knights(&self, hand: Hand, legal: &mut LegalActions) {
        let seat = self.active;
        let basic = hand.contains(Hand::KNIGHT) & (self.knights_left(seat, Strength::Basic) > 0);
        legal.list_at(At::Knight, self.knight_places(seat).only_if(basic));
        legal.list_at(At::Promote, self.promotable(seat).only_if(hand.contains(Hand::KNIGHT)));
        let inactive = self.knights_of(seat) - self.own.active_knights;
        legal.list_at(At::Activate, inactive.only_if(hand.contains(Hand::ACTIVATION)));
    }

    pub(crate) fn build_knight(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        self.pay(Hand::KNIGHT, observer);
        self.put_knight(seat, vertex, Strength::Basic, false);
        observer.observe(Event::Own(OwnEvent::BuiltKnight { seat, vertex }));
        self.measure_past(seat, vertex);
        self.award_longest_road(observer);
    }

    /// Puts a knight on the board.
    pub(crate) fn put_knight(&mut self, seat: Seat, vertex: VertexId, strength: Strength, active: bool) {
        self.own.knights[seat][strength.index()].insert(vertex);
        if active {
            self.own.active_knights.insert(vertex);
        }
    }

    /// Takes a knight off the board: how strong it was, and whether it was active.
    pub(crate) fn take_knight(&mut self, seat: Seat, vertex: VertexId) -> (Strength, bool) {
        let strength = self.strength_of(seat, vertex);
        self.own.knights[seat][strength.index()].remove(vertex);
        let active = self.own.active_knights.contains(vertex);
        self.own.active_knights.remove(vertex);
        self.own.ready.remove(vertex);
        self.own.promoted.remove(vertex);
        (strength, active)
    }

    fn check_own_knight(&self, vertex: VertexId, clause: Clause) -> Result<Strength, Illegal> {
        match self.knight_at(vertex) {
            Some((seat, strength)) if seat == self.active => Ok(strength),
            _ => Err(Illegal::Own(OwnIllegal::NotOwnKnight { vertex, clause })),
        }
    }

    pub(crate) fn check_activate(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_own_knight(vertex, "CK-KNIGHT-3")?;
        if self.own.active_knights.contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::AlreadyActive { vertex }));
        }
        self.check_price(self.active, Hand::ACTIVATION)
    }

    /// Active, but not for an action in this turn (`CK-KNIGHT-3`).
    pub(crate) fn activate(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        self.pay(Hand::ACTIVATION, observer);
        self.own.active_knights.insert(vertex);
        observer.observe(Event::Own(OwnEvent::Activated { seat: self.active, vertex }));
    }

    pub(crate) fn check_promote(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_promotion(vertex)?;
        self.check_price(self.active, Hand::KNIGHT)
    }

    pub(crate) fn check_promotion(&self, vertex: VertexId) -> Result<(), Illegal> {
        let strength = self.check_own_knight(vertex, "CK-KNIGHT-4")?;
        let Some(above) = strength.above() else {
            return Err(Illegal::Own(OwnIllegal::AlreadyMighty { vertex }));
        };
        if self.own.promoted.contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::PromotedAlready { vertex }));
        }
        if above == Strength::Mighty && self.own.levels[self.active][Area::Politics.index()] < 3 {
            return Err(Illegal::Own(OwnIllegal::NeedsFortress));
        }
        if self.knights_left(self.active, above) == 0 {
            return Err(Illegal::Own(OwnIllegal::NoKnightLeft { strength: above }));
        }
        Ok(())
    }

    /// Knights that a seat may promote now (`CK-KNIGHT-2`, `CK-KNIGHT-4`), to mighty with the Fortress (`CK-KNIGHT-5`,
    /// `CK-IMP-9`).
    #[inline]
    pub(crate) fn promotable(&self, seat: Seat) -> VertexSet {
        self.promotable_of(seat, &self.own.knights[seat]) - self.own.promoted
    }

    /// Of these knights, by strength, those that may go one level up.
    #[inline]
    pub(crate) fn promotable_of(&self, seat: Seat, knights: &[VertexSet; 3]) -> VertexSet {
        let [basic, strong, mighty] = *knights;
        let fortress = self.own.levels[seat][Area::Politics.index()] >= 3;
        basic.only_if(strong.len() < KNIGHTS) | strong.only_if(fortress && mighty.len() < KNIGHTS)
    }

    /// One level up; status and the right to act stay (`CK-KNIGHT-4`, `CK-KNIGHT-15`).
    pub(crate) fn promote(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        let strength = self.strength_of(seat, vertex);
        let Some(strength) = raise(&mut self.own.knights[seat], vertex, strength) else { return };
        self.own.promoted.insert(vertex);
        observer.observe(Event::Own(OwnEvent::Promoted { seat, vertex, strength }));
    }

    fn check_can_act(&self, vertex: VertexId) -> Result<Strength, Illegal> {
        let strength = self.check_own_knight(vertex, "CK-KNIGHT-8")?;
        if self.own.ready.contains(vertex) {
            Ok(strength)
        } else {
            Err(Illegal::Own(OwnIllegal::CannotAct { vertex }))
        }
    }

    /// Whether a knight that acts may go there: along own roads, or because one ends there (`CK-KNIGHT-9`).
    fn check_way(&self, from: VertexId, to: VertexId) -> Result<(), Illegal> {
        match self.options.ck_knight_route {
            KnightRoute::Connected => self.check_route(self.active, from, to, "CK-KNIGHT-9"),
            KnightRoute::AnyOwnRoad if (to.edges() & self.roads[self.active]).is_empty() => {
                Err(Illegal::NoRoadTo { vertex: to, clause: "CK-KNIGHT-9" })
            }
            KnightRoute::AnyOwnRoad => Ok(()),
        }
    }

    /// Whether own roads lead from one intersection to another past nothing foreign: searched step by step from the
    /// goal.
    fn check_route(&self, seat: Seat, from: VertexId, to: VertexId, clause: Clause) -> Result<(), Illegal> {
        let obstacles = Knights::obstacles(self, seat);
        let mut seen = VertexSet::one(to);
        let mut stack = seen;
        while let Some(vertex) = stack.into_iter().next() {
            stack.remove(vertex);
            for edge in vertex.edges() & self.roads[seat] {
                let next = edge.other_end(vertex);
                if next == from {
                    return Ok(());
                }
                if !obstacles.contains(next) && !seen.contains(next) {
                    seen.insert(next);
                    stack.insert(next);
                }
            }
        }
        Err(Illegal::Own(OwnIllegal::NoRoute { to, clause }))
    }

    pub(crate) fn check_move(&self, from: VertexId, to: VertexId) -> Result<(), Illegal> {
        self.check_can_act(from)?;
        if from == to || self.building_or_knight(to) {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex: to, clause: "CK-KNIGHT-10" }));
        }
        self.check_way(from, to)
    }

    pub(crate) fn check_displace(&self, from: VertexId, to: VertexId) -> Result<(), Illegal> {
        let strength = self.check_can_act(from)?;
        match self.knight_at(to) {
            Some((seat, other)) if seat != self.active => {
                if other >= strength {
                    return Err(Illegal::Own(OwnIllegal::NotWeaker { vertex: to }));
                }
            }
            _ => {
                return Err(Illegal::Own(OwnIllegal::NoForeignKnight { vertex: to, clause: "CK-KNIGHT-11" }));
            }
        }
        self.check_way(from, to)
    }

    pub(crate) fn check_chase(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_can_act(vertex)?;
        if !self.own.robber_is_free {
            return Err(Illegal::Own(OwnIllegal::RobberLocked));
        }
        if vertex.hexes().contains(self.robber) {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::RobberNotNear { vertex }))
        }
    }

    /// Moving, displacing and chasing (`CK-KNIGHT-8`).
    #[inline(never)]
    pub(crate) fn list_knight_actions(&self, ready: VertexSet, legal: &mut LegalActions) {
        let seat = self.active;
        let mut chasing = VertexSet::EMPTY;
        let mut routes = Routes::NONE;
        let own = self.knights_of(seat);
        legal.list_routes(own, self.all_knights() - own, |from| {
            if !ready.contains(from) {
                return VertexSet::EMPTY;
            }
            // Own knights on the same roads get to the same places.
            if !routes.own.contains(from) {
                routes = self.action_routes(from);
            }
            if self.own.robber_is_free && from.hexes().contains(self.robber) {
                chasing.insert(from);
            }
            routes.free | self.displaceable(routes, self.strength_of(seat, from))
        });
        legal.list_at(At::Chase, chasing);
    }

    /// The routes of an acting knight of the active seat: along own roads, or to wherever an own road ends (`CK-KNIGHT-9`).
    #[inline]
    fn action_routes(&self, from: VertexId) -> Routes {
        match self.options.ck_knight_route {
            KnightRoute::Connected => self.routes(self.active, from),
            KnightRoute::AnyOwnRoad => self.routes_anywhere(self.active),
        }
    }

    #[cold]
    fn routes_anywhere(&self, seat: Seat) -> Routes {
        let own = self.knights_of(seat);
        let knights = self.road_ends[seat] & (self.all_knights() - own);
        Routes { free: self.knight_places(seat), knights, own }
    }

    /// The routes of a knight of `seat` from an intersection along own roads, past own pieces, never past an opponent's
    /// (`CK-KNIGHT-9`, `CK-KNIGHT-12`).
    pub(crate) fn routes(&self, seat: Seat, from: VertexId) -> Routes {
        let obstacles = Knights::obstacles(self, seat);
        // The two ends of each road; beyond the roads, none.
        let mut roads = [VertexSet::EMPTY; Piece::Road.count().next_multiple_of(4) as usize];
        for (ends, road) in roads.iter_mut().zip(self.roads[seat]) {
            *ends = road.end_set();
        }
        let start = VertexSet::one(from);
        let mut reached = start;
        loop {
            // A road leads on from where one may pass. All roads are looked at, four by four: fewer branches are mispredicted than in a search.
            let passed = (reached - obstacles) | start;
            let further = roads
                .iter()
                .fold(reached, |further, &ends| further | ends.only_if(!(ends & passed).is_empty()));
            if further == reached {
                break;
            }
            reached = further;
        }
        let own = self.knights_of(seat);
        let ends = reached - start - self.buildings(seat) - own;
        Routes { free: ends - obstacles, knights: ends & (self.all_knights() - own), own: reached & own }
    }

    /// Knights of opponents that a knight of this strength may displace from where it stands.
    #[inline]
    fn displaceable(&self, routes: Routes, strength: Strength) -> VertexSet {
        let weaker = |vertex: &VertexId| self.knight_at(*vertex).is_some_and(|(_, other)| other < strength);
        routes.knights.into_iter().filter(weaker).collect()
    }

    /// The knight goes from one place to another and is inactive then (`CK-KNIGHT-8`).
    pub(crate) fn act(&mut self, from: VertexId, to: VertexId) {
        let seat = self.active;
        let was_promoted = self.own.promoted.contains(from);
        let (strength, _) = self.take_knight(seat, from);
        self.put_knight(seat, to, strength, false);
        if was_promoted {
            self.own.promoted.insert(to);
        }
    }

    pub(crate) fn move_knight(&mut self, from: VertexId, to: VertexId, observer: &mut impl Observer<Event>) {
        self.act(from, to);
        observer.observe(Event::Own(OwnEvent::MovedKnight { seat: self.active, from, to }));
        self.measure_through_left(self.active, from);
        self.measure_past(self.active, to);
        self.award_longest_road(observer);
    }

    /// The attacker takes the place, then the owner of the displaced knight moves it (`CK-KNIGHT-17`).
    pub(crate) fn displace(&mut self, from: VertexId, to: VertexId, observer: &mut impl Observer<Event>) {
        let (victim, _) = self.knight_at(to).expect("a knight stands there");
        let (strength, active) = self.take_knight(victim, to);
        self.act(from, to);
        observer.observe(Event::Own(OwnEvent::Displaced { seat: self.active, from, to, victim }));
        self.measure_through_left(self.active, from);
        self.measure_past(self.active, to);
        self.measure_past(victim, to);
        self.send_away(victim, to, strength, active, observer);
    }

    /// A displaced knight retreats: its owner chooses; with one place it goes by itself, without any it leaves the
    /// board (`CK-KNIGHT-12`, `CK-KNIGHT-17`).
    pub(crate) fn send_away(
        &mut self,
        seat: Seat,
        from: VertexId,
        strength: Strength,
        active: bool,
        observer: &mut impl Observer<Event>,
    ) {
        let places = self.routes(seat, from).free;
        match (places.len(), places.nth(0)) {
            (0, _) => {
                observer.observe(Event::Own(OwnEvent::Retreated { seat, from, to: None }));
                self.after_retreat(observer);
            }
            (1, Some(only)) => self.retreat(seat, from, strength, active, only, observer),
            _ => self.phase = Phase::Own(OwnPhase::Retreating { seat, from, strength, active }),
        }
    }

    pub(crate) fn check_retreat(&self, to: VertexId) -> Result<(), Illegal> {
        let Phase::Own(OwnPhase::Retreating { seat, from, .. }) = self.phase else {
            return Err(Illegal::NotAsked { clause: "CK-KNIGHT-12" });
        };
        if to == from {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex: to, clause: "CK-KNIGHT-17" }));
        }
        if self.building_or_knight(to) {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex: to, clause: "CK-KNIGHT-12" }));
        }
        self.check_route(seat, from, to, "CK-KNIGHT-12")
    }

    /// Strength and status stay.
    pub(crate) fn retreat(
        &mut self,
        seat: Seat,
        from: VertexId,
        strength: Strength,
        active: bool,
        to: VertexId,
        observer: &mut impl Observer<Event>,
    ) {
        self.put_knight(seat, to, strength, active);
        observer.observe(Event::Own(OwnEvent::Retreated { seat, from, to: Some(to) }));
        self.measure_past(seat, to);
        self.after_retreat(observer);
    }

    /// Awards Longest Road once, after the retreat (`CK-LR-4`).
    fn after_retreat(&mut self, observer: &mut impl Observer<Event>) {
        self.award_longest_road(observer);
        self.resume(observer);
    }

    /// The robber is chased away (`CK-KNIGHT-13`).
    pub(crate) fn chase(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        self.own.active_knights.remove(vertex);
        self.own.ready.remove(vertex);
        observer.observe(Event::Own(OwnEvent::ChasedRobber { seat: self.active, vertex }));
        self.start_robber(RobberCause::Chase, observer);
    }
}

/// A knight of this strength goes one level up; `None` if there is no such level.
pub(crate) fn raise(knights: &mut [VertexSet; 3], vertex: VertexId, strength: Strength) -> Option<Strength> {
    let above = strength.above()?;
    knights[strength.index()].remove(vertex);
    knights[above.index()].insert(vertex);
    Some(above)
}
