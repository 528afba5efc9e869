//! Limits of an address hold once for the cluster, not once for each node.

use super::{Cluster, Game};
use serde_json::json;
use testkit::{Client, EventStream, until, until_some};

/// Requests and streams that an address may have in the tests below. Requests come back at one in a second.
const REQUESTS: u32 = 3000;
const STREAMS: usize = 32;

/// Three nodes with limits that an address can reach, which believe whoever asks about the address.
pub(super) fn limited(name: &str) -> Cluster {
    let (burst, streams) = (format!("--burst={REQUESTS}"), format!("--streams={STREAMS}"));
    Cluster::start_limited(
        name,
        3,
        &["--requests-per-second=1", "--trusted-proxy=127.0.0.1", &burst, &streams],
    )
}

/// A client at this address.
pub(super) fn at(address: &str, addr: std::net::SocketAddr) -> Client {
    let mut client = Client::new(addr);
    client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
    client
}

#[test]
fn an_address_has_its_requests_once() {
    let cluster = limited("requests");
    let [first, second, third] = [0, 1, 2].map(|n| cluster.nodes[n].addr);
    let mut spender = at("192.0.2.7", first);
    let spent = std::iter::from_fn(|| (spender.get("/api/v1/games").status == 200).then_some(())).count();
    assert!(spent >= REQUESTS as usize, "{spent}");
    for addr in [second, third] {
        let mut asked = 0;
        until("the other nodes know", || {
            asked += 1;
            at("192.0.2.7", addr).get("/api/v1/games").status == 429
        });
        assert!(asked < REQUESTS / 2, "refused after {asked}, for what was used elsewhere");
        assert_eq!(at("192.0.2.8", addr).get("/api/v1/games").status, 200, "others are not slowed");
    }
}

#[test]
fn an_address_has_its_streams_once() {
    let cluster = limited("streams");
    // Streams count where their table is.
    let games: Vec<Game> = cluster.nodes.iter().map(|node| Game::open(node.addr, "catan")).collect();
    let follow = |node: usize, address: &str| -> Option<EventStream> {
        at(address, cluster.nodes[node].addr).try_follow(&format!("{}/events", games[node].path())).ok()
    };
    let open: Vec<EventStream> = (0..STREAMS).map(|_| follow(0, "192.0.2.7").expect("a stream")).collect();
    assert!(follow(0, "192.0.2.7").is_none());
    for node in [1, 2] {
        // None of these stays open, so only what the first node has counts.
        until("the other nodes know", || follow(node, "192.0.2.7").is_none());
        assert!(follow(node, "192.0.2.8").is_some(), "others are not slowed");
    }
    drop(open);
    for node in [1, 2] {
        drop(until_some("they are closed", || follow(node, "192.0.2.7")));
    }
}

/// Attempts at a password count in one place, whichever node gets them.
#[test]
fn attempts_at_a_password_count_once() {
    let cluster = limited("attempts");
    let account = json!({"name": "Ada", "password": "seven wheat fields at dawn"});
    assert_eq!(at("192.0.2.1", cluster.proxy).post("/api/v1/account", &account).status, 201);
    let wrong = json!({"name": "Ada", "password": "eight wheat fields at dusk"});
    let attempt =
        |n: usize| at("192.0.2.7", cluster.nodes[n % 3].addr).post("/api/v1/session", &wrong).status;
    let tries = (0..).find(|n| attempt(*n) == 429).expect("there is a limit");
    for n in 0..3 {
        assert_eq!(attempt(n), 429, "at every node");
    }
    // If each node counted for itself, there would be three times as many attempts as at one node.
    let alone = Cluster::start_limited("alone", 1, &["--trusted-proxy=127.0.0.1"]);
    assert_eq!(at("192.0.2.1", alone.proxy).post("/api/v1/account", &account).status, 201);
    let attempt = || at("192.0.2.7", alone.nodes[0].addr).post("/api/v1/session", &wrong).status;
    let at_one = (0..).find(|_| attempt() == 429).expect("there is a limit");
    assert!(tries < 2 * at_one, "{tries} at three nodes, {at_one} at one");
}

/// The node that looks after accounts after another has left goes on counting where that one was.
#[test]
fn a_lock_out_lasts_when_another_node_takes_over() {
    let mut cluster = limited("takeover");
    let account = json!({"name": "Ada", "password": "seven wheat fields at dawn"});
    assert_eq!(at("192.0.2.1", cluster.proxy).post("/api/v1/account", &account).status, 201);
    let wrong = json!({"name": "Ada", "password": "eight wheat fields at dusk"});
    let attempt = |addr| at("192.0.2.7", addr).post("/api/v1/session", &wrong).status;
    let tries = (0..).find(|_| attempt(cluster.proxy) == 429).expect("there is a limit");
    let home = cluster.sql("SELECT owner FROM neuland.shards WHERE shard = 0");
    let place = cluster.nodes.iter().position(|node| node.is_named(&home)).expect("a node owns it");
    let left = cluster.take(place);
    left.signal("-TERM");
    left.wait();
    // An attempt comes back in half a minute, so a slow machine may allow one or two.
    let mut again = 0;
    until("attempts are refused", || {
        let status = attempt(cluster.nodes[0].addr);
        again += usize::from(status == 401);
        status == 429
    });
    assert!(2 * again < tries, "{again} after {tries}");
}
