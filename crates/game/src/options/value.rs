//! What an option can be.

use crate::Seat;
use std::fmt;

/// Which values an option can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these names; in JSON a string.
    Names(&'static [&'static str]),
    /// One of these names, or left to another option; in JSON a string, or nothing.
    NamesOrDefault(&'static [&'static str]),
    /// `true` or `false` (also read: `on`, `off`); in JSON a boolean.
    Switch,
    /// A number from the first to the second; in JSON a number.
    Range(u16, u16),
    /// `none`, or a number from the first to the second; in JSON `null` or a number.
    RangeOrNone(u16, u16),
    /// `default`, or the counts of those kinds that differ from it, in JSON a string: `A:3,B:1`. All counts together make
    /// the sum that the default has; a list that has this sum by itself is complete, and kinds that it does not name have
    /// none. Kinds stand here with their default counts.
    Counts(&'static [(&'static str, u8)]),
    /// One of the first seats of a full table, as many as the number says, or one of these names; in JSON a string.
    SeatOr(u8, &'static [&'static str]),
}

impl fmt::Display for Values {
    /// In words, for help and errors: `separate or combined`, `a number from 1 to 95`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Names(names) => f.write_str(&names.join(" or ")),
            Values::NamesOrDefault(names) => write!(f, "{} or default", names.join(" or ")),
            Values::Switch => f.write_str("true or false"),
            Values::Range(min, max) => write!(f, "a number from {min} to {max}"),
            Values::RangeOrNone(min, max) => write!(f, "none or a number from {min} to {max}"),
            Values::Counts(kinds) => {
                let [first, second] = [0, 1].map(|n| kinds.get(n).map_or("", |(kind, _)| kind));
                write!(
                    f,
                    "default, or the counts of kinds that differ from it, such as {first}:3,{second}:1"
                )?;
                write!(f, "; all kinds together have {}", sum(kinds.iter().map(|&(_, count)| count)))
            }
            Values::SeatOr(seats, names) => {
                let last = Seat::first(usize::from(*seats)).last().unwrap_or(Seat::A);
                write!(f, "a seat (A to {last}) or {}", names.join(" or "))
            }
        }
    }
}

impl Values {
    /// The values one by one, where they are names; empty for numbers.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        match self {
            Values::Names(names) | Values::NamesOrDefault(names) => texts(names),
            Values::Switch => texts(&["true", "false"]),
            Values::SeatOr(seats, names) => {
                Seat::first(usize::from(*seats)).map(|seat| seat.to_string()).chain(texts(names)).collect()
            }
            Values::Counts(_) => texts(&["default"]),
            Values::Range(..) | Values::RangeOrNone(..) => Vec::new(),
        }
    }

    /// The word for "no value", where that is allowed.
    #[must_use]
    pub const fn allows_none(&self) -> Option<&'static str> {
        match self {
            Values::NamesOrDefault(_) | Values::Counts(_) => Some("default"),
            Values::RangeOrNone(..) => Some("none"),
            _ => None,
        }
    }

    /// The counts of all kinds that `text` says, in the order of the kinds; `None` if it names an unknown kind or one twice, or
    /// if the sum is not that of the default. A list with the whole sum means the same whatever the default is.
    #[must_use]
    pub fn counts(&self, text: &str) -> Option<Vec<u8>> {
        let Values::Counts(kinds) = self else { return None };
        let whole = sum(kinds.iter().map(|&(_, count)| count));
        let mut named: Vec<Option<u8>> = vec![None; kinds.len()];
        if text != "default" {
            for pair in text.split(',') {
                let (kind, count) = pair.split_once(':')?;
                let at = kinds.iter().position(|(name, _)| *name == kind)?;
                if !count.bytes().all(|c| c.is_ascii_digit()) {
                    return None;
                }
                if named[at].replace(count.parse().ok()?).is_some() {
                    return None;
                }
            }
        }
        let is_complete = sum(named.iter().flatten().copied()) == whole;
        let other = |usual: u8| if is_complete { 0 } else { usual };
        let counts: Vec<u8> =
            named.iter().zip(*kinds).map(|(named, &(_, usual))| named.unwrap_or(other(usual))).collect();
        (sum(counts.iter().copied()) == whole).then_some(counts)
    }

    /// Counts of all kinds as a text that names each kind that there is, so that it does not depend on the default.
    #[must_use]
    pub fn counts_complete(&self, counts: &[u8]) -> String {
        let Values::Counts(kinds) = self else { return String::new() };
        let there = kinds.iter().zip(counts).filter(|(_, count)| **count > 0);
        there.map(|((kind, _), count)| format!("{kind}:{count}")).collect::<Vec<_>>().join(",")
    }

    /// Counts of all kinds as the text that [`Values::counts`] reads: those that differ from the default, or `default`.
    #[must_use]
    pub fn counts_text(&self, counts: &[u8]) -> String {
        let Values::Counts(kinds) = self else { return String::new() };
        let differing = kinds.iter().zip(counts).filter(|((_, usual), count)| usual != *count);
        let pairs: Vec<String> = differing.map(|((kind, _), count)| format!("{kind}:{count}")).collect();
        if pairs.is_empty() { "default".to_owned() } else { pairs.join(",") }
    }

    /// The smallest and the greatest number, where numbers are allowed.
    #[must_use]
    pub const fn range(&self) -> Option<(u16, u16)> {
        match *self {
            Values::Range(min, max) | Values::RangeOrNone(min, max) => Some((min, max)),
            _ => None,
        }
    }

    /// The seat that `text` names, if a seat is allowed and a full table has it.
    #[must_use]
    pub fn seat(&self, text: &str) -> Option<Seat> {
        match self {
            Values::SeatOr(seats, _) => {
                text.parse().ok().filter(|seat: &Seat| seat.index() < usize::from(*seats))
            }
            _ => None,
        }
    }
}

fn sum(counts: impl Iterator<Item = u8>) -> u32 {
    counts.map(u32::from).sum()
}

/// The type of an option's field.
pub trait OptionValue: Copy {
    /// The value that `text` names; `None` if it is not one of `values`.
    fn read(text: &str, values: &Values) -> Option<Self>;
    /// The value as the text that [`OptionValue::read`] reads.
    fn write(self, values: &Values) -> String;
}

impl OptionValue for bool {
    fn read(text: &str, _values: &Values) -> Option<bool> {
        match text {
            "true" | "on" => Some(true),
            "false" | "off" => Some(false),
            _ => None,
        }
    }
    fn write(self, _values: &Values) -> String {
        self.to_string()
    }
}

impl OptionValue for u16 {
    fn read(text: &str, values: &Values) -> Option<u16> {
        let (min, max) = values.range()?;
        text.parse().ok().filter(|number| (min..=max).contains(number))
    }
    fn write(self, _values: &Values) -> String {
        self.to_string()
    }
}

impl OptionValue for u8 {
    fn read(text: &str, values: &Values) -> Option<u8> {
        u16::read(text, values)?.try_into().ok()
    }
    fn write(self, _values: &Values) -> String {
        self.to_string()
    }
}

/// `None` is the word that [`Values::allows_none`].
impl<T: OptionValue> OptionValue for Option<T> {
    fn read(text: &str, values: &Values) -> Option<Option<T>> {
        if values.allows_none() == Some(text) { Some(None) } else { T::read(text, values).map(Some) }
    }
    fn write(self, values: &Values) -> String {
        match self {
            Some(value) => value.write(values),
            None => values.allows_none().unwrap_or("none").to_owned(),
        }
    }
}

/// Who begins, where nothing but the table or the lot decides it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartPlayer {
    /// A seat named by the table, for example the youngest player's.
    Seat(Seat),
    /// Any seat, with equal chances.
    Random,
}

impl OptionValue for StartPlayer {
    fn read(text: &str, values: &Values) -> Option<StartPlayer> {
        match text {
            "random" => Some(StartPlayer::Random),
            _ => values.seat(text).map(StartPlayer::Seat),
        }
    }
    fn write(self, _values: &Values) -> String {
        match self {
            StartPlayer::Seat(seat) => seat.to_string(),
            StartPlayer::Random => "random".to_owned(),
        }
    }
}
