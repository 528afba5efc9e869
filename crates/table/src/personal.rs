//! The entries about one person in the logs of tables: exporting them, transferring them to another key, and erasing them.
//!
//! A log is append-only for players. To forget somebody, the bodies of entries that name them are rewritten under the same
//! numbers: another name, nobody's key, other words. The moves stay, so that the games of the others can be replayed, their dice
//! checked, and no version is missing.

use crate::entry::{Body, Joined, SeatHolder};
use crate::keys::{KeyHash, TableId};
use crate::moment::iso_8601;
use crate::stored::StoredEntry;
use game::Seat;
use serde_json::{Value, json};
use std::sync::Arc;

/// The name of a forgotten person: *nomen nescio*.
pub const NOBODYS_NAME: &str = "N. N.";
/// The text that replaces the remarks of a forgotten person.
const NOTHING_SAID: &str = "…";

/// The replacement for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// Nobody: name and words go as well.
    Nobody,
    /// Another person, who goes on under the same name.
    Person(KeyHash),
    /// The person themselves, under another name.
    Renamed(Arc<str>),
}

impl Replacement {
    /// The key that stands there then, in place of a person's.
    #[must_use]
    pub fn key(&self, person: KeyHash) -> KeyHash {
        self.holder(person).unwrap_or(KeyHash::NOBODY)
    }

    /// Returns the key that finds the table after the replacement of `person`.
    #[must_use]
    pub fn holder(&self, person: KeyHash) -> Option<KeyHash> {
        match self {
            Replacement::Nobody => None,
            Replacement::Person(key) => Some(*key),
            Replacement::Renamed(_) => Some(person),
        }
    }

    /// The name that stands there then; `None` for the same.
    fn name(&self) -> Option<&str> {
        match self {
            Replacement::Nobody => Some(NOBODYS_NAME),
            Replacement::Person(_) => None,
            Replacement::Renamed(name) => Some(name),
        }
    }

    /// Returns the prefix of the ids of a person's commands at a table, and the prefix that replaces it. For a forgotten person,
    /// the new prefix does not reveal that two tables had the same person.
    #[must_use]
    pub fn commands(&self, table: TableId, person: KeyHash) -> (String, String) {
        let before = person.short();
        let after = match self {
            Replacement::Person(key) => key.short(),
            Replacement::Renamed(_) => person.short(),
            Replacement::Nobody => {
                let mut hasher = blake3::Hasher::new_derive_key("neuland: commands of who was forgotten");
                hasher.update(&table.number().to_le_bytes());
                hasher.update(&person.0);
                KeyHash(*hasher.finalize().as_bytes()).short()
            }
        };
        (before + ":", after + ":")
    }

    /// Puts it on a chair.
    pub(crate) fn take(&self, chair: &mut SeatHolder, person: KeyHash) -> bool {
        let SeatHolder::Person { name, key } = chair else { return false };
        if *key != person {
            return false;
        }
        *key = self.key(person);
        if let Some(new) = self.name() {
            new.clone_into(name);
        }
        true
    }
}

/// The persons on the seats.
#[derive(Default, Debug)]
struct Seats([Option<KeyHash>; Seat::MAX]);

impl Seats {
    fn follow(&mut self, body: &Body) {
        match body {
            Body::Created(created) => {
                for (chair, place) in created.chairs.iter().zip(&mut self.0) {
                    if let SeatHolder::Person { key, .. } = chair {
                        *place = Some(*key);
                    }
                }
            }
            Body::Joined(joined) => self.0[joined.seat.index()] = Some(joined.key),
            Body::Left { seat, bot: None } => self.0[seat.index()] = None,
            Body::Swapped { seats: (one, other) } => self.0.swap(one.index(), other.index()),
            _ => {}
        }
    }

    fn has(&self, seat: Seat, person: KeyHash) -> bool {
        self.0[seat.index()] == Some(person)
    }
}

/// The replacement of a person at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amendment {
    pub(crate) person: KeyHash,
    pub(crate) instead: Replacement,
    /// The new owner of the table if its owner is forgotten: somebody must be able to seat bots and to close a table that waits.
    /// It is chosen once, so that memory and store agree.
    heir: KeyHash,
}

impl Amendment {
    /// Returns the amendment for a table with this log.
    #[must_use]
    pub fn of<'a>(log: impl Iterator<Item = &'a Body>, person: KeyHash, instead: Replacement) -> Amendment {
        let mut seats = Seats::default();
        log.for_each(|body| seats.follow(body));
        let heir = seats.0.into_iter().flatten().find(|key| ![person, KeyHash::NOBODY].contains(key));
        Amendment { person, instead, heir: heir.unwrap_or(KeyHash::NOBODY) }
    }
}

/// The bodies of a log that an amendment changes, by number.
pub(crate) fn amended<'a>(
    log: impl Iterator<Item = (u64, &'a Body)>,
    Amendment { person, instead, heir }: &Amendment,
) -> Vec<(u64, Body)> {
    let (person, heir) = (*person, *heir);
    let mut seats = Seats::default();
    let mut amended = Vec::new();
    for (seq, body) in log {
        seats.follow(body);
        let mut new = body.clone();
        let changed = match &mut new {
            Body::Created(created) => {
                let mut changed = false;
                for chair in &mut created.chairs {
                    changed |= instead.take(chair, person);
                }
                if created.opener == person {
                    created.opener = instead.holder(person).unwrap_or(heir);
                    changed = true;
                }
                changed
            }
            Body::Joined(joined) if joined.key == person => {
                joined.key = instead.key(person);
                if let Some(name) = instead.name() {
                    name.clone_into(&mut joined.name);
                }
                true
            }
            Body::Closed { by: Some(by), .. } if **by == person => {
                **by = instead.key(person);
                true
            }
            Body::Said { seat, text } if *instead == Replacement::Nobody && seats.has(*seat, person) => {
                let said = text != NOTHING_SAID;
                NOTHING_SAID.clone_into(text);
                said
            }
            _ => false,
        };
        if changed {
            amended.push((seq, new));
        }
    }
    amended
}

/// Amends a log as it is stored; `amendment` gets the entries that can be read. Unreadable entries stay as they are.
pub fn amended_stored(
    log: &[StoredEntry],
    amendment: impl FnOnce(&[(u64, Body)]) -> Amendment,
) -> Vec<(u64, String)> {
    let bodies: Vec<(u64, Body)> =
        log.iter().filter_map(|entry| Some((entry.seq, serde_json::from_str(&entry.body).ok()?))).collect();
    let amendment = amendment(&bodies);
    amended(bodies.iter().map(|(seq, body)| (*seq, body)), &amendment)
        .into_iter()
        .map(|(seq, body)| (seq, serde_json::to_string(&body).expect("entries can be written")))
        .collect()
}

/// Formats a value in several lines, all but the first indented by `indent` more spaces.
#[must_use]
pub fn pretty(value: &Value, indent: usize) -> String {
    // Line feeds within strings are escaped, so those that are left are between values.
    format!("{value:#}").replace('\n', &format!("\n{:indent$}", ""))
}

/// The entries of a person at one table, as a JSON object that is an item of a list in an object, without what is others' or
/// secret. The log is read and the text is written part by part: a log of many entries takes much memory, and so does its text.
#[derive(Debug)]
pub struct Excerpt {
    id: TableId,
    person: KeyHash,
    /// The entries that were read from the log and are not written yet, and the number of the entry after them.
    part: std::vec::IntoIter<StoredEntry>,
    next: u64,
    seats: Seats,
    game: String,
    opened: bool,
    names: Vec<Value>,
    /// Whether the beginning was written, an entry, and the end.
    written: (bool, bool, bool),
}

impl Excerpt {
    /// The excerpt of a table.
    #[must_use]
    pub fn new(id: TableId, person: KeyHash) -> Excerpt {
        Excerpt {
            id,
            person,
            part: Vec::new().into_iter(),
            next: 0,
            seats: Seats::default(),
            game: String::new(),
            opened: false,
            names: Vec::new(),
            written: (false, false, false),
        }
    }

    /// The table.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Returns the next piece of the text, which ends with the entry that reaches `bytes` bytes; `None` after the last piece.
    /// `read` returns a part of the log from a number on, nothing after its end.
    ///
    /// # Errors
    /// The error of `read`. Then only the rest of the text is missing, for which [`cut_off`](Self::cut_off) stands.
    pub fn next_piece<E>(
        &mut self,
        bytes: usize,
        mut read: impl FnMut(u64) -> Result<Vec<StoredEntry>, E>,
    ) -> Result<Option<String>, E> {
        if self.written.2 {
            return Ok(None);
        }
        let mut text = String::new();
        if self.part.len() == 0 {
            self.part = read(self.next)?.into_iter();
        }
        if !std::mem::replace(&mut self.written.0, true) {
            text.push_str("{\n      \"entries\": [");
        }
        while let Some(stored) = self.part.next() {
            self.next = stored.seq + 1;
            if let Ok(body) = serde_json::from_str::<Body>(&stored.body)
                && let Some(entry) = self.own(&body)
            {
                let comma = if std::mem::replace(&mut self.written.1, true) { "," } else { "" };
                text.extend([comma, "\n        "]);
                let entry = json!({ "number": stored.seq, "at": iso_8601(stored.at), "entry": entry });
                text.push_str(&pretty(&entry, 8));
            }
            if text.len() >= bytes {
                return Ok(Some(text));
            }
            if self.part.len() == 0 {
                self.part = match read(self.next) {
                    Ok(part) => part.into_iter(),
                    // What there is goes first; the next call meets the error again.
                    Err(_) if !text.is_empty() => return Ok(Some(text)),
                    Err(error) => return Err(error),
                };
            }
        }
        text.push_str(&self.end(&json!({})));
        Ok(Some(text))
    }

    /// The end of the text of a log that could be read no further.
    #[must_use]
    pub fn cut_off(mut self) -> String {
        if self.written.0 {
            self.end(&json!({ "damaged": true }))
        } else {
            pretty(&json!({ "table": self.id.to_string(), "damaged": true }), 4)
        }
    }

    fn end(&mut self, more: &Value) -> String {
        self.written.2 = true;
        let mut rest = json!({
            "table": self.id.to_string(),
            "game": self.game,
            "opened_by_you": self.opened,
            "seats": self.names,
        });
        if let (Some(rest), Some(more)) = (rest.as_object_mut(), more.as_object()) {
            rest.extend(more.clone());
        }
        let entries = if self.written.1 { "\n      ]," } else { "]," };
        format!("{entries}{}", pretty(&rest, 4).trim_start_matches('{'))
    }

    /// The part of an entry that is the person's; `None` if there is none.
    fn own(&mut self, body: &Body) -> Option<Value> {
        let Excerpt { person, seats, names, .. } = self;
        let person = *person;
        seats.follow(body);
        let own = |seat: &Seat| seats.has(*seat, person);
        let mut named = |seat: Seat, name: &str| names.push(json!({ "seat": seat, "name": name }));
        match body {
            Body::Created(created) => {
                self.game.clone_from(&created.game);
                self.opened = created.opener == person;
                let mut seated = json!({});
                for (chair, seat) in created.chairs.iter().zip(Seat::first(Seat::MAX)) {
                    if let SeatHolder::Person { name, key } = chair
                        && *key == person
                    {
                        named(seat, name);
                        seated = json!({ "seat": seat, "name": name, "nonce": created.nonces.get(&seat) });
                    }
                }
                Some(json!({ "created": seated })).filter(|_| self.opened || seated_by(created, person))
            }
            Body::Joined(joined) if own(&joined.seat) => {
                let Joined { seat, name, nonce, .. } = &**joined;
                named(*seat, name);
                Some(json!({ "joined": { "seat": seat, "name": name, "nonce": nonce } }))
            }
            Body::Closed { by: Some(by), .. } if **by == person => Some(json!({ "closed": {} })),
            Body::Action { seat, .. }
            | Body::Undo { seat, .. }
            | Body::UndoAsked { seat, .. }
            | Body::UndoAnswered { seat, .. }
            | Body::ShareSpent { seat, .. }
            | Body::CloseAsked { seat }
            | Body::CloseAnswered { seat, .. }
            | Body::TimeUp { seat, .. }
            | Body::Returned { seat }
            | Body::Replaced { seat, .. }
            | Body::Left { seat, .. }
            | Body::Said { seat, .. }
            | Body::Declines { seat, .. }
            | Body::Unchanged { seat, .. }
                if own(seat) =>
            {
                serde_json::to_value(body).ok()
            }
            _ => None,
        }
    }
}

fn seated_by(created: &crate::entry::Created, person: KeyHash) -> bool {
    created.chairs.iter().any(|chair| matches!(chair, SeatHolder::Person { key, .. } if *key == person))
}

/// The keys and codes by which a table can be found, according to its log.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Traces {
    /// The keys of everybody who opened it, or has or had a seat.
    pub holders: Vec<KeyHash>,
    /// Its join code.
    pub codes: Vec<String>,
}

/// Returns the keys and codes by which the table with this log can be found.
#[must_use]
pub fn traces(log: &[StoredEntry]) -> Traces {
    let mut traces = Traces::default();
    let mut note = |key: KeyHash| {
        if key != KeyHash::NOBODY && !traces.holders.contains(&key) {
            traces.holders.push(key);
        }
    };
    for body in log.iter().filter_map(|entry| serde_json::from_str(&entry.body).ok()) {
        match body {
            Body::Created(created) => {
                note(created.opener);
                for chair in created.chairs {
                    if let SeatHolder::Person { key, .. } = chair {
                        note(key);
                    }
                }
                traces.codes.push(created.code);
            }
            Body::Joined(joined) => note(joined.key),
            _ => {}
        }
    }
    traces
}

/// Returns the key of the person on a seat at the end of a log.
#[must_use]
pub fn holder_of_seat(log: &[StoredEntry], seat: Seat) -> Option<KeyHash> {
    let mut seats = Seats::default();
    for body in log.iter().filter_map(|entry| serde_json::from_str(&entry.body).ok()) {
        seats.follow(&body);
    }
    seats.0[seat.index()].filter(|key| *key != KeyHash::NOBODY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Key;

    fn texts(log: &[Body], person: KeyHash, instead: Replacement) -> Vec<(u64, String)> {
        let amendment = Amendment::of(log.iter(), person, instead);
        let log = log.iter().enumerate().map(|(seq, body)| (seq as u64, body));
        let amended = amended(log, &amendment);
        amended.into_iter().map(|(seq, body)| (seq, serde_json::to_string(&body).unwrap())).collect()
    }

    /// Words belong to who sat there when they were said, not to the seat.
    #[test]
    fn words_are_of_whoever_had_the_seat() {
        let (ada, ben) = (Key::random().hash(), Key::random().hash());
        let joined = |seat, name: &str, key| {
            Body::Joined(Box::new(Joined { seat, name: name.to_owned(), key, nonce: None }))
        };
        let said = |seat, text: &str| Body::Said { seat, text: text.to_owned() };
        let log = [
            joined(Seat::B, "Ada", ada),
            said(Seat::B, "one"),
            Body::Swapped { seats: (Seat::A, Seat::B) },
            joined(Seat::B, "Ben", ben),
            said(Seat::B, "of Ben"),
            said(Seat::A, "two"),
            Body::Left { seat: Seat::A, bot: None },
            joined(Seat::A, "Ben again", ben),
            said(Seat::A, "of Ben as well"),
        ];
        let forgotten = texts(&log, ada, Replacement::Nobody);
        let numbers: Vec<u64> = forgotten.iter().map(|(seq, _)| *seq).collect();
        assert_eq!(numbers, [0, 1, 5]);
        assert!(forgotten[0].1.contains(NOBODYS_NAME) && !forgotten[0].1.contains("Ada"));
        assert_eq!(forgotten[1].1, r#"{"said":{"seat":"B","text":"…"}}"#);
        let given = texts(&log, ada, Replacement::Person(ben));
        assert_eq!(given.len(), 1, "another key is no other name");
        assert!(given[0].1.contains("Ada"));
    }
}
