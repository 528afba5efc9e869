//! The phases of a game: the decision that is due.

use crate::Vertex;
use crate::vocabulary::Vocabulary;
use game::{Outcome, Seat, SeatSet};

/// The decision that is due. Every phase is public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase<R: Vocabulary> {
    /// The island is not laid out yet; nature is due.
    LayingOut,
    /// The starting seat is to be drawn; nature is due.
    DrawingStart,
    /// The seats in `waiting` still roll for the start; `leaders` have `best`, the highest roll so far.
    RollingForStart {
        /// The seats that have yet to roll.
        waiting: SeatSet,
        /// The seats with the highest roll so far.
        leaders: SeatSet,
        /// The highest roll so far; 0 before the first.
        best: u8,
        /// The number of rolls made.
        rolls: u8,
    },
    /// The active seat places a starting settlement; `placed` were placed before.
    FoundingSettlement {
        /// Starting buildings on the board.
        placed: u8,
    },
    /// The active seat places the road of the starting building just placed.
    FoundingRoad {
        /// Starting buildings on the board, this one included.
        placed: u8,
        /// The building the road must adjoin.
        at: Vertex<R::Map>,
    },
    /// The active seat may play a card or roll.
    BeforeRoll,
    /// The production dice are on the table; nature is due.
    Rolling,
    /// A 7 was rolled: seats that owe cards hand them in (0 for those who do not).
    Discarding {
        /// The number of cards that each seat owes; unchanged until all have handed in.
        owed: R::PerSeat<u8>,
    },
    /// The active seat moves the robber.
    MovingRobber {
        /// The reason for the move, where the rules distinguish reasons.
        cause: R::Cause,
    },
    /// The active seat chooses whom to rob.
    ChoosingVictim {
        /// The seats that can be robbed.
        victims: SeatSet,
    },
    /// A card is drawn from this seat's hand; nature is due.
    Stealing {
        /// The seat that loses a card.
        victim: Seat,
        /// The seats to rob after that.
        waiting: SeatSet,
    },
    /// The active seat trades, builds and plays as it likes, and ends the turn.
    Building,
    /// The active seat places free roads.
    FreeRoads {
        /// The number of roads that may still be placed.
        left: u8,
        /// Whether one was placed already, so that the seat may stop.
        may_stop: bool,
    },
    /// A phase that only this game has.
    Own(R::OwnPhase),
    /// The game is over.
    Over(Outcome),
}
