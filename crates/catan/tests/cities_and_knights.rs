//! What holds in every game of Cities & Knights, whatever is played.

use catan::Piece;
use catan::cities_and_knights::{Area, CitiesAndKnights, Hand, Options, Progress};
use game::{Draws, Seat, Seed, Turn, Viewer};

/// Random options: every row of the table now and then has another value than its default.
fn odd_options(draws: &mut impl Draws) -> Options {
    let mut options = Options::default();
    for row in Options::TABLE {
        if draws.below(3) > 0 {
            continue;
        }
        let names = row.values.names();
        if !names.is_empty() {
            let value = &names[draws.below(names.len() as u32) as usize];
            let _ = options.set(row.name, value);
        }
    }
    options.set("auto_declare", "true").unwrap();
    options.set("start_player", "A").unwrap();
    options.set("players", ["2", "3", "4"][draws.below(3) as usize]).unwrap();
    options
}

fn every_position(games: u64, mut look: impl FnMut(&CitiesAndKnights, Seed)) -> u64 {
    let mut actions = 0;
    for number in 0..games {
        let seed = Seed(number);
        let mut draws = seed.substream("properties", 0);
        let mut options = if number % 2 == 0 { Options::default() } else { odd_options(&mut draws) };
        options.set("turn_limit", "400").unwrap();
        let mut game = CitiesAndKnights::new(&options);
        loop {
            look(&game, seed);
            match game.turn() {
                Turn::Chance(_) => {
                    let chance = game.draw(&mut draws);
                    game.resolve(chance, &mut ()).unwrap();
                }
                Turn::Decide(seats) => {
                    let seats: Vec<Seat> =
                        seats.into_iter().filter(|&seat| !game.legal_actions(seat).is_empty()).collect();
                    let seat = seats[draws.below(seats.len() as u32) as usize];
                    let legal = game.legal_actions(seat);
                    // Turns last longer than with plain random play, so that there is more to see.
                    let mut action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                    if action.to_string() == "end" && draws.below(3) > 0 {
                        action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                    }
                    game.play(seat, action, &mut ())
                        .unwrap_or_else(|error| panic!("{seed}: {seat}: {action}: {error}"));
                    actions += 1;
                }
                Turn::Over(_) => break,
            }
        }
    }
    actions
}

#[test]
fn ck_comp_9_nothing_appears_or_vanishes() {
    every_position(30, |game, seed| {
        let view = game.view(Viewer::Everything);
        let mut cards = view.supply();
        let mut held = [0u8; 25];
        for seat in Seat::first(game.seats()) {
            cards += view.hand(seat).unwrap();
            for (sum, count) in held.iter_mut().zip(view.progress(seat).unwrap()) {
                *sum += count;
            }
            for strength in 1..=3 {
                assert_eq!(
                    view.knights(seat, strength).len() as u8 + view.knights_left(seat, strength),
                    2,
                    "{seed}"
                );
            }
            for piece in [Piece::Road, Piece::Settlement, Piece::City] {
                assert!(view.pieces_left(seat, piece) <= piece.count(), "{seed}");
            }
        }
        assert_eq!(cards, Hand::BOX, "{seed}");
        for area in Area::ALL {
            let hidden: u8 = Progress::of_area(area).map(|card| held[card.index()]).sum();
            let open =
                view.revealed().into_iter().filter(|(card, owner)| card.area() == area && owner.is_some());
            assert_eq!(hidden + open.count() as u8 + view.deck_len(area), 18, "{seed}");
        }
    });
}

#[test]
fn what_is_listed_is_allowed_and_listed_once() {
    every_position(12, |game, seed| {
        for seat in Seat::first(game.seats()) {
            let legal = game.legal_actions(seat);
            if legal.len() > 3000 {
                continue;
            }
            let listed: Vec<_> = legal.into_iter().collect();
            assert_eq!(listed.len(), legal.len(), "{seed}");
            let texts: std::collections::HashSet<String> = listed.iter().map(ToString::to_string).collect();
            assert_eq!(texts.len(), listed.len(), "{seed}: something is listed twice");
            for &action in &listed {
                assert!(legal.contains(action), "{seed}: {action}");
                assert_eq!(game.check(seat, action), Ok(()), "{seed}: {seat} {action}");
                assert_eq!(action.to_string().parse(), Ok(action), "{seed}");
            }
            let turn = game.turn();
            let decides = matches!(turn, Turn::Decide(seats) if seats.contains(seat));
            assert!(decides || listed.is_empty(), "{seed}");
        }
        if let Turn::Decide(seats) = game.turn() {
            assert!(
                seats.into_iter().any(|seat| !game.legal_actions(seat).is_empty()),
                "{seed}: nobody can go on"
            );
        }
    });
}

#[test]
fn games_come_to_an_end() {
    let mut over = 0;
    let mut lengths = Vec::new();
    for number in 0..40 {
        let mut draws = Seed(number).substream("end", 0);
        let mut game = CitiesAndKnights::new(&Options::default());
        let mut actions = 0u32;
        while actions < 60_000 {
            match game.turn() {
                Turn::Chance(_) => {
                    let chance = game.draw(&mut draws);
                    game.resolve(chance, &mut ()).unwrap();
                }
                Turn::Decide(seats) => {
                    let seat = seats.lowest().unwrap();
                    let legal = game.legal_actions(seat);
                    let action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                    game.play(seat, action, &mut ()).unwrap();
                    actions += 1;
                }
                Turn::Over(_) => {
                    over += 1;
                    break;
                }
            }
        }
        lengths.push((actions, game.turns()));
    }
    assert_eq!(over, 40, "{lengths:?}");
    eprintln!("{lengths:?}");
}

/// A position is described completely by its setup, as text too.
#[test]
fn setups_describe_every_position() {
    let mut look = 0u32;
    every_position(24, |game, seed| {
        look += 1;
        if !look.is_multiple_of(5) {
            return;
        }
        let setup = game.to_setup();
        let text = serde_json::to_string(&setup).unwrap();
        let read: catan::cities_and_knights::Setup =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{seed}: {error}: {text}"));
        assert_eq!(read, setup, "{seed}");
        match CitiesAndKnights::from_setup(&read) {
            Ok(again) => assert_eq!(again, *game, "{seed}: {text}"),
            Err(faults) => panic!("{seed}: {faults:?}: {text}"),
        }
    });
}
