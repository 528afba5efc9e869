//! Properties that hold in both games, whatever is played. A failure prints the seed of its game.

use super::Played;
use game::{Draws, Field, IllegalReason, Legal, Seat, SeatPosition, SeatSet, Seed, Substream, Turn, Viewer};
use std::collections::HashSet;

/// The game under test, as the battery needs it.
pub(crate) trait Subject: Played {
    /// A new game under options that differ from seed to seed, so that all switches are met.
    fn start(seed: u64) -> Self;
    /// All actions that any seat could name, legal or not, but for those that name several cards.
    fn every_action() -> Vec<Self::Action>;
    /// An action that names several cards and is no message.
    fn with_cards(draws: &mut Substream) -> Self::Action;
    /// Outcomes of every kind, possible or not.
    fn every_chance() -> Vec<Self::Chance>;
    /// An action that a random player takes more seldom than others, so that there is more to see.
    fn is_rarer(_action: Self::Action) -> bool {
        false
    }
    /// Everything that the viewer may ask, in words.
    fn known(&self, viewer: Viewer) -> String;
    /// Another world, in which everything that this viewer cannot see is dealt again. `None` if the viewer could exclude the
    /// deal.
    fn other_world(&self, viewer: Viewer, draws: &mut Substream) -> Option<Self>;
    /// Whether the viewer is shown the result of an outcome of this kind.
    fn is_shown(&self, viewer: Viewer, kind: Self::ChanceKind) -> bool;
    /// Whether an outcome is turned up after all.
    fn is_turned_up(_chance: Self::Chance) -> bool {
        false
    }
    /// Whether this action, which led to the position, is meant to bring hidden cards to light.
    fn brings_to_light(&self, action: Self::Action) -> bool;
    /// The rulebooks whose clauses refusals may name.
    const RULEBOOKS: &'static [&'static str];
}

/// A step between two positions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<G: Played> {
    /// An outcome of nature.
    Chance(G::Chance),
    /// An action of a seat.
    Action(Seat, G::Action),
}

/// Returns an action that a seat might try: mostly a listed one, sometimes a message.
fn random_action<G: Subject>(game: &G, seats: SeatSet, draws: &mut Substream) -> (Seat, G::Action) {
    let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
    if game.is_building() && draws.below(8) == 0 {
        let seat = Seat::new(draws.below(game.seats() as u32) as usize).expect("a seat");
        let action = G::message(draws);
        if game.check(seat, action).is_ok() {
            return (seat, action);
        }
    }
    let seat = if game.legal_actions(seat).is_empty() {
        // Only an addressee or proposer who has said all there is to say may find nothing listed.
        assert!(game.is_building() && seat != game.on_turn(), "{game:?}");
        game.on_turn()
    } else {
        seat
    };
    let legal = game.legal_actions(seat);
    let mut choose = || {
        let n = draws.below(legal.len() as u32);
        legal.get(n as usize).expect("n is below len")
    };
    let action = choose();
    (seat, if G::is_rarer(action) { choose() } else { action })
}

/// Plays a random game and shows `visit` every position, with the step that led there and its events.
pub(crate) fn play_steps<G: Subject>(seed: u64, mut visit: impl FnMut(&G, Step<G>, &[G::Event])) {
    let mut game = G::start(seed);
    let mut draws = Seed(seed).substream("choice", 0);
    let mut events = Vec::new();
    loop {
        events.clear();
        let step = match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut Seed(seed).substream(purpose, index));
                game.resolve(chance, &mut events).unwrap_or_else(|e| panic!("seed {seed}: {chance}: {e}"));
                Step::Chance(chance)
            }
            Turn::Decide(seats) => {
                let (seat, action) = random_action(&game, seats, &mut draws);
                game.play(seat, action, &mut events)
                    .unwrap_or_else(|e| panic!("seed {seed}: {seat} {action}: {e}"));
                Step::Action(seat, action)
            }
        };
        visit(&game, step, &events);
    }
}

/// Plays a random game and shows `visit` every position with the events that led to it.
pub(crate) fn play_out<G: Subject>(seed: u64, mut visit: impl FnMut(&G, &[G::Event])) {
    play_steps::<G>(seed, |game, _, events| visit(game, events));
}

/// Every action and some that name cards; different ones each time.
fn tried<G: Subject>(all: &[G::Action], draws: &mut Substream) -> Vec<G::Action> {
    let cards: Vec<G::Action> = (0..20).map(|_| G::with_cards(draws)).collect();
    [all, &cards].concat()
}

pub(crate) fn check_accepts_exactly_what_is_listed<G: Subject>(seeds: std::ops::Range<u64>) {
    let all = G::every_action();
    let mut positions = 0;
    for seed in seeds {
        let mut draws = Seed(seed).substream("tries", 0);
        play_out(seed, |game: &G, _| {
            positions += 1;
            if positions % 5 != 0 && game.is_building() {
                return;
            }
            let tried = tried::<G>(&all, &mut draws);
            for seat in Seat::first(game.seats()) {
                let legal = game.legal_actions(seat);
                let invited = matches!(game.turn(), Turn::Decide(seats) if seats.contains(seat));
                assert!(invited || legal.is_empty(), "seed {seed}: idle seat {seat} has {legal:?}");
                // Some hands can be halved in thousands of ways, which differ in nothing that is looked at here.
                let listed: Vec<G::Action> = legal.into_iter().take(2000).collect();
                assert_eq!(listed.len(), legal.len().min(2000), "seed {seed}");
                let texts: HashSet<String> = listed.iter().map(ToString::to_string).collect();
                assert_eq!(texts.len(), listed.len(), "seed {seed}: something is listed twice");
                for &action in &listed {
                    assert_eq!(game.check(seat, action), Ok(()), "seed {seed}: {seat} {action} is listed");
                    assert!(legal.contains(action), "seed {seed}: {seat} {action} is listed");
                }
                // Whoever has nothing to do is asked of some.
                let step = if invited { 1 } else { 31 };
                for &action in tried.iter().step_by(step) {
                    let checked = game.check(seat, action);
                    assert_eq!(
                        legal.contains(action),
                        checked.is_ok(),
                        "seed {seed}: {seat} {action}: {checked:?}"
                    );
                }
            }
        });
    }
    assert!(positions > 5_000, "{positions}");
}

pub(crate) fn a_refused_action_changes_nothing<G: Subject>(seeds: std::ops::Range<u64>) {
    let all = G::every_action();
    let mut clauses = HashSet::new();
    for seed in seeds {
        let mut draws = Seed(seed).substream("tries", 0);
        let mut position = 0;
        play_out(seed, |game: &G, _| {
            position += 1;
            let some = all.iter().copied().skip(position % 97).step_by(97);
            let others = [G::message(&mut draws), G::with_cards(&mut draws)];
            for action in some.chain(others) {
                // Not every seat plays in every game.
                for seat in Seat::first(4) {
                    let mut copy = *game;
                    let mut events: Vec<G::Event> = Vec::new();
                    if let Err(refusal) = copy.play(seat, action, &mut events) {
                        assert!(copy == *game && events.is_empty(), "seed {seed}: {seat} {action}");
                        clauses.insert(refusal.clause());
                        assert!(!refusal.to_string().is_empty(), "seed {seed}: {seat} {action}");
                    }
                }
            }
        });
    }
    assert!(clauses.len() > 20, "{clauses:?}");
    for clause in clauses {
        // A clause has a paragraph, some with a title, an option a row of the table.
        let entries = [format!("- **{clause}**"), format!("- **{clause} "), format!("| {clause} |")];
        let found = |rulebook: &&str| entries.iter().any(|entry| rulebook.contains(entry.as_str()));
        assert!(G::RULEBOOKS.iter().any(found), "no rulebook has {clause}");
    }
}

pub(crate) fn impossible_outcomes_are_refused<G: Subject>(seeds: std::ops::Range<u64>) {
    let all = G::every_chance();
    for seed in seeds {
        play_out(seed, |game: &G, _| {
            let due: Vec<_> = game.chance_outcomes().into_iter().collect();
            for &chance in &all {
                let listed = due.iter().any(|&(possible, weight)| possible == chance && weight > 0);
                assert_eq!(game.allows(chance), listed, "seed {seed}: {chance} at {:?}", game.turn());
                let mut copy = *game;
                if copy.resolve(chance, &mut ()).is_err() {
                    assert!(copy == *game, "seed {seed}: {chance} was refused");
                }
            }
        });
    }
}

/// With a seed, no draw is used twice in a game.
pub(crate) fn every_outcome_has_a_draw_of_its_own<G: Subject>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut used = HashSet::new();
        play_out(seed, |game: &G, _| {
            if let Turn::Chance(_) = game.turn() {
                let (purpose, index) = game.chance_key();
                assert!(used.insert((purpose, index)), "seed {seed}: {purpose} {index} again");
            }
        });
        assert!(used.len() > 20, "seed {seed}");
    }
}

/// Two games with the same seed and the same choices are equal, even if actions and outcomes pass through the texts of a record.
pub(crate) fn the_same_game_is_played_twice<G: Subject>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut again = G::start(seed);
        let mut steps = Vec::new();
        play_steps(seed, |game: &G, step, events| {
            let mut told = Vec::new();
            let (text, result) = match step {
                Step::Chance(chance) => {
                    let text = chance.to_string();
                    let read = text.parse().expect("an outcome reads what it writes");
                    (text, again.resolve(read, &mut told))
                }
                Step::Action(seat, action) => {
                    let text = action.to_string();
                    let read = text.parse().expect("an action reads what it writes");
                    (text, again.play(seat, read, &mut told))
                }
            };
            assert_eq!(result, Ok(()), "seed {seed}: {text}");
            assert!(again == *game && told == events, "seed {seed} after {text}");
            steps.push((*game, events.to_vec()));
        });
        assert!(matches!(again.turn(), Turn::Over(_)), "seed {seed}");
        let mut first = steps.into_iter();
        play_out(seed, |game: &G, events| {
            let (position, happened) = first.next().expect("as long a game");
            assert!(position == *game && happened == events, "seed {seed}");
        });
        assert!(first.next().is_none(), "seed {seed}");
    }
}

// Two worlds: what a viewer cannot know makes no difference to anything the viewer is told (`CATAN-INFO-13`).

fn viewers<G: Subject>(game: &G) -> impl Iterator<Item = Viewer> {
    Seat::first(game.seats()).map(Viewer::Seat).chain([Viewer::Spectator])
}

/// Views, lists and refusals are the same in two worlds; compares more than `least` pairs of different ones.
pub(crate) fn a_view_tells_nothing_hidden<G: Subject>(seeds: std::ops::Range<u64>, least: u32) {
    let all = G::every_action();
    let mut pairs = 0;
    for seed in seeds {
        let mut draws = Seed(seed).substream("worlds", 0);
        play_out(seed, |game: &G, _| {
            if game.turns() == 0 || matches!(game.turn(), Turn::Over(_)) {
                return;
            }
            if game.is_building() && draws.below(3) > 0 {
                return;
            }
            for viewer in viewers(game) {
                let Some(world) = game.other_world(viewer, &mut draws) else { continue };
                pairs += u32::from(world != *game);
                assert_eq!(game.known(viewer), world.known(viewer), "seed {seed}: {viewer:?}");
                let Viewer::Seat(seat) = viewer else { continue };
                let from = draws.below(29) as usize;
                let mut tried: Vec<G::Action> = all.iter().copied().skip(from).step_by(29).collect();
                for _ in 0..10 {
                    tried.extend([G::message(&mut draws), G::with_cards(&mut draws)]);
                }
                for action in tried {
                    let (here, there) = (game.check(seat, action), world.check(seat, action));
                    assert_eq!(here, there, "seed {seed}: {seat} {action}");
                }
            }
        });
    }
    assert!(pairs > least, "{pairs} pairs of worlds");
}

/// Plays a step and returns the events as `viewer` sees them.
fn told<G: Subject>(
    world: &mut G,
    viewer: Viewer,
    step: impl FnOnce(&mut G, &mut Vec<G::Event>) -> Result<(), G::Illegal>,
) -> Result<Vec<G::Event>, G::Illegal> {
    let mut events = Vec::new();
    step(world, &mut events)?;
    Ok(events.into_iter().map(|event| G::redact(event, viewer)).collect())
}

/// Plays whole games in two worlds at once: as long as the same open actions and outcomes can happen in both, the viewer sees the
/// same events in both, step by step. Where hidden cards come to light, the other world is dealt again.
pub(crate) fn two_worlds_tell_the_same_story<G: Subject>(seeds: std::ops::Range<u64>, least: u32) {
    let (mut steps, mut lights) = (0, 0);
    for seed in seeds {
        let mut draws = Seed(seed).substream("choice", 0);
        let mut game = G::start(seed);
        let viewer = viewers(&game).nth(draws.below(game.seats() as u32 + 1) as usize).expect("a viewer");
        let mut world = game;
        let is_over = |game: &G| matches!(game.turn(), Turn::Over(_));
        while !is_over(&game) {
            if world == game && game.turns() > 0 {
                world = game.other_world(viewer, &mut draws).unwrap_or(game);
            }
            let differed = game != world;
            let (here, there, may_differ, what) = match game.turn() {
                Turn::Over(_) => unreachable!(),
                Turn::Chance(kind) => {
                    let chance = game.draw(&mut draws);
                    // What the viewer sees must be the same; what it does not see is drawn in each world by itself.
                    let elsewhere = if game.is_shown(viewer, kind) { chance } else { world.draw(&mut draws) };
                    let turned_up = G::is_turned_up(chance) || G::is_turned_up(elsewhere);
                    let here = told(&mut game, viewer, |w, events| w.resolve(chance, events));
                    let there = told(&mut world, viewer, |w, events| w.resolve(elsewhere, events));
                    (here, there, turned_up, chance.to_string())
                }
                Turn::Decide(seats) => {
                    let (seat, action) = random_action(&game, seats, &mut draws);
                    let here = told(&mut game, viewer, |w, events| w.play(seat, action, events));
                    let there = told(&mut world, viewer, |w, events| w.play(seat, action, events));
                    if viewer == Viewer::Seat(seat) {
                        assert_eq!(here.is_ok(), there.is_ok(), "seed {seed}: the viewer's own {action}");
                    }
                    (here, there, game.brings_to_light(action), format!("{seat} {action}"))
                }
            };
            let here = here.unwrap_or_else(|e| panic!("seed {seed}: {what}: {e}"));
            let ended = is_over(&game) || is_over(&world);
            match there {
                Ok(there) if here == there && !ended => {
                    steps += u32::from(differed);
                    let (known, elsewhere) = if may_differ || steps % 3 == 0 {
                        (game.known(viewer), world.known(viewer))
                    } else {
                        continue;
                    };
                    // A hand that is shown comes to light without an event.
                    if known == elsewhere {
                        continue;
                    }
                    assert!(may_differ, "seed {seed}: {viewer:?} after {what}: {known} and {elsewhere}");
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
    assert!(steps > least, "{steps} steps in two different worlds, {lights} dealt anew");
}

/// From the document of a seat's view comes a position with the same document, the same legal list, and the same answer to
/// everything the seat may ask. `NEULAND_VIEW_GAMES` sets how many games are played.
pub(crate) fn a_view_comes_back_from_its_document<G: Subject>(usual: u32) {
    let wanted = std::env::var("NEULAND_VIEW_GAMES").ok();
    let games = wanted.map_or(usual, |text| text.parse().expect("NEULAND_VIEW_GAMES is a number"));
    let mut tried = 0;
    for seed in (0..games).map(|game| 1200 + u64::from(game)) {
        let mut draws = Seed(seed).substream("looks", 0);
        play_out(seed, |game: &G, _| {
            let deciding = match game.turn() {
                Turn::Decide(seats) => seats,
                _ => SeatSet::EMPTY,
            };
            for seat in Seat::first(game.seats()) {
                if !deciding.contains(seat) && draws.below(8) > 0 {
                    continue;
                }
                tried += 1;
                let viewer = Viewer::Seat(seat);
                let document = serde_json::to_string(&game.view(viewer)).expect("a document");
                let position = SeatPosition::<G>::from_document(&document)
                    .unwrap_or_else(|faults| panic!("seed {seed}: {faults:#?} in {document}"));
                let again = serde_json::to_string(&position.view()).expect("a document");
                assert_eq!(again, document, "seed {seed}");
                let (legal, same) = (game.legal_actions(seat), position.legal_actions());
                assert!(legal.into_iter().take(500).eq(same.into_iter().take(500)), "seed {seed}: {seat}");
                assert_eq!(legal.len(), same.len(), "seed {seed}: {seat}");
                let value = serde_json::from_str(&document).expect("JSON");
                let setup = G::setup_of_view(&Field::root(&value)).expect("a setup");
                let world = G::from_setup(&setup).expect("a position");
                assert_eq!(world.known(viewer), game.known(viewer), "seed {seed}: {seat}");
            }
        });
    }
    assert!(tried > 300 * games, "{tried} documents");
}
