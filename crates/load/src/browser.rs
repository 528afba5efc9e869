//! The requests of a browser that has the page of a table open, and their occasions.
//!
//! The requests are listed in `browser.json`, which a test with a real browser reads as well: this program sends the requests
//! listed there and nothing else. The page's own files are left out, since a browser fetches them once and keeps them for ever.
//! The requests about presence are left out as well: when somebody comes or goes, a page fetches its part again 1.2 s later, if
//! it is still out of date by then. Nobody comes or goes here while the load is measured.

use crate::context::Context;
use crate::wire::{Body, Connection, Credential, Reply, Request, attribute};
use serde::Deserialize;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::Instant;
use tokio::sync::{Mutex, Notify};

/// The requests of a browser, phase by phase.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Requests {
    /// The requests on opening the page of a table, in order.
    pub(crate) page_opened: Vec<Pattern>,
    /// The requests on choosing a place for the tile in hand, before confirming it.
    pub(crate) placement_looked_at: Vec<Pattern>,
    /// The requests on making a move of its own.
    pub(crate) own_move: Vec<Pattern>,
    /// The requests on a move of somebody else: none, as the stream brings the changes.
    #[cfg_attr(not(test), expect(dead_code, reason = "a browser test reads it"))]
    pub(crate) move_of_another: Vec<Pattern>,
    /// The requests on a version that the stream announces without the changes of the page.
    pub(crate) out_of_step: Vec<Pattern>,
}

/// The list in `browser.json`.
pub(crate) static REQUESTS: LazyLock<Requests> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../browser.json")).expect("browser.json lists requests by phase")
});

/// A method and a path with `{id}` for the table, and `{version}` and `{state}` for what the page shows; `{action}` is filled in where it
/// is known.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Pattern {
    pub(crate) method: String,
    path: String,
}

impl TryFrom<String> for Pattern {
    type Error = String;
    fn try_from(text: String) -> Result<Pattern, String> {
        match text.split_once(' ') {
            Some((method @ ("GET" | "POST"), path)) if path.starts_with("/t/{id}") => {
                Ok(Pattern { method: method.to_owned(), path: path.to_owned() })
            }
            _ => Err(format!("`{text}` is no method and path of a table")),
        }
    }
}

impl Pattern {
    /// The path of a table.
    pub(crate) fn path(&self, table: &str, version: u64, state: u64) -> String {
        let (version, state) = (version.to_string(), format!("{state:016x}"));
        self.path.replace("{id}", table).replace("{version}", &version).replace("{state}", &state)
    }

    /// Whether it opens an event stream.
    pub(crate) fn is_stream(&self) -> bool {
        self.path.split('?').next().is_some_and(|path| path.ends_with("/events"))
    }
}

/// Header lines of Chromium, as far as the server looks at them.
const NAVIGATION: &str = "accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n\
    accept-language: en\r\nsec-fetch-site: same-origin\r\nsec-fetch-mode: navigate\r\n";
const PART: &str = "accept: text/html\r\naccept-encoding: gzip, deflate, br, zstd\r\naccept-language: en\r\n\
    sec-fetch-site: same-origin\r\nsec-fetch-mode: cors\r\n";
pub(crate) const STREAM: &str = "accept: text/event-stream\r\naccept-encoding: gzip, deflate, br, zstd\r\n\
    accept-language: en\r\ncache-control: no-cache\r\n\
    sec-fetch-site: same-origin\r\nsec-fetch-mode: cors\r\n";
const COMMAND: &str = "accept: application/json\r\naccept-encoding: gzip, deflate, br, zstd\r\naccept-language: en\r\n\
    sec-fetch-site: same-origin\r\nsec-fetch-mode: cors\r\n";

/// The cookie of a browser; spectators have none.
pub(crate) fn cookie(token: &str) -> Credential<'_> {
    if token.is_empty() { Credential::None } else { Credential::Cookie(token) }
}

/// A browser's page of a table: fetches what belongs to it on the connection that it shares with the moves.
pub(crate) struct Page {
    context: Rc<Context>,
    line: Rc<Mutex<Connection>>,
    token: String,
    table: String,
    /// The version that the page shows at least.
    shown: Cell<u64>,
    /// The state of the page, by which the server knows what it shows.
    state: Cell<u64>,
    /// Told when the page has to be fetched again. Calls that come while a fetch is under way are answered by one more.
    stale: Notify,
}

impl Page {
    pub(crate) fn new(context: &Rc<Context>, line: &Rc<Mutex<Connection>>, token: &str, table: &str) -> Page {
        Page {
            context: Rc::clone(context),
            line: Rc::clone(line),
            token: token.to_owned(),
            table: table.to_owned(),
            shown: Cell::new(0),
            state: Cell::new(0),
            stale: Notify::new(),
        }
    }

    async fn get(&self, pattern: &Pattern, headers: &str) -> io::Result<Reply> {
        let path = self.path(pattern);
        let request =
            Request { credential: cookie(&self.token), headers, ..Request::new(&pattern.method, &path) };
        let reply = self.line.lock().await.ask(request).await?;
        match reply.status {
            200 => Ok(reply),
            status => Err(io::Error::other(format!("{path}: status {status}"))),
        }
    }

    /// Loads the whole page, which tells the version that it shows.
    ///
    /// A browser would take it compressed; here it is taken as it is, since the version stands in it and is not worth a
    /// decompressor. It happens once at a table and not in the measured time, unless a game ends.
    pub(crate) async fn load(&self, pattern: &Pattern) -> io::Result<()> {
        let reply = self.get(pattern, NAVIGATION).await?;
        let missing = || io::Error::other("the page of a table does not tell its version");
        let version = attribute(&reply.body, "data-version").and_then(|version| version.parse().ok());
        self.shown.set(version.ok_or_else(missing)?);
        let state =
            attribute(&reply.body, "data-state").and_then(|state| u64::from_str_radix(state, 16).ok());
        self.state.set(state.unwrap_or(0));
        Ok(())
    }

    /// Fetches the part of the page that changes.
    pub(crate) async fn fetch(&self, pattern: &Pattern) -> io::Result<()> {
        let asked = Instant::now();
        self.get(pattern, PART).await?;
        if self.context.measures(asked) {
            let mut counts = self.context.counts.borrow_mut();
            counts.refetches += 1;
            counts.refetched.add(asked.elapsed());
        }
        Ok(())
    }

    /// The path of one of this page's requests.
    pub(crate) fn path(&self, pattern: &Pattern) -> String {
        pattern.path(&self.table, self.shown.get(), self.state.get())
    }

    /// The version that the page shows at least.
    pub(crate) fn shown(&self) -> u64 {
        self.shown.get()
    }

    /// Applies a patch that leads from one state to another, and to a version: whether it fits what the page shows.
    pub(crate) fn apply(&self, (from, to): (u64, u64), version: u64) -> bool {
        self.shown.set(version);
        from == self.state.replace(to)
    }

    /// Notes that there is a version whose changes the stream did not bring.
    pub(crate) fn tell(&self, version: u64) {
        self.shown.set(version);
        self.stale.notify_one();
    }

    /// Fetches again whenever that is necessary, for ever.
    pub(crate) async fn keep_up(&self) {
        loop {
            self.stale.notified().await;
            for pattern in &REQUESTS.out_of_step {
                if let Err(error) = self.fetch(pattern).await {
                    self.context.wrong(error.to_string());
                }
            }
        }
    }
}

/// A request that makes a move.
pub(crate) fn command<'a>(pattern: &'a Pattern, path: &'a str, token: &'a str, form: &'a str) -> Request<'a> {
    Request {
        credential: cookie(token),
        headers: COMMAND,
        body: Body::Form(form),
        ..Request::new(&pattern.method, path)
    }
}

/// A request for what a placement leads to.
pub(crate) fn look<'a>(pattern: &'a Pattern, path: &'a str, token: &'a str) -> Request<'a> {
    Request { credential: cookie(token), headers: PART, ..Request::new(&pattern.method, path) }
}

/// The form of an own move.
pub(crate) fn form(seq: u64, id: &str, action: &str) -> String {
    format!("seq={seq}&id={id}&action={}", field(action))
}

/// The value of a field, as forms and queries have it.
pub(crate) fn field(value: &str) -> String {
    let mut form = String::new();
    for byte in value.bytes() {
        match byte {
            b' ' => form.push('+'),
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'*' | b'-' | b'.' | b'_' => form.push(byte as char),
            _ => form += &format!("%{byte:02X}"),
        }
    }
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_what_the_program_sends() {
        let paths = |patterns: &[Pattern]| -> Vec<String> {
            patterns
                .iter()
                .map(|pattern| format!("{} {}", pattern.method, pattern.path("abc", 17, 30)))
                .collect()
        };
        let Requests { page_opened, placement_looked_at, own_move, move_of_another, out_of_step } =
            &*REQUESTS;
        assert_eq!(paths(placement_looked_at), ["GET /t/abc/preview?action={action}"]);
        assert_eq!(paths(page_opened), ["GET /t/abc", "GET /t/abc/events?after=17&state=000000000000001e"]);
        assert_eq!(
            page_opened.iter().map(Pattern::is_stream).collect::<Vec<_>>(),
            [false, true],
            "the page is loaded first, then the stream is opened"
        );
        assert_eq!(paths(own_move), ["POST /t/abc/act"]);
        assert_eq!(paths(out_of_step), ["GET /t/abc/main"]);
        assert_eq!(
            move_of_another,
            &[],
            "the stream brings what changes, and the program sends nothing then"
        );
    }

    #[test]
    fn moves_are_forms() {
        assert_eq!(form(7, "m1", "offer 1 wool: ü"), "seq=7&id=m1&action=offer+1+wool%3A+%C3%BC");
    }

    #[test]
    fn pages_tell_their_version() {
        let page = b"<main id=\"main\" data-seq=\"16\" data-version=\"17\" data-x>";
        assert_eq!(attribute(page, "data-version"), Some("17"));
        assert_eq!(attribute(page, "data-state"), None);
    }
}
