//! Tables at which something becomes due by itself: claimed once, by their owner, and found by the next one.

use super::{append, batch, entry, request};
use crate::{
    Batch, DueNote, DueRequest, DueTable, DueTables, Index, OwnedShard, SHARDS, Shard, ShardSet, Store, Tag,
};
use std::collections::BTreeSet;
use std::time::Duration;
use table::keys::TableId;

/// A time that does not pass while the suite runs.
const LONG: Duration = Duration::from_secs(3600);

/// Runs the suite of a store that several nodes share, which owns nothing and has no rows; see [`nodes::run`](super::nodes::run).
///
/// # Panics
/// If the store does not do what it must.
pub(super) fn run<S: Store>(open: &impl Fn() -> S, end_leases: &impl Fn()) {
    the_next_owner_finds_tables_with_clocks(open, end_leases);
    a_row_is_given_to_one_claim(open);
    a_late_owner_claims_and_notes_nothing(open, end_leases);
}

/// Checks that a store with one node answers without such rows, and notes of nobody change nothing.
pub(super) fn nobody_claims_nothing(store: &dyn Store) {
    let nobody = DueRequest { share: Vec::new(), taken_over: ShardSet::ALL, most: 10, hold: LONG };
    assert_eq!(append(store, clocked(TableId::random())), Ok(()));
    assert_eq!(store.claim_due(nobody.clone()), Ok(DueTables::default()));
    let note = DueNote { table: TableId::random(), after: Some(Duration::ZERO) };
    assert_eq!(store.note_due(Vec::new(), vec![note]), Ok(()));
    assert_eq!(store.claim_due(nobody), Ok(DueTables::default()));
}

/// The first batch of a table with clocks.
fn clocked(table: TableId) -> Batch {
    let index = vec![Index::Tag(Tag::Open), Index::Tag(Tag::Clocked)];
    Batch { index, ..batch(table, vec![entry(0, None)]) }
}

/// Has a node take over everything.
fn take_over(store: &dyn Store, end_leases: &impl Fn()) -> Vec<OwnedShard> {
    end_leases();
    let gained = store.keep_share(request("http://node", 1_000, ShardSet::ALL)).unwrap().gained;
    assert_eq!(gained.len(), usize::from(SHARDS));
    gained.iter().map(|gained| OwnedShard { shard: gained.shard, epoch: gained.epoch }).collect()
}

/// A claim by the owner of these shards, of all rows or of those that are due.
fn claim(store: &dyn Store, share: &[OwnedShard], all: bool, most: usize, hold: Duration) -> DueTables {
    let taken_over = if all { ShardSet::ALL } else { ShardSet::default() };
    store.claim_due(DueRequest { share: share.to_vec(), taken_over, most, hold }).unwrap()
}

fn note(store: &dyn Store, share: &[OwnedShard], table: TableId, after: Option<Duration>) {
    assert_eq!(store.note_due(share.to_vec(), vec![DueNote { table, after }]), Ok(()));
}

fn tables(claimed: &DueTables) -> Vec<TableId> {
    claimed.tables.iter().map(|due| due.table).collect()
}

fn shards(tables: &[TableId]) -> ShardSet {
    tables.iter().map(|table| Shard::of(*table)).collect()
}

fn the_next_owner_finds_tables_with_clocks<S: Store>(open: &impl Fn() -> S, end_leases: &impl Fn()) {
    let (first, second) = (open(), open());
    let share = take_over(&first, end_leases);
    let clocks = [(); 3].map(|()| TableId::random());
    for table in clocks {
        assert_eq!(append(&first, clocked(table)), Ok(()));
    }
    let (over, bots, other) = (TableId::random(), TableId::random(), TableId::random());
    assert_eq!(append(&first, clocked(over)), Ok(()));
    let end = Batch { untag: vec![Tag::Clocked, Tag::Open], ..batch(over, vec![entry(1, None)]) };
    assert_eq!(append(&first, end), Ok(()));
    for table in [bots, other] {
        assert_eq!(append(&first, batch(table, vec![entry(0, None)])), Ok(()));
    }
    assert_eq!(claim(&first, &share, true, 10, LONG), DueTables::default(), "their owner knows them");
    note(&first, &share, bots, Some(Duration::ZERO));
    note(&first, &share, clocks[2], Some(Duration::ZERO));
    let due = claim(&first, &share, true, 10, LONG);
    let seen = |table| DueTable { table, is_seen: true };
    assert_eq!(due.tables, [bots, clocks[2]].map(seen), "the earliest first");
    // The first dies without having noted that it has looked at them. The next owner need not wait for its claims.
    let share = take_over(&second, end_leases);
    let all = [&clocks[..], &[bots]].concat();
    let some = claim(&second, &share, true, 3, LONG);
    assert_eq!((tables(&some)[..2].to_vec(), some.tables.len()), (vec![bots, clocks[2]], 3));
    assert!(some.tables.iter().all(|due| !due.is_seen));
    let rest = claim(&second, &share, true, 3, LONG);
    assert_eq!(rest.tables.len(), 1);
    let found: BTreeSet<TableId> = [tables(&some), tables(&rest)].concat().into_iter().collect();
    assert_eq!(found, all.iter().copied().collect(), "but none that is over, and none without anything due");
    let waits = claim(&second, &share, true, 3, LONG);
    assert_eq!((tables(&waits), waits.unseen), (vec![], shards(&all)), "claimed is not looked at");
    note(&second, &share, clocks[0], Some(LONG));
    note(&second, &share, clocks[1], None);
    note(&second, &share, bots, Some(LONG));
    let waits = claim(&second, &share, true, 3, LONG);
    assert_eq!((tables(&waits), waits.unseen), (vec![], shards(&clocks[2..])));
    note(&second, &share, clocks[2], Some(Duration::ZERO));
    // A claim that ends is made again, until it is noted that somebody has looked.
    for _ in 0..2 {
        let again = claim(&second, &share, true, 3, Duration::ZERO);
        assert_eq!((again.tables, again.unseen), (vec![seen(clocks[2])], ShardSet::default()));
    }
    for table in all {
        note(&second, &share, table, None);
    }
    assert_eq!(second.release(), Ok(()));
}

/// Checks that claims at the same time share the rows.
fn a_row_is_given_to_one_claim<S: Store>(open: &impl Fn() -> S) {
    const TABLES: usize = 300;
    let store = open();
    let share = take_over(&store, &|| ());
    let due: Vec<TableId> = (0..TABLES).map(|_| TableId::random()).collect();
    let notes = due.iter().map(|table| DueNote { table: *table, after: Some(Duration::ZERO) });
    assert_eq!(store.note_due(share.clone(), notes.collect()), Ok(()));
    let claimed: Vec<TableId> = std::thread::scope(|scope| {
        let claims = || {
            let mut own = Vec::new();
            // A claim finds nothing too where others hold all that is left.
            while own.len() < TABLES {
                let some = tables(&claim(&store, &share, false, 7, LONG));
                if some.is_empty() {
                    break;
                }
                own.extend(some);
            }
            own
        };
        let claiming: Vec<_> = (0..4).map(|_| scope.spawn(claims)).collect();
        claiming.into_iter().flat_map(|claims| claims.join().unwrap()).collect()
    });
    let different: BTreeSet<TableId> = claimed.iter().copied().collect();
    assert_eq!((claimed.len(), different), (TABLES, due.iter().copied().collect()));
    let notes = due.iter().map(|table| DueNote { table: *table, after: None });
    assert_eq!(store.note_due(share, notes.collect()), Ok(()));
    assert_eq!(store.release(), Ok(()));
}

fn a_late_owner_claims_and_notes_nothing<S: Store>(open: &impl Fn() -> S, end_leases: &impl Fn()) {
    let (first, second) = (open(), open());
    let late = take_over(&first, end_leases);
    let table = TableId::random();
    assert_eq!(append(&first, clocked(table)), Ok(()));
    note(&first, &late, table, Some(Duration::ZERO));
    let share = take_over(&second, end_leases);
    note(&first, &late, table, None);
    note(&first, &late, table, Some(LONG));
    assert_eq!(claim(&first, &late, true, 10, LONG), DueTables::default());
    let found = claim(&second, &share, true, 10, LONG);
    assert_eq!((tables(&found), found.unseen), (vec![table], shards(&[table])));
    // Nor does one whose epoch has passed, though it owns the shard again.
    let again = take_over(&first, end_leases);
    note(&first, &late, table, None);
    assert_eq!(claim(&first, &late, true, 10, LONG), DueTables::default());
    assert_eq!(tables(&claim(&first, &again, true, 10, LONG)), [table]);
    note(&first, &again, table, None);
    assert_eq!(first.release(), Ok(()));
}
