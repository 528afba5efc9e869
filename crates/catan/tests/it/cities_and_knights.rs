//! Properties that hold in every game of Cities & Knights, whatever is played.

use crate::played::battery::{self, Subject, play_out};
use crate::played::some_cards;
use catan::cities_and_knights::action::Play;
use catan::cities_and_knights::{
    Action, Area, CardKind, Chance, ChanceKind, Event, EventFace, Guess, Hand, Options, OwnAction, OwnChance,
    OwnChanceKind, OwnEvent, OwnPhase, Phase, Progress, Setup, Strength,
};
use catan::{CitiesAndKnights, Die, EdgeId, EdgeSet, HexId, HexSet, Piece, VertexId, VertexSet};
use game::{Draws, Seat, Seed, Substream, Turn, Viewer};
use testkit::worlds;

/// Random options: every row of the table now and then has another value than its default.
fn odd_options(draws: &mut impl Draws) -> Options {
    let mut options = Options::default();
    for row in Options::TABLE {
        if draws.below(3) > 0 {
            continue;
        }
        let names = row.values.names();
        if !names.is_empty() {
            let value = &names[draws.below(names.len() as u32) as usize];
            let _ = options.set(row.name, value);
        }
    }
    options.set("auto_declare", "true").unwrap();
    options.set("start_player", "A").unwrap();
    options.set("players", ["2", "3", "4"][draws.below(3) as usize]).unwrap();
    options
}

impl Subject for CitiesAndKnights {
    const RULEBOOKS: &'static [&'static str] = &[
        include_str!("../../../../rulebook/catan.md"),
        include_str!("../../../../rulebook/cities-and-knights.md"),
    ];

    fn start(seed: u64) -> CitiesAndKnights {
        let mut draws = Seed(seed).substream("options", 0);
        let mut options = if seed.is_multiple_of(2) { Options::default() } else { odd_options(&mut draws) };
        options.set("turn_limit", "400").unwrap();
        CitiesAndKnights::new(&options)
    }

    fn every_action() -> Vec<Action> {
        let mut all = vec![
            Action::Roll,
            Action::EndTurn,
            Action::AcceptOffer,
            Action::RejectOffer,
            Action::WithdrawOffer,
            Action::WithdrawProposal,
            Action::Own(OwnAction::Draw),
            Action::Stop,
            Action::DeclareVictory,
        ];
        let mut plays = vec![
            Play::Crane,
            Play::Irrigation,
            Play::Mining,
            Play::RoadBuilding,
            Play::Bishop,
            Play::Saboteur,
            Play::Warlord,
            Play::Wedding,
            Play::CommercialHarbor,
        ];
        for vertex in VertexId::all() {
            all.extend([
                Action::BuildSettlement(vertex),
                Action::BuildCity(vertex),
                Action::Own(OwnAction::BuildWall(vertex)),
                Action::Own(OwnAction::BuildKnight(vertex)),
                Action::Own(OwnAction::Activate(vertex)),
                Action::Own(OwnAction::Promote(vertex)),
                Action::Own(OwnAction::Chase(vertex)),
                Action::Own(OwnAction::PlaceMetropolis(vertex)),
                Action::Own(OwnAction::Pillage(vertex)),
                Action::Own(OwnAction::Retreat(vertex)),
                Action::Own(OwnAction::RemoveKnight(vertex)),
                Action::Own(OwnAction::PlaceKnight(vertex, None)),
            ]);
            all.extend(
                Strength::ALL.map(|strength| Action::Own(OwnAction::PlaceKnight(vertex, Some(strength)))),
            );
            plays.extend([Play::Engineer(vertex), Play::Medicine(vertex), Play::Intrigue(vertex)]);
            plays.push(Play::Smith(vertex, None));
            for to in VertexId::all() {
                all.extend([
                    Action::Own(OwnAction::Move { from: vertex, to }),
                    Action::Own(OwnAction::Displace { from: vertex, to }),
                ]);
                plays.push(Play::Smith(vertex, Some(to)));
            }
        }
        all.extend(EdgeId::all().map(Action::BuildRoad));
        plays.extend(EdgeId::all().map(Play::Diplomat));
        for hex in HexId::all() {
            all.push(Action::MoveRobber(hex));
            plays.push(Play::Merchant(hex));
            plays.extend(HexId::all().map(|other| Play::Inventor(hex, other)));
        }
        for seat in Seat::first(5) {
            all.extend([Action::Steal, Action::Execute].map(|action| action(seat)));
            all.extend([Action::AcceptProposal, Action::RejectProposal].map(|action| action(seat)));
            all.extend(CardKind::ALL.map(|kind| Action::Own(OwnAction::Force(seat, kind))));
            plays.extend([Play::Deserter(seat), Play::Spy(seat), Play::MasterMerchant(seat)]);
        }
        for area in Area::ALL {
            all.extend([Action::Own(OwnAction::Improve(area)), Action::Own(OwnAction::ChooseDeck(area))]);
        }
        for kind in CardKind::ALL {
            all.extend([
                Action::Own(OwnAction::TakeResource(kind)),
                Action::Own(OwnAction::GiveCommodity(kind)),
            ]);
            plays.extend(
                [Play::ResourceMonopoly, Play::TradeMonopoly, Play::MerchantFleet].map(|play| play(kind)),
            );
            for count in 1..=5 {
                let give = Hand::of(kind, count).into();
                all.extend(CardKind::ALL.map(|get| Action::MaritimeTrade { give, get }));
            }
        }
        for card in Progress::ALL {
            all.extend([Action::Own(OwnAction::Drop(card)), Action::Own(OwnAction::TakeProgress(card))]);
        }
        plays.extend(Die::PAIRS.map(|(red, other)| Play::Alchemist(red, other)));
        all.extend(plays.into_iter().map(|it| Action::Own(OwnAction::Play(it))));
        all
    }

    fn with_cards(draws: &mut Substream) -> Action {
        let bundle = catan::Bundle(some_cards(draws));
        match draws.below(4) {
            0 => Action::Discard(bundle),
            1 => Action::Own(OwnAction::Give(bundle)),
            2 => Action::Own(OwnAction::TakeCards(bundle)),
            _ => Action::Own(OwnAction::Fight(
                (0..draws.below(3)).filter_map(|_| VertexId::new(draws.below(54) as usize)).collect(),
            )),
        }
    }

    fn every_chance() -> Vec<Chance> {
        let mut all: Vec<Chance> =
            Die::ALL.map(|red| Chance::Own(OwnChance::Dice(EventFace::Politics, red, Die::Three))).into();
        all.extend(EventFace::FACES.map(|(face, _)| Chance::Own(OwnChance::Dice(face, Die::Two, Die::Six))));
        all.push(Chance::Dice(Die::Two, Die::Six));
        all.extend(Seat::first(5).map(Chance::StartPlayer));
        all.extend(CardKind::ALL.map(Chance::StolenCard));
        all.extend(Progress::ALL.map(|it| Chance::Own(OwnChance::ProgressCard(it))));
        all
    }

    fn is_rarer(action: Action) -> bool {
        action == Action::EndTurn
    }

    fn known(&self, viewer: Viewer) -> String {
        let view = self.view(viewer);
        let own = Seat::first(4).map(|seat| (view.handed_in(seat), view.rate(seat, CardKind::Ore)));
        format!(
            "{:?} {:?} {:?} {}",
            (view.turn(), view.phase(), view.forced_resource(), view.stage(), view.trading()),
            own.collect::<Vec<_>>(),
            view.legal_actions(),
            serde_json::to_string(&view).expect("a document"),
        )
    }

    fn other_world(&self, viewer: Viewer, draws: &mut Substream) -> Option<CitiesAndKnights> {
        worlds::of_cities_and_knights(self, viewer, draws)
    }

    fn is_shown(&self, viewer: Viewer, kind: ChanceKind) -> bool {
        match kind {
            ChanceKind::StolenCard { thief, victim } => viewer.sees(thief) || viewer.sees(victim),
            ChanceKind::Own(OwnChanceKind::ProgressCard { seat, .. }) => viewer.sees(seat),
            _ => true,
        }
    }

    fn is_turned_up(chance: Chance) -> bool {
        matches!(chance, Chance::Own(OwnChance::ProgressCard(card)) if card.is_victory_point())
    }

    /// The actions that reveal hidden cards: Spy and Master Merchant show a hand to their player, gifts show the cards given,
    /// monopolies and forced exchanges show what others have, and the commodity shows the resource it is given for; the last of
    /// several discards shows them all, and from which decks cards are dropped.
    fn brings_to_light(&self, action: Action) -> bool {
        match action {
            Action::Execute(_) | Action::AcceptProposal(_) => true,
            Action::Own(OwnAction::Force(..)) | Action::Own(OwnAction::GiveCommodity(_)) => true,
            Action::Own(OwnAction::Play(Play::ResourceMonopoly(_) | Play::TradeMonopoly(_))) => true,
            Action::Own(OwnAction::Play(Play::Spy(_) | Play::MasterMerchant(_) | Play::Wedding)) => true,
            Action::Own(OwnAction::Give(_)) => !matches!(self.phase(), Phase::Own(OwnPhase::Giving { .. })),
            Action::Discard(_) => {
                !matches!(self.phase(), Phase::Discarding { .. } | Phase::Own(OwnPhase::Sabotage { .. }))
            }
            Action::Own(OwnAction::Drop(_)) => {
                !matches!(self.phase(), Phase::Own(OwnPhase::DroppingCards { .. }))
            }
            _ => false,
        }
    }
}

#[test]
fn check_accepts_exactly_what_is_listed() {
    battery::check_accepts_exactly_what_is_listed::<CitiesAndKnights>(0..8);
}

#[test]
fn a_refused_action_changes_nothing() {
    battery::a_refused_action_changes_nothing::<CitiesAndKnights>(200..210);
}

#[test]
fn impossible_outcomes_are_refused() {
    battery::impossible_outcomes_are_refused::<CitiesAndKnights>(300..306);
}

#[test]
fn the_same_game_is_played_twice() {
    battery::the_same_game_is_played_twice::<CitiesAndKnights>(500..512);
}

#[test]
fn every_outcome_has_a_draw_of_its_own() {
    battery::every_outcome_has_a_draw_of_its_own::<CitiesAndKnights>(1100..1112);
}

#[test]
fn ck_info_1_a_view_tells_nothing_hidden() {
    battery::a_view_tells_nothing_hidden::<CitiesAndKnights>(600..612, 20_000);
}

#[test]
fn ck_info_3_two_worlds_tell_the_same_story() {
    battery::two_worlds_tell_the_same_story::<CitiesAndKnights>(700..740, 10_000);
}

#[test]
fn a_view_comes_back_from_its_document() {
    battery::a_view_comes_back_from_its_document::<CitiesAndKnights>(16);
}

#[test]
fn ck_comp_9_nothing_appears_or_vanishes() {
    for seed in 0..30 {
        play_out(seed, |game: &CitiesAndKnights, _| {
            let view = game.view(Viewer::Everything);
            let mut cards = view.supply();
            let mut held = [0u8; 25];
            for seat in Seat::first(game.seats()) {
                cards += view.hand(seat).unwrap();
                for (sum, count) in held.iter_mut().zip(view.progress(seat).unwrap()) {
                    *sum += count;
                }
                for strength in Strength::ALL {
                    assert_eq!(
                        view.knights(seat, strength).len() as u8 + view.knights_left(seat, strength),
                        2,
                        "seed {seed}"
                    );
                }
                for piece in [Piece::Road, Piece::Settlement, Piece::City] {
                    assert!(view.pieces_left(seat, piece) <= piece.count(), "seed {seed}");
                }
            }
            assert_eq!(cards, Hand::BOX, "seed {seed}");
            for area in Area::ALL {
                let hidden: u8 = Progress::of_area(area).map(|card| held[card.index()]).sum();
                let open = view
                    .revealed()
                    .into_iter()
                    .filter(|(card, owner)| card.area() == area && owner.is_some());
                assert_eq!(hidden + open.count() as u8 + view.deck_len(area), 18, "seed {seed}");
            }
        });
    }
}

#[test]
fn games_come_to_an_end() {
    let mut over = 0;
    let mut lengths = Vec::new();
    for number in 0..40 {
        let mut draws = Seed(number).substream("end", 0);
        let mut game = CitiesAndKnights::new(&Options::default());
        let mut actions = 0u32;
        while actions < 60_000 {
            match game.turn() {
                Turn::Chance(_) => {
                    let chance = game.draw(&mut draws);
                    game.resolve(chance, &mut ()).unwrap();
                }
                Turn::Decide(seats) => {
                    let seat = seats.lowest().unwrap();
                    let legal = game.legal_actions(seat);
                    let action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                    game.play(seat, action, &mut ()).unwrap();
                    actions += 1;
                }
                Turn::Over(_) => {
                    over += 1;
                    break;
                }
            }
        }
        lengths.push((actions, game.turns()));
    }
    assert_eq!(over, 40, "{lengths:?}");
    eprintln!("{lengths:?}");
}

/// The places of a list, which a page lights, are those that its actions name.
#[test]
fn a_list_tells_the_places_that_its_actions_name() {
    /// Longer lists are choices of cards, which name no place.
    const LONG: usize = 2_000;
    let mut swaps = 0;
    for seed in 0..24 {
        play_out(seed, |game: &CitiesAndKnights, _| {
            for seat in Seat::first(4) {
                let legal = game.legal_actions(seat);
                if legal.len() > LONG {
                    continue;
                }
                let (mut hexes, mut vertices, mut edges) = (HexSet::EMPTY, VertexSet::EMPTY, EdgeSet::EMPTY);
                for action in legal {
                    let text = action.to_string();
                    for word in text.split(' ') {
                        hexes = hexes | word.parse().map_or(HexSet::EMPTY, HexSet::one);
                        vertices = vertices | word.parse().map_or(VertexSet::EMPTY, VertexSet::one);
                        edges = edges | word.parse().map_or(EdgeSet::EMPTY, EdgeSet::one);
                    }
                    swaps += usize::from(matches!(action, Action::Own(OwnAction::Play(Play::Inventor(..)))));
                }
                let told = (legal.hexes(), legal.intersections(), legal.paths());
                assert_eq!(told, (hexes, vertices, edges), "seed {seed}");
            }
        });
    }
    assert!(swaps > 0, "no Inventor was listed");
}

/// A setup describes a position completely, as text too. Reading it derives the derived fields again, so they equal those of the
/// game.
#[test]
fn setups_describe_every_position() {
    let mut look = 0u32;
    for seed in 0..24 {
        play_out(seed, |game: &CitiesAndKnights, _| {
            look += 1;
            if !look.is_multiple_of(5) {
                return;
            }
            let setup = game.to_setup();
            let text = serde_json::to_string(&setup).unwrap();
            let read: Setup =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}: {text}"));
            assert_eq!(read, setup, "seed {seed}");
            match CitiesAndKnights::from_setup(&read) {
                Ok(again) => assert_eq!(again, *game, "seed {seed}: {text}"),
                Err(faults) => panic!("seed {seed}: {faults:?}: {text}"),
            }
        });
    }
}

/// The notes of an observer who hears everything: hands, progress cards and the sources of points.
#[derive(Default)]
struct Ledger {
    hands: [[i32; 8]; 4],
    progress: [[i32; 25]; 4],
    settlements: [VertexSet; 4],
    cities: [VertexSet; 4],
    metropolises: [Option<VertexId>; 3],
    defenders: [u8; 4],
    turned_up: [u8; 4],
    merchant: Option<Seat>,
    longest_road: Option<Seat>,
    cranes: u8,
}

impl Ledger {
    fn book(&mut self, seat: Seat, cards: Hand, sign: i32) {
        for (entry, count) in self.hands[seat.index()].iter_mut().zip(cards.counts()) {
            *entry += sign * i32::from(count);
        }
    }

    fn pass(&mut self, from: Seat, to: Seat, cards: Hand) {
        self.book(from, cards, -1);
        self.book(to, cards, 1);
    }

    /// `played` is the progress card of the step, which may make things cheaper.
    fn hear(&mut self, event: Event, played: Option<Progress>) {
        match event {
            Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                self.book(seat, cards, 1);
            }
            Event::BuiltRoad { seat, paid: true, .. } => self.book(seat, Hand::ROAD, -1),
            Event::BuiltSettlement { seat, vertex, paid } => {
                self.settlements[seat.index()].insert(vertex);
                self.book(seat, if paid { Hand::SETTLEMENT } else { Hand::NONE }, -1);
            }
            Event::BuiltCity { seat, vertex, paid } => {
                self.settlements[seat.index()].remove(vertex);
                self.cities[seat.index()].insert(vertex);
                let price = if played == Some(Progress::Medicine) { Hand::MEDICINE } else { Hand::CITY };
                self.book(seat, if paid { price } else { Hand::NONE }, -1);
            }
            Event::Own(OwnEvent::BuiltWall { seat, paid: true, .. }) => self.book(seat, Hand::WALL, -1),
            Event::Own(OwnEvent::BuiltKnight { seat, .. }) => self.book(seat, Hand::KNIGHT, -1),
            Event::Own(OwnEvent::Activated { seat, .. }) => self.book(seat, Hand::ACTIVATION, -1),
            Event::Own(OwnEvent::Promoted { seat, .. }) if played != Some(Progress::Smith) => {
                self.book(seat, Hand::KNIGHT, -1);
            }
            Event::Own(OwnEvent::Improved { seat, area, level, crane }) => {
                let saved = u8::from(crane);
                self.cranes -= saved;
                self.book(seat, Hand::of(area.commodity(), level - saved), -1);
            }
            Event::Own(OwnEvent::PlacedMetropolis { area, vertex, from, .. }) => {
                assert_eq!(self.metropolises[area.index()].replace(vertex), from);
            }
            Event::Own(OwnEvent::Pillaged { seat, vertex, settlement }) => {
                self.cities[seat.index()].remove(vertex);
                if settlement {
                    self.settlements[seat.index()].insert(vertex);
                }
            }
            Event::Own(OwnEvent::Defended { seat }) => self.defenders[seat.index()] += 1,
            Event::Own(OwnEvent::DrewProgress { seat, card, .. }) => {
                let card = card.expect("not redacted");
                if card.is_victory_point() {
                    self.turned_up[seat.index()] += 1;
                } else {
                    self.progress[seat.index()][card.index()] += 1;
                }
            }
            Event::Own(OwnEvent::DroppedProgress { seat, card, .. }) => {
                self.progress[seat.index()][card.expect("not redacted").index()] -= 1;
            }
            Event::Own(OwnEvent::PlayedProgress { seat, card }) => {
                self.progress[seat.index()][card.index()] -= 1;
                self.cranes += u8::from(card == Progress::Crane);
            }
            Event::Own(OwnEvent::TookProgress { seat, victim, card, .. }) => {
                let card = card.expect("not redacted").index();
                self.progress[victim.index()][card] -= 1;
                self.progress[seat.index()][card] += 1;
            }
            Event::Produced { cards } => cards.iter().for_each(|(seat, &cards)| self.book(seat, cards, 1)),
            Event::Own(OwnEvent::TookByAqueduct { seat, kind }) => self.book(seat, Hand::of(kind, 1), 1),
            Event::Discarded { cards } => cards.iter().for_each(|(seat, &cards)| self.book(seat, cards, -1)),
            Event::Stole { thief, victim, card } => {
                self.pass(victim, thief, Hand::of(card.expect("not redacted"), 1));
            }
            Event::TradedWithSupply { seat, give, get } => {
                self.book(seat, give, -1);
                self.book(seat, Hand::of(get, 1), 1);
            }
            Event::Traded { active, partner, gave, got } => {
                self.pass(active, partner, gave);
                self.pass(partner, active, got);
            }
            Event::Monopolized { seat, kind, counts } => {
                counts.iter().for_each(|(other, &count)| self.pass(other, seat, Hand::of(kind, count)));
            }
            Event::Own(OwnEvent::Gave { from, to, count, cards }) => {
                let cards = cards.expect("not redacted");
                assert_eq!(cards.len(), u32::from(count));
                self.pass(from, to, cards);
            }
            Event::Own(OwnEvent::Forced { seat, victim, exchanged: true, gave, got }) => {
                self.pass(seat, victim, Hand::of(gave.expect("not redacted"), 1));
                self.pass(victim, seat, Hand::of(got.expect("not redacted"), 1));
            }
            Event::Own(OwnEvent::PlacedMerchant { seat, .. }) => self.merchant = Some(seat),
            Event::LongestRoad { holder, .. } => self.longest_road = holder,
            Event::TurnEnded { .. } => self.cranes = 0,
            _ => {}
        }
    }

    fn points(&self, seat: Seat) -> u8 {
        let n = seat.index();
        let is_metropolis = |city: &&VertexId| self.cities[n].contains(**city);
        let metropolises = self.metropolises.iter().flatten().filter(is_metropolis).count();
        let two_each = self.cities[n].len() + metropolises + usize::from(self.longest_road == Some(seat));
        let merchant = u8::from(self.merchant == Some(seat));
        (self.settlements[n].len() + 2 * two_each) as u8 + self.defenders[n] + self.turned_up[n] + merchant
    }
}

/// Events account for every hand card, every progress card and every point: a log needs nothing else.
#[test]
fn events_add_up() {
    let mut exchanges = 0;
    for seed in 400..440 {
        let mut ledger = Ledger::default();
        play_out(seed, |game: &CitiesAndKnights, events| {
            let played = events.iter().find_map(|event| match event {
                Event::Own(OwnEvent::PlayedProgress { card, .. }) => Some(*card),
                _ => None,
            });
            for &event in events {
                ledger.hear(event, played);
                exchanges += u32::from(matches!(
                    event,
                    Event::Own(OwnEvent::Forced { .. }) | Event::Own(OwnEvent::Gave { .. })
                ));
            }
            let view = game.view(Viewer::Everything);
            for seat in Seat::first(game.seats()) {
                let n = seat.index();
                let hand = view.hand(seat).expect("everything is seen").counts().map(i32::from);
                assert_eq!(ledger.hands[n], hand, "seed {seed}: {seat} after {events:?}");
                let progress = view.progress(seat).expect("everything is seen").map(i32::from);
                assert_eq!(ledger.progress[n], progress, "seed {seed}: {seat} after {events:?}");
                assert_eq!(
                    (ledger.settlements[n], ledger.cities[n], ledger.points(seat)),
                    (view.settlements(seat), view.cities(seat), view.points(seat).total()),
                    "seed {seed}: {seat} after {events:?}"
                );
            }
        });
    }
    assert!(exchanges > 50, "{exchanges} exchanges that only two seats see");
}

/// A viewer that guesses the truth imagines a game that looks the same and goes on the same way.
#[test]
fn the_truth_can_be_imagined() {
    let mut games = 0;
    for seed in 1200..1210 {
        play_out(seed, |game: &CitiesAndKnights, _| {
            let all = game.view(Viewer::Everything);
            let mut truth = Guess::default();
            for seat in Seat::first(game.seats()) {
                truth.hands[seat] = all.hand(seat).expect("seen");
                truth.progress[seat] = all.progress(seat).expect("seen");
            }
            for viewer in Seat::first(game.seats()).map(Viewer::Seat).chain([Viewer::Spectator]) {
                let view = game.view(viewer);
                let imagined = view.imagine(&truth).unwrap_or_else(|| panic!("seed {seed}: {viewer:?}"));
                let mut wrong = truth;
                let closed = Seat::first(game.seats())
                    .find(|&seat| view.hand(seat).is_none() && !truth.hands[seat].is_empty());
                if let Some(seat) = closed {
                    wrong.hands[seat] = Hand::NONE;
                    assert_eq!(view.imagine(&wrong), None, "seed {seed}: {viewer:?}");
                }
                // What others have handed in is not known, and so not imagined.
                let somebody_has = Seat::first(game.seats()).any(|seat| view.has_handed_in(seat));
                if !somebody_has {
                    assert_eq!(imagined.known(viewer), game.known(viewer), "seed {seed}: {viewer:?}");
                    games += 1;
                }
            }
        });
    }
    assert!(games > 5_000, "{games}");
}
