//! Plays games natively, for the tests that compare the module with them: `native records COUNT` writes the records of so many games of each
//! kind, `native speed COUNT` how many games of random bots a second takes. Each line is a JSON object.

use bots::any::roster;
use game::Seed;
use serde_json::json;
use shelf::{AnyGame, GameKind};
use std::time::Instant;
use wasm::play::record_of;

/// The table of a game: all numbers of seats occur, and all bots at all seats. Where many are played, the first has a bot that searches.
fn table(kind: GameKind, number: u64, count: u64) -> (AnyGame, Vec<String>) {
    let info = kind.info();
    let seats = info.seats_min + number as usize % (info.seats_max + 1 - info.seats_min);
    let players = seats.to_string();
    let start = AnyGame::with_options(kind, [("players", players.as_str())])
        .or_else(|_| AnyGame::with_options(kind, [("players", "2")]))
        .expect("two may play every game");
    let swift: Vec<&str> = roster(kind).iter().filter(|bot| !bot.searches()).map(|bot| bot.name).collect();
    let name = |seat: usize| swift[(number as usize / 3 + seat * (1 + number as usize % 2)) % swift.len()];
    let mut bots: Vec<String> = (0..start.seats()).map(|seat| name(seat).to_owned()).collect();
    if number == 0 && count >= 100 {
        bots[0] = "expert".to_owned();
    }
    (start, bots)
}

fn records(count: u64) {
    for &kind in GameKind::ALL {
        for number in 0..count {
            let (start, bots) = table(kind, number, count);
            let record = record_of(&start, &bots, Seed(number)).expect("the bots fit");
            let options = start.options();
            let (game, seed) = (kind.name(), number);
            let line = json!({"game": game, "options": options, "bots": bots, "seed": seed, "record": record.to_string()});
            println!("{line}");
        }
    }
}

fn speed(count: u64) {
    for &kind in GameKind::ALL {
        let start = AnyGame::with_options(kind, [("players", "2")]).expect("two may play every game");
        let bots = vec!["random".to_owned(); 2];
        let begun = Instant::now();
        for number in 0..count {
            record_of(&start, &bots, Seed(number)).expect("the bots fit");
        }
        let second = count as f64 / begun.elapsed().as_secs_f64();
        println!("{}", json!({"game": kind.name(), "count": count, "second": second}));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.get(1).and_then(|count| count.parse().ok());
    match (arguments.first().map(String::as_str), count) {
        (Some("records"), Some(count)) => records(count),
        (Some("speed"), Some(count)) => speed(count),
        _ => {
            eprintln!("usage: native records COUNT, or native speed COUNT");
            std::process::exit(2);
        }
    }
}
