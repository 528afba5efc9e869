//! The error for texts that cannot be parsed: the one error of every text form in the games.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};
use std::ops::RangeInclusive;

/// The way in which a text fails to be a text form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is none of the known words, or has none of the known forms.
    Unknown,
    /// The text does not have the form of a single value that consists of several parts.
    Malformed,
    /// The text does not have the form of a list.
    MalformedList,
    /// The text is no number, or one outside the range.
    OutOfRange,
    /// The text begins with a known word, and then lacks something or says too much.
    Incomplete,
    /// A part that must be there is missing.
    Missing,
    /// The text names something twice.
    Repeated,
    /// A list names it twice.
    ListedTwice,
    /// The text is too long to be read at all.
    TooLong,
}

impl ParseErrorKind {
    /// Every kind.
    const ALL: [ParseErrorKind; 9] = [
        ParseErrorKind::Unknown,
        ParseErrorKind::Malformed,
        ParseErrorKind::MalformedList,
        ParseErrorKind::OutOfRange,
        ParseErrorKind::Incomplete,
        ParseErrorKind::Missing,
        ParseErrorKind::Repeated,
        ParseErrorKind::ListedTwice,
        ParseErrorKind::TooLong,
    ];

    /// The text form, in kebab case: `out-of-range`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ParseErrorKind::Unknown => "unknown",
            ParseErrorKind::Malformed => "malformed",
            ParseErrorKind::MalformedList => "malformed-list",
            ParseErrorKind::OutOfRange => "out-of-range",
            ParseErrorKind::Incomplete => "incomplete",
            ParseErrorKind::Missing => "missing",
            ParseErrorKind::Repeated => "repeated",
            ParseErrorKind::ListedTwice => "listed-twice",
            ParseErrorKind::TooLong => "too-long",
        }
    }
}

/// A text that is not the text form of what was expected. `Display` says it in English, in lower case. Its alternate form,
/// `{error:#}`, is for [`JsonError`](crate::json::JsonError) alone: it carries the parts of the error through serde.
///
/// ```
/// use game::{ParseErrorKind, Seat};
/// let error = "Z".parse::<Seat>().unwrap_err();
/// assert_eq!((error.kind(), error.expected(), error.found()), (ParseErrorKind::Unknown, "a seat", Some("Z")));
/// assert_eq!(error.to_string(), "`Z` is not a seat; seats are the letters A to F");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    kind: ParseErrorKind,
    expected: Cow<'static, str>,
    /// The text; `None` where the message says only what is expected.
    found: Option<String>,
    /// A hint at what would be right. The kind determines the words around it.
    hint: Cow<'static, str>,
    /// The least and the greatest number that can stand there, where that is known.
    range: Option<(u32, u32)>,
}

impl ParseError {
    fn new(
        kind: ParseErrorKind,
        found: &str,
        expected: &'static str,
        hint: impl Into<Cow<'static, str>>,
    ) -> ParseError {
        ParseError { found: Some(found.to_owned()), ..ParseError::without_found(kind, expected, hint.into()) }
    }

    /// An error whose hint is the whole message.
    fn without_found(kind: ParseErrorKind, expected: &'static str, hint: Cow<'static, str>) -> ParseError {
        ParseError { kind, expected: expected.into(), found: None, hint, range: None }
    }

    /// `found` is not `expected`, such as `a hex`; the hint says which there are: `hexes are H0 to H18`.
    #[must_use]
    pub fn unknown(found: &str, expected: &'static str, hint: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::new(ParseErrorKind::Unknown, found, expected, hint)
    }

    /// `found` is not `expected`, such as `a clock`; the hint says what to write.
    #[must_use]
    pub fn malformed(found: &str, expected: &'static str, hint: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::new(ParseErrorKind::Malformed, found, expected, hint)
    }

    /// `found` are not `expected`, such as `cards`; the hint says what to write.
    #[must_use]
    pub fn malformed_list(
        found: &str,
        expected: &'static str,
        hint: impl Into<Cow<'static, str>>,
    ) -> ParseError {
        ParseError::new(ParseErrorKind::MalformedList, found, expected, hint)
    }

    /// `found` is not `expected`, such as `a number of cards`, which is in this range, if it is one.
    #[must_use]
    pub fn out_of_range(
        found: &str,
        expected: &'static str,
        range: impl Into<Option<RangeInclusive<u32>>>,
    ) -> ParseError {
        let range = range.into().map(RangeInclusive::into_inner);
        ParseError { range, ..ParseError::new(ParseErrorKind::OutOfRange, found, expected, "") }
    }

    /// `found` begins like `expected`, such as `action`, but lacks something or says too much; the hint is an example.
    #[must_use]
    pub fn incomplete(found: &str, expected: &'static str, hint: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::new(ParseErrorKind::Incomplete, found, expected, hint)
    }

    /// `expected` or a part of it is missing; the hint is the whole message.
    #[must_use]
    pub fn missing(expected: &'static str, hint: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::without_found(ParseErrorKind::Missing, expected, hint.into())
    }

    /// The text is too long for `expected`; the hint is the whole message.
    #[must_use]
    pub fn too_long(expected: &'static str, hint: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::without_found(ParseErrorKind::TooLong, expected, hint.into())
    }

    /// The text is not `expected` and may be a misspelt secret, so the error does not repeat it; the hint is the whole
    /// message.
    #[must_use]
    pub fn concealed(expected: &'static str, hint: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::without_found(ParseErrorKind::Malformed, expected, hint.into())
    }

    /// `found`, which should be `expected`, names `twice` twice.
    #[must_use]
    pub fn repeated(found: &str, expected: &'static str, twice: impl Display) -> ParseError {
        ParseError::new(ParseErrorKind::Repeated, found, expected, twice.to_string())
    }

    /// Something is named twice in a list.
    #[must_use]
    pub fn twice(named: impl Display) -> ParseError {
        ParseError::new(ParseErrorKind::ListedTwice, &named.to_string(), "a list", "")
    }

    /// Reads the alternate form; control characters in what was found are escaped.
    pub(crate) fn from_parts(text: &str) -> Option<ParseError> {
        let mut parts = text.strip_prefix(PART)?.splitn(6, PART);
        let code = parts.next()?;
        let kind = ParseErrorKind::ALL.into_iter().find(|kind| kind.code() == code)?;
        let (expected, hint) = (parts.next()?.to_owned().into(), parts.next()?.to_owned().into());
        let (least, most) = (parts.next()?.parse().ok(), parts.next()?.parse().ok());
        let found = parts.next().map(crate::json::shown);
        Some(ParseError { kind, expected, found, hint, range: least.zip(most) })
    }

    /// Returns the error with a further alternative in its hint: `nobody`.
    #[must_use]
    pub fn or(self, word: &str) -> ParseError {
        ParseError { hint: format!("{}; or `{word}`", self.hint).into(), ..self }
    }

    /// The kind of error.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The expected text form, as a noun: `a hex`, `cards`.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// A hint at what would be right; the kind determines the words around it.
    #[must_use]
    pub fn hint(&self) -> &str {
        &self.hint
    }

    /// The least and the greatest number that can stand there; `None` if that is not known, or no number belongs there.
    #[must_use]
    pub const fn range(&self) -> Option<(u32, u32)> {
        self.range
    }

    /// The text, or the part of it that is wrong; `None` if it is missing or concealed.
    #[must_use]
    pub fn found(&self) -> Option<&str> {
        self.found.as_deref()
    }
}

/// The separator of the parts in the alternate form.
const PART: char = '\u{1f}';

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError { kind, expected, found, hint, range } = self;
        if f.alternate() {
            write!(f, "{PART}{}{PART}{expected}{PART}{hint}{PART}", kind.code())?;
            match range {
                Some((least, most)) => write!(f, "{least}{PART}{most}")?,
                None => f.write_char(PART)?,
            }
            return found.as_ref().map_or(Ok(()), |found| write!(f, "{PART}{found}"));
        }
        let Some(found) = found else { return f.write_str(hint) };
        match kind {
            ParseErrorKind::Unknown => write!(f, "`{found}` is not {expected}; {hint}"),
            ParseErrorKind::Malformed => write!(f, "`{found}` is not {expected}: {hint}"),
            ParseErrorKind::MalformedList => write!(f, "`{found}` are not {expected}: {hint}"),
            ParseErrorKind::OutOfRange => match range {
                Some((least, most)) => write!(f, "`{found}` is not {expected} ({least} to {most})"),
                None => write!(f, "`{found}` is not {expected}"),
            },
            ParseErrorKind::Incomplete => {
                write!(f, "`{found}` is incomplete or says too much; write it like `{hint}`")
            }
            ParseErrorKind::Missing | ParseErrorKind::TooLong => f.write_str(hint),
            ParseErrorKind::ListedTwice => write!(f, "{found} is named twice in a list"),
            ParseErrorKind::Repeated => write!(f, "`{found}` names {hint} twice"),
        }
    }
}

impl std::error::Error for ParseError {}
