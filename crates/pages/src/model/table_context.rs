//! The state of a table beside its game: clocks, chat and requests.

use super::moderation::Restrictions;
use ::analysis::TurningPoint;
use bots::advice::Advised;
use bots::luck::Shares;
use game::{Seat, SeatSet};
use shelf::Lesson;

/// The state of a table beside its game, as far as the reader may know it.
#[derive(Clone, Debug, Default)]
pub struct TableContext<'a> {
    /// The clocks, at a table with clocks.
    pub clocks: Option<Clocks>,
    /// The chat.
    pub talk: Talk<'a>,
    /// The number of turns begun.
    pub turns: u32,
    /// Whether the reader may ask the others to agree to an undo.
    pub can_ask_undo: bool,
    /// The seats whose agreement an undo would need.
    pub voters: SeatSet,
    /// The pending undo request.
    pub undo: Option<UndoAsked>,
    /// Whether the reader may close the table, or ask the others to agree to it.
    pub can_ask_close: bool,
    /// The seats whose agreement closing would need.
    pub close_voters: SeatSet,
    /// The pending request to close the table.
    pub close: Option<CloseAsked>,
    /// The offers that the page rejects on the reader's behalf.
    pub declined: Declined,
    /// The sanctions in force against the reader.
    pub restrictions: Restrictions,
    /// The lesson, on a page that belongs to no table.
    pub lesson: Option<LessonCard<'a>>,
    /// The exercise, on a page that belongs to no table.
    pub exercise: Option<ExerciseCard<'a>>,
    /// The hints.
    pub hints: Hints<'a>,
    /// The chances to win.
    pub chances: SpectatorChances,
}

impl TableContext<'_> {
    /// Whether the page belongs to a lesson or an exercise, and to no table.
    pub(crate) fn teaches(&self) -> bool {
        self.lesson.is_some() || self.exercise.is_some()
    }
}

/// The hints of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// Whether the table allows them.
    pub allowed: bool,
    /// The hint that the page shows: what the strongest bot would do, and what it would do next best; empty for none.
    pub shown: &'a [Advised<String>],
}

/// The chances to win that a table shows its spectators.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpectatorChances {
    /// Whether the table allows them.
    pub allowed: bool,
    /// The shares of the seats from what spectators may know, for a reader without a seat while the game goes on.
    pub shown: Option<Shares>,
}

/// A step of a lesson on the page of its position.
#[derive(Clone, Debug)]
pub struct LessonCard<'a> {
    /// The lesson.
    pub lesson: &'a Lesson,
    /// The number of the step, from 1; one more than there are after the last one.
    pub at: usize,
    /// The answer to a move that the step does not ask for, with the clause that forbids it, if one does.
    pub answer: Option<(String, Option<&'static str>)>,
}

/// An exercise on the page of its position: a costly decision of a finished game, to be made better.
#[derive(Clone, Debug)]
pub struct ExerciseCard<'a> {
    /// The address of the seat's exercises: the first one is at `{base}/1`.
    pub base: &'a str,
    /// The address of the coach's page.
    pub coach: &'a str,
    /// The address of the replay: position 17 is at `{replay}/17`.
    pub replay: &'a str,
    /// The number of this exercise, from 1.
    pub at: usize,
    /// The state of every exercise of the seat.
    pub states: &'a [ExerciseState],
    /// The decision.
    pub point: &'a TurningPoint,
    /// The puzzle that this is, and no decision of a game that somebody played.
    pub puzzle: Option<PuzzleCard>,
}

/// A puzzle beside its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleCard {
    /// The number of puzzles of the game.
    pub count: usize,
    /// The rating of the puzzle, rounded, where people have tried it.
    pub rating: Option<i32>,
    /// The reader's rating after their attempt, where it counts.
    pub own: Option<i32>,
}

impl ExerciseCard<'_> {
    /// The state of this exercise.
    #[must_use]
    pub fn state(&self) -> ExerciseState {
        let at = if self.puzzle.is_some() { 0 } else { self.at - 1 };
        self.states.get(at).copied().unwrap_or_default()
    }
}

/// How far the reader has come with an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExerciseState {
    /// Whether they have asked for the hint.
    pub hinted: bool,
    /// Whether they have tried an action that costs too much.
    pub tried: bool,
    /// How it ended, if it did.
    pub end: Option<ExerciseEnd>,
    /// The last answer, by its place among the compared actions.
    pub last: Option<u8>,
    /// The number of changes: the version of the page.
    pub changes: u8,
}

/// The end of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExerciseEnd {
    /// The reader has found a good action.
    Found,
    /// They asked for the solution.
    Shown,
}

/// The clocks of a table at the time at which the page is rendered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// The time with which each seat starts, in milliseconds.
    pub full: u64,
    /// The clock of every seat, in order.
    pub seats: Vec<SeatClock>,
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatClock {
    /// The time left, in milliseconds.
    pub left: u64,
    /// Whether it runs.
    pub runs: bool,
    /// Whether the time is up.
    pub up: bool,
}

/// The chat of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Talk<'a> {
    /// Everybody who sits or sat at the table.
    pub people: &'a [Talker<'a>],
    /// The messages, oldest first.
    pub said: &'a [ChatMessage<'a>],
    /// The time at which the page is rendered, in milliseconds since 1970.
    pub now: u64,
}

/// Somebody who can talk at a table.
#[derive(Clone, Copy, Hash, Debug)]
pub struct Talker<'a> {
    /// An id that is the same whichever seat the person takes; `POST /t/{id}/mute` takes it.
    pub id: &'a str,
    /// The name they play under.
    pub name: &'a str,
    /// The person's current seat; `None` if they have left.
    pub seat: Option<Seat>,
    /// Whether the reader has muted them at this table.
    pub muted: bool,
    /// Whether the reader has blocked them everywhere.
    pub blocked: bool,
}

/// A chat message.
#[derive(Clone, Copy, Debug)]
pub struct ChatMessage<'a> {
    /// The number of its log entry.
    pub seq: u64,
    /// The timestamp, in milliseconds since 1970.
    pub at: u64,
    /// The timestamp as UTC text: `2026-11-21T08:40:00Z`.
    pub moment: &'a str,
    /// The index of the author in [`Talk::people`].
    pub by: usize,
    /// The text.
    pub text: &'a str,
}

/// A seat's pending request to take its last action back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoAsked {
    /// The seat that asks.
    pub seat: Seat,
    /// The log entry after which the position would be restored.
    pub to: u64,
    /// The seats that have agreed so far.
    pub agreed: SeatSet,
    /// The seats that have yet to answer.
    pub open: SeatSet,
}

/// A seat's pending request to close the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CloseAsked {
    /// The seat that asks.
    pub seat: Seat,
    /// The log entry of the request.
    pub entry: u64,
    /// The seats that have agreed so far.
    pub agreed: SeatSet,
    /// The seats that have yet to answer.
    pub open: SeatSet,
}

/// The offers that the page rejects without asking the reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Declined {
    /// All offers of the current turn.
    pub turn: bool,
    /// All offers from these seats.
    pub from: SeatSet,
}
