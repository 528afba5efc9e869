//! A dump by PostgreSQL's own programs, made under load and restored.

use crate::store::{one, open, url};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use store::{Store, conformance};
use table::TableId;
use testkit::{Database, until};

#[test]
fn a_dump_that_was_made_under_load_is_restored() {
    let database = Database::start("dumped");
    let table = TableId::random();
    let dump = database.folder().join("neuland.dump");
    let (dump, socket) = (dump.to_str().unwrap(), database.folder().to_str().unwrap());
    let run = |program: &str, arguments: &[&str]| {
        let done = database.run(program, &[&["-h", socket, "-U", "neuland"], arguments].concat());
        assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let (stored, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let before = {
        let store = open(&url(&database)).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let next = stored.load(Ordering::Relaxed);
                    assert_eq!(conformance::append(&store, one(table, next)), Ok(()));
                    stored.fetch_add(1, Ordering::Relaxed);
                }
            });
            until("something is stored", || stored.load(Ordering::Relaxed) > 100);
            let before = stored.load(Ordering::Relaxed);
            run("pg_dump", &["--format=custom", "--file", dump, "neuland"]);
            stop.store(true, Ordering::Relaxed);
            before
        })
    };
    run("createdb", &["--encoding", "UTF8", "--template", "template0", "restored"]);
    run("pg_restore", &["--dbname=restored", "--no-owner", dump]);
    let store = open(&database.url("restored").parse().unwrap()).unwrap();
    let log = store.load(table).unwrap();
    assert!((before..=stored.load(Ordering::Relaxed)).contains(&(log.len() as u64)));
    assert_eq!(conformance::append(&store, one(table, log.len() as u64)), Ok(()), "it goes on");
}
