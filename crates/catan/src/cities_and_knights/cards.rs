//! Resources and commodities in one hand, the areas of improvement, and the progress cards.

use crate::counts::{Counts, Kind};
use crate::{Bundle as BaseBundle, Cards, Resource, Terrain};
use game::ParseError;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A kind of hand card (`CK-TERM-2`): five resources and three commodities (`CK-TERM-1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum CardKind {
    Brick,
    Lumber,
    Wool,
    Grain,
    Ore,
    Paper,
    Cloth,
    Coin,
}

impl CardKind {
    /// All eight, resources first.
    pub const ALL: [CardKind; 8] = [
        CardKind::Brick,
        CardKind::Lumber,
        CardKind::Wool,
        CardKind::Grain,
        CardKind::Ore,
        CardKind::Paper,
        CardKind::Cloth,
        CardKind::Coin,
    ];
    /// The commodities.
    pub const COMMODITIES: [CardKind; 3] = [CardKind::Paper, CardKind::Cloth, CardKind::Coin];
    /// The resources.
    pub const RESOURCES: [CardKind; 5] =
        [CardKind::Brick, CardKind::Lumber, CardKind::Wool, CardKind::Grain, CardKind::Ore];

    /// Its position in [`CardKind::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it is a commodity.
    #[must_use]
    #[inline]
    pub const fn is_commodity(self) -> bool {
        self as usize >= 5
    }

    /// The name: `paper`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CardKind::Brick => "brick",
            CardKind::Lumber => "lumber",
            CardKind::Wool => "wool",
            CardKind::Grain => "grain",
            CardKind::Ore => "ore",
            CardKind::Paper => "paper",
            CardKind::Cloth => "cloth",
            CardKind::Coin => "coin",
        }
    }

    /// The card that a terrain gives to a settlement, and the one that a city gets there beside it: the same again at hills and
    /// fields, a commodity at forest, pasture and mountains (`CK-PROD-2`, `CK-PROD-3`).
    #[must_use]
    #[inline]
    pub const fn of_terrain(terrain: Terrain) -> Option<(CardKind, CardKind)> {
        // In the order of `Terrain`: a look-up has no branch to mispredict.
        const OF_TERRAIN: [Option<(CardKind, CardKind)>; 6] = [
            Some((CardKind::Brick, CardKind::Brick)),
            Some((CardKind::Lumber, CardKind::Paper)),
            Some((CardKind::Wool, CardKind::Cloth)),
            Some((CardKind::Grain, CardKind::Grain)),
            Some((CardKind::Ore, CardKind::Coin)),
            None,
        ];
        OF_TERRAIN[terrain as usize]
    }

    /// The resource, if it is one.
    #[must_use]
    pub fn resource(self) -> Option<Resource> {
        Resource::ALL.get(self.index()).copied()
    }
}

impl From<Resource> for CardKind {
    fn from(resource: Resource) -> CardKind {
        CardKind::ALL[resource.index()]
    }
}

impl fmt::Display for CardKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CardKind {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        CardKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            ParseError::unknown(
                text,
                "a kind of card",
                "kinds are brick, lumber, wool, grain, ore, paper, cloth and coin",
            )
        })
    }
}

impl Kind for CardKind {
    type Array = [u8; 8];
    const KINDS: &'static [CardKind] = &CardKind::ALL;
    /// 19 of each resource, 12 of each commodity (`CK-COMP-1`, `CK-COMP-8`).
    const BOX: Hand = Hand::new([19, 19, 19, 19, 19, 12, 12, 12]);
    const NOTHING: Bundle = crate::Bundle([0; 8]);
    const EXAMPLE: &'static str = "2 ore 1 paper";

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        CardKind::name(self)
    }
    #[inline]
    fn resource(self) -> Option<Resource> {
        CardKind::resource(self)
    }
}

/// Hand cards counted by kind.
pub type Hand = Counts<CardKind>;

impl Hand {
    /// The price of a city with Medicine (`CK-SCI-6`).
    pub const MEDICINE: Hand = Counts::of_resources([0, 0, 0, 1, 2]);
    /// The price of a wall (`CK-WALL-1`).
    pub const WALL: Hand = Counts::of_resources([2, 0, 0, 0, 0]);
    /// The price of a knight, or of its promotion (`CK-KNIGHT-1`, `CK-KNIGHT-4`).
    pub const KNIGHT: Hand = Counts::of_resources([0, 0, 1, 0, 1]);
    /// The price of activating a knight (`CK-KNIGHT-3`).
    pub const ACTIVATION: Hand = Counts::of_resources([0, 0, 0, 1, 0]);

    /// Builds a hand from the number of cards of each kind, in the order of [`CardKind::ALL`].
    ///
    /// # Panics
    /// If a count is above 127.
    #[must_use]
    pub const fn new(counts: [u8; 8]) -> Hand {
        Counts::of_lanes(counts)
    }

    /// Returns the commodities of the hand.
    #[must_use]
    #[inline]
    pub fn commodities(self) -> Hand {
        self.masked(0xffff_ff00_0000_0000)
    }

    /// Returns the resources of the hand.
    #[must_use]
    #[inline]
    pub fn resources(self) -> Hand {
        self.masked(0x00ff_ffff_ffff)
    }
}

impl From<Cards> for Hand {
    fn from(cards: Cards) -> Hand {
        Counts::of_resources(cards.counts())
    }
}

/// Hand cards as an action carries them.
pub type Bundle = crate::Bundle<CardKind>;

impl From<BaseBundle> for Bundle {
    fn from(bundle: BaseBundle) -> Bundle {
        let [brick, lumber, wool, grain, ore] = bundle.0;
        crate::Bundle([brick, lumber, wool, grain, ore, 0, 0, 0])
    }
}

/// An area of city improvement, of a city gate and of a progress deck (`CK-TERM-6`); its levels have the names of
/// `CK-IMP-6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// Yellow: cloth.
    Trade,
    /// Blue: coin.
    Politics,
    /// Green: paper.
    Science,
}

impl Area {
    /// All three.
    pub const ALL: [Area; 3] = [Area::Trade, Area::Politics, Area::Science];
    /// The highest level of its improvements.
    pub(crate) const LEVELS: u8 = 5;

    /// Its position in [`Area::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The commodity that pays for the area's improvements (`CK-IMP-1`).
    #[must_use]
    pub const fn commodity(self) -> CardKind {
        match self {
            Area::Trade => CardKind::Cloth,
            Area::Politics => CardKind::Coin,
            Area::Science => CardKind::Paper,
        }
    }

    /// The name: `trade`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Area::Trade => "trade",
            Area::Politics => "politics",
            Area::Science => "science",
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Area {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Area::ALL.into_iter().find(|area| area.name() == text);
        found.ok_or_else(|| ParseError::unknown(text, "an area", "areas are trade, politics and science"))
    }
}

macro_rules! progress {
    ($($(#[$doc:meta])* $Name:ident = $text:literal, $area:ident, $copies:literal;)*) => {
        /// A kind of progress card (`CK-SCI`, `CK-POL`, `CK-TRD`).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Progress {
            $($(#[$doc])* $Name,)*
        }

        impl Progress {
            /// All kinds, deck by deck.
            pub const ALL: [Progress; 25] = [$(Progress::$Name),*];
            /// The number of cards of each kind in the box (`CK-TRD-6`).
            pub const BOX: [u8; 25] = [$($copies),*];

            /// The name: `road-building`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Progress::$Name => $text,)*
                }
            }

            /// Its deck.
            #[must_use]
            pub const fn area(self) -> Area {
                match self {
                    $(Progress::$Name => Area::$area,)*
                }
            }
        }
    };
}

progress! {
    /// Chooses the values of the production dice (`CK-SCI-1`).
    Alchemist = "alchemist", Science, 2;
    /// An improvement for one commodity less (`CK-SCI-2`).
    Crane = "crane", Science, 2;
    /// A wall for nothing (`CK-SCI-3`).
    Engineer = "engineer", Science, 1;
    /// Swaps two number tokens (`CK-SCI-4`).
    Inventor = "inventor", Science, 2;
    /// Grain from fields (`CK-SCI-5`).
    Irrigation = "irrigation", Science, 2;
    /// A cheaper city (`CK-SCI-6`).
    Medicine = "medicine", Science, 2;
    /// Ore from mountains (`CK-SCI-7`).
    Mining = "mining", Science, 2;
    /// 1 victory point (`CK-SCI-8`).
    Printer = "printer", Science, 1;
    /// Two roads (`CK-SCI-9`).
    RoadBuilding = "road-building", Science, 2;
    /// Promotes up to two knights (`CK-SCI-10`).
    Smith = "smith", Science, 2;
    /// The robber takes a card from each (`CK-POL-1`).
    Bishop = "bishop", Politics, 2;
    /// 1 victory point (`CK-POL-2`).
    Constitution = "constitution", Politics, 1;
    /// An opponent's knight changes sides (`CK-POL-3`).
    Deserter = "deserter", Politics, 2;
    /// Removes an open road (`CK-POL-4`).
    Diplomat = "diplomat", Politics, 2;
    /// Drives a knight away (`CK-POL-5`).
    Intrigue = "intrigue", Politics, 2;
    /// Makes seats that do not have fewer points discard half (`CK-POL-6`).
    Saboteur = "saboteur", Politics, 2;
    /// Takes a progress card (`CK-POL-7`).
    Spy = "spy", Politics, 3;
    /// Activates all own knights (`CK-POL-8`).
    Warlord = "warlord", Politics, 2;
    /// Takes two cards from each seat with more points (`CK-POL-9`).
    Wedding = "wedding", Politics, 2;
    /// Forces exchanges of a resource for a commodity (`CK-TRD-1`).
    CommercialHarbor = "commercial-harbor", Trade, 2;
    /// Takes two cards of somebody with more points (`CK-TRD-2`).
    MasterMerchant = "master-merchant", Trade, 2;
    /// Places the merchant (`CK-TRD-3`).
    Merchant = "merchant", Trade, 6;
    /// Two of a resource from everybody (`CK-TRD-4`).
    ResourceMonopoly = "resource-monopoly", Trade, 4;
    /// Takes one card of a commodity from each opponent (`CK-TRD-5`).
    TradeMonopoly = "trade-monopoly", Trade, 2;
    /// One kind two for one (`CK-TRD-7`).
    MerchantFleet = "merchant-fleet", Trade, 2;
}

impl Progress {
    /// Its position in [`Progress::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether the card is turned up at once and scores a point (`CK-PROG-5`).
    #[must_use]
    pub const fn is_victory_point(self) -> bool {
        matches!(self, Progress::Printer | Progress::Constitution)
    }

    /// The kinds of a deck.
    pub fn of_area(area: Area) -> impl Iterator<Item = Progress> {
        Progress::ALL[Progress::places(area)].iter().copied()
    }

    /// The positions of a deck's kinds in [`Progress::ALL`].
    #[inline]
    pub(crate) const fn places(area: Area) -> Range<usize> {
        match area {
            Area::Science => 0..Progress::Bishop as usize,
            Area::Politics => Progress::Bishop as usize..Progress::CommercialHarbor as usize,
            Area::Trade => Progress::CommercialHarbor as usize..Progress::ALL.len(),
        }
    }
}

/// The hidden progress cards of a seat, with the number and the kinds of them, which every step needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProgressHand {
    counts: [u8; 25],
    /// *Derived.* The number of cards.
    len: u8,
    /// *Derived.* The kinds held, as bits.
    kinds: u32,
}

impl ProgressHand {
    pub(crate) const EMPTY: ProgressHand = ProgressHand { counts: [0; 25], len: 0, kinds: 0 };

    /// Builds the hand from the number of cards of each kind.
    pub(crate) fn new(counts: [u8; 25]) -> ProgressHand {
        let len = counts.into_iter().fold(0, u8::saturating_add);
        let kinds = counts.into_iter().enumerate().map(|(n, count)| u32::from(count > 0) << n).sum();
        ProgressHand { counts, len, kinds }
    }
    pub(crate) const fn counts(&self) -> [u8; 25] {
        self.counts
    }
    #[inline]
    pub(crate) const fn len(&self) -> u8 {
        self.len
    }
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The kinds held, as bits.
    #[inline]
    pub(crate) const fn kinds(&self) -> u32 {
        self.kinds
    }
    #[inline]
    pub(crate) const fn contains(&self, card: Progress) -> bool {
        self.kinds >> card.index() & 1 == 1
    }
    pub(crate) fn count_of(&self, area: Area) -> u8 {
        self.counts[Progress::places(area)].iter().sum()
    }
    #[inline]
    pub(crate) fn add(&mut self, card: Progress) {
        self.counts[card.index()] += 1;
        self.len += 1;
        self.kinds |= 1 << card.index();
    }
    /// Takes one card of a kind that is held.
    #[inline]
    pub(crate) fn take(&mut self, card: Progress) {
        let left = &mut self.counts[card.index()];
        *left -= 1;
        self.kinds &= !(u32::from(*left == 0) << card.index());
        self.len -= 1;
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Progress {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Progress::ALL.into_iter().find(|card| card.name() == text).ok_or_else(|| {
            let names = Progress::ALL.map(Progress::name).join(", ");
            ParseError::unknown(text, "a progress card", format!("they are {names}"))
        })
    }
}

impl serde::Serialize for Progress {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> serde::Deserialize<'de> for Progress {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ck_comp_2_three_decks_of_18() {
        for area in Area::ALL {
            let cards: u8 = Progress::of_area(area).map(|card| Progress::BOX[card.index()]).sum();
            assert_eq!(cards, 18, "{area}");
            assert!(Progress::ALL.into_iter().filter(|card| card.area() == area).eq(Progress::of_area(area)));
        }
    }
}
