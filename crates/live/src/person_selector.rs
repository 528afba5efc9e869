//! Naming a person in a command or a form.

use crate::names::fold;
use game::Seat;
use std::fmt;
use store::{PersonLookup, Store, StoreError};
use table::keys::{KeyHash, TableId};
use table::personal;

/// A person as the host names them: by their account or, since guests have none, by one of their seats.
///
/// ```
/// use live::admin::PersonSelector;
/// assert!(matches!("Ada".parse(), Ok(PersonSelector::Account(_))));
/// assert!(matches!("0000000000zz/B".parse(), Ok(PersonSelector::Seat(..))));
/// assert!("0000000000zz/X".parse::<PersonSelector>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PersonSelector {
    /// The name of an account.
    Account(String),
    /// A table and a seat.
    Seat(TableId, Seat),
    /// The person's id at tables: 64 hexadecimal digits, which no account can have as its name.
    Id(KeyHash),
}

impl fmt::Display for PersonSelector {
    /// Writes the form that parses to the same value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PersonSelector::Account(name) => f.write_str(name),
            PersonSelector::Seat(table, seat) => write!(f, "{table}/{seat}"),
            PersonSelector::Id(person) => f.write_str(&person.digits()),
        }
    }
}

impl std::str::FromStr for PersonSelector {
    type Err = ParsePersonSelectorError;
    fn from_str(text: &str) -> Result<Self, ParsePersonSelectorError> {
        match text.split_once('/') {
            Some((table, seat)) => match (table.parse(), seat.parse()) {
                (Ok(table), Ok(seat)) => Ok(PersonSelector::Seat(table, seat)),
                _ => Err(ParsePersonSelectorError),
            },
            None => Ok(KeyHash::of_digits(text)
                .map_or_else(|| PersonSelector::Account(text.to_owned()), PersonSelector::Id)),
        }
    }
}

/// A text with a stroke that is not a table and a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePersonSelectorError;

impl fmt::Display for ParsePersonSelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("give the name of an account, or a table and a seat such as k7mw2xqp4d01/B")
    }
}

impl std::error::Error for ParsePersonSelectorError {}

impl PersonSelector {
    /// Finds the person in a store; `None` if there is none, or they were forgotten.
    pub(crate) fn find(&self, store: &dyn Store) -> Result<Option<KeyHash>, StoreError> {
        match self {
            PersonSelector::Account(name) => {
                let person =
                    fold(name).map(|folded| store.person(PersonLookup::Name(&folded))).transpose()?;
                Ok(person.flatten().map(|person| person.id))
            }
            PersonSelector::Seat(table, seat) => Ok(personal::holder_of_seat(&store.load(*table)?, *seat)),
            PersonSelector::Id(person) => Ok(Some(*person)),
        }
    }
}
