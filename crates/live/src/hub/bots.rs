//! Bots at a table: their pauses, their view of the game, and their choices.

use super::{Hub, LiveTable, Ticket};
use crate::lock::lock;
use crate::metrics::METRICS;
use ::bots::advice::Advised;
use ::bots::any::{advise, roster};
use game::{Seat, Seed};
use shelf::{AnyGame, Events, GameKind, Prompt};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use table::bot_session::{BotSession, decision_seed};
use table::host::{Command, EventCursor, Host, Intent, RejectReason, Sender};
use tokio::sync::OwnedSemaphorePermit;

/// Returns the bot on a seat, as far as it is remembered, and the events it has yet to see.
fn recall(
    live: &LiveTable,
    host: &Host<Ticket>,
    kind: GameKind,
    seat: Seat,
) -> Option<(BotSession, Vec<Events>)> {
    let known = lock(&live.bots).remove(&seat);
    BotSession::recall(known, host, kind, seat)
}

/// The first listed action of a seat: what is done for a bot that fails.
fn first_listed(game: &AnyGame, seat: Seat) -> Option<String> {
    game.legal_action(seat, 0)
}

/// The right to think about a hint.
pub struct Adviser {
    /// Held while the bot thinks.
    _permit: OwnedSemaphorePermit,
    /// Whether the bot may search.
    searches: bool,
}

impl Hub {
    /// Waits for the right to think about a hint. The bot searches if a place among those that search is free at once, so a
    /// hint never waits behind them; otherwise it takes its turn with the bots that do not search. `None` when the server stops.
    pub async fn adviser(&self) -> Option<Adviser> {
        if let Ok(permit) = Arc::clone(&self.searching).try_acquire_owned() {
            return Some(Adviser { _permit: permit, searches: true });
        }
        let permit = Arc::clone(&self.thinking).acquire_owned().await.ok()?;
        Some(Adviser { _permit: permit, searches: false })
    }

    /// The seed of the bots at a table.
    pub(super) fn table_seed(&self, live: &LiveTable) -> Seed {
        Seed(self.bot_seed.0 ^ live.id.number())
    }

    /// Returns what the game's strongest bot would do on a seat at this version, why, and what it would do next best; nothing where
    /// the seat has nothing to decide. The bot sees what the seat may see. Unless the adviser may search, it is the strongest bot
    /// that does not. The same bot has the same answer.
    pub fn advise(&self, live: &LiveTable, seat: Seat, adviser: &Adviser) -> (u64, Vec<Advised<String>>) {
        let (version, game, past) = {
            let host = live.look();
            let past = host.events_since(&mut EventCursor::default());
            (host.version(), host.game().copied(), past.unwrap_or_default())
        };
        let advice = game.map(|game| {
            let _counted = METRICS.bots_thinking.enter();
            let seed = decision_seed(self.table_seed(live), version, seat);
            let mut bots = roster(game.kind()).iter();
            let bot = bots.rfind(|bot| adviser.searches || !bot.searches()).map_or("random", |bot| bot.name);
            advise(&game, bot, seat, seed, &past)
        });
        (version, advice.unwrap_or_default())
    }

    /// Returns the pause before a bot's decision: a moment for its turn, less for an answer for which others wait.
    pub(super) fn pause(&self, live: &LiveTable, seat: Seat, seq: u64, prompt: Prompt) -> Duration {
        self.pause.before(self.table_seed(live), seq, seat, prompt)
    }

    /// Tells the bots of a finished game the result, and forgets them. Undo may bring such a game back; then they are rebuilt.
    pub(super) fn end_bots(self: &Arc<Self>, live: &Arc<LiveTable>) {
        if lock(&live.bots).is_empty() {
            return;
        }
        let (game, leaving) = {
            let host = live.look();
            let Some(&game) = host.game().filter(|_| host.is_revealed()) else { return };
            let seats: Vec<Seat> = lock(&live.bots).keys().copied().collect();
            let recall = |seat| recall(live, &host, game.kind(), seat);
            (game, seats.into_iter().filter_map(recall).collect::<Vec<_>>())
        };
        // Processes of bots may take a while to end.
        self.runtime.spawn_blocking(move || {
            for (mut memory, news) in leaving {
                memory.end(&game, &news);
            }
        });
    }

    /// Lets the bots of a table move in test mode, the lowest seat first, until none has anything to decide or `most` moves are
    /// made; returns the number of moves. A bot waits for answers to its offer unless `patience_ends`.
    pub async fn move_bots(self: &Arc<Self>, live: &Arc<LiveTable>, most: u32, patience_ends: bool) -> u32 {
        let Some(testing) = &self.testing else { return 0 };
        let mut moves = 0;
        while moves < most {
            let version = live.look().version();
            let Some(bot) = testing.take_due(live.id, version, patience_ends) else { break };
            Arc::clone(self).let_bot_play(live, bot.seat, bot.seq, Duration::ZERO).await;
            moves += 1;
        }
        moves
    }

    pub(super) async fn let_bot_play(
        self: Arc<Self>,
        live: &Arc<LiveTable>,
        seat: Seat,
        seq: u64,
        pause: Duration,
    ) {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        while let Some(pause) = live.bots_rest() {
            tokio::time::sleep(pause).await;
            if live.look().version() != seq {
                return;
            }
        }
        if self.resting.load(Ordering::Relaxed) || self.let_worker_think(live, seat, seq).await {
            return;
        }
        let (game, mut memory, news) = {
            let host = live.look();
            if host.version() != seq {
                // Something happened meanwhile; whoever is due was woken again.
                return;
            }
            let Some(&game) = host.game() else { return };
            let Some((memory, news)) = recall(live, &host, game.kind(), seat) else { return };
            (game, memory, news)
        };
        let seed = decision_seed(self.table_seed(live), seq, seat);
        let pool = if memory.searches(game.kind()) { &self.searching } else { &self.thinking };
        let Ok(permit) = Arc::clone(pool).acquire_owned().await else { return };
        // Thinking takes a while and must not keep sockets waiting.
        let thinking = self.runtime.spawn_blocking(move || {
            let _counted = METRICS.bots_thinking.enter();
            let began = Instant::now();
            let chosen = memory.choose(&game, &news, seed);
            METRICS.bot_times.note_time(began.elapsed());
            drop(permit);
            (chosen, memory)
        });
        let chosen = match thinking.await {
            Ok((chosen, memory)) => {
                lock(&live.bots).insert(seat, memory);
                chosen
            }
            Err(error) if error.is_panic() => {
                tracing::error!(table = live.id.brief(), %seat, seq, "a bot failed; its first choice is played");
                first_listed(&game, seat)
            }
            Err(_) => return,
        };
        let Some(action) = chosen else { return };
        let command =
            |action| Command { sender: Sender::Bot(seat), id: None, seen: seq, intent: Intent::Act(action) };
        let answer = self.submit(live, command(action.clone())).await;
        if let Err(refusal) = answer
            && let RejectReason::Illegal(illegal) = &refusal.reason
        {
            tracing::error!(table = live.id.brief(), %seat, seq, action, %illegal, "a bot chose what is not allowed");
            if let Some(action) = first_listed(&game, seat) {
                let _ = self.submit(live, command(action)).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{BotPause, Capacity};
    use crate::test_mode::TestMode;
    use store::MemoryStore;
    use table::Key;
    use table::entry::SeatHolder;
    use table::host::Plan;

    /// A hub in test mode at which two bots think at once, and one of them may search.
    fn small_hub(seed: &str) -> Arc<Hub> {
        let mode = TestMode { seed: seed.parse().unwrap(), manual_bots: true };
        let room = Capacity { bots: 2, ..Capacity::default() };
        Hub::with_test_mode(Arc::new(MemoryStore::new()), BotPause::NONE, room, &mode)
    }

    /// Opens a table at which bots of this name are due.
    async fn table_of(hub: &Arc<Hub>, bot: &str) -> Arc<LiveTable> {
        let start = table::games::new_game("carcassonne", 2, &[]).unwrap();
        let chairs = vec![SeatHolder::Bot(bot.to_owned()); 2];
        let plan = Plan { chairs, ..Plan::default() };
        hub.open(&start, plan, Key::random().hash()).await.unwrap().0
    }

    #[test]
    fn bots_that_search_delay_no_other_table() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let hub = small_hub("searching");
            assert_eq!(hub.searching.available_permits(), 1, "half as many search");
            let (slow, quick) = (table_of(&hub, "expert").await, table_of(&hub, "surveyor").await);
            // Somebody searches for as long as this is held.
            let searches = Arc::clone(&hub.searching).acquire_owned().await.unwrap();
            let waiting = {
                let (hub, slow) = (Arc::clone(&hub), Arc::clone(&slow));
                tokio::spawn(async move { hub.move_bots(&slow, 1, false).await })
            };
            let before = slow.look().version();
            assert_eq!(hub.move_bots(&quick, 5, false).await, 5);
            assert_eq!(slow.look().version(), before, "it waits for its turn");
            drop(searches);
            assert_eq!(waiting.await.unwrap(), 1);
            assert!(slow.look().version() > before);
        });
    }

    #[test]
    fn a_hint_comes_from_a_bot_that_searches_unless_others_search() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let hub = small_hub("hints");
            let table = table_of(&hub, "surveyor").await;
            let first = hub.adviser().await.unwrap();
            assert!(first.searches);
            // The only place among the bots that search is taken; a hint does not wait for it.
            let second = hub.adviser().await.unwrap();
            assert!(!second.searches);
            let version = table.look().version();
            for adviser in [&first, &second] {
                let due = Seat::first(2).map(|seat| hub.advise(&table, seat, adviser));
                let due: Vec<_> = due.filter(|(_, advice)| !advice.is_empty()).collect();
                assert!(
                    matches!(&due[..], [(at, advice)] if *at == version && !advice[0].reasons.is_empty())
                );
            }
        });
    }
}
