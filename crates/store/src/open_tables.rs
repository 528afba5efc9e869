//! How many games of a person are not over, which is bounded: tables cost memory and disk, and anybody may open some.

use super::StoreError;
use rusqlite::{Connection, params};
use table::keys::KeyHash;
use table::stored::Tag;

/// What a store tells about the tables that a person has under way.
pub trait OpenTables {
    /// How many tables with [`Tag::Unfinished`] this key is a holder of, counted up to `limit`. Tables that were opened
    /// before there was this tag are not counted.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn unfinished_of(&self, holder: KeyHash, limit: usize) -> Result<usize, StoreError>;
}

/// The same in a file.
pub(super) fn count(connection: &Connection, holder: KeyHash, limit: usize) -> rusqlite::Result<usize> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let count: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM (
                 SELECT 1 FROM holders CROSS JOIN tags ON tags.table_id = holders.table_id
                 WHERE holders.holder = ?1 AND tags.tag = ?2 LIMIT ?3
             )",
        )?
        .query_row(params![&holder.0[..], Tag::Unfinished.name(), limit], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}
