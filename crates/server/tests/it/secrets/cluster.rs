//! Tests that two worlds stay indistinguishable behind three servers each, which share a database and a broker: whichever of them somebody
//! asks, both worlds answer alike to whoever may not tell them apart, and no secret is in a log or in a message of the broker.

use super::answers::{Answer, assert_same, everything, key_of, secrets};
use super::lines::Lines;
use super::{Counts, Go, Walk, batch_of, moves, still, walk};
use broker_nats::NatsBroker;
use game::Viewer;
use live::nodes::{Broker, Whereabouts};
use serde_json::{Value, json};
use server::{Config, ConnectBroker, Limits, NodeConfig};
use shelf::GameKind;
use std::sync::{Arc, Mutex};
use store::{Mark, Store, conformance};
use store_postgres::{DatabaseUrl, PostgresStore};
use table::TableId;
use testkit::twins::{Twins, World};
use testkit::{Client, Database, EventStream, NatsServer, RunningServer, until};

/// Three servers with one of the tables; the first owns it.
struct Cluster {
    nodes: Vec<RunningServer>,
    lines: Lines,
    /// Everything that any of them has sent by the broker.
    said: Arc<Mutex<Vec<String>>>,
    _listener: tokio::runtime::Runtime,
    _nats: NatsServer,
    _database: Database,
}

impl Cluster {
    fn start(name: &str, id: TableId, world: &World) -> Cluster {
        let (database, nats) = (Database::start(name), NatsServer::start(name));
        let url: DatabaseUrl = database.url("neuland").parse().expect("an address");
        let alone = PostgresStore::open(&url, Mark::Tables, Arc::new(())).expect("a store");
        conformance::append(&alone, batch_of(id, world)).expect("it is stored");
        drop(alone);
        let listener = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("threads");
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        {
            let _on_runtime = listener.enter();
            let broker = NatsBroker::connect(&nats.url().parse().expect("an address")).expect("a broker");
            let heard = Arc::clone(&said);
            let hear = move |message: &str| heard.lock().expect("it is whole").push(message.to_owned());
            broker.follow("neuland.>".to_owned(), None, Box::new(hear));
            std::mem::forget(broker);
        }
        let lines = Lines::default();
        let nodes = (0..3).map(|_| {
            let store = PostgresStore::open_node(&url, Mark::Tables, Arc::new(())).expect("a store");
            let place = nats.url();
            let connect: ConnectBroker = Arc::new(move || {
                let url = place.parse().expect("an address");
                NatsBroker::connect(&url)
                    .map(|broker| Arc::new(broker) as Arc<dyn Broker>)
                    .map_err(|error| error.to_string())
            });
            let address = "http://127.0.0.1:0".parse().expect("an address");
            let node = Some(NodeConfig { address, broker: Some(connect), reads: None });
            let config = Config { node, limits: Limits::default(), ..Config::default() };
            let log = tracing::Dispatch::new(lines.clone());
            RunningServer::logged_with(config, Arc::new(store) as Arc<dyn Store>, log, still())
        });
        let mut nodes: Vec<RunningServer> = nodes.collect();
        let place = |node: &RunningServer| node.hub().nodes().expect("it is a node").find_table(id);
        until("the servers share the tables", || {
            let served = |node: &RunningServer| node.hub().nodes().expect("it is a node").served().len();
            let is_ready = |node: &RunningServer| node.client().get("/readyz").text() == "ready\n";
            nodes.iter().map(served).sum::<usize>() == 256
                && nodes.iter().all(|node| served(node) <= 86 && is_ready(node))
                && nodes.iter().filter(|node| place(node) == Whereabouts::Here).count() == 1
                && nodes.iter().all(|node| place(node) != Whereabouts::Unknown)
        });
        nodes.sort_by_key(|node| place(node) != Whereabouts::Here);
        Cluster { nodes, lines, said, _listener: listener, _nats: nats, _database: database }
    }

    fn client(&self, node: usize, world: &World, viewer: Viewer) -> Client {
        let mut client = self.nodes[node].client();
        client.token = key_of(world, viewer);
        client
    }

    fn said(&self) -> Vec<String> {
        self.said.lock().expect("it is whole").clone()
    }
}

/// The events of a stream up to a version.
fn up_to(stream: &mut EventStream, last: u64) -> Vec<(u64, Value)> {
    let mut seen = Vec::new();
    while seen.last().is_none_or(|(version, _)| *version < last) {
        seen.push(stream.next().expect("the stream goes on"));
    }
    seen
}

fn compare(twins: &Twins, what: &str, counts: &mut Counts) {
    let worlds = [&twins.here, &twins.there];
    let clusters = [("here", worlds[0]), ("there", worlds[1])]
        .map(|(name, world)| Cluster::start(&format!("worlds-{name}"), twins.id, world));
    let version = twins.here.host.version();
    let (table, active) = (twins.id.to_string(), twins.game().to_decide());
    let api = format!("/api/v1/tables/{table}");
    let same_moves = twins.other_game().to_decide() == active;
    let mut go: Vec<Go> = moves(twins);
    go.sort_by_key(|go| !go.draws);
    let Go { seat, action, draws, knowing } = go.into_iter().next().expect("somebody can do something");
    let ignorant = twins.ignorant().iter().copied().find(|other| *other != seat && !knowing.contains(*other));
    let viewers: Vec<Viewer> = ignorant.map(Viewer::Seat).into_iter().chain([Viewer::Spectator]).collect();
    for node in 0..3 {
        for &viewer in &viewers {
            counts.readers += 1;
            let what = format!("{what}, node {node}, {viewer:?}");
            let may_act = matches!(viewer, Viewer::Seat(seat) if active.contains(seat)) || !same_moves;
            let answers =
                [0, 1].map(|n| everything(&clusters[n].nodes[node], worlds[n], &table, viewer, may_act));
            let [left, right] = &answers;
            let hosts = clusters.each_ref().map(|cluster| cluster.nodes[node].addr.to_string());
            assert_same(left, right, worlds, hosts, viewer, &what);
            counts.answers += left.len();
            counts.bytes += left.iter().map(|answer: &Answer| answer.body.len()).sum::<usize>();
        }
    }
    // Everybody follows through every node while somebody acts through one that does not own the table.
    let follow = |n: usize, node: usize, viewer: Viewer| {
        clusters[n].client(node, worlds[n], viewer).follow(&format!("{api}/events?after=0"))
    };
    let mut streams: Vec<(usize, Viewer, [EventStream; 2])> = (0..3)
        .flat_map(|node| viewers.iter().map(move |viewer| (node, *viewer)))
        .map(|(node, viewer)| (node, viewer, [0, 1].map(|n| follow(n, node, viewer))))
        .collect();
    let last = [0, 1].map(|n| {
        let body = json!({"seq": version, "id": "go", "action": action});
        let done = clusters[n].client(1, worlds[n], Viewer::Seat(seat)).post(&format!("{api}/act"), &body);
        assert_eq!(done.status, 200, "{what}: {}", done.text());
        done.json()["seq"].as_u64().expect("a version")
    });
    assert_eq!(last[0], last[1]);
    counts.played += 1;
    counts.drawn += u32::from(draws);
    let mut by_viewer: Vec<(Viewer, Vec<(u64, Value)>)> = Vec::new();
    for (node, viewer, both) in &mut streams {
        let [left, right] = both.each_mut().map(|stream| up_to(stream, last[0]));
        assert_eq!(left, right, "{what}, node {node}, {viewer:?}");
        assert_eq!(left.len() as u64, last[0]);
        counts.frames += last[0];
        match by_viewer.iter().find(|(known, _)| known == viewer) {
            Some((_, seen)) => assert_eq!(*seen, left, "{what}: every node shows {viewer:?} the same"),
            None => by_viewer.push((*viewer, left)),
        }
    }
    // What the broker passed on is what spectators see, and the same in both worlds.
    let of_spectators = |n: usize| {
        let mut said = clusters[n].said();
        said.retain(|message| message.starts_with(&table) && message.contains('{'));
        said.sort();
        said.dedup();
        said
    };
    until("the broker tells the last version", || {
        [0, 1].iter().all(|n| {
            of_spectators(*n).iter().any(|message| message.starts_with(&format!("{table} {} ", last[0])))
        })
    });
    assert_eq!(of_spectators(0), of_spectators(1), "{what}");
    for (cluster, world) in clusters.iter().zip(worlds) {
        let log = cluster.lines.text();
        counts.lines += log.lines().count();
        for secret in secrets(world, Viewer::Spectator) {
            assert!(!log.contains(&secret), "{what}: {secret} is logged");
            assert!(
                cluster.said().iter().all(|message| !message.contains(&secret)),
                "{what}: {secret} is sent"
            );
        }
    }
}

/// One position of Catan in which the worlds differ by hidden cards, and a move by which another card is drawn or stolen.
#[test]
fn no_node_tells_the_worlds_apart() {
    let mut counts = Counts::default();
    let is_due =
        |twins: &Twins, since: i32| since > 40 && twins.differ() && moves(twins).iter().any(|go| go.draws);
    walk(GameKind::Catan, Walk { games: 1, stops: 1, ahead: 0 }, &mut counts, is_due, compare);
    println!("{counts:?}");
    assert!(counts.positions == 1 && counts.with_other_cards == 1 && counts.drawn == 1, "{counts:?}");
    assert!(counts.answers > 300, "{counts:?}");
}
