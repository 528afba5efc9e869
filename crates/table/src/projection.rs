//! The projection of a table's log: the effective steps, snapshots at intervals, the course of points and the rolls.
//!
//! Applying or undoing an entry updates the projection at once. It reaches any effective position in at most
//! [`APART`]` - 1` game steps, however long the log is and however much of it was undone.

use crate::entry::Body;
use crate::table::Logged;
use shelf::statistics::{Moment, mark};
use shelf::{AnyGame, Events, Snapshot};
use std::cell::Cell;

/// The number of steps between two snapshots.
const APART: usize = 32;

/// The head of an entry that was applied before the game began.
const NOT_BEGUN: u32 = u32::MAX;

/// How often the two dice showed each sum.
pub(crate) type Rolls = [u32; 13];

/// A snapshot of a position, with the rolls that led to it.
#[derive(Clone)]
struct Mark {
    /// The number of effective steps that led to it.
    steps: usize,
    position: Snapshot,
    rolls: Rolls,
}

/// The last effective step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastStep {
    /// Its entry.
    pub(crate) seq: u64,
    /// Whether the step revealed hidden information; undoing it then needs the consent of the other players.
    pub(crate) reveals: bool,
}

/// See [the module](self).
#[derive(Clone, Default)]
pub(crate) struct Projection {
    /// The numbers of the entries that count, in order: actions and outcomes that were not taken back.
    effective: Vec<u32>,
    /// For each entry of the log, the step whose position stands after it, by its entry number: 0 before the first step,
    /// [`NOT_BEGUN`] before the game.
    heads: Vec<u32>,
    /// The snapshots after 32, 64, … effective steps.
    marks: Vec<Mark>,
    /// The position that the last undo restored, with its last step. Undoing the same move repeatedly replays nothing.
    floor: Option<Box<(Mark, Option<LastStep>)>>,
    course: Vec<Moment>,
    rolls: Rolls,
    /// The number of steps replayed so far. Tests assert that it stays bounded.
    replayed: Cell<u64>,
}

impl Projection {
    /// The numbers of the entries that count, in order.
    pub(crate) fn effective(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.effective.iter().map(|&seq| u64::from(seq))
    }

    /// The points when each turn began and at the end, of the steps that count.
    pub(crate) fn course(&self) -> &[Moment] {
        &self.course
    }

    /// How often the dice showed each sum in the steps that count.
    pub(crate) fn rolls(&self) -> &Rolls {
        &self.rolls
    }

    /// How many steps were replayed so far.
    pub(crate) fn replayed(&self) -> u64 {
        self.replayed.get()
    }

    /// Begins with the game's first position.
    pub(crate) fn begin(&mut self, start: &AnyGame) {
        mark(&mut self.course, 0, start);
    }

    /// Takes a step, entry `seq` of the log, that led to this position.
    pub(crate) fn push(&mut self, seq: u64, position: &AnyGame, events: &Events) {
        self.effective.push(narrow(seq));
        let steps = self.effective.len();
        count(&mut self.rolls, events);
        mark(&mut self.course, steps, position);
        if steps.is_multiple_of(APART) {
            self.marks.push(Mark { steps, position: Snapshot::of(position), rolls: self.rolls });
        }
    }

    /// Notes that an entry was applied, and whether the game has begun by now.
    pub(crate) fn applied(&mut self, has_begun: bool) {
        let head = if has_begun { self.effective.last().copied().unwrap_or(0) } else { NOT_BEGUN };
        self.heads.push(head);
    }

    /// How many of the steps that count lie before entry `seq`.
    pub(crate) fn steps_before(&self, seq: u64) -> usize {
        self.effective.partition_point(|&step| u64::from(step) < seq)
    }

    /// Whether the game had begun with entry `seq`.
    pub(crate) fn has_begun_at(&self, seq: u64) -> bool {
        usize::try_from(seq).ok().and_then(|seq| self.heads.get(seq)).is_some_and(|&head| head != NOT_BEGUN)
    }

    /// How many steps led to the position after entry `seq`; `None` if there was none yet, or it was taken back.
    pub(crate) fn steps_at(&self, seq: u64) -> Option<usize> {
        match *self.heads.get(usize::try_from(seq).ok()?)? {
            NOT_BEGUN => None,
            0 => Some(0),
            head => self.effective.binary_search(&head).ok().map(|at| at + 1),
        }
    }

    /// The position after so many of the steps that count, and the rolls until then.
    fn position(
        &self,
        steps: usize,
        start: impl FnOnce() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<(AnyGame, Rolls)> {
        let mark = (steps / APART).checked_sub(1).and_then(|at| self.marks.get(at));
        let floor = self.floor.as_deref().map(|(floor, _)| floor).filter(|floor| floor.steps <= steps);
        let nearest = [mark, floor].into_iter().flatten().max_by_key(|mark| mark.steps);
        let (from, mut game, mut rolls) = match nearest {
            Some(mark) => (mark.steps, mark.position.game(), mark.rolls),
            None => (0, start()?, Rolls::default()),
        };
        for &seq in &self.effective[from..steps] {
            let events = self.replay(&mut game, &log[seq as usize].body)?;
            count(&mut rolls, &events);
        }
        Some((game, rolls))
    }

    /// The position after so many of the steps that count.
    pub(crate) fn at(
        &self,
        steps: usize,
        start: impl FnOnce() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<AnyGame> {
        self.position(steps, start, log).map(|(game, _)| game)
    }

    /// Does a step again that was done before.
    pub(crate) fn replay(&self, game: &mut AnyGame, body: &Body) -> Option<Events> {
        self.replayed.set(self.replayed.get() + 1);
        do_step(game, body)?.ok()
    }

    /// Goes back to the position after entry `to`, and returns it with the step that led there, if one did.
    pub(crate) fn take_back(
        &mut self,
        to: u64,
        start: impl Fn() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<(AnyGame, Option<LastStep>)> {
        let steps = self.steps_before(to + 1);
        let (game, rolls, last) = match self.floor.as_deref() {
            Some((floor, last)) if floor.steps == steps => (floor.position.game(), floor.rolls, *last),
            _ => self.with_last_step(steps, &start, log)?,
        };
        self.effective.truncate(steps);
        self.marks.truncate(steps / APART);
        self.course.retain(|moment| moment.step <= steps);
        if self.course.is_empty() {
            mark(&mut self.course, 0, &start()?);
        }
        self.rolls = rolls;
        self.floor = Some(Box::new((Mark { steps, position: Snapshot::of(&game), rolls }, last)));
        Some((game, last))
    }

    /// The position after so many steps, the rolls until then, and the last of these steps.
    fn with_last_step(
        &self,
        steps: usize,
        start: impl FnOnce() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<(AnyGame, Rolls, Option<LastStep>)> {
        let Some(before) = steps.checked_sub(1) else {
            return Some((start()?, Rolls::default(), None));
        };
        let (mut game, mut rolls) = self.position(before, start, log)?;
        let seq = self.effective[before];
        let body = &log[seq as usize].body;
        let events = self.replay(&mut game, body)?;
        count(&mut rolls, &events);
        let reveals = events.reveal() || matches!(body, Body::Chance(_));
        Some((game, rolls, Some(LastStep { seq: u64::from(seq), reveals })))
    }
}

/// Does what an entry says, if it is an action or an outcome; `None` if it is neither.
pub(crate) fn do_step(game: &mut AnyGame, body: &Body) -> Option<Result<Events, String>> {
    match body {
        Body::Action { seat, r#do: action } => {
            Some(game.play(*seat, action).map_err(|illegal| format!("{seat}: {action}: {illegal}")))
        }
        Body::Chance(chance) => Some(game.resolve(chance).map_err(|illegal| format!("{chance}: {illegal}"))),
        _ => None,
    }
}

/// Counts the roll of a step, if it had one.
fn count(rolls: &mut Rolls, events: &Events) {
    if let Some(sum) = events.rolled() {
        rolls[usize::from(sum)] += 1;
    }
}

fn narrow(seq: u64) -> u32 {
    u32::try_from(seq).expect("a table has fewer than 2 to the 32 entries")
}
