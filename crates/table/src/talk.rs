//! The talk at a table. A person stays the same wherever they sit: chairs change before the game begins, and somebody who takes
//! an abandoned chair is another person.

use crate::entry::{Body, SeatHolder};
use crate::keys::KeyHash;
use crate::table::Table;
use game::Seat;

/// Everybody who sits or sat at a table, and what they said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Talk {
    /// The people, in the order in which they came.
    pub people: Vec<Talker>,
    /// The remarks, in order.
    pub said: Vec<Remark>,
}

/// Somebody who sits or sat at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Talker {
    /// The id of the person at this table: the entry with which they sat down, and their seat then, as in `3B`.
    pub id: String,
    /// The hash of their key; [`KeyHash::NOBODY`] of who was forgotten.
    pub key: KeyHash,
    /// The name they play under.
    pub name: String,
    /// The seat on which they sit now.
    pub seat: Option<Seat>,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The number of its entry.
    pub seq: u64,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The index of the speaker in [`Talk::people`].
    pub by: usize,
    /// The text.
    pub text: String,
}

impl Talk {
    /// Seats a person. One who left and comes back stays the same person.
    fn sits_down(&mut self, seq: u64, seat: Seat, name: &str, key: KeyHash) {
        let known = |person: &&mut Talker| person.key == key && key != KeyHash::NOBODY;
        if let Some(person) = self.people.iter_mut().find(known) {
            person.seat = Some(seat);
            name.clone_into(&mut person.name);
        } else {
            let (id, name) = (format!("{seq}{seat}"), name.to_owned());
            self.people.push(Talker { id, key, name, seat: Some(seat) });
        }
    }

    fn at(&self, seat: Seat) -> Option<usize> {
        self.people.iter().position(|person| person.seat == Some(seat))
    }
}

impl Table {
    /// Returns everything that was said here.
    pub(crate) fn talk(&self) -> Talk {
        let mut talk = Talk::default();
        for (logged, seq) in self.log.iter().zip(0..) {
            match &logged.body {
                Body::Created(created) => {
                    for (chair, seat) in created.chairs.iter().zip(Seat::first(Seat::MAX)) {
                        if let SeatHolder::Person { name, key } = chair {
                            talk.sits_down(seq, seat, name, *key);
                        }
                    }
                }
                Body::Joined(joined) => {
                    talk.sits_down(seq, joined.seat, &joined.name, joined.key);
                }
                // After the game began the chair stays theirs, and a bot plays on.
                Body::Left { seat, bot: None } => {
                    if let Some(gone) = talk.at(*seat) {
                        talk.people[gone].seat = None;
                    }
                }
                Body::Swapped { seats: (one, other) } => {
                    for person in &mut talk.people {
                        person.seat = person.seat.map(|seat| match seat {
                            seat if seat == *one => *other,
                            seat if seat == *other => *one,
                            seat => seat,
                        });
                    }
                }
                Body::Said { seat, text } => {
                    if let Some(by) = talk.at(*seat) {
                        talk.said.push(Remark { seq, at: logged.at, by, text: text.clone() });
                    }
                }
                _ => {}
            }
        }
        talk
    }
}
