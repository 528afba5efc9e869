//! Files of a data folder that are deleted, moved or replaced while a server runs on it: nothing more is acknowledged until
//! they are back.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use store::{Archive, Batch, SqliteStore, Store, StoreError, conformance};
use table::TableId;
use testkit::Folder;

const MAIN: &str = "tables.sqlite";
const ALL: [&str; 6] = ["", MAIN, "tables.sqlite-wal", "tables.sqlite-shm", "neuland.lock", "archive"];

fn one(table: TableId, seq: u64) -> Batch {
    Batch { table, entries: vec![conformance::entry(seq, None)], index: Vec::new(), untag: Vec::new() }
}

/// A copy of a file, or of a folder with what is in it.
fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::copy(from, to).unwrap();
        return;
    }
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

fn remove(path: &Path) {
    if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
}

/// A store with a table in the main file and one in the archive.
fn filled(folder: &Path) -> (SqliteStore, TableId, TableId) {
    let store = SqliteStore::open(folder).unwrap();
    let (table, archived) = (TableId::random(), TableId::random());
    for id in [table, archived] {
        conformance::append(&store, one(id, 0)).unwrap();
    }
    assert_eq!(store.archive(archived, store.load(archived).unwrap()), Ok(true));
    assert_eq!(store.alive(1), Ok(()));
    (store, table, archived)
}

#[test]
fn nothing_is_acknowledged_where_no_path_leads_to_it() {
    for name in ALL {
        for is_replaced in [false, true] {
            let folder = Folder::new("displaced");
            let (store, table, _) = filled(&folder.0);
            let path = if name.is_empty() { folder.0.clone() } else { folder.0.join(name) };
            let aside = PathBuf::from(format!("{}-aside", path.display()));
            fs::rename(&path, &aside).unwrap();
            if is_replaced {
                copy(&aside, &path);
            }
            let displaced = |result: Result<(), StoreError>| {
                let Err(error) = result else { panic!("{name:?}, replaced: {is_replaced}: acknowledged") };
                assert!(
                    matches!(&error, StoreError::Displaced { path } if path.starts_with(&folder.0)),
                    "{error:?}"
                );
                let text = error.to_string();
                assert!(text.contains(name) && text.contains("put the original back"), "{text}");
            };
            displaced(conformance::append(&store, one(table, 1)));
            displaced(store.alive(2));
            if is_replaced {
                remove(&path);
            }
            fs::rename(&aside, &path).unwrap();
            // It goes on, and what was refused was not stored.
            assert_eq!(conformance::append(&store, one(table, 1)), Ok(()), "{name:?}");
            assert_eq!(store.alive(3), Ok(()));
            drop(store);
            assert_eq!(SqliteStore::open(&folder.0).unwrap().load(table).unwrap().len(), 2, "{name:?}");
        }
    }
}

#[test]
fn another_file_in_its_place_is_not_read() {
    let folder = Folder::new("displaced-reads");
    let (store, table, archived) = filled(&folder.0);
    let aside = folder.0.join("aside");
    let main = folder.0.join(MAIN);
    fs::rename(&main, &aside).unwrap();
    fs::write(&main, b"").unwrap();
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..8).map(|_| scope.spawn(|| store.load(table))).collect();
        for reader in readers {
            match reader.join().unwrap() {
                Ok(log) => assert_eq!(log.len(), 1),
                Err(error) => assert!(matches!(error, StoreError::Displaced { .. }), "{error:?}"),
            }
        }
    });
    fs::rename(&aside, &main).unwrap();
    assert_eq!(store.load(table).unwrap().len(), 1);
    // A table is not said to be damaged because the archive is elsewhere.
    let archive = folder.0.join("archive");
    fs::rename(&archive, &aside).unwrap();
    let error = store.load(archived).unwrap_err();
    assert!(matches!(error, StoreError::Displaced { .. }), "{error:?}");
    fs::rename(&aside, &archive).unwrap();
    assert_eq!(store.load(archived).unwrap().len(), 1);
}

/// Checks what docs/durability.md says under *Files taken away*.
#[cfg(target_os = "linux")]
#[test]
fn what_was_deleted_can_be_saved_while_the_server_runs() {
    let (folder, saved) = (Folder::new("deleted"), Folder::new("saved"));
    let (store, table, _) = filled(&folder.0);
    (1..50).for_each(|seq| conformance::append(&store, one(table, seq)).unwrap());
    fs::remove_dir_all(&folder.0).unwrap();
    assert!(matches!(conformance::append(&store, one(table, 50)), Err(StoreError::Displaced { .. })));
    fs::create_dir(&saved.0).unwrap();
    for link in fs::read_dir("/proc/self/fd").unwrap() {
        let link = link.unwrap().path();
        let Ok(target) = fs::read_link(&link) else { continue };
        let target = target.to_string_lossy().into_owned();
        let Some(name) = target.strip_prefix(&format!("{}/", folder.0.display())) else { continue };
        let name = name.trim_end_matches(" (deleted)");
        if [MAIN, "tables.sqlite-wal"].contains(&name) {
            fs::copy(&link, saved.0.join(name)).unwrap();
        }
    }
    assert_eq!(SqliteStore::open(&saved.0).unwrap().load(table).unwrap().len(), 50);
}
