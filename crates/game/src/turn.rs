//! The turn of a game and its outcome.

use crate::{Seat, SeatSet};

/// The actor whose move is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn<ChanceKind> {
    /// These seats may act: one seat as a rule; several when seats discard at the same time, or when an offer is
    /// open that its addressees may answer. The set is never empty, and no other seat has a listed action. A seat
    /// that was invited to answer and has nothing left to say may find an empty list: leaving it out here would
    /// tell the others what it holds.
    Decide(SeatSet),
    /// Nature moves: an outcome of this kind is due, and no seat can do anything before it.
    Chance(ChanceKind),
    /// The game is over, so nobody acts.
    Over(Outcome),
}

/// The outcome of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// The seats that won: one as a rule, several where the rules know a shared victory, none where the host
    /// ended the game without a winner.
    pub winners: SeatSet,
}

impl Outcome {
    /// One winner.
    #[must_use]
    pub const fn won_by(seat: Seat) -> Outcome {
        Outcome { winners: SeatSet::one(seat) }
    }
    /// Nobody won.
    pub const NO_WINNER: Outcome = Outcome { winners: SeatSet::EMPTY };
}
