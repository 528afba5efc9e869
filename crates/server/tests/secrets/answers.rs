//! Everything that a viewer may ask a server for, and the comparison of what two servers answer.

use flate2::read::GzDecoder;
use game::{Seat, Viewer};
use serde_json::json;
use std::io::Read;
use table::Key;
use testkit::twins::World;
use testkit::{Reply, Running};

const FORM: &str = "application/x-www-form-urlencoded";

/// An answer: what was asked for, and everything that came but the date.
pub(crate) struct Answer {
    pub(crate) asked: String,
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    /// What came, without the date. A compressed answer is unpacked; how long it was stays among its headers, unless it
    /// holds ids that are made anew for each answer, since those compress to different lengths.
    pub(crate) fn new(asked: String, reply: Reply) -> Answer {
        let mut headers = reply.headers.clone();
        headers.retain(|(name, _)| name != "date");
        let mut body = reply.body;
        if reply.headers.iter().any(|(name, value)| name == "content-encoding" && value == "gzip") {
            let mut plain = Vec::new();
            GzDecoder::new(&body[..]).read_to_end(&mut plain).expect("it is compressed");
            body = plain;
            let is_digit = |letter: &u8| letter.is_ascii_hexdigit();
            if body.windows(32).any(|part| part.iter().all(is_digit)) {
                headers.retain(|(name, _)| name != "content-length");
            }
        }
        Answer { asked, status: reply.status, headers, body: String::from_utf8(body).expect("a text") }
    }
}

/// The key of a viewer who has one.
pub(crate) fn key_of(world: &World, viewer: Viewer) -> Option<String> {
    match viewer {
        Viewer::Seat(seat) => world.keys.get(seat.index()).map(Key::reveal),
        _ => None,
    }
}

/// Everything that a viewer can read of the table, and what they are answered when they try what they may not do.
pub(crate) fn everything(
    running: &Running,
    world: &World,
    table: &str,
    viewer: Viewer,
    may_act: bool,
) -> Vec<Answer> {
    let key = key_of(world, viewer);
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
        answers.push(Answer::new(format!("{method} {path} {body}"), reply));
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
        format!("{page}/board/{version}.svg?theme=dark&names=on"),
        format!("{page}/board/{}.svg", version / 2),
        format!("{page}/board/{}.svg", version + 1),
        "/".to_owned(),
        "/lobby".to_owned(),
        "/j/00000000".to_owned(),
        format!("/fairness?table={table}"),
    ] {
        ask("GET", &path, &[], None, "");
    }
    // Earlier positions, through all eyes: those of others are refused.
    let steps = world.host.steps().len();
    for (at, eyes) in
        ["", "?eyes=A", "?eyes=B", "?eyes=C", "?eyes=D", "?eyes=watch", "?eyes=all"].iter().enumerate()
    {
        let at = steps.saturating_sub(at);
        ask("GET", &format!("{api}/positions/{at}{eyes}"), &[], None, "");
        ask("GET", &format!("{page}/replay/{at}/main{eyes}"), &[], None, "");
    }
    for path in [
        format!("{api}/statistics"),
        format!("{page}/replay"),
        format!("{page}/replay?n=3&eyes=C"),
        format!("{page}/replay/{steps}"),
        format!("{page}/replay/{}/main?eyes=watch", steps / 2),
        format!("{page}/replay/{steps}?mode=text"),
    ] {
        ask("GET", &path, &[], None, "");
    }
    let packed = [("accept-encoding", "gzip")];
    for path in [
        format!("{api}/view"),
        format!("{api}/positions/{steps}"),
        format!("{page}/replay/{steps}"),
        format!("{page}/board/{version}.svg"),
        format!("{page}/main"),
    ] {
        ask("GET", &path, &packed, None, "");
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
        ask("POST", &format!("{page}/act"), accept, Some(FORM), &form);
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
    // What one decided on long ago is refused with what one may do now.
    for path in [format!("{api}/act"), format!("{api}/undo")] {
        let mut body = json!({"seq": 0, "id": "late"});
        if path.ends_with("act") {
            body["action"] = "end".into();
        }
        ask("POST", &path, &[], Some("application/json"), &body.to_string());
    }
    ask("POST", &format!("{page}/act"), &german, Some(FORM), "seq=0&id=later&action=end");
    // Seats are taken, and the game is not over.
    if world.host.game().is_some() {
        ask("POST", &format!("{api}/join"), &[], Some("application/json"), "{\"name\": \"Zoe\"}");
        ask("POST", &format!("{page}/join"), &german, Some(FORM), "name=Zoe&seat=B");
    }
    ask("POST", &format!("{api}/fill"), &[], Some("application/json"), "{\"id\": \"f1\", \"bot\": \"?\"}");
    ask("POST", &format!("{api}/again"), &[], None, "");
    ask("POST", &format!("{page}/again"), &[], Some(FORM), "");
    let last = client.get(&api).json()["version"].as_u64();
    assert_eq!(last, Some(version), "what was tried is refused: {viewer:?}");
    answers
}

/// Compares what both servers answered, and looks for what may be in no answer at all.
pub(crate) fn assert_same(
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
        without_states(&without_ids(&without_promise(&without_moments(&text))))
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
pub(crate) fn secrets(world: &World, viewer: Viewer) -> Vec<String> {
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

/// When something was stored at the one server and the other, in milliseconds since 1970: what is played here is played
/// after the year 2024, and what the twins brought along before.
fn without_moments(text: &str) -> String {
    let mut parts = text.split("\"at\":1");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let is_now = digits == 12 && &part[..2] > "70";
        plain + "\"at\":" + if is_now { "NOW" } else { "1" } + if is_now { &part[digits..] } else { part }
    })
}

/// The state of a page is a digest of its parts, and so of the commitment on it.
fn without_states(text: &str) -> String {
    let mut plain = text.to_owned();
    for mark in ["data-state=\"", "\"from\":\""] {
        let mut parts = plain.split(mark);
        let first = parts.next().unwrap_or_default().to_owned();
        plain = parts.fold(first, |plain, part| plain + mark + part.get(16..).unwrap_or_default());
    }
    plain
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
