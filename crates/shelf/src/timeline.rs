//! A whole game to be looked at again, at any of its positions.

use crate::statistics::Statistics;
use crate::{AnyGame, Events, Refusal, Replay, ReplayError, of_kind};
use game::record::{FinalLine, Header, Step};
use std::io::BufRead;

/// The number of steps between stored positions. From the nearest one on the steps are replayed.
const APART: usize = 32;

/// A game from its first position on, with everything that happened. Any position is at most 31 steps away.
///
/// ```
/// use shelf::{AnyGame, GameKind, Timeline};
/// use game::{Seed, record::Step};
/// let start = AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).unwrap();
/// let first = Step::Outcome(start.draw(Seed(1)).unwrap());
/// let timeline = Timeline::of(start, vec![first]).unwrap();
/// assert_eq!(timeline.at(0), Some(start));
/// assert_eq!(timeline.steps().len(), 1);
/// assert_eq!(timeline.at(2), None);
/// ```
#[derive(Clone, Debug)]
pub struct Timeline {
    steps: Vec<Step>,
    events: Vec<Events>,
    /// The positions 0, 32, 64, …
    kept: Vec<AnyGame>,
    last: AnyGame,
    /// The positions with which a turn begins, with the number of turns begun.
    turns: Vec<(usize, u32)>,
    statistics: Statistics,
}

impl Timeline {
    /// Plays a game through.
    ///
    /// # Errors
    /// The first step that is refused, by its number from 0, and why.
    pub fn of(start: AnyGame, steps: impl IntoIterator<Item = Step>) -> Result<Timeline, (usize, Refusal)> {
        let mut timeline = Timeline::begin(start);
        for (n, step) in steps.into_iter().enumerate() {
            let events = timeline.last.apply(&step).map_err(|refusal| (n, refusal))?;
            timeline.push(step, events);
        }
        timeline.statistics.finish(&timeline.last);
        Ok(timeline)
    }

    /// Reads a record, and checks it on the way.
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn read(input: impl BufRead) -> Result<(Header, Timeline, Option<FinalLine>), ReplayError> {
        let mut replay = Replay::new(input)?;
        let mut timeline = Timeline::begin(*replay.game());
        while let Some(position) = replay.next().transpose()? {
            if let (Some(step), Some(events)) = (position.step, position.events) {
                timeline.last = position.game;
                timeline.push(step, events);
            }
        }
        timeline.statistics.finish(&timeline.last);
        let result = replay.result().cloned();
        Ok((replay.header().clone(), timeline, result))
    }

    fn begin(start: AnyGame) -> Timeline {
        Timeline {
            steps: Vec::new(),
            events: Vec::new(),
            kept: vec![start],
            last: start,
            turns: Vec::new(),
            statistics: Statistics::of(&start),
        }
    }

    /// Adds a step that led to the last position.
    fn push(&mut self, step: Step, events: Events) {
        self.steps.push(step);
        let number = self.steps.len();
        if self.last.turns() != self.turns.last().map_or(self.kept[0].turns(), |(_, turns)| *turns) {
            self.turns.push((number, self.last.turns()));
        }
        if number.is_multiple_of(APART) {
            self.kept.push(self.last);
        }
        self.statistics.count(number, &self.last, &events);
        self.events.push(events);
    }

    /// The game before its first step.
    #[must_use]
    pub fn start(&self) -> &AnyGame {
        &self.kept[0]
    }

    /// The game after its last step.
    #[must_use]
    pub fn last(&self) -> &AnyGame {
        &self.last
    }

    /// The steps, in order: step 0 leads to position 1.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the events of each step, before redaction.
    #[must_use]
    pub fn events(&self) -> &[Events] {
        &self.events
    }

    /// Returns the position after `number` steps; `None` beyond the end.
    ///
    /// # Panics
    /// Never: the steps were done before.
    #[must_use]
    pub fn at(&self, number: usize) -> Option<AnyGame> {
        if number >= self.steps.len() {
            return (number == self.steps.len()).then_some(self.last);
        }
        let from = number / APART;
        let mut game = self.kept[from];
        for step in &self.steps[from * APART..number] {
            game.apply(step).expect("the step was done before");
        }
        Some(game)
    }

    /// The positions with which a turn begins, with how many turns have begun then.
    #[must_use]
    pub fn turns(&self) -> &[(usize, u32)] {
        &self.turns
    }

    /// The game in numbers.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// About how much memory it takes, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        let texts = self.steps.iter().map(|step| match step {
            Step::Action { action, .. } => action.len(),
            Step::Outcome(text) => text.len(),
        });
        let events =
            self.events.iter().map(|events| of_kind!(events.kind(), G => size_of_val(events.list::<G>())));
        texts.sum::<usize>()
            + events.sum::<usize>()
            + self.steps.len() * (size_of::<Step>() + size_of::<Events>())
            + self.kept.len() * size_of::<AnyGame>()
    }
}
