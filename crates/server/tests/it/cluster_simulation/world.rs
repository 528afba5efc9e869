//! A world: nodes that run on their own virtual clocks, and what the world does to them, to the store, the broker and the network.

use super::database::Database;
use super::dice::Dice;
use super::mistakes::Mistake;
use super::people::{Person, Reader, Watcher};
use super::session::{Session, Weather};
use super::wire::{BrokerLine, BrokerLink, Link, Links, Outbox, Parcel, Part, Sink, serve};
use axum::body::Body;
use axum::http::Request;
use live::time::Time;
use server::driven::{DrivenNode, LinkError};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::TableId;
use tokio::runtime::Runtime;
use tokio::task::AbortHandle;

/// The beginning of time, in milliseconds since 1970.
pub(crate) const START: u64 = 1_795_250_000_000;
/// The time for which each node runs before the next one has its turn, in milliseconds.
const STEP: u64 = 20;
/// The time with faults; after it come `PEACE` milliseconds without any.
const FAULTS: u64 = 30_000;
const PEACE: u64 = 30_000;
/// When people begin nothing new.
pub(crate) const LAST_COMMAND: u64 = FAULTS + PEACE - 7_000;
/// From when on each table must have taken a command.
pub(crate) const GOES_ON: u64 = FAULTS + 10_000;

thread_local! {
    /// The panics of tasks on this thread, which the runtime catches.
    pub(crate) static PANICS: Cell<u64> = const { Cell::new(0) };
}

/// A process of a node.
struct Process {
    life: u64,
    runtime: Runtime,
    node: DrivenNode,
    session: Arc<Session>,
    broker: Arc<BrokerLine>,
    outbox: Outbox,
    /// The time up to which it ran.
    ran_to: u64,
    /// The time on its clock of tables.
    passed: Arc<AtomicU64>,
}

/// A machine for a node.
#[derive(Default)]
struct Machine {
    process: Option<Process>,
    lives: u64,
    paused_until: u64,
    store_cut_until: u64,
    store_slow_until: u64,
    broker_cut_until: u64,
    /// How far its wall clock is ahead, in milliseconds.
    skew: i64,
}

/// Whoever gets a response.
pub(crate) enum Receiver {
    Node(usize, u64, Sink),
    Person(usize),
    Watcher(usize),
    Reader(usize),
}

struct Reply {
    server: usize,
    life: u64,
    receiver: Receiver,
    abort: Option<AbortHandle>,
    last_due: u64,
    parts: u64,
    /// What it is a response to.
    tag: u64,
}

/// What is going to happen.
pub(crate) enum Event {
    /// A request reaches a node.
    Arrives(u64, Request<Body>),
    /// A part of a response comes back.
    Comes(u64, Part),
    /// A message of the broker reaches a node.
    Heard(usize, String, String),
    Person(usize),
    Watcher(usize),
    Reader(usize),
    /// Something goes wrong with a node.
    Fault(u64),
    Start(usize),
    Stop(usize),
    Kill(usize),
    /// A process that leaves ends.
    Exit(usize, u64),
    /// All shards must have owners that run.
    Owned(&'static str),
}

/// What happened, to see that it was a test.
#[derive(Clone, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) worlds: u64,
    pub(crate) faults: u64,
    pub(crate) commands: u64,
    pub(crate) acknowledged: u64,
    pub(crate) repeated: u64,
    pub(crate) refused: u64,
    pub(crate) reads: u64,
    pub(crate) versions: u64,
    pub(crate) streams: u64,
    pub(crate) takeovers: u64,
    pub(crate) lost_messages: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Counts) {
        let pairs = [
            (&mut self.worlds, other.worlds),
            (&mut self.faults, other.faults),
            (&mut self.commands, other.commands),
            (&mut self.acknowledged, other.acknowledged),
            (&mut self.repeated, other.repeated),
            (&mut self.refused, other.refused),
            (&mut self.reads, other.reads),
            (&mut self.versions, other.versions),
            (&mut self.streams, other.streams),
            (&mut self.takeovers, other.takeovers),
            (&mut self.lost_messages, other.lost_messages),
        ];
        pairs.into_iter().for_each(|(sum, more)| *sum += more);
    }
}

/// The world.
pub(crate) struct World {
    pub(crate) dice: Dice,
    pub(crate) now: u64,
    pub(crate) database: Arc<Database>,
    machines: Vec<Machine>,
    /// Connections of processes that ended, while something is on its way there.
    ghosts: Vec<Arc<Session>>,
    /// Until when two nodes do not reach each other.
    cuts: HashMap<(usize, usize), u64>,
    events: BTreeMap<(u64, u64, u64), Event>,
    order: u64,
    replies: BTreeMap<u64, Reply>,
    next_reply: u64,
    pub(crate) tables: Vec<TableId>,
    pub(crate) people: Vec<Person>,
    pub(crate) watchers: Vec<Watcher>,
    pub(crate) readers: Vec<Reader>,
    /// The highest version of each table that was confirmed or shown to anybody who asked, and when the last command was confirmed.
    pub(crate) floor: Vec<u64>,
    pub(crate) confirmed_at: Vec<u64>,
    /// Each version of a table as it was shown, by whether the reader has a seat.
    pub(crate) shown: HashMap<(usize, Option<usize>, u64), String>,
    /// Responses that a mistake keeps.
    kept: HashMap<(usize, String), (u64, String)>,
    pub(crate) counts: Counts,
    trace: u64,
}

impl World {
    pub(crate) fn new(seed: u64, mistake: Option<Mistake>) -> World {
        let dice = Dice(seed);
        let nodes = 2 + dice.below(3, "nodes") as usize;
        let mut world = World {
            dice,
            now: 0,
            database: Arc::new(Database::new(START, mistake)),
            machines: (0..nodes).map(|_| Machine::default()).collect(),
            ghosts: Vec::new(),
            cuts: HashMap::new(),
            events: BTreeMap::new(),
            order: 0,
            replies: BTreeMap::new(),
            next_reply: 0,
            tables: Vec::new(),
            people: Vec::new(),
            watchers: Vec::new(),
            readers: Vec::new(),
            floor: Vec::new(),
            confirmed_at: Vec::new(),
            shown: HashMap::new(),
            kept: HashMap::new(),
            counts: Counts { worlds: 1, ..Counts::default() },
            trace: 0,
        };
        world.open_tables();
        for machine in 0..nodes {
            // Half of all worlds have clocks that agree.
            let skew = dice.below(5_000, ("skew", machine)) as i64 - 2_500;
            world.machines[machine].skew = if dice.one_in(2, "skewed") { skew } else { 0 };
            world.at(dice.below(1_000, ("starts", machine)), Event::Start(machine));
        }
        let mut at = 4_000;
        for n in 0.. {
            at += 500 + dice.below(3_000, ("pause", n));
            if at >= FAULTS {
                break;
            }
            world.at(at, Event::Fault(n));
        }
        world.make_peace();
        world
    }

    /// Without faults a node leaves and another one dies; both come back.
    fn make_peace(&mut self) {
        let nodes = self.machines.len();
        let leaves = self.dice.below(nodes as u64, "leaves") as usize;
        let dies = (leaves + 1) % nodes;
        (0..nodes).for_each(|machine| self.at(FAULTS, Event::Start(machine)));
        self.at(FAULTS + 6_000, Event::Owned("after the faults"));
        self.at(FAULTS + 7_000, Event::Stop(leaves));
        self.at(FAULTS + 8_500, Event::Owned("after a node has left"));
        self.at(FAULTS + 9_000, Event::Start(leaves));
        self.at(FAULTS + 13_000, Event::Kill(dies));
        self.at(FAULTS + 18_000, Event::Owned("after a node has died"));
        self.at(FAULTS + 19_000, Event::Start(dies));
    }

    pub(crate) fn mistake(&self) -> Option<Mistake> {
        self.database.mistake
    }

    pub(crate) fn at(&mut self, time: u64, event: Event) {
        // What happens at the same moment does so in an order that does not depend on who came first.
        let tag = match &event {
            Event::Arrives(reply, _) => self.replies.get(reply).map_or(0, |reply| reply.tag),
            Event::Comes(reply, _) => self.replies.get(reply).map_or(0, |reply| reply.tag / 2),
            Event::Heard(to, subject, message) => self.dice.below(u64::MAX, (to, subject, message)),
            Event::Person(person) => 1_000 + *person as u64,
            Event::Watcher(watcher) => 2_000 + *watcher as u64,
            Event::Reader(reader) => 3_000 + *reader as u64,
            _ => 0,
        };
        self.order += 1;
        self.events.insert((time.max(self.now), tag, self.order), event);
    }

    pub(crate) fn after(&mut self, delay: u64, event: Event) {
        self.at(self.now + delay, event);
    }

    /// Notes something for the comparison of two runs.
    pub(crate) fn note(&mut self, what: impl Hash) {
        let mut hasher = DefaultHasher::new();
        (self.now, what).hash(&mut hasher);
        // The same in any order.
        self.trace = self.trace.wrapping_add(hasher.finish());
    }

    /// Whether the wall clocks of all nodes agree.
    pub(crate) fn clocks_agree(&self) -> bool {
        self.machines.iter().all(|machine| machine.skew == 0)
    }

    /// Runs to the end and says what happened, and a number that follows from all of it.
    pub(crate) fn run(mut self) -> (Counts, u64) {
        while self.now < FAULTS + PEACE {
            self.now += STEP;
            self.step();
            let broken = { std::mem::take(&mut self.database.state().ledger.broken) };
            assert!(broken.is_empty(), "{broken:#?}");
            assert_eq!(PANICS.get(), 0, "a task panicked");
        }
        self.check();
        self.counts.takeovers = self.database.state().ledger.takeovers;
        (self.counts.clone(), self.trace)
    }

    fn step(&mut self) {
        self.database.state().now = START + self.now;
        while let Some(entry) = self.events.first_entry() {
            if entry.key().0 > self.now {
                break;
            }
            let event = entry.remove();
            self.happen(event);
        }
        for ghost in self.ghosts.extract_if(.., |ghost| ghost.is_idle()).collect::<Vec<_>>() {
            drop(ghost);
        }
        // Nobody waits for these.
        self.ghosts.iter().for_each(|ghost| drop(ghost.step(START + self.now)));
        for machine in 0..self.machines.len() {
            self.drive(machine);
        }
    }

    /// Lets a node run up to this moment.
    fn drive(&mut self, place: usize) {
        let now = self.now;
        let stands_still = self.mistake() == Some(Mistake::ClockStoodStill);
        let weather = self.weather(place);
        let machine = &mut self.machines[place];
        if machine.paused_until > now {
            // What it has sent goes its way.
            if let Some(process) = &machine.process {
                let answers = process.session.step(START + now);
                for answer in answers {
                    process.runtime.spawn(async move { (answer.done)(answer.result) });
                }
            }
            return;
        }
        let Some(process) = &mut machine.process else { return };
        process.session.set_weather(weather);
        process.broker.is_connected.store(machine.broker_cut_until <= now, Ordering::Relaxed);
        for answer in process.session.step(START + now) {
            process.runtime.spawn(async move { (answer.done)(answer.result) });
        }
        let slept = (now - process.ran_to).saturating_sub(STEP);
        process.ran_to = now;
        process.passed.store(now, Ordering::Relaxed);
        process.runtime.block_on(async {
            if slept > 0 && !stands_still {
                tokio::time::advance(Duration::from_millis(slept)).await;
            }
            tokio::time::sleep(Duration::from_millis(STEP)).await;
        });
        let parcels = process.outbox.take();
        for parcel in parcels {
            self.carry(place, parcel);
        }
    }

    fn weather(&self, place: usize) -> Weather {
        let machine = &self.machines[place];
        let is_peace = self.now >= FAULTS;
        let is_slow = machine.store_slow_until > self.now && !is_peace;
        let of = |what: &str, often: u64| if is_peace || self.dice.one_in(3, what) { 0 } else { often };
        Weather {
            latency: if is_slow { 400 } else { 12 },
            lag: if is_slow { 5_000 } else { 0 },
            lost: of("lost", 25),
            stray: of("stray", 30),
            is_cut: machine.store_cut_until > self.now && !is_peace,
        }
    }

    fn is_running(&self, machine: usize) -> bool {
        self.machines[machine].process.is_some()
    }

    fn life(&self, machine: usize) -> Option<u64> {
        self.machines[machine].process.as_ref().map(|process| process.life)
    }

    /// Until when nothing comes from one node to another; 0 if it does.
    fn cut(&self, one: usize, other: usize) -> u64 {
        self.cuts.get(&(one.min(other), one.max(other))).copied().unwrap_or_default()
    }
}

/// What is on its way.
impl World {
    /// The time that a message takes.
    fn delay(&self, what: impl Hash) -> u64 {
        let what = (self.now, what);
        let is_slow = self.now < FAULTS && self.dice.one_in(20, (&what, "slow"));
        1 + self.dice.below(if is_slow { 1_500 } else { 15 }, what)
    }

    fn carry(&mut self, from: usize, parcel: Parcel) {
        match parcel {
            Parcel::Request { address, request, digest, sink } => {
                let to = address.trim_start_matches("node-").parse().expect("the number of a node");
                self.note(("request", from, to, request.uri().path()));
                let life = self.life(from).expect("it has just run");
                let receiver = Receiver::Node(from, life, sink);
                let tag = self.dice.below(u64::MAX, (self.now, from, to, digest));
                let arrives = (self.now + self.delay(tag)).max(self.cut(from, to));
                self.send(to, request, receiver, arrives, tag);
            }
            Parcel::Part(reply, part) => self.bring(reply, part),
            Parcel::Said(subject, message) => {
                self.note(("said", from, &message));
                for to in 0..self.machines.len() {
                    let decision = (from, to, &subject, &message, self.now);
                    let is_lost = self.now < FAULTS && self.dice.one_in(8, (decision, "lost"));
                    if is_lost || self.machines[to].broker_cut_until > self.now {
                        self.counts.lost_messages += 1;
                        continue;
                    }
                    let again = self.dice.one_in(10, (decision, "again"));
                    for copy in 0..1 + usize::from(again) {
                        let delay = self.delay((to, &message, copy));
                        self.after(delay, Event::Heard(to, subject.clone(), message.clone()));
                    }
                }
            }
        }
    }

    /// Sends a request to a node; returns the number of the response.
    fn send(&mut self, to: usize, request: Request<Body>, receiver: Receiver, arrives: u64, tag: u64) -> u64 {
        self.next_reply += 1;
        let reply = self.next_reply;
        let server = Reply { server: to, life: 0, receiver, abort: None, last_due: 0, parts: 0, tag };
        self.replies.insert(reply, server);
        self.at(arrives, Event::Arrives(reply, request));
        reply
    }

    /// A request of somebody outside, to any node.
    pub(crate) fn ask(&mut self, to: usize, request: Request<Body>, receiver: Receiver) -> u64 {
        let who = match &receiver {
            Receiver::Node(node, ..) => (0, *node),
            Receiver::Person(person) => (1, *person),
            Receiver::Watcher(watcher) => (2, *watcher),
            Receiver::Reader(reader) => (3, *reader),
        };
        let tag = self.dice.below(u64::MAX, (self.now, to, who));
        self.send(to, request, receiver, self.now + self.delay(tag), tag)
    }

    /// Gives a response up.
    pub(crate) fn give_up(&mut self, reply: u64) {
        if let Some(abort) = self.replies.remove(&reply).and_then(|reply| reply.abort) {
            abort.abort();
        }
    }

    /// A node for a request from outside, but not this one. The proxy leaves out those that do not run.
    pub(crate) fn node_but(&self, not: Option<usize>, decision: impl Hash) -> Option<usize> {
        let machines = (0..self.machines.len()).filter(|machine| Some(*machine) != not);
        let running: Vec<usize> = machines.filter(|machine| self.is_running(*machine)).collect();
        let place = self.dice.below(running.len() as u64, (decision, self.now)) as usize;
        running.get(place).copied()
    }

    fn bring(&mut self, number: u64, part: Part) {
        let swaps = self.mistake() == Some(Mistake::SwappedAnswers) && matches!(part, Part::Head(..));
        let Some(reply) = self.replies.get(&number) else { return };
        let (server, last, parts, tag) = (reply.server, reply.last_due, reply.parts, reply.tag);
        let cut = match &reply.receiver {
            Receiver::Node(node, ..) => self.cut(server, *node),
            _ => 0,
        };
        if swaps && let Receiver::Node(node, ..) = reply.receiver {
            let is_other = |other: &Reply| {
                other.server == server
                    && other.parts == 0
                    && matches!(other.receiver, Receiver::Node(of, ..) if of == node)
            };
            let other =
                self.replies.iter().find(|(id, other)| **id != number && is_other(other)).map(|(id, _)| *id);
            if let Some(other) = other {
                let one = self.replies.remove(&number).expect("it is there");
                let two = self.replies.remove(&other).expect("it is there");
                let (first, second) = (one.receiver, two.receiver);
                self.replies.insert(
                    number,
                    Reply { receiver: second, ..Reply { receiver: Receiver::Reader(0), ..one } },
                );
                self.replies.insert(
                    other,
                    Reply { receiver: first, ..Reply { receiver: Receiver::Reader(0), ..two } },
                );
            }
        }
        let due = (self.now + self.delay((tag, parts))).max(last).max(cut);
        if let Some(reply) = self.replies.get_mut(&number) {
            (reply.last_due, reply.parts) = (due, parts + 1);
        }
        self.at(due, Event::Comes(number, part));
    }

    /// A request reaches the node that it was sent to.
    fn arrive(&mut self, number: u64, mut request: Request<Body>) {
        let Some(reply) = self.replies.get(&number) else { return };
        let (to, of_node) = (reply.server, matches!(reply.receiver, Receiver::Node(..)));
        if !of_node {
            self.mistaken(&mut request);
        }
        let Some(process) = &self.machines[to].process else {
            return self.refuse(number, LinkError::Unreachable("nobody listens there".to_owned()));
        };
        let outbox = process.outbox.clone();
        let task = process.runtime.spawn(serve(process.node.clone(), request, of_node, outbox, number));
        let life = process.life;
        let reply = self.replies.get_mut(&number).expect("it is there");
        (reply.life, reply.abort) = (life, Some(task.abort_handle()));
    }

    /// Changes a request as a node with a mistake takes it.
    fn mistaken(&self, request: &mut Request<Body>) {
        let by = match self.mistake() {
            Some(Mistake::ResumesTooLate) => 1,
            Some(Mistake::ResumesTooEarly) => -1,
            _ => return,
        };
        let uri = request.uri().to_string();
        if let Some((path, after)) = uri.split_once("?after=") {
            let after = after.parse::<u64>().expect("a number").saturating_add_signed(by);
            *request.uri_mut() = format!("{path}?after={after}").parse().expect("a path");
        }
    }

    /// A connection ends without a response.
    fn refuse(&mut self, number: u64, error: LinkError) {
        let Some(mut reply) = self.replies.remove(&number) else { return };
        match &mut reply.receiver {
            Receiver::Node(_, _, sink) => {
                if let Some(head) = sink.head.take() {
                    drop(head.send(Err(error)));
                } else {
                    drop(sink.body.send(Err(std::io::ErrorKind::ConnectionReset.into())));
                }
            }
            Receiver::Person(person) => self.person_answered(*person, number, None),
            Receiver::Watcher(watcher) => self.watcher_ended(*watcher, number),
            Receiver::Reader(reader) => self.reader_answered(*reader, number, None),
        }
    }

    fn come(&mut self, number: u64, part: Part) {
        if let Part::End(false) = part {
            return self.refuse(number, LinkError::Broken("it broke off".to_owned()));
        }
        let is_end = matches!(part, Part::End(_));
        let Some(reply) = self.replies.get_mut(&number) else { return };
        let mut is_gone = false;
        match &mut reply.receiver {
            Receiver::Node(_, _, sink) => match part {
                Part::Head(status, headers) => {
                    let head = sink.head.take();
                    is_gone = head.is_none_or(|head| head.send(Ok((status, headers))).is_err());
                }
                Part::Piece(bytes) => is_gone = sink.body.send(Ok(bytes)).is_err(),
                Part::End(_) => {}
            },
            Receiver::Person(person) => {
                let person = *person;
                self.people[person].answer.take_in(part);
                if is_end {
                    let answer = self.people[person].answer.done();
                    self.person_answered(person, number, answer);
                }
            }
            Receiver::Reader(reader) => {
                let reader = *reader;
                self.readers[reader].answer.take_in(part);
                if is_end {
                    let answer = self.readers[reader].answer.done();
                    let answer = self.keep(reader, answer);
                    self.reader_answered(reader, number, answer);
                }
            }
            Receiver::Watcher(watcher) => {
                let watcher = *watcher;
                match part {
                    Part::Piece(bytes) => self.watcher_reads(watcher, &bytes),
                    Part::Head(status, _) => self.watcher_begins(watcher, number, status.as_u16()),
                    Part::End(_) => self.watcher_ended(watcher, number),
                }
            }
        }
        if is_gone {
            self.give_up(number);
        } else if is_end {
            self.replies.remove(&number);
        }
    }

    /// The answer that a node with a mistake gives in place of a new one.
    fn keep(&mut self, reader: usize, answer: Option<(u16, String)>) -> Option<(u16, String)> {
        if self.mistake() != Some(Mistake::KeptAnswers) {
            return answer;
        }
        let (status, text) = answer.filter(|(status, _)| *status == 200)?;
        let place = (self.readers[reader].node, self.readers[reader].table.to_string());
        let kept = self.kept.get(&place).filter(|(at, _)| at + 1_500 > self.now);
        if let Some((_, kept)) = kept {
            return Some((status, kept.clone()));
        }
        self.kept.insert(place, (self.now, text.clone()));
        Some((status, text))
    }
}

/// What happens to nodes.
impl World {
    fn happen(&mut self, event: Event) {
        match event {
            Event::Arrives(reply, request) => self.arrive(reply, request),
            Event::Comes(reply, part) => self.come(reply, part),
            Event::Heard(to, subject, message) => {
                if let Some(process) = &self.machines[to].process {
                    process.session.ring();
                    let broker = Arc::clone(&process.broker);
                    process.runtime.spawn(async move { broker.hear(&subject, &message) });
                }
            }
            Event::Person(person) => self.person_acts(person),
            Event::Watcher(watcher) => self.watcher_acts(watcher),
            Event::Reader(reader) => self.reader_acts(reader),
            Event::Fault(number) => self.fault(number),
            Event::Start(machine) => self.start(machine),
            Event::Stop(machine) => self.stop(machine),
            Event::Kill(machine) => self.kill(machine),
            Event::Exit(machine, life) => {
                if self.life(machine) == Some(life) {
                    self.kill(machine);
                }
            }
            Event::Owned(when) => {
                let running = (0..self.machines.len()).filter(|machine| self.is_running(*machine)).count();
                let shares = self.database.shares();
                let owned: usize = shares.iter().sum();
                assert!(shares.len() == running && owned == 256, "{when}: {running} run, and own {shares:?}");
            }
        }
    }

    fn fault(&mut self, number: u64) {
        let dice = self.dice;
        let nodes = self.machines.len() as u64;
        let machine = dice.below(nodes, ("machine", number)) as usize;
        let time = |longest| self.now + 300 + dice.below(longest, ("time", number));
        let kind = dice.below(9, ("fault", number));
        self.counts.faults += 1;
        match kind {
            0 | 1 if self.is_running(machine) => self.machines[machine].paused_until = time(7_000),
            2 => {
                let again = time(6_000);
                self.kill(machine);
                self.at(again, Event::Start(machine));
            }
            3 => {
                let again = time(3_000) + 1_000;
                self.stop(machine);
                self.at(again, Event::Start(machine));
            }
            4 => self.machines[machine].store_cut_until = time(7_000),
            5 => self.machines[machine].store_slow_until = time(8_000),
            6 => self.machines[machine].broker_cut_until = time(8_000),
            7 => {
                let other = (machine + 1) % self.machines.len();
                self.cuts.insert((machine.min(other), machine.max(other)), time(8_000).min(FAULTS));
            }
            _ => self.database.restart(300 + dice.below(1_500, ("restart", number))),
        }
        self.note(("fault", kind, machine));
    }

    fn start(&mut self, place: usize) {
        if self.now >= FAULTS {
            let machine = &mut self.machines[place];
            machine.paused_until = 0;
            machine.broker_cut_until = 0;
        }
        if self.is_running(place) {
            return;
        }
        self.machines[place].lives += 1;
        let life = self.machines[place].lives;
        let name = format!("node {place} {life}");
        let seed = self.dice.below(u64::MAX, &name);
        let session = Arc::new(Session::new(Arc::clone(&self.database), name, seed));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime");
        let outbox = Outbox::default();
        let mistake = self.mistake();
        let tables = self.tables.iter().map(ToString::to_string).collect();
        let broker = Arc::new(BrokerLine::new(outbox.clone(), mistake, tables));
        let link = Link {
            outbox: outbox.clone(),
            mistake,
            asked: Mutex::default(),
            passed: AtomicU64::new(life * 10_000),
        };
        let passed = Arc::new(AtomicU64::new(self.now));
        let wall = START.saturating_add_signed(self.machines[place].skew);
        let time = Time::planted(|| wall, Arc::clone(&passed));
        let node = {
            let _inside = runtime.enter();
            DrivenNode::start(
                format!("http://node-{place}"),
                Arc::clone(&session) as Arc<dyn store::Store>,
                time,
                Arc::new(BrokerLink(Arc::clone(&broker))),
                Arc::new(Links(Arc::new(link))),
            )
        };
        let ran_to = self.now.saturating_sub(STEP);
        let process = Process { life, runtime, node, session, broker, outbox, ran_to, passed };
        self.machines[place].process = Some(process);
        self.note(("start", place));
    }

    /// Has a node leave, as after SIGTERM.
    fn stop(&mut self, place: usize) {
        let Some(process) = &self.machines[place].process else { return };
        let (node, life) = (process.node.clone(), process.life);
        process.runtime.spawn(async move { node.stop().await });
        self.after(900, Event::Exit(place, life));
        self.note(("stop", place));
    }

    /// Ends a process, as SIGKILL does.
    fn kill(&mut self, place: usize) {
        let Some(process) = self.machines[place].process.take() else { return };
        self.machines[place].paused_until = 0;
        let (life, session) = (process.life, Arc::clone(&process.session));
        drop(process);
        self.ghosts.push(session);
        // Its connections break.
        let ended: Vec<u64> = self
            .replies
            .iter()
            .filter(|(_, reply)| {
                let is_its =
                    matches!(&reply.receiver, Receiver::Node(node, of, _) if (*node, *of) == (place, life));
                is_its || (reply.server, reply.life) == (place, life)
            })
            .map(|(number, _)| *number)
            .collect();
        for number in ended {
            let is_its = matches!(&self.replies[&number].receiver, Receiver::Node(node, of, _) if (*node, *of) == (place, life));
            if is_its {
                self.give_up(number);
            } else {
                self.bring(number, Part::End(false));
            }
        }
        self.note(("kill", place));
    }
}
