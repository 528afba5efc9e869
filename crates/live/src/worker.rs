//! A worker: thinks for bots that search, in place of the node that owns their table.
//!
//! The decision lies in the store ([`store::Decisions`]). A worker reads the log of the table up to the number of the decision, and
//! lets the same bot choose with the same seed, so the choice is that of the owner.

use crate::lock::lock;
use crate::nodes::{Broker, Subject, place_text};
use ::bots::any::searches;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{Claimed, Decision, Decisions, Store, StoreError, Thought};
use table::bot_session::BotSession;
use table::host::Host;

/// The name of the group in which workers follow the broker, so that each message wakes one of them.
const GROUP: &str = "workers";
/// The interval at which a thread without work looks into the store.
const LOOK: Duration = Duration::from_millis(250);
/// The interval at which a worker says that it runs.
const ALIVE: Duration = Duration::from_secs(1);
/// The time for which that holds.
const LEASE: Duration = Duration::from_secs(3);
/// The pause after the store has failed.
const RETRY: Duration = Duration::from_secs(1);

/// Returns what the bot does; `None` if this worker cannot say: the table is not as the decision has it, or no such bot is here.
///
/// # Errors
/// If the store cannot be read.
pub fn decide(store: &dyn Store, decision: &Decision) -> Result<Option<String>, StoreError> {
    let mut log = store.load(decision.table)?;
    log.retain(|entry| entry.seq <= decision.number);
    Ok(choose(log, decision))
}

fn choose(log: Vec<store::StoredEntry>, decision: &Decision) -> Option<String> {
    let host = Host::<()>::load(decision.table, log).ok()??;
    let game = *host.game()?;
    let is_the_same = host.version() == decision.number && host.bot_at(decision.seat) == Some(&*decision.bot);
    if !is_the_same || !searches(game.kind(), &decision.bot) {
        return None;
    }
    let (mut bot, news) = BotSession::recall(None, &host, game.kind(), decision.seat)?;
    bot.choose(&game, &news, decision.seed)
}

/// Wakes the threads of a worker, and ends them.
#[derive(Default)]
struct Bell {
    state: Mutex<BellState>,
    changed: Condvar,
}

#[derive(Default)]
struct BellState {
    rings: usize,
    is_stopped: bool,
}

impl Bell {
    fn ring(&self) {
        let mut state = lock(&self.state);
        // More rings than threads say nothing more.
        state.rings = (state.rings + 1).min(1_024);
        self.changed.notify_one();
    }

    fn stop(&self) {
        lock(&self.state).is_stopped = true;
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        lock(&self.state).is_stopped
    }

    /// Waits for a ring, but not longer than this; returns at once when the worker is to stop.
    fn wait(&self, most: Duration) {
        let state = lock(&self.state);
        let waits = |state: &mut BellState| state.rings == 0 && !state.is_stopped;
        let waited = self.changed.wait_timeout_while(state, most, waits);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.rings = state.rings.saturating_sub(1);
    }

    /// Waits until the worker is to stop, but not longer than this.
    fn wait_for_stop(&self, most: Duration) {
        let state = lock(&self.state);
        // An error means that a thread panicked; whoever waits looks for itself.
        drop(self.changed.wait_timeout_while(state, most, |state| !state.is_stopped));
    }
}

/// A worker with its threads, which think until it is stopped.
pub struct Worker {
    store: Arc<dyn Store>,
    decisions: Arc<dyn Decisions>,
    broker: Option<Arc<dyn Broker>>,
    key: [u8; 32],
    bell: Arc<Bell>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Worker")
    }
}

/// Ends a worker from another thread.
#[derive(Clone)]
pub struct StopWorker(Arc<Bell>);

impl fmt::Debug for StopWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StopWorker")
    }
}

impl StopWorker {
    /// Has the worker claim nothing more, and end once what it has claimed is answered.
    pub fn stop(&self) {
        self.0.stop();
    }
}

impl Worker {
    /// A worker of the cluster in this store. With a broker it hears of decisions at once.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn new(
        store: Arc<dyn Store>,
        decisions: Arc<dyn Decisions>,
        broker: Option<Arc<dyn Broker>>,
    ) -> Result<Worker, StoreError> {
        let key = decisions.key()?;
        decisions.announce(LEASE)?;
        let bell = Arc::new(Bell::default());
        if let Some(broker) = &broker {
            let bell = Arc::downgrade(&bell);
            let heard = move |_: &str| bell.upgrade().into_iter().for_each(|bell| bell.ring());
            broker.follow(Subject::Decisions.of(&key), Some(GROUP), Box::new(heard));
        }
        Ok(Worker { store, decisions, broker, key, bell })
    }

    /// Returns what ends it.
    #[must_use]
    pub fn stopper(&self) -> StopWorker {
        StopWorker(Arc::clone(&self.bell))
    }

    /// Thinks in so many threads until the worker is stopped, and what it has claimed is answered. Blocks.
    pub fn run(&self, threads: usize) {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.think());
            }
            while !self.bell.is_stopped() {
                if let Err(error) = self.decisions.announce(LEASE) {
                    tracing::warn!(%error, "no node knows that the worker runs; it is tried again");
                }
                self.bell.wait_for_stop(ALIVE);
            }
            // So that no node asks a worker that claims nothing.
            if let Err(error) = self.decisions.leave() {
                tracing::debug!(%error, "nodes find out by themselves that the worker is gone");
            }
        });
    }

    /// Makes one decision after the other.
    fn think(&self) {
        while !self.bell.is_stopped() {
            match self.decisions.claim() {
                Ok(Some(claimed)) => self.answer(claimed),
                Ok(None) => self.bell.wait(LOOK),
                Err(error) => {
                    tracing::warn!(%error, "no decision can be claimed; it is tried again");
                    self.bell.wait_for_stop(RETRY);
                }
            }
        }
    }

    /// Makes a decision that was claimed. One that fails in the store is left to others.
    fn answer(&self, claimed: Box<dyn Claimed>) {
        let decision = claimed.decision().clone();
        let (table, number) = (decision.table, decision.number);
        let began = Instant::now();
        let chosen = catch_unwind(AssertUnwindSafe(|| decide(&*self.store, &decision)));
        let thought = match chosen {
            Ok(Ok(Some(action))) => Thought::Chosen(action),
            Ok(Ok(None)) => Thought::Declined,
            Ok(Err(error)) => {
                tracing::warn!(table = table.brief(), %error, "a table cannot be read");
                return self.bell.wait_for_stop(RETRY);
            }
            Err(_) => {
                tracing::error!(table = table.brief(), number, "a bot failed");
                Thought::Declined
            }
        };
        let millis = began.elapsed().as_millis() as u64;
        match claimed.answer(&thought) {
            Ok(()) => tracing::debug!(table = table.brief(), number, millis, ?thought, "a decision is made"),
            Err(error) => tracing::warn!(table = table.brief(), number, %error, "a decision is lost"),
        }
        if let Some(broker) = &self.broker {
            broker.send(Subject::Thoughts.of(&self.key), place_text(table, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{BotPause, Capacity, Hub};
    use crate::test_mode::TestMode;
    use game::Seat;
    use store::MemoryStore;
    use table::Key;
    use table::entry::{Body, SeatHolder};
    use table::host::Plan;

    /// The action of an entry.
    fn action(entry: &store::StoredEntry) -> Option<String> {
        match serde_json::from_str(&entry.body).ok()? {
            Body::Action { r#do, .. } => Some(r#do),
            _ => None,
        }
    }

    /// Plays so many moves between bots of this name, and compares each with what a worker decides before and after it.
    fn compare(game: &str, bot: &str, moves: u64) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let mode = TestMode { seed: "worker".parse().unwrap(), manual_bots: true };
            let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
            let hub = Hub::with_test_mode(Arc::clone(&store), BotPause::NONE, Capacity::default(), &mode);
            let start = table::games::new_game(game, 3, &[]).unwrap();
            let chairs = vec![SeatHolder::Bot(bot.to_owned()); 3];
            let plan = Plan { chairs, ..Plan::default() };
            let live = hub.open(&start, plan, Key::random().hash()).await.unwrap().0;
            for _ in 0..moves {
                let number = live.look().version();
                let decisions = Seat::first(3).filter_map(|seat| hub.decision(&live, seat, number));
                let due: Vec<(Decision, String)> = decisions
                    .filter_map(|decision| Some((decision.clone(), decide(&*store, &decision).unwrap()?)))
                    .collect();
                assert_eq!(hub.move_bots(&live, 1, true).await, 1);
                let log = store.load(live.id()).unwrap();
                let done = log.iter().find(|entry| entry.seq == number + 1).and_then(action).unwrap();
                let (decision, chosen) =
                    due.iter().find(|(_, chosen)| *chosen == done).expect("the same choice");
                // The log has gone on, and is read up to the number.
                assert_eq!(decide(&*store, decision).unwrap().as_ref(), Some(chosen));
                // What is not as the decision has it is declined.
                for other in [
                    Decision { number: log.len() as u64, ..decision.clone() },
                    Decision { bot: "random".to_owned(), ..decision.clone() },
                    Decision { table: table::TableId::random(), ..decision.clone() },
                ] {
                    assert_eq!(decide(&*store, &other).unwrap(), None, "{other:?}");
                }
            }
        });
    }

    #[test]
    fn a_worker_chooses_what_the_owner_would() {
        compare("carcassonne", "expert", 4);
        compare("catan", "expert", 8);
    }
}
