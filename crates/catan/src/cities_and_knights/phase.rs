//! The phases of a game and the stages of a turn.

use crate::cities_and_knights::{Area, CardKind, Knights, Strength};
use crate::seats::PerSeat;
use crate::{Die, EdgeId, VertexId, VertexSet};
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The decision that is due.
pub type Phase = crate::phase::Phase<Knights>;

/// A phase that only Cities & Knights has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnPhase {
    /// The active seat places its starting city (`CK-SETUP-2`).
    FoundingCity {
        /// Buildings placed so far.
        placed: u8,
    },
    /// The production dice are chosen with the Alchemist, and the event die is falling; nature is due.
    RollingEventDie {
        /// The red die.
        red: Die,
        /// The other one.
        other: Die,
    },
    /// Seats discard at the same time because of Saboteur (`CK-POL-6`).
    Sabotage {
        /// The number of cards that each seat owes.
        owed: PerSeat<u8>,
    },
    /// Seats say one after the other which active knights fight (`CK-BARB-15`).
    Mustering {
        /// The seats that have yet to choose.
        waiting: SeatSet,
        /// The knights that fight so far.
        fighting: VertexSet,
    },
    /// Seats say one after the other which city they lose (`CK-BARB-7`).
    Pillaging {
        /// The seats that have yet to choose.
        losers: SeatSet,
    },
    /// Tied best defenders choose a deck one after the other (`CK-BARB-12`).
    ChoosingDeck {
        /// The seats that have yet to draw.
        waiting: SeatSet,
    },
    /// A seat says whether it draws a progress card (`CK-PROG-3`).
    OfferingDraw {
        /// The seats that have yet to decide, or draw.
        waiting: SeatSet,
        /// The deck, by its area.
        area: Area,
    },
    /// Nature gives a seat the top card of a deck.
    DrawingCard {
        /// The seat that draws.
        seat: Seat,
        /// The deck, by its area.
        area: Area,
        /// The seats that draw after that.
        waiting: SeatSet,
        /// Whether it is for the defence of Catan.
        defence: bool,
    },
    /// Seats with a progress card too many discard one, at the same time (`CK-PROG-6`).
    DroppingCards {
        /// The seats that had too many.
        seats: SeatSet,
    },
    /// Seats without a card say one after the other which resource they take (`CK-IMP-8`).
    Aqueduct {
        /// The seats that have yet to choose.
        waiting: SeatSet,
    },
    /// The owner of a displaced knight moves it (`CK-KNIGHT-12`).
    Retreating {
        /// The owner of the knight.
        seat: Seat,
        /// The intersection that it had to leave.
        from: VertexId,
        /// The strength of the knight.
        strength: Strength,
        /// Whether it is active.
        active: bool,
    },
    /// A seat removes one of its knights for Deserter.
    Deserting {
        /// The seat that removes a knight.
        victim: Seat,
    },
    /// The active seat may place a knight for the one that deserted.
    PlacingDeserter {
        /// The strength of the deserter.
        strength: Strength,
        /// Whether it was active.
        active: bool,
    },
    /// The active seat may place its removed road again.
    ReplacingRoad {
        /// The path of the removed road.
        removed: EdgeId,
    },
    /// The active seat sees hidden progress cards and may take one.
    Spying {
        /// The seat that holds the cards.
        victim: Seat,
    },
    /// The active seat sees a hand and takes cards.
    TakingCards {
        /// The seat that holds the hand.
        victim: Seat,
        /// The number of cards to take.
        count: u8,
    },
    /// Seats give the active one cards, at the same time (`CK-POL-9`).
    Giving {
        /// The number of cards that each seat owes.
        owed: PerSeat<u8>,
    },
    /// A seat gives a commodity for a resource it has not seen yet.
    ForcedExchange {
        /// The seat that gives the commodity.
        victim: Seat,
        /// The resource that it gets.
        kind: CardKind,
    },
    /// The active seat places a metropolis.
    PlacingMetropolis {
        /// The area of the metropolis.
        area: Area,
    },
    /// The active seat has a progress card too many and plays one or discards one (`CK-PROG-15`).
    PlayOrDrop,
    /// The active seat may play progress cards before the production (`CK-PROG-19`).
    PlayingEarly,
}

/// The reason for moving the robber.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RobberCause {
    /// A 7.
    #[default]
    Seven,
    /// A knight chased it (`CK-KNIGHT-13`).
    Chase,
    /// Bishop (`CK-POL-1`).
    Bishop,
}

/// The stage of a turn, so that an interrupted step can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnStage {
    /// Before the dice.
    BeforeRoll,
    /// The event is being resolved; an attack has its ending before it.
    Attack,
    /// The event is being resolved; production comes next.
    Event,
    /// Production or the 7 is being resolved.
    Production,
    /// Everything of step 4 (`CK-TURN-2`).
    Main,
    /// The turn is ending.
    Ending,
}
