//! Everything that a viewer may ask a server for, and the comparison of what two servers answer.

use flate2::read::GzDecoder;
use game::{Seat, Viewer};
use pages::Lang;
use serde_json::{Value, json};
use std::io::Read;
use table::Key;
use testkit::twins::World;
use testkit::{Client, Reply, RunningServer};

/// An answer: what was asked for, and everything that came but the date.
pub(crate) struct Answer {
    pub(crate) asked: String,
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    /// The answer without its date. A compressed body is unpacked; its compressed length stays among the headers, unless the body
    /// holds ids that are made anew for each answer, since those compress to different lengths.
    pub(crate) fn new(asked: String, reply: Reply) -> Answer {
        let mut headers = reply.headers.clone();
        headers.retain(|(name, _)| name != "date");
        let mut body = reply.body;
        if reply.headers.iter().any(|(name, value)| name == "content-encoding" && value == "gzip") {
            let mut plain = Vec::new();
            GzDecoder::new(&body[..]).read_to_end(&mut plain).expect("it is compressed");
            body = plain;
            if body.split(|letter| !letter.is_ascii_hexdigit()).any(|digits| digits.len() >= 32) {
                headers.retain(|(name, _)| name != "content-length");
            }
        }
        let mut body = String::from_utf8(body).expect("a text");
        if let Some(plain) = without_ready_name(&body) {
            headers.retain(|(name, _)| name != "content-length");
            body = plain;
        }
        Answer { asked, status: reply.status, headers, body }
    }
}

/// The form for a new table without the name it proposes, which follows from the promise of its dice; `None` if there is none.
fn without_ready_name(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("name=\"promised\" value=\"")?;
    let (promise, _) = rest.split_once('"')?;
    let named = |lang| format!("name=\"name\" value=\"{}\"", pages::ready_name(lang, promise));
    let found = Lang::ALL.into_iter().map(named).find(|field| text.contains(field))?;
    Some(text.replace(&found, "name=\"name\" value=\"NAME\""))
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
    running: &RunningServer,
    world: &World,
    table: &str,
    viewer: Viewer,
    may_act: bool,
) -> Vec<Answer> {
    let mut client = running.client();
    client.token = key_of(world, viewer);
    let (api, page) = (format!("/api/v1/tables/{table}"), format!("/t/{table}"));
    let mut asker = Requester { client, world, table, api, page, answers: Vec::new() };
    asker.read_now();
    asker.read_earlier();
    if !may_act {
        asker.try_actions();
    }
    let own = if let Viewer::Seat(seat) = viewer { seat.to_string() } else { "A".to_owned() };
    asker.try_commands(&own);
    let last = asker.client.get(&asker.api).json()["version"].as_u64();
    assert_eq!(last, Some(world.host.version()), "what was tried is refused: {viewer:?}");
    asker.answers
}

const GERMAN: &[(&str, &str)] = &[("accept-language", "de")];
const JSON: Option<&str> = Some("application/json");
const FORM: Option<&str> = Some("application/x-www-form-urlencoded");

/// A viewer who asks one of the servers.
struct Requester<'a> {
    client: Client,
    world: &'a World,
    table: &'a str,
    /// The path of the table in the API; `page` is that of its page.
    api: String,
    page: String,
    answers: Vec<Answer>,
}

impl Requester<'_> {
    fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], kind: Option<&str>, body: &str) {
        let client = &mut self.client;
        client.headers =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let settings =
            if headers.iter().any(|(_, value)| *value == "de") { "; neuland-settings=lang=de" } else { "" };
        let cookie = client.token.as_ref().map(|key| format!("neuland-key={key}{settings}"));
        client.headers.extend(cookie.map(|cookie| ("cookie".to_owned(), cookie)));
        let reply = client.send(method, path, kind, body.as_bytes());
        self.answers.push(Answer::new(format!("{method} {path} {body}"), reply));
    }

    fn get(&mut self, path: &str) {
        self.ask("GET", path, &[], None, "");
    }

    fn post(&mut self, path: &str, body: &Value) {
        self.ask("POST", path, &[], JSON, &body.to_string());
    }

    /// Requests the table's present state, and the lists that contain it.
    fn read_now(&mut self) {
        let (api, page, table) = (self.api.clone(), self.page.clone(), self.table);
        let version = self.world.host.version();
        for path in [
            api.clone(),
            format!("{api}/view"),
            format!("{api}/legal"),
            format!("{api}/legal?words=true"),
            format!("{api}/words"),
            format!("{api}/log"),
            format!("{api}/log?after={}", version / 2),
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
            self.get(&path);
        }
    }

    /// Earlier positions, through all eyes: those of others are refused. Then what is compressed, and German.
    fn read_earlier(&mut self) {
        let (api, page) = (self.api.clone(), self.page.clone());
        let (version, steps) = (self.world.host.version(), self.world.host.steps().len());
        for (at, eyes) in
            ["", "?eyes=A", "?eyes=B", "?eyes=C", "?eyes=D", "?eyes=watch", "?eyes=all"].iter().enumerate()
        {
            let at = steps.saturating_sub(at);
            self.get(&format!("{api}/positions/{at}{eyes}"));
            self.get(&format!("{page}/replay/{at}/main{eyes}"));
        }
        for path in [
            format!("{api}/statistics"),
            format!("{page}/replay"),
            format!("{page}/replay?n=3&eyes=C"),
            format!("{page}/replay/{steps}"),
            format!("{page}/replay/{}/main?eyes=watch", steps / 2),
            format!("{page}/replay/{steps}?mode=text"),
        ] {
            self.get(&path);
        }
        for path in [
            format!("{api}/view"),
            format!("{api}/positions/{steps}"),
            format!("{page}/replay/{steps}"),
            format!("{page}/board/{version}.svg"),
            format!("{page}/main"),
        ] {
            self.ask("GET", &path, &[("accept-encoding", "gzip")], None, "");
        }
        for path in [format!("{api}/words"), format!("{api}/log"), format!("{api}/legal?words=true")] {
            self.ask("GET", &path, GERMAN, None, "");
        }
        self.ask("GET", &format!("{page}/main"), GERMAN, None, "");
        self.ask("GET", &format!("{page}?mode=text"), GERMAN, None, "");
    }

    /// Actions of somebody whose turn it is not.
    fn try_actions(&mut self) {
        let (api, page) = (self.api.clone(), self.page.clone());
        let version = self.world.host.version();
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
        for (n, action) in tried.iter().enumerate() {
            let body = json!({"seq": version, "id": format!("x{n}"), "action": action});
            self.post(&format!("{api}/act"), &body);
            self.post(&format!("{api}/check"), &json!({"action": action}));
            let form = format!("seq={version}&id=y{n}&action={}", action.replace(' ', "+"));
            let accept: &[(&str, &str)] = if n % 2 == 0 { &[("accept", "application/json")] } else { GERMAN };
            self.ask("POST", &format!("{page}/act"), accept, FORM, &form);
        }
    }

    /// Other commands, none of which may be carried out.
    fn try_commands(&mut self, own: &str) {
        let (api, page) = (self.api.clone(), self.page.clone());
        let version = self.world.host.version();
        let wishes = [
            json!({"replace": {"seat": own}}),
            json!({"swap": {"one": "A", "other": "B"}}),
            json!({"say": ""}),
        ];
        for (n, wish) in wishes.iter().enumerate() {
            self.post(&format!("{api}/wish"), &json!({"seq": version, "id": format!("w{n}"), "wish": wish}));
        }
        for path in [format!("{api}/undo"), format!("{api}/close")] {
            self.post(&path, &json!({"seq": version + 9, "id": "stale"}));
        }
        // What one decided on long ago is refused with what one may do now.
        self.post(&format!("{api}/act"), &json!({"seq": 0, "id": "late", "action": "end"}));
        self.post(&format!("{api}/undo"), &json!({"seq": 0, "id": "late"}));
        self.ask("POST", &format!("{page}/act"), GERMAN, FORM, "seq=0&id=later&action=end");
        // Seats are taken, and the game is not over.
        if self.world.host.game().is_some() {
            self.ask("POST", &format!("{api}/join"), &[], JSON, "{\"name\": \"Zoe\"}");
            self.ask("POST", &format!("{page}/join"), GERMAN, FORM, "name=Zoe&seat=B");
        }
        self.ask("POST", &format!("{api}/fill"), &[], JSON, "{\"id\": \"f1\", \"bot\": \"?\"}");
        self.ask("POST", &format!("{api}/again"), &[], None, "");
        self.ask("POST", &format!("{page}/again"), &[], FORM, "");
    }
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
    let secrets = worlds.map(|world| secrets(world, viewer));
    for (left, right) in left.iter().zip(right) {
        let asked = &left.asked;
        for (answer, secrets) in [left, right].into_iter().zip(&secrets) {
            for secret in secrets {
                let told = answer.body.contains(secret)
                    || answer.headers.iter().any(|(_, value)| value.contains(secret));
                assert!(!told, "{what}, {asked}: {secret} is told");
            }
        }
        assert_eq!(left.status, right.status, "{what}, {asked}");
        assert_eq!(left.headers, right.headers, "{what}, {asked}");
        let (l, r) = (plain(&left.body, 0), plain(&right.body, 1));
        if l != r {
            let same = l.bytes().zip(r.bytes()).take_while(|(left, right)| left == right).count();
            let around = |text: &str| {
                let bytes = &text.as_bytes()[same.saturating_sub(200)..text.len().min(same + 100)];
                String::from_utf8_lossy(bytes).into_owned()
            };
            panic!("{what}, {asked}:\n{}\n{}", around(&l), around(&r));
        }
        assert_eq!(left.body.len(), right.body.len(), "{what}, {asked}: sizes differ");
    }
}

/// The texts that nobody may read while the game goes on: the secret of the dice, the keys of all, and their hashes.
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

/// Removes the timestamps of this run, in milliseconds since 1970, in which the two servers differ. Those after 2024 were made in
/// this run; those of the twins' history are older and stay.
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
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
    let mut plain = String::with_capacity(text.len());
    let (mut copied, mut at) = (0, 0);
    while at < bytes.len() {
        let start = at;
        while is_digit(at) {
            at += 1;
        }
        if at - start == 32 {
            plain.push_str(&text[copied..start]);
            plain.push_str("ID");
            copied = at;
        }
        at += 1;
    }
    plain.push_str(&text[copied..]);
    plain
}
