//! A store with an archive against a model of it, in worlds made from a seed: tables are appended to, archived, amended,
//! read and erased in any order, and now and then the machine dies in the middle of that.
//!
//! `NEULAND_SEED=17 cargo test -p store --test it archive_model::` runs one world again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use store::{
    Archive, Batch, Change, Erasure, Index, Place, SqliteStore, Step, Store, StoreError, StoredEntry,
    conformance,
};
use table::{Key, KeyHash, TableId};
use testkit::Folder;

/// Steps of one world.
const STEPS: u32 = 160;

/// A generator of numbers (xorshift), so that a seed is a world.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// The expected state of a table.
#[derive(Clone, Default)]
struct Model {
    log: Vec<StoredEntry>,
    archived: bool,
}

struct World {
    dice: Dice,
    place: PathBuf,
    lives: u32,
    holder: KeyHash,
    tables: BTreeMap<TableId, Model>,
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let (name, target) = (path.to_string_lossy().into_owned(), to.join(path.file_name().unwrap()));
        if path.is_dir() {
            copy(&path, &target);
        } else if [".sqlite", "-wal", ".gz"].iter().any(|ending| name.ends_with(ending)) {
            fs::copy(&path, &target).map(drop).unwrap();
        }
    }
}

/// Waits until the writer has nothing to do.
fn settle(store: &SqliteStore) {
    store.settle().unwrap();
    // An answer to this comes when the file is swept, the strays are gone and the journal is empty.
    assert_eq!(conformance::change(store, vec![Change::Forget(Key::random().hash())]), Ok(()));
}

impl World {
    fn data(&self) -> PathBuf {
        self.place.join(format!("life-{}", self.lives))
    }

    fn any(&mut self) -> Option<TableId> {
        let count = self.tables.len() as u64;
        if count == 0 {
            return None;
        }
        let nth = self.dice.below(count) as usize;
        self.tables.keys().nth(nth).copied()
    }

    fn entries(&mut self, first: u64) -> Vec<StoredEntry> {
        let count = 1 + self.dice.below(40);
        (first..first + count)
            .map(|seq| {
                let mut entry =
                    conformance::entry(seq, (seq % 3 == 0).then(|| format!("A:{seq}")).as_deref());
                entry.body = "x".repeat(self.dice.below(400) as usize);
                entry
            })
            .collect()
    }

    fn append(&mut self, store: &SqliteStore, table: TableId) {
        let first = self.tables[&table].log.len() as u64;
        let entries = self.entries(first);
        let index = if first == 0 { vec![Index::Holder(self.holder)] } else { Vec::new() };
        let batch = Batch { table, entries: entries.clone(), index, untag: Vec::new() };
        assert_eq!(conformance::append(store, batch), Ok(()));
        let model = self.tables.get_mut(&table).unwrap();
        model.log.extend(entries);
        model.archived = false;
    }

    fn amend(&mut self, store: &SqliteStore, table: TableId) {
        let model = self.tables.get_mut(&table).unwrap();
        let seq = self.dice.below(model.log.len() as u64);
        let bodies = vec![(seq, format!("amended {seq}"))];
        let commands = ("A:".to_owned(), "B:".to_owned());
        let amend = Change::Amend { table, bodies, commands, numbers: 0..=seq };
        assert_eq!(conformance::change(store, vec![amend]), Ok(()));
        model.log[seq as usize].body = format!("amended {seq}");
        for command in model.log[..=seq as usize].iter_mut().filter_map(|entry| entry.command.as_mut()) {
            *command = command.replace("A:", "B:");
        }
        model.archived = false;
    }

    /// Archives a table; with `dies`, the machine dies at one of the steps.
    fn archive(&mut self, store: &SqliteStore, table: TableId, dies: Option<Step>) -> Option<PathBuf> {
        let model = &self.tables[&table];
        let saved: Arc<Mutex<Option<PathBuf>>> = Arc::default();
        if let Some(at) = dies {
            // The copy is made file by file, so the writer must have nothing to do meanwhile.
            settle(store);
            let (from, saved) = (self.data(), Arc::clone(&saved));
            let to = self.place.join(format!("life-{}", self.lives + 1));
            store.watch_archiving(move |step| {
                let mut saved = saved.lock().unwrap();
                if step == at && saved.is_none() {
                    copy(&from, &to);
                    *saved = Some(to.clone());
                }
            });
        }
        assert_eq!(store.archive(table, model.log.clone()), Ok(!model.archived));
        store.watch_archiving(|_| {});
        let saved = saved.lock().unwrap().take();
        match dies.filter(|_| saved.is_some()) {
            Some(Step::Named | Step::Written) => {}
            _ => self.tables.get_mut(&table).unwrap().archived = true,
        }
        saved
    }

    fn check(&self, store: &SqliteStore) {
        for (table, model) in &self.tables {
            assert_eq!(store.load(*table).as_ref(), Ok(&model.log));
        }
        let find = |place| store.resting(place, None, u64::MAX, 10_000).unwrap().tables;
        let mut archived: Vec<TableId> = find(Place::Archive).iter().map(|rests| rests.table).collect();
        let mut expected = Vec::new();
        for (table, model) in &self.tables {
            expected.extend(model.archived.then_some(*table));
        }
        archived.sort_unstable();
        assert_eq!(archived, expected);
        assert_eq!(find(Place::Main).len(), self.tables.len() - expected.len());
        assert_eq!(store.footprint().unwrap().archived, expected.len() as u64);
        let mut own = store.tables_of(self.holder, 10_000).unwrap();
        own.sort_unstable();
        assert!(own.iter().eq(self.tables.keys()));
    }

    /// Checks that the archive's folder holds exactly the files that the main file names.
    fn check_files(&self, store: &SqliteStore) {
        settle(store);
        let within =
            |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        let files: Vec<PathBuf> = within(self.data().join("archive")).flat_map(within).collect();
        assert_eq!(files.len(), self.tables.values().filter(|model| model.archived).count());
        let bytes: u64 = files.iter().map(|file| fs::metadata(file).unwrap().len()).sum();
        assert_eq!(store.footprint().unwrap().archive, bytes);
    }

    fn run(&mut self) {
        let mut store = SqliteStore::open(&self.data()).unwrap();
        for step in 0..STEPS {
            match (self.dice.below(12), self.any()) {
                (0 | 1, _) | (_, None) => {
                    let table = TableId::random();
                    self.tables.insert(table, Model::default());
                    self.append(&store, table);
                }
                (2 | 3, Some(table)) => self.append(&store, table),
                (4, Some(table)) => self.amend(&store, table),
                (5, Some(table)) if self.tables.len() > 4 => {
                    let entries = self.tables[&table].log.len() as u64;
                    let erasure = Erasure { table, entries, holders: vec![self.holder], codes: Vec::new() };
                    assert_eq!(store.erase(erasure), Ok(true));
                    self.tables.remove(&table);
                }
                (6, Some(table)) => {
                    let seq = self.tables[&table].log.len() as u64 + 1;
                    let entries = vec![conformance::entry(seq, None)];
                    let gap = Batch { table, entries, index: Vec::new(), untag: Vec::new() };
                    assert_eq!(conformance::append(&store, gap), Err(StoreError::Conflict { table, seq }));
                }
                (7, Some(table)) => {
                    let at = [Step::Named, Step::Written, Step::Moved][self.dice.below(3) as usize];
                    if self.archive(&store, table, Some(at)).is_some() {
                        drop(store);
                        self.lives += 1;
                        store = SqliteStore::open(&self.data()).unwrap();
                    }
                }
                (8, _) => {
                    drop(store);
                    store = SqliteStore::open(&self.data()).unwrap();
                }
                (_, Some(table)) => assert_eq!(self.archive(&store, table, None), None),
            }
            if step % 16 == 0 {
                self.check(&store);
                self.check_files(&store);
            }
        }
        self.check(&store);
        self.check_files(&store);
    }
}

#[test]
fn a_table_is_always_in_one_place_and_whole() {
    let seed = std::env::var("NEULAND_SEED").ok().map(|seed| seed.parse().expect("a number"));
    for seed in seed.map_or(1..5, |seed: u64| seed..seed + 1) {
        let folder = Folder::new(&format!("archive-world-{seed}"));
        let dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let (place, holder) = (folder.0.clone(), Key::random().hash());
        let mut world = World { dice, place, lives: 0, holder, tables: BTreeMap::new() };
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.run()));
        if let Err(panic) = result {
            eprintln!("this world again: NEULAND_SEED={seed} cargo test -p store --test it archive_model::");
            std::panic::resume_unwind(panic);
        }
    }
}
