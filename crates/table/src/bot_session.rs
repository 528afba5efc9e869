//! A bot at a table: its pauses, and what it has seen so far.

use crate::host::{EventCursor, Host};
use bots::any::Listener;
use game::{Draws, Seat, SeatSet, Seed};
use shelf::{AnyGame, Events, GameKind, Prompt};
use std::time::Duration;

/// The pauses that bots make before they move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotPause {
    /// The shortest pause.
    pub min: Duration,
    /// The longest pause.
    pub max: Duration,
    /// The time a bot waits for answers to its offer.
    pub patience: Duration,
}

impl BotPause {
    /// No pause at all, for tests and bots among themselves.
    pub const NONE: BotPause =
        BotPause { min: Duration::ZERO, max: Duration::ZERO, patience: Duration::from_secs(30) };

    /// About as long as this.
    #[must_use]
    pub fn around(pause: Duration) -> BotPause {
        BotPause { min: pause * 2 / 3, max: pause * 4 / 3, ..BotPause::NONE }
    }

    /// Returns pauses of about this many milliseconds; the default for `None`.
    #[must_use]
    pub fn of_millis(millis: Option<u64>) -> BotPause {
        match millis {
            None => BotPause::default(),
            Some(0) => BotPause::NONE,
            Some(millis) => BotPause::around(Duration::from_millis(millis)),
        }
    }
}

impl BotPause {
    /// Returns the pause before a decision: a moment for a turn, less for an answer for which others wait. `of_table` is the seed
    /// of the bots at the table.
    #[must_use]
    pub fn before(self, of_table: Seed, seq: u64, seat: Seat, prompt: Prompt) -> Duration {
        let spread = (self.max.saturating_sub(self.min)).as_millis() as u32;
        let mut draws = of_table.substream("pause", seq << 3 | seat.index() as u64);
        let pause = self.min + Duration::from_millis(u64::from(draws.below(spread + 1)));
        match prompt {
            Prompt::Turn => pause,
            Prompt::Answer => pause / 4,
            Prompt::Waiting => self.patience,
        }
    }
}

impl Default for BotPause {
    /// The time that a practised player takes.
    fn default() -> Self {
        BotPause::around(Duration::from_millis(900))
    }
}

/// A bot that plays at a table, with what it has seen so far.
///
/// Its choices follow from the position, a seed for each decision and the events it has seen since the game began. So it may be
/// forgotten at any time, and is rebuilt after a restart or when an event it has seen was taken back.
#[derive(Debug)]
pub struct BotSession {
    listener: Listener,
    heard: EventCursor,
}

impl BotSession {
    /// A bot that was told nothing yet; `None` if there is none of this name.
    fn new<T>(host: &Host<T>, kind: GameKind, name: &str, seat: Seat) -> Option<BotSession> {
        let mut listener = Listener::new(kind, name, seat)?;
        if host.is_from_position() {
            listener.begin(&host.start()?);
        }
        Some(BotSession { listener, heard: EventCursor::default() })
    }

    /// Returns the bot on a seat, as far as it is remembered, and the events it has yet to see.
    #[must_use]
    pub fn recall<T>(
        known: Option<BotSession>,
        host: &Host<T>,
        kind: GameKind,
        seat: Seat,
    ) -> Option<(BotSession, Vec<Events>)> {
        let name = host.bot_at(seat)?;
        let known = known.filter(|known| known.listener.name() == name);
        let mut memory = known.or_else(|| BotSession::new(host, kind, name, seat))?;
        memory.listener.meet(people(host));
        if !memory.listener.listens() {
            return Some((memory, Vec::new()));
        }
        if let Some(news) = host.events_since(&mut memory.heard) {
            return Some((memory, news));
        }
        let mut memory = BotSession::new(host, kind, name, seat)?;
        memory.listener.meet(people(host));
        let news = host.events_since(&mut memory.heard)?;
        Some((memory, news))
    }

    /// Whether it searches, so that it thinks for long.
    #[must_use]
    pub fn searches(&self, kind: GameKind) -> bool {
        self.listener.searches(kind)
    }

    /// Hears of what has happened, and chooses; `None` if it has nothing to decide.
    pub fn choose(&mut self, game: &AnyGame, news: &[Events], seed: Seed) -> Option<String> {
        news.iter().for_each(|events| self.listener.hear(events));
        self.listener.choose(game, seed)
    }

    /// Hears of what has happened, and of the result.
    pub fn end(&mut self, game: &AnyGame, news: &[Events]) {
        news.iter().for_each(|events| self.listener.hear(events));
        self.listener.end(game);
    }
}

/// The seed of a decision, from that of the bots at its table: the same decision has the same one.
#[must_use]
pub fn decision_seed(of_table: Seed, seq: u64, seat: Seat) -> Seed {
    of_table.derive(seq << 3 | seat.index() as u64)
}

/// The seats on which people play themselves.
fn people<T>(host: &Host<T>) -> SeatSet {
    let seats = host.game().map_or(0, AnyGame::seats);
    Seat::first(seats).filter(|&seat| host.bot_at(seat).is_none()).collect()
}
