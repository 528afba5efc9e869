//! The barbarians (`CK-BARB`).

use crate::cities_and_knights::options::{
    BarbarianLoser, BarbarianVariant, Compared, DefenderSupply, Pillage, PillagedRoads,
};
use crate::cities_and_knights::{
    Area, CitiesAndKnights, Event, Illegal, Knights, OwnEvent, OwnIllegal, OwnPhase, Phase, Strength,
    TurnStage,
};
use crate::rules::Rules as _;
use crate::seats::PerSeat;
use crate::{EdgeId, EdgeSet, Piece, VertexId, VertexSet};
use game::{Observer, Seat, SeatSet};

/// Defender cards of the box (`CK-COMP-5`).
const DEFENDERS: u8 = 6;

impl CitiesAndKnights {
    /// The ship has landed. All active knights fight, or those that their owners choose (`CK-BARB-15`).
    pub(crate) fn attack(&mut self, observer: &mut impl Observer<Event>) {
        self.own.stage = TurnStage::Attack;
        if self.options.ck_barbarian_variant == BarbarianVariant::Choose {
            let has_active = |seat: &Seat| !(self.knights_of(*seat) & self.own.active_knights).is_empty();
            let waiting: SeatSet = Seat::first(self.seats()).filter(has_active).collect();
            return self.muster(waiting, VertexSet::EMPTY, observer);
        }
        self.fight(self.own.active_knights, observer);
    }

    fn muster(&mut self, waiting: SeatSet, fighting: VertexSet, observer: &mut impl Observer<Event>) {
        if waiting.is_empty() {
            self.fight(fighting, observer);
        } else {
            self.phase = Phase::Own(OwnPhase::Mustering { waiting, fighting });
        }
    }

    pub(crate) fn check_fight(&self, seat: Seat, knights: VertexSet) -> Result<(), Illegal> {
        let foreign = knights.into_iter().find(|&vertex| !self.knights_of(seat).contains(vertex));
        if let Some(vertex) = foreign {
            return Err(Illegal::Own(OwnIllegal::NotOwnKnight { vertex, clause: "CK-BARB-15" }));
        }
        match knights.into_iter().find(|&vertex| !self.own.active_knights.contains(vertex)) {
            Some(vertex) => Err(Illegal::Own(OwnIllegal::Inactive { vertex })),
            None => Ok(()),
        }
    }

    /// A seat has said which of its active knights fight.
    pub(crate) fn mustered(&mut self, seat: Seat, knights: VertexSet, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Mustering { mut waiting, fighting }) = self.phase else { return };
        waiting.remove(seat);
        observer.observe(Event::Own(OwnEvent::Mustered { seat, knights: knights.len() as u8 }));
        self.muster(waiting, fighting | knights, observer);
    }

    /// The strength of the barbarians: one for each city (`CK-BARB-1`).
    pub(crate) fn barbarian_strength(&self) -> u8 {
        Seat::first(self.seats()).map(|seat| self.cities[seat].len() as u8).sum()
    }

    /// Sums the strength of these knights for each seat (`CK-BARB-2`).
    pub(crate) fn strengths(&self, fighting: VertexSet) -> PerSeat<u8> {
        let mut strengths = PerSeat::default();
        for seat in Seat::first(self.seats()) {
            for strength in Strength::ALL {
                let knights = self.own.knights[seat][strength.index()] & fighting;
                strengths[seat] += strength.value() * knights.len() as u8;
            }
        }
        strengths
    }

    /// Strengths are compared, and fixed by that (`CK-BARB-17`): cities of all seats against the knights that fight
    /// (`CK-BARB-1`, `CK-BARB-2`). The barbarians win only if they are stronger (`CK-BARB-3`).
    pub(crate) fn fight(&mut self, fighting: VertexSet, observer: &mut impl Observer<Event>) {
        let strengths = self.strengths(fighting);
        let knights = strengths.0.iter().sum();
        let barbarians = self.barbarian_strength();
        observer.observe(Event::Own(OwnEvent::Attacked { barbarians, knights, strengths }));
        self.own.fighting = fighting;
        if barbarians > knights {
            let losers = self.losers(strengths);
            self.pillage_on(losers, observer);
        } else {
            self.win(strengths, observer);
        }
    }

    /// Among the seats with a plain city, or among all (`CK-BARB-4`), the weakest lose one each, by strength or by the
    /// number of knights that fought (`CK-BARB-5`, `CK-BARB-6`). Who has no plain city loses nothing, so that there may be
    /// no loser at all (`CK-BARB-10`).
    pub(crate) fn losers(&self, strengths: PerSeat<u8>) -> SeatSet {
        let counted = |seat: Seat| match self.options.barbarian_loser {
            BarbarianLoser::Strength => strengths[seat],
            BarbarianLoser::Count => (self.knights_of(seat) & self.own.fighting).len() as u8,
        };
        let can_lose = |seat: &Seat| !self.plain_cities(*seat).is_empty();
        let all = self.options.ck_barbarian_compared == Compared::All;
        let compared = Seat::first(self.seats()).filter(|seat| all || can_lose(seat));
        let lowest = compared.map(counted).min();
        Seat::first(self.seats()).filter(can_lose).filter(|&seat| Some(counted(seat)) == lowest).collect()
    }

    /// Lets the next loser, clockwise, choose a city, unless it has only one (`CK-BARB-7`). Awards Longest Road once, after all
    /// losses (`CK-LR-4`).
    fn pillage_on(&mut self, losers: SeatSet, observer: &mut impl Observer<Event>) {
        if losers.is_empty() {
            self.award_longest_road(observer);
            if !self.wins_now(observer) {
                self.end_attack(observer);
            }
            return;
        }
        self.phase = Phase::Own(OwnPhase::Pillaging { losers });
        let cities = self.plain_cities(self.first_clockwise(losers));
        if let (1, Some(only)) = (cities.len(), cities.nth(0)) {
            self.pillage(only, observer);
        }
    }

    /// A city becomes a settlement; its wall goes with it (`CK-BARB-8`, `CK-WALL-3`), levels stay (`CK-IMP-4`). Without a
    /// settlement piece it is removed with the roads at it, or laid on its side (`CK-BARB-9`).
    pub(crate) fn pillage(&mut self, vertex: VertexId, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Pillaging { mut losers }) = self.phase else { return };
        let seat = self.first_clockwise(losers);
        losers.remove(seat);
        let has_piece = self.pieces_left(seat, Piece::Settlement) > 0;
        let lays = self.options.ck_pillage_no_settlement == Pillage::OfficialTip;
        self.cities[seat].remove(vertex);
        self.own.walls.remove(vertex);
        let settlement = has_piece || lays;
        observer.observe(Event::Own(OwnEvent::Pillaged { seat, vertex, settlement }));
        if settlement {
            self.settlements[seat].insert(vertex);
            if !has_piece {
                self.own.laid.insert(vertex);
            }
        } else {
            for edge in self.roads_of_city(seat, vertex) {
                self.lift_road(seat, edge);
                observer.observe(Event::Own(OwnEvent::LostRoad { seat, edge }));
            }
            self.derive_of_buildings(seat);
            self.measure(seat);
            self.measure_past(seat, vertex);
        }
        self.pillage_on(losers, observer);
    }

    /// The own roads that are lost with the city that stood on this intersection: those that end there, or all that are
    /// reached from there along own roads, up to another own building and to whatever is an opponent's (`CK-BARB-9`).
    fn roads_of_city(&self, seat: Seat, vertex: VertexId) -> EdgeSet {
        let mut lost = vertex.edges() & self.roads[seat];
        if self.options.ck_pillaged_roads == PillagedRoads::Connected {
            let ends = self.buildings(seat) | Knights::obstacles(self, seat);
            loop {
                let reached: VertexSet = lost.into_iter().flat_map(EdgeId::ends).collect();
                let further = (reached - ends).into_iter().fold(lost, |all, at| all | at.edges());
                let further = further & self.roads[seat];
                if further == lost {
                    break;
                }
                lost = further;
            }
        }
        lost
    }

    /// The best defender is Defender of Catan (`CK-BARB-11`); tied ones draw (`CK-BARB-12`). Without any knight nobody
    /// is rewarded (`CK-BARB-13`).
    pub(crate) fn win(&mut self, strengths: PerSeat<u8>, observer: &mut impl Observer<Event>) {
        let best = Seat::first(self.seats()).map(|seat| strengths[seat]).max().unwrap_or(0);
        let leaders: SeatSet = Seat::first(self.seats()).filter(|&seat| strengths[seat] == best).collect();
        if best == 0 && !self.options.ck_zero_defence_reward {
            return self.end_attack(observer);
        }
        match (leaders.len(), leaders.lowest()) {
            (1, Some(seat)) => {
                let given: u8 = self.own.defenders.0.iter().sum();
                if self.options.ck_defender_supply == DefenderSupply::Unlimited || given < DEFENDERS {
                    self.own.defenders[seat] += 1;
                    observer.observe(Event::Own(OwnEvent::Defended { seat }));
                }
                if !self.wins_now(observer) {
                    self.end_attack(observer);
                }
            }
            _ => self.choose_decks(leaders, observer),
        }
    }

    /// The next tied defender chooses a deck that has cards, clockwise (`CK-BARB-12`, `CK-BARB-16`); if one deck only has,
    /// that is no choice.
    pub(crate) fn choose_decks(&mut self, waiting: SeatSet, observer: &mut impl Observer<Event>) {
        let mut decks = Area::ALL.into_iter().filter(|&area| self.deck_len(area) > 0);
        match (waiting.is_empty(), decks.next(), decks.next()) {
            (false, Some(only), None) => {
                self.phase = Phase::Own(OwnPhase::ChoosingDeck { waiting });
                self.choose_deck(only);
            }
            (false, Some(_), Some(_)) => self.phase = Phase::Own(OwnPhase::ChoosingDeck { waiting }),
            _ => self.after_draws(observer),
        }
    }

    pub(crate) fn check_choose_deck(&self, area: Area) -> Result<(), Illegal> {
        if self.deck_len(area) == 0 { Err(Illegal::Own(OwnIllegal::EmptyDeck { area })) } else { Ok(()) }
    }

    pub(crate) fn decks_with_cards(&self) -> u8 {
        Area::ALL.into_iter().map(|area| u8::from(self.deck_len(area) > 0) << area.index()).sum()
    }

    pub(crate) fn choose_deck(&mut self, area: Area) {
        let Phase::Own(OwnPhase::ChoosingDeck { mut waiting }) = self.phase else { return };
        let seat = self.first_clockwise(waiting);
        waiting.remove(seat);
        self.phase = Phase::Own(OwnPhase::DrawingCard { seat, area, waiting, defence: true });
    }

    /// Ends an attack: the knights that fought rest, the ship goes back, the robber becomes free (`CK-BARB-14`); then the roll
    /// goes on with production. A knight that rests may not act in this turn, even if it is activated again (`CK-KNIGHT-16`).
    pub(crate) fn end_attack(&mut self, observer: &mut impl Observer<Event>) {
        self.own.active_knights = self.own.active_knights - self.own.fighting;
        self.own.ready = self.own.ready - self.own.fighting;
        self.own.fighting = VertexSet::EMPTY;
        self.own.ship = 0;
        self.set_attacked(true);
        self.own.stage = TurnStage::Event;
        observer.observe(Event::Own(OwnEvent::AttackOver));
        self.after_event(observer);
    }
}
