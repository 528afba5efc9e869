//! What holds in every game, whatever is played.

use carcassonne::{Base, Game, NewWorld, Rules, Traders};
use game::{Draws, Seat, Seed, Turn};

/// Plays random games and looks at every position on the way.
fn every_position<R: Rules>(
    games: u64,
    mut options: impl FnMut(u64) -> R::Options,
    mut look: impl FnMut(&Game<R>, Seed),
) {
    for number in 0..games {
        let seed = Seed(number);
        let mut draws = seed.substream("properties", 0);
        let mut game = Game::<R>::new(&options(number));
        loop {
            look(&game, seed);
            match game.turn() {
                Turn::Chance(_) => {
                    let chance = game.draw(&mut draws);
                    game.resolve(chance, &mut ()).unwrap();
                }
                Turn::Decide(seats) => {
                    let seat = seats.lowest().unwrap();
                    let legal = game.legal_actions(seat);
                    let action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                    game.play(seat, action, &mut ())
                        .unwrap_or_else(|error| panic!("{seed}: {action}: {error}"));
                }
                Turn::Over(_) => break,
            }
        }
    }
}

/// Tiles and figures neither appear nor vanish.
fn conserves<R: Rules>(game: &Game<R>, seed: Seed) {
    let removed: usize = game.removed().map(|(_, number)| usize::from(number)).sum();
    let lying = game.land().tiles().iter().filter(|tile| !tile.kind.is_coast()).count();
    let in_hand = usize::from(game.tile_in_hand().is_some());
    assert_eq!(lying + in_hand + removed + game.stack_len(), game.kinds().tiles(), "{seed}");
    for seat in Seat::first(game.seats()) {
        let figure =
            |figure| game.figures().filter(|&(owner, kind, _)| owner == seat && kind == figure).count();
        assert_eq!(
            usize::from(game.followers(seat)) + figure(carcassonne::Figure::Follower),
            usize::from(R::FOLLOWERS),
            "{seed}"
        );
    }
}

/// What is listed is allowed, and listed once.
fn lists_what_it_checks<R: Rules>(game: &Game<R>, seed: Seed) {
    for seat in Seat::first(game.seats()) {
        let legal = game.legal_actions(seat);
        let listed: Vec<_> = legal.into_iter().collect();
        assert_eq!(listed.len(), legal.len(), "{seed}");
        assert_eq!(listed.is_empty(), game.turn() != Turn::Decide(game::SeatSet::one(seat)), "{seed}");
        for (n, &action) in listed.iter().enumerate() {
            assert_eq!(legal.get(n), Some(action), "{seed}");
            assert!(!listed[..n].contains(&action), "{seed}: {action} is listed twice");
            assert!(legal.contains(action), "{seed}");
            assert_eq!(game.check(seat, action), Ok(()), "{seed}: {action}");
        }
    }
}

#[test]
fn nothing_appears_or_vanishes_and_lists_are_right() {
    every_position::<Base>(
        100,
        |_| Default::default(),
        |game, seed| {
            conserves(game, seed);
            lists_what_it_checks(game, seed);
        },
    );
    every_position::<Traders>(
        60,
        |_| Default::default(),
        |game, seed| {
            conserves(game, seed);
            lists_what_it_checks(game, seed);
        },
    );
    every_position::<NewWorld>(
        60,
        |_| Default::default(),
        |game, seed| {
            conserves(game, seed);
            lists_what_it_checks(game, seed);
        },
    );
}

#[test]
fn a_game_takes_the_room_that_is_promised() {
    assert!(size_of::<Game<Base>>() <= 7 * 1024, "{}", size_of::<Game<Base>>());
}

/// A position is described completely by its setup, as text too.
fn setup_round_trip<R: Rules>(game: &Game<R>, seed: Seed) {
    let setup = game.to_setup();
    let text = serde_json::to_string(&setup).unwrap();
    let read: carcassonne::Setup<R> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{seed}: {error}: {text}"));
    assert_eq!(read, setup, "{seed}");
    match Game::from_setup(&read) {
        Ok(again) => assert_eq!(again, *game, "{seed}: {text}"),
        Err(faults) => panic!("{seed}: {faults:?}: {text}"),
    }
}

#[test]
fn setups_describe_every_position() {
    let with = |pairs: &'static [(&str, &str)]| {
        move |_| {
            let mut options = carcassonne::TradersOptions::default();
            pairs.iter().for_each(|(name, value)| options.set(name, value).unwrap());
            options
        }
    };
    every_position::<Base>(10, |_| Default::default(), setup_round_trip);
    for options in [
        &[][..],
        &[("second_tile", "immediate")],
        &[("second_tile", "immediate"), ("double_turn", "mandatory"), ("players", "3")],
        &[("house_builder_chain", "true")],
        &[("players", "6"), ("start_player", "random")],
    ] {
        every_position::<Traders>(6, with(options), setup_round_trip);
    }
    every_position::<NewWorld>(10, |_| Default::default(), setup_round_trip);
}

#[test]
fn views_are_documents_and_the_same_for_everybody() {
    every_position::<NewWorld>(
        1,
        |_| Default::default(),
        |game, seed| {
            let mut documents =
                [game::Viewer::Seat(Seat::A), game::Viewer::Seat(Seat::B), game::Viewer::Spectator].map(
                    |viewer| {
                        let mut document = serde_json::to_value(game.view(viewer)).unwrap();
                        document.as_object_mut().unwrap().remove("viewer");
                        document
                    },
                );
            let last = documents[2].take();
            assert!(documents[..2].iter().all(|document| *document == last), "{seed}");
            let named: usize = last["features"]
                .as_array()
                .unwrap()
                .iter()
                .map(|feature| feature["segments"].as_array().unwrap().len())
                .sum();
            let shown = |tile: &carcassonne::PlacedTile| {
                (0..tile.kind.segments().len()).filter(|&index| tile.kind.shows(index)).count()
            };
            assert_eq!(named, game.land().tiles().iter().map(shown).sum::<usize>(), "{seed}");
        },
    );
}
