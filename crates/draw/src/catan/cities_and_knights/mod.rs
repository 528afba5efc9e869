//! The additions of Cities & Knights to the picture of the island.
//!
//! Nothing depends on colour alone. A knight is a shield: its points and pips show its strength; an active one is filled and has
//! swords, an inactive one is hollow and has none. A metropolis carries the emblem of its area, whose outline and symbol differ
//! too. The barbarians' way lies in a strip above the island.

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
