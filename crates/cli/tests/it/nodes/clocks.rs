//! Clocks run out, and bots play, after the owner of their tables has died and while nobody asks for them.

use super::Cluster;
use serde_json::{Value, json};
use store::StoredEntry;
use testkit::{Client, until};

/// The tables with clocks.
const TABLES: usize = 40;
/// The time of each person there, in milliseconds.
const BANK: u64 = 10_000;

/// Opens a table of this description; returns the id.
fn open(cluster: &Cluster, wish: &Value) -> String {
    let token = table::Key::random().reveal();
    let opened = Client::with_token(cluster.proxy, &token).post("/api/v1/tables", wish);
    assert_eq!(opened.status, 201, "{}", opened.text());
    opened.json()["table"].as_str().expect("a table").to_owned()
}

/// The place of the first entry of a kind in a log, with its content.
fn find(log: &[StoredEntry], kind: &str) -> Option<(usize, Value)> {
    log.iter().enumerate().find_map(|(place, entry)| {
        let body: Value = serde_json::from_str(&entry.body).expect("JSON");
        body.get(kind).map(|content| (place, content.clone()))
    })
}

/// Kills the owner of a table; returns its shards and the moment, in milliseconds since 1970.
fn kill_owner(cluster: &mut Cluster, table: &str) -> (String, u64) {
    let owner = cluster.owner_name(table);
    let shards = cluster
        .sql(&format!("SELECT string_agg(shard::text, ',') FROM neuland.shards WHERE owner = '{owner}'"));
    let place = cluster.owner(table);
    let node = cluster.take(place);
    node.signal("-KILL");
    assert_eq!(node.wait().0, None, "killed by a signal");
    (shards, store::now())
}

#[test]
fn every_clock_of_a_killed_node_runs_out_at_another() {
    let mut cluster = Cluster::start("clocks", 2);
    let wish =
        json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada", "clock": "bank 10 0 replace"});
    let tables: Vec<String> = (0..TABLES).map(|_| open(&cluster, &wish)).collect();
    // Their time alone would not bring them up.
    cluster.sql("UPDATE neuland.due SET at = now() + interval '1 day'");
    let (shards, killed) = kill_owner(&mut cluster, &tables[TABLES - 1]);
    let ended = "SELECT count(DISTINCT table_id) FROM neuland.entries WHERE body LIKE '{\"time-up\"%'";
    until("every clock has run out", || cluster.sql(ended) == TABLES.to_string());
    let shards: Vec<u16> = shards.split(',').map(|shard| shard.parse().expect("a number")).collect();
    let of_killed =
        |table: &&String| shards.contains(&store::Shard::of(table.parse().expect("an id")).number());
    let mut stood_still = 0;
    for table in tables.iter().filter(of_killed) {
        let log = cluster.log(table);
        let (up, _) = find(&log, "time-up").expect("it ran out");
        let Some((still, content)) = find(&log, "stood-still") else {
            assert!(log[up].at <= killed, "{table}: it ran on while nobody owned it");
            continue;
        };
        let moment = |name: &str| content[name].as_u64().expect("a moment");
        let (from, to) = (moment("from"), moment("to"));
        assert!(still < up && from <= killed && killed <= to, "{table}: {from} to {to}, killed at {killed}");
        // What the clock shows as used up is the whole time, without that between two owners.
        assert!(log[up].at - log[0].at - (to - from) >= BANK, "{table}: {content}");
        stood_still += 1;
    }
    assert!(stood_still > 0, "no clock was running when the node was killed");
    // All that the node left behind was looked at, and is known to have been.
    let unseen = "SELECT count(*) FROM neuland.due JOIN neuland.shards USING (shard) WHERE seen < epoch";
    until("every table was looked at", || cluster.sql(unseen) == "0");
    let late = format!("SELECT count(*) FROM neuland.shards WHERE alive <= {killed}");
    until("the shards have an owner that runs", || cluster.sql(&late) == "0");
    println!(
        "{stood_still} clocks stood still; {} rows claimed",
        cluster.nodes[0].metric("neuland_due_claimed_total")
    );
}

#[test]
fn bots_of_a_killed_node_play_on_at_another() {
    let mut cluster = Cluster::start("bots", 2);
    let wish = json!({"game": "carcassonne", "seats": ["bot:expert", "bot:expert"], "name": "Ada"});
    let table = open(&cluster, &wish);
    let id: table::TableId = table.parse().expect("an id");
    let id = id.number().cast_signed();
    let row = format!("SELECT count(*) FROM neuland.due WHERE table_id = {id}");
    until("it is noted that bots are due", || cluster.sql(&row) == "1");
    cluster.sql("UPDATE neuland.due SET at = now() + interval '1 day'");
    kill_owner(&mut cluster, &table);
    let length = format!("SELECT count(*) FROM neuland.entries WHERE table_id = {id}");
    let before: u64 = cluster.sql(&length).parse().expect("a number");
    until("the bots play on", || cluster.sql(&length).parse::<u64>().expect("a number") > before);
}
