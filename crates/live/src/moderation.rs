//! Moderation: reports of players, sanctions, roles and the audit log.
//!
//! A moderator is admitted once for each request ([`Moderation::admit`]), and every function that reads or changes something
//! takes the [`Moderator`] that this returns. Each act is stored together with its entry in the audit log. Sanctions are cached
//! in memory ([`SanctionSet`]): the command path asks there and reads no store.

mod acts;
mod networks;
mod people;
mod queue;
mod reports;

pub use crate::sanctions::{PersonSanctions, Restriction, SanctionSet};
pub use acts::ActReason;
pub use people::{ModeratedPerson, ViewedTable};
pub use reports::{ReportSubject, Reporter};
pub use store::moderation::{
    Act, Actor, AuditCheck, AuditEntry, Measure, Outcome, Page, Reason, Report, ReportFilter, ReportGroup,
    ReportResolution, Role, RoleGrant, Sanction, SanctionFilter, Subject,
};

use crate::accounts::{AccountError, Accounts, established};
use crate::hub::{Hub, LoadError};
use crate::lock::lock;
use crate::sanctions::SANCTIONS_MAX;
use crate::shared_state::SharedState;
use crate::storing::{change, change_then, read};
use networks::Networks;
use pages::{AccountFault, ModerationFault};
use queue::Open;
use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use store::moderation::{Detail, NewAuditEntry, Step};
use store::{Change, Store, StoreError, now};
use table::host::RejectReason;
use table::keys::{KeyHash, random_bytes};
use tokio::sync::OwnedMutexGuard;

/// The time for which resolved reports and ended sanctions are kept, in milliseconds.
const KEPT: u64 = 180 * 24 * 3600 * 1000;
/// The most resolved reports that are kept.
const RESOLVED_MAX: usize = 20_000;
/// The interval at which old reports and sanctions are purged.
const TIDYING: Duration = Duration::from_secs(24 * 3600);
/// The number of attempts to load the sanctions in force at startup, and the pause between them.
const LOADING: (u32, Duration) = (5, Duration::from_millis(100));
/// The time between startup and the first purge.
const SETTLED: Duration = Duration::from_secs(300);
/// The most items of a list.
pub const PAGE_MAX: usize = 100;

/// The reason a moderation operation failed.
#[derive(Clone, PartialEq, Debug)]
pub enum ModerationError {
    /// The caller does not have the role for it.
    NotAllowed,
    /// The reporter has reported this seat already, and nobody has looked at it yet.
    AlreadyReported,
    /// Too many reports in a short time, or too many that are open; another one may be made after this time.
    TooMany(Duration),
    /// The reporter is suspended.
    Suspended(Restriction),
    /// The text is longer than 300 characters, or has some that cannot be shown.
    BadText,
    /// Another reason.
    Fault(ModerationFault),
    /// The table cannot be read.
    Table(LoadError),
    /// The table rejects it.
    Rejected(RejectReason),
    /// The account cannot be changed.
    Account(AccountError),
    /// It could not be stored or read.
    Store(StoreError),
}

impl From<ModerationFault> for ModerationError {
    fn from(fault: ModerationFault) -> ModerationError {
        ModerationError::Fault(fault)
    }
}

impl From<StoreError> for ModerationError {
    fn from(error: StoreError) -> ModerationError {
        match error {
            StoreError::NameTaken => ModerationError::Account(AccountFault::NameTaken.into()),
            error => ModerationError::Store(error),
        }
    }
}

impl From<LoadError> for ModerationError {
    fn from(error: LoadError) -> ModerationError {
        ModerationError::Table(error)
    }
}

impl From<AccountError> for ModerationError {
    fn from(error: AccountError) -> ModerationError {
        match error {
            AccountError::Fault(AccountFault::NoAccount) => ModerationFault::NoAccount.into(),
            error => ModerationError::Account(error),
        }
    }
}

/// A person who may moderate, for one request. [`Moderation::admit`] returns them.
#[derive(Clone, Copy, Debug)]
pub struct Moderator {
    actor: Actor,
    role: Role,
}

impl Moderator {
    /// The host, who has the data folder.
    pub const HOST: Moderator = Moderator { actor: Actor::Host, role: Role::Admin };

    /// The actor that the audit log names.
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.actor
    }

    /// The role that lets them in.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Refuses everybody but admins.
    fn needs_admin(self) -> Result<(), ModerationError> {
        if self.role == Role::Admin { Ok(()) } else { Err(ModerationError::NotAllowed) }
    }
}

/// The numbers of the last report and the last sanction.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    report: u64,
    sanction: u64,
}

/// The exclusive right to change the data for moderation.
struct ModerationLock {
    last: OwnedMutexGuard<Option<Numbers>>,
    /// The last numbers once the change is stored.
    numbers: Numbers,
}

/// All that a server does to moderate.
pub struct Moderation {
    store: Arc<dyn Store>,
    hub: Arc<Hub>,
    accounts: Arc<Accounts>,
    in_force: Arc<SanctionSet>,
    roles: Arc<Mutex<HashMap<KeyHash, RoleGrant>>>,
    networks: Networks,
    open: Arc<Open>,
    /// The last numbers; `None` if what is in memory may not be what is stored. See [`Moderation::keep`].
    last: Arc<tokio::sync::Mutex<Option<Numbers>>>,
}

impl fmt::Debug for Moderation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Moderation")
    }
}

impl Moderation {
    /// Reads what is in force, in several attempts if it must: a disk that fails for a moment keeps no server from starting.
    /// Must be called before anybody is served.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn load(
        store: Arc<dyn Store>,
        hub: Arc<Hub>,
        accounts: Arc<Accounts>,
    ) -> Result<Arc<Moderation>, StoreError> {
        let moderation = Moderation::new(store, hub, accounts);
        let mut attempts = 1;
        let last = loop {
            match moderation.reread().await {
                Ok(last) => break last,
                Err(error) if attempts == LOADING.0 => return Err(error),
                Err(error) => tracing::warn!(%error, "what is in force cannot be read; it is tried again"),
            }
            attempts += 1;
            tokio::time::sleep(LOADING.1).await;
        };
        *moderation.last.lock().await = Some(last);
        Ok(moderation)
    }

    /// What the nodes of a cluster have in common.
    pub fn shared(&self) -> impl Iterator<Item = (&'static str, &dyn SharedState)> {
        self.open.shared().into_iter().chain([("networks of people", self.networks.shared())])
    }

    /// Creates a moderation that knows of no sanction until something is changed.
    pub fn new(store: Arc<dyn Store>, hub: Arc<Hub>, accounts: Arc<Accounts>) -> Arc<Moderation> {
        let in_force = Arc::clone(hub.in_force());
        Arc::new(Moderation {
            store,
            hub,
            accounts,
            in_force,
            roles: Arc::default(),
            networks: Networks::default(),
            open: Arc::default(),
            last: Arc::default(),
        })
    }

    /// Reads what is stored into memory; returns the last numbers.
    async fn reread(&self) -> Result<Numbers, StoreError> {
        let (roles, open, old, sanctions, last) = read(&self.store, |store| {
            let open = store.reports(ReportFilter::Open, Page::first(queue::OPEN_MAX))?;
            let old = established(store, open.iter().map(|report| report.reporter))?;
            let in_force = SanctionFilter::InForce(now());
            let sanctions = store.sanctions(in_force, Page::first(SANCTIONS_MAX))?;
            Ok((store.roles()?, open, old, sanctions, store.last_numbers()?))
        })
        .await?;
        *lock(&self.roles) = roles.into_iter().map(|granted| (granted.person, granted)).collect();
        self.open.replace(&open, &old);
        self.in_force.replace(sanctions);
        Ok(Numbers { report: last.0, sanction: last.1 })
    }

    /// Reads everything again, as another node has changed something.
    ///
    /// # Errors
    /// If the store cannot be read; then the next change reads it.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let mut last = Arc::clone(&self.last).lock_owned().await;
        *last = None;
        let before = self.in_force.people();
        *last = Some(self.reread().await?);
        for person in before.symmetric_difference(&self.in_force.people()) {
            self.hub.presence_changed(*person);
        }
        Ok(())
    }

    /// Begins a change: no other one begins until this turn is dropped, so what is checked stays true until it is stored.
    async fn begin(&self) -> Result<ModerationLock, StoreError> {
        let mut last = Arc::clone(&self.last).lock_owned().await;
        let numbers = match *last {
            // Another node may have given the next number.
            Some(numbers) if self.hub.nodes().is_none() => numbers,
            _ => *last.insert(self.reread().await?),
        };
        Ok(ModerationLock { last, numbers })
    }

    /// Forgets day by day what has been kept long enough; ends with the server.
    pub async fn run_cleanup(moderation: Weak<Moderation>) {
        // A server that has just started has better things to do.
        tokio::time::sleep(SETTLED).await;
        while let Some(moderation) = moderation.upgrade() {
            let purge = Step::Purge { before: now().saturating_sub(KEPT), resolved_max: RESOLVED_MAX };
            if let Err(error) = change(&moderation.store, vec![Change::Moderate(purge)]).await {
                tracing::warn!(%error, "old reports could not be forgotten; it is tried again tomorrow");
            }
            moderation.in_force.forget_ended(now());
            drop(moderation);
            tokio::time::sleep(TIDYING).await;
        }
    }

    /// The role of a person, if they have one.
    #[must_use]
    pub fn role_of(&self, person: KeyHash) -> Option<Role> {
        lock(&self.roles).get(&person).map(|granted| granted.role)
    }

    /// Admits a person with a role as a moderator.
    ///
    /// # Errors
    /// [`ModerationError::NotAllowed`] for everybody else.
    pub fn admit(&self, person: Option<KeyHash>) -> Result<Moderator, ModerationError> {
        let person = person.ok_or(ModerationError::NotAllowed)?;
        let role = self.role_of(person).ok_or(ModerationError::NotAllowed)?;
        Ok(Moderator { actor: Actor::Person(person), role })
    }

    /// Returns the sanctions in force against a person.
    #[must_use]
    pub fn standing(&self, person: KeyHash) -> PersonSanctions {
        self.in_force.standing(person, now())
    }

    /// Returns all sanctions in force.
    #[must_use]
    pub fn in_force(&self) -> &Arc<SanctionSet> {
        &self.in_force
    }

    /// Returns the number of open reports.
    #[must_use]
    pub fn open_reports(&self) -> usize {
        self.open.len()
    }

    /// Notes the network of a person's request, in memory alone, and only for recently active people.
    pub fn note_network(&self, person: KeyHash, network: Option<IpAddr>) {
        if let Some(network) = network {
            self.networks.note(person, network);
        }
    }

    /// Forgets a person in memory who is forgotten in the store.
    pub fn forget(&self, person: KeyHash) {
        lock(&self.roles).remove(&person);
        self.networks.forget(person);
        self.open.reassign(person, KeyHash::NOBODY);
        self.in_force.forget_texts(person);
    }

    /// A guest goes on as another person, and what is reported or in force goes along.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn reassign(&self, from: KeyHash, to: KeyHash) -> Result<(), StoreError> {
        let turn = self.begin().await?;
        let (open, in_force) = (Arc::clone(&self.open), Arc::clone(&self.in_force));
        let then = move || {
            open.reassign(from, to);
            in_force.reassign(from, to);
        };
        self.keep(turn, vec![Change::Moderate(Step::HandOn { from, to })], then).await
    }

    /// Stores the changes of a turn, and calls `then` once they are stored. The turn ends with that, even if the caller has
    /// gone away by then.
    async fn keep(
        &self,
        mut turn: ModerationLock,
        changes: Vec<Change>,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(), StoreError> {
        // After a failure nobody knows what is stored: the next turn reads everything again.
        *turn.last = None;
        let then = move |result: &Result<(), StoreError>| {
            if result.is_ok() {
                then();
                *turn.last = Some(turn.numbers);
            }
        };
        change_then(&self.store, changes, then).await
    }

    /// Stores one step and its entry in the audit log, like [`Self::keep`].
    async fn enter(
        &self,
        turn: ModerationLock,
        step: Step,
        entry: NewAuditEntry,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(), StoreError> {
        self.keep(turn, with_entry(vec![Change::Moderate(step)], entry), then).await
    }

    /// A part of the audit log, the latest entry first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn audit(&self, _: Moderator, page: Page) -> Result<Vec<AuditEntry>, ModerationError> {
        let page = bounded(page);
        Ok(read(&self.store, move |store| store.audit(page)).await?)
    }

    /// Reads the whole audit log and says whether it is unbroken.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn check_audit(&self, _: Moderator) -> Result<AuditCheck, ModerationError> {
        Ok(read(&self.store, |store| store.check_audit()).await?)
    }
}

/// A page that is not longer than lists may be.
fn bounded(page: Page) -> Page {
    Page { limit: page.limit.min(PAGE_MAX), ..page }
}

/// An effect and its entry, which are stored together or not at all.
fn with_entry(effect: Vec<Change>, entry: NewAuditEntry) -> Vec<Change> {
    let mut changes = effect;
    changes.push(Change::Moderate(Step::Audit(Box::new(entry))));
    changes
}

/// Words of an audit entry; `None` for none.
fn detail(text: Option<String>) -> Option<Detail> {
    text.map(|text| Detail { salt: random_bytes(), text })
}

/// A text as it may be shown, of at most 300 characters; an empty one is none.
fn cleaned(text: Option<&str>) -> Result<Option<String>, ModerationError> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => table::entry::clean_text(text).map(Some).ok_or(ModerationError::BadText),
    }
}
