//! A table whose store is a list, with a clock that the test sets.

// Each test binary uses a part of it.
#![allow(dead_code)]

use fair::Secret;
use game::{Draws, Seat, TableEvent, Turn};
use shelf::AnyGame;
use std::collections::BTreeMap;
use table::entry::SeatHolder;
use table::games::new_game;
use table::host::{Answer, Chance, Command, Effect, Host, Intent, Opening, RejectReason, Sender};
use table::stored::{StoredEntry, Tag};
use table::{Key, KeyHash, TableId};

pub(crate) const NOW: u64 = 1_795_250_000_000;

/// A table whose store is a list, with a clock that the test sets.
pub(crate) struct Table {
    pub(crate) host: Host<u32>,
    pub(crate) log: Vec<StoredEntry>,
    pub(crate) untagged: Vec<Tag>,
    pub(crate) answers: BTreeMap<u32, Answer>,
    pub(crate) keys: Vec<KeyHash>,
    pub(crate) now: u64,
    pub(crate) alarm: Option<u64>,
    pub(crate) wakes: Vec<Seat>,
    /// Whether the log is read again after each change: not for long logs.
    pub(crate) reloads: bool,
}

impl Table {
    /// Opens a table with one chair for each name; an empty name leaves the chair open, one with `bot:` seats a bot.
    pub(crate) fn open(game: &str, names: &[&str], change: impl FnOnce(&mut Opening)) -> Table {
        Table::open_from(&new_game(game, names.len(), &[]).unwrap(), names, change)
    }

    /// Opens such a table from a position.
    pub(crate) fn open_from(start: &AnyGame, names: &[&str], change: impl FnOnce(&mut Opening)) -> Table {
        let keys: Vec<KeyHash> = names.iter().map(|_| Key::random().hash()).collect();
        let chairs = names.iter().zip(&keys).map(|(name, key)| match name.strip_prefix("bot:") {
            Some(kind) => SeatHolder::Bot(kind.to_owned()),
            None if name.is_empty() => SeatHolder::Open,
            None => SeatHolder::Person { name: (*name).to_owned(), key: *key },
        });
        let secret = Secret::from_bytes([3; 32]);
        let code = "k7mw2xqp".to_owned();
        let mut opening = Opening::new(chairs.collect(), Chance::Secret(secret), code, keys[0]);
        change(&mut opening);
        let (host, effects) = Host::open(TableId::random(), start, opening, NOW, 0).unwrap();
        let mut table = Table {
            host,
            log: Vec::new(),
            untagged: Vec::new(),
            answers: BTreeMap::new(),
            keys,
            now: NOW,
            alarm: None,
            wakes: Vec::new(),
            reloads: true,
        };
        table.run(effects);
        assert!(table.answers.remove(&0).unwrap().is_ok());
        table
    }

    pub(crate) fn run(&mut self, effects: Vec<Effect<u32>>) {
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    self.log.extend(batch.entries);
                    self.untagged.extend(batch.untag);
                    let effects = self.host.stored(Ok(()));
                    self.run(effects);
                }
                Effect::Reply(ticket, answer) => assert!(self.answers.insert(ticket, answer).is_none()),
                Effect::Alarm { at } => self.alarm = Some(at),
                Effect::Wake { seat, .. } => self.wakes.push(seat),
                Effect::Publish(_) => {}
                Effect::Reread => panic!("this store says what is true"),
            }
        }
        if self.reloads {
            self.check_log();
        }
    }

    /// The log is the table, whatever happened.
    pub(crate) fn check_log(&self) {
        let again = Host::<u32>::load(self.host.id(), self.log.clone()).unwrap().unwrap();
        assert_eq!((again.game(), again.occupants()), (self.host.game(), self.host.occupants()));
        assert_eq!(again.clocks(self.now), self.host.clocks(self.now));
        assert_eq!((again.undo_request(), again.nonces()), (self.host.undo_request(), self.host.nonces()));
        assert_eq!(again.expected(), self.host.expected());
        for &key in &self.keys {
            assert_eq!(again.is_in_charge(key), self.host.is_in_charge(key));
        }
        assert_eq!((again.closed(), again.close_request()), (self.host.closed(), self.host.close_request()));
        assert_eq!(again.spent(), self.host.spent());
        for seat in Seat::first(Seat::MAX) {
            assert_eq!(again.entries_of(seat), self.host.entries_of(seat), "{seat}");
        }
    }

    pub(crate) fn submit(&mut self, seat: usize, intent: Intent) -> Answer {
        self.send(Sender::Holder(self.keys[seat]), intent)
    }

    pub(crate) fn send(&mut self, sender: Sender, intent: Intent) -> Answer {
        let id = Some(format!("c{}", self.log.len()));
        let command = Command { sender, id, seen: self.host.version(), intent };
        let effects = self.host.submit(command, self.now, 1);
        self.run(effects);
        self.answers.remove(&1).expect("every command is answered")
    }

    pub(crate) fn act(&mut self, seat: usize, action: &str) -> Answer {
        self.submit(seat, Intent::Act(action.to_owned()))
    }

    /// Does one random step of an awaited seat.
    pub(crate) fn step(&mut self, draws: &mut impl Draws) {
        let Turn::Decide(_) = self.host.game().unwrap().turn() else { panic!("the game is over") };
        let awaited = self.host.game().unwrap().awaited();
        let (seat, _) = awaited[draws.below(awaited.len() as u32) as usize];
        let legal = self.host.legal(seat, usize::MAX);
        let action = legal[draws.below(legal.len() as u32) as usize].clone();
        self.act(seat.index(), &action).unwrap();
    }

    pub(crate) fn last(&self) -> TableEvent {
        self.host.change(self.host.version()).unwrap().what.clone()
    }

    pub(crate) fn tick(&mut self, after: u64) {
        self.now += after;
        let effects = self.host.tick(self.now);
        self.run(effects);
    }
}

/// Returns the reason for which a command was rejected.
pub(crate) fn why(answer: Answer) -> RejectReason {
    answer.unwrap_err().reason
}
