//! The referee's foresight: surveyors play a turn on, up to the next draw.

use super::referee::Referee;
use super::{Plan, SurveyorGame};
use crate::luck::Foresight;
use carcassonne::Game;
use game::Turn;

/// The most decisions before the next draw: more than any turn takes.
const DECISIONS: usize = 20;

impl<R: SurveyorGame> Foresight<Game<R>> for Referee {
    fn play_on(&mut self, game: &mut Game<R>) {
        let weights = R::weights();
        let mut line = Vec::with_capacity(2);
        for _ in 0..DECISIONS {
            if !matches!(game.turn(), Turn::Decide(_)) {
                break;
            }
            let seat = game.active();
            line.clear();
            Plan::line(game, seat, &weights, &mut line);
            for &action in &line {
                game.play_unchecked(seat, action, &mut ());
            }
        }
    }
}
