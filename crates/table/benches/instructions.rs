//! Holds the instructions a move takes at a table to what is recorded: `cargo xtask instructions`, which is
//! `cargo bench -p table --bench instructions` and the same for the rules crates.
//!
//! A move is what the server does for one, but for sockets and the disk: the legal list is made, the command checked,
//! nature's part drawn, the entries written as text and applied, and what happened is told to every seat and a spectator.

use game::{Draws, Seat, Seed, Viewer};
use measure::Workload;
use std::process::ExitCode;
use table::entry::SeatHolder;
use table::games::new_game;
use table::host::{Chance, Command, Effect, Host, Intent, Opening, Sender};
use table::{Key, KeyHash, TableId};

/// The number of tables in each workload.
const TABLES: u64 = 8;
/// The number of moves made at each table.
const MOVES: u64 = 60;
/// Persons at a table.
const SEATS: usize = 3;

fn main() -> ExitCode {
    measure::instructions(
        env!("CARGO_MANIFEST_DIR"),
        "move",
        TABLES,
        &[
            Workload { name: "catan", game: |number| play("catan", number), without: None },
            Workload {
                name: "cities-and-knights",
                game: |number| play("cities-and-knights", number),
                without: None,
            },
            Workload { name: "carcassonne", game: |number| play("carcassonne", number), without: None },
            Workload {
                name: "traders-builders",
                game: |number| play("traders-and-builders", number),
                without: None,
            },
            Workload { name: "mayflower", game: |number| play("mayflower", number), without: None },
        ],
    )
}

/// Plays the first moves of a game at random; returns how many there were.
fn play(game: &str, number: u64) -> u64 {
    let keys: Vec<KeyHash> = (0..SEATS as u64).map(|seat| key(number << 8 | seat).hash()).collect();
    let chairs = keys.iter().map(|&key| SeatHolder::Person { name: "Ada".to_owned(), key }).collect();
    let opening = Opening::new(chairs, Chance::Seed(Seed(number)), "k7mw2xqp".to_owned(), keys[0]);
    let start = new_game(game, SEATS, &[]).expect("the game is on the shelf");
    let id = TableId::new(number).expect("below 2 to the 60");
    let (mut host, effects) = Host::open(id, &start, opening, 0, ()).expect("the table can be opened");
    store(&mut host, effects);
    let mut draws = Seed(number).substream("bench", 0);
    let mut moves = 0;
    while moves < MOVES {
        let Some(seat) = host.game().expect("it began").to_decide().into_iter().next() else { break };
        let mut legal = host.legal(seat, usize::MAX);
        let action = legal.swap_remove(draws.below(legal.len() as u32) as usize);
        let seen = host.version();
        let sender = Sender::Holder(keys[seat.index()]);
        let command = Command { sender, id: Some(format!("m{moves}")), seen, intent: Intent::Act(action) };
        let effects = host.submit(command, moves, ());
        store(&mut host, effects);
        assert!(host.version() > seen, "a listed action is accepted");
        let viewers = Seat::first(SEATS).map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            for change in host.changes_after(seen) {
                std::hint::black_box(change.events.as_ref().map(|events| events.documents_text(viewer)));
            }
        }
        moves += 1;
    }
    moves
}

/// Returns the key for a number, always the same one, so that every run writes the same bytes.
fn key(number: u64) -> Key {
    format!("{number:032x}").parse().expect("32 hexadecimal digits")
}

/// Says that everything was stored.
fn store(host: &mut Host<()>, effects: Vec<Effect<()>>) {
    for effect in effects {
        if let Effect::Append(batch) = effect {
            std::hint::black_box(batch);
            let more = host.stored(Ok(()));
            store(host, more);
        }
    }
}
