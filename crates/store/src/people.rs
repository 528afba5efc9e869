//! The stored data of people beside the logs of their tables.
//!
//! A person is known by the hash of the first key they got. As long as nothing is stored of a person, that key alone is their
//! identity, and guests cost no row. Once there is a [`Person`], the keys of that person are those of its [`Session`]s and no
//! others: even the first key is valid only as long as it has one.

use super::CodeChange;
use super::blocks::BlockChange;
use super::moderation;
use super::results::ResultChange;
use std::ops::RangeInclusive;
use table::keys::{KeyHash, TableId};

/// A person who has, or had, sessions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The hash of their first key; the logs of tables identify them by it.
    pub id: KeyHash,
    /// The time of the first stored data, in milliseconds since 1970.
    pub since: u64,
    /// Their account; guests have none.
    pub account: Option<Account>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// The name as its owner writes it.
    pub name: String,
    /// The name without what makes no difference; no two accounts have the same.
    pub folded: String,
    /// The password's hash with its salt and parameters, in the PHC string format.
    pub password: String,
}

impl std::fmt::Debug for Account {
    /// Without the password's hash, so that no log ever holds it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Account({:?})", self.name)
    }
}

/// A key that proves who somebody is: one for each device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of the key.
    pub key: KeyHash,
    /// The person it belongs to.
    pub person: KeyHash,
    /// The time at which it began, in milliseconds since 1970.
    pub since: u64,
    /// The time of its last use, within a day.
    pub seen: u64,
    /// The time at which it ends unless it is used before.
    pub until: u64,
    /// The device, as the browser describes it, cut short; for its owner alone.
    pub device: String,
}

/// The state of a key in a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyState {
    /// The key of a session, which may have expired.
    Session(Session),
    /// The first key of a person, whose session was ended.
    Ended,
    /// An unknown key. Its holder is a guest, known by it alone.
    Stranger,
}

/// A way to look a person up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PersonLookup<'a> {
    /// By their id at tables.
    Id(KeyHash),
    /// By the folded name of their account.
    Name(&'a str),
}

/// A change of the stored data of people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Keep this person, or replace their stored data by this. The name of another account is refused with
    /// [`StoreError::NameTaken`](super::StoreError::NameTaken).
    Keep(Person),
    /// Give the account of this person another name, if there is one. That of another account is refused with
    /// [`StoreError::NameTaken`](super::StoreError::NameTaken).
    Rename {
        /// The person.
        person: KeyHash,
        /// The name as it is shown.
        name: String,
        /// The name without what makes no difference.
        folded: String,
    },
    /// Give the account of this person another password, if there is one.
    Password {
        /// The person.
        person: KeyHash,
        /// Its hash.
        password: String,
    },
    /// Refuse everything with [`StoreError::Stale`](super::StoreError::Stale) unless the account of this person has this
    /// password still.
    Expect {
        /// The person.
        person: KeyHash,
        /// Its hash.
        password: String,
    },
    /// Begin a session.
    Begin(Session),
    /// Record the use of a session.
    Used {
        /// Its key.
        key: KeyHash,
        /// The time of its use.
        at: u64,
        /// The time at which it now ends.
        until: u64,
    },
    /// End one session.
    End(KeyHash),
    /// End all sessions of a person but one.
    EndOthers {
        /// The person.
        person: KeyHash,
        /// The key of the session that stays, if any.
        but: Option<KeyHash>,
    },
    /// Mark this person to be forgotten, which takes several changes. The server resumes it after a crash.
    Forgetting(KeyHash),
    /// Delete this person: their sessions, account and blocks. The last of those changes.
    Forget(KeyHash),
    /// Write other bodies under the numbers of entries that are stored. Numbers that are not stored are left out.
    Amend {
        /// The table.
        table: TableId,
        /// The new bodies by number.
        bodies: Vec<(u64, String)>,
        /// The prefix of the ids of some commands, and its replacement.
        commands: (String, String),
        /// The numbers among which commands are looked for.
        numbers: RangeInclusive<u64>,
    },
    /// Find a table no longer by a holder, or by another one instead.
    HandOn {
        /// The table.
        table: TableId,
        /// The former holder.
        from: KeyHash,
        /// The new holder, if any.
        to: Option<KeyHash>,
    },
    /// Block somebody, or end that.
    Blocks(BlockChange),
    /// Change the results of games, or who shows a page.
    Results(ResultChange),
    /// Change the data for moderation.
    Moderate(moderation::Step),
    /// Make, replace or use up codes with which a new password is set.
    Code(CodeChange),
}

impl Change {
    /// Whether the change must leave no trace of what it replaces.
    #[must_use]
    pub fn erases(&self) -> bool {
        matches!(self, Change::Forget(_) | Change::Amend { .. } | Change::HandOn { .. })
    }
}
