//! Copies of a store: what they find in the tables they read back.

use live::BotPause;
use live::backup::{self, BackupError};
use serde_json::json;
use server::{Config, Server};
use std::sync::Arc;
use store::{SqliteStore, Store, StoreError};
use testkit::{Client, Folder};

/// A store with tables at which a few moves were made.
fn played(folder: &Folder, tables: usize) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let config =
        Config { addr: "127.0.0.1:0".parse().unwrap(), bot_pause: BotPause::NONE, ..Config::default() };
    let shared: Arc<dyn Store> = Arc::<SqliteStore>::clone(&store);
    let server = runtime.block_on(Server::start(&config, shared)).unwrap();
    let mut ids = Vec::new();
    for _ in 0..tables {
        let mut client = Client::new(server.addr());
        let plan = json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada"});
        let seated = client.post("/api/v1/tables", &plan).json();
        client.token = seated["token"].as_str().map(str::to_owned);
        let table = seated["table"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/tables/{table}");
        let mut made = 0;
        while made < 3 {
            let legal = client.get(&format!("{path}/legal")).json();
            let Some(action) = legal["legal"].get(0) else { continue };
            let command = json!({"seq": legal["version"], "id": format!("m{made}"), "action": action});
            made += usize::from(client.post(&format!("{path}/act"), &command).status == 200);
        }
        ids.push(table);
    }
    runtime.block_on(server.stop());
    drop(runtime);
    while Arc::strong_count(&store) > 1 {
        std::thread::yield_now();
    }
    ids
}

#[test]
fn a_table_that_cannot_be_replayed_is_named_and_kept() {
    let (folder, there) = (Folder::new("spoilt"), Folder::new("spoilt-there"));
    let tables = played(&folder, 3);
    let copy = folder.0.join("copy.sqlite");
    let whole = backup::backup(&folder.0, &copy).unwrap();
    assert_eq!((whole.tables, whole.spoilt.len()), (3, 0));
    assert!(whole.entries > 12 && whole.bytes > 4096, "{whole:?}");
    assert_eq!(backup::check(&copy).unwrap().entries, whole.entries);
    // Somebody gives a seat what it never had.
    let connection = rusqlite::Connection::open(&copy).unwrap();
    let id: table::TableId = tables[1].parse().unwrap();
    let changed = connection
        .execute(
            "UPDATE entries SET body = replace(body, 'settlement', 'city') WHERE table_id = ?1",
            [id.number().cast_signed()],
        )
        .unwrap();
    assert!(changed > 0);
    drop(connection);
    let checked = backup::restore(&copy, &there.0, false).unwrap();
    assert_eq!(checked.tables, 3);
    assert_eq!(checked.spoilt.iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>(), [tables[1].clone()]);
    let store = SqliteStore::open(&there.0).unwrap();
    for table in &tables {
        let log = store.load(table.parse().unwrap()).unwrap();
        assert!(!log.is_empty(), "{table} is there, spoilt or not");
    }
}

#[test]
fn a_missing_entry_and_a_newer_format_are_found() {
    let folder = Folder::new("gap");
    let tables = played(&folder, 1);
    let copy = folder.0.join("copy.sqlite");
    backup::backup(&folder.0, &copy).unwrap();
    let connection = rusqlite::Connection::open(&copy).unwrap();
    connection.execute("DELETE FROM entries WHERE seq = 2", ()).unwrap();
    let checked = backup::check(&copy).unwrap();
    assert_eq!(checked.spoilt.len(), 1, "{checked:?}");
    assert!(checked.spoilt[0].1.contains(&tables[0]), "{checked:?}");
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    assert!(matches!(backup::check(&copy), Err(StoreError::Newer { version: 99, .. })));
    let there = Folder::new("newer-there");
    let error = backup::restore(&copy, &there.0, false).unwrap_err();
    assert!(matches!(error, BackupError::Store(StoreError::Newer { .. })), "{error:?}");
    assert!(!there.0.join("tables.sqlite").exists());
}

/// Stores the first entry of a table of its own.
fn begin_table(store: &SqliteStore) {
    let batch = store::Batch {
        table: table::TableId::random(),
        entries: vec![store::conformance::entry(0, None)],
        index: Vec::new(),
        untag: Vec::new(),
    };
    store::conformance::append(store, batch).unwrap();
}

/// Entries in the journal belong to the store, both in a backup and in a store that is moved aside.
#[test]
fn the_journal_is_part_of_the_store() {
    let (folder, raw) = (Folder::new("journal"), Folder::new("journal-raw"));
    let tables = played(&folder, 1);
    std::fs::create_dir_all(&raw.0).unwrap();
    let id = tables[0].parse().unwrap();
    let log = {
        let store = SqliteStore::open(&folder.0).unwrap();
        let log = store.load(id).unwrap();
        // As after a crash: the last entries are in the journal only.
        begin_table(&store);
        for ending in ["", "-wal"] {
            let name = format!("tables.sqlite{ending}");
            std::fs::copy(folder.0.join(&name), raw.0.join(&name)).unwrap();
        }
        log
    };
    assert!(raw.0.join("tables.sqlite-wal").metadata().unwrap().len() > 0);
    let there = Folder::new("journal-there");
    let checked = backup::restore(&raw.0.join("tables.sqlite"), &there.0, false).unwrap();
    assert_eq!(checked.tables, 2, "the table in the journal is there too");
    // And what is replaced takes its journal along.
    let again = backup::restore(&there.0.join("tables.sqlite"), &raw.0, true).unwrap();
    let moved = again.moved.unwrap();
    assert_eq!(backup::check(&moved).unwrap().tables, 2);
    assert!(!raw.0.join("tables.sqlite-wal").exists());
    assert_eq!(SqliteStore::open(&raw.0).unwrap().load(id).unwrap(), log);
}

/// A journal whose file somebody deleted is not taken for that of the copy which is put in its place.
#[test]
fn a_journal_that_was_left_behind_is_moved_aside() {
    let (folder, there) = (Folder::new("left-behind"), Folder::new("left-behind-there"));
    let tables = played(&folder, 1);
    std::fs::create_dir_all(&there.0).unwrap();
    let journal = there.0.join("tables.sqlite-wal");
    {
        // The journal of the same store at another time: SQLite would replay every page of it.
        let store = SqliteStore::open(&folder.0).unwrap();
        for _ in 0..20 {
            begin_table(&store);
        }
        std::fs::copy(folder.0.join("tables.sqlite-wal"), &journal).unwrap();
    }
    let copy = there.0.join("copy.sqlite");
    backup::backup(&folder.0, &copy).unwrap();
    let connection = rusqlite::Connection::open(&copy).unwrap();
    connection
        .execute("DELETE FROM entries WHERE seq = 0 AND command IS NULL AND body NOT LIKE '%created%'", ())
        .unwrap();
    drop(connection);
    let copied = backup::check(&copy).unwrap();
    assert_eq!(copied.tables, 1, "what the journal has is not in the copy");
    let restored = backup::restore(&copy, &there.0, false).unwrap();
    assert_eq!((restored.tables, restored.entries, restored.moved), (copied.tables, copied.entries, None));
    assert!(!journal.exists());
    let aside =
        std::fs::read_dir(&there.0).unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    assert!(
        aside.into_iter().any(|name| name.contains(".replaced-") && name.ends_with("-wal")),
        "it is still there"
    );
    let store = SqliteStore::open(&there.0).unwrap();
    assert!(!store.load(tables[0].parse().unwrap()).unwrap().is_empty());
    drop(store);
    assert_eq!(backup::check(&there.0.join("tables.sqlite")).unwrap().tables, copied.tables);
}
