//! A bot that hears events as documents, as over a protocol, chooses as one that hears the events.

use bots::any::Listener;
use game::{Draws, Seat, Seed, Turn, Viewer};
use serde_json::Value;
use shelf::{AnyGame, Events, GameKind};

#[test]
fn documents_tell_a_bot_as_much_as_events() {
    for &kind in GameKind::ALL {
        for seed in 0..2 {
            plays_alike(kind, Seed(seed));
        }
    }
}

/// Returns the events as they arrive at the program of a seat.
fn sent(events: &Events, viewer: Viewer) -> Events {
    let text = events.documents_text(viewer);
    let read =
        Events::from_documents(events.kind(), text.get()).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(read.documents_text(Viewer::Everything).get(), text.get());
    read
}

fn plays_alike(kind: GameKind, seed: Seed) {
    let best = bots::any::roster(kind).iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    let mut game = AnyGame::with_options(kind, [("players", "3")]).expect("a game of three");
    let listener = |seat| Listener::new(kind, best, seat).expect("a bot");
    let mut pairs: Vec<[Listener; 2]> = Seat::first(3).map(|seat| [listener(seat), listener(seat)]).collect();
    let mut decided = 0;
    while decided < 600 {
        let events = match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(_) => game.resolve(&game.draw(seed).expect("nature is due")).expect("it was drawn"),
            Turn::Decide(seats) => {
                let seat = game.to_decide().into_iter().last().or(seats.lowest()).expect("somebody decides");
                decided += 1;
                let [here, far] = &mut pairs[seat.index()];
                let action = here.choose(&game, seed.derive(decided)).expect("something to decide");
                let chosen = far.choose(&game, seed.derive(decided));
                assert_eq!(Some(&action), chosen.as_ref(), "{kind}, seed {seed}, decision {decided}");
                game.play(seat, &action).expect("a legal action")
            }
        };
        for (seat, [here, far]) in Seat::first(3).zip(&mut pairs) {
            here.hear(&events);
            far.hear(&sent(&events, Viewer::Seat(seat)));
        }
        for viewer in [Viewer::Spectator, Viewer::Everything] {
            sent(&events, viewer);
        }
    }
    assert!(decided > 30, "{kind}: only {decided} decisions");
}

/// A random game up to a decision of the first seat, and the documents of what happened.
fn told(kind: GameKind, seed: Seed) -> (AnyGame, Vec<Value>) {
    let mut draws = seed.substream("choice", 0);
    let mut game = AnyGame::with_options(kind, []).expect("a game");
    let (mut documents, mut last) = (Vec::new(), game);
    while let Some(step) = game.random_step(seed, &mut draws) {
        if game.legal_len(Seat::A) > 0 {
            last = game;
            if documents.len() > 3000 {
                break;
            }
        }
        documents.extend(game.apply(&step).expect("a listed step").documents(Viewer::Everything));
    }
    (last, documents)
}

/// A bot may hear events that cannot have happened: it may play badly then, but must play on.
#[test]
fn impossible_events_break_no_bot() {
    let wild = [0, 1, 5, 95, 255, 65535].map(Value::from);
    for &kind in GameKind::ALL {
        let (game, documents) = told(kind, Seed(5));
        let mut draws = Seed(6).substream("crossed", 0);
        let mut draw = |len: usize| draws.below(len as u32) as usize;
        let best = bots::any::roster(kind).iter().rfind(|bot| !bot.searches()).expect("a bot").name;
        let mut listener = Listener::new(kind, best, Seat::A).expect("a bot");
        let mut heard = 0;
        for round in 0..6000 {
            let mut document = documents[draw(documents.len())].clone();
            let other = documents[draw(documents.len())].as_object().expect("an object");
            let values: Vec<&Value> = other.values().chain(&wild).collect();
            for (name, value) in document.as_object_mut().expect("an object") {
                if name != "event" && draw(3) == 0 {
                    value.clone_from(values[draw(values.len())]);
                }
            }
            let text = serde_json::to_string(&[document]).expect("JSON");
            if let Ok(events) = Events::from_documents(kind, &text) {
                listener.hear(&events);
                heard += 1;
            }
            if round % 300 == 0 {
                assert!(listener.choose(&game, Seed(round)).is_some(), "{kind}: nothing chosen");
            }
        }
        assert!(heard > 1000, "{kind}: only {heard}");
    }
}
