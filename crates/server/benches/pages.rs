//! Holds the instructions of a page after a move to what is recorded: `cargo xtask pages`.
//!
//! A page is what a browser gets that follows a table: for each move one for every seat and one for a spectator. How long the
//! game has gone on must hardly matter.

use game::{Draws, Seed};
use measure::Workload;
use server::bench::{Page, Table};
use std::path::Path;
use std::process::ExitCode;
use table::entry::SeatHolder;
use table::games::new_game;
use table::host::{Chance, Opening};
use table::{Key, KeyHash, TableId};

/// The number of tables of each workload.
const TABLES: u64 = 4;
/// The number of moves that are followed at each table.
const MOVES: u64 = 12;
/// Persons at a table.
const SEATS: usize = 3;

macro_rules! workloads {
    ($($name:literal $game:literal $from:literal,)*) => {
        &[$(Workload {
            name: $name,
            game: |number| play($game, number, $from, true),
            without: Some(|number| play($game, number, $from, false)),
        }),*]
    };
}

fn main() -> ExitCode {
    // The games with tiles end after some 120 moves.
    let workloads = workloads![
        "catan-20" "catan" 20,
        "catan-300" "catan" 300,
        "knights-20" "cities-and-knights" 20,
        "knights-300" "cities-and-knights" 300,
        "carcassonne-20" "carcassonne" 20,
        "carcassonne-80" "carcassonne" 80,
        "traders-20" "traders-and-builders" 20,
        "traders-100" "traders-and-builders" 100,
        "mayflower-20" "mayflower" 20,
        "mayflower-100" "mayflower" 100,
    ];
    // A late page draws more land: the cheaper the rest, the larger its share.
    let alike = [
        ("catan-20", "catan-300", 1.2),
        ("knights-20", "knights-300", 1.2),
        ("carcassonne-20", "carcassonne-80", 1.25),
        ("traders-20", "traders-100", 1.25),
        ("mayflower-20", "mayflower-100", 1.2),
    ];
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/pages.txt");
    measure::instructions_alike(&record, "page", TABLES, workloads, &alike)
}

/// Plays `from` moves of a game at random, and some more that pages follow, or do not; returns how many pages there were.
fn play(game: &str, number: u64, from: u64, follow: bool) -> u64 {
    let keys: Vec<KeyHash> = (0..SEATS as u64).map(|seat| key(number << 8 | seat).hash()).collect();
    let chairs = keys.iter().map(|&key| SeatHolder::Person { name: "Ada".to_owned(), key }).collect();
    let opening = Opening::new(chairs, Chance::Seed(Seed(number)), "k7mw2xqp".to_owned(), keys[0]);
    let goal = ("victory_points".to_owned(), "20".to_owned());
    let options = if game.starts_with('c') && game != "carcassonne" { vec![goal] } else { Vec::new() };
    let start = new_game(game, SEATS, &options).expect("the game is on the shelf");
    let table = Table::open(TableId::new(number).expect("below 2 to the 60"), &start, opening);
    let mut draws = Seed(number).substream("bench", 0);
    let mut step = |now: u64| {
        let Some((key, mut legal)) = table.legal(&keys, usize::MAX) else { return false };
        let action = legal.swap_remove(draws.below(legal.len() as u32) as usize);
        table.act(key, action, now);
        true
    };
    assert!((0..from).all(&mut step), "{game} {number} has more than {from} moves");
    let viewers = keys.iter().copied().map(Some).chain([None]);
    let mut pages: Vec<Page> = viewers.map(|holder| Page::of(&table, holder)).collect();
    let mut units = 0;
    for now in from..from + MOVES {
        if !step(now) {
            break;
        }
        for page in &mut pages {
            if follow {
                std::hint::black_box(page.patch());
            }
            units += 1;
        }
    }
    units
}

/// A key that is a function of the number, so that every run writes the same bytes.
fn key(number: u64) -> Key {
    format!("{number:032x}").parse().expect("32 hexadecimal digits")
}
