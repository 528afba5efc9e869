//! Every sentence of Cities & Knights is told, in both languages and to every reader.

use catan::cities_and_knights::{
    Action, Area, Bundle, CardKind, CitiesAndKnights, Decision, Event, EventFace, Hand, Illegal, Options,
    OwnAction, OwnEvent, OwnIllegal, Progress, Setup, Strength,
};
use catan::{Die, EdgeId, HexId, Layout, Piece, Rates, VertexId};
use game::{BySeat, Draws, Game, Outcome, Seat, SeatSet, Seed, Turn, Viewer};
use pages::cities_and_knights::Narrator;
use pages::{Lang, Names, Words};
use std::collections::BTreeSet;
use std::path::Path;

fn at(name: &str) -> VertexId {
    name.parse().unwrap()
}
fn path(name: &str) -> EdgeId {
    name.parse().unwrap()
}
fn hex(name: &str) -> HexId {
    name.parse().unwrap()
}

/// The fixed parts of each line of a section of `locales/en/cities-and-knights.ftl`: of each message, or of each of its
/// variants.
fn sentences(section: &str) -> Vec<(String, Vec<String>)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales/en/cities-and-knights.ftl");
    let text = std::fs::read_to_string(file).unwrap();
    let (_, rest) = text.split_once(&format!("## Words: {section}")).expect("the section");
    let section = rest.split("\n## ").next().unwrap_or_default();
    let of_line = |line: &str| {
        let (_, pattern) = line.split_once(" = ").or_else(|| line.split_once("] "))?;
        let parts: Vec<String> = pattern
            .split('{')
            .enumerate()
            .filter_map(|(n, part)| if n == 0 { Some(part) } else { Some(part.split_once('}')?.1) })
            .filter(|part| !part.trim().is_empty())
            .map(str::to_owned)
            .collect();
        (!parts.is_empty()).then(|| (line.to_owned(), parts))
    };
    section.lines().filter(|line| !line.starts_with('#')).filter_map(of_line).collect()
}

/// Fails unless each sentence of the section is among those told.
fn all_are_told(section: &str, told: &BTreeSet<String>) {
    let sentences = sentences(section);
    assert!(sentences.len() > 20, "{section}: only {} sentences", sentences.len());
    let mut missing = Vec::new();
    for (line, parts) in sentences {
        let found = told.iter().any(|text| parts.iter().all(|part| text.contains(part)));
        if !found {
            missing.push(line);
        }
    }
    assert!(missing.is_empty(), "never told: {missing:#?}");
}

/// Calls `tell` for both languages and as seats A, B and C and a spectator; returns what is told in English. With `addresses`
/// no reader may be told of by name.
fn told(layout: &Layout, addresses: bool, tell: impl Fn(&Narrator<'_>) -> Vec<String>) -> BTreeSet<String> {
    let mut english = BTreeSet::new();
    for lang in Lang::ALL {
        for you in [Some(Seat::A), Some(Seat::B), Some(Seat::C), None] {
            let names = ["Ada", "Ben", "Cleo", "Dora"].map(str::to_owned).to_vec();
            let names = Names::new(names, you);
            let narrator = Narrator::new(Words::new(lang), &names, Some(layout));
            for text in tell(&narrator) {
                assert!(!text.contains(['{', '}']) && !text.contains("  "), "{text}");
                assert!(text.chars().next().is_some_and(|first| !first.is_whitespace()), "{text:?}");
                let own = you.map(|you: Seat| ["Ada", "Ben", "Cleo", "Dora"][you.index()]);
                assert!(
                    !addresses || own.is_none_or(|own| !text.contains(own)),
                    "the reader by name: {text}"
                );
                if lang == Lang::En {
                    english.insert(text);
                }
            }
        }
    }
    english
}

/// One event of each kind and shape; A acts, B suffers. It is long because it is a list.
fn events(layout: Layout) -> Vec<Event> {
    let (seat, victim) = (Seat::A, Seat::B);
    let (vertex, from, to) = (at("I3"), at("I3"), at("I9"));
    let edge = path("P3");
    let cards = Hand::new([1, 0, 0, 0, 2, 0, 1, 3]);
    let (give, want) = (Hand::of(CardKind::Ore, 2), Hand::of(CardKind::Coin, 1));
    let nobody = Outcome { winners: SeatSet::EMPTY };
    let mut events = vec![
        Event::LaidOut { layout },
        Event::RolledForStart { seat, dice: (Die::Three, Die::Four) },
        Event::Starts { seat },
        Event::BuiltRoad { seat, edge, paid: true },
        Event::BuiltSettlement { seat, vertex, paid: true },
        Event::BuiltCity { seat, vertex, paid: true },
        Event::Own(OwnEvent::BuiltWall { seat, vertex, paid: true }),
        Event::Own(OwnEvent::BuiltKnight { seat, vertex }),
        Event::Own(OwnEvent::Activated { seat, vertex }),
        Event::Own(OwnEvent::ActivatedAll { seat, knights: [from, to].into_iter().collect() }),
        Event::Own(OwnEvent::Promoted { seat, vertex, strength: Strength::Strong }),
        Event::Own(OwnEvent::Promoted { seat, vertex, strength: Strength::Mighty }),
        Event::Own(OwnEvent::MovedKnight { seat, from, to }),
        Event::Own(OwnEvent::Displaced { seat, from, to, victim }),
        Event::Own(OwnEvent::Retreated { seat: victim, from, to: Some(to) }),
        Event::Own(OwnEvent::Retreated { seat: victim, from, to: None }),
        Event::Own(OwnEvent::ChasedRobber { seat, vertex }),
        Event::StartingCards { seat, cards },
        Event::Own(OwnEvent::Mustered { seat, knights: 0 }),
        Event::Own(OwnEvent::Mustered { seat, knights: 1 }),
        Event::Own(OwnEvent::Mustered { seat, knights: 3 }),
        Event::Own(OwnEvent::Attacked { barbarians: 4, knights: 3, strengths: BySeat([3, 0, 0, 0]) }),
        Event::Own(OwnEvent::Attacked { barbarians: 3, knights: 3, strengths: BySeat([1, 2, 0, 0]) }),
        Event::Own(OwnEvent::Attacked { barbarians: 2, knights: 0, strengths: BySeat([0; 4]) }),
        Event::Own(OwnEvent::Attacked { barbarians: 0, knights: 0, strengths: BySeat([0; 4]) }),
        Event::Own(OwnEvent::Pillaged { seat: victim, vertex, settlement: true }),
        Event::Own(OwnEvent::Pillaged { seat: victim, vertex, settlement: false }),
        Event::Own(OwnEvent::LostRoad { seat: victim, edge }),
        Event::Own(OwnEvent::Defended { seat }),
        Event::Own(OwnEvent::AttackOver),
        Event::Own(OwnEvent::DeclinedDraw { seat }),
        Event::Own(OwnEvent::LookedAtHand { seat, victim }),
        Event::Own(OwnEvent::LookedAtProgress { seat, victim }),
        Event::Own(OwnEvent::LeftProgress { seat, victim }),
        Event::Own(OwnEvent::HandedInProgress { seat }),
        Event::Produced { cards: BySeat([cards, Hand::NONE, give, want]) },
        Event::Produced { cards: BySeat([Hand::NONE; 4]) },
        Event::Blocked { hex: hex("H9") },
        Event::HandedInDiscard { seat },
        Event::Discarded { cards: BySeat([cards, give, Hand::NONE, want]) },
        Event::MovedRobber { seat, from: hex("H9"), to: hex("H2") },
        Event::Stole { thief: seat, victim, card: None },
        Event::StoleNothing { thief: seat, victim },
        Event::DeclinedTheft { seat },
        Event::TradedWithSupply { seat, give, get: CardKind::Cloth },
        Event::Offered { seat, give, want, to: SeatSet::one(victim).with(Seat::C) },
        Event::AcceptedOffer { seat: victim },
        Event::RejectedOffer { seat: victim },
        Event::Countered { seat: victim, give: want, want: give },
        Event::WithdrewOffer { seat },
        Event::Proposed { seat: victim, give: want, want: give },
        Event::WithdrewProposal { seat: victim },
        Event::RejectedProposal { seat, proposer: victim },
        Event::Lapsed { seat: victim },
        Event::OffersEnded,
        Event::Traded { active: seat, partner: victim, gave: give, got: want },
        Event::Own(OwnEvent::ChoseDice { red: Die::Six, other: Die::One }),
        Event::Own(OwnEvent::SwappedNumbers { first: hex("H2"), second: hex("H9") }),
        Event::TookFromSupply { seat, cards },
        Event::Own(OwnEvent::Gave { from: seat, to: victim, count: 2, cards: Some(give) }),
        Event::Own(OwnEvent::Gave { from: seat, to: victim, count: 2, cards: None }),
        Event::Own(OwnEvent::HandedInGift { seat }),
        Event::Own(OwnEvent::Forced { seat, victim, exchanged: false, gave: None, got: None }),
        Event::Own(OwnEvent::Forced { seat, victim, exchanged: true, gave: None, got: None }),
        Event::Own(OwnEvent::PlacedMerchant { seat, hex: hex("H2"), from: None }),
        Event::Own(OwnEvent::RemovedRoad { seat, owner: victim, edge }),
        Event::Own(OwnEvent::RemovedRoad { seat, owner: seat, edge }),
        Event::RoadBuildingEnded { seat },
        Event::LongestRoad { holder: Some(seat), from: None, length: 6 },
        Event::LongestRoad { holder: None, from: Some(seat), length: 0 },
        Event::TurnEnded { seat, next: victim },
        Event::Over { outcome: Outcome { winners: SeatSet::one(seat) }, victory_cards: game::BySeat([0; 4]) },
        Event::Over { outcome: nobody, victory_cards: game::BySeat([0; 4]) },
    ];
    events.extend((1..=7).map(|space| Event::Own(OwnEvent::ShipMoved { space })));
    for (face, _) in EventFace::FACES {
        events.push(Event::Own(OwnEvent::Rolled { seat, face, red: Die::Three, other: Die::Four }));
    }
    for strength in Strength::ALL {
        events.push(Event::Own(OwnEvent::Deserted { seat: victim, vertex, strength }));
        events.push(Event::Own(OwnEvent::PlacedDeserter { seat, vertex, strength, active: true }));
        events.push(Event::Own(OwnEvent::PlacedDeserter { seat, vertex, strength, active: false }));
    }
    for area in Area::ALL {
        events
            .extend((1..=5).map(|level| Event::Own(OwnEvent::Improved { seat, area, level, crane: false })));
        events.push(Event::Own(OwnEvent::PlacedMetropolis { seat, area, vertex, from: None }));
        events.push(Event::Own(OwnEvent::PlacedMetropolis { seat, area, vertex, from: Some(to) }));
        events.push(Event::Own(OwnEvent::LeftMetropolis { seat, area }));
        events.push(Event::Own(OwnEvent::DrewProgress { seat, area, card: None }));
        events.push(Event::Own(OwnEvent::DroppedProgress { seat, area, card: None }));
        events.push(Event::Own(OwnEvent::TookProgress { seat, victim, area, card: None }));
    }
    for card in Progress::ALL {
        let area = card.area();
        events.push(Event::Own(OwnEvent::DrewProgress { seat, area, card: Some(card) }));
        events.push(Event::Own(OwnEvent::DroppedProgress { seat, area, card: Some(card) }));
        events.push(Event::Own(OwnEvent::TookProgress { seat, victim, area, card: Some(card) }));
        events.push(Event::Own(OwnEvent::PlayedProgress { seat, card }));
    }
    for kind in CardKind::ALL {
        events.push(Event::Shortage { kind });
        events.push(Event::Own(OwnEvent::TookByAqueduct { seat, kind }));
        events.push(Event::Stole { thief: seat, victim, card: Some(kind) });
        events.push(Event::Monopolized { seat, kind, counts: BySeat([0, 2, 1, 0]) });
        events.push(Event::Own(OwnEvent::Forced {
            seat,
            victim,
            exchanged: true,
            gave: Some(kind),
            got: Some(kind),
        }));
        events.push(Event::Own(OwnEvent::ChoseFleet { seat, kind }));
    }
    events
}

/// One refusal of each kind and shape. It is long because it is a list.
fn refusals() -> Vec<Illegal> {
    use Illegal as I;
    let (seat, vertex, edge) = (Seat::B, at("I3"), path("P3"));
    let (cards, clause) = (Hand::of(CardKind::Coin, 2), "CK-TURN-4");
    let mut refusals = vec![
        I::GameOver,
        I::ChanceDue,
        I::NotYourTurn { deciding: SeatSet::one(seat).with(Seat::C) },
        I::NotAsked { clause },
        I::RollFirst,
        I::AlreadyRolled,
        I::PathTaken { edge },
        I::NotConnected { edge },
        I::RoadBlocked { edge, vertex, clause },
        I::NotAtNewBuilding { edge, vertex },
        I::Own(OwnIllegal::SamePath { edge }),
        I::IntersectionTaken { vertex },
        I::Own(OwnIllegal::KnightThere { vertex }),
        I::TooClose { vertex, neighbour: at("I9") },
        I::NoRoadTo { vertex, clause },
        I::NotOwnSettlement { vertex },
        I::Own(OwnIllegal::LaidCityFirst),
        I::Own(OwnIllegal::NotOwnCity { vertex, clause }),
        I::Own(OwnIllegal::HasWall { vertex }),
        I::Own(OwnIllegal::HasMetropolis { vertex, clause }),
        I::NoPieceLeft { piece: Piece::Road },
        I::NoPieceLeft { piece: Piece::Settlement },
        I::NoPieceLeft { piece: Piece::City },
        I::Own(OwnIllegal::NoWallLeft),
        I::Own(OwnIllegal::NoKnightLeft { strength: Strength::Basic }),
        I::Own(OwnIllegal::NoKnightLeft { strength: Strength::Strong }),
        I::Own(OwnIllegal::NoKnightLeft { strength: Strength::Mighty }),
        I::CannotPay { price: Hand::KNIGHT },
        I::NotInHand { cards, clause },
        I::Own(OwnIllegal::NotOwnKnight { vertex, clause }),
        I::Own(OwnIllegal::AlreadyActive { vertex }),
        I::Own(OwnIllegal::Inactive { vertex }),
        I::Own(OwnIllegal::CannotAct { vertex }),
        I::Own(OwnIllegal::PromotedAlready { vertex }),
        I::Own(OwnIllegal::AlreadyMighty { vertex }),
        I::Own(OwnIllegal::NeedsFortress),
        I::Own(OwnIllegal::NotFree { vertex, clause }),
        I::Own(OwnIllegal::NoRoute { to: vertex, clause }),
        I::Own(OwnIllegal::NoForeignKnight { vertex, clause }),
        I::Own(OwnIllegal::NotWeaker { vertex }),
        I::Own(OwnIllegal::RobberNotNear { vertex }),
        I::Own(OwnIllegal::RobberLocked),
        I::RobberStays { hex: hex("H9") },
        I::FriendlyRobber { hex: hex("H9"), seat },
        I::Own(OwnIllegal::NoNumber { hex: hex("H9") }),
        I::NotAVictim { seat },
        I::MustSteal,
        I::Own(OwnIllegal::NeedsCity),
        I::Own(OwnIllegal::NeedsPlainCity),
        I::Own(OwnIllegal::NeedsCities { cities: 2 }),
        I::TradeOver,
        I::MixedKinds,
        I::Gift,
        I::OfferLimit { limit: 3 },
        I::NoOffer,
        I::NotAddressed,
        I::SameAnswer,
        I::NotAgreed { seat },
        I::NoProposal { seat },
        I::BadAddressees,
        I::OffersFromActive { active: seat },
        I::OwnTurn,
        I::WrongCount { owed: 1, given: 2, clause },
        I::WrongCount { owed: 2, given: 1, clause },
        I::AlreadyHandedIn,
        I::Own(OwnIllegal::ForcedAlready { seat }),
        I::Own(OwnIllegal::NoCommercialHarborPlayed),
        I::TooFewPoints { points: 9, goal: 13 },
        I::TooFewPoints { points: 13, goal: 13 },
        I::NoSuchSeat { seat },
        I::ChanceNotDue,
        I::ImpossibleChance { reason: "a die shows 1 to 6", clause },
    ];
    let decisions = [
        Decision::Founding,
        Decision::Muster,
        Decision::Pillage,
        Decision::Deck,
        Decision::Draw,
        Decision::FifthCard,
        Decision::EarlyCards,
        Decision::Aqueduct,
        Decision::Discards,
        Decision::Robber,
        Decision::Victim,
        Decision::FreeRoad,
        Decision::Retreat,
        Decision::Deserter,
        Decision::PlacingDeserter,
        Decision::ReplacingRoad,
        Decision::Spy,
        Decision::TakingCards,
        Decision::Gifts,
        Decision::ForcedExchange,
        Decision::Metropolis,
    ];
    refusals.extend(decisions.map(|decision| I::DecisionOpen { decision }));
    for area in Area::ALL {
        refusals.extend([I::Own(OwnIllegal::HighestLevel { area }), I::Own(OwnIllegal::EmptyDeck { area })]);
    }
    for kind in CardKind::ALL {
        refusals.extend([
            I::SameKind { kind },
            I::WrongRate { kind, rates: Rates::of(4) },
            I::WrongRate { kind, rates: Rates::of(2).with(3).with(4) },
            I::NotBestRate { kind, best: 2 },
            I::SupplyLacks { kind, clause },
            I::KindOnBothSides { kind },
            I::Own(OwnIllegal::NotACommodity { kind }),
            I::Own(OwnIllegal::NotAResource { kind, clause }),
        ]);
    }
    refusals.push(I::Own(OwnIllegal::StrengthToChoose));
    for strength in Strength::ALL {
        refusals.extend([
            I::Own(OwnIllegal::StrengthIsGiven { strength }),
            I::Own(OwnIllegal::StrongerThanDeserter { strength }),
        ]);
    }
    for card in Progress::ALL {
        refusals.extend([
            I::Own(OwnIllegal::NoSuchCard { card, clause }),
            I::Own(OwnIllegal::NotNow { card, clause }),
            I::Own(OwnIllegal::KnownNull { card }),
            I::Own(OwnIllegal::BadTarget { card, clause }),
        ]);
    }
    refusals
}

#[test]
fn every_event_has_its_sentence() {
    let layout = Layout::beginner();
    let events = events(layout);
    let all = told(&layout, true, |narrator| events.iter().map(|event| narrator.base.event(event)).collect());
    all_are_told("events", &all);
    for text in [
        "Ada steals 1 ore from you.",
        "You get 2 ore from Ada.",
        "Ben gets 2 cards from Ada.",
        "Ada takes a progress card (politics) from Ben.",
        "The barbarians attack with strength 4, the knights have only 3 (Ada 3): the barbarians win.",
        "The barbarians attack with strength 4, the knights have only 3 (you 3): the barbarians win.",
        "You draw the card Printer and turn it up: 1 point.",
    ] {
        assert!(all.contains(text), "{text}");
    }
}

/// Sentences about redacted events tell no secret either.
#[test]
fn redacted_events_tell_no_secret() {
    let layout = Layout::beginner();
    let names = Names::letters();
    for lang in Lang::ALL {
        let narrator = Narrator::new(Words::new(lang), &names, None);
        for event in events(layout) {
            let redacted = event.redact(Viewer::Seat(Seat::D));
            let hides = redacted != event;
            if let (Event::Own(OwnEvent::DrewProgress { card: Some(card), .. }), true) = (event, hides) {
                assert!(!narrator.base.event(&redacted).contains(&narrator.card(card)));
            }
            assert_eq!(narrator.base.event(&redacted) == narrator.base.event(&event), !hides, "{event:?}");
        }
    }
}

#[test]
fn every_refusal_has_its_sentence() {
    let layout = Layout::beginner();
    let refusals = refusals();
    let all =
        told(&layout, false, |narrator| refusals.iter().map(|why| narrator.base.refusal(why)).collect());
    all_are_told("refusals", &all);
}

#[test]
fn every_card_and_level_is_explained() {
    let layout = Layout::beginner();
    for lang in Lang::ALL {
        let names = Names::letters();
        let narrator = Narrator::new(Words::new(lang), &names, Some(&layout));
        let cards: BTreeSet<String> = Progress::ALL.into_iter().map(|card| narrator.card(card)).collect();
        assert_eq!(cards.len(), Progress::ALL.len(), "two cards have one name");
        let texts: BTreeSet<String> =
            Progress::ALL.into_iter().map(|card| narrator.card_text(card)).collect();
        // Printer and Constitution do the same.
        assert_eq!(texts.len(), Progress::ALL.len() - 1);
        let levels: BTreeSet<String> = Area::ALL
            .into_iter()
            .flat_map(|area| (1..=5).map(move |level| (area, level)))
            .map(|(area, level)| narrator.level(area, level))
            .collect();
        assert_eq!(levels.len(), 15, "two levels have one name");
        for area in Area::ALL {
            let told: Vec<usize> = (1..=5).map(|level| narrator.level_texts(area, level).len()).collect();
            assert_eq!(told, [1, 1, 2, 2, 2]);
        }
    }
}

/// Options that bring every decision into play between them.
fn ways_to_play() -> Vec<Options> {
    let with = |settings: &[(&str, &str)]| {
        let mut options = Options { turn_limit: Some(600), ..Options::default() };
        for (name, value) in settings {
            options.set(name, value).unwrap();
        }
        options
    };
    vec![
        with(&[]),
        with(&[("players", "2"), ("start_player", "highest_roll"), ("ck_progress_draw", "optional")]),
        with(&[("ck_barbarian_variant", "choose"), ("ck_deserter_substitute", "any_lower")]),
        with(&[("ck_fifth_card", "active_may_play_now"), ("ck_pillage_no_settlement", "official_tip")]),
        with(&[("players", "3"), ("trade_build", "separate"), ("auto_declare", "false")]),
        with(&[("ck_progress_play", "after_dice")]),
    ]
}

/// A position in which A can reach level 4 and has two cities for the metropolis.
fn before_a_metropolis(options: Options) -> CitiesAndKnights {
    let mut setup: Setup = serde_json::from_str(
        r#"{"seats": {
            "A": {"cities": ["I28", "I17"], "roads": ["28-34", "17-22"], "hand": {"cloth": 4},
                  "levels": {"trade": 3}, "progress": {"deserter": 1, "diplomat": 1}},
            "B": {"cities": ["I40", "I46"], "roads": ["40-44"], "knights": {"basic": ["I44"]},
                  "hand": {"ore": 4, "wool": 3}}
        }, "ship": 6}"#,
    )
    .unwrap();
    setup.options = options;
    let mut game = CitiesAndKnights::from_setup(&setup).unwrap();
    Game::play(&mut game, Seat::A, Action::Own(OwnAction::Improve(Area::Trade)), &mut ()).unwrap();
    game
}

/// A position in which A may take a metropolis from B, or leave it.
fn before_a_takeover(options: Options) -> CitiesAndKnights {
    let mut setup: Setup = serde_json::from_str(
        r#"{"seats": {
            "A": {"cities": ["I28"], "roads": ["28-34"], "hand": {"cloth": 5}, "levels": {"trade": 4}},
            "B": {"cities": ["I40"], "roads": ["40-44"], "levels": {"trade": 5}}
        }, "metropolises": {"trade": "I40"}}"#,
    )
    .unwrap();
    setup.options = options;
    setup.options.set("ck_metropolis_takeover", "any_level5").unwrap();
    let mut game = CitiesAndKnights::from_setup(&setup).unwrap();
    Game::play(&mut game, Seat::A, Action::Own(OwnAction::Improve(Area::Trade)), &mut ()).unwrap();
    game
}

/// A position in which a displaced knight of B has two places to go.
fn before_a_retreat(options: Options) -> CitiesAndKnights {
    let mut setup: Setup = serde_json::from_str(
        r#"{"seats": {
            "A": {"cities": ["I28"], "roads": ["8-13-18"], "knights": {"strong": ["I8"]}, "active": ["I8"]},
            "B": {"cities": ["I40"], "roads": ["18-24-30"], "knights": {"basic": ["I18"]}}
        }}"#,
    )
    .unwrap();
    setup.options = options;
    let mut game = CitiesAndKnights::from_setup(&setup).unwrap();
    Game::play(
        &mut game,
        Seat::A,
        Action::Own(OwnAction::Displace { from: at("I8"), to: at("I18") }),
        &mut (),
    )
    .unwrap();
    game
}

/// Random games in which every action, event and position is told to everybody; what was told of what.
fn told_at_random() -> [BTreeSet<String>; 2] {
    let (mut actions, mut asked) = (BTreeSet::new(), BTreeSet::new());
    for (n, options) in ways_to_play().into_iter().enumerate() {
        let starts = [
            CitiesAndKnights::new(&options),
            before_a_metropolis(options),
            before_a_takeover(options),
            before_a_retreat(options),
        ];
        for start in starts {
            let seed = Seed(n as u64);
            let mut choose = seed.substream("choice", 0);
            let mut game = start;
            loop {
                for lang in Lang::ALL {
                    for viewer in Seat::first(game.seats()) {
                        let names = ["Ada", "Ben", "Cleo", "Dora"].map(str::to_owned).to_vec();
                        let names = Names::new(names, Some(viewer));
                        let view = game.view(Viewer::Seat(viewer));
                        let narrator = Narrator::new(Words::new(lang), &names, view.layout());
                        let text = narrator.asked(&view);
                        if lang == Lang::En {
                            asked.insert(text);
                        }
                    }
                }
                let names = Names::letters();
                match game.turn() {
                    Turn::Chance(_) => {
                        let (purpose, index) = game.chance_key();
                        let chance = game.draw(&mut seed.substream(purpose, index));
                        Game::resolve(&mut game, chance, &mut ()).unwrap();
                    }
                    Turn::Decide(seats) => {
                        let number = choose.below(seats.len() as u32) as usize;
                        let seat = seats.into_iter().nth(number).unwrap();
                        let legal = game.legal_actions(seat);
                        let number = choose.below(legal.len().max(1) as u32) as usize;
                        let Some(action) = legal.get(number) else { continue };
                        let few = (0..legal.len()).step_by(legal.len() / 20 + 1).filter_map(|n| legal.get(n));
                        for (lang, action) in few.flat_map(|action| Lang::ALL.map(|lang| (lang, action))) {
                            let view = game.view(Viewer::Seat(seat));
                            let narrator = Narrator::new(Words::new(lang), &names, view.layout());
                            let text = match action {
                                Action::Stop => narrator.decline(game.phase()),
                                action => narrator.base.action(action),
                            };
                            assert!(!narrator.base.place_of(action).is_empty());
                            if lang == Lang::En {
                                actions.insert(text);
                            }
                        }
                        Game::play(&mut game, seat, action, &mut ()).unwrap();
                    }
                    Turn::Over(_) => break,
                }
            }
        }
    }
    [actions, asked]
}

#[test]
fn every_action_and_every_question_has_its_words() {
    let [mut actions, asked] = told_at_random();
    let names = Names::letters();
    let narrator = Narrator::new(Words::new(Lang::En), &names, None);
    // What random games do not list, or come to too rarely.
    actions.insert(narrator.base.action(Action::Stop));
    actions.insert(narrator.base.action(Action::Own(OwnAction::Fight(catan::VertexSet::EMPTY))));
    for strength in Strength::ALL {
        actions.insert(narrator.base.action(Action::Own(OwnAction::PlaceKnight(at("I3"), Some(strength)))));
    }
    for kind in CardKind::ALL {
        let cards: Bundle = Hand::of(kind, 2).into();
        actions.insert(narrator.base.action(Action::Offer {
            give: cards,
            want: cards,
            to: SeatSet::one(Seat::B),
        }));
        actions.insert(narrator.base.action(Action::CounterOffer { give: cards, want: cards }));
        actions.insert(narrator.base.action(Action::Propose { give: cards, want: cards }));
        actions.insert(narrator.base.action(Action::Own(OwnAction::Force(Seat::B, kind))));
    }
    all_are_told("actions", &actions);
    all_are_told("what is asked", &asked);
}
