//! The five resources, and cards of them.

use crate::counts::{Bundle, Counts, Kind};
use game::ParseError;
use std::fmt;
use std::str::FromStr;

/// A resource (`CATAN-TERM-7`); there are five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Resource {
    Brick,
    Lumber,
    Wool,
    Grain,
    Ore,
}

impl Resource {
    /// All five, in the order in which cards are written.
    pub const ALL: [Resource; 5] =
        [Resource::Brick, Resource::Lumber, Resource::Wool, Resource::Grain, Resource::Ore];
    /// The number of cards of each kind in the box (`CATAN-COMP-5`).
    pub const CARDS: u8 = 19;

    /// 0 to 4.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The English word, in lower case: its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Resource::Brick => "brick",
            Resource::Lumber => "lumber",
            Resource::Wool => "wool",
            Resource::Grain => "grain",
            Resource::Ore => "ore",
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Resource {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Resource::ALL.into_iter().find(|resource| resource.name() == text).ok_or_else(|| {
            ParseError::unknown(text, "a resource", "resources are brick, lumber, wool, grain and ore")
        })
    }
}

impl Kind for Resource {
    type Array = [u8; 5];
    const KINDS: &'static [Resource] = &Resource::ALL;
    /// 19 of each (`CATAN-COMP-5`).
    const BOX: Cards = Cards::new([Resource::CARDS; 5]);
    const NOTHING: Bundle<Resource> = Bundle([0; 5]);
    const EXAMPLE: &'static str = "2 ore 1 wool";

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        Resource::name(self)
    }
    fn resource(self) -> Option<Resource> {
        Some(self)
    }
}

/// A number of cards of each resource.
pub type Cards = Counts<Resource>;

impl Cards {
    /// The price of a development card (`CATAN-COST-1`).
    pub const DEVELOPMENT: Cards = Cards::new([0, 0, 1, 1, 1]);

    /// Builds a set of cards from the counts of brick, lumber, wool, grain and ore.
    ///
    /// # Panics
    /// If a count is above 127.
    #[must_use]
    pub const fn new(counts: [u8; 5]) -> Cards {
        Counts::of_resources(counts)
    }
    /// Whether there are more cards of a kind than its rate of exchange, 2 or 3, in `rates`; of a kind that goes four for
    /// one there cannot be more than the one rate takes.
    #[inline]
    pub(crate) const fn exceeds_rate(self, rates: Cards) -> bool {
        // A rate of 4 becomes more than a hand holds.
        let fours = rates.0 & 0x04_0404_0404;
        let more = rates.0 + 0x01_0101_0101 + (fours << 4);
        ((self.0 | Self::GUARD) - more) & Self::GUARD != 0
    }
}
