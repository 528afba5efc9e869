//! Codes of actions, and the choices that take several of them.

use game::{Clause, Draws};
use std::fmt;

/// The codes given so far in a long choice; empty between choices.
///
/// Some actions take several codes in order: a discard names its cards one by one, an offer begins with the code for an offer.
/// The game does not change until the last of them is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Choice {
    codes: [u16; Choice::CODES_MAX],
    len: u8,
    /// Cards that were picked, by kind.
    picked: [u8; 8],
}

impl Choice {
    /// Codes before the last one, picked cards aside.
    const CODES_MAX: usize = 7;
    /// No choice is half made.
    pub const NONE: Choice = Choice { codes: [0; Choice::CODES_MAX], len: 0, picked: [0; 8] };

    /// Whether no choice is half made.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Choice::NONE
    }
    /// The codes so far, picked cards aside.
    #[must_use]
    #[inline]
    pub fn codes(&self) -> &[u16] {
        &self.codes[..usize::from(self.len)]
    }
    /// Returns the number of picked cards of each kind; kinds that the game does not have are 0.
    #[must_use]
    #[inline]
    pub fn picked(&self) -> [u8; 8] {
        self.picked
    }
    /// Whether more codes can lead from this choice to `other`.
    pub(crate) fn is_part_of(&self, other: &Choice) -> bool {
        let picked = self.picked.iter().zip(&other.picked).all(|(own, theirs)| own <= theirs);
        picked && other.codes().starts_with(self.codes())
    }
    /// The choice with one more code.
    #[inline]
    pub(crate) fn with(mut self, code: usize) -> Choice {
        self.codes[usize::from(self.len)] = code as u16;
        self.len += 1;
        self
    }
    /// The choice with one more card of this kind.
    #[inline]
    pub(crate) fn with_card(mut self, kind: usize) -> Choice {
        self.picked[kind] += 1;
        self
    }
}

/// A [`Choice`] as a document.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceDocument {
    pub(crate) codes: Vec<u16>,
    picked: [u8; 8],
}

impl ChoiceDocument {
    /// The choice that it describes; `None` if no choice has so many codes.
    pub(crate) fn choice(&self) -> Option<Choice> {
        let picked = Choice { picked: self.picked, ..Choice::NONE };
        let fits = self.codes.len() <= Choice::CODES_MAX;
        fits.then(|| self.codes.iter().fold(picked, |choice, &code| choice.with(code.into())))
    }
}

impl From<&Choice> for ChoiceDocument {
    fn from(choice: &Choice) -> ChoiceDocument {
        ChoiceDocument { codes: choice.codes().to_vec(), picked: choice.picked }
    }
}

/// The effect of a code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step<Action> {
    /// More codes are needed.
    Pending(Choice),
    /// The codes make this action.
    Action(Action),
}

/// The reason why a code is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CodeError {
    /// The action space is smaller.
    OutOfRange {
        /// The code.
        code: usize,
        /// The number of codes, from 0 on.
        actions: usize,
    },
    /// The code does not fit here: it continues another choice than the open one.
    NotHere {
        /// The code.
        code: usize,
        /// Its meaning.
        meaning: String,
        /// A description of the expected codes.
        expected: String,
    },
    /// The rules forbid what the code means.
    Illegal {
        /// The code.
        code: usize,
        /// Its meaning.
        meaning: String,
        /// The game's reason for the refusal.
        reason: String,
        /// The clause that forbids it.
        clause: Clause,
    },
    /// The action has no code.
    NoCode {
        /// The action as text.
        action: String,
        /// The reason.
        reason: &'static str,
    },
    /// The game is over, or nature is due.
    NobodyDecides,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeError::OutOfRange { code, actions } => {
                write!(f, "code {code} does not exist; codes are 0 to {}", actions - 1)
            }
            CodeError::NotHere { code, meaning, expected } => {
                write!(f, "code {code} ({meaning}) cannot follow here; expected is {expected}")
            }
            CodeError::Illegal { code, meaning, reason, clause } => {
                write!(f, "code {code} ({meaning}) is not legal: {reason} ({clause})")
            }
            CodeError::NoCode { action, reason } => write!(f, "`{action}` has no code: {reason}"),
            CodeError::NobodyDecides => {
                f.write_str("no seat decides now; let nature act, or begin a new game")
            }
        }
    }
}

impl std::error::Error for CodeError {}

/// A code that the mask allows, each as likely as the others; `None` if it allows none.
///
/// The mask has one byte for each code, 1 where the code is legal and 0 elsewhere.
#[must_use]
pub fn sample(mask: &[u8], draws: &mut impl Draws) -> Option<usize> {
    const LANE: usize = 32;
    let ones = |bytes: &[u8]| bytes.iter().fold(0u8, |sum, &byte| sum.wrapping_add(byte & 1));
    let all: u32 = mask.chunks(LANE).map(|chunk| u32::from(ones(chunk))).sum();
    if all == 0 {
        return None;
    }
    let mut left = draws.below(all);
    for (n, chunk) in mask.chunks(LANE).enumerate() {
        let here = u32::from(ones(chunk));
        if left >= here {
            left -= here;
            continue;
        }
        for (code, &byte) in chunk.iter().enumerate() {
            if byte & 1 == 1 {
                if left == 0 {
                    return Some(n * LANE + code);
                }
                left -= 1;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seed;

    #[test]
    fn every_legal_code_is_drawn_as_often_as_the_others() {
        let mut mask = [0u8; 100];
        let legal = [0, 1, 31, 32, 63, 64, 99];
        legal.iter().for_each(|&code| mask[code] = 1);
        let mut draws = Seed(3).substream("sample", 0);
        let mut counts = [0u32; 100];
        for _ in 0..70_000 {
            counts[sample(&mask, &mut draws).unwrap()] += 1;
        }
        // Chi-square with 6 degrees of freedom: 22.5 is the 0.1 % point.
        let chi: f64 = legal.iter().map(|&code| (f64::from(counts[code]) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.5, "{counts:?}");
        assert_eq!(counts.iter().sum::<u32>(), 70_000);
        assert_eq!(sample(&[0; 40], &mut draws), None);
    }
}
