//! The common rules on another map, at tables of five and six: a game of its own, without cards but those of the hand, takes
//! both from its rules type and is played at random.

use super::Rules;
use super::longest_road::longest_trail;
use crate::action::{Action, Chance, ChanceKind};
use crate::base::{self, OwnIllegal};
use crate::board::Board as _;
use crate::discards::{count_choices, nth_choice};
use crate::event::Event;
use crate::illegal::{Clause, Illegal};
use crate::options::StartPlayer;
use crate::phase::Phase;
use crate::seats::SeatValue;
use crate::state::Island;
use crate::topology::boards::large::{self, LargeMap};
use crate::vocabulary::{Clauses, Vocabulary};
use crate::{Bundle, Counts, Die, Edge, Edges, Harbour, Hex, Hexes, Layout, Options, Piece, Rates};
use crate::{Resource, Terrain, Vertex, Vertices};
use game::{BySeat, Draws, Legal, Observer, Outcome, Seat, SeatSet, Seed, Turn};

/// A game for up to six seats on 30 hexes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Wide;

type Game = Island<Wide>;

impl Vocabulary for Wide {
    type Map = LargeMap;
    const SEATS: usize = 6;
    type PerSeat<T: SeatValue> = BySeat<T, 6>;
    type Kind = Resource;
    type Options = Options;
    /// Whether the dice were rolled in this turn.
    type Own = bool;
    type OwnAction = base::OwnAction;
    type OwnChance = base::OwnChance;
    type OwnChanceKind = base::OwnChanceKind;
    type OwnEvent = base::OwnEvent;
    type OwnPhase = base::OwnPhase;
    type Cause = ();
    type OwnIllegal = OwnIllegal;
    type Decision = base::Decision;
    const CLAUSES: Clauses = base::Base::CLAUSES;
}

/// No card is bought or played here.
const NO_CARDS: Illegal<Wide> = Illegal::Own(OwnIllegal::DeckEmpty);

impl Rules for Wide {
    type LegalActions = Listed;
    fn legal_actions(game: &Game, seat: Seat) -> Listed {
        Listed(Some((*game, seat)))
    }
    fn has_rolled(game: &Game) -> bool {
        game.own
    }
    fn own(_: &Options) -> bool {
        false
    }

    fn check_layout(_: &Options, layout: &Layout<LargeMap>) -> Result<(), (&'static str, Clause)> {
        let laid = |terrain| Hex::all().filter(|&hex| layout.terrain[hex] == terrain).count();
        let tokens = Hex::all().map(|hex| layout.numbers[hex]).filter(|&number| number > 0);
        let harbours = layout.harbours.iter().map(Harbour::to_string);
        let is_of_box =
            Terrain::ALL.into_iter().all(|terrain| laid(terrain) == large::TERRAIN[terrain as usize])
                && sorted(tokens) == sorted(large::TOKENS)
                && sorted(harbours) == sorted(large::HARBOURS.iter().map(Harbour::to_string));
        if is_of_box { Ok(()) } else { Err(("this is not what lies in the box", "CATAN-COMP-1")) }
    }
    fn draw_layout(_: &Options, draws: &mut impl Draws) -> Layout<LargeMap> {
        let mut layout = LargeMap::BEGINNER;
        let mut hexes: Vec<_> = Hex::all().map(|hex| (layout.terrain[hex], layout.numbers[hex])).collect();
        draws.shuffle(&mut hexes);
        for (hex, laid) in Hex::all().zip(hexes) {
            (layout.terrain[hex], layout.numbers[hex]) = laid;
        }
        draws.shuffle(&mut layout.harbours);
        layout
    }

    fn turn(_: &Game, _: base::OwnPhase) -> Turn<ChanceKind<Wide>> {
        unreachable!("this game has no such phase")
    }
    fn turn_begins(game: &mut Game) {
        game.own = false;
    }
    fn resume(game: &mut Game, _: &mut impl Observer<Event<Wide>>) {
        game.phase = Phase::Building;
    }
    fn points(game: &Game, seat: Seat) -> u8 {
        let longest_road = if game.longest_road == Some(seat) { 2 } else { 0 };
        (game.settlements[seat].len() + 2 * game.cities[seat].len()) as u8 + longest_road
    }
    fn building_placed(game: &mut Game, seat: Seat, _: Vertex<LargeMap>) {
        game.derive_of_buildings(seat);
    }
    fn city_placed(_: &mut Game, _: Seat, _: Vertex<LargeMap>) {}

    fn rolled(game: &mut Game, dice: (Die, Die), observer: &mut impl Observer<Event<Wide>>) {
        game.dice = Some(dice);
        game.own = true;
        observer.observe(Event::Own(base::OwnEvent::Rolled { seat: game.active, dice }));
        let sum = dice.0 + dice.1;
        if sum == 7 {
            return game.seven(observer);
        }
        game.phase = Phase::Building;
        let owed = game.owed_by_hexes(sum, |terrain| terrain.resource().map(|kind| (kind, kind)), observer);
        game.pay_owed(owed, observer);
    }

    fn check_moment(game: &Game, seat: Seat, action: Action<Wide>) -> Result<(), Illegal<Wide>> {
        use Action as A;
        let active = game.active;
        let not_yours = Err(Illegal::NotYourTurn { deciding: SeatSet::one(active) });
        let yours = if seat == active { Ok(()) } else { not_yours };
        match (game.phase, action) {
            _ if seat.index() >= game.seats() => Err(Illegal::NoSuchSeat { seat }),
            (Phase::Over(_), _) => Err(Illegal::GameOver),
            _ if matches!(game.turn(), Turn::Chance(_)) => Err(Illegal::ChanceDue),
            (Phase::Discarding { .. }, A::Discard(_)) => Ok(()),
            (Phase::FoundingSettlement { .. }, A::BuildSettlement(_))
            | (Phase::FoundingRoad { .. }, A::BuildRoad(_))
            | (Phase::BeforeRoll, A::Roll)
            | (Phase::MovingRobber { .. }, A::MoveRobber(_))
            | (Phase::ChoosingVictim { .. }, A::Steal(_))
            | (Phase::Building, A::EndTurn | A::BuildRoad(_) | A::BuildSettlement(_) | A::BuildCity(_)) => {
                yours
            }
            (
                Phase::Building,
                A::MaritimeTrade { .. } | A::Offer { .. } | A::Execute(_) | A::WithdrawOffer,
            )
            | (Phase::Building, A::AcceptProposal(_) | A::RejectProposal(_)) => {
                yours.and(game.check_trade_step())
            }
            (Phase::Building, A::AcceptOffer | A::RejectOffer | A::CounterOffer { .. })
            | (Phase::Building, A::Propose { .. } | A::WithdrawProposal)
                if seat != active =>
            {
                game.check_trade_step()
            }
            _ => Err(Illegal::NotAsked { clause: "CATAN-TURN-7" }),
        }
    }
    fn check(_: &Game, _: Seat, _: base::OwnAction) -> Result<(), Illegal<Wide>> {
        Err(NO_CARDS)
    }
    fn check_discard(game: &Game, seat: Seat, cards: Bundle) -> Result<(), Illegal<Wide>> {
        match game.phase {
            Phase::Discarding { owed } if game.yet_to_hand_in(owed).contains(seat) => {
                game.check_cards(seat, cards, owed[seat], "CATAN-SEVEN-7")
            }
            _ => Err(Illegal::Own(OwnIllegal::NothingToDiscard)),
        }
    }
    fn must_place_road() -> Illegal<Wide> {
        Illegal::Own(OwnIllegal::MustPlaceRoad)
    }
    fn play(_: &mut Game, _: Seat, _: base::OwnAction, _: &mut impl Observer<Event<Wide>>) {
        unreachable!("this game has no such action")
    }
    fn check_chance(_: &Game, _: base::OwnChance) -> Result<(), Illegal<Wide>> {
        Err(Illegal::ChanceNotDue)
    }
    fn resolve(_: &mut Game, _: base::OwnChance, _: &mut impl Observer<Event<Wide>>) {
        unreachable!("this game has no such outcome")
    }
    fn roll(draws: &mut impl Draws) -> Chance<Wide> {
        let (first, second) = Die::roll_two(draws);
        Chance::Dice(first, second)
    }
    fn let_dice_fall(game: &mut Game, draws: &mut impl Draws, observer: &mut impl Observer<Event<Wide>>) {
        Wide::rolled(game, Die::roll_two(draws), observer);
    }
    fn draw(_: &Game, _: base::OwnPhase, _: &mut impl Draws) -> Chance<Wide> {
        unreachable!("this game has no such phase")
    }
    fn chance_key(_: &Game, _: base::OwnPhase) -> (&'static str, u64) {
        unreachable!("this game has no such phase")
    }
}

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items
}

/// The list of a seat, made anew for each question.
#[derive(Clone, Copy, Debug, Default)]
struct Listed(Option<(Game, Seat)>);

impl Listed {
    fn all(self) -> Vec<Action<Wide>> {
        let Some((game, seat)) = self.0 else { return Vec::new() };
        match game.phase {
            _ if !matches!(game.turn(), Turn::Decide(seats) if seats.contains(seat)) => Vec::new(),
            Phase::FoundingSettlement { .. } => {
                (!game.unsettleable).into_iter().map(Action::BuildSettlement).collect()
            }
            Phase::FoundingRoad { at, .. } => {
                (at.edges() - game.all_roads()).into_iter().map(Action::BuildRoad).collect()
            }
            Phase::BeforeRoll => vec![Action::Roll],
            Phase::Discarding { owed } => {
                let (hand, owed) = (game.hands[seat].counts(), owed[seat]);
                let choice = |n| nth_choice(hand, owed, n).expect("a choice");
                (0..count_choices(hand, owed)).map(|n| Action::Discard(Bundle(choice(n)))).collect()
            }
            Phase::MovingRobber { cause } => {
                game.robber_targets(cause).into_iter().map(Action::MoveRobber).collect()
            }
            Phase::ChoosingVictim { victims } => victims.into_iter().map(Action::Steal).collect(),
            Phase::Building if seat == game.active => building(&game),
            Phase::Building => answers(&game, seat),
            phase => panic!("{phase:?} is not of this game"),
        }
    }
}

fn building(game: &Game) -> Vec<Action<Wide>> {
    let seat = game.active;
    let can = |price, piece| game.hands[seat].contains(price) && game.pieces_left(seat, piece) > 0;
    let roads = Wide::road_paths(game, seat).only_if(can(Counts::ROAD, Piece::Road));
    let settlements =
        (game.road_ends[seat] - game.unsettleable).only_if(can(Counts::SETTLEMENT, Piece::Settlement));
    let cities = game.settlements[seat].only_if(can(Counts::CITY, Piece::City));
    let mut all = vec![Action::EndTurn];
    all.extend(roads.into_iter().map(Action::BuildRoad));
    all.extend(settlements.into_iter().map(Action::BuildSettlement));
    all.extend(cities.into_iter().map(Action::BuildCity));
    if game.trade_is_open() {
        for (give, get) in pairs().filter(|(give, get)| give != get && game.supply.count(*get) > 0) {
            let held = |rate: &u8| game.hands[seat].count(give) >= *rate;
            let rates = game.rates(seat, give);
            all.extend(
                rates.iter().filter(held).map(|rate| Action::MaritimeTrade { give: of(give, rate), get }),
            );
        }
        let deals = game.deals();
        all.extend(deals.withdraw.then_some(Action::WithdrawOffer));
        all.extend(deals.execute.into_iter().map(Action::Execute));
        all.extend(deals.accept.into_iter().map(Action::AcceptProposal));
        all.extend(deals.reject.into_iter().map(Action::RejectProposal));
    }
    all
}

fn answers(game: &Game, seat: Seat) -> Vec<Action<Wide>> {
    let answers = game.answers(seat);
    let all = [
        (answers.accept, Action::AcceptOffer),
        (answers.reject, Action::RejectOffer),
        (answers.withdraw_proposal, Action::WithdrawProposal),
    ];
    all.into_iter().filter(|(can, _)| *can).map(|(_, action)| action).collect()
}

impl IntoIterator for Listed {
    type Item = Action<Wide>;
    type IntoIter = std::vec::IntoIter<Action<Wide>>;
    fn into_iter(self) -> Self::IntoIter {
        self.all().into_iter()
    }
}

impl Legal<Action<Wide>> for Listed {
    fn len(&self) -> usize {
        self.all().len()
    }
    fn contains(&self, action: Action<Wide>) -> bool {
        self.all().contains(&action)
    }
    fn get(&self, n: usize) -> Option<Action<Wide>> {
        self.all().get(n).copied()
    }
}

fn pairs() -> impl Iterator<Item = (Resource, Resource)> {
    Resource::ALL.into_iter().flat_map(|give| Resource::ALL.into_iter().map(move |get| (give, get)))
}

fn of(kind: Resource, count: u8) -> Bundle {
    let mut cards = [0; 5];
    cards[kind.index()] = count;
    Bundle(cards)
}

/// Every action that could be listed, but for discards, of which there are too many.
fn conceivable() -> Vec<Action<Wide>> {
    let mut all = vec![Action::Roll, Action::EndTurn, Action::Stop, Action::DeclareVictory];
    all.extend([Action::AcceptOffer, Action::RejectOffer, Action::WithdrawOffer, Action::WithdrawProposal]);
    all.extend(Edge::all().map(Action::BuildRoad));
    all.extend(Vertex::all().flat_map(|vertex| [Action::BuildSettlement(vertex), Action::BuildCity(vertex)]));
    all.extend(Hex::all().map(Action::MoveRobber));
    for seat in Seat::first(Seat::MAX) {
        all.extend([Action::Steal(seat), Action::Execute(seat)]);
        all.extend([Action::AcceptProposal(seat), Action::RejectProposal(seat)]);
    }
    for (give, get) in pairs() {
        all.extend((0..6).map(|rate| Action::MaritimeTrade { give: of(give, rate), get }));
    }
    all
}

/// Checks that a seat may do what it is listed, and nothing else; a refusal names a clause.
fn check_agrees_with_the_list(game: &Game, conceivable: &[Action<Wide>]) {
    for seat in Seat::first(Seat::MAX) {
        let listed = Wide::legal_actions(game, seat).all();
        for &action in &listed {
            assert_eq!(game.check(seat, action), Ok(()), "{seat} {action}");
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        for &action in conceivable.iter().filter(|action| !listed.contains(action)) {
            let refused = game.check(seat, action).expect_err("not listed");
            assert!(refused.clause().starts_with("CATAN-"), "{seat} {action}: {refused}");
        }
    }
}

/// Checks that cards and pieces are all there, and that what is derived follows from the facts.
fn check_facts(game: &Game) {
    let cards = Seat::first(Seat::MAX).fold(game.supply, |all, seat| all + game.hands[seat]);
    assert_eq!(cards, Counts::BOX, "cards neither appear nor vanish");
    let (mut roads, mut buildings) = (Edges::EMPTY, Vertices::EMPTY);
    for seat in Seat::first(Seat::MAX) {
        assert!((roads & game.roads[seat]).is_empty() && game.roads[seat].len() <= 15, "roads of {seat}");
        assert!((buildings & game.buildings(seat)).is_empty(), "buildings of {seat}");
        assert!((game.settlements[seat] & game.cities[seat]).is_empty(), "buildings of {seat}");
        assert!(game.settlements[seat].len() <= 5 && game.cities[seat].len() <= 4, "buildings of {seat}");
        roads = roads | game.roads[seat];
        buildings = buildings | game.buildings(seat);
    }
    assert_eq!((roads, buildings), (game.all_roads(), game.all_buildings()));
    assert!(buildings.into_iter().all(|vertex| (vertex.neighbours() & buildings).is_empty()), "CATAN-SETT-3");
    for seat in Seat::first(game.seats()) {
        let blocked = buildings - game.buildings(seat);
        assert_eq!(game.road_lengths[seat], longest_trail(game.roads[seat], blocked), "roads of {seat}");
        let harbours: Vec<_> =
            game.buildings(seat).into_iter().filter_map(|vertex| game.layout.harbour_at(vertex)).collect();
        for kind in Resource::ALL {
            let rate = match () {
                () if harbours.contains(&Harbour::Special(kind)) => Rates::SPECIAL,
                () if harbours.contains(&Harbour::Generic) => Rates::GENERIC,
                () => Rates::BASIC,
            };
            assert_eq!(game.rate(seat, kind), rate, "{seat} at {harbours:?} for {kind}");
        }
    }
    let longest = Seat::first(game.seats()).map(|seat| game.road_lengths[seat]).max();
    if let Some(holder) = game.longest_road {
        assert!(Some(game.road_lengths[holder]) == longest && longest >= Some(5), "CATAN-LR-5");
    }
}

/// Checks a payment: what stands around each hex of the sum gets a card of it, a city two, unless the supply is short.
fn check_production(before: &Game, after: &Game, events: &[Event<Wide>]) {
    let Some(&Event::Own(base::OwnEvent::Rolled { dice, .. })) = events.first() else { return };
    let is_paid = |event: &&Event<Wide>| matches!(event, Event::Produced { .. });
    let is_short = events.iter().any(|event| matches!(event, Event::Shortage { .. }));
    let Some(&Event::Produced { cards }) = events.iter().find(is_paid) else { return };
    for seat in Seat::first(Seat::MAX) {
        assert_eq!(after.hands[seat], before.hands[seat] + cards[seat]);
        let mut owed = Counts::NONE;
        for hex in Hex::all().filter(|&hex| before.layout.numbers[hex] == dice.0 + dice.1) {
            let Some(kind) = before.layout.terrain[hex].resource() else { continue };
            for vertex in hex.vertices().into_iter().filter(|_| hex != before.robber) {
                let each = u8::from(before.settlements[seat].contains(vertex))
                    + 2 * u8::from(before.cities[seat].contains(vertex));
                owed += Counts::of(kind, each);
            }
        }
        assert!(is_short || cards[seat] == owed, "{seat} got {} of {owed}", cards[seat]);
    }
}

#[derive(Default)]
struct Log(Vec<Event<Wide>>);

impl Observer<Event<Wide>> for Log {
    fn observe(&mut self, event: Event<Wide>) {
        self.0.push(event);
    }
}

/// One card of the hand for one of another kind, to everybody; the most common first.
fn offer(game: &Game, draws: &mut impl Draws) -> Option<Action<Wide>> {
    let hand = game.hands[game.active];
    let give = hand.kinds().max_by_key(|&kind| hand.count(kind))?;
    let want = Resource::ALL[draws.below(5) as usize];
    let to = SeatSet::first(game.seats()).without(game.active);
    Some(Action::Offer { give: of(give, 1), want: of(want, 1), to })
}

/// Chooses an action: buildings before all else, an offer now and then.
fn choose(game: &Game, seat: Seat, draws: &mut impl Draws) -> Action<Wide> {
    let listed = Wide::legal_actions(game, seat).all();
    let is_offered = game.phase == Phase::Building && seat == game.active && draws.below(6) == 0;
    if is_offered
        && let Some(offer) = offer(game, draws)
        && game.check(seat, offer).is_ok()
    {
        return offer;
    }
    let is_building = |action: &&Action<Wide>| {
        matches!(action, Action::BuildCity(_) | Action::BuildSettlement(_) | Action::Execute(_))
    };
    let built: Vec<_> = listed.iter().filter(is_building).copied().collect();
    let from = if built.is_empty() { &listed } else { &built };
    from[draws.below(from.len() as u32) as usize]
}

/// Plays a game at random; returns its end and everything that happened.
fn play(players: u8, seed: u64) -> (Game, Vec<Event<Wide>>) {
    let mut draws = Seed(seed).substream("wide", players.into());
    let options = Options { players, start_player: StartPlayer::HighestRoll, ..Options::default() };
    let conceivable = conceivable();
    let (mut game, mut all) = (Game::new(&options), Vec::new());
    for step in 0..20_000 {
        let (before, mut log) = (game, Log::default());
        match game.turn() {
            Turn::Over(_) => return (game, all),
            Turn::Chance(_) => {
                let chance = game.draw(&mut draws);
                assert_eq!(chance.to_string().parse(), Ok(chance));
                game.resolve(chance, &mut log).expect("drawn");
                check_production(&before, &game, &log.0);
            }
            Turn::Decide(seats) => {
                if step % 16 == 0 {
                    check_agrees_with_the_list(&game, &conceivable);
                }
                let mut seats: Vec<Seat> = seats.into_iter().collect();
                draws.shuffle(&mut seats);
                let can = |seat: &&Seat| !Wide::legal_actions(&game, **seat).is_empty();
                let seat = *seats.iter().find(can).expect("somebody can act");
                let action = choose(&game, seat, &mut draws);
                game.play(seat, action, &mut log).expect("legal");
            }
        }
        check_facts(&game);
        all.append(&mut log.0);
    }
    panic!("no end of game {seed} of {players}");
}

#[test]
fn the_rules_take_map_and_seats_from_their_type() {
    let (mut vertices, mut edges, mut hexes) = (Vertices::EMPTY, Edges::EMPTY, Hexes::EMPTY);
    let mut winners = SeatSet::EMPTY;
    let (mut traded, mut banked, mut stolen, mut discarded, mut longest) = (0, 0, 0, 0, 0);
    for (players, seed) in [5, 6].into_iter().flat_map(|players| (0..20).map(move |seed| (players, seed))) {
        let (game, events) = play(players, seed);
        let Phase::Over(Outcome { winners: won }) = game.phase else { unreachable!("the game is over") };
        let winner = won.lowest().expect("somebody won");
        assert!(won.len() == 1 && Wide::points(&game, winner) >= 10);
        winners.insert(winner);
        vertices = vertices | game.all_buildings();
        edges = edges | game.all_roads();
        for event in events {
            let document = serde_json::to_string(&event).expect("a document");
            assert_eq!(serde_json::from_str::<Event<Wide>>(&document).expect("an event"), event);
            match event {
                Event::MovedRobber { to, .. } => hexes.insert(to),
                Event::Traded { .. } => traded += 1,
                Event::TradedWithSupply { .. } => banked += 1,
                Event::Stole { .. } => stolen += 1,
                Event::Discarded { .. } => discarded += 1,
                Event::LongestRoad { .. } => longest += 1,
                _ => {}
            }
        }
    }
    for (what, times) in
        [("trade", traded), ("bank", banked), ("theft", stolen), ("discard", discarded), ("road", longest)]
    {
        assert!(times > 0, "{what}");
    }
    assert_eq!((vertices, edges, hexes), (Vertices::ALL, Edges::ALL, Hexes::ALL), "each place is played on");
    assert!(winners.into_iter().any(|seat| seat.index() >= 4), "{winners:?}");
}

#[test]
fn places_of_the_larger_map_have_texts() {
    assert_eq!("I79".parse::<Vertex<LargeMap>>(), Ok(Vertex::new(79).expect("the last one")));
    assert_eq!("P108".parse::<Edge<LargeMap>>(), Ok(Edge::new(108).expect("the last one")));
    let refused = "H30".parse::<Hex<LargeMap>>().expect_err("no such hex").to_string();
    assert!(refused.ends_with("hexes are H0 to H29"), "{refused}");
    assert!("P108".parse::<crate::EdgeId>().is_err() && "P007".parse::<crate::EdgeId>().is_err());
    let layout = LargeMap::BEGINNER;
    assert_eq!(layout.to_string().parse(), Ok(layout));
    assert!(layout.to_string().parse::<Layout>().is_err(), "the base map has fewer hexes");
}
