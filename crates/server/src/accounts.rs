//! People: whose a key is, their devices, their accounts.
//!
//! A person is known by the hash of the first key they got; the logs of tables call them that. A guest is nothing but
//! that key. Whoever goes on at a second device, or makes an account, is kept as a [`Person`] with a [`Session`] for each
//! device; every device has a key of its own, so that each can be ended alone. A key never changes hands: signing in,
//! signing up and going on elsewhere make new ones, so a key that somebody else knew before is worth nothing after.

use crate::buckets::{Buckets, Rate};
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use crate::names::{fold, is_reserved};
use crate::passwords::Pool;
use crate::storing::{change, read};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::{Account, Change, Known, Person, Session, Store, StoreError, Who, now};
use table::keys::{Key, KeyHash, read_transfer_code, transfer_code};
use tokio::sync::{Semaphore, watch};

/// In milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// How long a session of an account lasts after it was last used.
const ACCOUNT_SESSION: u64 = 90 * DAY;
/// How long a session of a guest with several devices lasts; there is no way back without one.
const GUEST_SESSION: u64 = 400 * DAY;
/// Keys whose holders are kept in memory, twice.
const REMEMBERED: usize = 20_000;
/// Sessions that one person may have; the one that was used longest ago gives way.
const SESSIONS_MAX: usize = 50;
/// Codes for other devices that are good at the same time.
const TRANSFERS_MAX: usize = 10_000;
/// Passwords that are hashed at the same time, and so the buffers of 19 MiB that are ever made.
const HASHING: usize = 2;
/// Passwords that may wait for that.
const WAITING: usize = 32;
/// The shortest password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// The longest password, in characters.
pub const PASSWORD_MAX: usize = 200;

/// Why an operation on an account was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AccountError {
    /// The name is empty, too long, or has characters that an account's name cannot have.
    BadName,
    /// Another account has the name, or one that looks like it, or nobody may.
    NameTaken,
    /// The password is too short, too long, or too easily guessed.
    BadPassword,
    /// There is no account with this name and password.
    WrongPassword,
    /// The code is wrong, was used, or is past its time.
    BadTransfer,
    /// Only somebody with an account, or with a key, may do that.
    Unknown,
    /// Too many attempts; another one may be made after this time.
    TooMany(Duration),
    /// It could not be stored or read.
    Store(StoreError),
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        match error {
            StoreError::NameTaken => AccountError::NameTaken,
            error => AccountError::Store(error),
        }
    }
}

/// Who asks, and from where.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The hash of the key that was sent, if it is good, and whose it is.
    pub known: Option<(KeyHash, KeyHash)>,
    /// The network they ask from; `None` for who need not be limited.
    pub network: Option<IpAddr>,
    /// Their device, in the words of their browser.
    pub device: String,
}

/// That somebody is known at a device from now on.
#[derive(Clone, Debug)]
pub struct Arrived {
    /// The key of the device.
    pub key: Key,
    /// Whose it is.
    pub person: KeyHash,
    /// The name of their account, if they have one.
    pub name: Option<String>,
}

/// What is kept of a person, for that person.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The name of their account.
    pub name: Option<String>,
    /// Since when anything is kept.
    pub since: Option<u64>,
    /// Their devices, the one that was used last first; none while a guest has one device only.
    pub sessions: Vec<Session>,
}

struct Transfer {
    person: KeyHash,
    /// The device that gives, and its key: it becomes a session with the taking.
    from: (KeyHash, String),
    until: Instant,
}

#[derive(Clone, Copy)]
struct Remembered {
    person: Option<KeyHash>,
    until: u64,
    seen: u64,
}

/// Whose keys are, as far as it was asked for lately.
#[derive(Default)]
struct Memory {
    young: HashMap<KeyHash, Remembered>,
    old: HashMap<KeyHash, Remembered>,
    /// Counts changes: what was read before one is not remembered after it.
    changes: u64,
}

impl Memory {
    fn get(&mut self, key: KeyHash) -> Option<Remembered> {
        if let Some(&found) = self.young.get(&key) {
            return Some(found);
        }
        let found = self.old.remove(&key)?;
        self.put(key, found);
        Some(found)
    }

    fn put(&mut self, key: KeyHash, found: Remembered) {
        if self.young.len() >= REMEMBERED {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, found);
    }

    fn forget(&mut self, person: KeyHash, keys: &[KeyHash]) {
        self.changes += 1;
        for map in [&mut self.young, &mut self.old] {
            map.retain(|key, found| found.person != Some(person) && *key != person && !keys.contains(key));
        }
    }
}

/// All people of one server.
pub struct Accounts {
    store: Arc<dyn Store>,
    memory: Mutex<Memory>,
    transfers: Mutex<HashMap<[u8; 32], Transfer>>,
    transfer_time: Duration,
    /// Counts sessions that ended, so that streams look whether theirs did.
    ended: watch::Sender<u64>,
    hashing: Arc<Semaphore>,
    buffers: Arc<Pool>,
    waiting: AtomicUsize,
    /// Passwords that are wrong.
    from_network: Buckets<IpAddr>,
    for_name: Buckets<String>,
    new_accounts: Buckets<IpAddr>,
    /// Codes for other devices that are wrong.
    codes: Buckets<IpAddr>,
    /// Whatever hashes a password or writes something about a person, done or not.
    acts: Buckets<IpAddr>,
    /// People who are deleted: for that the store is swept.
    deleted: Buckets<IpAddr>,
}

impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Accounts")
    }
}

/// A rate limit: so many attempts at once after a pause, then one every so many seconds.
fn limit<K: Hash + Eq + Clone>(burst: u32, seconds: u64) -> Buckets<K> {
    Buckets::new(Rate::one_per(Duration::from_secs(seconds), burst))
}

/// Counts an attempt against a rate limit.
fn take<K: Hash + Eq + Clone>(limit: &Buckets<K>, key: &K) -> Result<(), AccountError> {
    limit.take(key, Instant::now()).map_err(too_many)
}

/// What comes of more than is allowed.
fn too_many(wait: Duration) -> AccountError {
    METRICS.note_refused(Limit::Accounts);
    AccountError::TooMany(wait)
}

impl Accounts {
    /// The people that a store keeps; a code for another device is good for so long.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, transfer_time: Duration) -> Accounts {
        Accounts {
            store,
            memory: Mutex::default(),
            transfers: Mutex::default(),
            transfer_time,
            ended: watch::channel(0).0,
            hashing: Arc::new(Semaphore::new(HASHING)),
            buffers: Arc::default(),
            waiting: AtomicUsize::new(0),
            from_network: limit(20, 15),
            for_name: limit(10, 30),
            new_accounts: limit(10, 300),
            codes: limit(10, 60),
            acts: limit(60, 10),
            deleted: limit(10, 300),
        }
    }

    /// Counts something that costs more than a request. Every verb of this module that does begins with it.
    fn act(&self, asker: &Asker) -> Result<(), AccountError> {
        asker.network.map_or(Ok(()), |network| take(&self.acts, &network))
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        lock(&self.memory)
    }

    /// Changes counted up whenever sessions end.
    pub(crate) fn ended(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    /// Whose a key is; `None` if its session ended.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn holder(&self, key: &Key) -> Result<Option<KeyHash>, StoreError> {
        let hash = key.hash();
        // Who is known by this key alone, and is no guest, is nobody any more.
        Ok(self.holder_of(hash).await?.filter(|person| *person != hash || !key.is_of_session()))
    }

    /// The same by what is kept of the key.
    pub(crate) async fn holder_of(&self, key: KeyHash) -> Result<Option<KeyHash>, StoreError> {
        let (found, changes) = {
            let mut memory = self.memory();
            (memory.get(key), memory.changes)
        };
        let now = now();
        let found = match found {
            Some(found) => found,
            None => {
                let found = match read(&self.store, move |store| store.known(key)).await? {
                    Known::Session(session) => {
                        Remembered { person: Some(session.person), until: session.until, seen: session.seen }
                    }
                    Known::Ended => Remembered { person: None, until: u64::MAX, seen: u64::MAX },
                    Known::Stranger => Remembered { person: Some(key), until: u64::MAX, seen: u64::MAX },
                };
                let mut memory = self.memory();
                if memory.changes == changes {
                    memory.put(key, found);
                }
                found
            }
        };
        let Some(person) = found.person.filter(|_| found.until > now) else { return Ok(None) };
        if found.seen.saturating_add(DAY) < now {
            // As long as it was meant to last after its last use, it lasts after this one.
            let until = now + found.until.saturating_sub(found.seen);
            let mut memory = self.memory();
            if memory.changes == changes {
                memory.put(key, Remembered { until, seen: now, ..found });
            }
            drop(memory);
            let used = Change::Used { key, at: now, until };
            self.store.change(
                vec![used],
                Box::new(|result| {
                    if let Err(error) = result {
                        tracing::warn!(%error, "it cannot be noted that a session is used");
                    }
                }),
            );
        }
        Ok(Some(person))
    }

    /// Changes what is kept of a person.
    async fn change(
        &self,
        person: KeyHash,
        keys: &[KeyHash],
        changes: Vec<Change>,
    ) -> Result<(), StoreError> {
        let ends = changes.iter().any(|change| {
            matches!(change, Change::End(_) | Change::EndOthers { .. } | Change::Forget(_) | Change::Keep(_))
        });
        let result = change(&self.store, changes).await;
        self.memory().forget(person, keys);
        if ends {
            self.ended.send_modify(|count| *count += 1);
        }
        result
    }

    async fn person(&self, id: KeyHash) -> Result<Option<Person>, StoreError> {
        read(&self.store, move |store| store.person(Who::Id(id))).await
    }

    /// The person with an account of this folded name.
    async fn by_name(&self, folded: String) -> Result<Option<Person>, StoreError> {
        read(&self.store, move |store| store.person(Who::Name(&folded))).await
    }

    async fn sessions(&self, id: KeyHash) -> Result<Vec<Session>, StoreError> {
        read(&self.store, move |store| store.sessions(id)).await
    }

    /// What is kept of a person.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn kept(&self, id: KeyHash) -> Result<Kept, StoreError> {
        let person = self.person(id).await?;
        let now = now();
        let mut sessions = self.sessions(id).await?;
        sessions.retain(|session| session.until > now);
        let since = person.as_ref().map(|person| person.since);
        let name = person.and_then(|person| person.account).map(|account| account.name);
        Ok(Kept { name, since, sessions })
    }

    /// The person with an account of this name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn named(&self, name: &str) -> Result<Option<KeyHash>, StoreError> {
        Ok(self.by_name(fold(name).unwrap_or_default()).await?.map(|person| person.id))
    }

    /// A session that begins now, and what must give way to it.
    async fn begin(&self, person: &Person, key: KeyHash, device: &str) -> Result<Vec<Change>, StoreError> {
        let (at, life) = (now(), if person.account.is_some() { ACCOUNT_SESSION } else { GUEST_SESSION });
        let mut changes: Vec<Change> = self
            .sessions(person.id)
            .await?
            .into_iter()
            .enumerate()
            .filter(|(n, session)| session.until <= at || *n + 1 >= SESSIONS_MAX)
            .map(|(_, session)| Change::End(session.key))
            .collect();
        let session = Session {
            key,
            person: person.id,
            since: at,
            seen: at,
            until: at + life,
            device: device.to_owned(),
        };
        changes.push(Change::Begin(session));
        Ok(changes)
    }

    /// Makes these changes, and gives the device that asks a key of the person.
    async fn let_in(
        &self,
        person: Person,
        asker: &Asker,
        mut changes: Vec<Change>,
    ) -> Result<Arrived, AccountError> {
        let key = Key::of_session();
        changes.extend(self.begin(&person, key.hash(), &asker.device).await?);
        let before: Vec<KeyHash> = asker.known.map(|(key, _)| key).into_iter().collect();
        self.change(person.id, &before, changes).await?;
        Ok(Arrived { key, person: person.id, name: person.account.map(|account| account.name) })
    }
}

/// Going on at another device.
impl Accounts {
    /// A code that takes whoever asks to another device; the one they had before is no longer good.
    ///
    /// # Errors
    /// If nobody knows the asker.
    pub fn transfer(&self, asker: &Asker) -> Result<String, AccountError> {
        let (key, person) = asker.known.ok_or(AccountError::Unknown)?;
        self.act(asker)?;
        let code = transfer_code();
        let mut transfers = lock(&self.transfers);
        let now = Instant::now();
        transfers.retain(|_, transfer| transfer.until > now && transfer.person != person);
        if transfers.len() >= TRANSFERS_MAX {
            return Err(too_many(self.transfer_time));
        }
        let transfer =
            Transfer { person, from: (key, asker.device.clone()), until: now + self.transfer_time };
        transfers.insert(hash_of(&code), transfer);
        Ok(code)
    }

    /// How long codes are good.
    #[must_use]
    pub fn transfer_time(&self) -> Duration {
        self.transfer_time
    }

    /// Takes whoever made the code to the device that asks. The code is used up.
    ///
    /// # Errors
    /// If the code is not good, or too many were tried.
    pub async fn arrive(&self, code: &str, asker: &Asker) -> Result<Arrived, AccountError> {
        self.act(asker)?;
        if let Some(network) = &asker.network {
            take(&self.codes, network)?;
        }
        let code = read_transfer_code(code).ok_or(AccountError::BadTransfer)?;
        let transfer = {
            let mut transfers = lock(&self.transfers);
            transfers.remove(&hash_of(&code))
        };
        let transfer =
            transfer.filter(|transfer| transfer.until > Instant::now()).ok_or(AccountError::BadTransfer)?;
        let (from, device) = transfer.from;
        // Who was signed out meanwhile gives nothing on.
        if self.holder_of(from).await? != Some(transfer.person) {
            return Err(AccountError::BadTransfer);
        }
        if let Some(network) = &asker.network {
            self.codes.give_back(network);
        }
        let mut changes = Vec::new();
        let person = match self.person(transfer.person).await? {
            Some(person) => person,
            None => {
                let person = Person { id: transfer.person, since: now(), account: None };
                changes.push(Change::Keep(person.clone()));
                // From now on the first key too is good by its session.
                changes.extend(self.begin(&person, from, &device).await?);
                person
            }
        };
        changes.extend(self.leave_behind(asker).await?);
        self.let_in(person, asker, changes).await
    }

    /// The session that the device had ends when it gets another key: nobody holds that key any more.
    async fn leave_behind(&self, asker: &Asker) -> Result<Vec<Change>, StoreError> {
        let Some((key, person)) = asker.known else { return Ok(Vec::new()) };
        // A guest with one device is their key: there is nothing to end. Their tables are brought along, or left.
        let kept = self.person(person).await?.is_some();
        Ok(if kept { vec![Change::End(key)] } else { Vec::new() })
    }
}

fn hash_of(code: &str) -> [u8; 32] {
    *blake3::hash(code.as_bytes()).as_bytes()
}

/// Accounts.
impl Accounts {
    /// Makes an account of the asker; whoever has no key yet is new.
    ///
    /// # Errors
    /// If the name or the password cannot be, or the asker has an account.
    pub async fn sign_up(&self, name: &str, password: &str, asker: &Asker) -> Result<Arrived, AccountError> {
        let name = table::entry::clean_name(name).ok_or(AccountError::BadName)?;
        let folded = fold(&name).ok_or(AccountError::BadName)?;
        if is_reserved(&folded) {
            return Err(AccountError::NameTaken);
        }
        check_password(password, &folded)?;
        self.act(asker)?;
        let before = match asker.known {
            Some((_, id)) => self.person(id).await?,
            None => None,
        };
        if before.as_ref().is_some_and(|person| person.account.is_some()) {
            return Err(AccountError::Unknown);
        }
        if self.named(&name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        if let Some(network) = &asker.network {
            take(&self.new_accounts, network)?;
        }
        let password = self.hash(password).await?;
        let id = asker.known.map_or_else(|| Key::random().hash(), |(_, id)| id);
        let account = Account { name, folded, password };
        let since = before.as_ref().map_or_else(now, |person| person.since);
        let person = Person { id, since, account: Some(account) };
        // The key that the device had until now is not good any more: somebody else may have put it there.
        let mut changes: Vec<Change> = asker.known.map(|(key, _)| Change::End(key)).into_iter().collect();
        changes.push(Change::Keep(person.clone()));
        self.let_in(person, asker, changes).await
    }

    /// Signs somebody in.
    ///
    /// # Errors
    /// If name and password do not belong together, or too many were tried.
    pub async fn sign_in(&self, name: &str, password: &str, asker: &Asker) -> Result<Arrived, AccountError> {
        let folded = fold(name).ok_or(AccountError::WrongPassword)?;
        self.act(asker)?;
        let person = self.check(&folded, password, asker.network).await?;
        let changes = self.leave_behind(asker).await?;
        self.let_in(person, asker, changes).await
    }

    /// Whoever has this name and this password. Names that nobody has take as long as others, and count alike.
    async fn check(
        &self,
        folded: &str,
        password: &str,
        network: Option<IpAddr>,
    ) -> Result<Person, AccountError> {
        let name = folded.to_owned();
        if let Some(network) = &network {
            take(&self.from_network, network)?;
        }
        take(&self.for_name, &name)?;
        if password.chars().count() > PASSWORD_MAX {
            return Err(AccountError::WrongPassword);
        }
        let person = self.by_name(name.clone()).await?;
        let hash = person.as_ref().and_then(|person| person.account.as_ref()).map(|a| a.password.clone());
        if !self.verify(password, hash).await? {
            return Err(AccountError::WrongPassword);
        }
        self.for_name.give_back(&name);
        if let Some(network) = &network {
            self.from_network.give_back(network);
        }
        person.ok_or(AccountError::WrongPassword)
    }

    /// Whether the asker may be deleted: with the password of their account; guests have none, and need none.
    ///
    /// # Errors
    /// If it is another password, or too many were tried or deleted.
    pub async fn confirm(&self, password: &str, asker: &Asker) -> Result<(), AccountError> {
        let (_, id) = asker.known.ok_or(AccountError::Unknown)?;
        self.act(asker)?;
        if let Some(network) = &asker.network {
            take(&self.deleted, network)?;
        }
        match self.person(id).await?.and_then(|person| person.account) {
            Some(account) => self.check(&account.folded, password, asker.network).await.map(drop),
            None => Ok(()),
        }
    }

    /// Gives the asker another password. All sessions end; the device that asks gets a new one.
    ///
    /// # Errors
    /// If the old password is wrong or the new one cannot be.
    pub async fn change_password(
        &self,
        old: &str,
        new: &str,
        asker: &Asker,
    ) -> Result<Arrived, AccountError> {
        let (_, id) = asker.known.ok_or(AccountError::Unknown)?;
        let account =
            self.person(id).await?.and_then(|person| person.account).ok_or(AccountError::Unknown)?;
        check_password(new, &account.folded)?;
        self.act(asker)?;
        let person = self.check(&account.folded, old, asker.network).await?;
        let account = Account { password: self.hash(new).await?, ..account };
        let person = Person { account: Some(account), ..person };
        let changes = vec![Change::EndOthers { person: id, but: None }, Change::Keep(person.clone())];
        self.forget_transfers(id);
        self.let_in(person, asker, changes).await
    }

    /// Ends the session of the asker. A guest with one device only is nobody's from then on; of one with no table nothing
    /// is kept that could be ended.
    ///
    /// # Errors
    /// If it cannot be stored, or too much was done in a short time.
    pub async fn sign_out(&self, asker: &Asker) -> Result<(), AccountError> {
        let Some((key, id)) = asker.known else { return Ok(()) };
        self.act(asker)?;
        self.forget_transfers(id);
        let mut changes = vec![Change::End(key)];
        if self.person(id).await?.is_none() {
            if read(&self.store, move |store| store.tables_of(id, 1)).await?.is_empty() {
                return Ok(());
            }
            changes.push(Change::Keep(Person { id, since: now(), account: None }));
        }
        Ok(self.change(id, &[key], changes).await?)
    }

    /// Ends all other sessions of the asker.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn sign_out_others(&self, asker: &Asker) -> Result<(), AccountError> {
        let (key, id) = asker.known.ok_or(AccountError::Unknown)?;
        self.act(asker)?;
        self.forget_transfers(id);
        let end = Change::EndOthers { person: id, but: Some(key) };
        Ok(self.change(id, &[], vec![end]).await?)
    }

    /// Ends a session of the asker by its short name.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn end(&self, short: &str, asker: &Asker) -> Result<(), AccountError> {
        let (_, id) = asker.known.ok_or(AccountError::Unknown)?;
        self.act(asker)?;
        let sessions = self.sessions(id).await?;
        let ends: Vec<Change> = sessions
            .iter()
            .filter(|session| session.key.short() == short)
            .map(|session| Change::End(session.key))
            .collect();
        self.forget_transfers(id);
        if ends.is_empty() {
            return Ok(());
        }
        Ok(self.change(id, &[], ends).await?)
    }

    /// Notes that a person is to be forgotten; `false` if nothing is kept of them.
    ///
    /// # Errors
    /// If it cannot be stored or read.
    pub(crate) async fn begin_to_forget(&self, id: KeyHash) -> Result<bool, StoreError> {
        let is_kept = read(&self.store, move |store| {
            Ok(!store.tables_of(id, 1)?.is_empty()
                || !store.sessions(id)?.is_empty()
                || !store.blocks_of(id)?.is_empty()
                || store.person(Who::Id(id))?.is_some()
                || store.forgetting()?.contains(&id))
        });
        if !is_kept.await? {
            return Ok(false);
        }
        change(&self.store, vec![Change::Forgetting(id)]).await?;
        Ok(true)
    }

    /// Keeps nothing of a person any more. Their tables are the hub's business.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn forget(&self, id: KeyHash) -> Result<(), StoreError> {
        self.forget_transfers(id);
        let keys: Vec<KeyHash> = self.sessions(id).await?.iter().map(|session| session.key).collect();
        self.change(id, &keys, vec![Change::Forget(id)]).await
    }

    fn forget_transfers(&self, id: KeyHash) {
        let mut transfers = lock(&self.transfers);
        transfers.retain(|_, transfer| transfer.person != id);
    }
}

/// Passwords.
impl Accounts {
    /// Hashes or verifies away from the sockets, few at a time.
    async fn slowly<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Pool) -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        struct Waits<'a>(&'a AtomicUsize);
        impl Drop for Waits<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waits = Waits(&self.waiting);
        if waiting >= WAITING {
            return Err(too_many(Duration::from_secs(5)));
        }
        let closed = || AccountError::Store(StoreError::Closed);
        let permit = Arc::clone(&self.hashing).acquire_owned().await.map_err(|_| closed())?;
        let buffers = Arc::clone(&self.buffers);
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&buffers);
            // Held by the work, not by who waits for it: who goes away does not make room for more memory.
            drop(permit);
            done
        });
        done.await.map_err(|_| closed())
    }

    async fn hash(&self, password: &str) -> Result<String, AccountError> {
        let password = password.to_owned();
        self.slowly(move |buffers| buffers.hash(&password)).await
    }

    /// Whether a password has this hash; against no hash at all it takes as long.
    async fn verify(&self, password: &str, hash: Option<String>) -> Result<bool, AccountError> {
        let password = password.to_owned();
        self.slowly(move |buffers| buffers.verify(&password, hash.as_deref())).await
    }
}

/// Refuses what anybody would try first.
fn check_password(password: &str, folded: &str) -> Result<(), AccountError> {
    let length = password.chars().count();
    let mut letters: Vec<char> = password.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let is_name = fold(password).is_some_and(|text| text == folded);
    let is_known = ["12345678", "123456789", "1234567890", "password", "passwort", "qwertyui", "qwertzui"]
        .contains(&password.to_lowercase().as_str());
    if (PASSWORD_MIN..=PASSWORD_MAX).contains(&length) && letters.len() >= 4 && !is_name && !is_known {
        Ok(())
    } else {
        Err(AccountError::BadPassword)
    }
}
