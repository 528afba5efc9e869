//! Decisions of bots that search, made by the workers of a cluster.

use super::{Hub, LiveTable};
use crate::metrics::{METRICS, WorkerOutcome};
use crate::nodes::Nodes;
use ::bots::any::searches;
use game::Seat;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use store::{Decision, QuestionId, StoreError, Thinking, Thought};
use table::bot_session::decision_seed;
use table::host::{Command, Intent, RejectReason, Sender};

/// The time within which a worker has to begin, or the node thinks itself. One that has died, or has too much to do, costs no more.
const UNCLAIMED: Duration = Duration::from_secs(2);
/// The time after which no answer of a worker is waited for, so that one that was paused holds nothing up for long.
const PATIENCE: Duration = Duration::from_secs(20);
/// The interval at which the node looks for an answer, unless the broker says that there is one.
const LOOK: Duration = Duration::from_millis(100);
/// The interval at which it looks where there is a broker.
const LOOK_ANYWAY: Duration = Duration::from_millis(500);

/// The workers that think for bots of this node.
pub(super) struct Workers {
    thinking: Arc<dyn Thinking>,
    nodes: Arc<Nodes>,
    /// See [`UNCLAIMED`].
    unclaimed: Duration,
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workers")
    }
}

/// The next step of a node about a decision.
enum Next {
    /// Enters what a worker has chosen.
    Enter(String),
    /// Thinks itself.
    Think(WorkerOutcome),
    /// Nothing: the table has gone on, or is not here any more.
    Drop,
}

impl Workers {
    /// The workers of the cluster of a node, whose store leads to them.
    pub(super) fn new(thinking: Arc<dyn Thinking>, nodes: Arc<Nodes>) -> Workers {
        Workers { thinking, nodes, unclaimed: UNCLAIMED }
    }

    /// Asks the store where that keeps nobody waiting.
    async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Thinking) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let thinking = Arc::clone(&self.thinking);
        tokio::task::spawn_blocking(move || work(&*thinking)).await.unwrap_or(Err(StoreError::Closed))
    }
}

impl Hub {
    /// Returns the decision of the bot on a seat at this version; `None` if the table has gone on, or no bot sits there.
    pub(crate) fn decision(&self, live: &LiveTable, seat: Seat, number: u64) -> Option<Decision> {
        let host = live.look();
        let bot = host.bot_at(seat).filter(|_| host.version() == number)?.to_owned();
        let seed = decision_seed(self.table_seed(live), number, seat);
        Some(Decision { table: live.id, number, seat, bot, seed })
    }

    /// Lets a worker think for a bot that searches. Returns `false` if the node has to think itself.
    pub(super) async fn let_worker_think(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        seat: Seat,
        seq: u64,
    ) -> bool {
        let Some(workers) = self.workers.as_ref().filter(|workers| workers.nodes.workers() > 0) else {
            return false;
        };
        let Some(decision) = self.decision(live, seat, seq) else { return false };
        let kind = live.look().game().map(shelf::AnyGame::kind);
        if !kind.is_some_and(|kind| searches(kind, &decision.bot)) {
            return false;
        }
        let outcome = match self.ask_workers(workers, live, decision).await {
            Ok(Next::Enter(action)) => match self.enter_thought(live, seat, seq, action).await {
                true => WorkerOutcome::Played,
                false => WorkerOutcome::Refused,
            },
            Ok(Next::Drop) => WorkerOutcome::Overtaken,
            Ok(Next::Think(outcome)) => outcome,
            Err(error) => {
                tracing::debug!(table = live.id.brief(), %error, "no worker can be asked");
                return false;
            }
        };
        METRICS.note_worker(outcome);
        matches!(outcome, WorkerOutcome::Played | WorkerOutcome::Overtaken)
    }

    /// Asks the workers, and waits for an answer as long as it makes sense.
    async fn ask_workers(
        &self,
        workers: &Workers,
        live: &LiveTable,
        decision: Decision,
    ) -> Result<Next, StoreError> {
        let place = (decision.table, decision.number);
        // Before it is asked, so that no answer is missed.
        let mut thoughts = workers.nodes.thoughts();
        let asked = workers.with_store(move |store| store.ask(&decision, PATIENCE)).await?;
        let Some(question) = asked else { return Ok(Next::Think(WorkerOutcome::Unclaimed)) };
        workers.nodes.ring_worker();
        let began = Instant::now();
        loop {
            let look = if workers.nodes.has_broker() { LOOK_ANYWAY } else { LOOK };
            let told = async {
                // An error would mean that the node is gone, and with it whoever waits here.
                while thoughts.changed().await.is_ok() {
                    if *thoughts.borrow_and_update() == Some(place) {
                        return;
                    }
                }
                std::future::pending::<()>().await;
            };
            let _ = tokio::time::timeout(look.min(workers.unclaimed), told).await;
            match workers.with_store(move |store| store.take_answer(question)).await? {
                Some(Thought::Chosen(action)) => return Ok(Next::Enter(action)),
                Some(Thought::Declined) => return Ok(Next::Think(WorkerOutcome::Declined)),
                None => {}
            }
            if live.has_left() || live.look().version() != place.1 || self.resting.load(Ordering::Relaxed) {
                Hub::take_back(workers, question).await?;
                return Ok(Next::Drop);
            }
            if began.elapsed() >= PATIENCE {
                return Ok(Next::Think(WorkerOutcome::Late));
            }
            // A worker that is at it holds the decision, unless it has died.
            if began.elapsed() >= workers.unclaimed && Hub::take_back(workers, question).await? {
                return Ok(Next::Think(WorkerOutcome::Unclaimed));
            }
        }
    }

    async fn take_back(workers: &Workers, question: QuestionId) -> Result<bool, StoreError> {
        workers.with_store(move |store| store.withdraw(question)).await
    }

    /// Enters what a worker has chosen, as if the bot had chosen it here. Returns `false` if the rules do not allow it.
    async fn enter_thought(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        seat: Seat,
        seq: u64,
        action: String,
    ) -> bool {
        let intent = Intent::Act(action.clone());
        let command = Command { sender: Sender::Bot(seat), id: None, seen: seq, intent };
        match self.submit(live, command).await {
            Err(refusal)
                if matches!(refusal.reason, RejectReason::Illegal(_) | RejectReason::NotAnAction(_)) =>
            {
                let (table, why) = (live.id.brief(), &refusal.reason);
                tracing::error!(table, %seat, seq, action, ?why, "a worker chose what is not allowed");
                false
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{BotPause, Capacity};
    use crate::lock::lock;
    use crate::test_mode::{TestMode, Testing};
    use crate::worker::decide;
    use std::sync::Mutex;
    use store::{ChangeCounts, Division, MemoryStore, SHARDS, Store};
    use table::Key;
    use table::entry::FORMAT;
    use table::entry::SeatHolder;
    use table::host::Plan;

    /// A way to answer a decision; `None` if nobody claims it.
    type Answer = Box<dyn Fn(&Decision) -> Option<Thought> + Send + Sync>;

    /// A store in which somebody else answers at once, or never.
    struct Elsewhere {
        answer: Answer,
        asked: Mutex<Vec<Decision>>,
    }

    impl Thinking for Elsewhere {
        fn ask(&self, decision: &Decision, _: Duration) -> Result<Option<QuestionId>, StoreError> {
            let mut asked = lock(&self.asked);
            asked.push(decision.clone());
            Ok(Some(QuestionId(asked.len() as i64 - 1)))
        }

        fn take_answer(&self, question: QuestionId) -> Result<Option<Thought>, StoreError> {
            Ok((self.answer)(&lock(&self.asked)[question.0 as usize]))
        }

        fn withdraw(&self, _: QuestionId) -> Result<bool, StoreError> {
            Ok(true)
        }
    }

    /// A node that knows of so many workers.
    fn node(workers: u64) -> Arc<Nodes> {
        let nodes = Nodes::new("http://own".to_owned());
        let own = store::Node { name: "own".to_owned(), address: "http://own".to_owned() };
        let division = Division {
            nodes: vec![own],
            own: 0,
            owners: vec![Some(0); usize::from(SHARDS)],
            lost: Vec::new(),
            gained: Vec::new(),
            excess: 0,
            reserved: store::ShardSet::default(),
            beyond: store::ShardSet::default(),
            newest: FORMAT,
            lease: Duration::from_secs(3600),
            changes: ChangeCounts::default(),
            key: [7; 32],
            workers,
        };
        nodes.take_in(division, tokio::time::Instant::now(), 1);
        nodes
    }

    /// The actions of a game between bots of this name, so many of them, and the decisions that were asked for.
    fn play(
        bot: &str,
        workers: u64,
        moves: u32,
        answer: fn(&Arc<MemoryStore>) -> Answer,
    ) -> (Vec<String>, Vec<Decision>) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let mode = TestMode { seed: "workers".parse().unwrap(), manual_bots: true };
            let memory = Arc::new(MemoryStore::new());
            let elsewhere = Arc::new(Elsewhere { answer: answer(&memory), asked: Mutex::default() });
            let store: Arc<dyn Store> = memory;
            let testing = Testing::new(&mode);
            let time = testing.time();
            let thinking = Arc::clone(&elsewhere) as Arc<dyn Thinking>;
            let workers = Workers { unclaimed: Duration::ZERO, ..Workers::new(thinking, node(workers)) };
            let made =
                Hub::made_of(Arc::clone(&store), BotPause::NONE, Capacity::default(), time, Some(testing));
            let hub = Arc::new(Hub { workers: Some(workers), ..made });
            let start = table::games::new_game("carcassonne", 2, &[]).unwrap();
            let chairs = vec![SeatHolder::Bot(bot.to_owned()); 2];
            let plan = Plan { chairs, ..Plan::default() };
            let live = hub.open(&start, plan, Key::random().hash()).await.unwrap().0;
            assert_eq!(hub.move_bots(&live, moves, true).await, moves);
            let log = store.load(live.id).unwrap();
            let asked = lock(&elsewhere.asked).clone();
            (log.into_iter().map(|entry| entry.body).collect(), asked)
        })
    }

    #[test]
    fn a_game_is_the_same_with_and_without_workers() {
        let nobody: fn(&Arc<MemoryStore>) -> Answer = |_| Box::new(|_| panic!("there is no worker"));
        let (alone, asked) = play("expert", 0, 4, nobody);
        assert!(asked.is_empty());
        let (with_workers, asked) = play("expert", 1, 4, |store| {
            let store = Arc::clone(store);
            Box::new(move |decision| {
                let chosen = decide(&*store, decision).unwrap();
                Some(chosen.map_or(Thought::Declined, Thought::Chosen))
            })
        });
        assert_eq!(asked.len(), 4, "each decision was asked for once");
        // Who opened the table is drawn anew.
        assert_eq!(alone[1..], with_workers[1..]);
    }

    #[test]
    fn whatever_goes_wrong_elsewhere_the_node_thinks_itself() {
        let (alone, _) = play("expert", 0, 2, |_| Box::new(|_| None));
        let wrong: [fn(&Arc<MemoryStore>) -> Answer; 4] = [
            |_| Box::new(|_| None),
            |_| Box::new(|_| Some(Thought::Declined)),
            |_| Box::new(|_| Some(Thought::Chosen("nonsense".to_owned()))),
            |store| {
                // What was done before, which is not allowed again.
                let store = Arc::clone(store);
                Box::new(move |decision| {
                    let log = store.load(decision.table).unwrap();
                    let done = log.iter().rev().find_map(|entry| {
                        let (_, rest) = entry.body.split_once("\"do\":\"")?;
                        rest.split('"').next().map(str::to_owned)
                    });
                    Some(done.map_or(Thought::Declined, Thought::Chosen))
                })
            },
        ];
        for answer in wrong {
            let (played, asked) = play("expert", 1, 2, answer);
            assert_eq!(asked.len(), 2);
            assert_eq!(played[1..], alone[1..]);
        }
    }

    #[test]
    fn bots_that_do_not_search_think_at_home() {
        let (played, asked) = play("surveyor", 1, 4, |_| Box::new(|_| panic!("nobody asks")));
        assert!(asked.is_empty() && played.len() > 4);
    }
}
