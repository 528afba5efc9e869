//! How a world begins, and what must be true at its end.

use super::clocks::{CLOCK, CLOCKED};
use super::people::{Done, Person, Reader, Watcher};
use super::world::{Event, GOES_ON, START, World};
use fair::Secret;
use std::collections::HashMap;
use store::{Store as _, StoredEntry};
use table::entry::SeatHolder;
use table::games::new_game;
use table::host::{Chance, Effect, Host, Opening};
use table::{Key, TableId};

/// The tables of a world.
const TABLES: usize = 4;

impl World {
    /// Opens the tables, each with two people and three who follow.
    pub(crate) fn open_tables(&mut self) {
        for n in 0..TABLES {
            let number = self.dice.below(1 << 60, ("table", n)) << 2 | n as u64;
            let id = TableId::new(number % (1 << 60)).expect("below 2 to the 60");
            let keys: Vec<Key> = (0..2)
                .map(|seat| {
                    let [high, low] = [0, 1].map(|half| self.dice.below(u64::MAX, ("key", n, seat, half)));
                    format!("{high:016x}{low:016x}").parse().expect("32 digits")
                })
                .collect();
            let chairs = keys
                .iter()
                .zip(["Ada", "Ben"])
                .map(|(key, name)| SeatHolder::Person { name: name.to_owned(), key: key.hash() })
                .collect();
            let dice = self.dice;
            let secret =
                Secret::from_bytes(std::array::from_fn(|at| dice.below(256, ("secret", n, at)) as u8));
            let opening = Opening {
                clock: (n == CLOCKED).then(|| CLOCK.parse().expect("a clock")),
                ..Opening::new(chairs, Chance::Secret(secret), format!("code{n:04}"), keys[0].hash())
            };
            let kind = ["carcassonne", "catan"][n % 2];
            let start = new_game(kind, 2, &[]).expect("a game");
            let (_, effects) = Host::open(id, &start, opening, START, ()).expect("opened");
            let Some(Effect::Append(batch)) = effects.into_iter().next() else {
                panic!("the creation is stored")
            };
            self.database.state().ledger.batches.insert(id, vec![batch.entries.len()]);
            self.database.memory.append(batch, Box::new(|stored| stored.expect("memory takes it")));
            self.tables.push(id);
            self.floor.push(0);
            self.confirmed_at.push(0);
            for key in keys {
                self.people.push(Person::new(key.reveal(), key.hash().short(), n));
                let at = 1_500 + self.dice.below(2_000, ("begins", self.people.len()));
                self.at(at, Event::Person(self.people.len() - 1));
            }
            for person in [Some(self.people.len() - 1), None, None] {
                self.watchers.push(Watcher::new(person, n));
                let at = 1_500 + self.dice.below(6_000, ("follows", self.watchers.len()));
                self.at(at, Event::Watcher(self.watchers.len() - 1));
            }
            self.readers.push(Reader::new(n, id));
            self.at(2_000, Event::Reader(n));
        }
    }

    /// Checks what must be true at the end.
    pub(crate) fn check(&mut self) {
        let shares = self.database.shares();
        let fair = 256_usize.div_ceil(shares.len().max(1));
        assert!(shares.iter().all(|share| *share <= fair), "the tables are not shared fairly: {shares:?}");
        for (who, person) in self.people.iter().enumerate() {
            assert!(person.wanted.is_none(), "person {who} waits for {:?}", person.wanted);
        }
        for table in 0..self.tables.len() {
            self.check_table(table);
        }
        if self.clocks_agree() {
            self.check_clocks();
        }
    }

    fn check_table(&self, table: usize) {
        let id = self.tables[table];
        let log = self.database.memory.load(id).expect("memory can be read");
        let numbers: Vec<u64> = log.iter().map(|entry| entry.seq).collect();
        assert!(
            numbers.iter().copied().eq(0..log.len() as u64),
            "the log of table {table} has gaps: {numbers:?}"
        );
        Host::<()>::load(id, log.clone()).expect("it can be replayed").expect("it is there");
        let batches = { self.database.state().ledger.batches.get(&id).cloned().unwrap_or_default() };
        assert_eq!(batches.iter().sum::<usize>(), log.len(), "a part of a batch of table {table} is missing");
        assert!(self.confirmed_at[table] >= GOES_ON, "table {table} does not go on");
        for (who, watcher) in self.watchers.iter().enumerate().filter(|(_, watcher)| watcher.table == table) {
            assert_eq!(watcher.last + 1, log.len() as u64, "watcher {who} of table {table} has not seen all");
        }
        let mut places: HashMap<&str, Vec<u64>> = HashMap::new();
        for entry in &log {
            entry.command.iter().for_each(|command| places.entry(command).or_default().push(entry.seq));
        }
        for person in self.people.iter().filter(|person| person.table == table) {
            check_person(person, &log, &places);
        }
    }
}

/// Whether what somebody was answered is what is stored.
fn check_person(person: &Person, log: &[StoredEntry], places: &HashMap<&str, Vec<u64>>) {
    let mut before = 0;
    for Done { wanted, seq } in &person.done {
        let stored = places.get(format!("{}:{}", person.short, wanted.id).as_str());
        let places = stored.map_or(&[][..], Vec::as_slice);
        let text = format!("remark {}.", wanted.id);
        let said = log.iter().filter(|entry| entry.body.contains(&text)).count();
        assert!(said <= 1, "{} is in the log {said} times", wanted.id);
        match seq {
            Some(seq) => {
                let [place] = places else {
                    panic!("{wanted:?} was acknowledged, and is stored at {places:?}")
                };
                assert!(
                    place <= seq && seq - place < 4,
                    "{wanted:?} is stored at {place}, and was answered with {seq}"
                );
                assert!(
                    *place > before,
                    "{wanted:?} is stored at {place}, before what was asked for before it"
                );
                assert!(*place > wanted.floor || wanted.tries > 1, "{wanted:?} is stored at {place}");
                before = *place;
            }
            None => assert!(
                places.is_empty() || wanted.tries > 1,
                "{wanted:?} was refused, and is stored at {places:?}"
            ),
        }
    }
}
