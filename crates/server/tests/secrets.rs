//! Two worlds over real HTTP: whoever cannot tell them apart gets the same bytes from both, page by page and frame by
//! frame, headers and sizes included. Games of all five kinds are played; `worlds.rs` looks at many more positions without
//! sockets.
//!
//! Two servers have the same table under the same id, one with another secret of the dice, other keys and command ids,
//! and other hidden cards. Each of the ignorant asks both servers for everything that can be asked.

mod common;
#[path = "common/twins.rs"]
#[allow(dead_code, unreachable_pub)] // each test file uses its part
mod twins;

use common::{Client, Running};
use game::{Seat, Viewer};
use serde_json::{Value, json};
use server::entry::Body;
use server::store::{Batch, Index, MemoryStore, Store, Tag, conformance};
use server::{Key, Limits};
use shelf::GameKind;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use twins::{Twins, World};

/// An answer: what was asked for, and everything that came but the date.
struct Answer {
    asked: String,
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// A server that has one of the tables.
fn serve(twins: &Twins, world: &World) -> Running {
    let store = Arc::new(MemoryStore::new());
    let Ok(Body::Created(created)) = serde_json::from_str(&world.log[0].body) else {
        panic!("entry 0 creates")
    };
    let mut index = vec![Index::Code(created.code), Index::Tag(Tag::Public)];
    index.extend(world.keys.iter().map(|key| Index::Holder(key.hash())));
    let batch = Batch { table: twins.id, entries: world.log.clone(), index, untag: Vec::new() };
    conformance::append(&*store, batch).expect("it is stored");
    Running::on(store as Arc<dyn Store>, Limits::default())
}

/// Everything that a viewer can read of the table, and what they are answered when they try what they may not do.
fn everything(running: &Running, world: &World, table: &str, viewer: Viewer, may_act: bool) -> Vec<Answer> {
    let key = match viewer {
        Viewer::Seat(seat) => Some(world.keys[seat.index()].reveal()),
        _ => None,
    };
    let own = if let Viewer::Seat(seat) = viewer { seat.to_string() } else { "A".to_owned() };
    let mut client = running.client();
    client.token.clone_from(&key);
    let mut answers = Vec::new();
    let mut ask = |method: &str, path: &str, headers: &[(&str, &str)], kind: Option<&str>, body: &str| {
        client.headers =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let settings =
            if headers.iter().any(|(_, value)| *value == "de") { "; neuland-settings=lang=de" } else { "" };
        let cookie = key.as_ref().map(|key| format!("neuland-key={key}{settings}"));
        client.headers.extend(cookie.map(|cookie| ("cookie".to_owned(), cookie)));
        let reply = client.send(method, path, kind, body.as_bytes());
        let mut headers = reply.headers.clone();
        headers.retain(|(name, _)| name != "date");
        answers.push(Answer {
            asked: format!("{method} {path} {body}"),
            status: reply.status,
            headers,
            body: reply.text(),
        });
    };
    let api = format!("/api/v1/tables/{table}");
    let page = format!("/t/{table}");
    let version = world.host.version();
    for path in [
        api.clone(),
        format!("{api}/view"),
        format!("{api}/legal"),
        format!("{api}/record"),
        "/api/v1/tables".to_owned(),
        "/api/v1/tables/public".to_owned(),
        "/api/v1/codes/00000000".to_owned(),
        page.clone(),
        format!("{page}/record"),
        format!("{page}/board/{version}.svg"),
        format!("{page}/board/{}.svg?theme=dark&names=on", version / 2),
        format!("{page}/board/{}.svg", version + 1),
        "/".to_owned(),
        "/j/00000000".to_owned(),
    ] {
        ask("GET", &path, &[], None, "");
    }
    // Earlier positions, through all eyes: those of others are refused.
    let steps = world.host.steps().len();
    for (at, eyes) in [(0, ""), (1, "?eyes=A"), (2, "?eyes=B"), (3, "?eyes=watch"), (4, "?eyes=all")] {
        let at = steps.saturating_sub(at);
        ask("GET", &format!("{api}/positions/{at}{eyes}"), &[], None, "");
        ask("GET", &format!("{page}/replay/{at}{eyes}"), &[], None, "");
    }
    for path in [
        format!("{api}/statistics"),
        format!("{page}/replay"),
        format!("{page}/replay/{}/main?eyes=watch", steps / 2),
        format!("{page}/replay/{steps}?mode=text"),
    ] {
        ask("GET", &path, &[], None, "");
    }
    let german = [("accept-language", "de")];
    ask("GET", &format!("{page}/main"), &german, None, "");
    ask("GET", &format!("{page}?mode=text"), &german, None, "");
    let tried = [
        "end",
        "accept",
        "execute A",
        "execute B",
        "steal C",
        "discard 1 ore",
        "play knight",
        "place (0,0)r1",
    ];
    for (n, action) in tried.iter().enumerate().filter(|_| !may_act) {
        let body = json!({"seq": version, "id": format!("x{n}"), "action": action}).to_string();
        ask("POST", &format!("{api}/act"), &[], Some("application/json"), &body);
        let form = format!("seq={version}&id=y{n}&action={}", action.replace(' ', "+"));
        let accept: &[(&str, &str)] = if n % 2 == 0 { &[("accept", "application/json")] } else { &german };
        ask("POST", &format!("{page}/act"), accept, Some("application/x-www-form-urlencoded"), &form);
    }
    for (n, wish) in
        [json!({"replace": {"seat": own}}), json!({"swap": {"one": "A", "other": "B"}}), json!({"say": ""})]
            .iter()
            .enumerate()
    {
        let body = json!({"seq": version, "id": format!("w{n}"), "wish": wish}).to_string();
        ask("POST", &format!("{api}/wish"), &[], Some("application/json"), &body);
    }
    for path in [format!("{api}/undo"), format!("{api}/close")] {
        let body = json!({"seq": version + 9, "id": "stale"}).to_string();
        ask("POST", &path, &[], Some("application/json"), &body);
    }
    let last = client.get(&api).json()["version"].as_u64();
    assert_eq!(last, Some(version), "what was tried is refused: {viewer:?}");
    answers
}

/// The frames of a table's stream, as they come over the wire, from its first version on.
fn frames(running: &Running, world: &World, path: &str, viewer: Viewer) -> Answer {
    let key = match viewer {
        Viewer::Seat(seat) => Some(world.keys[seat.index()].reveal()),
        _ => None,
    };
    let mut stream = TcpStream::connect(running.addr).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
    let head = key.map_or_else(String::new, |key| {
        format!("authorization: Bearer {key}\r\ncookie: neuland-key={key}\r\n")
    });
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\n{head}\r\n", running.addr).expect("it is sent");
    let last = format!("id: {}\n", world.host.version());
    let mut bytes = Vec::new();
    let mut buffer = [0; 1 << 14];
    // The last frame ends with an empty line.
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if text.rsplit_once(&last).is_some_and(|(_, rest)| rest.contains("\n\n"))
            || text.contains(&last) && text.ends_with("\n\n\r\n")
        {
            break;
        }
        match stream.read(&mut buffer).expect("the stream goes on") {
            0 => panic!("{path}: the stream ended: {text}"),
            n => bytes.extend_from_slice(&buffer[..n]),
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let headers =
        head.lines().filter(|line| !line.starts_with("date:")).map(|line| (line.to_owned(), String::new()));
    // Who comes and goes at this moment is told besides, and has nothing to do with the game.
    let is_of_the_game = |frame: &&str| !frame.contains("event: presence");
    let body = body.split_inclusive("\n\n\r\n").filter(is_of_the_game).collect();
    Answer { asked: path.to_owned(), status: 200, headers: headers.collect(), body }
}

/// Compares what both servers answered, and looks for what may be in no answer at all.
fn assert_same(
    left: &[Answer],
    right: &[Answer],
    worlds: [&World; 2],
    hosts: [String; 2],
    viewer: Viewer,
    what: &str,
) {
    assert_eq!(left.len(), right.len());
    let plain = |text: &str, n: usize| {
        let commitment = worlds[n].secret.commitment().to_string();
        let text = text.replace(&commitment, "COMMITMENT").replace(&hosts[n], "HOST");
        without_ids(&without_promise(&text))
    };
    for (left, right) in left.iter().zip(right) {
        let asked = &left.asked;
        for (answer, n) in [(left, 0), (right, 1)] {
            for secret in secrets(worlds[n], viewer) {
                let told = answer.body.contains(&secret)
                    || answer.headers.iter().any(|(_, value)| value.contains(&secret));
                assert!(!told, "{what}, {asked}: {secret} is told");
            }
        }
        assert_eq!(left.status, right.status, "{what}, {asked}");
        assert_eq!(left.headers, right.headers, "{what}, {asked}");
        let (l, r) = (plain(&left.body, 0), plain(&right.body, 1));
        let same = l.bytes().zip(r.bytes()).take_while(|(left, right)| left == right).count();
        let around = |text: &str| {
            let bytes = &text.as_bytes()[same.saturating_sub(200)..text.len().min(same + 100)];
            String::from_utf8_lossy(bytes).into_owned()
        };
        assert!(l == r, "{what}, {asked}:\n{}\n{}", around(&l), around(&r));
        assert_eq!(left.body.len(), right.body.len(), "{what}, {asked}: sizes differ");
    }
}

/// What nobody may be told as long as the game goes on: the secret of the dice, the keys of all, and their hashes.
fn secrets(world: &World, viewer: Viewer) -> Vec<String> {
    let mut secrets = vec![world.secret.reveal()];
    for (key, seat) in world.keys.iter().zip(Seat::first(Seat::MAX)) {
        secrets.extend((viewer != Viewer::Seat(seat)).then(|| key.reveal()));
        let hash = serde_json::to_value(key.hash()).expect("a hash");
        secrets.push(hash.as_str().expect("as text").to_owned());
    }
    secrets
}

/// The form for a new table promises one with dice of its own, whatever happens at others.
fn without_promise(text: &str) -> String {
    ["promised", "commitment"].iter().fold(text.to_owned(), |text, name| {
        let value =
            text.split_once(&format!("name=\"{name}\" value=\"")).and_then(|(_, rest)| rest.split_once('"'));
        match value.map(|(value, _)| value.to_owned()) {
            Some(value) if !value.is_empty() => text.replace(&value, "PROMISE"),
            _ => text,
        }
    })
}

/// Command ids and promises are made anew for every page: 32 hexadecimal digits.
fn without_ids(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut run = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_hexdigit() {
            run.push(letter);
            continue;
        }
        plain.push_str(if run.len() == 32 { "ID" } else { &run });
        plain.push(letter);
        run.clear();
    }
    plain
}

/// What was compared.
#[derive(Default, Debug)]
struct Counts {
    positions: u32,
    with_other_cards: u32,
    readers: u32,
    answers: usize,
    bytes: usize,
    frames: u64,
}

/// Plays games in both worlds and stops now and then to ask for everything; where the worlds differ by cards if they can.
fn two_worlds(kind: GameKind, games: u64, stops: u32) {
    let mut counts = Counts::default();
    for seed in 0..games {
        let mut twins = Twins::new(kind, seed, false);
        let mut wait = 10;
        for _ in 0..700 {
            if twins.is_over() || counts.positions >= stops * (seed as u32 + 1) {
                break;
            }
            let before = twins.step();
            if twins.here.host.version() == before || twins.is_over() {
                continue;
            }
            wait -= 1;
            let hides = matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights);
            if wait > 0 || (hides && wait > -80 && !twins.differ()) {
                continue;
            }
            wait = 25;
            compare(&twins, &format!("{kind}, seed {seed}"), &mut counts);
        }
    }
    println!("{kind}: {counts:?}");
    assert!(counts.positions >= stops && counts.answers > 500, "{counts:?}");
}

fn compare(twins: &Twins, what: &str, counts: &mut Counts) {
    let table = twins.id.to_string();
    let version = twins.here.host.version();
    let servers = [serve(twins, &twins.here), serve(twins, &twins.there)];
    let worlds = [&twins.here, &twins.there];
    let hosts = || [servers[0].addr.to_string(), servers[1].addr.to_string()];
    let active = twins.game().to_decide();
    let ignorant = twins.ignorant();
    // One of those who have something to decide, one who has not, and who only looks on.
    let acting = ignorant.iter().copied().find(|seat| active.contains(*seat));
    let idle = ignorant.iter().copied().find(|seat| !active.contains(*seat));
    let seats = acting.into_iter().chain(idle).map(Viewer::Seat);
    let viewers: Vec<Viewer> = seats.chain([Viewer::Spectator]).collect();
    counts.positions += 1;
    counts.with_other_cards += u32::from(twins.differ());
    let mut check = |left: &[Answer], right: &[Answer], viewer: Viewer| {
        let what = format!("{what}, version {version}, {viewer:?}");
        assert_same(left, right, worlds, hosts(), viewer, &what);
        counts.answers += left.len();
        counts.bytes += left.iter().map(|answer| answer.body.len()).sum::<usize>();
    };
    // Pages first and streams second: whoever follows a table is shown as online.
    for &viewer in &viewers {
        counts.readers += 1;
        let may_act = matches!(viewer, Viewer::Seat(seat) if active.contains(seat))
            || twins.other_game().to_decide() != active;
        let [left, right] = [0, 1].map(|n| everything(&servers[n], worlds[n], &table, viewer, may_act));
        check(&left, &right, viewer);
    }
    for &viewer in &viewers {
        for path in [format!("/api/v1/tables/{table}/events?after=0"), format!("/t/{table}/events?after=0")] {
            counts.frames += version;
            let [left, right] = [0, 1].map(|n| frames(&servers[n], worlds[n], &path, viewer));
            check(&[left], &[right], viewer);
        }
    }
}

#[test]
fn catan() {
    two_worlds(GameKind::Catan, 3, 4);
}

#[test]
fn cities_and_knights() {
    two_worlds(GameKind::CitiesAndKnights, 3, 4);
}

#[test]
fn carcassonne() {
    two_worlds(GameKind::Carcassonne, 2, 3);
}

#[test]
fn traders_and_builders() {
    two_worlds(GameKind::TradersAndBuilders, 2, 3);
}

#[test]
fn mayflower() {
    two_worlds(GameKind::Mayflower, 2, 3);
}

/// The comparison itself would notice: to those who know the card, the worlds differ.
#[test]
fn who_knows_the_card_is_shown_it() {
    for kind in [GameKind::Catan, GameKind::CitiesAndKnights] {
        let (mut shown, mut steps) = (0, 0);
        for seed in 0..20 {
            let mut twins = Twins::new(kind, seed, false);
            while shown < 5 && !twins.is_over() && steps < 4_000 {
                steps += 1;
                twins.step();
                if twins.is_over() {
                    break;
                }
                let differs = |seat| {
                    twins.game().view(Viewer::Seat(seat)) != twins.other_game().view(Viewer::Seat(seat))
                };
                shown += u32::from(twins.knowing.into_iter().any(differs));
            }
        }
        assert!(shown >= 5, "{kind}: {shown} times in {steps} steps");
    }
}

/// Nobody can follow a game that is not theirs by what its server says of others.
#[test]
fn a_stranger_is_a_spectator() {
    let twins = Twins::new(GameKind::Catan, 3, false);
    let running = serve(&twins, &twins.here);
    let path = format!("/api/v1/tables/{}/view", twins.id);
    let spectator = running.client().get(&path).text();
    let mut stranger = Client::with_token(running.addr, &Key::random().reveal());
    assert_eq!(stranger.get(&path).text(), spectator);
    let view: Value = serde_json::from_str(&spectator).expect("a view");
    assert!(view["view"].is_object());
}
