//! Errors in JSON texts: typed, so that every caller can word them in its own language.

use crate::ParseError;
use serde::de::{Error, Expected, Unexpected};
use std::fmt::{self, Display};

/// The reason why a JSON text or value is not what was expected, and its place. `Display` writes it in English.
///
/// ```
/// use game::record::FinalLine;
/// let error = game::json::parse::<FinalLine>(r#"{"winners": [], "points": {"B": true}}"#).unwrap_err();
/// assert_eq!(error.to_string(), "`points.B` is `true`; it must be a whole number");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError {
    /// The keys and numbers that lead to the value: `seats.B.settlements[0]`; empty for the whole.
    path: String,
    kind: JsonErrorKind,
}

/// A kind of fault in a JSON text or value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The bytes are no text.
    NotUtf8 {
        /// The number of valid bytes before the damage.
        valid: usize,
    },
    /// A byte order mark stands where a value belongs.
    ByteOrderMark,
    /// The text is no JSON.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character that cannot stand there; `None` where the text ends too early.
        found: Option<char>,
    },
    /// A key stands twice in an object.
    KeyTwice {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The key.
        key: String,
    },
    /// An object lacks a key.
    Missing {
        /// The key.
        key: String,
    },
    /// An object has a key that does not belong there.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that belong there.
        known: Vec<String>,
    },
    /// A name is none of those that can stand here.
    UnknownName {
        /// The name.
        found: String,
        /// The names that can.
        known: Vec<String>,
    },
    /// A value is of another kind, or out of range.
    Wrong {
        /// The value.
        found: UnexpectedValue,
        /// The kind of value that belongs there.
        expected: Shape,
    },
    /// A list has too many or too few items.
    Length {
        /// The number of items.
        found: usize,
        /// The expected number of items, if it is known.
        expected: Option<usize>,
    },
    /// A text is not the text form that belongs there.
    Text(Box<ParseError>),
    /// Something else, in English.
    Other(String),
}

/// A value that does not belong where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnexpectedValue {
    /// A text, a number, `true`, `false` or `null`, as JSON writes it.
    Value(String),
    /// A list.
    List,
    /// An object.
    Object,
}

/// A kind of JSON value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// An object in braces.
    Object,
    /// A list in brackets.
    List,
    /// A text in quotation marks.
    Text,
    /// `true` or `false`.
    Switch,
    /// `null`.
    Null,
    /// A number.
    Number,
    /// A whole number of any size that fits.
    Whole,
    /// A whole number from the first to the second.
    WholeWithin(i64, i64),
    /// A text, a number, `true`, `false` or `null`.
    Single,
    /// A name, or an object with a name as its only key.
    Name,
    /// Another value of the same document.
    Other,
}

impl JsonError {
    pub(super) fn new(kind: JsonErrorKind) -> JsonError {
        JsonError { path: String::new(), kind }
    }

    /// Damage of bytes that should be a text.
    #[must_use]
    pub fn not_utf8(error: std::str::Utf8Error) -> JsonError {
        JsonError::new(JsonErrorKind::NotUtf8 { valid: error.valid_up_to() })
    }

    /// A byte order mark that stands where a value belongs.
    pub(crate) fn byte_order_mark() -> JsonError {
        JsonError::new(JsonErrorKind::ByteOrderMark)
    }

    /// A text that is not the text form that belongs there.
    #[must_use]
    pub fn of_text(error: ParseError) -> JsonError {
        JsonError::new(JsonErrorKind::Text(Box::new(error)))
    }

    /// Returns the fault with its path prefixed by a key.
    #[must_use]
    pub fn under(self, key: &str) -> JsonError {
        let key = shown(key);
        let path = match self.path.as_str() {
            "" => key,
            path if path.starts_with('[') => key + path,
            path => format!("{key}.{path}"),
        };
        JsonError { path, ..self }
    }

    /// Returns the fault with its path prefixed by the index of an item.
    #[must_use]
    pub(super) fn at(self, index: usize) -> JsonError {
        let gap = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        JsonError { path: format!("[{index}]{gap}{}", self.path), ..self }
    }

    /// Returns the fault of a value with what was asked of it: a shape and, for a list, a length.
    pub(super) fn expecting(mut self, shape: Shape, length: Option<usize>) -> JsonError {
        if self.path.is_empty() {
            match &mut self.kind {
                JsonErrorKind::Wrong { expected: expected @ Shape::Other, .. } => *expected = shape,
                JsonErrorKind::Length { expected: expected @ None, .. } => *expected = length,
                _ => {}
            }
        }
        self
    }

    /// Returns the fault with its line replaced by `number`, for a text that is one line of a file.
    #[must_use]
    pub(crate) fn in_line(mut self, number: usize) -> JsonError {
        if let JsonErrorKind::Syntax { line, .. } | JsonErrorKind::KeyTwice { line, .. } = &mut self.kind {
            *line = number;
        }
        self
    }

    /// The path to the value: `seats.B.settlements[0]`; empty for the whole.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The path as the end of a longer one, `.seats.B` or `[0]`, and the fault without it.
    pub(crate) fn split(mut self) -> (String, JsonError) {
        let path = std::mem::take(&mut self.path);
        let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        (format!("{dot}{path}"), self)
    }

    /// The kind of fault.
    #[must_use]
    pub fn kind(&self) -> &JsonErrorKind {
        &self.kind
    }

    /// Whether the text is no JSON at all.
    #[must_use]
    pub fn is_syntax(&self) -> bool {
        matches!(
            self.kind,
            JsonErrorKind::NotUtf8 { .. } | JsonErrorKind::ByteOrderMark | JsonErrorKind::Syntax { .. }
        )
    }
}

/// Returns a foreign text without line breaks and control characters, and cut off where it is long.
#[must_use]
pub fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut out = String::new();
    for (n, c) in text.chars().enumerate() {
        if n == MOST {
            out.push('…');
            break;
        }
        if c.is_control() || c == '\u{feff}' { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Object => "an object in braces",
            Shape::List => "a list in brackets",
            Shape::Text => "a text in quotation marks",
            Shape::Switch => "true or false",
            Shape::Null => "null",
            Shape::Number => "a number",
            Shape::Whole => "a whole number",
            Shape::WholeWithin(from, to) => return write!(f, "a whole number from {from} to {to}"),
            Shape::Single => "a text, a whole number, true, false or null",
            Shape::Name => "a name, or an object with one name",
            Shape::Other => "another value",
        })
    }
}

impl Display for UnexpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnexpectedValue::Value(text) => write!(f, "`{text}`"),
            UnexpectedValue::List => f.write_str("a list"),
            UnexpectedValue::Object => f.write_str("an object"),
        }
    }
}

impl Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use JsonErrorKind as K;
        let path = self.path.as_str();
        let at = |f: &mut fmt::Formatter<'_>| if path.is_empty() { Ok(()) } else { write!(f, "`{path}`: ") };
        match &self.kind {
            K::NotUtf8 { valid } => write!(f, "it is not UTF-8 after {valid} bytes"),
            K::ByteOrderMark => f.write_str("it contains a byte order mark"),
            K::Syntax { line, column, found: Some(found) } => {
                let found = shown(&found.to_string());
                write!(f, "line {line}, column {column}: `{found}` is not allowed here, so this is not JSON")
            }
            K::Syntax { line, column, found: None } => {
                write!(f, "line {line}, column {column}: the text ends too early")
            }
            K::KeyTwice { line, column, key } => {
                write!(f, "line {line}, column {column}: the key `{key}` appears twice")
            }
            K::Missing { key } => {
                at(f)?;
                write!(f, "`{key}` is missing")
            }
            K::UnknownKey { key, known } => {
                at(f)?;
                write!(f, "`{key}` does not belong here")?;
                if known.is_empty() { Ok(()) } else { write!(f, "; choose from {}", known.join(", ")) }
            }
            K::UnknownName { found, known } => {
                at(f)?;
                write!(f, "`{found}` is not one of {}", known.join(", "))
            }
            K::Wrong { found, expected } => match path {
                "" => write!(f, "this is {found}; it must be {expected}"),
                path => write!(f, "`{path}` is {found}; it must be {expected}"),
            },
            K::Length { found, expected } => {
                at(f)?;
                write!(f, "the list has {found} items")?;
                expected.map_or(Ok(()), |expected| write!(f, "; it must have {expected}"))
            }
            K::Text(error) => {
                at(f)?;
                error.fmt(f)
            }
            K::Other(message) => {
                at(f)?;
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for JsonError {}

/// Converts the value that serde reports to its form in JSON.
impl From<Unexpected<'_>> for UnexpectedValue {
    fn from(unexpected: Unexpected<'_>) -> UnexpectedValue {
        UnexpectedValue::Value(match unexpected {
            Unexpected::Bool(value) => value.to_string(),
            Unexpected::Unsigned(value) => value.to_string(),
            Unexpected::Signed(value) => value.to_string(),
            Unexpected::Float(value) => value.to_string(),
            Unexpected::Char(value) => format!("\"{}\"", shown(&value.to_string())),
            Unexpected::Str(text) => format!("\"{}\"", shown(text)),
            Unexpected::Unit | Unexpected::Option => "null".to_owned(),
            Unexpected::Seq | Unexpected::TupleVariant | Unexpected::Bytes(_) => {
                return UnexpectedValue::List;
            }
            _ => return UnexpectedValue::Object,
        })
    }
}

impl Error for JsonError {
    fn custom<T: Display>(message: T) -> JsonError {
        // Types that are written as text say in their alternate form what is wrong, in parts.
        let message = format!("{message:#}");
        JsonError::new(match ParseError::from_parts(&message) {
            Some(error) => JsonErrorKind::Text(Box::new(error)),
            None => JsonErrorKind::Other(message),
        })
    }

    fn invalid_type(found: Unexpected<'_>, _: &dyn Expected) -> JsonError {
        // Serde has only words for what it expects; `Reader` adds it as data.
        JsonError::new(JsonErrorKind::Wrong { found: found.into(), expected: Shape::Other })
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> JsonError {
        JsonError::invalid_type(found, expected)
    }

    fn invalid_length(found: usize, _: &dyn Expected) -> JsonError {
        JsonError::new(JsonErrorKind::Length { found, expected: None })
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> JsonError {
        let known = known.iter().map(|&name| name.to_owned()).collect();
        JsonError::new(JsonErrorKind::UnknownName { found: shown(found), known })
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> JsonError {
        let known = known.iter().map(|&name| name.to_owned()).collect();
        JsonError::new(JsonErrorKind::UnknownKey { key: shown(key), known })
    }

    fn missing_field(key: &'static str) -> JsonError {
        JsonError::new(JsonErrorKind::Missing { key: key.to_owned() })
    }

    fn duplicate_field(key: &'static str) -> JsonError {
        JsonError::new(JsonErrorKind::KeyTwice { line: 1, column: 1, key: key.to_owned() })
    }
}
