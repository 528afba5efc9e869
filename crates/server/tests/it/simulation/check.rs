//! Invariants at the end of a world, computed from the disk and from the answers that people received, apart from the code that
//! is judged.

use super::world::World;
use game::record::Step;
use game::{Seat, Viewer};
use shelf::{AnyGame, Prompt};
use std::collections::{BTreeMap, BTreeSet};
use store::StoredEntry;
use table::TableId;
use table::clock::Time;
use table::entry::{Body, Joined, SeatHolder};
use table::host::{Change, Host};

/// A table computed from its log in the plainest way.
pub(crate) struct Plain {
    pub(crate) game: Option<AnyGame>,
    pub(crate) chairs: Vec<SeatHolder>,
    pub(crate) closed: bool,
    /// The time at which the game began; `over` is that of its end.
    pub(crate) began: Option<u64>,
    pub(crate) over: Option<u64>,
    /// The longest time that the clock of each seat can have run while a server was there, with the time added to it.
    charged: BTreeMap<Seat, u64>,
    decided: BTreeMap<Seat, u64>,
    out: BTreeSet<Seat>,
}

impl Plain {
    /// Charges the clocks of those whom the game waits for with a time.
    fn charge(&mut self, away: &BTreeSet<Seat>, time: impl Fn() -> u64) {
        let Some(game) = self.game.filter(|_| !self.closed) else { return };
        for (seat, prompt) in game.awaited() {
            let person = matches!(self.chairs[seat.index()], SeatHolder::Person { .. });
            if prompt != Prompt::Waiting && person && !away.contains(&seat) {
                *self.charged.entry(seat).or_default() += time();
            }
        }
    }
}

/// Replays a log. `up` says for how long a server ran between two moments.
pub(crate) fn replay(log: &[StoredEntry], up: impl Fn(u64, u64) -> u64) -> Plain {
    let body = |entry: &StoredEntry| serde_json::from_str::<Body>(&entry.body).expect("an entry");
    let Body::Created(created) = body(&log[0]) else { panic!("entry 0 creates the table") };
    let start = AnyGame::under(created.game.parse().expect("a game"), created.rules, &created.options);
    let start = start.expect("options that were checked");
    let mut plain = Plain {
        game: None,
        chairs: created.chairs,
        closed: false,
        began: None,
        over: None,
        charged: BTreeMap::new(),
        decided: BTreeMap::new(),
        out: BTreeSet::new(),
    };
    let mut away: BTreeSet<Seat> = BTreeSet::new();
    let mut expected: BTreeSet<Seat> = created.expected.into_iter().collect();
    let mut steps: Vec<(u64, Step)> = Vec::new();
    let mut last = log[0].at;
    for (n, entry) in log.iter().enumerate() {
        plain.charge(&away, || up(last, entry.at));
        last = last.max(entry.at);
        match body(entry) {
            Body::Joined(joined) => {
                let Joined { seat, name, key, .. } = *joined;
                match &plain.chairs[seat.index()] {
                    SeatHolder::Open => {}
                    SeatHolder::Person { key: of, .. } => {
                        assert!(expected.remove(&seat) && *of == key, "a chair that was kept for them");
                    }
                    SeatHolder::Bot(_) => panic!("a bot sits there"),
                }
                plain.chairs[seat.index()] = SeatHolder::Person { name, key };
            }
            Body::Filled { bot } => {
                for chair in plain.chairs.iter_mut().filter(|chair| **chair == SeatHolder::Open) {
                    *chair = SeatHolder::Bot(bot.clone());
                }
                away.append(&mut expected);
            }
            Body::Swapped { seats: (one, other) } => {
                plain.chairs.swap(one.index(), other.index());
                let place = |seat| {
                    if seat == one {
                        other
                    } else if seat == other {
                        one
                    } else {
                        seat
                    }
                };
                expected = expected.into_iter().map(place).collect();
            }
            Body::Left { seat, bot: None } => {
                plain.chairs[seat.index()] = SeatHolder::Open;
                expected.remove(&seat);
            }
            Body::Left { seat, .. } | Body::Replaced { seat, .. } => drop(away.insert(seat)),
            Body::Returned { seat } => assert!(away.remove(&seat), "who returns was away"),
            Body::TimeUp { seat, bot } => {
                plain.out.insert(seat);
                away.extend(bot.map(|_| seat));
            }
            Body::Action { seat, r#do } => {
                *plain.decided.entry(seat).or_default() += 1;
                steps.push((n as u64, Step::Action { seat, action: r#do }));
                play(&mut plain.game, &steps[steps.len() - 1].1);
            }
            Body::Chance(chance) => {
                steps.push((n as u64, Step::Outcome(chance)));
                play(&mut plain.game, &steps[steps.len() - 1].1);
            }
            Body::Undo { to, .. } => {
                // With a decision that is taken back, what it brought is gone as well.
                for (_, step) in steps.iter().filter(|(seq, _)| *seq > to) {
                    if let Step::Action { seat, .. } = step {
                        *plain.decided.entry(*seat).or_default() -= 1;
                    }
                }
                steps.retain(|(seq, _)| *seq <= to);
                plain.game = Some(start);
                for (_, step) in &steps {
                    play(&mut plain.game, step);
                }
            }
            Body::ShareSpent { seat, .. } => drop(away.insert(seat)),
            Body::Closed { .. } => plain.closed = true,
            _ => {}
        }
        if plain.game.is_none() && !plain.chairs.contains(&SeatHolder::Open) && expected.is_empty() {
            plain.game = Some(start);
            plain.began = Some(entry.at);
        }
        let ended = plain.closed || plain.game.is_some_and(|game| game.outcome().is_some());
        if ended && plain.over.is_none() {
            plain.over = Some(entry.at);
        }
    }
    plain
}

fn play(game: &mut Option<AnyGame>, step: &Step) {
    game.as_mut().expect("the game has begun").apply(step).expect("what is in the log was allowed");
}

/// A hash of a change as a viewer sees it.
pub(crate) fn shown(change: &Change, viewer: Viewer) -> u64 {
    let events = change.events.as_ref().map_or_else(Vec::new, |events| events.documents(viewer));
    let mut hash = super::world::hash(change.seq, format!("{:?}", change.what).as_bytes());
    for event in events {
        hash = super::world::hash(hash, event.to_string().as_bytes());
    }
    hash
}

/// A command id as the log has it.
pub(crate) fn scoped(key: table::KeyHash, id: &str) -> String {
    let key = serde_json::to_value(key).expect("a text");
    format!("{}:{id}", &key.as_str().expect("a text")[..16])
}

/// Holds everything that people were told against what is on the disk.
pub(crate) fn all(world: &World) {
    for (n, table) in world.tables.iter().enumerate() {
        let log = &world.disk.tables[table];
        let mut commands: BTreeMap<&str, u64> = BTreeMap::new();
        for (entry, seq) in log.iter().zip(0..) {
            assert_eq!(entry.seq, seq, "numbers without gaps");
            if let Some(command) = &entry.command {
                assert!(commands.insert(command, seq).is_none(), "{command} was carried out twice");
            }
        }
        let plain = replay(log, |from, to| world.up(from, to));
        let host = Host::<u64>::load(*table, log.clone()).expect("a sound log").expect("a table");
        assert_eq!(host.game(), plain.game.as_ref(), "the position is what the log says");
        let live = world.live(n).expect("every table was looked at in the end");
        let live = live.look();
        assert_eq!(live.version(), host.version(), "what is shown is what is stored");
        assert_eq!(live.game(), host.game());
        assert_eq!(live.occupants(), host.occupants());
        let history = host.history();
        assert_eq!(live.history(), history);
        closed(&host, &plain);
        let lived = lived(*table, log);
        clocks(world, &host, &plain);
        secrets(log, &lived, &host);
        for person in &world.people {
            told(person, n, &commands, log, world.lied());
            for (at, version, viewer, what) in &person.shown {
                if *at == n && !world.lied() {
                    // Whoever read it after it was taken back saw no events.
                    let versions =
                        [&lived, &history].map(|changes| shown(&changes[*version as usize], *viewer));
                    assert!(versions.contains(what), "version {version} is shown as it was");
                }
            }
        }
    }
}

/// The change that each entry of a log made at the moment when it was stored.
fn lived(table: TableId, log: &[StoredEntry]) -> Vec<Change> {
    let mut entries = log.iter().cloned();
    let first = entries.next().into_iter().collect();
    let mut host = Host::<u64>::load(table, first).expect("a sound log").expect("a table");
    let latest = |host: &Host<u64>| Change::clone(&host.change(host.version()).expect("the last version"));
    let mut changes = vec![latest(&host)];
    for entry in entries {
        host.follow(entry).expect("a sound log");
        changes.push(latest(&host));
    }
    changes
}

/// Checks that each acknowledged command is in the log once, with one answer, and that no refused one is.
fn told(
    person: &super::people::Person,
    table: usize,
    commands: &BTreeMap<&str, u64>,
    log: &[StoredEntry],
    lied: bool,
) {
    for (id, (_, intent, answers)) in person.done.iter().filter(|(_, (at, ..))| *at == table) {
        let entered = commands.get(scoped(person.key, id).as_str());
        assert!(entered.is_some() || lied, "{id} {intent:?} was acknowledged and is lost");
        if let Some(&seq) = entered
            && !lied
        {
            let first = answers[0];
            assert!(answers.iter().all(|answer| answer.seq == first.seq), "{id}: {answers:?}");
            assert!(seq <= first.seq && first.seq < log.len() as u64, "{id}: {seq} {first:?}");
        }
    }
    for id in &person.refused {
        assert!(!commands.contains_key(scoped(person.key, id).as_str()), "{id} was refused and carried out");
    }
}

/// A table that was closed has ended: its record verifies and replays to the position that it has.
fn closed(host: &Host<u64>, plain: &Plain) {
    assert_eq!(host.is_closed(), plain.closed);
    let (Some(why), Some(game)) = (host.closed(), plain.game) else { return };
    let text = host.record().expect("its record is kept").to_string();
    let verified = shelf::verify::verify(text.as_bytes()).expect("its dice are as they should be");
    let last = shelf::replay::replay(text.as_bytes()).expect("a record").last().expect("a position");
    assert_eq!((verified.closed, last.expect("it replays").game), (Some(why), game));
}

/// No clock ran while no server was there: each seat has at least what it had, less the time in which a server ran and
/// the game waited for it.
fn clocks(world: &World, host: &Host<u64>, plain: &Plain) {
    let (Some(rule), Some((left, _))) = (host.clock(), host.clocks(world.now)) else { return };
    let Time::Bank { seconds, increment } = rule.time else { return };
    let end = world.disk.tables[&host.id()].last().map_or(0, |entry| entry.at);
    for (seat, left) in Seat::first(left.len()).zip(left) {
        if plain.out.contains(&seat) || world.lied() {
            continue;
        }
        let had = 1000
            * (u64::from(seconds)
                + u64::from(increment) * plain.decided.get(&seat).copied().unwrap_or_default());
        let spent = plain.charged.get(&seat).copied().unwrap_or_default() + world.up(end, world.now);
        assert!(left + spent + 1 >= had, "{seat}: {left} left of {had}, and only {spent} can have passed");
    }
}

/// A cheap look: neither the secret of the dice nor the hash of a key is in what people are shown.
fn secrets(log: &[StoredEntry], history: &[Change], host: &Host<u64>) {
    let Ok(Body::Created(created)) = serde_json::from_str(&log[0].body) else { panic!("entry 0") };
    let secret = serde_json::to_value(created.secret).expect("a text");
    let opener = serde_json::to_value(created.opener).expect("a text");
    let hidden = [secret.as_str().expect("a text"), opener.as_str().expect("a text")];
    let mut texts: Vec<String> = Vec::new();
    for change in history.iter().rev().step_by(16) {
        texts.push(format!("{:?}", change.what));
        texts.extend(
            change
                .events
                .iter()
                .flat_map(|events| events.documents(Viewer::Spectator))
                .map(|e| e.to_string()),
        );
    }
    texts.extend(host.game().map(|game| game.view(Viewer::Spectator).to_string()));
    for text in texts {
        assert!(!hidden.iter().any(|hidden| text.contains(hidden)), "{text}");
    }
}
