//! The rows of an options table, and what can be wrong with an option.

use super::{CountError, Values};
use crate::{Clause, Seat};
use std::fmt;

/// One row of a game's options table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name, the same everywhere: `discard_limit`.
    pub name: &'static str,
    /// Its row in the rulebook: `CATAN-OPT-11`.
    pub clause: Clause,
    /// The default as text.
    pub default: &'static str,
    /// The possible values.
    pub values: Values,
    /// The effect of the option, in one line.
    pub about: &'static str,
}

impl OptionInfo {
    /// No option at all: what a table is filled with before it has any.
    #[doc(hidden)]
    pub const NONE: OptionInfo =
        OptionInfo { name: "", clause: "", default: "", values: Values::Switch, about: "" };
}

/// Options that must not be together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionConflict {
    /// An identifier for translations: `six_players`. Unique within a game.
    pub name: &'static str,
    /// The clause that stands against it.
    pub clause: Clause,
    /// The conflict and its remedy, in English.
    pub message: &'static str,
}

impl OptionConflict {
    /// No conflict at all: what a table of them is filled with before it has any.
    #[doc(hidden)]
    pub const NONE: OptionConflict = OptionConflict { name: "", clause: "", message: "" };
}

/// `first` and then `second`, as one table; `N` is the sum of their lengths.
#[doc(hidden)]
#[must_use]
pub const fn joined<T: Copy, const N: usize>(first: &[T], second: &[T], fill: T) -> [T; N] {
    assert!(first.len() + second.len() == N);
    let mut all = [fill; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < first.len() { first[i] } else { second[i - first.len()] };
        i += 1;
    }
    all
}

/// The reason why an option cannot be set, or does not fit the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// No option has this name.
    Unknown {
        /// The game whose option it should be.
        game: &'static str,
        /// The options that the game has.
        options: &'static [OptionInfo],
        /// The name that was given.
        name: String,
    },
    /// The option cannot have this value.
    BadValue {
        /// The option.
        option: &'static OptionInfo,
        /// The value that was given.
        value: String,
    },
    /// The counts that the option says cannot be.
    Counts {
        /// The option.
        option: &'static OptionInfo,
        /// The value that was given.
        value: String,
        /// The faults in it; never empty.
        faults: Vec<CountError>,
    },
    /// The option is given twice.
    Twice {
        /// The option.
        option: &'static OptionInfo,
    },
    /// The seat that an option names is not at the table.
    NoSeat {
        /// The option.
        option: &'static OptionInfo,
        /// The seat that it names.
        seat: Seat,
        /// The number of seats at the table.
        players: u8,
    },
    /// Options that must not be together.
    Conflict(OptionConflict),
}

impl OptionError {
    /// The row of the options table that decides.
    #[must_use]
    pub fn clause(&self) -> Option<Clause> {
        match self {
            OptionError::Unknown { .. } => None,
            OptionError::BadValue { option, .. }
            | OptionError::Counts { option, .. }
            | OptionError::Twice { option }
            | OptionError::NoSeat { option, .. } => Some(option.clause),
            OptionError::Conflict(conflict) => Some(conflict.clause),
        }
    }
}

impl OptionError {
    /// The option that is at fault, or the name of what must not be together.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            OptionError::Unknown { name, .. } => name,
            OptionError::BadValue { option, .. }
            | OptionError::Counts { option, .. }
            | OptionError::Twice { option }
            | OptionError::NoSeat { option, .. } => option.name,
            OptionError::Conflict(conflict) => conflict.name,
        }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { game, options, name } => {
                let names: Vec<&str> = options.iter().map(|option| option.name).collect();
                write!(f, "`{name}` is not an option of {game}; the options are {}", names.join(", "))
            }
            OptionError::BadValue { option, value } => {
                write!(f, "`{value}` is not a value of {}; it must be {}", option.name, option.values)
            }
            OptionError::Counts { option, faults, .. } => {
                let faults: Vec<String> = faults.iter().map(CountError::to_string).collect();
                write!(f, "{} is not possible: {}", option.name, faults.join("; "))
            }
            OptionError::Twice { option } => write!(f, "{} is given twice; give it once", option.name),
            OptionError::NoSeat { option, seat, players } => write!(
                f,
                "{} is seat {seat}, but only {players} seats play; choose another seat or more players",
                option.name
            ),
            OptionError::Conflict(conflict) => f.write_str(conflict.message),
        }
    }
}

impl std::error::Error for OptionError {}

/// The options of a game, by name. Made by [`options!`](crate::options!).
pub trait NamedOptions: Copy + Default + 'static {
    /// The game's name.
    const GAME: &'static str;
    /// Every option, in the order of the rulebook.
    const TABLE: &'static [OptionInfo];
    /// The combinations of options that are not allowed.
    const CONFLICTS: &'static [OptionConflict];

    /// Sets the option of this row; `None`, and no change, if it cannot have this value.
    fn try_set(&mut self, option: &OptionInfo, value: &str) -> Option<()>;
    /// The faults of counts that this row's option cannot have ([`Values::Counts`]); empty for other options.
    fn count_errors(option: &OptionInfo, value: &str) -> Vec<CountError>;
    /// The value of this row's option as text; `None` if it is no row of this table.
    fn text(&self, option: &OptionInfo) -> Option<String>;
    /// The value of this row's option as a text that does not depend on what is usual; `None` if it is no row of this table.
    fn text_complete(&self, option: &OptionInfo) -> Option<String>;
    /// Adds what must not be together, and is.
    fn conflicts(&self, found: &mut Vec<OptionConflict>);

    /// The row of the option with this name.
    ///
    /// # Errors
    /// If there is none; the error lists the names.
    fn info(name: &str) -> Result<&'static OptionInfo, OptionError> {
        Self::TABLE.iter().find(|option| option.name == name).ok_or_else(|| OptionError::Unknown {
            game: Self::GAME,
            options: Self::TABLE,
            name: name.to_owned(),
        })
    }

    /// Sets one option by its name.
    ///
    /// # Errors
    /// If no option has this name, or it cannot have this value.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = Self::info(name)?;
        self.try_set(option, value).ok_or_else(|| {
            let (value, faults) = (value.to_owned(), Self::count_errors(option, value));
            if faults.is_empty() {
                OptionError::BadValue { option, value }
            } else {
                OptionError::Counts { option, value, faults }
            }
        })
    }

    /// Sets one option as JSON has it, where `null` means "no value" to the options that allow that.
    ///
    /// # Errors
    /// If no option has this name, or it cannot have this value.
    fn set_or_none(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let none = Self::info(name)?.values.allows_none().unwrap_or("null");
        self.set(name, value.unwrap_or(none))
    }

    /// The value of an option as text: what [`NamedOptions::set`] reads.
    ///
    /// # Errors
    /// If no option has this name.
    fn get(&self, name: &str) -> Result<String, OptionError> {
        Ok(self.text(Self::info(name)?).expect("every row of the table is a field"))
    }

    /// The options that differ from their default, with their values as text.
    fn changed(&self) -> impl Iterator<Item = (&'static OptionInfo, String)> {
        Self::TABLE.iter().filter_map(|option| {
            let value = self.text(option).expect("every row of the table is a field");
            (value != option.default).then_some((option, value))
        })
    }

    /// Whether a game can be played with these options.
    ///
    /// # Errors
    /// Everything that stands against it: values out of range, and options that do not fit together.
    fn validate(&self) -> Result<(), Vec<OptionError>> {
        let mut faults = Vec::new();
        for option in Self::TABLE {
            let value = self.text(option).expect("every row of the table is a field");
            let mut copy = *self;
            faults.extend(copy.set(option.name, &value).err());
        }
        let players = self.get("players").ok().and_then(|text| text.parse::<u8>().ok());
        let players = players.unwrap_or(Seat::MAX as u8);
        for option in Self::TABLE {
            let seat = self.text(option).and_then(|text| option.values.seat(&text));
            faults.extend(
                seat.filter(|seat| seat.index() >= usize::from(players)).map(|seat| OptionError::NoSeat {
                    option,
                    seat,
                    players,
                }),
            );
        }
        let mut conflicts = Vec::new();
        self.conflicts(&mut conflicts);
        faults.extend(conflicts.into_iter().map(OptionError::Conflict));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
