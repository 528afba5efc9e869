//! Tests of both stores against the same suite, and of what can befall only files: locks, damage, a foreign or newer file.

use std::fs;
use store::moderation::{Act, Actor, Detail, Moderation, NewAuditEntry, Step, Subject};
use store::{Batch, Change, LastAlive, MemoryStore, SqliteStore, Store, StoreError, conformance};
use table::{Key, TableId};
use testkit::Folder;

fn one(table: TableId, seq: u64) -> Batch {
    Batch { table, entries: vec![conformance::entry(seq, None)], index: Vec::new(), untag: Vec::new() }
}

#[test]
fn memory_conforms() {
    conformance::run(MemoryStore::new, false);
}

#[test]
fn sqlite_conforms() {
    let folder = Folder::new("conforms");
    conformance::run(|| SqliteStore::open(&folder.0).unwrap(), true);
}

#[test]
fn a_failing_store_stores_nothing() {
    let store = MemoryStore::new();
    let table = TableId::random();
    store.fail_next(StoreError::Full { path: "tables.sqlite".into() });
    assert!(matches!(conformance::append(&store, one(table, 0)), Err(StoreError::Full { .. })));
    assert_eq!(store.load(table).unwrap(), []);
    assert_eq!(conformance::append(&store, one(table, 0)), Ok(()));
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new("lock");
    let first = SqliteStore::open(&folder.0).unwrap();
    let Err(error) = SqliteStore::open(&folder.0) else { panic!("opened twice") };
    assert!(matches!(error, StoreError::InUse { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains(&std::process::id().to_string()) && text.contains("--data"), "{text}");
    drop(first);
    SqliteStore::open(&folder.0).unwrap();
}

#[test]
fn a_damaged_foreign_or_newer_file_is_refused_and_left_alone() {
    type Spoil = fn(&std::path::Path);
    let cases: [(&str, Spoil); 3] = [
        ("garbage", |file| {
            fs::write(file, "this is no database, but a letter to my aunt ".repeat(100)).unwrap();
        }),
        ("foreign", |file| {
            let connection = rusqlite::Connection::open(file).unwrap();
            connection.execute_batch("CREATE TABLE aunts (name TEXT)").unwrap();
        }),
        ("newer", |file| {
            drop(SqliteStore::open(file.parent().unwrap()).unwrap());
            let connection = rusqlite::Connection::open(file).unwrap();
            connection.pragma_update(None, "user_version", 99).unwrap();
        }),
    ];
    for (name, spoil) in cases {
        let folder = Folder::new(name);
        fs::create_dir_all(&folder.0).unwrap();
        let file = folder.0.join("tables.sqlite");
        spoil(&file);
        let before = fs::read(&file).unwrap();
        let Err(error) = SqliteStore::open(&folder.0) else { panic!("{name}: opened") };
        let text = error.to_string();
        match error {
            StoreError::Newer { version: 99, .. } => assert_eq!(name, "newer"),
            StoreError::Damaged { .. } => assert!(text.contains("backup"), "{name}: {text}"),
            other => panic!("{name}: {other:?}"),
        }
        assert!(text.contains("tables.sqlite"), "{name}: {text}");
        assert!(fs::read(&file).unwrap() == before, "{name}: the file was changed");
    }
}

/// Checks that a start does not look for damaged pages, as that takes longer the more there is. A read of such a page finds them.
#[test]
fn a_damaged_page_is_found_when_it_is_read() {
    let folder = Folder::new("torn");
    let table = TableId::random();
    {
        let store = SqliteStore::open(&folder.0).unwrap();
        // So many that most of the file is entries, and the middle of it some of them.
        let entries = (0..10_000).map(|seq| conformance::entry(seq, None)).collect();
        let batch = Batch { table, entries, index: Vec::new(), untag: Vec::new() };
        conformance::append(&store, batch).unwrap();
    }
    let file = folder.0.join("tables.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    fs::write(&file, &bytes).unwrap();
    {
        let store = SqliteStore::open(&folder.0).unwrap();
        let Err(error) = store.load(table) else { panic!("what was damaged was read") };
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
        assert!(error.to_string().contains("backup"), "{error}");
    }
    assert!(fs::read(&file).unwrap() == bytes, "the file was changed");
    let looked = store::backup::check(&file, |_, _| Ok(()));
    assert!(matches!(looked, Err(StoreError::Damaged { .. })), "{looked:?}");
}

#[test]
fn a_missing_entry_is_found_when_the_table_is_loaded() {
    let folder = Folder::new("gap");
    let table = TableId::random();
    {
        let store = SqliteStore::open(&folder.0).unwrap();
        for seq in 0..3 {
            conformance::append(&store, one(table, seq)).unwrap();
        }
    }
    rusqlite::Connection::open(folder.0.join("tables.sqlite"))
        .unwrap()
        .execute("DELETE FROM entries WHERE seq = 1", ())
        .unwrap();
    let store = SqliteStore::open(&folder.0).unwrap();
    let Err(StoreError::Damaged { reason, .. }) = store.load(table) else { panic!("a gap was overlooked") };
    assert!(reason.contains("entry 1"), "{reason}");
    assert_eq!(store.tables_of(Key::random().hash(), 9).unwrap(), []);
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = Folder::new("store-file");
    fs::write(&folder.0, "a file where the folder should be").unwrap();
    let Err(error) = SqliteStore::open(&folder.0) else { panic!("opened") };
    assert!(matches!(error, StoreError::Io { .. }), "{error:?}");
    assert!(error.to_string().contains("neuland-store-file"), "{error}");
    fs::remove_file(&folder.0).unwrap();
}

/// The file holds the secrets of tables and the hashes of passwords: others on the same machine do not read it.
#[cfg(unix)]
#[test]
fn a_new_folder_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("rights");
    let store = SqliteStore::open(&folder.0).unwrap();
    store.append(one(TableId::random(), 0), Box::new(|_| {}));
    store.alive(1).unwrap();
    let mut names = vec![folder.0.clone()];
    names.extend(fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path()));
    assert!(names.iter().any(|name| name.ends_with("tables.sqlite-wal")), "{names:?}");
    for name in names {
        let mode = fs::metadata(&name).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} is {mode:o}", name.display());
    }
}

/// Checks that what was accepted before the store is dropped is stored, answered or not.
#[test]
fn dropping_the_store_finishes_what_waits() {
    let folder = Folder::new("drop");
    let table = TableId::random();
    {
        let store = SqliteStore::open(&folder.0).unwrap();
        for seq in 0..100 {
            store.append(one(table, seq), Box::new(|result| assert_eq!(result, Ok(()))));
        }
    }
    assert_eq!(SqliteStore::open(&folder.0).unwrap().load(table).unwrap().len(), 100);
}

/// A file that may not grow any more: a clear error, and everything stored before is still there.
#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let folder = Folder::new("full");
    let table = TableId::random();
    let store = SqliteStore::open_with_page_limit(&folder.0, 40).unwrap();
    let mut stored = 0;
    let error = loop {
        let mut batch = one(table, stored);
        batch.entries[0].body = "x".repeat(3000);
        match conformance::append(&store, batch) {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
        assert!(stored < 100, "the limit was not felt");
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    assert!(error.to_string().contains("make room"), "{error}");
    assert_eq!(store.load(table).unwrap().len() as u64, stored);
    drop(store);
    let store = SqliteStore::open(&folder.0).unwrap();
    assert_eq!(store.load(table).unwrap().len() as u64, stored);
    assert_eq!(conformance::append(&store, one(table, stored)), Ok(()), "with room again it goes on");
}

/// Files of older versions are brought up to date when they are opened, and keep what is in them.
#[test]
fn files_of_older_versions_are_upgraded() {
    const ONE: &str = "
        CREATE TABLE entries (table_id INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, command TEXT,
            body TEXT NOT NULL, PRIMARY KEY (table_id, seq)) WITHOUT ROWID, STRICT;
        CREATE UNIQUE INDEX commands ON entries (table_id, command) WHERE command IS NOT NULL;
        CREATE TABLE holders (holder BLOB NOT NULL, table_id INTEGER NOT NULL, PRIMARY KEY (holder, table_id))
            WITHOUT ROWID, STRICT;
        CREATE TABLE codes (code TEXT NOT NULL PRIMARY KEY, table_id INTEGER NOT NULL) WITHOUT ROWID, STRICT;
        PRAGMA application_id = 1315272044;";
    const TWO: &str = "
        CREATE TABLE tags (tag TEXT NOT NULL, at INTEGER NOT NULL, table_id INTEGER NOT NULL,
            PRIMARY KEY (tag, at, table_id)) WITHOUT ROWID, STRICT;
        CREATE INDEX tags_of ON tags (table_id);
        CREATE TABLE alive (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;";
    for version in [1, 2] {
        let folder = Folder::new(&format!("version-{version}"));
        fs::create_dir_all(&folder.0).unwrap();
        let file = folder.0.join("tables.sqlite");
        let table = TableId::random();
        {
            let connection = rusqlite::Connection::open(&file).unwrap();
            connection.execute_batch(ONE).unwrap();
            if version == 2 {
                connection.execute_batch(TWO).unwrap();
            }
            connection.pragma_update(None, "user_version", version).unwrap();
            let insert =
                "INSERT INTO entries (table_id, seq, at, command, body) VALUES (?1, 0, 1000, NULL, 'old')";
            connection.execute(insert, [table.number().cast_signed()]).unwrap();
        }
        let kept = conformance::entry(1, None);
        let store = SqliteStore::open(&folder.0).unwrap();
        assert_eq!(store.load(table).unwrap()[0].body, "old", "version {version}");
        assert_eq!(conformance::append(&store, one(table, 1)), Ok(()));
        assert_eq!(store.load(table).unwrap()[1], kept);
        assert_eq!(store.last_alive(), Ok(LastAlive::everywhere(None)));
        drop(store);
        let version: i64 = rusqlite::Connection::open(&file)
            .unwrap()
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .unwrap();
        let new = Folder::new("version-new");
        drop(SqliteStore::open(&new.0).unwrap());
        let current: i64 = rusqlite::Connection::open(new.0.join("tables.sqlite"))
            .unwrap()
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .unwrap();
        assert_eq!(version, current);
        // The upgraded file does all that a new one does.
        let other = Folder::new(&format!("conforms-{version}"));
        fs::create_dir_all(&other.0).unwrap();
        let connection = rusqlite::Connection::open(other.0.join("tables.sqlite")).unwrap();
        connection.execute_batch(ONE).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        drop(connection);
        conformance::run(|| SqliteStore::open(&other.0).unwrap(), true);
    }
}

/// Checks that copies that moving cells left behind in pages are gone as well: they are swept before the answer.
#[test]
fn what_is_forgotten_stands_nowhere_in_the_file() {
    const MARK: &str = "zxqvmark";
    let folder = Folder::new("forgotten");
    let store = SqliteStore::open(&folder.0).unwrap();
    let tables: Vec<TableId> = (0..100).map(|_| TableId::random()).collect();
    let holder = Key::random().hash();
    for seq in 0..80 {
        let (sender, receiver) = std::sync::mpsc::channel();
        for (n, &table) in tables.iter().enumerate() {
            let mut batch = one(table, seq);
            let mark = if (seq as usize + n).is_multiple_of(5) { MARK } else { "" };
            let length = [40, 80, 300, 1500][(n * 7 + seq as usize) % 4];
            batch.entries[0].body = format!("{mark}{}", "x".repeat(length));
            let sender = sender.clone();
            store.append(batch, Box::new(move |result| sender.send(result).unwrap()));
        }
        drop(sender);
        assert!(receiver.iter().all(|result| result == Ok(())));
    }
    let found = || {
        let names = ["tables.sqlite", "tables.sqlite-wal"];
        let bytes: Vec<u8> =
            names.iter().flat_map(|name| fs::read(folder.0.join(name)).unwrap_or_default()).collect();
        bytes.windows(MARK.len()).filter(|window| *window == MARK.as_bytes()).count()
    };
    for &table in &tables {
        let entries = store.load(table).unwrap().into_iter();
        let marked = entries.filter(|entry| entry.body.starts_with(MARK));
        let bodies = marked.map(|entry| (entry.seq, "-".to_owned())).collect();
        let commands = ("A:".to_owned(), "B:".to_owned());
        let amend = Change::Amend { table, bodies, commands, numbers: 0..=u64::MAX };
        let reassign = Change::HandOn { table, from: holder, to: None };
        assert_eq!(conformance::change(&store, vec![amend, reassign]), Ok(()));
    }
    assert_eq!(conformance::change(&store, vec![Change::Forget(holder)]), Ok(()));
    assert_eq!(found(), 0);
    assert_eq!(store.load(tables[0]).unwrap().len(), 80);
}

/// No statement can change the audit log, and what is changed behind SQLite's back shows.
#[test]
fn the_audit_log_is_append_only() {
    let folder = Folder::new("audit");
    let store = SqliteStore::open(&folder.0).unwrap();
    for at in 1..=3 {
        let salt = [1; 32];
        let entry = NewAuditEntry {
            at,
            by: Actor::Host,
            act: Act::Mute,
            subject: Subject::Number,
            number: None,
            reason: None,
            detail: Some(Detail { salt, text: "why".to_owned() }),
        };
        let audit = Change::Moderate(Step::Audit(Box::new(entry)));
        conformance::change(&store, vec![audit]).unwrap();
    }
    let connection = rusqlite::Connection::open(folder.0.join("tables.sqlite")).unwrap();
    for statement in [
        "UPDATE audit SET act = 'lift' WHERE seq = 2",
        "DELETE FROM audit WHERE seq = 3",
        "DELETE FROM audit",
        "INSERT INTO audit (seq, at, act, before) VALUES (5, 1, 'lift', x'00')",
        "INSERT OR REPLACE INTO audit (seq, at, act, before) VALUES (2, 1, 'lift', x'00')",
        "UPDATE audit_details SET text = 'another reason'",
    ] {
        let refused = connection.execute(statement, ()).unwrap_err().to_string();
        assert!(refused.contains("audit log"), "{statement}: {refused}");
    }
    assert_eq!(store.check_audit().unwrap().broken, None);
    connection.execute_batch("DROP TRIGGER audit_is_never_changed").unwrap();
    connection.execute("UPDATE audit SET act = 'lift' WHERE seq = 2", ()).unwrap();
    assert_eq!(store.check_audit().unwrap().broken, Some(3), "the third does not follow the second any more");
}
