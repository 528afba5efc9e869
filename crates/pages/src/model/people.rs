//! The people at a table, and tables in lists.

use game::{Closing, Seat, SeatSet};
use std::fmt;

/// A seat at a table with its occupant.
#[derive(Clone, Hash, Debug)]
pub struct SeatInfo<'a> {
    /// The seat.
    pub seat: Seat,
    /// The occupant.
    pub who: SeatOccupant<'a>,
}

/// The occupant of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeatOccupant<'a> {
    /// Nobody; anybody may take it.
    Open,
    /// A person.
    Person {
        /// The name they play under.
        name: &'a str,
        /// Whether they are present: a browser of theirs is connected.
        online: bool,
        /// The kind of bot that plays for them now, under the name that [`BOT_NAMES`] has for the seat.
        stand_in: Option<&'a str>,
    },
    /// A bot.
    Bot {
        /// The name it plays under, see [`BOT_NAMES`].
        name: &'a str,
        /// Its kind: `settler`.
        kind: &'a str,
    },
}

/// Names for bots by seat, so that two of a kind can be told apart in the log.
pub const BOT_NAMES: [&str; Seat::MAX] = ["Alma", "Bruno", "Clara", "David", "Edda", "Finn"];

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableStage {
    /// A seat is open; nothing happens yet.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game is over.
    Over,
}

/// The time control. Its text form is that of the API: `decision 60 bot`, `bank 600 10 replace`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pace {
    /// The seconds for each decision, or in the bank.
    pub seconds: u32,
    /// With a bank: the seconds that each decision adds.
    pub increment: Option<u32>,
    /// Whether the other players decide whether a bot takes over when the time is up. Otherwise a bot does so at once.
    pub replace: bool,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.increment {
            None => write!(f, "decision {}", self.seconds)?,
            Some(increment) => write!(f, "bank {} {increment}", self.seconds)?,
        }
        f.write_str(if self.replace { " replace" } else { " bot" })
    }
}

/// The data about the people at a table that its page shows.
#[derive(Clone, Debug, Default)]
pub struct People<'a> {
    /// Whether the reader may begin the game, close the table before it and swap seats.
    pub is_in_charge: bool,
    /// Whether the table is listed publicly.
    pub is_public: bool,
    /// Whether its game was played on from a position.
    pub from_position: bool,
    /// The reason why the table was closed before its game was over, if it was.
    pub closed: Option<Closing>,
    /// Whether the same people may play again from here, because the game has ended.
    pub may_play_again: bool,
    /// Whether its game has begun.
    pub has_begun: bool,
    /// The time control.
    pub pace: Option<Pace>,
    /// The options that differ from their default, as name and value.
    pub options: &'a [(&'a str, String)],
    /// The kinds of bots that play this game, strongest first.
    pub bots: &'a [&'a str],
    /// The number of spectators.
    pub spectators: usize,
    /// A short text that changes whenever the presence of players or the number of spectators changes.
    pub presence: &'a str,
    /// The seats for which the game waits.
    pub due: SeatSet,
    /// The seats that have caused as many log entries as they may, so that a bot plays for them to the end.
    pub spent: SeatSet,
    /// The seats for which the reader may let a bot play on.
    pub replaceable: SeatSet,
    /// The replaceable seats whose players are present, but have let the others wait for ten minutes.
    pub stalling: SeatSet,
    /// The commitment to the secret of the dice.
    pub commitment: Option<&'a str>,
    /// The seats that have added their share to the dice.
    pub nonces: SeatSet,
    /// The seats that are reserved for people who have yet to come before the game begins.
    pub expected: SeatSet,
    /// The table at which the same people play again.
    pub next: Option<&'a str>,
    /// Whether a seat is reserved for the reader there.
    pub next_expects: bool,
    /// The commitment to the dice of that table, as long as the reader can add to them.
    pub next_commitment: Option<&'a str>,
    /// The people who share the reader's device, while a game goes on.
    pub here: Option<HotSeat>,
}

/// Several people at one device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HotSeat {
    /// Their seats.
    pub seats: SeatSet,
    /// The ones among them for which the table waits.
    pub due: SeatSet,
    /// The seat whose hand is shown; `None` if all hands are hidden.
    pub open: Option<Seat>,
    /// Whether there is a hand to hide.
    pub hides: bool,
}

/// One table in a list.
#[derive(Clone, Debug)]
pub struct TableSummary<'a> {
    /// The id in the URL.
    pub id: &'a str,
    /// The game's name on the shelf: `catan`.
    pub game: &'a str,
    /// The seats.
    pub seats: &'a [SeatInfo<'a>],
    /// The reader's seat.
    pub you: Option<Seat>,
    /// The stage of the table.
    pub stage: TableStage,
    /// Whether the table waits for the reader, either to decide or to come.
    pub your_turn: bool,
    /// The number of turns begun.
    pub turns: u32,
    /// Whether its game was played on from a position.
    pub from_position: bool,
    /// The seats for which the game waits.
    pub due: SeatSet,
    /// The time left on the clock that runs out first, in milliseconds.
    pub left: Option<u64>,
    /// The ending, if the table has ended.
    pub ending: Option<Ending<'a>>,
}

/// The ending of a table.
#[derive(Clone, Debug)]
pub struct Ending<'a> {
    /// The time of the end: `2026-11-21T08:40:00Z`.
    pub at: &'a str,
    /// The reader's place: 1 for a winner. `None` if they have no seat, or the game was not played to its end.
    pub place: Option<u8>,
    /// Whether others share the reader's victory.
    pub is_shared: bool,
    /// Whether the table was closed before the game was over.
    pub is_closed: bool,
}

/// A public table.
#[derive(Clone, Debug)]
pub struct PublicTable<'a> {
    /// The data that every list of tables shows.
    pub summary: TableSummary<'a>,
    /// The invitation code, as long as a seat is open.
    pub code: Option<&'a str>,
    /// The time control.
    pub pace: Option<Pace>,
    /// The options that differ from their default.
    pub options: &'a [(&'a str, String)],
    /// The number of spectators.
    pub spectators: usize,
}
