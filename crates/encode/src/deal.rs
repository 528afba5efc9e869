//! Dealing of hidden cards, and the bounds known on them.

use game::Draws;

/// A counter's knowledge of the cards of some seats: the number of each kind that a seat holds for certain. All its other cards
/// are unknown; they are among those that nobody holds for certain.
///
/// The bounds follow from public events: a card that leaves a hand unseen may have been of any kind, so each certain number of
/// its owner falls by one, and the seat that gets it has one more unknown card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "Vec<Vec<u8>>", try_from = "Vec<Vec<u8>>")]
pub struct KnownCards<const KINDS: usize, const SEATS: usize>(pub(crate) [[u8; KINDS]; SEATS]);

impl<const KINDS: usize, const SEATS: usize> Default for KnownCards<KINDS, SEATS> {
    fn default() -> Self {
        KnownCards([[0; KINDS]; SEATS])
    }
}

impl<const KINDS: usize, const SEATS: usize> From<KnownCards<KINDS, SEATS>> for Vec<Vec<u8>> {
    fn from(certain: KnownCards<KINDS, SEATS>) -> Self {
        certain.0.iter().map(|held| held.to_vec()).collect()
    }
}

impl<const KINDS: usize, const SEATS: usize> TryFrom<Vec<Vec<u8>>> for KnownCards<KINDS, SEATS> {
    type Error = String;
    fn try_from(rows: Vec<Vec<u8>>) -> Result<Self, String> {
        let wrong = || format!("certain cards are {SEATS} rows of {KINDS} numbers");
        game::json::rows(rows).map(KnownCards).ok_or_else(wrong)
    }
}

impl<const KINDS: usize, const SEATS: usize> KnownCards<KINDS, SEATS> {
    #[inline]
    pub(crate) fn gain(&mut self, seat: usize, cards: [u8; KINDS]) {
        for (held, count) in self.0[seat].iter_mut().zip(cards) {
            *held = held.saturating_add(count);
        }
    }
    /// Removes cards that were seen to leave; those that were not certain were among the unknown ones.
    #[inline]
    pub(crate) fn lose(&mut self, seat: usize, cards: [u8; KINDS]) {
        for (held, count) in self.0[seat].iter_mut().zip(cards) {
            *held = held.saturating_sub(count);
        }
    }
    /// Removes `count` cards that left unseen, each of one of these kinds.
    #[inline]
    pub(crate) fn lose_unseen(&mut self, seat: usize, count: u8, kinds: std::ops::Range<usize>) {
        for held in &mut self.0[seat][kinds] {
            *held = held.saturating_sub(count);
        }
    }
}

/// Hidden cards: how many of each kind there are, how many each seat holds, and how many of them for certain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HiddenCards<const KINDS: usize, const SEATS: usize> {
    /// The certain cards, reduced to what agrees with the numbers below.
    pub(crate) certain: [[u8; KINDS]; SEATS],
    /// Cards of each kind that no seat holds for certain.
    pub(crate) pool: [u32; KINDS],
    /// Unknown cards of each seat.
    pub(crate) unknown: [u32; SEATS],
}

impl<const KINDS: usize, const SEATS: usize> HiddenCards<KINDS, SEATS> {
    /// Cards of each kind that the looking seat does not see, and how many of them each seat holds. `certain` counts as far
    /// as it agrees with that: a counter of another game, or one that missed something, can only make the result less
    /// precise. Unseen cards that no seat holds lie elsewhere, in a deck.
    #[inline]
    pub(crate) fn new(
        unseen: [u32; KINDS],
        lens: [u32; SEATS],
        certain: &KnownCards<KINDS, SEATS>,
    ) -> HiddenCards<KINDS, SEATS> {
        let mut hidden = HiddenCards { certain: certain.0, pool: unseen, unknown: lens };
        let seats = hidden.certain.iter_mut().zip(&mut hidden.unknown);
        for (certain, unknown) in seats {
            let sum: u32 = certain.iter().map(|&count| u32::from(count)).sum();
            let is_there = hidden.pool.iter().zip(&*certain).all(|(&left, &count)| u32::from(count) <= left);
            if sum > *unknown || !is_there {
                *certain = [0; KINDS];
                continue;
            }
            *unknown -= sum;
            for (left, &count) in hidden.pool.iter_mut().zip(&*certain) {
                *left -= u32::from(count);
            }
        }
        hidden
    }

    /// Returns the expected number of cards of each kind that a seat holds, over all ways to deal the pool to the unknown cards.
    #[inline]
    pub(crate) fn expected(&self, seat: usize) -> [f32; KINDS] {
        let all: u32 = self.pool.iter().sum();
        let share = if all == 0 { 0.0 } else { self.unknown[seat] as f32 / all as f32 };
        std::array::from_fn(|kind| f32::from(self.certain[seat][kind]) + share * self.pool[kind] as f32)
    }

    /// Deals the pool to the unknown cards of the seats: each way to assign cards to places is as likely as the others.
    /// Returns the hands, and what is left of the pool.
    pub(crate) fn deal(&self, draws: &mut impl Draws) -> ([[u8; KINDS]; SEATS], [u32; KINDS]) {
        let (mut hands, mut pool) = (self.certain, self.pool);
        let mut left: u32 = pool.iter().sum();
        for (hand, &unknown) in hands.iter_mut().zip(&self.unknown) {
            for _ in 0..unknown.min(left) {
                hand[take(&mut pool, &mut left, draws)] += 1;
            }
        }
        (hands, pool)
    }
}

/// Takes one card of a pool, each as likely as the others.
///
/// # Panics
/// If there is none.
#[inline]
pub(crate) fn take<const KINDS: usize>(
    pool: &mut [u32; KINDS],
    left: &mut u32,
    draws: &mut impl Draws,
) -> usize {
    let mut n = draws.below(*left);
    *left -= 1;
    for (kind, count) in pool.iter_mut().enumerate() {
        if n < *count {
            *count -= 1;
            return kind;
        }
        n -= *count;
    }
    unreachable!("what is drawn is below the sum")
}

/// Some `count` cards of a hand, each set of cards as likely as the others.
pub(crate) fn some_of<const KINDS: usize>(
    hand: [u8; KINDS],
    count: u32,
    draws: &mut impl Draws,
) -> [u8; KINDS] {
    let mut pool = hand.map(u32::from);
    let mut left: u32 = pool.iter().sum();
    let mut some = [0; KINDS];
    for _ in 0..count.min(left) {
        some[take(&mut pool, &mut left, draws)] += 1;
    }
    some
}
