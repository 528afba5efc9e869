//! Numbers on the command line, refused in the reader's language.

use game::Seed;
use pages::{Words, say};
use std::fmt;

/// Why a text is not the number that belongs here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotANumber {
    /// Not a whole number from the first to the second.
    OutOf(u64, u64),
    /// Not a seed.
    Seed,
}

impl NotANumber {
    /// What belongs here.
    pub(crate) fn explain(self, words: Words) -> String {
        match self {
            NotANumber::OutOf(least, u64::MAX) => {
                say!(words, "cli-usage-at-least", least = least.to_string())
            }
            NotANumber::OutOf(least, most) => {
                say!(words, "cli-usage-range", least = least.to_string(), most = most.to_string())
            }
            NotANumber::Seed => say!(words, "cli-usage-seed"),
        }
    }
}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Words::new(pages::Lang::En)))
    }
}

impl std::error::Error for NotANumber {}

/// Reads whole numbers from `least` to `most`.
pub(crate) fn from_to<N: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<N, NotANumber> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or(NotANumber::OutOf(least, most))
    }
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<Seed, NotANumber> {
    text.parse().map_err(|_| NotANumber::Seed)
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
            assert_eq!(read(text), Err(NotANumber::OutOf(1, 1024)), "{text}");
        }
        assert_eq!(from_to::<u8>(0, 1000)("999"), Err(NotANumber::OutOf(0, 1000)));
        assert_eq!(seed("12"), Ok(Seed(12)));
        assert_eq!(seed("-1"), Err(NotANumber::Seed));
    }
}
