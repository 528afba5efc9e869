//! Spectators of tables that other nodes own: their event streams are served here, and cost the owner one question now and then.
//!
//! A [`Relay`] has the latest versions of a table as everybody may see them. They come from the broker; the owner is asked for what
//! is missing, and every few seconds whether something is. So a lost message costs time, and never a version. Only readers without
//! a key are served like this: what others see depends on who they are.

use super::NodeState;
use super::links::Links;
use super::published::{SPECTATE, SpectatorAnswer, SpectatorQuestion};
use crate::http::App;
use crate::http::events::{self, ALIVE, Opening};
use crate::http::messages;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use live::cost::CostAccount;
use live::lock::lock;
use live::message::Message;
use live::metrics::{Entered, METRICS};
use live::nodes::{Peers as _, Whereabouts};
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use table::keys::TableId;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// The versions of a table that are remembered.
const RECENT: usize = 64;
/// The interval at which the owner is asked what was missed, with a broker and without it.
const ASK: Duration = Duration::from_secs(2);
const ASK_OFTEN: Duration = Duration::from_millis(250);
/// The time for which a node waits for an answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// The time without an answer after which the streams end. A takeover takes five seconds at most.
const SILENCE: Duration = Duration::from_secs(12);

/// A table of another node that has spectators here.
#[derive(Debug)]
pub(crate) struct Relay {
    table: TableId,
    /// The newest version; `None` once the streams have to end.
    newest: watch::Sender<Option<u64>>,
    recent: Mutex<VecDeque<(u64, Message)>>,
    readers: AtomicUsize,
    /// Is notified when a version is missing.
    gap: Arc<Notify>,
}

impl Relay {
    fn newest(&self) -> Option<u64> {
        *self.newest.borrow()
    }

    /// Takes in a version. One that leaves a gap is asked for with those before it.
    fn hear(&self, number: u64, document: &str) {
        let mut recent = lock(&self.recent);
        let Some(newest) = self.newest() else { return };
        if number == newest + 1 {
            if recent.len() >= RECENT {
                recent.pop_front();
            }
            recent.push_back((number, messages::event(Some(number), "version", document)));
            self.newest.send_replace(Some(number));
        } else if number > newest {
            self.gap.notify_one();
        }
    }

    /// Takes in an answer of the owner.
    fn take_in(&self, answer: &SpectatorAnswer) {
        answer.versions.iter().for_each(|(number, document)| self.hear(*number, document));
        if self.newest().is_some_and(|newest| newest < answer.version) {
            self.gap.notify_one();
        }
    }

    /// The remembered versions from this one on; `None` if it is not remembered.
    fn remembered(&self, next: u64) -> Option<Vec<Message>> {
        let recent = lock(&self.recent);
        let place = recent.iter().position(|(number, _)| *number == next)?;
        Some(recent.iter().skip(place).map(|(_, message)| message.clone()).collect())
    }
}

/// The tables of other nodes that have spectators here.
#[derive(Default, Debug)]
pub(crate) struct Relays(Mutex<HashMap<TableId, Weak<Relay>>>);

impl Relays {
    fn find(&self, table: TableId) -> Option<Arc<Relay>> {
        lock(&self.0).get(&table)?.upgrade().filter(|relay| relay.newest().is_some())
    }

    /// Takes in what the owner of a table has told.
    pub(crate) fn hear(&self, table: TableId, number: u64, document: &str) {
        if let Some(relay) = self.find(table) {
            relay.hear(number, document);
        }
    }

    /// Finds the relay of a table, or begins one; `None` if its owner does not answer.
    async fn join(&self, state: &NodeState, table: TableId) -> Option<Arc<Relay>> {
        if let Some(relay) = self.find(table) {
            return Some(relay);
        }
        let answer = ask(state, table, 1, None).await.ok()?;
        let relay = Arc::new(Relay {
            table,
            newest: watch::channel(Some(answer.version)).0,
            recent: Mutex::default(),
            readers: AtomicUsize::new(0),
            gap: Arc::default(),
        });
        // What was told before it was known here is missing.
        relay.gap.notify_one();
        let first = answer.versions.first().filter(|(number, _)| *number == answer.version)?;
        lock(&relay.recent).push_back((first.0, messages::event(Some(first.0), "version", &first.1)));
        {
            let mut relays = lock(&self.0);
            let known = relays.get(&table).and_then(Weak::upgrade).filter(|known| known.newest().is_some());
            if let Some(known) = known {
                return Some(known);
            }
            relays.retain(|_, relay| relay.strong_count() > 0);
            relays.insert(table, Arc::downgrade(&relay));
        }
        tokio::spawn(keep(state.clone(), Arc::downgrade(&relay), table, Arc::clone(&relay.gap)));
        Some(relay)
    }
}

/// The reason why the owner of a table has said nothing.
enum NoAnswer {
    /// This node is the owner.
    Here,
    /// It does not answer, or is not known at the moment.
    Silent,
}

/// Asks the owner of a table for the versions after this one, and says how many spectators there are.
async fn ask(
    state: &NodeState,
    table: TableId,
    readers: usize,
    after: Option<u64>,
) -> Result<SpectatorAnswer, NoAnswer> {
    let node = match state.nodes.find_table(table) {
        Whereabouts::At(node) => node,
        Whereabouts::Here => return Err(NoAnswer::Here),
        Whereabouts::Unknown => return Err(NoAnswer::Silent),
    };
    let from = state.nodes.own_name().ok_or(NoAnswer::Silent)?;
    let question =
        SpectatorQuestion { ask: SPECTATE.to_owned(), table: table.to_string(), from, readers, after };
    let question = serde_json::to_string(&question).expect("it can be written");
    let links = Links { nodes: Arc::downgrade(&state.nodes), link: state.link.clone() };
    match tokio::time::timeout(PATIENCE, links.ask(node, question)).await {
        Ok(Ok(said)) => serde_json::from_str(&said).map_err(|_| NoAnswer::Silent),
        Ok(Err(error)) => {
            tracing::debug!(
                table = table.brief(),
                error,
                "the owner of a table does not tell what spectators see"
            );
            Err(NoAnswer::Silent)
        }
        Err(_) => Err(NoAnswer::Silent),
    }
}

/// Keeps a relay up to date, for as long as somebody reads it and the owner answers.
async fn keep(state: NodeState, relay: Weak<Relay>, table: TableId, gap: Arc<Notify>) {
    let mut changes = state.nodes.follow_changes();
    changes.mark_unchanged();
    let mut silent_since: Option<Instant> = None;
    loop {
        let pause = if silent_since.is_none() && state.nodes.has_broker() { ASK } else { ASK_OFTEN };
        tokio::select! {
            biased;
            // Somebody may have been forgotten, whose words are remembered here.
            changed = changes.changed() => {
                if changed.is_ok() && let Some(relay) = relay.upgrade() {
                    lock(&relay.recent).clear();
                }
            }
            () = gap.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
        let Some(relay) = relay.upgrade() else { break };
        // Whoever has it is about to read it.
        let readers = relay.readers.load(Ordering::Relaxed).max(1);
        match ask(&state, table, readers, relay.newest()).await {
            Ok(answer) => {
                silent_since = None;
                relay.take_in(&answer);
            }
            Err(NoAnswer::Silent) if silent_since.get_or_insert_with(Instant::now).elapsed() < SILENCE => {}
            // Readers come back, and are served by whoever owns the table then.
            Err(_) => {
                relay.newest.send_replace(None);
                return;
            }
        }
    }
    // Nobody reads it any more. If that is not heard, the owner forgets it by itself.
    drop(ask(&state, table, 0, None).await);
}

/// Returns the table whose spectators a request is of, if everybody would get the same answer to it.
pub(super) fn table_of_spectators(request: &Request) -> Option<TableId> {
    let (uri, headers) = (request.uri(), request.headers());
    let id = uri.path().strip_prefix("/api/v1/tables/")?.strip_suffix("/events")?;
    let has_key = headers.contains_key(header::AUTHORIZATION) || headers.contains_key(header::COOKIE);
    let is_plain = uri.query().is_none_or(|query| query.starts_with("after=") && !query.contains('&'));
    (*request.method() == Method::GET && !has_key && is_plain).then(|| id.parse().ok()).flatten()
}

/// Returns the relay of a table, if another node owns it and the broker can be reached.
pub(super) async fn relay_for(state: &NodeState, table: TableId) -> Option<Arc<Relay>> {
    let is_elsewhere = matches!(state.nodes.find_table(table), Whereabouts::At(_));
    if !is_elsewhere || !state.nodes.has_broker() {
        return None;
    }
    state.relays.join(state, table).await
}

/// A stream of a relay. It counts as a reader until it is dropped.
struct Reading {
    relay: Arc<Relay>,
    newest: watch::Receiver<Option<u64>>,
    stopping: watch::Receiver<bool>,
    state: NodeState,
    /// The next version to send.
    next: u64,
    /// The resume point, while it lies ahead of what is known here.
    ahead: Option<u64>,
    ready: VecDeque<Message>,
    farewell_said: bool,
    _guards: (Opening, Entered),
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.relay.readers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The relay that a request is served by, and what it needs.
#[derive(Clone)]
pub(crate) struct Relayed {
    pub(super) relay: Arc<Relay>,
    pub(super) state: NodeState,
}

/// The stream of a table for a spectator, like [`events::stream`] at its owner.
pub(crate) fn stream(app: &App, relayed: Relayed, opening: Opening) -> Response {
    let Relayed { relay, state } = relayed;
    let newest = relay.newest.subscribe();
    let now = newest.borrow().unwrap_or_default();
    let (next, ahead) = match opening.after() {
        Some(after) if after <= now => (after + 1, None),
        after => (now, after),
    };
    relay.readers.fetch_add(1, Ordering::Relaxed);
    METRICS.relayed.add_one();
    let guards = (opening, METRICS.streams.enter());
    let reading = Box::new(Reading {
        relay,
        newest,
        stopping: app.stopping.clone(),
        state,
        next,
        ahead,
        ready: VecDeque::new(),
        farewell_said: false,
        _guards: guards,
    });
    let bytes = unfold((reading, CostAccount::current()), |(mut reading, tab)| async move {
        let message = match &tab {
            Some(tab) => tab.pay_for(reading.next()).await?,
            None => reading.next().await?,
        };
        let bytes = message.plain();
        if let Some(tab) = &tab {
            tab.sends(bytes.len() as u64);
        }
        Some((Ok::<_, Infallible>(bytes), (reading, tab)))
    });
    let mut response = Body::from_stream(bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

impl Reading {
    async fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(message);
            }
            if self.farewell_said {
                return None;
            }
            if let Some(after) = self.ahead.take()
                && !self.resume_ahead(after).await
            {
                return self.farewell();
            }
            let newest = *self.newest.borrow_and_update();
            let Some(newest) = newest else { return self.farewell() };
            if self.next <= newest {
                if !self.catch_up().await {
                    return self.farewell();
                }
                continue;
            }
            let is_stopping = tokio::select! {
                biased;
                changed = self.newest.changed() => changed.map(|()| false).ok()?,
                () = tokio::time::sleep(ALIVE) => return Some(messages::alive()),
                _ = self.stopping.wait_for(|stopping| *stopping) => true,
            };
            if is_stopping {
                return self.farewell();
            }
        }
    }

    /// Finds out where a reader goes on who knows a version that is not known here: another node may have told of it earlier. If the
    /// owner does not know it either, it is of another life of this table. `false` if the owner does not answer.
    async fn resume_ahead(&mut self, after: u64) -> bool {
        self.next = after + 1;
        let readers = self.relay.readers.load(Ordering::Relaxed);
        let Ok(answer) = ask(&self.state, self.relay.table, readers, self.relay.newest()).await else {
            return false;
        };
        self.relay.take_in(&answer);
        if after > answer.version {
            self.next = answer.version;
        }
        true
    }

    fn farewell(&mut self) -> Option<Message> {
        self.farewell_said = true;
        Some(events::farewell(self.next.saturating_sub(1), self.relay.table.number()))
    }

    /// Gets the next versions: those that are remembered, or else from the owner; `false` if it does not answer.
    async fn catch_up(&mut self) -> bool {
        if let Some(messages) = self.relay.remembered(self.next) {
            self.next += messages.len() as u64;
            self.ready.extend(messages);
            return true;
        }
        let readers = self.relay.readers.load(Ordering::Relaxed);
        let after = self.next.checked_sub(1);
        let Ok(answer) = ask(&self.state, self.relay.table, readers, after).await else { return false };
        let before = self.next;
        for (number, document) in &answer.versions {
            if *number == self.next {
                self.ready.push_back(messages::event(Some(*number), "version", document));
                self.next += 1;
            }
        }
        self.next > before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_takes_each_version_once_and_misses_none() {
        let relay = Relay {
            table: TableId::random(),
            newest: watch::channel(Some(3)).0,
            recent: Mutex::default(),
            readers: AtomicUsize::new(0),
            gap: Arc::default(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let misses =
            || runtime.block_on(async { futures_util::poll!(Box::pin(relay.gap.notified())).is_ready() });
        relay.hear(4, "{}");
        relay.hear(4, "{}");
        relay.hear(2, "{}");
        assert_eq!((relay.newest(), misses()), (Some(4), false));
        relay.hear(6, "{}");
        assert_eq!((relay.newest(), misses()), (Some(4), true), "5 was lost");
        let documents =
            |numbers: std::ops::RangeInclusive<u64>| numbers.map(|n| (n, "{}".to_owned())).collect();
        relay.take_in(&SpectatorAnswer { version: 7, versions: documents(4..=6) });
        assert_eq!((relay.newest(), misses()), (Some(6), true), "there is more");
        relay.take_in(&SpectatorAnswer { version: 7, versions: documents(7..=7) });
        assert_eq!((relay.newest(), misses()), (Some(7), false));
        assert_eq!(relay.remembered(5).map(|versions| versions.len()), Some(3));
        assert!(relay.remembered(3).is_none(), "it was there before");
        (8..200).for_each(|number| relay.hear(number, "{}"));
        assert!(relay.remembered(199 - RECENT as u64).is_none());
        assert_eq!(relay.remembered(200 - RECENT as u64).map(|versions| versions.len()), Some(RECENT));
        relay.newest.send_replace(None);
        relay.hear(200, "{}");
        assert_eq!(relay.newest(), None, "it has ended");
    }

    #[test]
    fn only_streams_that_everybody_would_get_alike_are_relayed() {
        let id = TableId::random();
        let of = |path: String, header: Option<(&str, &str)>| {
            let mut request = Request::builder().uri(path);
            if let Some((name, value)) = header {
                request = request.header(name, value);
            }
            table_of_spectators(&request.body(Body::empty()).unwrap())
        };
        let path = format!("/api/v1/tables/{id}/events");
        assert_eq!(of(path.clone(), None), Some(id));
        assert_eq!(of(format!("{path}?after=7"), Some(("last-event-id", "8"))), Some(id));
        for header in [("authorization", "Bearer x"), ("cookie", "key=x")] {
            assert_eq!(of(path.clone(), Some(header)), None, "{header:?}");
        }
        for path in [format!("{path}?after=7&token=x"), format!("/t/{id}/events"), format!("{path}/1")] {
            assert_eq!(of(path, None), None);
        }
    }
}
