//! Properties that hold in every position of every game: played out over seeded random games, offers and answers included. A
//! failure prints the seed of its game.

use crate::played::battery::{self, Subject, play_out};
use crate::played::some_cards;
use catan::{
    Action, Answer, Bundle, Cards, Catan, Chance, ChanceKind, DevelopmentCard, Die, Event, Options,
    OwnAction, OwnChance, OwnChanceKind, OwnEvent, OwnPhase, Phase, Piece, Resource,
};
use game::{Draws, Seat, SeatSet, Seed, Substream, Turn, Viewer};
use testkit::worlds;

/// A game option set that differs from seed to seed, so that all switches are met.
fn options(seed: u64) -> Options {
    use catan::options::*;
    let mut draws = Seed(seed).substream("options", 0);
    let mut flip = || draws.below(2) == 1;
    Options {
        players: 2 + (seed % 3) as u8,
        trade_build: if flip() { TradeBuild::Separate } else { TradeBuild::Combined },
        robber_victims: if flip() { RobberVictims::WithCards } else { RobberVictims::AnyAdjacent },
        friendly_robber: flip(),
        numbers: if flip() { NumberPlacement::Spiral } else { NumberPlacement::Random },
        road_building_may_stop: flip(),
        auto_declare: flip(),
        shortage_single_player: if flip() {
            ShortageSinglePlayer::PayRest
        } else {
            ShortageSinglePlayer::PayNothing
        },
        setup: if flip() { SetupKind::Variable } else { SetupKind::BeginnerFull },
        start_player: if flip() { StartPlayer::Random } else { StartPlayer::HighestRoll },
        trade_same_kind: if flip() {
            TradeSameKind::ForbidAnyOverlap
        } else {
            TradeSameKind::ForbidIdenticalOnly
        },
        offer_limit: if flip() { Some(3) } else { None },
        turn_limit: Some(600),
        bank_rates: if flip() { BankRates::All } else { BankRates::Best },
        robber_theft: if flip() { RobberTheft::Must } else { RobberTheft::May },
        bank_same_kind: if flip() { BankSameKind::Forbid } else { BankSameKind::Allow },
        ..Options::default()
    }
}

impl Subject for Catan {
    const RULEBOOKS: &'static [&'static str] = &[include_str!("../../../../rulebook/catan.md")];

    fn start(seed: u64) -> Catan {
        Catan::new(&options(seed))
    }

    fn every_action() -> Vec<Action> {
        use catan::{EdgeId, HexId, VertexId};
        let mut all = vec![
            Action::Roll,
            Action::Own(OwnAction::BuyDevelopmentCard),
            Action::Own(OwnAction::PlayKnight),
            Action::Own(OwnAction::PlayRoadBuilding),
            Action::Stop,
            Action::AcceptOffer,
            Action::RejectOffer,
            Action::WithdrawOffer,
            Action::WithdrawProposal,
            Action::EndTurn,
            Action::DeclareVictory,
        ];
        all.extend(EdgeId::all().map(Action::BuildRoad));
        all.extend(VertexId::all().map(Action::BuildSettlement));
        all.extend(VertexId::all().map(Action::BuildCity));
        all.extend(HexId::all().map(Action::MoveRobber));
        for seat in Seat::first(4) {
            all.extend([
                Action::Steal(seat),
                Action::Execute(seat),
                Action::AcceptProposal(seat),
                Action::RejectProposal(seat),
            ]);
        }
        for kind in Resource::ALL {
            all.push(Action::Own(OwnAction::PlayMonopoly(kind)));
            all.push(Action::Own(OwnAction::PlayYearOfPlenty(kind, None)));
            for other in Resource::ALL {
                all.push(Action::Own(OwnAction::PlayYearOfPlenty(kind, Some(other))));
                for count in 1..=5 {
                    let give = Cards::of(kind, count).into();
                    all.push(Action::MaritimeTrade { give, get: other });
                }
            }
        }
        all
    }

    fn with_cards(draws: &mut Substream) -> Action {
        Action::Discard(Bundle(some_cards(draws)))
    }

    fn every_chance() -> Vec<Chance> {
        let mut all: Vec<Chance> =
            [(Die::One, Die::Six), (Die::Three, Die::Four)].map(|(a, b)| Chance::Dice(a, b)).into();
        all.extend(Resource::ALL.map(Chance::StolenCard));
        all.extend(DevelopmentCard::ALL.map(|it| Chance::Own(OwnChance::DevelopmentCard(it))));
        all
    }

    fn known(&self, viewer: Viewer) -> String {
        let view = self.view(viewer);
        let of_seats: Vec<String> = Seat::first(4)
            .map(|seat| {
                format!(
                    "{:?}",
                    (
                        (view.roads(seat), view.settlements(seat), view.cities(seat), view.reach(seat)),
                        (
                            view.road_ends(seat),
                            view.hand_len(seat),
                            view.hand(seat),
                            view.development_len(seat)
                        ),
                        (
                            view.development(seat),
                            view.knights(seat),
                            view.road_length(seat),
                            view.points(seat)
                        ),
                        (view.answer(seat), view.proposal(seat), view.handed_in(seat)),
                        Resource::ALL.map(|kind| (view.rate(seat, kind), view.rates(seat, kind))),
                        [Piece::Road, Piece::Settlement, Piece::City]
                            .map(|piece| view.pieces_left(seat, piece)),
                    )
                )
            })
            .collect();
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {}",
            (view.turn(), view.phase(), view.active(), view.start_player(), view.turns(), view.dice()),
            (
                view.has_rolled(),
                view.has_built(),
                view.has_played_card(),
                view.trade_is_open(),
                view.robber()
            ),
            (
                view.unsettleable(),
                view.supply(),
                view.bought_len(),
                view.bought(),
                view.deck_len(),
                view.played()
            ),
            (view.longest_road(), view.largest_army(), view.offer(), view.trading(), view.seats_to_discard()),
            view.legal_actions(),
            of_seats,
            serde_json::to_string(&view).expect("a document"),
        )
    }

    fn other_world(&self, viewer: Viewer, draws: &mut Substream) -> Option<Catan> {
        worlds::of_catan(self, viewer, draws)
    }

    fn is_shown(&self, viewer: Viewer, kind: ChanceKind) -> bool {
        match kind {
            ChanceKind::StolenCard { thief, victim } => viewer.sees(thief) || viewer.sees(victim),
            ChanceKind::Own(OwnChanceKind::DevelopmentCard) => viewer.sees(self.active()),
            _ => true,
        }
    }

    /// The last of several discards shows them all.
    fn brings_to_light(&self, action: Action) -> bool {
        match action {
            Action::Execute(_) | Action::AcceptProposal(_) | Action::Own(OwnAction::PlayMonopoly(_)) => true,
            Action::Discard(_) => !matches!(self.phase(), Phase::Discarding { .. }),
            _ => false,
        }
    }
}

#[test]
fn check_accepts_exactly_what_is_listed() {
    battery::check_accepts_exactly_what_is_listed::<Catan>(0..12);
}

#[test]
fn a_refused_action_changes_nothing() {
    battery::a_refused_action_changes_nothing::<Catan>(200..206);
}

#[test]
fn impossible_outcomes_are_refused() {
    battery::impossible_outcomes_are_refused::<Catan>(300..306);
}

#[test]
fn the_same_game_is_played_twice() {
    battery::the_same_game_is_played_twice::<Catan>(500..508);
}

#[test]
fn every_outcome_has_a_draw_of_its_own() {
    battery::every_outcome_has_a_draw_of_its_own::<Catan>(1100..1110);
}

#[test]
fn catan_info_13_a_view_tells_nothing_hidden() {
    battery::a_view_tells_nothing_hidden::<Catan>(600..616, 5_000);
}

#[test]
fn catan_info_13_two_worlds_tell_the_same_story() {
    battery::two_worlds_tell_the_same_story::<Catan>(700..724, 5_000);
}

#[test]
fn a_view_comes_back_from_its_document() {
    battery::a_view_comes_back_from_its_document::<Catan>(16);
}

#[test]
fn catan_comp_9_nothing_is_lost_or_made() {
    for seed in 100..140 {
        play_out(seed, |game: &Catan, _| {
            let view = game.view(Viewer::Everything);
            let mut cards = view.supply();
            let mut development = view.deck_len();
            for seat in Seat::first(4) {
                cards += view.hand(seat).expect("everything is seen");
                development += view.development_len(seat);
            }
            assert_eq!(cards, Cards::BOX, "seed {seed}");
            assert_eq!(development + view.played().iter().sum::<u8>(), 25, "seed {seed}");
            let knights: u8 = Seat::first(4).map(|seat| view.knights(seat)).sum();
            assert_eq!(knights, view.played()[DevelopmentCard::Knight.index()], "seed {seed}");
        });
    }
}

/// Every resource card that an event tells of, seat by seat: a log or a card counter needs nothing else.
#[test]
fn events_account_for_every_card() {
    for seed in 400..430 {
        let mut ledger = [[0_i32; 5]; 4];
        let mut longest_road = None;
        let mut largest_army = None;
        play_out(seed, |game: &Catan, events| {
            let mut book = |seat: Seat, cards: Cards, sign: i32| {
                for (entry, count) in ledger[seat.index()].iter_mut().zip(cards.counts()) {
                    *entry += sign * i32::from(count);
                }
            };
            for &event in events {
                match event {
                    Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                        book(seat, cards, 1);
                    }
                    Event::BuiltRoad { seat, paid: true, .. } => book(seat, Cards::ROAD, -1),
                    Event::BuiltSettlement { seat, paid: true, .. } => book(seat, Cards::SETTLEMENT, -1),
                    Event::BuiltCity { seat, .. } => book(seat, Cards::CITY, -1),
                    Event::Own(OwnEvent::BoughtCard { seat, .. }) => book(seat, Cards::DEVELOPMENT, -1),
                    Event::Produced { cards } => cards.iter().for_each(|(seat, &cards)| book(seat, cards, 1)),
                    Event::Discarded { cards } => {
                        cards.iter().for_each(|(seat, &cards)| book(seat, cards, -1));
                    }
                    Event::Stole { thief, victim, card } => {
                        let card = Cards::of(card.expect("not redacted"), 1);
                        book(thief, card, 1);
                        book(victim, card, -1);
                    }
                    Event::Monopolized { seat, kind, counts } => {
                        for (other, &count) in counts.iter() {
                            book(other, Cards::of(kind, count), -1);
                            book(seat, Cards::of(kind, count), 1);
                        }
                    }
                    Event::TradedWithSupply { seat, give, get } => {
                        book(seat, give, -1);
                        book(seat, Cards::of(get, 1), 1);
                    }
                    Event::Traded { active, partner, gave, got } => {
                        book(active, gave, -1);
                        book(active, got, 1);
                        book(partner, got, -1);
                        book(partner, gave, 1);
                    }
                    Event::LongestRoad { holder, .. } => longest_road = holder,
                    Event::Own(OwnEvent::LargestArmy { holder, .. }) => largest_army = Some(holder),
                    _ => {}
                }
            }
            if game.phase() == Phase::Own(OwnPhase::BuyingCard) {
                return; // paid for, and told of only when the card is drawn
            }
            let view = game.view(Viewer::Everything);
            for seat in Seat::first(game.seats()) {
                let hand = view.hand(seat).expect("everything is seen").counts().map(i32::from);
                assert_eq!(ledger[seat.index()], hand, "seed {seed}: seat {seat} after {events:?}");
            }
            assert_eq!(longest_road, view.longest_road(), "seed {seed} after {events:?}");
            assert_eq!(largest_army, view.largest_army(), "seed {seed} after {events:?}");
        });
    }
}

/// The notes of a player who hears only what everybody may hear.
#[derive(Default)]
struct Log {
    roads: [catan::EdgeSet; 4],
    settlements: [catan::VertexSet; 4],
    cities: [catan::VertexSet; 4],
    robber: Option<catan::HexId>,
    hand_len: [u32; 4],
    development_len: [u8; 4],
    knights: [u8; 4],
    played: [u8; 5],
    deck_len: u8,
    dice: Option<(Die, Die)>,
    active: Option<Seat>,
    turns: u32,
    over: bool,
}

impl Log {
    fn gain(&mut self, seat: Seat, cards: Cards) {
        self.hand_len[seat.index()] += cards.len();
    }
    fn lose(&mut self, seat: Seat, cards: Cards) {
        self.hand_len[seat.index()] -= cards.len();
    }
    fn hear(&mut self, event: Event) {
        match event {
            Event::LaidOut { layout } => (self.robber, self.deck_len) = (Some(layout.desert()), 25),
            Event::Starts { seat } => (self.active, self.turns) = (Some(seat), 1),
            Event::TurnEnded { seat, next } => {
                assert_eq!(self.active, Some(seat));
                (self.active, self.turns) = (Some(next), self.turns + 1);
            }
            Event::BuiltRoad { seat, edge, paid } => {
                self.roads[seat.index()].insert(edge);
                self.lose(seat, if paid { Cards::ROAD } else { Cards::NONE });
            }
            Event::BuiltSettlement { seat, vertex, paid } => {
                self.settlements[seat.index()].insert(vertex);
                self.lose(seat, if paid { Cards::SETTLEMENT } else { Cards::NONE });
            }
            Event::BuiltCity { seat, vertex, .. } => {
                assert!(self.settlements[seat.index()].contains(vertex));
                self.settlements[seat.index()].remove(vertex);
                self.cities[seat.index()].insert(vertex);
                self.lose(seat, Cards::CITY);
            }
            Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                self.gain(seat, cards);
            }
            Event::Own(OwnEvent::Rolled { seat, dice }) => {
                assert_eq!(self.active, Some(seat));
                self.dice = Some(dice);
            }
            Event::Produced { cards } => cards.iter().for_each(|(seat, &cards)| self.gain(seat, cards)),
            Event::Discarded { cards } => cards.iter().for_each(|(seat, &cards)| self.lose(seat, cards)),
            Event::MovedRobber { seat, from, to } => {
                assert_eq!((self.active, self.robber), (Some(seat), Some(from)));
                self.robber = Some(to);
            }
            Event::Stole { thief, victim, card } => {
                assert_eq!((self.active, card), (Some(thief), None), "nobody else knows which");
                self.hand_len[thief.index()] += 1;
                self.hand_len[victim.index()] -= 1;
            }
            Event::StoleNothing { thief, victim } => {
                assert_eq!((self.active, self.hand_len[victim.index()]), (Some(thief), 0));
            }
            Event::Own(OwnEvent::BoughtCard { seat, card }) => {
                assert_eq!(card, None, "nobody else knows which");
                self.lose(seat, Cards::DEVELOPMENT);
                self.development_len[seat.index()] += 1;
                self.deck_len -= 1;
            }
            Event::Own(OwnEvent::PlayedCard { seat, card }) => {
                self.development_len[seat.index()] -= 1;
                self.played[card.index()] += 1;
                self.knights[seat.index()] += u8::from(card == DevelopmentCard::Knight);
            }
            Event::Monopolized { seat, counts, .. } => {
                for (other, &count) in counts.iter() {
                    self.hand_len[other.index()] -= u32::from(count);
                    self.hand_len[seat.index()] += u32::from(count);
                }
            }
            Event::TradedWithSupply { seat, give, get } => {
                self.lose(seat, give);
                self.gain(seat, Cards::of(get, 1));
            }
            Event::Traded { active, partner, gave, got } => {
                self.lose(active, gave);
                self.gain(active, got);
                self.lose(partner, got);
                self.gain(partner, gave);
            }
            Event::Over { .. } => self.over = true,
            _ => {}
        }
    }
}

/// Everybody can derive the board, all numbers of cards, and whose turn it is, from what everybody hears.
#[test]
fn a_listener_knows_the_open_position() {
    for seed in 900..920 {
        let mut log = Log::default();
        play_out(seed, |game: &Catan, events| {
            events.iter().for_each(|event| log.hear(event.redact(Viewer::Spectator)));
            if game.phase() == Phase::Own(OwnPhase::BuyingCard) {
                return; // told of when the card is drawn
            }
            let view = game.view(Viewer::Spectator);
            assert_eq!(log.over, game.outcome().is_some(), "seed {seed}");
            for seat in Seat::first(4) {
                let s = seat.index();
                assert_eq!(
                    (log.roads[s], log.settlements[s], log.cities[s], log.hand_len[s]),
                    (view.roads(seat), view.settlements(seat), view.cities(seat), view.hand_len(seat)),
                    "seed {seed}: {seat} after {events:?}"
                );
                assert_eq!(
                    (log.development_len[s], log.knights[s]),
                    (view.development_len(seat), view.knights(seat)),
                    "seed {seed}: {seat} after {events:?}"
                );
            }
            assert_eq!((log.played, log.dice), (view.played(), view.dice()), "seed {seed} after {events:?}");
            if view.layout().is_some() {
                assert_eq!((log.robber, log.deck_len), (Some(view.robber()), view.deck_len()), "seed {seed}");
            }
            if view.turns() > 0 && !log.over {
                assert_eq!((log.active, log.turns), (Some(view.active()), view.turns()), "seed {seed}");
            }
        });
    }
}

/// Events agree with the position that they led to, about offers, awards and blocked hexes.
#[test]
fn events_say_what_is_so() {
    let (mut offers, mut blocked) = (0, 0);
    for seed in 1000..1030 {
        play_out(seed, |game: &Catan, events| {
            let view = game.view(Viewer::Everything);
            for &event in events {
                let said =
                    |give: Cards, want: Cards| catan::Exchange { give: give.into(), want: want.into() };
                offers += 1;
                match event {
                    Event::Offered { seat, give, want, to } => {
                        assert_eq!((seat, view.offer()), (game.active(), Some((said(give, want), to))));
                    }
                    Event::AcceptedOffer { seat } => assert_eq!(view.answer(seat), Answer::Accepted),
                    Event::RejectedOffer { seat } => assert_eq!(view.answer(seat), Answer::Rejected),
                    Event::Countered { seat, give, want } => {
                        assert_eq!(view.answer(seat), Answer::Countered(said(give, want)));
                    }
                    Event::WithdrewOffer { seat } => assert_eq!((seat, view.offer()), (game.active(), None)),
                    Event::Proposed { seat, give, want } => {
                        assert_eq!(view.proposal(seat), Some(said(give, want)));
                    }
                    Event::WithdrewProposal { seat } => assert_eq!(view.proposal(seat), None),
                    Event::RejectedProposal { seat, proposer } => {
                        assert_eq!((seat, view.proposal(proposer)), (game.active(), None));
                    }
                    Event::OffersEnded => {
                        assert_eq!((view.offer(), view.trading().proposers()), (None, SeatSet::EMPTY));
                    }
                    _ => offers -= 1,
                }
                match event {
                    Event::LongestRoad { holder, length, .. } => {
                        assert_eq!(view.longest_road(), holder);
                        assert_eq!(length, holder.map_or(0, |seat| view.road_length(seat)));
                    }
                    Event::Own(OwnEvent::LargestArmy { holder, knights, .. }) => {
                        assert_eq!((view.largest_army(), view.knights(holder)), (Some(holder), knights));
                    }
                    Event::Over { outcome, victory_cards } => {
                        assert_eq!(game.outcome(), Some(outcome));
                        for seat in Seat::first(4) {
                            assert_eq!(victory_cards[seat], view.points(seat).victory_cards);
                        }
                    }
                    Event::RoadBuildingEnded { seat } => {
                        assert_eq!(seat, game.active());
                        assert!(!matches!(game.phase(), Phase::FreeRoads { .. }));
                    }
                    _ => {}
                }
            }
            // A roll: a hex with its number and with buildings is blocked if the robber is there.
            let rolled = events.iter().find_map(|event| match event {
                Event::Own(OwnEvent::Rolled { dice, .. }) => Some(dice.0 + dice.1),
                _ => None,
            });
            if let (Some(sum), Some(layout)) = (rolled.filter(|&sum| sum != 7), view.layout()) {
                for hex in layout.hexes_with(sum) {
                    let settled = hex.vertices().into_iter().any(|vertex| view.building_at(vertex).is_some());
                    let is_blocked = hex == view.robber() && settled;
                    assert_eq!(events.contains(&Event::Blocked { hex }), is_blocked, "seed {seed}: {hex}");
                    blocked += u32::from(is_blocked);
                }
            }
        });
    }
    assert!(offers > 100 && blocked > 100, "{offers} events of offers, {blocked} blocked hexes");
}

/// Draws that return a fixed number, and remember the bound.
struct FixedDraws {
    n: u32,
    bound: u32,
}

impl Draws for FixedDraws {
    fn next_u64(&mut self) -> u64 {
        unreachable!("only bounded draws are asked for")
    }
    fn below(&mut self, bound: u32) -> u32 {
        assert_eq!(self.bound, 0, "one outcome takes one draw");
        self.bound = bound;
        self.n
    }
}

/// `CATAN-ROB-6`, `CATAN-COMP-6`, `CATAN-COMP-8`: over all equally likely draws, each outcome comes as often as its
/// weight says, and a weight counts cards, not kinds.
#[test]
fn outcomes_are_drawn_with_the_weights_of_the_rules() {
    let (mut thefts, mut cards) = (0, 0);
    for seed in 800..806 {
        play_out(seed, |game: &Catan, _| {
            let weights: Vec<(Chance, u32)> = game.chance_outcomes().collect();
            if weights.is_empty() {
                return;
            }
            let mut told = FixedDraws { n: 0, bound: 0 };
            game.draw(&mut told);
            let bound = told.bound;
            let mut drawn = vec![0; weights.len()];
            for n in 0..bound {
                let chance = game.draw(&mut FixedDraws { n, bound: 0 });
                drawn[weights.iter().position(|&(other, _)| other == chance).expect("a listed outcome")] += 1;
            }
            assert_eq!(drawn, weights.iter().map(|&(_, weight)| weight).collect::<Vec<_>>(), "seed {seed}");
            let everything = game.view(Viewer::Everything);
            match game.turn() {
                Turn::Chance(ChanceKind::StolenCard { victim, .. }) => {
                    assert_eq!(bound, everything.hand_len(victim), "each card of the hand alike");
                    thefts += 1;
                }
                Turn::Chance(ChanceKind::Own(OwnChanceKind::DevelopmentCard)) => {
                    assert_eq!(bound, u32::from(everything.deck_len()), "each card of the deck alike");
                    cards += 1;
                }
                Turn::Chance(ChanceKind::StartPlayer) => assert_eq!(bound as usize, game.seats()),
                _ => assert_eq!(bound, 36, "two dice"),
            }
        });
    }
    assert!(thefts > 50 && cards > 50, "{thefts} thefts, {cards} cards");
}

/// `CATAN-VAR-1` to `CATAN-VAR-3`: every hex, harbour and corner has its turn, about as often as the others.
#[test]
fn layouts_are_drawn_without_favour() {
    let options = Options::default();
    let (mut deserts, mut fives, mut harbours) = ([0; 19], [0; 19], [0; 9]);
    for seed in 0..1900 {
        let layout = catan::Layout::draw(&options, &mut Seed(seed).substream("board", 0));
        assert_eq!(layout.check(&options), Ok(()));
        deserts[layout.desert().index()] += 1;
        // The first token lies on a corner hex, or on the hex behind it where the desert is.
        let first = catan::board::CORNER_HEXES.iter().find(|&&corner| {
            (0..6).any(|n| {
                let order = catan::board::spiral(n, options.spiral_direction);
                let laid =
                    order.iter().filter(|&&hex| hex != layout.desert()).map(|&hex| layout.numbers[hex]);
                order[0].index() == usize::from(corner) && laid.eq(catan::board::TOKENS)
            })
        });
        fives[usize::from(*first.expect("a spiral"))] += 1;
        harbours[layout.harbours.iter().position(|h| h.to_string() == "ore").expect("an ore harbour")] += 1;
    }
    // Each is expected 100, 317 and 211 times; five standard deviations are 50, 82 and 69.
    assert!(deserts.iter().all(|n| (50..=150).contains(n)), "{deserts:?}");
    assert!(
        catan::board::CORNER_HEXES.iter().all(|&h| (235..=399).contains(&fives[usize::from(h)])),
        "{fives:?}"
    );
    assert!(harbours.iter().all(|n| (142..=280).contains(n)), "{harbours:?}");
}

/// The roll of a turn depends on nothing but its number, and points are the sum of their parts.
#[test]
fn rolls_are_numbered_by_turns() {
    for seed in 1100..1110 {
        play_out(seed, |game: &Catan, _| {
            if let Turn::Chance(ChanceKind::Dice) = game.turn() {
                assert_eq!(game.chance_key(), ("roll", u64::from(game.turns())), "seed {seed}");
            }
            let points = game.points(Seat::A);
            assert_eq!(
                points.total(),
                points.settlements
                    + points.cities
                    + points.longest_road
                    + points.largest_army
                    + points.victory_cards
            );
        });
    }
}
