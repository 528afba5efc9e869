//! The server is killed in mid-game, again and again, and loses nothing that it has acknowledged.
//!
//! At a table of every game two people (here: threads that choose at random) and a bot play over real sockets, and two
//! follow every table. Every command is sent until it is answered, under the same id. Some are sent again after their
//! answer, some twice at the same time over two connections, some long after others came. When a game is over, the same
//! people play again. Meanwhile the program is killed with SIGKILL at random moments and started again on the same
//! folder. In the end the log on the disk is held against everything that was answered and shown. The same happens on a
//! PostgreSQL that restarts as often as the server is killed.
//!
//! ```sh
//! cargo test -p neuland --test it crash::                                     # 25 kills
//! cargo xtask test                                                            # 40, among all other tests; at night 200
//! NEULAND_CRASH_CYCLES=10000 cargo test -p neuland --test it crash:: -- --nocapture
//! ```

use game::record::Step;
use game::{Draws, Seat, Seed, Viewer};
use serde_json::{Value, json};
use shelf::{AnyGame, GameKind};
use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};
use store::{SqliteStore, Store, StoredEntry};
use table::TableId;
use table::entry::Body;
use table::host::Host;
use testkit::{Client, Folder, Reply};

/// The program as it runs.
struct Program {
    child: Child,
    addr: SocketAddr,
}

/// The place of the tables.
enum Home {
    Folder(Folder),
    #[cfg(all(unix, feature = "postgres"))]
    Database(testkit::Database),
}

impl Home {
    /// The arguments of a server on these tables.
    fn arguments(&self) -> Vec<String> {
        let (arguments, place) = match self {
            Home::Folder(folder) => ("play --no-open --data", folder.0.to_str().expect("UTF-8").to_owned()),
            // A server for hosts limits what one address does; here it is the address of all.
            #[cfg(all(unix, feature = "postgres"))]
            Home::Database(database) => (
                "serve --requests-per-second 1000000 --burst 1000000 --cost 1000000 --cost-burst 10000000 --table-cost 1000000 \
                 --table-cost-burst 10000000 --streams 1000 --new-tables 1000000 --log-level error --database",
                database.url("neuland"),
            ),
        };
        arguments.split_whitespace().map(str::to_owned).chain([place]).collect()
    }

    /// Opens the store that the last server left behind.
    fn open(&self) -> Box<dyn Store> {
        match self {
            Home::Folder(folder) => Box::new(SqliteStore::open(&folder.0).expect("the store is sound")),
            #[cfg(all(unix, feature = "postgres"))]
            Home::Database(database) => {
                let url = database.url("neuland").parse().expect("an address");
                let store =
                    store_postgres::PostgresStore::open(&url, store::Mark::Tables, std::sync::Arc::new(()));
                Box::new(store.expect("the store is sound"))
            }
        }
    }

    /// Lets every other blow hit the database instead of the server; whether it did.
    fn is_hit(&mut self, blow: usize) -> bool {
        match self {
            Home::Folder(_) => false,
            #[cfg(all(unix, feature = "postgres"))]
            Home::Database(database) => {
                let is_its_turn = blow.is_multiple_of(2);
                if is_its_turn {
                    database.stop();
                    database.start_again();
                }
                is_its_turn
            }
        }
    }
}

impl Program {
    fn start(home: &Home, addr: &str) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_neuland"))
            .args(["--lang", "en"])
            .args(home.arguments())
            .args(["--bot-pause", "0", "--addr", addr])
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

/// A command that was settled: where it was sent, what it was, and the answer if it was carried out.
type Settled = (String, Value, Option<Value>);

/// The messages that one player received.
#[derive(Default)]
struct ClientReport {
    settled: Vec<Settled>,
    commands: usize,
    again: usize,
    at_once: usize,
    late: usize,
    unanswered: usize,
}

/// Answers that came, whatever they were: by these the kills are timed, so that a slow machine is killed in mid-game too.
static ANSWERS: AtomicUsize = AtomicUsize::new(0);

/// Waits for so many answers.
fn until_answers(more: usize) {
    let answers = ANSWERS.load(Ordering::Relaxed) + more;
    testkit::until("the server answers", || ANSWERS.load(Ordering::Relaxed) >= answers);
}

/// Held for writing while there is no server: whoever gets no answer waits for the next one.
static DOWN: RwLock<()> = RwLock::new(());

/// Waits until a server runs.
fn until_up() {
    drop(DOWN.read().unwrap_or_else(PoisonError::into_inner));
}

/// Sends a command until the server says what became of it: the answer, or `None` if it was refused.
fn deliver(client: &mut Client, path: &str, command: &Value, unanswered: &mut usize) -> Option<Value> {
    loop {
        let reply = client.try_post(path, command);
        ANSWERS.fetch_add(usize::from(reply.is_ok()), Ordering::Relaxed);
        match reply {
            Ok(reply) if reply.status == 200 => return Some(reply.json()),
            Ok(reply) if matches!(reply.status, 403 | 409 | 422 | 429) => return None,
            Ok(reply) => assert_eq!(reply.status, 503, "{}", reply.text()),
            // The server is gone; whether the command came through, nobody knows.
            Err(_) => {
                *unanswered += 1;
                until_up();
            }
        }
    }
}

/// Plays random choices of the listed actions until told to stop, at one table after the other.
fn play(
    addr: SocketAddr,
    first: &str,
    token: &str,
    (seed, number): (Seed, u64),
    stop: &AtomicBool,
) -> ClientReport {
    let mut client = Client::with_token(addr, token);
    let mut draws = seed.substream("player", number);
    let mut told = ClientReport::default();
    let mut table = first.to_owned();
    while !stop.load(Ordering::Relaxed) {
        let path = format!("/api/v1/tables/{table}");
        let Ok(legal) = client.try_send("GET", &format!("{path}/legal"), None, b"") else {
            until_up();
            continue;
        };
        // A table that is not in memory cannot be read while the database is away.
        if legal.status == 503 {
            continue;
        }
        assert_eq!(legal.status, 200, "{}", legal.text());
        let legal = legal.json();
        let list = legal["legal"].as_array().expect("a list");
        let chats = draws.below(25) == 0;
        if list.is_empty() && !chats {
            let stage = client.try_send("GET", &path, None, b"");
            if stage.is_ok_and(|reply| reply.status == 200 && reply.json()["stage"] == "over")
                && let Ok(again) = client.try_post(&format!("{path}/again"), &json!({}))
                && again.status == 200
            {
                again.json()["table"].as_str().expect("a table").clone_into(&mut table);
                continue;
            }
            testkit::until("something happens, or the server dies", || {
                let state = client.try_send("GET", &path, None, b"");
                let is_same =
                    |state: Reply| state.status == 200 && state.json()["version"] == legal["version"];
                stop.load(Ordering::Relaxed) || !state.is_ok_and(is_same)
            });
            continue;
        }
        told.commands += 1;
        let id = format!("c{}", told.commands);
        let (path, command) = if chats {
            let wish = json!({"say": format!("for the {}th time", told.commands)});
            (format!("{path}/wish"), json!({"seq": legal["version"], "id": id, "wish": wish}))
        } else {
            let action = &list[draws.below(list.len() as u32) as usize];
            (format!("{path}/act"), json!({"seq": legal["version"], "id": id, "action": action}))
        };
        let answer = if draws.below(8) == 0 {
            // Twice at once, over two connections.
            told.at_once += 1;
            let (mut one, mut other) = (0, 0);
            let (first, second) = std::thread::scope(|scope| {
                let copy = scope
                    .spawn(|| deliver(&mut Client::with_token(addr, token), &path, &command, &mut other));
                (deliver(&mut client, &path, &command, &mut one), copy.join().expect("an answer"))
            });
            told.unanswered += one + other;
            // What was said too fast may be heard a moment later.
            assert!(first == second || chats, "{command}: {first:?} and {second:?}");
            first.or(second)
        } else {
            deliver(&mut client, &path, &command, &mut told.unanswered)
        };
        if answer.is_some() && draws.below(5) == 0 {
            // A blind retry, as after an answer that got lost.
            told.again += 1;
            let again = deliver(&mut client, &path, &command, &mut told.unanswered);
            assert_eq!(again, answer, "{command}: another answer");
        }
        told.settled.push((path, command, answer));
        if draws.below(6) == 0 {
            // A copy of an earlier command that comes after later ones.
            told.late += 1;
            let back = 1 + draws.below(told.settled.len().min(60) as u32) as usize;
            let (path, command, answer) = told.settled[told.settled.len() - back].clone();
            let again = deliver(&mut client, &path, &command, &mut told.unanswered);
            assert!(again == answer || path.ends_with("wish"), "{command}: {answer:?} became {again:?}");
        }
    }
    told
}

/// Follows a table through all crashes and keeps every version it is shown.
fn follow(
    addr: SocketAddr,
    table: &str,
    token: Option<&str>,
    stop: &AtomicBool,
) -> (Vec<(u64, Value)>, usize) {
    let client = token.map_or_else(|| Client::new(addr), |token| Client::with_token(addr, token));
    let (mut seen, mut streams) = (Vec::<(u64, Value)>::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        let last = seen.last().map_or(0, |(version, _)| *version);
        match client.try_follow(&format!("/api/v1/tables/{table}/events?after={last}")) {
            Ok(stream) => {
                streams += 1;
                seen.extend(stream);
            }
            Err(_) => until_up(),
        }
    }
    (seen, streams)
}

/// The position by a replay of the log that knows nothing of tables: actions and outcomes in order, what was taken back
/// left out.
fn replay(log: &[StoredEntry]) -> AnyGame {
    let body = |entry: &StoredEntry| serde_json::from_str::<Body>(&entry.body).expect("an entry");
    let Body::Created(created) = body(&log[0]) else { panic!("entry 0") };
    let kind = created.game.parse().expect("a game");
    let mut game = AnyGame::under(kind, created.rules, &created.options).expect("a game");
    let mut steps: Vec<(u64, Step)> = Vec::new();
    for entry in log {
        match body(entry) {
            Body::Action { seat, r#do } => steps.push((entry.seq, Step::Action { seat, action: r#do })),
            Body::Chance(chance) => steps.push((entry.seq, Step::Outcome(chance))),
            Body::Undo { to, .. } => steps.retain(|(seq, _)| *seq <= to),
            _ => {}
        }
    }
    for (_, step) in &steps {
        game.apply(step).expect("what is in the log was allowed");
    }
    game
}

/// The command id as the log has it.
fn scoped(token: &str, id: &str) -> String {
    let key: table::Key = token.parse().expect("a key");
    let hash = serde_json::to_value(key.hash()).expect("a text");
    format!("{}:{id}", &hash.as_str().expect("a text")[..16])
}

#[test]
fn a_killed_server_loses_nothing_it_acknowledged_and_does_nothing_twice() {
    let cycles = std::env::var("NEULAND_CRASH_CYCLES").map_or(25, |cycles| cycles.parse().expect("a number"));
    play_through_crashes(Home::Folder(Folder::new("crash")), cycles, 0);
}

/// Plays on a database that restarts under load as often as the server is killed.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn a_server_on_a_database_loses_nothing_when_either_crashes() {
    let blows = std::env::var("NEULAND_DATABASE_CRASHES").map_or(6, |blows| blows.parse().expect("a number"));
    play_through_crashes(Home::Database(testkit::Database::start("crash")), blows, 60);
}

/// Long because it is one story: what is asked at the end follows from everything that was sent before.
fn play_through_crashes(mut home: Home, cycles: usize, at_least: usize) {
    let seed = testkit::seed("crash");
    let begun = Instant::now();
    let mut program = Program::start(&home, "127.0.0.1:0");
    let addr = program.addr;

    // A table of each game, some with clocks; people bring their own tokens.
    let tables: Vec<(String, [String; 2])> = GameKind::ALL
        .iter()
        .zip(0..)
        .map(|(kind, n)| {
            let tokens = [(); 2].map(|()| table::Key::random().reveal());
            let mut wish = json!({"game": kind.name(), "seats": ["me", "bot:random", "open"], "name": "Ada"});
            if n % 2 == 0 {
                wish["clock"] = json!("bank 36000 5 bot");
            }
            let opened = Client::with_token(addr, &tokens[0]).post("/api/v1/tables", &wish);
            let table = opened.json()["table"].as_str().expect("a table").to_owned();
            let join = json!({"name": "Ben", "id": "join"});
            let join =
                Client::with_token(addr, &tokens[1]).post(&format!("/api/v1/tables/{table}/join"), &join);
            assert_eq!(join.status, 200, "{}", join.text());
            (table, tokens)
        })
        .collect();

    let stop = AtomicBool::new(false);
    let mut down = Duration::ZERO;
    let (told, shown, views) = std::thread::scope(|scope| {
        let stop = &stop;
        let players: Vec<_> = tables
            .iter()
            .flat_map(|(table, tokens)| tokens.iter().map(move |token| (table, token)))
            .zip(0..)
            .map(|((table, token), n)| {
                (token, scope.spawn(move || play(addr, table, token, (seed, n), stop)))
            })
            .collect();
        let followers: Vec<_> = tables
            .iter()
            .zip(0..)
            .flat_map(|((table, tokens), n)| [(n, table, None), (n, table, Some(&*tokens[0]))])
            .map(|(n, table, token)| {
                let viewer = if token.is_some() { Viewer::Seat(Seat::A) } else { Viewer::Spectator };
                (n, viewer, scope.spawn(move || follow(addr, table, token, stop)))
            })
            .collect();

        let mut draws = seed.substream("kill", 0);
        for blow in 0..cycles {
            // After up to so many answers, and then at any moment.
            until_answers(at_least + draws.below(40) as usize);
            (0..draws.below(2_000)).for_each(|_| std::thread::yield_now());
            if home.is_hit(blow) {
                continue;
            }
            let _down = DOWN.write().unwrap_or_else(PoisonError::into_inner);
            program.kill();
            let start = Instant::now();
            program = Program::start(&home, &addr.to_string());
            down += start.elapsed();
        }
        until_answers(40);
        stop.store(true, Ordering::Relaxed);
        let told: Vec<_> =
            players.into_iter().map(|(token, player)| (token, player.join().expect("a player"))).collect();
        // Bots that play on by themselves stop with the server; then the streams end too.
        program.stop();
        let shown: Vec<_> = followers
            .into_iter()
            .map(|(n, viewer, follower)| (n, viewer, follower.join().expect("a follower")))
            .collect();
        // Once more: what is shown now is what the log says.
        let program = Program::start(&home, &addr.to_string());
        let view = |(table, tokens): &(String, [String; 2])| {
            Client::with_token(addr, &tokens[0]).get(&format!("/api/v1/tables/{table}/view")).json()
        };
        let views: Vec<Value> = tables.iter().map(view).collect();
        program.kill();
        (told, shown, views)
    });
    let took = begun.elapsed();

    // Every log, also of the tables where people played again: without gaps, nothing twice, the same by every way.
    let store = home.open();
    let mut logs: BTreeMap<String, Vec<StoredEntry>> = BTreeMap::new();
    let (mut over, mut entries, mut stood_still) = (0, 0, 0);
    let (mut lost, mut twice, mut gaps) = (Vec::new(), Vec::new(), Vec::new());
    let mut ids: Vec<String> = tables.iter().map(|(table, _)| table.clone()).collect();
    while let Some(table) = ids.pop() {
        let id: TableId = table.parse().expect("an id");
        let log = store.load(id).expect("the table is readable");
        let host = Host::<()>::load(id, log.clone()).expect("the log replays").expect("the table is there");
        let missing = log.iter().zip(0..).find(|(entry, seq)| entry.seq != *seq);
        gaps.extend(missing.map(|(_, seq)| format!("{table}: entry {seq}")));
        let mut commands = HashSet::new();
        let commands =
            log.iter().filter_map(|entry| entry.command.as_ref()).filter(|id| !commands.insert(*id));
        twice.extend(commands.cloned());
        match host.game() {
            Some(game) => assert_eq!(game, &replay(&log), "{table}: the position is a replay of the log"),
            // The end may come when people are still on their way to the table where they play again.
            None => {
                let begun = |entry: &StoredEntry| {
                    entry.body.contains("\"action\"") || entry.body.contains("\"chance\"")
                };
                assert!(!tables.iter().any(|(first, _)| *first == table), "{table} had begun");
                assert!(!log.iter().any(begun), "{table} has moves and no game");
            }
        }
        if let Some(record) = host.record() {
            over += 1;
            let text = record.write(Vec::new()).expect("a record");
            let mut again = shelf::Replay::new(&text[..]).expect("a record");
            again.by_ref().for_each(|position| drop(position.expect("an allowed step")));
            assert_eq!(Some(again.game()), host.game(), "{table}: the record leads to the same end");
        }
        ids.extend(host.next().map(|next| next.to_string()));
        entries += log.len();
        stood_still += log.iter().filter(|entry| entry.body.starts_with("{\"stood-still\"")).count();
        logs.insert(table, log);
    }

    // Whatever was acknowledged is there once, and its answer is true; what was refused is not there.
    let (mut acknowledged, mut refused) = (0, 0);
    for (token, told) in &told {
        for (path, command, answer) in &told.settled {
            let log = &logs[path.split('/').nth(4).expect("a table")];
            let id = scoped(token, command["id"].as_str().expect("an id"));
            let entry = log.iter().find(|entry| entry.command.as_ref() == Some(&id));
            match answer {
                Some(answer) => {
                    acknowledged += 1;
                    let Some(entry) = entry else {
                        lost.push(command);
                        continue;
                    };
                    let seq = answer["seq"].as_u64().expect("a version");
                    assert!(entry.seq <= seq && seq < log.len() as u64, "{id}");
                    let between = &log[entry.seq as usize + 1..=seq as usize];
                    assert!(between.iter().all(|entry| entry.body.contains("chance")), "{id}: {between:?}");
                }
                None => {
                    refused += 1;
                    assert!(entry.is_none() || path.ends_with("wish"), "{id} was refused and carried out");
                }
            }
        }
    }

    // Whatever was shown is still so.
    let (mut versions, mut streams) = (0, 0);
    for (n, viewer, (seen, opened)) in &shown {
        let (table, _) = &tables[*n];
        let id = table.parse().expect("an id");
        let host = Host::<()>::load(id, logs[table].clone()).expect("a log").expect("a table");
        let history = host.history();
        for (expected, (version, data)) in (1..).zip(seen) {
            if *version != expected {
                gaps.push(format!("{table}: version {version} was shown for {expected}"));
                break;
            }
            let change = &history[*version as usize];
            let events = change.events.as_ref().map_or_else(Vec::new, |events| events.documents(*viewer));
            assert_eq!(data["events"], Value::Array(events), "version {version} was shown otherwise");
            assert_eq!(data["at"], change.at);
        }
        versions += seen.len();
        streams += opened;
    }
    for ((table, _), view) in tables.iter().zip(&views) {
        // The server that was started last shows what a replay of the log gives. (Its bots may have gone on.)
        let id = table.parse().expect("an id");
        let host = Host::<()>::load(id, logs[table].clone()).expect("a log").expect("a table");
        let game = host.game_at(view["version"].as_u64().expect("a version")).expect("a position");
        assert_eq!(view["view"], game.view(Viewer::Seat(Seat::A)));
    }

    let sum = |count: fn(&ClientReport) -> usize| told.iter().map(|(_, told)| count(told)).sum::<usize>();
    let rows = [
        (cycles, "kills"),
        (sum(|told| told.commands), "commands"),
        (sum(|told| told.again), "sent again blindly after their answer"),
        (sum(|told| told.at_once), "sent twice at once over two connections"),
        (sum(|told| told.late), "copies that came after later commands"),
        (sum(|told| told.unanswered), "requests without an answer, sent again"),
        (acknowledged, "acknowledged"),
        (refused, "refused"),
        (streams, "streams opened, each from where the last one broke"),
        (versions, "versions shown"),
        (logs.len(), "tables replayed, their logs and what was shown of them compared"),
        (over, "games over, their records replayed"),
        (entries, "entries in the logs"),
        (stood_still, "times that clocks stood still"),
        (lost.len(), "lost"),
        (twice.len(), "twice"),
        (gaps.len(), "gaps"),
    ];
    for (count, what) in rows {
        println!("{count:>8} {what}");
    }
    println!(
        "{:.0} s in all; a start takes {:.0} ms",
        took.as_secs_f64(),
        down.as_secs_f64() * 1e3 / cycles as f64
    );
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    assert!(twice.is_empty(), "carried out twice: {twice:?}");
    assert!(gaps.is_empty(), "missing: {gaps:?}");
    assert!(acknowledged > 3 * cycles, "only {acknowledged} commands came through");
    assert!(versions > 0 && stood_still > 0 && rows[2..5].iter().all(|(count, _)| *count > 0), "{rows:?}");
}
