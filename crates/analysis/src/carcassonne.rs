//! The tile games as their analysis needs them.

use crate::analysed::{Analysed, Cause, Source};
use bots::BotGame;
use carcassonne::{Action, Chance, Game, Rules};
use encode::Encode;
use game::Seat;

impl<R: Rules> Analysed for Game<R>
where
    Game<R>: BotGame<Action = Action, Chance = Chance, Estimator: Send> + Encode + Send + Sync,
{
    const LOOKS_AHEAD: bool = false;

    fn stage(&self) -> f64 {
        let drawn = self.drawn() as f64;
        drawn / (drawn + self.stack_len() as f64).max(1.0)
    }
    fn lead(&self, seat: Seat) -> f64 {
        f64::from(self.points(seat).total()) / 30.0
    }
    fn beginner(&self) -> Seat {
        self.start_player()
    }
    fn on_turn(&self) -> Seat {
        self.active()
    }
    fn source(chance: &Chance) -> Source {
        match chance {
            Chance::Tile(_) => Source::Tile,
            Chance::StartPlayer(_) => Source::Order,
        }
    }
    fn cause(_: &Action) -> Cause {
        Cause::Tiles
    }
}
