//! What the server fills in: plain data, one struct a page.

use crate::games::carcassonne::{AnyView, CarcassonneTable};
use crate::games::catan::CatanTable;
use crate::games::cities_and_knights::CitiesAndKnightsTable;
use crate::pages::people::{Pace, People, PublicTable};
use crate::words::Reader;
use ::draw::shown::Shown;
use game::{BySeat, Seat, SeatSet};
use shelf::{GameKind, Refusal};

/// `GET /`: make a table, or go back to one.
#[derive(Clone, Debug)]
pub struct StartPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The game that the form is for.
    pub game: GameKind,
    /// The reader's tables, latest first.
    pub tables: &'a [TableSummary<'a>],
    /// The public tables, latest first.
    pub public: &'a [PublicTable<'a>],
    /// The table that is promised to the form, and the commitment to the secret of its dice.
    pub promised: (&'a str, &'a str),
    /// The kinds of bots that play this game, strongest first: `settler`, `random`.
    pub bots: &'a [&'a str],
    /// What was sent, where a table could not be made; fills the form again.
    pub sent: Option<&'a crate::model::forms::NewTable>,
    /// Why it could not be made.
    pub faults: &'a [Fault],
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
    /// Whom the game waits for.
    pub due: SeatSet,
    /// What is left on the clock that runs out first, in milliseconds.
    pub left: Option<u64>,
}

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

/// `GET /j/{code}`, and `GET /t/{id}` for somebody who could sit down.
#[derive(Clone, Debug)]
pub struct JoinPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The table's id in the URL; the form goes to `/t/{id}/join`.
    pub table: &'a str,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// Who sits there; the open ones can be chosen.
    pub seats: &'a [SeatInfo<'a>],
    /// The options that differ from their default, as name and value.
    pub options: &'a [(&'a str, String)],
    /// The invitation code to be sent along, where one is needed to sit down.
    pub code: Option<&'a str>,
    /// How long the seats may think.
    pub pace: Option<Pace>,
    /// Whether strangers find the table.
    pub is_public: bool,
    /// The commitment to the secret of the dice.
    pub commitment: Option<&'a str>,
    /// Why the reader could not sit down just now.
    pub fault: Option<Fault>,
}

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
    /// Which offers the reader rejects without being asked.
    pub declined: Declined,
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
    /// Whether the reader does not want to read them.
    pub muted: bool,
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

/// Offers that the reader rejects without being asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Declined {
    /// All of the turn that goes on.
    pub turn: bool,
    /// All of these seats.
    pub from: SeatSet,
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

/// What can go wrong outside the rules of a game. Each has its words; see [`fault`](crate::words::fault).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The page or table does not exist.
    NotFound,
    /// There is no such table (any more).
    NoTable,
    /// A record that was brought along is not kept any more.
    RecordGone,
    /// There is no such clause.
    NoClause(String),
    /// The invitation is not valid.
    BadCode,
    /// Another account has this name.
    NameTaken,
    /// The password is too short, too long, or too easily guessed.
    BadPassword,
    /// There is no account with this name and this password.
    WrongPassword,
    /// The code for another device is not good, or not any more.
    BadTransfer,
    /// Something was tried too often.
    TooManyTries {
        /// When it is worth trying again.
        minutes: u32,
    },
    /// The seat is taken by now.
    SeatTaken(Seat),
    /// Only somebody with this seat may do that.
    NotYourSeat,
    /// The table moved on since the page was made; nothing was done.
    Stale,
    /// The same command id was used for something else.
    CommandReused,
    /// The text is not an action.
    NotAnAction(String),
    /// The game has not begun: seats are open.
    NotStarted,
    /// Nothing can be taken back.
    NothingToUndo,
    /// Every seat is taken.
    NoSeatOpen,
    /// The table was closed, or its game is over.
    Closed,
    /// Only who opened the table may do that.
    NotOpener,
    /// What is asked for holds secrets until the game is over.
    StillSecret,
    /// It was sent from a page of another site.
    CrossOrigin,
    /// It took too long to arrive or to be answered.
    Timeout,
    /// It could not be stored or read, and was not done.
    Storage,
    /// It could not be stored, since the disk is full.
    DiskFull,
    /// It could not be stored, since the disk does not keep up.
    Overloaded,
    /// The server is about to stop.
    Stopping,
    /// What is stored of the table cannot be read.
    TableDamaged,
    /// More has happened at the table than is kept.
    LogFull,
    /// A name is missing or too long.
    BadName,
    /// There is no such game.
    NoGame(String),
    /// There is no such kind of bot.
    NoBot(String),
    /// Too few or too many seats for the game.
    BadSeats {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// An option that does not exist, or a value it cannot have.
    BadOption {
        /// The option's name.
        name: String,
        /// The value that was sent.
        value: String,
    },
    /// The starting seat is not at the table.
    NoStartSeat(Seat),
    /// Options that must not be together; named as in [`game::options::Misfit`].
    Misfit {
        /// What is wrong.
        name: &'static str,
        /// The same in English.
        message: &'static str,
    },
    /// The game has begun: chairs stay where they are.
    Begun,
    /// Nobody asks to take something back.
    NothingAsked,
    /// Whoever has the seat is there and has time left, or a bot plays there already.
    NotAway,
    /// The game goes on.
    NotOver,
    /// What was said is empty, too long, or has characters that cannot be shown.
    BadText,
    /// Too much was said in a short time.
    TooFast,
    /// A time to think that no clock can have.
    BadClock,
    /// What was to be added to the dice is no nonce.
    BadNonce,
    /// The table that was promised is used, or the promise is no longer good.
    PromiseGone,
    /// What was sent cannot be read.
    BadRequest,
    /// What was sent is too large.
    TooLarge,
    /// Too many requests in a short time.
    TooMany,
    /// More work was asked for from one network, or by one person, than they may have.
    CostSpent {
        /// When there is more.
        seconds: u32,
    },
    /// More work was asked for at one table than it may have.
    TableCostSpent {
        /// When there is more.
        seconds: u32,
    },
    /// More is asked for at this moment than the server can do.
    Busy,
    /// Too many connections are open from one network.
    TooManyConnections,
    /// Too many tables were opened from one network.
    TooManyTables {
        /// When the next one may be.
        minutes: u32,
    },
    /// What is kept of a person was asked for too often.
    TooManyExports {
        /// When the next time may be.
        minutes: u32,
    },
    /// So much was written for one network that it fills its share of the disk.
    DiskShare {
        /// When there is room again.
        minutes: u32,
    },
    /// Our own mistake.
    Internal,
}

/// A rulebook page: `GET /rules/{game}`.
#[derive(Clone, Debug)]
pub struct RulesPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// The language wanted for the rules, where it differs from that of the page.
    pub lang: Option<crate::words::Lang>,
}

/// Something went wrong: any path.
#[derive(Clone, Debug)]
pub struct ErrorPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The HTTP status: 404.
    pub status: u16,
    /// What went wrong.
    pub fault: Fault,
}
