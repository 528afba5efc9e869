//! What is to be done next, and how far the turn is.

use crate::cities_and_knights::{Area, CardKind, Knights, Strength};
use crate::seats::PerSeat;
use crate::{Die, EdgeId, VertexId, VertexSet};
use game::{Seat, SeatSet};

/// What is to be done next.
pub type Phase = crate::phase::Phase<Knights>;

/// What is to be done next in Cities & Knights alone.
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
        /// How many cards each owes.
        owed: PerSeat<u8>,
    },
    /// Seats say one after the other which active knights fight (`CK-BARB-15`).
    Mustering {
        /// Who has yet to say.
        waiting: SeatSet,
        /// Which knights fight so far.
        fighting: VertexSet,
    },
    /// Seats say one after the other which city they lose (`CK-BARB-7`).
    Pillaging {
        /// Who has yet to say.
        losers: SeatSet,
    },
    /// Tied best defenders choose a deck one after the other (`CK-BARB-12`).
    ChoosingDeck {
        /// Who has yet to draw.
        waiting: SeatSet,
    },
    /// A seat says whether it draws a progress card (`CK-PROG-3`).
    OfferingDraw {
        /// Who has yet to say, or draw.
        waiting: SeatSet,
        /// From which deck.
        area: Area,
    },
    /// Nature gives a seat the top card of a deck.
    DrawingCard {
        /// Who draws.
        seat: Seat,
        /// From which deck.
        area: Area,
        /// Who draws after that.
        waiting: SeatSet,
        /// Whether it is for the defence of Catan.
        defence: bool,
    },
    /// Seats with a progress card too many discard one, at the same time (`CK-PROG-6`).
    DroppingCards {
        /// Who had too many.
        seats: SeatSet,
    },
    /// Seats without a card say one after the other which resource they take (`CK-IMP-8`).
    Aqueduct {
        /// Who has yet to say.
        waiting: SeatSet,
    },
    /// The owner of a displaced knight moves it (`CK-KNIGHT-12`).
    Retreating {
        /// Whose it is.
        seat: Seat,
        /// Where it stood.
        from: VertexId,
        /// How strong it is.
        strength: Strength,
        /// Whether it is active.
        active: bool,
    },
    /// A seat removes one of its knights for Deserter.
    Deserting {
        /// Whose.
        victim: Seat,
    },
    /// The active seat may place a knight for the one that deserted.
    PlacingDeserter {
        /// How strong that one was.
        strength: Strength,
        /// Whether it was active.
        active: bool,
    },
    /// The active seat may place its removed road again.
    ReplacingRoad {
        /// Where it lay.
        removed: EdgeId,
    },
    /// The active seat sees hidden progress cards and may take one.
    Spying {
        /// Whose.
        victim: Seat,
    },
    /// The active seat sees a hand and takes cards.
    TakingCards {
        /// Whose.
        victim: Seat,
        /// How many.
        count: u8,
    },
    /// Seats give the active one cards, at the same time (`CK-POL-9`).
    Giving {
        /// How many each owes.
        owed: PerSeat<u8>,
    },
    /// A seat gives a commodity for a resource it has not seen yet.
    ForcedExchange {
        /// Who.
        victim: Seat,
        /// For which resource.
        kind: CardKind,
    },
    /// The active seat places a metropolis.
    PlacingMetropolis {
        /// Of which area.
        area: Area,
    },
    /// The active seat has a progress card too many and plays one or discards one (`CK-PROG-15`).
    PlayOrDrop,
    /// The active seat may play progress cards before the production (`CK-PROG-19`).
    PlayingEarly,
}

/// Why the robber moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RobberCause {
    /// A 7.
    #[default]
    Seven,
    /// A knight chased it (`CK-KNIGHT-13`).
    Chase,
    /// Bishop (`CK-POL-1`).
    Bishop,
}

/// How far the turn is, so that an interrupted step knows how to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
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
