//! A store that forgets everything when it is dropped, for tests; it can be told to fail.

use super::blocks::{Block, Blocks, read_of_in, write_in};
use super::moderation::{
    self, AuditCheck, AuditEntry, Moderation, Page, Report, ReportFilter, RoleGrant, Sanction, SanctionFilter,
};
use super::results::{self, GameResult, Results};
use super::{
    Account, Batch, Change, Code, CommitCallback, Index, KeyState, LastAlive, Ownership, Person,
    PersonLookup, Recovery, Session, Shard, ShardSet, Store, StoreError, StoredEntry, Tag,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard};
use table::keys::{KeyHash, TableId};

/// Keeps everything in memory and answers at once.
#[derive(Default, Debug)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Default, Debug)]
pub(super) struct Inner {
    pub(super) tables: HashMap<TableId, Vec<StoredEntry>>,
    /// The tables among them that are in the archive.
    pub(super) archived: HashSet<TableId>,
    pub(super) holders: HashMap<KeyHash, Vec<TableId>>,
    pub(super) codes: HashMap<String, TableId>,
    pub(super) tags: Vec<(Tag, TableId)>,
    alive: Option<u64>,
    persons: Vec<Person>,
    sessions: Vec<Session>,
    forgetting: Vec<KeyHash>,
    blocks: Vec<Block>,
    moderation: moderation::State,
    codes_of: Vec<(KeyHash, Code)>,
    results: results::Kept,
    pub(super) failures: VecDeque<StoreError>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Locks the contents.
    pub(super) fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    /// Lets the next append fail with this error; failures queue up.
    ///
    /// # Panics
    /// If a thread panicked while it held the store.
    pub fn fail_next(&self, error: StoreError) {
        self.inner.lock().unwrap().failures.push_back(error);
    }
}

impl Inner {
    fn append(&mut self, batch: Batch) -> Result<(), StoreError> {
        if let Some(error) = self.failures.pop_front() {
            return Err(error);
        }
        let log = self.tables.entry(batch.table).or_default();
        let first = batch.entries.first().map_or(0, |entry| entry.seq);
        let conflict = StoreError::Conflict { table: batch.table, seq: first };
        for (offset, entry) in batch.entries.iter().enumerate() {
            let taken = |other: &StoredEntry| entry.command.is_some() && other.command == entry.command;
            if entry.seq != (log.len() + offset) as u64
                || log.iter().chain(&batch.entries[..offset]).any(taken)
            {
                return Err(conflict);
            }
        }
        let is_taken = |code| self.codes.get(code).is_some_and(|&table| table != batch.table);
        if batch.index.iter().any(|index| matches!(index, Index::Code(code) if is_taken(code))) {
            return Err(conflict);
        }
        for index in batch.index {
            match index {
                Index::Holder(holder) => {
                    let tables = self.holders.entry(holder).or_default();
                    if !tables.contains(&batch.table) {
                        tables.push(batch.table);
                    }
                }
                Index::Code(code) => {
                    self.codes.insert(code, batch.table);
                }
                Index::NoCode(code) => {
                    if self.codes.get(&code) == Some(&batch.table) {
                        self.codes.remove(&code);
                    }
                }
                Index::Tag(tag) => {
                    if !self.tags.contains(&(tag, batch.table)) {
                        self.tags.push((tag, batch.table));
                    }
                }
            }
        }
        self.tags.retain(|(tag, table)| *table != batch.table || !batch.untag.contains(tag));
        log.extend(batch.entries);
        self.archived.remove(&batch.table);
        Ok(())
    }

    /// Deletes a person, except from the data for moderation.
    fn forget(&mut self, id: KeyHash) {
        self.forgetting.retain(|other| *other != id);
        self.sessions.retain(|session| session.person != id);
        self.persons.retain(|person| person.id != id);
        self.blocks.retain(|block| block.person != id && block.blocked != id);
        self.codes_of.retain(|(person, _)| *person != id);
        self.results.forget(id);
    }

    /// The account of a person.
    fn account(&mut self, person: KeyHash) -> Option<&mut Account> {
        self.persons.iter_mut().find(|other| other.id == person)?.account.as_mut()
    }

    /// Gives an account another name, if no other one has it.
    fn rename(&mut self, person: KeyHash, name: &str, folded: &str) -> Result<(), StoreError> {
        let has_it = |other: &Person| other.account.as_ref().is_some_and(|of| of.folded == folded);
        if self.persons.iter().any(|other| other.id != person && has_it(other)) {
            return Err(StoreError::NameTaken);
        }
        if let Some(account) = self.account(person) {
            (account.name, account.folded) = (name.to_owned(), folded.to_owned());
        }
        Ok(())
    }

    /// Makes all of these changes or none: those that can be refused first.
    fn change(&mut self, changes: Vec<Change>) -> Result<(), StoreError> {
        if let Some(error) = self.failures.pop_front() {
            return Err(error);
        }
        let before =
            (self.persons.clone(), self.sessions.clone(), self.codes_of.clone(), self.blocks.clone());
        let mut others = Vec::new();
        for change in changes {
            match self.change_people(change) {
                Ok(other) => others.extend(other),
                Err(error) => {
                    (self.persons, self.sessions, self.codes_of, self.blocks) = before;
                    return Err(error);
                }
            }
        }
        others.into_iter().for_each(|change| self.change_other(change));
        Ok(())
    }

    /// Makes a change of people, their sessions, codes and blocks. Returns the change if it also, or only, concerns other data.
    fn change_people(&mut self, change: Change) -> Result<Option<Change>, StoreError> {
        match change {
            Change::Keep(person) => {
                let name = |person: &Person| person.account.as_ref().map(|account| account.folded.clone());
                let taken = |other: &Person| other.id != person.id && name(other) == name(&person);
                if name(&person).is_some() && self.persons.iter().any(taken) {
                    return Err(StoreError::NameTaken);
                }
                self.persons.retain(|other| other.id != person.id);
                self.persons.push(person);
            }
            Change::Rename { person, name, folded } => self.rename(person, &name, &folded)?,
            Change::Password { person, password } => {
                if let Some(account) = self.account(person) {
                    account.password = password;
                }
            }
            Change::Expect { person, password } => {
                if self.account(person).is_none_or(|account| account.password != password) {
                    return Err(StoreError::Stale);
                }
            }
            Change::Begin(session) => {
                self.sessions.retain(|other| other.key != session.key);
                self.sessions.push(session);
            }
            Change::Used { key, at, until } => {
                for session in self.sessions.iter_mut().filter(|session| session.key == key) {
                    (session.seen, session.until) = (at, until);
                }
            }
            Change::End(key) => self.sessions.retain(|session| session.key != key),
            Change::EndOthers { person, but } => {
                self.sessions.retain(|session| session.person != person || Some(session.key) == but);
            }
            Change::Forgetting(id) => {
                if !self.forgetting.contains(&id) {
                    self.forgetting.push(id);
                }
            }
            Change::Forget(id) => {
                self.forget(id);
                return Ok(Some(change));
            }
            Change::Code(change) => change.make(&mut self.codes_of)?,
            Change::Blocks(change) => write_in(&mut self.blocks, change),
            Change::Amend { .. } | Change::HandOn { .. } | Change::Moderate(_) | Change::Results(_) => {
                return Ok(Some(change));
            }
        }
        Ok(None)
    }

    /// Makes the part of a change that is never refused: of tables, and of what moderation keeps.
    fn change_other(&mut self, change: Change) {
        match change {
            Change::Moderate(step) => self.moderation.step(step),
            Change::Forget(person) => self.moderation.forget(person),
            Change::Amend { table, bodies, commands: (before, after), numbers } => {
                self.archived.remove(&table);
                let log = self.tables.entry(table).or_default();
                let among = log.iter_mut().filter(|entry| numbers.contains(&entry.seq));
                for command in among.filter_map(|entry| entry.command.as_mut()) {
                    if let Some(id) = command.strip_prefix(&before) {
                        *command = format!("{after}{id}");
                    }
                }
                for (seq, body) in bodies {
                    if let Some(entry) = log.get_mut(seq as usize) {
                        entry.body = body;
                    }
                }
            }
            Change::Results(change) => self.results.write(change),
            Change::HandOn { table, from, to } => {
                self.results.hand_on(table, from, to);
                if let Some(tables) = self.holders.get_mut(&from) {
                    tables.retain(|other| *other != table);
                }
                if let Some(to) = to {
                    let tables = self.holders.entry(to).or_default();
                    tables.retain(|other| *other != table);
                    tables.push(table);
                }
            }
            _ => {}
        }
    }
}

/// One node has the memory and owns every shard.
impl Ownership for MemoryStore {}

impl Recovery for MemoryStore {
    fn codes(&self, person: KeyHash) -> Result<Vec<Code>, StoreError> {
        let inner = self.inner.lock().unwrap();
        let codes = inner.codes_of.iter().filter(|(whose, _)| *whose == person);
        Ok(codes.map(|(_, code)| code.clone()).collect())
    }
}

impl Store for MemoryStore {
    fn append(&self, batch: Batch, done: CommitCallback) {
        let result = self.inner.lock().unwrap().append(batch);
        done(result);
    }

    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        Ok(self.inner.lock().unwrap().tables.get(&table).cloned().unwrap_or_default())
    }

    fn load_part(&self, table: TableId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let inner = self.inner.lock().unwrap();
        let log = inner.tables.get(&table).into_iter().flatten();
        Ok(log.skip_while(|entry| entry.seq < from).take(most).cloned().collect())
    }

    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError> {
        let inner = self.inner.lock().unwrap();
        let mut tables = inner.holders.get(&holder).cloned().unwrap_or_default();
        let latest =
            |table: &TableId| inner.tables.get(table).and_then(|log| log.last()).map(|entry| entry.at);
        tables.sort_by_key(|table| std::cmp::Reverse(latest(table)));
        tables.truncate(limit);
        Ok(tables)
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        Ok(self.inner.lock().unwrap().codes.get(code).copied())
    }

    fn tagged(&self, tag: Tag, shards: ShardSet, limit: usize) -> Result<Vec<TableId>, StoreError> {
        let inner = self.inner.lock().unwrap();
        let tables = inner.tags.iter().rev().filter(|(other, _)| *other == tag).map(|(_, table)| *table);
        Ok(tables.filter(|table| shards.contains(Shard::of(*table))).take(limit).collect())
    }

    fn unfinished_of(&self, holder: KeyHash, limit: usize) -> Result<usize, StoreError> {
        let inner = self.inner.lock().unwrap();
        let is_open = |table: &&TableId| inner.tags.contains(&(Tag::Open, **table));
        Ok(inner.holders.get(&holder).into_iter().flatten().filter(is_open).take(limit).count())
    }

    fn alive(&self, now: u64) -> Result<(), StoreError> {
        self.inner.lock().unwrap().alive = Some(now);
        Ok(())
    }

    fn last_alive(&self) -> Result<LastAlive, StoreError> {
        Ok(LastAlive::everywhere(self.inner.lock().unwrap().alive))
    }

    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        let result = self.inner.lock().unwrap().change(changes);
        done(result);
    }

    fn forgetting(&self) -> Result<Vec<KeyHash>, StoreError> {
        Ok(self.inner.lock().unwrap().forgetting.clone())
    }

    fn known(&self, key: KeyHash) -> Result<KeyState, StoreError> {
        let inner = self.inner.lock().unwrap();
        let session = inner.sessions.iter().find(|session| session.key == key).cloned();
        Ok(match session {
            Some(session) => KeyState::Session(session),
            None if inner.persons.iter().any(|person| person.id == key) => KeyState::Ended,
            None => KeyState::Stranger,
        })
    }

    fn person(&self, who: PersonLookup<'_>) -> Result<Option<Person>, StoreError> {
        let is_it = |person: &&Person| match who {
            PersonLookup::Id(id) => person.id == id,
            PersonLookup::Name(name) => person.account.as_ref().is_some_and(|account| account.folded == name),
        };
        Ok(self.inner.lock().unwrap().persons.iter().find(is_it).cloned())
    }

    fn sessions(&self, person: KeyHash) -> Result<Vec<Session>, StoreError> {
        let inner = self.inner.lock().unwrap();
        let mut sessions: Vec<Session> =
            inner.sessions.iter().filter(|session| session.person == person).cloned().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.seen));
        Ok(sessions)
    }
}

impl Results for MemoryStore {
    fn results(&self, after: u64, limit: usize) -> Result<Vec<(u64, GameResult)>, StoreError> {
        Ok(self.inner().results.read(after, limit))
    }

    fn is_shown(&self, person: KeyHash) -> Result<bool, StoreError> {
        Ok(self.inner().results.is_shown(person))
    }
}

impl Blocks for MemoryStore {
    fn blocks_of(&self, person: KeyHash) -> Result<Vec<Block>, StoreError> {
        Ok(read_of_in(&self.inner.lock().unwrap().blocks, person))
    }

    fn blocked_by(&self, person: KeyHash, others: &[KeyHash]) -> Result<Vec<KeyHash>, StoreError> {
        let inner = self.inner.lock().unwrap();
        let has_blocked = |other: &KeyHash| {
            inner.blocks.iter().any(|block| (block.person, block.blocked) == (*other, person))
        };
        Ok(others.iter().copied().filter(has_blocked).collect())
    }
}

impl Moderation for MemoryStore {
    fn roles(&self) -> Result<Vec<RoleGrant>, StoreError> {
        Ok(self.inner.lock().unwrap().moderation.roles())
    }

    fn reports(&self, which: ReportFilter, page: Page) -> Result<Vec<Report>, StoreError> {
        Ok(self.inner.lock().unwrap().moderation.reports(which, page))
    }

    fn report(&self, id: u64) -> Result<Option<Report>, StoreError> {
        Ok(self.inner.lock().unwrap().moderation.report(id))
    }

    fn sanctions(&self, which: SanctionFilter, page: Page) -> Result<Vec<Sanction>, StoreError> {
        Ok(self.inner.lock().unwrap().moderation.sanctions(which, page))
    }

    fn last_numbers(&self) -> Result<(u64, u64), StoreError> {
        Ok(self.inner.lock().unwrap().moderation.last_numbers())
    }

    fn audit(&self, page: Page) -> Result<Vec<AuditEntry>, StoreError> {
        Ok(self.inner.lock().unwrap().moderation.audit(page))
    }

    fn check_audit(&self) -> Result<AuditCheck, StoreError> {
        Ok(self.inner.lock().unwrap().moderation.check_audit())
    }
}
