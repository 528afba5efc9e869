//! Several nodes on one database: who owns a table, and who writes.

use crate::store::{one, open, sql, url};
use std::sync::Arc;
use store::{Archive, Change, Erasure, Mark, Ownership, SHARDS, Store, StoreError, conformance};
use store_postgres::{DatabaseUrl, PostgresStore};
use table::TableId;
use testkit::Database;

fn node(url: &DatabaseUrl) -> PostgresStore {
    PostgresStore::open_node(url, Mark::Tables, Arc::new(())).unwrap()
}

/// Lets the leases of all shards end.
fn end_leases(database: &Database) {
    sql(database, "UPDATE neuland.shards SET expires = now() - interval '1 s' WHERE owner IS NOT NULL").unwrap();
}

#[test]
fn a_node_without_shards_writes_nothing() {
    let database = Database::start("unclaimed");
    let node = node(&url(&database));
    let table = TableId::random();
    let fenced = Err(StoreError::Fenced { table: Some(table) });
    assert_eq!(conformance::append(&node, one(table, 0)), fenced);
    assert_eq!(node.alive(1_000), Err(StoreError::Fenced { table: None }));
    assert_eq!(node.load(table), Ok(vec![]));
}

#[test]
fn a_second_node_gets_what_the_first_gives_back() {
    let database = Database::start("given-back");
    let url = url(&database);
    let (first, second) = (node(&url), node(&url));
    let table = TableId::random();
    assert_eq!(first.claim().unwrap().owned, SHARDS);
    assert_eq!(conformance::append(&first, one(table, 0)), Ok(()));
    let claim = second.claim().unwrap();
    assert_eq!(claim.owned, 0);
    assert!(claim.other.unwrap().name.contains(&std::process::id().to_string()));
    assert!(matches!(conformance::append(&second, one(table, 1)), Err(StoreError::Fenced { .. })));
    assert_eq!(first.release(), Ok(()));
    assert_eq!(second.claim().unwrap().owned, SHARDS);
    assert_eq!(conformance::append(&second, one(table, 1)), Ok(()));
    assert!(matches!(conformance::append(&first, one(table, 2)), Err(StoreError::Fenced { .. })));
    assert_eq!(second.load(table).unwrap().len(), 2);
}

/// Checks that an owner that was paused for longer than its lease writes nothing after another has taken over, and that it goes on
/// if nobody has.
#[test]
fn a_paused_owner_wakes_up_and_writes_nothing() {
    let database = Database::start("paused");
    let url = url(&database);
    let (first, second) = (open(&url).unwrap(), node(&url));
    let table = TableId::random();
    assert_eq!(conformance::append(&first, one(table, 0)), Ok(()));
    assert_eq!(first.alive(5_000), Ok(()));
    end_leases(&database);
    assert_eq!(conformance::append(&first, one(table, 1)), Ok(()), "nobody has taken over");
    end_leases(&database);
    assert_eq!(second.claim().unwrap().owned, SHARDS);
    assert_eq!(second.last_alive().unwrap().of(table), Some(5_000), "how long the table stood still is known");
    let log = second.load(table).unwrap();
    let amend = Change::Amend {
        table,
        bodies: vec![(0, "old".to_owned())],
        commands: (String::new(), String::new()),
        numbers: 0..=u64::MAX,
    };
    let erasure = Erasure { table, entries: 2, holders: Vec::new(), codes: Vec::new() };
    let fenced = StoreError::Fenced { table: Some(table) };
    assert_eq!(conformance::append(&first, one(table, 2)), Err(fenced.clone()));
    assert_eq!(conformance::change(&first, vec![amend]), Err(fenced.clone()));
    assert_eq!(first.archive(table, log.clone()), Err(fenced.clone()));
    assert_eq!(first.erase(erasure), Err(fenced));
    assert_eq!(first.alive(6_000), Err(StoreError::Fenced { table: None }));
    assert_eq!(second.load(table), Ok(log));
    assert_eq!(second.last_alive().unwrap().of(table), Some(5_000));
    assert_eq!(conformance::append(&second, one(table, 2)), Ok(()));
    // What the first had of the shards is gone, and stays so.
    assert_eq!(first.release(), Ok(()));
    assert_eq!(conformance::append(&second, one(table, 3)), Ok(()), "nobody gives away the shards of another");
}

/// Checks that a takeover waits for a transaction of the old owner, and that neither overtakes the other: thousands of appends by
/// two nodes that take the shards from each other leave a log without a gap, in which each number was acknowledged once.
#[test]
fn two_owners_never_write_the_same_table() {
    let database = Database::start("contested");
    let url = url(&database);
    let nodes = [node(&url), node(&url)];
    let table = TableId::random();
    let mut acknowledged = Vec::new();
    let taking = std::sync::atomic::AtomicBool::new(true);
    std::thread::scope(|scope| {
        let writers: Vec<_> = nodes
            .iter()
            .map(|node| {
                let taking = &taking;
                scope.spawn(move || {
                    let mut own = Vec::new();
                    while taking.load(std::sync::atomic::Ordering::Relaxed) {
                        let next = node.load(table).unwrap().len() as u64;
                        match conformance::append(node, one(table, next)) {
                            Ok(()) => own.push(next),
                            Err(StoreError::Fenced { .. } | StoreError::Conflict { .. }) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                    own
                })
            })
            .collect();
        for round in 0..40 {
            end_leases(&database);
            nodes[round % 2].claim().unwrap();
        }
        taking.store(false, std::sync::atomic::Ordering::Relaxed);
        acknowledged.extend(writers.into_iter().flat_map(|writer| writer.join().unwrap()));
    });
    acknowledged.sort_unstable();
    let stored: Vec<u64> = nodes[0].load(table).unwrap().iter().map(|entry| entry.seq).collect();
    assert_eq!(acknowledged, stored);
}

/// A second server that is to be alone is told who is there; one that comes after a crash waits for the end of the leases.
#[test]
fn a_lone_node_is_alone() {
    let database = Database::start("alone");
    let url = url(&database);
    let first = open(&url).unwrap();
    let renewing = std::sync::atomic::AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while renewing.load(std::sync::atomic::Ordering::Relaxed) {
                first.alive(1_000).unwrap();
            }
        });
        let error = open(&url).unwrap_err();
        renewing.store(false, std::sync::atomic::Ordering::Relaxed);
        assert!(matches!(error, StoreError::Owned { .. }), "{error:?}");
        assert!(error.to_string().contains(&std::process::id().to_string()), "{error}");
    });
    end_leases(&database);
    assert_eq!(conformance::append(&open(&url).unwrap(), one(TableId::random(), 0)), Ok(()));
}
