//! `neuland backup` and `neuland restore`.

use super::{Served, act, folder, neuland, open, said};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Archive, Place, SqliteStore, Store};
use table::TableId;

fn backup(data: &Path, output: &Path, more: &[&str]) -> (i32, String, String) {
    let (data, output) = (data.to_str().expect("UTF-8"), output.to_str().expect("UTF-8"));
    said(&neuland(&[&["backup", "--data", data, "-o", output], more].concat()))
}

fn restore(file: &Path, data: &Path, more: &[&str]) -> (i32, String, String) {
    let (file, data) = (file.to_str().expect("UTF-8"), data.to_str().expect("UTF-8"));
    said(&neuland(&[&["restore", file, "--data", data], more].concat()))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// No limit on requests that a test comes near.
const FAST: [&str; 4] = ["--requests-per-second", "100000", "--burst", "100000"];

/// A data folder with a table at which something was played.
fn played(place: &Path) -> PathBuf {
    let data = place.join("data");
    let served = Served::start(&data, &FAST);
    let (mut ada, table, _) = open(&served, &["me", "bot:random"], "Ada");
    for n in 0..60 {
        act(&mut ada, &table, &format!("m{n}"));
    }
    assert_eq!(served.stop().0, 0);
    data
}

/// Copies taken while people play are whole, and each is the beginning of what came later.
#[test]
fn a_copy_is_taken_while_people_play() {
    let place = folder("backup-live");
    let data = place.join("data");
    let served = Served::start(&data, &FAST);
    let (mut ada, table, _) = open(&served, &["me", "bot:random"], "Ada");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut n = 0;
            while !stop.load(Ordering::Relaxed) {
                n += 1;
                act(&mut ada, &table, &format!("m{n}"));
            }
        });
        for n in 0..4 {
            let file = place.join(format!("copy-{n}.sqlite"));
            let (code, out, err) = backup(&data, &file, &[]);
            assert_eq!((code, err.as_str()), (0, ""), "{out}");
            assert!(out.contains("1 table with") && out.contains("every game replayed"), "{out}");
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(served.stop().0, 0);
    let id: TableId = table.parse().expect("an id");
    let last = SqliteStore::open(&data).expect("a store").load(id).expect("a log");
    let mut before = 0;
    for n in 0..4 {
        let there = place.join(format!("there-{n}"));
        let (code, out, err) = restore(&place.join(format!("copy-{n}.sqlite")), &there, &[]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        let log = SqliteStore::open(&there).expect("a store").load(id).expect("a log");
        assert!(log.len() >= before && last.starts_with(&log), "{n}");
        before = log.len();
    }
    assert!(before > 2, "something was played");
    // The game goes on from the copy.
    let served = Served::start(&place.join("there-3"), &[]);
    let mut anybody = served.client();
    assert_eq!(anybody.get(&format!("/t/{table}")).status, 200);
    assert!(
        anybody.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64() >= Some(before as u64 - 1)
    );
    assert_eq!(served.stop().0, 0);
}

#[test]
fn nothing_is_overwritten() {
    let place = folder("backup-refused");
    let data = place.join("data");
    let file = place.join("copy.sqlite");
    let (code, _, err) = backup(&data, &file, &[]);
    assert!(code == 1 && err.contains("there are no tables in"), "{err}");
    let served = Served::start(&data, &[]);
    open(&served, &["me", "open"], "Ada");
    assert_eq!(backup(&data, &file, &[]).0, 0);
    let bytes = std::fs::read(&file).expect("a copy");
    let (code, _, err) = backup(&data, &file, &[]);
    assert!(code == 1 && err.contains("is not overwritten"), "{err}");
    assert_eq!(std::fs::read(&file).expect("a copy"), bytes);
    let (code, _, err) = backup(&data, &place.join("nowhere/copy.sqlite"), &[]);
    assert!(code == 1 && err.contains("check that its folder exists"), "{err}");
    let (code, _, err) = backup(&data, &file, &["--keep", "3"]);
    assert!(code == 2 && err.contains("--keep needs a folder"), "{err}");
    assert_eq!(said(&neuland(&["backup"])).0, 2);
    // The copy holds secrets of tables: it is for its owner alone.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).expect("a copy").permissions().mode() & 0o777, 0o600);
    }
    // A folder with a server or with tables is left alone.
    let before = std::fs::read(data.join("tables.sqlite")).expect("a store");
    for more in [&[][..], &["--replace"]] {
        let (code, _, err) = restore(&file, &data, more);
        assert!(code == 1 && err.contains("is in use by another program"), "{err}");
    }
    assert_eq!(served.stop().0, 0);
    let (code, _, err) = restore(&file, &data, &[]);
    assert!(code == 1 && err.contains("already has tables") && err.contains("--replace"), "{err}");
    // With --replace what was there is moved aside, and still is a store.
    let (code, out, err) = restore(&file, &data, &["--replace"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let aside: Vec<String> = names(&data).into_iter().filter(|name| name.contains(".replaced-")).collect();
    assert_eq!(aside.len(), 1, "{:?}", names(&data));
    assert!(out.contains(&aside[0]), "{out}");
    let again = place.join("again");
    assert_eq!(restore(&data.join(&aside[0]), &again, &[]).0, 0);
    assert!(before.starts_with(b"SQLite format 3"));
}

#[test]
fn a_damaged_copy_is_refused_and_changes_nothing() {
    let place = folder("backup-damaged");
    let data = played(&place);
    let file = place.join("copy.sqlite");
    assert_eq!(backup(&data, &file, &[]).0, 0);
    let before = std::fs::read(data.join("tables.sqlite")).expect("a store");
    let good = std::fs::read(&file).expect("a copy");
    let middle = good.len() / 2;
    let torn: Vec<u8> =
        good.iter().enumerate().map(|(at, byte)| if at < middle { *byte } else { 0x5a }).collect();
    for (name, bytes) in [
        ("torn", torn),
        ("short", good[..good.len() - 4096].to_vec()),
        ("letter", b"Dear aunt, ".repeat(1000)),
        ("empty", Vec::new()),
    ] {
        let bad = place.join(name);
        std::fs::write(&bad, bytes).expect("a file");
        for (folder, more) in [(&data, &["--replace"][..]), (&place.join("fresh"), &[])] {
            let (code, out, err) = restore(&bad, folder, more);
            assert_eq!((code, out.as_str()), (1, ""), "{name} {err}");
            assert!(err.contains("is damaged, or is not a store of Neuland"), "{name} {err}");
        }
        assert_eq!(std::fs::read(data.join("tables.sqlite")).expect("a store"), before, "{name}");
        assert_eq!(names(&place.join("fresh")), ["neuland.lock"], "{name}");
    }
    let (code, _, err) = restore(&place.join("missing"), &data, &["--replace"]);
    assert!(code == 1 && err.contains("missing"), "{err}");
}

/// A disk that takes no more: no half copy, and the tables are as they were. Here the system limits the size of files.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_half_copy() {
    let place = folder("backup-full");
    let data = played(&place);
    let good = place.join("good.sqlite");
    assert_eq!(backup(&data, &good, &[]).0, 0);
    let limited = |args: &str| {
        let script = format!("ulimit -f 16; trap '' XFSZ; exec \"$0\" --lang en {args}");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_neuland")])
            .current_dir(&place)
            .output()
            .expect("a shell");
        said(&output)
    };
    let (code, out, err) = limited("backup --data data -o small.sqlite");
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("Nothing was changed"), "{err}");
    let (code, out, err) = limited("restore good.sqlite --data fresh");
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert_eq!(names(&place), ["data", "fresh", "good.sqlite"]);
    assert_eq!(names(&place.join("fresh")), ["neuland.lock"]);
    assert_eq!(backup(&data, &place.join("roomy.sqlite"), &[]).0, 0, "with room it works");
}

/// Archive files lie beside the copies, and are put back with them; without them nothing is.
#[test]
fn archive_files_belong_to_a_copy() {
    let place = folder("backup-archive");
    let (data, copies) = (played(&place), place.join("copies"));
    std::fs::create_dir(&copies).expect("a folder");
    let table = {
        let store = SqliteStore::open(&data).expect("a store");
        let table = store.resting(Place::Main, None, u64::MAX, 9).expect("a store").tables[0].table;
        let log = store.load(table).expect("a log");
        assert_eq!(store.archive(table, log), Ok(true));
        table
    };
    let (code, out, err) = backup(&data, &copies, &["--keep", "2"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("1 table with") && out.contains("1 of them is in an archive file"), "{out}");
    assert!(out.contains("neuland-archive") && out.contains("one of which is new"), "{out}");
    let (code, out, _) = backup(&data, &place.join("copies/again.sqlite"), &[]);
    assert!(code == 0 && out.contains("none of which is new"), "{out}");
    let there = place.join("there");
    let (code, out, err) = restore(&copies.join("again.sqlite"), &there, &[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let served = Served::start(&there, &[]);
    assert_eq!(served.client().get(&format!("/t/{table}")).status, 200);
    assert_eq!(served.stop().0, 0);
    std::fs::rename(copies.join("neuland-archive"), place.join("elsewhere")).expect("a folder");
    let (code, _, err) = restore(&copies.join("again.sqlite"), &place.join("none"), &[]);
    assert!(code == 1 && err.contains("neuland-archive") && err.contains("beside"), "{err}");
    assert_eq!(names(&place.join("none")), ["neuland.lock"]);
}

#[test]
fn old_copies_go() {
    let place = folder("backup-keep");
    let (data, copies) = (place.join("data"), place.join("copies"));
    drop(SqliteStore::open(&data).expect("a store"));
    std::fs::create_dir(&copies).expect("a folder");
    let old = [
        "neuland-2026-01-01T000000Z.sqlite",
        "neuland-2026-01-02T000000Z.sqlite",
        "neuland-2026-01-03T000000Z.sqlite",
    ];
    let others = ["neuland-2026-01-01.sqlite", "neuland-mine.sqlite", "letter.txt"];
    for name in old.iter().chain(&others) {
        std::fs::write(copies.join(name), "x").expect("a file");
    }
    let (code, out, err) = backup(&data, &copies, &["--keep", "2"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("0 tables") && out.contains("2 older copies were deleted"), "{out}");
    let left = names(&copies);
    assert!(
        left.contains(&old[2].to_owned())
            && !left.contains(&old[0].to_owned())
            && !left.contains(&old[1].to_owned())
    );
    assert!(others.iter().all(|name| left.contains(&(*name).to_owned())), "{left:?}");
    assert_eq!(left.len(), 5, "{left:?}");
}
