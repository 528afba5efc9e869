//! The ways to hand in half a hand, counted and numbered without listing them (`CATAN-SEVEN-2`).
//!
//! Ways multiply like polynomials: with `h` cards of a kind, 0 to `h` of them can be chosen, which is the polynomial
//! 1 + x + … + x^h; the coefficient of x^n in the product over the kinds is the number of ways to choose n cards.

use crate::{Cards, Resource};

/// In how many ways `owed` cards can be chosen out of a hand.
pub(crate) fn count_discards(hand: Cards, owed: u8) -> u32 {
    if Few::can(owed) {
        hand.counts().into_iter().fold(Few::NONE, Few::and).of(u32::from(owed))
    } else {
        hand.counts().into_iter().fold(Many::none(owed), |ways, count| ways.and(count)).of(u32::from(owed))
    }
}

/// Way number `n` to choose `owed` cards out of a hand; they are ordered by ascending counts of brick, then lumber,
/// and so on.
pub(crate) fn nth_discard(hand: Cards, owed: u8, n: u32) -> Option<Cards> {
    // The ways to choose from the kinds after kind k, for each k.
    let [_, lumber, wool, grain, ore] = hand.counts();
    if Few::can(owed) {
        let ore = Few::NONE.and(ore);
        let (grain, wool) = (ore.and(grain), ore.and(grain).and(wool));
        unrank(hand, owed, n, |kind, n| [wool.and(lumber), wool, grain, ore, Few::NONE][kind].of(n))
    } else {
        let none = Many::none(owed);
        let ore = none.and(ore);
        let grain = ore.and(grain);
        let wool = grain.and(wool);
        let behind = [wool.and(lumber), wool, grain, ore, none];
        unrank(hand, owed, n, |kind, n| behind[kind].of(n))
    }
}

/// Finds way number `n`, if `behind(k, n)` says in how many ways n cards can be chosen from the kinds after kind k.
#[inline]
fn unrank(hand: Cards, owed: u8, mut n: u32, behind: impl Fn(usize, u32) -> u32) -> Option<Cards> {
    let mut left = u32::from(owed);
    let mut chosen = Cards::NONE;
    for (kind, held) in Resource::ALL.into_iter().zip(hand.counts()) {
        let mut count = 0;
        loop {
            let ways = behind(kind.index(), left);
            if n < ways {
                break;
            }
            n -= ways;
            if count == held || left == 0 {
                return None;
            }
            count += 1;
            left -= 1;
        }
        chosen += Cards::of(kind, count);
    }
    Some(chosen)
}

/// The ways to choose 0 to 7 cards: eight coefficients of 16 bits. The most there can be are the 330 ways to choose
/// 7 cards of five kinds.
#[derive(Clone, Copy)]
struct Few(u128);

impl Few {
    /// One way to choose no card from nothing.
    const NONE: Few = Few(1);
    /// 1 in each lane.
    const ONES: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;

    fn can(owed: u8) -> bool {
        owed < 8
    }

    /// With `count` cards of one more kind: the multiplication by 1 + x + … + x^7 adds up all lower coefficients in
    /// each lane; what would take more than `count` cards comes off again. No lane carries, no lane borrows.
    #[inline]
    fn and(self, count: u8) -> Few {
        let all = self.0.wrapping_mul(Few::ONES);
        let too_many = all.checked_shl(16 * (u32::from(count) + 1)).unwrap_or(0);
        Few(all - too_many)
    }

    #[inline]
    fn of(self, n: u32) -> u32 {
        u32::from((self.0 >> (16 * n)) as u16)
    }
}

/// The ways to choose any number of cards that somebody can owe.
#[derive(Clone, Copy)]
struct Many {
    ways: [u32; Many::MOST + 1],
    owed: usize,
}

impl Many {
    /// Half of all 95 cards.
    const MOST: usize = 47;

    /// One way to choose no card from nothing.
    fn none(owed: u8) -> Many {
        let mut ways = [0; Many::MOST + 1];
        ways[0] = 1;
        Many { ways, owed: usize::from(owed).min(Many::MOST) }
    }

    /// With `count` cards of one more kind: a moving sum, `count + 1` wide.
    fn and(&self, count: u8) -> Many {
        let mut with = *self;
        let mut sum = 0;
        for n in 0..=self.owed {
            sum += self.ways[n];
            with.ways[n] = sum;
            if n >= usize::from(count) {
                sum -= self.ways[n - usize::from(count)];
            }
        }
        with
    }

    fn of(&self, n: u32) -> u32 {
        self.ways[n as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to choose `owed` cards, in order, by trying every combination of counts.
    fn listed(hand: Cards, owed: u8) -> Vec<Cards> {
        let [a, b, c, d, e] = hand.counts();
        let mut all = vec![[0; 5]];
        for (kind, held) in [a, b, c, d, e].into_iter().enumerate() {
            let with = |chosen: [u8; 5]| {
                (0..=held).map(move |count| {
                    let mut chosen = chosen;
                    chosen[kind] = count;
                    chosen
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all.retain(|chosen| chosen.iter().sum::<u8>() == owed);
        all.into_iter().map(Cards::new).collect()
    }

    #[test]
    fn catan_seven_2_every_choice_has_one_number() {
        for counts in [
            [2, 1, 0, 3, 2],
            [0, 0, 0, 0, 9],
            [8, 0, 7, 0, 0],
            [3, 3, 3, 3, 3],
            [5, 4, 3, 2, 2],
            [9, 0, 8, 1, 4],
        ] {
            let hand = Cards::new(counts);
            for owed in 1..=hand.len() as u8 / 2 {
                let all = listed(hand, owed);
                assert_eq!(count_discards(hand, owed) as usize, all.len(), "{owed} of {hand}");
                for (n, &chosen) in all.iter().enumerate() {
                    assert_eq!(
                        nth_discard(hand, owed, n as u32),
                        Some(chosen),
                        "{owed} of {hand}, number {n}"
                    );
                }
                assert_eq!(nth_discard(hand, owed, all.len() as u32), None);
            }
        }
    }

    #[test]
    fn many_cards_are_counted_as_few_are() {
        for counts in [[2, 1, 0, 3, 2], [7, 9, 1, 0, 4], [19, 19, 19, 19, 19], [0, 1, 0, 0, 1]] {
            let few = counts.into_iter().fold(Few::NONE, Few::and);
            let many = counts.into_iter().fold(Many::none(7), |ways, count| ways.and(count));
            assert!((0..8).all(|n| few.of(n) == many.of(n)), "{counts:?}");
        }
    }
}
