//! The events of a world: messages, writes, bots, people who look, come and go.

use super::disk::Fate;
use super::pages::Page;
use super::world::{ALIVE, Event, Message, Stream, World, nobody};
use fair::Secret;
use game::{HostReason, Seat, SeatSet, Viewer};
use std::collections::BTreeSet;
use store::StoreError;
use table::TableId;
use table::host::{Accepted, Answer, Chance, Command, Effect, Host, Intent, Opening, RejectReason, Sender};
use table::shares::SHARE;

/// Tables to which no person has come for so long are closed here, in milliseconds: people do something more often.
const DESERTED: u64 = 2 * 60_000;

impl World {
    pub(crate) fn happens(&mut self, event: Event) {
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
                let effects = self.live(table).expect("it waits").look().reread(result);
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
                self.close_tables();
                self.evict();
                self.at(ALIVE, Event::Alive(life));
            }
            Event::Follows(page) => self.follows(page),
            Event::Exports(person) => self.exports(person),
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
        // A table whose pages are followed is in use.
        let followed: BTreeSet<usize> = self.pages.iter().filter_map(Page::followed).collect();
        let process = self.process.as_mut().expect("it runs");
        let before = process.hosts.len();
        let front = &process.front;
        process.hosts.retain(|table, _| {
            let id = tables[*table];
            let stays = busy.contains(table) || writing.contains(&id) || followed.contains(table);
            if !stays {
                front.release(id);
            }
            stays
        });
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
        let command = Command { sender: Sender::Bot(seat), id: None, seen: seq, intent: Intent::Act(action) };
        let _ = self.submit(table, command, None);
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
            && self.live(table).is_some_and(|live| live.look().next().is_some())
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
        if self.look(table, |_| ()).is_none() {
            return;
        }
        let (mut draws, key) = (self.draws, self.people[person].key);
        let people = std::mem::take(&mut self.people);
        let gone = self.gone(table);
        let intent = self.look(table, |host| {
            let again = host.may_play_again() && host.seat_of(key).is_some();
            (people[person].wants(host, gone, &mut draws), host.version(), again && host.next().is_none())
        });
        self.people = people;
        self.draws = draws;
        let Some((intent, seen, again)) = intent else { return };
        let intent = intent.or_else(|| again.then(|| self.open_next(table, key)).flatten());
        let Some(intent) = intent else { return };
        let one = &mut self.people[person];
        one.commands += 1;
        let id = Some(format!("c{}", one.commands));
        let command = Command { sender: Sender::Holder(key), id, seen, intent };
        self.messages.push(Message { person, table, command, arrivals: 0 });
        let message = self.messages.len() - 1;
        self.people[person].waits = Some(message);
        self.counts.commands += 1;
        self.send(message);
    }

    /// The seats at a table whose persons have been away for so long that others may let a bot play on.
    fn gone(&self, table: usize) -> SeatSet {
        let Some(live) = self.live(table) else { return SeatSet::EMPTY };
        let host = live.look();
        Seat::first(Seat::MAX).filter(|&seat| live.is_gone(&host, seat)).collect()
    }

    /// Whether the person of a seat is there when a command comes that wants to replace them. Whoever follows the table, or did
    /// less than half a minute ago, is.
    fn is_there(&self, table: usize, seat: Seat) -> bool {
        if !self.gone(table).contains(seat) {
            return true;
        }
        let live = self.live(table).expect("somebody is gone there");
        let holder = live.look().holder_of(seat).expect("a person");
        let streams = &self.process.as_ref().expect("it runs").streams;
        let follows = |stream: &Stream| stream.table == table && self.people[stream.person].key == holder;
        assert!(!streams.values().any(follows), "{seat} is called gone and follows table {table}");
        let ended = self.ended.get(&(table, holder)).copied().unwrap_or_default();
        assert!(ended + 30_000 <= self.now, "{seat} lost the connection {} ms ago", self.now - ended);
        false
    }

    /// The server closes tables to which nobody comes, and its host one now and then.
    fn close_tables(&mut self) {
        let table = self.below(self.tables.len() as u32) as usize;
        let Some(live) = self.live(table) else { return };
        let effects = live.look().close_deserted(DESERTED, self.now);
        self.carry_out(table, effects);
        if self.one_in(600) {
            let reason = HostReason::ALL[self.below(4) as usize];
            let intent = Intent::CloseByHost { reason };
            let command = Command { sender: Sender::Host, id: None, seen: 0, intent };
            let _ = self.submit(table, command, None);
        }
    }

    /// Opens the table where the same people play again, and links to it once it is there.
    fn open_next(&mut self, table: usize, key: table::KeyHash) -> Option<Intent> {
        if let Some(&next) = self.next.get(&table) {
            return Some(Intent::Next(self.tables[next])).filter(|_| self.disk.len(self.tables[next]) > 0);
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
        let (host, effects) = Host::open(self.tables[next], &start, opening, self.now, nobody()).ok()?;
        self.adopt(next, host);
        let Some(Effect::Append(batch)) = effects.into_iter().next() else {
            panic!("the creation is stored")
        };
        let request = self.disk.begin(batch);
        self.written(request, Fate::Stored);
        self.next.insert(table, next);
        Some(Intent::Next(self.tables[next]))
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
        let present = self.live(table).map(|live| live.attend(Some(key)));
        let stream = Stream { person, table, viewer, last, arrives: self.now, present };
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
        let Message { person, table, command, arrivals } = &mut self.messages[message];
        *arrivals += 1;
        let (person, table, mut command, repeated) = (*person, *table, command.clone(), *arrivals > 1);
        self.counts.arrived += 1;
        self.counts.repeated += u64::from(repeated);
        let latest = &mut self.people[person].latest;
        self.counts.late += u64::from(*latest > message);
        *latest = message.max(*latest);
        // The server looks who is there when the command comes. Whose time is up is replaced all the same.
        if let Intent::Replace { seat, online } = &mut command.intent
            && self.look(table, |_| ()).is_some()
        {
            *online = self.is_there(table, *seat);
        }
        if self.submit(table, command, Some(message)).is_none() {
            let reason = RejectReason::Storage(StoreError::Closed);
            self.answer(message, Err(table::host::Rejection { reason, seq: 0 }));
        }
    }

    fn answered(&mut self, message: usize, answer: Answer) {
        let Message { person, table, command, .. } = &self.messages[message];
        let (number, table, intent) = (*person, *table, command.intent.clone());
        let id = command.id.clone().expect("people have ids");
        let person = &mut self.people[number];
        match answer {
            Ok(done) => {
                assert!(
                    !person.refused.contains(&id) || self.counts.lost_by_lies > 0,
                    "{id} was refused, then acknowledged"
                );
                let answers: &mut Vec<Accepted> =
                    &mut person.done.entry(id).or_insert_with(|| (table, intent, Vec::new())).2;
                answers.push(done);
                let first = answers.len() == 1;
                self.counts.acknowledged += u64::from(first);
                self.counts.again += u64::from(!first);
            }
            // It may be stored or not; the same is sent again.
            Err(refusal) if matches!(refusal.reason, RejectReason::Storage(_) | RejectReason::Busy) => return,
            Err(refusal) => {
                if refusal.reason == RejectReason::LogFull && self.counts.lost_by_lies == 0 {
                    let log = self.disk.tables[&self.tables[table]].clone();
                    let host =
                        Host::<u64>::load(self.tables[table], log).expect("a sound log").expect("a table");
                    let spent = host.seat_of(person.key).is_some_and(|seat| host.entries_of(seat) >= SHARE);
                    assert!(spent, "{id}: the log is full for somebody who has a share left");
                }
                let settled = matches!(intent, Intent::Act(_) | Intent::Undo | Intent::AskUndo);
                let done = person.done.contains_key(&id);
                self.counts.refused += 1;
                self.counts.told_of_loss += u64::from(refusal.reason == RejectReason::Ahead);
                if self.counts.lost_by_lies == 0 {
                    assert!(
                        refusal.reason != RejectReason::Ahead,
                        "{id}: a version that was confirmed is lost"
                    );
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
