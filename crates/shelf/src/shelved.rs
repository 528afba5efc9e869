//! What a game tells the shelf beside what every game has: one implementation for each game.

mod carcassonne;
mod catan;
mod cities_and_knights;

use crate::listed::Choose;
use crate::{AnyGame, Prompt, Refusal};
use game::record::Object;
use game::{Game, Seat, SeatSet, SetupFault};

/// A game that stands on the shelf.
pub(crate) trait Shelved: Game<Illegal: Into<Refusal>> + Into<AnyGame> {
    /// Rewrites the options of a game that began under an older version of its rules into those under which today's
    /// engine plays it as it was played then. Options that say the same in both versions stay as they are.
    fn upgrade_options(_rules: u32, _options: &mut Object) {}
    /// The choice of cards that a list consists of, if it is one.
    fn choice(_: &Self::LegalActions) -> Option<Choose> {
        None
    }
    /// As [`AnyGame::awaited`].
    fn awaits(&self) -> Vec<(Seat, Prompt)>;
    /// As [`AnyGame::commutes`].
    fn commute(earlier: (Seat, Self::Action), later: (Seat, Self::Action)) -> bool;
    /// As [`Events::reveal`](crate::Events::reveal).
    fn reveals(event: &Self::Event) -> bool;
}

/// Who is waited for while the active seat's turn goes on and these seats are asked about an offer.
fn turn_and_answers(active: Seat, asked: SeatSet) -> Vec<(Seat, Prompt)> {
    let turn = if asked.is_empty() { Prompt::Turn } else { Prompt::Waiting };
    let answers = asked.into_iter().map(|seat| (seat, Prompt::Answer));
    answers.chain([(active, turn)]).collect()
}

impl From<SetupFault> for Refusal {
    fn from(fault: SetupFault) -> Refusal {
        Refusal::of_setup(fault.message, fault.clause)
    }
}
