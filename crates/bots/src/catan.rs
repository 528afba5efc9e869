//! Bots that play Catan.
//!
//! Reading order: [`Bot`], any of them; [`Settler`].

pub(crate) mod settler;

pub use crate::island::BOTS;
pub use settler::{Settler, Weights};

use crate::{BotGame, BotInfo};
use catan::{Action, Catan, Phase};
use game::{Seat, Seed, Viewer};

/// A game of Catan between bots.
pub type Match = crate::Match<Catan>;

/// Any bot of [`BOTS`].
pub type Bot = crate::island::Bot<Settler>;

impl BotGame for Catan {
    type Bot = Bot;
    type Estimator = settler::referee::Referee<Catan>;
    const BOTS: &'static [BotInfo] = BOTS;
    const END_TURN: Option<Action> = Some(Action::EndTurn);

    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        Bot::new(name, seat, seed)
    }

    fn open_kinds(view: &Self::View<'_>) -> Vec<&'static str> {
        crate::island::open_kinds(view)
    }

    /// Addressees of an open offer answer first, then the active seat decides; seats that owe a discard are asked in
    /// their order.
    #[inline]
    fn next_to_ask(&self) -> Seat {
        match self.phase() {
            Phase::Building => {
                let trading = self.view(Viewer::Spectator).trading();
                trading.unanswered().lowest().unwrap_or(self.active())
            }
            Phase::Discarding { .. } => {
                let seats = self.view(Viewer::Spectator).seats_to_discard();
                seats.lowest().expect("somebody owes a discard")
            }
            _ => self.active(),
        }
    }
}
