//! The expectations that every game understands: who acts, what is legal, what nature may do, what happened, what a viewer sees.

use super::error::Shown;
use super::{CaseError, Expectation};
use crate::{AnyGame, Events};
use game::{ParseError, Seat, SeatSet, Turn, Viewer};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Whether what is expected holds; `None` if it is said in words that only the game knows.
pub(super) fn expect(game: &AnyGame, events: Option<&Events>, text: &str) -> Option<Expectation> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if let Ok(seat) = word.parse::<Seat>() {
        if seat.index() >= game.seats() {
            return Some(Err(format!("seat {seat} does not play in this game").into()));
        }
        let legal = rest.strip_prefix("legal ")?;
        return Some(expect_legal(game, seat, legal.trim()));
    }
    KNOWN.contains(&word).then(|| expect_word(game, events, word, rest))
}

const KNOWN: [&str; 9] =
    ["decides", "due", "over", "outcomes", "weight", "events", "event", "no-event", "view"];

fn expect_word(game: &AnyGame, events: Option<&Events>, word: &str, rest: &str) -> Expectation {
    match word {
        "decides" => {
            let seats: Vec<Seat> = rest.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
            same("who acts", game.turn(), Turn::Decide(seats.into_iter().collect()))
        }
        "due" => same("who acts", game.turn(), Turn::Chance(rest.to_owned())),
        "over" => {
            let seats = rest.split_whitespace().filter(|word| *word != "nobody");
            let winners = seats.map(str::parse).collect::<Result<SeatSet, ParseError>>()?;
            same("who acts", game.turn(), Turn::Over(game::Outcome { winners }))
        }
        "outcomes" => same("the number of possible outcomes", game.chance_outcomes().len(), number(rest)?),
        "weight" => {
            let (weight, outcome) = rest.split_once(' ').ok_or("write `weight 2 stolen ore`")?;
            let wanted = game.read_outcome(outcome)?;
            let outcomes = game.chance_outcomes();
            let found =
                outcomes.iter().find(|(chance, _)| *chance == wanted).map_or(0, |&(_, weight)| weight);
            same(&format!("the weight of `{outcome}`"), found, number(weight)?)
        }
        "events" => {
            let names = documents(events, Viewer::Everything)?
                .iter()
                .map(|event| event["event"].as_str().unwrap_or_default().to_owned())
                .collect::<Vec<_>>();
            let wanted: Vec<String> =
                rest.split_whitespace().filter(|word| *word != "none").map(str::to_owned).collect();
            same("the events", names.join(" "), wanted.join(" "))
        }
        "event" | "no-event" => {
            let (viewer, json) = match rest.strip_prefix("for ") {
                Some(rest) => {
                    let (viewer, json) = rest.split_once(' ').ok_or("write `event for B {…}`")?;
                    (self::viewer(viewer)?, json)
                }
                None => (Viewer::Everything, rest),
            };
            let wanted = json_value(json)?;
            let seen = documents(events, viewer)?;
            let found = seen.iter().any(|event| holds(event, &wanted));
            if found == (word == "event") {
                Ok(())
            } else {
                let seen: Vec<String> = seen.iter().map(Value::to_string).collect();
                let seen = seen.join(" ");
                let is = if found { "there is" } else { "no" };
                let message = format!("{is} such event; the last step gave {seen}");
                Err(CaseError::NotSo { message, found: seen })
            }
        }
        "view" => {
            let (viewer, json) = rest.split_once(' ').ok_or("write `view B {…}`")?;
            let wanted = json_value(json)?;
            let document = game.view(self::viewer(viewer)?);
            match differences(&document, &wanted, "view") {
                None => Ok(()),
                Some(difference) => Err(difference),
            }
        }
        _ => unreachable!("the known words are matched"),
    }
}

/// `legal 12`, `legal 3 road 0 city`, `legal exactly a; b`, `legal has a; b`, `legal lacks a; b`.
fn expect_legal(game: &AnyGame, seat: Seat, text: &str) -> Expectation {
    // What a message shows of a list that may be very long.
    let shown = || {
        let listed = game.listed(seat, SHOWN);
        let rest = if listed.is_whole() { "" } else { "; …" };
        listed.actions.join("; ") + rest
    };
    let has = |action: &String| game.any_legal(seat, |listed| listed == action);
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let actions = || {
        rest.split(';')
            .filter(|text| !text.trim().is_empty())
            .map(|text| game.read_action(text.trim()))
            .collect::<Result<Vec<_>, _>>()
    };
    match word {
        "exactly" => {
            let wanted = actions()?;
            if wanted.len() == game.legal_len(seat) && wanted.iter().all(has) {
                Ok(())
            } else {
                Err(CaseError::NotSo {
                    message: format!("the legal list of seat {seat} is: {}", shown()),
                    found: shown(),
                })
            }
        }
        "has" | "lacks" => actions()?.into_iter().try_for_each(|action| {
            if has(&action) == (word == "has") {
                Ok(())
            } else {
                let is = if word == "has" { "is not" } else { "is" };
                let message = format!("`{action}` {is} in the legal list of seat {seat}: {}", shown());
                Err(CaseError::NotSo { message, found: shown() })
            }
        }),
        "none" => same(&format!("the legal list of seat {seat}"), shown(), String::new()),
        _ if rest.is_empty() => {
            same(&format!("the number of legal actions of seat {seat}"), game.legal_len(seat), number(word)?)
        }
        _ => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (pairs, odd) = words.as_chunks::<2>();
            if !odd.is_empty() {
                return Err("legal is followed by a number, by `exactly`, `has`, `lacks`, `none`, or by counts such as `3 road 0 city`".into());
            }
            pairs.iter().try_for_each(|[count, verb]| {
                let mut found = 0;
                game.any_legal(seat, |text| {
                    found += usize::from(text.split_whitespace().next() == Some(verb));
                    false
                });
                same(&format!("the number of legal actions `{verb}` of seat {seat}"), found, number(count)?)
            })
        }
    }
}

/// The number of legal actions that a message names.
const SHOWN: usize = 256;

pub(super) fn same<T: PartialEq + Shown>(what: &str, found: T, wanted: T) -> Expectation {
    if found == wanted {
        return Ok(());
    }
    Err(CaseError::Differs { what: what.to_owned(), found: found.shown(), wanted: wanted.shown() })
}

fn documents(events: Option<&Events>, viewer: Viewer) -> Result<Vec<Value>, CaseError> {
    events
        .map(|events| events.documents(viewer))
        .ok_or_else(|| "no step was done yet, so there are no events".into())
}

/// Reads the JSON behind a word; `part` is what it should be.
pub(super) fn read_json<T: DeserializeOwned>(part: &'static str, text: &str) -> Result<T, CaseError> {
    game::json::read(text).and_then(|value| game::json::from_value(&value)).map_err(CaseError::json(part))
}

fn json_value(text: &str) -> Result<Value, CaseError> {
    game::json::read(text).map_err(CaseError::json("value"))
}

/// Whether everything in `wanted` is in `found`.
fn holds(found: &Value, wanted: &Value) -> bool {
    differences(found, wanted, "").is_none()
}

/// The first place where `found` lacks something of `wanted`; objects may have more fields than wanted.
fn differences(found: &Value, wanted: &Value, path: &str) -> Option<CaseError> {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => wanted.iter().find_map(|(key, wanted)| {
            let path = format!("{path}.{key}");
            match found.get(key) {
                None => Some(CaseError::unmet(format!("{path} does not exist"))),
                Some(found) => differences(found, wanted, &path),
            }
        }),
        _ if found == wanted => None,
        _ => {
            let (found, wanted) = (found.to_string(), wanted.to_string());
            Some(CaseError::Differs { what: path.to_owned(), found, wanted })
        }
    }
}

fn viewer(text: &str) -> Result<Viewer, CaseError> {
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "everything" => Ok(Viewer::Everything),
        _ => text.parse().map(Viewer::Seat).map_err(|error: ParseError| error.or("spectator").into()),
    }
}

pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, CaseError> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a number that can stand here").into())
}
