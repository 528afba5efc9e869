//! Base Catan: what distinguishes it from the other game on the island, development cards above all.

mod check;
mod view;

pub use view::Guess;

use crate::options::SetupKind;
use crate::play::{impossible, two_dice};
use crate::rules::Rules;
use crate::state::{Catan, NO_HEX, PerSeat, SEATS};
use crate::{
    Action, Bundle, ByHex, Cards, Chance, ChanceKind, Clause, EdgeId, EdgeSet, Event, Harbour, HexId,
    Illegal, Layout, LegalActions, Options, Phase, Rates, Resource, VertexId, VertexSet, action, event,
    illegal,
};
use game::{Draws, Observer, Seat, Turn, Viewer};
use std::fmt;

/// The rules of base Catan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Base;

impl Rules for Base {
    type Kind = Resource;
    type Options = Options;
    type Own = Development;
    type OwnAction = OwnAction;
    type OwnChance = OwnChance;
    type OwnChanceKind = OwnChanceKind;
    type OwnEvent = OwnEvent;
    type OwnPhase = OwnPhase;
    type Cause = ();
    type OwnIllegal = OwnIllegal;
    type Decision = Decision;
    type LegalActions = LegalActions;
    fn legal_actions(game: &Catan, seat: Seat) -> LegalActions {
        game.legal_actions(seat)
    }
    fn has_rolled(game: &Catan) -> bool {
        game.own.rolled
    }
    fn own(_: &Options) -> Development {
        Development {
            reach: PerSeat::default(),
            weights: ByHex([0; HexId::COUNT]),
            development: PerSeat::default(),
            bought: [0; 5],
            deck: DevelopmentCard::BOX,
            knights: PerSeat::default(),
            largest_army: None,
            rolled: false,
            played_card: false,
            may_play_card: false,
        }
    }

    fn check_layout(options: &Options, layout: &Layout) -> Result<(), (&'static str, Clause)> {
        layout.check(options)
    }
    fn draw_layout(options: &Options, draws: &mut impl Draws) -> Layout {
        Layout::draw(options, draws)
    }
    fn begin(game: &mut Catan, observer: &mut impl Observer<Event>) {
        if game.options.setup == SetupKind::BeginnerFull {
            game.place_beginner_pieces(observer);
            game.begin_turn(game.start, observer);
        } else {
            game.phase = Phase::FoundingSettlement { placed: 0 };
        }
    }

    fn turn(_: &Catan, phase: OwnPhase) -> Turn<ChanceKind> {
        match phase {
            OwnPhase::BuyingCard => Turn::Chance(ChanceKind::Own(OwnChanceKind::DevelopmentCard)),
        }
    }
    #[inline]
    fn turn_begins(game: &mut Catan) {
        let held = game.own.development[game.active];
        // Nothing is bought or played yet, so it comes down to the cards.
        game.own.may_play_card = PLAYABLE.iter().any(|&card| held[card.index()] > 0);
        game.own.rolled = false;
        game.own.played_card = false;
        game.own.bought = [0; 5];
    }
    #[inline]
    fn resume(game: &mut Catan, _: &mut impl Observer<Event>) {
        game.phase = if game.own.rolled { Phase::Building } else { Phase::BeforeRoll };
    }

    #[inline]
    fn points(game: &Catan, seat: Seat) -> u8 {
        game.points(seat).total()
    }
    fn visible_points(game: &Catan, seat: Seat) -> u8 {
        game.visible_points(seat).total()
    }
    fn hidden_points(game: &Catan) -> PerSeat<u8> {
        let mut points = PerSeat::default();
        for seat in Seat::first(SEATS) {
            points[seat] = game.own.development[seat][DevelopmentCard::VictoryPoint.index()];
        }
        points
    }

    #[inline]
    fn road_placed(game: &mut Catan, seat: Seat, edge: EdgeId, foreign: VertexSet) {
        for end in edge.ends() {
            // CATAN-ROAD-4: no continuing through an opponent's building.
            if !foreign.contains(end) {
                game.own.reach[seat] = game.own.reach[seat] | end.edges();
            }
        }
    }
    #[inline]
    fn building_placed(game: &mut Catan, seat: Seat, vertex: VertexId) {
        game.unsettleable = game.unsettleable | vertex.neighbors() | VertexSet::one(vertex);
        for hex in vertex.hexes() {
            game.own.weights[hex] += 1 << (4 * seat.index());
        }
        if let Some(harbour) = game.layout.harbour_at(vertex) {
            game.improve_rates(seat, harbour);
        }
        game.own.reach[seat] = game.own.reach[seat] | vertex.edges();
        for other in Seat::first(SEATS) {
            if other != seat && game.road_ends[other].contains(vertex) {
                game.forget_reach_through(other, vertex);
            }
        }
    }
    #[inline]
    fn city_placed(game: &mut Catan, seat: Seat, vertex: VertexId) {
        for hex in vertex.hexes() {
            game.own.weights[hex] += 1 << (4 * seat.index());
        }
    }
    #[inline]
    fn has_building_at(game: &Catan, seat: Seat, hex: HexId) -> bool {
        game.own.weights[hex] >> (4 * seat.index()) & 15 != 0
    }
    #[inline]
    fn road_paths(game: &Catan, seat: Seat) -> EdgeSet {
        game.own.reach[seat] - game.all_roads()
    }

    #[inline(always)]
    fn rolled(game: &mut Catan, dice: (u8, u8), observer: &mut impl Observer<Event>) {
        game.rolled(dice, observer);
    }

    fn check_moment(game: &Catan, seat: Seat, action: Action) -> Result<(), Illegal> {
        game.check_moment(seat, action)
    }
    fn check(game: &Catan, seat: Seat, action: OwnAction) -> Result<(), Illegal> {
        game.check_own(seat, action)
    }
    fn check_discard(game: &Catan, seat: Seat, cards: Bundle) -> Result<(), Illegal> {
        game.check_discard(seat, cards)
    }
    fn must_place_road() -> Illegal {
        Illegal::Own(OwnIllegal::MustPlaceRoad)
    }
    fn play(game: &mut Catan, _: Seat, action: OwnAction, observer: &mut impl Observer<Event>) {
        match action {
            OwnAction::BuyDevelopmentCard => {
                game.pay(Cards::DEVELOPMENT, observer);
                game.phase = Phase::Own(OwnPhase::BuyingCard);
            }
            OwnAction::PlayKnight => game.play_knight(observer),
            OwnAction::PlayRoadBuilding => game.play_road_building(observer),
            OwnAction::PlayYearOfPlenty(first, second) => {
                let second = second.map_or(Cards::NONE, |kind| Cards::of(kind, 1));
                game.play_year_of_plenty(Cards::of(first, 1) + second, observer);
            }
            OwnAction::PlayMonopoly(kind) => game.play_monopoly(kind, observer),
        }
    }

    fn check_chance(game: &Catan, OwnChance::DevelopmentCard(card): OwnChance) -> Result<(), Illegal> {
        if game.phase != Phase::Own(OwnPhase::BuyingCard) {
            Err(Illegal::ChanceNotDue)
        } else if game.own.deck[card.index()] > 0 {
            Ok(())
        } else {
            impossible("no such card is left in the deck", "CATAN-COMP-6")
        }
    }
    fn resolve(
        game: &mut Catan,
        OwnChance::DevelopmentCard(card): OwnChance,
        observer: &mut impl Observer<Event>,
    ) {
        game.drew_card(card, observer);
        game.wins_now(observer);
    }
    #[inline(always)]
    fn roll(draws: &mut impl Draws) -> Chance {
        let (first, second) = two_dice(draws);
        Chance::Dice(first, second)
    }
    #[inline(always)]
    fn let_dice_fall(game: &mut Catan, draws: &mut impl Draws, observer: &mut impl Observer<Event>) {
        game.rolled(two_dice(draws), observer);
    }
    fn draw(game: &Catan, _: OwnPhase, draws: &mut impl Draws) -> Chance {
        let mut n = draws.below(u32::from(game.deck_len()));
        let mut cards = DevelopmentCard::ALL.into_iter();
        loop {
            let card = cards.next().expect("n is below the number of cards");
            let copies = u32::from(game.own.deck[card.index()]);
            if n < copies {
                return Chance::Own(OwnChance::DevelopmentCard(card));
            }
            n -= copies;
        }
    }
    fn chance_key(game: &Catan, _: OwnPhase) -> (&'static str, u64) {
        ("deck", u64::from(25 - game.deck_len()))
    }
}

/// The cards that can be played; victory points are not (`CATAN-DEV-12`).
pub(crate) const PLAYABLE: [DevelopmentCard; 4] = [
    DevelopmentCard::Knight,
    DevelopmentCard::RoadBuilding,
    DevelopmentCard::YearOfPlenty,
    DevelopmentCard::Monopoly,
];

/// The starting pieces of the beginner set-up: for each slot the star settlement, the other one, and the two roads
/// (`CATAN-BEG-3`, preset `beginner_positions_v1`).
#[allow(clippy::type_complexity)] // one table, read once
pub const BEGINNER_POSITIONS: [([u8; 2], [(u8, u8); 2]); 4] = [
    ([8, 28], [(8, 13), (28, 34)]),
    ([14, 40], [(9, 14), (40, 45)]),
    ([17, 31], [(17, 22), (25, 31)]),
    ([39, 41], [(39, 44), (36, 41)]),
];

impl Catan {
    /// The picture of the beginner set-up (`CATAN-BEG-2`, `CATAN-BEG-3`): seat A takes slot A, and so on (`CATAN-BEG-6`).
    fn place_beginner_pieces(&mut self, observer: &mut impl Observer<Event>) {
        for (seat, (settlements, roads)) in Seat::first(self.seats()).zip(BEGINNER_POSITIONS) {
            let vertex = |number: u8| VertexId::new(usize::from(number)).expect("an intersection");
            for number in settlements {
                self.place_settlement(seat, vertex(number), false, observer);
            }
            for (a, b) in roads {
                let edge = EdgeId::between(vertex(a), vertex(b)).expect("a path");
                self.place_road(seat, edge, false, observer);
            }
            self.starting_cards(seat, vertex(settlements[0]), observer);
        }
    }

    /// A harbour came into use (`CATAN-MAR-2`, `CATAN-MAR-3`), for every trade step from now on (`CATAN-MAR-6`).
    fn improve_rates(&mut self, seat: Seat, harbour: Harbour) {
        let mut rates = self.harbour_rates[seat].counts();
        match harbour {
            Harbour::Generic => rates = rates.map(|rate| rate.min(Rates::GENERIC)),
            Harbour::Special(kind) => rates[kind.index()] = Rates::SPECIAL,
        }
        self.harbour_rates[seat] = Cards::new(rates);
    }

    /// `seat` reaches nothing through `vertex` any more, where an opponent has just built (`CATAN-ROAD-4`).
    fn forget_reach_through(&mut self, seat: Seat, vertex: VertexId) {
        let foreign = Base::obstacles(self, seat);
        for (edge, far) in vertex.steps() {
            let adjoins_far = self.buildings(seat).contains(far)
                || (self.road_ends[seat].contains(far) && !foreign.contains(far));
            if !adjoins_far {
                self.own.reach[seat].remove(edge);
            }
        }
    }

    /// Derives every field marked *derived* from the facts.
    pub(crate) fn derive_all(&mut self) {
        self.index_numbers();
        self.own.may_play_card = self.may_play_card_from_scratch();
        self.own.weights = ByHex([0; HexId::COUNT]);
        for seat in Seat::first(SEATS) {
            for vertex in self.buildings(seat) {
                let weight = 1 + u16::from(self.cities[seat].contains(vertex));
                for hex in vertex.hexes() {
                    self.own.weights[hex] += weight << (4 * seat.index());
                }
            }
            self.road_ends[seat] = self.roads[seat].into_iter().flat_map(EdgeId::ends).collect();
            let joints = self.buildings(seat) | (self.road_ends[seat] - Base::obstacles(self, seat));
            self.own.reach[seat] =
                joints.into_iter().fold(EdgeSet::EMPTY, |all, vertex| all | vertex.edges());
            self.measure(seat);
            self.derive_of_buildings(seat);
        }
        debug_assert!(self.by_number[7] == [NO_HEX; 2]);
    }

    /// Every outcome that is due with its weight; the layout of the island, of which there are too many, is not
    /// listed.
    pub fn chance_outcomes(&self) -> impl Iterator<Item = (Chance, u32)> {
        (0..36).filter_map(|n| self.chance_outcome(n)).filter(|&(_, weight)| weight > 0)
    }

    /// Outcome number `n` with its weight; at most 36 outcomes are due, those of two dice.
    fn chance_outcome(&self, n: u8) -> Option<(Chance, u32)> {
        match self.turn() {
            Turn::Chance(ChanceKind::Dice | ChanceKind::StartRoll(_)) => {
                Some((Chance::Dice(n / 6 + 1, n % 6 + 1), 1))
            }
            Turn::Chance(ChanceKind::StolenCard { victim, .. }) => {
                let kind = *Resource::ALL.get(usize::from(n))?;
                Some((Chance::StolenCard(kind), self.hands[victim].count(kind).into()))
            }
            Turn::Chance(ChanceKind::Own(OwnChanceKind::DevelopmentCard)) => {
                let card = *DevelopmentCard::ALL.get(usize::from(n))?;
                Some((Chance::Own(OwnChance::DevelopmentCard(card)), self.own.deck[card.index()].into()))
            }
            Turn::Chance(ChanceKind::StartPlayer) => {
                let seat = Seat::first(self.seats()).nth(n.into())?;
                Some((Chance::StartPlayer(seat), 1))
            }
            _ => None,
        }
    }
}

/// What base Catan keeps beside the common things: development cards, and what its lists and its production look up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Development {
    /// Derived: paths that own pieces adjoin (`CATAN-ROAD-3`), occupied or not.
    pub(crate) reach: PerSeat<EdgeSet>,
    /// Derived: per hex, what each seat's buildings there are owed, 4 bits a seat.
    pub(crate) weights: ByHex<u16>,
    pub(crate) development: PerSeat<[u8; 5]>,
    /// Of the active seat's cards, those bought in this turn.
    pub(crate) bought: [u8; 5],
    /// How many of each kind are in the deck: nobody knows an order, because there is none (`CATAN-INFO-9`).
    pub(crate) deck: [u8; 5],
    pub(crate) knights: PerSeat<u8>,
    pub(crate) largest_army: Option<Seat>,
    pub(crate) rolled: bool,
    pub(crate) played_card: bool,
    /// Derived: the active seat may still play a card in this turn and holds one (`CATAN-DEV-2`, `CATAN-DEV-3`).
    pub(crate) may_play_card: bool,
}

/// A decision about development cards. Text form:
///
/// | action | text |
/// |---|---|
/// | `BuyDevelopmentCard` | `buy` |
/// | `PlayKnight`, `PlayRoadBuilding` | `knight`, `road-building` |
/// | `PlayYearOfPlenty` | `year-of-plenty wool ore` (also read: `ore wool`); one kind only if one card is left (`CATAN-DEV-9`) |
/// | `PlayMonopoly` | `monopoly wool` |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnAction {
    /// Buy the top development card.
    BuyDevelopmentCard,
    /// Play a knight card (`CATAN-DEV-7`); moving the robber is the next action.
    PlayKnight,
    /// Play Road Building (`CATAN-DEV-8`); the roads are the next actions.
    PlayRoadBuilding,
    /// Play Year of Plenty and take these (`CATAN-DEV-9`): two cards, or the last one of the supply.
    PlayYearOfPlenty(Resource, Option<Resource>),
    /// Play Monopoly on this kind (`CATAN-DEV-10`); like Year of Plenty it carries its choice (`CATAN-DEV-13`).
    PlayMonopoly(Resource),
}

const _: () = assert!(size_of::<action::Action<Base>>() <= 12);

impl OwnAction {
    /// Two cards by Year of Plenty, in the order of the legal list: who names them in the other order means the same.
    pub(crate) fn year_of_plenty(first: Resource, second: Resource) -> OwnAction {
        let (first, second) = if first.index() <= second.index() { (first, second) } else { (second, first) };
        OwnAction::PlayYearOfPlenty(first, Some(second))
    }
}

impl fmt::Display for OwnAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OwnAction::BuyDevelopmentCard => f.write_str("buy"),
            OwnAction::PlayKnight => f.write_str("knight"),
            OwnAction::PlayRoadBuilding => f.write_str("road-building"),
            OwnAction::PlayYearOfPlenty(first, Some(second)) => write!(f, "year-of-plenty {first} {second}"),
            OwnAction::PlayYearOfPlenty(only, None) => write!(f, "year-of-plenty {only}"),
            OwnAction::PlayMonopoly(kind) => write!(f, "monopoly {kind}"),
        }
    }
}

impl action::OwnAction for OwnAction {
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("buy", "buy"),
        ("knight", "knight"),
        ("road-building", "road-building"),
        ("year-of-plenty", "year-of-plenty wool ore"),
        ("monopoly", "monopoly wool"),
    ];

    fn read(words: &[&str]) -> Result<Option<OwnAction>, String> {
        Ok(Some(match *words {
            ["buy"] => OwnAction::BuyDevelopmentCard,
            ["knight"] => OwnAction::PlayKnight,
            ["road-building"] => OwnAction::PlayRoadBuilding,
            ["year-of-plenty", kind] => OwnAction::PlayYearOfPlenty(kind.parse()?, None),
            ["year-of-plenty", first, second] => OwnAction::year_of_plenty(first.parse()?, second.parse()?),
            ["monopoly", kind] => OwnAction::PlayMonopoly(kind.parse()?),
            _ => return Ok(None),
        }))
    }
}

/// Which development card is on top of the deck. Text form: `card`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnChanceKind {
    /// Which development card is on top of the deck.
    DevelopmentCard,
}

impl fmt::Display for OwnChanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("card")
    }
}

impl action::OwnText for OwnChanceKind {
    const EXAMPLES: &'static [&'static str] = &["card"];

    fn read(words: &[&str]) -> Result<Option<OwnChanceKind>, String> {
        Ok((*words == ["card"]).then_some(OwnChanceKind::DevelopmentCard))
    }
}

/// The card on top of the deck. Text form: `card knight`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnChance {
    /// The card on top of the deck.
    DevelopmentCard(DevelopmentCard),
}

impl fmt::Display for OwnChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OwnChance::DevelopmentCard(card) = self;
        write!(f, "card {card}")
    }
}

impl action::OwnText for OwnChance {
    const EXAMPLES: &'static [&'static str] = &["card knight"];

    fn read(words: &[&str]) -> Result<Option<OwnChance>, String> {
        match *words {
            ["card", card] => Ok(Some(OwnChance::DevelopmentCard(card.parse()?))),
            _ => Ok(None),
        }
    }
}

/// What is to be decided in base Catan alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnPhase {
    /// A development card was paid for; nature is due.
    BuyingCard,
}

/// What only base Catan tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OwnEvent {
    /// Production dice.
    Rolled { seat: Seat, dice: (u8, u8) },
    /// A development card was bought; which one only the buyer knows.
    BoughtCard { seat: Seat, card: Option<DevelopmentCard> },
    /// A development card was played.
    PlayedCard { seat: Seat, card: DevelopmentCard },
    /// The Largest Army card went to a seat.
    LargestArmy { holder: Seat, knights: u8 },
}

impl event::OwnEvent for OwnEvent {
    /// Which card was bought only the buyer knows (`CATAN-INFO-8`).
    fn redact(self, viewer: Viewer) -> OwnEvent {
        match self {
            OwnEvent::BoughtCard { seat, .. } if !viewer.sees(seat) => {
                OwnEvent::BoughtCard { seat, card: None }
            }
            open => open,
        }
    }
}

/// What only base Catan refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the fields are named in the sentence above them
pub enum OwnIllegal {
    /// Only pieces are placed in the set-up phase.
    InSetup,
    /// The deck is empty.
    DeckEmpty,
    /// The hand has no such development card.
    NoSuchCard { card: DevelopmentCard },
    /// All own copies were bought this turn.
    BoughtThisTurn { card: DevelopmentCard },
    /// One card a turn.
    AlreadyPlayedCard,
    /// No free road could be placed.
    NoRoadToPlace,
    /// The free road is not optional.
    MustPlaceRoad,
    /// Year of Plenty takes two cards while the supply holds two.
    TakeTwo,
    /// This seat has nothing to discard.
    NothingToDiscard,
}

impl illegal::OwnIllegal for OwnIllegal {
    fn clause(&self) -> Clause {
        use OwnIllegal as I;
        match self {
            I::InSetup => "CATAN-SETUP-3",
            I::DeckEmpty => "CATAN-DEV-1",
            I::NoSuchCard { .. } => "CATAN-DEV-4",
            I::BoughtThisTurn { .. } => "CATAN-DEV-3",
            I::AlreadyPlayedCard => "CATAN-DEV-2",
            I::NoRoadToPlace | I::MustPlaceRoad => "CATAN-DEV-8",
            I::TakeTwo => "CATAN-DEV-9",
            I::NothingToDiscard => "CATAN-SEVEN-2",
        }
    }
}

impl fmt::Display for OwnIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use OwnIllegal as I;
        match *self {
            I::InSetup => write!(f, "in the set-up phase settlements and roads are placed, nothing else"),
            I::DeckEmpty => write!(f, "no development card is left"),
            I::NoSuchCard { card } => write!(f, "there is no {card} card in the hand"),
            I::BoughtThisTurn { card } => write!(f, "the {card} card was bought in this turn"),
            I::AlreadyPlayedCard => write!(f, "a development card was played already in this turn"),
            I::NoRoadToPlace => write!(f, "there is no road piece or no path for a free road"),
            I::MustPlaceRoad => write!(f, "this free road must be placed"),
            I::TakeTwo => write!(f, "two cards must be taken while the supply holds two"),
            I::NothingToDiscard => write!(f, "the hand is within the limit: nothing is to be discarded"),
        }
    }
}

/// A decision that must be finished before anything else happens (`CATAN-TURN-7`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Decision {
    Settlement,
    Road,
    Discards,
    Robber,
    Victim,
    FreeRoad,
}

impl fmt::Display for Decision {
    /// As in "first the robber must be moved".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Settlement => "the starting settlement must be placed",
            Decision::Road => "the starting road must be placed",
            Decision::Discards => "all who hold too many cards must discard",
            Decision::Robber => "the robber must be moved",
            Decision::Victim => "one must choose whom to rob",
            Decision::FreeRoad => "the free roads of Road Building must be placed",
        })
    }
}

/// A development card (`CATAN-COMP-6`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum DevelopmentCard {
    Knight,
    RoadBuilding,
    YearOfPlenty,
    Monopoly,
    VictoryPoint,
}

impl DevelopmentCard {
    /// All five kinds.
    pub const ALL: [DevelopmentCard; 5] = [
        DevelopmentCard::Knight,
        DevelopmentCard::RoadBuilding,
        DevelopmentCard::YearOfPlenty,
        DevelopmentCard::Monopoly,
        DevelopmentCard::VictoryPoint,
    ];
    /// How many of each kind are in the box, in the order of [`DevelopmentCard::ALL`] (`CATAN-COMP-6`).
    pub const BOX: [u8; 5] = [14, 2, 2, 2, 5];
    /// 0 to 4.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The English name in kebab case: its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DevelopmentCard::Knight => "knight",
            DevelopmentCard::RoadBuilding => "road-building",
            DevelopmentCard::YearOfPlenty => "year-of-plenty",
            DevelopmentCard::Monopoly => "monopoly",
            DevelopmentCard::VictoryPoint => "victory-point",
        }
    }
}

impl std::fmt::Display for DevelopmentCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for DevelopmentCard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        DevelopmentCard::ALL.into_iter().find(|card| card.name() == text).ok_or_else(|| {
            format!(
                "`{text}` is not a development card; the cards are knight, road-building, year-of-plenty, \
                 monopoly and victory-point"
            )
        })
    }
}
