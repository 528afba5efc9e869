//! A bot that hears each event once chooses as one that hears the whole past again for every decision.

use bots::any::{Listener, choose};
use game::{Seat, Seed, Turn};
use shelf::{AnyGame, Events, GameKind};

#[test]
fn memory_makes_no_difference() {
    for &kind in GameKind::ALL {
        for seed in 0..3 {
            plays_alike(kind, Seed(seed));
        }
    }
}

fn plays_alike(kind: GameKind, seed: Seed) {
    let best =
        |kind: GameKind| bots::any::roster(kind).iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    let mut game = AnyGame::with_options(kind, [("players", "3")]).expect("a game of three");
    let mut listeners: Vec<(Listener, usize)> =
        Seat::first(3).map(|seat| (Listener::new(kind, best(kind), seat).expect("a bot"), 0)).collect();
    let mut past: Vec<Events> = Vec::new();
    let mut decided = 0;
    while decided < 150 {
        let events = match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(_) => {
                let chance = game.draw(seed).expect("nature is due");
                game.resolve(&chance).expect("it was drawn")
            }
            Turn::Decide(seats) => {
                let seat = game.to_decide().into_iter().last().or(seats.lowest()).expect("somebody decides");
                let (listener, heard) = &mut listeners[seat.index()];
                past[*heard..].iter().for_each(|events| listener.hear(events));
                *heard = past.len();
                decided += 1;
                let draws = seed.derive(decided);
                let action = listener.choose(&game, draws).expect("something to decide");
                let anew = choose(&game, best(kind), seat, draws, &past);
                assert_eq!(Some(&action), anew.as_ref(), "{kind}, seed {seed}, decision {decided}");
                game.play(seat, &action).expect("a legal action")
            }
        };
        past.push(events);
    }
    assert!(decided > 30, "{kind}: only {decided} decisions");
}
