//! Everything at once that one address can do to a server, as fast as it can or at a rate just below a limit, while others
//! play.
//!
//! The attacker has a thread of its own, so that the players' latencies, which the other thread measures, hold what the
//! server does to them and not how long this program was busy with the attack. All requests of the attack claim one
//! address, which the server believes as it would a proxy. What the attack needs is prepared before, from many addresses:
//! somebody who prepares slowly needs no more than one.

use crate::random::Random;
use crate::wire::{Body, Connection, Credential, Dialer, Legal, Reply, Request, Stream, drip};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::str::FromStr;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// A kind of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Attack {
    /// Makes a long log longer, with moves that are taken back, and asks for pictures, pages, replays and records of it.
    Log,
    /// Asks for the legal list of a hand of dozens of cards that has to be halved, and sends actions that are refused.
    Legal,
    /// Signs in with wrong passwords.
    Passwords,
    /// Asks for all that is kept of a person, and makes and deletes guests.
    People,
    /// Sends large records to be checked, and bodies that nobody can read.
    Uploads,
    /// Opens streams and tables.
    Streams,
    /// Reports somebody at a public table, each time as another guest.
    Reports,
    /// Sends records byte by byte, and holds the places at which they are checked.
    Drip,
    /// Follows a table with a long log from its beginning, again and again.
    Backlog,
}

impl Attack {
    /// All of them.
    pub const ALL: [Attack; 9] = [
        Attack::Log,
        Attack::Legal,
        Attack::Passwords,
        Attack::People,
        Attack::Uploads,
        Attack::Streams,
        Attack::Reports,
        Attack::Drip,
        Attack::Backlog,
    ];

    const fn name(self) -> &'static str {
        match self {
            Attack::Log => "log",
            Attack::Legal => "legal",
            Attack::Passwords => "passwords",
            Attack::People => "people",
            Attack::Uploads => "uploads",
            Attack::Streams => "streams",
            Attack::Reports => "reports",
            Attack::Drip => "drip",
            Attack::Backlog => "backlog",
        }
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Attack {
    type Err = String;
    fn from_str(name: &str) -> Result<Attack, String> {
        Attack::ALL.into_iter().find(|attack| attack.name() == name).ok_or_else(|| {
            let names = Attack::ALL.map(Attack::name).join(", ");
            format!("an attack belongs here: {names}")
        })
    }
}

/// The requests of an attack, and the answers to them.
#[derive(Clone, Debug, Serialize)]
pub struct AttackReport {
    /// The attack.
    pub name: Attack,
    /// The requests sent.
    pub sent: u64,
    /// Answers with a status from 200 to 399.
    pub done: u64,
    /// Answers with a status from 400 to 499 other than 429.
    pub refused: u64,
    /// Answers with status 429.
    pub limited: u64,
    /// Answers with status 503.
    pub busy: u64,
    /// Requests without an answer, because the connection was closed.
    pub failed: u64,
    /// Requests without an answer, because the connection was closed.
    pub broken: u64,
}

impl AttackReport {
    const fn new(name: Attack) -> AttackReport {
        AttackReport { name, sent: 0, done: 0, refused: 0, limited: 0, busy: 0, failed: 0, broken: 0 }
    }

    fn add(&mut self, status: Option<u16>) {
        self.sent += 1;
        *match status {
            Some(200..400) => &mut self.done,
            Some(429) => &mut self.limited,
            Some(400..500) => &mut self.refused,
            Some(503) => &mut self.busy,
            Some(_) => &mut self.failed,
            None => &mut self.broken,
        } += 1;
    }
}

impl fmt::Display for AttackReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AttackReport { name: _, sent, done, refused, limited, busy, failed, broken } = self;
        write!(f, "{sent} sent: {done} done, {refused} refused, {limited} times 429, {busy} times 503")?;
        write!(f, ", {failed} failed, {broken} without answer")
    }
}

/// The address from which everything comes.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(203, 0, 113, 66);
/// Connections of the attack, shared out to its kinds; streams come on top.
const CONNECTIONS: usize = 32;
/// The pause of the attacker after a connection was closed.
const PAUSE: Duration = Duration::from_millis(50);
/// Moves at the table with the long log, about; a third of them is taken back.
const LONG: usize = 1500;
/// Turns of the game whose record is sent.
const TURNS: u32 = 500;
/// The most moves that are made until a hand is full.
const FULL: usize = 8000;
/// The largest record that a server takes.
const RECORD_MAX: usize = 1024 * 1024;
/// The largest body of another kind.
const BODY_MAX: usize = 64 * 1024;
/// The pause of the attacker before each byte of a slow body.
const DRIP: Duration = Duration::from_secs(1);
/// A password that is long enough to be tried.
const WRONG: &str = "not the password";

/// Somebody's seat at a table of the attacker.
#[derive(Clone, Default, Debug)]
struct Seated {
    table: String,
    token: String,
}

/// The targets of the attacks.
#[derive(Debug)]
pub(crate) struct Targets {
    attacks: Vec<Attack>,
    /// Requests a second over all connections; as fast as they go without one.
    rate: Option<f64>,
    seed: u64,
    /// A seat at a table with a long log whose game goes on.
    long: Seated,
    /// A seat at a table whose tile game is over.
    over: Seated,
    /// A seat with a full hand.
    full: Seated,
    /// The record of a long game.
    record: String,
    /// A public table, with somebody who is reported.
    public: Seated,
}

/// Prepares an attack; `None` if there is to be none.
///
/// # Errors
/// If the server refuses what belongs to an ordinary game.
pub(crate) async fn prepare(
    dialer: &Dialer,
    attacks: &[Attack],
    rate: Option<f64>,
    seed: u64,
) -> io::Result<Option<Targets>> {
    if attacks.is_empty() {
        return Ok(None);
    }
    let mut scout = Scout {
        dialer: dialer.clone(),
        line: Connection::closed(dialer),
        asked: 0,
        random: Random::new(seed),
    };
    let mut targets = Targets {
        attacks: attacks.to_vec(),
        rate,
        seed,
        long: Seated::default(),
        over: Seated::default(),
        full: Seated::default(),
        record: String::new(),
        public: Seated::default(),
    };
    let has = |wanted: &[Attack]| wanted.iter().any(|wanted| attacks.contains(wanted));
    if has(&[Attack::Log, Attack::People, Attack::Backlog]) {
        targets.long = scout.long().await?;
    }
    if has(&[Attack::Log]) {
        targets.over = scout.over("traders-and-builders", json!({})).await?;
    }
    if has(&[Attack::Uploads]) {
        // A long game, whose record takes long to check.
        let options = json!({"victory_points": 22, "turn_limit": TURNS});
        let played = scout.over("catan", options).await?;
        let path = format!("/api/v1/tables/{}/record", played.table);
        let record = scout.need("GET", &path, &played.token, None).await?;
        targets.record = String::from_utf8(record).map_err(io::Error::other)?;
    }
    if has(&[Attack::Legal]) {
        targets.full = scout.full().await?;
    }
    if has(&[Attack::Reports]) {
        let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Victim", "public": true});
        targets.public = seated(&scout.need("POST", "/api/v1/tables", "", Some(&body.to_string())).await?)?;
    }
    if has(&[Attack::Passwords]) {
        let body = json!({"name": "Victim", "password": "the right one"}).to_string();
        scout.need("POST", "/api/v1/account", "", Some(&body)).await?;
    }
    Ok(Some(targets))
}

/// Prepares tables: each request from another address, so that no limit of an address is met.
struct Scout {
    dialer: Dialer,
    line: Connection,
    asked: u32,
    random: Random,
}

impl Scout {
    async fn ask(&mut self, method: &str, path: &str, token: &str, body: Option<&str>) -> io::Result<Reply> {
        // A connection is opened for a while in the name of one address, and the next one for another.
        if self.asked.is_multiple_of(20) {
            let [.., network, host] = (self.asked / 20).to_be_bytes();
            self.line =
                Connection::closed(&self.dialer.for_client(Ipv4Addr::new(172, 16 + network % 16, host, 7)));
        }
        self.asked += 1;
        let credential = if token.is_empty() { Credential::None } else { Credential::Bearer(token) };
        let body = body.map_or(Body::None, Body::Json);
        loop {
            let reply =
                self.line.ask_once(Request { credential, body, ..Request::new(method, path) }).await?;
            // A person has a budget, too.
            match reply.status {
                429 | 503 => sleep(Duration::from_millis(200)).await,
                _ => return Ok(reply),
            }
        }
    }

    /// Asks for what must not be refused.
    async fn need(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: Option<&str>,
    ) -> io::Result<Vec<u8>> {
        let reply = self.ask(method, path, token, body).await?;
        if (200..300).contains(&reply.status) {
            return Ok(reply.body);
        }
        let body = String::from_utf8_lossy(&reply.body[..reply.body.len().min(200)]);
        Err(io::Error::other(format!("{method} {path}: status {}: {body}", reply.status)))
    }

    /// Opens a table for two.
    async fn open(&mut self, game: &str, options: Value) -> io::Result<[Seated; 2]> {
        let body = json!({"game": game, "seats": ["me", "open"], "name": "Mallory", "options": options});
        let first = seated(&self.need("POST", "/api/v1/tables", "", Some(&body.to_string())).await?)?;
        let path = format!("/api/v1/tables/{}/join", first.table);
        let second = seated(&self.need("POST", &path, "", Some(r#"{"name": "Mallet"}"#)).await?)?;
        Ok([first, second])
    }

    /// The legal actions of whoever may move.
    async fn legal(&mut self, seats: &[Seated; 2]) -> io::Result<Option<(usize, Legal)>> {
        for (number, seat) in seats.iter().enumerate() {
            let legal = self.legal_of(seat).await?;
            if !legal.legal.is_empty() {
                return Ok(Some((number, legal)));
            }
        }
        Ok(None)
    }

    async fn legal_of(&mut self, seat: &Seated) -> io::Result<Legal> {
        let path = format!("/api/v1/tables/{}/legal", seat.table);
        let reply = self.need("GET", &path, &seat.token, None).await?;
        serde_json::from_slice(&reply).map_err(io::Error::other)
    }

    async fn act(&mut self, seat: &Seated, seq: u64, action: &str) -> io::Result<u64> {
        let id = format!("a{}", self.asked);
        let body = json!({"seq": seq, "id": id, "action": action}).to_string();
        let path = format!("/api/v1/tables/{}/act", seat.table);
        seq_of(&self.need("POST", &path, &seat.token, Some(&body)).await?)
    }

    /// A table with a long log of moves, a third of which was taken back where the rules let it.
    async fn long(&mut self) -> io::Result<Seated> {
        let seats = self.open("catan", json!({"victory_points": 22})).await?;
        for step in 0..LONG {
            let Some((who, Legal { version, legal, .. })) = self.legal(&seats).await? else { break };
            let action = &legal[self.random.below(legal.len())];
            let seq = self.act(&seats[who], version, action).await?;
            if step % 3 == 0 {
                let body = json!({"seq": seq, "id": format!("u{step}")}).to_string();
                let path = format!("/api/v1/tables/{}/undo", seats[who].table);
                self.ask("POST", &path, &seats[who].token, Some(&body)).await?;
            }
        }
        Ok(seats[0].clone())
    }

    /// A game that is over.
    async fn over(&mut self, game: &str, options: Value) -> io::Result<Seated> {
        let seats = self.open(game, options).await?;
        while let Some((who, Legal { version, legal, .. })) = self.legal(&seats).await? {
            let action = &legal[self.random.below(legal.len())];
            self.act(&seats[who], version, action).await?;
        }
        let [first, _] = seats;
        Ok(first)
    }

    /// A seat that has to choose which of dozens of cards to give back. Nobody builds; the first seat hoards what the other
    /// one gives it.
    async fn full(&mut self) -> io::Result<Seated> {
        let options = json!({"discard_limit": 78, "victory_points": 30});
        let seats = self.open("cities-and-knights", options).await?;
        for _ in 0..FULL {
            // The second seat answers before the first one goes on.
            for who in [1, 0] {
                let Legal { version, legal, choose } = self.legal_of(&seats[who]).await?;
                if choose.is_some() {
                    return Ok(seats[who].clone());
                }
                let listed = |wanted: &str| legal.iter().find(|action| *action == wanted).cloned();
                let mut action = ["roll", "accept", "execute B"].into_iter().find_map(listed);
                if action.is_none() && who == 0 && listed("end").is_some() {
                    action = self.hoard(&seats, &legal).await?;
                }
                let action = action.or_else(|| listed("end")).or_else(|| legal.get(legal.len() / 2).cloned());
                // What was accepted stays accepted.
                let Some(action) = action.filter(|action| action != "reject") else { continue };
                self.act(&seats[who], version, &action).await?;
                break;
            }
        }
        Err(io::Error::other("no hand became full"))
    }

    /// Returns an action that makes the first hand grow: an offer of one card for all that the other hand has, or an exchange
    /// with the supply.
    async fn hoard(&mut self, seats: &[Seated; 2], legal: &[String]) -> io::Result<Option<String>> {
        let (own, theirs) = (self.hand(&seats[0], "A").await?, self.hand(&seats[1], "B").await?);
        let (Some((kind, most)), Some((least, few))) =
            (own.iter().max_by_key(|(_, count)| *count), own.iter().min_by_key(|(_, count)| *count))
        else {
            return Ok(None);
        };
        let wanted: Vec<&(String, u64)> =
            theirs.iter().filter(|(other, count)| other != kind && *count > 0).collect();
        if *most > 0 && wanted.iter().map(|(_, count)| count).sum::<u64>() > 1 {
            let wanted: Vec<String> = wanted.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            return Ok(Some(format!("offer 1 {kind} for {} to B", wanted.join(" "))));
        }
        let exchange = format!(" {kind} for {least}");
        let is_it = |action: &&String| action.starts_with("bank ") && action.ends_with(&exchange);
        Ok(legal.iter().find(is_it).filter(|_| *most > 15 && *few < 12).cloned())
    }

    /// The cards of a seat by kind.
    async fn hand(&mut self, seat: &Seated, name: &str) -> io::Result<Vec<(String, u64)>> {
        const KINDS: [&str; 8] = ["brick", "lumber", "wool", "grain", "ore", "paper", "cloth", "coin"];
        let path = format!("/api/v1/tables/{}/view", seat.table);
        let reply = self.need("GET", &path, &seat.token, None).await?;
        let view: Value = serde_json::from_slice(&reply).map_err(io::Error::other)?;
        let hand = &view["view"]["seats"][name]["hand"];
        Ok(KINDS.map(|kind| (kind.to_owned(), hand[kind].as_u64().unwrap_or(0))).to_vec())
    }
}

fn seated(body: &[u8]) -> io::Result<Seated> {
    let body: Value = serde_json::from_slice(body).map_err(io::Error::other)?;
    let text = |field: &str| body[field].as_str().map(str::to_owned);
    match (text("table"), text("token")) {
        (Some(table), Some(token)) => Ok(Seated { table, token }),
        _ => Err(io::Error::other("an answer without table and token")),
    }
}

fn seq_of(body: &[u8]) -> io::Result<u64> {
    #[derive(Deserialize)]
    struct Acted {
        seq: u64,
    }
    serde_json::from_slice(body).map(|Acted { seq }| seq).map_err(io::Error::other)
}

/// Attacks until a moment, on another thread.
pub(crate) fn launch(
    addr: SocketAddr,
    targets: Targets,
    until: Instant,
) -> JoinHandle<io::Result<Vec<AttackReport>>> {
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let local = tokio::task::LocalSet::new();
        Ok(local.block_on(&runtime, async move {
            let pace = Rc::new(Pace::new(targets.rate));
            let targets = Rc::new(targets);
            let reports: Vec<_> = targets
                .attacks
                .iter()
                .map(|attack| Rc::new(RefCell::new(AttackReport::new(*attack))))
                .collect();
            for connection in 0..CONNECTIONS.max(reports.len()) {
                let attacker = Attacker {
                    targets: Rc::clone(&targets),
                    pace: Rc::clone(&pace),
                    dialer: Dialer::new(&[addr]).for_client(ATTACKER),
                    report: Rc::clone(&reports[connection % reports.len()]),
                    random: Random::new(targets.seed + connection as u64),
                    number: connection,
                    sent: Cell::new(0),
                };
                tokio::task::spawn_local(async move { attacker.attack().await });
            }
            tokio::time::sleep_until(until.into()).await;
            reports.iter().map(|report| report.borrow().clone()).collect()
        }))
    })
}

/// Spreads the requests of all connections over time.
struct Pace {
    /// The time between two requests.
    gap: Duration,
    /// The time at which the next request is due.
    next: Cell<Instant>,
}

impl Pace {
    fn new(rate: Option<f64>) -> Pace {
        let gap = rate.map_or(Duration::ZERO, |rate| Duration::from_secs_f64(1.0 / rate));
        Pace { gap, next: Cell::new(Instant::now()) }
    }

    /// Waits for this request's turn.
    async fn turn(&self) {
        if !self.gap.is_zero() {
            let at = self.next.get().max(Instant::now());
            self.next.set(at + self.gap);
            tokio::time::sleep_until(at.into()).await;
        }
    }
}

/// One connection of the attack.
struct Attacker {
    targets: Rc<Targets>,
    pace: Rc<Pace>,
    dialer: Dialer,
    report: Rc<RefCell<AttackReport>>,
    random: Random,
    number: usize,
    sent: Cell<u64>,
}

impl Attacker {
    async fn attack(&self) {
        let mut line = Connection::closed(&self.dialer);
        let kind = self.report.borrow().name;
        if kind == Attack::Streams {
            return self.streams(&mut line).await;
        }
        loop {
            match kind {
                Attack::Log => self.log(&mut line).await,
                Attack::Legal => self.legal(&mut line).await,
                Attack::Passwords => self.passwords(&mut line).await,
                Attack::People => self.people(&mut line).await,
                Attack::Reports => self.reports(&mut line).await,
                Attack::Drip => self.drip().await,
                Attack::Backlog => self.backlog().await,
                Attack::Uploads | Attack::Streams => self.uploads(&mut line).await,
            }
        }
    }

    /// Sends one request and counts what comes of it.
    async fn send(&self, line: &mut Connection, request: Request<'_>) -> Option<Reply> {
        self.pace.turn().await;
        self.sent.set(self.sent.get() + 1);
        let reply = line.ask_once(request).await.ok();
        self.report.borrow_mut().add(reply.as_ref().map(|reply| reply.status));
        if reply.is_none() {
            sleep(PAUSE).await;
        }
        reply
    }

    /// An id for a command.
    fn id(&self) -> String {
        format!("x{}-{}", self.number, self.sent.get())
    }

    async fn log(&self, line: &mut Connection) {
        let (long, over) = (&self.targets.long, &self.targets.over);
        let at = self.random.below(LONG);
        let theme = ["light", "dark"][at % 2];
        let path = match self.random.below(10) {
            0 => format!("/t/{}", long.table),
            1 => format!("/t/{}/record", long.table),
            2 => format!("/t/{}/record", over.table),
            3 => format!("/t/{}/board/{}.svg?theme={theme}", over.table, at % 300),
            4 => format!("/t/{}/replay/{}", over.table, at % 150),
            5 => format!("/api/v1/tables/{}/positions/{}?eyes=watch", long.table, at % 900),
            6 => format!("/api/v1/tables/{}/statistics", long.table),
            7 => return self.lengthen(line).await,
            _ => format!("/t/{}/board/{at}.svg?theme={theme}", long.table),
        };
        let credential = match path.starts_with("/api/") {
            true => Credential::Bearer(&long.token),
            false => Credential::Cookie(&long.token),
        };
        self.send(line, Request { credential, ..Request::get(&path) }).await;
    }

    /// Plays a legal action at the long table and takes it back.
    async fn lengthen(&self, line: &mut Connection) {
        let Seated { table, token } = &self.targets.long;
        let credential = Credential::Bearer(token);
        let path = format!("/api/v1/tables/{table}/legal");
        let reply = self.send(line, Request { credential, ..Request::get(&path) }).await;
        let legal = reply.and_then(|reply| serde_json::from_slice::<Legal>(&reply.body).ok());
        let Some(Legal { version, legal, .. }) = legal else { return };
        let action = legal.get(self.random.below(legal.len())).map_or("end turn", String::as_str);
        let body = json!({"seq": version, "id": self.id(), "action": action}).to_string();
        let path = format!("/api/v1/tables/{table}/act");
        let request = Request { credential, body: Body::Json(&body), ..Request::new("POST", &path) };
        let Some(reply) = self.send(line, request).await else { return };
        let Ok(seq) = seq_of(&reply.body) else { return };
        let body = json!({"seq": seq, "id": self.id()}).to_string();
        let path = format!("/api/v1/tables/{table}/undo");
        self.send(line, Request { credential, body: Body::Json(&body), ..Request::new("POST", &path) }).await;
    }

    async fn legal(&self, line: &mut Connection) {
        let Seated { table, token } = &self.targets.full;
        let credential = Credential::Bearer(token);
        if self.random.below(3) > 0 {
            let path = format!("/api/v1/tables/{table}/legal");
            self.send(line, Request { credential, ..Request::get(&path) }).await;
            return;
        }
        let action = ["discard 40 wool", "offer 90 wool for 90 brick to B", "roll", "play inventor"]
            [self.random.below(4)];
        let body = json!({"seq": 100_000, "id": self.id(), "action": action}).to_string();
        let path = format!("/api/v1/tables/{table}/act");
        self.send(line, Request { credential, body: Body::Json(&body), ..Request::new("POST", &path) }).await;
    }

    async fn passwords(&self, line: &mut Connection) {
        let name = match self.random.below(2) {
            0 => "Victim".to_owned(),
            _ => format!("Nobody {}", self.random.below(1_000_000)),
        };
        let body = json!({"name": name, "password": WRONG}).to_string();
        let request = Request { body: Body::Json(&body), ..Request::new("POST", "/api/v1/session") };
        self.send(line, request).await;
    }

    async fn people(&self, line: &mut Connection) {
        let known = Credential::Bearer(&self.targets.long.token);
        self.send(line, Request { credential: known, ..Request::get("/api/v1/me/data") }).await;
        // A guest comes to be with a first table.
        let Some(reply) = self.open_table(line).await else { return };
        let Ok(guest) = seated(&reply.body) else { return };
        let credential = Credential::Bearer(&guest.token);
        self.send(line, Request { credential, ..Request::get("/api/v1/me/data") }).await;
        let request = Request { credential, body: Body::Json("{}"), ..Request::new("DELETE", "/api/v1/me") };
        self.send(line, request).await;
    }

    async fn open_table(&self, line: &mut Connection) -> Option<Reply> {
        let body = r#"{"game": "mayflower", "seats": ["me", "bot:random", "bot:random"], "name": "Mallory"}"#;
        let request = Request { body: Body::Json(body), ..Request::new("POST", "/api/v1/tables") };
        self.send(line, request).await
    }

    async fn uploads(&self, line: &mut Connection) {
        let record = &self.targets.record;
        let garbled = || {
            // A legal game first, so that the mistake is found late.
            let mut text = record.clone();
            let line = record.lines().last().unwrap_or_default().to_owned() + "\n";
            while text.len() + line.len() < RECORD_MAX {
                text += &line;
            }
            text
        };
        match self.random.below(6) {
            0 | 1 => {
                let path = ["/replay", "/api/v1/draws"][self.random.below(2)];
                self.send(line, Request { body: Body::Text(record), ..Request::new("POST", path) }).await
            }
            2 => {
                let text = garbled();
                self.send(line, Request { body: Body::Text(&text), ..Request::new("POST", "/replay") }).await
            }
            3 => {
                let text = garbled();
                self.send(line, Request { body: Body::Text(&text), ..Request::new("POST", "/api/v1/draws") })
                    .await
            }
            4 => {
                let nested = "[".repeat(BODY_MAX - 1);
                let request = Request { body: Body::Json(&nested), ..Request::new("POST", "/api/v1/tables") };
                self.send(line, request).await
            }
            _ => {
                let fields = "%00=&".repeat(BODY_MAX / 5);
                let request = Request { body: Body::Form(&fields), ..Request::new("POST", "/tables") };
                self.send(line, request).await
            }
        };
    }

    /// Reports the same player as a guest that nobody has seen before.
    async fn reports(&self, line: &mut Connection) {
        let token = format!("{:08x}{:08x}{:016x}", self.targets.seed as u32, self.number, self.sent.get());
        let path = format!("/api/v1/tables/{}/reports", self.targets.public.table);
        let body = Body::Json(r#"{"seat": "A", "reason": "spam"}"#);
        let credential = Credential::Bearer(&token);
        self.send(line, Request { credential, body, ..Request::new("POST", &path) }).await;
    }

    /// Sends a record so slowly that it would take hours.
    async fn drip(&self) {
        self.pace.turn().await;
        self.sent.set(self.sent.get() + 1);
        let record = "x".repeat(RECORD_MAX / 2);
        let path = ["/replay", "/api/v1/draws"][self.random.below(2)];
        let request = Request { body: Body::Text(&record), ..Request::new("POST", path) };
        let status = drip(&self.dialer, request, DRIP).await.ok();
        self.report.borrow_mut().add(status);
        if status.is_none() {
            sleep(PAUSE).await;
        }
    }

    /// Opens a stream of the table with the long log from its beginning, and leaves when it has read as many events as the log
    /// surely has.
    async fn backlog(&self) {
        self.pace.turn().await;
        self.sent.set(self.sent.get() + 1);
        let Seated { table, token } = &self.targets.long;
        let path = format!("/api/v1/tables/{table}/events?after=0");
        let request = Request { credential: Credential::Bearer(token), ..Request::get(&path) };
        match Stream::try_open(&self.dialer, request).await {
            Ok(Ok(mut stream)) => {
                self.report.borrow_mut().add(Some(200));
                let mut read = 0;
                while read < LONG / 2 && matches!(stream.next().await, Ok(Some(_))) {
                    read += 1;
                }
            }
            Ok(Err(status)) => {
                self.report.borrow_mut().add(Some(status));
                sleep(PAUSE).await;
            }
            Err(_) => {
                self.report.borrow_mut().add(None);
                sleep(PAUSE).await;
            }
        }
    }

    /// Opens tables and streams of them, and holds the streams.
    async fn streams(&self, line: &mut Connection) {
        let mut table = None;
        loop {
            if let Some(reply) = self.open_table(line).await
                && let Ok(seated) = seated(&reply.body)
            {
                table = Some(seated);
            }
            let Some(Seated { table, token }) = &table else { continue };
            self.pace.turn().await;
            let path = format!("/api/v1/tables/{table}/events?after=0");
            let request = Request { credential: Credential::Bearer(token), ..Request::get(&path) };
            let opened = Stream::try_open(&self.dialer, request).await;
            self.report.borrow_mut().add(match &opened {
                Ok(Ok(_)) => Some(200),
                Ok(Err(status)) => Some(*status),
                Err(_) => None,
            });
            match opened {
                Ok(Ok(mut stream)) => {
                    tokio::task::spawn_local(async move { while let Ok(Some(_)) = stream.next().await {} });
                }
                _ => sleep(PAUSE).await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_have_names() {
        for attack in Attack::ALL {
            assert_eq!(attack.to_string().parse(), Ok(attack));
        }
        assert!("all".parse::<Attack>().is_err());
    }

    #[test]
    fn answers_are_counted_by_class() {
        let mut report = AttackReport::new(Attack::Log);
        for status in [Some(200), Some(303), Some(404), Some(422), Some(429), Some(503), Some(500), None] {
            report.add(status);
        }
        let AttackReport { sent, done, refused, limited, busy, failed, broken, .. } = report;
        assert_eq!([sent, done, refused, limited, busy, failed, broken], [8, 2, 2, 1, 1, 1, 1]);
    }
}
