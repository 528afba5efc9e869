//! Advice: the choice comes first, everything named is legal, and reasons are given.

use bots::advice::{CHOICES, REASONS, Reason};
use bots::any::{advise, choose, roster};
use carcassonne::Action;
use game::{Seat, Seed, Turn};
use shelf::{AnyGame, Events, GameKind};
use std::collections::BTreeSet;

/// The reason's name in documents.
fn name(reason: &Reason) -> String {
    serde_json::to_value(reason).unwrap()["reason"].as_str().expect("a name").to_owned()
}

/// Whether two actions are one, or place the tile at the same place in turns that look the same.
fn are_alike(game: &AnyGame, one: &str, other: &str) -> bool {
    let tile = match game {
        AnyGame::Carcassonne(game) => game.tile_in_hand(),
        AnyGame::TradersAndBuilders(game) => game.tile_in_hand(),
        AnyGame::Mayflower(game) => game.tile_in_hand(),
        _ => None,
    };
    let places = (tile, one.parse(), other.parse());
    let (
        Some(tile),
        Ok(Action::Place { cell, rotation }),
        Ok(Action::Place { cell: there, rotation: turned }),
    ) = places
    else {
        return one == other;
    };
    cell == there && tile.looks_alike(rotation, turned)
}

/// Lets the strongest bots that do not search play a game, and asks for advice at every decision up to `most` and at every tenth one after that.
/// Returns the names of the reasons given, and how many of the decisions had any.
fn consult(kind: GameKind, seed: Seed, most: u32) -> (BTreeSet<String>, [u32; 2]) {
    let bot = roster(kind).iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    let mut game = AnyGame::with_options(kind, [("players", "3")]).expect("a game of three");
    let mut past: Vec<Events> = Vec::new();
    let (mut reasons, mut asked, mut decisions) = (BTreeSet::new(), [0, 0], 0);
    loop {
        let events = match game.turn() {
            Turn::Over(_) => return (reasons, asked),
            Turn::Chance(_) => {
                let chance = game.draw(seed).expect("nature is due");
                game.resolve(&chance).expect("it was drawn")
            }
            Turn::Decide(seats) => {
                let seat: Seat = game.to_decide().into_iter().last().or(seats.lowest()).expect("a seat");
                decisions += 1;
                let draws = seed.derive(decisions.into());
                let action = choose(&game, bot, seat, draws, &past).expect("something to decide");
                let mut then = game;
                then.play(seat, &action).expect("a legal action");
                if decisions <= most || decisions % 10 == 0 || then.outcome().is_some() {
                    let advice = advise(&game, bot, seat, draws, &past);
                    assert!(are_alike(&game, &advice[0].action, &action), "the choice is the bot's own");
                    assert!(advice.len() <= CHOICES);
                    for (n, advised) in advice.iter().enumerate() {
                        game.check(seat, &advised.action).expect("a legal action");
                        let others = &advice[..n];
                        assert!(others.iter().all(|other| !are_alike(&game, &other.action, &advised.action)));
                        assert!(advised.reasons.len() <= REASONS);
                        reasons.extend(advised.reasons.iter().map(name));
                    }
                    asked[usize::from(!advice[0].reasons.is_empty())] += 1;
                    assert_eq!(advice, advise(&game, bot, seat, draws, &past), "the same every time");
                }
                game.play(seat, &action).expect("a legal action")
            }
        };
        past.push(events);
    }
}

/// Plays games until each of these reasons was given.
fn gives(kind: GameKind, wanted: &[&str]) {
    let (mut given, mut asked) = (BTreeSet::new(), [0, 0]);
    for seed in 0..3 {
        let (more, counts) = consult(kind, Seed(seed), 60);
        given.extend(more);
        (asked[0], asked[1]) = (asked[0] + counts[0], asked[1] + counts[1]);
    }
    let missing: Vec<_> = wanted.iter().filter(|name| !given.contains(**name)).collect();
    assert!(missing.is_empty(), "{kind}: {missing:?} are never given, only {given:?}");
    let [without, with] = asked;
    assert!(with > 4 * without, "{kind}: {without} choices without a reason, {with} with one");
}

#[test]
fn a_settler_tells_why() {
    let wanted = ["income", "only", "opens", "points", "saves", "sooner", "spares", "steals", "then", "wins"];
    gives(GameKind::Catan, &wanted);
}

#[test]
fn a_settler_of_cities_and_knights_tells_why() {
    gives(GameKind::CitiesAndKnights, &["income", "points", "progress", "defence", "sooner", "saves"]);
}

#[test]
fn a_surveyor_tells_why() {
    gives(GameKind::Carcassonne, &["claims", "costs", "grows", "keeps", "points", "returns"]);
}

#[test]
fn a_surveyor_of_traders_and_builders_tells_why() {
    gives(GameKind::TradersAndBuilders, &["claims", "grows", "points", "second-tile"]);
}

#[test]
fn a_surveyor_of_mayflower_tells_why() {
    gives(GameKind::Mayflower, &["claims", "grows", "points", "returns"]);
}

#[test]
fn a_bot_that_searches_names_its_choice_and_lines_that_it_compared() {
    let seed = Seed(1);
    let mut game = AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).expect("a game of two");
    let mut named = Vec::new();
    while named.len() < 6 {
        let Turn::Decide(seats) = game.turn() else {
            let chance = game.draw(seed).expect("nature is due");
            game.resolve(&chance).expect("it was drawn");
            continue;
        };
        let seat = seats.lowest().expect("a seat");
        let draws = seed.derive(named.len() as u64);
        let action = choose(&game, "expert", seat, draws, &[]).expect("something to decide");
        let advice = advise(&game, "expert", seat, draws, &[]);
        assert_eq!(advice[0].action, action, "the choice is the bot's own");
        for advised in &advice {
            game.check(seat, &advised.action).expect("a legal action");
        }
        named.push((advice.len(), advice[0].reasons.len()));
        game.play(seat, &action).expect("a legal action");
    }
    assert!(named.iter().any(|&(choices, reasons)| choices == CHOICES && reasons > 0), "{named:?}");
}

#[test]
fn a_bot_that_gives_no_reasons_names_its_choice_alone() {
    let mut game = AnyGame::with_options(GameKind::Carcassonne, []).expect("a game");
    game.resolve("tile V").expect("nature is due");
    let [only] = &advise(&game, "random", Seat::A, Seed(1), &[])[..] else { panic!("one action") };
    assert_eq!(choose(&game, "random", Seat::A, Seed(1), &[]).as_ref(), Some(&only.action));
    assert!(only.reasons.is_empty());
    assert!(advise(&game, "random", Seat::B, Seed(1), &[]).is_empty(), "nothing to decide");
    assert!(advise(&game, "nobody", Seat::A, Seed(1), &[]).is_empty(), "no such bot");
}
