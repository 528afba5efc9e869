//! Archive files: crashes at every step, damage, and traces of deleted data.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, mpsc};
use store::{
    Archive, Batch, Change, Erasure, Index, Place, SqliteStore, Step, Store, StoreError, StoredEntry,
    conformance,
};
use table::{Key, KeyHash, TableId};
use testkit::Folder;

/// A word that stands in every entry, so that it is found if anything is left.
const MARK: &str = "zxqvmark";

/// A table with a log of some size and with a holder.
fn played(store: &SqliteStore, entries: u64, holder: KeyHash) -> (TableId, Vec<StoredEntry>) {
    let table = TableId::random();
    let log: Vec<StoredEntry> = (0..entries)
        .map(|seq| {
            let mut entry = conformance::entry(seq, Some(&format!("A:{seq}")));
            entry.body = format!("{MARK} {seq} {}", Key::random().hash().short());
            entry
        })
        .collect();
    let index = vec![Index::Holder(holder), Index::Code(table.to_string())];
    let batch = Batch { table, entries: log.clone(), index, untag: Vec::new() };
    assert_eq!(conformance::append(store, batch), Ok(()));
    (table, log)
}

/// The archive files of a data folder.
fn archive_files(data: &Path) -> Vec<PathBuf> {
    let within =
        |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    within(data.join("archive")).flat_map(within).collect()
}

/// Copies a data folder as a machine that dies would leave it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            // The journal's index is made anew; the lock is held.
            false
                if path.extension().is_some_and(|ending| ending == "sqlite" || ending == "gz")
                    || path.to_string_lossy().ends_with("-wal") =>
            {
                fs::copy(&path, &target).map(drop).unwrap();
            }
            false => {}
        }
    }
}

/// Waits until no archive file is left that does not count.
#[track_caller]
fn until_files(data: &Path, expected: usize) {
    testkit::until(&format!("{expected} archive files are left"), || archive_files(data).len() == expected);
}

fn is_archived(store: &SqliteStore, table: TableId) -> bool {
    let in_place = |place| {
        let found = store.resting(place, None, u64::MAX, 1_000).unwrap().tables;
        found.iter().filter(|rests| rests.table == table).count()
    };
    let (main, archive) = (in_place(Place::Main), in_place(Place::Archive));
    assert_eq!(main + archive, 1, "a table is in one place");
    archive == 1
}

/// The machine dies at each step of moving a table there and of bringing it back: the next server finds it once, whole,
/// and deletes what does not count.
#[test]
fn a_crash_at_any_step_leaves_a_table_once() {
    let folder = Folder::new("archive-steps");
    let data = folder.0.join("data");
    let copies: Arc<Mutex<Vec<(Step, PathBuf)>>> = Arc::default();
    let holder = Key::random().hash();
    let store = SqliteStore::open(&data).unwrap();
    let (table, log) = played(&store, 300, holder);
    {
        let (from, to, copies) = (data.clone(), folder.0.clone(), Arc::clone(&copies));
        store.watch_archiving(move |step| {
            let mut copies = copies.lock().unwrap();
            let target = to.join(format!("{}-{step:?}", copies.len()));
            copy(&from, &target);
            copies.push((step, target));
        });
    }
    assert_eq!(store.archive(table, log.clone()), Ok(true));
    let added = conformance::entry(300, None);
    let more = Batch { table, entries: vec![added.clone()], index: Vec::new(), untag: Vec::new() };
    assert_eq!(conformance::append(&store, more), Ok(()));
    until_files(&data, 0);
    drop(store);
    let copies = std::mem::take(&mut *copies.lock().unwrap());
    let mut steps: Vec<Step> = copies.iter().map(|(step, _)| *step).collect();
    steps.dedup();
    assert!(
        steps.starts_with(&[Step::Named, Step::Written, Step::Moved]) && steps.contains(&Step::BroughtBack),
        "{steps:?}"
    );
    assert!(steps.contains(&Step::Erased), "{steps:?}");
    let mut longer = log.clone();
    longer.push(added);
    for (step, data) in copies {
        let store = SqliteStore::open(&data).unwrap();
        let (archived, expected) = match step {
            Step::Named | Step::Written => (false, &log),
            Step::Moved => (true, &log),
            Step::BroughtBack | Step::Erased => (false, &longer),
        };
        assert_eq!(store.load(table).as_ref(), Ok(expected), "{step:?}");
        assert_eq!(is_archived(&store, table), archived, "{step:?}");
        assert_eq!(store.load_part(table, 7, 1).unwrap()[0], expected[7], "{step:?}: a part");
        assert_eq!(store.load_part(table, expected.len() as u64, 9), Ok(vec![]), "{step:?}: nothing more");
        store.settle().unwrap();
        until_files(&data, usize::from(archived));
        assert_eq!(store.load(table).as_ref(), Ok(expected), "{step:?}");
        assert_eq!(store.tables_of(holder, 9), Ok(vec![table]), "{step:?}");
        let next = conformance::entry(expected.len() as u64, None);
        let more = Batch { table, entries: vec![next], index: Vec::new(), untag: Vec::new() };
        assert_eq!(conformance::append(&store, more), Ok(()), "{step:?}: it goes on");
    }
}

/// Checks that a table stays, and its file is deleted, if something is added or a person is taken out while it is being archived.
#[test]
fn a_table_that_changes_on_its_way_stays() {
    for at in [Step::Named, Step::Written] {
        let folder = Folder::new(&format!("archive-changes-{at:?}"));
        let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
        let (table, log) = played(&store, 20, Key::random().hash());
        let weak = Arc::downgrade(&store);
        store.watch_archiving(move |step| {
            let Some(store) = weak.upgrade().filter(|_| step == at) else { return };
            let bodies = vec![(7, "nothing".to_owned())];
            let commands = ("B:".to_owned(), "C:".to_owned());
            let amend = Change::Amend { table, bodies, commands, numbers: 0..=9 };
            assert_eq!(conformance::change(&*store, vec![amend]), Ok(()));
        });
        assert_eq!(store.archive(table, log), Ok(false), "{at:?}");
        assert!(!is_archived(&store, table), "{at:?}");
        assert_eq!(store.load(table).unwrap()[7].body, "nothing");
        until_files(&folder.0, 0);
    }
}

/// A damaged or missing archive file is named; it is that table's alone, and nothing is lost by trying.
#[test]
fn a_damaged_archive_file_is_that_tables_alone() {
    let folder = Folder::new("archive-damage");
    let store = SqliteStore::open(&folder.0).unwrap();
    let holder = Key::random().hash();
    let (table, log) = played(&store, 50, holder);
    assert_eq!(store.archive(table, log.clone()), Ok(true));
    let file = archive_files(&folder.0).remove(0);
    let good = fs::read(&file).unwrap();
    let (other, others) = played(&store, 5, holder);
    assert_eq!(store.archive(other, others.clone()), Ok(true));
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    for bad in [Some(flipped), Some(good[..good.len() - 1].to_vec()), Some(Vec::new()), None] {
        match &bad {
            Some(bytes) => fs::write(&file, bytes).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        let append = |seq| {
            let entries = vec![conformance::entry(seq, None)];
            conformance::append(&store, Batch { table, entries, index: Vec::new(), untag: Vec::new() })
        };
        for result in [store.load(table).map(drop), append(50)] {
            let Err(StoreError::Damaged { path, .. }) = result else { panic!("{result:?}") };
            assert_eq!(path, file);
        }
        assert_eq!(store.load(other).as_ref(), Ok(&others));
        assert_eq!(store.tables_of(holder, 9).map(|tables| tables.len()), Ok(2));
    }
    fs::write(&file, good).unwrap();
    assert_eq!(store.load(table), Ok(log));
}

/// A file that is there and cannot be read is damage of that table alone too.
#[cfg(unix)]
#[test]
fn an_archive_file_that_cannot_be_read_is_that_tables_alone() {
    let folder = Folder::new("archive-unread");
    let store = SqliteStore::open(&folder.0).unwrap();
    let (table, log) = played(&store, 5, Key::random().hash());
    assert_eq!(store.archive(table, log.clone()), Ok(true));
    let file = archive_files(&folder.0).remove(0);
    fs::remove_file(&file).unwrap();
    // A link to itself cannot be read even by an administrator.
    std::os::unix::fs::symlink(&file, &file).unwrap();
    let error = store.load(table).unwrap_err();
    assert!(store::is_of_archive_file(&error), "{error:?}");
    assert!(error.to_string().contains("cannot be read"), "{error}");
}

/// A file that cannot be deleted keeps no other one, and is tried again.
#[test]
fn a_stray_that_cannot_be_deleted_keeps_no_other() {
    let folder = Folder::new("archive-stuck");
    let store = SqliteStore::open(&folder.0).unwrap();
    let holder = Key::random().hash();
    let tables: Vec<_> = (0..5).map(|_| played(&store, 5, holder)).collect();
    for (table, log) in &tables {
        assert_eq!(store.archive(*table, log.clone()), Ok(true));
    }
    let mut files = archive_files(&folder.0);
    files.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    // Folders cannot be written over. The first and the middle one in the order in which they are deleted.
    for stuck in [&files[0], &files[2]] {
        fs::remove_file(stuck).unwrap();
        fs::create_dir(stuck).unwrap();
    }
    let erase = |(table, log): &(TableId, Vec<StoredEntry>)| {
        let erasure = Erasure { table: *table, entries: log.len() as u64, holders: vec![], codes: vec![] };
        assert_eq!(store.erase(erasure), Ok(true));
    };
    tables.iter().for_each(erase);
    until_files(&folder.0, 2);
    fs::remove_dir(&files[0]).unwrap();
    fs::write(&files[0], "what stood there").unwrap();
    let more = played(&store, 5, holder);
    erase(&more);
    until_files(&folder.0, 1);
    assert!(files[2].is_dir());
}

/// A file that could be deleted only after its turn is deleted in the same pass, if files are looked for meanwhile.
#[test]
fn a_stray_has_another_turn_when_strays_are_looked_for_during_a_pass() {
    let folder = Folder::new("archive-turn");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let holder = Key::random().hash();
    let mut files: Vec<PathBuf> = Vec::new();
    let mut tables = [0, 1].map(|_| {
        let (table, log) = played(&store, 5, holder);
        assert_eq!(store.archive(table, log.clone()), Ok(true));
        let file = archive_files(&folder.0).into_iter().find(|file| !files.contains(file)).unwrap();
        files.push(file.clone());
        (file, table, log)
    });
    // In the order in which they are deleted.
    tables.sort_by_key(|(file, ..)| file.file_name().map(ToOwned::to_owned));
    let stuck = tables[0].0.clone();
    fs::remove_file(&stuck).unwrap();
    fs::create_dir(&stuck).unwrap();
    let weak = Arc::downgrade(&store);
    store.watch_archiving(move |step| {
        let Some(store) = weak.upgrade().filter(|_| step == Step::Erased && stuck.is_dir()) else { return };
        fs::remove_dir(&stuck).unwrap();
        fs::write(&stuck, "what stood there").unwrap();
        // The writer is here, so this comes before the end of its pass.
        store.change(vec![Change::Forget(Key::random().hash())], Box::new(|done| assert_eq!(done, Ok(()))));
    });
    for (_, table, log) in tables {
        let erasure = Erasure { table, entries: log.len() as u64, holders: vec![], codes: vec![] };
        assert_eq!(store.erase(erasure), Ok(true));
    }
    until_files(&folder.0, 0);
}

/// Counts the occurrences of the mark in the files of a data folder, with archive files unpacked.
fn marks(data: &Path) -> usize {
    let count = |bytes: &[u8]| bytes.windows(MARK.len()).filter(|window| *window == MARK.as_bytes()).count();
    let main = ["tables.sqlite", "tables.sqlite-wal"];
    let main: usize = main.iter().map(|name| count(&fs::read(data.join(name)).unwrap_or_default())).sum();
    let unpacked = archive_files(data).into_iter().map(|path| {
        let mut text = Vec::new();
        let packed = fs::read(path).unwrap();
        let _ = std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut text);
        count(&text)
    });
    main + unpacked.sum::<usize>()
}

/// Checks that a forgotten person leaves nothing in archive files, nor does a deleted table.
#[test]
fn what_is_forgotten_stands_in_no_archive_file() {
    let folder = Folder::new("archive-forgets");
    let store = SqliteStore::open(&folder.0).unwrap();
    let holder = Key::random().hash();
    let tables: Vec<_> = (0..6).map(|_| played(&store, 60, holder)).collect();
    for (table, log) in &tables {
        assert_eq!(store.archive(*table, log.clone()), Ok(true));
    }
    assert!(marks(&folder.0) >= 360);
    let (forgotten, deleted) = tables.split_at(3);
    for (table, log) in forgotten {
        let bodies = log.iter().map(|entry| (entry.seq, "-".to_owned())).collect();
        let commands = ("A:".to_owned(), "B:".to_owned());
        let amend = Change::Amend { table: *table, bodies, commands, numbers: 0..=u64::MAX };
        let reassign = Change::HandOn { table: *table, from: holder, to: None };
        assert_eq!(conformance::change(&store, vec![amend, reassign]), Ok(()));
    }
    for (table, log) in deleted {
        let (holders, codes) = (vec![holder], vec![table.to_string()]);
        let erasure = Erasure { table: *table, entries: log.len() as u64, holders, codes };
        assert_eq!(store.erase(erasure), Ok(true));
    }
    // The answer comes when nothing is left.
    assert_eq!(conformance::change(&store, vec![Change::Forget(holder)]), Ok(()));
    assert_eq!(archive_files(&folder.0), Vec::<PathBuf>::new());
    assert_eq!(marks(&folder.0), 0);
}

/// Checks that the remains of deleted tables in free parts of the file go after the next start, if nobody swept it before.
#[test]
fn a_store_that_stops_before_it_sweeps_does_so_after_the_next_start() {
    let folder = Folder::new("archive-unswept");
    let store = SqliteStore::open(&folder.0).unwrap();
    let (table, log) = played(&store, 12, Key::random().hash());
    let erasure = Erasure { table, entries: log.len() as u64, holders: Vec::new(), codes: Vec::new() };
    assert_eq!(store.erase(erasure), Ok(true));
    drop(store);
    let sweeps = || {
        let file = rusqlite::Connection::open(folder.0.join("tables.sqlite")).unwrap();
        file.query_row("SELECT count(*) FROM to_sweep", (), |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!(sweeps(), 1, "it is noted");
    let store = SqliteStore::open(&folder.0).unwrap();
    testkit::until("it is swept", || sweeps() == 0);
    drop(store);
}

/// Readers find a table all the time, wherever it is at the moment.
#[test]
fn readers_do_not_notice_that_a_table_moves() {
    let folder = Folder::new("archive-readers");
    let store = SqliteStore::open(&folder.0).unwrap();
    let (table, log) = played(&store, 30, Key::random().hash());
    let (stop, stopped) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let (store, log) = (&store, &log);
        scope.spawn(move || {
            while stopped.try_recv() == Err(mpsc::TryRecvError::Empty) {
                assert!(store.load(table).unwrap().starts_with(log));
            }
        });
        for _ in 0..40 {
            let log = store.load(table).unwrap();
            let seq = log.len() as u64;
            assert_eq!(store.archive(table, log), Ok(true));
            let entries = vec![conformance::entry(seq, None)];
            let more = Batch { table, entries, index: Vec::new(), untag: Vec::new() };
            assert_eq!(conformance::append(store, more), Ok(()));
        }
        drop(stop);
    });
}

/// The main file gets smaller.
#[test]
fn freed_pages_return_to_the_disk() {
    let folder = Folder::new("archive-frees");
    let store = SqliteStore::open(&folder.0).unwrap();
    let tables: Vec<_> = (0..20).map(|_| played(&store, 1_000, Key::random().hash())).collect();
    // What is in the journal goes into the file.
    assert_eq!(conformance::change(&store, vec![Change::Forget(Key::random().hash())]), Ok(()));
    let before = store.footprint().unwrap();
    assert!(before.main > 1_000_000, "{before:?}");
    for (table, log) in tables {
        assert_eq!(store.archive(table, log), Ok(true));
    }
    testkit::until("the file is smaller", || store.footprint().unwrap().main < before.main / 10);
    let after = store.footprint().unwrap();
    assert_eq!(after.archived, 20);
    let files: u64 = archive_files(&folder.0).iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    assert_eq!(after.archive, files);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o077;
        assert_eq!((mode(&folder.0.join("archive")), mode(&archive_files(&folder.0)[0])), (0, 0));
    }
}
