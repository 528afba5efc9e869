//! Several nodes on one store: who owns a table, and who writes.

use super::{append, batch, change, entry};
use crate::{Batch, Change, Erasure, SHARDS, Store, StoreError};
use std::sync::atomic::{AtomicBool, Ordering};
use table::keys::TableId;

fn one(table: TableId, seq: u64) -> Batch {
    batch(table, vec![entry(seq, None)])
}

/// Runs the suite of a store that several nodes share. `open` opens the store of a further node, which has claimed nothing;
/// `end_leases` lets the leases of all owners end.
///
/// # Panics
/// If the store does not do what it must.
pub fn run<S: Store>(open: impl Fn() -> S, end_leases: impl Fn()) {
    a_node_without_shards_writes_nothing(&open);
    a_second_node_gets_what_the_first_gives_back(&open);
    a_paused_owner_wakes_up_and_writes_nothing(&open, &end_leases);
    two_owners_never_write_the_same_table(&open, &end_leases);
}

/// Checks that a store with one node at a time owns every shard, also after it gave them back.
pub(super) fn a_lone_node_owns_everything(store: &dyn Store) {
    for _ in 0..2 {
        let claim = store.claim().unwrap();
        assert_eq!((claim.owned, claim.other), (SHARDS, None));
        assert_eq!(append(store, one(TableId::random(), 0)), Ok(()));
        assert_eq!(store.release(), Ok(()));
    }
    assert_eq!(store.claim().map(|claim| claim.owned), Ok(SHARDS));
}

fn a_node_without_shards_writes_nothing<S: Store>(open: &impl Fn() -> S) {
    let node = open();
    let table = TableId::random();
    let fenced = Err(StoreError::Fenced { table: Some(table) });
    assert_eq!(append(&node, one(table, 0)), fenced);
    assert_eq!(node.alive(1_000), Err(StoreError::Fenced { table: None }));
    assert_eq!(node.load(table), Ok(vec![]));
}

fn a_second_node_gets_what_the_first_gives_back<S: Store>(open: &impl Fn() -> S) {
    let (first, second) = (open(), open());
    let table = TableId::random();
    assert_eq!(first.claim().unwrap().owned, SHARDS);
    assert_eq!(append(&first, one(table, 0)), Ok(()));
    let claim = second.claim().unwrap();
    assert_eq!(claim.owned, 0);
    assert!(claim.other.is_some());
    assert!(matches!(append(&second, one(table, 1)), Err(StoreError::Fenced { .. })));
    assert_eq!(first.release(), Ok(()));
    assert_eq!(second.claim().unwrap().owned, SHARDS);
    assert_eq!(append(&second, one(table, 1)), Ok(()));
    assert!(matches!(append(&first, one(table, 2)), Err(StoreError::Fenced { .. })));
    assert_eq!(second.load(table).unwrap().len(), 2);
    assert_eq!(second.release(), Ok(()));
}

/// Checks that an owner that was paused for longer than its lease writes nothing after another has taken over, and that it goes on
/// if nobody has.
fn a_paused_owner_wakes_up_and_writes_nothing<S: Store>(open: &impl Fn() -> S, end_leases: &impl Fn()) {
    let (first, second) = (open(), open());
    let table = TableId::random();
    assert_eq!(first.claim().unwrap().owned, SHARDS);
    assert_eq!(append(&first, one(table, 0)), Ok(()));
    assert_eq!(first.alive(5_000), Ok(()));
    end_leases();
    assert_eq!(append(&first, one(table, 1)), Ok(()), "nobody has taken over");
    end_leases();
    assert_eq!(second.claim().unwrap().owned, SHARDS);
    assert_eq!(
        second.last_alive().unwrap().of(table),
        Some(5_000),
        "how long the table stood still is known"
    );
    let log = second.load(table).unwrap();
    let amend = Change::Amend {
        table,
        bodies: vec![(0, "old".to_owned())],
        commands: (String::new(), String::new()),
        numbers: 0..=u64::MAX,
    };
    let erasure = Erasure { table, entries: 2, holders: Vec::new(), codes: Vec::new() };
    let fenced = StoreError::Fenced { table: Some(table) };
    assert_eq!(append(&first, one(table, 2)), Err(fenced.clone()));
    assert_eq!(change(&first, vec![amend]), Err(fenced.clone()));
    assert_eq!(first.archive(table, log.clone()), Err(fenced.clone()));
    assert_eq!(first.erase(erasure), Err(fenced));
    assert_eq!(first.alive(6_000), Err(StoreError::Fenced { table: None }));
    assert_eq!(second.load(table), Ok(log));
    assert_eq!(second.last_alive().unwrap().of(table), Some(5_000));
    assert_eq!(append(&second, one(table, 2)), Ok(()));
    // What the first had of the shards is gone, and stays so.
    assert_eq!(first.release(), Ok(()));
    assert_eq!(append(&second, one(table, 3)), Ok(()), "nobody gives away the shards of another");
    assert_eq!(second.release(), Ok(()));
}

/// Checks that a takeover waits for a transaction of the old owner, and that neither overtakes the other: thousands of appends by
/// two nodes that take the shards from each other leave a log without a gap, in which each number was acknowledged once.
fn two_owners_never_write_the_same_table<S: Store>(open: &impl Fn() -> S, end_leases: &impl Fn()) {
    let nodes = [open(), open()];
    let table = TableId::random();
    let mut acknowledged = Vec::new();
    let taking = AtomicBool::new(true);
    std::thread::scope(|scope| {
        let writers: Vec<_> = nodes
            .iter()
            .map(|node| {
                let taking = &taking;
                scope.spawn(move || {
                    let mut own = Vec::new();
                    while taking.load(Ordering::Relaxed) {
                        let next = node.load(table).unwrap().len() as u64;
                        match append(node, one(table, next)) {
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
            end_leases();
            nodes[round % 2].claim().unwrap();
        }
        taking.store(false, Ordering::Relaxed);
        acknowledged.extend(writers.into_iter().flat_map(|writer| writer.join().unwrap()));
    });
    acknowledged.sort_unstable();
    let stored: Vec<u64> = nodes[0].load(table).unwrap().iter().map(|entry| entry.seq).collect();
    assert_eq!(acknowledged, stored);
}
