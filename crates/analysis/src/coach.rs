//! The game as a coach shows it: the decisions that cost most, each with its position and the reasons for the better action.

use crate::report::{Analysis, AnalysisError, Decision};
use crate::split::{Effort, analyse_while};
use bots::advice::Reason;
use bots::any::{advise, roster};
use game::Seed;
use shelf::{AnyGame, Timeline};

/// The most decisions that are shown.
const SHOWN: usize = 30;

/// An analysis with the positions of the decisions that cost most.
#[derive(Clone, Debug)]
pub struct Coached {
    /// The analysis.
    pub analysis: Analysis,
    /// The marked decisions that cost most, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// A decision with its position.
#[derive(Clone, Debug)]
pub struct TurningPoint {
    /// The decision.
    pub decision: Decision,
    /// The position before it.
    pub position: AnyGame,
    /// The reasons for the better action, where the bots name some.
    pub reasons: Vec<Reason>,
}

/// Analyses a record like [`analyse_while`], and looks up its turning points.
///
/// # Errors
/// The errors of [`analyse_while`].
pub fn coach(
    record: &[u8],
    effort: &Effort,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Coached, AnalysisError> {
    let analysis = analyse_while(record, effort, goes_on)?;
    let (_, timeline, _) = Timeline::read(record)?;
    let mut marked: Vec<&Decision> = analysis.decisions.iter().filter(|it| it.mark.is_some()).collect();
    marked.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.step.cmp(&b.step)));
    marked.truncate(SHOWN);
    marked.sort_by_key(|it| it.step);
    let mut turning_points = Vec::with_capacity(marked.len());
    for decision in marked {
        if !goes_on() {
            return Err(AnalysisError::Stopped);
        }
        let before = decision.step - 1;
        let position = timeline.at(before).expect("the record has this position");
        let reasons = reasons(&position, decision, &timeline.events()[..before]);
        turning_points.push(TurningPoint { decision: decision.clone(), position, reasons });
    }
    Ok(Coached { analysis, turning_points })
}

/// The reasons of the strongest bot that does not search for the better action; none if it would do something else.
fn reasons(position: &AnyGame, decision: &Decision, past: &[shelf::Events]) -> Vec<Reason> {
    let bots = roster(position.kind());
    let Some(bot) = bots.iter().rfind(|bot| !bot.searches()) else { return Vec::new() };
    let seed = Seed(decision.step as u64);
    let advised = advise(position, bot.name, decision.seat, seed, past);
    advised.into_iter().find(|it| it.action == decision.best).map_or_else(Vec::new, |it| it.reasons)
}
