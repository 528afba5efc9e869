//! Events as documents, and the way back: what a game tells as JSON (`docs/view.md`), another program reads as the event.

use crate::{Outcome, Seat, SeatSet};
use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display};
use std::ops::RangeInclusive;

/// The longest text that is read as a list of events, in bytes.
pub const TEXT_MAX: usize = 1 << 20;

/// The longest part of a foreign text that a message repeats, in characters.
const QUOTE_MAX: usize = 60;

/// An event that has a document, and can be read back from it. [`events!`](crate::events) implements it.
pub trait ReadEvent: Serialize + DeserializeOwned {
    /// The names of all events, as documents have them under `event`.
    #[must_use]
    fn names() -> Vec<String>;

    /// The event that this document describes; `None` if no event has its name.
    ///
    /// # Errors
    /// If a field is missing, or is not what it should be at a table of `seats`.
    fn read(document: &EventDocument, seats: usize) -> Result<Option<Self>, EventError>;
}

/// Reads the documents of a list of events at a table of at most `seats`. Unknown fields are ignored.
///
/// # Errors
/// What is wrong with the first event that cannot be read.
pub fn read_events<E: ReadEvent>(text: &str, seats: usize) -> Result<Vec<E>, EventsError> {
    if text.len() > TEXT_MAX {
        return Err(EventsError::TooLong { bytes: text.len() });
    }
    let documents: Vec<EventDocument> =
        crate::json::parse(text).map_err(|fault| EventsError::NotAList { message: fault.to_string() })?;
    let numbered = documents.iter().zip(1..);
    numbered
        .map(|(document, number)| document.event(seats).map_err(|fault| EventsError::Event { number, fault }))
        .collect()
}

/// The reason why a text is not a list of events. `Display` says it in English.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EventsError {
    /// The text has more than [`TEXT_MAX`] bytes.
    TooLong {
        /// The number of bytes in the text.
        bytes: usize,
    },
    /// The text is not a list of objects with names.
    NotAList {
        /// The fault, and its place in the text.
        message: String,
    },
    /// An event of the list cannot be read.
    Event {
        /// The number of the event, from 1.
        number: usize,
        /// The fault in the event.
        fault: EventError,
    },
}

impl Display for EventsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventsError::TooLong { bytes } => {
                write!(f, "the events have {bytes} bytes; at most {TEXT_MAX} are read")
            }
            EventsError::NotAList { message } => {
                write!(f, "this is not a list of events: {}", quote(message))
            }
            EventsError::Event { number, fault } => write!(f, "event {number}: {fault}"),
        }
    }
}

impl std::error::Error for EventsError {}

/// The reason why a document is not an event. `Display` says it in English and names the event and the field.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EventError {
    /// No event has this name.
    Unknown {
        /// The name.
        event: String,
    },
    /// A field is not there.
    Missing {
        /// The name of the event.
        event: String,
        /// The name of the field.
        field: &'static str,
    },
    /// A field is something else than it should be.
    Wrong {
        /// The name of the event.
        event: String,
        /// The name of the field.
        field: &'static str,
        /// The fault in the value.
        message: String,
    },
}

impl Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventError::Unknown { event } => write!(f, "`{}` is not an event of this game", quote(event)),
            EventError::Missing { event, field } => write!(f, "`{event}` has no field `{field}`"),
            EventError::Wrong { event, field, message } => {
                write!(f, "field `{field}` of `{event}`: {}", quote(message))
            }
        }
    }
}

impl std::error::Error for EventError {}

/// A text, cut where it is long: half of it may be foreign.
fn quote(text: &str) -> String {
    match text.char_indices().nth(2 * QUOTE_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The document of an event, not yet understood: its name and its fields.
#[derive(Clone, PartialEq, Debug)]
pub struct EventDocument {
    name: String,
    fields: BTreeMap<String, Value>,
}

impl EventDocument {
    /// The event that it describes at a table of at most `seats`.
    ///
    /// # Errors
    /// Why it is none.
    pub fn event<E: ReadEvent>(&self, seats: usize) -> Result<E, EventError> {
        E::read(self, seats)?.ok_or_else(|| EventError::Unknown { event: self.name.clone() })
    }

    /// Whether it has the name of this variant, `BuiltRoad`.
    #[must_use]
    pub fn is(&self, variant: &str) -> bool {
        event_name(variant).eq(self.name.chars())
    }

    /// The value of a field, within limits. A field that this game does not write has a `fixed` value.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn field<T: EventField>(
        &self,
        field: &'static str,
        limits: Limits,
        fixed: Option<T>,
    ) -> Result<T, EventError> {
        if let Some(value) = fixed {
            return Ok(value);
        }
        let event = || self.name.clone();
        let value = self.fields.get(field).ok_or_else(|| EventError::Missing { event: event(), field })?;
        let read = crate::json::from_value::<T>(value).map_err(|fault| fault.split().1.to_string());
        read.and_then(|value| value.keeps(limits).map(|()| value)).map_err(|message| EventError::Wrong {
            event: event(),
            field,
            message,
        })
    }
}

impl<'de> Deserialize<'de> for EventDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EventDocument, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = EventDocument;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event, an object with its name under `event`")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EventDocument, A::Error> {
                let (mut name, mut fields) = (None, BTreeMap::new());
                while let Some(key) = map.next_key::<String>()? {
                    let is_new = match key.as_str() {
                        "event" => name.replace(map.next_value()?).is_none(),
                        _ => fields.insert(key.clone(), map.next_value()?).is_none(),
                    };
                    if !is_new {
                        return Err(A::Error::custom(format!("the field `{}` appears twice", quote(&key))));
                    }
                }
                let name = name.ok_or_else(|| A::Error::missing_field("event"))?;
                Ok(EventDocument { name, fields })
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// The name of an event by that of its variant: `built-road` for `BuiltRoad`.
pub fn event_name(variant: &str) -> impl Iterator<Item = char> {
    variant.char_indices().flat_map(|(at, letter)| {
        let dash = (at > 0 && letter.is_ascii_uppercase()).then_some('-');
        dash.into_iter().chain([letter.to_ascii_lowercase()])
    })
}

/// The limits for the values of a field, beyond those of its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of seats.
    seats: usize,
    /// The least and the greatest number.
    numbers: (i64, i64),
}

impl Limits {
    /// Numbers without limits, and the first `seats` seats.
    #[must_use]
    pub const fn of_seats(seats: usize) -> Limits {
        Limits { seats, numbers: (i64::MIN, i64::MAX) }
    }

    /// Returns these limits with numbers in this range.
    #[must_use]
    pub const fn within(self, numbers: RangeInclusive<i64>) -> Limits {
        Limits { numbers: (*numbers.start(), *numbers.end()), ..self }
    }
}

/// A value of a field of an event.
pub trait EventField: DeserializeOwned {
    /// Whether it keeps the limits. What holds neither seats nor numbers always does.
    ///
    /// # Errors
    /// Which limit it does not keep.
    fn keeps(&self, limits: Limits) -> Result<(), String> {
        let _ = limits;
        Ok(())
    }
}

impl EventField for bool {}

impl EventField for Seat {
    fn keeps(&self, limits: Limits) -> Result<(), String> {
        if self.index() < limits.seats {
            Ok(())
        } else {
            Err(format!("seat {self} does not play; there are at most {} seats", limits.seats))
        }
    }
}

impl EventField for SeatSet {
    fn keeps(&self, limits: Limits) -> Result<(), String> {
        self.into_iter().try_for_each(|seat| seat.keeps(limits))
    }
}

impl EventField for Outcome {
    fn keeps(&self, limits: Limits) -> Result<(), String> {
        self.winners.keeps(limits)
    }
}

impl<T: EventField> EventField for Option<T> {
    fn keeps(&self, limits: Limits) -> Result<(), String> {
        self.iter().try_for_each(|value| value.keeps(limits))
    }
}

impl<T: EventField, U: EventField> EventField for (T, U) {
    fn keeps(&self, limits: Limits) -> Result<(), String> {
        self.0.keeps(limits).and_then(|()| self.1.keeps(limits))
    }
}

impl<T: EventField + Default + Copy, const N: usize> EventField for crate::BySeat<T, N> {
    fn keeps(&self, limits: Limits) -> Result<(), String> {
        self.0.iter().try_for_each(|value| value.keeps(limits))
    }
}

macro_rules! numbers {
    ($($Number:ty),+) => {$(
        impl EventField for $Number {
            fn keeps(&self, limits: Limits) -> Result<(), String> {
                let (least, greatest) = limits.numbers;
                if (least..=greatest).contains(&i64::from(*self)) {
                    Ok(())
                } else {
                    Err(format!("{self} is out of range; the range is {least} to {greatest}"))
                }
            }
        }
    )+};
}
numbers!(u8, u16, i8, i32);

/// Makes types fields of events that hold neither seats nor numbers: places, cards, pieces.
#[macro_export]
macro_rules! event_fields {
    ($($Type:ty),+ $(,)?) => {
        $(impl $crate::event_document::EventField for $Type {})+
    };
}

/// Declares the events of a game: the enum, its documents, and how they are read back, out of one list of fields.
///
/// A document is an object with the name of the variant in kebab case under `event`, beside its fields. Seats are those of a
/// table of so many. Behind the type of a field its numbers can be limited, `[1..=6]`, and behind that stands an `Option`
/// where some games do not write the field: its value in these. A variant of one field without a name has the events of
/// another list; it is `#[serde(untagged)]`.
///
/// ```
/// game::events! {
///     /// What happened.
///     pub enum Event for 4 seats {
///         /// A seat rolled.
///         RolledDie { seat: game::Seat, die: u8 [1..=6] },
///         /// The game is over.
///         Over,
///     }
/// }
/// let event = Event::RolledDie { seat: game::Seat::B, die: 3 };
/// let document = r#"{"event":"rolled-die","seat":"B","die":3}"#;
/// assert_eq!(serde_json::to_string(&event).unwrap(), document);
/// assert_eq!(serde_json::from_str::<Event>(document).unwrap(), event);
/// let error = serde_json::from_str::<Event>(r#"{"event": "rolled-die", "seat": "B", "die": 7}"#).unwrap_err();
/// assert_eq!(error.to_string(), "field `die` of `rolled-die`: 7 is out of range; the range is 1 to 6");
/// ```
#[macro_export]
macro_rules! events {
    (
        $(#[$about:meta])*
        $vis:vis enum $Event:ident $(<$R:ident: $Bound:path>)? for $seats:tt seats {
            $(
                $(#[$doc:meta])*
                $Variant:ident
                $({ $($(#[$attribute:meta])* $field:ident: $Type:ty $([$range:expr])? $(= $fixed:expr)?),* $(,)? })?
                $(($Own:ty))?
            ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[doc = "\n\nAs a document (`docs/view.md`) each is an object with its name under `event`."]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
        #[serde(tag = "event", rename_all = "kebab-case", bound = "")]
        #[allow(missing_docs)]
        $vis enum $Event $(<$R: $Bound>)? {
            $($(#[$doc])* $Variant $({ $($(#[$attribute])* $field: $Type),* })? $(($Own))?),+
        }

        impl $(<$R: $Bound>)? $crate::event_document::ReadEvent for $Event $(<$R>)? {
            fn names() -> Vec<String> {
                let mut names = Vec::new();
                $($crate::events!(@names names $Variant $($Own)?);)+
                names
            }

            fn read(
                document: &$crate::event_document::EventDocument,
                seats: usize,
            ) -> Result<Option<Self>, $crate::event_document::EventError> {
                let limits = $crate::event_document::Limits::of_seats(seats);
                $($crate::events! {
                    @read document limits seats $Variant
                    $({ $($field [$($range)?] [$($fixed)?])* })? $(($Own))?
                })+
                Ok(None)
            }
        }

        impl<'de $(, $R: $Bound)?> serde::Deserialize<'de> for $Event $(<$R>)? {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let document = $crate::event_document::EventDocument::deserialize(deserializer)?;
                #[allow(unused_parens)] // the number of seats may be an expression in parentheses
                document.event($seats).map_err(serde::de::Error::custom)
            }
        }
    };

    (@names $names:ident $Variant:ident) => {
        $names.push($crate::event_document::event_name(stringify!($Variant)).collect());
    };
    (@names $names:ident $Variant:ident $Own:ty) => {
        $names.extend(<$Own as $crate::event_document::ReadEvent>::names());
    };

    (@read $document:ident $limits:ident $seats:ident $Variant:ident ($Own:ty)) => {
        if let Some(own) = <$Own as $crate::event_document::ReadEvent>::read($document, $seats)? {
            return Ok(Some(Self::$Variant(own)));
        }
    };
    (
        @read $document:ident $limits:ident $seats:ident $Variant:ident
        $({ $($field:ident [$($range:expr)?] [$($fixed:expr)?])* })?
    ) => {
        if $document.is(stringify!($Variant)) {
            return Ok(Some(Self::$Variant { $($(
                $field: $document.field(
                    stringify!($field),
                    $limits $(.within($range))?,
                    None $(.or($fixed))?,
                )?,
            )*)? }));
        }
    };
}
