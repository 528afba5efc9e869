//! A database that goes away and comes back.

use crate::store::{one, open, url};
use std::sync::atomic::{AtomicUsize, Ordering};
use store::{Change, Store, StoreError, conformance};
use table::{Key, TableId};
use testkit::{Database, until};

#[test]
fn what_is_away_is_named_and_comes_back() {
    let mut database = Database::start("away");
    let store = open(&url(&database)).unwrap();
    let table = TableId::random();
    assert_eq!(conformance::append(&store, one(table, 0)), Ok(()));
    database.stop();
    let is_away = |error: &StoreError| matches!(error, StoreError::Unreachable { .. });
    assert!(is_away(&conformance::append(&store, one(table, 1)).unwrap_err()));
    let forgetting = Change::Forgetting(Key::random().hash());
    assert!(is_away(&conformance::change(&store, vec![forgetting]).unwrap_err()));
    let error = store.load(table).unwrap_err();
    assert!(is_away(&error) && error.to_string().contains("postgres://"), "{error}");
    assert!(is_away(&store.alive(1_000).unwrap_err()));
    database.start_again();
    assert_eq!(store.load(table).unwrap().len(), 1);
    assert_eq!(conformance::append(&store, one(table, 1)), Ok(()));
    assert_eq!(store.alive(1_000), Ok(()), "nobody has taken over meanwhile");
}

/// Checks that restarts under load lose nothing that was acknowledged and store nothing twice: each writer behaves as a table does,
/// which reads what is stored when a number turns out to be taken.
#[test]
fn restarts_lose_nothing_and_repeat_nothing() {
    const WRITERS: usize = 16;
    let mut database = Database::start("restarts");
    let store = open(&url(&database)).unwrap();
    let (acknowledged, stop) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let tables: Vec<(TableId, Vec<String>)> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|_| {
                scope.spawn(|| {
                    let (table, mut own) = (TableId::random(), Vec::new());
                    let (mut next, mut command) = (0, "A:0".to_owned());
                    while stop.load(Ordering::Relaxed) == 0 {
                        let mut batch = one(table, next);
                        batch.entries[0].command = Some(command.clone());
                        match conformance::append(&store, batch) {
                            Ok(()) => {}
                            Err(StoreError::Conflict { .. }) => {
                                // It was stored although nobody was told.
                                let log = store.load(table);
                                let last = log.as_ref().ok().and_then(|log| log.last());
                                if last.is_none_or(|last| last.command.as_deref() != Some(&command)) {
                                    assert!(log.is_err(), "something else is stored: {log:?}");
                                    continue;
                                }
                            }
                            Err(StoreError::Unreachable { .. }) => continue,
                            Err(error) => panic!("{error}"),
                        }
                        own.push(command);
                        next += 1;
                        command = format!("A:{next}");
                        acknowledged.fetch_add(1, Ordering::Relaxed);
                    }
                    (table, own)
                })
            })
            .collect();
        for _ in 0..3 {
            let before = acknowledged.load(Ordering::Relaxed);
            until("the writers get on", || acknowledged.load(Ordering::Relaxed) > before + 500);
            database.stop();
            database.start_again();
        }
        let before = acknowledged.load(Ordering::Relaxed);
        until("the writers get on", || acknowledged.load(Ordering::Relaxed) > before + 500);
        stop.store(1, Ordering::Relaxed);
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    for (table, own) in tables {
        let log = store.load(table).unwrap();
        let stored: Vec<&str> = log.iter().filter_map(|entry| entry.command.as_deref()).collect();
        assert!(stored.starts_with(&own.iter().map(String::as_str).collect::<Vec<_>>()));
        assert!(stored.len() <= own.len() + 1, "one more may be stored that nobody was told of");
    }
}
