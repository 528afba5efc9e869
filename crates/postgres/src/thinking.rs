//! Decisions of bots that workers make: rows that a node adds and a worker claims.
//!
//! A worker holds the row of a decision in an open transaction, so that the row is free at once when the process dies. Nobody waits
//! for such a row: owner and other workers skip it.

use crate::connection::{DatabaseUrl, Link, Parameter};
use crate::{Readers, parameters, wait};
use game::{Seat, Seed};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{Claimed, Decision, Decisions, QuestionId, StoreError, Thinking, Thought};
use table::keys::{TableId, random_u64};
use tokio::runtime::Handle;
use tokio_postgres::Row;

/// The version of bots and rules. A worker of another one might decide differently, so it is not asked.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The settings of a connection that holds decisions: the database ends the transaction of a worker that was paused, long after the
/// owner has decided by itself, and shows by name who holds one.
const HOLDING: &str = "
    SELECT set_config('idle_in_transaction_session_timeout', '120s', false), set_config('application_name', $1, false)";

/// The questions of a node.
pub(crate) struct Questions {
    readers: Arc<Readers>,
    reading: Handle,
}

impl Questions {
    pub(crate) fn new(readers: Arc<Readers>, reading: Handle) -> Questions {
        Questions { readers, reading }
    }

    fn query(&self, sql: &'static str, values: Vec<Parameter>) -> Result<Vec<Row>, StoreError> {
        let readers = Arc::clone(&self.readers);
        wait(&self.reading, async move { readers.query(sql, &values).await })
    }
}

impl Thinking for Questions {
    fn ask(&self, decision: &Decision, patience: Duration) -> Result<Option<QuestionId>, StoreError> {
        // Twice, if the connection breaks: then the id says that it is the same question.
        const ASK: &str = "
            INSERT INTO thinking (id, table_id, seq, seat, bot, seed, version, asked, until)
            SELECT $1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp() + $8::bigint * interval '1 ms'
            WHERE EXISTS (SELECT FROM workers WHERE version = $7 AND expires > clock_timestamp())
            ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING id";
        let id = random_u64().cast_signed();
        let values = parameters![
            id,
            decision.table.number().cast_signed(),
            decision.number.cast_signed(),
            decision.seat.index() as i64,
            decision.bot.clone(),
            decision.seed.0.cast_signed(),
            VERSION,
            patience.as_millis() as i64
        ];
        Ok(self.query(ASK, values)?.first().map(|_| QuestionId(id)))
    }

    fn take_answer(&self, question: QuestionId) -> Result<Option<Thought>, StoreError> {
        // A row that a worker holds is not answered as far as anybody else sees, so this waits for nobody.
        const TAKE: &str = "DELETE FROM thinking WHERE id = $1 AND answered RETURNING action";
        let rows = self.query(TAKE, parameters![question.0])?;
        let thought = |row: &Row| row.get::<_, Option<String>>(0).map_or(Thought::Declined, Thought::Chosen);
        Ok(rows.first().map(thought))
    }

    fn withdraw(&self, question: QuestionId) -> Result<bool, StoreError> {
        const WITHDRAW: &str = "
            DELETE FROM thinking WHERE id IN (
                SELECT id FROM thinking WHERE id = $1 AND NOT answered FOR UPDATE SKIP LOCKED
            ) RETURNING id";
        Ok(!self.query(WITHDRAW, parameters![question.0])?.is_empty())
    }
}

/// The decisions that one worker may make.
pub struct WorkerQueue {
    name: String,
    url: DatabaseUrl,
    questions: Questions,
    /// Connections that hold no decision.
    idle: Arc<Mutex<Vec<Link>>>,
}

impl fmt::Debug for WorkerQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WorkerQueue({})", self.name)
    }
}

impl WorkerQueue {
    pub(crate) fn new(name: String, url: DatabaseUrl, readers: Arc<Readers>, reading: Handle) -> WorkerQueue {
        WorkerQueue { name, url, questions: Questions::new(readers, reading), idle: Arc::default() }
    }
}

impl Decisions for WorkerQueue {
    fn announce(&self, lease: Duration) -> Result<(), StoreError> {
        const ANNOUNCE: &str = "
            WITH old AS (
                DELETE FROM thinking WHERE id IN (
                    SELECT id FROM thinking WHERE until < clock_timestamp() - interval '1 min' FOR UPDATE SKIP LOCKED
                )
            ), gone AS (
                DELETE FROM workers WHERE name IN (
                    SELECT name FROM workers WHERE expires < clock_timestamp() - interval '1 h' FOR UPDATE SKIP LOCKED
                )
            )
            INSERT INTO workers (name, version, expires)
            VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 ms')
            ON CONFLICT (name) DO UPDATE SET expires = excluded.expires";
        let values = parameters![self.name.clone(), VERSION, lease.as_millis() as i64];
        self.questions.query(ANNOUNCE, values).map(drop)
    }

    fn leave(&self) -> Result<(), StoreError> {
        const LEAVE: &str = "DELETE FROM workers WHERE name = $1";
        self.questions.query(LEAVE, parameters![self.name.clone()]).map(drop)
    }

    fn claim(&self) -> Result<Option<Box<dyn Claimed>>, StoreError> {
        let (url, idle, name) = (self.url.clone(), Arc::clone(&self.idle), format!("neuland {}", self.name));
        let found = wait(&self.questions.reading, async move {
            let link = match take_idle(&idle) {
                Some(link) => link,
                None => {
                    let mut link = url.connect().await?;
                    let name: [Parameter; 1] = [Box::new(name)];
                    link.query(HOLDING, &name).await.map_err(|error| url.explain(&error))?;
                    link
                }
            };
            claim(&url, link, &idle).await
        })?;
        Ok(found.map(|held| Box::new(held) as Box<dyn Claimed>))
    }

    fn key(&self) -> Result<[u8; 32], StoreError> {
        let rows = self.questions.query("SELECT key FROM cluster LIMIT 1", Vec::new())?;
        let key = rows.first().and_then(|row| row.get::<_, &[u8]>(0).try_into().ok());
        key.ok_or_else(|| self.url.damaged("its nodes have no secret"))
    }
}

fn take_idle(idle: &Mutex<Vec<Link>>) -> Option<Link> {
    let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
    idle.retain(|link| !link.is_closed());
    idle.pop()
}

fn put_back(idle: &Mutex<Vec<Link>>, link: Link) {
    idle.lock().unwrap_or_else(PoisonError::into_inner).push(link);
}

/// Begins a transaction that holds a decision, if there is one.
async fn claim(
    url: &DatabaseUrl,
    mut link: Link,
    idle: &Arc<Mutex<Vec<Link>>>,
) -> Result<Option<HeldDecision>, StoreError> {
    const CLAIM: &str = "
        SELECT id, table_id, seq, seat, bot, seed FROM thinking
        WHERE version = $1 AND NOT answered AND until > clock_timestamp()
        ORDER BY asked LIMIT 1 FOR UPDATE SKIP LOCKED";
    let explain = |error| url.explain(&error);
    link.client.batch_execute("BEGIN").await.map_err(explain)?;
    let version: [Parameter; 1] = [Box::new(VERSION)];
    let rows = link.query(CLAIM, &version).await.map_err(explain)?;
    let Some(row) = rows.first() else {
        link.client.batch_execute("ROLLBACK").await.map_err(explain)?;
        put_back(idle, link);
        return Ok(None);
    };
    let number = |column| row.get::<_, i64>(column).cast_unsigned();
    let table = TableId::new(number(1)).ok_or_else(|| url.damaged("a decision has no table"))?;
    let seat = Seat::new(number(3) as usize).ok_or_else(|| url.damaged("a decision has no seat"))?;
    let decision = Decision { table, number: number(2), seat, bot: row.get(4), seed: Seed(number(5)) };
    let (question, url, idle) = (QuestionId(row.get(0)), url.clone(), Arc::clone(idle));
    Ok(Some(HeldDecision { decision, question, link, url, idle, reading: Handle::current() }))
}

/// A decision whose row a transaction holds. Dropped, it takes the connection along, and with it the transaction.
struct HeldDecision {
    decision: Decision,
    question: QuestionId,
    link: Link,
    url: DatabaseUrl,
    idle: Arc<Mutex<Vec<Link>>>,
    reading: Handle,
}

impl fmt::Debug for HeldDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HeldDecision({:?})", self.decision)
    }
}

impl Claimed for HeldDecision {
    fn decision(&self) -> &Decision {
        &self.decision
    }

    fn answer(self: Box<Self>, thought: &Thought) -> Result<(), StoreError> {
        const ANSWER: &str = "UPDATE thinking SET answered = true, action = $2 WHERE id = $1";
        let action = match thought {
            Thought::Chosen(action) => Some(action.clone()),
            Thought::Declined => None,
        };
        let HeldDecision { question, mut link, url, idle, reading, .. } = *self;
        wait(&reading, async move {
            let values: [Parameter; 2] = [Box::new(question.0), Box::new(action)];
            link.query(ANSWER, &values).await.map_err(|error| url.explain(&error))?;
            link.client.batch_execute("COMMIT").await.map_err(|error| url.explain(&error))?;
            put_back(&idle, link);
            Ok(())
        })
    }
}
