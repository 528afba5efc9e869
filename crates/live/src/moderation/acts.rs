//! The operations of moderators: sanctions and their end, names, passwords, tables, roles.

use super::{
    Act, Actor, Measure, Moderation, ModerationError, Moderator, Page, PersonSanctions, Reason, Role,
    RoleGrant, Sanction, SanctionFilter, Subject, bounded, cleaned, detail, with_entry,
};
use crate::accounts::{AccountError, Accounts};
use crate::lock::lock;
use crate::names::{fold, is_reserved};
use crate::network::Network;
use crate::sanctions::{NETWORKS_MAX, SANCTIONS_MAX};
use crate::storing::{change, read};
use pages::{AccountFault, ModerationFault};
use std::sync::Arc;
use store::moderation::{NewAuditEntry, Step};
use store::{Change, PersonLookup, StoreError, now};
use table::entry::clean_name;
use table::keys::{KeyHash, TableId, random_u64};

/// Names that are tried where none is given.
const NAMES_TRIED: usize = 8;

/// The reason for an operation; the person reads it, and the audit log keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActReason {
    /// The category.
    pub reason: Reason,
    /// The explanation, of at most 300 characters.
    pub text: Option<String>,
}

impl ActReason {
    fn cleaned(&self) -> Result<Option<String>, ModerationError> {
        cleaned(self.text.as_deref())
    }
}

/// An entry of the audit log about something that was done just now.
fn entry(
    by: Moderator,
    act: Act,
    subject: Subject,
    why: Option<Reason>,
    text: Option<String>,
) -> NewAuditEntry {
    let at = now();
    NewAuditEntry { at, by: by.actor, act, subject, number: None, reason: why, detail: detail(text) }
}

/// Returns the subject of a sanction. A network is named in the words of the entry.
fn subject_of(measure: &Measure) -> Subject {
    match measure {
        Measure::Mute(person) | Measure::Suspend(person) => Subject::Person(*person),
        Measure::HideTable(table) => Subject::Table(*table),
        Measure::SuspendNetwork(_) => Subject::Number,
    }
}

/// A reason in words after something else.
fn after(first: &str, text: Option<String>) -> String {
    text.map_or_else(|| first.to_owned(), |text| format!("{first}: {text}"))
}

/// Sanctions.
impl Moderation {
    /// Imposes a sanction, until a moment or for ever. Only admins may suspend networks.
    ///
    /// A muted person cannot say anything at any table, and still chooses their names. A suspended person can read, sign in, and
    /// export or delete their data, and counts as away at their tables. The server does nothing that a suspended network asks
    /// for. A hidden table is not in the lobby; whoever knows its address still comes in.
    ///
    /// # Errors
    /// If the person has a role, the network is too wide, there is no such table, the time has passed, or it cannot be stored.
    pub async fn impose(
        &self,
        by: Moderator,
        measure: Measure,
        until: Option<u64>,
        why: &ActReason,
    ) -> Result<Sanction, ModerationError> {
        match &measure {
            Measure::SuspendNetwork(network) => {
                by.needs_admin()?;
                if network.parse::<Network>().is_ok_and(|network| network.is_wider_than(8, 16)) {
                    return Err(ModerationFault::TooWide.into());
                }
            }
            Measure::HideTable(table) => self.hub.find(*table).await?,
            Measure::Mute(_) | Measure::Suspend(_) => {}
        }
        let text = why.cleaned()?;
        let at = now();
        if until.is_some_and(|until| until <= at) {
            return Err(ModerationFault::BadTime.into());
        }
        if measure.person() == Some(KeyHash::NOBODY) {
            return Err(ModerationFault::Unknown.into());
        }
        let mut turn = self.begin().await?;
        self.in_force.forget_ended(at);
        if measure.person().is_some_and(|person| self.role_of(person).is_some()) {
            return Err(ModerationFault::HasRole.into());
        }
        let (count, networks) = self.in_force.count();
        let is_network = matches!(measure, Measure::SuspendNetwork(_));
        if count >= SANCTIONS_MAX || (is_network && networks >= NETWORKS_MAX) {
            return Err(ModerationFault::Full.into());
        }
        turn.numbers.sanction += 1;
        let id = turn.numbers.sanction;
        let note = match &measure {
            Measure::SuspendNetwork(network) => Some(after(network, text.clone())),
            _ => text.clone(),
        };
        let (act, subject) = (measure.act(), subject_of(&measure));
        let entry = NewAuditEntry { number: Some(id), ..entry(by, act, subject, Some(why.reason), note) };
        let sanction =
            Sanction { id, measure, since: at, until, reason: why.reason, text, by: by.actor, lifted: None };
        let (in_force, imposed) = (Arc::clone(&self.in_force), sanction.clone());
        let step = Step::Impose(Box::new(sanction.clone()));
        self.enter(turn, step, entry, move || in_force.add(imposed)).await?;
        tracing::info!(sanction = id, measure = act.name(), "a sanction is in force");
        if let Some(person) = sanction.measure.person() {
            self.hub.presence_changed(person);
        }
        Ok(sanction)
    }

    /// Returns the network from which a person asked last, as limits count it: one IPv4 address, or 64 bits of IPv6. For admins.
    ///
    /// # Errors
    /// If it is not known.
    pub fn network_of(&self, by: Moderator, person: KeyHash) -> Result<Network, ModerationError> {
        by.needs_admin()?;
        self.networks.of(person).ok_or(ModerationFault::NoNetwork.into())
    }

    /// Lifts a sanction.
    ///
    /// # Errors
    /// If none with this number is in force, only an admin may lift it, or it cannot be stored.
    pub async fn lift(&self, by: Moderator, id: u64, text: Option<&str>) -> Result<(), ModerationError> {
        let text = cleaned(text)?;
        let turn = self.begin().await?;
        let sanction = self.in_force.numbered(id).ok_or(if id <= turn.numbers.sanction {
            ModerationFault::Done
        } else {
            ModerationFault::Unknown
        })?;
        if let Measure::SuspendNetwork(_) = sanction.measure {
            by.needs_admin()?;
        }
        let subject = subject_of(&sanction.measure);
        let entry = NewAuditEntry { number: Some(id), ..entry(by, Act::Lift, subject, None, text) };
        let step = Step::Lift { id, at: entry.at, by: by.actor };
        let in_force = Arc::clone(&self.in_force);
        self.enter(turn, step, entry, move || in_force.remove(id)).await?;
        if let Some(person) = sanction.measure.person() {
            self.hub.presence_changed(person);
        }
        Ok(())
    }

    /// Some sanctions, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn sanctions(
        &self,
        _: Moderator,
        which: SanctionFilter,
        page: Page,
    ) -> Result<Vec<Sanction>, ModerationError> {
        let page = bounded(page);
        Ok(read(&self.store, move |store| store.sanctions(which, page)).await?)
    }
}

/// Names, passwords, tables.
impl Moderation {
    /// Gives a person another name: that of their account, if they have one, and the one they play under at their tables.
    /// Without a name one is made. Returns it.
    ///
    /// # Errors
    /// If the name cannot be, another account has it, the person has a role and the moderator is no admin, or it cannot be
    /// stored.
    pub async fn rename(
        &self,
        by: Moderator,
        person: KeyHash,
        name: Option<&str>,
        why: &ActReason,
    ) -> Result<String, ModerationError> {
        let text = why.cleaned()?;
        if person == KeyHash::NOBODY {
            return Err(ModerationFault::Unknown.into());
        }
        self.may_change(by, person)?;
        let (first, mut tries) = match name {
            Some(name) => (named(name)?, 0),
            None => (made()?, NAMES_TRIED),
        };
        let (store, hub, reason) = (Arc::clone(&self.store), Arc::clone(&self.hub), why.reason);
        // Goes on also if whoever asked goes away: a person is not left with two names.
        let renaming = tokio::spawn(async move {
            let (mut name, mut folded) = first;
            loop {
                let renames = Change::Rename { person, name: name.clone(), folded };
                let note = Some(after(&name, text.clone()));
                let entry = entry(by, Act::Rename, Subject::Person(person), Some(reason), note);
                match change(&store, with_entry(vec![renames], entry)).await {
                    Ok(()) => break,
                    Err(StoreError::NameTaken) if tries > 0 => tries -= 1,
                    Err(error) => return Err(error.into()),
                }
                (name, folded) = made()?;
            }
            hub.rename(person, &name).await?;
            Ok(name)
        });
        renaming.await.unwrap_or(Err(ModerationError::Store(StoreError::Closed)))
    }

    /// Refuses a moderator who is no admin and would change the account of a person with a role: they could become an admin
    /// otherwise, or take the name of one.
    fn may_change(&self, by: Moderator, person: KeyHash) -> Result<(), ModerationError> {
        if self.role_of(person).is_some() { by.needs_admin() } else { Ok(()) }
    }

    /// Issues a code with which the owner of an account sets a new password; it is valid once, for a day. The moderator makes
    /// sure that it reaches the owner.
    ///
    /// # Errors
    /// If the person has no account, has a role that the moderator may not change, or it cannot be stored.
    pub async fn reset_password(
        &self,
        by: Moderator,
        person: KeyHash,
        why: &ActReason,
    ) -> Result<String, ModerationError> {
        let text = why.cleaned()?;
        // Nobody gets a role while a code is made.
        let _turn = self.begin().await?;
        self.may_change(by, person)?;
        let entry = entry(by, Act::ResetPassword, Subject::Person(person), Some(why.reason), text);
        Ok(self.accounts.issue_reset_with(person, with_entry(Vec::new(), entry)).await?)
    }

    /// Closes a table, whether or not its game has begun.
    ///
    /// # Errors
    /// If there is none, its game is over, or it cannot be stored.
    pub async fn close_table(
        &self,
        by: Moderator,
        table: TableId,
        why: &ActReason,
    ) -> Result<(), ModerationError> {
        let text = why.cleaned()?;
        let live = self.hub.table(table).await?;
        // Entered first: a table is a log of its own, and what is done must never be missing in the audit log.
        let entry = entry(by, Act::CloseTable, Subject::Table(table), Some(why.reason), text);
        let (store, hub, reason) = (Arc::clone(&self.store), Arc::clone(&self.hub), why.reason);
        // Goes on also if whoever asked goes away.
        let closing = tokio::spawn(async move {
            change(&store, with_entry(Vec::new(), entry)).await?;
            hub.close_by_host(&live, reason).await.map_err(ModerationError::Rejected)
        });
        closing.await.unwrap_or(Err(ModerationError::Store(StoreError::Closed)))
    }
}

/// Roles.
impl Moderation {
    /// Gives an account a role. For admins.
    ///
    /// # Errors
    /// If the person has no account, is muted or suspended, has the role already, or it cannot be stored.
    pub async fn grant(&self, by: Moderator, person: KeyHash, role: Role) -> Result<(), ModerationError> {
        by.needs_admin()?;
        let has_account = read(&self.store, move |store| store.person(PersonLookup::Id(person)))
            .await?
            .is_some_and(|person| person.account.is_some());
        if !has_account {
            return Err(ModerationFault::NoAccount.into());
        }
        let turn = self.begin().await?;
        if self.role_of(person) == Some(role) {
            return Err(ModerationFault::Done.into());
        }
        if self.standing(person) != PersonSanctions::default() {
            return Err(ModerationFault::Sanctioned.into());
        }
        self.leaves_an_admin(by, person)?;
        let note = Some(role.name().to_owned());
        let entry = entry(by, Act::Grant, Subject::Person(person), None, note);
        let granted = RoleGrant { person, role, at: entry.at, by: by.actor };
        let roles = Arc::clone(&self.roles);
        let then = move || {
            lock(&roles).insert(person, granted);
        };
        // Whoever holds a code that was issued before would get the role.
        let changes = vec![Accounts::drop_reset(person), Change::Moderate(Step::Grant(granted))];
        Ok(self.keep(turn, with_entry(changes, entry), then).await?)
    }

    /// Takes a person's role away. For admins. The last admin stays, unless the host takes the role away.
    ///
    /// # Errors
    /// If the person has none, is the last admin, or it cannot be stored.
    pub async fn revoke(&self, by: Moderator, person: KeyHash) -> Result<(), ModerationError> {
        by.needs_admin()?;
        let turn = self.begin().await?;
        self.role_of(person).ok_or(ModerationFault::Unknown)?;
        self.leaves_an_admin(by, person)?;
        let entry = entry(by, Act::Revoke, Subject::Person(person), None, None);
        let roles = Arc::clone(&self.roles);
        let then = move || {
            lock(&roles).remove(&person);
        };
        Ok(self.enter(turn, Step::Revoke(person), entry, then).await?)
    }

    /// Refuses to take the role from the last admin, unless the host does it.
    fn leaves_an_admin(&self, by: Moderator, person: KeyHash) -> Result<(), ModerationError> {
        let roles = lock(&self.roles);
        let admins = roles.values().filter(|granted| granted.role == Role::Admin);
        let is_last = admins.map(|granted| granted.person).eq([person]);
        if is_last && by.actor != Actor::Host { Err(ModerationFault::LastAdmin.into()) } else { Ok(()) }
    }

    /// Returns everybody with a role, the longest holder first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn roles(&self, _: Moderator) -> Result<Vec<RoleGrant>, ModerationError> {
        Ok(read(&self.store, |store| store.roles()).await?)
    }
}

/// Returns a random name, for when none is given.
fn made() -> Result<(String, String), ModerationError> {
    named(&format!("Player {:06}", random_u64() % 1_000_000))
}

/// Returns a name that an account may have, and its folded form.
fn named(name: &str) -> Result<(String, String), ModerationError> {
    let name = clean_name(name).ok_or(AccountError::from(AccountFault::BadName))?;
    let folded = fold(&name).ok_or(AccountError::from(AccountFault::BadName))?;
    if is_reserved(&folded) {
        return Err(AccountError::from(AccountFault::NameTaken).into());
    }
    Ok((name, folded))
}
