//! Teaches the network that corrects the estimate of a game, from games between settlers or surveyors.
//!
//! ```text
//! cargo run --release -p bots --example learn -- play catan target/learn 12000
//! cargo run --release -p bots --example learn -- fit catan target/learn
//! cargo run --release -p bots --example learn -- measure catan target/learn
//! ```
//!
//! `play` plays as many games as the last word says and keeps part of their positions in the folder, 100 games a file, so that it
//! goes on where it was killed. `fit` learns from nine files of ten, prints after every epoch how well the network does on the
//! others, and writes the network beside the code. `measure` prints the same for the network that is there. The same files give the
//! same network.

mod learning;

use ::carcassonne::{Carcassonne, Mayflower, TradersAndBuilders};
use ::catan::Catan;
use ::catan::cities_and_knights::CitiesAndKnights;
use bots::catan::{Settler as CatanSettler, Weights};
use bots::net::{Net, Row};
use bots::{carcassonne, catan, cities_and_knights};
use game::{Seat, Seed};
use learning::{Learnt, fit, measure, play};
use std::path::Path;

/// The name of a game and the place of its network.
const GAMES: [(&str, &str); 5] = [
    ("catan", "src/catan/settler/catan.net"),
    ("cities-and-knights", "src/cities_and_knights/settler/cities-and-knights.net"),
    ("carcassonne", "src/carcassonne/surveyor/carcassonne.net"),
    ("traders-and-builders", "src/carcassonne/surveyor/traders-and-builders.net"),
    ("mayflower", "src/carcassonne/surveyor/mayflower.net"),
];

/// The log odds by which a settler that errs may misjudge.
const BLUR: f32 = 0.4;

impl Learnt for Catan {
    const TABLES: [usize; 5] = [2, 3, 4, 4, 4];
    const ONE_IN: [u32; 2] = [2, 16];
    fn learner(errs: bool, _: Seat, _: Seed) -> Self::Bot {
        let mut weights = Weights::default();
        weights.set("blur", if errs { BLUR } else { 0.0 });
        catan::Bot::Settler(Box::new(CatanSettler::new(weights)))
    }
    fn rows(referee: &mut Self::Estimator, game: &Self) -> Option<Vec<(f64, Row)>> {
        referee.rows(game)
    }
}

impl Learnt for CitiesAndKnights {
    const TABLES: [usize; 5] = [2, 3, 4, 4, 4];
    const ONE_IN: [u32; 2] = [2, 16];
    fn learner(errs: bool, _: Seat, _: Seed) -> Self::Bot {
        let mut weights = cities_and_knights::Weights::default();
        weights.set("blur", if errs { BLUR } else { 0.0 });
        cities_and_knights::Bot::Settler(Box::new(cities_and_knights::Settler::new(weights)))
    }
    fn rows(referee: &mut Self::Estimator, game: &Self) -> Option<Vec<(f64, Row)>> {
        referee.rows(game)
    }
}

/// Implements [`Learnt`] for a tile game.
macro_rules! learnt {
    ($game:ty) => {
        impl Learnt for $game {
            const TABLES: [usize; 5] = [2, 2, 2, 3, 4];
            const ONE_IN: [u32; 2] = [2, 8];
            fn learner(errs: bool, seat: Seat, seed: Seed) -> Self::Bot {
                let name = if errs { "apprentice" } else { "surveyor" };
                carcassonne::Bot::new(name, seat, seed).expect("a bot of that name")
            }
            fn rows(referee: &mut Self::Estimator, game: &Self) -> Option<Vec<(f64, Row)>> {
                referee.rows(game)
            }
        }
    };
}
learnt!(Carcassonne);
learnt!(TradersAndBuilders);
learnt!(Mayflower);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [what, game, folder, rest @ ..] = &words[..] else {
        eprintln!("play, fit or measure; the game; a folder; for play the number of games");
        std::process::exit(2);
    };
    let (_, place) = GAMES.iter().find(|(name, _)| name == game).expect("the name of a game");
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(place);
    let folder = Path::new(folder).join(game);
    std::fs::create_dir_all(&folder).expect("a folder that can be written");
    match what.as_str() {
        "play" => {
            let games = rest.first().and_then(|word| word.parse().ok()).unwrap_or(1000);
            match game.as_str() {
                "catan" => play::<Catan>(&folder, games),
                "cities-and-knights" => play::<CitiesAndKnights>(&folder, games),
                "carcassonne" => play::<Carcassonne>(&folder, games),
                "traders-and-builders" => play::<TradersAndBuilders>(&folder, games),
                _ => play::<Mayflower>(&folder, games),
            }
        }
        "fit" => fit(game, &folder, &place),
        "measure" => measure(&folder, &Net::from_file(&std::fs::read(place).expect("a network"))),
        other => eprintln!("{other} is neither play nor fit nor measure"),
    }
}
