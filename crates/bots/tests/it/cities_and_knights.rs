//! The requirements on every bot for Cities & Knights, over seeded games with all sorts of options.

use crate::table;
use bots::cities_and_knights::{Bot, Match, Settler, Weights};
use bots::island::Master;
use bots::{Player, Recorder};
use catan::cities_and_knights::{
    Action, Area, CardKind, Chance, CitiesAndKnights, Event, Guess, Hand, LegalActions, Options, OwnAction,
    Phase, Progress, View,
};
use catan::options::BankRates;
use game::{Draws, Seat, Seed, Substream, Viewer};
use std::collections::BTreeSet;

/// Options of all sorts under which games end in good time.
fn options(seed: u64) -> Options {
    Options {
        victory_points: if seed.is_multiple_of(2) { 13 } else { 10 },
        turn_limit: Some(600),
        ..table::options(seed)
    }
}

const GAMES: table::Games<CitiesAndKnights> = table::Games {
    start: |seed| CitiesAndKnights::new(&options(seed)),
    is_trade: |event| matches!(event, Event::Traded { .. }),
};

#[test]
fn bots_do_only_what_is_legal_and_games_end() {
    GAMES.bots_do_only_what_is_legal_and_games_end(0..40);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    GAMES.the_same_seed_gives_the_same_game(40..44);
}

#[test]
fn a_settler_may_join_in_the_middle() {
    GAMES.a_settler_may_join_in_the_middle(80..84);
}

#[test]
fn a_bot_decides_by_what_its_seat_knows() {
    GAMES.a_bot_decides_by_what_its_seat_knows(60..64, another_world);
}

#[test]
fn a_search_decides_by_what_its_seat_knows() {
    let searching = |depth, draws| Bot::Master(Box::new(Master::new(depth, draws)));
    GAMES.a_search_decides_by_what_its_seat_knows(61, searching, another_world);
}

/// A game that looks the same from `me`: what the others hold face down is dealt to them anew.
fn another_world(view: &View<'_>, me: Seat, draws: &mut Substream) -> (CitiesAndKnights, u32) {
    let hidden = |seat: &Seat| view.hand(*seat).is_none();
    let mut cards = Vec::new();
    for kind in CardKind::ALL {
        let seen: u8 = Seat::first(view.seats())
            .filter_map(|seat| view.hand(seat))
            .map(|hand: Hand| hand.count(kind))
            .sum::<u8>()
            + view.supply().count(kind);
        cards.extend(std::iter::repeat_n(kind, usize::from(Hand::BOX.count(kind) - seen)));
    }
    draws.shuffle(&mut cards);
    let mut guess = Guess::default();
    for seat in Seat::first(view.seats()).filter(hidden) {
        for kind in cards.split_off(cards.len() - view.hand_len(seat) as usize) {
            guess.hands[seat] += Hand::of(kind, 1);
        }
    }
    for area in Area::ALL {
        let mut unseen = Vec::new();
        for card in Progress::of_area(area) {
            let held: u8 = Seat::first(view.seats())
                .filter_map(|seat| view.progress(seat))
                .map(|cards| cards[card.index()])
                .sum();
            let shown =
                view.revealed().iter().filter(|(other, owner)| *other == card && owner.is_some()).count();
            let left = usize::from(Progress::BOX[card.index()] - held) - shown;
            // Points are never face down.
            if !card.is_victory_point() {
                unseen.extend(std::iter::repeat_n(card, left));
            }
        }
        draws.shuffle(&mut unseen);
        for seat in Seat::first(view.seats()).filter(|&seat| view.progress(seat).is_none()) {
            for _ in 0..view.progress_len(seat, area) {
                guess.progress[seat][unseen.pop().expect("a card of the box").index()] += 1;
            }
        }
    }
    let other = view.imagine(&guess).expect("the cards of the box, dealt to hands of the right sizes");
    // The worlds do differ where something is hidden; counted to know that the test tests something.
    let large = |seat: &Seat| *seat != me && view.hand_len(*seat) > 3;
    (other, Seat::first(view.seats()).filter(large).count() as u32)
}

/// In its own turn often does anything, so that its settler meets all questions; its answers are the settler's.
struct Restless {
    settler: Settler,
    draws: Substream,
    asked: BTreeSet<String>,
}

impl Player<CitiesAndKnights> for Restless {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action {
        let answer = self.settler.choose(view, legal);
        assert!(legal.contains(answer) || view.check(answer).is_ok(), "{answer} in {:?}", view.phase());
        if legal.len() > 1 {
            let phase = format!("{:?}", view.phase());
            let phase = phase.strip_prefix("Own(").unwrap_or(&phase);
            let name = phase.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            self.asked.insert(name.to_owned());
        }
        if view.phase() == Phase::Building && self.draws.below(3) > 0 {
            legal.get(self.draws.below(legal.len() as u32) as usize).expect("listed")
        } else {
            answer
        }
    }
    fn observe(&mut self, event: &Event) {
        self.settler.observe(event);
    }
    fn listens(&self) -> bool {
        true
    }
}

#[test]
fn a_settler_answers_every_kind_of_question() {
    let mut asked = BTreeSet::new();
    for seed in 100..130 {
        let options = options(seed);
        let mut bots: Vec<_> = Seat::first(usize::from(options.players))
            .map(|seat| Restless {
                settler: Settler::new(Weights::default()),
                draws: Seed(seed).substream("restless", seat.index() as u64),
                asked: BTreeSet::new(),
            })
            .collect();
        table::play(CitiesAndKnights::new(&options), seed, &mut bots, GAMES.is_trade);
        asked.extend(bots.into_iter().flat_map(|bot| bot.asked));
    }
    let every = [
        "FoundingSettlement",
        "FoundingCity",
        "FoundingRoad",
        "BeforeRoll",
        "Mustering",
        "Pillaging",
        "ChoosingDeck",
        "OfferingDraw",
        "DroppingCards",
        "Aqueduct",
        "Discarding",
        "MovingRobber",
        "ChoosingVictim",
        "Building",
        "FreeRoads",
        "Retreating",
        "Deserting",
        "PlacingDeserter",
        "ReplacingRoad",
        "Spying",
        "TakingCards",
        "Giving",
        "ForcedExchange",
        "PlacingMetropolis",
        "PlayOrDrop",
        "PlayingEarly",
    ];
    let missing: Vec<_> = every.into_iter().filter(|name| !asked.contains(*name)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
}

/// The kinds of progress cards that settlers play.
struct Played(BTreeSet<&'static str>);

impl Recorder<CitiesAndKnights> for Played {
    const EVENTS: bool = false;
    fn action(&mut self, _: &CitiesAndKnights, _: Seat, action: Action) {
        if let Action::Own(OwnAction::Play(play)) = action {
            self.0.insert(play.card().name());
        }
    }
    fn outcome(&mut self, _: &CitiesAndKnights, _: &Chance) {}
}

#[test]
fn settlers_play_every_kind_of_progress_card() {
    let mut played = Played(BTreeSet::new());
    for seed in 200..230 {
        let mut bots: Vec<Bot> =
            Seat::first(4).map(|seat| table::bot::<CitiesAndKnights>("settler", seat, seed)).collect();
        Match::new(&Options::default(), Seed(seed)).play(&mut bots, &mut played).unwrap();
    }
    let kept: Vec<_> = Progress::ALL
        .into_iter()
        .filter(|card| !card.is_victory_point() && !played.0.contains(card.name()))
        .collect();
    assert!(kept.is_empty(), "never played: {kept:?}");
}

/// Small samples with generous bounds; the measured strength stands in `docs/bots.md`.
#[test]
fn a_settler_beats_random_play() {
    let games = 16;
    let wins = table::wins("settler", "random", 0..games, |seed| {
        let players = if seed % 2 == 0 { 2 } else { 4 };
        CitiesAndKnights::new(&Options { players, turn_limit: Some(5_000), ..Options::default() })
    });
    assert!(wins + 1 >= games as usize, "{wins} of {games}");
}

/// Against three settlers that build no knights a fair share would be a quarter.
#[test]
fn knights_pay() {
    let games = 40;
    let mut wins = 0;
    for seed in 0..games {
        let own = Seat::new(seed as usize % 4).expect("a seat");
        let mut bots: Vec<_> = Seat::first(4)
            .map(|seat| {
                let mut weights = Weights::default();
                weights.knights = seat == own;
                Settler::new(weights)
            })
            .collect();
        let played = Match::new(&Options::default(), Seed(seed)).play(&mut bots, &mut ()).unwrap();
        wins += u32::from(played.outcome.winners.contains(own));
    }
    assert!(wins > 10, "{wins} of {games}");
}

/// Worse rates are listed by default; a settler has no use for them and plays as if they were not there.
#[test]
fn a_settler_exchanges_at_the_best_rate() {
    #[derive(Default)]
    struct Played(Vec<(Seat, Action)>);
    impl Recorder<CitiesAndKnights> for Played {
        const EVENTS: bool = false;
        fn action(&mut self, _: &CitiesAndKnights, seat: Seat, action: Action) {
            self.0.push((seat, action));
        }
        fn outcome(&mut self, _: &CitiesAndKnights, _: &Chance) {}
    }
    for seed in 100..102 {
        let [all, best] = [BankRates::All, BankRates::Best].map(|bank_rates| {
            let mut played = Played::default();
            let mut bots: Vec<_> =
                Seat::first(4).map(|seat| table::bot::<CitiesAndKnights>("settler", seat, seed)).collect();
            let options = Options { bank_rates, ..Options::default() };
            Match::new(&options, Seed(seed)).play(&mut bots, &mut played).unwrap();
            played.0
        });
        assert!(all.iter().any(|(_, action)| matches!(action, Action::MaritimeTrade { .. })), "seed {seed}");
        assert!(all == best, "seed {seed}: another game");
    }
}

/// A metropolis may be declined with `may` (`CK-METRO-8`); a settler has no reason to, with one city as with two.
#[test]
fn a_settler_places_a_metropolis_that_it_may_decline() {
    for cities in [vec!["I28"], vec!["I28", "I17"]] {
        let setup = serde_json::json!({
            "options": {"ck_metropolis_placing": "may"},
            "seats": {
                "A": {"cities": cities, "roads": ["28-34"], "levels": {"trade": 4}},
                "B": {"cities": ["I40"], "roads": ["40-44"]},
            },
            "phase": {"placing-metropolis": {"area": "trade"}},
        });
        let game = CitiesAndKnights::from_setup(&serde_json::from_value(setup).unwrap()).unwrap();
        let (view, legal) = (game.view(Viewer::Seat(Seat::A)), game.legal_actions(Seat::A));
        assert!(legal.contains(Action::Stop));
        let chosen = Settler::default().choose(&view, &legal);
        assert!(matches!(chosen, Action::Own(OwnAction::PlaceMetropolis(_))), "{chosen} with {cities:?}");
    }
}

/// The whole box in one hand: millions of ways to discard half of it. Bots find theirs without the list.
#[test]
fn bots_discard_from_a_large_hand_without_walking_the_list() {
    let setup = serde_json::json!({
        "options": {"players": 2},
        "seats": {"A": {"hand": {
            "brick": 19, "lumber": 19, "wool": 19, "grain": 19, "ore": 19, "paper": 12, "cloth": 12, "coin": 12,
        }}},
        "phase": {"discarding": {"owed": {"A": 65}, "sabotage": false}},
    });
    let game = CitiesAndKnights::from_setup(&serde_json::from_value(setup).unwrap()).unwrap();
    let (view, legal) = (game.view(Viewer::Seat(Seat::A)), game.legal_actions(Seat::A));
    assert!(legal.len() > 50_000_000, "{} ways", legal.len());
    let mut settler = Settler::default();
    let discard = settler.choose(&view, &legal);
    assert!(matches!(discard, Action::Discard(_)) && legal.contains(discard), "{discard}");
    // It decides the same with nothing to walk.
    assert_eq!(settler.choose(&view, &LegalActions::default()), discard);
    for seed in 0..200 {
        let mut random = Bot::new("random", Seat::A, Seed(seed)).unwrap();
        let discard = random.choose(&view, &legal);
        assert!(legal.contains(discard), "{discard}");
    }
}
