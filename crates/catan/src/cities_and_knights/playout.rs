//! Games played on at random, as fast as they go.

use crate::Playout;
use crate::cities_and_knights::{CitiesAndKnights, LegalActions, Phase};
use game::{Draws, Turn};

impl CitiesAndKnights {
    /// Plays on to the end: seats choose uniformly among their listed actions, nature by the weights of the rules. As
    /// [`crate::Catan::playout`]: one draw for every choice among two or more actions, one for every die and card; where
    /// several seats may act, the lowest that owes something does, and open offers wait for the active seat.
    ///
    /// Random games end sooner or later, but no rule makes them; [`CitiesAndKnights::playout_within`] takes a limit.
    ///
    /// ```
    /// use catan::CitiesAndKnights;
    /// use game::Seed;
    /// let mut game = CitiesAndKnights::new(&Default::default());
    /// let playout = game.playout(&mut Seed(1).substream("playout", 0));
    /// assert_eq!(playout.outcome, game.outcome());
    /// ```
    pub fn playout(&mut self, draws: &mut impl Draws) -> Playout {
        self.playout_within(u32::MAX, draws)
    }

    /// [`CitiesAndKnights::playout`] that stops where the decision after `limit` actions is due.
    pub fn playout_within(&mut self, limit: u32, draws: &mut impl Draws) -> Playout {
        let mut actions = 0;
        loop {
            match self.turn() {
                Turn::Over(outcome) => return Playout { outcome: Some(outcome), actions },
                Turn::Chance(_) => self.draw_and_resolve(draws, &mut ()),
                Turn::Decide(_) if actions >= limit => return Playout { outcome: None, actions },
                Turn::Decide(seats) => {
                    let waits = matches!(self.phase, Phase::Building);
                    let seat = if waits { self.active } else { seats.lowest().unwrap_or(self.active) };
                    let mut legal = LegalActions::default();
                    self.list(seat, &mut legal);
                    let n = match legal.len() {
                        1 => 0,
                        len => draws.below(len as u32) as usize,
                    };
                    let action = legal.get(n).expect("whoever decides has an action");
                    self.play_unchecked(seat, action, &mut ());
                    actions += 1;
                }
            }
        }
    }
}
