//! A soak: a server is used in rounds as it is over weeks, then left alone, and watched for what it keeps.
//!
//! Each visit opens a table, follows it, plays it, looks at its pages, exports what is stored about a guest, uploads a
//! record and leaves. Which visits there are and what each of them does depends on the plan alone; the dice, and so the
//! actions that are legal, are the server's.

use crate::process::{self, Server};
use crate::random::Random;
use crate::wire::{Body, Connection, Credential, Dialer, Legal, Reply, Request, Stream};
use serde::Serialize;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Visits at the same time.
const VISITORS: usize = 8;
/// Moves between two looks at the page, the picture and the view.
const LOOKS: usize = 8;
/// Moves between two times at which a stream is closed and opened from the beginning.
const REOPENS: usize = 20;
/// The most moves until a game that is to be finished is left as it is.
const FINISHED: usize = 1_200;
/// The games; visits take turns. The second one is short enough to be finished.
const GAMES: [&str; 5] = ["catan", "carcassonne", "cities-and-knights", "traders-and-builders", "mayflower"];

/// The settings of a soak.
#[derive(Clone, Debug)]
pub struct SoakPlan {
    /// The program `neuland`, which is started for it with an empty data folder.
    pub program: PathBuf,
    /// Rounds, each of which begins when the one before is over.
    pub rounds: usize,
    /// Tables that are opened in a round.
    pub tables: usize,
    /// Moves at each table that is not played to the end.
    pub moves: usize,
    /// The time between two samples.
    pub every: Duration,
    /// The longest time for which the server is left alone until no table is in its memory.
    pub rest: Duration,
    /// The time for which it is watched after that.
    pub settle: Duration,
    /// The seed of all choices.
    pub seed: u64,
}

/// The result of a soak: what was done, and what the server took meanwhile.
#[derive(Clone, Debug, Serialize)]
pub struct SoakReport {
    /// Everything that was done.
    pub deeds: SoakCounts,
    /// Samples of what the server took, in order.
    pub samples: Vec<Sample>,
}

/// Counts of everything that was done.
#[derive(Clone, Default, Debug, Serialize)]
pub struct SoakCounts {
    /// Tables opened.
    pub tables: u64,
    /// Moves acknowledged.
    pub moves: u64,
    /// Games played to the end.
    pub finished: u64,
    /// Streams opened.
    pub streams: u64,
    /// Pages, pictures and views read.
    pub looks: u64,
    /// Exports of what is stored about a guest.
    pub exports: u64,
    /// Records uploaded.
    pub uploads: u64,
    /// Guests who deleted themselves.
    pub deleted: u64,
    /// Requests that the server did not answer as it should.
    pub errors: u64,
    /// Some of them.
    pub examples: Vec<String>,
}

/// A sample of what the server takes at one moment. Sizes are in bytes; what the system or the server does not tell is missing.
#[derive(Clone, Debug, Serialize)]
pub struct Sample {
    /// Seconds since the start.
    pub at: f64,
    /// The activity at that moment.
    pub stage: SoakPhase,
    /// Tables in memory.
    pub tables: Option<u64>,
    /// Resident memory.
    pub resident: Option<u64>,
    /// The part of it that is in no file.
    pub anonymous: Option<u64>,
    /// The bytes that the allocator holds.
    pub held: Option<u64>,
    /// The part of them that is in use.
    pub used: Option<u64>,
    /// Open descriptors.
    pub files: Option<u64>,
    /// Threads.
    pub threads: Option<u64>,
    /// The size of the server's log.
    pub log: u64,
    /// The size of its data folder.
    pub data: u64,
}

/// The activity at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SoakPhase {
    /// Nothing yet.
    Before,
    /// The round of this number, from 1.
    Round(usize),
    /// Nothing any more; tables leave the memory.
    Rest,
    /// Nothing, and no table is in memory, or the time for that is over.
    Settle,
}

impl Sample {
    /// The memory that the server takes, as a multiple of what it uses.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        Some(self.anonymous? as f64 / self.used.filter(|used| *used > 0)? as f64)
    }
}

impl SoakReport {
    /// The ratio of the last sample.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        self.samples.last().and_then(Sample::ratio)
    }
}

impl fmt::Display for SoakPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SoakPhase::Before => f.pad("before"),
            SoakPhase::Round(number) => f.pad(&format!("round {number}")),
            SoakPhase::Rest => f.pad("rest"),
            SoakPhase::Settle => f.pad("settle"),
        }
    }
}

/// The titles of the columns.
const TITLES: &str =
    "time s  stage     tables  resident  anonymous   held   used  files  threads  log KiB  data MiB";

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
        let mib = |bytes: u64| format!("{:.1}", bytes as f64 / (1024.0 * 1024.0));
        let size = |value: Option<u64>| value.map_or("-".to_owned(), mib);
        write!(f, "{:>6.0}  {:<8}  {:>6}", self.at, self.stage, count(self.tables))?;
        write!(f, "  {:>8}  {:>9}", size(self.resident), size(self.anonymous))?;
        write!(f, "  {:>5}  {:>5}", size(self.held), size(self.used))?;
        write!(f, "  {:>5}  {:>7}", count(self.files), count(self.threads))?;
        write!(f, "  {:>7.1}  {:>8}", self.log as f64 / 1024.0, mib(self.data))
    }
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SoakCounts {
            tables,
            moves,
            finished,
            streams,
            looks,
            exports,
            uploads,
            deleted,
            errors,
            examples,
        } = &self.deeds;
        writeln!(f, "{tables} tables opened, {moves} moves, {finished} games finished, {streams} streams")?;
        writeln!(f, "{looks} looks, {exports} exports, {uploads} uploads, {deleted} guests deleted")?;
        writeln!(f, "{errors} errors {}", examples.join("; "))?;
        if let Some(ratio) = self.ratio() {
            writeln!(f, "memory in no file at the end: {ratio:.2} times what is in use")?;
        }
        Ok(())
    }
}

/// Soaks a server, tells each sample as soon as it is taken, and returns all of them.
///
/// # Errors
/// If the server does not start, or ends before the soak does.
pub fn soak(plan: &SoakPlan, mut tell: impl FnMut(&str)) -> io::Result<SoakReport> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, run(plan, &mut tell))
}

async fn run(plan: &SoakPlan, tell: &mut dyn FnMut(&str)) -> io::Result<SoakReport> {
    let server = Server::start_watched(&plan.program)?;
    let metrics = server.metrics.ok_or_else(|| io::Error::other("the server has no metrics"))?;
    let soaked = Rc::new(Soaked { dialer: Dialer::new(&[server.addr]), deeds: RefCell::default() });
    let mut watch = Watch { server, metrics, begun: Instant::now(), every: plan.every, samples: Vec::new() };
    tell(TITLES);
    watch.sample(SoakPhase::Before, tell).await?;
    let visitors = Rc::new(Semaphore::new(VISITORS));
    for round in 0..plan.rounds {
        let visits: Vec<JoinHandle<()>> = (0..plan.tables)
            .map(|number| {
                let (soaked, visitors) = (Rc::clone(&soaked), Rc::clone(&visitors));
                let (moves, place) = (plan.moves, round * plan.tables + number);
                let random = Random::new(plan.seed.wrapping_add((place as u64) << 16));
                tokio::task::spawn_local(async move {
                    let _one_of_few = visitors.acquire().await;
                    let visit = Visit::new(&soaked, place, random);
                    if let Err(error) = visit.go(moves).await {
                        soaked.wrong(format!("table {place}: {error}"));
                    }
                })
            })
            .collect();
        let over = || visits.iter().all(JoinHandle::is_finished);
        watch.until(SoakPhase::Round(round + 1), Duration::MAX, |_| over(), tell).await?;
        for visit in visits {
            visit.await.map_err(io::Error::other)?;
        }
    }
    watch.until(SoakPhase::Rest, plan.rest, |sample| sample.tables == Some(0), tell).await?;
    watch.until(SoakPhase::Settle, plan.settle, |_| false, tell).await?;
    let deeds = soaked.deeds.borrow().clone();
    Ok(SoakReport { deeds, samples: watch.samples })
}

/// Looks at the server now and then.
struct Watch {
    server: Server,
    metrics: SocketAddr,
    begun: Instant,
    every: Duration,
    samples: Vec<Sample>,
}

impl Watch {
    /// Samples until something is so, or a time is over, and once more then.
    async fn until(
        &mut self,
        stage: SoakPhase,
        most: Duration,
        so: impl Fn(&Sample) -> bool,
        tell: &mut dyn FnMut(&str),
    ) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            let left = most.saturating_sub(begun.elapsed());
            sleep(self.every.min(left)).await;
            let sample = self.sample(stage, tell).await?;
            if so(&sample) || begun.elapsed() >= most {
                return Ok(());
            }
        }
    }

    async fn sample(&mut self, stage: SoakPhase, tell: &mut dyn FnMut(&str)) -> io::Result<Sample> {
        let mut line = Connection::closed(&Dialer::new(&[self.metrics]));
        let text = String::from_utf8_lossy(&line.ask_once(Request::get("/metrics")).await?.body).into_owned();
        let metric = |name: &str| -> Option<u64> {
            let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
            value.parse::<f64>().ok().map(|value| value as u64)
        };
        let id = self.server.id();
        let status = |field: &str| process::status(id, field);
        let sample = Sample {
            at: self.begun.elapsed().as_secs_f64(),
            stage,
            tables: metric("neuland_tables"),
            resident: status("VmRSS").map(|kib| kib * 1024),
            anonymous: status("RssAnon").map(|kib| kib * 1024),
            held: metric("neuland_allocator_bytes{kind=\"held\"}"),
            used: metric("neuland_allocator_bytes{kind=\"used\"}"),
            files: metric("process_open_fds"),
            threads: status("Threads"),
            log: self.server.log_size(),
            data: self.server.data_size(),
        };
        tell(&sample.to_string());
        self.samples.push(sample.clone());
        Ok(sample)
    }
}

/// Everything that all visits share.
struct Soaked {
    dialer: Dialer,
    deeds: RefCell<SoakCounts>,
}

impl Soaked {
    fn count(&self, which: impl FnOnce(&mut SoakCounts) -> &mut u64) {
        *which(&mut self.deeds.borrow_mut()) += 1;
    }

    fn wrong(&self, what: String) {
        /// Mistakes that are shown.
        const EXAMPLES: usize = 5;
        let mut deeds = self.deeds.borrow_mut();
        deeds.errors += 1;
        if deeds.examples.len() < EXAMPLES {
            deeds.examples.push(what);
        }
    }
}

/// One table from its opening until everybody has left.
struct Visit<'a> {
    soaked: &'a Soaked,
    /// The number of the visit.
    place: usize,
    /// Connects from an address and a network of its own, whose limits nobody else spends.
    dialer: Dialer,
    random: Random,
    line: RefCell<Connection>,
    table: RefCell<String>,
    tokens: RefCell<Vec<String>>,
    commands: Cell<u64>,
}

impl<'a> Visit<'a> {
    fn new(soaked: &'a Soaked, place: usize, random: Random) -> Visit<'a> {
        let [.., network, host] = place.to_be_bytes();
        let dialer = soaked.dialer.for_client(Ipv4Addr::new(10, network, host, 7));
        Visit {
            soaked,
            place,
            random,
            line: RefCell::new(Connection::closed(&dialer)),
            dialer,
            table: RefCell::default(),
            tokens: RefCell::default(),
            commands: Cell::new(0),
        }
    }

    async fn go(&self, moves: usize) -> io::Result<()> {
        // What this visit does is decided before it begins: answers of the server change nothing about it.
        let game = GAMES[self.place % GAMES.len()];
        let finishes = game == "carcassonne" && self.random.below(2) == 0;
        let deletes = self.random.below(2) == 0;
        self.open(game).await?;
        let mut streams = self.follow().await?;
        let most = if finishes { FINISHED } else { moves };
        let mut over = false;
        for played in 0..most {
            if played % LOOKS == 0 {
                self.look().await?;
            }
            if played % REOPENS == REOPENS - 1 {
                streams.drain(..1).for_each(|stream| stream.abort());
                streams.push(self.stream(Some(0)).await?);
            }
            if !self.play().await? {
                over = true;
                break;
            }
        }
        if over {
            self.soaked.count(|deeds| &mut deeds.finished);
        }
        self.upload(over).await?;
        self.export().await?;
        streams.into_iter().for_each(|stream| stream.abort());
        if deletes { self.delete().await } else { Ok(()) }
    }

    fn token(&self, seat: usize) -> String {
        self.tokens.borrow()[seat].clone()
    }

    /// Sends a request, which the server must carry out or refuse as one of `refused`.
    async fn send(&self, request: Request<'_>, refused: &[u16]) -> io::Result<Reply> {
        let mut line = self.line.replace(Connection::closed(&self.dialer));
        let reply = line.ask(request).await;
        self.line.replace(line);
        let reply = reply?;
        if (200..400).contains(&reply.status) || refused.contains(&reply.status) {
            return Ok(reply);
        }
        let (status, body) =
            (reply.status, String::from_utf8_lossy(&reply.body[..reply.body.len().min(200)]));
        Err(io::Error::other(format!("{} {}: status {status}: {body}", request.method, request.path)))
    }

    async fn get(&self, seat: usize, path: &str) -> io::Result<Vec<u8>> {
        let token = self.token(seat);
        // A page knows its reader by the cookie, the API by the token.
        let credential =
            if path.starts_with("/api/") { Credential::Bearer(&token) } else { Credential::Cookie(&token) };
        Ok(self.send(Request { credential, ..Request::get(path) }, &[]).await?.body)
    }

    /// Opens a table, and lets a second guest sit down.
    async fn open(&self, game: &str) -> io::Result<()> {
        let opened = json!({"game": game, "seats": ["me", "open"], "name": "Ada"}).to_string();
        let mut path = "/api/v1/tables".to_owned();
        for body in [opened.as_str(), r#"{"name": "Ben"}"#] {
            let request = Request { body: Body::Json(body), ..Request::new("POST", &path) };
            let seated: Value = serde_json::from_slice(&self.send(request, &[]).await?.body)?;
            let text = |field: &str| seated[field].as_str().map(str::to_owned);
            let (Some(table), Some(token)) = (text("table"), text("token")) else {
                return Err(io::Error::other("an answer without table and token"));
            };
            path = format!("/api/v1/tables/{table}/join");
            self.table.replace(table);
            self.tokens.borrow_mut().push(token);
        }
        self.soaked.count(|deeds| &mut deeds.tables);
        Ok(())
    }

    /// Opens a stream for each seat and one for a spectator.
    async fn follow(&self) -> io::Result<Vec<JoinHandle<()>>> {
        Ok(vec![self.stream(Some(0)).await?, self.stream(Some(1)).await?, self.stream(None).await?])
    }

    async fn stream(&self, seat: Option<usize>) -> io::Result<JoinHandle<()>> {
        let path = format!("/api/v1/tables/{}/events?after=0", self.table.borrow());
        let token = seat.map(|seat| self.token(seat));
        let credential = token.as_deref().map_or(Credential::None, Credential::Bearer);
        let mut stream = Stream::open(&self.dialer, Request { credential, ..Request::get(&path) }).await?;
        self.soaked.count(|deeds| &mut deeds.streams);
        Ok(tokio::task::spawn_local(async move { while let Ok(Some(_)) = stream.next().await {} }))
    }

    /// Looks at the page, the picture and the view of the table.
    async fn look(&self) -> io::Result<()> {
        let table = self.table.borrow().clone();
        let paths = [
            format!("/t/{table}"),
            format!("/t/{table}/board/0.svg?theme=light"),
            format!("/api/v1/tables/{table}/view"),
        ];
        let seat = self.random.below(2);
        for path in paths {
            self.get(seat, &path).await?;
            self.soaked.count(|deeds| &mut deeds.looks);
        }
        Ok(())
    }

    /// Plays a legal action of whoever may; `false` if nobody may any more.
    async fn play(&self) -> io::Result<bool> {
        let table = self.table.borrow().clone();
        for seat in 0..2 {
            let body = self.get(seat, &format!("/api/v1/tables/{table}/legal")).await?;
            let Legal { version, legal, .. } = serde_json::from_slice(&body)?;
            let Some(action) = legal.get(self.random.below(legal.len())) else { continue };
            self.commands.set(self.commands.get() + 1);
            let id = format!("m{}", self.commands.get());
            let body = json!({"seq": version, "id": id, "action": action}).to_string();
            let (path, token) = (format!("/api/v1/tables/{table}/act"), self.token(seat));
            let credential = Credential::Bearer(&token);
            let request = Request { credential, body: Body::Json(&body), ..Request::new("POST", &path) };
            self.send(request, &[]).await?;
            self.soaked.count(|deeds| &mut deeds.moves);
            return Ok(true);
        }
        Ok(false)
    }

    /// Uploads the record of a game that is over, or a text that is none.
    async fn upload(&self, over: bool) -> io::Result<()> {
        let record = match over {
            true => {
                let path = format!("/api/v1/tables/{}/record", self.table.borrow());
                String::from_utf8(self.get(0, &path).await?).map_err(io::Error::other)?
            }
            false => "{\"neuland\": 1, \"game\": \"catan\"\n".repeat(4_096),
        };
        for path in ["/replay", "/api/v1/draws"] {
            let request = Request { body: Body::Text(&record), ..Request::new("POST", path) };
            self.send(request, if over { &[] } else { &[400, 422] }).await?;
            self.soaked.count(|deeds| &mut deeds.uploads);
        }
        Ok(())
    }

    /// Exports what is stored about the first guest.
    async fn export(&self) -> io::Result<()> {
        self.get(0, "/api/v1/me/data").await?;
        self.soaked.count(|deeds| &mut deeds.exports);
        Ok(())
    }

    /// Deletes both guests.
    async fn delete(&self) -> io::Result<()> {
        for seat in 0..2 {
            let token = self.token(seat);
            let credential = Credential::Bearer(&token);
            let body = Body::Json("{}");
            self.send(Request { credential, body, ..Request::new("DELETE", "/api/v1/me") }, &[]).await?;
            self.soaked.count(|deeds| &mut deeds.deleted);
        }
        Ok(())
    }
}
