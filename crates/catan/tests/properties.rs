//! What holds in every position of every game: played out over seeded random games, offers and answers included.
//! A failure prints the seed of its game.

use catan::{
    Action, Answer, Bundle, Cards, Catan, Chance, ChanceKind, DevelopmentCard, Event, Guess, Options, Phase,
    Piece, Resource,
};
use game::{Draws, Seat, SeatSet, Seed, Substream, Turn, Viewer};

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
        ..Options::default()
    }
}

fn random_bundle(draws: &mut Substream) -> Bundle {
    let mut bundle = Bundle::default();
    for _ in 0..=draws.below(3) {
        bundle.0[draws.below(5) as usize] += 1;
    }
    bundle
}

/// Something a seat might try: mostly listed actions, sometimes an offer, a counter-offer or a proposal.
fn random_action(game: &Catan, draws: &mut Substream) -> Option<(Seat, Action)> {
    let Turn::Decide(seats) = game.turn() else { return None };
    let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
    if game.phase() == Phase::Building && draws.below(8) == 0 {
        let seat = Seat::new(draws.below(game.seats() as u32) as usize).expect("a seat");
        let (give, want) = (random_bundle(draws), random_bundle(draws));
        let action = match draws.below(3) {
            0 => Action::Offer { give, want, to: SeatSet::from_bits(draws.below(16) as u8) },
            1 => Action::CounterOffer { give, want },
            _ => Action::Propose { give, want },
        };
        if game.check(seat, action).is_ok() {
            return Some((seat, action));
        }
    }
    let legal = game.legal_actions(seat);
    if legal.is_empty() {
        // Only an addressee or proposer who has said all there is to say may find nothing listed.
        assert_ne!(seat, game.active(), "{:?}", game.phase());
        return Some((
            game.active(),
            game.legal_actions(game.active()).get(0).expect("the active seat can act"),
        ));
    }
    legal.get(draws.below(legal.len() as u32) as usize).map(|action| (seat, action))
}

/// Plays a random game and shows `visit` every position with the events that led to it.
fn play_out(seed: u64, mut visit: impl FnMut(&Catan, &[Event])) {
    let mut game = Catan::new(&options(seed));
    let mut draws = Seed(seed).substream("choice", 0);
    let mut events = Vec::new();
    loop {
        events.clear();
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut Seed(seed).substream(purpose, index));
                game.resolve(chance, &mut events).unwrap_or_else(|e| panic!("seed {seed}: {chance:?}: {e}"));
            }
            Turn::Decide(_) => {
                let (seat, action) = random_action(&game, &mut draws).expect("somebody acts");
                game.play(seat, action, &mut events)
                    .unwrap_or_else(|e| panic!("seed {seed}: {seat} {action}: {e}"));
            }
        }
        visit(&game, &events);
    }
}

/// All actions without open ends, legal or not, that any seat could name.
fn all_actions() -> Vec<Action> {
    use catan::{EdgeId, HexId, VertexId};
    let mut all = vec![
        Action::Roll,
        Action::BuyDevelopmentCard,
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        Action::StopRoadBuilding,
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
        all.push(Action::PlayMonopoly(kind));
        all.push(Action::PlayYearOfPlenty(kind, None));
        for other in Resource::ALL {
            all.push(Action::PlayYearOfPlenty(kind, Some(other)));
            for count in 1..=5 {
                let give = Cards::of(kind, count).into();
                all.push(Action::MaritimeTrade { give, get: other });
            }
        }
    }
    all
}

#[test]
fn check_accepts_exactly_what_is_listed() {
    let all = all_actions();
    let mut positions = 0;
    for seed in 0..12 {
        play_out(seed, |game, _| {
            positions += 1;
            if positions % 5 != 0 && game.phase() == Phase::Building {
                return;
            }
            for seat in Seat::first(game.seats()) {
                let legal = game.legal_actions(seat);
                let listed: Vec<Action> = legal.into_iter().collect();
                assert_eq!(listed.len(), legal.len(), "seed {seed}");
                for &action in &listed {
                    assert_eq!(game.check(seat, action), Ok(()), "seed {seed}: {seat} {action} is listed");
                    assert!(legal.contains(action), "seed {seed}: {seat} {action} is listed");
                }
                for &action in &all {
                    let contained = legal.contains(action);
                    let checked = game.check(seat, action);
                    assert_eq!(contained, checked.is_ok(), "seed {seed}: {seat} {action}: {checked:?}");
                }
                let invited = matches!(game.turn(), Turn::Decide(seats) if seats.contains(seat));
                assert!(invited || listed.is_empty(), "seed {seed}: idle seat {seat} has {listed:?}");
            }
        });
    }
    assert!(positions > 5_000);
}

#[test]
fn catan_comp_9_nothing_is_lost_or_made() {
    for seed in 100..140 {
        play_out(seed, |game, _| {
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

#[test]
fn a_refused_action_changes_nothing() {
    let all = all_actions();
    for seed in 200..206 {
        let mut tried = 0;
        play_out(seed, |game, _| {
            for (n, &action) in all.iter().enumerate() {
                if (n + tried) % 7 != 0 {
                    continue;
                }
                for seat in Seat::first(4) {
                    let mut copy = *game;
                    let mut events: Vec<Event> = Vec::new();
                    if copy.play(seat, action, &mut events).is_err() {
                        assert!(copy == *game && events.is_empty(), "seed {seed}: {seat} {action}");
                    }
                }
            }
            tried += 1;
        });
    }
}

#[test]
fn impossible_outcomes_are_refused() {
    for seed in 300..306 {
        play_out(seed, |game, _| {
            let due: Vec<Chance> = game.chance_outcomes().map(|(chance, _)| chance).collect();
            let mut tries = vec![Chance::Dice(0, 3), Chance::Dice(7, 1), Chance::Dice(3, 4)];
            tries.extend(Resource::ALL.map(Chance::StolenCard));
            tries.extend(DevelopmentCard::ALL.map(Chance::DevelopmentCard));
            for chance in tries {
                let allowed = game.check_chance(chance).is_ok();
                assert_eq!(allowed, due.contains(&chance), "seed {seed}: {chance:?} in {:?}", game.phase());
            }
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
        play_out(seed, |game, events| {
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
                    Event::BoughtCard { seat, .. } => book(seat, Cards::DEVELOPMENT, -1),
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
                    Event::LargestArmy { holder, .. } => largest_army = Some(holder),
                    _ => {}
                }
            }
            if game.phase() == Phase::BuyingCard {
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

/// What somebody at the table writes down who hears only what everybody may hear.
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
    dice: Option<(u8, u8)>,
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
            Event::BuiltCity { seat, vertex } => {
                assert!(self.settlements[seat.index()].contains(vertex));
                self.settlements[seat.index()].remove(vertex);
                self.cities[seat.index()].insert(vertex);
                self.lose(seat, Cards::CITY);
            }
            Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                self.gain(seat, cards);
            }
            Event::Rolled { seat, dice } => {
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
            Event::BoughtCard { seat, card } => {
                assert_eq!(card, None, "nobody else knows which");
                self.lose(seat, Cards::DEVELOPMENT);
                self.development_len[seat.index()] += 1;
                self.deck_len -= 1;
            }
            Event::PlayedCard { seat, card } => {
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

/// From what everybody hears, everybody can tell the board, all numbers of cards, and whose turn it is.
#[test]
fn a_listener_knows_the_open_position() {
    for seed in 900..920 {
        let mut log = Log::default();
        play_out(seed, |game, events| {
            events.iter().for_each(|event| log.hear(event.redact(Viewer::Spectator)));
            if game.phase() == Phase::BuyingCard {
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

/// What events say of offers, awards and blocked hexes is so in the position that they led to.
#[test]
fn events_say_what_is_so() {
    let (mut offers, mut blocked) = (0, 0);
    for seed in 1000..1030 {
        play_out(seed, |game, events| {
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
                    Event::LongestRoad { holder, length } => {
                        assert_eq!(view.longest_road(), holder);
                        assert_eq!(length, holder.map_or(0, |seat| view.road_length(seat)));
                    }
                    Event::LargestArmy { holder, knights } => {
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
                Event::Rolled { dice, .. } => Some(dice.0 + dice.1),
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

/// With a seed, no draw is used twice in a game, and the roll of a turn depends on nothing but its number.
#[test]
fn every_outcome_has_a_draw_of_its_own() {
    for seed in 1100..1110 {
        let mut used = std::collections::HashSet::new();
        play_out(seed, |game, _| {
            if let Turn::Chance(kind) = game.turn() {
                let (purpose, index) = game.chance_key();
                assert!(used.insert((purpose, index)), "seed {seed}: {purpose} {index} again");
                if kind == ChanceKind::Dice {
                    assert_eq!((purpose, index), ("roll", u64::from(game.turns())));
                }
            }
        });
        assert!(used.len() > 20);
    }
}

/// Draws that give what they are told to, and remember out of how many.
struct Told {
    n: u32,
    bound: u32,
}

impl Draws for Told {
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
        play_out(seed, |game, _| {
            let weights: Vec<(Chance, u32)> = game.chance_outcomes().collect();
            if weights.is_empty() {
                return;
            }
            let mut told = Told { n: 0, bound: 0 };
            game.draw(&mut told);
            let bound = told.bound;
            let mut drawn = vec![0; weights.len()];
            for n in 0..bound {
                let chance = game.draw(&mut Told { n, bound: 0 });
                drawn[weights.iter().position(|&(other, _)| other == chance).expect("a listed outcome")] += 1;
            }
            assert_eq!(drawn, weights.iter().map(|&(_, weight)| weight).collect::<Vec<_>>(), "seed {seed}");
            let everything = game.view(Viewer::Everything);
            match game.turn() {
                Turn::Chance(ChanceKind::StolenCard { victim, .. }) => {
                    assert_eq!(bound, everything.hand_len(victim), "each card of the hand alike");
                    thefts += 1;
                }
                Turn::Chance(ChanceKind::DevelopmentCard) => {
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

/// The same seed and the same choices give the same game, and a copy plays like the original.
#[test]
fn the_same_game_is_played_twice() {
    for seed in 500..508 {
        let mut first = Vec::new();
        play_out(seed, |game, events| first.push((*game, events.to_vec())));
        let mut again = first.iter();
        play_out(seed, |game, events| {
            let (position, happened) = again.next().expect("as long a game");
            assert!(position == game && happened == events, "seed {seed}");
        });
        assert!(again.next().is_none(), "seed {seed}");
        // Outcomes and actions are all there is: with the recorded outcomes a fresh game ends where the first did.
        let (end, _) = first.last().expect("a position");
        assert!(end.outcome().is_some());
        let points = end.points(Seat::A);
        assert_eq!(
            points.total(),
            points.settlements
                + points.cities
                + points.longest_road
                + points.largest_army
                + points.victory_cards
        );
    }
}

// Two worlds: what a viewer cannot know makes no difference to anything the viewer is told (`CATAN-INFO-13`).

/// Everything the viewer may ask, in words.
fn known(game: &Catan, viewer: Viewer) -> String {
    let view = game.view(viewer);
    let of_seats: Vec<String> = Seat::first(4)
        .map(|seat| {
            format!(
                "{:?}",
                (
                    (view.roads(seat), view.settlements(seat), view.cities(seat), view.reach(seat)),
                    (view.road_ends(seat), view.hand_len(seat), view.hand(seat), view.development_len(seat)),
                    (view.development(seat), view.knights(seat), view.road_length(seat), view.points(seat)),
                    (view.answer(seat), view.proposal(seat), view.handed_in(seat)),
                    Resource::ALL.map(|kind| view.rate(seat, kind)),
                    [Piece::Road, Piece::Settlement, Piece::City].map(|piece| view.pieces_left(seat, piece)),
                )
            )
        })
        .collect();
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {}",
        (view.turn(), view.phase(), view.active(), view.start_player(), view.turns(), view.dice()),
        (view.has_rolled(), view.has_built(), view.has_played_card(), view.trade_is_open(), view.robber()),
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

/// Deals `cards` in their order to piles of these sizes, by kind.
fn deal(cards: &mut impl Iterator<Item = usize>, size: usize) -> [u8; 5] {
    let mut pile = [0; 5];
    for kind in cards.take(size) {
        pile[kind] += 1;
    }
    pile
}

/// Another world: what this viewer cannot see is dealt anew. `None` if the deal is one that the viewer could exclude.
fn other_world(game: &Catan, viewer: Viewer, draws: &mut Substream) -> Option<Catan> {
    let all = game.view(Viewer::Everything);
    let (mut cards, mut development) = (Vec::new(), Vec::new());
    let pile = |counts: [u8; 5]| (0..5).flat_map(move |kind| vec![kind; counts[kind].into()]);
    let hidden: Vec<Seat> = Seat::first(game.seats()).filter(|&seat| !viewer.sees(seat)).collect();
    for &seat in &hidden {
        cards.extend(pile(all.hand(seat).expect("seen").counts()));
        development.extend(pile(all.development(seat).expect("seen")));
    }
    let mut deck = DevelopmentCard::BOX;
    for (kind, left) in deck.iter_mut().enumerate() {
        *left -= all.played()[kind];
        *left -= Seat::first(4).map(|seat| all.development(seat).expect("seen")[kind]).sum::<u8>();
    }
    development.extend(pile(deck));
    draws.shuffle(&mut cards);
    draws.shuffle(&mut development);
    let (mut cards, mut development) = (cards.into_iter(), development.into_iter());
    let mut guess = Guess::default();
    for &seat in &hidden {
        guess.hands[seat] = Cards::new(deal(&mut cards, all.hand_len(seat) as usize));
        guess.development[seat] = deal(&mut development, all.development_len(seat).into());
    }
    let mut world = game.view(viewer).imagine(&guess).expect("a possible guess");
    if let Phase::Discarding { owed } = game.phase() {
        // Who has chosen is open; what, is not (`CATAN-INFO-12`).
        let mut setup = world.to_setup();
        for &seat in &hidden {
            if owed[seat] > 0 && !all.seats_to_discard().contains(seat) {
                let mut hand: Vec<usize> = pile(guess.hands[seat].counts()).collect();
                draws.shuffle(&mut hand);
                setup.seats[seat].handed_in = Bundle(deal(&mut hand.into_iter(), owed[seat].into()));
            }
        }
        world = Catan::from_setup(&setup).expect("a possible position");
    }
    // A seat that had enough points would have won already.
    let goal = game.options().victory_points;
    let excluded =
        game.options().auto_declare && world.points(game.active()).total() >= goal && game.turns() > 0;
    (!excluded).then_some(world)
}

fn viewers(game: &Catan) -> impl Iterator<Item = Viewer> {
    Seat::first(game.seats()).map(Viewer::Seat).chain([Viewer::Spectator])
}

#[test]
fn catan_info_13_a_view_tells_nothing_hidden() {
    let actions = all_actions();
    let mut pairs = 0;
    for seed in 600..616 {
        let mut draws = Seed(seed).substream("worlds", 0);
        play_out(seed, |game, _| {
            if game.outcome().is_some() || game.turns() == 0 || draws.below(5) > 0 {
                return;
            }
            for viewer in viewers(game) {
                let Some(world) = other_world(game, viewer, &mut draws) else { continue };
                pairs += u32::from(world != *game);
                assert_eq!(known(game, viewer), known(&world, viewer), "seed {seed}: {viewer:?}");
                let Viewer::Seat(seat) = viewer else { continue };
                let mut tried = actions.clone();
                for _ in 0..10 {
                    let (give, want) = (random_bundle(&mut draws), random_bundle(&mut draws));
                    let to = SeatSet::from_bits(draws.below(16) as u8);
                    tried.extend([
                        Action::Offer { give, want, to },
                        Action::CounterOffer { give, want },
                        Action::Propose { give, want },
                        Action::Discard(give),
                    ]);
                }
                for action in tried {
                    let (here, there) = (game.check(seat, action), world.check(seat, action));
                    assert_eq!(here, there, "seed {seed}: {seat} {action}");
                }
            }
        });
    }
    assert!(pairs > 5_000, "{pairs} pairs of worlds");
}

/// What `viewer` is told when this is played.
fn told(
    world: &mut Catan,
    viewer: Viewer,
    step: impl FnOnce(&mut Catan, &mut Vec<Event>) -> Result<(), catan::Illegal>,
) -> Result<Vec<Event>, catan::Illegal> {
    let mut events = Vec::new();
    step(world, &mut events)?;
    Ok(events.into_iter().map(|event| event.redact(viewer)).collect())
}

/// Whole games in two worlds at once: as long as the same open actions and outcomes can happen in both, the viewer is
/// told the same in both, step by step. Where hidden cards come to light, the other world is dealt anew.
#[test]
fn catan_info_13_two_worlds_tell_the_same_story() {
    let (mut steps, mut lights) = (0, 0);
    for seed in 700..724 {
        let mut draws = Seed(seed).substream("choice", 0);
        let mut game = Catan::new(&options(seed));
        let viewer = viewers(&game).nth(draws.below(game.seats() as u32 + 1) as usize).expect("a viewer");
        let mut world = game;
        while game.outcome().is_none() {
            if world == game && game.turns() > 0 {
                world = other_world(&game, viewer, &mut draws).unwrap_or(game);
            }
            let before = (game, world);
            let (here, there, may_differ, what) = match game.turn() {
                Turn::Over(_) => unreachable!(),
                Turn::Chance(kind) => {
                    let own = match kind {
                        ChanceKind::StolenCard { thief, victim } => viewer.sees(thief) || viewer.sees(victim),
                        ChanceKind::DevelopmentCard => viewer.sees(game.active()),
                        _ => true,
                    };
                    let chance = game.draw(&mut draws);
                    // What the viewer sees must be the same; what it does not see is drawn in each world by itself.
                    let elsewhere = if own { chance } else { world.draw(&mut draws) };
                    let here = told(&mut game, viewer, |w, events| w.resolve(chance, events));
                    let there = told(&mut world, viewer, |w, events| w.resolve(elsewhere, events));
                    (here, there, false, chance.to_string())
                }
                Turn::Decide(_) => {
                    let (seat, action) = random_action(&game, &mut draws).expect("somebody acts");
                    let here = told(&mut game, viewer, |w, events| w.play(seat, action, events));
                    let there = told(&mut world, viewer, |w, events| w.play(seat, action, events));
                    // These are meant to bring hidden cards to light, and so is the last of several discards.
                    let may_differ = match action {
                        Action::Execute(_) | Action::AcceptProposal(_) | Action::PlayMonopoly(_) => true,
                        Action::Discard(_) => !matches!(game.phase(), Phase::Discarding { .. }),
                        _ => false,
                    };
                    if viewer == Viewer::Seat(seat) {
                        assert_eq!(here.is_ok(), there.is_ok(), "seed {seed}: the viewer's own {action}");
                    }
                    (here, there, may_differ, format!("{seat} {action}"))
                }
            };
            let here = here.unwrap_or_else(|e| panic!("seed {seed}: {what}: {e}"));
            let ended = game.outcome().is_some() || world.outcome().is_some();
            match there {
                Ok(there) if here == there && !ended => {
                    steps += u32::from(before.0 != before.1);
                    if steps % 3 == 0 {
                        assert_eq!(
                            known(&game, viewer),
                            known(&world, viewer),
                            "seed {seed}: {viewer:?} after {what}"
                        );
                    }
                    continue;
                }
                Ok(there) => assert!(
                    may_differ || ended,
                    "seed {seed}: {viewer:?} is told {here:?} and {there:?} of {what}"
                ),
                Err(_) => {}
            }
            lights += 1;
            world = game;
        }
    }
    assert!(steps > 5_000, "{steps} steps in two different worlds, {lights} dealt anew");
}
