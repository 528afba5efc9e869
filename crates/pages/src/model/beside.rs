//! What goes on at a table beside the game.

use super::moderation::Restrictions;
use game::{Seat, SeatSet};

/// What goes on at a table beside the game, as the reader may know it.
#[derive(Clone, Debug, Default)]
pub struct Beside<'a> {
    /// The clocks, at a table with clocks.
    pub clocks: Option<Clocks>,
    /// What was said.
    pub talk: Talk<'a>,
    /// Turns begun.
    pub turns: u32,
    /// Whether the reader may ask the others to take the last action back.
    pub can_ask_undo: bool,
    /// Who would have to agree to that.
    pub voters: SeatSet,
    /// That somebody asks to take something back.
    pub undo: Option<UndoAsked>,
    /// Whether the reader may close the table, or ask the others to.
    pub can_ask_close: bool,
    /// Who would have to agree to that.
    pub close_voters: SeatSet,
    /// That somebody asks to close the table.
    pub close: Option<CloseAsked>,
    /// Which offers the reader rejects without being asked.
    pub declined: Declined,
    /// What a moderator has put in force against the reader.
    pub restrictions: Restrictions,
}

/// The clocks of a table at the moment at which the page is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// What everybody begins with, in milliseconds.
    pub full: u64,
    /// The clock of every seat, in order.
    pub seats: Vec<SeatClock>,
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatClock {
    /// What is left, in milliseconds.
    pub left: u64,
    /// Whether it runs.
    pub runs: bool,
    /// Whether the time is up.
    pub up: bool,
}

/// What was said at a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Talk<'a> {
    /// Everybody who sits or sat there.
    pub people: &'a [Talker<'a>],
    /// What they said, in order.
    pub said: &'a [Said<'a>],
    /// The moment at which the page is made, in milliseconds since 1970.
    pub now: u64,
}

/// Somebody who can talk at a table.
#[derive(Clone, Copy, Debug)]
pub struct Talker<'a> {
    /// What tells them from others, wherever they sit; `POST /t/{id}/mute` takes it.
    pub id: &'a str,
    /// The name they play under.
    pub name: &'a str,
    /// Where they sit now; `None` for who has gone.
    pub seat: Option<Seat>,
    /// Whether the reader does not want to read them at this table.
    pub muted: bool,
    /// Whether the reader has blocked them everywhere.
    pub blocked: bool,
}

/// Something that was said.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The number of its log entry.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The same as UTC: `2026-11-21T08:40:00Z`.
    pub moment: &'a str,
    /// By whom of the people.
    pub by: usize,
    /// What.
    pub text: &'a str,
}

/// That a seat asks to take its last action back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoAsked {
    /// Which seat.
    pub seat: Seat,
    /// To the position after this log entry.
    pub to: u64,
    /// Who agreed so far.
    pub agreed: SeatSet,
    /// Who has yet to answer.
    pub open: SeatSet,
}

/// That a seat asks to close the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CloseAsked {
    /// Which seat.
    pub seat: Seat,
    /// The log entry with which it asked.
    pub entry: u64,
    /// Who agreed so far.
    pub agreed: SeatSet,
    /// Who has yet to answer.
    pub open: SeatSet,
}

/// Offers that the reader rejects without being asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Declined {
    /// All of the turn that goes on.
    pub turn: bool,
    /// All of these seats.
    pub from: SeatSet,
}
