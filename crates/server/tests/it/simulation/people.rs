//! People: what they want next, what they were answered, what they were shown.

use super::world::Table;
use game::{Draws, Seat, SeatSet, Substream, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use table::entry::{Declined, SeatHolder};
use table::host::{Accepted, Intent, Occupant};
use table::{Key, KeyHash};

pub(crate) struct Person {
    pub(crate) key: KeyHash,
    /// With what they come to pages and exports.
    pub(crate) token: String,
    /// At which table, by its place in the list of the world.
    pub(crate) table: usize,
    /// Only looks.
    pub(crate) watches: bool,
    /// The message that waits for an answer.
    pub(crate) waits: Option<usize>,
    pub(crate) commands: u64,
    /// The latest message of theirs that came to the server.
    pub(crate) latest: usize,
    /// The stream that is open, as far as they know.
    pub(crate) stream: Option<u64>,
    /// The last version that was shown.
    pub(crate) seen: Option<u64>,
    /// The changes shown to them: table, version, perspective and hash.
    pub(crate) shown: Vec<(usize, u64, Viewer, u64)>,
    /// No message comes through until then.
    pub(crate) cut_until: u64,
    /// The answers of commands that were carried out, by id.
    pub(crate) done: BTreeMap<String, (usize, Intent, Vec<Accepted>)>,
    /// Commands that were refused for good.
    pub(crate) refused: BTreeSet<String>,
}

impl Person {
    pub(crate) fn new(key: Key, table: usize, watches: bool) -> Person {
        Person {
            key: key.hash(),
            token: key.reveal(),
            table,
            watches,
            waits: None,
            commands: 0,
            latest: 0,
            stream: None,
            seen: None,
            shown: Vec::new(),
            cut_until: 0,
            done: BTreeMap::new(),
            refused: BTreeSet::new(),
        }
    }

    /// The intent of a person who looks at the table, where these seats may be replaced.
    pub(crate) fn wants(&self, host: &Table, gone: SeatSet, draws: &mut Substream) -> Option<Intent> {
        if host.is_closed() {
            return None;
        }
        let mut one_in = |of: u32| draws.below(of) == 0;
        let Some(seat) = host.seat_of(self.key) else {
            let open = host.occupants().contains(&Occupant::Open);
            let name = "Ada".to_owned();
            return (open && !self.watches).then_some(Intent::Join { seat: None, name, nonce: None });
        };
        let Some(game) = host.game() else {
            if host.expected().contains(seat) && one_in(2) {
                return Some(Intent::Join { seat: None, name: "Ada".to_owned(), nonce: None });
            }
            let seats = host.start()?.seats();
            let open = Seat::first(seats).find(|seat| host.occupants()[seat.index()] == Occupant::Open);
            return match open {
                Some(open) if one_in(3) => Some(Intent::Swap { one: seat, other: open }),
                _ if one_in(20) => Some(Intent::Leave),
                _ if host.is_in_charge(self.key) && one_in(4) => {
                    Some(Intent::Fill { bot: "random".to_owned() })
                }
                _ => None,
            };
        };
        if game.outcome().is_some() {
            return None;
        }
        if host.bot_at(seat).is_some() && one_in(3) {
            return Some(Intent::Return);
        }
        if let Some(asked) = host.undo_request()
            && asked.seat != seat
            && !asked.agreed.contains(seat)
        {
            return Some(Intent::AnswerUndo { agrees: !one_in(4) });
        }
        if one_in(40) {
            return Some(Intent::Say("Well, well.".to_owned()));
        }
        if one_in(120) {
            return Some(Intent::Leave);
        }
        if one_in(80) {
            let from: SeatSet = Seat::first(game.seats()).filter(|other| *other != seat).take(1).collect();
            return Some(Intent::Decline(Declined { turn: one_in(2), from }));
        }
        if let Some(asked) = host.close_request() {
            if asked.seat != seat && !asked.agreed.contains(seat) {
                return Some(Intent::AnswerClose { agrees: !one_in(3) });
            }
            // Who asked or agreed may think again.
            if one_in(30) {
                return Some(Intent::AnswerClose { agrees: false });
            }
        } else if one_in(1_500) {
            return Some(Intent::AskClose);
        }
        if host.can_undo(seat) && one_in(10) {
            return Some(Intent::Undo);
        }
        if host.can_ask_undo(seat) && one_in(60) {
            return Some(Intent::AskUndo);
        }
        if let Some(out) = Seat::first(game.seats()).find(|&other| host.is_out_of_time(other))
            && out != seat
            && host.bot_at(out).is_none()
        {
            return Some(Intent::Replace { seat: out, online: true });
        }
        if let Some(away) = gone.into_iter().find(|&other| other != seat && host.bot_at(other).is_none())
            && one_in(2)
        {
            return Some(Intent::Replace { seat: away, online: false });
        }
        if !game.to_decide().contains(seat) && !game.awaited().iter().any(|(other, _)| *other == seat) {
            return None;
        }
        let legal = host.legal(seat, usize::MAX);
        (!legal.is_empty()).then(|| Intent::Act(legal[draws.below(legal.len() as u32) as usize].clone()))
    }
}

/// The chairs of a new table: at least one person, then persons, bots and open chairs.
pub(crate) fn chairs(seats: usize, keys: &[KeyHash], draws: &mut Substream) -> Vec<SeatHolder> {
    let mut keys = keys.iter();
    let chair = |n: usize| match (n, draws.below(4)) {
        (0, _) | (1, 0..=2) | (_, 0 | 1) => match keys.next() {
            Some(&key) => SeatHolder::Person { name: format!("Ada {n}"), key },
            None => SeatHolder::Bot("random".to_owned()),
        },
        (_, 2) => SeatHolder::Open,
        _ => SeatHolder::Bot("random".to_owned()),
    };
    (0..seats).map(chair).collect()
}
