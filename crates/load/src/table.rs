//! One table: it is opened, followed, and played until the run is over.

use crate::browser::{self, Page, REQUESTS};
use crate::context::{Context, Phase};
use crate::wire::{Body, Connection, Credential, Dialer, Event, EventKind, Legal, Reply, Request, Stream};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// The time after which an unused connection is used to look at the table: the server closes idle ones.
const IDLE: Duration = Duration::from_secs(20);
/// The time that streams may take to bring the last acknowledged move.
const LAST: Duration = Duration::from_secs(5);
/// The number of consecutive errors after which a table is given up.
const PATIENCE: u32 = 5;

/// Plays a table until the run is over.
pub(crate) async fn play(context: &Rc<Context>, number: usize) {
    let opened = {
        let _few = context.opening.acquire().await;
        Table::open(context, number).await
    };
    let mut table = match opened {
        Ok(table) => table,
        Err(error) => {
            context.wrong(format!("table {number}: {error}"));
            context.counts.borrow_mut().ready += 1;
            return;
        }
    };
    {
        let mut counts = context.counts.borrow_mut();
        counts.ready += 1;
        counts.streams += table.seen.last.borrow().len();
    }
    let mut phase = context.phase.clone();
    let begun = phase.wait_for(|phase| matches!(phase, Phase::Playing { .. })).await.map(|phase| *phase);
    let Ok(Phase::Playing { start, until, .. }) = begun else { return };
    table.play(start, until).await;
    table.leave_nothing_behind().await;
}

/// Somebody at a table, or a spectator with a page.
struct Person {
    dialer: Dialer,
    /// The connection for requests and moves; a browser's page uses it as well.
    line: Rc<Mutex<Connection>>,
    /// The token; empty for somebody without one.
    token: String,
    asked: Instant,
}

impl Person {
    async fn connect(context: &Context, number: usize) -> io::Result<Person> {
        let dialer = context.dialer_of(number);
        let line = Rc::new(Mutex::new(Connection::open(&dialer).await?));
        Ok(Person { dialer, line, token: String::new(), asked: Instant::now() })
    }
}

/// The progress of the streams.
#[derive(Default)]
struct StreamProgress {
    /// The last version that each stream has brought.
    last: RefCell<Vec<u64>>,
    moves: RefCell<Vec<Underway>>,
    /// Whether streams may end now.
    over: Cell<bool>,
    /// Told when a stream has brought something.
    brought: Notify,
}

/// A move that was sent and that not all streams have brought yet.
struct Underway {
    /// The version it makes.
    version: u64,
    due: Instant,
    /// The times at which streams brought it.
    arrivals: Vec<Instant>,
    acknowledged: bool,
}

/// A move that is ready to be sent.
struct Move {
    person: usize,
    seq: u64,
    action: String,
}

struct Table {
    context: Rc<Context>,
    game: String,
    id: String,
    /// The number of the table, from which people's addresses follow.
    number: usize,
    persons: Vec<Person>,
    /// Spectators with a page; those without one are streams alone.
    onlookers: Vec<Person>,
    seen: Rc<StreamProgress>,
    streams: Vec<JoinHandle<()>>,
    /// The last version that was acknowledged.
    stored: u64,
    /// The person who moved last.
    last: usize,
    commands: u64,
}

impl Table {
    async fn open(context: &Rc<Context>, number: usize) -> io::Result<Table> {
        let plan = &context.plan;
        let each = plan.seats + plan.watchers;
        let mut persons = Vec::with_capacity(plan.seats);
        for person in 0..plan.seats {
            persons.push(Person::connect(context, number * each + person).await?);
        }
        let mut onlookers = Vec::new();
        for watcher in 0..if plan.browsers { plan.watchers } else { 0 } {
            onlookers.push(Person::connect(context, number * each + plan.seats + watcher).await?);
        }
        let mut table = Table {
            context: Rc::clone(context),
            game: plan.games[number % plan.games.len()].clone(),
            id: String::new(),
            number,
            persons,
            onlookers,
            seen: Rc::default(),
            streams: Vec::new(),
            stored: 0,
            last: 0,
            commands: 0,
        };
        table.begin().await?;
        Ok(table)
    }

    /// Opens a table for a game, lets everybody sit down and follow.
    async fn begin(&mut self) -> io::Result<()> {
        let plan = &self.context.plan;
        let persons = self.persons.len();
        let seats = (0..persons).map(|seat| if seat == 0 { "me".to_owned() } else { "open".to_owned() });
        let seats: Vec<String> = seats.chain((0..plan.bots).map(|_| format!("bot:{}", plan.bot))).collect();
        let mut body = json!({"game": self.game, "seats": seats, "name": "Person 1"});
        if let Some(clock) = &plan.clock {
            body["clock"] = json!(clock);
        }
        for person in 0..persons {
            let path = match person {
                0 => "/api/v1/tables".to_owned(),
                _ => format!("/api/v1/tables/{}/join", self.id),
            };
            let reply = self.ask(person, "POST", &path, Some(&body.to_string())).await?;
            let seated: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
            if !matches!(reply.status, 200 | 201) {
                return Err(unexpected(&reply));
            }
            let text = |field: &str| seated[field].as_str().map(str::to_owned);
            self.id = text("table").ok_or_else(|| unexpected(&reply))?;
            // Who has a token already gets no other.
            self.persons[person].token = text("token").unwrap_or(self.persons[person].token.clone());
            body = json!({"name": format!("Person {}", person + 2)});
        }
        let last = RefCell::new(vec![0; persons + self.context.plan.watchers]);
        self.seen = Rc::new(StreamProgress { last, ..StreamProgress::default() });
        (self.stored, self.last) = (0, 0);
        if self.context.plan.browsers { self.open_pages().await } else { self.open_streams().await }
    }

    /// Lets everybody follow as programs do: one stream each.
    async fn open_streams(&mut self) -> io::Result<()> {
        let context = &self.context;
        let path = format!("/api/v1/tables/{}/events?after=0", self.id);
        let mut streams: Vec<(Dialer, Credential<'_>)> = Vec::new();
        streams.extend(self.persons.iter().map(|person| (person.dialer.clone(), bearer(&person.token))));
        let (plan, first) = (&context.plan, self.number * (context.plan.seats + context.plan.watchers));
        streams.extend(
            (plan.seats..plan.seats + plan.watchers)
                .map(|watcher| (context.dialer_of(first + watcher), Credential::None)),
        );
        for (number, (dialer, credential)) in streams.into_iter().enumerate() {
            let request = Request { credential, ..Request::get(&path) };
            let stream = Stream::open(&dialer, request).await?;
            let (context, seen) = (Rc::clone(context), Rc::clone(&self.seen));
            self.streams.push(tokio::task::spawn_local(follow(context, seen, stream, number, None)));
        }
        Ok(())
    }

    /// Lets everybody open the page of the table in a browser.
    async fn open_pages(&mut self) -> io::Result<()> {
        for (number, person) in self.persons.iter().chain(&self.onlookers).enumerate() {
            let page = Rc::new(Page::new(&self.context, &person.line, &person.token, &self.id));
            let mut stream = None;
            for pattern in &REQUESTS.page_opened {
                if pattern.is_stream() {
                    let path = page.path(pattern);
                    let request = Request {
                        credential: browser::cookie(&person.token),
                        headers: browser::STREAM,
                        ..Request::new(&pattern.method, &path)
                    };
                    stream = Some(Stream::open(&person.dialer, request).await?);
                } else if stream.is_none() {
                    page.load(pattern).await?;
                    self.seen.last.borrow_mut()[number] = page.shown();
                } else {
                    page.fetch(pattern).await?;
                }
            }
            let stream = stream.ok_or_else(|| io::Error::other("browser.json lists no stream"))?;
            let (context, seen) = (Rc::clone(&self.context), Rc::clone(&self.seen));
            self.streams.push(tokio::task::spawn_local(follow(
                context,
                seen,
                stream,
                number,
                Some(Rc::clone(&page)),
            )));
            self.streams.push(tokio::task::spawn_local(async move { page.keep_up().await }));
        }
        Ok(())
    }

    async fn ask(
        &mut self,
        person: usize,
        method: &'static str,
        path: &str,
        body: Option<&str>,
    ) -> io::Result<Reply> {
        let Person { line, token, asked, .. } = &mut self.persons[person];
        *asked = Instant::now();
        let body = body.map_or(Body::None, Body::Json);
        let request = Request { credential: bearer(token), body, ..Request::new(method, path) };
        line.lock().await.ask(request).await
    }

    /// Moves when it is due until the run is over.
    async fn play(&mut self, start: Instant, until: Instant) {
        let context = Rc::clone(&self.context);
        let interval = context.plan.rate.map(|rate| self.context.plan.tables as f64 / rate);
        // Each table begins at a moment of its own, and then moves once in every interval, give or take a half.
        let mut due = match interval {
            Some(interval) => start + Duration::from_secs_f64(interval * context.share()),
            None => start,
        };
        let mut faults = 0;
        let mut prepared = self.prepare().await;
        while due < until && faults < PATIENCE {
            tokio::time::sleep_until(due.into()).await;
            if interval.is_none() {
                if context.plan.browsers {
                    self.all_are_shown(Instant::now() + LAST).await;
                }
                due = Instant::now();
            }
            let moved = match prepared {
                Ok(prepared) => self.go(prepared, due, until).await,
                Err(error) => Err(error),
            };
            match moved {
                Ok(()) => faults = 0,
                Err(error) => {
                    faults += 1;
                    context.wrong(format!("table {} ({}): {error}", self.id, self.game));
                }
            }
            if let Some(interval) = interval {
                due += Duration::from_secs_f64(interval * (0.5 + context.share()));
            }
            prepared = self.look_ahead().await;
        }
        // Everybody stays until the end, as they would.
        tokio::time::sleep_until(until.into()).await;
    }

    /// Makes a move that was due; what it was prepared as may be out of date.
    async fn go(&mut self, prepared: Option<Move>, due: Instant, until: Instant) -> io::Result<()> {
        let mut next = prepared;
        loop {
            let Some(chosen) = next else {
                if self.context.measures(due) {
                    self.context.counts.borrow_mut().nobodys_turn += 1;
                }
                // Bots think; a table that moves as soon as it can must not ask all the time.
                if self.context.plan.rate.is_none() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                return Ok(());
            };
            if self.act(chosen, due).await? || Instant::now() >= until {
                return Ok(());
            }
            next = self.prepare().await?;
        }
    }

    /// Does the work between two moves: chooses the next move, chats, and uses idle connections.
    async fn look_ahead(&mut self) -> io::Result<Option<Move>> {
        let context = Rc::clone(&self.context);
        if context.plan.chat > 0.0 && context.share() < context.plan.chat {
            self.say().await?;
        }
        for person in 0..self.persons.len() {
            if self.persons[person].asked.elapsed() > IDLE {
                let reply = self.ask(person, "GET", &format!("/api/v1/tables/{}", self.id), None).await?;
                if reply.status != 200 {
                    return Err(unexpected(&reply));
                }
            }
        }
        self.prepare().await
    }

    /// Chooses the next move from the legal list of whoever may move; `None` if nobody of us may now.
    async fn prepare(&mut self) -> io::Result<Option<Move>> {
        loop {
            for n in 0..self.persons.len() {
                let person = (self.last + n) % self.persons.len();
                let path = format!("/api/v1/tables/{}/legal", self.id);
                let asked = Instant::now();
                let reply = self.ask(person, "GET", &path, None).await?;
                if self.context.measures(asked) {
                    self.context.counts.borrow_mut().listed.add(asked.elapsed());
                }
                let found = serde_json::from_slice(&reply.body);
                let Ok(Legal { version, mut legal, .. }) = found else { return Err(unexpected(&reply)) };
                if legal.is_empty() {
                    continue;
                }
                if self.context.plan.views {
                    self.view(person).await?;
                }
                let action = legal.swap_remove(self.context.below(legal.len()));
                return Ok(Some(Move { person, seq: version, action }));
            }
            let reply = self.ask(0, "GET", &format!("/api/v1/tables/{}", self.id), None).await?;
            let table: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
            match table["stage"].as_str() {
                Some("over") => {
                    self.leave_nothing_behind().await;
                    self.begin().await?;
                    self.context.counts.borrow_mut().games_over += 1;
                }
                Some("playing") => return Ok(None),
                _ => return Err(unexpected(&reply)),
            }
        }
    }

    async fn view(&mut self, person: usize) -> io::Result<()> {
        let asked = Instant::now();
        let reply = self.ask(person, "GET", &format!("/api/v1/tables/{}/view", self.id), None).await?;
        if reply.status != 200 {
            return Err(unexpected(&reply));
        }
        if self.context.measures(asked) {
            self.context.counts.borrow_mut().viewed.add(asked.elapsed());
        }
        Ok(())
    }

    /// Sends a move; `false` if it came too late.
    async fn act(&mut self, chosen: Move, due: Instant) -> io::Result<bool> {
        let Move { person, seq, action } = chosen;
        self.commands += 1;
        let id = format!("m{}", self.commands);
        self.seen.moves.borrow_mut().push(Underway {
            version: seq + 1,
            due,
            arrivals: Vec::new(),
            acknowledged: false,
        });
        let reply = self.send(person, seq, &id, &action).await;
        let done = Instant::now();
        let stored =
            reply.as_ref().ok().filter(|reply| reply.status == 200).and_then(|reply| seq_of(&reply.body));
        let mut moves = self.seen.moves.borrow_mut();
        let Some(stored) = stored else {
            moves.retain(|underway| underway.version != seq + 1);
            let reply = reply?;
            if reply.status == 409 {
                self.context.counts.borrow_mut().stale += 1;
                return Ok(false);
            }
            return Err(io::Error::other(format!("{action}: {}", unexpected(&reply))));
        };
        self.stored = stored;
        self.last = person;
        let measures = self.context.measures(due);
        let mut counts = self.context.counts.borrow_mut();
        if measures {
            counts.acknowledged.add(done - due);
        }
        if self.context.measures(done) {
            counts.moves += 1;
        }
        if let Some(underway) = moves.iter_mut().find(|underway| underway.version == seq + 1) {
            underway.acknowledged = true;
            for at in underway.arrivals.iter().filter(|_| measures) {
                counts.delivered.add(*at - due);
            }
        }
        let streams = self.seen.last.borrow().len();
        moves.retain(|underway| !underway.acknowledged || underway.arrivals.len() < streams);
        Ok(true)
    }

    /// Sends a move, as a program or as a browser.
    async fn send(&mut self, person: usize, seq: u64, id: &str, action: &str) -> io::Result<Reply> {
        if !self.context.plan.browsers {
            let body = json!({"seq": seq, "id": id, "action": action}).to_string();
            return self.ask(person, "POST", &format!("/api/v1/tables/{}/act", self.id), Some(&body)).await;
        }
        if action.starts_with("place ") {
            self.look_at(person, seq, action).await?;
        }
        let form = browser::form(seq, id, action);
        let Person { line, token, asked, .. } = &mut self.persons[person];
        *asked = Instant::now();
        let [pattern] = REQUESTS.own_move.as_slice() else {
            return Err(io::Error::other("browser.json lists more than one request for a move"));
        };
        let path = pattern.path(&self.id, seq, 0);
        line.lock().await.ask(browser::command(pattern, &path, token, &form)).await
    }

    /// Asks what a placement leads to, as a browser does when its place is chosen.
    async fn look_at(&mut self, person: usize, seq: u64, action: &str) -> io::Result<()> {
        let Person { line, token, .. } = &mut self.persons[person];
        for pattern in &REQUESTS.placement_looked_at {
            let path = pattern.path(&self.id, seq, 0).replace("{action}", &browser::field(action));
            let reply = line.lock().await.ask(browser::look(pattern, &path, token)).await?;
            if reply.status != 200 {
                return Err(io::Error::other(format!("{path}: status {}", reply.status)));
            }
        }
        Ok(())
    }

    async fn say(&mut self) -> io::Result<()> {
        self.commands += 1;
        let wish = json!({"say": "Well played, and good luck"});
        let body = json!({"seq": self.stored, "id": format!("s{}", self.commands), "wish": wish}).to_string();
        let person = self.context.below(self.persons.len());
        let reply =
            self.ask(person, "POST", &format!("/api/v1/tables/{}/wish", self.id), Some(&body)).await?;
        match (reply.status, seq_of(&reply.body)) {
            (200, Some(seq)) => {
                self.stored = seq;
                self.context.counts.borrow_mut().said += 1;
                Ok(())
            }
            // Who talks too much is asked to wait.
            (429, _) => Ok(()),
            _ => Err(unexpected(&reply)),
        }
    }

    /// Returns the number of acknowledged versions that streams have not brought yet, summed over the streams.
    fn missing(&self) -> u64 {
        self.seen.last.borrow().iter().map(|last| self.stored.saturating_sub(*last)).sum()
    }

    /// Waits until all streams have brought what was acknowledged: nobody answers a move that their page does not show.
    async fn all_are_shown(&self, patience: Instant) {
        while self.missing() > 0 {
            if tokio::time::timeout_at(patience.into(), self.seen.brought.notified()).await.is_err() {
                break;
            }
        }
    }

    /// Waits until all streams have brought what was acknowledged, and ends them.
    async fn leave_nothing_behind(&mut self) {
        self.all_are_shown(Instant::now() + LAST).await;
        self.context.counts.borrow_mut().undelivered += self.missing();
        self.seen.over.set(true);
        self.streams.drain(..).for_each(|stream| stream.abort());
    }
}

/// Follows a stream. One of a program brings every version, once and in order. One of a browser may bring several at
/// once: its versions never fall, and what it brings fits what the page shows.
async fn follow(
    context: Rc<Context>,
    seen: Rc<StreamProgress>,
    mut stream: Stream,
    number: usize,
    page: Option<Rc<Page>>,
) {
    loop {
        let (kind, version) = match stream.next().await {
            Ok(Some(Event { kind: EventKind::Other, .. } | Event { id: None, .. })) => continue,
            Ok(Some(Event { kind, id: Some(version) })) => (kind, version),
            end => {
                if !seen.over.get() {
                    context.wrong(match end {
                        Err(error) => format!("a stream broke: {error}"),
                        _ => "a stream ended".to_owned(),
                    });
                }
                return;
            }
        };
        let now = Instant::now();
        let before = std::mem::replace(&mut seen.last.borrow_mut()[number], version);
        let fits = match (&page, kind) {
            (None, _) => version == before + 1,
            (Some(page), EventKind::Page { from, to }) => {
                page.apply((from, to), version) && version >= before
            }
            (Some(page), _) => {
                page.tell(version);
                version > before
            }
        };
        let mut counts = context.counts.borrow_mut();
        counts.gaps += u64::from(!fits);
        if context.measures(now) {
            counts.events += 1;
            counts.patches += u64::from(matches!(kind, EventKind::Page { .. }));
        }
        seen.brought.notify_one();
        let streams = seen.last.borrow().len();
        seen.moves.borrow_mut().retain_mut(|underway| {
            if !(before + 1..=version).contains(&underway.version) {
                return true;
            }
            underway.arrivals.push(now);
            if underway.acknowledged && context.measures(underway.due) {
                counts.delivered.add(now - underway.due);
            }
            !underway.acknowledged || underway.arrivals.len() < streams
        });
    }
}

fn bearer(token: &str) -> Credential<'_> {
    if token.is_empty() { Credential::None } else { Credential::Bearer(token) }
}

/// The version in the answer to a command.
fn seq_of(body: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct Acted {
        seq: u64,
    }
    serde_json::from_slice(body).ok().map(|Acted { seq }| seq)
}

fn unexpected(reply: &Reply) -> io::Error {
    let body = String::from_utf8_lossy(&reply.body[..reply.body.len().min(200)]);
    io::Error::other(format!("status {}: {body}", reply.status))
}
