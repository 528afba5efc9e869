//! Many faults, some of them at once, while people play and watch.

use super::cluster::Cables;
use super::{Acknowledged, Cluster, Game, Node, check_log, follow, is_undecided, play, until_acknowledged};
use game::{Draws, Seed, Substream};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use testkit::{Client, NatsServer, until};

/// The pairs of people who play, each at one table after the other.
const PAIRS: usize = 5;

/// The number of faults.
fn faults() -> u32 {
    std::env::var("NEULAND_NODE_FAULTS")
        .map_or(6, |text| text.parse().expect("NEULAND_NODE_FAULTS is a number"))
}

/// A game that was played, and what a spectator saw of it.
struct Played {
    game: Game,
    acknowledged: Vec<Acknowledged>,
    seen: Vec<(u64, Value)>,
}

/// Stops the players once it is dropped.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Three nodes, their cables in the same order, and the broker.
struct Trial<'a> {
    cluster: &'a mut Cluster,
    cables: Vec<Cables>,
    nats: NatsServer,
    count: &'a AtomicUsize,
}

impl Trial<'_> {
    /// Takes a node out, as a proxy does that finds it unwell.
    fn take(&mut self, node: usize) -> (Node, Cables) {
        (self.cluster.take(node), self.cables.remove(node))
    }

    fn put_back(&mut self, node: Node, cables: Cables) {
        self.cluster.put_back(node);
        self.cables.push(cables);
        self.cluster.until_shared();
    }

    /// Starts a node in place of one that is gone.
    fn replace(&mut self) {
        let cables = self.cluster.replace(self.nats.addr());
        self.cables.push(cables);
        self.cluster.until_shared();
    }

    /// Waits until the nodes behind the proxy own all tables, and people go on.
    fn until_taken_over(&self) {
        let shards = || self.cluster.nodes.iter().map(|node| node.metric("neuland_shards")).sum::<u64>();
        until("the others own all tables", || shards() == 256);
        until_acknowledged(self.count, 10);
    }

    fn until_ready(&self, is_ready: bool) {
        let status = |node: &Node| Client::new(node.addr).get("/readyz").status;
        let expected = if is_ready { 200 } else { 503 };
        let what = if is_ready { "every node is ready" } else { "no node is ready" };
        until(what, || self.cluster.nodes.iter().all(|node| status(node) == expected));
    }

    /// Does one thing to a node, or to the database, and waits until all is well again.
    fn strike(&mut self, draws: &mut Substream) {
        let node = draws.below(self.cluster.nodes.len() as u32) as usize;
        match draws.below(7) {
            0 => {
                println!("a node is killed");
                let (node, _) = self.take(node);
                node.signal("-KILL");
                self.until_taken_over();
                drop(node);
                self.replace();
            }
            1 => {
                println!("a node is paused");
                let (node, cables) = self.take(node);
                node.signal("-STOP");
                self.until_taken_over();
                node.signal("-CONT");
                until("it learns what it has lost", || node.metric("neuland_shards_lost_total") > 0);
                self.put_back(node, cables);
            }
            2 => {
                println!("a node is stopped");
                let (node, _) = self.take(node);
                node.signal("-TERM");
                self.until_taken_over();
                let (code, log) = node.wait();
                assert_eq!(code, Some(0), "{log}");
                self.replace();
            }
            3 => {
                println!("a node is cut off from the database");
                let (node, cables) = self.take(node);
                cables.to_database.cut();
                self.until_taken_over();
                cables.to_database.mend();
                until("it is ready again", || Client::new(node.addr).get("/readyz").status == 200);
                self.put_back(node, cables);
            }
            4 => {
                println!("a node is cut off from other nodes");
                self.cables[node].from_nodes.cut();
                until_acknowledged(self.count, 10);
                self.cables[node].from_nodes.mend();
            }
            5 => {
                println!("the database crashes");
                self.cluster.restart_database();
            }
            _ => {
                println!("the disk of the database stands still");
                self.cluster.signal_database("-STOP");
                self.until_ready(false);
                self.cluster.signal_database("-CONT");
            }
        }
        self.until_ready(true);
        until_acknowledged(self.count, 10);
    }

    /// Has something else be wrong meanwhile, in two of three cases.
    fn strike_twice(&mut self, draws: &mut Substream) {
        let node = draws.below(self.cluster.nodes.len() as u32) as usize;
        let beside = draws.below(3);
        match beside {
            0 => {
                println!("without the broker:");
                self.nats.stop();
            }
            1 => {
                println!("while the broker hears nothing of a node:");
                self.cables[node].to_broker.cut();
            }
            _ => {}
        }
        self.strike(draws);
        if beside == 0 {
            self.nats.start_again();
        }
        self.cables.iter().for_each(|cables| cables.to_broker.mend());
    }
}

/// Opens a table, as often as it takes.
fn open(proxy: SocketAddr) -> Game {
    loop {
        if let Ok(game) = Game::try_open(proxy, json!({"game": "carcassonne"})) {
            return game;
        }
    }
}

/// Returns what a spectator sees of a table, from the beginning to the first version after the last one that counts.
fn watch(addr: SocketAddr, path: &str, last: &AtomicU64) -> Vec<(u64, Value)> {
    let client = Client::new(addr);
    let mut seen: Vec<(u64, Value)> = Vec::new();
    loop {
        let after = seen.last().map_or(0, |(version, _)| *version);
        let Ok(stream) = client.try_follow(&format!("{path}/events?after={after}")) else { continue };
        for (version, data) in stream {
            seen.push((version, data));
            if version > last.load(Ordering::Relaxed) {
                return seen;
            }
        }
    }
}

/// Plays one game after the other, with a spectator at each, until somebody stops it.
fn play_on(proxy: SocketAddr, seed: Seed, stop: &AtomicBool, count: &AtomicUsize) -> Vec<Played> {
    let mut all = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let game = open(proxy);
        let last = AtomicU64::new(u64::MAX);
        let (acknowledged, seen) = std::thread::scope(|scope| {
            let spectator = scope.spawn(|| watch(proxy, &game.path(), &last));
            let acknowledged = play(proxy, &game, seed, stop, count);
            last.store(acknowledged.last().map_or(0, |(_, version)| *version), Ordering::Relaxed);
            // The spectator waits for something after that.
            let command = json!({"seq": 0, "id": "end", "wish": {"say": "that was all"}});
            let mut client = Client::with_token(proxy, &game.tokens[0]);
            let mut said = client.try_post(&format!("{}/wish", game.path()), &command);
            while is_undecided(&said) {
                said = client.try_post(&format!("{}/wish", game.path()), &command);
            }
            assert_eq!(said.expect("an answer").status, 200);
            (acknowledged, spectator.join().expect("a spectator"))
        });
        all.push(Played { game, acknowledged, seen });
    }
    all
}

/// No acknowledged command is lost, doubled or moved, whatever happens; every log replays, every stream shows each version once, and all
/// nodes show the same in the end.
#[test]
fn random_faults_lose_no_acknowledged_command() {
    let nats = NatsServer::start("faults");
    let (mut cluster, cables) = Cluster::start_with_cables("faults", 3, nats.addr());
    let proxy = cluster.proxy;
    let (stop, count) = (AtomicBool::new(false), AtomicUsize::new(0));
    let seed = testkit::seed("faults");
    let mut draws = seed.substream("strikes", 0);
    let played: Vec<Played> = std::thread::scope(|scope| {
        let pairs: Vec<_> = (0..PAIRS).map(|_| scope.spawn(|| play_on(proxy, seed, &stop, &count))).collect();
        let mut trial = Trial { cluster: &mut cluster, cables, nats, count: &count };
        // Also if something is wrong, they come to an end.
        let ends = Ends(&stop);
        until_acknowledged(&count, 20);
        for _ in 0..faults() {
            trial.strike_twice(&mut draws);
        }
        drop(ends);
        let played = pairs.into_iter().flat_map(|pair| pair.join().expect("a pair")).collect();
        trial.until_ready(true);
        played
    });
    for Played { game, acknowledged, seen } in &played {
        check_log(&cluster, game, acknowledged);
        let versions: Vec<u64> = seen.iter().map(|(version, _)| *version).collect();
        assert_eq!(versions, (1..=versions.len() as u64).collect::<Vec<_>>(), "{}", game.table);
        for node in &cluster.nodes {
            assert_eq!(follow(node.addr, &game.path(), versions.len() as u64), *seen, "{}", game.table);
        }
    }
    let acknowledged: usize = played.iter().map(|played| played.acknowledged.len()).sum();
    println!("{} faults, {} games, {acknowledged} acknowledged commands", faults(), played.len());
}
