//! The table host in a simulated world: a store that is slow, fails, and forgets or keeps what it was writing when the
//! machine dies; a network that delays, repeats and loses. Every run is made from its seed alone, which a failure names.

use game::{Draws, Seat, Seed, Substream, Turn};
use server::entry::Chair;
use server::games::new_game;
use server::host::{Answer, Chance, Command, Done, Effect, Host, Opening, Sender, Why, Wish};
use server::store::{Batch, StoreError, StoredEntry};
use server::{Key, KeyHash, TableId};
use std::collections::HashMap;

const SEATS: usize = 4;

/// A command id as the log has it.
fn command_of(key: KeyHash, id: &str) -> String {
    format!("{}:{id}", &serde_json::to_value(key).unwrap().as_str().unwrap()[..16])
}

struct World {
    seed: u64,
    draws: Substream,
    id: TableId,
    keys: Vec<KeyHash>,
    /// Gone while the machine is down.
    host: Host<u64>,
    /// What is on the disk.
    disk: Vec<StoredEntry>,
    /// What the store was asked to write and has not answered yet.
    writing: Option<Batch>,
    /// Commands on their way, with the number of the message.
    network: Vec<(u64, Command)>,
    sent: HashMap<u64, Command>,
    acknowledged: HashMap<(usize, String), Done>,
    messages: u64,
    counts: Counts,
}

#[derive(Default, Debug)]
struct Counts {
    acknowledged: u64,
    again: u64,
    failed: u64,
    crashes: u64,
    undone: u64,
}

impl World {
    fn new(seed: u64) -> World {
        let keys: Vec<KeyHash> = (0..SEATS).map(|_| Key::random().hash()).collect();
        let chair = |key: &KeyHash| Chair::Person { name: "Ada".to_owned(), key: *key };
        let chairs = keys.iter().map(chair).collect();
        let opening = Opening::new(chairs, Chance::Seed(Seed(seed)), "00000000".to_owned(), keys[0]);
        let id = TableId::random();
        let (mut host, effects) =
            Host::open(id, &new_game("catan", SEATS, &[]).unwrap(), opening, 0, 0).unwrap();
        let mut disk = Vec::new();
        for effect in effects {
            let Effect::Append(batch) = effect else { panic!("the creation is stored first") };
            disk.extend(batch.entries);
        }
        let _ = host.stored(Ok(()));
        World {
            seed,
            draws: Seed(seed).substream("world", 0),
            id,
            keys,
            host,
            disk,
            writing: None,
            network: Vec::new(),
            sent: HashMap::new(),
            acknowledged: HashMap::new(),
            messages: 0,
            counts: Counts::default(),
        }
    }

    fn chance(&mut self, of: u32) -> bool {
        self.draws.below(of) == 0
    }

    fn pick(&mut self, len: usize) -> usize {
        self.draws.below(len as u32) as usize
    }

    fn seat_of(&self, command: &Command) -> usize {
        let Sender::Holder(key) = command.sender else { panic!("people only") };
        self.keys.iter().position(|known| *known == key).unwrap()
    }

    /// Somebody decides on what the table shows now.
    fn somebody_decides(&mut self) {
        if self.network.len() > 3 {
            // People wait for an answer before they send more.
            return;
        }
        let Some(game) = self.host.game().copied() else { return };
        let Turn::Decide(seats) = game.turn() else { return };
        let undoer = Seat::first(SEATS).find(|&seat| self.host.can_undo(seat));
        let (seat, wish) = match undoer {
            Some(seat) if self.chance(12) => (seat, Wish::Undo),
            _ => {
                let nth = self.pick(seats.len());
                let seat = seats.nth(nth).unwrap();
                let legal = self.host.legal(seat, usize::MAX);
                if legal.is_empty() {
                    return;
                }
                let choice = self.pick(legal.len());
                (seat, Wish::Act(legal[choice].clone()))
            }
        };
        self.messages += 1;
        let command = Command {
            sender: Sender::Holder(self.keys[seat.index()]),
            id: Some(format!("m{}", self.messages)),
            seen: self.host.version(),
            wish,
        };
        self.sent.insert(self.messages, command.clone());
        self.network.push((self.messages, command));
    }

    /// A message arrives; it may arrive again later, and an answer may get lost, so that it is sent again.
    fn something_arrives(&mut self) {
        if self.network.is_empty() {
            return;
        }
        let at = self.pick(self.network.len());
        let (message, command) = self.network.swap_remove(at);
        if self.chance(4) {
            self.network.push((message, command.clone()));
        }
        let effects = self.host.submit(command, 0, message);
        self.carry_out(effects);
    }

    fn the_disk_answers(&mut self) {
        let Some(batch) = self.writing.take() else { return };
        let result = if self.chance(10) {
            self.counts.failed += 1;
            Err(StoreError::Full { path: "tables.sqlite".into() })
        } else {
            self.write(batch);
            Ok(())
        };
        let effects = self.host.stored(result);
        self.carry_out(effects);
    }

    fn write(&mut self, batch: Batch) {
        assert_eq!(batch.entries[0].seq, self.disk.len() as u64, "seed {}", self.seed);
        self.disk.extend(batch.entries);
    }

    /// The machine dies: what was being written may be on the disk or not, and nobody was told.
    fn the_machine_dies(&mut self) {
        self.counts.crashes += 1;
        if let Some(batch) = self.writing.take()
            && self.chance(2)
        {
            self.write(batch);
        }
        self.host = Host::load(self.id, self.disk.clone()).unwrap().unwrap();
        // Whoever has no answer sends again.
        for message in 1..=self.messages {
            let command = self.sent[&message].clone();
            let key = (self.seat_of(&command), command.id.clone().unwrap());
            if !self.acknowledged.contains_key(&key) && self.messages - message < 3 {
                self.network.push((message, command));
            }
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect<u64>>) {
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    assert!(self.writing.is_none(), "seed {}: two batches at a time", self.seed);
                    self.writing = Some(batch);
                }
                Effect::Reply(message, answer) => self.answered(message, answer),
                Effect::Publish(version) => {
                    assert!(
                        version < self.disk.len() as u64,
                        "seed {}: shown before it was stored",
                        self.seed
                    );
                }
                Effect::Wake { .. } | Effect::Alarm { .. } | Effect::Reread => {
                    panic!("there are no bots and no clocks")
                }
            }
        }
    }

    fn answered(&mut self, message: u64, answer: Answer) {
        let command = &self.sent[&message];
        let key = (self.seat_of(command), command.id.clone().unwrap());
        match answer {
            Ok(done) => {
                assert!(
                    done.seq < self.disk.len() as u64,
                    "seed {}: answered before it was stored",
                    self.seed
                );
                self.counts.undone += u64::from(command.wish == Wish::Undo);
                match self.acknowledged.get(&key) {
                    Some(first) => {
                        self.counts.again += 1;
                        assert_eq!(*first, done, "seed {}: another answer for {key:?}", self.seed);
                    }
                    None => {
                        self.counts.acknowledged += 1;
                        self.acknowledged.insert(key, done);
                    }
                }
            }
            Err(refusal) => {
                assert!(
                    !self.acknowledged.contains_key(&key) || matches!(refusal.why, Why::Busy),
                    "seed {}: {key:?} was acknowledged and then refused: {refusal:?}",
                    self.seed
                );
            }
        }
    }

    fn run(mut self, steps: u32) -> Counts {
        for _ in 0..steps {
            match self.draws.below(100) {
                0..30 => self.somebody_decides(),
                30..60 => self.something_arrives(),
                60..98 => self.the_disk_answers(),
                _ => self.the_machine_dies(),
            }
        }
        while self.writing.is_some() {
            self.the_disk_answers();
        }
        // Everything acknowledged is on the disk, once; and the disk alone gives the table as it was shown.
        for ((seat, id), done) in &self.acknowledged {
            let scoped = command_of(self.keys[*seat], id);
            let found = self.disk.iter().filter(|entry| entry.command.as_ref() == Some(&scoped));
            let found: Vec<u64> = found.map(|entry| entry.seq).collect();
            assert!(
                found.len() == 1 && found[0] <= done.seq,
                "seed {}: {scoped} {done:?} {found:?}",
                self.seed
            );
        }
        let again = Host::<u64>::load(self.id, self.disk.clone()).unwrap().unwrap();
        assert_eq!(again.game(), self.host.game(), "seed {}", self.seed);
        assert_eq!(again.history(), self.host.history(), "seed {}", self.seed);
        self.counts
    }
}

#[test]
fn nothing_is_lost_or_done_twice_whatever_happens() {
    let mut all = Counts::default();
    for seed in 0..80 {
        let counts = World::new(seed).run(1_500);
        all.acknowledged += counts.acknowledged;
        all.again += counts.again;
        all.failed += counts.failed;
        all.crashes += counts.crashes;
        all.undone += counts.undone;
    }
    println!("{all:?}");
    assert!(all.acknowledged > 5_000 && all.again > 500 && all.failed > 500, "{all:?}");
    assert!(all.crashes > 500 && all.undone > 50, "{all:?}");
}
