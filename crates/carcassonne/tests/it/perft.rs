//! Counted paths of actions and outcomes, by depth, against numbers in `perft/*.perft`.
//!
//! A path of depth *n* is *n* steps from the position: each listed action of the seat that acts is a step, and so is each
//! outcome of nature, whatever its weight (a kind of tile is one outcome, however many are left). A position in which the
//! game is over has no steps.
//!
//! A file names the game and a position (`setup`, see `docs/setup.md`), then the counts; `#` begins a comment. The engine
//! counts all depths; the slow reference, which shares no rule with it, counts all depths of at most 2,000 paths.
//! `NEULAND_PERFT_RECOUNTED` sets another number.

use crate::reference::{Table, Which};
use carcassonne::{Base, Game, NewWorld, Rules, Setup, Traders};
use game::Turn;
use std::path::PathBuf;

/// The number of paths that the reference recounts in every test run. The files say up to which depth it has ever done so.
const RECOUNTED: u64 = 2_000;

struct Perft {
    name: String,
    game: String,
    setup: serde_json::Value,
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
    let mut perft = Perft { name, game: String::new(), setup: serde_json::Value::Null, counts: Vec::new() };
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "#" | "" => {}
            "game" => perft.game = rest.to_owned(),
            "setup" => perft.setup = serde_json::from_str(rest).expect("a setup"),
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

fn count<R: Rules>(game: &Game<R>, depth: usize) -> u64 {
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
        Turn::Decide(_) if depth == 1 => game.legal_actions(game.active()).len() as u64,
        Turn::Decide(_) => game
            .legal_actions(game.active())
            .into_iter()
            .map(|action| {
                let mut next = *game;
                next.play(game.active(), action, &mut ()).expect("a listed action");
                count(&next, depth - 1)
            })
            .sum(),
    }
}

/// Counts the paths by trying everything; no bulk counting either.
fn count_by_reference(table: &Table, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let step = |text: String| {
        let mut next = table.clone();
        next.play(&text);
        count_by_reference(&next, depth - 1)
    };
    table.legal().into_iter().map(step).sum()
}

fn counts_what_it_says<R: Rules>(perft: &Perft) {
    let setup: Setup<R> = serde_json::from_value(perft.setup.clone()).expect("a setup");
    let game = Game::from_setup(&setup).unwrap_or_else(|faults| panic!("{}: {faults:?}", perft.name));
    for (depth, &expected) in (1..).zip(&perft.counts) {
        assert_eq!(count(&game, depth), expected, "{} at depth {depth}", perft.name);
    }
}

#[test]
fn the_engine_counts_what_the_files_say() {
    for perft in files() {
        match perft.game.as_str() {
            "carcassonne" => counts_what_it_says::<Base>(&perft),
            "traders-and-builders" => counts_what_it_says::<Traders>(&perft),
            "mayflower" => counts_what_it_says::<NewWorld>(&perft),
            other => panic!("{}: no game `{other}`", perft.name),
        }
    }
}

#[test]
fn the_reference_counts_what_the_files_say() {
    let given = std::env::var("NEULAND_PERFT_RECOUNTED").ok().map(|text| text.parse().expect("a number"));
    for perft in files() {
        let which = match perft.game.as_str() {
            "carcassonne" => Which::Base,
            "traders-and-builders" => Which::Traders,
            _ => Which::Mayflower,
        };
        let table = Table::at(which, &perft.setup);
        for (depth, &expected) in (1..).zip(&perft.counts) {
            if expected <= given.unwrap_or(RECOUNTED) {
                println!("{}: depth {depth}", perft.name);
                assert_eq!(count_by_reference(&table, depth), expected, "{} at depth {depth}", perft.name);
            }
        }
    }
}
