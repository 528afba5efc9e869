//! Many games together: what each player's play cost, and how lucky they were.

use crate::report::Analysis;
use serde::Serialize;
use std::collections::BTreeMap;

/// A mean of games with the range in which chance alone would leave it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// The mean of a game.
    pub mean: f64,
    /// The standard error of the mean; `None` below two games.
    pub error: Option<f64>,
}

impl Spread {
    fn of(values: &[f64]) -> Spread {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let error = (values.len() > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            (squares / (count - 1.0) / count).sqrt()
        });
        Spread { mean, error }
    }
}

/// A player over many games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSummary {
    /// The name of the player; the letter of the seat where records name nobody.
    pub name: String,
    /// The games.
    pub games: usize,
    /// The shares of wins, added up.
    pub wins: f64,
    /// The wins less the luck: the share that was earned or given away, with the spread that is left.
    pub adjusted: Spread,
    /// The luck of a game, in shares of a win.
    pub luck: Spread,
    /// The decisions with a choice.
    pub decisions: u64,
    /// The cost of such a decision, in thousandths of a win.
    pub rating: f64,
    /// The standard error of the rating: from game to game if there are several, else from decision to decision.
    pub rating_error: Option<f64>,
}

/// The summary of many games by player.
#[derive(Clone, Default, Debug)]
pub struct Season {
    players: BTreeMap<String, Vec<PlayedGame>>,
}

/// One player's game.
#[derive(Clone, Copy, Debug)]
struct PlayedGame {
    outcome: f64,
    luck: f64,
    decisions: u64,
    rating: f64,
    rating_error: Option<f64>,
}

impl Season {
    /// Adds a game.
    pub fn add(&mut self, analysis: &Analysis) {
        for split in &analysis.seats {
            let name = split.name.clone().unwrap_or_else(|| split.seat.to_string());
            self.players.entry(name).or_default().push(PlayedGame {
                outcome: split.outcome,
                luck: split.luck(),
                decisions: split.decisions,
                rating: split.rating,
                rating_error: split.rating_error,
            });
        }
    }

    /// The players, in the order of their names.
    #[must_use]
    pub fn players(&self) -> Vec<PlayerSummary> {
        self.players.iter().map(|(name, games)| summary(name, games)).collect()
    }
}

fn summary(name: &str, games: &[PlayedGame]) -> PlayerSummary {
    let of = |value: fn(&PlayedGame) -> f64| games.iter().map(value).collect::<Vec<f64>>();
    let decisions: u64 = games.iter().map(|game| game.decisions).sum();
    let cost = |game: &PlayedGame| game.rating * game.decisions as f64;
    let rating = games.iter().map(cost).sum::<f64>() / (decisions.max(1) as f64);
    let rating_error = match games {
        [only] => only.rating_error,
        _ => {
            // The error of a ratio of sums over games, each game being one draw.
            let n = games.len() as f64;
            let off = |game: &PlayedGame| (cost(game) - rating * game.decisions as f64).powi(2);
            let squares: f64 = games.iter().map(off).sum();
            Some((squares * n / (n - 1.0)).sqrt() / decisions.max(1) as f64)
        }
    };
    PlayerSummary {
        name: name.to_owned(),
        games: games.len(),
        wins: games.iter().map(|game| game.outcome).sum(),
        adjusted: Spread::of(&of(|game| game.outcome - game.luck)),
        luck: Spread::of(&of(|game| game.luck)),
        decisions,
        rating,
        rating_error,
    }
}
