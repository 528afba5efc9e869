//! People: the owners of keys, their devices and their accounts.
//!
//! A person is known by the hash of the first key they got; the logs of tables identify them by it. A guest is nothing but that
//! key. A person who goes on at a second device, or makes an account, is stored as a [`Person`] with a [`Session`] for each
//! device; every device has a key of its own, so that each session can be ended alone. A key never changes hands: signing in,
//! signing up and going on elsewhere make new ones, so a key that somebody else knew before is worth nothing after.

mod devices;
mod established;
mod forgetting;
mod known;
mod memory;
mod password;
mod recovery;
mod signing;

pub(crate) use established::established;
pub use known::DeviceProofs;
pub use password::{PASSWORD_MAX, PASSWORD_MIN};
pub use recovery::{CodesLeft, RECOVERY_CODES};

use crate::buckets::{Buckets, Rate};
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use crate::names::fold;
use crate::passwords::Pool;
use crate::recent::Recent;
use crate::shared_state::SharedState;
use crate::storing::{change_then, read};
use devices::{TRANSFERS_MAX, Transfer};
use known::{DeviceNumber, KnownNetworks, Pair};
use memory::{KeyCache, Remembered};
use pages::{AccountFault, Weakness};
use password::HASHING;
use std::fmt;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::{Change, KeyState, Person, PersonLookup, Session, Store, StoreError, now};
use table::keys::{Key, KeyHash};
use tokio::sync::{Semaphore, watch};

/// In milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// The lifetime of an account's session after its last use.
const ACCOUNT_SESSION: u64 = 90 * DAY;
/// The lifetime of a session of a guest with several devices. A guest who loses it has no way back.
const GUEST_SESSION: u64 = 400 * DAY;
/// Sessions that one person may have; the one that was used longest ago gives way.
const SESSIONS_MAX: usize = 50;

/// The reason an account operation failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountError {
    /// A reason without details.
    Fault(AccountFault),
    /// The password is too short, too long, or too easily guessed.
    BadPassword(Weakness),
    /// Too many attempts; another one may be made after this time.
    TooMany(Duration),
    /// It could not be stored or read.
    Store(StoreError),
}

impl From<AccountFault> for AccountError {
    fn from(fault: AccountFault) -> AccountError {
        AccountError::Fault(fault)
    }
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        match error {
            StoreError::NameTaken => AccountFault::NameTaken.into(),
            StoreError::CodeSpent => AccountFault::BadCode.into(),
            // The password was changed, or the account deleted, while this one was looked at.
            StoreError::Stale => AccountFault::WrongPassword.into(),
            error => AccountError::Store(error),
        }
    }
}

/// The user who makes a request, and where it comes from.
#[derive(Clone, Debug)]
pub struct Requester {
    /// The hash of the key that was sent, if it is valid, and the person it belongs to.
    pub known: Option<(KeyHash, KeyHash)>,
    /// The network the request comes from; `None` if it is exempt from rate limits.
    pub network: Option<IpAddr>,
    /// Their device, in the words of their browser.
    pub device: String,
    /// The proofs by which the device is recognised at accounts where it has signed in before.
    pub proofs: DeviceProofs,
}

/// A device after signing up, signing in or taking over a session: its new key and the person it belongs to.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The key of the device.
    pub key: Key,
    /// The person the key belongs to.
    pub person: KeyHash,
    /// The name of their account, if they have one.
    pub name: Option<String>,
    /// The proofs that the device presents to accounts from its next request on.
    pub proofs: DeviceProofs,
}

/// The stored data of a person that the person may see.
#[derive(Clone, Debug)]
pub struct PersonalData {
    /// The name of their account.
    pub name: Option<String>,
    /// The time of the first stored data.
    pub since: Option<u64>,
    /// The person's devices, the most recently used first; empty while a guest has only one device.
    pub sessions: Vec<Session>,
}

/// All people of one server.
pub struct Accounts {
    store: Arc<dyn Store>,
    memory: Arc<Mutex<KeyCache>>,
    /// By the hash of a code.
    transfers: Recent<[u8; 32], Transfer>,
    /// Counts sessions that ended, so that streams look whether theirs did.
    ended: watch::Sender<u64>,
    hashing: Arc<Semaphore>,
    buffers: Arc<Pool>,
    waiting: AtomicUsize,
    /// Wrong passwords from strangers: by network, and by name.
    from_network: Buckets<IpAddr>,
    for_name: Buckets<String>,
    /// Wrong passwords from devices and networks that are known to the account.
    for_device: Buckets<(String, DeviceNumber)>,
    for_known_network: Buckets<Pair>,
    networks: KnownNetworks,
    new_accounts: Buckets<IpAddr>,
    /// Wrong codes for other devices.
    codes: Buckets<IpAddr>,
    /// Wrong recovery codes.
    recoveries: Buckets<IpAddr>,
    /// Attempts at anything that hashes a password or writes something about a person, successful or not.
    acts: Buckets<IpAddr>,
    /// Deletions of people: each makes the store sweep.
    deleted: Buckets<IpAddr>,
}

impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Accounts")
    }
}

/// Returns a rate limit of `burst` attempts at once after a pause, then one every `seconds`.
fn limit<K: Hash + Eq + Clone>(burst: u32, seconds: u64) -> Buckets<K> {
    Buckets::new(Rate::one_per(Duration::from_secs(seconds), burst))
}

/// Counts an attempt against a rate limit.
fn take<K: Hash + Eq + Clone>(limit: &Buckets<K>, key: &K) -> Result<(), AccountError> {
    limit.take(key, Instant::now()).map_err(too_many)
}

/// Counts a refusal and returns the error for too many attempts.
fn too_many(wait: Duration) -> AccountError {
    METRICS.note_refused(Limit::Accounts);
    AccountError::TooMany(wait)
}

impl Accounts {
    /// Creates the accounts of a store; a code for another device is valid for `transfer_time`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, transfer_time: Duration) -> Accounts {
        Accounts {
            store,
            memory: Arc::default(),
            transfers: Recent::new(transfer_time, TRANSFERS_MAX),
            ended: watch::channel(0).0,
            hashing: Arc::new(Semaphore::new(HASHING)),
            buffers: Arc::default(),
            waiting: AtomicUsize::new(0),
            from_network: limit(20, 15),
            for_name: limit(10, 30),
            for_device: limit(10, 30),
            for_known_network: limit(10, 30),
            networks: KnownNetworks::new(),
            new_accounts: limit(10, 300),
            codes: limit(10, 60),
            recoveries: limit(10, 60),
            acts: limit(60, 10),
            deleted: limit(10, 300),
        }
    }

    /// What the nodes of a cluster have in common: whoever looks after accounts next goes on where this node was.
    pub fn shared(&self) -> [(&'static str, &dyn SharedState); 11] {
        [
            ("passwords from networks", &self.from_network),
            ("passwords for names", &self.for_name),
            ("passwords from devices", &self.for_device),
            ("passwords from known networks", &self.for_known_network),
            ("known networks", self.networks.shared()),
            ("new accounts", &self.new_accounts),
            ("transfer codes", &self.codes),
            ("issued transfer codes", &self.transfers),
            ("recovery codes", &self.recoveries),
            ("acts", &self.acts),
            ("deletions", &self.deleted),
        ]
    }

    /// Counts something that costs more than a request. Every verb of this module that does begins with it.
    fn act(&self, asker: &Requester) -> Result<(), AccountError> {
        asker.network.map_or(Ok(()), |network| take(&self.acts, &network))
    }

    fn memory(&self) -> MutexGuard<'_, KeyCache> {
        lock(&self.memory)
    }

    /// Changes counted up whenever sessions end.
    pub fn ended(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    /// Returns the person a key belongs to; `None` if its session has ended.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn holder(&self, key: &Key) -> Result<Option<KeyHash>, StoreError> {
        let hash = key.hash();
        // Who is known by this key alone, and is no guest, is nobody any more.
        Ok(self.holder_of(hash).await?.filter(|person| *person != hash || !key.is_of_session()))
    }

    /// Returns the person to whom the key with this hash belongs; `None` if its session has ended.
    pub async fn holder_of(&self, key: KeyHash) -> Result<Option<KeyHash>, StoreError> {
        let (found, changes) = {
            let mut memory = self.memory();
            (memory.get(key), memory.changes)
        };
        let now = now();
        let found = match found {
            Some(found) => found,
            None => {
                let found = match read(&self.store, move |store| store.known(key)).await? {
                    KeyState::Session(session) => {
                        Remembered { person: Some(session.person), until: session.until, seen: session.seen }
                    }
                    KeyState::Ended => Remembered { person: None, until: u64::MAX, seen: u64::MAX },
                    KeyState::Stranger => Remembered { person: Some(key), until: u64::MAX, seen: u64::MAX },
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

    /// Changes the stored data of a person and drops them from the cache, even if the caller has gone away by then: a session
    /// that has ended must not go on.
    async fn change(
        &self,
        person: KeyHash,
        keys: &[KeyHash],
        changes: Vec<Change>,
    ) -> Result<(), StoreError> {
        let ends = changes.iter().any(|change| {
            matches!(change, Change::End(_) | Change::EndOthers { .. } | Change::Forget(_) | Change::Keep(_))
        });
        let (memory, ended, keys) = (Arc::clone(&self.memory), self.ended.clone(), keys.to_vec());
        let then = move |_: &Result<(), StoreError>| {
            lock(&memory).forget(person, &keys);
            if ends {
                ended.send_modify(|count| *count += 1);
            }
        };
        change_then(&self.store, changes, then).await
    }

    /// Forgets what it remembers of keys, as another node has changed something, and has streams look whether their sessions ended.
    pub fn refresh(&self) {
        self.memory().clear();
        self.ended.send_modify(|count| *count += 1);
    }

    async fn person(&self, id: KeyHash) -> Result<Option<Person>, StoreError> {
        read(&self.store, move |store| store.person(PersonLookup::Id(id))).await
    }

    /// The person with an account of this folded name.
    async fn by_name(&self, folded: String) -> Result<Option<Person>, StoreError> {
        read(&self.store, move |store| store.person(PersonLookup::Name(&folded))).await
    }

    async fn sessions(&self, id: KeyHash) -> Result<Vec<Session>, StoreError> {
        read(&self.store, move |store| store.sessions(id)).await
    }

    /// Returns the stored data of a person.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn kept(&self, id: KeyHash) -> Result<PersonalData, StoreError> {
        let person = self.person(id).await?;
        let now = now();
        let mut sessions = self.sessions(id).await?;
        sessions.retain(|session| session.until > now);
        let since = person.as_ref().map(|person| person.since);
        let name = person.and_then(|person| person.account).map(|account| account.name);
        Ok(PersonalData { name, since, sessions })
    }

    /// The person with an account of this name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn named(&self, name: &str) -> Result<Option<KeyHash>, StoreError> {
        Ok(self.by_name(fold(name).unwrap_or_default()).await?.map(|person| person.id))
    }

    /// Returns the changes that begin a session and end those that must give way to it.
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
        asker: &Requester,
        mut changes: Vec<Change>,
    ) -> Result<NewSession, AccountError> {
        let key = Key::of_session();
        changes.extend(self.begin(&person, key.hash(), &asker.device).await?);
        let before: Vec<KeyHash> = asker.known.map(|(key, _)| key).into_iter().collect();
        self.change(person.id, &before, changes).await?;
        let proofs = match &person.account {
            Some(account) => {
                self.note_network(person.id, asker.network);
                asker.proofs.with(&account.password)
            }
            None => asker.proofs.clone(),
        };
        Ok(NewSession { key, person: person.id, name: person.account.map(|account| account.name), proofs })
    }
}
