//! The faults of a setup, each with its clause and the parts of the position that it is about.

use crate::options::OptionError;
use crate::{Clause, Seat, SeatSet};
use std::fmt::{self, Display};

/// One thing that a setup says and the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The fault, and what would be right.
    pub message: String,
    /// The clause that it contradicts, where there is one.
    pub clause: Option<Clause>,
    /// The parts of the position that it is about.
    pub subject: Subject,
}

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.clause {
            Some(clause) => write!(f, " ({clause})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SetupError {}

impl From<OptionError> for SetupError {
    fn from(error: OptionError) -> SetupError {
        let mut subject = Subject::default();
        "options".add_to(&mut subject);
        if let OptionError::NoSeat { seat, .. } = error {
            seat.add_to(&mut subject);
        }
        SetupError { message: error.to_string(), clause: error.clause(), subject }
    }
}

/// The parts of a position that a fault is about. A reader of a document finds the place of the fault by them, a translator
/// names them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subject {
    /// The field, by its name in a view: `longest_road`.
    pub field: Option<&'static str>,
    /// The seats.
    pub seats: SeatSet,
    /// The places on the board, as a view writes them: `I17`, `(0,-1)`.
    pub places: Vec<String>,
}

/// A part of a position that a fault can be about: a seat, a place, the name of a field, or several of them; `()` for none.
pub trait About {
    /// Adds the part to a subject.
    fn add_to(self, subject: &mut Subject);
}

impl About for () {
    fn add_to(self, _: &mut Subject) {}
}

impl About for &'static str {
    fn add_to(self, subject: &mut Subject) {
        subject.field = Some(self);
    }
}

impl About for Seat {
    fn add_to(self, subject: &mut Subject) {
        SeatSet::one(self).add_to(subject);
    }
}

impl About for SeatSet {
    fn add_to(self, subject: &mut Subject) {
        subject.seats = subject.seats.union(self);
    }
}

impl<A: About, B: About> About for (A, B) {
    fn add_to(self, subject: &mut Subject) {
        self.0.add_to(subject);
        self.1.add_to(subject);
    }
}

/// Makes types parts that a fault can be about: places, which a view writes in their text form. Parameters of the types stand
/// before them.
#[macro_export]
macro_rules! places {
    ([$($parameters:tt)*] $Place:ty) => {
        impl<$($parameters)*> $crate::About for $Place {
            fn add_to(self, subject: &mut $crate::Subject) {
                subject.places.push(self.to_string());
            }
        }
    };
    ($($Place:ty),+ $(,)?) => {
        $($crate::places!([] $Place);)+
    };
}

/// Collects the faults of a setup.
///
/// ```
/// use game::{Faults, Seat};
/// let mut faults = Faults::default();
/// faults.add("LIT-END-1", (Seat::B, "points"), "2 points end the game");
/// let fault = &faults.or(()).unwrap_err()[0];
/// assert_eq!(fault.to_string(), "2 points end the game (LIT-END-1)");
/// assert_eq!((fault.subject.field, fault.subject.seats.lowest()), (Some("points"), Some(Seat::B)));
/// ```
#[derive(Debug, Default)]
pub struct Faults(Vec<SetupError>);

impl Faults {
    /// Adds a contradiction to a clause, or `None` for what no clause speaks of but no position can have.
    pub fn add(&mut self, clause: impl Into<Option<Clause>>, about: impl About, message: impl Into<String>) {
        let mut subject = Subject::default();
        about.add_to(&mut subject);
        self.0.push(SetupError { message: message.into(), clause: clause.into(), subject });
    }

    /// Adds a contradiction to a clause unless the condition holds.
    pub fn need(&mut self, holds: bool, clause: Clause, about: impl About, message: impl FnOnce() -> String) {
        if !holds {
            self.add(clause, about, message());
        }
    }

    /// Returns whether there are no faults.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value of a setup in which no fault was found.
    ///
    /// # Errors
    /// The faults.
    pub fn or<T>(self, value: T) -> Result<T, Vec<SetupError>> {
        if self.0.is_empty() { Ok(value) } else { Err(self.0) }
    }
}

impl Extend<OptionError> for Faults {
    fn extend<I: IntoIterator<Item = OptionError>>(&mut self, errors: I) {
        self.0.extend(errors.into_iter().map(SetupError::from));
    }
}
