//! Bots that play Cities & Knights.
//!
//! Reading order: [`Bot`], any of them; [`Settler`].

mod settler;

pub use crate::island::BOTS;
pub use settler::{Settler, Weights};

use crate::{BotGame, BotInfo};
use catan::cities_and_knights::{Action, CitiesAndKnights, Phase};
use game::{Seat, Seed, Turn, Viewer};

/// A game of Cities & Knights between bots.
pub type Match = crate::Match<CitiesAndKnights>;

/// Any bot of [`BOTS`].
pub type Bot = crate::island::Bot<Settler>;

impl BotGame for CitiesAndKnights {
    type Bot = Bot;
    type Estimator = crate::catan::settler::referee::Referee<CitiesAndKnights>;
    const BOTS: &'static [BotInfo] = BOTS;
    const END_TURN: Option<Action> = Some(Action::EndTurn);

    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        Bot::new(name, seat, seed)
    }

    fn open_kinds(view: &Self::View<'_>) -> Vec<&'static str> {
        crate::island::open_kinds(view)
    }

    /// Addressees of an open offer answer first, then the active seat decides; of several that are asked at the same
    /// time the lowest seat comes first.
    #[inline]
    fn next_to_ask(&self) -> Seat {
        match self.phase() {
            Phase::Building => {
                let trading = self.view(Viewer::Spectator).trading();
                trading.unanswered().lowest().unwrap_or(self.active())
            }
            _ => match self.turn() {
                Turn::Decide(seats) => seats.lowest().expect("somebody decides"),
                _ => self.active(),
            },
        }
    }
}
