//! The server is killed in mid-game, again and again, and loses nothing that it has acknowledged.
//!
//! Two people (here: threads that choose at random) and two bots play at several tables over real sockets. Every
//! command is sent until it is answered, under the same id, and some are sent again after their answer. Meanwhile the
//! program is killed with SIGKILL at random moments and started again on the same folder. In the end the log on the
//! disk is held against everything that was answered and shown.
//!
//! `NEULAND_CRASH_CYCLES=200 cargo test -p neuland --test crash` kills more often.

#[allow(dead_code, unreachable_pub)] // a part of what the server's own tests use
#[path = "../../server/tests/common/client.rs"]
mod client;

use client::Client;
use game::{Draws, Seed, Viewer};
use serde_json::{Value, json};
use server::TableId;
use server::host::Host;
use server::store::{SqliteStore, Store};
use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The program as it runs.
struct Program {
    child: Child,
    addr: SocketAddr,
}

impl Program {
    fn start(data: &Path, addr: &str) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_neuland"))
            .args(["--lang", "en", "play", "--no-open", "--bot-pause", "0", "--addr", addr, "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut greeting = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut greeting).expect("the program speaks");
        let url = greeting.trim().rsplit(' ').next().expect("a word");
        let addr = url.trim_start_matches("http://").trim_end_matches('/');
        let addr = addr.parse().unwrap_or_else(|_| panic!("no address in {greeting:?}"));
        // Read on, so that the program never waits for us.
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        Program { child, addr }
    }

    /// SIGKILL: no farewell.
    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it is gone");
    }

    /// SIGTERM: finishes what is under way.
    fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What one player was told.
#[derive(Default)]
struct Told {
    /// Version after each command that was acknowledged, by id.
    done: BTreeMap<String, u64>,
    /// Commands that were refused.
    refused: HashSet<String>,
    retries: usize,
}

/// Plays random choices of the listed actions until told to stop.
fn play(addr: SocketAddr, table: &str, token: &str, seed: u64, stop: &AtomicBool) -> Told {
    let mut client = Client::with_token(addr, token);
    let mut draws = Seed(seed).substream("crash", 0);
    let mut told = Told::default();
    let path = format!("/api/v1/tables/{table}");
    let mut n = 0;
    while !stop.load(Ordering::Relaxed) {
        let pause = |millis| std::thread::sleep(Duration::from_millis(millis));
        let Ok(legal) = client.try_send("GET", &format!("{path}/legal"), None, b"") else {
            pause(10);
            continue;
        };
        assert_eq!(legal.status, 200, "{}", legal.text());
        let legal = legal.json();
        let list = legal["legal"].as_array().expect("a list");
        if list.is_empty() {
            pause(2);
            continue;
        }
        n += 1;
        let id = format!("c{n}");
        let action = &list[draws.below(list.len() as u32) as usize];
        let command = json!({"seq": legal["version"], "id": id, "action": action});
        let mut answer: Option<Value> = None;
        loop {
            match client.try_post(&format!("{path}/act"), &command) {
                Ok(reply) if reply.status == 200 => {
                    let reply = reply.json();
                    assert!(answer.is_none() || answer.as_ref() == Some(&reply), "{answer:?} became {reply}");
                    if answer.is_none() && draws.below(5) == 0 {
                        // A blind retry, as after an answer that got lost.
                        told.retries += 1;
                        answer = Some(reply);
                        continue;
                    }
                    told.done.insert(id, reply["seq"].as_u64().expect("a version"));
                    break;
                }
                Ok(reply) if matches!(reply.status, 409 | 422) => {
                    assert!(answer.is_none(), "acknowledged, then refused: {command} {}", reply.text());
                    told.refused.insert(id);
                    break;
                }
                Ok(reply) => assert_eq!(reply.status, 503, "{}", reply.text()),
                // The server is gone; whether the command came through, nobody knows.
                Err(_) => pause(10),
            }
        }
    }
    told
}

/// Follows a table through all crashes and keeps every version it is shown.
fn follow(addr: SocketAddr, table: &str, stop: &AtomicBool) -> Vec<(u64, Value)> {
    let client = Client::new(addr);
    let mut seen: Vec<(u64, Value)> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let last = seen.last().map_or(0, |(version, _)| *version);
        match client.try_follow(&format!("/api/v1/tables/{table}/events?after={last}")) {
            Ok(mut stream) => {
                while let Some(version) = stream.next() {
                    seen.push(version);
                }
            }
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
    seen
}

#[test]
fn a_killed_server_loses_nothing_it_acknowledged_and_does_nothing_twice() {
    const TABLES: usize = 3;
    let cycles = std::env::var("NEULAND_CRASH_CYCLES").map_or(12, |cycles| cycles.parse().expect("a number"));
    let folder = Folder(std::env::temp_dir().join(format!("neuland-crash-{}", std::process::id())));
    let _ = std::fs::remove_dir_all(&folder.0);
    let mut program = Program::start(&folder.0, "127.0.0.1:0");
    let addr = program.addr;

    let mut tables: Vec<(String, [String; 2])> = Vec::new();
    for _ in 0..TABLES {
        let mut ada = Client::new(addr);
        let seats = ["me", "bot:random", "open", "bot:random"];
        // A goal that random players hardly reach, so that the games last.
        let wish = json!({"game": "catan", "seats": seats, "name": "Ada", "options": {"victory_points": 22}});
        let opened = ada.post("/api/v1/tables", &wish).json();
        let text = |value: &Value, name: &str| value[name].as_str().expect("a text").to_owned();
        let table = text(&opened, "table");
        let joined = ada.post(&format!("/api/v1/tables/{table}/join"), &json!({"name": "Ben"})).json();
        tables.push((table, [text(&opened, "token"), text(&joined, "token")]));
    }

    let stop = AtomicBool::new(false);
    let (told, shown, views) = std::thread::scope(|scope| {
        let players: Vec<_> = tables
            .iter()
            .enumerate()
            .flat_map(|(n, (table, tokens))| {
                tokens.iter().enumerate().map(move |(seat, token)| (n, seat, table, token))
            })
            .map(|(n, seat, table, token)| {
                let seed = (10 * n + seat) as u64;
                let stop = &stop;
                (n, ["A", "C"][seat], scope.spawn(move || play(addr, table, token, seed, stop)))
            })
            .collect();
        let followers: Vec<_> =
            tables.iter().map(|(table, _)| scope.spawn(|| follow(addr, table, &stop))).collect();

        let mut draws = Seed(1).substream("kill", 0);
        for _ in 0..cycles {
            std::thread::sleep(Duration::from_millis(u64::from(40 + draws.below(300))));
            program.kill();
            program = Program::start(&folder.0, &addr.to_string());
        }
        std::thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
        let told: Vec<_> = players
            .into_iter()
            .map(|(n, seat, player)| (n, seat, player.join().expect("a player")))
            .collect();
        // Bots that play on by themselves stop with the server; then the streams end too.
        program.stop();
        let shown: Vec<_> =
            followers.into_iter().map(|follower| follower.join().expect("a follower")).collect();
        // Once more, without bots that move: what is shown now is what the log says.
        let program = Program::start(&folder.0, &addr.to_string());
        let views: Vec<Value> = tables
            .iter()
            .map(|(table, tokens)| {
                let mut client = Client::with_token(addr, &tokens[0]);
                client.get(&format!("/api/v1/tables/{table}/view")).json()
            })
            .collect();
        program.kill();
        (told, shown, views)
    });

    let store = SqliteStore::open(&folder.0).expect("the store is sound");
    let (mut acknowledged, mut refused, mut retries, mut versions) = (0, 0, 0, 0);
    for (n, (table, tokens)) in tables.iter().enumerate() {
        // Command ids are those of a key.
        let short = |seat: &str| {
            let key: server::Key = tokens[usize::from(seat == "C")].parse().expect("a key");
            serde_json::to_value(key.hash()).expect("a text").as_str().expect("a text")[..16].to_owned()
        };
        let id: TableId = table.parse().expect("an id");
        let log = store.load(id).expect("the table is readable");
        let host = Host::<()>::load(id, log.clone()).expect("the log replays").expect("the table is there");
        assert!(log.iter().map(|entry| entry.seq).eq(0..log.len() as u64), "no gaps");
        let mut commands = HashSet::new();
        for command in log.iter().filter_map(|entry| entry.command.as_ref()) {
            assert!(commands.insert(command.clone()), "{command} was carried out twice");
        }
        for (_, seat, told) in told.iter().filter(|(at, ..)| *at == n) {
            for (command, &seq) in &told.done {
                let scoped = format!("{}:{command}", short(seat));
                let entry = log.iter().find(|entry| entry.command.as_ref() == Some(&scoped));
                let entry = entry.unwrap_or_else(|| panic!("{table}: {scoped} was acknowledged and is lost"));
                assert!(entry.seq <= seq && seq < log.len() as u64, "{scoped}");
                let between = &log[entry.seq as usize + 1..=seq as usize];
                assert!(between.iter().all(|entry| entry.body.contains("chance")), "{scoped}: {between:?}");
            }
            for command in &told.refused {
                assert!(
                    !commands.contains(&format!("{}:{command}", short(seat))),
                    "{command} was refused and carried out"
                );
            }
            acknowledged += told.done.len();
            refused += told.refused.len();
            retries += told.retries;
        }
        // Whatever was shown is still so.
        let history = host.history();
        for (expected, (version, data)) in (1..).zip(&shown[n]) {
            assert_eq!(*version, expected, "a gap in what was shown");
            let change = &history[*version as usize];
            let events = change.events.as_ref().map_or_else(Vec::new, |e| e.documents(Viewer::Spectator));
            assert_eq!(data["events"], Value::Array(events), "version {version} was shown otherwise");
            assert_eq!(data["at"], change.at);
        }
        versions += shown[n].len();
        // The server that was started last shows what a replay of the log gives. (Its bots may have gone on.)
        let view = &views[n];
        let version = view["version"].as_u64().expect("a version");
        let game = host.game_at(version).expect("a position");
        assert_eq!(view["view"], game.view(Viewer::Seat(game::Seat::A)));
    }
    println!(
        "{cycles} kills: {acknowledged} commands acknowledged, 0 lost, 0 twice; {retries} blind retries; {refused} \
         refused; {versions} versions shown, 0 gaps"
    );
    assert!(acknowledged > 10 * TABLES, "only {acknowledged} commands came through");
    assert!(retries > 0 && versions > 0);
}
