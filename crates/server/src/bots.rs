//! Bots at a table: what they are shown, and what they choose.

use ::bots::catan::{Bot, CatanBot};
use game::{Seat, Seed, Viewer};
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

/// Whether bots of this kind want to be told what has happened.
pub(crate) fn listens(kind: &str) -> bool {
    Bot::new(kind, Seat::A, Seed(0)).is_some_and(|bot| bot.listens())
}

impl Question {
    /// What the bot does, as text; `None` if there is nothing to decide.
    ///
    /// The bot is made anew for every decision and told the past again. So it has no memory that a restart or an
    /// action that was taken back could spoil.
    pub(crate) fn ask(&self) -> Option<String> {
        let AnyGame::Catan(game) = &self.game;
        let viewer = Viewer::Seat(self.seat);
        let view = game.view(viewer);
        let legal = view.legal_actions();
        if legal.is_empty() {
            return None;
        }
        let mut bot = Bot::new(&self.kind, self.seat, self.seed)?;
        if bot.listens() {
            for event in self.past.iter().filter_map(Events::as_catan).flatten() {
                bot.observe(&event.redact(viewer));
            }
        }
        Some(bot.choose(&view, &legal).to_string())
    }

    /// The first listed action: what is done for a bot that fails.
    pub(crate) fn first_listed(&self) -> Option<String> {
        self.game.legal_actions(self.seat).into_iter().next()
    }
}
