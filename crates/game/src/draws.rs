//! Randomness that comes from outside the engines, and never changes.
//!
//! Everything here is frozen: recorded seeds must give the same games for ever, so the generator, the seeding and
//! the bounded draw are written out in a few lines and held by golden vectors (see the tests). A change of any
//! value is a breaking change of the record format.
//!
//! A [`Seed`] has independent [`Substream`]s, keyed by a purpose and a running number. Two games with the same
//! seed therefore share all chance that does not depend on play: the roll of turn 12 is the same whatever was
//! built before.

use crate::ParseError;
use std::fmt;
use std::str::FromStr;

/// A source of uniform 64-bit numbers.
pub trait Draws {
    /// The next 64 uniform bits.
    fn next_u64(&mut self) -> u64;

    /// A uniform number below `bound`, without bias (Lemire's multiply-and-reject).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        let mut product = u64::from((self.next_u64() >> 32) as u32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from((self.next_u64() >> 32) as u32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Shuffles in place (Fisher–Yates from the end).
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// All chance of a game: a stream of numbers for every draw, by what is drawn for and a running number.
pub trait Source {
    /// The numbers for one draw.
    type Stream: Draws;
    /// The numbers for draw number `index` of this purpose.
    fn stream(&self, purpose: &'static str, index: u64) -> Self::Stream;
}

impl<S: Source> Source for &S {
    type Stream = S::Stream;
    #[inline]
    fn stream(&self, purpose: &'static str, index: u64) -> S::Stream {
        (**self).stream(purpose, index)
    }
}

impl Source for Seed {
    type Stream = Substream;
    #[inline]
    fn stream(&self, purpose: &'static str, index: u64) -> Substream {
        self.substream(purpose, index)
    }
}

/// The seed of a game: 64 bits. Its text form is 16 hexadecimal digits; a plain decimal number parses too.
///
/// ```
/// use game::{Draws, Seed};
/// let seed: Seed = "42".parse().unwrap();
/// assert_eq!(seed.to_string(), "000000000000002a");
/// let mut roll = seed.substream("roll", 1);
/// assert!(roll.below(6) < 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed(pub u64);

impl Seed {
    /// The stream of draws number `index` for `purpose`.
    #[must_use]
    #[inline]
    pub fn substream(self, purpose: &str, index: u64) -> Substream {
        // FNV-1a over the purpose: short, fixed, and folded away for a constant string.
        let mut name = 0xcbf2_9ce4_8422_2325u64;
        for byte in purpose.bytes() {
            name = (name ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Substream { state: mix(mix(self.0 ^ mix(name)).wrapping_add(index)) }
    }

    /// Seed number `index` derived from this one: for the n-th game of a series.
    #[must_use]
    pub fn derive(self, index: u64) -> Seed {
        Seed(self.substream("seed", index).next_u64())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Seed {
    type Err = ParseError;
    /// 16 hexadecimal digits, or a decimal number of at most 15 digits, so that neither is mistaken for the other.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::malformed(text, "a seed", "give a whole number or 16 hexadecimal digits");
        if text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
            u64::from_str_radix(text, 16).map(Seed).map_err(|_| wrong())
        } else if text.len() < 16 && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            text.parse().map(Seed).map_err(|_| wrong())
        } else {
            Err(wrong())
        }
    }
}

crate::as_text!(Seed);

/// A stream of draws: SplitMix64 (Steele, Lea and Flood, 2014), 2 to the 64 numbers long.
///
/// As text it is the place that it has reached, 16 hexadecimal digits, from which it goes on with the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Substream {
    state: u64,
}

impl fmt::Display for Substream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.state)
    }
}

impl FromStr for Substream {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_whole = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let state = if is_whole { u64::from_str_radix(text, 16).ok() } else { None };
        let wrong = || ParseError::malformed(text, "a place in a stream", "give 16 hexadecimal digits");
        state.map(|state| Substream { state }).ok_or_else(wrong)
    }
}

crate::as_text!(Substream);

impl Draws for Substream {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }
}

/// SplitMix64's finalizer: a bijection of 64 bits in which every input bit reaches every output bit.
#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 from state 1234567: the published test values of the reference generator.
    #[test]
    fn splitmix_matches_its_reference() {
        let mut stream = Substream { state: 1_234_567 };
        let drawn: Vec<u64> = (0..5).map(|_| stream.next_u64()).collect();
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn below_is_uniform_enough_and_in_range() {
        let mut stream = Seed(7).substream("test", 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[stream.below(7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom: 22.5 is the 0.1 % point.
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "chi-square {chi}, counts {counts:?}");
    }

    #[test]
    fn seeds_have_one_text_form() {
        assert_eq!("00000000000000ff".parse(), Ok(Seed(255)));
        assert_eq!("255".parse(), Ok(Seed(255)));
        for wrong in ["", "-1", "0x10", "abc", "00000000000000fg", "1234567890123456789"] {
            assert!(wrong.parse::<Seed>().is_err(), "{wrong}");
        }
    }
}
