//! The seed of tests that play random games.

use game::Seed;
use std::env;

/// The variable that holds the word which all test seeds follow from.
const VARIABLE: &str = "NEULAND_TEST_SEED";

/// The word without the variable.
const DEFAULT: &str = "neuland";

/// The seed of the test `name`, which follows from the word in `NEULAND_TEST_SEED` and the name alone. Prints both, so
/// that the output of a failed test says how to play the same games again.
#[must_use]
pub fn seed(name: &str) -> Seed {
    let word = word();
    println!("{name}: {VARIABLE}={word}");
    derived(&word, name)
}

/// The word from which all test seeds of this run follow.
#[must_use]
pub(crate) fn word() -> String {
    env::var(VARIABLE).unwrap_or_else(|_| DEFAULT.to_owned())
}

/// FNV-1a over both words with a byte between them that occurs in neither.
fn derived(word: &str, name: &str) -> Seed {
    let bytes = word.bytes().chain([0xff]).chain(name.bytes());
    Seed(
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::derived;

    #[test]
    fn a_seed_follows_from_word_and_name() {
        assert_eq!(derived("a", "b"), derived("a", "b"));
        assert_ne!(derived("a", "b"), derived("b", "a"));
        assert_ne!(derived("ab", ""), derived("a", "b"));
    }
}
