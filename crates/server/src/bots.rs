//! Bots at a table: what they are shown, and what they choose.

use ::bots::any;
use game::{Seat, Seed};
use shelf::{AnyGame, Events};

/// What a bot is shown for one decision: everything it needs, so that it can be asked on any thread.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The position.
    pub(crate) game: AnyGame,
    /// The bot's seat.
    pub(crate) seat: Seat,
    /// Its kind.
    pub(crate) kind: String,
    /// Where its randomness comes from: another seed for every decision, and never that of the table.
    pub(crate) seed: Seed,
    /// What has happened so far, before redaction; empty unless this kind of bot listens.
    pub(crate) past: Vec<Events>,
}

impl Question {
    /// What the bot does, as text; `None` if there is nothing to decide.
    ///
    /// The bot is made anew for every decision and told the past again. So it has no memory that a restart or an
    /// action that was taken back could spoil.
    pub(crate) fn ask(&self) -> Option<String> {
        any::choose(&self.game, &self.kind, self.seat, self.seed, &self.past)
    }

    /// The first listed action: what is done for a bot that fails.
    pub(crate) fn first_listed(&self) -> Option<String> {
        self.game.legal_actions(self.seat).into_iter().next()
    }
}
