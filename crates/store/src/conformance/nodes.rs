//! Several nodes on one store: who owns a table, and who writes.

use super::{append, batch, change, due, entry, request};
use crate::{Batch, Change, Erasure, GainedShard, SHARDS, Shard, ShardSet, ShareRequest, Store, StoreError};
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
    nodes_share_the_tables_fairly(&open, &end_leases);
    due::run(&open, &end_leases);
    what_a_node_cannot_read_goes_to_a_newer_one(&open, &end_leases);
    changes_of_what_others_cache_are_counted(&open);
    reports_of_several_nodes_have_different_numbers(&open);
}

/// Checks that nodes come, share the shards, take over from one that died, and learn how long tables stood still.
fn nodes_share_the_tables_fairly<S: Store>(open: &impl Fn() -> S, end_leases: &impl Fn()) {
    let (first, second) = (open(), open());
    let of_first = || first.keep_share(request("http://first", 7_000, ShardSet::ALL)).unwrap();
    let of_second = |now| second.keep_share(request("http://second", now, ShardSet::ALL)).unwrap();
    let alone = of_first();
    assert_eq!((alone.gained.len(), alone.excess, alone.lost.len()), (usize::from(SHARDS), 0, 0));
    assert_eq!(alone.owned(), ShardSet::ALL);
    assert_ne!(alone.key, [0; 32]);
    // The second gets nothing that the first does not give.
    let waits = of_second(7_100);
    assert_eq!((waits.gained.len(), waits.nodes.len(), waits.key), (0, 2, alone.key));
    let crowded = of_first();
    assert_eq!((crowded.excess, crowded.gained.len()), (usize::from(SHARDS) / 2, 0));
    let given: ShardSet = crowded.owned().iter().take(crowded.excess).collect();
    assert_eq!(first.give(given), Ok(()));
    let shared = of_second(7_200);
    assert_eq!(shared.owned(), given);
    assert!(shared.gained.iter().all(|gained| gained.last_alive == Some(7_000)), "{:?}", shared.gained);
    assert_eq!(shared.owner(given.iter().next().unwrap()).unwrap().address, "http://second");
    let table = std::iter::repeat_with(TableId::random).find(|id| given.contains(Shard::of(*id))).unwrap();
    assert_eq!(append(&first, one(table, 0)), Err(StoreError::Fenced { table: Some(table) }));
    assert_eq!(append(&second, one(table, 0)), Ok(()));
    assert_eq!(of_first().excess, 0);
    // The second dies: it is no node any more, and the first takes over, once, and knows since when.
    assert_eq!(of_second(8_000).gained, []);
    end_leases();
    let takes_over = of_first();
    assert_eq!((takes_over.owned(), takes_over.nodes.len()), (ShardSet::ALL, 1));
    assert_eq!(takes_over.gained.len(), given.len());
    assert!(takes_over.gained.iter().all(|gained| gained.last_alive == Some(8_000)));
    assert_eq!(append(&first, one(table, 1)), Ok(()));
    // It wakes up, has lost everything, and writes nothing.
    assert_eq!(append(&second, one(table, 2)), Err(StoreError::Fenced { table: Some(table) }));
    let wakes = of_second(9_000);
    assert_eq!((wakes.lost.len(), wakes.gained.len()), (given.len(), 0));
    // What is not noted for a shard stays as it was.
    let uninformed = first.keep_share(request("http://first", 10_000, ShardSet::default())).unwrap();
    assert_eq!((uninformed.excess, first.release()), (given.len(), Ok(())));
    let rest = of_second(11_000);
    assert_eq!((rest.nodes.len(), rest.owned()), (1, ShardSet::ALL));
    let noted = |gained: &GainedShard| if given.contains(gained.shard) { 8_000 } else { 7_000 };
    assert!(rest.gained.iter().all(|gained| gained.last_alive == Some(noted(gained))));
    assert_eq!(second.release(), Ok(()));
}

/// Checks that a shard with a table of a newer format goes to a node that reads it, stays there, and is served by others only while no
/// such node runs.
fn what_a_node_cannot_read_goes_to_a_newer_one<S: Store>(open: &impl Fn() -> S, end_leases: &impl Fn()) {
    let (older, newer) = (open(), open());
    let met: ShardSet = [3, 200].into_iter().filter_map(Shard::new).collect();
    let of_older = |beyond| {
        older.keep_share(ShareRequest { reads: 5, beyond, ..request("http://older", 1, ShardSet::ALL) })
    };
    let of_newer =
        |reads| newer.keep_share(ShareRequest { reads, ..request("http://newer", 1, ShardSet::ALL) });
    // As long as nobody else reads it, the node goes on with the other tables there.
    let alone = of_older(met).unwrap();
    assert_eq!((alone.owned(), alone.beyond, alone.newest), (ShardSet::ALL, ShardSet::default(), 5));
    assert_eq!(of_newer(5).unwrap().newest, 5);
    assert_eq!(of_older(met).unwrap().beyond, ShardSet::default(), "one of the same version is no help");
    assert_eq!(newer.release(), Ok(()));
    let newer = open();
    let of_newer =
        |reads| newer.keep_share(ShareRequest { reads, ..request("http://newer", 1, ShardSet::ALL) });
    assert_eq!(of_newer(6).unwrap().gained, []);
    // What was met is remembered.
    let knows = of_older(ShardSet::default()).unwrap();
    assert_eq!((knows.beyond, knows.newest), (met, 6));
    assert_eq!(older.give(met), Ok(()));
    assert_eq!(of_older(ShardSet::default()).unwrap().gained, [], "it does not take them back");
    let took = of_newer(6).unwrap();
    assert_eq!((took.owned(), took.reserved, took.excess), (met, met, 0));
    // A full share keeps nobody from taking them.
    let rest: ShardSet = ShardSet::ALL.iter().filter(|shard| !met.contains(*shard)).collect();
    let half = usize::from(SHARDS) / 2;
    assert_eq!(older.give(rest.iter().take(half).collect()), Ok(()));
    assert_eq!(newer.give(met), Ok(()));
    let full = of_newer(6).unwrap();
    assert!(met.iter().all(|shard| full.owned().contains(shard)) && full.owned().len() <= half + met.len());
    assert_eq!((full.reserved, full.excess), (met, full.owned().len() - half));
    // Without it the others serve what they can.
    end_leases();
    assert_eq!(of_older(ShardSet::default()).unwrap().owned(), ShardSet::ALL);
    assert_eq!(older.release(), Ok(()));
    assert_eq!(of_newer(6).unwrap().owned(), ShardSet::ALL);
    assert_eq!(newer.release(), Ok(()));
}

fn changes_of_what_others_cache_are_counted<S: Store>(open: &impl Fn() -> S) {
    let (node, other) = (open(), open());
    let counted = || other.keep_share(request("http://other", 1, ShardSet::ALL)).unwrap().changes;
    let before = counted();
    let key = table::Key::random().hash();
    assert_eq!(change(&node, vec![Change::End(key), Change::End(key)]), Ok(()));
    let after = counted();
    let grown: Vec<u64> = after.iter().zip(before).map(|(after, before)| after - before).collect();
    assert_eq!(grown, [1, 0, 0, 0], "of sessions, once for each transaction");
    assert_eq!(change(&node, vec![Change::Used { key, at: 1, until: 2 }]), Ok(()));
    assert_eq!(counted(), after, "nobody caches that");
    assert_eq!(other.release(), Ok(()));
}

fn reports_of_several_nodes_have_different_numbers<S: Store>(open: &impl Fn() -> S) {
    const EACH: usize = 40;
    let nodes: [S; 2] = [open(), open()];
    let mut numbers: Vec<u64> = std::thread::scope(|scope| {
        let asked: Vec<_> = nodes
            .iter()
            .map(|node| scope.spawn(move || (0..EACH).map(|_| node.next_report()).collect::<Vec<_>>()))
            .collect();
        asked.into_iter().flat_map(|node| node.join().unwrap()).map(Result::unwrap).collect()
    });
    let last = nodes[0].last_numbers().unwrap().0;
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!((numbers.len(), numbers.last()), (2 * EACH, Some(&last)));
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
