//! The sample game as its analysis needs it.

use crate::analysed::{Analysed, Cause, Source};
use game::{Game, Points as _, Seat};
use kerbe::Kerbe;

impl Analysed for Kerbe {
    const LOOKS_AHEAD: bool = true;

    fn stage(&self) -> f64 {
        (f64::from(self.turns()) / 25.0).clamp(0.0, 1.0)
    }
    fn lead(&self, seat: Seat) -> f64 {
        f64::from(self.points(seat).total()) / 10.0
    }
    fn on_turn(&self) -> Seat {
        self.active()
    }
    fn source(_: &Self::Chance) -> Source {
        Source::Dice
    }
    fn cause(_: &Self::Action) -> Cause {
        Cause::Other
    }
}
