//! Puzzles: positions in which one action is clearly best, to be solved at the table's own interface.

use crate::exercises::{self, KEYS, NoVerdict};
use crate::scene::{Scene, names_of, seats_of};
use analysis::{Puzzle, TurningPoint};
use pages::{ExerciseCard, ExerciseEnd, ExerciseState, PuzzleCard, Reader, TablePage, Words};
use shelf::{GameKind, Timeline};

/// The address of all puzzles.
pub const PUZZLES: &str = "/puzzles";

/// A puzzle with its position and its place among the puzzles of its game.
#[derive(Debug)]
pub struct Posed {
    /// The game.
    pub kind: GameKind,
    /// The number of the puzzle, from 1.
    pub at: usize,
    /// The number of puzzles of the game.
    pub count: usize,
    /// The puzzle.
    pub puzzle: &'static Puzzle,
    /// The decision.
    pub point: TurningPoint,
}

impl Posed {
    /// The puzzle of a game with this number, from 1.
    #[must_use]
    pub fn of(kind: GameKind, at: usize) -> Option<Posed> {
        let all = Puzzle::built_in(kind);
        let puzzle = all.get(at.checked_sub(1)?)?;
        Some(Posed { kind, at, count: all.len(), puzzle, point: puzzle.point()? })
    }

    /// The key under which a browser keeps how far its reader has come with it.
    #[must_use]
    pub fn key(&self) -> String {
        key(self.puzzle)
    }

    /// The address of the puzzle.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{PUZZLES}/{}/{}", self.kind, self.at)
    }

    /// Takes an answer, like [`exercises::answer`]. Of the actions that are listed, all but the best one are wrong, even those without a
    /// figure.
    ///
    /// # Errors
    /// If the action is illegal, or a message about a trade.
    pub fn answer(&self, before: ExerciseState, action: &str) -> Result<ExerciseState, NoVerdict> {
        match exercises::answer(&self.point, before, action) {
            Err(NoVerdict::Uncompared) if self.is_listed(action) => Ok(ExerciseState {
                changes: before.changes.saturating_add(1),
                tried: before.tried || before.end.is_none(),
                last: None,
                ..before
            }),
            judged => judged,
        }
    }

    fn is_listed(&self, action: &str) -> bool {
        self.point.position.is_listed(self.point.decision.seat, action) == Some(true)
    }

    /// Renders the puzzle as its seat sees the position.
    ///
    /// # Panics
    /// Never: a position is a game without steps.
    pub fn with_page<T>(
        &self,
        state: ExerciseState,
        card: PuzzleCard,
        reader: &Reader,
        unfolded: &str,
        render: impl FnOnce(&TablePage<'_>) -> T,
    ) -> T {
        let timeline = Timeline::of(self.point.position, []).expect("nothing is played");
        let scene = Scene::of_record(&timeline, 0).expect("it has its first position");
        let names = names_of(&vec![None; self.point.position.seats()], Words::new(reader.lang));
        let (base, states) = (format!("{PUZZLES}/{}", self.kind), [state]);
        let card = ExerciseCard {
            base: &base,
            coach: PUZZLES,
            replay: &base,
            at: self.at,
            states: &states,
            point: &self.point,
            puzzle: Some(card),
        };
        exercises::with_page(&scene, &seats_of(&names), card, reader, unfolded, render)
    }
}

/// The key under which a browser keeps how far its reader has come with a puzzle.
#[must_use]
pub fn key(puzzle: &Puzzle) -> String {
    format!("{KEYS}{:016x}", puzzle.id())
}

/// The result of a first attempt that has just been made: whether the puzzle was solved, without hint and solution. `None` if nothing was
/// decided, or it had been before.
#[must_use]
pub fn first_attempt(before: ExerciseState, after: ExerciseState) -> Option<bool> {
    let is_decided = |state: ExerciseState| state.tried || state.hinted || state.end.is_some();
    (!is_decided(before) && is_decided(after)).then_some(after.end == Some(ExerciseEnd::Found))
}

/// The puzzle of a day of each game, with its number from 1. Days are counted since 1970.
pub fn of_day(day: u64) -> impl Iterator<Item = (GameKind, usize)> {
    GameKind::ALL.iter().copied().filter_map(move |kind| Some((kind, Puzzle::of_day(kind, day)? + 1)))
}
