//! Tables at rest move into the archive, are read there, come back, and can be deleted.

use super::{append, batch, change, entry};
use crate::{
    Batch, Change, Erasure, Index, Place, RestingTable, RestingTables, ShardSet, Store, StoreError,
    StoredEntry, Tag,
};
use table::keys::{Key, KeyHash, TableId};

/// A table with three entries that can be found in every way, its holder and its code.
fn played(store: &dyn Store, code: &str) -> (TableId, KeyHash, Vec<StoredEntry>) {
    let (table, holder) = (TableId::random(), Key::random().hash());
    let index = vec![Index::Holder(holder), Index::Code(code.to_owned()), Index::Tag(Tag::Public)];
    let entries = vec![entry(0, None), entry(1, Some("A:one")), entry(2, None)];
    let batch = Batch { table, entries: entries.clone(), index, untag: Vec::new() };
    assert_eq!(append(store, batch), Ok(()));
    (table, holder, entries)
}

/// Returns the places in which a table is found, reading `limit` tables at a time.
fn places(store: &dyn Store, table: TableId, limit: usize) -> Vec<Place> {
    let is_in = |place: &Place| {
        let (mut after, mut found) = (None, 0);
        loop {
            let RestingTables { tables, last } = store.resting(*place, after, u64::MAX, limit).unwrap();
            assert!(tables.len() <= limit && tables.is_sorted_by_key(|rests| rests.table));
            found += tables.iter().filter(|rests| rests.table == table).count();
            match last {
                Some(last) => {
                    assert!(after.replace(last) < Some(last), "each part comes after the one before");
                }
                None => break,
            }
        }
        assert!(found < 2, "found twice");
        found == 1
    };
    [Place::Main, Place::Archive].into_iter().filter(is_in).collect()
}

fn is_in(store: &dyn Store, table: TableId, place: Place) -> bool {
    places(store, table, 1_000) == [place]
}

pub(super) fn all(store: &dyn Store) {
    tables_move_and_are_read_as_before(store);
    what_is_added_brings_a_table_back(store);
    what_is_amended_brings_a_table_back(store);
    only_the_log_that_is_stored_moves(store);
    those_that_rest_are_found(store);
    what_is_erased_is_found_nowhere(store);
}

fn tables_move_and_are_read_as_before(store: &dyn Store) {
    let before = store.footprint().unwrap();
    let (table, holder, log) = played(store, "archive1");
    // Another table of the same holder, with an earlier last entry.
    let other = TableId::random();
    let index = vec![Index::Holder(holder)];
    assert_eq!(
        append(store, Batch { table: other, entries: vec![entry(0, None)], index, untag: Vec::new() }),
        Ok(())
    );
    assert_eq!(store.archive(table, log.clone()), Ok(true));
    assert!(is_in(store, table, Place::Archive) && is_in(store, other, Place::Main));
    assert_eq!(store.load(table), Ok(log.clone()));
    assert_eq!(store.tables_of(holder, 9), Ok(vec![table, other]), "the latest first, as before");
    assert_eq!(store.archive(other, vec![entry(0, None)]), Ok(true));
    assert_eq!(store.tables_of(holder, 9), Ok(vec![table, other]));
    assert_eq!(store.table_by_code("archive1"), Ok(Some(table)));
    assert!(store.tagged(Tag::Public, ShardSet::ALL, usize::MAX).unwrap().contains(&table));
    assert_eq!(store.archive(table, log), Ok(false), "it is there already");
    assert_eq!(store.footprint().unwrap().archived, before.archived + 2);
}

fn what_is_added_brings_a_table_back(store: &dyn Store) {
    let (table, _, mut log) = played(store, "archive2");
    assert_eq!(store.archive(table, log.clone()), Ok(true));
    for refused in [entry(0, None), entry(2, None), entry(4, None), entry(3, Some("A:one"))] {
        let seq = refused.seq;
        let result = append(store, batch(table, vec![refused]));
        assert_eq!(result, Err(StoreError::Conflict { table, seq }));
        assert!(is_in(store, table, Place::Archive), "what is refused changes nothing");
        assert_eq!(store.load(table).as_ref(), Ok(&log));
    }
    let added = entry(3, Some("A:two"));
    assert_eq!(append(store, batch(table, vec![added.clone()])), Ok(()));
    log.push(added);
    assert!(is_in(store, table, Place::Main));
    assert_eq!(store.load(table).as_ref(), Ok(&log));
    assert_eq!(store.archive(table, log.clone()), Ok(true), "it goes again");
    assert!(is_in(store, table, Place::Archive));
    assert_eq!(store.load(table), Ok(log));
}

fn what_is_amended_brings_a_table_back(store: &dyn Store) {
    let (table, holder, mut log) = played(store, "archive3");
    assert_eq!(store.archive(table, log.clone()), Ok(true));
    let amend = Change::Amend {
        table,
        bodies: vec![(2, "new".to_owned())],
        commands: ("A:".to_owned(), "B:".to_owned()),
        numbers: 0..=u64::MAX,
    };
    assert_eq!(change(store, vec![amend]), Ok(()));
    log[2].body = "new".to_owned();
    log[1].command = Some("B:one".to_owned());
    assert!(is_in(store, table, Place::Main));
    assert_eq!(store.load(table).as_ref(), Ok(&log));
    assert_eq!(store.archive(table, log.clone()), Ok(true));
    assert_eq!(change(store, vec![Change::HandOn { table, from: holder, to: None }]), Ok(()));
    assert!(is_in(store, table, Place::Archive), "by whom it is found is no part of the log");
    assert_eq!(store.load(table), Ok(log));
    assert_eq!(store.tables_of(holder, 9), Ok(vec![]));
}

fn only_the_log_that_is_stored_moves(store: &dyn Store) {
    let (table, _, log) = played(store, "archive4");
    assert_eq!(store.archive(table, log[..2].to_vec()), Ok(false), "something was added meanwhile");
    let mut other = log.clone();
    other[1].body = "old".to_owned();
    assert_eq!(store.archive(table, other), Ok(false), "something was amended meanwhile");
    assert_eq!(store.archive(table, Vec::new()), Ok(false));
    assert_eq!(store.archive(TableId::random(), log.clone()), Ok(false), "there is no such table");
    assert!(is_in(store, table, Place::Main));
    assert_eq!(store.load(table), Ok(log));
}

fn those_that_rest_are_found(store: &dyn Store) {
    let (table, _, log) = played(store, "archive5");
    let until = |at| store.resting(Place::Main, None, at, usize::MAX).unwrap().tables;
    let at = log[2].at;
    assert!(until(at).contains(&RestingTable { table, at }));
    assert!(until(at - 1).iter().all(|rests| rests.table != table));
    for limit in [1, 2, 3, 7] {
        assert_eq!(places(store, table, limit), [Place::Main], "{limit} at a time");
    }
    assert_eq!(store.archive(table, log), Ok(true));
    for limit in [1, 2, 3, 7] {
        assert_eq!(places(store, table, limit), [Place::Archive], "{limit} at a time");
    }
    let archived = store.resting(Place::Archive, None, at - 1, usize::MAX).unwrap().tables;
    assert!(archived.iter().all(|rests| rests.table != table));
}

fn what_is_erased_is_found_nowhere(store: &dyn Store) {
    for (code, archived) in [("archive6", false), ("archive7", true)] {
        let (table, holder, log) = played(store, code);
        let (other, ..) = played(store, &format!("{code}x"));
        if archived {
            assert_eq!(store.archive(table, log.clone()), Ok(true));
        }
        let (holders, codes) = (vec![holder], vec![code.to_owned(), format!("{code}x")]);
        let erasure = |entries| Erasure { table, entries, holders: holders.clone(), codes: codes.clone() };
        assert_eq!(store.erase(erasure(2)), Ok(false), "something was added meanwhile");
        assert_eq!(store.load(table), Ok(log));
        assert_eq!(store.erase(erasure(3)), Ok(true));
        assert_eq!(store.sweep(), Ok(()));
        assert_eq!(store.load(table), Ok(vec![]));
        assert_eq!(places(store, table, 1_000), []);
        assert_eq!(store.tables_of(holder, 9), Ok(vec![]));
        assert_eq!(store.table_by_code(code), Ok(None));
        assert_eq!(store.table_by_code(&format!("{code}x")), Ok(Some(other)), "the codes of others stay");
        assert!(!store.tagged(Tag::Public, ShardSet::ALL, usize::MAX).unwrap().contains(&table));
        assert_eq!(store.erase(erasure(3)), Ok(false), "it is gone already");
        assert_eq!(append(store, batch(table, vec![entry(0, None)])), Ok(()), "the id is free");
    }
}
