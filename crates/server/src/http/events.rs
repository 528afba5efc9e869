//! Event streams: every version of a table, one by one and without gaps, from where the reader left off.
//!
//! A stream holds no backlog. It remembers the last version it gave and asks the table for the next ones when the
//! connection takes more; a connection that takes nothing is dropped, and its reader comes back with the version it
//! has seen.

use super::App;
use super::blocks::hidden;
use super::compression::ResponseCompression;
use super::messages::{self, GZIP_HEADER};
use super::problem::{ErrorCode, Problem};
use super::proxy::address;
use super::request::Visitor;
use super::view;
use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use game::{Seat, TableEvent, Viewer};
use live::accounts::{Accounts, Requester};
use live::blocks::Blocked;
use live::cost::CostAccount;
use live::feeds::{Feed, State};
use live::hub::{Attendance, Hub, LiveTable};
use live::message::Message;
use live::metrics::{Entered, Limit, METRICS};
use present::view::viewer_of;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::host::Change;
use table::keys::KeyHash;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::limits::Open;

/// The maximum number of versions fetched at once, and the bytes of events that are enough: this much waits in memory for each
/// reader who is behind.
const CHUNK: usize = 64;
const CHUNK_BYTES: usize = 8 * 1024;
/// The most versions that are sent one by one.
const FEW: u64 = 16;

/// Waits until the table has a version after that of the opening, at most for the duration `most`, and no longer than the server
/// runs. Meanwhile the reader counts as present.
pub(crate) async fn next_version(
    app: &App,
    live: &Arc<LiveTable>,
    opening: &Opening,
    holder: Option<KeyHash>,
    most: Duration,
) {
    let Some(after) = opening.after else { return };
    let _present = live.attend(holder);
    let (mut version, mut stopping) = (live.follow(), app.stopping.clone());
    tokio::select! {
        _ = version.wait_for(|&version| version != after) => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
        () = tokio::time::sleep(most) => {}
    }
}

/// The resume point of a stream, and the permit to open it.
pub(crate) struct Opening {
    after: Option<u64>,
    guard: Open,
    /// The key that was sent, and its holder.
    known: Option<(KeyHash, KeyHash)>,
    /// The people the reader has blocked.
    blocked: Blocked,
    /// Whether the stream may be compressed.
    compresses: bool,
}

impl Opening {
    /// The last version that the reader has seen, if the request names one.
    pub(crate) fn after(&self) -> Option<u64> {
        self.after
    }
}

impl FromRequestParts<App> for Opening {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let after = resume_point(&parts.headers, parts.uri.query())?;
        let guard = app.meter.stream(address(&parts.extensions), Instant::now()).ok_or_else(|| {
            METRICS.note_refused(Limit::Streams);
            Problem::new(ErrorCode::TooMany, "too many event streams from this address; close others first")
                .retry_after(30)
        })?;
        let compresses = ResponseCompression::of(&parts.method, &parts.uri, &parts.headers).is_allowed();
        let known = Requester::from_request_parts(parts, app).await?.known;
        let blocked = app.hub.blocks().of(known.map(|(_, holder)| holder)).await?;
        Ok(Opening { after, guard, known, blocked, compresses })
    }
}

/// The last version the reader has seen: from the header that browsers send when they come back, or from `?after=`.
fn resume_point(headers: &HeaderMap, query: Option<&str>) -> Result<Option<u64>, Problem> {
    let header = headers.get(HeaderName::from_static("last-event-id"));
    let header = header.map(|value| value.to_str().unwrap_or("?"));
    let query =
        query.into_iter().flat_map(|query| query.split('&')).find_map(|pair| pair.strip_prefix("after="));
    let Some(text) = header.or(query) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| {
        Problem::new(
            ErrorCode::BadRequest,
            "`Last-Event-ID` and `after` are the number of the last version that was seen",
        )
    })
}

/// The detail in which a stream reports each version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// The number alone: the page then fetches what it shows.
    Number,
    /// The events, as far as the reader may know them.
    Events,
}

/// One version of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Version {
    /// The number of the version. Numbers have no gaps; changes that you may not see advance them as well.
    version: u64,
    /// The time at which it was stored, in milliseconds since 1970.
    at: u64,
    /// The kind of the change: `created`, `joined`, `filled`, `swapped`, `left`, `returned`, `replaced`, `played`, `undone`,
    /// `undo-asked`, `undo-answered`, `time-up`, `stood-still`, `said`, `next`, `share-spent`, `close-asked`, `close-answered` or
    /// `closed`.
    what: &'static str,
    /// The seat that the change is about, if any; for `swapped`, the first of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// For `undone`: the version whose position the table is back at.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u64>,
    /// For `said`: the text, unless you have blocked the speaker. For `next`: the id of the rematch. For `closed`: the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The events of the game, with `null` for what you may not know.
    #[schema(value_type = Vec<Object>)]
    events: Box<RawValue>,
}

impl Version {
    /// A change as the viewer may know it. `hides` leaves out what was said.
    pub(crate) fn new(change: &Change, viewer: Viewer, hides: bool) -> Version {
        let nothing = || RawValue::from_string("[]".to_owned()).expect("an empty list is JSON");
        let events = change.events.as_ref().map_or_else(nothing, |events| events.documents_text(viewer));
        let what = &change.what;
        let to = if let TableEvent::Undone { to, .. } = what { Some(*to) } else { None };
        let text = what.text().filter(|_| !hides).map(str::to_owned);
        Version { version: change.seq, at: change.at, what: what.name(), seat: what.seat(), to, text, events }
    }
}

/// The time for which a person must be gone, or back, before open pages show it: reloading a page is not leaving.
const PRESENCE: Duration = Duration::from_millis(1200);

/// The pause after which a silent stream sends a keep-alive, so that nothing between the server and the reader closes it.
pub(super) const ALIVE: Duration = Duration::from_secs(15);

/// A page that follows its table.
pub(crate) struct PageReader {
    app: App,
    visitor: Visitor,
    feed: Arc<Feed>,
    /// The state that the page shows; `None` while it has to fetch the page first.
    state: Option<Arc<State>>,
    /// The time at which to send the page a change of presence.
    presence_due: Option<Instant>,
    /// Whether the stream is compressed.
    compresses: bool,
}

impl PageReader {
    /// A page of this visitor that shows this state.
    pub(crate) fn new(app: &App, live: &LiveTable, visitor: Visitor, state: u64) -> PageReader {
        let feed = view::feed(app, live, &visitor);
        let state = feed.state(state);
        PageReader { app: app.clone(), visitor, feed, state, presence_due: None, compresses: false }
    }

    /// The patch that brings the page up to date, and the version it then shows; `None` if the page must be fetched.
    async fn patch(&mut self, live: &Arc<LiveTable>) -> Option<(u64, Message)> {
        // What follows a change of hands at one device is for the next page: that of whoever uncovers theirs.
        if !self.visitor.settle() {
            self.state = None;
        }
        self.visitor.read_blocks(&self.app).await.ok()?;
        // People sit down and get up.
        self.feed = view::feed(&self.app, live, &self.visitor);
        let from = self.state.take()?;
        // In a box of its own: every stream keeps room for what it may await, and this is by far the largest.
        let patch =
            Box::pin(view::patch(&self.app, live, &self.visitor, &self.feed, (&from, self.compresses)))
                .await
                .ok()?;
        self.state = Some(Arc::clone(&patch.to));
        Some((patch.to.moment.version, patch.message.clone()))
    }

    /// Schedules a presence update if people, the reader of this page included, have come or gone since it was rendered.
    fn catch_up_on_presence(&mut self, live: &LiveTable) {
        let Some(state) = &self.state else { return };
        if live.shown_presence(&live.look()) != state.moment.presence {
            self.presence_due = Some(Instant::now() + PRESENCE);
        }
    }

    /// Whether the page would look the same.
    fn shows(&self, digest: u64) -> bool {
        self.state.as_ref().is_some_and(|state| state.digest == digest)
    }
}

struct StreamState {
    live: Arc<LiveTable>,
    version: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    accounts: Arc<Accounts>,
    hub: Arc<Hub>,
    ended: watch::Receiver<u64>,
    known: Option<(KeyHash, KeyHash)>,
    last: u64,
    detail: Detail,
    ready: VecDeque<Message>,
    /// Whether the farewell with the resume point was sent, as the server stops.
    farewell_said: bool,
    presence: watch::Receiver<u64>,
    /// Whether the table is about to be deleted.
    dismissed: watch::Receiver<bool>,
    /// The reader. Their perspective is determined anew each time: before the game begins, people change seats and leave.
    holder: Option<KeyHash>,
    page: Option<Box<PageReader>>,
    _guards: (Open, Vec<Attendance>, Entered),
}

/// The stream of a table for one reader. Without a resume point it begins with the current version.
pub(crate) fn stream(
    app: &App,
    live: Arc<LiveTable>,
    opening: Opening,
    holder: Option<KeyHash>,
    detail: Detail,
    page: Option<PageReader>,
) -> Response {
    let version = live.follow();
    let now = *version.borrow();
    // A resume point that lies ahead is of another life of this table; all there is to say is the version of now.
    let (last, first) = match opening.after {
        // A page that shows what nobody knows any more must fetch what it is to show.
        Some(_) if page.as_ref().is_some_and(|page| page.state.is_none()) => (now, Some(now)),
        Some(after) if after <= now => (after, None),
        _ => (now, Some(now)),
    };
    let mut ready = VecDeque::new();
    if let Some(first) = first {
        match detail {
            Detail::Number => ready.push_back(number(first)),
            Detail::Events => {
                let host = live.look();
                let viewer = viewer_of(&host, holder);
                ready.extend(host.change(first).map(|change| {
                    let hidden = hidden(&host, std::slice::from_ref(&change), &opening.blocked);
                    let hides = hidden.contains(&first);
                    event(&Version::new(&change, viewer, hides))
                }));
            }
        }
    }
    // For pages alone: some API clients decompress only at the end.
    let compresses = opening.compresses && detail == Detail::Number;
    let present = page.as_ref().map(|page| page.visitor.present()).filter(|present| !present.is_empty());
    let present = present.map_or_else(|| vec![holder], |present| present.into_iter().map(Some).collect());
    let present: Vec<Attendance> = present.into_iter().map(|holder| live.attend(holder)).collect();
    let guards = (opening.guard, present, METRICS.streams.enter());
    let (presence, dismissed) = (live.follow_presence(), live.follow_dismissal());
    let mut page = page.map(Box::new);
    if let Some(page) = &mut page {
        page.compresses = compresses;
        page.catch_up_on_presence(&live);
    }
    let state = Box::new(StreamState {
        live,
        version,
        stopping: app.stopping.clone(),
        accounts: Arc::clone(&app.accounts),
        hub: Arc::clone(&app.hub),
        ended: app.accounts.ended(),
        known: opening.known,
        last,
        detail,
        ready,
        farewell_said: false,
        presence,
        dismissed,
        holder,
        page,
        _guards: guards,
    });
    let begun = if compresses { Some(Bytes::from_static(&GZIP_HEADER)) } else { None };
    // What is sent for as long as the stream lasts is charged like the request that opened it.
    let bytes = unfold((state, CostAccount::current(), begun), move |(mut state, tab, begun)| async move {
        if let Some(begun) = begun {
            return Some((Ok::<_, Infallible>(begun), (state, tab, None)));
        }
        let message = match &tab {
            Some(tab) => tab.pay_for(state.next()).await?,
            None => state.next().await?,
        };
        let bytes = if compresses { messages::compressed(&message) } else { message.plain() };
        if let Some(tab) = &tab {
            tab.sends(bytes.len() as u64);
        }
        Some((Ok(bytes), (state, tab, None)))
    });
    let mut response = Body::from_stream(bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if detail == Detail::Number {
        headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if compresses {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Sleeps for the duration, or forever if it is `None`.
async fn after(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}

/// Sleeps until the moment, or forever if it is `None`.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}

fn event(version: &Version) -> Message {
    let document = serde_json::to_string(version).expect("a version can be written");
    messages::event(Some(version.version), "version", &document)
}

fn number(version: u64) -> Message {
    messages::event(Some(version), "version", &format!("{{\"version\":{version}}}"))
}

/// The last message of a stream when the server stops. Readers of different tables reconnect one after the other, not all at
/// once.
pub(super) fn farewell(last: u64, table: u64) -> Message {
    messages::farewell(last, Duration::from_millis(1000 + table % 2000))
}

/// The reason why a waiting stream wakes.
enum Woken {
    Version,
    Presence,
    PresenceSettled,
    Gone,
    Stopping,
    SessionEnded,
}

impl StreamState {
    async fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let now = *self.version.borrow_and_update();
            if now > self.last {
                if let Some(page) = &mut self.page {
                    let patch = page.patch(&self.live).await;
                    page.presence_due = None;
                    self.last = patch.as_ref().map_or(now, |(version, _)| *version);
                    return Some(patch.map_or_else(|| number(now), |(_, event)| event));
                }
                let behind = now - self.last;
                match self.detail {
                    Detail::Number => {
                        let until = now.min(self.last + CHUNK as u64);
                        let messages = (self.last + 1..=until).map(number).collect();
                        self.put(behind, messages);
                        self.last = until;
                    }
                    Detail::Events => self.put_events(behind).await?,
                }
                continue;
            }
            if self.farewell_said {
                return None;
            }
            let presence_due = self.page.as_ref().and_then(|page| page.presence_due);
            // Somebody is gone for long enough to be replaced then: a change that nobody else tells of.
            let gone = if self.detail == Detail::Number {
                self.live.until_next_replaceable(&self.live.look())
            } else {
                None
            };
            let woken = tokio::select! {
                // What is new before the end.
                biased;
                changed = self.version.changed() => changed.map(|()| Woken::Version).ok()?,
                () = at(presence_due) => Woken::PresenceSettled,
                () = after(gone) => Woken::Gone,
                () = tokio::time::sleep(ALIVE) => return Some(messages::alive()),
                Ok(()) = self.presence.changed(), if self.detail == Detail::Number => Woken::Presence,
                _ = self.stopping.wait_for(|stopping| *stopping) => Woken::Stopping,
                // Where another node owns the table now, its readers come back there.
                _ = self.dismissed.wait_for(|dismissed| *dismissed) => match self.live.has_left() {
                    true => Woken::Stopping,
                    false => return None,
                },
                ended = self.ended.changed() => ended.map(|()| Woken::SessionEnded).ok()?,
            };
            match woken {
                Woken::Version => {}
                Woken::PresenceSettled | Woken::Gone if self.page.is_some() => {
                    if let Some(event) = self.tell_who_is_there().await {
                        return Some(event);
                    }
                }
                // A page is told of it when that has settled.
                Woken::Presence | Woken::PresenceSettled | Woken::Gone => match &mut self.page {
                    Some(page) => {
                        page.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE);
                    }
                    None => {
                        let presence = self.live.presence(&self.live.look());
                        let data = serde_json::json!({ "presence": presence }).to_string();
                        return Some(messages::event(None, "presence", &data));
                    }
                },
                Woken::Stopping => {
                    self.farewell_said = true;
                    return Some(farewell(self.last, self.live.id().number()));
                }
                Woken::SessionEnded => {
                    if self.is_signed_out().await {
                        return None;
                    }
                }
            }
        }
    }

    /// Queues the next versions for a reader who is `behind` by a number of them; `None` if the stream ends.
    async fn put_events(&mut self, behind: u64) -> Option<()> {
        // Without the list of whom they have blocked, nothing is told; they come back.
        let blocked = Box::pin(self.hub.blocks().of(self.holder)).await.ok()?;
        let (next, viewer, hidden) = {
            let host = self.live.look();
            let next = host.read_on(self.last, CHUNK);
            let hidden = hidden(&host, &next, &blocked);
            (next, viewer_of(&host, self.holder), hidden)
        };
        let (mut bytes, mut messages) = (0, Vec::new());
        for change in next {
            let hides = hidden.binary_search(&change.seq).is_ok();
            let version = Version::new(&change, viewer, hides);
            bytes += version.events.get().len();
            self.last = change.seq;
            messages.push(event(&version));
            if bytes >= CHUNK_BYTES {
                break;
            }
        }
        self.put(behind, messages);
        Some(())
    }

    /// Queues messages for a reader who is `behind` by a number of versions: as one piece if these are many, otherwise one by
    /// one, so that the bytes on the wire do not depend on how fast they are read.
    fn put(&mut self, behind: u64, messages: Vec<Message>) {
        if behind > FEW {
            self.ready.extend(messages::joined(messages.into_iter()));
        } else {
            self.ready.extend(messages);
        }
    }

    /// The patch that shows a change of presence on the page, if there was one.
    async fn tell_who_is_there(&mut self) -> Option<Message> {
        let page = self.page.as_mut()?;
        page.presence_due = None;
        let shown = page.state.as_ref()?;
        // Further streams of people who are there, and who came and went again in between, change nothing.
        if shown.moment.presence == self.live.shown_presence(&self.live.look()) {
            return None;
        }
        let before = shown.digest;
        match page.patch(&self.live).await {
            Some(_) if page.shows(before) => None,
            Some((version, event)) => {
                self.last = version;
                Some(event)
            }
            None => Some(number(self.last)),
        }
    }

    /// Whether the session that opened the stream has ended: the reader may be somebody else by now.
    async fn is_signed_out(&self) -> bool {
        let Some((key, holder)) = self.known else { return false };
        Box::pin(self.accounts.holder_of(key)).await.is_ok_and(|now| now != Some(holder))
    }
}
