//! A program of its own lets our bot play Catan: it needs the crates `game`, `catan` and `bots` with the feature `catan`.
//!
//! The program owns the game and decides what is random; the bot sees what its seat may see. docs/bots.md shows the
//! manifest.

use bots::Player;
use bots::catan::Bot;
use catan::{Catan, Options};
use game::{Game, Outcome, Seat, Seed, Turn, Viewer};

fn main() {
    let outcome = play(Seed(7));
    println!("won by {:?}", outcome.winners);
}

/// Plays a game: the bot `settler` at seat A, and at seat B somebody who does the first thing that is allowed.
fn play(seed: Seed) -> Outcome {
    let mut game = Catan::new(&Options { players: 2, ..Options::default() });
    let mut settler = Bot::new("settler", Seat::A, seed).expect("a bot of this name");
    loop {
        let mut events = Vec::new();
        match game.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Chance(_) => {
                // Dice and cards may come from anywhere; here the seed decides.
                let (purpose, number) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, number));
                game.resolve(chance, &mut events).expect("a possible outcome");
            }
            Turn::Decide(seats) => {
                let seat = seats.lowest().expect("somebody decides");
                let legal = game.legal_actions(seat);
                let action = match seat {
                    Seat::A => settler.choose(&game.view(Viewer::Seat(seat)), &legal),
                    _ => legal.into_iter().next().expect("something is legal"),
                };
                game.play(seat, action, &mut events).expect("a legal action");
            }
        }
        // The bot counts cards: it hears what its seat may know.
        for event in events {
            settler.observe(&Catan::redact(event, Viewer::Seat(Seat::A)));
        }
    }
}

#[test]
fn the_settler_wins() {
    assert_eq!(play(Seed(7)).winners.into_iter().collect::<Vec<_>>(), [Seat::A]);
}
