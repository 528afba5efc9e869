//! Counted paths of actions and outcomes, by depth, against numbers in `perft/*.perft` and, for Cities & Knights,
//! `perft/cities-and-knights/*.perft`.
//!
//! A path of depth *n* is *n* steps from the position: each listed action of each seat that may act is a step, and so
//! is each outcome of nature, whatever its weight (two dice are 36 outcomes). Offers, counter-offers and proposals are
//! not listed and not counted. A position in which the game is over has no steps.
//!
//! A file names the options, then the moves that lead to the position (`play`, separated by semicolons), then the
//! counts; `#` begins a comment. In place of options and moves a file may have the position itself (`setup`). The engine
//! counts all depths; the slow reference, which shares no rule with it, plays the same moves and counts all depths of at
//! most 30,000 paths.

use crate::cities_and_knights_reference;
use crate::reference;

use crate::reference::Table;
use catan::cities_and_knights::{self, CitiesAndKnights};
use catan::{Catan, Chance, Options};
use game::{Seat, Turn};
use std::fmt::{Debug, Display};
use std::path::PathBuf;
use std::str::FromStr;

/// The number of paths that the reference recounts in every test run. The files give the depth of its deepest count.
const RECOUNTED: u64 = 30_000;

#[derive(Default)]
struct Perft {
    name: String,
    options: String,
    setup: Option<String>,
    moves: Vec<String>,
    counts: Vec<u64>,
}

fn files(folder: &str) -> Vec<Perft> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(folder);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(!paths.is_empty(), "no files");
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Perft {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&path).expect("a text file");
    let mut perft = Perft { name, options: "{}".to_owned(), ..Perft::default() };
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "#" | "" => {}
            "options" => perft.options = rest.to_owned(),
            "setup" => perft.setup = Some(rest.to_owned()),
            "play" => perft.moves.extend(rest.split("; ").map(str::to_owned)),
            "depth" => {
                let (depth, count) = rest.split_once(' ').expect("a depth and a count");
                perft.counts.push(count.parse().expect("a count"));
                assert_eq!(depth.parse(), Ok(perft.counts.len()), "{}:{}", perft.name, number + 1);
            }
            _ => panic!("{}:{}: what is `{word}`?", perft.name, number + 1),
        }
    }
    assert!(!perft.counts.is_empty(), "{} counts nothing", perft.name);
    perft
}

/// A step: an outcome, or a seat and its action.
#[derive(Clone, Copy, Debug)]
enum Step<A, C> {
    Chance(C),
    Action(Seat, A),
}

fn parse<A: FromStr<Err: Display>, C: FromStr>(text: &str) -> Step<A, C> {
    text.parse().map(Step::Chance).unwrap_or_else(|_| {
        let (seat, action) = text.split_once(' ').unwrap_or_else(|| panic!("`{text}` is not a move"));
        Step::Action(
            seat.parse().expect("a seat"),
            action.parse().unwrap_or_else(|e| panic!("`{text}`: {e}")),
        )
    })
}

/// A position whose paths can be counted: a game of the engine, or of a reference.
trait Position: Clone {
    type Action: Copy + Debug + FromStr<Err: Display>;
    type Chance: Copy + Debug + FromStr;

    fn start(perft: &Perft) -> Self;
    fn steps(&self) -> Vec<Step<Self::Action, Self::Chance>>;
    fn take(&mut self, step: Step<Self::Action, Self::Chance>);

    /// Returns the number of steps; the engine knows it without a list.
    fn width(&self) -> u64 {
        self.steps().len() as u64
    }

    fn reached(perft: &Perft) -> Self {
        let mut position = Self::start(perft);
        for text in &perft.moves {
            position.take(parse(text));
        }
        position
    }
}

macro_rules! engine {
    ($Game:ty, $Action:ty, $Chance:ty, $start:expr) => {
        impl Position for $Game {
            type Action = $Action;
            type Chance = $Chance;

            fn start(perft: &Perft) -> Self {
                $start(perft)
            }
            fn steps(&self) -> Vec<Step<$Action, $Chance>> {
                match self.turn() {
                    Turn::Over(_) => Vec::new(),
                    Turn::Chance(_) => {
                        self.chance_outcomes().into_iter().map(|(chance, _)| Step::Chance(chance)).collect()
                    }
                    Turn::Decide(seats) => seats
                        .into_iter()
                        .flat_map(|seat| {
                            self.legal_actions(seat).into_iter().map(move |action| Step::Action(seat, action))
                        })
                        .collect(),
                }
            }
            fn take(&mut self, step: Step<$Action, $Chance>) {
                match step {
                    Step::Chance(chance) => self.resolve(chance, &mut ()),
                    Step::Action(seat, action) => self.play(seat, action, &mut ()),
                }
                .unwrap_or_else(|e| panic!("{step:?}: {e}"));
            }
            fn width(&self) -> u64 {
                match self.turn() {
                    Turn::Decide(seats) => {
                        seats.into_iter().map(|seat| self.legal_actions(seat).len() as u64).sum()
                    }
                    _ => self.steps().len() as u64,
                }
            }
        }
    };
}

macro_rules! reference {
    ($Table:ty, $Action:ty, $Chance:ty, $start:expr) => {
        impl Position for $Table {
            type Action = $Action;
            type Chance = $Chance;

            fn start(perft: &Perft) -> Self {
                $start(perft)
            }
            fn steps(&self) -> Vec<Step<$Action, $Chance>> {
                let outcomes = self.outcomes().into_iter().map(|(chance, _)| Step::Chance(chance));
                let actions = self.asked().into_iter().flat_map(|seat| {
                    self.listed(seat)
                        .into_iter()
                        .map(move |action| Step::Action(reference::seat(seat), action))
                });
                outcomes.chain(actions).collect()
            }
            fn take(&mut self, step: Step<$Action, $Chance>) {
                match step {
                    Step::Chance(chance) => self.befall(chance),
                    Step::Action(seat, action) => self.act(seat.index(), action),
                }
            }
        }
    };
}

fn options(perft: &Perft) -> Options {
    serde_json::from_str(&perft.options).expect("options")
}

fn knights(perft: &Perft) -> CitiesAndKnights {
    let setup: cities_and_knights::Setup =
        serde_json::from_str(perft.setup.as_deref().expect("a setup")).expect("a setup");
    CitiesAndKnights::from_setup(&setup).unwrap_or_else(|faults| panic!("{}: {faults:?}", perft.name))
}

engine!(Catan, catan::Action, Chance, |perft| Catan::new(&options(perft)));
engine!(CitiesAndKnights, cities_and_knights::Action, cities_and_knights::Chance, knights);
reference!(Table, catan::Action, Chance, |perft| Table::new(&options(perft)));
reference!(
    cities_and_knights_reference::Table,
    cities_and_knights::Action,
    cities_and_knights::Chance,
    |perft| cities_and_knights_reference::Table::of(&knights(perft))
);

fn count<P: Position>(position: &P, depth: usize) -> u64 {
    if depth == 1 {
        return position.width();
    }
    let after = |step| {
        let mut next = position.clone();
        next.take(step);
        count(&next, depth - 1)
    };
    position.steps().into_iter().map(after).sum()
}

/// Recounts all depths with at most `at_most` paths.
fn recount<P: Position>(folder: &str, at_most: u64) {
    for perft in files(folder) {
        let position = P::reached(&perft);
        for (depth, &expected) in (1..).zip(&perft.counts) {
            if expected <= at_most {
                assert_eq!(count(&position, depth), expected, "{} at depth {depth}", perft.name);
            }
        }
    }
}

#[test]
fn the_engine_counts_what_the_files_say() {
    recount::<Catan>("", u64::MAX);
}

#[test]
fn the_reference_counts_what_the_files_say() {
    recount::<Table>("", RECOUNTED);
}

#[test]
fn the_engine_of_cities_and_knights_counts_what_the_files_say() {
    recount::<CitiesAndKnights>("cities-and-knights", u64::MAX);
}

#[test]
fn the_reference_of_cities_and_knights_counts_what_the_files_say() {
    recount::<cities_and_knights_reference::Table>("cities-and-knights", RECOUNTED);
}
