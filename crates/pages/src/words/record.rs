//! Faults of records and setups in the reader's language. The games have the words for their own refusals.

use super::fluent::{Words, msg};
use super::options::count_errors;
use super::unreadable::{json_error, parse_error, position_error};
use game::Seat;
use game::json::{JsonError, JsonErrorKind};
use game::options::OptionError;
use game::record::{LINE_LIMIT, RecordError, RecordErrorKind};
use shelf::{Reason, Refusal, ReplayError};

/// A game's words for a refusal.
pub(crate) type RefusalWords<'a> = &'a dyn Fn(&Refusal) -> String;

/// Describes what is wrong with a record, without the line and the clause.
pub(crate) fn record_error(words: Words, error: &ReplayError, of_game: RefusalWords<'_>) -> String {
    match error {
        ReplayError::Record(error) => record_damage(words, error),
        ReplayError::Header { faults } => {
            faults.iter().map(|fault| setup_error(words, fault, of_game)).collect::<Vec<_>>().join("; ")
        }
        ReplayError::Step { step, refusal, .. } => {
            msg!(
                words,
                "cli-record-step",
                step = step.to_string(),
                why = setup_error(words, refusal, of_game)
            )
        }
        ReplayError::Result { right: None, .. } => msg!(words, "cli-record-not-over"),
        ReplayError::Result { right: Some(right), .. } => {
            let points: Vec<String> =
                right.points.iter().map(|(seat, points)| format!("{seat} {points}")).collect();
            let right = format!("{} ({})", right.winners, points.join(", "));
            msg!(words, "cli-record-result", right = right)
        }
        // What is new is said in English until it has its words.
        other => other.to_string(),
    }
}

/// Describes the fault of a damaged line.
#[must_use]
pub fn record_damage(words: Words, error: &RecordError) -> String {
    match &error.fault {
        RecordErrorKind::Io(error) => msg!(words, "cli-record-io", why = error.to_string()),
        RecordErrorKind::NoHeader => msg!(words, "cli-record-no-header"),
        RecordErrorKind::UnknownFormat { found } => msg!(words, "cli-record-format", found = found.as_str()),
        RecordErrorKind::NotJson { fault } => not_json(words, error.line, fault),
        RecordErrorKind::NotAnObject => msg!(words, "cli-record-no-object"),
        RecordErrorKind::SeatsNamed { named } => {
            let (named, most) = (named.to_string(), Seat::MAX.to_string());
            msg!(words, "cli-record-seats-named", named = named, most = most)
        }
        RecordErrorKind::NoSuchSeat { seat, seats } => {
            msg!(words, "cli-record-no-seat", seat = seat.to_string(), seats = seats.to_string())
        }
        RecordErrorKind::UnknownLine => msg!(words, "cli-record-unknown-line"),
        RecordErrorKind::SecondHeader => msg!(words, "cli-record-second-header"),
        RecordErrorKind::Malformed { fault, .. } => {
            msg!(words, "cli-record-malformed", why = json_error(words, fault))
        }
        RecordErrorKind::TooLong => msg!(words, "cli-record-too-long", limit = LINE_LIMIT.to_string()),
        RecordErrorKind::AfterResult => msg!(words, "cli-record-after-result"),
        other => msg!(words, "cli-record-malformed", why = format!("{other:?}")),
    }
}

/// Describes a line that is no JSON: the file is no record from its first character, was cut off, or is damaged.
fn not_json(words: Words, line: u64, fault: &JsonError) -> String {
    match fault.kind() {
        JsonErrorKind::NotUtf8 { valid: 0 } | JsonErrorKind::Syntax { column: 1, found: Some(_), .. }
            if line == 1 =>
        {
            msg!(words, "cli-record-no-header")
        }
        JsonErrorKind::Syntax { found: None, .. } => {
            msg!(words, "cli-record-cut-off", why = json_error(words, fault))
        }
        _ => msg!(words, "cli-record-not-json", why = json_error(words, fault)),
    }
}

/// Describes why a setup, or a part of a record, is refused.
pub(crate) fn setup_error(words: Words, why: &Refusal, of_game: RefusalWords<'_>) -> String {
    match why.reason() {
        Reason::Option(error) => option(words, error),
        Reason::UnknownGame { name } => msg!(words, "fault-no-game", game = name.as_str()),
        reason => header_error(words, reason).unwrap_or_else(|| of_game(why)),
    }
}

/// Describes what is wrong with a text, a setup, or the header of a record against its game; `None` for other refusals, and
/// where the refusal's own English says more.
#[must_use]
pub fn header_error(words: Words, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::UnknownRules { game, rules } => {
            let known: Vec<String> = game.info().rules.iter().map(u32::to_string).collect();
            let known = known.join(", ");
            msg!(words, "cli-record-rules", game = game.name(), rules = rules.to_string(), known = known)
        }
        Reason::OtherGame(other) => {
            let fits: Vec<&str> = other.fits.iter().map(|kind| kind.name()).collect();
            let (options, fits) = (other.options.join(", "), fits.join(" / "));
            msg!(words, "cli-record-other-game", game = other.game.name(), options = options, fits = fits)
        }
        Reason::SeatNames { named, seats } => {
            msg!(words, "cli-record-seats", named = named.to_string(), seats = seats.to_string())
        }
        Reason::Text(error) => parse_error(words, error),
        Reason::Json(fault) => msg!(words, "text-setup", why = json_error(words, fault)),
        Reason::BadRules { found } => msg!(words, "text-bad-rules", found = found.as_str()),
        Reason::Position(fault) => return position_error(words, fault),
        Reason::OptionsDiffer => msg!(words, "cli-record-options-differ"),
        _ => return None,
    })
}

fn option(words: Words, error: &OptionError) -> String {
    match error {
        OptionError::Unknown { name, .. } => msg!(words, "cli-options-unknown", name = name.as_str()),
        OptionError::BadValue { option, value } => {
            let label = words.option_title(option.name);
            msg!(words, "fault-bad-option", name = label, value = value.as_str())
        }
        OptionError::Counts { option, faults, .. } => count_errors(words, option.name, faults),
        OptionError::Twice { option } => msg!(words, "cli-options-twice", name = option.name),
        OptionError::NoSeat { seat, players, .. } => {
            msg!(words, "cli-options-start-seat", seat = seat.to_string(), players = players.to_string())
        }
        OptionError::Conflict(conflict) => words.or(&format!("conflict-{}", conflict.name), conflict.message),
    }
}
