//! The words that differ between the tile games.

use super::fluent::{Words, msg};
use super::reader::Aid;

/// The nouns in use: those of Carcassonne, or those of Mayflower.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum World {
    /// Cities, monasteries and fields; followers.
    #[default]
    Old,
    /// Towns, farms and plains; settlers.
    New,
}

impl World {
    /// Returns the value of `$world` in messages.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            World::Old => "old",
            World::New => "new",
        }
    }
}

/// Returns the name of an aid in a world.
pub(crate) fn aid_name(words: Words, world: World, aid: Aid) -> String {
    let world = world.key();
    match aid {
        Aid::Fields => msg!(words, "land-aid-fields", world = world),
        Aid::Cities => msg!(words, "land-aid-cities", world = world),
        Aid::Roads => msg!(words, "land-aid-roads", world = world),
        Aid::Open => msg!(words, "land-aid-open"),
        Aid::Fits => msg!(words, "land-aid-fits"),
        Aid::Tiles => msg!(words, "land-aid-tiles"),
        Aid::Projected => msg!(words, "land-aid-projected"),
        Aid::Preview => msg!(words, "land-aid-preview"),
        Aid::Hint => msg!(words, "aid-hint"),
        Aid::Chances => msg!(words, "aid-chances"),
    }
}

/// Returns a word of an aid's name, short enough to stand below a sign.
pub(crate) fn aid_word(words: Words, world: World, aid: Aid) -> String {
    let world = world.key();
    match aid {
        Aid::Fields => msg!(words, "land-aid-fields-short", world = world),
        Aid::Cities => msg!(words, "land-aid-cities-short", world = world),
        Aid::Roads => msg!(words, "land-aid-roads-short", world = world),
        Aid::Open => msg!(words, "land-aid-open-short"),
        Aid::Fits => msg!(words, "land-aid-fits-short"),
        Aid::Tiles => msg!(words, "land-aid-tiles-short"),
        Aid::Projected => msg!(words, "land-aid-projected-short"),
        Aid::Preview => msg!(words, "land-aid-preview-short"),
        Aid::Hint => msg!(words, "hint-ask"),
        Aid::Chances => msg!(words, "chances-title"),
    }
}
