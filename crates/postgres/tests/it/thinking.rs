//! Decisions of bots: asked for by a node, claimed by a worker.

use crate::store::{sql, url};
use game::{Seat, Seed};
use std::sync::Arc;
use std::time::Duration;
use store::{Decision, Decisions, Mark, Ownership, Thinking, Thought};
use store_postgres::{PostgresStore, WorkerQueue};
use table::TableId;
use testkit::{Database, until, until_some};

/// Longer than any test.
const LONG: Duration = Duration::from_secs(600);

/// A node, and what it asks by.
fn node(database: &Database) -> (PostgresStore, Arc<dyn Thinking>) {
    let store = PostgresStore::open_node(&url(database), Mark::Tables, Arc::new(())).unwrap();
    let thinking = store.thinking().unwrap();
    (store, thinking)
}

fn worker(store: &PostgresStore, name: &str) -> WorkerQueue {
    let worker = store.worker(name.to_owned());
    worker.announce(LONG).unwrap();
    worker
}

fn decision(number: u64) -> Decision {
    let (seat, seed) = (Seat::new(2).unwrap(), Seed(u64::MAX - number));
    Decision { table: TableId::random(), number, seat, bot: "expert".to_owned(), seed }
}

#[test]
fn a_decision_is_made_by_one_worker() {
    let database = Database::start("thinking");
    let (store, node) = node(&database);
    assert_eq!(node.ask(&decision(1), LONG), Ok(None), "there is no worker");
    let (first, second) = (worker(&store, "first"), worker(&store, "second"));
    assert!(first.claim().unwrap().is_none());
    let asked = [decision(1), decision(2)];
    let questions = asked.each_ref().map(|decision| node.ask(decision, LONG).unwrap().unwrap());
    let (one, two) = (first.claim().unwrap().unwrap(), second.claim().unwrap().unwrap());
    assert_eq!((one.decision(), two.decision()), (&asked[0], &asked[1]), "the oldest first");
    assert!(second.claim().unwrap().is_none(), "both are held");
    assert_eq!(node.take_answer(questions[0]), Ok(None));
    assert_eq!(node.withdraw(questions[0]), Ok(false), "a worker is at it");
    one.answer(&Thought::Chosen("end turn".to_owned())).unwrap();
    two.answer(&Thought::Declined).unwrap();
    assert_eq!(node.withdraw(questions[0]), Ok(false), "it is answered");
    assert!(first.claim().unwrap().is_none());
    assert_eq!(node.take_answer(questions[0]), Ok(Some(Thought::Chosen("end turn".to_owned()))));
    assert_eq!(node.take_answer(questions[1]), Ok(Some(Thought::Declined)));
    assert_eq!(node.take_answer(questions[0]), Ok(None), "an answer is taken out once");
    assert_eq!(sql(&database, "SELECT count(*) FROM neuland.thinking").unwrap(), "0");
    // What is withdrawn nobody claims.
    let question = node.ask(&decision(3), LONG).unwrap().unwrap();
    assert_eq!(node.withdraw(question), Ok(true));
    assert!(first.claim().unwrap().is_none());
    // Once all workers have left, nobody is asked.
    assert_eq!((first.leave(), second.leave()), (Ok(()), Ok(())));
    assert_eq!(node.ask(&decision(4), LONG), Ok(None));
}

/// A decision is free for others once the connection of its worker has ended, for whatever reason.
#[test]
fn a_decision_outlives_its_worker() {
    let database = Database::start("dead-worker");
    let (store, node) = node(&database);
    let (first, second) = (worker(&store, "first"), worker(&store, "second"));
    let question = node.ask(&decision(1), LONG).unwrap().unwrap();
    // Dropped, as by a bot that fails.
    drop(first.claim().unwrap().unwrap());
    let again = until_some("it is free", || first.claim().unwrap());
    // Ended by the database, as for a process that was killed.
    let holders =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE state = 'idle in transaction'";
    assert_eq!(sql(&database, holders).unwrap(), "1");
    let held = until_some("it is free again", || second.claim().unwrap());
    assert!(again.answer(&Thought::Chosen("too late".to_owned())).is_err());
    assert_eq!(node.take_answer(question), Ok(None));
    held.answer(&Thought::Chosen("roll".to_owned())).unwrap();
    assert_eq!(node.take_answer(question), Ok(Some(Thought::Chosen("roll".to_owned()))));
    // One that nobody holds any more the owner takes back.
    let question = node.ask(&decision(2), LONG).unwrap().unwrap();
    drop(first.claim().unwrap().unwrap());
    until("it is free", || node.withdraw(question).unwrap());
}

#[test]
fn another_version_neither_asks_nor_thinks() {
    let database = Database::start("versions");
    let (store, node) = node(&database);
    let worker = worker(&store, "worker");
    let question = node.ask(&decision(1), LONG).unwrap().unwrap();
    // As if a node of another version had asked.
    sql(&database, "UPDATE neuland.thinking SET version = '0.0.0'").unwrap();
    assert!(worker.claim().unwrap().is_none());
    assert_eq!(node.withdraw(question), Ok(true));
    // As if the worker were of another version; one whose lease has ended counts no more either.
    sql(&database, "UPDATE neuland.workers SET version = '0.0.0'").unwrap();
    assert_eq!(node.ask(&decision(2), LONG), Ok(None));
    worker.leave().unwrap();
    worker.announce(Duration::ZERO).unwrap();
    assert_eq!(node.ask(&decision(3), LONG), Ok(None));
}

/// Nobody claims what its owner has given up, and it does not stay for ever.
#[test]
fn what_nobody_needs_is_not_made() {
    let database = Database::start("stale");
    let (store, node) = node(&database);
    let worker = worker(&store, "worker");
    node.ask(&decision(1), Duration::ZERO).unwrap().unwrap();
    assert!(worker.claim().unwrap().is_none());
    sql(&database, "UPDATE neuland.thinking SET until = now() - interval '1 h'").unwrap();
    worker.announce(LONG).unwrap();
    assert_eq!(sql(&database, "SELECT count(*) FROM neuland.thinking").unwrap(), "0");
}
