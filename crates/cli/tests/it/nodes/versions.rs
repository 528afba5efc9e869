//! Nodes of two versions side by side: what the older one cannot read is served by the newer one.

use super::{Cluster, Game, check_log};
use serde_json::json;
use testkit::{Client, Reply, until};

/// The sentence for a table that a newer node has to serve.
const NEWER: &str = "a newer version of the server";

fn is_for_a_newer_one(reply: &Reply) -> bool {
    reply.status == 503 && reply.text().contains(NEWER)
}

/// Starts a cluster of a node of this version and an older one, and plays at a table of the first what the second cannot read.
fn two_versions(name: &str) -> (Cluster, Game) {
    let mut cluster = Cluster::start(name, 1);
    cluster.add_older(1);
    cluster.until_shared();
    let game = Game::open(cluster.nodes[0].addr, "catan");
    let ask = json!({"seq": 2, "id": "ask", "wish": "ask-close"});
    let asked =
        Client::with_token(cluster.proxy, &game.tokens[0]).post(&format!("{}/wish", game.path()), &ask);
    assert_eq!(asked.status, 200, "{}", asked.text());
    assert!(cluster.log(&game.table).iter().any(|entry| entry.body.contains("close-asked")));
    (cluster, game)
}

/// A table goes to a node that can read it as soon as there is one, and is called damaged by nobody meanwhile.
#[test]
fn an_older_node_hands_over_what_it_cannot_read() {
    let (mut cluster, game) = two_versions("versions");
    let newer = cluster.take(0);
    let other = Game::open(cluster.nodes[0].addr, "catan");
    let log = cluster.log(&game.table);
    newer.signal("-TERM");
    assert_eq!(newer.wait().0, Some(0));
    // Nobody else is there, so the older one has all tables, and serves those that it can read.
    cluster.until_shared();
    let status = |cluster: &Cluster, path: &str| Client::new(cluster.proxy).get(path).status;
    assert!(is_for_a_newer_one(&Client::new(cluster.proxy).get(&game.path())));
    assert!(is_for_a_newer_one(&Client::with_token(cluster.proxy, &game.tokens[0]).post(
        &format!("{}/wish", game.path()),
        &json!({"seq": 3, "id": "answer", "wish": {"answer-close": {"agrees": false}}}),
    )));
    let page = Client::new(cluster.proxy).get(&format!("/t/{}", game.table));
    assert!(page.status == 503 && page.text().contains("A newer version of the server"), "{}", page.text());
    assert_eq!(status(&cluster, &other.path()), 200);
    let older = &cluster.nodes[0];
    assert!(older.metric("neuland_tables_beyond_total") >= 3);
    assert_eq!(
        older.metric("neuland_shards"),
        256,
        "without a newer node it keeps the other tables of the shard"
    );
    assert_eq!(cluster.log(&game.table), log, "nothing was written");
    // A newer one comes: it gets the table without anybody asking, and the older one passes requests on.
    cluster.add();
    until("the newer node owns the table", || cluster.nodes[1].is_named(&cluster.owner_name(&game.table)));
    let answer = json!({"seq": 3, "id": "answer", "wish": {"answer-close": {"agrees": true}}});
    let answered = cluster.nodes[0].client(&game.tokens[1]).post(&format!("{}/wish", game.path()), &answer);
    assert_eq!(answered.status, 200, "{}", answered.text());
    assert_eq!(Client::new(cluster.nodes[0].addr).get(&game.path()).json()["stage"], "closed");
    cluster.until_shared();
    assert_eq!(cluster.owner(&game.table), 1, "it stays there");
    check_log(&cluster, &game, &[]);
    let older = cluster.take(0);
    older.signal("-TERM");
    let (code, log) = older.wait();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("this node cannot read what a newer version wrote: start a newer node"), "{log}");
    assert!(!log.contains("put a backup in its place") && !log.contains("ERROR"), "{log}");
}

/// A person who asks the older node waits for the newer one instead of being refused, while tables change hands.
#[test]
fn requests_wait_for_the_newer_node() {
    let (mut cluster, game) = two_versions("waits");
    // Both stay: the table is taken from the newer node by hand.
    let shard = store::Shard::of(game.table.parse().expect("an id")).number();
    let older = cluster.sql(&format!(
        "SELECT name FROM neuland.nodes WHERE name NOT IN (SELECT owner FROM neuland.shards WHERE shard = {shard})"
    ));
    cluster.sql(&format!("UPDATE neuland.shards SET needs = 0 WHERE shard = {shard}"));
    let newer = cluster.take(0);
    newer.signal("-STOP");
    until("the older node takes over", || cluster.nodes[0].metric("neuland_shards") == 256);
    assert_eq!(cluster.owner_name(&game.table), older);
    newer.signal("-CONT");
    // A node gives the shards with the highest numbers away, so the older one keeps that of the table.
    until("the older node knows of the newer one", || cluster.nodes[0].metric("neuland_shards") == 128);
    assert_eq!(cluster.owner_name(&game.table), older);
    // The first request at the older node finds out that it cannot read the table.
    let reply = Client::new(cluster.nodes[0].addr).get(&game.path());
    assert_eq!((reply.status, &reply.json()["stage"]), (200, &json!("playing")), "{}", reply.text());
    assert!(newer.is_named(&cluster.owner_name(&game.table)));
    cluster.put_back(newer);
}

/// An entry that no version knows costs one table, not the shard, and is not called damage.
#[test]
fn an_unknown_kind_of_entry_is_left_to_a_later_version() {
    let cluster = Cluster::start("later", 2);
    let game = Game::open(cluster.proxy, "carcassonne");
    let id: table::TableId = game.table.parse().expect("an id");
    // In the same shard, and in the memory of no node.
    let later = table::TableId::new(id.number() ^ u64::from(store::SHARDS)).expect("an id");
    cluster.sql(&format!(
        "INSERT INTO neuland.entries SELECT {later}, seq, at, command, body FROM neuland.entries WHERE table_id = {id};
         INSERT INTO neuland.entries SELECT {later}, max(seq) + 1, max(at), NULL, '{{\"told-a-tale\":{{\"seat\":\"A\"}}}}'
             FROM neuland.entries WHERE table_id = {id}",
        later = later.number(),
        id = id.number(),
    ));
    for node in &cluster.nodes {
        for _ in 0..2 {
            let reply = Client::new(node.addr).get(&format!("/api/v1/tables/{later}"));
            assert!(is_for_a_newer_one(&reply), "{} {}", reply.status, reply.text());
        }
        assert_eq!(Client::new(node.addr).get(&game.path()).status, 200);
    }
    cluster.until_shared();
}
