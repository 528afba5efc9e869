//! What is to be decided.

use crate::VertexId;
use crate::seats::PerSeat;
use crate::vocabulary::Vocabulary;
use game::{Outcome, Seat, SeatSet};

/// What is to be decided now. All of it is open to everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase<R: Vocabulary> {
    /// The island is not laid out yet; nature is due.
    LayingOut,
    /// The starting seat is to be drawn; nature is due.
    DrawingStart,
    /// The seats in `waiting` still roll for the start; `leaders` have `best`, the highest roll so far.
    RollingForStart {
        /// Who has yet to roll.
        waiting: SeatSet,
        /// Who has the highest roll so far.
        leaders: SeatSet,
        /// That roll; 0 before the first.
        best: u8,
        /// How many rolls were made.
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
        at: VertexId,
    },
    /// The active seat may play a card or roll.
    BeforeRoll,
    /// The production dice are on the table; nature is due.
    Rolling,
    /// A 7 was rolled: seats that owe cards hand them in (0 for those who do not).
    Discarding {
        /// How many cards each seat owes; kept until all have handed in.
        owed: PerSeat<u8>,
    },
    /// The active seat moves the robber.
    MovingRobber {
        /// Why, where the rules tell causes apart.
        cause: R::Cause,
    },
    /// The active seat chooses whom to rob.
    ChoosingVictim {
        /// Who can be robbed.
        victims: SeatSet,
    },
    /// A card is drawn from this seat's hand; nature is due.
    Stealing {
        /// Whose card it will be.
        victim: Seat,
        /// From whom after that.
        waiting: SeatSet,
    },
    /// The active seat trades, builds and plays as it likes, and ends the turn.
    Building,
    /// The active seat places free roads.
    FreeRoads {
        /// How many may still be placed.
        left: u8,
        /// Whether one was placed already, so that the seat may stop.
        may_stop: bool,
    },
    /// What only this game knows.
    Own(R::OwnPhase),
    /// The game is over.
    Over(Outcome),
}
