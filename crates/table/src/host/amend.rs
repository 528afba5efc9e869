//! Somebody is forgotten, or goes on under another key: the one change of a log that is not an entry.

use super::{Host, IdempotencyCache, Sender};
use crate::keys::KeyHash;
use crate::personal::{Amendment, Replacement, amended};
use std::sync::Arc;

impl<T> Host<T> {
    /// Puts `instead` in the place of a person, in what is in memory and in what is being stored. Until
    /// [`Host::amended_in_store`] says that the store has it, a log that is read again may hold the person still.
    pub fn amend(&mut self, person: KeyHash, instead: Replacement) -> Amendment {
        let pending = self.pending.as_ref().map_or(&[][..], |pending| &pending.entries);
        let log = self.table.log.iter().chain(pending).map(|logged| &logged.body);
        let amendment = Amendment::of(log, person, instead);
        self.carry_out(&amendment);
        self.amending.push(amendment.clone());
        amendment
    }

    /// Takes note that the store has an amendment now, in all that it had been given before.
    pub fn amended_in_store(&mut self, amendment: &Amendment) {
        self.amending.retain(|under_way| under_way != amendment);
    }

    /// Changes what is in memory by an amendment; what is changed already stays as it is.
    pub(super) fn carry_out(&mut self, amendment: &Amendment) {
        let Amendment { person, instead, .. } = amendment;
        let person = *person;
        let stored = self.table.log.len();
        let pending = self.pending.as_ref().map_or(&[][..], |pending| &pending.entries);
        let log = self.table.log.iter().chain(pending).map(|logged| &logged.body);
        for (seq, body) in amended((0..).zip(log), amendment) {
            for change in self.recent.iter_mut().filter(|change| change.seq == seq) {
                Arc::make_mut(change).what = body.event();
            }
            let seq = seq as usize;
            if let Some(logged) = self.table.log.get_mut(seq) {
                logged.body = body;
            } else if let Some(logged) =
                self.pending.as_mut().and_then(|pending| pending.entries.get_mut(seq - stored))
            {
                logged.body = body;
            }
        }
        for chair in &mut self.table.chairs {
            instead.take(chair, person);
        }
        let (before, after) = instead.commands(self.id, person);
        let renamed = |id: &str| id.strip_prefix(&before).map(|rest| format!("{after}{rest}"));
        let pending = self.pending.iter_mut().flat_map(|pending| &mut pending.entries);
        for id in self.table.log.iter_mut().chain(pending).filter_map(|logged| logged.command.as_mut()) {
            if let Some(new) = renamed(id) {
                *id = new.into_boxed_str();
            }
        }
        self.answered = IdempotencyCache::of(&self.table.log);
        self.refused.forget(Sender::Holder(person));
    }

    /// The version as of which the store has all that is under way now.
    #[must_use]
    pub fn settles_at(&self) -> u64 {
        let pending = self.pending.as_ref().map_or(0, |pending| pending.entries.len());
        (self.table.log.len() + pending).saturating_sub(1) as u64
    }

    /// Whether everything up to a version is stored, or will not be.
    #[must_use]
    pub fn has_settled(&self, version: u64) -> bool {
        self.version() >= version || self.pending.is_none()
    }
}

#[cfg(test)]
mod tests {
    use crate::entry::SeatHolder;
    use crate::games::new_game;
    use crate::host::{
        Answer, Chance, Command, Effect, Host, Intent, Occupant, Opening, RejectReason, Sender,
    };
    use crate::personal::{Amendment, NOBODYS_NAME, Replacement, amended_stored};
    use crate::stored::{StoreError, StoredEntry};
    use crate::{Key, KeyHash, TableId};
    use game::{Seat, Seed, TableEvent};

    const NOW: u64 = 1_795_250_000_000;

    /// A table with a store that is a list.
    struct Driven {
        host: Host<u32>,
        log: Vec<StoredEntry>,
        answers: Vec<(u32, Answer)>,
        /// Whether the store is to say that something else is there.
        conflict: bool,
        rereads: usize,
    }

    impl Driven {
        /// Ada has opened the table and sits there with Ben; she has said something.
        fn new(ada: KeyHash, ben: KeyHash) -> Driven {
            let seated = [("Ada", ada), ("Ben", ben)];
            let chairs = seated
                .map(|(name, key)| SeatHolder::Person { name: name.to_owned(), key })
                .into_iter()
                .collect();
            let opening = Opening::new(chairs, Chance::Seed(Seed(7)), "k7mw2xqp".to_owned(), ada);
            let game = new_game("catan", 2, &[]).unwrap();
            let (host, effects) = Host::open(TableId::random(), &game, opening, NOW, 0).unwrap();
            let mut driven =
                Driven { host, log: Vec::new(), answers: Vec::new(), conflict: false, rereads: 0 };
            driven.run(effects);
            driven.say(ada, "one").expect("it is said");
            driven
        }

        fn say(&mut self, key: KeyHash, text: &str) -> Answer {
            let ticket = self.log.len() as u32;
            let intent = Intent::Say(text.to_owned());
            let id = Some(format!("say-{ticket}"));
            let command = Command { sender: Sender::Holder(key), id, seen: 0, intent };
            let effects = self.host.submit(command, NOW, ticket);
            self.run(effects);
            self.answers.pop().expect("it is answered").1
        }

        fn run(&mut self, effects: Vec<Effect<u32>>) {
            for effect in effects {
                let effects = match effect {
                    Effect::Append(batch) if std::mem::take(&mut self.conflict) => {
                        self.host.stored(Err(StoreError::Conflict { table: batch.table, seq: 0 }))
                    }
                    Effect::Append(batch) => {
                        self.log.extend(batch.entries);
                        self.host.stored(Ok(()))
                    }
                    Effect::Reread => {
                        self.rereads += 1;
                        self.host.reread(Ok(self.log.clone()))
                    }
                    Effect::Reply(ticket, answer) => {
                        self.answers.push((ticket, answer));
                        continue;
                    }
                    _ => continue,
                };
                self.run(effects);
            }
        }

        /// Carries an amendment out as the store does.
        fn amend_store(&mut self, amendment: &Amendment) {
            let Amendment { person, instead, .. } = amendment.clone();
            for (seq, body) in amended_stored(&self.log, |_| amendment.clone()) {
                self.log[seq as usize].body = body;
            }
            let (before, after) = instead.commands(self.host.id(), person);
            for command in self.log.iter_mut().filter_map(|entry| entry.command.as_mut()) {
                *command = command.replace(&before, &after);
            }
        }

        fn name(&self, seat: Seat) -> String {
            match self.host.occupants().swap_remove(seat.index()) {
                Occupant::Person { name, .. } => name,
                other => panic!("{other:?}"),
            }
        }

        fn said(&self) -> Vec<String> {
            let said = self.host.history().into_iter().filter_map(|change| match change.what {
                TableEvent::Said { text, .. } => Some(text),
                _ => None,
            });
            said.collect()
        }
    }

    /// The log is read again between the change in memory and the one in the store, and after both: that the one is ahead
    /// of the other is no damage, and brings nobody back.
    #[test]
    fn a_log_that_is_read_again_meanwhile_is_not_damaged() {
        let [ada, ben, cy] = [(); 3].map(|()| Key::random().hash());
        for instead in [Replacement::Nobody, Replacement::Person(cy), Replacement::Renamed("Eve".into())] {
            let mut table = Driven::new(ada, ben);
            let amendment = table.host.amend(ada, instead.clone());
            let (name, word) = match instead {
                Replacement::Nobody => (NOBODYS_NAME, "…"),
                Replacement::Person(_) => ("Ada", "one"),
                Replacement::Renamed(_) => ("Eve", "one"),
            };
            let stays = matches!(instead, Replacement::Renamed(_));
            for (round, said) in ["two", "three", "four"].into_iter().enumerate() {
                match round {
                    1 => table.amend_store(&amendment),
                    2 => table.host.amended_in_store(&amendment),
                    _ => {}
                }
                table.conflict = true;
                let answer = table.say(ben, said);
                assert!(answer.is_ok(), "{instead:?} {round}: {answer:?}");
                assert_eq!(table.rereads, round + 1);
                assert_eq!((table.name(Seat::A).as_str(), table.name(Seat::B).as_str()), (name, "Ben"));
                assert_eq!(table.host.seat_of(ada).is_some(), stays, "{instead:?} {round}");
                assert_eq!(table.host.seat_of(instead.key(ada)), Some(Seat::A));
                assert_eq!(
                    table.host.is_opener(ben),
                    instead == Replacement::Nobody,
                    "the table has an heir"
                );
                assert_eq!(table.host.is_opener(ada), stays);
                assert_eq!(table.said()[0], word);
                let recent = table.host.changes_after(table.host.version() - 1 - round as u64);
                assert!(recent.iter().all(|change| !format!("{change:?}").contains("Ada")));
                if !stays {
                    let why = table.say(ada, "I am still here").unwrap_err().reason;
                    assert_eq!(why, RejectReason::NotSeated);
                }
            }
            assert_eq!(table.said(), [word, "two", "three", "four"]);
            // What is stored by then is what is believed.
            let again = Host::<u32>::load(table.host.id(), table.log.clone()).unwrap().unwrap();
            assert_eq!(again.history(), table.host.history());
            assert_eq!(again.occupants(), table.host.occupants());
        }
    }

    /// Once the store has it, a log that names the person again is another one.
    #[test]
    fn a_log_that_names_somebody_again_is_damaged() {
        let [ada, ben] = [(); 2].map(|()| Key::random().hash());
        let mut table = Driven::new(ada, ben);
        let before = table.log.clone();
        let amendment = table.host.amend(ada, Replacement::Nobody);
        table.amend_store(&amendment);
        table.host.amended_in_store(&amendment);
        table.log = before;
        table.conflict = true;
        let why = table.say(ben, "two").unwrap_err().reason;
        assert!(matches!(&why, RejectReason::Storage(StoreError::Damaged { .. })), "{why:?}");
    }
}
