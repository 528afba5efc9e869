//! A table and its game.

use super::beside::Beside;
use super::cue::Cues;
use super::people::{People, SeatInfo, Stage};
use crate::words::{Fault, Reader, Words, World};
use ::draw::Style;
use ::draw::shown::Shown;
use game::{BySeat, Seat, TableEvent};
use maud::{Markup, html};
use shelf::{Events, GameKind, Refusal};
use std::fmt;
use std::rc::Rc;

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

/// The part of a table page that depends on the game, as its viewer may know it.
///
/// [`GameTable::new`] makes it of any game; each game's own type (such as [`CatanTable`](crate::catan::CatanTable))
/// becomes one as well.
#[derive(Clone)]
pub struct GameTable<'a>(pub(crate) Rc<dyn Tabletop + 'a>);

impl<'a> GameTable<'a> {
    pub(crate) fn of(table: impl Tabletop + 'a) -> GameTable<'a> {
        GameTable(Rc::new(table))
    }

    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.0.kind()
    }
}

impl fmt::Debug for GameTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameTable").field(&self.kind()).finish()
    }
}

/// What the page of a table asks of its game.
pub(crate) trait Tabletop {
    /// Which game it is.
    fn kind(&self) -> GameKind;
    /// The title of the page: whose turn it is, and what for.
    fn title(&self, page: &TablePage<'_>) -> String;
    /// The `<main>` of the page.
    fn main(&self, page: &TablePage<'_>) -> Markup;
    /// The shortcuts of the game: the keys that carry a `data-key` in its `<main>`.
    fn keys(&self, words: Words) -> Vec<(&'static str, String)>;
    /// Why something was refused, told as the reader sees the board.
    fn refusal(&self, page: &TablePage<'_>, why: &Refusal) -> String;
    /// What an action of the reader leads to; `None` for one of which nothing is told before it is done.
    fn preview(&self, _: &TablePage<'_>, _action: &str) -> Option<Markup> {
        None
    }
    /// The board as a picture of its own.
    fn board(&self, style: &Style) -> String;
    /// The position as it is looked at again. [`TablePage::seq`] is its number; the log goes on beyond it.
    fn replay(&self, page: &TablePage<'_>) -> Looked;
    /// The position without its board: what lies open, what is held, and how the players stand.
    fn summary(&self, page: &TablePage<'_>) -> Markup {
        let Looked { hands, players, .. } = self.replay(page);
        html! { (hands) (players) }
    }
    /// What a reader of the text mode must know to decide: the summary and the board.
    fn position(&self, page: &TablePage<'_>) -> Markup {
        html! { (self.summary(page)) (self.replay(page).board) }
    }
    /// What each of these actions does, as the words of a button; `None` for a text that is no action of this game, and for one
    /// that the summary explains.
    fn actions(&self, page: &TablePage<'_>, actions: &[String]) -> Vec<Option<String>>;
    /// The lines of the log after a version, oldest first.
    fn told_after(&self, page: &TablePage<'_>, after: u64) -> Vec<ToldLine>;
}

/// What has happened at a table so far, of any game.
#[derive(Clone, Debug)]
pub struct History<'a> {
    /// The log, oldest first; the viewer reads of each event what they may know.
    pub log: Vec<LogLine<&'a Events>>,
    /// The points of each seat at the end of each turn, oldest first, the set-up first of all: those that everybody
    /// sees, and all of them once the game is over.
    pub course: &'a [Standing],
    /// How often the two dice showed each sum; 0 and 1 stay empty.
    pub rolls: &'a [u32; 13],
}

impl Default for History<'_> {
    /// Nothing has happened.
    fn default() -> Self {
        History { log: Vec::new(), course: &[], rolls: &[0; 13] }
    }
}

/// The lines of a log with the events of one game; `tell` says what a viewer may know of some.
pub(crate) fn told<E>(log: &[LogLine<&Events>], tell: impl Fn(&Events) -> Vec<E>) -> Vec<LogLine<E>> {
    let mut lines = Vec::new();
    for line in log {
        let mut add = |what| lines.push(LogLine { seq: line.seq, what });
        match &line.what {
            Happened::Game(events) => tell(events).into_iter().for_each(|event| add(Happened::Game(event))),
            Happened::Table(event) => add(Happened::Table(event.clone())),
        }
    }
    lines
}

/// The points of every seat at one moment; 0 for seats that do not play.
pub type Standing = BySeat<i32, { Seat::MAX }>;

/// A line of the log of a game with these events.
#[derive(Clone, PartialEq, Debug)]
pub struct LogLine<Event> {
    /// After which log entry this was so: the picture of that moment is `board/{seq}.svg`.
    pub seq: u64,
    /// What happened.
    pub what: Happened<Event>,
}

/// What happened at a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Happened<Event> {
    /// In the game.
    Game(Event),
    /// Around it.
    Table(TableEvent),
}

/// A line of the log as it is shown.
pub(crate) struct RenderedLine {
    /// Whose mark stands before it.
    pub(crate) seat: Option<Seat>,
    /// The icon of what it is about, beside a picture of the board: the piece, the robber, an award.
    pub(crate) sign: Option<String>,
    /// What it says, with its pictures ([`crate::parts::pictures`]).
    pub(crate) sentence: String,
    /// Which sound goes with it, for those who want sounds; `none` for none.
    pub(crate) sound: &'static str,
    /// The place on the board that it speaks of, by its id in the picture.
    pub(crate) place: Option<String>,
    /// Whether a turn ends with it.
    pub(crate) ends_turn: bool,
    /// What is shown of it on the board.
    pub(crate) cues: Cues,
    /// Whether it matters to everybody, and is said in a toast as well.
    pub(crate) toast: bool,
}

/// A line of the log as a sentence, for those who see no page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldLine {
    /// The version of the table with which it happened.
    pub seq: u64,
    /// The seat that it is about, if it is about one.
    pub seat: Option<Seat>,
    /// The sentence, in the language of the reader.
    pub text: String,
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
    pub(crate) log: Vec<(u64, RenderedLine)>,
    /// How many points win, where there is such a number.
    pub(crate) goal: Option<i32>,
    /// Whose nouns are used.
    pub(crate) world: World,
}
