//! Counted paths of actions and outcomes, by depth, against numbers in `perft/*.perft`.
//!
//! A path of depth *n* is *n* steps from the position: each listed action of each seat that may act is a step, and so
//! is each outcome of nature, whatever its weight (two dice are 36 outcomes). Offers, counter-offers and proposals are
//! not listed and not counted. A position in which the game is over has no steps.
//!
//! A file names the options, then the moves that lead to the position (`play`, separated by semicolons), then the
//! counts; `#` begins a comment. The engine counts all depths; the slow reference, which shares no rule with it, plays
//! the same moves and counts all depths of at most 30,000 paths.

mod reference;

use catan::{Catan, Chance, Options};
use game::{Seat, Turn};
use reference::Table;
use std::path::PathBuf;

/// How many paths the reference recounts in every test run. The files say up to which depth it has ever done so.
const RECOUNTED: u64 = 30_000;

struct Perft {
    name: String,
    options: Options,
    moves: Vec<String>,
    counts: Vec<u64>,
}

fn files() -> Vec<Perft> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft"));
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Perft {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&path).expect("a text file");
    let mut perft = Perft { name, options: Options::default(), moves: Vec::new(), counts: Vec::new() };
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "#" | "" => {}
            "options" => perft.options = serde_json::from_str(rest).expect("options"),
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

/// A move of a file: an outcome, or a seat and its action.
enum Move {
    Chance(Chance),
    Action(Seat, catan::Action),
}

fn parse(text: &str) -> Move {
    text.parse().map(Move::Chance).unwrap_or_else(|_| {
        let (seat, action) = text.split_once(' ').unwrap_or_else(|| panic!("`{text}` is not a move"));
        Move::Action(
            seat.parse().expect("a seat"),
            action.parse().unwrap_or_else(|e| panic!("`{text}`: {e}")),
        )
    })
}

fn start(perft: &Perft) -> Catan {
    let mut game = Catan::new(&perft.options);
    for text in &perft.moves {
        let done = match parse(text) {
            Move::Chance(chance) => game.resolve(chance, &mut ()),
            Move::Action(seat, action) => game.play(seat, action, &mut ()),
        };
        done.unwrap_or_else(|e| panic!("{}: {text}: {e}", perft.name));
    }
    game
}

fn start_of_reference(perft: &Perft) -> Table {
    let mut table = Table::new(&perft.options);
    for text in &perft.moves {
        match parse(text) {
            Move::Chance(chance) => table.befall(chance),
            Move::Action(seat, action) => table.act(seat.index(), action),
        }
    }
    table
}

fn count(game: &Catan, depth: usize) -> u64 {
    match game.turn() {
        Turn::Over(_) => 0,
        Turn::Chance(_) if depth == 1 => game.chance_outcomes().count() as u64,
        Turn::Chance(_) => game
            .chance_outcomes()
            .map(|(chance, _)| {
                let mut next = *game;
                next.resolve(chance, &mut ()).expect("a listed outcome");
                count(&next, depth - 1)
            })
            .sum(),
        Turn::Decide(seats) if depth == 1 => {
            seats.into_iter().map(|s| game.legal_actions(s).len() as u64).sum()
        }
        Turn::Decide(seats) => seats
            .into_iter()
            .flat_map(|seat| game.legal_actions(seat).into_iter().map(move |action| (seat, action)))
            .map(|(seat, action)| {
                let mut next = *game;
                next.play(seat, action, &mut ()).expect("a listed action");
                count(&next, depth - 1)
            })
            .sum(),
    }
}

/// The same by trying everything; no bulk counting either.
fn count_by_reference(table: &Table, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    for (chance, _) in table.outcomes() {
        let mut next = table.clone();
        next.befall(chance);
        paths += count_by_reference(&next, depth - 1);
    }
    for seat in table.asked() {
        for action in table.listed(seat) {
            let mut next = table.clone();
            next.act(seat, action);
            paths += count_by_reference(&next, depth - 1);
        }
    }
    paths
}

#[test]
fn the_engine_counts_what_the_files_say() {
    for perft in files() {
        let game = start(&perft);
        for (depth, &expected) in (1..).zip(&perft.counts) {
            assert_eq!(count(&game, depth), expected, "{} at depth {depth}", perft.name);
        }
    }
}

#[test]
fn the_reference_counts_what_the_files_say() {
    for perft in files() {
        let table = start_of_reference(&perft);
        for (depth, &expected) in (1..).zip(&perft.counts) {
            if expected <= RECOUNTED {
                assert_eq!(count_by_reference(&table, depth), expected, "{} at depth {depth}", perft.name);
            }
        }
    }
}
