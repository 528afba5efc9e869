//! Lists of tables: what they say of each, whether or not it is in memory.
//!
//! A list names tables that nobody may look at for weeks. To say a line about each, a table is read from the store once
//! and not kept; what was said is remembered within bounds, until the table comes into memory.

use super::{Hub, LiveCompany, LiveTable, LoadError, Summary, TableLimits, TableStage, Ticket};
use crate::lock::lock;
use crate::storing::read;
use fair::Commitment;
use std::collections::HashMap;
use std::sync::{Arc, MutexGuard};
use store::{ShardSet, StoreError, Tag};
use table::host::Host;
use table::keys::{KeyHash, TableId};

/// The most tables outside memory that are remembered; each takes about a kilobyte.
const REMEMBERED: usize = 4_000;
/// The most tables of a person that are listed.
const OWN: usize = 30;

/// Cached summaries of tables that are not in memory, in two generations.
#[derive(Default, Debug)]
pub(super) struct Summaries {
    latest: HashMap<TableId, Arc<Summary>>,
    earlier: HashMap<TableId, Arc<Summary>>,
    /// Counts invalidations: a summary that was read before one may be out of date.
    forgotten: u64,
}

impl Summaries {
    fn find(&mut self, id: TableId) -> Option<Arc<Summary>> {
        if let Some(found) = self.latest.get(&id) {
            return Some(Arc::clone(found));
        }
        let found = self.earlier.remove(&id)?;
        self.keep(Arc::clone(&found));
        Some(found)
    }

    /// Remembers one. When there are many, those that nobody asked for since the last time go.
    fn keep(&mut self, summary: Arc<Summary>) {
        if self.latest.len() >= REMEMBERED / 2 {
            self.earlier = std::mem::take(&mut self.latest);
        }
        self.latest.insert(summary.id, summary);
    }

    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.latest.clear();
        self.earlier.clear();
        self.forgotten += 1;
    }

    pub(super) fn forget(&mut self, id: TableId) {
        self.latest.remove(&id);
        self.earlier.remove(&id);
        self.forgotten += 1;
    }
}

impl LiveTable {
    /// Returns the table's current summary; `None` if it is not stored yet.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let host = self.look();
        Summary::of(&*host, Some(&LiveCompany { live: self, host: &host }), self.time.now())
    }
}

impl Hub {
    pub(super) fn summaries(&self) -> MutexGuard<'_, Summaries> {
        lock(&self.summaries)
    }

    /// Remembers what a list says of a table that goes out of memory.
    pub(super) fn keep_summary(&self, live: &LiveTable) {
        let host = live.look();
        if host.rests()
            && let Some(summary) = Summary::of(&*host, None, self.time.now())
        {
            self.summaries().keep(Arc::new(summary));
        }
    }

    /// Returns the summary of a table, which comes into memory only if something goes on there by itself.
    async fn summary(self: &Arc<Self>, id: TableId) -> Result<Arc<Summary>, LoadError> {
        let live = self.tables().get(&id).cloned();
        if let Some(live) = live {
            return live.summary().map(Arc::new).ok_or(LoadError::Unknown);
        }
        let is_owner = self.is_owner(id);
        if !is_owner && let Some(summary) = self.foreign_summary(id).await? {
            return Ok(summary);
        }
        let forgotten = {
            let mut summaries = self.summaries();
            if is_owner && let Some(summary) = summaries.find(id) {
                return Ok(summary);
            }
            summaries.forgotten
        };
        let (store, now) = (Arc::clone(&self.store), self.time.now());
        let looked = self.work.run(move |_| {
            let host = Host::<Ticket>::load(id, store.load(id)?);
            let looked = |host: Host<Ticket>| (host.format(), (host.rests(), Summary::of(&host, None, now)));
            Ok::<_, StoreError>(host.map(|host| host.map(looked)))
        });
        match self.judged(id, looked.await??)? {
            // What goes on by itself at a table of another node is that node's business.
            Some((rests, Some(summary))) if rests || !is_owner => {
                let summary = Arc::new(summary);
                let mut summaries = self.summaries();
                if summaries.forgotten == forgotten {
                    summaries.keep(Arc::clone(&summary));
                }
                Ok(summary)
            }
            // A bot is due, or a clock runs.
            Some((false, _)) => self.table(id).await?.summary().map(Arc::new).ok_or(LoadError::Unknown),
            _ => Err(LoadError::Unknown),
        }
    }

    /// The summary of a table of another node, if it was read before and nothing was added since.
    async fn foreign_summary(&self, id: TableId) -> Result<Option<Arc<Summary>>, StoreError> {
        let Some(summary) = self.summaries().find(id) else { return Ok(None) };
        let next = summary.version + 1;
        let is_current = read(&self.store, move |store| Ok(store.load_part(id, next, 1)?.is_empty())).await?;
        Ok(is_current.then_some(summary))
    }

    /// Forgets ratings, and what lists say of tables that are not in memory: another node has changed results or names.
    pub fn refresh_results(&self) {
        self.ratings.recompute();
        self.summaries().clear();
    }

    /// The commitment of the table at which the same people would play again, as long as nobody has opened it.
    #[must_use]
    pub fn commitment_next(&self, table: &Summary) -> Option<Commitment> {
        let may_be_opened = table.may_play_again && table.next.is_none();
        may_be_opened.then(|| self.commitment_of(table.id.after()))
    }

    /// Returns the summaries of those of these tables that can be read. It goes table by table, so that it stops once nobody
    /// waits for the list or the caller's budget is spent.
    async fn summaries_of(self: &Arc<Self>, ids: Vec<TableId>) -> Result<Vec<Arc<Summary>>, LoadError> {
        let mut tables = Vec::with_capacity(ids.len());
        for id in ids {
            match self.summary(id).await {
                Ok(summary) => tables.push(summary),
                Err(LoadError::Work(undone)) => return Err(undone.into()),
                Err(trouble) => tracing::warn!(table = id.brief(), ?trouble, "a table is left out of a list"),
            }
        }
        Ok(tables)
    }

    /// Returns the tables of the holder of this key, the latest first. Tables that cannot be read are left out.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn tables_of(self: &Arc<Self>, holder: KeyHash) -> Result<Vec<Arc<Summary>>, LoadError> {
        self.latest_tables_of(holder, OWN).await
    }

    /// Returns at most `limit` tables of the holder of this key, like [`Hub::tables_of`].
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn latest_tables_of(
        self: &Arc<Self>,
        holder: KeyHash,
        limit: usize,
    ) -> Result<Vec<Arc<Summary>>, LoadError> {
        let ids = read(&self.store, move |store| store.tables_of(holder, limit)).await?;
        self.summaries_of(ids).await
    }

    /// Returns at most `limit` public tables whose games are not over. Those that wait for players come first, as long as one of
    /// their players is there or was lately; networks and people share the places in turn. Tables are left out whose opener and
    /// `reader` are apart, because one of them has blocked the other.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn public_tables(
        self: &Arc<Self>,
        reader: Option<KeyHash>,
        limit: usize,
        limits: &TableLimits,
    ) -> Result<Vec<Arc<Summary>>, LoadError> {
        self.ask_for_lobbies().await;
        let (waiting, mut playing) = self.listed(limit, limits);
        let mut tables = self.summaries_of(waiting).await?;
        let is_to_be_shown =
            |table: &Arc<Summary>| table.is_to_be_shown() && !self.in_force().is_hidden(table.id);
        tables.retain(is_to_be_shown);
        // Games that nobody has looked at since the server started are only in the store.
        if tables.len() + playing.len() < limit {
            let stored =
                read(&self.store, move |store| store.tagged(Tag::Public, ShardSet::ALL, limit)).await?;
            playing.extend(self.unknown_to_lobby(stored));
        }
        playing.truncate(limit.saturating_sub(tables.len()));
        let playing = self.summaries_of(playing).await?;
        tables.extend(
            playing.into_iter().filter(|table| is_to_be_shown(table) && table.stage == TableStage::Playing),
        );
        if let Some(reader) = reader {
            let mut openers: Vec<KeyHash> = tables.iter().filter_map(|summary| summary.opener).collect();
            openers.sort_unstable_by_key(|opener| opener.0);
            openers.dedup();
            let blocked_either_way = self.blocks.blocked_either_way(reader, openers).await?;
            tables
                .retain(|summary| summary.opener.is_none_or(|opener| !blocked_either_way.contains(&opener)));
        }
        Ok(tables)
    }
}
