//! Accounts, lists, the lobby and deletions are the same at all nodes.

use super::Cluster;
use serde_json::json;
use testkit::{Client, NatsServer, until};

/// An account made at one node signs in at another; a session that ends at one ends at all of them.
#[test]
fn accounts_and_sessions_are_the_same_everywhere() {
    sign_in_and_out(&Cluster::start("accounts", 3));
}

/// Checks signing in and out with a broker, and that nodes without it notice changes by themselves and report that it is missing.
#[test]
fn nodes_do_without_their_broker() {
    let mut nats = NatsServer::start("cluster");
    let cluster = Cluster::start_with("broker", 3, Some(&nats.url()));
    let is_ready = |said: &str| {
        cluster.nodes.iter().all(|node| {
            let reply = Client::new(node.addr).get("/readyz");
            reply.status == 200 && reply.text() == said
        })
    };
    until("the broker is reached", || is_ready("ready\n"));
    sign_in_and_out(&cluster);
    nats.stop();
    until("the broker is missing", || is_ready("ready, but the broker cannot be reached\n"));
    until("the metrics say so", || {
        cluster.nodes.iter().all(|node| node.metric("neuland_broker_missing") == 1)
    });
    let session = json!({"name": "Ada", "password": PASSWORD});
    let reply = Client::new(cluster.nodes[0].addr).post("/api/v1/session", &session).json();
    let token = reply["token"].as_str().expect("a token");
    assert_eq!(cluster.nodes[1].client(token).get("/api/v1/tables").status, 200);
    assert!(cluster.nodes[2].client(token).send("DELETE", "/api/v1/session", None, b"").status < 300);
    until("the session has ended everywhere", || {
        cluster.nodes.iter().all(|node| node.client(token).get("/api/v1/tables").status == 401)
    });
    nats.start_again();
    until("the broker is reached again", || is_ready("ready\n"));
}

/// The password of Ada's account.
const PASSWORD: &str = "seven wheat fields at dawn";

fn sign_in_and_out(cluster: &Cluster) {
    let password = PASSWORD;
    let mut first = Client::new(cluster.nodes[0].addr);
    let made = first.post("/api/v1/account", &json!({"name": "Ada", "password": password}));
    assert_eq!(made.status, 201, "{}", made.text());
    let tokens: Vec<String> = cluster
        .nodes
        .iter()
        .map(|node| {
            let session = json!({"name": "Ada", "password": password});
            let reply = Client::new(node.addr).post("/api/v1/session", &session);
            assert_eq!(reply.status, 201, "{}", reply.text());
            reply.json()["token"].as_str().expect("a token").to_owned()
        })
        .collect();
    let status = |node: usize, token: &str| cluster.nodes[node].client(token).get("/api/v1/tables").status;
    for node in 0..3 {
        for token in &tokens {
            assert_eq!(status(node, token), 200, "each node knows and remembers each session");
        }
    }
    // Signed out at the next node.
    for (n, token) in tokens.iter().enumerate() {
        let ended = cluster.nodes[(n + 1) % 3].client(token).send("DELETE", "/api/v1/session", None, b"");
        assert!(ended.status < 300, "{}", ended.text());
        for node in 0..3 {
            until("the session has ended everywhere", || status(node, token) == 401);
        }
    }
}

/// A public table is in the list of every node, whoever owns it, until it begins.
#[test]
fn the_lobby_is_the_same_everywhere() {
    let cluster = Cluster::start("lobby", 3);
    let listed = |node: usize, table: &str| {
        let list = Client::new(cluster.nodes[node].addr).get("/api/v1/tables/public").json();
        list["tables"]
            .as_array()
            .expect("a list")
            .iter()
            .any(|listed| listed["table"] == table && listed["code"].is_string())
    };
    for node in &cluster.nodes {
        let token = table::Key::random().reveal();
        let wish = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "public": true});
        let opened = node.client(&token).post("/api/v1/tables", &wish).json();
        let table = opened["table"].as_str().expect("a table");
        for other in 0..3 {
            until("the table is listed", || listed(other, table));
        }
        let join = json!({"name": "Ben", "id": "join"});
        let joined = Client::new(cluster.proxy).post(&format!("/api/v1/tables/{table}/join"), &join);
        assert_eq!(joined.status, 200, "{}", joined.text());
        for other in 0..3 {
            until("the table waits for nobody", || !listed(other, table));
        }
    }
}

/// A person who deletes everything is forgotten at the tables of all nodes.
#[test]
fn a_person_is_forgotten_at_the_tables_of_all_nodes() {
    let cluster = Cluster::start("forgotten", 3);
    let password = PASSWORD;
    let made =
        Client::new(cluster.proxy).post("/api/v1/account", &json!({"name": "Ada", "password": password}));
    assert_eq!(made.status, 201, "{}", made.text());
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    let mut tables = Vec::new();
    for node in &cluster.nodes {
        let wish = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
        let opened = node.client(&token).post("/api/v1/tables", &wish).json();
        tables.push(opened["table"].as_str().expect("a table").to_owned());
    }
    let owners: std::collections::BTreeSet<usize> = tables.iter().map(|table| cluster.owner(table)).collect();
    assert_eq!(owners.len(), 3, "each node opens tables of its own");
    let sure = json!({"password": password}).to_string();
    let deleted = cluster.nodes[1].client(&token).send(
        "DELETE",
        "/api/v1/me",
        Some("application/json"),
        sure.as_bytes(),
    );
    assert!(deleted.status < 300, "{}", deleted.text());
    for table in &tables {
        let log = cluster.log(table);
        assert!(!log.is_empty() && log.iter().all(|entry| !entry.body.contains("\"Ada\"")), "{log:?}");
    }
}
