//! Counts and numbers the ways to choose a number of cards out of a hand, without listing them (`CATAN-SEVEN-2`); a hand is given
//! as its counts by kind.
//!
//! Ways multiply like polynomials: with `h` cards of a kind, 0 to `h` of them can be chosen, which is the polynomial 1 + x + … +
//! x^h; the coefficient of x^n in the product over the kinds is the number of ways to choose n cards.

/// A choice of `count` cards out of a hand, whichever they are; it stands for every action with this verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardChoice<Hand> {
    /// The word that the action begins with: `discard`, `give` or `take`.
    pub verb: &'static str,
    /// The number of cards to choose.
    pub count: u8,
    /// The hand to choose from.
    pub of: Hand,
}

/// Returns the number of ways to choose `owed` cards out of a hand.
pub(crate) fn count_choices<const KINDS: usize>(hand: [u8; KINDS], owed: u8) -> u64 {
    if Few::can(owed) {
        hand.into_iter().fold(Few::NONE, Few::and).of(u32::from(owed))
    } else {
        hand.into_iter().fold(Many::none(owed), |ways, count| ways.and(count)).of(u32::from(owed))
    }
}

/// Way number `n` to choose `owed` cards out of a hand; they are ordered by ascending counts of the first kind, then the
/// second, and so on.
pub(crate) fn nth_choice<const KINDS: usize>(hand: [u8; KINDS], owed: u8, n: u64) -> Option<[u8; KINDS]> {
    // The ways to choose from the kinds after kind k, for each k.
    if Few::can(owed) {
        let mut behind = [Few::NONE; KINDS];
        for kind in (1..KINDS).rev() {
            behind[kind - 1] = behind[kind].and(hand[kind]);
        }
        unrank(hand, owed, n, |kind, n| behind[kind].of(n))
    } else {
        let mut behind = [Many::none(owed); KINDS];
        for kind in (1..KINDS).rev() {
            behind[kind - 1] = behind[kind].and(hand[kind]);
        }
        unrank(hand, owed, n, |kind, n| behind[kind].of(n))
    }
}

/// Finds way number `n`, if `behind(k, n)` says in how many ways n cards can be chosen from the kinds after kind k.
#[inline]
fn unrank<const KINDS: usize>(
    hand: [u8; KINDS],
    owed: u8,
    mut n: u64,
    behind: impl Fn(usize, u32) -> u64,
) -> Option<[u8; KINDS]> {
    let mut left = u32::from(owed);
    let mut chosen = [0; KINDS];
    for (kind, held) in hand.into_iter().enumerate() {
        loop {
            let ways = behind(kind, left);
            if n < ways {
                break;
            }
            n -= ways;
            if chosen[kind] == held || left == 0 {
                return None;
            }
            chosen[kind] += 1;
            left -= 1;
        }
    }
    Some(chosen)
}

/// The ways to choose 0 to 7 cards: eight coefficients of 16 bits. The most there can be are the 3,432 ways to
/// choose 7 cards of eight kinds.
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
    fn of(self, n: u32) -> u64 {
        u64::from((self.0 >> (16 * n)) as u16)
    }
}

/// The ways to choose any number of cards that somebody can owe.
#[derive(Clone, Copy)]
struct Many {
    ways: [u64; Many::MOST + 1],
    owed: usize,
}

impl Many {
    /// Half of all 131 cards of Cities & Knights.
    const MOST: usize = 65;

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

    fn of(&self, n: u32) -> u64 {
        self.ways[n as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to choose `owed` cards, in order, by trying every combination of counts.
    fn listed<const KINDS: usize>(hand: [u8; KINDS], owed: u8) -> Vec<[u8; KINDS]> {
        let mut all = vec![[0; KINDS]];
        for (kind, held) in hand.into_iter().enumerate() {
            let with = |chosen: [u8; KINDS]| {
                (0..=held).map(move |count| {
                    let mut chosen = chosen;
                    chosen[kind] = count;
                    chosen
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all.retain(|chosen| chosen.iter().sum::<u8>() == owed);
        all
    }

    fn every_choice_has_one_number<const KINDS: usize>(hand: [u8; KINDS]) {
        for owed in 1..=hand.iter().sum::<u8>() / 2 {
            let all = listed(hand, owed);
            assert_eq!(count_choices(hand, owed), all.len() as u64, "{owed} of {hand:?}");
            for (n, &chosen) in all.iter().enumerate() {
                assert_eq!(nth_choice(hand, owed, n as u64), Some(chosen), "{owed} of {hand:?}, number {n}");
            }
            assert_eq!(nth_choice(hand, owed, all.len() as u64), None);
        }
    }

    #[test]
    fn catan_seven_2_every_choice_has_one_number() {
        for hand in [
            [2, 1, 0, 3, 2],
            [0, 0, 0, 0, 9],
            [8, 0, 7, 0, 0],
            [3, 3, 3, 3, 3],
            [5, 4, 3, 2, 2],
            [9, 0, 8, 1, 4],
        ] {
            every_choice_has_one_number(hand);
        }
    }

    #[test]
    fn ck_seven_1_every_choice_of_eight_kinds_has_one_number() {
        for hand in [
            [2, 1, 0, 3, 2, 1, 0, 2],
            [0, 0, 0, 0, 9, 0, 0, 9],
            [3, 1, 2, 2, 3, 1, 2, 2],
            [1, 1, 1, 1, 1, 1, 1, 1],
        ] {
            every_choice_has_one_number(hand);
        }
    }

    /// Nothing overflows with the whole box in one hand: the ways to choose a few and to leave as few are alike.
    #[test]
    fn many_cards_are_counted_as_few_are() {
        for hand in [
            [2, 1, 0, 3, 2, 0, 4, 1],
            [7, 9, 1, 0, 4, 12, 0, 0],
            [19, 19, 19, 19, 19, 12, 12, 12],
            [0, 1, 0, 0, 1, 0, 0, 0],
        ] {
            let few = hand.into_iter().fold(Few::NONE, Few::and);
            let many = hand.into_iter().fold(Many::none(65), |ways, count| ways.and(count));
            assert!((0..8).all(|n| few.of(n) == many.of(n)), "{hand:?}");
            let cards: u32 = hand.iter().map(|&count| u32::from(count)).sum();
            let ways = |n: u32| many.of(n.min(cards - n));
            let all: u64 = (0..=cards).map(ways).sum();
            assert_eq!(all, hand.iter().map(|&count| u64::from(count) + 1).product::<u64>(), "{hand:?}");
        }
    }
}
