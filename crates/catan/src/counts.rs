//! Cards counted by kind: hands, prices, one side of a trade, the supply.

use game::ParseError;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;

/// A kind of hand card: one of five resources, or with the commodities of Cities & Knights one of eight kinds. Resources come
/// first in any case.
pub trait Kind:
    Copy
    + Ord
    + Hash
    + Debug
    + Display
    + From<crate::Resource>
    + FromStr<Err = ParseError>
    + serde::Serialize
    + game::EventField
    + 'static
{
    /// One byte for each kind.
    type Array: Copy + Eq + Hash + Debug + Default + AsRef<[u8]> + AsMut<[u8]>;
    /// All kinds, in the order in which cards are written.
    const KINDS: &'static [Self];
    /// The cards of the box.
    const BOX: Counts<Self>;
    /// No cards, as actions carry them.
    const NOTHING: Bundle<Self>;
    /// An example of cards in their text form.
    const EXAMPLE: &'static str;

    /// Its position in [`Kind::KINDS`].
    fn index(self) -> usize;
    /// The English word, in lower case: its text form.
    fn name(self) -> &'static str;
    /// The resource, if it is one.
    fn resource(self) -> Option<crate::Resource>;
}

/// A number of cards of each kind: a hand, a price, one side of a trade, the supply.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts<K>(pub(crate) u64, PhantomData<K>);

/// 1 in each lane.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of each lane.
const GUARDS: u64 = 0x8080_8080_8080_8080;

impl<K: Kind> Counts<K> {
    /// No card.
    pub const NONE: Counts<K> = Counts(0, PhantomData);
    /// The price of a road (`CATAN-COST-1`).
    pub const ROAD: Counts<K> = Counts::of_resources([1, 1, 0, 0, 0]);
    /// The price of a settlement (`CATAN-COST-1`).
    pub const SETTLEMENT: Counts<K> = Counts::of_resources([1, 1, 1, 1, 0]);
    /// The price of a city (`CATAN-COST-1`).
    pub const CITY: Counts<K> = Counts::of_resources([0, 0, 0, 2, 3]);
    /// All cards of the box.
    pub const BOX: Counts<K> = K::BOX;
    /// The bits of all lanes.
    const LANES: u64 = u64::MAX >> (64 - 8 * K::KINDS.len());
    /// The top bit of each lane: set where a lane-wise difference did not borrow.
    pub(crate) const GUARD: u64 = GUARDS & Self::LANES;
    /// Whether all cards of the box together count below 128.
    const BOX_FITS_A_LANE: bool = K::BOX.0.wrapping_mul(ONES) >> 56 < 128;

    /// Builds the counts from those of brick, lumber, wool, grain and ore.
    ///
    /// # Panics
    /// If a count is above 127.
    pub(crate) const fn of_resources([brick, lumber, wool, grain, ore]: [u8; 5]) -> Counts<K> {
        Counts::of_lanes([brick, lumber, wool, grain, ore, 0, 0, 0])
    }
    /// Builds the counts from one number for each kind, beginning with the first lane.
    ///
    /// # Panics
    /// If a count is above 127.
    pub(crate) const fn of_lanes(counts: [u8; 8]) -> Counts<K> {
        let lanes = u64::from_le_bytes(counts);
        assert!(lanes & GUARDS == 0, "no kind counts above 127");
        Counts(lanes, PhantomData)
    }
    /// `count` cards of each kind.
    pub(crate) const fn of_each(count: u8) -> Counts<K> {
        assert!(count < 128, "no kind counts above 127");
        Counts(count as u64 * (ONES & Self::LANES), PhantomData)
    }
    /// Builds the counts by calling `count` for each kind.
    pub(crate) fn by_kind(mut count: impl FnMut(K) -> u8) -> Counts<K> {
        let mut lanes = [0; 8];
        for (lane, &kind) in lanes.iter_mut().zip(K::KINDS) {
            *lane = count(kind);
        }
        Counts::of_lanes(lanes)
    }
    /// `count` cards of one kind.
    #[must_use]
    #[inline]
    pub fn of(kind: K, count: u8) -> Counts<K> {
        Counts(u64::from(count) << (8 * kind.index() as u32), PhantomData)
    }
    /// The counts, in the order of the kinds.
    #[must_use]
    #[inline]
    pub fn counts(self) -> K::Array {
        let mut counts = K::Array::default();
        let lanes = self.0.to_le_bytes();
        counts.as_mut().copy_from_slice(&lanes[..K::KINDS.len()]);
        counts
    }
    /// The counts of all lanes, zero where a game has fewer kinds.
    #[must_use]
    #[inline]
    pub const fn lanes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
    /// Returns the cards in some lanes.
    #[inline]
    pub(crate) const fn masked(self, lanes: u64) -> Counts<K> {
        Counts(self.0 & lanes, PhantomData)
    }
    /// Returns the number of cards of one kind.
    #[must_use]
    #[inline]
    pub fn count(self, kind: K) -> u8 {
        (self.0 >> (8 * kind.index() as u32)) as u8
    }
    /// Returns the total number of cards.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        // Sums the lanes into the top byte; at most 131 cards of one box meet, so no lane overflows.
        (self.0.wrapping_mul(ONES) >> 56) as u32
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
    pub const fn contains(self, other: Counts<K>) -> bool {
        ((self.0 | Self::GUARD) - other.0) & Self::GUARD == Self::GUARD
    }
    /// The kinds of which there are at least as many here as in `other`; bit *k* stands for kind *k*.
    #[inline]
    pub(crate) const fn kinds_covering(self, other: Counts<K>) -> u8 {
        Self::guards_as_bits((self.0 | Self::GUARD) - other.0)
    }
    /// The kinds there is at least one card of, as bits.
    #[must_use]
    #[inline]
    pub const fn kind_bits(self) -> u8 {
        Self::guards_as_bits(self.0 + (Self::LANES & !GUARDS))
    }
    /// The guard bits of the lanes, moved together: the multiplier shifts lane k's bit to bit 56 + k.
    #[inline]
    const fn guards_as_bits(lanes: u64) -> u8 {
        ((((lanes & Self::GUARD) >> 7).wrapping_mul(0x0102_0408_1020_4080)) >> 56) as u8
    }
    /// The kinds there is at least one card of.
    pub fn kinds(self) -> impl Iterator<Item = K> {
        K::KINDS.iter().copied().filter(move |&kind| self.count(kind) > 0)
    }
    /// The one kind these cards are of, if they are all of one kind and at least one.
    #[must_use]
    pub fn only_kind(self) -> Option<K> {
        let lane = self.0.trailing_zeros() / 8;
        let kind = *K::KINDS.get(lane as usize)?;
        (self == Counts::of(kind, self.count(kind))).then_some(kind)
    }
    /// The sum; `None` if a kind would count above 127.
    #[must_use]
    pub fn checked_add(self, other: Counts<K>) -> Option<Counts<K>> {
        let sum = self.0 + other.0;
        (sum & GUARDS == 0).then_some(Counts(sum, PhantomData))
    }
    /// The kind of the card at position `n` if the cards lie sorted by kind.
    ///
    /// # Panics
    /// If there are not that many.
    #[must_use]
    #[inline]
    pub fn card_at(self, n: u32) -> K {
        debug_assert!(n < self.len(), "card {n} of {}", self.len());
        if Self::BOX_FITS_A_LANE {
            // Lane k of the prefix sums holds the number of cards of kinds 0 to k; the card's kind is the number of
            // prefix sums that do not exceed n. The last one always does.
            let guards = Self::GUARD >> 8;
            let prefix = self.0.wrapping_mul(ONES & Self::LANES) & !GUARDS & (Self::LANES >> 8);
            let below = (((u64::from(n) * (guards >> 7)) | guards) - prefix) & guards;
            return K::KINDS[below.count_ones() as usize];
        }
        let (mut end, mut kind) = (0, 0);
        for &count in self.counts().as_ref() {
            end += u32::from(count);
            kind += usize::from(end <= n);
        }
        K::KINDS[kind]
    }
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Counts(0, PhantomData)
    }
}

impl<K: Kind> Add for Counts<K> {
    type Output = Counts<K>;
    #[inline]
    fn add(self, other: Counts<K>) -> Counts<K> {
        Counts(self.0 + other.0, PhantomData)
    }
}
impl<K: Kind> AddAssign for Counts<K> {
    #[inline]
    fn add_assign(&mut self, other: Counts<K>) {
        self.0 += other.0;
    }
}
impl<K: Kind> Sub for Counts<K> {
    type Output = Counts<K>;
    /// The cards that are left; `other` must be contained.
    #[inline]
    fn sub(self, other: Counts<K>) -> Counts<K> {
        debug_assert!(self.contains(other), "{self} has not {other}");
        Counts(self.0 - other.0, PhantomData)
    }
}
impl<K: Kind> SubAssign for Counts<K> {
    #[inline]
    fn sub_assign(&mut self, other: Counts<K>) {
        *self = *self - other;
    }
}

impl<K: Kind> Display for Counts<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&Bundle::from(*self), f)
    }
}

impl<K: Kind> Debug for Counts<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<K: Kind> FromStr for Counts<K> {
    type Err = ParseError;
    /// Pairs of a count and a kind, in any order, each kind once; or `nothing`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        read_counts::<K>(&words, 95).map(|Bundle(counts)| Counts::from(Bundle::<K>(counts)))
    }
}

impl<K: Kind> serde::Serialize for Counts<K> {
    /// Serializes the counts as an object without the kinds that have no cards: `{"wool": 1, "ore": 2}`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Bundle::from(*self).serialize(serializer)
    }
}

impl<'de, K: Kind> serde::Deserialize<'de> for Counts<K> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Bundle::<K>::deserialize(deserializer)?;
        match cards.0.as_ref().iter().zip(K::KINDS).find(|&(&count, _)| count > 95) {
            Some((count, kind)) => Err(serde::de::Error::custom(ParseError::out_of_range(
                &format!("{count} {kind}"),
                "a number of cards",
                0..=95,
            ))),
            None => Ok(cards.into()),
        }
    }
}

/// A handful of cards in an action: plain bytes, without the alignment of [`Counts`].
pub struct Bundle<K: Kind = crate::Resource>(pub K::Array);

impl<K: Kind> Bundle<K> {
    /// The cards, as they can be counted with.
    #[must_use]
    pub fn cards(self) -> Counts<K> {
        self.into()
    }
    /// Returns the total number of cards, which may exceed what any box holds.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.as_ref().iter().map(|&count| u32::from(count)).sum()
    }
    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Bundle::default()
    }
}

impl<K: Kind> Clone for Bundle<K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<K: Kind> Copy for Bundle<K> {}
impl<K: Kind> PartialEq for Bundle<K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<K: Kind> Eq for Bundle<K> {}
impl<K: Kind> Hash for Bundle<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<K: Kind> Debug for Bundle<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bundle").field(&self.0).finish()
    }
}
impl<K: Kind> Default for Bundle<K> {
    #[inline]
    fn default() -> Self {
        K::NOTHING
    }
}

impl<K: Kind> From<Counts<K>> for Bundle<K> {
    #[inline]
    fn from(cards: Counts<K>) -> Self {
        Bundle(cards.counts())
    }
}

impl<K: Kind> From<Bundle<K>> for Counts<K> {
    /// Counts above 127 cannot be cards of one box; they are taken as 127, which nobody holds.
    #[inline]
    fn from(bundle: Bundle<K>) -> Self {
        let mut bytes = [0; 8];
        bytes[..K::KINDS.len()].copy_from_slice(bundle.0.as_ref());
        let lanes = u64::from_le_bytes(bytes);
        if lanes & GUARDS == 0 {
            Counts(lanes, PhantomData)
        } else {
            Counts::of_lanes(bytes.map(|count| count.min(127)))
        }
    }
}

impl<K: Kind> Display for Bundle<K> {
    /// Writes the same text form as [`Counts`]: `1 wool 2 ore`, or `nothing`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (kind, count) in K::KINDS.iter().zip(self.0.as_ref()).filter(|&(_, &count)| count > 0) {
            write!(f, "{gap}{count} {kind}")?;
            gap = " ";
        }
        if gap.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

impl<K: Kind> FromStr for Bundle<K> {
    type Err = ParseError;
    /// Pairs of a count and a kind, in any order, each kind once; or `nothing`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        bundle(&words)
    }
}

/// Cards in the words of an action.
pub(crate) fn bundle<K: Kind>(words: &[&str]) -> Result<Bundle<K>, ParseError> {
    read_counts(words, u8::MAX)
}

/// Counts and kinds, at most `most` of each.
fn read_counts<K: Kind>(words: &[&str], most: u8) -> Result<Bundle<K>, ParseError> {
    let mut cards = Bundle::default();
    if words == ["nothing"] {
        return Ok(cards);
    }
    let text = || words.join(" ");
    let (pairs, rest) = words.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        let hint = format!("write counts and kinds, such as `{}`, or `nothing`", K::EXAMPLE);
        return Err(ParseError::malformed_list(&text(), "cards", hint));
    }
    for [count, kind] in pairs {
        let kind: K = kind.parse()?;
        let held = &mut cards.0.as_mut()[kind.index()];
        if *held > 0 {
            return Err(ParseError::repeated(&text(), "cards", kind));
        }
        *held = count
            .parse()
            .ok()
            .filter(|count| (1..=most).contains(count))
            .ok_or_else(|| ParseError::out_of_range(count, "a number of cards", 1..=most.into()))?;
    }
    Ok(cards)
}

impl<K: Kind> serde::Serialize for Bundle<K> {
    /// Serializes the cards as an object, like [`Counts`].
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(K::KINDS.iter().zip(self.0.as_ref()).filter(|&(_, &count)| count > 0))
    }
}

impl<'de, K: Kind> serde::Deserialize<'de> for Bundle<K> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut bundle = Bundle::<K>::default();
        for (kind, count) in std::collections::BTreeMap::<K, u8>::deserialize(deserializer)? {
            bundle.0.as_mut()[kind.index()] = count;
        }
        Ok(bundle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cities_and_knights::{CardKind, Hand};
    use crate::{Cards, Resource};

    fn card_at_counts_through_the_kinds<K: Kind>(cards: Counts<K>) {
        let sorted = K::KINDS.iter().flat_map(|&kind| vec![kind; cards.count(kind) as usize]);
        for (n, kind) in sorted.enumerate() {
            assert_eq!(cards.card_at(n as u32), kind, "{cards} at {n}");
        }
        assert_eq!(cards.to_string().parse(), Ok(cards));
        let bits: u8 = cards.kinds().map(|kind| 1 << kind.index()).sum();
        assert_eq!(cards.kind_bits(), bits, "{cards}");
        assert_eq!(Counts::from(Bundle::from(cards)), cards);
    }

    #[test]
    fn cards_of_both_games_lie_sorted_by_kind() {
        for counts in
            [[1, 2, 3, 4, 5], [0, 0, 0, 0, 3], [19, 0, 19, 0, 19], [0, 7, 0, 0, 0], [19, 19, 19, 19, 19]]
        {
            card_at_counts_through_the_kinds(Cards::new(counts));
        }
        for counts in [[1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 0, 3, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 12]] {
            card_at_counts_through_the_kinds(Hand::new(counts));
        }
        card_at_counts_through_the_kinds(Hand::BOX);
    }

    #[test]
    fn cards_contain_lane_by_lane() {
        let hand = Cards::new([1, 0, 2, 0, 3]);
        assert!(hand.contains(Cards::new([1, 0, 2, 0, 3])));
        assert!(!hand.contains(Cards::new([0, 1, 0, 0, 0])));
        assert!(!hand.contains(Cards::new([2, 0, 0, 0, 0])));
        assert!(!hand.contains(Cards::CITY));
        assert_eq!(hand.kinds_covering(Cards::new([1; 5])), 0b1_0101);
        assert_eq!(Hand::BOX.kinds_covering(Hand::of_each(13)), 0b0001_1111);
    }

    #[test]
    fn more_cards_than_any_box_holds_are_no_hand() {
        assert_eq!("200 ore".parse(), Ok(Bundle::<Resource>([0, 0, 0, 0, 200])));
        assert!("200 ore".parse::<Cards>().is_err());
        assert_eq!(Hand::from(Bundle::<CardKind>([200; 8])), Hand::of_each(127));
    }
}
