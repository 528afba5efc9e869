//! The plan of a run: the games to play, and the server.

use crate::attack::Attack;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server.
    pub target: Target,
    /// Tables at once.
    pub tables: usize,
    /// Persons at each table; each has a stream and a connection for everything else.
    pub seats: usize,
    /// Spectators at each table; each has a stream, and a connection for everything else if they have browsers.
    pub watchers: usize,
    /// Whether everybody behaves like a browser with the page of the table open, instead of like a program.
    pub browsers: bool,
    /// The attacks by one address while others play.
    pub attacks: Vec<Attack>,
    /// Requests that the attacker sends a second; as fast as they go without one.
    pub attack_rate: Option<f64>,
    /// Bots at each table.
    pub bots: usize,
    /// The kind of these bots.
    pub bot: String,
    /// The games, by their names on the shelf; tables take turns.
    pub games: Vec<String>,
    /// The clock of each table, if there is to be one.
    pub clock: Option<String>,
    /// Moves a second over all tables; without it each table moves as soon as it can.
    pub rate: Option<f64>,
    /// The measured time.
    pub seconds: Duration,
    /// The time played before that.
    pub warm_up: Duration,
    /// The time over which tables are opened.
    pub ramp: Duration,
    /// Whether the view is asked for before each move.
    pub views: bool,
    /// The share of moves that are followed by a chat message.
    pub chat: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The server to play on.
#[derive(Clone, Debug)]
pub enum Target {
    /// A server that is started for the run with an empty data folder.
    Start {
        /// The program `neuland`.
        program: PathBuf,
        /// The pause of its bots, in milliseconds.
        bot_pause: u64,
    },
    /// Servers that run already on this machine: one, or the nodes of a cluster.
    Running {
        /// The addresses on which they listen; connections go to each in turn.
        addrs: Vec<SocketAddr>,
        /// The process numbers of the servers.
        processes: Vec<u32>,
        /// The process numbers of a database and a broker that work for them, which are measured with their children.
        beside: Vec<u32>,
    },
}
