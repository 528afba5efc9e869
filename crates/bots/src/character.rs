//! Characters: bots that think as one of the others does, but like some things more than their odds.

use crate::BotInfo;

/// Weights by their names.
pub(crate) type Changes = &'static [(&'static str, f32)];

/// A bot that is another one with some weights changed.
#[derive(Debug)]
pub(crate) struct Character {
    pub(crate) info: BotInfo,
    /// The weights that differ in every game that this character plays.
    pub(crate) weights: Changes,
    /// Those that differ in Cities & Knights as well, which alone has them.
    pub(crate) knights: Changes,
    /// The greatest error of its judgement, in points of a tile game.
    pub(crate) blur: f32,
}

impl Character {
    /// A character that differs by these weights.
    pub(crate) const fn new(info: BotInfo, weights: Changes) -> Character {
        Character { info, weights, knights: &[], blur: 0.0 }
    }

    /// Adds weights that only Cities & Knights has.
    #[cfg(feature = "catan")]
    pub(crate) const fn with_knights(self, knights: Changes) -> Character {
        Character { knights, ..self }
    }

    /// Adds an error of judgement, in points.
    #[cfg(feature = "carcassonne")]
    pub(crate) const fn blurred(self, blur: f32) -> Character {
        Character { blur, ..self }
    }
}

/// Changes weights by their names.
///
/// # Panics
/// If no weight has one of the names.
pub(crate) fn apply(changes: Changes, mut set: impl FnMut(&str, f32) -> bool) {
    for (name, value) in changes {
        assert!(set(name, *value), "no weight is called {name}");
    }
}
