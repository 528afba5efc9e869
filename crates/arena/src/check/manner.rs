//! The manner in which the host speaks: the same messages, worded in every way that the specification allows.

use crate::protocol::LINE_BYTES_MAX;

/// A way of wording and sending the messages of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// The host speaks as in a match.
    Plain,
    /// It speaks newer versions of the protocol as well.
    NewerHost,
    /// Every object that can have more fields has some.
    UnknownFields,
    /// Messages of other types stand between those of the protocol.
    UnknownTypes,
    /// Blank lines stand between the lines, and carriage returns before line feeds.
    BlankLines,
    /// Events and questions have almost the length of the limit.
    LongLines,
    /// Every event has a message of its own.
    SingleEvents,
    /// Lines are written in pieces.
    Pieces,
    /// The host reads late.
    SlowHost,
    /// There is no limit of time.
    NoClock,
    /// Optional fields are null instead of omitted.
    Nulls,
    /// Texts have letters beyond ASCII, and letters that JSON escapes.
    Text,
    /// The host reports faults to the bot.
    Faults,
}

/// A message of a type that no version has.
pub(super) const UNKNOWN_TYPE: &str =
    "{\"type\":\"x-weather\",\"rain\":true,\"wind\":{\"from\":[\"west\",null]}}\n";

/// A value that a field of a later version may have.
const UNKNOWN: &str = r#""x_check":{"from":"a later version","list":[1,2.5,null,true,{}]}"#;

/// The length of a line with filling: below the limit, so that a bot that is off by a few bytes passes.
const LONG: usize = LINE_BYTES_MAX - 64;

impl Manner {
    /// The line in this manner. It ends with a line feed before and after.
    pub(super) fn dress(self, line: String) -> String {
        match self {
            Manner::UnknownFields => with_fields(line),
            Manner::BlankLines => format!("\n\r\n{}\r\n", line.trim_end()),
            Manner::LongLines => with_filling(line),
            Manner::Nulls => with_nulls(line),
            Manner::Pieces
            | Manner::Plain
            | Manner::NewerHost
            | Manner::UnknownTypes
            | Manner::SingleEvents
            | Manner::SlowHost
            | Manner::NoClock
            | Manner::Text
            | Manner::Faults => line,
        }
    }

    /// The id of a game.
    pub(super) fn id(self, number: u32) -> String {
        match self {
            Manner::Text => format!("Prüfung {number} \"検査\" \\ ‘κρίση’ 🎲"),
            _ => format!("check {number}"),
        }
    }
}

/// The line with more fields: at its end, in its parts, and in its documents.
fn with_fields(line: String) -> String {
    let mut line = line.trim_end().to_owned();
    // The options within a view are left alone: who reads a view back may refuse a rule that it does not know.
    let documents = if line.starts_with(r#"{"type":"new-game""#) { r#""options":{"# } else { r#""view":{"# };
    for part in [r#""clock":{"#, documents] {
        line = line.replacen(part, &format!("{part}{UNKNOWN},"), 1);
    }
    line = line.replace(r#"{"event":"#, &format!(r#"{{{UNKNOWN},"event":"#));
    line.truncate(line.len() - 1);
    format!("{line},{UNKNOWN}}}\n")
}

/// Events and questions with a field that fills the line.
fn with_filling(line: String) -> String {
    const FIELD: &str = r#","x_filling":"#;
    let is_filled = line.starts_with(r#"{"type":"events""#) || line.starts_with(r#"{"type":"decide""#);
    let room = LONG.saturating_sub(line.len() + FIELD.len() + 2);
    if !is_filled || room == 0 {
        return line;
    }
    let end = line.trim_end().len() - 1;
    format!("{}{FIELD}\"{}\"}}\n", &line[..end], "x".repeat(room))
}

/// The line with null for every omitted optional field.
fn with_nulls(line: String) -> String {
    let optional: &[&str] = match () {
        () if line.starts_with(r#"{"type":"new-game""#) => &["view"],
        () if line.starts_with(r#"{"type":"decide""#) => &["legal", "view"],
        () if line.starts_with(r#"{"type":"fault""#) => &["clause"],
        () => &[],
    };
    let mut line = line.trim_end().to_owned();
    line.truncate(line.len() - 1);
    for field in optional {
        if !line.contains(&format!(r#","{field}":"#)) {
            line.push_str(&format!(r#","{field}":null"#));
        }
    }
    line + "}\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::HostMessage;

    const LINES: [&str; 7] = [
        r#"{"type":"hello","protocol":1,"protocols":[1],"host":"a test"}"#,
        r#"{"type":"new-game","id":"1","game":"catan","rules":1,"options":{"players":2},"seat":"B","seats":2,"people":[],"clock":{"decision_ms":1000},"seed":"18446744073709551615"}"#,
        r#"{"type":"events","events":[{"event":"rolled","seat":"A","dice":[1,2]},{"event":"x"}]}"#,
        r#"{"type":"decide","decision":1,"legal":["roll"],"open":[],"clock":{"left_ms":null},"view":{"seat":"B"}}"#,
        r#"{"type":"fault","kind":"silence","message":"too late","consequence":"random"}"#,
        r#"{"type":"game-over","winners":["A"],"points":{"A":10,"B":3},"reason":"played","faults":{}}"#,
        r#"{"type":"quit"}"#,
    ];

    #[test]
    fn every_manner_says_the_same() {
        let manners =
            [Manner::Plain, Manner::UnknownFields, Manner::BlankLines, Manner::LongLines, Manner::Nulls];
        for (manner, line) in manners.iter().flat_map(|manner| LINES.map(|line| (*manner, line))) {
            let dressed = manner.dress(format!("{line}\n"));
            assert!(dressed.len() <= LINE_BYTES_MAX && dressed.ends_with('\n'));
            let said = dressed.lines().rfind(|line| !line.trim().is_empty()).expect("a line");
            let [said, meant] = [said, line].map(|line| HostMessage::read(line).expect(line).expect("known"));
            let kinds = [&said, &meant].map(std::mem::discriminant);
            assert_eq!(kinds[0], kinds[1], "{manner:?}: {dressed}");
        }
        assert!(HostMessage::read(UNKNOWN_TYPE).expect("JSON").is_none());
    }

    #[test]
    fn fields_are_added_where_there_may_be_more() {
        let added = |line: usize| with_fields(format!("{}\n", LINES[line])).matches("x_check").count();
        assert_eq!((added(0), added(1), added(2), added(3)), (1, 3, 3, 3));
        assert!(with_filling(format!("{}\n", LINES[3])).len() > LINE_BYTES_MAX - 100);
        assert_eq!(with_nulls(format!("{}\n", LINES[1])).matches(":null").count(), 1);
        assert_eq!(with_nulls(format!("{}\n", LINES[3])), format!("{}\n", LINES[3]));
    }
}
