//! The writer: takes everything that waits, stores the batches among it in one transaction, answers.
//!
//! All statements of a group travel together, so that it takes one exchange with the database however many tables it has. A batch
//! that the group refuses, and all batches if the database refuses one of them, are then tried alone: only there is it found out
//! why, and only there does a table come back from the archive.

use crate::Ring;
use crate::archive::{self, Task};
use crate::batch::{FULL, Parameters, SHORT, append};
use crate::changes;
use crate::connection::{DatabaseUrl, Link, is_broken};
use crate::due;
use crate::shards::{self, Owned};
use crate::work::{PATIENCE, Refusal, Work};
use futures_util::poll;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::task::Poll;
use std::time::Instant;
use store::{
    Batch, Change, Claim, CommitCallback, Division, DueNote, OwnedShard, ShardSet, ShareRequest, StoreError,
    StoreObserver,
};
use tokio::sync::Notify;
use tokio::sync::mpsc::Receiver;
use tokio_postgres::Error;

/// Batches committed together at most: beyond that, waiting longer gains nothing.
const GROUP: usize = 256;

/// A write that waits.
pub(crate) enum Write {
    Batch(Batch),
    Changes(Vec<Change>),
    Archive(Task),
}

/// A job for the writer.
pub(crate) enum Job {
    /// To write this.
    Write(Write, CommitCallback),
    /// To note that the node runs at this moment.
    Alive(u64, SyncSender<Result<(), StoreError>>),
    /// To claim shards.
    Claim(SyncSender<Result<Claim, StoreError>>),
    /// To give all shards back.
    Release(SyncSender<Result<(), StoreError>>),
    /// To keep a share of the shards.
    KeepShare(ShareRequest, SyncSender<Result<Division, StoreError>>),
    /// To give these shards back.
    Give(ShardSet, SyncSender<Result<(), StoreError>>),
    /// To note when the owner of these shards looks at tables again.
    NoteDue(Vec<OwnedShard>, Vec<DueNote>, SyncSender<Result<(), StoreError>>),
}

/// The writer of one store.
pub(crate) struct Writer {
    pub(crate) url: DatabaseUrl,
    pub(crate) owned: Arc<Owned>,
    pub(crate) watch: Arc<dyn StoreObserver>,
    /// Told when something was forgotten.
    pub(crate) sweep: Arc<Notify>,
    /// The connection; `None` until it is needed, and after it was lost.
    pub(crate) link: Option<Link>,
    /// Whether it belongs to a node of a cluster.
    pub(crate) is_node: bool,
    /// Called after each change of what other nodes cache.
    pub(crate) ring: Arc<Ring>,
}

/// Answers one write. A panic in the callback must not stop the writer, which others rely on.
fn answer(done: CommitCallback, result: Result<(), StoreError>) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| done(result))).is_err() {
        tracing::error!("the answer to a stored batch failed");
    }
}

impl Writer {
    /// Works until nobody can send a job any more.
    pub(crate) async fn run(mut self, mut waiting: Receiver<Job>) {
        let mut jobs = Vec::with_capacity(GROUP);
        while waiting.recv_many(&mut jobs, GROUP).await > 0 {
            let mut batches = Vec::new();
            for job in jobs.drain(..) {
                match job {
                    Job::Write(Write::Batch(batch), done) => batches.push((batch, done)),
                    other => {
                        // In the order in which they came.
                        self.store_all(std::mem::take(&mut batches)).await;
                        self.carry_out(other).await;
                    }
                }
            }
            self.store_all(batches).await;
        }
        // Another node need not wait for the end of the lease. Where the database is away, it has to.
        if self.link.as_ref().is_some_and(|link| !link.is_closed())
            && let Err(error) = self.release().await
        {
            tracing::debug!(%error, "the shards could not be given back; another node gets them when the lease ends");
        }
    }

    /// Does everything but append.
    async fn carry_out(&mut self, job: Job) {
        match job {
            Job::Write(write, done) => {
                let began = Instant::now();
                let result = self.store_alone(&write).await;
                self.note(began, 1, usize::from(result.is_err()));
                if let Write::Changes(changes) = &write
                    && result.is_ok()
                    && changes.iter().any(Change::erases)
                {
                    self.sweep.notify_one();
                }
                let rings =
                    result.is_ok() && matches!(&write, Write::Changes(changes) if shards::is_cached(changes));
                answer(done, result);
                if let Some(ring) = self.ring.get().filter(|_| rings) {
                    ring();
                }
            }
            // Whoever asked may have gone.
            Job::Alive(now, noted) => drop(noted.send(self.alive(now).await)),
            Job::Claim(claimed) => drop(claimed.send(self.claim().await)),
            Job::Release(released) => drop(released.send(self.release().await)),
            Job::KeepShare(request, kept) => {
                self.is_node = true;
                let owned = Arc::clone(&self.owned);
                drop(
                    kept.send(self.ask(async |link| shards::keep_share(link, &owned, &request).await).await),
                );
            }
            Job::Give(shards, given) => {
                let owned = Arc::clone(&self.owned);
                drop(given.send(self.ask(async |link| shards::give(link, &owned, shards).await).await));
            }
            Job::NoteDue(share, notes, noted) => {
                let owned = Arc::clone(&self.owned);
                let note = async |link: &mut Link| due::note(link, owned.name(), &share, &notes).await;
                drop(noted.send(self.ask(note).await));
            }
        }
    }

    fn note(&self, began: Instant, writes: usize, failed: usize) {
        self.watch.committed(began.elapsed(), writes);
        if failed > 0 {
            self.watch.failed(failed);
        }
    }

    /// Returns the connection, made anew if it was lost.
    async fn link(&mut self) -> Result<&mut Link, StoreError> {
        if self.link.as_ref().is_none_or(Link::is_closed) {
            self.link = Some(self.url.connect().await?);
        }
        Ok(self.link.as_mut().expect("it was just made"))
    }

    /// Translates an error, and gives a connection up that may hold an open transaction.
    fn explain(&mut self, error: &Error) -> StoreError {
        if is_broken(error) {
            self.link = None;
        }
        self.url.explain(error)
    }

    /// The error for a database that did not answer in time. The connection goes with what it had not finished.
    fn silent(&mut self) -> StoreError {
        self.link = None;
        StoreError::Unreachable { database: self.url.to_string(), reason: "it does not answer".to_owned() }
    }

    async fn alive(&mut self, now: u64) -> Result<(), StoreError> {
        let owned = Arc::clone(&self.owned);
        let link = self.link().await?;
        match tokio::time::timeout(PATIENCE, shards::renew(link, &owned, now)).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(StoreError::Fenced { table: None }),
            Ok(Err(error)) => Err(self.explain(&error)),
            Err(_) => Err(self.silent()),
        }
    }

    /// Asks the database for something beside the writes, within the time that an answer may take.
    async fn ask<T>(
        &mut self,
        question: impl AsyncFnOnce(&mut Link) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let link = self.link().await?;
        match tokio::time::timeout(PATIENCE, question(link)).await {
            Ok(answer) => answer.map_err(|error| self.explain(&error)),
            Err(_) => Err(self.silent()),
        }
    }

    async fn claim(&mut self) -> Result<Claim, StoreError> {
        let owned = Arc::clone(&self.owned);
        self.ask(async |link| shards::claim(link, &owned).await).await
    }

    async fn release(&mut self) -> Result<(), StoreError> {
        let owned = Arc::clone(&self.owned);
        if owned.is_empty() && !self.is_node {
            return Ok(());
        }
        self.ask(async |link| shards::release(link, &owned).await).await
    }

    /// Stores batches in one transaction, and those that it refuses alone.
    async fn store_all(&mut self, batches: Vec<(Batch, CommitCallback)>) {
        if batches.is_empty() {
            return;
        }
        let began = Instant::now();
        let owned = Arc::clone(&self.owned);
        let parameters: Vec<Parameters<'_>> =
            batches.iter().map(|(batch, _)| Parameters::of(batch, &owned)).collect();
        let stored = match self.link().await {
            Ok(link) => tokio::time::timeout(PATIENCE, store_group(link, &parameters)).await,
            Err(error) => return self.refuse_all(batches, &error, began),
        };
        let stored = match stored {
            Ok(Ok(stored)) => stored,
            // One of them was too much; all of them have their turn alone.
            Ok(Err(error)) if !is_broken(&error) => {
                tracing::debug!(%error, "a group was taken back");
                vec![false; batches.len()]
            }
            // Whether it was stored is unknown. Whoever reads the table finds out, and no number is stored twice.
            Ok(Err(error)) => {
                let error = self.explain(&error);
                return self.refuse_all(batches, &error, began);
            }
            Err(_) => {
                let error = self.silent();
                return self.refuse_all(batches, &error, began);
            }
        };
        let (count, mut failed) = (batches.len(), 0);
        for ((batch, done), stored) in batches.into_iter().zip(stored) {
            let result = if stored { Ok(()) } else { self.store_alone(&Write::Batch(batch)).await };
            failed += usize::from(result.is_err());
            answer(done, result);
        }
        self.note(began, count, failed);
    }

    fn refuse_all(&mut self, batches: Vec<(Batch, CommitCallback)>, error: &StoreError, began: Instant) {
        tracing::warn!(%error, batches = batches.len(), "entries could not be stored");
        self.note(began, batches.len(), batches.len());
        batches.into_iter().for_each(|(_, done)| answer(done, Err(error.clone())));
    }

    /// Stores one write in a transaction of its own.
    async fn store_alone(&mut self, write: &Write) -> Result<(), StoreError> {
        let (owned, url) = (Arc::clone(&self.owned), self.url.clone());
        let link = self.link().await?;
        let storing = async {
            let transaction = Work::begin(link).await?;
            match write {
                Write::Batch(batch) => append(&transaction, &url, batch, &owned).await?,
                Write::Changes(changes) => {
                    for change in changes {
                        changes::write(&transaction, &url, change, &owned).await?;
                    }
                    shards::count_changes(&transaction, changes).await?;
                }
                Write::Archive(task) => archive::write(&transaction, task, &owned).await?,
            }
            transaction.commit().await
        };
        match storing.await {
            Ok(()) => Ok(()),
            Err(Refusal::Store(error)) => Err(error),
            Err(Refusal::Silent) => Err(self.silent()),
            Err(Refusal::Sql(error)) => Err(match (write, error.as_db_error()) {
                (Write::Batch(Batch { table, entries, .. }), Some(refused)) if is_unique(refused) => {
                    StoreError::Conflict { table: *table, seq: entries.first().map_or(0, |entry| entry.seq) }
                }
                (Write::Changes(_), Some(refused)) if is_unique(refused) => match refused.constraint() {
                    Some("names_are_had_once") => StoreError::NameTaken,
                    // A number that somebody else has taken meanwhile.
                    _ => StoreError::Stale,
                },
                _ => self.explain(&error),
            }),
        }
    }
}

fn is_unique(refused: &tokio_postgres::error::DbError) -> bool {
    *refused.code() == tokio_postgres::error::SqlState::UNIQUE_VIOLATION
}

/// Stores what it can of a group in one transaction, and says which batches that were. An error means that none was stored, or
/// that the connection broke before this was known.
async fn store_group(link: &mut Link, group: &[Parameters<'_>]) -> Result<Vec<bool>, Error> {
    let short = link.prepared(SHORT).await?;
    let full = link.prepared(FULL).await?;
    let client = &link.client;
    // A request is sent when its future is polled first, so all of them are on their way before any answer is there.
    let mut begin = Box::pin(client.batch_execute("BEGIN"));
    let begun = poll!(&mut begin);
    let mut asked = Vec::with_capacity(group.len());
    for parameters in group {
        let values = parameters.values();
        let statement = if parameters.is_short() { &short } else { &full };
        let mut asking: Pin<Box<dyn Future<Output = _> + Send>> =
            Box::pin(async move { client.query_one(statement, &values).await });
        let answered = poll!(&mut asking);
        asked.push((asking, answered));
    }
    let mut commit = Box::pin(client.batch_execute("COMMIT"));
    let committed = poll!(&mut commit);

    let mut first_error = settle(begin, begun).await.err();
    let mut stored = Vec::with_capacity(group.len());
    for (asking, answered) in asked {
        match settle(asking, answered).await {
            Ok(row) => stored.push(row.get::<_, i64>(0) == 1),
            Err(error) => drop(first_error.get_or_insert(error)),
        }
    }
    // After an error the database answers a commit by taking everything back.
    let committed = settle(commit, committed).await;
    match first_error {
        Some(error) => Err(error),
        None => committed.map(|()| stored),
    }
}

/// Waits for a future that was polled once.
async fn settle<T>(future: impl Future<Output = T>, polled: Poll<T>) -> T {
    match polled {
        Poll::Ready(done) => done,
        Poll::Pending => future.await,
    }
}
