//! Dice that anybody can prove to have been fair, by commitment and reveal (`docs/fairness.md`).
//!
//! 1. Before anybody sits down the server fixes a [`Secret`] and shows its [`Commitment`].
//! 2. Each seat adds a [`Nonce`] of its own before the game begins.
//! 3. Secret, table and nonces together make the key of the [`Dice`]. Every draw of the game is a function of that key,
//!    of what is drawn for (`roll`, `steal`, …) and of a running number for each of these.
//! 4. After the game the secret is revealed. Whoever has the [`Proof`] computes every draw again.
//!
//! ```
//! use fair::{Dice, Nonce, Proof, Secret};
//! use game::{Draws, ParseError, Seat, Source};
//! use std::collections::BTreeMap;
//!
//! let secret = Secret::from_bytes([7; 32]);
//! let nonces = BTreeMap::from([(Seat::A, "00112233445566778899aabbccddeeff".parse::<Nonce>().unwrap())]);
//! let proof = Proof { commitment: secret.commitment(), secret, table: "t1".to_owned(), nonces };
//! let dice: Dice = proof.dice().unwrap();
//! let red = 1 + dice.stream("roll", 12).below(6);
//! assert!((1..=6).contains(&red));
//! ```

#![forbid(unsafe_code)]

use game::{Draws, ParseError, Seat, Source};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The server's secret, hidden until the game is over: 256 random bits. Text form: 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The secret with these bytes, which nobody else may be able to guess.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Another secret made from this one, for whoever has this name.
    #[must_use]
    pub fn derive(&self, name: &str) -> Secret {
        Secret(keyed(&self.0, format!("neuland secret 1\n{name}\n").as_bytes()))
    }

    /// Returns the commitment, which can be shown beforehand: SHA-256 of `neuland commitment 1`, a line feed, and the secret in
    /// hexadecimal digits.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"neuland commitment 1\n");
        hash.update(hex(&self.0).as_bytes());
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for Secret {
    /// Not the secret: it must not come into any log by accident.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The hash of a [`Secret`], shown before the game. Text form: 64 hexadecimal digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl Secret {
    /// The text form; only for when the secret is revealed, and for where it is kept.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a byte is a hexadecimal digit in lower case: everything has one text form only.
fn is_digit(byte: &u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(byte)
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 || !digits.iter().all(is_digit) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

macro_rules! hex_text {
    ($Type:ident, $what:literal, $text:expr) => {
        impl FromStr for $Type {
            type Err = ParseError;
            fn from_str(text: &str) -> Result<$Type, ParseError> {
                let wrong = || {
                    ParseError::concealed($what, concat!($what, " is 64 hexadecimal digits in lower case"))
                };
                unhex(text).map($Type).ok_or_else(wrong)
            }
        }
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$text(self))
            }
        }
        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
hex_text!(Secret, "a secret", Secret::reveal);
hex_text!(Commitment, "a commitment", Commitment::to_string);

/// A seat's share of the randomness, so that the server alone does not decide: 16 to 64 hexadecimal digits in lower case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Nonce(String);

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Nonce {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Nonce, ParseError> {
        if (16..=64).contains(&text.len()) && text.as_bytes().iter().all(is_digit) {
            Ok(Nonce(text.to_owned()))
        } else {
            Err(ParseError::concealed("a nonce", "a nonce is 16 to 64 hexadecimal digits in lower case"))
        }
    }
}

impl<'de> Deserialize<'de> for Nonce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nonce, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Everything that is needed to compute the draws of a game again; part of its record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The commitment shown before the game.
    pub commitment: Commitment,
    /// The secret revealed after it.
    pub secret: Secret,
    /// The table's id, so that a secret is good for one table alone: letters and digits, so that it is one line of what
    /// is hashed and cannot hold the nonce of a seat.
    #[serde(deserialize_with = "read_table")]
    pub table: String,
    /// The nonces of the seats; seats that added none, such as bots, are left out.
    pub nonces: BTreeMap<Seat, Nonce>,
}

fn read_table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        Ok(text)
    } else {
        Err(serde::de::Error::custom("a table is named by 1 to 64 letters and digits"))
    }
}

/// The revealed secret is not the one that was committed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherSecret {
    /// The commitment of the revealed secret.
    pub revealed: Commitment,
    /// The commitment shown before the game.
    pub committed: Commitment,
}

impl fmt::Display for OtherSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherSecret { revealed, committed } = self;
        write!(
            f,
            "the revealed secret has the commitment {revealed}, but {committed} was shown before the game"
        )
    }
}

impl std::error::Error for OtherSecret {}

impl Proof {
    /// The dice of the game.
    ///
    /// # Errors
    /// If the secret is not the one that was committed to.
    pub fn dice(&self) -> Result<Dice, OtherSecret> {
        let revealed = self.secret.commitment();
        if revealed == self.commitment {
            Ok(Dice::new(&self.secret, &self.table, &self.nonces))
        } else {
            Err(OtherSecret { revealed, committed: self.commitment })
        }
    }
}

/// All chance of one game, as a function of what is drawn and of a running number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    key: [u8; 32],
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice(…)")
    }
}

impl Dice {
    /// The dice of a table: their key is HMAC-SHA-256 under the secret's 32 bytes of the line `neuland dice 1`, a line
    /// with the table's id, and a line for each seat that added a nonce, such as `A 0123…`; each line ends with a line
    /// feed.
    #[must_use]
    pub fn new(secret: &Secret, table: &str, nonces: &BTreeMap<Seat, Nonce>) -> Dice {
        let mut lines = format!("neuland dice 1\n{table}\n");
        for (seat, nonce) in nonces {
            lines.push_str(&format!("{seat} {nonce}\n"));
        }
        Dice { key: keyed(&secret.0, lines.as_bytes()) }
    }
}

fn keyed(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length will do");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

impl Source for Dice {
    type Stream = Stream;
    fn stream(&self, purpose: &'static str, index: u64) -> Stream {
        Stream { key: self.key, purpose, index, block: 0, words: [0; 4], left: 0 }
    }
}

/// The numbers for one draw. Block n, from 0, is HMAC-SHA-256 under the key of `PURPOSE INDEX n` in decimal digits; it is
/// read as four numbers of 64 bits, the most significant byte first.
#[derive(Clone, Debug)]
pub struct Stream {
    key: [u8; 32],
    purpose: &'static str,
    index: u64,
    block: u64,
    words: [u64; 4],
    left: usize,
}

impl Draws for Stream {
    fn next_u64(&mut self) -> u64 {
        if self.left == 0 {
            let message = format!("{} {} {}", self.purpose, self.index, self.block);
            let bytes = keyed(&self.key, message.as_bytes());
            for (word, eight) in self.words.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_be_bytes(*eight);
            }
            self.block += 1;
            self.left = self.words.len();
        }
        let word = self.words[self.words.len() - self.left];
        self.left -= 1;
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> Proof {
        let secret = Secret::from_bytes(std::array::from_fn(|n| n as u8));
        let nonce = |text: &str| text.parse::<Nonce>().unwrap();
        let nonces =
            BTreeMap::from([(Seat::A, nonce("0123456789abcdef")), (Seat::C, nonce("ffeeddccbbaa99887766"))]);
        Proof { commitment: secret.commitment(), secret, table: "4f00".to_owned(), nonces }
    }

    /// Computed apart from this code: with sha256sum and openssl.
    #[test]
    fn commitment_and_draws_have_their_frozen_values() {
        let proof = proof();
        assert_eq!(proof.commitment.to_string(), COMMITMENT);
        let mut stream = proof.dice().unwrap().stream("roll", 12);
        let drawn: Vec<String> = (0..5).map(|_| format!("{:016x}", stream.next_u64())).collect();
        assert_eq!(drawn, DRAWN);
    }
    const COMMITMENT: &str = "4edea1e0d608d17faae3b290565fe4a8db21da0e32e9053cdc4b5183fd764cbc";
    const DRAWN: [&str; 5] =
        ["a2b296ee2279ce7a", "e7023ab3cb60d692", "e9c820d70a4c575e", "e569b808886c624e", "9e5e948f179ceabd"];

    #[test]
    fn every_part_of_the_proof_matters() {
        let dice = proof().dice().unwrap();
        let first = |dice: &Dice, purpose, index| dice.stream(purpose, index).next_u64();
        let roll = first(&dice, "roll", 3);
        assert_ne!(roll, first(&dice, "roll", 4));
        assert_ne!(roll, first(&dice, "steal", 3));
        let mut other = proof();
        other.table = "4f01".to_owned();
        assert_ne!(roll, first(&other.dice().unwrap(), "roll", 3));
        let mut other = proof();
        other.nonces.remove(&Seat::C);
        assert_ne!(roll, first(&other.dice().unwrap(), "roll", 3));
        let mut other = proof();
        other.secret = Secret::from_bytes([1; 32]);
        let wrong = other.dice().unwrap_err();
        assert_eq!((wrong.committed, wrong.revealed), (other.commitment, other.secret.commitment()));
    }

    #[test]
    fn texts_read_as_they_are_written() {
        let proof = proof();
        let text = serde_json::to_string(&proof).unwrap();
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), proof);
        for wrong in ["", "0123", "0123456789abcdeF", "0123456789abcdeg", &"0".repeat(65)] {
            assert!(wrong.parse::<Nonce>().is_err(), "{wrong}");
        }
        for wrong in ["", "00", &"g".repeat(64), &"A".repeat(64), &"0".repeat(63), &"é".repeat(32)] {
            assert!(wrong.parse::<Secret>().is_err() && wrong.parse::<Commitment>().is_err(), "{wrong}");
        }
        assert!(!format!("{:?}", proof).contains("0001020304"), "secrets are not printed");
    }

    /// A proof with a seat's line in the table's name would hash the same bytes, so it must be unreadable.
    #[test]
    fn a_nonce_cannot_hide_in_the_name_of_the_table() {
        let text = serde_json::to_string(&proof()).unwrap();
        for name in ["4f00\\nA 0123456789abcdef", "", "4f 00", "4f/00", "4f00\\r", &"4".repeat(65)] {
            let other = text.replace("\"4f00\"", &format!("\"{name}\""));
            assert_ne!(other, text);
            assert!(serde_json::from_str::<Proof>(&other).is_err(), "{name}");
        }
    }

    #[test]
    fn a_million_rolls_look_like_dice() {
        let dice = proof().dice().unwrap();
        let (mut single, mut pairs) = ([0u32; 6], [0u32; 36]);
        let mut before = 0;
        for index in 0..500_000 {
            let mut stream = dice.stream("roll", index);
            let (red, other) = (stream.below(6) as usize, stream.below(6) as usize);
            single[red] += 1;
            single[other] += 1;
            // Neighbours too: what one roll says about the next.
            pairs[before * 6 + red] += 1;
            before = red;
        }
        // Chi-square with 5 and 35 degrees of freedom: 20.5 and 66.6 are the 0.1 % points.
        assert!(chi_square(&single) < 20.5, "{single:?}");
        assert!(chi_square(&pairs) < 66.6, "{pairs:?}");
    }

    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }
}
