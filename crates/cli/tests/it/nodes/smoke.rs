//! Three nodes behind a proxy that gives each request to the next one.

use super::{Cluster, Game, check_log, follow, play};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use testkit::Client;

#[test]
fn three_nodes_behind_a_round_robin_proxy_serve_a_whole_game() {
    let cluster = Cluster::start("smoke", 3);
    let game = Game::open(cluster.proxy, "carcassonne");
    let (stop, count) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (acknowledged, seen) = std::thread::scope(|scope| {
        // From the first version on, through each node, while the game goes on.
        let played = scope.spawn(|| play(cluster.proxy, &game, testkit::seed("smoke"), &stop, &count));
        super::until_acknowledged(&count, 5);
        let live: Vec<_> = cluster
            .nodes
            .iter()
            .map(|node| {
                let (addr, path) = (node.addr, game.path());
                scope.spawn(move || follow(addr, &path, 60))
            })
            .collect();
        let acknowledged = played.join().expect("a game");
        (acknowledged, live.into_iter().map(|stream| stream.join().expect("a stream")).collect::<Vec<_>>())
    });
    assert!(acknowledged.len() > 60, "{} moves", acknowledged.len());
    check_log(&cluster, &game, &acknowledged);
    let last = acknowledged.last().expect("a move").1;
    let whole: Vec<_> = cluster.nodes.iter().map(|node| follow(node.addr, &game.path(), last)).collect();
    for (shown, whole) in seen.iter().zip(&whole) {
        let versions: Vec<u64> = whole.iter().map(|(version, _)| *version).collect();
        assert_eq!(versions, (1..=last).collect::<Vec<_>>(), "each version once and in order");
        assert_eq!(shown[..], whole[..shown.len()], "what was shown live is what is shown afterwards");
        assert_eq!(*whole, seen_by_first(&cluster, &game, last), "every node shows the same");
    }
    // Commands went to all nodes, and two of three were passed on.
    let forwarded = cluster.nodes.iter().filter(|node| node.metric("neuland_forwarded_total") > 0).count();
    assert_eq!(forwarded, 2, "all but the owner");
    let loaded: u64 = cluster.nodes.iter().map(|node| node.metric("neuland_tables")).sum();
    assert_eq!(loaded, 1, "the table is in the memory of one node");
    // Pages, pictures and records come through every node.
    for node in &cluster.nodes {
        let mut client = node.client(&game.tokens[0]);
        for path in [format!("/t/{}", game.table), format!("/t/{}/board/{last}.svg", game.table)] {
            let reply = client.get(&path);
            assert_eq!(reply.status, 200, "{path}");
            assert!(reply.header("x-content-type-options").is_some(), "{path}");
        }
        let mine = client.get("/api/v1/tables").json();
        assert_eq!(mine["tables"][0]["table"], game.table.as_str(), "{mine}");
        assert_eq!(client.get(&format!("{}/record", game.path())).status, 200);
    }
}

fn seen_by_first(cluster: &Cluster, game: &Game, last: u64) -> Vec<(u64, serde_json::Value)> {
    follow(cluster.nodes[0].addr, &game.path(), last)
}

/// A promise of one node is kept when the table is opened at another, and a code leads to the table from everywhere.
#[test]
fn promises_codes_and_rematches_do_not_depend_on_the_node() {
    let cluster = Cluster::start("promises", 3);
    let token = table::Key::random().reveal();
    for (n, promising) in cluster.nodes.iter().enumerate() {
        let opening = &cluster.nodes[(n + 1) % 3];
        let promise = promising.client(&token).post("/api/v1/tables/promise", &json!({})).json();
        let wish =
            json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "promised": promise["table"]});
        let opened = opening.client(&token).post("/api/v1/tables", &wish);
        assert_eq!(opened.status, 201, "{}", opened.text());
        let opened = opened.json();
        assert_eq!(opened["table"], promise["table"]);
        let code = opened["code"].as_str().expect("a code");
        for node in &cluster.nodes {
            let found = Client::new(node.addr).get(&format!("/api/v1/codes/{code}"));
            assert_eq!((found.status, &found.json()["table"]), (200, &opened["table"]));
            assert_eq!(Client::new(node.addr).get(&format!("/j/{code}")).status, 200);
        }
    }
}

/// The port for other nodes answers nobody else.
#[test]
fn only_nodes_reach_the_inner_address() {
    let cluster = Cluster::start("inner", 2);
    let inner = cluster.sql("SELECT address FROM neuland.nodes LIMIT 1");
    let addr = inner.trim_start_matches("http://").parse().expect("an address");
    for path in ["/", "/healthz", "/cluster", "/api/v1/games"] {
        let mut client = Client::new(addr);
        assert_eq!(client.get(path).status, 403, "{path}");
        let said = format!("127.0.0.1 0 {} {}", store::now(), "0".repeat(64));
        client.headers.push(("neuland-node".to_owned(), said));
        assert_eq!(client.get(path).status, 403, "{path}, with a seal that anybody can make");
    }
    // From outside the header is worth nothing either.
    let mut client = Client::new(cluster.proxy);
    client.headers.push(("neuland-node".to_owned(), "127.0.0.1 0 1 x".to_owned()));
    assert_eq!(client.get("/api/v1/games").status, 200);
    assert_eq!(client.post("/cluster", &json!({"ask": "ring"})).status, 404);
}
