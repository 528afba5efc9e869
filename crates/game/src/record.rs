//! Games written down: the `.neuland` format, JSON Lines (`docs/record.md`).
//!
//! The first line is the [`Header`], then comes one [`Step`] a line, and a finished game ends with its
//! [`FinalLine`]. A record holds texts, not moves: this module knows no game, and whoever replays one parses the
//! texts with the game that the header names. Replaying needs no random numbers, since outcomes of nature are
//! written down like actions.
//!
//! ```
//! use game::record::{Record, Step};
//! let text = r#"{"neuland":1,"game":"catan","rules":1,"options":{},"seats":["Ada",null,null],"seed":null}
//! {"chance":"dice 3 4"}
//! {"seat":"A","do":"robber H9"}
//! "#;
//! let record: Record = text.parse().unwrap();
//! assert_eq!(record.steps[0], Step::Outcome("dice 3 4".to_owned()));
//! assert_eq!(record.result, None);
//! ```

use crate::json::JsonError;
use crate::{Closing, Seat, SeatSet, Seed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::str::FromStr;

/// The format this module writes, and the only one there is so far.
pub const FORMAT: u32 = 1;

/// The longest line that is read, in bytes. A header with a set-up position needs a few thousand.
pub const LINE_LIMIT: usize = 64 * 1024;

/// A JSON object, for what only the game can read.
pub type Object = serde_json::Map<String, serde_json::Value>;

/// The first line: which game this is, under which rules, and who plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format version; [`FORMAT`] in everything written here.
    neuland: u32,
    /// The game's name on the shelf, such as `catan`.
    pub game: String,
    /// The version of the game's rules under which this was played, and is replayed for ever.
    pub rules: u32,
    /// The game's options by name.
    #[serde(default)]
    pub options: Object,
    /// The names of the players at seat A, B, …; `None` for a player who does not want to be named.
    pub seats: Vec<Option<String>>,
    /// The seed from which the outcomes were drawn, if it may be known.
    #[serde(default)]
    pub seed: Option<Seed>,
    /// The proof that its outcomes were fair, where the table could give one (`docs/fairness.md`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<Object>,
    /// The date of the game, in a form that the writer chooses; ISO 8601 is recommended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The position it began from, if not from the start of a game: a setup of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Object>,
    /// The closing of the game, if it was closed before its end. Such a record has no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<ClosedAt>,
}

/// The closing of a game before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosedAt {
    /// The reason.
    pub why: Closing,
    /// The number of steps before the closing: nothing else tells whether the end of the record is missing.
    pub steps: u64,
}

impl Header {
    /// The header of a game from its start, with nobody named and no seed.
    #[must_use]
    pub fn new(game: &str, rules: u32, options: Object, seats: usize) -> Header {
        Header {
            neuland: FORMAT,
            game: game.to_owned(),
            rules,
            options,
            seats: vec![None; seats],
            seed: None,
            fair: None,
            date: None,
            setup: None,
            closed: None,
        }
    }
}

/// One thing that happened, as the text form of the game: a decision of a seat, or an outcome of nature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// `{"seat": "A", "do": "road P25"}`
    Action {
        /// The seat that acted.
        seat: Seat,
        /// The action.
        #[serde(rename = "do")]
        action: String,
    },
    /// `{"chance": "dice 3 4"}`
    #[serde(serialize_with = "outcome")]
    Outcome(String),
}

fn outcome<S: serde::Serializer>(text: &String, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("chance", text)])
}

impl fmt::Display for Step {
    /// For logs and errors: `A: road P25`, `chance dice 3 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Action { seat, action } => write!(f, "{seat}: {action}"),
            Step::Outcome(text) => write!(f, "chance {text}"),
        }
    }
}

/// The result of the game: the last line of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalLine {
    /// The winners; empty if the game ended without one.
    pub winners: SeatSet,
    /// The points of every seat.
    pub points: BTreeMap<Seat, i32>,
}

/// A line after the header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Something happened.
    Step(Step),
    /// The game ended; no line follows.
    Result(FinalLine),
}

/// The reason why a record cannot be read, and the line.
#[derive(Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: u64,
    /// The fault in the line.
    pub fault: RecordErrorKind,
}

/// A fault in a line of a record.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The file cannot be read.
    Io(io::Error),
    /// The file has no line at all, or the first is not a header.
    NoHeader,
    /// The header says a format that this program does not know.
    UnknownFormat {
        /// The value under `neuland`.
        found: String,
    },
    /// The line is not JSON, or is cut off.
    NotJson {
        /// The fault in the JSON.
        fault: JsonError,
    },
    /// The line is JSON, but not an object.
    NotAnObject,
    /// The header names no seat, or more than [`Seat::MAX`].
    SeatsNamed {
        /// The number of seats that it names.
        named: usize,
    },
    /// A seat acts that the header does not name.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
        /// The number of seats that the header names.
        seats: usize,
    },
    /// The object is neither an action, nor an outcome, nor the result.
    UnknownLine,
    /// A header stands where a step belongs.
    SecondHeader,
    /// The line is an object, but its fields are not those that belong here.
    Malformed {
        /// The part that the line is: `header`, `action`, `outcome` or `result`; `line` where it can be any of them.
        part: &'static str,
        /// The field that is missing or too much.
        fault: JsonError,
    },
    /// The line is longer than [`LINE_LIMIT`].
    TooLong,
    /// A line follows the result.
    AfterResult,
}

/// Compares messages, since errors of input and output cannot be compared.
impl PartialEq for RecordError {
    fn eq(&self, other: &RecordError) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            RecordErrorKind::Io(error) => write!(f, "the record cannot be read: {error}"),
            RecordErrorKind::NoHeader => write!(
                f,
                "this is not a record: the first line must be a header such as \
                 {{\"neuland\": {FORMAT}, \"game\": \"catan\", \"rules\": 1, \"options\": {{}}, \"seats\": [null, null, null]}}"
            ),
            RecordErrorKind::UnknownFormat { found } => write!(
                f,
                "the record has format version {found}; this program reads version {FORMAT}, a newer version may read more"
            ),
            RecordErrorKind::NotJson { fault } => {
                write!(f, "the line is damaged or cut off: it is not JSON ({fault})")
            }
            RecordErrorKind::NotAnObject => f.write_str("the line is JSON, but not an object in braces"),
            RecordErrorKind::SeatsNamed { named } => write!(
                f,
                "`seats` names {named} seats; a game has 1 to {} (null for a seat without a name)",
                Seat::MAX
            ),
            RecordErrorKind::NoSuchSeat { seat, seats } => {
                write!(f, "seat {seat} acts, but the header names only {seats} seats")
            }
            RecordErrorKind::UnknownLine => f.write_str(
                "the line is neither an action {\"seat\": …, \"do\": …}, nor an outcome {\"chance\": …}, nor the result \
                 {\"result\": …}",
            ),
            RecordErrorKind::SecondHeader => f.write_str("a second header: each game has its own file"),
            RecordErrorKind::Malformed { part, fault } => write!(f, "the {part}: {fault}"),
            RecordErrorKind::TooLong => {
                write!(f, "the line is longer than {LINE_LIMIT} bytes, the limit for a line of a record")
            }
            RecordErrorKind::AfterResult => {
                write!(f, "the record goes on after its result; the result is the last line")
            }
        }
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            RecordErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads a record line by line; the iterator gives each line after the header with its number, and ends at the end of
/// the file or after the first error.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    header: Header,
    line: u64,
    /// The result was read, or an error was given: nothing but the end may follow.
    ended: bool,
    failed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the first line is not the header of a record in a known format.
    pub fn new(mut input: R) -> Result<Reader<R>, RecordError> {
        let mut line = 0;
        let text = next_line(&mut input, &mut line)?;
        let at = |fault| RecordError { line: line.max(1), fault };
        let Some(text) = text else { return Err(at(RecordErrorKind::NoHeader)) };
        let object = object(&text, line)?;
        match object.get("neuland") {
            None => return Err(at(RecordErrorKind::NoHeader)),
            Some(version) if version.as_u64() == Some(u64::from(FORMAT)) => {}
            Some(version) => return Err(at(RecordErrorKind::UnknownFormat { found: version.to_string() })),
        }
        let header: Header = parse(object, line, "header")?;
        if header.seats.is_empty() || header.seats.len() > Seat::MAX {
            return Err(at(RecordErrorKind::SeatsNamed { named: header.seats.len() }));
        }
        Ok(Reader { input, header, line, ended: false, failed: false })
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn read(&mut self) -> Result<Option<(u64, Line)>, RecordError> {
        let Some(text) = next_line(&mut self.input, &mut self.line)? else { return Ok(None) };
        let at = |fault| RecordError { line: self.line, fault };
        if self.ended {
            return Err(at(RecordErrorKind::AfterResult));
        }
        let object = object(&text, self.line)?;
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Action {
            seat: Seat,
            r#do: String,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Chance {
            chance: String,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct End {
            result: FinalLine,
        }
        let line = if object.contains_key("result") {
            let End { result } = parse(object, self.line, "result")?;
            self.ended = true;
            Line::Result(result)
        } else if object.contains_key("chance") {
            let Chance { chance } = parse(object, self.line, "outcome")?;
            Line::Step(Step::Outcome(chance))
        } else if object.contains_key("neuland") {
            return Err(at(RecordErrorKind::SecondHeader));
        } else if object.contains_key("do") || object.contains_key("seat") {
            let Action { seat, r#do: action } = parse(object, self.line, "action")?;
            if seat.index() >= self.header.seats.len() {
                return Err(at(RecordErrorKind::NoSuchSeat { seat, seats: self.header.seats.len() }));
            }
            Line::Step(Step::Action { seat, action })
        } else {
            return Err(at(RecordErrorKind::UnknownLine));
        };
        Ok(Some((self.line, line)))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<(u64, Line), RecordError>;
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.read().transpose();
        self.failed = matches!(next, Some(Err(_)));
        next
    }
}

/// The next line that is not blank, at most [`LINE_LIMIT`] bytes long.
fn next_line(input: &mut impl BufRead, line: &mut u64) -> Result<Option<String>, RecordError> {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut bytes);
        *line += 1;
        let at = |fault| RecordError { line: *line, fault };
        let length = read.map_err(|error| at(RecordErrorKind::Io(error)))?;
        if length == 0 {
            *line -= 1;
            return Ok(None);
        }
        if length > LINE_LIMIT {
            return Err(at(RecordErrorKind::TooLong));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            at(RecordErrorKind::NotJson { fault: JsonError::not_utf8(error.utf8_error()) })
        })?;
        // A file may begin with a byte order mark; in any other line it is damage.
        let text = if *line == 1 { crate::json::without_mark(&text) } else { &text };
        if text.starts_with('\u{feff}') {
            return Err(at(RecordErrorKind::NotJson { fault: JsonError::byte_order_mark() }));
        }
        if !text.trim().is_empty() {
            return Ok(Some(text.to_owned()));
        }
    }
}

fn object(text: &str, line: u64) -> Result<Object, RecordError> {
    match crate::json::read(text.trim_end()) {
        Ok(serde_json::Value::Object(object)) => Ok(object),
        Ok(_) => Err(RecordError { line, fault: RecordErrorKind::NotAnObject }),
        Err(fault) => {
            let fault = fault.in_line(usize::try_from(line).unwrap_or(usize::MAX));
            let fault = match fault.is_syntax() {
                true => RecordErrorKind::NotJson { fault },
                false => RecordErrorKind::Malformed { part: "line", fault },
            };
            Err(RecordError { line, fault })
        }
    }
}

fn parse<T: for<'de> Deserialize<'de>>(
    object: Object,
    line: u64,
    part: &'static str,
) -> Result<T, RecordError> {
    crate::json::from_value(&serde_json::Value::Object(object))
        .map_err(|fault| RecordError { line, fault: RecordErrorKind::Malformed { part, fault } })
}

/// Writes a record line by line, as the game goes on. Each line is written whole with one call.
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If the output does not take it.
    pub fn new(output: W, header: &Header) -> io::Result<Writer<W>> {
        let mut writer = Writer { output };
        writer.line(header)?;
        Ok(writer)
    }

    /// Writes the next step.
    ///
    /// # Errors
    /// If the output does not take it.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        self.line(step)
    }

    /// Writes the result of a finished game and gives the output back; an unfinished game just ends.
    ///
    /// # Errors
    /// If the output does not take it.
    pub fn finish(mut self, result: Option<&FinalLine>) -> io::Result<W> {
        if let Some(result) = result {
            self.line(&BTreeMap::from([("result", result)]))?;
        }
        self.output.flush()?;
        Ok(self.output)
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.output.write_all(&bytes)
    }
}

/// A whole record in memory. Text form: the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game, its rules and the players.
    pub header: Header,
    /// The actions and outcomes, in order.
    pub steps: Vec<Step>,
    /// The result, if the game ended.
    pub result: Option<FinalLine>,
}

impl Record {
    /// Reads a whole record.
    ///
    /// # Errors
    /// The first line that is damaged or out of place.
    pub fn read(input: impl BufRead) -> Result<Record, RecordError> {
        let mut reader = Reader::new(input)?;
        let mut record = Record { header: reader.header().clone(), steps: Vec::new(), result: None };
        for line in reader.by_ref() {
            match line?.1 {
                Line::Step(step) => record.steps.push(step),
                Line::Result(result) => record.result = Some(result),
            }
        }
        Ok(record)
    }

    /// Writes the whole record.
    ///
    /// # Errors
    /// If the output does not take it.
    pub fn write<W: Write>(&self, output: W) -> io::Result<W> {
        let mut writer = Writer::new(output, &self.header)?;
        for step in &self.steps {
            writer.step(step)?;
        }
        writer.finish(self.result.as_ref())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.write(Vec::new()).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8(bytes).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Record {
    type Err = RecordError;
    fn from_str(text: &str) -> Result<Record, RecordError> {
        Record::read(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"neuland":1,"game":"catan","rules":1,"options":{"players":3},"seats":["Ada",null,"Bob"],"seed":"000000000000002a"}"#;

    fn game() -> Record {
        let mut header = Header::new("catan", 1, Object::new(), 3);
        header.options.insert("players".to_owned(), 3.into());
        header.seats = vec![Some("Ada".to_owned()), None, Some("Bob".to_owned())];
        header.seed = Some(Seed(42));
        let action = |seat, action: &str| Step::Action { seat, action: action.to_owned() };
        Record {
            header,
            steps: vec![
                action(Seat::A, "roll"),
                Step::Outcome("dice 3 4".to_owned()),
                action(Seat::C, "end"),
            ],
            result: Some(FinalLine {
                winners: SeatSet::one(Seat::A),
                points: BTreeMap::from([(Seat::A, 10), (Seat::B, 3), (Seat::C, 7)]),
            }),
        }
    }

    #[test]
    fn a_record_has_one_text_form() {
        let text = game().to_string();
        let expected = [
            HEADER,
            r#"{"seat":"A","do":"roll"}"#,
            r#"{"chance":"dice 3 4"}"#,
            r#"{"seat":"C","do":"end"}"#,
            r#"{"result":{"winners":["A"],"points":{"A":10,"B":3,"C":7}}}"#,
            "",
        ];
        assert_eq!(text, expected.join("\n"));
        assert_eq!(text.parse::<Record>().unwrap(), game());
        // Blank lines, a missing last line break and other line ends are no damage.
        let relaxed = format!("\n{}", text.trim_end().replace('\n', "\r\n\r\n"));
        assert_eq!(relaxed.parse::<Record>().unwrap(), game());
        let unfinished = Record { result: None, ..game() };
        assert_eq!(unfinished.to_string().parse::<Record>().unwrap(), unfinished);
    }

    #[test]
    fn optional_parts_of_the_header_survive() {
        let mut record = game();
        record.header.date = Some("2026-11-21".to_owned());
        record.header.setup = Some(Object::new());
        record.header.seed = None;
        assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
    }

    #[test]
    fn damage_is_refused_with_its_line() {
        let long = format!("{HEADER}\n{{\"chance\":\"{}\"}}\n", "x".repeat(LINE_LIMIT));
        let with = |line: &str| format!("{HEADER}\n{{\"chance\":\"dice 1 2\"}}\n{line}\n");
        let table: Vec<(String, u64, &str)> = vec![
            (String::new(), 1, "the first line must be a header"),
            ("\n\n".to_owned(), 2, "the first line must be a header"),
            ("hello".to_owned(), 1, "not JSON"),
            ("[1]".to_owned(), 1, "not an object"),
            (r#"{"seat":"A","do":"roll"}"#.to_owned(), 1, "the first line must be a header"),
            (
                HEADER.replace(r#""neuland":1"#, r#""neuland":2"#),
                1,
                "format version 2; this program reads version 1",
            ),
            (HEADER.replace(r#""neuland":1"#, r#""neuland":"x""#), 1, "format version \"x\""),
            (HEADER.replace(r#""rules":1,"#, ""), 1, "`rules` is missing"),
            (HEADER.replace(r#""game":"catan""#, r#""game":7"#), 1, "it must be a text"),
            (HEADER.replace("options", "optoins"), 1, "`optoins` does not belong here"),
            (HEADER.replace("000000000000002a", "4x"), 1, "is not a seed"),
            (HEADER.replace(r#"["Ada",null,"Bob"]"#, "[]"), 1, "names 0 seats"),
            (
                HEADER.replace(r#"["Ada",null,"Bob"]"#, "[null,null,null,null,null,null,null]"),
                1,
                "names 7 seats",
            ),
            (HEADER.replacen('{', r#"{"neuland":1,"#, 1), 1, "the key `neuland` appears twice"),
            (
                HEADER.replacen(r#""players":"#, r#""players":4,"players":"#, 1),
                1,
                "the key `players` appears twice",
            ),
            (with(r#"{"chance":"dice 1 2","chance":"dice 3 4"}"#), 3, "the key `chance` appears twice"),
            (with("\u{feff}{\"chance\":\"dice 1 2\"}"), 3, "damaged or cut off"),
            (with(r#"{"seat":"A","do":"ro"#), 3, "damaged or cut off"),
            (with(r#"{"seat":"A"}"#), 3, "`do` is missing"),
            (with(r#"{"do":"roll"}"#), 3, "`seat` is missing"),
            (with(r#"{"seat":"D","do":"roll"}"#), 3, "the header names only 3 seats"),
            (with(r#"{"seat":"Z","do":"roll"}"#), 3, "is not a seat"),
            (with(r#"{"seat":"A","do":"roll","at":1}"#), 3, "`at` does not belong here"),
            (with(r#"{"chance":7}"#), 3, "it must be a text"),
            (with(r#"{"dice":"3 4"}"#), 3, "neither an action"),
            (with(r#"{"result":{"winners":["A"]}}"#), 3, "`points` is missing"),
            (with(r#"{"result":{"winners":["G"],"points":{}}}"#), 3, "is not a seat"),
            (with(HEADER), 3, "a second header"),
            (with("{\"result\":{\"winners\":[],\"points\":{}}}\n\n{}"), 5, "goes on after its result"),
            (long, 2, "longer than 65536 bytes"),
        ];
        for (text, line, expected) in table {
            let error = text.parse::<Record>().unwrap_err();
            let message = error.to_string();
            assert_eq!(error.line, line, "{text}\n{message}");
            assert!(
                message.starts_with(&format!("line {line}: ")) && message.contains(expected),
                "{message}"
            );
        }
        let mut bytes = with("").into_bytes();
        bytes.extend([0xff, 0xfe]);
        let error = Record::read(&bytes[..]).unwrap_err();
        assert!(error.to_string().contains("not UTF-8"), "{error}");
    }

    /// Editors on Windows put one in front of a file.
    #[test]
    fn a_byte_order_mark_is_skipped() {
        let text = format!("{HEADER}\n{{\"chance\":\"dice 1 2\"}}\n");
        assert_eq!(format!("\u{feff}{text}").parse::<Record>().unwrap(), text.parse::<Record>().unwrap());
        assert_eq!(format!("\u{feff}\n{text}").parse::<Record>().unwrap(), text.parse::<Record>().unwrap());
    }

    #[test]
    fn a_reader_stops_at_its_first_error() {
        let text = format!("{HEADER}\n{{}}\n{{\"chance\":\"dice 1 2\"}}\n");
        let mut reader = Reader::new(text.as_bytes()).unwrap();
        assert!(reader.next().unwrap().is_err());
        assert!(reader.next().is_none());
    }
}
