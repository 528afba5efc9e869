//! Spectators of a table of another node: served where they are, from what the owner tells all nodes.

use super::{Cluster, Game, follow, play, until_acknowledged};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use testkit::{Client, EventStream, NatsServer, until};

/// Opens a table of Catan at which the first person buys a development card: nobody else sees which.
fn with_a_hidden_card(cluster: &Cluster) -> Game {
    let seat = |hand: serde_json::Value, [one, other]: [&str; 2], roads: [&str; 2]| json!({"hand": hand, "settlements": [one, other], "roads": roads});
    // Random play never reaches 22 points, so the game does not end before the test does.
    let setup = json!({
        "phase": "building",
        "options": {"players": 2, "victory_points": 22},
        "seats": {
            "A": seat(json!({"wool": 1, "grain": 1, "ore": 1}), ["I8", "I40"], ["8-13", "40-45"]),
            "B": seat(json!({}), ["I19", "I31"], ["19-24", "31-36"]),
        },
    });
    let game = Game::open_as(cluster.proxy, json!({"game": "catan", "from": {"setup": setup}}));
    let command = json!({"seq": 1, "id": "buy", "action": "buy"});
    let buyer = &mut Client::with_token(cluster.proxy, &game.tokens[0]);
    let bought = buyer.post(&format!("{}/act", game.path()), &command);
    assert_eq!(bought.status, 200, "{}", bought.text());
    game
}

/// Every spectator sees every version once and in order, also where the broker swallows everything for a while, and where the broker
/// is gone; and nobody sees more than a spectator of the owner.
#[test]
fn a_spectator_at_another_node_sees_every_version() {
    let mut nats = NatsServer::start("spectators");
    let (cluster, cables) = Cluster::start_with_cables("spectators", 3, nats.addr());
    let is_ready =
        |said: &str| cluster.nodes.iter().all(|node| Client::new(node.addr).get("/readyz").text() == said);
    until("the broker is reached", || is_ready("ready\n"));
    let game = with_a_hidden_card(&cluster);
    let owner = cluster.owner(&game.table);
    let others = [(owner + 1) % 3, (owner + 2) % 3];
    let (stop, count) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (acknowledged, live) = std::thread::scope(|scope| {
        let played = scope.spawn(|| play(cluster.proxy, &game, testkit::seed("spectators"), &stop, &count));
        let watching = [owner, others[0], others[1]].map(|node| {
            let (addr, path) = (cluster.nodes[node].addr, game.path());
            scope.spawn(move || follow(addr, &path, 160))
        });
        until_acknowledged(&count, 20);
        // One node hears nothing for a while.
        cables[others[0]].to_broker.cut();
        until_acknowledged(&count, 20);
        cables[others[0]].to_broker.mend();
        until_acknowledged(&count, 20);
        // Nobody hears anything.
        nats.stop();
        until_acknowledged(&count, 20);
        nats.start_again();
        let live = watching.map(|stream| stream.join().expect("a stream"));
        stop.store(true, Ordering::Relaxed);
        (played.join().expect("a game"), live)
    });
    let last = acknowledged.last().expect("a move").1;
    assert!(last >= 160, "{last}");
    for node in others {
        assert!(cluster.nodes[node].metric("neuland_relayed_streams_total") > 0, "it was served here");
    }
    for seen in &live {
        let versions: Vec<u64> = seen.iter().map(|(version, _)| *version).collect();
        assert_eq!(
            versions,
            (1..=versions.len() as u64).collect::<Vec<_>>(),
            "each version once and in order"
        );
        assert!(versions.len() >= 160);
    }
    // From the beginning, as from now: the same at every node.
    until("the broker is reached again", || is_ready("ready\n"));
    let whole =
        [owner, others[0], others[1]].map(|node| follow(cluster.nodes[node].addr, &game.path(), last));
    assert_eq!(whole[0].len() as u64, last);
    assert!(whole.iter().all(|seen| *seen == whole[0]), "every node shows the same");
    // A person with a seat sees more, at every node.
    let own = |node: usize| {
        let reader = cluster.nodes[node].client(&game.tokens[0]);
        let path = format!("{}/events?after=0", game.path());
        let seen: Vec<_> = reader.follow(&path).take_while(|(version, _)| *version < last).collect();
        seen
    };
    let by_seat = own(others[0]);
    assert_eq!(by_seat, own(owner));
    assert_ne!(by_seat[..], whole[0][..by_seat.len()], "a card was hidden from spectators");
}

/// Many spectators at one node cost the owner no stream, and are counted among those who look on.
#[test]
fn spectators_of_another_node_cost_the_owner_no_stream() {
    const SPECTATORS: usize = 12;
    let nats = NatsServer::start("crowd");
    let cluster = Cluster::start_with("crowd", 2, Some(&nats.url()));
    until("the broker is reached", || {
        cluster.nodes.iter().all(|node| Client::new(node.addr).get("/readyz").text() == "ready\n")
    });
    let game = Game::open(cluster.nodes[0].addr, "carcassonne");
    assert_eq!(cluster.owner(&game.table), 0);
    let look = || Client::new(cluster.nodes[1].addr).follow(&format!("{}/events", game.path()));
    let mut crowd: Vec<EventStream> = (0..SPECTATORS).map(|_| look()).collect();
    let counted = || Client::new(cluster.nodes[0].addr).get(&game.path()).json()["spectators"].clone();
    until("they are counted", || counted() == SPECTATORS);
    assert_eq!(cluster.nodes[0].metric("neuland_event_streams"), 0);
    assert_eq!(cluster.nodes[1].metric("neuland_event_streams"), SPECTATORS as u64);
    assert_eq!(cluster.nodes[1].metric("neuland_relayed_streams_total"), SPECTATORS as u64);
    // Each sees the next move.
    let mut player = cluster.nodes[0].client(&game.tokens[0]);
    let (stop, count) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let played =
            scope.spawn(|| play(cluster.nodes[0].addr, &game, testkit::seed("crowd"), &stop, &count));
        until_acknowledged(&count, 1);
        stop.store(true, Ordering::Relaxed);
        played.join().expect("a game");
    });
    let version = player.get(&game.path()).json()["version"].as_u64().expect("a version");
    for stream in &mut crowd {
        assert!(stream.any(|(seen, _)| seen == version), "it shows version {version}");
    }
    drop(crowd);
    until("they have gone", || counted() == 0);
}
