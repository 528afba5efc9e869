//! What Cities & Knights adds to the picture of the island.
//!
//! Nothing is told by colour alone. A knight is a shield: its points and pips count its strength, an active one has
//! swords and is filled, an inactive one has no swords and is hollow. A metropolis carries the emblem of its area, whose
//! outline and symbol differ too. The barbarians' way lies in a strip above the island.

mod cards;
mod layers;
mod look;
mod pieces;
mod symbols;
mod track;

pub use super::picture::{Barbarians, CitiesAndKnights};
pub(super) use look::{PAINTS, SHEET, TONES};
pub use symbols::{
    area_symbol, barbarian_symbol, calendar_symbol, card_symbol, defender_symbol, event_symbol,
    knight_symbol, knights_symbol, merchant_symbol, metropolis_symbol, progress_back, progress_symbol,
    ship_symbol, wall_symbol,
};
pub(crate) use symbols::{knights, named};
pub use track::HEIGHT as TRACK_HEIGHT;
