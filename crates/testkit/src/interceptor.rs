//! Stores that stand between a server and its store, so that a test can interfere.

use std::ops::Deref;
use store::moderation::{
    AuditCheck, AuditEntry, Moderation, Page, Report, ReportFilter, RoleGrant, Sanction, SanctionFilter,
};
use store::{
    Archive, Batch, Block, Blocks, Change, Claim, Code, CommitCallback, Division, DueNote, DueRequest,
    DueTables, Erasure, Footprint, GameResult, KeyState, LastAlive, OwnedShard, Ownership, Person,
    PersonLookup, Place, Recovery, RestingTables, Results, Session, ShardSet, ShareRequest, Store,
    StoreError, StoredEntry, Tag,
};
use table::{KeyHash, TableId};

/// A test's interception of store operations; by default it forwards everything.
pub trait StoreInterceptor: Send + Sync + 'static {
    /// The store that answers.
    fn inner(&self) -> &dyn Store;

    /// Runs before each read; its error becomes the answer.
    ///
    /// # Errors
    /// As the test wants.
    fn reads(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Runs before a table is read.
    ///
    /// # Errors
    /// As the test wants.
    fn loads(&self) -> Result<(), StoreError> {
        self.reads()
    }

    /// Runs before this table is read.
    ///
    /// # Errors
    /// As the test wants.
    fn loads_table(&self, _: TableId) -> Result<(), StoreError> {
        self.loads()
    }

    /// Runs after this table was read, before the store answers.
    fn loaded(&self, _: TableId) {}

    /// Runs before the store looks for tables at rest.
    fn rests(&self) {}

    /// Stands in for [`Archive::sweep`].
    ///
    /// # Errors
    /// As the inner store.
    fn sweep(&self) -> Result<(), StoreError> {
        self.inner().sweep()
    }

    /// Stands in for [`Store::append`].
    fn append(&self, batch: Batch, done: CommitCallback) {
        self.inner().append(batch, done);
    }

    /// Stands in for [`Store::change`].
    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        self.inner().change(changes, done);
    }

    /// Stands in for [`Store::alive`].
    ///
    /// # Errors
    /// As the inner store.
    fn alive(&self, now: u64) -> Result<(), StoreError> {
        self.inner().alive(now)
    }

    /// Stands in for [`Ownership::keep_share`].
    ///
    /// # Errors
    /// As the inner store.
    fn keep_share(&self, request: ShareRequest) -> Result<Division, StoreError> {
        self.inner().keep_share(request)
    }

    /// Stands in for [`Ownership::claim_due`].
    ///
    /// # Errors
    /// As the inner store.
    fn claim_due(&self, request: DueRequest) -> Result<DueTables, StoreError> {
        self.inner().claim_due(request)
    }

    /// Stands in for [`Ownership::note_due`].
    ///
    /// # Errors
    /// As the inner store.
    fn note_due(&self, share: Vec<OwnedShard>, notes: Vec<DueNote>) -> Result<(), StoreError> {
        self.inner().note_due(share, notes)
    }
}

/// The store that a [`StoreInterceptor`] makes.
#[derive(Debug, Default)]
pub struct InterceptedStore<B>(pub B);

impl<B> Deref for InterceptedStore<B> {
    type Target = B;
    fn deref(&self) -> &B {
        &self.0
    }
}

impl<B: StoreInterceptor> InterceptedStore<B> {
    fn read<T>(&self, read: impl FnOnce(&dyn Store) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.reads().and_then(|()| read(self.inner()))
    }
}

impl<B: StoreInterceptor> Ownership for InterceptedStore<B> {
    fn claim(&self) -> Result<Claim, StoreError> {
        self.inner().claim()
    }
    fn release(&self) -> Result<(), StoreError> {
        self.inner().release()
    }
    fn keep_share(&self, request: ShareRequest) -> Result<Division, StoreError> {
        StoreInterceptor::keep_share(&self.0, request)
    }
    fn on_change(&self, ring: Box<dyn Fn() + Send + Sync>) {
        self.inner().on_change(ring);
    }
    fn give(&self, shards: store::ShardSet) -> Result<(), StoreError> {
        self.inner().give(shards)
    }
    fn claim_due(&self, request: DueRequest) -> Result<DueTables, StoreError> {
        StoreInterceptor::claim_due(&self.0, request)
    }
    fn note_due(&self, share: Vec<OwnedShard>, notes: Vec<DueNote>) -> Result<(), StoreError> {
        StoreInterceptor::note_due(&self.0, share, notes)
    }
}

impl<B: StoreInterceptor> Recovery for InterceptedStore<B> {
    fn codes(&self, person: KeyHash) -> Result<Vec<Code>, StoreError> {
        self.read(|store| store.codes(person))
    }
}

impl<B: StoreInterceptor> Archive for InterceptedStore<B> {
    fn resting(
        &self,
        place: Place,
        after: Option<TableId>,
        until: u64,
        limit: usize,
    ) -> Result<RestingTables, StoreError> {
        self.rests();
        self.read(|store| store.resting(place, after, until, limit))
    }
    fn archive(&self, table: TableId, log: Vec<StoredEntry>) -> Result<bool, StoreError> {
        self.inner().archive(table, log)
    }
    fn erase(&self, erasure: Erasure) -> Result<bool, StoreError> {
        self.inner().erase(erasure)
    }
    fn sweep(&self) -> Result<(), StoreError> {
        self.0.sweep()
    }
    fn settle(&self) -> Result<(), StoreError> {
        self.inner().settle()
    }
    fn footprint(&self) -> Result<Footprint, StoreError> {
        self.read(|store| store.footprint())
    }
}

impl<B: StoreInterceptor> Store for InterceptedStore<B> {
    fn append(&self, batch: Batch, done: CommitCallback) {
        self.0.append(batch, done);
    }
    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        let log = self.loads_table(table).and_then(|()| self.inner().load(table));
        self.loaded(table);
        log
    }
    fn load_part(&self, table: TableId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let part = self.loads_table(table).and_then(|()| self.inner().load_part(table, from, most));
        self.loaded(table);
        part
    }
    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.read(|store| store.tables_of(holder, limit))
    }
    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        self.read(|store| store.table_by_code(code))
    }
    fn tagged(&self, tag: Tag, shards: ShardSet, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.read(|store| store.tagged(tag, shards, limit))
    }
    fn unfinished_of(&self, holder: KeyHash, limit: usize) -> Result<usize, StoreError> {
        self.read(|store| store.unfinished_of(holder, limit))
    }
    fn alive(&self, now: u64) -> Result<(), StoreError> {
        self.0.alive(now)
    }
    fn last_alive(&self) -> Result<LastAlive, StoreError> {
        self.read(Store::last_alive)
    }
    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        self.0.change(changes, done);
    }
    fn forgetting(&self) -> Result<Vec<KeyHash>, StoreError> {
        self.read(Store::forgetting)
    }
    fn known(&self, key: KeyHash) -> Result<KeyState, StoreError> {
        self.read(|store| store.known(key))
    }
    fn person(&self, who: PersonLookup<'_>) -> Result<Option<Person>, StoreError> {
        self.read(|store| store.person(who))
    }
    fn sessions(&self, person: KeyHash) -> Result<Vec<Session>, StoreError> {
        self.read(|store| store.sessions(person))
    }
}

impl<B: StoreInterceptor> Results for InterceptedStore<B> {
    fn results(&self, after: u64, limit: usize) -> Result<Vec<(u64, GameResult)>, StoreError> {
        self.read(|store| store.results(after, limit))
    }
    fn is_shown(&self, person: KeyHash) -> Result<bool, StoreError> {
        self.read(|store| store.is_shown(person))
    }
}

impl<B: StoreInterceptor> Blocks for InterceptedStore<B> {
    fn blocks_of(&self, person: KeyHash) -> Result<Vec<Block>, StoreError> {
        self.read(|store| store.blocks_of(person))
    }
    fn blocked_by(&self, person: KeyHash, others: &[KeyHash]) -> Result<Vec<KeyHash>, StoreError> {
        self.read(|store| store.blocked_by(person, others))
    }
}

impl<B: StoreInterceptor> Moderation for InterceptedStore<B> {
    fn roles(&self) -> Result<Vec<RoleGrant>, StoreError> {
        self.read(|store| store.roles())
    }
    fn reports(&self, which: ReportFilter, page: Page) -> Result<Vec<Report>, StoreError> {
        self.read(|store| store.reports(which, page))
    }
    fn report(&self, id: u64) -> Result<Option<Report>, StoreError> {
        self.read(|store| store.report(id))
    }
    fn sanctions(&self, which: SanctionFilter, page: Page) -> Result<Vec<Sanction>, StoreError> {
        self.read(|store| store.sanctions(which, page))
    }
    fn last_numbers(&self) -> Result<(u64, u64), StoreError> {
        self.read(|store| store.last_numbers())
    }
    fn audit(&self, page: Page) -> Result<Vec<AuditEntry>, StoreError> {
        self.read(|store| store.audit(page))
    }
    fn check_audit(&self) -> Result<AuditCheck, StoreError> {
        self.read(|store| store.check_audit())
    }
}
