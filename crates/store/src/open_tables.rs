//! Finding tables whose game has not ended and at which nothing has happened for long.

use super::{MemoryStore, SqliteStore, StoreError, Tag};
use rusqlite::params;
use table::keys::TableId;

/// A table that has not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenTable {
    /// Which table.
    pub id: TableId,
    /// When it was opened, in milliseconds since 1970.
    pub opened: u64,
    /// When its last entry was stored.
    pub changed: u64,
}

/// Where tables are found that have not ended, the oldest first.
pub trait OpenTables {
    /// The tables with this tag that were opened before a moment, the earliest first, at most `limit`; only those after
    /// `after`, which is the last one of the answer before. So somebody can go through all of them in small steps.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn opened_before(
        &self,
        tag: Tag,
        moment: u64,
        after: Option<OpenTable>,
        limit: usize,
    ) -> Result<Vec<OpenTable>, StoreError>;
}

/// What comes first in the order in which tables were opened.
fn place(after: Option<OpenTable>) -> (u64, u64) {
    after.map_or((0, 0), |table| (table.opened, table.id.number()))
}

impl OpenTables for SqliteStore {
    fn opened_before(
        &self,
        tag: Tag,
        moment: u64,
        after: Option<OpenTable>,
        limit: usize,
    ) -> Result<Vec<OpenTable>, StoreError> {
        let (opened, id) = place(after);
        let rows: Vec<(i64, i64, Option<i64>)> = self.read(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT t.table_id, t.at,
                    (SELECT e.at FROM entries e WHERE e.table_id = t.table_id ORDER BY e.seq DESC LIMIT 1)
                FROM tags t WHERE t.tag = ?1 AND t.at < ?2 AND (t.at, t.table_id) > (?3, ?4)
                ORDER BY t.at, t.table_id LIMIT ?5",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let place = [moment, opened, id].map(u64::cast_signed);
            let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            select.query_map(params![tag.name(), place[0], place[1], place[2], limit], row)?.collect()
        })?;
        Ok(rows
            .into_iter()
            .filter_map(|(id, opened, changed)| {
                let opened = opened.cast_unsigned();
                let changed = changed.map_or(opened, i64::cast_unsigned);
                Some(OpenTable { id: TableId::new(id.cast_unsigned())?, opened, changed })
            })
            .collect())
    }
}

impl OpenTables for MemoryStore {
    fn opened_before(
        &self,
        tag: Tag,
        moment: u64,
        after: Option<OpenTable>,
        limit: usize,
    ) -> Result<Vec<OpenTable>, StoreError> {
        let mut found: Vec<OpenTable> = self
            .with_tag(tag)
            .into_iter()
            .filter_map(|(id, log)| {
                let (first, last) = log.first().zip(log.last())?;
                Some(OpenTable { id, opened: first.at, changed: last.at })
            })
            .filter(|table| table.opened < moment && (table.opened, table.id.number()) > place(after))
            .collect();
        found.sort_by_key(|table| (table.opened, table.id.number()));
        found.truncate(limit);
        Ok(found)
    }
}

/// Part of the suite `conformance`.
#[cfg(feature = "conformance")]
pub(crate) fn conforms(store: &dyn super::Store) {
    use super::{Batch, Index, StoredEntry};
    let append = |batch: Batch| assert_eq!(super::conformance::append(store, batch), Ok(()));
    let entry = |seq, at| StoredEntry { seq, at, command: None, body: "{}".to_owned() };
    let ids = [(); 4].map(|()| TableId::random());
    // The last two were opened in the same moment.
    for (&table, at) in ids.iter().zip([1_000, 2_000, 3_000, 3_000]) {
        append(Batch {
            table,
            entries: vec![entry(0, at)],
            index: vec![Index::Tag(Tag::Open)],
            untag: Vec::new(),
        });
    }
    append(Batch { table: ids[1], entries: vec![entry(1, 9_000)], index: Vec::new(), untag: Vec::new() });
    let all = store.opened_before(Tag::Open, u64::MAX >> 1, None, 10).unwrap();
    assert_eq!(all.len(), 4);
    assert_eq!(all[0], OpenTable { id: ids[0], opened: 1_000, changed: 1_000 });
    assert_eq!(all[1], OpenTable { id: ids[1], opened: 2_000, changed: 9_000 }, "something happened later");
    assert_eq!(store.opened_before(Tag::Open, 3_000, None, 10).unwrap(), all[..2]);
    assert_eq!(store.opened_before(Tag::Public, 5_000, None, 10).unwrap(), []);
    let (mut step, mut one_by_one) = (None, Vec::new());
    while let [table] = store.opened_before(Tag::Open, 5_000, step, 1).unwrap()[..] {
        one_by_one.push(table);
        step = Some(table);
    }
    assert_eq!(one_by_one, all, "each once, in the same order");
    append(Batch {
        table: ids[0],
        entries: vec![entry(1, 9_500)],
        index: Vec::new(),
        untag: vec![Tag::Open],
    });
    assert_eq!(store.opened_before(Tag::Open, 5_000, None, 10).unwrap(), all[1..], "it has ended");
}
