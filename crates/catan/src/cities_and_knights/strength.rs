//! The strength of knights.

use game::ParseError;
use std::fmt;
use std::str::FromStr;

/// The strength of a knight (`CK-KNIGHT-2`). Text form: `basic`, `strong`, `mighty`; in JSON the number, 1 to 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Strength {
    /// Counts 1.
    Basic = 1,
    /// Counts 2.
    Strong = 2,
    /// Counts 3.
    Mighty = 3,
}

impl Strength {
    /// All of them, the weakest first.
    pub const ALL: [Strength; 3] = [Strength::Basic, Strength::Strong, Strength::Mighty];

    /// The value against the barbarians, 1 to 3.
    #[must_use]
    #[inline]
    pub const fn value(self) -> u8 {
        self as u8
    }

    /// Its position in [`Strength::ALL`].
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize - 1
    }

    /// One level up; `None` above mighty.
    #[must_use]
    #[inline]
    pub const fn above(self) -> Option<Strength> {
        match self {
            Strength::Basic => Some(Strength::Strong),
            Strength::Strong => Some(Strength::Mighty),
            Strength::Mighty => None,
        }
    }

    /// The English word: its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Basic => "basic",
            Strength::Strong => "strong",
            Strength::Mighty => "mighty",
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strength {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Strength, ParseError> {
        let found = Strength::ALL.into_iter().find(|strength| strength.name() == text);
        found.ok_or_else(|| ParseError::unknown(text, "a strength", "knights are basic, strong or mighty"))
    }
}

impl serde::Serialize for Strength {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.value())
    }
}

impl<'de> serde::Deserialize<'de> for Strength {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Strength, D::Error> {
        let value = u8::deserialize(deserializer)?;
        let found = Strength::ALL.into_iter().find(|strength| strength.value() == value);
        found.ok_or_else(|| {
            serde::de::Error::custom(ParseError::unknown(
                &value.to_string(),
                "a strength",
                "knights have 1 to 3",
            ))
        })
    }
}

/// A set of strengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct StrengthSet(u8);

impl StrengthSet {
    pub(crate) const EMPTY: StrengthSet = StrengthSet(0);

    pub(crate) const fn one(strength: Strength) -> StrengthSet {
        StrengthSet(1 << strength.index())
    }
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    pub(crate) const fn contains(self, strength: Strength) -> bool {
        self.0 >> strength.index() & 1 == 1
    }
    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Strength> {
        Strength::ALL.into_iter().filter(move |&strength| self.contains(strength))
    }
}

impl FromIterator<Strength> for StrengthSet {
    fn from_iter<I: IntoIterator<Item = Strength>>(strengths: I) -> StrengthSet {
        strengths
            .into_iter()
            .fold(StrengthSet::EMPTY, |set, strength| StrengthSet(set.0 | StrengthSet::one(strength).0))
    }
}
