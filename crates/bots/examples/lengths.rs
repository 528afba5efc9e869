//! Counts the entries of a table's log that a seat causes in whole games, with bots and with players who choose at random: the
//! number that `table::shares::SHARE` must leave room for.
//!
//! ```sh
//! cargo run --release -p bots --example lengths -- 200
//! ```

use bots::any::Listener;
use game::{Draws, Seat, Seed};
use shelf::{AnyGame, AnyStep, GameKind};

/// Nobody plays so long.
const STEPS_MAX: usize = 200_000;

/// Plays a game to its end, and returns how many entries each seat has caused; `None` if it has none.
fn play(kind: GameKind, bot: &str, seats: usize, seed: Seed) -> Option<Vec<usize>> {
    let mut game = AnyGame::with_options(kind, [("players", seats.to_string().as_str())]).ok()?;
    let mut caused = vec![0; seats];
    let mut players: Vec<Listener> =
        Seat::first(seats).map(|seat| Listener::new(kind, bot, seat)).collect::<Option<_>>()?;
    let (mut payer, mut choice) = (None::<Seat>, seed.substream("choice", 0));
    for step in 0..STEPS_MAX {
        let awaited = game.awaited();
        if game.outcome().is_some() {
            return Some(caused);
        }
        let done: AnyStep = match game.draw_step(seed) {
            Some(outcome) => outcome,
            None => {
                let (seat, _) = awaited[choice.below(awaited.len() as u32) as usize];
                let chosen = players[seat.index()].choose(&game, seed.derive(step as u64));
                // Who waits for answers may do nothing.
                let Some(chosen) = chosen else { continue };
                payer = Some(seat);
                game.parse_action(seat, &chosen).ok()?
            }
        };
        let events = game.apply_step(&done).ok()?;
        players.iter_mut().for_each(|player| player.hear(&events));
        if let Some(seat) = payer {
            caused[seat.index()] += 1;
        }
    }
    None
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(50);
    println!("| game | bots | seats | entries of a seat: median | 99 of 100 | most | without an end |");
    println!("|---|---|---|---|---|---|---|");
    for &kind in GameKind::ALL {
        for bot in [bots::any::names(kind).first().copied().unwrap_or("random"), "random"] {
            for seats in [kind.info().seats_min.max(2), kind.info().seats_max] {
                let played = (0..games).map(|n| play(kind, bot, seats, Seed(n).derive(7)));
                let (mut caused, mut endless) = (Vec::new(), 0);
                for game in played {
                    match game {
                        Some(seats) => caused.extend(seats),
                        None => endless += 1,
                    }
                }
                caused.sort_unstable();
                let at = |part: usize| caused.get(caused.len() * part / 100).copied().unwrap_or_default();
                let most = caused.last().copied().unwrap_or_default();
                println!("| {kind} | {bot} | {seats} | {} | {} | {most} | {endless} |", at(50), at(99));
            }
        }
    }
}
