//! The game as a coach shows it: the decisions that cost most, each with its position and the reasons for the better action.

use crate::answers::Answers;
use crate::estimate::Model;
use crate::report::{Analysis, AnalysisError, Decision};
use crate::split::{Effort, analyse_with_answers};
use bots::advice::Reason;
use bots::any::{advise, roster};
use game::{Seat, SeatSet, Seed, Turn};
use serde::{Deserialize, Serialize};
use shelf::{AnyGame, Timeline};

/// The decisions that are shown: so many of the whole game, and at least so many of each seat.
const SHOWN: usize = 30;
const OF_SEAT: usize = 6;

/// An analysis with the positions of the decisions that cost most.
///
/// It names nobody, so that whoever keeps it need not forget anybody: a page has the names from the game itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Coached {
    /// The analysis, without names.
    pub analysis: Analysis,
    /// The marked decisions that cost most, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// The version of [`Coached::document`].
const VERSION: u32 = 1;

/// The part of a result that takes long to find.
#[derive(Serialize, Deserialize)]
struct Document {
    version: u32,
    analysis: Analysis,
    answers: Vec<Answers>,
}

impl Coached {
    /// The result as a text, for whoever keeps it beside the record.
    ///
    /// # Panics
    /// Never: numbers and texts are JSON.
    #[must_use]
    pub fn document(&self) -> String {
        let answers = self.turning_points.iter().map(|point| point.answers.clone()).collect();
        let document = Document { version: VERSION, analysis: self.analysis.clone(), answers };
        serde_json::to_string(&document).expect("numbers and texts are JSON")
    }

    /// Reads such a text about this record; `None` if it is damaged, of another version or of another estimator.
    #[must_use]
    pub fn read(document: &str, record: &[u8]) -> Option<Coached> {
        let Document { version, analysis, answers } = serde_json::from_str(document).ok()?;
        let (_, timeline, _) = Timeline::read(record).ok()?;
        let steps = costliest(&analysis);
        let is_current = version == VERSION && analysis.estimator == Model::built_in().hash;
        let is_of_record = analysis.steps == timeline.steps().len() && steps.len() == answers.len();
        let is_there = steps.last().is_none_or(|&last| last <= analysis.steps);
        (is_current && is_of_record && is_there).then(|| {
            let points = answers.into_iter().zip(steps);
            let turning_points =
                points.map(|(answers, step)| turning_point(&analysis, &timeline, step, answers)).collect();
            Coached { analysis, turning_points }
        })
    }

    /// The decisions of a seat from which it can learn, in the order of the game.
    pub fn exercises(&self, seat: Seat) -> impl Iterator<Item = &TurningPoint> {
        self.turning_points.iter().filter(move |point| point.decision.seat == seat)
    }
}

/// A decision with its position.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// The decision.
    pub decision: Decision,
    /// The position before it.
    pub position: AnyGame,
    /// The reasons for the better action, where the bots name some.
    pub reasons: Vec<Reason>,
    /// The actions that were compared, with their costs.
    pub answers: Answers,
    /// The actions after the better one, as far as the seat goes on in the same turn before nature moves or another seat decides.
    pub then: Vec<String>,
}

/// The most actions of [`TurningPoint::then`].
const THEN: usize = 4;

/// Analyses a record like [`analyse_while`](crate::analyse_while), and looks up its turning points.
///
/// # Errors
/// The errors of [`analyse_while`](crate::analyse_while).
pub fn coach(
    record: &[u8],
    effort: &Effort,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Coached, AnalysisError> {
    let (mut analysis, answers) = analyse_with_answers(record, effort, goes_on, &(), costliest)?;
    analysis.seats.iter_mut().for_each(|seat| seat.name = None);
    let (_, timeline, _) = Timeline::read(record)?;
    let points = answers.into_iter().zip(costliest(&analysis));
    let turning_points = points.map(|(answers, step)| {
        let point = goes_on().then(|| turning_point(&analysis, &timeline, step, answers));
        point.ok_or(AnalysisError::Stopped)
    });
    let turning_points = turning_points.collect::<Result<_, _>>()?;
    Ok(Coached { analysis, turning_points })
}

/// A decision with its position and the reasons.
fn turning_point(analysis: &Analysis, timeline: &Timeline, step: usize, answers: Answers) -> TurningPoint {
    let decision = analysis.decisions.iter().find(|it| it.step == step).expect("it was chosen").clone();
    let position = timeline.at(step - 1).expect("the record has this position");
    let past = &timeline.events()[..step - 1];
    let reasons = reasons(&position, &decision, past);
    let then = then(&position, &decision, past);
    TurningPoint { decision, position, reasons, answers, then }
}

/// Returns how the strongest bot that does not search goes on in the same turn after the better action.
pub(crate) fn then(position: &AnyGame, decision: &Decision, past: &[shelf::Events]) -> Vec<String> {
    let (mut game, seat, mut line) = (*position, decision.seat, Vec::new());
    let bots = roster(position.kind());
    let Some(bot) = bots.iter().rfind(|bot| !bot.searches()) else { return line };
    let mut next = decision.best.clone();
    while game.play(seat, &next).is_ok() && line.len() < THEN {
        let is_due = matches!(game.turn(), Turn::Decide(seats) if seats == SeatSet::one(seat));
        if !is_due || game.turns() != position.turns() {
            break;
        }
        let advised = advise(&game, bot.name, seat, Seed(decision.step as u64), past).into_iter().next();
        // Messages about trades are no part of a line, and the end of the turn goes without saying.
        let goes_on = |action: &String| {
            let mut after = game;
            let is_listed = game.is_listed(seat, action) == Some(true);
            is_listed && after.play(seat, action).is_ok() && after.turns() == game.turns()
        };
        let Some(action) = advised.map(|it| it.action).filter(goes_on) else { break };
        line.push(action.clone());
        next = action;
    }
    line
}

/// The steps of the marked decisions that cost most, in the order of the game.
fn costliest(analysis: &Analysis) -> Vec<usize> {
    let mut marked: Vec<&Decision> = analysis.decisions.iter().filter(|it| it.mark.is_some()).collect();
    marked.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.step.cmp(&b.step)));
    let mut of_seat = [0; Seat::MAX];
    let mut is_shown = |(n, decision): &(usize, &Decision)| {
        let count = &mut of_seat[decision.seat.index()];
        *count += 1;
        *n < SHOWN || *count <= OF_SEAT
    };
    let mut steps: Vec<usize> =
        marked.into_iter().enumerate().filter(|it| is_shown(it)).map(|(_, it)| it.step).collect();
    steps.sort_unstable();
    steps
}

/// The reasons of the strongest bot that does not search for the better action; none if it would do something else.
pub(crate) fn reasons(position: &AnyGame, decision: &Decision, past: &[shelf::Events]) -> Vec<Reason> {
    let bots = roster(position.kind());
    let Some(bot) = bots.iter().rfind(|bot| !bot.searches()) else { return Vec::new() };
    let seed = Seed(decision.step as u64);
    let advised = advise(position, bot.name, decision.seat, seed, past);
    advised.into_iter().find(|it| it.action == decision.best).map_or_else(Vec::new, |it| it.reasons)
}
