//! How many moves a second a server stores and acknowledges, over real sockets, with real rules and views.
//!
//! `cargo run --release -p server --example load -- [TABLES] [SECONDS] [FOLDER]`
//!
//! At each table one thread plays all seats with random choices: it asks whose turn it is, asks for that seat's legal
//! list, sends one of its actions, and waits until it is acknowledged, which means stored on the disk. The server
//! runs in the same process, on a fresh folder (in the system's temporary folder unless one is named).

#[allow(dead_code, unreachable_pub)] // the tests' client
#[path = "../tests/common/client.rs"]
mod client;

use client::Client;
use game::{Draws, Seed};
use serde_json::json;
use server::store::SqliteStore;
use server::{Config, Server};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |default| args.next().map_or(default, |text| text.parse().expect("a whole number"));
    let (tables, seconds): (u64, u64) = (number(64), number(10));
    let folder = args.next().map_or_else(
        || std::env::temp_dir().join(format!("neuland-load-{}", std::process::id())),
        std::path::PathBuf::from,
    );
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let store = Arc::new(SqliteStore::open(&folder).expect("a folder of our own"));
    let config = Config { addr: SocketAddr::from(([127, 0, 0, 1], 0)), ..Config::default() };
    let server = runtime.block_on(Server::start(&config, store)).expect("a port");
    let addr = server.addr();

    let until = Instant::now() + Duration::from_secs(seconds);
    let players: Vec<_> =
        (0..tables).map(|seed| std::thread::spawn(move || play(addr, seed, until))).collect();
    let mut times: Vec<Duration> =
        players.into_iter().flat_map(|player| player.join().expect("a player")).collect();
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{tables} tables, {seconds} s: {:.0} durable moves/s ({:.0} requests/s); a move took {:.1} ms (median), {:.1} ms \
         (99 of 100)",
        times.len() as f64 / seconds as f64,
        3.0 * times.len() as f64 / seconds as f64,
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3,
    );
    runtime.block_on(server.stop());
    drop(runtime);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Plays game after game; how long each move took from sending to acknowledgement.
fn play(addr: SocketAddr, seed: u64, until: Instant) -> Vec<Duration> {
    let mut draws = Seed(seed).substream("load", 0);
    let mut times = Vec::new();
    while Instant::now() < until {
        let mut seats: Vec<Client> = (0..4).map(|_| Client::new(addr)).collect();
        let wish = json!({"game": "catan", "seats": ["me", "open", "open", "open"], "name": "Ada"});
        let opened = seats[0].post("/api/v1/tables", &wish).json();
        let path = format!("/api/v1/tables/{}", opened["table"].as_str().expect("an id"));
        seats[0].token = opened["token"].as_str().map(str::to_owned);
        for client in &mut seats[1..] {
            let joined = client.post(&format!("{path}/join"), &json!({"name": "Ben"})).json();
            client.token = joined["token"].as_str().map(str::to_owned);
        }
        for n in 0u64.. {
            let state = seats[0].get(&path).json();
            if state["stage"] == "over" || Instant::now() >= until {
                break;
            }
            let seat = state["to_decide"][0].as_str().expect("somebody decides").as_bytes()[0] - b'A';
            let client = &mut seats[usize::from(seat)];
            let legal = client.get(&format!("{path}/legal")).json();
            let list = legal["legal"].as_array().expect("a list");
            let action = &list[draws.below(list.len() as u32) as usize];
            let command = json!({"seq": legal["version"], "id": n.to_string(), "action": action});
            let sent = Instant::now();
            let reply = client.post(&format!("{path}/act"), &command);
            assert_eq!(reply.status, 200, "{}", reply.text());
            times.push(sent.elapsed());
        }
    }
    times
}
