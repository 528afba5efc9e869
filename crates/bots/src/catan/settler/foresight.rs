//! The referee's foresight: settlers play a position on.

use super::referee::Referee;
use super::rollouts::{PlayedOn, plan};
use crate::BotGame;
use crate::luck::{Foresight, Horizon};
use game::{Seat, Turn};

/// The most decisions before the next outcome: more than any turn takes.
const DECISIONS: usize = 60;

impl<G: PlayedOn + BotGame> Foresight<G> for Referee<G> {
    /// Settlers decide, who know what their seats see; nothing is played on while the game is set up.
    fn play_on(&mut self, game: &mut G) {
        let seats = Seat::first(game.seats());
        let is_founded =
            !game.is_founding() && !seats.into_iter().any(|seat| game.road_ends_of(seat).is_empty());
        let Some(layout) = game.shown().layout().copied().filter(|_| G::FORESEES && is_founded) else {
            return;
        };
        let island = self.take_island(&layout);
        let mut line = Vec::new();
        for _ in 0..DECISIONS {
            if !matches!(game.turn(), Turn::Decide(_)) {
                break;
            }
            let seat = game.next_to_ask();
            line.clear();
            plan(&island, game, seat, &mut line);
            for &action in &line {
                let is_due = matches!(game.turn(), Turn::Decide(_)) && game.next_to_ask() == seat;
                if !is_due || game.play(seat, action, &mut ()).is_err() {
                    break;
                }
            }
        }
        self.put_island(island);
    }

    fn horizon(game: &G) -> Horizon {
        game.horizon()
    }
}
