//! The projection of a table's log: the effective steps, snapshots at intervals, and the game in numbers.
//!
//! Applying or undoing an entry updates the projection at once. It reaches any effective position in at most
//! [`APART`]` - 1` game steps, however long the log is and however much of it was undone.

use crate::entry::{Body, Logged};
use game::record::Step;
use shelf::statistics::{Sums, mark};
use shelf::{AnyGame, AnyStep, Events, Snapshot, Statistics};
use std::cell::Cell;
use std::ops::Range;

/// The number of steps between two snapshots.
const APART: usize = 32;

/// The head of an entry that was applied before the game began.
const NOT_BEGUN: u32 = u32::MAX;

/// A snapshot of a position, with what was counted until then.
#[derive(Clone)]
struct Mark {
    /// The number of effective steps that led to it.
    steps: usize,
    position: Snapshot,
    sums: Sums,
}

/// Some effective steps, with a snapshot from which to replay them without the table.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The number of effective steps that led to the snapshot.
    from: usize,
    position: Snapshot,
    steps: Vec<Step>,
}

impl Excerpt {
    /// Replays the steps. `each` gets every position from the snapshot on, with its number and what the step before it
    /// brought.
    pub fn replay(self, mut each: impl FnMut(usize, &AnyGame, Option<Events>)) {
        let mut game = self.position.game();
        each(self.from, &game, None);
        for (step, number) in self.steps.iter().zip(self.from + 1..) {
            let Ok(events) = game.apply(step) else { break };
            each(number, &game, Some(events));
        }
    }
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
    /// The number of events that each of them brought.
    told: Vec<u16>,
    /// For each entry of the log, the step whose position stands after it, by its entry number: 0 before the first step,
    /// [`NOT_BEGUN`] before the game.
    heads: Vec<u32>,
    /// The snapshots after 32, 64, … effective steps.
    marks: Vec<Mark>,
    /// The position that the last undo restored, with its last step. Undoing the same move repeatedly replays nothing.
    floor: Option<Box<(Mark, Option<LastStep>)>>,
    /// The game in numbers; `None` before it begins.
    statistics: Option<Statistics>,
    /// The number of steps replayed so far. Tests assert that it stays bounded.
    replayed: Cell<u64>,
}

impl Projection {
    /// The numbers of the entries that count, in order.
    pub(crate) fn effective(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.effective.iter().map(|&seq| u64::from(seq))
    }

    /// Returns the number of effective steps.
    pub(crate) fn steps(&self) -> usize {
        self.effective.len()
    }

    /// The entry of a step that counts, by its number from 0.
    pub(crate) fn entry(&self, step: usize) -> Option<u64> {
        self.effective.get(step).copied().map(u64::from)
    }

    /// The game in numbers, of the steps that count; where the points come from is not in it.
    pub(crate) fn statistics(&self) -> Option<&Statistics> {
        self.statistics.as_ref()
    }

    /// Returns the number of steps replayed so far.
    pub(crate) fn replayed(&self) -> u64 {
        self.replayed.get()
    }

    /// Begins with the game's first position.
    pub(crate) fn begin(&mut self, start: &AnyGame) {
        self.statistics = Some(Statistics::of(start));
    }

    /// Takes a step, entry `seq` of the log, that led to this position.
    pub(crate) fn push(&mut self, seq: u64, position: &AnyGame, events: &Events) {
        self.effective.push(narrow(seq));
        self.told.push(u16::try_from(events.len()).unwrap_or(u16::MAX));
        let steps = self.effective.len();
        let Some(statistics) = &mut self.statistics else { return };
        statistics.count(steps, position, events);
        if steps.is_multiple_of(APART) {
            self.marks.push(Mark { steps, position: Snapshot::of(position), sums: statistics.sums() });
        }
    }

    /// Notes that an entry was applied, and whether the game has begun by now.
    pub(crate) fn applied(&mut self, has_begun: bool) {
        let head = if has_begun { self.effective.last().copied().unwrap_or(0) } else { NOT_BEGUN };
        self.heads.push(head);
    }

    /// Returns the number of effective steps before entry `seq`.
    pub(crate) fn steps_before(&self, seq: u64) -> usize {
        self.effective.partition_point(|&step| u64::from(step) < seq)
    }

    /// Whether the game had begun with entry `seq`.
    pub(crate) fn has_begun_at(&self, seq: u64) -> bool {
        usize::try_from(seq).ok().and_then(|seq| self.heads.get(seq)).is_some_and(|&head| head != NOT_BEGUN)
    }

    /// Returns the number of steps that led to the position after entry `seq`; `None` if there was no position yet, or it was
    /// taken back.
    pub(crate) fn steps_at(&self, seq: u64) -> Option<usize> {
        match *self.heads.get(usize::try_from(seq).ok()?)? {
            NOT_BEGUN => None,
            0 => Some(0),
            head => self.effective.binary_search(&head).ok().map(|at| at + 1),
        }
    }

    /// The nearest snapshot at or before a position; `None` stands for the game's first position.
    fn nearest(&self, steps: usize) -> Option<&Mark> {
        let mark = (steps / APART).checked_sub(1).and_then(|at| self.marks.get(at));
        let floor = self.floor.as_deref().map(|(floor, _)| floor).filter(|floor| floor.steps <= steps);
        [mark, floor].into_iter().flatten().max_by_key(|mark| mark.steps)
    }

    /// Returns the position after `steps` effective steps.
    pub(crate) fn at(
        &self,
        steps: usize,
        start: impl FnOnce() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<AnyGame> {
        let (from, mut game) = match self.nearest(steps) {
            Some(mark) => (mark.steps, mark.position.game()),
            None => (0, start()?),
        };
        for &seq in &self.effective[from..steps] {
            self.replay(&mut game, &log[seq as usize].body)?;
        }
        Some(game)
    }

    /// Returns the position after `steps` effective steps, with the statistics up to it.
    fn counted(
        &self,
        steps: usize,
        start: impl FnOnce() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<(AnyGame, Statistics)> {
        let (from, mut game, mut statistics) = match self.nearest(steps) {
            Some(mark) => {
                let game = mark.position.game();
                (mark.steps, game, Statistics::going_on(&mark.sums, &game))
            }
            None => {
                let start = start()?;
                (0, start, Statistics::of(&start))
            }
        };
        for (&seq, number) in self.effective[from..steps].iter().zip(from + 1..) {
            let events = self.replay(&mut game, &log[seq as usize].body)?;
            statistics.count(number, &game, &events);
        }
        Some((game, statistics))
    }

    /// Steps that count, by their numbers from 0, to be replayed elsewhere; `None` where there are none such.
    pub(crate) fn excerpt(
        &self,
        steps: Range<usize>,
        start: impl FnOnce() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<Excerpt> {
        let (from, position) = match self.nearest(steps.start) {
            Some(mark) => (mark.steps, mark.position.clone()),
            None => (0, Snapshot::of(&start()?)),
        };
        let effective = self.effective.get(from..steps.end)?;
        let steps: Option<Vec<Step>> = effective.iter().map(|&seq| log[seq as usize].body.step()).collect();
        self.replayed.set(self.replayed.get() + effective.len() as u64);
        Some(Excerpt { from, position, steps: steps? })
    }

    /// The steps around a position, by their numbers from 0: as many as bring this many events before it and after it.
    pub(crate) fn around(&self, at: usize, events: usize) -> Range<usize> {
        let (before, after) = self.told.split_at(at.min(self.told.len()));
        fn steps<'t>(told: impl Iterator<Item = &'t u16>, events: usize) -> usize {
            let mut sum = 0;
            told.take_while(|told| {
                let goes_on = sum < events;
                sum += usize::from(**told);
                goes_on
            })
            .count()
        }
        before.len() - steps(before.iter().rev(), events)..before.len() + steps(after.iter(), events)
    }

    /// Does a step again that was done before.
    pub(crate) fn replay(&self, game: &mut AnyGame, body: &Body) -> Option<Events> {
        self.replayed.set(self.replayed.get() + 1);
        do_step(game, body, None)?.ok()
    }

    /// Goes back to the position after entry `to`, and returns it with the step that led there, if one did.
    pub(crate) fn take_back(
        &mut self,
        to: u64,
        start: impl Fn() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<(AnyGame, Option<LastStep>)> {
        let steps = self.steps_before(to + 1);
        let (game, sums, last) = match self.floor.as_deref() {
            Some((floor, last)) if floor.steps == steps => (floor.position.game(), floor.sums.clone(), *last),
            _ => self.with_last_step(steps, &start, log)?,
        };
        self.effective.truncate(steps);
        self.told.truncate(steps);
        self.marks.truncate(steps / APART);
        let statistics = self.statistics.as_mut()?;
        statistics.take_back(steps, &sums, &game);
        if statistics.course.is_empty() {
            mark(&mut statistics.course, 0, &start()?);
        }
        self.floor = Some(Box::new((Mark { steps, position: Snapshot::of(&game), sums }, last)));
        Some((game, last))
    }

    /// Returns the position after `steps` effective steps, the sums up to it, and the last of these steps.
    fn with_last_step(
        &self,
        steps: usize,
        start: impl FnOnce() -> Option<AnyGame>,
        log: &[Logged],
    ) -> Option<(AnyGame, Sums, Option<LastStep>)> {
        let Some(before) = steps.checked_sub(1) else {
            let start = start()?;
            return Some((start, Statistics::of(&start).sums(), None));
        };
        let (mut game, mut statistics) = self.counted(before, start, log)?;
        let seq = self.effective[before];
        let body = &log[seq as usize].body;
        let events = self.replay(&mut game, body)?;
        statistics.count(steps, &game, &events);
        let reveals = events.reveal() || matches!(body, Body::Chance(_));
        Some((game, statistics.sums(), Some(LastStep { seq: u64::from(seq), reveals })))
    }
}

/// Does what an entry says, if it is an action or an outcome; `None` if it is neither. `step` is the same as a value, if
/// the text was read already.
pub(crate) fn do_step(
    game: &mut AnyGame,
    body: &Body,
    step: Option<AnyStep>,
) -> Option<Result<Events, String>> {
    let done = match (step, body) {
        (Some(step), Body::Action { .. } | Body::Chance(_)) => game.apply_step(&step),
        (None, Body::Action { seat, r#do: action }) => game.play(*seat, action),
        (None, Body::Chance(chance)) => game.resolve(chance),
        _ => return None,
    };
    Some(done.map_err(|illegal| match body {
        Body::Action { seat, r#do: action } => format!("{seat}: {action}: {illegal}"),
        Body::Chance(chance) => format!("{chance}: {illegal}"),
        _ => illegal.to_string(),
    }))
}

fn narrow(seq: u64) -> u32 {
    u32::try_from(seq).expect("a table has fewer than 2 to the 32 entries")
}
