//! Numbers on the command line, refused in the reader's language.

use game::Seed;
use pages::{Words, msg};
use std::fmt;

/// The reason why a text is rejected as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParseNumberError {
    /// Not a whole number from the first to the second.
    OutOf(u64, u64),
    /// Not a seed.
    Seed,
    /// Not two numbers of Elo points, the lower one first.
    Elos,
    /// Not a probability between 0 and 1.
    Probability,
}

impl ParseNumberError {
    /// Describes the number that is expected.
    pub(crate) fn explain(self, words: Words) -> String {
        match self {
            ParseNumberError::OutOf(least, u64::MAX) => {
                msg!(words, "cli-usage-at-least", least = least.to_string())
            }
            ParseNumberError::OutOf(least, most) => {
                msg!(words, "cli-usage-range", least = least.to_string(), most = most.to_string())
            }
            ParseNumberError::Seed => msg!(words, "cli-usage-seed"),
            ParseNumberError::Elos => msg!(words, "cli-usage-elos"),
            ParseNumberError::Probability => msg!(words, "cli-usage-probability"),
        }
    }
}

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Words::new(pages::Lang::En)))
    }
}

impl std::error::Error for ParseNumberError {}

/// Reads whole numbers from `least` to `most`.
pub(crate) fn from_to<N: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<N, ParseNumberError> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or(ParseNumberError::OutOf(least, most))
    }
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<Seed, ParseNumberError> {
    text.parse().map_err(|_| ParseNumberError::Seed)
}

/// Reads two differences in Elo points, the lower one first: `0,5`.
#[cfg(unix)]
pub(crate) fn elos(text: &str) -> Result<(f64, f64), ParseNumberError> {
    let read = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 4000.0);
    let both = text.split_once(',').and_then(|(low, high)| Some((read(low)?, read(high)?)));
    both.filter(|(low, high)| low < high).ok_or(ParseNumberError::Elos)
}

/// Reads a probability that is neither 0 nor 1.
#[cfg(unix)]
pub(crate) fn probability(text: &str) -> Result<f64, ParseNumberError> {
    text.parse().ok().filter(|&number| 0.0 < number && number < 1.0).ok_or(ParseNumberError::Probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_to_their_range() {
        let read = from_to::<u16>(1, 1024);
        assert_eq!(read("1"), Ok(1));
        assert_eq!(read("1024"), Ok(1024));
        for text in ["0", "1025", "-1", "", "1.5", "eins", "99999999999999999999999"] {
            assert_eq!(read(text), Err(ParseNumberError::OutOf(1, 1024)), "{text}");
        }
        assert_eq!(from_to::<u8>(0, 1000)("999"), Err(ParseNumberError::OutOf(0, 1000)));
        assert_eq!(seed("12"), Ok(Seed(12)));
        assert_eq!(seed("-1"), Err(ParseNumberError::Seed));
    }

    #[cfg(unix)]
    #[test]
    fn tests_have_two_bounds_and_rates_of_error() {
        assert_eq!(elos("-2.5,10"), Ok((-2.5, 10.0)));
        for text in ["", "5", "5,0", "0,0", "0,5,9", "0,inf", "NaN,5", "0,99999"] {
            assert_eq!(elos(text), Err(ParseNumberError::Elos), "{text}");
        }
        assert_eq!(probability("0.05"), Ok(0.05));
        for text in ["0", "1", "-0.1", "NaN", "5%"] {
            assert_eq!(probability(text), Err(ParseNumberError::Probability), "{text}");
        }
    }
}
