//! Teaches the network that corrects the estimate of a game on the island, from games between settlers.
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

use bots::catan::{Settler as CatanSettler, Weights};
use bots::island::net::Net;
use bots::{catan, cities_and_knights};
use learning::{Learnt, fit, measure, play};
use std::path::Path;

/// The name of a game and the place of its network.
const GAMES: [(&str, &str); 2] = [
    ("catan", "src/catan/settler/catan.net"),
    ("cities-and-knights", "src/cities_and_knights/settler/cities-and-knights.net"),
];

impl Learnt for ::catan::Catan {
    fn settler(blur: f32) -> Self::Bot {
        let mut weights = Weights::default();
        weights.set("blur", blur);
        catan::Bot::Settler(Box::new(CatanSettler::new(weights)))
    }
    fn rows(referee: &mut Self::Estimator, game: &Self) -> Option<Vec<(f64, bots::island::net::Row)>> {
        referee.rows(game)
    }
}

impl Learnt for ::catan::cities_and_knights::CitiesAndKnights {
    fn settler(blur: f32) -> Self::Bot {
        let mut weights = cities_and_knights::Weights::default();
        weights.set("blur", blur);
        cities_and_knights::Bot::Settler(Box::new(cities_and_knights::Settler::new(weights)))
    }
    fn rows(referee: &mut Self::Estimator, game: &Self) -> Option<Vec<(f64, bots::island::net::Row)>> {
        referee.rows(game)
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [what, game, folder, rest @ ..] = &words[..] else {
        eprintln!("play, fit or measure; the game; a folder; for play the number of games");
        std::process::exit(2);
    };
    let (_, place) = GAMES.iter().find(|(name, _)| name == game).expect("catan or cities-and-knights");
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(place);
    let folder = Path::new(folder).join(game);
    std::fs::create_dir_all(&folder).expect("a folder that can be written");
    match what.as_str() {
        "play" => {
            let games = rest.first().and_then(|word| word.parse().ok()).unwrap_or(1000);
            if game == "catan" {
                play::<::catan::Catan>(&folder, games);
            } else {
                play::<::catan::cities_and_knights::CitiesAndKnights>(&folder, games);
            }
        }
        "fit" => fit(game, &folder, &place),
        "measure" => measure(&folder, &Net::from_file(&std::fs::read(place).expect("a network"))),
        other => eprintln!("{other} is neither play nor fit nor measure"),
    }
}
