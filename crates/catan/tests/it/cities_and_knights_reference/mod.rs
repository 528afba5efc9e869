//! A second implementation of Cities & Knights, written from `rulebook/cities-and-knights.md` alone: slow, obvious, and
//! sharing no rule with the engine. Only the words of the public vocabulary are common: `Action`, `Chance`, `Options`.
//! What the base game has alike comes from the slow reference of the base game.
//!
//! Everything is a list or a number. What is still to happen lies on an agenda, one task after the other, until
//! somebody is to be asked; an action is legal exactly if [`Table::objections`] finds no clause against it.

// Each test that includes this module uses another part of it.
#![allow(unreachable_pub)]

mod agenda;
mod apply;
mod facts;
mod listed;
mod objections;
mod plays;
mod position;

use crate::reference::common::StartRolls;
use crate::reference::{self, Trading};
use catan::cities_and_knights::options::{Board, DefenderSupply, NullPlay, ProgressDraw};
use catan::cities_and_knights::{
    Area, CardKind, Chance, EventFace, Options, OwnChance, Progress, RobberCause,
};
use catan::options::SetupKind;
use catan::{Die, Harbour, Terrain};
use std::collections::{BTreeMap, VecDeque};

#[allow(unused_imports)]
pub use listed::{bundle, everything, plays};
pub use objections::{hand, message};

/// Cards by kind: brick, lumber, wool, grain, ore, paper, cloth, coin (`CK-TERM-1`, `CK-TERM-2`).
pub type Hand = [u32; 8];

/// A kind of building (`CK-TERM-16`; a laid city: `CK-BARB-9`).
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

    /// The cards that can be on top, each once.
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

/// A step that is still to happen in this turn.
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
    /// The active seat may play progress cards before the production (`CK-PROG-19`).
    PlayEarly,
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

/// The decision or outcome that the table waits for.
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
        chosen: Option<(Die, Die)>,
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
    /// The seats that must discard a progress card, and the cards handed in.
    Drop {
        seats: Vec<usize>,
        chosen: BTreeMap<usize, Progress>,
        ending: bool,
    },
    Aqueduct(usize),
    /// The number of cards that each seat must hand in, and those it has handed in.
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
    PlayEarly,
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
    /// The space that the ship has reached (`CK-COMP-7`).
    pub ship: u32,
    /// For each path, the owner of its road.
    pub roads: Vec<Option<usize>>,
    /// For each intersection, its building and the owner.
    pub houses: Vec<Option<(usize, House)>>,
    pub knights: Vec<Option<Knight>>,
    /// For each area, the intersection of its metropolis.
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
    pub dice: Option<(EventFace, Die, Die)>,
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
    /// The number of times that each opponent was forced to an exchange in this turn.
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

/// Returns the deck to which a card belongs.
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

/// The commodity that pays for the levels of an area (`CK-IMP-1`), as the number of the kind.
fn commodity_of(area: Area) -> usize {
    match area {
        Area::Science => 5,
        Area::Trade => 6,
        Area::Politics => 7,
    }
}

/// The cards that a terrain gives: to a settlement, and to a city (`CK-PROD-1` to `CK-PROD-3`).
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
        let two_dice = || Die::ALL.into_iter().flat_map(|a| Die::ALL.map(|b| (a, b)));
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
