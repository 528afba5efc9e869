//! The world: events in the order of a virtual clock, and what they do to server, disk, network and people.

use super::check;
use super::disk::{Disk, Fate};
use super::exports::Export;
use super::pages::{FOLLOWED, Page};
use super::people::{Person, chairs};
use super::weather::{Counts, Weather};
use fair::Secret;
use game::{Draws, Seat, Seed, Substream, Viewer};
use live::hub::{Attendance, LiveTable};
use live::time::Time;
use server::driven::{Driven, Ticket};
use shelf::{GameKind, Prompt};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, MutexGuard};
use table::games::new_game;
use table::host::{Answer, Chance, Command, Effect, Host, Opening};
use table::shares::SHARE;
use table::stored::{Batch, StoredEntry};
use table::{Key, KeyHash, TableId};
use tokio::sync::oneshot;

/// The beginning of time, in milliseconds since 1970.
const START: u64 = 1_795_250_000_000;
/// One world of so many has a table at which somebody has nearly used up their share of the log.
const FILLED: u64 = 16;
/// The interval at which the server notes that it runs; `TICK` is that at which it looks at clocks. Both are as in the hub.
pub(crate) const ALIVE: u64 = 2_000;
const TICK: u64 = 200;
/// The time without faults at the end of a world, in which everything comes to rest and goes on.
const PEACE: u64 = 120_000;
/// A table as a server has it.
pub(crate) type Table = Host<Ticket>;

/// The ticket of whoever waits for nothing.
pub(crate) fn nobody() -> Ticket {
    oneshot::channel().0
}

/// A hash that is the same on every machine.
pub(crate) fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(seed);
    hasher.write(bytes);
    hasher.finish()
}

pub(crate) enum Event {
    /// A person looks at the table.
    Looks(usize),
    /// A message reaches the server, if there is one.
    Arrives(usize),
    /// An answer reaches its person.
    Answered(usize, Answer),
    /// A person has waited long enough for the answer to a message.
    GivesUp(usize),
    /// Something comes through a stream, or it breaks.
    Comes(usize, u64, Option<(u64, Viewer, u64)>),
    Written(u64, u64),
    Read(u64, usize),
    Bot(u64, usize, Seat, u64),
    Tick(u64, usize),
    Alive(u64),
    /// A page that is open asks for what is new.
    Follows(usize),
    /// A person asks for everything that is kept of them, or for the next piece of it.
    Exports(usize),
    Crash,
    Start,
}

impl Event {
    /// The numbers that identify the event in the trace.
    fn digest(&self) -> [u64; 5] {
        match self {
            Event::Looks(person) => [0, *person as u64, 0, 0, 0],
            Event::Arrives(message) => [1, *message as u64, 0, 0, 0],
            Event::Answered(message, Ok(done)) => [2, *message as u64, done.seq, 0, 0],
            Event::Answered(message, Err(refusal)) => [3, *message as u64, refusal.seq, 0, 0],
            Event::GivesUp(message) => [4, *message as u64, 0, 0, 0],
            Event::Comes(person, stream, Some((version, _, what))) => {
                [5, *person as u64, *stream, *version, *what]
            }
            Event::Comes(person, stream, None) => [6, *person as u64, *stream, 0, 0],
            Event::Written(life, request) => [7, *life, *request, 0, 0],
            Event::Read(life, table) => [8, *life, *table as u64, 0, 0],
            Event::Bot(life, table, seat, seq) => [9, *life, *table as u64, seat.index() as u64, *seq],
            Event::Tick(life, table) => [10, *life, *table as u64, 0, 0],
            Event::Alive(life) => [11, *life, 0, 0, 0],
            Event::Crash => [12, 0, 0, 0, 0],
            Event::Start => [13, 0, 0, 0, 0],
            Event::Follows(page) => [14, *page as u64, 0, 0, 0],
            Event::Exports(person) => [15, *person as u64, 0, 0, 0],
        }
    }
}

pub(crate) struct Message {
    pub(crate) person: usize,
    pub(crate) table: usize,
    pub(crate) command: Command,
    pub(crate) arrivals: u64,
}

pub(crate) struct Stream {
    pub(crate) person: usize,
    pub(crate) table: usize,
    pub(crate) viewer: Viewer,
    pub(crate) last: u64,
    /// The arrival time of the last message sent: nothing overtakes in a stream.
    pub(crate) arrives: u64,
    /// The presence of its reader, as the table has it.
    pub(crate) present: Option<Attendance>,
}

/// The server as long as it lives.
pub(crate) struct Process {
    pub(crate) life: u64,
    /// The front end, which answers requests for pages and exports.
    pub(crate) front: Driven,
    pub(crate) hosts: BTreeMap<usize, Arc<LiveTable>>,
    /// The messages that wait for an answer of a table.
    pub(crate) waiting: Vec<(usize, oneshot::Receiver<Answer>)>,
    pub(crate) streams: BTreeMap<u64, Stream>,
    down: Option<(u64, u64)>,
    pub(crate) told: bool,
}

pub(crate) struct World {
    pub(crate) seed: u64,
    pub(crate) runtime: tokio::runtime::Runtime,
    pub(crate) draws: Substream,
    pub(crate) weather: Weather,
    pub(crate) now: u64,
    /// The present time on the server's clock.
    passed: Arc<AtomicU64>,
    pub(crate) events: BTreeMap<(u64, u64), Event>,
    order: u64,
    pub(crate) disk: Disk,
    pub(crate) process: Option<Process>,
    pub(crate) lives: u64,
    pub(crate) streams: u64,
    /// The start and the end of each time that a server ran.
    ups: Vec<(u64, u64)>,
    pub(crate) tables: Vec<TableId>,
    /// Tables where people play again, by the table before.
    pub(crate) next: BTreeMap<usize, usize>,
    pub(crate) people: Vec<Person>,
    pub(crate) messages: Vec<Message>,
    pub(crate) pages: Vec<Page>,
    /// The exports of their data that people read.
    pub(crate) exports: BTreeMap<usize, Export>,
    /// The end of a person's last stream at a table.
    pub(crate) ended: HashMap<(usize, KeyHash), u64>,
    /// The highest version that was confirmed to anybody, by table.
    pub(crate) confirmed: BTreeMap<usize, u64>,
    pub(crate) counts: Counts,
}

/// Opening, and running to the end.
impl World {
    pub(crate) fn new(seed: u64, weather: Weather, tables: usize) -> World {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let mut world = World {
            seed,
            runtime: runtime.expect("a runtime"),
            draws: Seed(seed).substream("world", 0),
            weather,
            now: START,
            passed: Arc::default(),
            events: BTreeMap::new(),
            order: 0,
            disk: Disk::default(),
            process: None,
            lives: 0,
            streams: 0,
            ups: Vec::new(),
            tables: Vec::new(),
            next: BTreeMap::new(),
            people: Vec::new(),
            messages: Vec::new(),
            pages: Vec::new(),
            exports: BTreeMap::new(),
            ended: HashMap::new(),
            confirmed: BTreeMap::new(),
            counts: Counts { worlds: 1, ..Counts::default() },
        };
        world.start();
        for n in 0..tables {
            world.open_first(n);
        }
        world.at(weather.crash / 2, Event::Crash);
        world
    }

    fn open_first(&mut self, n: usize) {
        let kind = GameKind::ALL[(self.seed as usize + n) % GameKind::ALL.len()];
        let info = kind.info();
        let seats = info.seats_min.max(2) + self.below(info.seats_max.min(4) as u32 - 1) as usize;
        let seats = seats.min(info.seats_max);
        let first = self.people.len();
        for person in 0..=seats {
            let number = u128::from(hash(self.seed, &(self.people.len() as u64).to_le_bytes()));
            let key: Key = format!("{:032x}", number << 64 | number).parse().expect("32 digits");
            self.people.push(Person::new(key, n, person == seats));
        }
        let keys: Vec<_> = self.people[first..first + seats].iter().map(|person| person.key).collect();
        let chairs = chairs(seats, &keys, &mut self.draws);
        let clock = match self.below(5) {
            // Nobody uses that up, so that it can be seen what it loses.
            0 => Some("bank 3000 2 replace"),
            3 => Some("bank 60 2 replace"),
            1 => Some("bank 30 1 bot"),
            2 => Some("decision 20 bot"),
            _ => None,
        };
        let table = self.new_table();
        let secret = Secret::from_bytes(std::array::from_fn(|at| (hash(self.seed, &[at as u8]) >> 8) as u8));
        let opening = Opening {
            clock: clock.map(|clock| clock.parse().expect("a clock")),
            public: self.below(2) == 0,
            ..Opening::new(chairs, Chance::Secret(secret), format!("code{n:04}"), keys[0])
        };
        let start = new_game(kind.name(), seats, &[]).expect("a game");
        let (host, effects) =
            Host::open(self.tables[table], &start, opening, self.now, nobody()).expect("opened");
        self.adopt(table, host);
        // The first tables are there when the world begins.
        let Some(Effect::Append(batch)) = effects.into_iter().next() else {
            panic!("the creation is stored")
        };
        let request = self.disk.begin(batch);
        self.written(request, Fate::Stored);
        if n == 1 && self.seed % FILLED == 5 {
            self.fill(table);
        }
        for person in first..self.people.len() {
            let delay = u64::from(self.below(3_000));
            self.at(delay, Event::Looks(person));
        }
        if n == 0 {
            if self.seed.is_multiple_of(FOLLOWED) {
                self.open_pages(n, first, seats);
            }
            // What a disk has lost that lies, nobody can be told.
            for person in first..first + if self.weather.lies == 0 { seats } else { 0 } {
                let delay = u64::from(self.below(25 * 60_000));
                self.at(delay, Event::Exports(person));
            }
        }
    }

    /// Lets seat A of a table have said so much that its share of the log is nearly used up.
    fn fill(&mut self, table: usize) {
        let (id, next) = (self.tables[table], self.disk.len(self.tables[table]));
        if self.live(table).expect("it is there").look().game().is_none() {
            return;
        }
        let body = r#"{"said":{"seat":"A","text":"la"}}"#.to_owned();
        let said = |seq| StoredEntry { seq, at: self.now, command: None, body: body.clone() };
        let entries = (next..next + u64::from(SHARE) - 20).map(said).collect();
        let request = self.disk.begin(Batch { table: id, entries, index: Vec::new(), untag: Vec::new() });
        let _ = self.disk.end(request, Fate::Stored);
        let host = Host::load(id, self.disk.tables[&id].clone()).expect("a sound log").expect("a table");
        self.process.as_mut().expect("it runs").front.release(id);
        self.adopt(table, host);
        let now = self.now;
        let effects = self.look(table, |host| host.resume(None, now)).expect("it is loaded");
        self.carry_out(table, effects);
    }

    pub(crate) fn new_table(&mut self) -> usize {
        let number = hash(self.seed, &(self.tables.len() as u64 + 1_000_000).to_le_bytes()) >> 4;
        self.tables.push(TableId::new(number).expect("60 bits"));
        self.tables.len() - 1
    }

    /// Lets the world run for so long, leaves it in peace for a while, and checks it.
    pub(crate) fn run(mut self, time: u64) -> Counts {
        self.run_until(START + time);
        self.weather = self.weather.fair();
        if self.process.is_none() {
            self.start();
        }
        // Everybody's connection is fine again; what was lost is sent once more.
        for person in &mut self.people {
            person.cut_until = 0;
        }
        self.run_until(START + time + PEACE / 2);
        self.finish_exports();
        let before: Vec<u64> = self.tables.iter().map(|&table| self.disk.len(table)).collect();
        self.run_until(START + time + PEACE);
        for (table, before) in before.into_iter().enumerate() {
            self.look(table, |_| ());
            let host = self.live(table).expect("the disk is well again");
            let host = host.look();
            let game = host.game().filter(|game| game.outcome().is_none() && !host.is_closed());
            let waits_for_nobody = game.is_none();
            let goes_on = self.disk.len(self.tables[table]) > before;
            assert!(goes_on || waits_for_nobody, "table {table} stands still: {host:?}");
        }
        for table in 0..self.tables.len() {
            self.look(table, |_| ());
        }
        self.let_writes_end();
        self.settle_pages();
        check::all(&self);
        self.count()
    }

    fn run_until(&mut self, end: u64) {
        while let Some(entry) = self.events.first_entry()
            && entry.key().0 <= end
        {
            let ((at, _), event) = entry.remove_entry();
            self.now = at;
            self.passed.store(at - START, Ordering::Relaxed);
            let mut trace = DefaultHasher::new();
            (self.counts.trace, at, event.digest()).hash(&mut trace);
            self.counts.trace = trace.finish();
            self.happens(event);
        }
        self.now = end;
    }

    /// No new commands; what is under way is stored.
    fn let_writes_end(&mut self) {
        while let Some(at) = self
            .events
            .iter()
            .find_map(|(at, event)| matches!(event, Event::Written(..) | Event::Read(..)).then_some(*at))
        {
            let event = self.events.remove(&at).expect("it is there");
            self.now = self.now.max(at.0);
            self.happens(event);
        }
    }

    fn count(mut self) -> Counts {
        for table in 0..self.tables.len() {
            let log = &self.disk.tables[&self.tables[table]];
            let plain = check::replay(log, |_, _| 0);
            let until = plain.over.unwrap_or(self.now);
            self.counts.played += plain.began.map_or(0, |began| self.up(began, until));
            self.counts.games_over += u64::from(plain.over.is_some() && !plain.closed);
            let count = |what: &str| log.iter().filter(|entry| entry.body.starts_with(what)).count() as u64;
            self.counts.undone += count("{\"undo\":");
            self.counts.times_up += count("{\"time-up\":");
            self.counts.stood_still += count("{\"stood-still\":");
            self.counts.replaced += count("{\"replaced\":");
            self.counts.agreed += count("{\"closed\":{\"why\":\"agreement\"");
            self.counts.deserted += count("{\"closed\":{\"why\":\"absence\"");
            self.counts.closed_by_host += count("{\"closed\":{\"why\":\"host");
            self.counts.spent += count("{\"share-spent\":");
        }
        self.counts.tables = self.tables.len() as u64;
        self.counts.rematches = self.next.len() as u64;
        self.counts
    }
}

/// Chance, time, and what is known of both.
impl World {
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.draws.below(end)
    }

    pub(crate) fn one_in(&mut self, of: u32) -> bool {
        of > 0 && self.draws.below(of) == 0
    }

    /// Mostly short, sometimes as long as can be.
    pub(crate) fn delay(&mut self, longest: u64) -> u64 {
        let long = self.below(8) == 0;
        1 + u64::from(self.below((if long { longest } else { longest.min(60) }).max(1) as u32))
    }

    pub(crate) fn at(&mut self, delay: u64, event: Event) {
        self.order += 1;
        self.events.insert((self.now.saturating_add(delay), self.order), event);
    }

    /// For how long a server ran between two moments.
    pub(crate) fn up(&self, from: u64, to: u64) -> u64 {
        self.ups.iter().map(|&(start, end)| end.min(to).saturating_sub(start.max(from))).sum()
    }

    pub(crate) fn lied(&self) -> bool {
        self.counts.lost_by_lies > 0
    }

    /// The table as the server has it in memory.
    pub(crate) fn live(&self, table: usize) -> Option<Arc<LiveTable>> {
        self.process.as_ref()?.hosts.get(&table).cloned()
    }

    /// Takes a table into memory.
    pub(crate) fn adopt(&mut self, table: usize, host: Table) {
        let process = self.process.as_mut().expect("it runs");
        let live = process.front.adopt(self.tables[table], host);
        // Whoever follows it still does.
        for stream in process.streams.values_mut().filter(|stream| stream.table == table) {
            stream.present = Some(live.attend(Some(self.people[stream.person].key)));
        }
        process.hosts.insert(table, live);
    }
}

/// The server.
impl World {
    pub(crate) fn start(&mut self) {
        self.lives += 1;
        let life = self.lives;
        let down = self.disk.alive.filter(|&last| last < self.now).map(|last| (last, self.now));
        let front = {
            let _runtime = self.runtime.enter();
            let time = Time::planted(|| START, Arc::clone(&self.passed));
            Driven::at(self.disk.copy(), time)
        };
        self.process = Some(Process {
            life,
            front,
            hosts: BTreeMap::new(),
            waiting: Vec::new(),
            streams: BTreeMap::new(),
            down,
            told: false,
        });
        self.ups.push((self.now, u64::MAX));
        self.at(1, Event::Alive(life));
    }

    pub(crate) fn crash(&mut self) {
        self.break_connections();
        self.process = None;
        self.counts.crashes += 1;
        self.ups.last_mut().expect("it ran").1 = self.now;
        let draws = &mut self.draws;
        let lies = if self.weather.lies > 0 { draws.below(self.weather.lies as u32) as usize } else { 0 };
        let lost = self.disk.crash(|| draws.below(2) == 0, lies);
        self.counts.lost_by_lies += lost as u64;
        let (down, next) = (1 + u64::from(self.below(30_000)), self.weather.crash.min(1 << 30) as u32);
        self.at(down, Event::Start);
        let next = down + 1 + u64::from(self.below(2 * next));
        self.at(next, Event::Crash);
    }

    /// Lets `look` see a table, which is loaded if it has to be; `None` if that fails.
    pub(crate) fn look<R>(&mut self, table: usize, look: impl FnOnce(&mut Table) -> R) -> Option<R> {
        let process = self.process.as_ref()?;
        if !process.hosts.contains_key(&table) {
            if self.weather.read_fails > 0 && self.draws.below(self.weather.read_fails) == 0 {
                self.counts.unread += 1;
                return None;
            }
            let log = self.disk.tables.get(&self.tables[table]).cloned().unwrap_or_default();
            let mut host = Host::load(self.tables[table], log).expect("a sound log")?;
            let effects = host.resume(process.down, self.now);
            self.adopt(table, host);
            self.carry_out(table, effects);
        }
        let live = self.live(table).expect("it is loaded");
        let mut host: MutexGuard<'_, Table> = live.look();
        Some(look(&mut host))
    }

    /// Gives a command to a table, from a message or from a bot.
    pub(crate) fn submit(&mut self, table: usize, command: Command, message: Option<usize>) -> Option<()> {
        let (ticket, answer) = oneshot::channel();
        let now = self.now;
        let effects = self.look(table, |host| host.submit(command, now, ticket))?;
        let waits = message.map(|message| (message, answer));
        self.process.as_mut().expect("it runs").waiting.extend(waits);
        self.carry_out(table, effects);
        Some(())
    }

    fn life(&self) -> Option<u64> {
        self.process.as_ref().map(|process| process.life)
    }

    pub(crate) fn carry_out(&mut self, table: usize, effects: Vec<Effect<Ticket>>) {
        let life = self.life().expect("it runs");
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    let request = self.disk.begin(batch);
                    let delay = self.delay(self.weather.slow_disk);
                    self.at(delay, Event::Written(life, request));
                }
                Effect::Reread => {
                    self.counts.reread += 1;
                    let delay = self.delay(self.weather.slow_disk);
                    self.at(delay, Event::Read(life, table));
                }
                Effect::Reply(ticket, answer) => {
                    if ticket.send(answer).is_err() {
                        continue;
                    }
                    let waiting = &mut self.process.as_mut().expect("it runs").waiting;
                    let arrived = waiting.iter_mut().enumerate();
                    let mut arrived =
                        arrived.filter_map(|(at, (_, answer))| Some((at, answer.try_recv().ok()?)));
                    let (at, answer) = arrived.next().expect("somebody waits for it");
                    let (message, _) = waiting.remove(at);
                    if let Ok(done) = &answer {
                        assert!(
                            done.seq < self.disk.len(self.tables[table]),
                            "answered before it was stored"
                        );
                        let confirmed = self.confirmed.entry(table).or_default();
                        *confirmed = done.seq.max(*confirmed);
                    }
                    self.answer(message, answer);
                }
                Effect::Publish(version) => {
                    assert!(version < self.disk.len(self.tables[table]), "shown before it was stored");
                    let process = self.process.as_ref().expect("it runs");
                    process.front.publish(&process.hosts[&table], version);
                    let streams = process.streams.iter().filter(|(_, stream)| stream.table == table);
                    let streams: Vec<u64> = streams.map(|(id, _)| *id).collect();
                    streams.into_iter().for_each(|id| self.push(id));
                }
                Effect::Wake { seat, seq, prompt, retry } => {
                    let pause = match prompt {
                        Prompt::Turn => 600 + self.below(600),
                        Prompt::Answer => 150 + self.below(150),
                        Prompt::Waiting => 30_000,
                    };
                    self.at(
                        u64::from(pause) + if retry { 2_000 } else { 0 },
                        Event::Bot(life, table, seat, seq),
                    );
                }
                Effect::Alarm { at } => {
                    let delay = at.saturating_sub(self.now) / TICK * TICK + TICK;
                    self.at(delay, Event::Tick(life, table));
                }
            }
        }
    }

    /// Sends what a stream has not sent yet; sometimes it breaks in the middle.
    pub(crate) fn push(&mut self, id: u64) {
        let Some(process) = &self.process else { return };
        let Some(stream) = process.streams.get(&id) else { return };
        let (person, table, viewer, mut last, mut arrives) =
            (stream.person, stream.table, stream.viewer, stream.last, stream.arrives);
        let Some(host) = process.hosts.get(&table) else { return };
        let is_cut = self.people[person].cut_until > self.now;
        let changes = host.look().changes_after(last);
        for change in changes {
            assert_eq!(change.seq, last + 1, "a gap in what is sent");
            last = change.seq;
            arrives = arrives.max(self.now + self.delay(self.weather.slow_network.min(1_000)));
            let breaks = is_cut || self.one_in(self.weather.lost * 8);
            let what = (!breaks).then(|| (change.seq, viewer, check::shown(&change, viewer)));
            self.at(arrives - self.now, Event::Comes(person, id, what));
            if breaks {
                self.process.as_mut().expect("it runs").streams.remove(&id);
                self.ended.insert((table, self.people[person].key), self.now);
                return;
            }
        }
        let stream = self.process.as_mut().expect("it runs").streams.get_mut(&id).expect("it is there");
        (stream.last, stream.arrives) = (last, arrives);
    }

    pub(crate) fn answer(&mut self, message: usize, answer: Answer) {
        if self.one_in(self.weather.lost) || self.people[self.messages[message].person].cut_until > self.now {
            self.counts.lost += 1;
        } else {
            let delay = self.delay(self.weather.slow_network);
            self.at(delay, Event::Answered(message, answer));
        }
    }

    pub(crate) fn written(&mut self, request: u64, fate: Fate) {
        let Some((table, result)) = self.disk.end(request, fate) else { return };
        let table = self.tables.iter().position(|id| *id == table).expect("a table of this world");
        match fate {
            Fate::Stored => {}
            Fate::Fails => self.counts.failed += 1,
            Fate::SeemsToFail => self.counts.seemed_to_fail += 1,
        }
        let effects = self.live(table).expect("it waits").look().stored(result);
        self.carry_out(table, effects);
    }

    /// Tells tables with clocks how long no server ran; if that fails, it is not noted that one runs now.
    pub(crate) fn tell_clocks(&mut self) {
        let clocked: Vec<TableId> = self.disk.clocked.iter().copied().collect();
        let mut all = true;
        for id in clocked {
            let table = self.tables.iter().position(|known| *known == id).expect("a table of this world");
            let now = self.now;
            match self.look(table, |host| host.owes_time().then(|| host.tick(now))) {
                Some(None) => {}
                Some(Some(effects)) => {
                    all = false;
                    self.carry_out(table, effects);
                }
                None => all = false,
            }
        }
        self.process.as_mut().expect("it runs").told = all;
    }
}
