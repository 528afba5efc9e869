//! Codes with which the owner of an account sets a new password: recovery codes, of which a person makes a set, and reset
//! codes, which a moderator issues.
//!
//! A store sees hashes alone. Using a code is a [`Change`] like any other, so that the code is spent, the password set and
//! every session ended in one transaction, or nothing happens.

use super::{Change, StoreError};
use rusqlite::{Connection, Row, params};
use table::keys::KeyHash;

/// The schema that version 7 of the file adds.
pub(super) const SCHEMA: &str = "
    CREATE TABLE recovery (
        person BLOB NOT NULL,
        code BLOB NOT NULL,
        kind INTEGER NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER,
        used INTEGER,
        PRIMARY KEY (person, code)
    ) WITHOUT ROWID, STRICT;
    ";

/// The origin of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeKind {
    /// The owner of the account made it, to keep it for the day on which the password is lost.
    Recovery,
    /// A moderator issued it to the owner of the account.
    Reset,
}

impl CodeKind {
    /// The number under which it is stored.
    #[must_use]
    pub fn number(self) -> i64 {
        match self {
            CodeKind::Recovery => 0,
            CodeKind::Reset => 1,
        }
    }

    /// The kind that is stored under a number.
    #[must_use]
    pub fn of(number: i64) -> CodeKind {
        if number == CodeKind::Reset.number() { CodeKind::Reset } else { CodeKind::Recovery }
    }
}

/// A code as a store knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// The hash of the code, made with the person's id.
    pub hash: [u8; 32],
    /// The origin of the code.
    pub kind: CodeKind,
    /// The time at which it was made, in milliseconds since 1970.
    pub since: u64,
    /// The time until which it can be used; `None` if it stays valid until it is used or replaced.
    pub until: Option<u64>,
    /// The time at which it was used.
    pub used: Option<u64>,
}

impl Code {
    /// Whether it can be used at this moment.
    #[must_use]
    pub fn is_good(&self, now: u64) -> bool {
        self.used.is_none() && self.until.is_none_or(|until| now < until)
    }
}

/// A change of the codes of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodeChange {
    /// Replace all codes of one kind, used ones included, by these.
    Replace {
        /// The owner of the codes.
        person: KeyHash,
        /// The kind to replace.
        kind: CodeKind,
        /// The new ones; none to drop all.
        codes: Vec<Code>,
    },
    /// Use a code up. All changes that are made with this one are refused with
    /// [`StoreError::CodeSpent`](super::StoreError::CodeSpent) if the person has no such code, or it is used or past its time.
    Use {
        /// The owner of the code.
        person: KeyHash,
        /// Its hash.
        hash: [u8; 32],
        /// The time of the use, in milliseconds since 1970.
        at: u64,
    },
}

/// The part of a store that keeps recovery codes and reset codes.
pub trait Recovery {
    /// All codes of a person, used ones and those past their time included, in no particular order.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn codes(&self, person: KeyHash) -> Result<Vec<Code>, StoreError>;
}

impl From<CodeChange> for Change {
    fn from(change: CodeChange) -> Change {
        Change::Code(change)
    }
}

impl CodeChange {
    /// Writes the change to a file. [`rusqlite::Error::StatementChangedRows`] says that a code cannot be used.
    pub(super) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        match self {
            CodeChange::Replace { person, kind, codes } => {
                connection
                    .prepare_cached("DELETE FROM recovery WHERE person = ?1 AND kind = ?2")?
                    .execute(params![&person.0[..], kind.number()])?;
                let mut insert = connection.prepare_cached(
                    "INSERT OR REPLACE INTO recovery (person, code, kind, since, until, used)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?;
                for code in codes {
                    insert.execute(params![
                        &person.0[..],
                        &code.hash[..],
                        kind.number(),
                        code.since.cast_signed(),
                        code.until.map(u64::cast_signed),
                        code.used.map(u64::cast_signed)
                    ])?;
                }
                Ok(())
            }
            CodeChange::Use { person, hash, at } => {
                let used = connection
                    .prepare_cached(
                        "UPDATE recovery SET used = ?3 WHERE person = ?1 AND code = ?2 AND used IS NULL
                         AND (until IS NULL OR until > ?3)",
                    )?
                    .execute(params![&person.0[..], &hash[..], at.cast_signed()])?;
                if used == 1 { Ok(()) } else { Err(rusqlite::Error::StatementChangedRows(used)) }
            }
        }
    }

    /// Makes the change to the codes of a store in memory.
    pub(super) fn make(&self, kept: &mut Vec<(KeyHash, Code)>) -> Result<(), StoreError> {
        match self {
            CodeChange::Replace { person, kind, codes } => {
                kept.retain(|(whose, code)| whose != person || code.kind != *kind);
                kept.extend(codes.iter().map(|code| (*person, code.clone())));
                Ok(())
            }
            CodeChange::Use { person, hash, at } => {
                let mut codes = kept.iter_mut().filter(|(whose, _)| whose == person).map(|(_, code)| code);
                let code = codes.find(|code| code.hash == *hash && code.is_good(*at));
                code.ok_or(StoreError::CodeSpent)?.used = Some(*at);
                Ok(())
            }
        }
    }
}

/// Deletes all codes of a person from a file.
pub(super) fn forget(connection: &Connection, person: KeyHash) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM recovery WHERE person = ?1")?.execute([&person.0[..]]).map(drop)
}

/// All codes of a person in a file.
pub(super) fn read(connection: &Connection, person: KeyHash) -> rusqlite::Result<Vec<Code>> {
    let code = |row: &Row<'_>| {
        Ok(Code {
            hash: row.get(0)?,
            kind: CodeKind::of(row.get(1)?),
            since: row.get(2).map(i64::cast_unsigned)?,
            until: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
            used: row.get::<_, Option<i64>>(4)?.map(i64::cast_unsigned),
        })
    };
    connection
        .prepare_cached("SELECT code, kind, since, until, used FROM recovery WHERE person = ?1")?
        .query_map([&person.0[..]], code)?
        .collect()
}
