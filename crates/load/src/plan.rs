//! What is to be played, and on which server.

use crate::attack::Attack;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// On which server.
    pub target: Target,
    /// Tables at once.
    pub tables: usize,
    /// Persons at each table; each has a stream and a connection for everything else.
    pub seats: usize,
    /// Spectators at each table; each has a stream, and a connection for everything else if they have browsers.
    pub watchers: usize,
    /// Whether everybody behaves like a browser with the page of the table open, instead of like a program.
    pub browsers: bool,
    /// What one address does to the server while others play.
    pub attacks: Vec<Attack>,
    /// Requests that the attacker sends a second; as fast as they go without one.
    pub attack_rate: Option<f64>,
    /// Bots at each table.
    pub bots: usize,
    /// Of which kind.
    pub bot: String,
    /// The games, by their names on the shelf; tables take turns.
    pub games: Vec<String>,
    /// The clock of each table, if there is to be one.
    pub clock: Option<String>,
    /// Moves a second over all tables; without it each table moves as soon as it can.
    pub rate: Option<f64>,
    /// How long is measured.
    pub seconds: Duration,
    /// How long is played before that.
    pub warm_up: Duration,
    /// Over which time tables are opened.
    pub ramp: Duration,
    /// Whether the view is asked for before each move.
    pub views: bool,
    /// Which share of the moves is followed by a word.
    pub chat: f64,
    /// Where the choices come from.
    pub seed: u64,
}

/// On which server to play.
#[derive(Clone, Debug)]
pub enum Target {
    /// On one that is started for the run with an empty data folder, and whose bots pause so many milliseconds.
    Start {
        /// The program `neuland`.
        program: PathBuf,
        /// Bots' pauses.
        bot_pause: u64,
    },
    /// On one that runs already on this machine.
    Running {
        /// Where it listens.
        addr: SocketAddr,
        /// Its process number.
        process: u32,
    },
}
