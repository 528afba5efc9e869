//! Decisions of seats, and outcomes of nature.

use crate::{Cell, Figure, Place, Rotation, Segment, TileKind};
use game::Seat;

/// One decision of one seat. Text form as in [`crate::notation`]: `place (1,-2)r3`, `deploy c1`, `pass`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Places the tile in hand (`CARC-TILE-5`).
    Place {
        /// The place.
        cell: Cell,
        /// The rotation of the tile.
        rotation: Rotation,
    },
    /// Deploys a figure on the tile just placed (`CARC-MEEPLE-2`).
    Deploy {
        /// The figure.
        figure: Figure,
        /// The segment of the tile.
        segment: Segment,
    },
    /// Deploys nothing (`CARC-TURN-2`).
    Pass,
    /// Takes the second tile of a double turn (`TB-DOUBLE-7`).
    TakeSecond,
    /// Ends the turn without it.
    EndTurn,
    /// Settles this completed building next (`MAY-SCORE-8`).
    Settle(Place),
}

/// One outcome of nature. Text form: `tile V`, `start B`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// This tile is drawn.
    Tile(TileKind),
    /// This seat begins.
    StartPlayer(Seat),
}

const _: () = assert!(size_of::<Action>() <= 8);
