//! The world: events in the order of a virtual clock, and what they do to server, disk, network and people.

use crate::check;
use crate::disk::{Disk, Fate};
use crate::people::{Person, chairs};
use fair::Secret;
use game::{Draws, Seat, Seed, Substream, Viewer};
use shelf::{GameKind, Prompt};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use store::StoreError;
use table::games::new_game;
use table::host::{Answer, Chance, Command, Done, Effect, Host, Opening, Sender, Why, Wish};
use table::{Key, TableId};

/// The beginning of time, in milliseconds since 1970.
const START: u64 = 1_795_250_000_000;
/// How often the server notes that it runs, and how far apart it looks at clocks, as the hub does.
const ALIVE: u64 = 2_000;
const TICK: u64 = 200;
/// How long the world is left in peace in the end, so that everything comes to rest and goes on.
const PEACE: u64 = 120_000;
/// The ticket of whoever waits for nothing.
const NOBODY: u64 = u64::MAX;

/// How bad the world is. Chances are one in so many; 0 is never.
#[derive(Clone, Copy)]
pub(crate) struct Weather {
    lost: u32,
    repeated: u32,
    slow_network: u64,
    cut: u32,
    write_fails: u32,
    seems_to_fail: u32,
    read_fails: u32,
    slow_disk: u64,
    /// Virtual milliseconds between crashes, on average.
    crash: u64,
    evict: u32,
    lies: usize,
}

impl Weather {
    /// Another one for every seed: from fair to all at once.
    pub(crate) fn of(seed: u64) -> Weather {
        let storm = seed % 4;
        Weather {
            lost: [0, 30, 15, 8][storm as usize],
            repeated: [10, 6, 4, 3][storm as usize],
            slow_network: [50, 400, 2_000, 12_000][storm as usize],
            cut: [0, 400, 200, 80][storm as usize],
            write_fails: if seed.is_multiple_of(3) { 0 } else { 40 / (storm as u32 + 1) },
            seems_to_fail: if seed % 3 == 1 { 0 } else { 60 / (storm as u32 + 1) },
            read_fails: if seed.is_multiple_of(5) { 0 } else { 12 },
            slow_disk: [10, 40, 1_500, 200][storm as usize],
            crash: [240_000, 90_000, 40_000, 15_000][storm as usize],
            evict: 40,
            lies: 0,
        }
    }

    /// One whose disk forgets up to so many batches at a crash that it had confirmed.
    pub(crate) fn with_a_lying_disk(seed: u64) -> Weather {
        Weather { lies: 6, seems_to_fail: 0, ..Weather::of(seed) }
    }

    fn fair(self) -> Weather {
        Weather {
            lost: 0,
            cut: 0,
            write_fails: 0,
            seems_to_fail: 0,
            read_fails: 0,
            slow_disk: 10,
            slow_network: 50,
            crash: u64::MAX,
            ..self
        }
    }
}

/// What happened.
#[derive(Clone, Default)]
pub(crate) struct Counts {
    pub(crate) trace: u64,
    worlds: u64,
    tables: u64,
    games_over: u64,
    rematches: u64,
    played: u64,
    /// Time that processors took, in nanoseconds.
    pub(crate) took: u64,
    commands: u64,
    arrived: u64,
    repeated: u64,
    lost: u64,
    late: u64,
    acknowledged: u64,
    again: u64,
    refused: u64,
    shown: u64,
    resumed: u64,
    crashes: u64,
    failed: u64,
    seemed_to_fail: u64,
    reread: u64,
    unread: u64,
    evicted: u64,
    undone: u64,
    times_up: u64,
    stood_still: u64,
    pub(crate) lost_by_lies: u64,
    pub(crate) told_of_loss: u64,
}

impl Counts {
    pub(crate) fn hours(&self) -> f64 {
        self.played as f64 / 3_600_000.0
    }

    fn rows(&self) -> [(&'static str, u64); 25] {
        [
            ("worlds", self.worlds),
            ("tables", self.tables),
            ("games over", self.games_over),
            ("rematches", self.rematches),
            ("commands", self.commands),
            ("requests arrived", self.arrived),
            ("of these repeated", self.repeated),
            ("overtaken by later ones", self.late),
            ("messages lost", self.lost),
            ("acknowledged", self.acknowledged),
            ("acknowledged again", self.again),
            ("refused", self.refused),
            ("versions shown", self.shown),
            ("streams resumed", self.resumed),
            ("crashes", self.crashes),
            ("writes failed", self.failed),
            ("only seemed to fail", self.seemed_to_fail),
            ("logs read again", self.reread),
            ("reads failed", self.unread),
            ("tables evicted", self.evicted),
            ("taken back", self.undone),
            ("times up", self.times_up),
            ("clocks stood still", self.stood_still),
            ("confirmed, then lost by a lying disk", self.lost_by_lies),
            ("told of such a loss", self.told_of_loss),
        ]
    }

    pub(crate) fn add(&mut self, other: &Counts) {
        macro_rules! add { ($($field:ident)*) => { $(self.$field += other.$field;)* } }
        add!(worlds tables games_over rematches played took commands arrived repeated lost late acknowledged again refused
            shown resumed crashes failed seemed_to_fail reread unread evicted undone times_up stood_still lost_by_lies
            told_of_loss);
        self.trace ^= other.trace;
    }

    /// Everything that could go wrong did, and often enough.
    pub(crate) fn assert_that_it_was_a_test(&self) {
        for (what, count) in self.rows().into_iter().take(23) {
            assert!(count >= 10, "{what}: only {count}\n{self}");
        }
        assert!(self.acknowledged > 20_000 && self.crashes > 500, "{self}");
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in self.rows() {
            writeln!(f, "{count:>9} {what}")?;
        }
        write!(f, "    0 lost, 0 twice, 0 gaps, every position equal to a replay of its log")
    }
}

/// The same for the same on every machine.
pub(crate) fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(seed);
    hasher.write(bytes);
    hasher.finish()
}

enum Event {
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
    Crash,
    Start,
}

impl Event {
    /// What tells it from others, for the trace.
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
        }
    }
}

struct Message {
    person: usize,
    table: usize,
    command: Command,
    arrivals: u64,
}

struct Stream {
    person: usize,
    table: usize,
    viewer: Viewer,
    last: u64,
    /// When the last of what was sent arrives: nothing overtakes in a stream.
    arrives: u64,
}

/// The server as long as it lives.
struct Process {
    life: u64,
    hosts: BTreeMap<usize, Host<u64>>,
    streams: BTreeMap<u64, Stream>,
    down: Option<(u64, u64)>,
    told: bool,
}

pub(crate) struct World {
    seed: u64,
    draws: Substream,
    weather: Weather,
    pub(crate) now: u64,
    events: BTreeMap<(u64, u64), Event>,
    order: u64,
    pub(crate) disk: Disk,
    process: Option<Process>,
    lives: u64,
    streams: u64,
    /// Since when and until when servers ran.
    ups: Vec<(u64, u64)>,
    pub(crate) tables: Vec<TableId>,
    /// Tables where people play again, by the table before.
    next: BTreeMap<usize, usize>,
    pub(crate) people: Vec<Person>,
    messages: Vec<Message>,
    /// The highest version that was confirmed to anybody, by table.
    confirmed: BTreeMap<usize, u64>,
    counts: Counts,
}

/// Opening, and running to the end.
impl World {
    pub(crate) fn new(seed: u64, weather: Weather, tables: usize) -> World {
        let mut world = World {
            seed,
            draws: Seed(seed).substream("world", 0),
            weather,
            now: START,
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
            self.people.push(Person::new(key.hash(), n, person == seats));
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
            Host::open(self.tables[table], &start, opening, self.now, NOBODY).expect("opened");
        self.process.as_mut().expect("it runs").hosts.insert(table, host);
        // The first tables are there when the world begins.
        let Some(Effect::Append(batch)) = effects.into_iter().next() else {
            panic!("the creation is stored")
        };
        let request = self.disk.begin(batch);
        self.written(request, Fate::Stored);
        for person in first..self.people.len() {
            let delay = u64::from(self.below(3_000));
            self.at(delay, Event::Looks(person));
        }
    }

    fn new_table(&mut self) -> usize {
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
        let before: Vec<u64> = self.tables.iter().map(|&table| self.disk.len(table)).collect();
        self.run_until(START + time + PEACE);
        for (table, before) in before.into_iter().enumerate() {
            self.look(table, |_| ());
            let host = self.live(table).expect("the disk is well again");
            let game = host.game().filter(|game| game.outcome().is_none() && !host.is_closed());
            let waits_for_nobody = game.is_none();
            let goes_on = self.disk.len(self.tables[table]) > before;
            assert!(goes_on || waits_for_nobody, "table {table} stands still: {host:?}");
        }
        for table in 0..self.tables.len() {
            self.look(table, |_| ());
        }
        self.let_writes_end();
        check::all(&self);
        self.count()
    }

    fn run_until(&mut self, end: u64) {
        while let Some(entry) = self.events.first_entry()
            && entry.key().0 <= end
        {
            let ((at, _), event) = entry.remove_entry();
            self.now = at;
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
        }
        self.counts.tables = self.tables.len() as u64;
        self.counts.rematches = self.next.len() as u64;
        self.counts
    }
}

/// Chance, time, and what is known of both.
impl World {
    fn below(&mut self, end: u32) -> u32 {
        self.draws.below(end)
    }

    fn one_in(&mut self, of: u32) -> bool {
        of > 0 && self.draws.below(of) == 0
    }

    /// Mostly short, sometimes as long as can be.
    fn delay(&mut self, longest: u64) -> u64 {
        let long = self.below(8) == 0;
        1 + u64::from(self.below((if long { longest } else { longest.min(60) }).max(1) as u32))
    }

    fn at(&mut self, delay: u64, event: Event) {
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
    pub(crate) fn live(&self, table: usize) -> Option<&Host<u64>> {
        self.process.as_ref()?.hosts.get(&table)
    }
}

/// The server.
impl World {
    fn start(&mut self) {
        self.lives += 1;
        let life = self.lives;
        let down = self.disk.alive.filter(|&last| last < self.now).map(|last| (last, self.now));
        self.process =
            Some(Process { life, hosts: BTreeMap::new(), streams: BTreeMap::new(), down, told: false });
        self.ups.push((self.now, u64::MAX));
        self.at(1, Event::Alive(life));
    }

    fn crash(&mut self) {
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
    fn look<R>(&mut self, table: usize, look: impl FnOnce(&mut Host<u64>) -> R) -> Option<R> {
        let process = self.process.as_ref()?;
        if !process.hosts.contains_key(&table) {
            if self.weather.read_fails > 0 && self.draws.below(self.weather.read_fails) == 0 {
                self.counts.unread += 1;
                return None;
            }
            let log = self.disk.tables.get(&self.tables[table]).cloned().unwrap_or_default();
            let mut host = Host::load(self.tables[table], log).expect("a sound log")?;
            let process = self.process.as_mut().expect("it runs");
            let effects = host.resume(process.down, self.now);
            process.hosts.insert(table, host);
            self.carry_out(table, effects);
        }
        let host = self.process.as_mut().expect("it runs").hosts.get_mut(&table).expect("it is loaded");
        Some(look(host))
    }

    fn life(&self) -> Option<u64> {
        self.process.as_ref().map(|process| process.life)
    }

    fn carry_out(&mut self, table: usize, effects: Vec<Effect<u64>>) {
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
                Effect::Reply(NOBODY, _) => {}
                Effect::Reply(message, answer) => {
                    if let Ok(done) = &answer {
                        assert!(
                            done.seq < self.disk.len(self.tables[table]),
                            "answered before it was stored"
                        );
                        let confirmed = self.confirmed.entry(table).or_default();
                        *confirmed = done.seq.max(*confirmed);
                    }
                    self.answer(message as usize, answer);
                }
                Effect::Publish(version) => {
                    assert!(version < self.disk.len(self.tables[table]), "shown before it was stored");
                    let process = self.process.as_ref().expect("it runs");
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
    fn push(&mut self, id: u64) {
        let Some(process) = &self.process else { return };
        let Some(stream) = process.streams.get(&id) else { return };
        let (person, table, viewer, mut last, mut arrives) =
            (stream.person, stream.table, stream.viewer, stream.last, stream.arrives);
        let Some(host) = process.hosts.get(&table) else { return };
        let is_cut = self.people[person].cut_until > self.now;
        for change in host.changes_after(last) {
            assert_eq!(change.seq, last + 1, "a gap in what is sent");
            last = change.seq;
            arrives = arrives.max(self.now + self.delay(self.weather.slow_network.min(1_000)));
            let breaks = is_cut || self.one_in(self.weather.lost * 8);
            let what = (!breaks).then(|| (change.seq, viewer, check::shown(&change, viewer)));
            self.at(arrives - self.now, Event::Comes(person, id, what));
            if breaks {
                self.process.as_mut().expect("it runs").streams.remove(&id);
                return;
            }
        }
        let stream = self.process.as_mut().expect("it runs").streams.get_mut(&id).expect("it is there");
        (stream.last, stream.arrives) = (last, arrives);
    }

    fn answer(&mut self, message: usize, answer: Answer) {
        if self.one_in(self.weather.lost) || self.people[self.messages[message].person].cut_until > self.now {
            self.counts.lost += 1;
        } else {
            let delay = self.delay(self.weather.slow_network);
            self.at(delay, Event::Answered(message, answer));
        }
    }

    fn written(&mut self, request: u64, fate: Fate) {
        let Some((table, result)) = self.disk.end(request, fate) else { return };
        let table = self.tables.iter().position(|id| *id == table).expect("a table of this world");
        match fate {
            Fate::Stored => {}
            Fate::Fails => self.counts.failed += 1,
            Fate::SeemsToFail => self.counts.seemed_to_fail += 1,
        }
        let host = self.process.as_mut().expect("it runs").hosts.get_mut(&table).expect("it waits");
        let effects = host.stored(result);
        self.carry_out(table, effects);
    }

    /// Tells tables with clocks how long no server ran; if that fails, it is not noted that one runs now.
    fn tell_clocks(&mut self) {
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

/// Events.
impl World {
    fn happens(&mut self, event: Event) {
        let lives = |life| self.process.as_ref().is_some_and(|process| process.life == life);
        match event {
            Event::Looks(person) => self.looks(person),
            Event::Arrives(message) => self.arrives(message),
            Event::Answered(message, answer) => self.answered(message, answer),
            Event::GivesUp(message) => self.gives_up(message),
            Event::Comes(person, stream, what) => self.comes(person, stream, what),
            Event::Written(life, request) if lives(life) => {
                let fate = if self.one_in(self.weather.write_fails) {
                    Fate::Fails
                } else if self.one_in(self.weather.seems_to_fail) {
                    Fate::SeemsToFail
                } else {
                    Fate::Stored
                };
                self.written(request, fate);
            }
            Event::Read(life, table) if lives(life) => {
                let result = if self.one_in(self.weather.read_fails) {
                    self.counts.unread += 1;
                    Err(StoreError::Closed)
                } else {
                    Ok(self.disk.tables.get(&self.tables[table]).cloned().unwrap_or_default())
                };
                let process = self.process.as_mut().expect("it runs");
                let effects = process.hosts.get_mut(&table).expect("it waits").reread(result);
                self.carry_out(table, effects);
            }
            Event::Bot(life, table, seat, seq) if lives(life) => self.bot(table, seat, seq),
            Event::Tick(life, table) if lives(life) => {
                let now = self.now;
                match self.look(table, |host| host.tick(now)) {
                    Some(effects) => self.carry_out(table, effects),
                    None => self.at(2_000, Event::Tick(life, table)),
                }
            }
            Event::Alive(life) if lives(life) => {
                if !self.process.as_ref().expect("it runs").told {
                    self.tell_clocks();
                }
                if self.process.as_ref().expect("it runs").told {
                    self.disk.alive = Some(self.now);
                }
                self.evict();
                self.at(ALIVE, Event::Alive(life));
            }
            Event::Crash if self.weather.crash < u64::MAX => self.crash(),
            Event::Start if self.process.is_none() => self.start(),
            // Of a server that is no more.
            _ => {}
        }
    }

    /// Tables for which nothing is under way are forgotten now and then, as if nobody had asked for them.
    fn evict(&mut self) {
        if !self.one_in(self.weather.evict) {
            return;
        }
        let busy: BTreeSet<usize> = self
            .events
            .values()
            .filter_map(|event| match event {
                Event::Read(_, table) | Event::Bot(_, table, ..) => Some(*table),
                _ => None,
            })
            .collect();
        let writing: BTreeSet<TableId> = self.disk.written_to();
        let tables = &self.tables;
        let process = self.process.as_mut().expect("it runs");
        let before = process.hosts.len();
        process.hosts.retain(|table, _| busy.contains(table) || writing.contains(&tables[*table]));
        self.counts.evicted += (before - process.hosts.len()) as u64;
    }

    fn bot(&mut self, table: usize, seat: Seat, seq: u64) {
        let Some(Some(legal)) = self.look(table, |host| {
            (host.version() == seq && host.bot_at(seat).is_some()).then(|| host.legal(seat, usize::MAX))
        }) else {
            return;
        };
        if legal.is_empty() {
            return;
        }
        let action = legal[self.below(legal.len() as u32) as usize].clone();
        let command = Command { sender: Sender::Bot(seat), id: None, seen: seq, wish: Wish::Act(action) };
        let now = self.now;
        if let Some(effects) = self.look(table, |host| host.submit(command, now, NOBODY)) {
            self.carry_out(table, effects);
        }
    }

    /// A person looks: follows the table, decides, sends.
    fn looks(&mut self, person: usize) {
        // Twelve seconds for a decision, on average.
        let pause = 2_000 + u64::from(self.below(20_000));
        self.at(pause, Event::Looks(person));
        if self.one_in(self.weather.cut) {
            self.people[person].cut_until = self.now + u64::from(self.below(60_000));
        }
        if self.people[person].cut_until > self.now || self.process.is_none() {
            return;
        }
        let table = self.people[person].table;
        if let Some(&next) = self.next.get(&table)
            && self.live(table).is_some_and(|host| host.next().is_some())
        {
            let person = &mut self.people[person];
            (person.table, person.stream, person.seen) = (next, None, None);
            return;
        }
        if self.people[person].stream.is_none() {
            self.follow(person);
        }
        if self.people[person].waits.is_some() {
            return;
        }
        let (mut draws, key) = (self.draws, self.people[person].key);
        let people = std::mem::take(&mut self.people);
        let wish = self.look(table, |host| {
            let again =
                host.game().is_some_and(|game| game.outcome().is_some()) && host.seat_of(key).is_some();
            (people[person].wants(host, &mut draws), host.version(), again && host.next().is_none())
        });
        self.people = people;
        self.draws = draws;
        let Some((wish, seen, again)) = wish else { return };
        let wish = wish.or_else(|| again.then(|| self.open_next(table, key)).flatten());
        let Some(wish) = wish else { return };
        let one = &mut self.people[person];
        one.commands += 1;
        let id = Some(format!("c{}", one.commands));
        let command = Command { sender: Sender::Holder(key), id, seen, wish };
        self.messages.push(Message { person, table, command, arrivals: 0 });
        let message = self.messages.len() - 1;
        self.people[person].waits = Some(message);
        self.counts.commands += 1;
        self.send(message);
    }

    /// Opens the table where the same people play again, and links to it once it is there.
    fn open_next(&mut self, table: usize, key: table::KeyHash) -> Option<Wish> {
        if let Some(&next) = self.next.get(&table) {
            return Some(Wish::Next(self.tables[next])).filter(|_| self.disk.len(self.tables[next]) > 0);
        }
        let (start, plan) = self.look(table, |host| host.again(key).ok())??;
        let next = self.new_table();
        let secret = Secret::from_bytes([next as u8; 32]);
        let code = format!("next{next:04}");
        let opening = Opening {
            clock: plan.clock,
            expected: plan.expected,
            ..Opening::new(plan.chairs, Chance::Secret(secret), code, key)
        };
        let (host, effects) = Host::open(self.tables[next], &start, opening, self.now, NOBODY).ok()?;
        self.process.as_mut().expect("it runs").hosts.insert(next, host);
        let Some(Effect::Append(batch)) = effects.into_iter().next() else {
            panic!("the creation is stored")
        };
        let request = self.disk.begin(batch);
        self.written(request, Fate::Stored);
        self.next.insert(table, next);
        Some(Wish::Next(self.tables[next]))
    }

    fn follow(&mut self, person: usize) {
        let (table, seen, key) =
            (self.people[person].table, self.people[person].seen, self.people[person].key);
        let looked = self.look(table, |host| (host.version(), host.seat_of(key)));
        let Some((version, seat)) = looked else { return };
        self.streams += 1;
        let id = self.streams;
        let last = match seen {
            Some(seen) if seen <= version => seen,
            // There is less than was seen before: that is told, and can only be where the disk lied.
            Some(_) => {
                assert!(self.lied(), "a version that was shown is lost");
                self.counts.told_of_loss += 1;
                self.people[person].shown.retain(|(at, ..)| *at != table);
                version
            }
            None => version,
        };
        self.counts.resumed += u64::from(seen.is_some());
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let stream = Stream { person, table, viewer, last, arrives: self.now };
        self.process.as_mut().expect("it runs").streams.insert(id, stream);
        (self.people[person].stream, self.people[person].seen) = (Some(id), Some(last));
        self.push(id);
    }

    fn comes(&mut self, person: usize, stream: u64, what: Option<(u64, Viewer, u64)>) {
        let person = &mut self.people[person];
        if person.stream != Some(stream) {
            return;
        }
        let Some((version, viewer, what)) = what else {
            person.stream = None;
            return;
        };
        assert_eq!(Some(version), person.seen.map(|seen| seen + 1), "a gap in what is shown");
        person.seen = Some(version);
        person.shown.push((person.table, version, viewer, what));
        self.counts.shown += 1;
    }

    /// Puts a message on its way, perhaps more than once.
    fn send(&mut self, message: usize) {
        let copies = 1 + u64::from(self.one_in(self.weather.repeated));
        for copy in 0..copies {
            if self.one_in(self.weather.lost)
                || self.people[self.messages[message].person].cut_until > self.now
            {
                self.counts.lost += 1;
                continue;
            }
            let late = if copy > 0 { self.delay(30_000) } else { 0 };
            let delay = self.delay(self.weather.slow_network) + late;
            self.at(delay, Event::Arrives(message));
        }
        let patience = 3_000 + u64::from(self.below(3_000));
        self.at(patience, Event::GivesUp(message));
    }

    fn arrives(&mut self, message: usize) {
        if self.process.is_none() {
            self.counts.lost += 1;
            return;
        }
        let now = self.now;
        let Message { person, table, command, arrivals } = &mut self.messages[message];
        *arrivals += 1;
        let (person, table, command, repeated) = (*person, *table, command.clone(), *arrivals > 1);
        self.counts.arrived += 1;
        self.counts.repeated += u64::from(repeated);
        let latest = &mut self.people[person].latest;
        self.counts.late += u64::from(*latest > message);
        *latest = message.max(*latest);
        match self.look(table, |host| host.submit(command, now, message as u64)) {
            Some(effects) => self.carry_out(table, effects),
            None => {
                let why = Why::Storage(StoreError::Closed);
                self.answer(message, Err(table::host::Refusal { why, seq: 0 }));
            }
        }
    }

    fn answered(&mut self, message: usize, answer: Answer) {
        let Message { person, table, command, .. } = &self.messages[message];
        let (number, table, wish) = (*person, *table, command.wish.clone());
        let id = command.id.clone().expect("people have ids");
        let person = &mut self.people[number];
        match answer {
            Ok(done) => {
                assert!(
                    !person.refused.contains(&id) || self.counts.lost_by_lies > 0,
                    "{id} was refused, then acknowledged"
                );
                let answers: &mut Vec<Done> =
                    &mut person.done.entry(id).or_insert_with(|| (table, wish, Vec::new())).2;
                answers.push(done);
                let first = answers.len() == 1;
                self.counts.acknowledged += u64::from(first);
                self.counts.again += u64::from(!first);
            }
            // It may be stored or not; the same is sent again.
            Err(refusal) if matches!(refusal.why, Why::Storage(_) | Why::Busy) => return,
            Err(refusal) => {
                let settled = matches!(wish, Wish::Act(_) | Wish::Undo | Wish::AskUndo);
                let done = person.done.contains_key(&id);
                self.counts.refused += 1;
                self.counts.told_of_loss += u64::from(refusal.why == Why::Ahead);
                if self.counts.lost_by_lies == 0 {
                    assert!(refusal.why != Why::Ahead, "{id}: a version that was confirmed is lost");
                    assert!(!settled || !done, "{id} was acknowledged, then refused: {refusal:?}");
                    if settled {
                        person.refused.insert(id);
                    }
                }
            }
        }
        if person.waits == Some(message) {
            person.waits = None;
            // Somebody whose answer came through may not know it: sent again blindly.
            if self.one_in(5) {
                self.send(message);
            }
        }
    }

    fn gives_up(&mut self, message: usize) {
        let person = &mut self.people[self.messages[message].person];
        if person.waits == Some(message) {
            // The stream may be dead too.
            person.stream = None;
            self.send(message);
        }
    }
}
