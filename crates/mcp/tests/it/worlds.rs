//! Two worlds: a seat that cannot tell two tables apart gets the same bytes of every tool and resource from both.
//!
//! `crates/server/tests/it/secrets` does the same for the API and the pages.

use crate::common::Model;
use game::{Seat, Viewer};
use mcp::Person;
use pages::Lang;
use serde_json::{Value, json};
use shelf::GameKind;
use std::sync::Arc;
use store::{Batch, Index, MemoryStore, Store, Tag};
use table::TableId;
use table::entry::Body;
use testkit::RunningServer;
use testkit::twins::{Twins, World};

/// A server that has one of the tables.
fn serve(id: TableId, world: &World) -> RunningServer {
    let store = Arc::new(MemoryStore::new());
    let Ok(Body::Created(created)) = serde_json::from_str(&world.log[0].body) else {
        panic!("entry 0 creates")
    };
    let mut index = vec![Index::Code(created.code), Index::Tag(Tag::Public)];
    index.extend(world.keys.iter().map(|key| Index::Holder(key.hash())));
    let (done, stored) = std::sync::mpsc::channel();
    let batch = Batch { table: id, entries: world.log.clone(), index, untag: Vec::new() };
    store.append(batch, Box::new(move |result| done.send(result).expect("the test waits")));
    stored.recv().expect("an answer").expect("it is stored");
    RunningServer::on(store as Arc<dyn Store>, server::Limits::default())
}

/// Everything that a viewer can ask the tools.
fn everything(running: &RunningServer, world: &World, table: &str, viewer: Viewer) -> Vec<(String, String)> {
    let person = match viewer {
        Viewer::Seat(seat) => Person::of_key(&world.keys[seat.index()].reveal()).expect("a key"),
        _ => Person::of_token("somebody-who-looks-on").expect("a token"),
    };
    let model = Model::of(running.addr, person, Lang::En);
    let version = world.host.version();
    let mut told = Vec::new();
    let mut ask = |tool: &str, arguments: Value| {
        let answer = model.call(tool, arguments.clone());
        told.push((
            format!("{tool} {arguments}"),
            format!("{} {}\n{}", answer.refused, answer.text, answer.data),
        ));
    };
    for language in ["en", "de"] {
        ask("read_position", json!({ "table": table, "language": language }));
        ask("list_actions", json!({ "table": table, "language": language }));
        ask(
            "follow",
            json!({ "table": table, "language": language, "after": version.saturating_sub(40), "seconds": 0 }),
        );
        for action in [
            "end",
            "steal C",
            "execute A",
            "discard 1 ore",
            "play knight",
            "place (0,0)r1",
            "bank 4 ore for 1 wool",
        ] {
            ask("why_not", json!({ "table": table, "language": language, "action": action }));
        }
    }
    ask("read_position", json!({ "table": table, "format": "data" }));
    ask("list_tables", json!({}));
    ask("list_tables", json!({ "public": true }));
    // What was decided on long ago is refused with what one may do now.
    ask("act", json!({ "table": table, "version": 0, "action": "end" }));
    ask("act", json!({ "table": table, "version": 0, "number": 1 }));
    ask("undo", json!({ "table": table, "version": 0 }));
    ask("play_again", json!({ "table": table }));
    for uri in ["record", "log/en", "log/de", "position/de"] {
        let uri = format!("neuland://table/{table}/{uri}");
        let text = model.read(&uri).unwrap_or_else(|error| error.to_string());
        told.push((uri, text));
    }
    told
}

/// Plays in both worlds and compares now and then, where the worlds differ by cards if they can.
fn two_worlds(kind: GameKind, stops: u32) {
    let (mut stopped, mut with_other_cards, mut bytes) = (0, 0, 0);
    for seed in 0..12 {
        let mut twins = Twins::new(kind, seed, false);
        let mut wait = 15;
        for _ in 0..500 {
            if twins.is_over() || stopped >= stops {
                break;
            }
            let before = twins.step();
            if twins.here.host.version() == before || twins.is_over() {
                continue;
            }
            wait -= 1;
            if wait > 0 || (kind.has_secrets() && wait > -120 && !twins.differ()) {
                continue;
            }
            wait = 60;
            stopped += 1;
            with_other_cards += u32::from(twins.differ());
            bytes += compare(&twins, &format!("{kind}, seed {seed}, version {}", twins.here.host.version()));
        }
    }
    println!("{kind}: {stopped} positions, {with_other_cards} with other cards, {bytes} bytes");
    assert!(stopped >= stops && bytes > 50_000, "{stopped} positions, {bytes} bytes");
    assert!(!kind.has_secrets() || with_other_cards * 2 >= stopped, "{with_other_cards} of {stopped}");
}

fn compare(twins: &Twins, what: &str) -> usize {
    let table = twins.id.to_string();
    let worlds = [&twins.here, &twins.there];
    let servers = worlds.map(|world| serve(twins.id, world));
    let ignorant = twins.ignorant();
    let deciding = twins.game().to_decide();
    let acting: Option<Seat> = ignorant.iter().copied().find(|seat| deciding.contains(*seat));
    let idle = ignorant.iter().copied().find(|seat| !deciding.contains(*seat));
    let mut bytes = 0;
    for viewer in acting.into_iter().chain(idle).map(Viewer::Seat).chain([Viewer::Spectator]) {
        let [left, right] = [0, 1].map(|n| everything(&servers[n], worlds[n], &table, viewer));
        assert_eq!(left.len(), right.len());
        for ((asked, left), (_, right)) in left.iter().zip(&right) {
            let plain = |text: &str, n: usize| {
                let commitment = worlds[n].secret.commitment().to_string();
                text.replace(&commitment, "COMMITMENT").replace(&servers[n].addr.to_string(), "HOST")
            };
            let [left, right] = [plain(left, 0), plain(right, 1)];
            for (n, text) in [&left, &right].into_iter().enumerate() {
                assert!(
                    !text.contains(&worlds[n].secret.reveal()),
                    "{what}, {viewer:?}, {asked}: the secret of the dice"
                );
                for key in &worlds[n].keys {
                    assert!(!text.contains(&key.reveal()), "{what}, {viewer:?}, {asked}: a key");
                }
            }
            assert!(left == right, "{what}, {viewer:?}, {asked}:\n{left}\n{right}");
            bytes += left.len();
        }
    }
    bytes
}

#[test]
fn catan_tells_nothing_hidden() {
    two_worlds(GameKind::Catan, 5);
}

#[test]
fn cities_and_knights_tells_nothing_hidden() {
    two_worlds(GameKind::CitiesAndKnights, 4);
}

#[test]
fn carcassonne_tells_nothing_hidden() {
    two_worlds(GameKind::Carcassonne, 2);
}

#[test]
fn traders_and_builders_tells_nothing_hidden() {
    two_worlds(GameKind::TradersAndBuilders, 2);
}

#[test]
fn mayflower_tells_nothing_hidden() {
    two_worlds(GameKind::Mayflower, 2);
}
