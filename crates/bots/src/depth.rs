//! The effort of the bots that search.

use search::Limits;

/// The effort of a searching bot: lines of play, and how far and how often each is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Depth {
    /// The number of lines that are compared: the best ones by the estimate of the bot that does not search.
    pub lines: usize,
    /// Questions to that bot and its estimates that a decision may take.
    pub nodes: u64,
    /// The number of samples that the estimate of a line counts for.
    pub trust: u32,
    /// Turns that a line is played on.
    pub turns: u32,
    /// Threads that work at a decision; the result does not depend on them.
    pub threads: usize,
    /// The number of tiles up to the end of a tile game with which it is solved, the one in hand among them; if that takes about
    /// as long as the search, or less.
    pub exact: usize,
    /// Whether a learned network corrects the values of positions, where a game has one.
    #[serde(default = "corrected")]
    pub learned: bool,
    /// Whether offers, the answers to them and discards are compared too, where a game has them; otherwise they are those of the bot
    /// that does not search.
    #[serde(default)]
    pub bargains: bool,
}

/// The default of [`Depth::learned`] in a document.
fn corrected() -> bool {
    true
}

impl Depth {
    /// A search of `lines` lines with `nodes` nodes, each line played on for `turns` turns in one thread, whatever its estimate.
    #[must_use]
    pub const fn new(lines: usize, nodes: u64, turns: u32) -> Depth {
        Depth { lines, nodes, trust: 0, turns, threads: 1, exact: 3, learned: true, bargains: false }
    }

    /// Returns this effort with another [`Depth::trust`].
    #[must_use]
    pub const fn trusting(self, trust: u32) -> Depth {
        Depth { trust, ..self }
    }

    /// Returns this effort with [`Depth::bargains`].
    #[must_use]
    pub const fn bargaining(self) -> Depth {
        Depth { bargains: true, ..self }
    }

    pub(crate) fn limits(self) -> Limits {
        Limits { nodes: self.nodes, trust: self.trust, horizon: self.turns, threads: self.threads }
    }

    /// Sets a number by its name, as matches between different efforts need it; `false` if none is called so.
    pub fn set(&mut self, name: &str, value: u32) -> bool {
        match name {
            "lines" => self.lines = value as usize,
            "nodes" => self.nodes = value.into(),
            "trust" => self.trust = value,
            "turns" => self.turns = value,
            "threads" => self.threads = value as usize,
            "bargains" => self.bargains = value > 0,
            "learned" => self.learned = value > 0,
            "exact" => self.exact = value as usize,
            _ => return false,
        }
        true
    }
}

/// The chance to win with these odds, given as their logarithm.
pub(crate) fn chance(log_odds: f32) -> f64 {
    1.0 / (1.0 + crate::real::exp_64(f64::from(-log_odds)))
}
