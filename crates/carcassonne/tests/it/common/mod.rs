//! Random games for tests.

pub(crate) mod kinds;

use carcassonne::{Event, Game, Rules};
use game::options::{NamedOptions, Values};
use game::record::{Header, Object, Record, Step};
use game::{Draws, Seed, Substream, Turn};

/// Options that differ from number to number, so that all values of all switches are met; number 0 has the defaults.
pub(crate) fn any_options<R: Rules>(number: u64) -> R::Options {
    let mut draws = Seed(number).substream("options", 0);
    let mut pick = |from: u32| draws.below(from);
    loop {
        let mut options = R::Options::default();
        if number == 0 {
            return options;
        }
        for info in R::Options::TABLE {
            let value = match info.values {
                Values::Range(first, last) => {
                    (u32::from(first) + pick(u32::from(last - first) + 1)).to_string()
                }
                _ => {
                    let names = info.values.names();
                    names[pick(names.len() as u32) as usize].clone()
                }
            };
            // Half of the switches stay as they are, so that not everything is unusual at once.
            if info.name == "players" || pick(2) == 0 {
                options.set(info.name, &value).unwrap_or_else(|error| panic!("{error}"));
            }
        }
        if options.validate().is_ok() {
            return options;
        }
    }
}

/// One random step with what it told; `None` when the game is over.
pub(crate) fn random_step<R: Rules>(
    game: &mut Game<R>,
    draws: &mut Substream,
    events: &mut Vec<Event>,
) -> Option<Step> {
    Some(match game.turn() {
        Turn::Over(_) => return None,
        Turn::Chance(_) => {
            let chance = game.draw(draws);
            game.resolve(chance, events).unwrap_or_else(|error| panic!("{chance}: {error}"));
            Step::Outcome(chance.to_string())
        }
        Turn::Decide(seats) => {
            let seat = seats.lowest().expect("a seat");
            let legal = game.legal_actions(seat);
            let action = legal.get(draws.below(legal.len() as u32) as usize).expect("below its length");
            game.play(seat, action, events).unwrap_or_else(|error| panic!("{action}: {error}"));
            Step::Action { seat, action: action.to_string() }
        }
    })
}

/// Says which game it was when a test panics.
pub(crate) struct Naming(pub(crate) &'static str, pub(crate) Seed);

impl Drop for Naming {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in a random game of {}, seed {}", self.0, self.1.0);
        }
    }
}

/// Plays a random game and looks at every position on the way, the first one included, with the events that led to it.
pub(crate) fn watch<R: Rules>(seed: Seed, options: &R::Options, mut look: impl FnMut(&Game<R>, &[Event])) {
    let _naming = Naming(R::NAME, seed);
    let mut draws = seed.substream("properties", 0);
    let mut game = Game::<R>::new(options);
    let mut events = Vec::new();
    loop {
        look(&game, &events);
        events.clear();
        if random_step(&mut game, &mut draws, &mut events).is_none() {
            return;
        }
    }
}

/// Games under ever other options.
pub(crate) fn watch_games<R: Rules>(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Game<R>, &[Event])) {
    for seed in seeds {
        watch::<R>(Seed(seed), &any_options::<R>(seed), &mut look);
    }
}

/// The header of a record of this game.
pub(crate) fn header<R: Rules>(game: &Game<R>, seed: Seed) -> Header {
    let options: Object = match serde_json::to_value(game.options()) {
        Ok(serde_json::Value::Object(options)) => options,
        other => panic!("options are an object: {other:?}"),
    };
    let mut header = Header::new(R::NAME, R::VERSIONS[R::VERSIONS.len() - 1], options, game.seats());
    header.seed = Some(seed);
    header
}

/// Does what a record says, from its options on, and looks at every position before a step.
pub(crate) fn replay<R: Rules>(record: &Record, mut look: impl FnMut(&Game<R>, &Step)) -> Game<R> {
    let options: R::Options =
        serde_json::from_value(record.header.options.clone().into()).expect("the options of a record");
    let mut game = Game::<R>::new(&options);
    for step in &record.steps {
        look(&game, step);
        match step {
            Step::Outcome(text) => {
                game.resolve(text.parse().expect(text), &mut ()).expect(text);
            }
            Step::Action { seat, action } => {
                game.play(*seat, action.parse().expect(action), &mut ()).expect(action);
            }
        }
    }
    game
}
