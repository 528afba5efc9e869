//! Mines puzzles from games between bots, or measures those of the program again.
//!
//! ```text
//! cargo run --release -p analysis --example mine -- catan wanted=50 nodes=4000 seed=42
//! cargo run --release -p analysis --example mine -- catan check nodes=20000
//! cargo run --release -p analysis --example mine -- catan solve master
//! ```
//!
//! The first form appends to `crates/analysis/src/puzzles/GAME.puzzles` until the file has so many puzzles. It notes every game that it has
//! tried, so it goes on where it was killed; the file depends on seed and nodes alone. The second one prints the puzzles whose best action
//! no longer stands out, the third one how many of them a bot solves.

use analysis::mine::{measure_again, mine};
use analysis::puzzle::{Puzzle, read};
use bots::any::advise;
use game::Seed;
use shelf::{GameKind, of_kind};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

struct Orders {
    wanted: usize,
    nodes: u64,
    seed: Seed,
    threads: usize,
}

fn file(kind: GameKind) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("src/puzzles/{kind}.puzzles"))
}

/// Plays on from the last game that the file names.
fn append(kind: GameKind, orders: &Orders) {
    let path = file(kind);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    // A line that was cut off by a kill is written anew.
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    std::fs::write(&path, whole).expect("the file can be written");
    let tried = |line: &str| line.strip_prefix("# tried ")?.parse::<u64>().ok();
    let mut known: HashSet<u64> = read(whole).iter().map(Puzzle::id).collect();
    let mut number = whole.lines().filter_map(tried).max().map_or(0, |last| last + 1);
    let mut out = OpenOptions::new().append(true).open(&path).expect("the file can be written");
    while known.len() < orders.wanted {
        let puzzle = of_kind!(kind, G => mine::<G>(orders.seed, number, orders.nodes, orders.threads));
        let mut lines = String::new();
        // Openings repeat.
        if let Some(puzzle) = puzzle.filter(|puzzle| known.insert(puzzle.id())) {
            lines = serde_json::to_string(&puzzle).expect("numbers and texts are JSON") + "\n";
        }
        lines += &format!("# tried {number}\n");
        out.write_all(lines.as_bytes()).expect("the file can be written");
        eprintln!("{kind}: game {number}, {} puzzles", known.len());
        number += 1;
    }
    // What was tried is told by the last line alone once the file is whole.
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    lines.extend(text.lines().rfind(|line| line.starts_with('#')));
    std::fs::write(&path, lines.join("\n") + "\n").expect("the file can be written");
}

/// Measures every puzzle again with other chance.
fn check(kind: GameKind, orders: &Orders) {
    let (mut sound, mut all) = (0, 0);
    for puzzle in Puzzle::built_in(kind) {
        all += 1;
        let again = of_kind!(kind, G => measure_again::<G>(puzzle, orders.seed.derive(3), orders.nodes, orders.threads));
        let near = again.iter().flatten().find(|rival| rival.cost > -rival.error);
        match near {
            None if again.is_some() => sound += 1,
            _ => println!(
                "{kind}, game {}: {} is near {}",
                puzzle.from,
                near.map_or("?", |it| &it.action),
                puzzle.best
            ),
        }
    }
    println!("{kind}: {sound} of {all} stand");
}

/// Counts the puzzles that a bot solves.
fn solve(kind: GameKind, bot: &str) {
    let puzzles = Puzzle::built_in(kind);
    let solves = |puzzle: &&Puzzle| {
        let Some(position) = puzzle.position() else { return false };
        let advised = advise(&position, bot, puzzle.seat, Seed(1), &[]);
        advised.first().is_some_and(|it| position.is_same_action(&it.action, &puzzle.best))
    };
    println!("{kind}: {bot} solves {} of {}", puzzles.iter().filter(solves).count(), puzzles.len());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let given = words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        given.map_or(usual, |text| text.parse().expect("a number"))
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let orders = Orders {
        wanted: number("wanted", 50) as usize,
        nodes: number("nodes", 4000),
        seed: Seed(number("seed", 42)),
        threads: number("threads", threads as u64) as usize,
    };
    let kind: GameKind = words.first().and_then(|word| word.parse().ok()).expect("a game of `neuland games`");
    match words.get(1).map(String::as_str) {
        Some("check") => check(kind, &orders),
        Some("solve") => solve(kind, words.get(2).map_or("master", String::as_str)),
        _ => append(kind, &orders),
    }
}
