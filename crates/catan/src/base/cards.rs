//! The development cards (`CATAN-COMP-6`).

use game::ParseError;

/// The cards that can be played; victory points are not (`CATAN-DEV-12`).
pub(crate) const PLAYABLE: [DevelopmentCard; 4] = [
    DevelopmentCard::Knight,
    DevelopmentCard::RoadBuilding,
    DevelopmentCard::YearOfPlenty,
    DevelopmentCard::Monopoly,
];

/// A development card (`CATAN-COMP-6`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum DevelopmentCard {
    Knight,
    RoadBuilding,
    YearOfPlenty,
    Monopoly,
    VictoryPoint,
}

impl DevelopmentCard {
    /// All five kinds.
    pub const ALL: [DevelopmentCard; 5] = [
        DevelopmentCard::Knight,
        DevelopmentCard::RoadBuilding,
        DevelopmentCard::YearOfPlenty,
        DevelopmentCard::Monopoly,
        DevelopmentCard::VictoryPoint,
    ];
    /// The number of cards of each kind in the box, in the order of [`DevelopmentCard::ALL`] (`CATAN-COMP-6`).
    pub const BOX: [u8; 5] = [14, 2, 2, 2, 5];
    /// 0 to 4.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The English name in kebab case: its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DevelopmentCard::Knight => "knight",
            DevelopmentCard::RoadBuilding => "road-building",
            DevelopmentCard::YearOfPlenty => "year-of-plenty",
            DevelopmentCard::Monopoly => "monopoly",
            DevelopmentCard::VictoryPoint => "victory-point",
        }
    }
}

impl std::fmt::Display for DevelopmentCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for DevelopmentCard {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        DevelopmentCard::ALL.into_iter().find(|card| card.name() == text).ok_or_else(|| {
            ParseError::unknown(
                text,
                "a development card",
                "the cards are knight, road-building, year-of-plenty, monopoly and victory-point",
            )
        })
    }
}
