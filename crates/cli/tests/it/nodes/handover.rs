//! What the node that looks after accounts has in memory alone, and the next one knows.

use super::Cluster;
use super::limits::{at, limited};
use serde_json::json;
use std::net::SocketAddr;
use testkit::{Browser, until};

const PASSWORD: &str = "seven wheat fields at dawn";

fn browser(address: &str, addr: SocketAddr) -> Browser {
    Browser { client: at(address, addr), cookies: Vec::new() }
}

/// The status of an attempt to sign in.
fn sign_in(address: &str, addr: SocketAddr, password: &str) -> u16 {
    at(address, addr).post("/api/v1/session", &json!({"name": "Ada", "password": password})).status
}

/// Stops the node that looks after accounts.
fn leave(cluster: &mut Cluster) {
    let home = cluster.sql("SELECT owner FROM neuland.shards WHERE shard = 0");
    let place = cluster.nodes.iter().position(|node| node.is_named(&home)).expect("a node owns it");
    let left = cluster.take(place);
    left.signal("-TERM");
    left.wait();
}

#[test]
fn a_code_for_another_device_is_good_at_the_next_node() {
    let mut cluster = limited("codes");
    let proxy = cluster.proxy;
    let mut desk = browser("192.0.2.1", proxy);
    desk.submit("/account/sign-up", &format!("name=Ada&password={PASSWORD}"));
    let code = |desk: &mut Browser| {
        let page = desk.send("POST", "/account/transfer", "").text();
        page.split("id=\"transfer-code\" class=\"spelled\">").nth(1).expect("a code")[..11].to_owned()
    };
    let (replaced, valid) = (code(&mut desk), code(&mut desk));
    leave(&mut cluster);
    let arrive = |code: &str| {
        let mut phone = browser("192.0.2.2", proxy);
        phone.send("POST", "/continue", &format!("code={code}")).status
    };
    assert_eq!(arrive(&valid), 303);
    for spent in [&valid, &replaced] {
        assert_ne!(arrive(spent), 303, "a code is good once, and the last one alone");
    }
    leave(&mut cluster);
    assert_ne!(arrive(&valid), 303, "nor is it good again at the node after that");
}

/// Strangers who try passwords do not lock out somebody who comes from where they always come from.
#[test]
fn the_networks_of_an_account_are_known_to_the_next_node() {
    let mut cluster = limited("networks");
    let account = json!({"name": "Ada", "password": PASSWORD});
    assert_eq!(at("192.0.2.1", cluster.proxy).post("/api/v1/account", &account).status, 201);
    for _ in 0..2 {
        let strangers = || sign_in("192.0.2.7", cluster.proxy, "eight wheat fields at dusk");
        until("strangers are locked out", || strangers() == 429);
        assert_eq!(sign_in("192.0.2.1", cluster.proxy, PASSWORD), 201, "without a known device");
        leave(&mut cluster);
    }
}
