//! Resources, and cards counted by kind.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;

/// One of the five resources (`CATAN-TERM-7`).
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
    /// How many cards of each kind are in the box (`CATAN-COMP-5`).
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
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Resource::ALL.into_iter().find(|resource| resource.name() == text).ok_or_else(|| {
            format!("`{text}` is not a resource; resources are brick, lumber, wool, grain and ore")
        })
    }
}

/// A number of cards of each resource: a hand, a price, one side of a trade, the supply.
///
/// Each kind has its own byte of one word, and no kind ever counts above 127, so that sums, differences and "are
/// these in the hand?" are single instructions. The text form names the kinds that are there, `2 ore 1 wool`, or
/// says `nothing`.
///
/// ```
/// use catan::{Cards, Resource};
/// let hand: Cards = "2 ore 1 wool".parse().unwrap();
/// assert!(hand.contains(Cards::of(Resource::Ore, 2)));
/// assert_eq!((hand - Cards::of(Resource::Ore, 1)).to_string(), "1 wool 1 ore");
/// assert_eq!(hand.len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

/// The top bit of each lane: set where a lane-wise difference did not borrow.
const GUARD: u64 = 0x80_8080_8080;

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The price of a road (`CATAN-COST-1`).
    pub const ROAD: Cards = Cards::new([1, 1, 0, 0, 0]);
    /// The price of a settlement (`CATAN-COST-1`).
    pub const SETTLEMENT: Cards = Cards::new([1, 1, 1, 1, 0]);
    /// The price of a city (`CATAN-COST-1`).
    pub const CITY: Cards = Cards::new([0, 0, 0, 2, 3]);
    /// The price of a development card (`CATAN-COST-1`).
    pub const DEVELOPMENT: Cards = Cards::new([0, 0, 1, 1, 1]);
    /// All resource cards of the box (`CATAN-COMP-5`).
    pub const BOX: Cards = Cards::new([Resource::CARDS; 5]);

    /// So many of brick, lumber, wool, grain and ore.
    ///
    /// # Panics
    /// If a count is above 127.
    #[must_use]
    pub const fn new(counts: [u8; 5]) -> Cards {
        let mut lanes = 0;
        let mut kind = 0;
        while kind < 5 {
            assert!(counts[kind] < 128, "no kind counts above 127");
            lanes |= (counts[kind] as u64) << (8 * kind);
            kind += 1;
        }
        Cards(lanes)
    }
    /// `count` cards of one kind.
    #[must_use]
    #[inline]
    pub const fn of(kind: Resource, count: u8) -> Cards {
        Cards((count as u64) << (8 * kind as u32))
    }
    /// The counts of brick, lumber, wool, grain and ore.
    #[must_use]
    #[inline]
    pub const fn counts(self) -> [u8; 5] {
        let b = self.0.to_le_bytes();
        [b[0], b[1], b[2], b[3], b[4]]
    }
    /// How many of one kind.
    #[must_use]
    #[inline]
    pub const fn count(self, kind: Resource) -> u8 {
        (self.0 >> (8 * kind as u32)) as u8
    }
    /// How many cards in all.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        // Sums the five lanes into the top byte; at most 95 cards of one box meet, so no lane overflows.
        (self.0.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }
    /// Whether there is no card.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Whether all cards of `other` are here.
    #[must_use]
    #[inline]
    pub const fn contains(self, other: Cards) -> bool {
        ((self.0 | GUARD) - other.0) & GUARD == GUARD
    }
    /// One byte for each kind, from the lowest; `None` if one is above 127.
    #[inline]
    pub(crate) const fn from_lanes(lanes: u64) -> Option<Cards> {
        if lanes & GUARD == 0 { Some(Cards(lanes)) } else { None }
    }
    /// The kinds of which there are at least as many here as in `other`; bit *k* stands for kind *k*.
    #[inline]
    pub(crate) const fn kinds_covering(self, other: Cards) -> u32 {
        let covered = (((self.0 | GUARD) - other.0) & GUARD) >> 7;
        // Gathers the lowest bits of the five lanes: the multiplier shifts lane k's bit by 32 - 7 k.
        (covered.wrapping_mul(0x0001_0204_0810) >> 32 & 0b1_1111) as u32
    }
    /// Whether there are more cards of a kind than its rate of exchange, 2 or 3, in `rates`; of a kind that goes four for
    /// one there cannot be more than the one rate takes.
    #[inline]
    pub(crate) const fn exceeds_rate(self, rates: Cards) -> bool {
        // A rate of 4 becomes more than a hand holds.
        let fours = rates.0 & 0x04_0404_0404;
        let more = rates.0 + 0x01_0101_0101 + (fours << 4);
        ((self.0 | GUARD) - more) & GUARD != 0
    }
    /// The kinds there is at least one card of.
    pub fn kinds(self) -> impl Iterator<Item = Resource> {
        Resource::ALL.into_iter().filter(move |&kind| self.count(kind) > 0)
    }
    /// The one kind these cards are of, if they are all of one kind and at least one.
    #[must_use]
    pub fn only_kind(self) -> Option<Resource> {
        let lane = self.0.trailing_zeros() / 8;
        let kind = *Resource::ALL.get(lane as usize)?;
        (self == Cards::of(kind, self.count(kind))).then_some(kind)
    }
    /// The sum; `None` if a kind would count above 127.
    #[must_use]
    pub fn checked_add(self, other: Cards) -> Option<Cards> {
        let sum = self.0 + other.0;
        (sum & GUARD == 0).then_some(Cards(sum))
    }
    /// The kind of the card at position `n` if the cards lie sorted by kind; `n` must be below `len`.
    #[must_use]
    #[inline]
    pub fn card_at(self, n: u32) -> Resource {
        debug_assert!(n < self.len());
        // Lane k of the prefix sums holds the number of cards of kinds 0 to k; the card's kind is the number of
        // prefix sums that do not exceed n.
        let prefix = self.0.wrapping_mul(0x01_0101_0101);
        let below = (((u64::from(n) * 0x0101_0101) | 0x8080_8080) - (prefix & 0x7f7f_7f7f)) & 0x8080_8080;
        Resource::ALL[below.count_ones() as usize]
    }
}

impl Add for Cards {
    type Output = Cards;
    #[inline]
    fn add(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }
}
impl AddAssign for Cards {
    #[inline]
    fn add_assign(&mut self, other: Cards) {
        self.0 += other.0;
    }
}
impl Sub for Cards {
    type Output = Cards;
    /// The cards that are left; `other` must be contained.
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        debug_assert!(self.contains(other), "{self} has not {other}");
        Cards(self.0 - other.0)
    }
}
impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

/// The text of counted cards (`2 ore 1 wool`, pairs of a count and a kind in any order, or `nothing`) and their document
/// (an object of counts, kinds without cards left out).
macro_rules! cards_as_text {
    ($Cards:ident of $Kind:ident, such as $example:literal) => {
        impl std::fmt::Display for $Cards {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                if self.is_empty() {
                    return f.write_str("nothing");
                }
                for (i, kind) in self.kinds().enumerate() {
                    write!(f, "{}{} {kind}", if i == 0 { "" } else { " " }, self.count(kind))?;
                }
                Ok(())
            }
        }

        impl std::fmt::Debug for $Cards {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl std::str::FromStr for $Cards {
            type Err = String;
            /// Pairs of a count and a kind, in any order, each kind once; or `nothing`.
            fn from_str(text: &str) -> Result<Self, String> {
                if text == "nothing" {
                    return Ok($Cards::NONE);
                }
                let words: Vec<&str> = text.split_whitespace().collect();
                let (pairs, rest) = words.as_chunks::<2>();
                if pairs.is_empty() || !rest.is_empty() {
                    return Err(format!(
                        "`{text}` are not cards: write counts and kinds, such as `{}`, or `nothing`",
                        $example
                    ));
                }
                let mut cards = $Cards::NONE;
                for [count, kind] in pairs {
                    let kind: $Kind = kind.parse()?;
                    let count: u8 = count
                        .parse()
                        .ok()
                        .filter(|count| (1..=95).contains(count))
                        .ok_or_else(|| format!("`{count}` is not a number of cards (1 to 95)"))?;
                    if cards.count(kind) > 0 {
                        return Err(format!("`{text}` names {kind} twice"));
                    }
                    cards += $Cards::of(kind, count);
                }
                Ok(cards)
            }
        }

        impl serde::Serialize for $Cards {
            /// As an object of counts, kinds without cards left out: `{"wool": 1, "ore": 2}`.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.kinds().map(|kind| (kind, self.count(kind))))
            }
        }

        impl<'de> serde::Deserialize<'de> for $Cards {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let counts = std::collections::BTreeMap::<$Kind, u8>::deserialize(deserializer)?;
                let mut cards = $Cards::NONE;
                for (kind, count) in counts {
                    if count > 95 {
                        return Err(serde::de::Error::custom(format!(
                            "{count} {kind} cards are more than any box holds"
                        )));
                    }
                    cards += $Cards::of(kind, count);
                }
                Ok(cards)
            }
        }
    };
}
pub(crate) use cards_as_text;

cards_as_text!(Cards of Resource, such as "2 ore 1 wool");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_at_counts_through_the_kinds() {
        for counts in
            [[1, 2, 3, 4, 5], [0, 0, 0, 0, 3], [19, 0, 19, 0, 19], [0, 7, 0, 0, 0], [19, 19, 19, 19, 19]]
        {
            let cards = Cards::new(counts);
            let sorted = Resource::ALL.into_iter().flat_map(|kind| vec![kind; cards.count(kind) as usize]);
            for (n, kind) in sorted.enumerate() {
                assert_eq!(cards.card_at(n as u32), kind, "{cards} at {n}");
            }
        }
    }

    #[test]
    fn cards_contain_lane_by_lane() {
        let hand = Cards::new([1, 0, 2, 0, 3]);
        assert!(hand.contains(Cards::new([1, 0, 2, 0, 3])));
        assert!(!hand.contains(Cards::new([0, 1, 0, 0, 0])));
        assert!(!hand.contains(Cards::new([2, 0, 0, 0, 0])));
        assert!(!hand.contains(Cards::CITY));
    }
}
