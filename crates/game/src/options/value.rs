//! The values of options.

use crate::Seat;
use crate::json::JsonError;
use std::fmt;

/// The set of values that an option can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// A name from this list; in JSON a string.
    Names(&'static [&'static str]),
    /// A name from this list, or left to another option; in JSON a string, or nothing.
    NamesOrDefault(&'static [&'static str]),
    /// `true` or `false` (also read: `on`, `off`); in JSON a boolean.
    Switch,
    /// A number from the first to the second; in JSON a number.
    Range(u16, u16),
    /// `none`, or a number from the first to the second; in JSON `null` or a number.
    RangeOrNone(u16, u16),
    /// `default`, or the counts of those kinds that differ from it, in JSON a string: `A:3,B:1`. All counts together make
    /// the sum that the default has; a list that has this sum by itself is complete, and kinds that it does not name have
    /// none. Kinds stand here with their default counts. A game may let kinds be described that do not stand here.
    Counts(&'static [(&'static str, u8)]),
    /// A seat among the first of a full table, as many as the number says, or a name from this list; in JSON a string.
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
                write!(f, "; all kinds have {} in total", sum(kinds.iter().map(|&(_, count)| count)))
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

    /// The counts of all kinds that `text` says, in the order of the kinds. A list with the whole sum means the same whatever
    /// the default is.
    ///
    /// # Errors
    /// The first [`CountError::MOST`] faults of the list; none if the values are no counts.
    pub fn counts(&self, text: &str) -> Result<Vec<u8>, Vec<CountError>> {
        self.counts_beside(text, 0)
    }

    /// Returns the same as [`Values::counts`] where `beside` more belong to kinds that are named elsewhere.
    ///
    /// # Errors
    /// As there.
    pub fn counts_beside(&self, text: &str, beside: u32) -> Result<Vec<u8>, Vec<CountError>> {
        let Values::Counts(kinds) = *self else { return Err(Vec::new()) };
        let needed = sum(kinds.iter().map(|&(_, count)| count));
        let mut named: Vec<Option<u8>> = vec![None; kinds.len()];
        let mut faults = Vec::new();
        let pairs = (text != "default").then(|| text.split(','));
        for pair in pairs.into_iter().flatten() {
            match one_count(pair, kinds, needed) {
                Ok((at, count)) => {
                    if named[at].replace(count).is_some() {
                        faults.push(CountError::Twice { kind: kinds[at].0 });
                    }
                }
                Err(fault) => faults.push(fault),
            }
            if faults.len() == CountError::MOST {
                break;
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let listed = beside + sum(named.iter().flatten().copied());
        let other = |usual: u8| if listed == needed { 0 } else { usual };
        let counts: Vec<u8> =
            named.iter().zip(kinds).map(|(named, &(_, usual))| named.unwrap_or(other(usual))).collect();
        let found = beside + sum(counts.iter().copied());
        if found == needed {
            return Ok(counts);
        }
        Err(vec![CountError::Total { listed, usual: found - listed, needed }])
    }

    /// Returns the sum of all counts.
    #[must_use]
    pub fn counts_sum(&self) -> u32 {
        match self {
            Values::Counts(kinds) => sum(kinds.iter().map(|&(_, count)| count)),
            _ => 0,
        }
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

/// The index of the kind that `pair` names, and its count, which is at most that of the whole box.
fn one_count(pair: &str, kinds: &'static [(&'static str, u8)], most: u32) -> Result<(usize, u8), CountError> {
    let Some((kind, count)) = pair.split_once(':').map(|(kind, count)| (kind.trim(), count.trim())) else {
        let example = kinds.first().copied().unwrap_or_default();
        return Err(CountError::Pair { text: pair.trim().to_owned(), example });
    };
    let Some(at) = kinds.iter().position(|(name, _)| *name == kind) else {
        return Err(CountError::UnknownKind { kind: kind.to_owned(), kinds });
    };
    let digits = !count.is_empty() && count.bytes().all(|c| c.is_ascii_digit());
    match count.parse::<u8>() {
        Ok(count) if digits && u32::from(count) <= most => Ok((at, count)),
        _ => Err(CountError::Count { kind: kinds[at].0.to_owned(), count: count.to_owned(), most }),
    }
}

/// A fault in a list of counts ([`Values::Counts`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountError {
    /// A part of the list is not a kind with its count.
    Pair {
        /// The part.
        text: String,
        /// A kind with its usual count.
        example: (&'static str, u8),
    },
    /// No kind has this name.
    UnknownKind {
        /// The name.
        kind: String,
        /// The kinds that there are, with their usual counts.
        kinds: &'static [(&'static str, u8)],
    },
    /// A kind is named twice.
    Twice {
        /// The kind.
        kind: &'static str,
    },
    /// A count is higher than possible for its kind.
    Count {
        /// The kind.
        kind: String,
        /// The count in the list.
        count: String,
        /// The most: the whole box.
        most: u32,
    },
    /// The counts do not add up.
    Total {
        /// The sum of the kinds that the list names.
        listed: u32,
        /// The sum of the usual counts of the other kinds.
        usual: u32,
        /// The sum that all together must have.
        needed: u32,
    },
    /// A part of the list should describe a kind and cannot be read.
    NoDescription {
        /// The fault in its JSON.
        fault: JsonError,
    },
    /// No tile can be as the description of a kind says.
    Description {
        /// The kind.
        kind: String,
        /// The faults in it; never empty.
        faults: Vec<KindError>,
    },
    /// A kind is described that this server was not given.
    NotGiven {
        /// The kind.
        kind: String,
    },
    /// More kinds are described than one box may have.
    MoreKinds {
        /// The number of kinds described.
        found: usize,
        /// The most.
        most: usize,
    },
    /// This process has met so many described kinds that no room is left for another.
    NoMoreKinds {
        /// The kind.
        kind: String,
    },
    /// The tiles show more printed things of one sort than the engine has room for.
    Room {
        /// The printed things, in the plural; unique within a game: `flags`.
        what: &'static str,
        /// The number that these tiles show.
        found: u32,
        /// The most.
        most: u32,
    },
}

/// A fault in the description of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindError {
    /// An identifier for translations: `road-end`. Unique within a game.
    pub name: &'static str,
    /// The words of the sentence by their names.
    pub args: Vec<(&'static str, String)>,
    /// The sentence in English, without its full stop.
    pub message: String,
}

impl CountError {
    /// The most faults that are reported for one list.
    pub const MOST: usize = 10;
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::Pair { text, example: (kind, count) } => {
                write!(f, "`{text}` is not a kind with its count, such as {kind}:{count}")
            }
            CountError::UnknownKind { kind, kinds } => {
                let [first, last] =
                    [kinds.first(), kinds.last()].map(|kind| kind.map_or("", |(kind, _)| kind));
                write!(f, "there is no kind `{kind}`; the kinds are {first} to {last}")
            }
            CountError::Twice { kind } => write!(f, "{kind} is named twice; name it once"),
            CountError::Count { kind, count, most } => {
                write!(f, "`{count}` is not a count of {kind}; give a whole number from 0 to {most}")
            }
            &CountError::Total { listed, usual, needed } => {
                let found = listed + usual;
                match usual {
                    0 => write!(f, "the kinds have {found} tiles in all")?,
                    _ => write!(
                        f,
                        "the kinds that are named have {listed} tiles and the others {usual} as usual, {found} in all"
                    )?,
                }
                let (by, more) = (found.abs_diff(needed), if found > needed { "more" } else { "fewer" });
                write!(f, ": {by} {more} than the {needed} of the box")
            }
            CountError::NoDescription { fault } => write!(f, "this is not a description of a kind: {fault}"),
            CountError::Description { kind, faults } => {
                let faults: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
                write!(f, "{kind} cannot be described like this: {}", faults.join("; "))
            }
            CountError::NotGiven { kind } => {
                write!(f, "this server does not know the kind {kind}; its operator can give it a description")
            }
            CountError::MoreKinds { found, most } => {
                write!(f, "{found} kinds are described; there may be {most}")
            }
            CountError::NoMoreKinds { kind } => {
                write!(f, "{kind}: there is no room for more described kinds until this program is restarted")
            }
            CountError::Room { what, found, most } => {
                write!(
                    f,
                    "these tiles have {found} {what} in all, {} more than the {most} there is room for",
                    found - most
                )
            }
        }
    }
}

/// The type of an option's field.
pub trait OptionValue: Copy {
    /// The value that `text` names; `None` if it is not one of `values`.
    fn read(text: &str, values: &Values) -> Option<Self>;
    /// The value as the text that [`OptionValue::read`] reads.
    fn write(self, values: &Values) -> String;
    /// Writes the value as a text that does not depend on what is usual.
    fn write_complete(self, values: &Values) -> String {
        self.write(values)
    }
    /// The faults of counts that cannot be read; empty for values that are no counts.
    fn count_errors(_text: &str, _values: &Values) -> Vec<CountError> {
        Vec::new()
    }
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

/// The choice of the starting player, where only the table or the lot decides it.
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
