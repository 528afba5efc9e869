//! Several servers on one PostgreSQL: any of them serves any person, each owns a share of the tables, and what happens to one of them
//! costs no acknowledged command.

mod clocks;
mod cluster;
mod consistency;
mod failures;
mod faults;
mod handover;
mod limits;
mod partitions;
mod smoke;
mod spectators;
mod versions;
mod workers;

use cluster::{Cluster, Node};
use game::{Draws, Seed};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use testkit::{Client, Reply, until};

/// A table with two people.
struct Game {
    table: String,
    tokens: [String; 2],
}

impl Game {
    /// Opens a table through the proxy, and has a second person sit down.
    fn open(addr: SocketAddr, game: &str) -> Game {
        Game::open_as(addr, json!({"game": game}))
    }

    /// Opens a table like [`Game::open`], with more in the wish.
    fn open_as(addr: SocketAddr, wish: Value) -> Game {
        Game::try_open(addr, wish).expect("a table with two people")
    }

    /// Opens a table like [`Game::open_as`], or returns the answer that was no success.
    fn try_open(addr: SocketAddr, mut wish: Value) -> Result<Game, String> {
        let tokens = [(); 2].map(|()| table::Key::random().reveal());
        wish["seats"] = json!(["me", "open"]);
        wish["name"] = "Ada".into();
        let is_well = |reply: std::io::Result<Reply>, status: u16| match reply {
            Ok(reply) if reply.status == status => Ok(reply.json()),
            Ok(reply) => Err(reply.text()),
            Err(error) => Err(error.to_string()),
        };
        let opened = Client::with_token(addr, &tokens[0]).try_post("/api/v1/tables", &wish);
        let table = is_well(opened, 201)?["table"].as_str().expect("a table").to_owned();
        let join = json!({"name": "Ben", "id": "join"});
        let path = format!("/api/v1/tables/{table}/join");
        is_well(Client::with_token(addr, &tokens[1]).try_post(&path, &join), 200)?;
        Ok(Game { table, tokens })
    }

    /// The path of the table in the API.
    fn path(&self) -> String {
        format!("/api/v1/tables/{}", self.table)
    }
}

/// A command that was acknowledged: its id as the log has it, and the version that the answer named.
type Acknowledged = (String, u64);

/// Whether nobody can say what became of a request, so that the same is sent again.
fn is_undecided(reply: &std::io::Result<Reply>) -> bool {
    reply.as_ref().map_or(true, |reply| reply.status >= 500)
}

/// Plays random choices for both people until the game is over or somebody stops it; counts what is acknowledged.
fn play(
    addr: SocketAddr,
    game: &Game,
    seed: Seed,
    stop: &AtomicBool,
    count: &AtomicUsize,
) -> Vec<Acknowledged> {
    let mut draws = seed.substream(&game.table, 0);
    let mut clients = game.tokens.each_ref().map(|token| Client::with_token(addr, token));
    let (mut acknowledged, mut commands) = (Vec::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        for (client, token) in clients.iter_mut().zip(&game.tokens) {
            let legal = client.try_send("GET", &format!("{}/legal", game.path()), None, b"");
            if is_undecided(&legal) {
                continue;
            }
            let legal = legal.expect("an answer");
            assert_eq!(legal.status, 200, "{}", legal.text());
            let legal = legal.json();
            let list = legal["legal"].as_array().expect("a list");
            if list.is_empty() {
                continue;
            }
            commands += 1;
            let id = format!("c{commands}");
            let action = &list[draws.below(list.len() as u32) as usize];
            let command = json!({"seq": legal["version"], "id": id, "action": action});
            let mut answer = client.try_post(&format!("{}/act", game.path()), &command);
            while is_undecided(&answer) {
                answer = client.try_post(&format!("{}/act", game.path()), &command);
            }
            let answer = answer.expect("an answer");
            assert!(matches!(answer.status, 200 | 409 | 422), "{}", answer.text());
            if answer.status == 200 {
                acknowledged.push((scoped(token, &id), answer.json()["seq"].as_u64().expect("a version")));
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
        let state = clients[0].try_send("GET", &game.path(), None, b"");
        if state.is_ok_and(|reply| reply.status == 200 && reply.json()["stage"] == "over") {
            break;
        }
    }
    acknowledged
}

/// A command's id as the log has it.
fn scoped(token: &str, id: &str) -> String {
    let key: table::Key = token.parse().expect("a key");
    let hash = serde_json::to_value(key.hash()).expect("a text");
    format!("{}:{id}", &hash.as_str().expect("a text")[..16])
}

/// Waits for so many acknowledged commands.
fn until_acknowledged(count: &AtomicUsize, more: usize) {
    let most = count.load(Ordering::Relaxed) + more;
    until("commands are acknowledged", || count.load(Ordering::Relaxed) >= most);
}

/// Holds the log of a table against what was acknowledged: everything is there, once, where the answer says, and in the order in which it
/// was sent.
fn check_log(cluster: &Cluster, game: &Game, acknowledged: &[Acknowledged]) {
    let log = cluster.log(&game.table);
    for (entry, seq) in log.iter().zip(0..) {
        assert_eq!(entry.seq, seq, "{}: a gap", game.table);
    }
    let mut before = None;
    for (id, seq) in acknowledged {
        let stored: Vec<u64> =
            log.iter().filter(|entry| entry.command.as_ref() == Some(id)).map(|entry| entry.seq).collect();
        assert_eq!(stored.len(), 1, "{}: {id} is stored once", game.table);
        assert!(stored[0] <= *seq && *seq < log.len() as u64, "{}: {id} at {seq}", game.table);
        // Each was sent after the answer to the one before.
        assert!(before < Some(stored[0]), "{}: {id} is stored in its turn", game.table);
        before = Some(stored[0]);
    }
    table::host::Host::<()>::load(game.table.parse().expect("an id"), log).expect("the log replays");
}

/// The versions that a stream shows, from the first on, until it has shown this one.
fn follow(addr: SocketAddr, path: &str, last: u64) -> Vec<(u64, Value)> {
    let client = Client::new(addr);
    let mut seen: Vec<(u64, Value)> = Vec::new();
    while seen.last().is_none_or(|(version, _)| *version < last) {
        let after = seen.last().map_or(0, |(version, _)| *version);
        // A stream that ends, or a node that is away for a moment: it goes on where it was.
        if let Ok(stream) = client.try_follow(&format!("{path}/events?after={after}")) {
            for (version, data) in stream {
                seen.push((version, data));
                if version >= last {
                    break;
                }
            }
        }
    }
    seen
}
