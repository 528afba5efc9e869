//! The rules that distinguish base Catan from the other games on the island: its implementation of [`Rules`].

use crate::base::{
    Base, Catan, Development, DevelopmentCard, OwnAction, OwnChance, OwnChanceKind, OwnIllegal, OwnPhase,
    PLAYABLE,
};
use crate::board::NO_HEX;
use crate::options::SetupKind;
use crate::play::impossible;
use crate::rules::Rules;
use crate::seats::{PerSeat, SEATS};
use crate::{
    Action, Bundle, ByHex, Cards, Chance, ChanceKind, Clause, Die, EdgeId, EdgeSet, Event, Harbour, HexId,
    Illegal, Layout, LegalActions, Options, Phase, Rates, Resource, VertexId, VertexSet,
};
use game::{Draws, Observer, Seat, Turn};

impl Rules for Base {
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
        game.unsettleable = game.unsettleable | vertex.neighbours() | VertexSet::one(vertex);
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
    fn rolled(game: &mut Catan, dice: (Die, Die), observer: &mut impl Observer<Event>) {
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
        let (first, second) = Die::roll_two(draws);
        Chance::Dice(first, second)
    }
    #[inline(always)]
    fn let_dice_fall(game: &mut Catan, draws: &mut impl Draws, observer: &mut impl Observer<Event>) {
        game.rolled(Die::roll_two(draws), observer);
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

    /// Applies the rates of a harbour that came into use (`CATAN-MAR-2`, `CATAN-MAR-3`), for this and every later trade step
    /// (`CATAN-MAR-6`).
    fn improve_rates(&mut self, seat: Seat, harbour: Harbour) {
        let mut rates = self.harbour_rates[seat].counts();
        match harbour {
            Harbour::Generic => rates = rates.map(|rate| rate.min(Rates::GENERIC)),
            Harbour::Special(kind) => rates[kind.index()] = Rates::SPECIAL,
        }
        self.harbour_rates[seat] = Cards::new(rates);
    }

    /// Removes the paths that `seat` can no longer reach through `vertex`, where an opponent has just built (`CATAN-ROAD-4`).
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
                let &(first, second) = Die::PAIRS.get(usize::from(n))?;
                Some((Chance::Dice(first, second), 1))
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
