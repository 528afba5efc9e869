//! Copies of a store with archive files: they are copied once, checked, put back, and go with the last copy that needs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::backup::{BackupError, backup, forget_old, restore};
use store::{Archive, Batch, SqliteStore, Step, Store, StoreError, StoredEntry, conformance};
use table::TableId;
use testkit::Folder;

fn played(store: &SqliteStore, entries: u64) -> (TableId, Vec<StoredEntry>) {
    let table = TableId::random();
    let log: Vec<StoredEntry> = (0..entries).map(|seq| conformance::entry(seq, None)).collect();
    let batch = Batch { table, entries: log.clone(), index: Vec::new(), untag: Vec::new() };
    assert_eq!(conformance::append(store, batch), Ok(()));
    (table, log)
}

fn add(store: &SqliteStore, table: TableId, seq: u64) {
    let entries = vec![conformance::entry(seq, None)];
    let batch = Batch { table, entries, index: Vec::new(), untag: Vec::new() };
    assert_eq!(conformance::append(store, batch), Ok(()));
}

/// The archive files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let within =
        |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    within(folder.to_owned()).filter(|path| path.is_dir()).flat_map(within).collect()
}

fn fits(_: TableId, log: Vec<StoredEntry>) -> Result<(), String> {
    if log.is_empty() { Err("nothing".to_owned()) } else { Ok(()) }
}

struct Places {
    _folder: Folder,
    data: PathBuf,
    copies: PathBuf,
}

fn places(name: &str) -> Places {
    let folder = Folder::new(name);
    let (data, copies) = (folder.0.join("data"), folder.0.join("copies"));
    fs::create_dir_all(&copies).unwrap();
    Places { _folder: folder, data, copies }
}

#[test]
fn archive_files_are_copied_once_and_put_back() {
    let Places { _folder, data, copies } = places("archive-backup");
    let store = SqliteStore::open(&data).unwrap();
    let (here, here_log) = played(&store, 3);
    let (old, old_log) = played(&store, 40);
    assert_eq!(store.archive(old, old_log.clone()), Ok(true));
    let first = backup(&data, &copies.join("a.sqlite"), fits).unwrap();
    assert_eq!((first.tables, first.entries, first.archived, first.copied), (2, 43, 1, 1));
    assert_eq!(first.spoilt, []);
    let (new, new_log) = played(&store, 20);
    assert_eq!(store.archive(new, new_log.clone()), Ok(true));
    let second = backup(&data, &copies.join("b.sqlite"), fits).unwrap();
    assert_eq!((second.tables, second.archived, second.copied), (3, 2, 1), "the first is there already");
    // A table that came back and went again is another file; the first copy keeps the old one.
    add(&store, old, 40);
    let longer = store.load(old).unwrap();
    assert_eq!(store.archive(old, longer.clone()), Ok(true));
    let third = backup(&data, &copies.join("c.sqlite"), fits).unwrap();
    assert_eq!((third.archived, third.copied), (2, 1));
    drop(store);
    let put = |copy: &str, folder: &str, replace| {
        restore(&copies.join(copy), &data.with_file_name(folder), replace, fits)
    };
    for (copy, tables) in [
        ("a.sqlite", vec![(here, &here_log), (old, &old_log)]),
        ("b.sqlite", vec![(here, &here_log), (old, &old_log), (new, &new_log)]),
        ("c.sqlite", vec![(here, &here_log), (old, &longer), (new, &new_log)]),
    ] {
        let put = put(copy, "again", true).unwrap();
        assert_eq!((put.tables as usize, put.spoilt.as_slice()), (tables.len(), &[][..]), "{copy}");
        let store = SqliteStore::open(&data.with_file_name("again")).unwrap();
        for (table, log) in tables {
            assert_eq!(store.load(table).as_ref(), Ok(log), "{copy}");
        }
        store.settle().unwrap();
        assert_eq!(files(&data.with_file_name("again/archive")).len() as u64, put.archived, "{copy}");
    }
    // What was replaced can be put back as well, with its own archive files.
    let replaced: Vec<PathBuf> = fs::read_dir(data.with_file_name("again"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("tables.sqlite.replaced-"))
        .collect();
    assert_eq!(replaced.len(), 2);
    for file in replaced {
        let put = restore(&file, &data.with_file_name("back"), true, fits).unwrap();
        assert_eq!((put.spoilt.as_slice(), put.archived > 0), (&[][..], true));
    }
}

#[test]
fn archive_files_go_with_the_last_copy_that_needs_them() {
    let Places { _folder, data, copies } = places("archive-keep");
    let store = SqliteStore::open(&data).unwrap();
    let (table, log) = played(&store, 10);
    assert_eq!(store.archive(table, log), Ok(true));
    let kept = copies.join("neuland-archive");
    for (n, day) in ["01", "02", "03"].into_iter().enumerate() {
        backup(&data, &copies.join(format!("neuland-2026-01-{day}T000000Z.sqlite")), fits).unwrap();
        add(&store, table, 10 + n as u64);
        assert_eq!(store.archive(table, store.load(table).unwrap()), Ok(true));
    }
    assert_eq!(files(&kept).len(), 3);
    let stranger = kept.join(files(&kept)[0].parent().unwrap()).join("letter.txt");
    fs::write(&stranger, "Dear aunt").unwrap();
    fs::write(copies.join("mine.sqlite"), "no copy").unwrap();
    assert_eq!(forget_old(&copies, 2), Ok(1));
    assert_eq!(files(&kept).len(), 3, "two are needed, and a letter is not ours");
    // A copy with a name of its own keeps what it needs.
    fs::copy(copies.join("neuland-2026-01-02T000000Z.sqlite"), copies.join("mine.sqlite")).unwrap();
    assert_eq!(forget_old(&copies, 1), Ok(1));
    fs::remove_file(stranger).unwrap();
    assert_eq!(files(&kept).len(), 2);
    let put = restore(&copies.join("mine.sqlite"), &data.with_file_name("again"), false, fits).unwrap();
    assert_eq!((put.archived, put.spoilt.len()), (1, 0));
    fs::remove_file(copies.join("mine.sqlite")).unwrap();
    assert_eq!(forget_old(&copies, 1), Ok(0));
    assert_eq!(files(&kept).len(), 1);
}

#[test]
fn damage_is_named_and_no_other_table_suffers() {
    let Places { _folder, data, copies } = places("archive-backup-damage");
    let store = SqliteStore::open(&data).unwrap();
    let tables: Vec<_> = (0..3).map(|_| played(&store, 30)).collect();
    for (table, log) in &tables {
        assert_eq!(store.archive(*table, log.clone()), Ok(true));
    }
    // In the data folder: the others are copied.
    let bad = files(&data.join("archive")).remove(0);
    let good = fs::read(&bad).unwrap();
    fs::write(&bad, &good[1..]).unwrap();
    let checked = backup(&data, &copies.join("a.sqlite"), fits).unwrap();
    assert_eq!((checked.tables, checked.copied, checked.spoilt.len()), (3, 2, 1));
    assert!(checked.spoilt[0].1.contains("archive"), "{:?}", checked.spoilt);
    fs::write(&bad, &good).unwrap();
    // Beside the copies: the next copy brings it anew.
    let kept = copies.join("neuland-archive");
    let rotten = files(&kept).remove(0);
    fs::write(&rotten, "rotten").unwrap();
    let put = restore(&copies.join("a.sqlite"), &data.with_file_name("half"), false, fits).unwrap();
    assert_eq!((put.tables, put.spoilt.len()), (3, 2), "what is whole is put back");
    let checked = backup(&data, &copies.join("b.sqlite"), fits).unwrap();
    assert_eq!((checked.copied, checked.spoilt.len()), (2, 0));
    assert_eq!(
        restore(&copies.join("b.sqlite"), &data.with_file_name("whole"), false, fits).unwrap().spoilt,
        []
    );
    // Without the folder nothing is put back.
    let alone = data.with_file_name("alone.sqlite");
    fs::copy(copies.join("b.sqlite"), &alone).unwrap();
    let Err(BackupError::Store(StoreError::Damaged { path, reason })) =
        restore(&alone, &data.with_file_name("none"), false, fits)
    else {
        panic!("put back without its archive")
    };
    assert!(path.ends_with("neuland-archive") && reason.contains("beside"), "{reason}");
    assert!(!data.with_file_name("none").join("tables.sqlite").exists());
}

/// A table comes back from the archive between the copy of the main file and that of its archive file.
#[test]
fn a_table_that_comes_back_meanwhile_is_in_the_copy() {
    let Places { _folder, data, copies } = places("archive-backup-moves");
    let store = Arc::new(SqliteStore::open(&data).unwrap());
    let tables: Vec<_> = (0..4).map(|_| played(&store, 30)).collect();
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    store.watch_archiving(|step| {
        if step == Step::Moved {
            std::thread::yield_now();
        }
    });
    std::thread::scope(|scope| {
        let (store, tables, stop) = (&store, &tables, &stop);
        scope.spawn(move || {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                for (table, _) in tables {
                    let log = store.load(*table).unwrap();
                    let seq = log.len() as u64;
                    assert_eq!(store.archive(*table, log), Ok(true));
                    add(store, *table, seq);
                    // A copy gets on in between.
                    (0..100).for_each(|_| std::thread::yield_now());
                }
            }
        });
        for n in 0..5 {
            match backup(&data, &copies.join(format!("{n}.sqlite")), fits) {
                Ok(checked) => assert_eq!((checked.tables, checked.spoilt.as_slice()), (4, &[][..]), "{n}"),
                // Nobody writes as fast as this without a pause.
                Err(error) => assert_eq!(error, BackupError::Store(StoreError::Overloaded)),
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
