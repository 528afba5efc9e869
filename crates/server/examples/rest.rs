//! Measures a data folder that `grow` made: how long a start takes, how long commits take while nothing else happens and while
//! tables are archived, and how long a backup takes: `cargo run --release -p server --example rest -- FOLDER SECONDS [COPY]`.

use live::{BotPause, Retention, backup};
use server::{Config, Server};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};
use store::{Archive, Batch, SqliteStore, Store, StoredEntry, now};
use table::keys::TableId;

/// Commits in a second while it is measured how long they take.
const PACE: Duration = Duration::from_millis(10);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (Some(folder), Some(Ok(seconds))) = (args.first(), args.get(1).map(|text| text.parse::<u64>()))
    else {
        eprintln!("usage: rest FOLDER SECONDS [COPY]");
        std::process::exit(2);
    };
    let (folder, time) = (Path::new(folder), Duration::from_secs(seconds));
    let began = Instant::now();
    let store = Arc::new(SqliteStore::open(folder).expect("a data folder"));
    println!("opened in {} ms, with every migration", began.elapsed().as_millis());
    print_size(&store);
    println!("commits of one entry, 100 in a second:");
    println!("  nothing else: {}", commits(&store, time));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let day = Duration::from_secs(24 * 3600);
    let retention = Retention {
        archive_after: Some(30 * day),
        guest_tables: Some(180 * day),
        every: Duration::from_secs(10),
        ..Retention::default()
    };
    let addr = ([127, 0, 0, 1], 0).into();
    let config = Config { addr, bot_pause: BotPause::NONE, retention, ..Config::default() };
    let shared = Arc::clone(&store) as Arc<dyn Store>;
    let server = runtime.block_on(Server::start(&config, shared)).expect("a server");
    // The first round begins after a second.
    std::thread::sleep(Duration::from_secs(2));
    let (before, worked) = (store.footprint().expect("a store"), processor_seconds());
    let deleted = live::metrics::METRICS.tables_deleted.get();
    println!("  while tables are archived and deleted: {}", commits(&store, time));
    let after = store.footprint().expect("a store");
    println!(
        "  in these {seconds} s {} tables were archived, {} deleted; {:.1} s of processor time, commits included",
        after.archived - before.archived,
        live::metrics::METRICS.tables_deleted.get() - deleted,
        processor_seconds() - worked
    );
    runtime.block_on(server.stop());
    print_size(&store);
    if let Some(copy) = args.get(2) {
        let began = Instant::now();
        let checked = backup::backup(folder, Path::new(copy)).expect("a copy");
        println!(
            "a backup of {} tables with {} entries, {} of them archived, took {} s; {} could not be replayed",
            checked.tables,
            checked.entries,
            checked.archived,
            began.elapsed().as_secs(),
            checked.spoilt.len()
        );
        println!("{} MB of memory at the end", status("VmRSS:").unwrap_or(0) / 1024);
    }
}

fn print_size(store: &SqliteStore) {
    let footprint = store.footprint().expect("a store");
    println!(
        "main file {} MB, journal {} MB, {} archived tables in {} MB; {} MB of memory",
        footprint.main >> 20,
        footprint.journal >> 20,
        footprint.archived,
        footprint.archive >> 20,
        status("VmRSS:").unwrap_or(0) / 1024
    );
}

/// Commits for so long, at a table of its own; how long that took, in milliseconds.
fn commits(store: &Arc<SqliteStore>, time: Duration) -> String {
    let (table, began, mut took) = (TableId::random(), Instant::now(), Vec::new());
    while began.elapsed() < time {
        let seq = took.len() as u64;
        let body = r#"{"chance":"dice 3 4"}"#.to_owned();
        let entry = StoredEntry { seq, at: now(), command: Some(format!("measured:{seq}")), body };
        let batch = Batch { table, entries: vec![entry], index: Vec::new(), untag: Vec::new() };
        let (done, answer) = sync_channel(1);
        let asked = Instant::now();
        store.append(batch, Box::new(move |result| drop(done.send(result))));
        answer.recv().expect("an answer").expect("room on the disk");
        took.push(asked.elapsed());
        std::thread::sleep(PACE.saturating_sub(asked.elapsed()));
    }
    took.sort_unstable();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    format!(
        "{} commits, half within {:.1} ms, 99 of 100 within {:.1} ms, 999 of 1000 within {:.1} ms, all within {:.1} ms",
        took.len(),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}

/// A number of kilobytes that the system says of this process.
fn status(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

/// The processor time of this process in seconds; 0 on systems that do not report it.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
