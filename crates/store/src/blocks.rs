//! Blocks between people.
//!
//! A block is a row of the person who blocks. It ends when they lift it, and when either of the two is forgotten.

use super::StoreError;
use rusqlite::{Connection, params};
use std::collections::HashSet;
use table::keys::KeyHash;

/// The most people that one person can block. The store itself refuses more.
pub const BLOCKS_MAX: usize = 500;

/// The schema of the blocks. The index finds the rows of a blocked person who is forgotten.
pub(super) const SCHEMA: &str = "
    CREATE TABLE blocks (
        person BLOB NOT NULL,
        blocked BLOB NOT NULL,
        id INTEGER NOT NULL,
        name TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (person, blocked)
    ) WITHOUT ROWID, STRICT;
    CREATE INDEX blocks_of ON blocks (blocked);
";

/// A block of one person by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The person who blocks.
    pub person: KeyHash,
    /// The blocked person. This is a secret of the server: it would tell its reader where else they play.
    pub blocked: KeyHash,
    /// The id of the block for the person who blocks; drawn at random.
    pub id: u64,
    /// The name under which the blocked person played at that table.
    pub name: String,
    /// The time of the block, in milliseconds since 1970.
    pub at: u64,
}

/// A change of a person's blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockChange {
    /// Add this block. One that exists stays as it is, and a person with [`BLOCKS_MAX`] blocks gets no more.
    Add(Block),
    /// End a block.
    Lift {
        /// The person who blocks.
        person: KeyHash,
        /// The id of the block.
        id: u64,
    },
    /// Hand the blocks of a guest on to another person, those they made and those of them.
    HandOn {
        /// The guest.
        from: KeyHash,
        /// The person who takes the guest's place.
        to: KeyHash,
    },
}

/// The part of a store that keeps blocks. They are changed with [`Change::Blocks`](super::Change::Blocks).
pub trait Blocks {
    /// Returns a person's blocks, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn blocks_of(&self, person: KeyHash) -> Result<Vec<Block>, StoreError>;

    /// Returns those of `others` who have blocked this person.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn blocked_by(&self, person: KeyHash, others: &[KeyHash]) -> Result<Vec<KeyHash>, StoreError>;
}

/// Makes a change in the file.
pub(super) fn write(connection: &Connection, change: &BlockChange) -> rusqlite::Result<()> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql)?.execute(values).map(drop)
    };
    match change {
        BlockChange::Add(block) => execute(
            "INSERT OR IGNORE INTO blocks (person, blocked, id, name, at)
             SELECT ?1, ?2, ?3, ?4, ?5 WHERE (SELECT count(*) FROM blocks WHERE person = ?1) < ?6",
            params![
                &block.person.0[..],
                &block.blocked.0[..],
                block.id.cast_signed(),
                block.name,
                block.at.cast_signed(),
                BLOCKS_MAX as i64
            ],
        ),
        BlockChange::Lift { person, id } => execute(
            "DELETE FROM blocks WHERE person = ?1 AND id = ?2",
            params![&person.0[..], id.cast_signed()],
        ),
        BlockChange::HandOn { from, to } => {
            let both: &[&dyn rusqlite::ToSql] = params![&from.0[..], &to.0[..]];
            execute(
                "INSERT OR IGNORE INTO blocks (person, blocked, id, name, at)
                 SELECT ?2, blocked, id, name, at FROM blocks WHERE person = ?1 AND blocked <> ?2
                 ORDER BY at DESC LIMIT max(0, ?3 - (SELECT count(*) FROM blocks WHERE person = ?2))",
                params![&from.0[..], &to.0[..], BLOCKS_MAX as i64],
            )?;
            execute("DELETE FROM blocks WHERE person = ?1", params![&from.0[..]])?;
            execute("UPDATE OR IGNORE blocks SET blocked = ?2 WHERE blocked = ?1 AND person <> ?2", both)?;
            execute("DELETE FROM blocks WHERE blocked = ?1", params![&from.0[..]])
        }
    }
}

/// Ends every block that names a person, on either side.
pub(super) fn forget(connection: &Connection, person: KeyHash) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM blocks WHERE person = ?1 OR blocked = ?1")?
        .execute([&person.0[..]])
        .map(drop)
}

/// Reads the blocks of a person from the file.
pub(super) fn read_of(connection: &Connection, person: KeyHash) -> rusqlite::Result<Vec<Block>> {
    connection
        .prepare_cached("SELECT blocked, id, name, at FROM blocks WHERE person = ?1 ORDER BY at DESC, id")?
        .query_map([&person.0[..]], |row| {
            Ok(Block {
                person,
                blocked: KeyHash(row.get(0)?),
                id: row.get(1).map(i64::cast_unsigned)?,
                name: row.get(2)?,
                at: row.get(3).map(i64::cast_unsigned)?,
            })
        })?
        .collect()
}

/// Reads who of some people has blocked a person.
pub(super) fn read_by(
    connection: &Connection,
    person: KeyHash,
    others: &[KeyHash],
) -> rusqlite::Result<Vec<KeyHash>> {
    let mut select = connection.prepare_cached("SELECT 1 FROM blocks WHERE person = ?1 AND blocked = ?2")?;
    let mut found = Vec::new();
    for other in others {
        if select.exists(params![&other.0[..], &person.0[..]])? {
            found.push(*other);
        }
    }
    Ok(found)
}

/// Makes a change in memory.
pub(super) fn write_in(kept: &mut Vec<Block>, change: BlockChange) {
    let count = |kept: &[Block], person| kept.iter().filter(|block| block.person == person).count();
    match change {
        BlockChange::Add(block) => {
            let is_same = |other: &Block| (other.person, other.blocked) == (block.person, block.blocked);
            if !kept.iter().any(is_same) && count(kept, block.person) < BLOCKS_MAX {
                kept.push(block);
            }
        }
        BlockChange::Lift { person, id } => {
            kept.retain(|block| block.person != person || block.id != id);
        }
        BlockChange::HandOn { from, to } => {
            let renamed = |key| if key == from { to } else { key };
            let (mut moved, mut stay): (Vec<Block>, Vec<Block>) =
                kept.drain(..).partition(|block| block.person == from || block.blocked == from);
            moved.sort_by_key(|block| std::cmp::Reverse(block.at));
            let mut seen: HashSet<(KeyHash, KeyHash)> =
                stay.iter().map(|block| (block.person, block.blocked)).collect();
            for block in moved {
                let block = Block { person: renamed(block.person), blocked: renamed(block.blocked), ..block };
                if block.person != block.blocked
                    && count(&stay, block.person) < BLOCKS_MAX
                    && seen.insert((block.person, block.blocked))
                {
                    stay.push(block);
                }
            }
            *kept = stay;
        }
    }
}

/// Reads the blocks of a person from memory.
pub(super) fn read_of_in(kept: &[Block], person: KeyHash) -> Vec<Block> {
    let mut own: Vec<Block> = kept.iter().filter(|block| block.person == person).cloned().collect();
    own.sort_by_key(|block| (std::cmp::Reverse(block.at), block.id.cast_signed()));
    own
}
