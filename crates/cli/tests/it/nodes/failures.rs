//! A node dies, is paused, or is stopped while people play.

use super::{Acknowledged, Cluster, Game, Node, check_log, play, until_acknowledged};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;
use testkit::until;

/// The tables at which people play meanwhile.
const TABLES: usize = 6;

/// Lets people play at some tables while something happens to the owner of the first of them; then the logs are held against all
/// that was acknowledged.
pub(super) fn play_through(cluster: &mut Cluster, happens: impl FnOnce(&mut Cluster, &Game, &AtomicUsize)) {
    // Random play never reaches 22 points, so no game ends before the test does.
    let endless = json!({"game": "catan", "options": {"victory_points": 22}});
    let games: Vec<Game> = (0..TABLES).map(|_| Game::open_as(cluster.proxy, endless.clone())).collect();
    let (stop, count, proxy) = (AtomicBool::new(false), AtomicUsize::new(0), cluster.proxy);
    let seed = testkit::seed("nodes");
    let acknowledged: Vec<Vec<Acknowledged>> = std::thread::scope(|scope| {
        let (stop, count) = (&stop, &count);
        let players: Vec<_> =
            games.iter().map(|game| scope.spawn(move || play(proxy, game, seed, stop, count))).collect();
        until_acknowledged(count, 50);
        happens(cluster, &games[0], count);
        until_acknowledged(count, 50);
        stop.store(true, Ordering::Relaxed);
        players.into_iter().map(|player| player.join().expect("a player")).collect()
    });
    for (game, acknowledged) in games.iter().zip(&acknowledged) {
        assert!(!acknowledged.is_empty());
        check_log(cluster, game, acknowledged);
    }
    // Everywhere the same is shown at the end.
    for game in &games {
        let versions: Vec<u64> = cluster
            .nodes
            .iter()
            .map(|node| {
                node.client(&game.tokens[0]).get(&game.path()).json()["version"].as_u64().expect("a version")
            })
            .collect();
        assert!(versions.iter().all(|version| *version == versions[0]), "{versions:?}");
    }
}

/// Waits until a table has an owner other than this node, and is played there.
pub(super) fn until_taken_over(cluster: &Cluster, game: &Game, before: &Node) {
    until("another node takes over", || {
        let owner = cluster.owner_name(&game.table);
        !owner.is_empty() && !before.is_named(&owner)
    });
    until("the table is served", || cluster.nodes[0].client(&game.tokens[0]).get(&game.path()).status == 200);
}

#[test]
fn a_killed_node_loses_no_acknowledged_command() {
    let mut cluster = Cluster::start("killed", 3);
    play_through(&mut cluster, |cluster, game, count| {
        let owner = cluster.owner(&game.table);
        let node = cluster.take(owner);
        let killed = Instant::now();
        node.signal("-KILL");
        until_taken_over(cluster, game, &node);
        println!("taken over within {} ms of the kill", killed.elapsed().as_millis());
        until_acknowledged(count, 20);
        drop(node);
        cluster.until_shared();
    });
}

#[test]
fn a_paused_node_that_wakes_up_writes_nothing() {
    let mut cluster = Cluster::start("paused", 3);
    play_through(&mut cluster, |cluster, game, count| {
        let owner = cluster.owner(&game.table);
        let node = cluster.take(owner);
        node.signal("-STOP");
        until_taken_over(cluster, game, &node);
        let shards = |name: &str| cluster.nodes.iter().map(|node| node.metric(name)).sum::<u64>();
        until("all its tables are taken over", || shards("neuland_shards") == 256);
        // It does not know that yet when it reads this command.
        let (path, token) = (game.path(), game.tokens[0].clone());
        let addr = node.addr;
        let asks = std::thread::spawn(move || {
            let command = json!({"seq": 0, "id": "late", "wish": {"say": "am I still the owner?"}});
            testkit::Client::with_token(addr, &token).post(&format!("{path}/wish"), &command)
        });
        until_acknowledged(count, 20);
        let before = cluster.log(&game.table);
        node.signal("-CONT");
        let late = asks.join().expect("an answer");
        // The new owner has it, or it was refused.
        let after = cluster.log(&game.table);
        assert_eq!(after[..before.len()], before[..]);
        let said = after.iter().any(|entry| entry.body.contains("am I still the owner?"));
        assert_eq!(said, late.status == 200, "{}", late.text());
        until("it learns what it has lost", || node.metric("neuland_shards_lost_total") > 0);
        until_acknowledged(count, 20);
        // It is a node again, with a fair share.
        cluster.put_back(node);
        cluster.until_shared();
    });
}

#[test]
fn a_node_that_is_stopped_hands_its_tables_over() {
    let mut cluster = Cluster::start("stopped", 3);
    play_through(&mut cluster, |cluster, game, _| {
        let owner = cluster.owner(&game.table);
        let node = cluster.take(owner);
        let stopped = Instant::now();
        node.signal("-TERM");
        until_taken_over(cluster, game, &node);
        println!("taken over within {} ms of the signal", stopped.elapsed().as_millis());
        let (code, log) = node.wait();
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("the node has left the cluster"), "{log}");
        assert!(!log.contains("could not be handed over"), "{log}");
        // What it left behind names it no more, so nobody has waited for the end of a lease.
        assert_eq!(cluster.sql("SELECT count(*) FROM neuland.nodes"), "2");
        cluster.until_shared();
    });
}

/// A node that comes takes its share from the others while people play there.
#[test]
fn a_node_that_comes_gets_a_share() {
    let mut cluster = Cluster::start("grows", 1);
    play_through(&mut cluster, |cluster, _, count| {
        for _ in 0..2 {
            cluster.add();
            cluster.until_shared();
            until_acknowledged(count, 20);
        }
    });
}
