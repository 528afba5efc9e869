//! Bots at a table: how long they wait, what they are shown, and what they choose.

use super::{Hub, Live};
use crate::metrics::METRICS;
use ::bots::any;
use game::{Draws, Seat, Seed};
use shelf::{AnyGame, Events, Prompt};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use table::host::{Command, Sender, Why, Wish};

/// How long bots wait before they move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotPause {
    /// At least so long.
    pub min: Duration,
    /// At most so long.
    pub max: Duration,
    /// How long a bot waits for answers to its offer.
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

    /// About so many milliseconds; as usual if nothing is said.
    #[must_use]
    pub fn of_millis(millis: Option<u64>) -> BotPause {
        match millis {
            None => BotPause::default(),
            Some(0) => BotPause::NONE,
            Some(millis) => BotPause::around(Duration::from_millis(millis)),
        }
    }
}

impl Default for BotPause {
    /// As long as a person takes who knows what to do.
    fn default() -> Self {
        BotPause::around(Duration::from_millis(900))
    }
}

/// What a bot is shown for one decision: everything it needs, so that it can be asked on any thread.
#[derive(Clone, Debug)]
struct Question {
    /// The position.
    game: AnyGame,
    /// The bot's seat.
    seat: Seat,
    /// Its kind.
    kind: String,
    /// Where its randomness comes from: another seed for every decision, and never that of the table.
    seed: Seed,
    /// What has happened so far, before redaction; empty unless this kind of bot listens.
    past: Vec<Events>,
}

impl Question {
    /// What the bot does, as text; `None` if there is nothing to decide.
    ///
    /// The bot is made anew for every decision and told the past again. So it has no memory that a restart or an
    /// action that was taken back could spoil.
    fn ask(&self) -> Option<String> {
        any::choose(&self.game, &self.kind, self.seat, self.seed, &self.past)
    }

    /// The first listed action: what is done for a bot that fails.
    fn first_listed(&self) -> Option<String> {
        self.game.legal_actions(self.seat).into_iter().next()
    }
}

impl Hub {
    /// How long a bot takes: a moment for its turn, less for an answer for which others wait.
    pub(super) fn pause(&self, live: &Live, seat: Seat, seq: u64, prompt: Prompt) -> Duration {
        let spread = (self.pause.max.saturating_sub(self.pause.min)).as_millis() as u32;
        let mut draws =
            Seed(self.bot_seed.0 ^ live.id.number()).substream("pause", seq << 3 | seat.index() as u64);
        let pause = self.pause.min + Duration::from_millis(u64::from(draws.below(spread + 1)));
        match prompt {
            Prompt::Turn => pause,
            Prompt::Answer => pause / 4,
            Prompt::Waiting => self.pause.patience,
        }
    }

    pub(super) async fn let_bot_play(
        self: Arc<Self>,
        live: &Arc<Live>,
        seat: Seat,
        seq: u64,
        pause: Duration,
    ) {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        if self.resting.load(Ordering::Relaxed) {
            return;
        }
        let question = {
            let host = live.look();
            if host.version() != seq {
                // Something happened meanwhile; whoever is due was woken again.
                return;
            }
            let (Some(&game), Some(kind)) = (host.game(), host.bot_at(seat)) else { return };
            let past = if ::bots::any::listens(game.kind(), kind) { host.past() } else { Vec::new() };
            let seed = Seed(self.bot_seed.0 ^ live.id.number()).derive(seq << 3 | seat.index() as u64);
            Question { game, seat, kind: kind.to_owned(), seed, past }
        };
        let asked = question.clone();
        let Ok(permit) = Arc::clone(&self.thinking).acquire_owned().await else { return };
        // Thinking takes a while and must not keep sockets waiting.
        let thinking = self.runtime.spawn_blocking(move || {
            let _counted = METRICS.bots_thinking.enter();
            let began = Instant::now();
            let chosen = asked.ask();
            METRICS.bot_times.note_time(began.elapsed());
            drop(permit);
            chosen
        });
        let chosen = match thinking.await {
            Ok(chosen) => chosen,
            Err(error) if error.is_panic() => {
                tracing::error!(table = live.id.brief(), %seat, seq, kind = question.kind, "a bot failed; its first choice is played");
                question.first_listed()
            }
            Err(_) => return,
        };
        let Some(action) = chosen else { return };
        let command =
            |action| Command { sender: Sender::Bot(seat), id: None, seen: seq, wish: Wish::Act(action) };
        let answer = self.submit(live, command(action.clone())).await;
        if let Err(refusal) = answer
            && let Why::Illegal(illegal) = &refusal.why
        {
            tracing::error!(table = live.id.brief(), %seat, seq, action, %illegal, "a bot chose what is not allowed");
            if let Some(action) = question.first_listed() {
                let _ = self.submit(live, command(action)).await;
            }
        }
    }
}
