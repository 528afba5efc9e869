//! The person for whom a model plays.

use std::fmt;

/// A player: the holder of a key of the Neuland server. The key gives access to the seats, so it appears in no answer
/// of a tool, and `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    key: String,
}

/// The fewest and the most bytes of a token.
const TOKEN_BYTES: std::ops::RangeInclusive<usize> = 16..=256;

impl Person {
    /// A new person with a random key, which is lost when this process ends.
    ///
    /// # Panics
    /// If the operating system has no random numbers.
    #[must_use]
    pub fn random() -> Person {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).expect("the operating system has random numbers");
        Person { key: hex(&bits) }
    }

    /// The person of a token. The same token is the same person, today and tomorrow, so a model comes back to its seats. The key
    /// is a hash of the token: the Neuland server never sees the token.
    ///
    /// # Errors
    /// If the token does not have 16 to 256 printable ASCII characters: a shorter one can be guessed, and others are in no
    /// header.
    pub fn of_token(token: &str) -> Result<Person, ParseTokenError> {
        if !TOKEN_BYTES.contains(&token.len()) || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ParseTokenError);
        }
        let hash = blake3::derive_key("neuland 2026 mcp: the key of the person of a token", token.as_bytes());
        Ok(Person { key: hex(&hash[..16]) })
    }

    /// The holder of a key that the Neuland server gave out when somebody sat down or signed in.
    ///
    /// # Errors
    /// If the text is not such a key: 32 hexadecimal digits, with an `s` before them if the key is that of an account.
    pub fn of_key(key: &str) -> Result<Person, ParseTokenError> {
        let digits = key.strip_prefix('s').unwrap_or(key);
        let is_key =
            digits.len() == 32 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_key { Ok(Person { key: key.to_owned() }) } else { Err(ParseTokenError) }
    }

    /// Returns the key that authenticates this person to the Neuland server.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Person")
    }
}

/// The text is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTokenError;

impl fmt::Display for ParseTokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a token has 16 to 256 printable ASCII characters and no blank, and a key 32 hexadecimal digits",
        )
    }
}

impl std::error::Error for ParseTokenError {}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_token_is_the_same_person() {
        let person = Person::of_token("correct-horse-battery").unwrap();
        assert_eq!(person, Person::of_token("correct-horse-battery").unwrap());
        assert_ne!(person, Person::of_token("correct-horse-batterx").unwrap());
        assert_ne!(Person::random(), Person::random());
        assert_eq!(person.key().len(), 32);
        assert_eq!(format!("{person:?}"), "Person");
    }

    #[test]
    fn a_token_that_can_be_guessed_or_is_in_no_header_is_refused() {
        for token in
            ["", "short", "fifteen-letters", "with a blank in it", "mit-ümlauten-drin", &"x".repeat(257)]
        {
            assert_eq!(Person::of_token(token), Err(ParseTokenError), "{token}");
        }
        for key in ["", "s", "0011", "00112233445566778899aabbccddeefg", "00112233445566778899AABBCCDDEEFF"] {
            assert_eq!(Person::of_key(key), Err(ParseTokenError), "{key}");
        }
        assert!(Person::of_key("s00112233445566778899aabbccddeeff").is_ok());
    }
}
