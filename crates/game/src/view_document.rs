//! Reading the document of a view: its values with their paths, and what contradicts it.

use crate::clause::Clause;
use crate::seat::Seat;
use crate::setup_error::{SetupError, Subject};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The longest text that is read as a view: 1 MiB. The longest view of a game has some 60 KiB.
pub const DOCUMENT_MAX: usize = 1 << 20;

/// The most faults of a document that are reported.
pub const FAULTS_MAX: usize = 50;

/// The longest part of a document that a message repeats.
const QUOTED_MAX: usize = 80;

/// A fault in the document of a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ViewError {
    /// The JSON path to the fault: `$.seats.B.roads[2]`; `$` is the whole document.
    pub path: String,
    /// The fault, and what would be right.
    pub message: String,
    /// The clause that it contradicts, where there is one.
    pub clause: Option<Clause>,
}

/// The treatment of fields that no view of this program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownFields {
    /// Unknown fields are faults: a misspelt field would otherwise count as left out.
    Refused,
    /// Unknown fields are ignored: a later version may have added them.
    Ignored,
}

impl Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)?;
        match self.clause {
            Some(clause) => write!(f, " ({clause})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ViewError {}

/// A value of the document of a view, and its path. It may be missing; reading it says so.
///
/// ```
/// use game::view_document::Field;
/// let document = serde_json::json!({"seats": {"B": {"knights": "two"}}});
/// let seat = Field::root(&document).field("seats").field("B");
/// let error = seat.field("knights").read::<u8>().unwrap_err();
/// assert_eq!(error.to_string(), "$.seats.B.knights: this is `\"two\"`; it must be a whole number from 0 to 255");
/// let error = seat.field("roads").read::<Vec<String>>().unwrap_err();
/// assert_eq!(error.to_string(), "$.seats.B.roads: this field is missing");
/// ```
#[derive(Clone, Debug)]
pub struct Field<'a> {
    value: Option<&'a Value>,
    path: String,
}

impl<'a> Field<'a> {
    /// The whole document.
    #[must_use]
    pub fn root(document: &'a Value) -> Field<'a> {
        Field { value: Some(document), path: "$".to_owned() }
    }

    /// The field of this name of an object.
    #[must_use]
    pub fn field(&self, name: &str) -> Field<'a> {
        let value = self.value.and_then(|value| value.get(name));
        Field { value, path: format!("{}.{name}", self.path) }
    }

    /// Whether the value is there, `null` included.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.value.is_some()
    }

    /// Whether there is no value: it is missing or `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.value, None | Some(Value::Null))
    }

    /// The value.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, ViewError> {
        let value = self.value.ok_or_else(|| self.fault("this field is missing"))?;
        crate::json::from_value(value).map_err(|fault| {
            let (within, fault) = fault.split();
            ViewError { path: format!("{}{within}", self.path), ..self.fault(fault.to_string()) }
        })
    }

    /// The value, unless it is missing or `null`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn given<T: Deserialize<'a>>(&self) -> Result<Option<T>, ViewError> {
        if self.is_null() { Ok(None) } else { self.read().map(Some) }
    }

    /// The items of an array.
    ///
    /// # Errors
    /// If it is missing or no array.
    pub fn items(&self) -> Result<Vec<Field<'a>>, ViewError> {
        let Some(Value::Array(items)) = self.value else {
            self.read::<Vec<IgnoredAny>>()?;
            return Ok(Vec::new());
        };
        let item = |(n, value)| Field { value: Some(value), path: format!("{}[{n}]", self.path) };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// The items of an array, read one by one, so that a fault names the item.
    ///
    /// # Errors
    /// If it is missing or no array, or an item is something else.
    pub fn list<T: Deserialize<'a>, C: FromIterator<T>>(&self) -> Result<C, ViewError> {
        self.items()?.iter().map(Field::read).collect()
    }

    /// The entry of each seat of an object.
    ///
    /// # Errors
    /// If it is missing or no object, or one of the seats is missing.
    pub fn seats(&self, seats: usize) -> Result<Vec<(Seat, Field<'a>)>, ViewError> {
        self.read::<BTreeMap<Seat, IgnoredAny>>()?;
        let entry = |seat: Seat| {
            let entry = self.field(&seat.to_string());
            entry.read::<BTreeMap<String, IgnoredAny>>()?;
            Ok((seat, entry))
        };
        Seat::first(seats).map(entry).collect()
    }

    /// A fault of this value.
    #[must_use]
    pub fn fault(&self, message: impl Into<String>) -> ViewError {
        ViewError { path: self.path.clone(), message: message.into(), clause: None }
    }

    /// A fault of this value that contradicts a clause.
    #[must_use]
    pub fn against(&self, clause: Clause, message: impl Into<String>) -> ViewError {
        ViewError { clause: Some(clause), ..self.fault(message) }
    }
}

/// The document of a text.
pub(crate) fn parse(text: &str) -> Result<Value, ViewError> {
    let whole = Field { value: None, path: "$".to_owned() };
    if text.len() > DOCUMENT_MAX {
        let message = format!("the document has {} bytes; at most {DOCUMENT_MAX} are read", text.len());
        return Err(whole.fault(message));
    }
    let document: Value =
        crate::json::read(text).map_err(|fault| whole.fault(format!("this cannot be read: {fault}")))?;
    if !document.is_object() {
        return Err(whole.fault(format!("a view is an object, not {}", quoted(&document))));
    }
    Ok(document)
}

/// A fault of the position that a document describes, at the path of what it is about: a field, a place on the board or a
/// seat. What is about the whole position is at `$`.
pub(crate) fn located(document: &Value, fault: SetupError) -> ViewError {
    let SetupError { message, clause, subject: Subject { field, seats, places } } = fault;
    let root = Field::root(document);
    let all_seats = root.field("seats");
    let seat = seats.lowest().map(|seat| all_seats.field(&seat.to_string())).filter(Field::is_given);
    let place = |within: &Field<'_>| places.iter().find_map(|place| find(within, place));
    let named = |within: &Field<'_>| {
        let field = Some(within.field(field?)).filter(Field::is_given)?;
        place(&field).or(Some(field.path))
    };
    let path = (seat.as_ref().and_then(named))
        .or_else(|| named(&root))
        .or_else(|| seat.as_ref().and_then(place))
        .or_else(|| place(&all_seats))
        .or_else(|| place(&root.field("tiles")))
        .or_else(|| seat.map(|seat| seat.path))
        .unwrap_or(root.path);
    ViewError { path, message, clause }
}

/// The path of the first text in a value that is this place, or the cell of this segment: `(1,-2)` of `(1,-2).c1`.
fn find(field: &Field<'_>, place: &str) -> Option<String> {
    match field.value? {
        Value::String(own) => {
            let rest = place.strip_prefix(own.as_str())?;
            (rest.is_empty() || rest.starts_with('.')).then(|| field.path.clone())
        }
        Value::Array(_) => field.items().ok()?.iter().find_map(|item| find(item, place)),
        Value::Object(fields) => fields.keys().find_map(|name| find(&field.field(name), place)),
        _ => None,
    }
}

/// Everything in which a document says something else than the view of the position that was made of it. What may be
/// left out follows from the rest: fields of the view, of its seats, of its board and of its tiles.
pub(crate) fn contradictions(document: &Value, view: &Value, unknown: UnknownFields) -> Vec<ViewError> {
    let mut faults = Vec::new();
    let root = Field::root(document);
    for name in ["game", "viewer"].map(|name| root.field(name)) {
        let is_wanted = view.get(name.path.trim_start_matches("$.")).is_some();
        if is_wanted && !name.is_given() {
            faults.push(name.fault("this field is missing"));
        }
    }
    compare(&root, view, Omission::Fields, unknown, &mut faults);
    faults
}

/// The parts that an object of a document may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Omission {
    /// Fields that follow from the rest.
    Fields,
    /// No entry, but the entries may leave out fields.
    FieldsOfEntries,
    /// Nothing.
    Nothing,
}

fn compare(
    given: &Field<'_>,
    right: &Value,
    omission: Omission,
    unknown: UnknownFields,
    faults: &mut Vec<ViewError>,
) {
    if faults.len() >= FAULTS_MAX {
        return;
    }
    match (given.value, right) {
        (Some(Value::Object(fields)), Value::Object(known)) => {
            let at_root = given.path == "$";
            for name in fields.keys() {
                // The options are read as a whole: each may be left out, or be written as text.
                if at_root && name == "options" {
                    continue;
                }
                let field = given.field(name);
                match known.get(name) {
                    None if unknown == UnknownFields::Ignored => {}
                    None => faults.push(no_such(&field, known.keys())),
                    Some(right) => compare(&field, right, within(omission, at_root, name), unknown, faults),
                }
            }
            if omission != Omission::Fields {
                let missing = known.keys().filter(|&name| !fields.contains_key(name));
                faults.extend(missing.map(|name| given.field(name).fault("this field is missing")));
            }
        }
        (Some(Value::Array(items)), Value::Array(known)) if items.len() == known.len() => {
            if is_set(items) && is_set(known) {
                if sorted(items) != sorted(known) {
                    faults.push(differs(given, right));
                }
            } else if let Ok(items) = given.items() {
                let each = match omission {
                    Omission::Fields => Omission::Fields,
                    _ => Omission::Nothing,
                };
                items.iter().zip(known).for_each(|(item, right)| compare(item, right, each, unknown, faults));
            }
        }
        (Some(value), _) if value == right => {}
        _ => faults.push(differs(given, right)),
    }
}

/// Returns what may be left out of a field of an object.
fn within(omission: Omission, at_root: bool, name: &str) -> Omission {
    match (omission, name) {
        (Omission::Fields, "seats") if at_root => Omission::FieldsOfEntries,
        (Omission::Fields, "board" | "tiles") if at_root => Omission::Fields,
        (Omission::Fields, _) if at_root => Omission::Nothing,
        (Omission::FieldsOfEntries, _) => Omission::Fields,
        // Beneath the root only the parts of the board leave something out.
        (Omission::Fields, "hexes" | "harbours") => Omission::Fields,
        _ => Omission::Nothing,
    }
}

/// Names, which are a set wherever a view has a list of them.
fn is_set(items: &[Value]) -> bool {
    items.iter().all(Value::is_string)
}

fn sorted(items: &[Value]) -> Vec<Option<&str>> {
    let mut names: Vec<Option<&str>> = items.iter().map(Value::as_str).collect();
    names.sort_unstable();
    names
}

fn no_such<'k>(field: &Field<'_>, known: impl Iterator<Item = &'k String>) -> ViewError {
    let mut known: Vec<&str> = known.map(String::as_str).collect();
    known.sort_unstable();
    let message = match known[..] {
        [] => "nothing can be here".to_owned(),
        _ => format!("there is no such field; fields are {}", known.join(", ")),
    };
    let path = field.path.chars().take(2 * QUOTED_MAX).collect();
    ViewError { path, ..field.fault(message) }
}

fn differs(given: &Field<'_>, right: &Value) -> ViewError {
    let is = given.value.map_or_else(|| "missing".to_owned(), quoted);
    given.fault(match right {
        Value::Null => {
            format!("is {is}; it must be null, as it does not apply or the viewer may not know it")
        }
        _ => format!("is {is}; with the rest of the document it must be {}", quoted(right)),
    })
}

/// A value as text, cut where it is long.
fn quoted(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(QUOTED_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{About, Faults};
    use serde_json::json;

    /// The path of a fault whose message names another field, another seat and another place than the fault is about.
    fn path(about: impl About) -> String {
        let mut faults = Faults::default();
        faults.add(
            "LIT-END-1",
            about,
            "the open offer of seat A, `built` and Longest Road stand on I17 and (7,7)",
        );
        let fault = faults.or(()).unwrap_err().remove(0);
        let document = json!({
            "offer": 0, "built": 0, "longest_road": "B", "metropolises": {"trade": "I17", "science": "P3"},
            "seats": {"A": {"cities": ["I17"]}, "B": {"cities": ["I17", "P3"], "hand": 0}},
            "tiles": [{"cell": "(7,7)"}, {"cell": "(0,-1)"}]
        });
        located(&document, fault).path
    }

    struct Place(&'static str);
    crate::places!(Place);
    impl Display for Place {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    #[test]
    fn the_path_follows_from_what_a_fault_is_about_and_not_from_its_words() {
        assert_eq!(path(()), "$");
        assert_eq!(path("longest_road"), "$.longest_road");
        assert_eq!(path("metropolises"), "$.metropolises");
        assert_eq!(path(("metropolises", Place("P3"))), "$.metropolises.science");
        assert_eq!(path("colour"), "$");
        assert_eq!(path(Seat::B), "$.seats.B");
        assert_eq!(path((Seat::B, "hand")), "$.seats.B.hand");
        assert_eq!(path((Seat::B, "longest_road")), "$.longest_road");
        assert_eq!(path((Seat::B, Place("I17"))), "$.seats.B.cities[0]");
        assert_eq!(path((Seat::A, Place("P3"))), "$.seats.B.cities[1]");
        assert_eq!(path(Place("I17")), "$.seats.A.cities[0]");
        assert_eq!(path((Seat::A, Place("(0,-1).c1"))), "$.tiles[1].cell");
        assert_eq!(path((Seat::A, Place("(0,-1)"))), "$.tiles[1].cell");
        assert_eq!(path((Seat::A, Place("(0,1)"))), "$.seats.A");
        assert_eq!(path((Seat::F, Place("(0,1)"))), "$");
    }
}
