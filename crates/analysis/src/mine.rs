//! The miner of puzzles: it plays games between bots and keeps the positions in which one action is clearly best.

use crate::analysed::{Analysed, Cause};
use crate::deep::{self, Budget};
use crate::fit;
use crate::moments::{Bounds, Choice, Done, Judge, JudgedStep, Moment};
use crate::puzzle::{Puzzle, Rival};
use bots::BotGame;
use bots::any::advise;
use encode::Tracked;
use game::options::NamedOptions as _;
use game::record::Step;
use game::{Game, Legal as _, Seat, Seed, Turn};
use shelf::{AnyGame, OnShelf};

/// The fewest actions of a puzzle.
const CHOICES: usize = 4;
/// The most actions of a puzzle: those that are all compared.
const LISTED: usize = 150;
/// The least loss of every other action by the estimate, before rollouts.
const GAP: f64 = 0.05;
/// The least loss of every other action that is compared by rollouts, less twice its standard error.
const MARGIN: f64 = 0.02;
/// The actions that rollouts compare with the best one.
const RIVALS: usize = 5;
/// The share of the win between which a decision matters.
const CONTESTED: std::ops::Range<f64> = 0.08..0.92;
/// The positions of one game that rollouts look at.
const LOOKED_AT: usize = 4;
/// The budget is raised so many times for the second look.
const MORE: u64 = 4;

/// A position that may be a puzzle.
struct Candidate<G: Analysed> {
    step: usize,
    seat: Seat,
    before: Tracked<G>,
    known: f64,
    choice: Choice<G::Action>,
    /// The loss of the second best action by the estimate.
    gap: f64,
}

/// Plays the game with this number between the strongest bots that do not search, and returns its clearest puzzle, if it has one. Rollouts
/// with so many nodes for each position, and then with four times as many and other chance, must agree that no other action comes near.
///
/// # Panics
/// If one of our bots plays something illegal.
#[must_use]
pub fn mine<G: Analysed>(seed: Seed, number: u64, nodes: u64, threads: usize) -> Option<Puzzle> {
    let most = (*G::SEATS.end()).min(4);
    let seats = G::SEATS.start() + number as usize % (most - G::SEATS.start() + 1);
    let name = <G as BotGame>::BOTS.iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    let record = fit::record::<G>(&vec![name; seats], seed.derive(number));
    let mut options = <G as Game>::Options::default();
    options.set("players", &seats.to_string()).expect("a number of seats of the game");
    let mut candidates = candidates(G::new(&options), &record.steps);
    candidates.sort_by(|a, b| b.gap.total_cmp(&a.gap).then(a.step.cmp(&b.step)));
    candidates.iter().take(LOOKED_AT).find_map(|candidate| {
        confirmed(candidate, seed.derive(number), nodes, threads)
            .map(|rivals| puzzle(candidate, number, rivals))
    })
}

/// The decisions of a game in which one action is far ahead by the estimate.
fn candidates<G: Analysed>(start: G, steps: &[Step]) -> Vec<Candidate<G>> {
    let mut judge = Judge::new(Bounds { worlds: 2, listed: LISTED });
    let (mut game, mut found) = (start, Vec::new());
    for (n, step) in steps.iter().enumerate() {
        match step {
            Step::Action { seat, action } => {
                let action = action.parse().map(|action| game.canonical(action));
                let action = action.unwrap_or_else(|_| unreachable!("it was played"));
                found.extend(candidate(&mut judge, &game, n + 1, *seat, action));
                game.play(*seat, action, &mut ()).expect("it was played");
            }
            Step::Outcome(text) => {
                let chance = text.parse().unwrap_or_else(|_| unreachable!("it was drawn"));
                game.resolve(chance, &mut ()).expect("it was drawn");
            }
        }
    }
    found
}

/// A decision, if one action is far ahead by the estimate.
fn candidate<G: Analysed>(
    judge: &mut Judge<G>,
    game: &G,
    step: usize,
    seat: Seat,
    action: G::Action,
) -> Option<Candidate<G>> {
    let choices = game.legal_actions(seat).len();
    if !(CHOICES..=LISTED).contains(&choices) || G::is_message(&action) {
        return None;
    }
    // What a solver sees is the position alone, without the game before it.
    let before = Tracked::new(*game);
    let moment = Moment { number: step, before, done: Done::Action(seat, action) };
    let JudgedStep::Decision { known, choice: Some(choice), .. } = judge.judge(&moment).step else {
        return None;
    };
    let second = |values: &[(G::Action, f64)]| {
        let mut values: Vec<f64> = values.iter().map(|it| it.1).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        Some(values.first()? - values.get(1)?)
    };
    let is_far = |gap: &f64| *gap >= GAP;
    second(&choice.values).filter(is_far).filter(|_| CONTESTED.contains(&known))?;
    // Nothing is lost that can still be done in the same turn.
    let gap = second(&judge.costs(&moment, seat, &choice)).filter(is_far)?;
    Some(Candidate { step, seat, before, known, choice, gap })
}

/// The other actions with what they lose by rollouts, if both looks agree that no one comes near the best.
fn confirmed<G: Analysed>(
    candidate: &Candidate<G>,
    seed: Seed,
    nodes: u64,
    threads: usize,
) -> Option<Vec<Rival>> {
    let Candidate { before, seat, .. } = candidate;
    let best = candidate.choice.best().0;
    let mut next = *before.game();
    next.play(*seat, best, &mut ()).ok()?;
    if matches!(next.turn(), Turn::Over(_))
        || !comes_back(before.game())
        || is_plain(before.game(), *seat, best)
    {
        return None;
    }
    let mut others: Vec<(G::Action, f64)> = candidate
        .choice
        .values
        .iter()
        .filter(|it| !before.game().is_same_action(it.0, best))
        .copied()
        .collect();
    others.sort_by(|a, b| b.1.total_cmp(&a.1));
    let rivals = others.into_iter().map(|it| it.0).take(RIVALS);
    let actions: Vec<G::Action> = std::iter::once(best).chain(rivals).collect();
    let look = |seed: Seed, nodes: u64| {
        let gains = deep::gains(*before, *seat, &actions, seed, Budget { nodes, threads })?;
        let is_behind = |gain: &search::Gain| gain.mean + 2.0 * gain.error <= -MARGIN;
        gains[1..].iter().all(is_behind).then_some(gains)
    };
    look(seed.derive(1), nodes)?;
    let gains = look(seed.derive(2), MORE * nodes)?;
    let round = |value: f64| (1e4 * value).round() / 1e4;
    let rival = |(action, gain): (&G::Action, &search::Gain)| Rival {
        action: action.to_string(),
        cost: round(gain.mean),
        error: round(gain.error),
    };
    let mut rivals: Vec<Rival> = actions.iter().zip(&gains).skip(1).map(rival).collect();
    rivals.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    Some(rivals)
}

/// Whether a beginner would play the best action, too.
fn is_plain<G: Analysed>(game: &G, seat: Seat, best: G::Action) -> bool {
    let game: AnyGame = (*game).into();
    let advised = advise(&game, "beginner", seat, Seed(0), &[]);
    advised.first().is_none_or(|it| game.is_same_action(&it.action, &best.to_string()))
}

/// Whether a position comes back from its setup.
fn comes_back<G: Analysed>(game: &G) -> bool {
    let game: AnyGame = (*game).into();
    let setup = serde_json::Value::Object(game.to_setup());
    AnyGame::from_setup(game.kind(), &setup).is_ok_and(|back| back == game)
}

fn puzzle<G: Analysed>(candidate: &Candidate<G>, from: u64, rivals: Vec<Rival>) -> Puzzle {
    let game: AnyGame = (*candidate.before.game()).into();
    let best = candidate.choice.best().0;
    let kind: Cause = G::cause(&best);
    Puzzle {
        game: G::NAME.to_owned(),
        from,
        step: candidate.step,
        seat: candidate.seat,
        known: (1e4 * candidate.known).round() / 1e4,
        kind,
        best: best.to_string(),
        rivals,
        setup: game.to_setup(),
    }
}

/// Measures the actions of a puzzle again; `None` if it does not fit the rules or the budget allows fewer than two samples. The members
/// belong to [`Puzzle::rivals`].
#[must_use]
pub fn measure_again<G: Analysed>(
    puzzle: &Puzzle,
    seed: Seed,
    nodes: u64,
    threads: usize,
) -> Option<Vec<Rival>> {
    let position = puzzle.position()?;
    let game: &G = OnShelf::of_game(&position)?;
    let parse = |text: &str| text.parse().ok().map(|action| game.canonical(action));
    let texts = std::iter::once(&puzzle.best).chain(puzzle.rivals.iter().map(|it| &it.action));
    let actions: Vec<G::Action> = texts.map(|text| parse(text)).collect::<Option<_>>()?;
    let gains = deep::gains(Tracked::new(*game), puzzle.seat, &actions, seed, Budget { nodes, threads })?;
    let rival = |(rival, gain): (&Rival, &search::Gain)| Rival {
        cost: gain.mean,
        error: gain.error,
        ..rival.clone()
    };
    Some(puzzle.rivals.iter().zip(&gains[1..]).map(rival).collect())
}
