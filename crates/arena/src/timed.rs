//! Decision times of bots.

use bots::{BotGame, IllegalMove, Player};
use game::SeatSet;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::time::{Duration, Instant};

/// The decision times of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopwatch {
    /// The number of measured decisions.
    pub decisions: u64,
    /// All of them together.
    pub total: Duration,
    /// The longest of them.
    pub longest: Duration,
}

impl Stopwatch {
    /// The mean time of a decision in milliseconds; 0 without a decision.
    #[must_use]
    pub fn mean_ms(&self) -> f64 {
        self.total.as_secs_f64() * 1e3 / self.decisions.max(1) as f64
    }

    /// The longest time in milliseconds.
    #[must_use]
    pub fn max_ms(&self) -> f64 {
        self.longest.as_secs_f64() * 1e3
    }
}

impl AddAssign for Stopwatch {
    fn add_assign(&mut self, other: Stopwatch) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// A bot with a stopwatch.
#[derive(Clone, Debug)]
pub struct Timed<B> {
    /// The bot.
    pub bot: B,
    /// The measured times.
    pub times: Stopwatch,
}

impl<B> Timed<B> {
    /// A bot that was asked nothing yet.
    pub fn new(bot: B) -> Timed<B> {
        Timed { bot, times: Stopwatch::default() }
    }
}

impl<G: BotGame, B: Player<G>> Player<G> for Timed<B> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        let started = Instant::now();
        let action = self.bot.choose(view, legal);
        let took = started.elapsed();
        self.times += Stopwatch { decisions: 1, total: took, longest: took };
        action
    }
    fn choose_instead(
        &mut self,
        view: &G::View<'_>,
        legal: &G::LegalActions,
        refused: &IllegalMove,
    ) -> Option<G::Action> {
        self.bot.choose_instead(view, legal, refused)
    }
    fn observe(&mut self, event: &G::Event) {
        self.bot.observe(event);
    }
    fn listens(&self) -> bool {
        self.bot.listens()
    }
    fn has_given_up(&self) -> bool {
        self.bot.has_given_up()
    }
    fn meet(&mut self, people: SeatSet) {
        self.bot.meet(people);
    }
}
