//! The box that the owner of a game has counted and described, where the game allows that: so far Mayflower alone.

use crate::GameKind;
pub use ::carcassonne::MayflowerOptions as OwnBoxOptions;
pub use ::carcassonne::described::{from_store, refuse_others};
pub use ::carcassonne::options::TileCounts;
pub use ::carcassonne::own_box::{BoxError, own_box, take_box};

/// Whether the tiles of this game may be counted and described.
#[must_use]
pub fn has_own_box(kind: GameKind) -> bool {
    kind == GameKind::Mayflower
}
