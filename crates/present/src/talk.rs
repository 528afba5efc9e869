//! Table activity beside the game: clocks, chat, pending requests, and rejected offers.

use game::{Seat, SeatSet};
use pages::{ChatMessage, Clocks, CloseAsked, Declined, SeatClock, TableContext, Talker, UndoAsked};
use table::clock::Time;
use table::host::Host;
use table::keys::KeyHash;
use table::moment::iso_8601;
use table::talk::Talk;

/// The activity beside the game, copied so that rendering blocks nobody.
#[derive(Debug)]
pub struct TalkSnapshot {
    clocks: Option<Clocks>,
    talk: Talk,
    moments: Vec<String>,
    now: u64,
    turns: u32,
    can_ask_undo: bool,
    voters: SeatSet,
    undo: Option<UndoAsked>,
    can_ask_close: bool,
    close_voters: SeatSet,
    close: Option<CloseAsked>,
    declined: Declined,
}

impl TalkSnapshot {
    /// Copies it for the person on this seat; `now` is in milliseconds since 1970.
    pub fn new<T>(host: &Host<T>, you: Option<Seat>, now: u64) -> TalkSnapshot {
        let now = host.table_time(now);
        let talk = host.talk();
        let declined = you.and_then(|you| host.declined(you)).unwrap_or_default();
        TalkSnapshot {
            clocks: clocks(host, now),
            moments: talk.said.iter().map(|remark| iso_8601(remark.at)).collect(),
            talk,
            now,
            turns: host.game().map_or(0, |game| game.turns()),
            can_ask_undo: you.is_some_and(|you| host.can_ask_undo(you)),
            voters: you.map_or(SeatSet::EMPTY, |you| host.to_agree(you)),
            undo: host.undo_request().map(|asked| UndoAsked {
                seat: asked.seat,
                to: asked.to,
                agreed: asked.agreed,
                open: host
                    .to_agree(asked.seat)
                    .into_iter()
                    .filter(|&seat| !asked.agreed.contains(seat))
                    .collect(),
            }),
            can_ask_close: you.is_some_and(|you| host.can_ask_close(you)),
            close_voters: you.map_or(SeatSet::EMPTY, |you| host.to_close(you, now)),
            close: host.close_request().map(|asked| CloseAsked {
                seat: asked.seat,
                entry: asked.entry,
                agreed: asked.agreed,
                open: host.to_close(asked.seat, now),
            }),
            declined: Declined { turn: declined.turn, from: declined.from },
        }
    }

    /// The people who talk, as a reader sees them who has muted or blocked some of them, by their ids and by their keys.
    #[must_use]
    pub fn people(
        &self,
        is_muted: &dyn Fn(&str) -> bool,
        is_blocked: &dyn Fn(KeyHash) -> bool,
    ) -> Vec<Talker<'_>> {
        let people = self.talk.people.iter();
        people
            .map(|person| Talker {
                id: &person.id,
                name: &person.name,
                seat: person.seat,
                muted: is_muted(&person.id),
                blocked: is_blocked(person.key),
            })
            .collect()
    }

    /// The lines of the chat.
    #[must_use]
    pub fn said(&self) -> Vec<ChatMessage<'_>> {
        self.talk
            .said
            .iter()
            .zip(&self.moments)
            .map(|(said, moment)| ChatMessage {
                seq: said.seq,
                at: said.at,
                moment,
                by: said.by,
                text: &said.text,
            })
            .collect()
    }

    /// All of it for the page.
    #[must_use]
    pub fn page<'a>(&'a self, people: &'a [Talker<'a>], said: &'a [ChatMessage<'a>]) -> TableContext<'a> {
        TableContext {
            lesson: None,
            exercise: None,
            hints: pages::Hints::default(),
            chances: pages::SpectatorChances::default(),
            clocks: self.clocks.clone(),
            talk: pages::Talk { people, said, now: self.now },
            turns: self.turns,
            can_ask_undo: self.can_ask_undo,
            voters: self.voters,
            undo: self.undo,
            can_ask_close: self.can_ask_close,
            close_voters: self.close_voters,
            close: self.close,
            declined: self.declined,
            restrictions: pages::Restrictions::default(),
        }
    }
}

/// The clocks of a table at this moment.
fn clocks<T>(host: &Host<T>, now: u64) -> Option<Clocks> {
    let (Time::Decision { seconds } | Time::Bank { seconds, .. }) = host.clock()?.time;
    let (left, running) = host.clocks(now)?;
    let clock =
        |(left, seat)| SeatClock { left, runs: running.contains(seat), up: host.is_out_of_time(seat) };
    let seats = left.into_iter().zip(Seat::first(Seat::MAX)).map(clock).collect();
    Some(Clocks { full: u64::from(seconds) * 1000, seats })
}
