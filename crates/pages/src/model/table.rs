//! A table and its game.

use super::cue::Cues;
use super::people::{People, SeatInfo, TableStage};
use super::table_context::TableContext;
use crate::words::{Reader, UserError, Words, World};
use ::draw::Style;
use ::draw::shown::Shown;
use bots::advice::Reason;
use game::{BySeat, Seat, TableEvent};
use maud::{Markup, html};
use shelf::{Events, GameKind, Refusal};
use std::fmt;
use std::rc::Rc;

/// `GET /t/{id}` and `GET /t/{id}/main`.
#[derive(Clone, Debug)]
pub struct TablePage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The table's id in the URL.
    pub table: &'a str,
    /// The invitation code: others sit down at `/j/{code}`. `None` if nobody can join any more.
    pub code: Option<&'a str>,
    /// The seats, in order.
    pub seats: &'a [SeatInfo<'a>],
    /// The reader's seat; `None` for a spectator.
    pub you: Option<Seat>,
    /// The stage of the table.
    pub stage: TableStage,
    /// The number of log entries that this page shows: commands send it, and pictures are named by it.
    pub seq: u64,
    /// The latest version of this viewer's sequence, from which the event stream goes on.
    pub version: u64,
    /// A fresh id for the command of the page's plain form (the client makes its own).
    pub command: &'a str,
    /// Whether the reader may take the last action back.
    pub can_undo: bool,
    /// Whether the reader may fill open seats with bots (`POST /t/{id}/fill`, field `bot`).
    pub can_fill: bool,
    /// The kind of bot they would be: the game's strongest.
    pub bot: &'a str,
    /// The notice at the top: a refusal or a hint.
    pub notice: Option<Notice>,
    /// The game in numbers, once it is over.
    pub statistics: Option<&'a shelf::Statistics>,
    /// The state of the table beside the game.
    pub beside: TableContext<'a>,
    /// The people at the table.
    pub people: People<'a>,
    /// The game itself.
    pub game: GameTable<'a>,
    /// The id of the figure that the reader has unfolded, if any: only that one is kept up to date.
    pub unfolded: &'a str,
    /// The parts that the reader's page shows already; [`Shown::NOTHING`] for a complete page.
    pub shown: &'a Shown<'a>,
}

impl TablePage<'_> {
    /// Returns the address of the table, or of the lesson or exercise that the page belongs to.
    pub(crate) fn address(&self) -> String {
        match (&self.beside.lesson, &self.beside.exercise) {
            (Some(card), _) => format!("/learn/{}", card.lesson.game),
            (None, Some(card)) => format!("{}/{}", card.base, card.at),
            (None, None) => format!("/t/{}", self.table),
        }
    }

    /// Returns the address to which the forms of the game send actions.
    pub(crate) fn act_address(&self) -> String {
        self.address() + "/act"
    }
}

/// The notice at the top of a table page.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// The rules refused an action.
    Refused {
        /// The action, as it was sent.
        action: String,
        /// The reason.
        why: Refusal,
    },
    /// Something else went wrong.
    Fault(UserError),
}

/// The game-specific part of a table page, from its viewer's perspective.
///
/// [`GameTable::new`] makes it of any game; each game's own type (such as [`CatanTable`](crate::catan::CatanTable)) becomes one
/// as well.
#[derive(Clone)]
pub struct GameTable<'a>(pub(crate) Rc<dyn Tabletop + 'a>);

impl<'a> GameTable<'a> {
    pub(crate) fn of(table: impl Tabletop + 'a) -> GameTable<'a> {
        GameTable(Rc::new(table))
    }

    /// Returns the game's kind.
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

/// The game's side of a table page.
pub(crate) trait Tabletop {
    /// Returns the game's kind.
    fn kind(&self) -> GameKind;
    /// Returns the title of the page: whose turn it is, and what for.
    fn title(&self, page: &TablePage<'_>) -> String;
    /// The `<main>` of the page.
    fn main(&self, page: &TablePage<'_>) -> Markup;
    /// The shortcuts of the game: the keys that carry a `data-key` in its `<main>`.
    fn keys(&self, words: Words) -> Vec<(&'static str, String)>;
    /// Describes why an action was refused, with places named as the reader sees the board.
    fn refusal(&self, page: &TablePage<'_>, why: &Refusal) -> String;
    /// Renders the effects of an action of the reader; `None` if the game has no preview of it.
    fn preview(&self, _: &TablePage<'_>, _action: &str) -> Option<Markup> {
        None
    }
    /// Draws the board as a separate picture.
    fn board(&self, style: &Style) -> String;
    /// Renders the position for a replay. [`TablePage::seq`] is its number; the log goes on beyond it.
    fn replay(&self, page: &TablePage<'_>) -> PositionView;
    /// Renders the position without its board: open cards, hands and the players' standings.
    fn summary(&self, page: &TablePage<'_>) -> Markup {
        let PositionView { hands, players, .. } = self.replay(page);
        html! { (hands) (players) }
    }
    /// Renders what a reader of the text mode needs for a decision: hands, players and the board.
    fn position(&self, page: &TablePage<'_>) -> Markup {
        let PositionView { hands, players, board, .. } = self.replay(page);
        html! { (hands) (players) (board) }
    }
    /// Describes each of these actions in the words of its button; `None` for a text that is no action of this game, and for one
    /// that the summary explains.
    fn actions(&self, page: &TablePage<'_>, actions: &[String]) -> Vec<Option<String>>;
    /// Names an action where it is advised, with its place.
    fn advised(&self, page: &TablePage<'_>, action: &str) -> String {
        let named = self.actions(page, &[action.to_owned()]).pop().flatten();
        named.unwrap_or_else(|| action.to_owned())
    }
    /// Returns the clause behind a reason of a bot, for those who do not know the rule yet.
    fn clause_of(&self, _: &Reason) -> Option<&'static str> {
        None
    }
    /// Returns the world that supplies the nouns.
    fn world(&self) -> World {
        World::Old
    }
    /// Returns the lines of the log after a version, oldest first.
    fn plain_lines_after(&self, page: &TablePage<'_>, after: u64) -> Vec<PlainLine>;
}

/// The history of a table so far, whatever the game.
#[derive(Clone, Debug)]
pub struct History<'a> {
    /// The log, oldest first; the viewer sees of each event what they may know.
    pub log: Vec<LogLine<&'a Events>>,
    /// The points of each seat at the end of each turn, oldest first, beginning with the set-up: the points that everybody sees,
    /// and all points once the game is over.
    pub course: &'a [Standing],
    /// The number of times the two dice showed each sum; 0 and 1 stay empty.
    pub rolls: &'a [u32; 13],
}

impl Default for History<'_> {
    /// Nothing has happened.
    fn default() -> Self {
        History { log: Vec::new(), course: &[], rolls: &[0; 13] }
    }
}

/// Returns the lines of a log with the events of one game; `tell` returns what a viewer may know of some events.
pub(crate) fn told<'a, E, I: IntoIterator<Item = E>>(
    log: &[LogLine<&'a Events>],
    tell: impl Fn(&'a Events) -> I,
) -> Vec<LogLine<E>> {
    let mut lines = Vec::with_capacity(log.len() + log.len() / 2);
    for line in log {
        let mut add = |what| lines.push(LogLine { seq: line.seq, what });
        match &line.what {
            LogEvent::Game(events) => tell(events).into_iter().for_each(|event| add(LogEvent::Game(event))),
            LogEvent::Table(event) => add(LogEvent::Table(event.clone())),
        }
    }
    lines
}

/// The points of every seat at one moment; 0 for seats that do not play.
pub type Standing = BySeat<i32, { Seat::MAX }>;

/// A line of the log of a game with these events.
#[derive(Clone, PartialEq, Debug)]
pub struct LogLine<Event> {
    /// The log entry after which this was so: the picture of that position is `board/{seq}.svg`.
    pub seq: u64,
    /// The event.
    pub what: LogEvent<Event>,
}

/// An event at a table.
#[derive(Clone, PartialEq, Debug)]
pub enum LogEvent<Event> {
    /// An event of the game.
    Game(Event),
    /// An event around the game.
    Table(TableEvent),
}

/// A log line, ready to be shown.
pub(crate) struct RenderedLine {
    /// The seat whose mark stands before the line.
    pub(crate) seat: Option<Seat>,
    /// The icon of its subject, beside a picture of the board: the piece, the robber, an award.
    pub(crate) sign: Option<String>,
    /// The text, with its pictures ([`crate::parts::pictures`]).
    pub(crate) sentence: String,
    /// The sound that accompanies the line, for those who want sounds; `none` for silence.
    pub(crate) sound: &'static str,
    /// The place on the board that it is about, by its id in the picture.
    pub(crate) place: Option<String>,
    /// Whether the line ends a turn.
    pub(crate) ends_turn: bool,
    /// The animations on the board.
    pub(crate) cues: Cues,
    /// Whether the line matters to everybody, and so appears as a toast as well.
    pub(crate) toast: bool,
}

/// A log line as a sentence, for clients without pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainLine {
    /// The version of the table that its event made.
    pub seq: u64,
    /// The seat that it is about, if it is about one.
    pub seat: Option<Seat>,
    /// The sentence, in the language of the reader.
    pub text: String,
}

/// A game's view of a position.
pub(crate) struct PositionView {
    /// The board, as a picture or in words.
    pub(crate) board: Markup,
    /// Everybody with their open possessions.
    pub(crate) players: Markup,
    /// The hand of each seat, in games that hide it from others.
    pub(crate) hands: Markup,
    /// Lines of the log with their positions.
    pub(crate) log: Vec<(u64, RenderedLine)>,
    /// The number of points that wins, if there is one.
    pub(crate) goal: Option<i32>,
    /// The wording.
    pub(crate) world: World,
}
