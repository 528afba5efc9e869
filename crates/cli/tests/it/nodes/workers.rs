//! Bots that search think in processes of their own, whatever happens to those.

use super::Cluster;
use super::cluster::Worker;
use serde_json::json;
use testkit::{Client, NatsServer, until};

/// Opens a table with a person, who watches, and this bot on each other seat; returns the id.
fn open(cluster: &Cluster, token: &str, bot: &str) -> String {
    let wish = json!({"game": "carcassonne", "seats": ["me", bot, bot], "name": "Ada"});
    let opened = Client::with_token(cluster.proxy, token).post("/api/v1/tables", &wish);
    assert_eq!(opened.status, 201, "{}", opened.text());
    opened.json()["table"].as_str().expect("a table").to_owned()
}

/// Plays the first listed choice for Ada whenever she is due, until this many more entries are stored, or the game is over.
fn play_on(cluster: &Cluster, token: &str, table: &str, entries: u64) {
    let path = format!("/api/v1/tables/{table}");
    let mut client = Client::with_token(cluster.proxy, token);
    let mut version = || client.get(&path).json()["version"].as_u64().expect("a version");
    let goal = version() + entries;
    let mut client = Client::with_token(cluster.proxy, token);
    let mut commands = 0;
    until("the game goes on", || {
        let legal = client.get(&format!("{path}/legal")).json();
        if let Some(action) = legal["legal"].get(0) {
            commands += 1;
            let id = format!("{goal}-{commands}");
            let command = json!({"seq": legal["version"], "id": id, "action": action});
            client.post(&format!("{path}/act"), &command);
        }
        version() >= goal || client.get(&path).json()["stage"] == "over"
    });
}

/// Holds the log of a table against the rules: it replays, and nothing is missing.
fn check(cluster: &Cluster, table: &str) {
    let log = cluster.log(table);
    assert!(log.iter().zip(0..).all(|(entry, seq)| entry.seq == seq), "a gap");
    table::host::Host::<()>::load(table.parse().expect("an id"), log).expect("the log replays");
}

/// Whether this worker holds a decision: its transaction has locked a row.
fn holds(cluster: &Cluster, worker: &Worker) -> bool {
    let held = format!(
        "SELECT count(*) FROM pg_stat_activity
         WHERE application_name LIKE 'neuland process {} of %' AND backend_xid IS NOT NULL",
        worker.id()
    );
    cluster.sql(&held) == "1"
}

#[test]
fn workers_play_on_for_bots_that_search() {
    let nats = NatsServer::start("workers");
    let cluster = Cluster::start_with("workers", 2, Some(&nats.url()));
    let token = table::Key::random().reveal();
    let worker = cluster.worker(Some(&nats.url()));
    let known = |workers: u64| cluster.nodes.iter().all(|node| node.metric("neuland_workers") == workers);
    until("the nodes know of the worker", || known(1));
    let table = open(&cluster, &token, "bot:expert");
    play_on(&cluster, &token, &table, 20);
    assert!(cluster.decisions("played") > 0);
    assert_eq!((cluster.decisions("refused"), cluster.decisions("declined")), (0, 0));
    // Once it is stopped, the nodes think themselves.
    worker.signal("-TERM");
    assert_eq!(worker.wait(), Some(0));
    until("the nodes know that it is gone", || known(0));
    play_on(&cluster, &token, &table, 10);
    check(&cluster, &table);
}

/// A worker dies while it thinks: another one has the decision at once, and without any the owner thinks.
#[test]
fn a_killed_worker_holds_nothing_up() {
    let cluster = Cluster::start("killed-worker", 2);
    let token = table::Key::random().reveal();
    let kill_in_thought = || {
        let worker = cluster.worker(None);
        until("the nodes know of a worker", || {
            cluster.nodes.iter().all(|node| node.metric("neuland_workers") > 0)
        });
        // It thinks many times longer than a look at the database takes.
        let table = open(&cluster, &token, "bot:master");
        std::thread::scope(|scope| {
            let playing = scope.spawn(|| play_on(&cluster, &token, &table, 30));
            // Stopped, it cannot answer what it holds.
            until("the worker holds a decision", || {
                if !holds(&cluster, &worker) {
                    return playing.is_finished();
                }
                worker.signal("-STOP");
                let is_caught = holds(&cluster, &worker);
                if !is_caught {
                    worker.signal("-CONT");
                }
                is_caught
            });
            assert!(holds(&cluster, &worker), "the game was over before");
            worker.signal("-KILL");
            playing.join().expect("the game goes on");
        });
        check(&cluster, &table);
    };
    // Without another worker.
    kill_in_thought();
    assert!(cluster.decisions("played") + cluster.decisions("unclaimed") > 0);
    // With another one, which also plays the rest.
    let other = cluster.worker(None);
    let before = cluster.decisions("played");
    kill_in_thought();
    assert!(cluster.decisions("played") > before);
    drop(other);
}
