//! The people at a table, and tables in lists.

use game::{Closing, Seat, SeatSet};
use std::fmt;

/// A place at a table and who has it.
#[derive(Clone, Debug)]
pub struct SeatInfo<'a> {
    /// The place.
    pub seat: Seat,
    /// Who has it.
    pub who: Who<'a>,
}

/// Who has a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who<'a> {
    /// Somebody may take it.
    Open,
    /// A person.
    Person {
        /// The name they play under.
        name: &'a str,
        /// Whether they are there: a browser of theirs is connected.
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

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A seat is open; nothing happens yet.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
}

/// How long the seats may think. Its text form is that of the API: `decision 60 bot`, `bank 600 10 replace`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// How many seconds there are, for each decision or in the bank.
    pub seconds: u32,
    /// With a bank: how many seconds each decision adds.
    pub increment: Option<u32>,
    /// Whether nothing happens by itself when the time is up: the others may let a bot play on. Otherwise it does so
    /// at once.
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

/// What a table page shows of the people beside their game.
#[derive(Clone, Debug, Default)]
pub struct People<'a> {
    /// Whether the reader may begin the game, close the table before it and swap seats.
    pub is_in_charge: bool,
    /// Whether strangers find it.
    pub is_public: bool,
    /// Whether its game was played on from a position.
    pub from_position: bool,
    /// Why it was closed before its game was over, if it was.
    pub closed: Option<Closing>,
    /// Whether the same people may play again from here, as the game has ended.
    pub may_play_again: bool,
    /// Whether its game has begun.
    pub has_begun: bool,
    /// How long the seats may think.
    pub pace: Option<Pace>,
    /// The options that differ from their default, as name and value.
    pub options: &'a [(&'a str, String)],
    /// The kinds of bots that play this game, strongest first.
    pub bots: &'a [&'a str],
    /// How many look on.
    pub spectators: usize,
    /// Who is there, and how many look on, in a few letters: changes when that does.
    pub presence: &'a str,
    /// Whom the game waits for.
    pub due: SeatSet,
    /// Who has used up their share of what is kept of the table, so that a bot plays for them to the end.
    pub spent: SeatSet,
    /// For whom the reader may let a bot play on.
    pub replaceable: SeatSet,
    /// Those of them who are there, and have let the others wait for ten minutes.
    pub stalling: SeatSet,
    /// The commitment to the secret of the dice.
    pub commitment: Option<&'a str>,
    /// Who has added to the dice.
    pub nonces: SeatSet,
    /// Whose chair is kept, and who has yet to come before the game begins.
    pub expected: SeatSet,
    /// Where the same people play again.
    pub next: Option<&'a str>,
    /// Whether the reader is expected there.
    pub next_expects: bool,
    /// The commitment that the dice have there, as long as the reader can add to them.
    pub next_commitment: Option<&'a str>,
    /// Those who share the reader's device, while a game goes on.
    pub here: Option<Here>,
}

/// Several people at one device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Here {
    /// Their seats.
    pub seats: SeatSet,
    /// Those of them for whom the table waits.
    pub due: SeatSet,
    /// Whose hand is open; `None` if all are covered.
    pub open: Option<Seat>,
}

/// One table in a list.
#[derive(Clone, Debug)]
pub struct TableSummary<'a> {
    /// The id in the URL.
    pub id: &'a str,
    /// The game's name on the shelf: `catan`.
    pub game: &'a str,
    /// Who sits there.
    pub seats: &'a [SeatInfo<'a>],
    /// The reader's seat.
    pub you: Option<Seat>,
    /// How far the game is.
    pub stage: Stage,
    /// Whether it is the reader whom the table waits for: to decide something, or to come.
    pub your_turn: bool,
    /// Turns begun.
    pub turns: u32,
    /// Whether its game was played on from a position.
    pub from_position: bool,
    /// Whom the game waits for.
    pub due: SeatSet,
    /// What is left on the clock that runs out first, in milliseconds.
    pub left: Option<u64>,
    /// How and when it ended, if it has.
    pub ending: Option<Ending<'a>>,
}

/// How a table ended.
#[derive(Clone, Debug)]
pub struct Ending<'a> {
    /// When: `2026-11-21T08:40:00Z`.
    pub at: &'a str,
    /// Which place the reader has: 1 for who won. `None` if they have no seat, or the game was not played to its end.
    pub place: Option<u8>,
    /// Whether others won with them.
    pub is_shared: bool,
    /// Whether it was closed before the end.
    pub is_closed: bool,
}

/// A public table.
#[derive(Clone, Debug)]
pub struct PublicTable<'a> {
    /// What all lists of tables show.
    pub summary: TableSummary<'a>,
    /// The invitation code, as long as a seat is open.
    pub code: Option<&'a str>,
    /// How long the seats may think.
    pub pace: Option<Pace>,
    /// The options that differ from their default.
    pub options: &'a [(&'a str, String)],
    /// How many look on.
    pub spectators: usize,
}
