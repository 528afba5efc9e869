//! Tables in PostgreSQL: the store of a node that shares its database with others.
//!
//! [`PostgresStore`] passes the same suite as the stores in a file and in memory. One connection writes: it stores the batches that
//! wait in one transaction, whose statements travel together, and answers after the commit. A few others read. A connection that
//! breaks is made anew by whoever needs it next; meanwhile writes and reads fail with [`StoreError::Unreachable`]. A batch whose
//! fate is unknown when its connection breaks is answered with that error as well: whoever reads the table finds out, and the key
//! (table, number) and the ids of commands keep anything from being stored twice.
//!
//! The rows `shards` say which node owns which tables (see [`store::Ownership`]). Every append checks owner and epoch in its own
//! statement, and holds the row until it has committed.

#![forbid(unsafe_code)]

mod archive;
mod batch;
mod changes;
mod connection;
mod due;
mod moderation;
mod people;
mod rows;
mod schema;
mod shards;
mod thinking;
mod tls;
mod work;
mod writer;

pub use connection::{DatabaseUrl, ParseDatabaseUrlError};
pub use rows::DatabaseRows;
pub use thinking::WorkerQueue;

use connection::{Link, Parameter, is_broken};
use shards::{LEASE, Owned};
use std::fmt;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;
use store::{
    Claim, Division, DueNote, DueRequest, DueTables, Location, Mark, OwnedShard, Ownership, SHARDS, ShardSet,
    ShareRequest, Store, StoreError, StoreObserver, Thinking,
};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{Notify, Semaphore, oneshot};
use tokio_postgres::Row;
use writer::{Job, Write, Writer};

/// Writes that may wait for the writer. A table has one under way, so this is also how many tables may move at once.
const QUEUE: usize = 4096;
/// Connections that read at once at most.
const READERS: usize = 8;
/// The interval at which a node that starts looks for shards that become free.
const LOOK: std::time::Duration = std::time::Duration::from_millis(100);

/// Takes deleted rows out of the tables that hold something of people.
const SWEEP: &str = "VACUUM entries, archived, holders, codes, tags, persons, sessions, forgetting, recovery, blocks, results,
    result_seats, profiles, roles, reports, sanctions, audit_details";

/// Owned parameters of a query.
macro_rules! parameters {
    ($($value:expr),*) => { vec![$(Box::new($value) as $crate::connection::Parameter),*] };
}
pub(crate) use parameters;

/// A node's store in a database.
pub struct PostgresStore {
    url: DatabaseUrl,
    /// The name of the node, under which it owns shards.
    name: String,
    queue: Option<Sender<Job>>,
    watch: Arc<dyn StoreObserver>,
    sweep: Arc<Notify>,
    readers: Arc<Readers>,
    reading: Handle,
    threads: Vec<JoinHandle<()>>,
    /// Called after each change of what other nodes cache.
    ring: Arc<Ring>,
    /// Dropped to end the thread of the readers.
    stop: Option<oneshot::Sender<()>>,
}

/// The callback after each change of what other nodes cache; unset until a server becomes a node.
pub(crate) type Ring = OnceLock<Box<dyn Fn() + Send + Sync>>;

/// The connections that read.
struct Readers {
    url: DatabaseUrl,
    idle: Mutex<Vec<Link>>,
    permits: Semaphore,
}

impl Readers {
    fn take(&self) -> Option<Link> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|link| !link.is_closed());
        idle.pop()
    }

    /// Runs a query, once more on a new connection if an idle one turns out to be broken.
    async fn query(&self, sql: &'static str, values: &[Parameter]) -> Result<Vec<Row>, StoreError> {
        let _permit = self.permits.acquire().await.map_err(|_| StoreError::Closed)?;
        let mut kept = self.take();
        loop {
            let is_new = kept.is_none();
            let mut link = match kept.take() {
                Some(link) => link,
                None => self.url.connect().await?,
            };
            match link.query(sql, values).await {
                Ok(rows) => {
                    self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(link);
                    return Ok(rows);
                }
                Err(error) if is_broken(&error) && !is_new => {}
                Err(error) => return Err(self.url.explain(&error)),
            }
        }
    }

    /// Removes what was deleted from the files of the database.
    async fn sweep(&self) -> Result<(), StoreError> {
        let link = self.url.connect().await?;
        link.client.batch_execute(SWEEP).await.map_err(|error| self.url.explain(&error))
    }

    /// Sweeps as often as it is asked to.
    async fn keep_swept(&self, asked: &Notify) {
        loop {
            asked.notified().await;
            if let Err(error) = self.sweep().await {
                tracing::warn!(%error, "the database could not be swept; it does that by itself later");
            }
        }
    }
}

/// A runtime for one thread.
fn runtime(url: &DatabaseUrl) -> Result<Runtime, StoreError> {
    let failed =
        |error: std::io::Error| StoreError::Io { path: url.to_string().into(), reason: error.to_string() };
    Builder::new_current_thread().enable_all().build().map_err(failed)
}

/// Has the readers' thread do something, and waits for the result.
fn wait<T: Send + 'static>(
    reading: &Handle,
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let (done, answer) = sync_channel(1);
    reading.spawn(async move {
        // Whoever asked waits.
        drop(done.send(work.await));
    });
    answer.recv().unwrap_or(Err(StoreError::Closed))
}

fn spawn(
    url: &DatabaseUrl,
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> Result<JoinHandle<()>, StoreError> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread
        .spawn(work)
        .map_err(|error| StoreError::Io { path: url.to_string().into(), reason: error.to_string() })
}

/// A database, which a server that is alone or a cluster uses.
impl Location for DatabaseUrl {
    fn name(&self) -> String {
        self.to_string()
    }

    fn open_to_read(&self) -> Result<Arc<dyn Store>, StoreError> {
        runtime(self)?.block_on(async { schema::require(self, &self.connect().await?).await })?;
        Ok(Arc::new(PostgresStore::open_node(self, Mark::Tables, Arc::new(()))?))
    }

    fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        drop(self.open_to_read()?);
        Ok(Arc::new(PostgresStore::open(self, Mark::Tables, Arc::new(()))?))
    }
}

impl PostgresStore {
    /// Opens the store of a node that is alone in its database, and claims every shard. The shards of a node that ended without
    /// giving them back are waited for, a few seconds at most.
    ///
    /// # Errors
    /// If the database cannot be used, bears another mark or is too new; [`StoreError::Owned`] if another node runs on it.
    pub fn open(
        url: &DatabaseUrl,
        mark: Mark,
        watch: Arc<dyn StoreObserver>,
    ) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore::open_node(url, mark, watch)?;
        let (mut lease, mut since) = (None, Instant::now());
        loop {
            let claim = store.claim()?;
            if claim.owned == SHARDS {
                return Ok(store);
            }
            // A lease that becomes longer is renewed: its owner runs.
            if let Some(other) = claim.other {
                let renewed = lease.replace(other.lease).is_some_and(|before| before < other.lease);
                if renewed || since.elapsed() > 2 * LEASE {
                    return Err(StoreError::Owned { database: url.to_string(), by: other.name });
                }
            } else {
                since = Instant::now();
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Opens the store of one node among others. It owns no shards before it claims them.
    ///
    /// # Errors
    /// If the database cannot be used, bears another mark or is too new.
    pub fn open_node(
        url: &DatabaseUrl,
        mark: Mark,
        watch: Arc<dyn StoreObserver>,
    ) -> Result<PostgresStore, StoreError> {
        let (writing, reading) = (runtime(url)?, runtime(url)?);
        let link = writing.block_on(async {
            let mut link = url.connect().await?;
            schema::prepare(url, &mut link, mark).await?;
            Ok::<_, StoreError>(link)
        })?;
        let name = format!("process {} of run {:016x}", std::process::id(), table::keys::random_u64());
        let owned = Arc::new(Owned::none(name.clone()));
        let sweep = Arc::new(Notify::new());
        let (queue, waiting) = channel(QUEUE);
        let ring = Arc::new(Ring::new());
        let writer = Writer {
            url: url.clone(),
            owned,
            watch: Arc::clone(&watch),
            sweep: Arc::clone(&sweep),
            link: Some(link),
            is_node: false,
            ring: Arc::clone(&ring),
        };
        let readers =
            Arc::new(Readers { url: url.clone(), idle: Mutex::default(), permits: Semaphore::new(READERS) });
        let handle = reading.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let writes = spawn(url, "neuland-writer", move || writing.block_on(writer.run(waiting)))?;
        let reads = {
            let (readers, sweep) = (Arc::clone(&readers), Arc::clone(&sweep));
            spawn(url, "neuland-reader", move || {
                reading.block_on(futures_util::future::select(Box::pin(readers.keep_swept(&sweep)), stopped));
            })?
        };
        Ok(PostgresStore {
            url: url.clone(),
            name,
            queue: Some(queue),
            watch,
            sweep,
            readers,
            reading: handle,
            threads: vec![writes, reads],
            ring,
            stop: Some(stop),
        })
    }

    /// The address of the database.
    #[must_use]
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Runs a query on the readers' thread and waits for its rows.
    fn query(&self, sql: &'static str, values: Vec<Parameter>) -> Result<Vec<Row>, StoreError> {
        let readers = Arc::clone(&self.readers);
        wait(&self.reading, async move { readers.query(sql, &values).await })
    }

    /// Returns the decisions of bots that a worker of this name, which no other process has, may make.
    #[must_use]
    pub fn worker(&self, name: String) -> WorkerQueue {
        WorkerQueue::new(name, self.url.clone(), Arc::clone(&self.readers), self.reading.clone())
    }

    /// Gives the writer something to write.
    fn write(&self, write: Write, done: store::CommitCallback) {
        let Some(queue) = &self.queue else { return done(Err(StoreError::Closed)) };
        let (refused, error) = match queue.try_send(Job::Write(write, done)) {
            Ok(()) => return,
            Err(TrySendError::Full(job)) => (job, StoreError::Overloaded),
            Err(TrySendError::Closed(job)) => (job, StoreError::Closed),
        };
        self.watch.failed(1);
        if let Job::Write(_, done) = refused {
            done(Err(error));
        }
    }

    /// Gives the writer something to do for the archive.
    fn write_archive(&self, task: archive::Task, done: store::CommitCallback) {
        self.write(Write::Archive(task), done);
    }

    /// Asks the writer for something and waits for the answer.
    fn ask<T>(
        &self,
        job: impl FnOnce(std::sync::mpsc::SyncSender<Result<T, StoreError>>) -> Job,
    ) -> Result<T, StoreError> {
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        let (done, answer) = sync_channel(1);
        match queue.try_send(job(done)) {
            Ok(()) => answer.recv().unwrap_or(Err(StoreError::Closed)),
            Err(TrySendError::Full(_)) => Err(StoreError::Overloaded),
            Err(TrySendError::Closed(_)) => Err(StoreError::Closed),
        }
    }
}

impl Ownership for PostgresStore {
    fn claim(&self) -> Result<Claim, StoreError> {
        self.ask(Job::Claim)
    }

    fn release(&self) -> Result<(), StoreError> {
        self.ask(Job::Release)
    }

    fn keep_share(&self, request: ShareRequest) -> Result<Division, StoreError> {
        self.ask(|kept| Job::KeepShare(request, kept))
    }

    fn on_change(&self, ring: Box<dyn Fn() + Send + Sync>) {
        // Whoever came first stays.
        let _ = self.ring.set(ring);
    }

    fn give(&self, shards: ShardSet) -> Result<(), StoreError> {
        self.ask(|given| Job::Give(shards, given))
    }

    fn claim_due(&self, request: DueRequest) -> Result<DueTables, StoreError> {
        let (readers, name) = (Arc::clone(&self.readers), self.name.clone());
        wait(&self.reading, async move { due::claim(&readers, name, request).await })
    }

    fn note_due(&self, share: Vec<OwnedShard>, notes: Vec<DueNote>) -> Result<(), StoreError> {
        self.ask(|noted| Job::NoteDue(share, notes, noted))
    }

    fn thinking(&self) -> Option<Arc<dyn Thinking>> {
        Some(Arc::new(thinking::Questions::new(Arc::clone(&self.readers), self.reading.clone())))
    }
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresStore({})", self.url)
    }
}

impl Drop for PostgresStore {
    /// Waits until everything that was accepted is stored, and the shards are given back.
    fn drop(&mut self) {
        drop(self.queue.take());
        drop(self.stop.take());
        for thread in self.threads.drain(..) {
            // The last answer may be what drops the store: then the writer is here, and ends when this returns.
            if thread.thread().id() != std::thread::current().id() {
                // The threads do not panic; if one did, its answers were dropped, which their owners notice.
                let _ = thread.join();
            }
        }
    }
}
