//! People outside: some give commands, some follow a table, some look at it now and then. Each of their requests goes to any node.

use super::wire::Part;
use super::world::{Event, GOES_ON, LAST_COMMAND, Receiver, World};
use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};
use table::TableId;

/// The time after which somebody asks another node.
const PATIENCE: u64 = 5_000;
/// The time without a word after which somebody opens a stream again: a keep-alive comes every 15 seconds.
const SILENCE: u64 = 16_000;

/// A response that comes piece by piece.
#[derive(Default)]
pub(crate) struct Answer {
    status: Option<u16>,
    text: Vec<u8>,
}

impl Answer {
    pub(crate) fn take_in(&mut self, part: Part) {
        match part {
            Part::Head(status, _) => self.status = Some(status.as_u16()),
            Part::Piece(bytes) => self.text.extend(&bytes),
            Part::End(_) => {}
        }
    }

    /// All of it.
    pub(crate) fn done(&mut self) -> Option<(u16, String)> {
        let Answer { status, text } = std::mem::take(self);
        Some((status?, String::from_utf8(text).expect("text")))
    }
}

/// A command that somebody wants done.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) id: String,
    path: &'static str,
    body: Value,
    /// What their table had confirmed to anybody when this began.
    pub(crate) floor: u64,
    pub(crate) tries: u64,
}

/// How a command ended.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) wanted: Wanted,
    /// The version that it was answered with; `None` if it was refused.
    pub(crate) seq: Option<u64>,
}

/// Somebody with a seat.
pub(crate) struct Person {
    pub(crate) token: String,
    /// The person as logs name them.
    pub(crate) short: String,
    pub(crate) table: usize,
    pub(crate) answer: Answer,
    pub(crate) wanted: Option<Wanted>,
    reply: Option<u64>,
    node: usize,
    asked_at: u64,
    number: u64,
    legal: Vec<String>,
    pub(crate) done: Vec<Done>,
}

impl Person {
    pub(crate) fn new(token: String, short: String, table: usize) -> Person {
        Person {
            token,
            short,
            table,
            answer: Answer::default(),
            wanted: None,
            reply: None,
            node: 0,
            asked_at: 0,
            number: 0,
            legal: Vec::new(),
            done: Vec::new(),
        }
    }
}

/// Somebody who follows a table.
pub(crate) struct Watcher {
    /// The seat whose stream it is; `None` for spectators.
    pub(crate) person: Option<usize>,
    pub(crate) table: usize,
    pub(crate) last: u64,
    reply: Option<u64>,
    heard_at: u64,
    text: String,
    opened: u64,
}

impl Watcher {
    pub(crate) fn new(person: Option<usize>, table: usize) -> Watcher {
        Watcher { person, table, last: 0, reply: None, heard_at: 0, text: String::new(), opened: 0 }
    }
}

/// Somebody who looks at a table now and then.
pub(crate) struct Reader {
    pub(crate) place: usize,
    pub(crate) table: TableId,
    pub(crate) node: usize,
    pub(crate) answer: Answer,
    reply: Option<u64>,
    floor: u64,
    number: u64,
}

impl Reader {
    pub(crate) fn new(place: usize, table: TableId) -> Reader {
        Reader { place, table, node: 0, answer: Answer::default(), reply: None, floor: 0, number: 0 }
    }
}

fn request(method: Method, path: &str, token: Option<&str>, body: Option<&Value>) -> Request<Body> {
    let mut request = Request::new(Body::empty());
    *request.method_mut() = method;
    *request.uri_mut() = path.parse().expect("a path");
    if let Some(token) = token {
        let value = format!("Bearer {token}").parse().expect("a header");
        request.headers_mut().insert(header::AUTHORIZATION, value);
    }
    if let Some(body) = body {
        let text = body.to_string();
        request.headers_mut().insert(header::CONTENT_TYPE, "application/json".parse().expect("a header"));
        request.headers_mut().insert(header::CONTENT_LENGTH, text.len().into());
        *request.body_mut() = Body::from(text);
    }
    request
}

/// Those who give commands.
impl World {
    pub(crate) fn person_acts(&mut self, who: usize) {
        let now = self.now;
        let person = &mut self.people[who];
        if person.reply.is_some() && now < person.asked_at + PATIENCE {
            return;
        }
        if let Some(reply) = self.people[who].reply.take() {
            self.give_up(reply);
        }
        if self.people[who].wanted.is_none() {
            if now >= LAST_COMMAND {
                return;
            }
            self.want(who);
        }
        // Two commands that wait at one node for one table go on in an order that nobody determines.
        let other = &self.people[who ^ 1];
        let taken = other.reply.is_some().then_some(other.node);
        let Some(node) = self.node_but(taken, ("person", who)) else {
            return self.after(150, Event::Person(who));
        };
        let person = &mut self.people[who];
        person.node = node;
        let wanted = person.wanted.as_mut().expect("it was just made");
        wanted.tries += 1;
        let path = format!("/api/v1/tables/{}/{}", self.tables[person.table], wanted.path);
        let request = request(Method::POST, &path, Some(&person.token), Some(&wanted.body));
        (person.asked_at, person.answer) = (now, Answer::default());
        self.counts.repeated += u64::from(wanted.tries > 1);
        let reply = self.ask(node, request, Receiver::Person(who));
        self.people[who].reply = Some(reply);
        self.after(PATIENCE, Event::Person(who));
    }

    /// Thinks of a command: to say something, or to act.
    fn want(&mut self, who: usize) {
        let floor = self.floor[self.people[who].table];
        let dice = self.dice;
        let person = &mut self.people[who];
        person.number += 1;
        let id = format!("{who}-{}", person.number);
        let acts = dice.one_in(3, ("acts", who, person.number));
        let (path, body) = if acts {
            let legal = &person.legal;
            let place = dice.below(legal.len() as u64, ("which", who, person.number)) as usize;
            // Whoever does not know what is possible is told.
            let action = legal.get(place).map_or("what can I do", String::as_str);
            ("act", json!({"seq": floor, "id": id, "action": action}))
        } else {
            ("wish", json!({"seq": floor, "id": id, "wish": {"say": format!("remark {id}.")}}))
        };
        person.wanted = Some(Wanted { id, path, body, floor, tries: 0 });
        self.counts.commands += 1;
    }

    pub(crate) fn person_answered(&mut self, who: usize, reply: u64, answer: Option<(u16, String)>) {
        let person = &mut self.people[who];
        if person.reply != Some(reply) {
            return;
        }
        person.reply = None;
        let table = person.table;
        let (status, text) = answer.unwrap_or((503, String::new()));
        let wanted = person.wanted.clone().expect("it was asked for");
        let document: Value = serde_json::from_str(&text).unwrap_or_default();
        let seq = document["seq"].as_u64();
        let pause = 600 + self.dice.below(2_400, ("pause", who, self.now));
        self.note(("answered", who, status, seq));
        if status >= 500 || status == 429 && document["error"] == "busy" {
            return self.after(pause / 4, Event::Person(who));
        }
        assert!(status != 404 && status != 401, "{}: {status} {text}", wanted.id);
        let stored = self.database.len(self.tables[table]);
        if let Some(seq) = seq {
            assert!(seq < stored, "{}: version {seq} was shown, and {stored} entries are stored", wanted.id);
            assert!(
                seq >= wanted.floor,
                "{}: version {seq} after {} was confirmed: {text}",
                wanted.id,
                wanted.floor
            );
        }
        let person = &mut self.people[who];
        if let Some(legal) = document["legal"].as_array() {
            person.legal = legal.iter().filter_map(|action| Some(action.as_str()?.to_owned())).collect();
        }
        let is_done = status == 200;
        person.done.push(Done { wanted, seq: seq.filter(|_| is_done) });
        person.wanted = None;
        if is_done {
            self.counts.acknowledged += 1;
            let seq = seq.expect("an acknowledged command has a version");
            self.floor[table] = self.floor[table].max(seq);
            self.confirmed_at[table] = self.now;
        } else {
            self.counts.refused += 1;
        }
        self.after(pause, Event::Person(who));
    }
}

/// The readers.
impl World {
    pub(crate) fn reader_acts(&mut self, who: usize) {
        if let Some(reply) = self.readers[who].reply.take() {
            self.give_up(reply);
        }
        let node = self.node_but(None, ("reader", who)).unwrap_or_default();
        let reader = &mut self.readers[who];
        reader.number += 1;
        let pause = 700 + self.dice.below(1_600, ("pause", who, reader.number));
        (reader.node, reader.floor, reader.answer) = (node, self.floor[reader.place], Answer::default());
        let request = request(Method::GET, &format!("/api/v1/tables/{}", reader.table), None, None);
        let reply = self.ask(node, request, Receiver::Reader(who));
        self.readers[who].reply = Some(reply);
        self.after(pause, Event::Reader(who));
    }

    pub(crate) fn reader_answered(&mut self, who: usize, reply: u64, answer: Option<(u16, String)>) {
        let reader = &mut self.readers[who];
        if reader.reply != Some(reply) {
            return;
        }
        reader.reply = None;
        let (floor, place) = (reader.floor, reader.place);
        let Some((200, text)) = answer else { return };
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let version = document["version"].as_u64().expect("a version");
        self.note(("read", who, version));
        self.counts.reads += 1;
        assert!(version >= floor, "version {version} of table {place} was shown after {floor} was confirmed");
        assert!(
            version < self.database.len(self.tables[place]),
            "version {version} was shown and is not stored"
        );
        self.floor[place] = self.floor[place].max(version);
    }
}

/// Those who follow.
impl World {
    pub(crate) fn watcher_acts(&mut self, who: usize) {
        let now = self.now;
        let watcher = &self.watchers[who];
        if watcher.reply.is_some() && now < watcher.heard_at + SILENCE {
            return;
        }
        if let Some(reply) = self.watchers[who].reply.take() {
            self.give_up(reply);
        }
        let node = self.node_but(None, ("watcher", who)).unwrap_or_default();
        let watcher = &mut self.watchers[who];
        watcher.opened += 1;
        (watcher.heard_at, watcher.text) = (now, String::new());
        let path = format!("/api/v1/tables/{}/events?after={}", self.tables[watcher.table], watcher.last);
        let token = watcher.person.map(|person| self.people[person].token.clone());
        let request = request(Method::GET, &path, token.as_deref(), None);
        let reply = self.ask(node, request, Receiver::Watcher(who));
        self.watchers[who].reply = Some(reply);
        self.counts.streams += 1;
        self.after(SILENCE, Event::Watcher(who));
        // Some go and come back.
        let leaves = self.dice.below(25_000, ("leaves", who, self.watchers[who].opened));
        if now + leaves < GOES_ON {
            self.after(leaves, Event::Watcher(who));
        }
    }

    pub(crate) fn watcher_begins(&mut self, who: usize, reply: u64, status: u16) {
        if status != 200 {
            self.watcher_ended(who, reply);
            self.give_up(reply);
        }
    }

    pub(crate) fn watcher_ended(&mut self, who: usize, reply: u64) {
        if self.watchers[who].reply == Some(reply) {
            self.watchers[who].reply = None;
            let pause = 300 + self.dice.below(1_500, ("back", who, self.watchers[who].opened));
            self.after(pause, Event::Watcher(who));
        }
    }

    pub(crate) fn watcher_reads(&mut self, who: usize, bytes: &[u8]) {
        let now = self.now;
        let watcher = &mut self.watchers[who];
        watcher.heard_at = now;
        watcher.text += std::str::from_utf8(bytes).expect("text");
        self.after(SILENCE, Event::Watcher(who));
        while let Some(end) = self.watchers[who].text.find("\n\n") {
            let rest = self.watchers[who].text.split_off(end + 2);
            let message = std::mem::replace(&mut self.watchers[who].text, rest);
            let of = |name: &str| message.lines().find_map(|line| line.strip_prefix(name));
            let (Some(id), Some(data)) = (of("id: "), of("data: ")) else {
                // The last message names the version at which to resume.
                if let Some(id) = of("id: ") {
                    let (id, last): (u64, u64) = (id.parse().expect("a number"), self.watchers[who].last);
                    assert_eq!(id, last, "watcher {who} is to resume elsewhere");
                }
                continue;
            };
            self.shows(who, id.parse().expect("a number"), data);
        }
    }

    /// A version is shown to somebody who follows.
    fn shows(&mut self, who: usize, version: u64, data: &str) {
        let Watcher { person, table, last, .. } = self.watchers[who];
        assert_eq!(
            version,
            last + 1,
            "watcher {who} of table {table} ({person:?}) sees a gap or a repetition"
        );
        assert!(
            version < self.database.len(self.tables[table]),
            "version {version} was shown and is not stored"
        );
        let known = self.shown.entry((table, person, version)).or_insert_with(|| data.to_owned());
        assert_eq!(known, data, "version {version} of table {table} was shown in two ways");
        let document: Value = serde_json::from_str(data).expect("JSON");
        assert_eq!(document["version"].as_u64(), Some(version), "another version is shown as {version}");
        self.watchers[who].last = version;
        self.counts.versions += 1;
        self.note(("shown", who, version));
    }
}
