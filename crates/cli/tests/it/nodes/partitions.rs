//! Networks that swallow everything between two nodes, between a node and the database, and between a node and the broker.

use super::cluster::Cables;
use super::failures::{play_through, until_taken_over};
use super::{Cluster, Game, Node};
use serde_json::json;
use testkit::{Client, NatsServer, until};

fn start(name: &str) -> (NatsServer, Cluster, Vec<Cables>) {
    let nats = NatsServer::start(name);
    let (cluster, cables) = Cluster::start_with_cables(name, 3, nats.addr());
    (nats, cluster, cables)
}

/// Has the first person of a game say something; returns the status.
fn say(node: &Node, game: &Game, id: &str) -> u16 {
    let command = json!({"seq": 0, "id": id, "wish": {"say": format!("this is {id}")}});
    node.client(&game.tokens[0]).post(&format!("{}/wish", game.path()), &command).status
}

fn is_stored(cluster: &Cluster, game: &Game, id: &str) -> bool {
    cluster.log(&game.table).iter().any(|entry| entry.body.contains(&format!("this is {id}")))
}

/// Nodes that do not reach each other serve their own tables, and refuse what they cannot pass on.
#[test]
fn nodes_that_do_not_reach_each_other_contradict_each_other_nowhere() {
    let (_nats, mut cluster, cables) = start("split-nodes");
    play_through(&mut cluster, |cluster, game, _| {
        let owner = cluster.owner(&game.table);
        cables.iter().for_each(|cables| cables.from_nodes.cut());
        for (n, node) in cluster.nodes.iter().enumerate() {
            let id = format!("split{n}");
            let status = say(node, game, &id);
            assert_eq!(status == 200, n == owner, "node {n}: {status}");
            assert_eq!(is_stored(cluster, game, &id), n == owner);
        }
        assert_eq!(cluster.owner(&game.table), owner, "its lease does not depend on other nodes");
        cables.iter().for_each(|cables| cables.from_nodes.mend());
        for (n, node) in cluster.nodes.iter().enumerate() {
            until("every node serves the table again", || say(node, game, &format!("whole{n}")) == 200);
        }
    });
}

/// A node that does not reach the database confirms nothing, and another one takes over.
#[test]
fn a_node_without_its_database_confirms_nothing() {
    let (_nats, mut cluster, cables) = start("split-database");
    play_through(&mut cluster, |cluster, game, count| {
        let owner = cluster.owner(&game.table);
        // A proxy would leave it out as soon as it is not ready.
        let node = cluster.take(owner);
        cables[owner].to_database.cut();
        let status = say(&node, game, "cut-off");
        assert_ne!(status, 200);
        until_taken_over(cluster, game, &node);
        super::until_acknowledged(count, 10);
        until("it is not ready", || Client::new(node.addr).get("/readyz").status == 503);
        let before = cluster.log(&game.table);
        cables[owner].to_database.mend();
        until("it is ready again", || Client::new(node.addr).get("/readyz").status == 200);
        assert_eq!(cluster.log(&game.table)[..before.len()], before[..], "it has written over nothing");
        until("it serves the tables of others", || say(&node, game, "back") == 200);
        cluster.put_back(node);
        cluster.until_shared();
    });
}

/// A node that does not reach the broker hears of changes all the same, says so, and goes on when it is back.
#[test]
fn a_node_without_its_broker_looks_by_itself() {
    let (_nats, mut cluster, cables) = start("split-broker");
    let account = json!({"name": "Ada", "password": "seven wheat fields at dawn"});
    let mut first = Client::new(cluster.nodes[0].addr);
    assert_eq!(first.post("/api/v1/account", &account).status, 201);
    let sign_in = |node: &Node| {
        let reply = Client::new(node.addr).post("/api/v1/session", &account);
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["token"].as_str().expect("a token").to_owned()
    };
    play_through(&mut cluster, |cluster, _, _| {
        cables[1].to_broker.cut();
        let token = sign_in(&cluster.nodes[0]);
        let status = |node: &Node| node.client(&token).get("/api/v1/tables").status;
        assert!(cluster.nodes.iter().all(|node| status(node) == 200));
        assert!(cluster.nodes[0].client(&token).send("DELETE", "/api/v1/session", None, b"").status < 300);
        until("the session has ended everywhere", || cluster.nodes.iter().all(|node| status(node) == 401));
        until("it says so", || cluster.nodes[1].metric("neuland_broker_missing") == 1);
        assert_eq!(cluster.nodes[0].metric("neuland_broker_missing"), 0);
        cables[1].to_broker.mend();
        until("it is back", || cluster.nodes[1].metric("neuland_broker_missing") == 0);
    });
}
