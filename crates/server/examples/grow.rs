//! Makes a large data folder of the format of the last release, to try on it how long this version takes to start, to
//! archive and to back up: `cargo run --release -p server --example grow -- FOLDER MIB`.
//!
//! A few games are played by bots, of every kind and number of seats. Their logs are stored again and again under other
//! names, with persons at some seats, until the file is as large as it is to be: two thirds of them finished within the
//! last 400 days, the others left in the middle or before they began. Every tenth table has an account at it.

use live::{BotPause, hub::Hub};
use rusqlite::{Connection, params};
use shelf::GameKind;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store, StoredEntry, now};
use table::entry::{Body, SeatHolder};
use table::games::{bots_for, new_game};
use table::host::Plan;
use table::keys::{Key, TableId, join_code, random_u64};

/// The format of the last release: version 4.
const FORMAT: &str = "
    PRAGMA auto_vacuum = 2;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -400000;
    CREATE TABLE entries (table_id INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, command TEXT,
        body TEXT NOT NULL, PRIMARY KEY (table_id, seq)) WITHOUT ROWID, STRICT;
    CREATE UNIQUE INDEX commands ON entries (table_id, command) WHERE command IS NOT NULL;
    CREATE TABLE holders (holder BLOB NOT NULL, table_id INTEGER NOT NULL, PRIMARY KEY (holder, table_id))
        WITHOUT ROWID, STRICT;
    CREATE TABLE codes (code TEXT NOT NULL PRIMARY KEY, table_id INTEGER NOT NULL) WITHOUT ROWID, STRICT;
    CREATE TABLE tags (tag TEXT NOT NULL, at INTEGER NOT NULL, table_id INTEGER NOT NULL,
        PRIMARY KEY (tag, at, table_id)) WITHOUT ROWID, STRICT;
    CREATE INDEX tags_of ON tags (table_id);
    CREATE TABLE alive (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
    CREATE TABLE persons (person BLOB NOT NULL PRIMARY KEY, since INTEGER NOT NULL, name TEXT, folded TEXT UNIQUE,
        password TEXT) WITHOUT ROWID, STRICT;
    CREATE TABLE sessions (key BLOB NOT NULL PRIMARY KEY, person BLOB NOT NULL, since INTEGER NOT NULL,
        seen INTEGER NOT NULL, until INTEGER NOT NULL, device TEXT NOT NULL) WITHOUT ROWID, STRICT;
    CREATE INDEX sessions_of ON sessions (person);
    CREATE TABLE to_sweep (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), page INTEGER NOT NULL DEFAULT 1,
        rest INTEGER) STRICT;
    CREATE TABLE forgetting (person BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID, STRICT;
    PRAGMA application_id = 1315272044;
    PRAGMA user_version = 4;";
/// The longest that a table rested, in milliseconds.
const REST: u64 = 400 * 24 * 3600 * 1000;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(Ok(mib))) = (args.next(), args.next().map(|text| text.parse::<u64>())) else {
        eprintln!("usage: grow FOLDER MIB");
        std::process::exit(2);
    };
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).expect("a folder");
    let file = folder.join("tables.sqlite");
    assert!(!file.exists(), "{} is there already", file.display());
    let logs = play();
    let entries: usize = logs.iter().map(Vec::len).sum();
    println!("{} games of {} entries on average were played", logs.len(), entries / logs.len());
    let mut connection = Connection::open(&file).expect("a file");
    connection.execute_batch(FORMAT).expect("the format is SQL");
    let (mut tables, mut written) = (0, 0);
    while std::fs::metadata(&file).expect("a file").len() < mib << 20 {
        let transaction = connection.transaction().expect("a transaction");
        for _ in 0..500 {
            written += write(&transaction, &logs[tables % logs.len()], tables).expect("room on the disk");
            tables += 1;
        }
        transaction.commit().expect("room on the disk");
    }
    println!("{tables} tables with {written} entries are in {}", file.display());
}

/// Lets bots play one game of each kind with each number of seats; their logs.
fn play() -> Vec<Vec<StoredEntry>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(async {
        let store = Arc::new(MemoryStore::new());
        let hub = Hub::new(Arc::clone(&store) as Arc<dyn Store>, BotPause::NONE);
        let mut logs = Vec::new();
        for &kind in GameKind::ALL {
            for seats in kind.info().seats_min.max(2)..=kind.info().seats_max.min(4) {
                let game = new_game(kind.name(), seats, &[]).expect("the usual options");
                let names = bots_for(kind);
                let bot = names.iter().find(|name| **name != "random").unwrap_or(&names[0]);
                let chairs = vec![SeatHolder::Bot((*bot).to_owned()); seats];
                let plan = Plan { chairs, ..Plan::default() };
                let (live, _) = hub.open(&game, plan, Key::random().hash()).await.expect("a table");
                let is_over = || live.look().game().is_some_and(|game| game.outcome().is_some());
                for _ in 0..6_000 {
                    if is_over() {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                if is_over() {
                    logs.push(store.load(live.id()).expect("a log"));
                }
            }
        }
        logs
    })
}

/// Stores a log as that of another table; returns how many entries.
fn write(connection: &Connection, log: &[StoredEntry], number: usize) -> rusqlite::Result<usize> {
    let (table, key) = (TableId::random().number().cast_signed(), Key::random());
    let (holder, code) = (key.hash(), join_code());
    let length = match number % 12 {
        0 | 1 => log.len() / 2,
        2 => log.len() / 10,
        3 => 1,
        _ => log.len(),
    };
    let is_over = length == log.len();
    let end = now() - random_u64() % REST;
    let (first, last) = (log[0].at, log[length - 1].at.max(log[0].at + length as u64 * 1_000));
    let at = |entry: &StoredEntry, seq: usize| {
        (end - (last - first) + (entry.at - first).max(seq as u64 * 1_000)).cast_signed()
    };
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (table_id, seq, at, command, body) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (seq, entry) in log[..length].iter().enumerate() {
        let mut body = entry.body.clone();
        let mut command = None;
        match serde_json::from_str::<Body>(&body) {
            Ok(Body::Created(mut created)) => {
                created.chairs[0] = SeatHolder::Person { name: format!("Player {number}"), key: holder };
                created.opener = holder;
                created.code.clone_from(&code);
                body = serde_json::to_string(&Body::Created(created)).expect("entries can be written");
            }
            Ok(Body::Action { seat: game::Seat::A, .. }) => {
                command = Some(format!("{}:{:012x}", holder.short(), random_u64() >> 16));
            }
            _ => {}
        }
        insert.execute(params![table, seq as i64, at(entry, seq), command, body])?;
    }
    let hash = &holder.0[..];
    connection
        .prepare_cached("INSERT INTO holders (holder, table_id) VALUES (?1, ?2)")?
        .execute(params![hash, table])?;
    connection
        .prepare_cached("INSERT INTO codes (code, table_id) VALUES (?1, ?2)")?
        .execute(params![code, table])?;
    if !is_over && number.is_multiple_of(7) {
        connection
            .prepare_cached("INSERT INTO tags (tag, at, table_id) VALUES ('public', ?1, ?2)")?
            .execute(params![end.cast_signed(), table])?;
    }
    if number.is_multiple_of(10) {
        let name = format!("player{number}");
        connection
            .prepare_cached(
                "INSERT INTO persons (person, since, name, folded, password) VALUES (?1, ?2, ?3, ?3, '-')",
            )?
            .execute(params![hash, end.cast_signed(), name])?;
    }
    Ok(length)
}
