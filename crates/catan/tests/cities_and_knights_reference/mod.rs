//! A second implementation of Cities & Knights, written from `rulebook/cities-and-knights.md` alone: slow, obvious, and
//! sharing no rule with the engine. Only the words of the public vocabulary are common: `Action`, `Chance`, `Options`.
//! What the base game has alike comes from the slow reference of the base game.
//!
//! Everything is a list or a number. What is still to happen lies on an agenda, one task after the other, until
//! somebody is to be asked; an action is legal exactly if [`Table::objections`] finds no clause against it.

// Each test that includes this module uses another part of it.
#![allow(dead_code, unreachable_pub)]

mod agenda;
mod apply;
mod listed;
mod objections;
mod plays;
mod position;

use crate::reference::common::{self, StartRolls};
use crate::reference::island::ISLAND;
use crate::reference::{self, Trading, total};
use catan::cities_and_knights::options::{
    Board, DefenderSupply, FifthCard, KnightRoute, Level4City, MetropolisPlacing, MetropolisTakeover,
    NullPlay, ProgressDraw, RobberStart,
};
use catan::cities_and_knights::{
    Area, CardKind, Chance, EventFace, Options, OwnChance, Progress, RobberCause,
};
use catan::options::{RobberVictims, SetupKind, TradeBuild};
use catan::{Harbour, Terrain};
use std::collections::{BTreeMap, VecDeque};

#[allow(unused_imports)]
pub use listed::{bundle, everything, plays};
pub use objections::{hand, message};

/// Cards by kind: brick, lumber, wool, grain, ore, paper, cloth, coin (`CK-TERM-1`, `CK-TERM-2`).
pub type Hand = [u32; 8];

/// What a settlement or city is (`CK-TERM-16`; a laid city: `CK-BARB-9`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum House {
    Settlement,
    City { wall: bool },
    LaidCity,
}

/// A knight on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knight {
    pub seat: usize,
    /// 1 basic, 2 strong, 3 mighty (`CK-TERM-9`).
    pub strength: u32,
    pub active: bool,
    /// Active without a break since before this turn of its owner (`CK-KNIGHT-8`, `CK-KNIGHT-16`).
    pub may_act: bool,
    /// In this turn (`CK-KNIGHT-4`).
    pub promoted: bool,
}

/// A progress deck: cards in an order that nobody knows, and those that were put under them (`CK-PROG-8`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    pub shuffled: Vec<Progress>,
    pub under: VecDeque<Progress>,
}

impl Deck {
    pub fn len(&self) -> usize {
        self.shuffled.len() + self.under.len()
    }

    /// What can be on top, each card once.
    fn tops(&self) -> Vec<Progress> {
        if self.shuffled.is_empty() {
            self.under.front().copied().into_iter().collect()
        } else {
            self.shuffled.clone()
        }
    }

    fn take(&mut self, card: Progress) {
        if self.shuffled.is_empty() {
            assert_eq!(self.under.pop_front(), Some(card));
        } else {
            let at = self.shuffled.iter().position(|&other| other == card).expect("a card of the deck");
            self.shuffled.remove(at);
        }
    }
}

/// What is still to happen in this turn, one after the other.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// The event die (`CK-DICE-1`).
    Event(EventFace),
    /// A seat says which of its knights fight (`CK-BARB-15`).
    Muster(usize),
    /// Barbarians against knights (`CK-BARB-3`).
    Compare,
    /// A seat loses a city (`CK-BARB-7`).
    Lose(usize),
    /// Longest Road after an effect that moved several pieces (`CK-LR-4`).
    LongestRoad,
    /// A tied defender draws from a deck of choice (`CK-BARB-12`).
    DrawAsDefender(usize),
    /// A seat draws from the deck of the gate (`CK-PROG-2`).
    DrawAtGate(usize, Area),
    /// Seats with five cards discard (`CK-PROG-7`); when the turn ends the active one too.
    DropCards { ending: bool },
    /// Knights are deactivated, the ship goes back, the robber is free (`CK-BARB-14`).
    AfterAttack,
    /// Production or the 7 (`CK-DICE-4`).
    Numbers,
    /// A seat without a card may take one (`CK-IMP-8`).
    Aqueduct(usize),
    /// The robber moves (`CK-SEVEN-3`).
    Robber(RobberCause),
    /// A random card goes from this seat to the active one (`CK-POL-1`).
    Rob(usize),
    /// The displaced knight goes elsewhere (`CK-KNIGHT-12`).
    Retreat { knight: Knight, from: usize },
    /// The turn is over.
    NextTurn,
}

/// What the table waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    LayOut,
    DrawStart,
    RollForStart(StartRolls),
    FoundSettlement,
    FoundCity,
    FoundRoad {
        at: usize,
    },
    BeforeRoll,
    /// The dice, with the values that the Alchemist chose.
    Dice {
        chosen: Option<(u8, u8)>,
    },
    Muster(usize),
    Pillage(usize),
    Deck(usize),
    OfferDraw(usize, Area),
    DrawCard {
        seat: usize,
        area: Area,
        defence: bool,
    },
    /// Who must discard a progress card; what was handed in.
    Drop {
        seats: Vec<usize>,
        chosen: BTreeMap<usize, Progress>,
        ending: bool,
    },
    Aqueduct(usize),
    /// What each seat must hand in; what it has handed in.
    Discard {
        owed: Vec<u32>,
        chosen: Vec<Option<Hand>>,
        sabotage: bool,
    },
    Robber(RobberCause),
    Victim {
        eligible: Vec<usize>,
    },
    Stealing {
        victim: usize,
    },
    /// Step 4 (`CK-TURN-2`).
    Acting,
    FreeRoads {
        left: usize,
        placed: usize,
    },
    Retreat {
        knight: Knight,
        from: usize,
        places: Vec<usize>,
    },
    RemoveKnight(usize),
    PlaceKnight {
        strength: u32,
        active: bool,
    },
    ReplaceRoad {
        removed: usize,
    },
    Spy(usize),
    TakeCards {
        victim: usize,
        count: u32,
    },
    Give {
        owed: Vec<u32>,
        chosen: Vec<Option<Hand>>,
    },
    ForcedExchange {
        victim: usize,
        kind: usize,
    },
    Metropolis(Area),
    PlayOrDrop,
    Over {
        winner: Option<usize>,
    },
}

/// All of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub options: Options,
    pub seats: usize,
    pub terrain: Vec<Terrain>,
    /// 0 where no token lies.
    pub numbers: Vec<u8>,
    pub harbours: Vec<Harbour>,
    pub robber: usize,
    /// Whether the first attack is over (`CK-ROB-1`).
    pub attacked: bool,
    /// How far the ship has come (`CK-COMP-7`).
    pub ship: u32,
    /// Of each path, whose road lies there.
    pub roads: Vec<Option<usize>>,
    /// Of each intersection, whose building stands there.
    pub houses: Vec<Option<(usize, House)>>,
    pub knights: Vec<Option<Knight>>,
    /// Of each area, where its metropolis stands.
    pub metropolises: BTreeMap<Area, usize>,
    /// Levels of improvement.
    pub levels: BTreeMap<(usize, Area), u32>,
    pub merchant: Option<(usize, usize)>,
    pub supply: Hand,
    pub hands: Vec<Hand>,
    pub decks: BTreeMap<Area, Deck>,
    /// Hidden progress cards of each seat.
    pub held: Vec<Vec<Progress>>,
    /// Victory point cards that were turned up.
    pub turned_up: Vec<(usize, Progress)>,
    pub defender_cards: Vec<u32>,
    pub longest_road: Option<usize>,
    pub question: Question,
    pub agenda: VecDeque<Task>,
    pub start: Option<usize>,
    pub active: usize,
    /// The seats in the order in which they found, both rounds; how many buildings are placed.
    pub founding: Vec<usize>,
    pub founded: usize,
    pub turn: u32,
    pub rolled: bool,
    pub dice: Option<(EventFace, u8, u8)>,
    /// Kinds of which the last roll owed more than the supply had.
    pub short: Vec<usize>,
    /// The knights that were sent against the barbarians (`CK-BARB-15`).
    pub fighting: Vec<usize>,
    /// Something was paid for in this turn (`CK-TURN-6`).
    pub paid: bool,
    /// Marks on the active player until the end of the turn (`CK-PROG-12`).
    pub cranes: u32,
    pub fleet: Vec<usize>,
    pub commercial_harbors: u32,
    /// How often each opponent was forced to an exchange in this turn.
    pub forced: Vec<u32>,
    pub trading: Trading<8>,
}

pub const GRAIN: usize = 3;
pub const ORE: usize = 4;

/// In the order brick, lumber, wool, grain, ore, paper, cloth, coin (`CATAN-COST-1`, `CK-WALL-1`, `CK-KNIGHT-1`,
/// `CK-KNIGHT-3`, `CK-KNIGHT-4`, `CK-SCI-6`).
pub const ROAD_PRICE: Hand = [1, 1, 0, 0, 0, 0, 0, 0];
pub const SETTLEMENT_PRICE: Hand = [1, 1, 1, 1, 0, 0, 0, 0];
pub const CITY_PRICE: Hand = [0, 0, 0, 2, 3, 0, 0, 0];
pub const MEDICINE_PRICE: Hand = [0, 0, 0, 1, 2, 0, 0, 0];
pub const WALL_PRICE: Hand = [2, 0, 0, 0, 0, 0, 0, 0];
pub const KNIGHT_PRICE: Hand = [0, 0, 1, 0, 1, 0, 0, 0];
pub const ACTIVATION_PRICE: Hand = [0, 0, 0, 1, 0, 0, 0, 0];

/// The decks as the clauses count them (`CK-SCI`, `CK-POL`, `CK-TRD`).
fn box_of_progress_cards() -> BTreeMap<Area, Deck> {
    use Progress as P;
    let science = [
        (P::Alchemist, 2),
        (P::Crane, 2),
        (P::Engineer, 1),
        (P::Inventor, 2),
        (P::Irrigation, 2),
        (P::Medicine, 2),
        (P::Mining, 2),
        (P::Printer, 1),
        (P::RoadBuilding, 2),
        (P::Smith, 2),
    ];
    let politics = [
        (P::Bishop, 2),
        (P::Constitution, 1),
        (P::Deserter, 2),
        (P::Diplomat, 2),
        (P::Intrigue, 2),
        (P::Saboteur, 2),
        (P::Spy, 3),
        (P::Warlord, 2),
        (P::Wedding, 2),
    ];
    let trade = [
        (P::CommercialHarbor, 2),
        (P::MasterMerchant, 2),
        (P::Merchant, 6),
        (P::ResourceMonopoly, 4),
        (P::TradeMonopoly, 2),
        (P::MerchantFleet, 2),
    ];
    let deck = |cards: &[(Progress, usize)]| Deck {
        shuffled: cards.iter().flat_map(|&(card, copies)| vec![card; copies]).collect(),
        under: VecDeque::new(),
    };
    BTreeMap::from([
        (Area::Science, deck(&science)),
        (Area::Politics, deck(&politics)),
        (Area::Trade, deck(&trade)),
    ])
}

/// In which deck a card belongs.
pub fn area_of(card: Progress) -> Area {
    use Progress as P;
    match card {
        P::Alchemist
        | P::Crane
        | P::Engineer
        | P::Inventor
        | P::Irrigation
        | P::Medicine
        | P::Mining
        | P::Printer
        | P::RoadBuilding
        | P::Smith => Area::Science,
        P::Bishop
        | P::Constitution
        | P::Deserter
        | P::Diplomat
        | P::Intrigue
        | P::Saboteur
        | P::Spy
        | P::Warlord
        | P::Wedding => Area::Politics,
        _ => Area::Trade,
    }
}

/// What the levels of an area cost (`CK-IMP-1`), as the number of the kind.
fn commodity_of(area: Area) -> usize {
    match area {
        Area::Science => 5,
        Area::Trade => 6,
        Area::Politics => 7,
    }
}

/// What a terrain gives: to a settlement, and to a city (`CK-PROD-1` to `CK-PROD-3`).
pub fn yields(terrain: Terrain) -> Option<(Hand, Hand)> {
    let one = |kind: usize| {
        let mut cards = [0; 8];
        cards[kind] = 1;
        cards
    };
    match terrain {
        Terrain::Hills => Some((one(0), [2, 0, 0, 0, 0, 0, 0, 0])),
        Terrain::Fields => Some((one(3), [0, 0, 0, 2, 0, 0, 0, 0])),
        Terrain::Forest => Some((one(1), [0, 1, 0, 0, 0, 1, 0, 0])),
        Terrain::Pasture => Some((one(2), [0, 0, 1, 0, 0, 0, 1, 0])),
        Terrain::Mountains => Some((one(4), [0, 0, 0, 0, 1, 0, 0, 1])),
        Terrain::Desert => None,
    }
}

impl Table {
    pub fn new(options: &Options) -> Table {
        let seats = usize::from(options.players);
        Table {
            options: *options,
            seats,
            terrain: Vec::new(),
            numbers: Vec::new(),
            harbours: Vec::new(),
            robber: usize::MAX,
            attacked: false,
            ship: 0,
            roads: vec![None; 72],
            houses: vec![None; 54],
            knights: vec![None; 54],
            metropolises: BTreeMap::new(),
            levels: BTreeMap::new(),
            merchant: None,
            // `CK-COMP-1`, `CATAN-COMP-5`
            supply: [19, 19, 19, 19, 19, 12, 12, 12],
            hands: vec![[0; 8]; seats],
            decks: box_of_progress_cards(),
            held: vec![Vec::new(); seats],
            turned_up: Vec::new(),
            defender_cards: vec![0; seats],
            longest_road: None,
            question: Question::LayOut,
            agenda: VecDeque::new(),
            start: None,
            active: 0,
            founding: Vec::new(),
            founded: 0,
            turn: 0,
            rolled: false,
            dice: None,
            short: Vec::new(),
            fighting: Vec::new(),
            paid: false,
            cranes: 0,
            fleet: Vec::new(),
            commercial_harbors: 0,
            forced: vec![0; seats],
            trading: Trading::new(seats),
        }
    }

    // What is on the board.

    pub fn roads_of(&self, seat: usize) -> Vec<usize> {
        (0..72).filter(|&p| self.roads[p] == Some(seat)).collect()
    }

    pub fn owner(&self, intersection: usize) -> Option<usize> {
        self.houses[intersection].map(|(seat, _)| seat)
    }

    fn places(&self, seat: usize, is: impl Fn(House) -> bool) -> Vec<usize> {
        (0..54).filter(|&i| self.houses[i].is_some_and(|(owner, house)| owner == seat && is(house))).collect()
    }

    /// Settlements, and laid cities, which count as such in every respect (`CK-BARB-9`).
    pub fn settlements_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| !matches!(house, House::City { .. }))
    }

    /// Cities with those that carry a metropolis (`CK-TERM-16`).
    pub fn cities_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| matches!(house, House::City { .. }))
    }

    pub fn laid_cities_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| house == House::LaidCity)
    }

    pub fn walls_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| house == House::City { wall: true })
    }

    /// Cities without a metropolis.
    pub fn plain_cities_of(&self, seat: usize) -> Vec<usize> {
        let carries = |i: &usize| self.metropolises.values().any(|at| at == i);
        self.cities_of(seat).into_iter().filter(|i| !carries(i)).collect()
    }

    pub fn metropolis_holder(&self, area: Area) -> Option<usize> {
        self.metropolises.get(&area).map(|&i| self.owner(i).expect("a city under a metropolis"))
    }

    pub fn level(&self, seat: usize, area: Area) -> u32 {
        self.levels.get(&(seat, area)).copied().unwrap_or(0)
    }

    pub fn knights_of(&self, seat: usize) -> Vec<usize> {
        (0..54).filter(|&i| self.knights[i].is_some_and(|knight| knight.seat == seat)).collect()
    }

    /// Knights of a strength that are not on the board (`CK-COMP-3`).
    pub fn knights_left(&self, seat: usize, strength: u32) -> usize {
        2 - self.knights.iter().flatten().filter(|k| k.seat == seat && k.strength == strength).count()
    }

    pub fn settlements_left(&self, seat: usize) -> usize {
        5 - self.places(seat, |house| house == House::Settlement).len()
    }

    /// A laid city is a city piece on the board (`CK-BARB-9`).
    pub fn cities_left(&self, seat: usize) -> usize {
        4 - self.places(seat, |house| house != House::Settlement).len()
    }

    pub fn roads_left(&self, seat: usize) -> usize {
        15 - self.roads_of(seat).len()
    }

    pub fn walls_left(&self, seat: usize) -> usize {
        3 - self.walls_of(seat).len()
    }

    /// Neither building nor knight (`CK-KNIGHT-1`).
    pub fn is_free(&self, intersection: usize) -> bool {
        self.houses[intersection].is_none() && self.knights[intersection].is_none()
    }

    /// `CATAN-SETT-3` b; knights do not count (`CK-KNIGHT-1`).
    pub fn keeps_distance(&self, intersection: usize) -> bool {
        self.houses[intersection].is_none()
            && ISLAND.neighbours[intersection].iter().all(|&i| self.houses[i].is_none())
    }

    pub fn road_ends_at(&self, seat: usize, intersection: usize) -> bool {
        ISLAND.paths_at[intersection].iter().any(|&p| self.roads[p] == Some(seat))
    }

    /// Whether an opponent's building or knight is there (`CK-KNIGHT-6`).
    pub fn is_foreign(&self, seat: usize, intersection: usize) -> bool {
        self.owner(intersection).is_some_and(|owner| owner != seat)
            || self.knights[intersection].is_some_and(|knight| knight.seat != seat)
    }

    /// Whether an empty path connects at one of its ends (`CATAN-ROAD-3`, `CK-KNIGHT-6` b).
    fn connects_at(&self, seat: usize, path: usize, end: usize) -> bool {
        self.owner(end) == Some(seat)
            || !self.is_foreign(seat, end)
                && ISLAND.paths_at[end].iter().any(|&other| other != path && self.roads[other] == Some(seat))
    }

    pub fn road_fits(&self, seat: usize, path: usize) -> bool {
        let (a, b) = ISLAND.ends[path];
        self.roads[path].is_none() && (self.connects_at(seat, path, a) || self.connects_at(seat, path, b))
    }

    pub fn free_road_possible(&self, seat: usize) -> bool {
        self.roads_left(seat) > 0 && (0..72).any(|path| self.road_fits(seat, path))
    }

    /// Where a knight of this seat can get from here along own roads (`CK-KNIGHT-9`), other than here, whatever stands
    /// there: own buildings and knights may be passed, opponents' not.
    pub fn routes(&self, seat: usize, from: usize) -> Vec<usize> {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let at = reached[next];
            next += 1;
            if at != from && self.is_foreign(seat, at) {
                continue;
            }
            for &path in &ISLAND.paths_at[at] {
                let (a, b) = ISLAND.ends[path];
                let other = if a == at { b } else { a };
                if self.roads[path] == Some(seat) && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.remove(0);
        reached
    }

    /// Whether a knight of this seat that acts gets from here to there, whatever stands there (`CK-KNIGHT-9`).
    pub fn knight_gets_to(&self, seat: usize, from: usize, to: usize) -> bool {
        match self.options.ck_knight_route {
            KnightRoute::Connected => self.routes(seat, from).contains(&to),
            KnightRoute::AnyOwnRoad => self.road_ends_at(seat, to),
        }
    }

    /// `CATAN-LR-2`, `CATAN-LR-3`, with knights as obstacles (`CK-LR-1`).
    pub fn road_length(&self, seat: usize) -> usize {
        common::road_length(&self.roads_of(seat), &|i| self.is_foreign(seat, i))
    }

    /// `CK-POL-4`, `CK-POL-10`: whose road it is if it is open.
    pub fn open_road(&self, path: usize) -> Option<usize> {
        let owner = self.roads[path]?;
        let (a, b) = ISLAND.ends[path];
        let other_road = |end: usize| {
            ISLAND.paths_at[end].iter().any(|&other| other != path && self.roads[other] == Some(owner))
        };
        let own_knight = |end: usize| self.knights[end].is_some_and(|knight| knight.seat == owner);
        let loose = |end: usize| !other_road(end) && self.owner(end) != Some(owner) && !own_knight(end);
        let strands_knight = |end: usize| own_knight(end) && !other_road(end);
        ((loose(a) || loose(b)) && !strands_knight(a) && !strands_knight(b)).then_some(owner)
    }

    // Points (`CK-WIN-1`).

    pub fn points(&self, seat: usize) -> usize {
        self.settlements_of(seat).len()
            + 2 * self.cities_of(seat).len()
            + 2 * self.metropolises.values().filter(|&&i| self.owner(i) == Some(seat)).count()
            + if self.longest_road == Some(seat) { 2 } else { 0 }
            + self.defender_cards[seat] as usize
            + self.turned_up.iter().filter(|&&(owner, _)| owner == seat).count()
            + usize::from(self.merchant.is_some_and(|(owner, _)| owner == seat))
    }

    // Cards.

    /// `CK-SEVEN-1`.
    pub fn hand_limit(&self, seat: usize) -> u32 {
        u32::from(self.options.discard_limit) + 2 * self.walls_of(seat).len() as u32
    }

    /// Five cards or more that must be dealt with now (`CK-PROG-6`, `CK-PROG-15`).
    fn must_drop(&self, seat: usize, ending: bool) -> bool {
        let later = self.options.ck_fifth_card != FifthCard::DiscardAtOnce;
        self.held[seat].len() > 4 && (ending || !(later && seat == self.active))
    }

    /// All rates to which a seat is entitled at the supply (`CK-TRADE-2`, `CK-TRADE-3`).
    pub fn rates(&self, seat: usize, kind: usize) -> Vec<u32> {
        let resource = CardKind::ALL[kind].resource();
        let mut rates = common::harbour_rates(&self.harbours, resource, |i| self.owner(i) == Some(seat));
        // `CK-IMP-7`
        if kind >= 5 && self.level(seat, Area::Trade) >= 3 {
            rates.push(2);
        }
        // `CK-MERCH-3`, `CK-MERCH-5`: the resource of the hex, not the commodity.
        if let Some((owner, hex)) = self.merchant
            && owner == seat
            && yields(self.terrain[hex]).is_some_and(|(settlement, _)| settlement[kind] > 0)
        {
            rates.push(2);
        }
        // `CK-TRD-7`
        if seat == self.active && self.fleet.contains(&kind) {
            rates.push(2);
        }
        rates
    }

    /// `CK-TURN-6`.
    pub fn trade_lasts(&self) -> bool {
        self.options.trade_build == TradeBuild::Combined || !self.paid
    }

    /// What the next level costs (`CK-IMP-1`, `CK-SCI-2`).
    pub fn improvement_price(&self, seat: usize, area: Area) -> Hand {
        let mut price = [0; 8];
        price[commodity_of(area)] = self.level(seat, area) + 1 - self.cranes.min(1);
        price
    }

    /// Whether the next level gives a right to the metropolis (`CK-METRO-1`, `CK-METRO-3`, `CK-METRO-7`); to one that
    /// nobody has placed level 4 and level 5 both do (`CK-METRO-8`).
    fn has_right_to_metropolis(&self, seat: usize, area: Area) -> bool {
        let anybody = self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5;
        match (self.level(seat, area) + 1, self.metropolis_holder(area)) {
            (4 | 5, None) => true,
            (5, Some(holder)) => holder != seat && (anybody || self.level(holder, area) < 5),
            _ => false,
        }
    }

    /// Whether who has a right to this metropolis may decline it: one that is taken from another player with
    /// `any_level5` (`CK-METRO-7`), any with `may` (`CK-METRO-8`).
    pub fn may_decline_metropolis(&self, area: Area) -> bool {
        self.options.ck_metropolis_placing == MetropolisPlacing::May
            || self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5
                && self.metropolis_holder(area).is_some()
    }

    /// Whether the next level would bring the metropolis, without a choice (`CK-METRO-1`, `CK-METRO-3`).
    pub fn brings_metropolis(&self, seat: usize, area: Area) -> bool {
        self.has_right_to_metropolis(seat, area) && !self.may_decline_metropolis(area)
    }

    /// Whether the next level lets the seat place the metropolis or decline it (`CK-METRO-7`, `CK-METRO-8`).
    pub fn offers_metropolis(&self, seat: usize, area: Area) -> bool {
        self.has_right_to_metropolis(seat, area)
            && self.may_decline_metropolis(area)
            && !self.plain_cities_of(seat).is_empty()
    }

    /// How many cities the next level needs with `each_level` (`CK-IMP-3`).
    pub fn cities_needed(&self, seat: usize, area: Area) -> usize {
        if self.options.ck_level4_city != Level4City::EachLevel || self.level(seat, area) + 1 < 4 {
            return 0;
        }
        let then = |other: Area| self.level(seat, other) + u32::from(other == area);
        Area::ALL.into_iter().filter(|&other| then(other) >= 4).count()
    }

    /// Whether the next level needs a plain city (`CK-IMP-3`).
    pub fn needs_plain_city(&self, seat: usize, area: Area) -> bool {
        self.level(seat, area) + 1 >= 4
            && match self.options.ck_level4_city {
                Level4City::AlwaysUnlessOwner | Level4City::EachLevel => {
                    self.metropolis_holder(area) != Some(seat)
                }
                Level4City::OnlyIfAwarded => self.brings_metropolis(seat, area),
                Level4City::Always => true,
            }
    }

    // The robber.

    /// `CK-ROB-1`.
    pub fn robber_moves(&self) -> bool {
        self.attacked || self.options.ck_robber_start == RobberStart::DesertFree
    }

    /// `CK-KNIGHT-13`, `CATAN-ROB-2`, `CATAN-ROB-9`.
    pub fn robber_targets(&self, cause: RobberCause) -> Vec<usize> {
        let numbered = cause == RobberCause::Chase
            && self.options.ck_chased_robber
                == catan::cities_and_knights::options::ChasedRobber::NumberedOnly;
        let others =
            (0..19).filter(|&hex| hex != self.robber && (!numbered || self.numbers[hex] != 0)).collect();
        common::friendly(others, self.options.friendly_robber, |hex| {
            self.terrain[hex] != Terrain::Desert
                && self.opponents_at(hex).iter().any(|&seat| self.points(seat) <= 2)
        })
    }

    /// Opponents of the active player with a building at this hex, clockwise.
    pub fn opponents_at(&self, hex: usize) -> Vec<usize> {
        self.opponents()
            .into_iter()
            .filter(|&seat| ISLAND.corners[hex].iter().any(|&i| self.owner(i) == Some(seat)))
            .collect()
    }

    /// `CATAN-ROB-5`.
    pub fn victims_at(&self, hex: usize) -> Vec<usize> {
        let any = self.options.robber_victims == RobberVictims::AnyAdjacent;
        let mut victims = self.opponents_at(hex);
        victims.retain(|&seat| any || total(&self.hands[seat]) > 0);
        victims
    }

    // Who acts.

    /// All seats, clockwise from the active one.
    pub fn clockwise(&self) -> Vec<usize> {
        (0..self.seats).map(|n| (self.active + n) % self.seats).collect()
    }

    /// All seats but the active one, clockwise.
    pub fn opponents(&self) -> Vec<usize> {
        self.clockwise().split_off(1)
    }

    pub fn chance_is_due(&self) -> bool {
        matches!(
            self.question,
            Question::LayOut
                | Question::DrawStart
                | Question::RollForStart(_)
                | Question::Dice { .. }
                | Question::DrawCard { .. }
                | Question::Stealing { .. }
        )
    }

    /// The seats that may have something to say (`CK-TURN-5`).
    pub fn asked(&self) -> Vec<usize> {
        use Question as Q;
        match &self.question {
            Q::Over { .. } => Vec::new(),
            _ if self.chance_is_due() => Vec::new(),
            Q::Drop { seats, chosen, .. } => {
                (0..self.seats).filter(|s| seats.contains(s) && !chosen.contains_key(s)).collect()
            }
            Q::Discard { owed, chosen, .. } | Q::Give { owed, chosen } => {
                (0..self.seats).filter(|&s| owed[s] > 0 && chosen[s].is_none()).collect()
            }
            Q::Muster(seat)
            | Q::Pillage(seat)
            | Q::Deck(seat)
            | Q::OfferDraw(seat, _)
            | Q::Aqueduct(seat)
            | Q::RemoveKnight(seat)
            | Q::ForcedExchange { victim: seat, .. } => vec![*seat],
            Q::Retreat { knight, .. } => vec![knight.seat],
            Q::Acting => (0..self.seats).filter(|&s| s == self.active || self.trading.concerns(s)).collect(),
            _ => vec![self.active],
        }
    }

    /// Every outcome that can come now with its weight, but for layouts.
    pub fn outcomes(&self) -> Vec<(Chance, u32)> {
        let two_dice = || (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
        match &self.question {
            Question::DrawStart => {
                (0..self.seats).map(|s| (Chance::StartPlayer(reference::seat(s)), 1)).collect()
            }
            Question::RollForStart(_) => two_dice().map(|(a, b)| (Chance::Dice(a, b), 1)).collect(),
            Question::Dice { chosen } => two_dice()
                .filter(|&pair| chosen.is_none_or(|chosen| chosen == pair))
                .flat_map(|(red, other)| {
                    // `CK-COMP-6`: three ships and three gates.
                    [
                        (EventFace::Ship, 3),
                        (EventFace::Trade, 1),
                        (EventFace::Politics, 1),
                        (EventFace::Science, 1),
                    ]
                    .map(|(face, weight)| (Chance::Own(OwnChance::Dice(face, red, other)), weight))
                })
                .collect(),
            Question::Stealing { victim } => (0..8)
                .map(|kind| (Chance::StolenCard(CardKind::ALL[kind]), self.hands[*victim][kind]))
                .filter(|&(_, weight)| weight > 0)
                .collect(),
            Question::DrawCard { area, .. } => {
                let mut counted = BTreeMap::new();
                for card in self.decks[area].tops() {
                    *counted.entry(card).or_insert(0) += 1;
                }
                counted
                    .into_iter()
                    .map(|(card, weight)| (Chance::Own(OwnChance::ProgressCard(card)), weight))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether this outcome can come now.
    pub fn can_come(&self, chance: Chance) -> bool {
        match (&self.question, chance) {
            (Question::LayOut, Chance::Layout(layout)) => layout_can_be(&self.options, &layout),
            _ => self.outcomes().iter().any(|&(other, _)| other == chance),
        }
    }

    fn null_plays_allowed(&self) -> bool {
        self.options.ck_null_play == NullPlay::Allow
    }

    /// `CK-PROG-3`: whether a seat says if it draws at a gate.
    fn is_offered_draw(&self, seat: usize) -> bool {
        match self.options.ck_progress_draw {
            ProgressDraw::Automatic => false,
            ProgressDraw::WhenFifth => self.held[seat].len() + 1 >= 5,
            ProgressDraw::Optional => true,
        }
    }

    /// `CK-COMP-5`.
    fn defender_cards_left(&self) -> bool {
        self.options.ck_defender_supply == DefenderSupply::Unlimited
            || self.defender_cards.iter().sum::<u32>() < 6
    }
}

/// Whether the options can give this island.
fn layout_can_be(options: &Options, layout: &catan::Layout) -> bool {
    if options.ck_board == Board::CkBeginner {
        // `CK-DATA-1`
        use Terrain::{Desert, Fields, Forest, Hills, Mountains, Pasture};
        let harbours: Vec<String> = layout.harbours.iter().map(ToString::to_string).collect();
        return layout.terrain.0.to_vec()
            == [
                Hills, Mountains, Hills, Forest, Mountains, Desert, Forest, Forest, Fields, Hills, Pasture,
                Fields, Pasture, Fields, Mountains, Pasture, Fields, Pasture, Forest,
            ]
            && layout.numbers.0.to_vec() == [6, 2, 5, 3, 9, 0, 10, 8, 4, 11, 3, 8, 10, 5, 6, 4, 9, 12, 11]
            && harbours == ["brick", "ore", "lumber", "grain", "3:1", "3:1", "3:1", "wool", "3:1"];
    }
    let like_the_base_game = catan::Options {
        setup: SetupKind::Variable,
        numbers: options.numbers,
        spiral_direction: options.spiral_direction,
        red_adjacency: options.red_adjacency,
        harbours: Some(options.harbours),
        ..catan::Options::default()
    };
    reference::layout_can_be(&like_the_base_game, layout)
}
