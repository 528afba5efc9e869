//! Open pages that follow a table: they fetch what they show, open its stream, and are led from state to state. All their
//! requests go through the server's own router. A connection breaks now and then, and with the server all of them; then a
//! page comes back with the state that it shows, or with one that nobody knows.

use super::world::{Event, World};
use server::driven::Reply;
use std::time::Duration;

/// In one of so many worlds pages are open at the first table, beside the programs that follow: pages take much longer.
pub(crate) const FOLLOWED: u64 = 2;
/// The time limit for events that must come, in real time.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open page.
pub(crate) struct Page {
    /// The person whose page it is; `None` for a spectator without a key.
    person: Option<usize>,
    table: usize,
    /// The suffix of the addresses that it asks for.
    mode: &'static str,
    /// The state it shows and its version, since it fetched its main part.
    shows: Option<(String, u64)>,
    /// The last version that it showed at this table, whatever became of the page.
    seen: Option<u64>,
    stream: Option<Stream>,
}

impl Page {
    /// At which table it has a stream open.
    pub(crate) fn followed(&self) -> Option<usize> {
        self.stream.as_ref().map(|_| self.table)
    }
}

struct Stream {
    reply: Reply,
    text: String,
}

/// A message of a stream.
enum Brought {
    /// Changes to the page.
    Patch { version: u64, from: String, html: String },
    /// A version that the page must fetch.
    Version(u64),
}

/// An attribute of the main part of a page.
fn attribute<'h>(html: &'h str, name: &str) -> &'h str {
    let main = html.split("<main").nth(1).expect("a main part");
    let value = main.split(&format!(" {name}=\"")).nth(1).unwrap_or_else(|| panic!("no {name}"));
    value.split('"').next().expect("the rest")
}

/// The first event of a stream that has data, taken out of what has come.
fn event(text: &mut String) -> Option<Brought> {
    while let Some((event, rest)) = text.split_once("\n\n") {
        let (event, rest) = (event.to_owned(), rest.to_owned());
        *text = rest;
        let field = |name: &str| {
            let lines = event.lines().filter_map(|line| line.strip_prefix(name));
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
        };
        let (kind, id, data) = (field("event:"), field("id:"), field("data:"));
        match kind.as_str() {
            "page" => {
                let (head, html) = data.split_once('\n').expect("a line before the page");
                let head: serde_json::Value = serde_json::from_str(head).expect("its first line is JSON");
                let version = head["version"].as_u64().expect("a number");
                assert_eq!(id.parse().ok(), Some(version));
                let from = head["from"].as_str().expect("a state").to_owned();
                return Some(Brought::Patch { version, from, html: html.to_owned() });
            }
            "version" => return Some(Brought::Version(id.parse().expect("a number"))),
            _ => assert!(data.is_empty(), "{kind}: {data}"),
        }
    }
    None
}

impl World {
    /// Opens pages at a table: in pictures and in words, of those who sit there and of who looks on.
    pub(crate) fn open_pages(&mut self, table: usize, first: usize, seats: usize) {
        let all = [
            (Some(first), ""),
            (Some(first + seats - 1), "&mode=text"),
            (None, ""),
            // Who is shown the same as the one before.
            (None, ""),
            (None, "&open=figure-course"),
        ];
        for (person, mode) in all {
            let page = Page { person, table, mode, shows: None, seen: None, stream: None };
            self.pages.push(page);
            let delay = u64::from(self.below(20_000));
            self.at(delay, Event::Follows(self.pages.len() - 1));
        }
    }

    /// All connections are lost.
    pub(crate) fn break_connections(&mut self) {
        self.pages.iter_mut().for_each(|page| page.stream = None);
        self.exports.values_mut().for_each(|export| export.breaks());
    }

    /// A page takes what has come, or comes back.
    pub(crate) fn follows(&mut self, number: usize) {
        let pause = 15_000 + u64::from(self.below(45_000));
        self.at(pause, Event::Follows(number));
        if self.one_in(self.weather.lost) || self.one_in(self.weather.cut / 8) {
            self.pages[number].stream = None;
            self.counts.pages_cut += 1;
            return;
        }
        let table = self.pages[number].table;
        if self.look(table, |_| ()).is_none() {
            return;
        }
        if let Some(&next) = self.next.get(&table)
            && self.live(table).is_some_and(|live| live.look().next().is_some())
            && self.disk.len(self.tables[next]) > 0
        {
            let page = &mut self.pages[number];
            (page.table, page.shows, page.seen, page.stream) = (next, None, None, None);
            return;
        }
        self.catch_up(number);
    }

    /// Brings a page to the version of now.
    fn catch_up(&mut self, number: usize) {
        if self.pages[number].shows.is_none() {
            self.fetch(number);
        }
        if self.pages[number].stream.is_none() {
            self.open_stream(number);
        }
        let now = *self.live(self.pages[number].table).expect("it was looked at").follow().borrow();
        while self.pages[number].shows.as_ref().is_some_and(|(_, version)| *version < now) {
            match self.next_event(number) {
                Brought::Patch { version, from, html } => self.patch(number, version, &from, &html),
                Brought::Version(version) => {
                    assert!(version <= now || self.lied(), "version {version} is told before it is there");
                    self.fetch(number);
                    self.open_stream(number);
                    self.counts.pages_anew += 1;
                }
            }
        }
    }

    /// Asks for something in the name of who has this page open.
    fn ask(&self, number: usize, path: &str) -> Reply {
        let page = &self.pages[number];
        let cookie = page.person.map(|person| format!("neuland-key={}", self.people[person].token));
        let headers: Vec<(&str, &str)> = cookie.iter().map(|cookie| ("cookie", cookie.as_str())).collect();
        let front = &self.process.as_ref().expect("it runs").front;
        self.runtime.block_on(front.get(path, &headers))
    }

    /// The main part as it is now: its state and version.
    fn main_part(&mut self, number: usize) -> (String, u64) {
        let page = &self.pages[number];
        let path = format!("/t/{}/main?{}", self.tables[page.table], page.mode.trim_start_matches('&'));
        let reply = self.ask(number, &path);
        assert_eq!(reply.status, 200, "{path}");
        let html = self.runtime.block_on(reply.text()).expect("a page");
        let version = attribute(&html, "data-version").parse().expect("a number");
        self.is_stored(number, version);
        (attribute(&html, "data-state").to_owned(), version)
    }

    /// Checks that the version on a page is stored, and that versions never fall.
    fn is_stored(&mut self, number: usize, version: u64) {
        let page = &self.pages[number];
        assert!(
            version < self.disk.len(self.tables[page.table]),
            "version {version} is shown before it is stored"
        );
        if !self.lied() {
            assert!(page.seen.is_none_or(|seen| seen <= version), "{:?}, then {version} is shown", page.seen);
        }
        self.pages[number].seen = Some(version);
    }

    fn fetch(&mut self, number: usize) {
        let shows = self.main_part(number);
        self.pages[number].shows = Some(shows);
        self.counts.pages_fetched += 1;
    }

    /// Opens the stream of a page, from the state it shows; sometimes from one that nobody was ever told.
    fn open_stream(&mut self, number: usize) {
        let unknown = self.one_in(12);
        let page = &self.pages[number];
        let (state, version) = page.shows.as_ref().expect("it shows something");
        let state = if unknown { "0123456789abcdef" } else { state.as_str() };
        let path =
            format!("/t/{}/events?after={version}&state={state}{}", self.tables[page.table], page.mode);
        let reply = self.ask(number, &path);
        assert_eq!(reply.status, 200, "{path}");
        self.pages[number].stream = Some(Stream { reply, text: String::new() });
        if unknown {
            let brought = self.next_event(number);
            assert!(matches!(brought, Brought::Version(_)), "nobody can lead on from this state");
            self.fetch(number);
            self.open_stream(number);
        }
    }

    /// The next message of the page's stream, which must come since there is something new.
    fn next_event(&mut self, number: usize) -> Brought {
        let Stream { reply, text } = self.pages[number].stream.as_mut().expect("it is open");
        let brought = async {
            loop {
                if let Some(event) = event(text) {
                    return event;
                }
                *text += &reply.piece().await.expect("a whole stream").expect("the stream goes on");
            }
        };
        let brought = async { tokio::time::timeout(PATIENCE, brought).await };
        self.runtime.block_on(brought).expect("what is new comes")
    }

    fn patch(&mut self, number: usize, version: u64, from: &str, html: &str) {
        let (state, before) = self.pages[number].shows.clone().expect("it shows something");
        assert_eq!(from, state, "what came is for the state that is shown");
        assert!(version > before || self.lied(), "from version {before} to {version}");
        assert_eq!(attribute(html, "data-version"), version.to_string());
        assert!(
            self.pages[number].person.is_some() || !html.contains("data-action"),
            "who looks on cannot act"
        );
        self.is_stored(number, version);
        let state = attribute(html, "data-state").to_owned();
        self.counts.pages_patched += 1;
        // Nothing has happened since, so a page that is fetched shows the same.
        if self.one_in(4) {
            let (fresh, fetched) = self.main_part(number);
            assert_eq!(fetched, version, "what was led on is what is fetched");
            // The list of the tiles that are left lies within another part, whose state says how it was sent.
            let has_tiles = html.split_once('>').is_some_and(|(main, _)| main.contains("land\""));
            assert!(has_tiles || fresh == state, "state {state} at version {version}, {fresh} when fetched");
            self.counts.pages_compared += u64::from(!has_tiles);
        }
        self.pages[number].shows = Some((state, version));
    }

    /// In the end every page comes to the last version, over the connection it has or over another.
    pub(crate) fn settle_pages(&mut self) {
        for number in 0..self.pages.len() {
            let table = self.pages[number].table;
            self.look(table, |_| ()).expect("the disk is well again");
            self.catch_up(number);
            let (_, shown) = self.pages[number].shows.clone().expect("it shows something");
            let confirmed = self.confirmed.get(&table).copied().unwrap_or_default();
            let stored = self.disk.len(self.tables[table]) - 1;
            assert!(shown == stored && (shown >= confirmed || self.lied()), "{shown} of {stored} is shown");
        }
        // Streams end before the runtime that they live on.
        self.break_connections();
    }
}
