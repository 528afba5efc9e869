//! Everything that a store holds moves into a database and back.

use crate::store::{one, open, sql, url};
use store::moderation::Moderation;
use store::rows::{self, CopyError, FolderRows, RowTable, Rows, TABLES, Value};
use store::{LastAlive, Mark, SqliteStore, Store, StoreError, conformance};
use store_postgres::DatabaseRows;
use table::TableId;
use testkit::{Database, Folder};

/// A folder with something in every table that the suite of stores fills.
fn filled(name: &str) -> Folder {
    let folder = Folder::new(name);
    conformance::run(|| SqliteStore::open(&folder.0).unwrap(), true);
    folder
}

/// Reads all rows of a place.
fn all(place: &mut dyn Rows) -> Vec<(&'static str, Vec<Vec<Value>>)> {
    TABLES.iter().map(|table| (table.name, place.read(table, &[], 1_000_000).unwrap())).collect()
}

#[test]
fn everything_moves_into_a_database_and_back() {
    let (folder, database, back) =
        (filled("migrate"), Database::start("migrate"), Folder::new("migrate-back"));
    let url = url(&database);
    let mut counts = Vec::new();
    let original = {
        let mut from = FolderRows::open(&folder.0).unwrap();
        let mut to = DatabaseRows::open(&url, from.mark()).unwrap();
        rows::copy(&mut from, &mut to, |table, rows| counts.push((table, rows))).unwrap();
        all(&mut from)
    };
    let full = |table: &str| counts.iter().any(|(name, rows)| *name == table && *rows > 0);
    for table in [
        "entries",
        "archived",
        "holders",
        "codes",
        "tags",
        "persons",
        "sessions",
        "recovery",
        "blocks",
        "reports",
        "sanctions",
        "audit",
        "audit_details",
    ] {
        assert!(full(table), "the suite leaves nothing in {table}");
    }
    // What moved is read by the store, which goes on with it.
    let (before, after) = {
        let source = SqliteStore::open(&folder.0).unwrap();
        let store = open(&url).unwrap();
        let ids = original[0].1.iter().chain(&original[1].1).filter_map(|row| match row[0] {
            Value::Integer(id) => TableId::new(id.cast_unsigned()),
            _ => None,
        });
        for table in ids {
            assert_eq!(store.load(table), source.load(table));
        }
        assert_eq!(store.check_audit(), source.check_audit());
        assert_eq!(store.last_numbers(), source.last_numbers());
        assert_eq!(store.last_alive(), Ok(LastAlive::everywhere(Some(9_000))));
        assert_eq!(store.footprint_of_archive(), source.footprint_of_archive());
        (source.last_numbers(), store.last_numbers())
    };
    assert_eq!(before, after);
    let mut from = DatabaseRows::open(&url, Mark::Tables).unwrap();
    let mut to = FolderRows::create(&back.0, Mark::Tables).unwrap();
    rows::copy(&mut from, &mut to, |_, _| {}).unwrap();
    assert_eq!(all(&mut to), original);
    drop(to);
    let store = SqliteStore::open(&back.0).unwrap();
    assert_eq!(store.last_numbers(), before);
    assert_eq!(conformance::append(&store, one(TableId::random(), 0)), Ok(()));
}

/// The part of a footprint that two stores share.
trait ArchiveFootprint {
    fn footprint_of_archive(&self) -> (u64, u64);
}

impl<S: store::Archive> ArchiveFootprint for S {
    fn footprint_of_archive(&self) -> (u64, u64) {
        let footprint = self.footprint().unwrap();
        (footprint.archived, footprint.archive)
    }
}

/// A place whose writes fail after a while, as when the power goes.
struct Interrupted<'a> {
    inner: &'a mut dyn Rows,
    writes: usize,
}

impl Rows for Interrupted<'_> {
    fn name(&self) -> String {
        self.inner.name()
    }
    fn read(
        &mut self,
        table: &RowTable,
        after: &[Value],
        limit: usize,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        self.inner.read(table, after, limit)
    }
    fn last_key(&mut self, table: &RowTable) -> Result<Vec<Value>, StoreError> {
        self.inner.last_key(table)
    }
    fn write(&mut self, table: &RowTable, rows: &[Vec<Value>]) -> Result<(), StoreError> {
        self.writes = self.writes.checked_sub(1).ok_or(StoreError::Closed)?;
        self.inner.write(table, rows)
    }
    fn counters(&mut self) -> Result<rows::Counters, StoreError> {
        self.inner.counters()
    }
    fn set_counters(&mut self, counters: &rows::Counters) -> Result<(), StoreError> {
        self.inner.set_counters(counters)
    }
}

#[test]
fn an_interrupted_move_goes_on() {
    let (folder, database) = (filled("resumed"), Database::start("resumed"));
    let mut from = FolderRows::open(&folder.0).unwrap();
    let mut to = DatabaseRows::open(&url(&database), Mark::Tables).unwrap();
    for writes in 0.. {
        let mut interrupted = Interrupted { inner: &mut to, writes };
        match rows::copy(&mut from, &mut interrupted, |_, _| {}) {
            Ok(()) => break,
            Err(error) => assert_eq!(error, CopyError::Store(StoreError::Closed)),
        }
    }
    assert_eq!(all(&mut to), all(&mut from));
}

#[test]
fn a_target_that_differs_is_noticed() {
    let (folder, database) = (filled("different"), Database::start("different"));
    let mut from = FolderRows::open(&folder.0).unwrap();
    let mut to = DatabaseRows::open(&url(&database), Mark::Tables).unwrap();
    rows::copy(&mut from, &mut to, |_, _| {}).unwrap();
    for (change, table) in [
        (
            "UPDATE neuland.entries SET body = 'other' WHERE ctid = (SELECT max(ctid) FROM neuland.entries)",
            "entries",
        ),
        ("INSERT INTO neuland.profiles VALUES ('\\xff')", "profiles"),
    ] {
        sql(&database, change).unwrap();
        let error = rows::copy(&mut from, &mut to, |_, _| {}).unwrap_err();
        assert!(matches!(error, CopyError::Different { table: found, .. } if found == table), "{error:?}");
        sql(&database, &format!("TRUNCATE neuland.{table}")).unwrap();
    }
}

#[test]
fn nothing_moves_while_a_server_runs() {
    let database = Database::start("in-use");
    let url = url(&database);
    let store = open(&url).unwrap();
    let renewing = std::sync::atomic::AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while renewing.load(std::sync::atomic::Ordering::Relaxed) {
                store.alive(1_000).unwrap();
            }
        });
        let refused = DatabaseRows::open(&url, Mark::Tables).err();
        renewing.store(false, std::sync::atomic::Ordering::Relaxed);
        assert!(matches!(refused, Some(StoreError::Owned { .. })), "{refused:?}");
    });
    let folder = filled("in-use");
    let held = SqliteStore::open(&folder.0).unwrap();
    assert!(matches!(FolderRows::open(&folder.0).err(), Some(StoreError::InUse { .. })));
    drop(held);
}
