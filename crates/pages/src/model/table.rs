//! A table and its game.

use super::beside::Beside;
use super::people::{People, SeatInfo, Stage};
use crate::games::carcassonne::{AnyView, CarcassonneTable};
use crate::games::catan::CatanTable;
use crate::games::cities_and_knights::CitiesAndKnightsTable;
use crate::words::{Fault, Reader};
use ::draw::shown::Shown;
use game::{BySeat, Seat};
use maud::Markup;
use shelf::{GameKind, Refusal};

/// `GET /t/{id}` and `GET /t/{id}/main`.
#[derive(Clone, Debug)]
pub struct TablePage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The table's id in the URL.
    pub table: &'a str,
    /// The invitation code: others sit down at `/j/{code}`. `None` where nobody can join any more.
    pub code: Option<&'a str>,
    /// Who sits there, in the order of seats.
    pub seats: &'a [SeatInfo<'a>],
    /// The reader's seat; `None` for a spectator.
    pub you: Option<Seat>,
    /// How far the table is.
    pub stage: Stage,
    /// The number of log entries this page shows: commands carry it, pictures are named by it.
    pub seq: u64,
    /// The latest version of this viewer's sequence: where the event stream goes on.
    pub version: u64,
    /// A fresh id for the command that the page's plain form may send (the client makes its own).
    pub command: &'a str,
    /// Whether the reader may take the last action back.
    pub can_undo: bool,
    /// Whether the reader may fill open seats with bots (`POST /t/{id}/fill`, field `bot`).
    pub can_fill: bool,
    /// The kind of bot they would be: the game's strongest.
    pub bot: &'a str,
    /// What is to be said on top: a refusal, a hint.
    pub notice: Option<Notice>,
    /// The game in numbers, once it is over.
    pub statistics: Option<&'a shelf::Statistics>,
    /// What goes on beside the game.
    pub beside: Beside<'a>,
    /// The people around it.
    pub people: People<'a>,
    /// The game itself.
    pub game: GameTable<'a>,
    /// The id of the figure that the reader has unfolded, if any: only that one is kept up to date.
    pub unfolded: &'a str,
    /// What the reader's page shows already; [`Shown::NOTHING`] for a page of its own.
    pub shown: &'a Shown<'a>,
}

/// What is to be said on top of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// An action was refused by the rules.
    Refused {
        /// The action, as it was sent.
        action: String,
        /// Why.
        why: Refusal,
    },
    /// Something else went wrong.
    Fault(Fault),
}

/// The part of a table page that depends on the game.
#[derive(Clone, Debug)]
pub enum GameTable<'a> {
    /// Catan.
    Catan(CatanTable<'a>),
    /// Cities & Knights.
    CitiesAndKnights(CitiesAndKnightsTable<'a>),
    /// Carcassonne, Traders & Builders, or Mayflower.
    Carcassonne(CarcassonneTable<'a>),
}

impl GameTable<'_> {
    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        match self {
            GameTable::Catan(_) => GameKind::Catan,
            GameTable::CitiesAndKnights(_) => GameKind::CitiesAndKnights,
            GameTable::Carcassonne(table) => match table.view {
                AnyView::Carcassonne(_) => GameKind::Carcassonne,
                AnyView::TradersAndBuilders(_) => GameKind::TradersAndBuilders,
                AnyView::Mayflower(_) => GameKind::Mayflower,
            },
        }
    }
}

/// The points of every seat at one moment; 0 for seats that do not play.
pub type Standing = BySeat<i32, { Seat::MAX }>;

/// A line of the log of a game with these events.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogLine<Event> {
    /// After which log entry this was so: the picture of that moment is `board/{seq}.svg`.
    pub seq: u64,
    /// What happened.
    pub what: Happened<Event>,
}

/// What happened at a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Happened<Event> {
    /// In the game.
    Game(Event),
    /// A seat took its last action back.
    Undone(Seat),
    /// A seat asks the others to go back.
    UndoAsked(Seat),
    /// A seat answers that.
    UndoAnswered {
        /// Which.
        seat: Seat,
        /// Whether it agrees.
        agrees: bool,
    },
    /// Somebody sat down.
    Joined(Seat),
    /// Bots took the open seats.
    Filled,
    /// Two seats changed places before the game began.
    Swapped(Seat, Seat),
    /// Whoever had this seat went.
    Left {
        /// Which.
        seat: Seat,
        /// Whether a bot plays on; otherwise the seat is open.
        bot: bool,
    },
    /// Whoever has this seat is back.
    Returned(Seat),
    /// A seat lets a bot play on for another one.
    Replaced {
        /// For which.
        seat: Seat,
        /// Who let it.
        by: Seat,
    },
    /// The time of a seat is up.
    TimeUp {
        /// Which.
        seat: Seat,
        /// Whether a bot plays on.
        bot: bool,
    },
    /// The clocks stood still while the server was down.
    StoodStill,
    /// The same people play again at another table.
    Next,
    /// The table was closed before the game was over.
    Closed,
}

/// A line of the log as it is shown.
pub(crate) struct Told {
    /// Whose mark stands before it.
    pub(crate) seat: Option<Seat>,
    /// What it says.
    pub(crate) sentence: String,
    /// Which sound goes with it, for those who want sounds; `none` for none.
    pub(crate) sound: &'static str,
    /// The place on the board that it speaks of, by its id in the picture.
    pub(crate) place: Option<String>,
    /// Whether a turn ends with it.
    pub(crate) ends_turn: bool,
}

/// What a game shows of a position.
pub(crate) struct Looked {
    /// The board, as a picture or in words.
    pub(crate) board: Markup,
    /// Everybody with what is open about them.
    pub(crate) players: Markup,
    /// What each seat holds, in games in which that is hidden from others.
    pub(crate) hands: Markup,
    /// Lines of the log with their positions.
    pub(crate) log: Vec<(u64, Told)>,
    /// How many points win, where there is such a number.
    pub(crate) goal: Option<i32>,
}
