//! Games played on at random, as fast as they go.

use crate::{Action, Catan, LegalActions, Phase};
use game::{Draws, Outcome, Seat, Turn};

/// The result of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The outcome of the game; `None` if it did not end within the limit.
    pub outcome: Option<Outcome>,
    /// The number of actions played: every decision of a seat counts, even one without an alternative. Nature's outcomes do not
    /// count.
    pub actions: u32,
}

impl Catan {
    /// Plays on to the end: seats choose uniformly among their listed actions, nature by the weights of the rules.
    ///
    /// This is the loop that asks for the list, draws a number below its length and plays the action at that number,
    /// without the list where that can be avoided. With the same draws it plays the same game: one draw for every
    /// choice among two or more actions (a single one needs none), one for every outcome. Where several seats may
    /// act, the lowest that owes a discard does, or else the active seat; open offers wait for it.
    ///
    /// Random games end sooner or later, but no rule makes them; [`Catan::playout_within`] takes a limit.
    ///
    /// ```
    /// use catan::{Catan, Options};
    /// use game::Seed;
    /// let mut game = Catan::new(&Options::default());
    /// let playout = game.playout(&mut Seed(1).substream("playout", 0));
    /// assert_eq!(playout.outcome, game.outcome());
    /// ```
    pub fn playout(&mut self, draws: &mut impl Draws) -> Playout {
        self.playout_within(u32::MAX, draws)
    }

    /// [`Catan::playout`] that stops where the decision after `limit` actions is due.
    #[inline]
    pub fn playout_within(&mut self, limit: u32, draws: &mut impl Draws) -> Playout {
        let mut actions = 0;
        while actions < limit {
            match self.phase {
                // Nothing but the roll can be done.
                Phase::BeforeRoll if !self.own.may_play_card && self.options.auto_declare => {
                    self.play_unchecked(self.active, Action::Roll, &mut ());
                    self.draw_and_resolve(draws, &mut ());
                    actions += 1;
                }
                Phase::Building => {
                    self.act_in_building(draws);
                    actions += 1;
                }
                _ => match self.turn() {
                    Turn::Decide(seats) => {
                        self.act_by_list(seats.lowest().unwrap_or(self.active), draws);
                        actions += 1;
                    }
                    Turn::Chance(_) => self.draw_and_resolve(draws, &mut ()),
                    Turn::Over(outcome) => return Playout { outcome: Some(outcome), actions },
                },
            }
        }
        while let Turn::Chance(_) = self.turn() {
            self.draw_and_resolve(draws, &mut ());
        }
        Playout { outcome: self.outcome(), actions }
    }

    /// Chooses from the list, whatever it holds.
    #[inline(never)]
    fn act_by_list(&mut self, seat: Seat, draws: &mut impl Draws) {
        let legal = self.legal_actions(seat);
        let n = choose(legal.len(), draws);
        let action = legal.get(n).expect("whoever decides has an action");
        self.play_unchecked(seat, action, &mut ());
    }

    /// Chooses in the phase where most choices are made. Each arm knows its kind of action, so that nothing is packed
    /// into an [`Action`] and told apart again.
    #[inline]
    fn act_in_building(&mut self, draws: &mut impl Draws) {
        let seat = self.active;
        let mut legal = LegalActions::default();
        self.list_building(&mut legal);
        let n = choose(legal.len(), draws);
        if n == 0 {
            return self.play_unchecked(seat, Action::EndTurn, &mut ());
        }
        let action = legal.get(n).expect("whoever decides has an action");
        self.play_unchecked(seat, action, &mut ());
    }
}

/// A number below `len`, which takes a draw only if there is a choice.
#[inline]
fn choose(len: usize, draws: &mut impl Draws) -> usize {
    if len == 1 { 0 } else { draws.below(len as u32) as usize }
}
