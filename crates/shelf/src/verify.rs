//! Whether the outcomes of a game were those that its dice gave.
//!
//! ```
//! use shelf::verify::{VerifyError, verify};
//! let unproved = r#"{"neuland":1,"game":"catan","rules":1,"options":{"players":2},"seats":[null,null]}"#;
//! assert!(matches!(verify(unproved.as_bytes()), Err(VerifyError::NoProof)));
//! ```

use crate::AnyGame;
use crate::replay::{ReplayError, replay};
use fair::{Dice, OtherSecret, Proof};
use game::json::JsonError;
use game::record::Step;
use game::{Closing, Draws, Seat, Source};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt;
use std::io::BufRead;

/// One draw that was computed again. As JSON it is a row of `neuland verify --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Drawn {
    /// The line of the record.
    pub line: u64,
    /// The purpose of the draw: `roll`.
    pub purpose: &'static str,
    /// The running number of such draws.
    pub index: u64,
    /// The outcome, in the words of the record.
    pub outcome: String,
    /// The numbers behind it: each bound with the number below it, in the order they were drawn.
    pub numbers: Vec<(u32, u32)>,
    /// For a stolen card, which follows from a hand and so from the rules: what it was one of, each with its number of
    /// copies, in the order of the numbers. Empty for draws whose possible outcomes follow from the record alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub among: Vec<(String, u32)>,
}

/// A record of a whole game, or of one up to where it was closed, whose outcomes all are those of its dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verified {
    /// The proof it carries.
    #[serde(rename = "fair")]
    pub proof: Proof,
    /// Whether the game begins from a position that was given (`setup`): what was drawn before it is not part of the proof.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_position: bool,
    /// Every draw, in order.
    pub draws: Vec<Drawn>,
    /// The reason for which the game was closed before its end, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<Closing>,
}

/// The reason why a record does not prove that its game was fair.
#[derive(Debug)]
pub enum VerifyError {
    /// The file is no record, or not of a game that the rules allow.
    Record(ReplayError),
    /// Its header has no proof.
    NoProof,
    /// The proof cannot be read.
    Unreadable {
        /// The fault.
        fault: JsonError,
    },
    /// The secret is not the one that was committed to.
    OtherSecret(OtherSecret),
    /// A seat that the game does not have added to the dice: with it a server could choose them, as it knows the secret.
    Stranger(Seat),
    /// An outcome is another than the dice gave.
    OtherOutcome {
        /// The line.
        line: u64,
        /// The outcome in the record.
        recorded: String,
        /// The outcome that the dice gave.
        drawn: String,
    },
    /// The record ends before the game is over, or before it was closed. The secret is revealed after the end, so there was one.
    Unfinished {
        /// The last line.
        line: u64,
    },
    /// The record says that the game was closed after a number of steps, and goes on or is over then.
    NotClosed {
        /// The line that should not be there, or in which the game ends.
        line: u64,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Record(error) => error.fmt(f),
            VerifyError::NoProof => f.write_str(
                "the record has no proof: its header has no field `fair`, or its game is not over and the secret not \
                 yet revealed",
            ),
            VerifyError::Unreadable { fault } => write!(f, "line 1: the proof in `fair` cannot be read: {fault}"),
            VerifyError::OtherSecret(other) => write!(f, "line 1: {other}: the dice may have been chosen afterwards"),
            VerifyError::Stranger(seat) => write!(
                f,
                "line 1: the proof in `fair` has a nonce from seat {seat}, which this game does not have: the server may have \
                 added it to choose the dice"
            ),
            VerifyError::OtherOutcome { line, recorded, drawn } => {
                write!(f, "line {line}: `{recorded}` is recorded, but the dice gave `{drawn}`")
            }
            VerifyError::Unfinished { line } => {
                write!(f, "line {line}: the record ends before the game is over: its end is missing")
            }
            VerifyError::NotClosed { line } => write!(
                f,
                "line {line}: by `closed` in line 1 the game was closed before its end, but the record goes on here or its \
                 game is over"
            ),
        }
    }
}

impl std::error::Error for VerifyError {}

impl From<ReplayError> for VerifyError {
    fn from(error: ReplayError) -> VerifyError {
        VerifyError::Record(error)
    }
}

/// Replays a record and computes every draw of it again.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn verify(record: impl BufRead) -> Result<Verified, VerifyError> {
    let replay = replay(record)?;
    let fair = replay.header().fair.clone().ok_or(VerifyError::NoProof)?;
    let proof: Proof =
        game::json::from_value(&fair.into()).map_err(|fault| VerifyError::Unreadable { fault })?;
    let dice = proof.dice().map_err(VerifyError::OtherSecret)?;
    let from_position = replay.header().setup.is_some();
    let seats = replay.game().seats();
    if let Some(&stranger) = proof.nonces.keys().find(|seat| seat.index() >= seats) {
        return Err(VerifyError::Stranger(stranger));
    }
    let mut draws = Vec::new();
    let mut before: Option<AnyGame> = None;
    let closed = replay.header().closed;
    let (mut last, mut steps) = (1, 0);
    for position in replay {
        let position = position?;
        last = position.line;
        steps = position.number as u64;
        if closed.is_some_and(|closed| steps > closed.steps) {
            return Err(VerifyError::NotClosed { line: last });
        }
        if let (Some(before), Some(Step::Outcome(recorded))) = (before, position.step) {
            let (purpose, index) = before.chance_key().expect("an outcome was due");
            let numbers = RefCell::default();
            let drawn = before.draw(Watched { dice: &dice, numbers: &numbers }).expect("an outcome was due");
            if drawn != recorded {
                return Err(VerifyError::OtherOutcome { line: position.line, recorded, drawn });
            }
            let numbers = numbers.into_inner();
            let among = if purpose == "steal" { before.chance_outcomes() } else { Vec::new() };
            draws.push(Drawn { line: position.line, purpose, index, outcome: drawn, numbers, among });
        }
        before = Some(position.game);
    }
    let is_over = before.is_some_and(|game| game.outcome().is_some());
    let verified = |closed| Ok(Verified { proof, from_position, draws, closed });
    match closed {
        Some(_) if is_over => Err(VerifyError::NotClosed { line: last }),
        Some(closed) if steps == closed.steps => verified(Some(closed.why)),
        None if is_over => verified(None),
        _ => Err(VerifyError::Unfinished { line: last }),
    }
}

/// Dice that note what is drawn.
struct Watched<'a> {
    dice: &'a Dice,
    numbers: &'a RefCell<Vec<(u32, u32)>>,
}

struct WatchedStream<'a> {
    stream: fair::Stream,
    numbers: &'a RefCell<Vec<(u32, u32)>>,
}

impl<'a> Source for Watched<'a> {
    type Stream = WatchedStream<'a>;
    fn stream(&self, purpose: &'static str, index: u64) -> WatchedStream<'a> {
        WatchedStream { stream: self.dice.stream(purpose, index), numbers: self.numbers }
    }
}

impl Draws for WatchedStream<'_> {
    fn next_u64(&mut self) -> u64 {
        self.stream.next_u64()
    }
    fn below(&mut self, bound: u32) -> u32 {
        let number = self.stream.below(bound);
        self.numbers.borrow_mut().push((bound, number));
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameKind, Recorder};
    use fair::{Nonce, Secret};
    use game::{Seat, Seed};
    use std::collections::BTreeMap;

    /// Returns a proof with two nonces, and one for each seat in `more`.
    fn proof(seed: u64, more: &[Seat]) -> Proof {
        let secret = Secret::from_bytes([seed as u8; 32]);
        let mut nonces: BTreeMap<Seat, Nonce> = BTreeMap::from([
            (Seat::A, "00112233445566778899".parse().unwrap()),
            (Seat::B, "aabbccddeeff00112233".parse().unwrap()),
        ]);
        nonces.extend(more.iter().map(|&seat| (seat, "0123456789abcdef".parse().unwrap())));
        Proof { commitment: secret.commitment(), secret, table: "table".to_owned(), nonces }
    }

    /// A whole random game with fair dice, as its record.
    fn played(kind: GameKind, seed: u64, proof: &Proof) -> String {
        let dice = proof.dice().unwrap();
        let mut game = AnyGame::with_options(kind, [("players", "2")]).unwrap();
        let mut recorder = Recorder::new(&game);
        let mut choice = Seed(seed).substream("choice", 0);
        while let Some(step) = game.random_step(dice, &mut choice) {
            game.apply(&step).unwrap();
            recorder.push(step);
        }
        let mut record = recorder.finish(&game);
        record.header.fair = serde_json::to_value(proof).unwrap().as_object().cloned();
        record.to_string()
    }

    #[test]
    fn whole_games_verify() {
        for (&kind, seed) in GameKind::ALL.iter().zip(1..) {
            let record = played(kind, seed, &proof(seed, &[]));
            let verified = verify(record.as_bytes()).unwrap();
            assert!(verified.draws.len() > 10, "{kind}");
            let outcomes = record.matches("\"chance\"").count();
            assert_eq!(verified.draws.len(), outcomes, "{kind}");
            assert!(verified.draws.iter().all(|drawn| drawn.numbers.iter().all(|(bound, n)| n < bound)));
            // Whoever knows no rules can tell from `among` which card a number stole.
            for drawn in verified.draws.iter().filter(|drawn| drawn.purpose == "steal") {
                let cards = drawn.among.iter().flat_map(|(card, copies)| (0..*copies).map(move |_| card));
                let cards: Vec<&String> = cards.collect();
                let [(bound, number)] = drawn.numbers[..] else { panic!("one number: {drawn:?}") };
                assert_eq!((cards.len(), cards[number as usize]), (bound as usize, &drawn.outcome));
            }
        }
    }

    /// A change to the header of a record, or to its proof.
    type Change<'a> = &'a dyn Fn(&mut serde_json::Value);

    /// Every outcome of a game as another one that could have come there; an island with two hexes exchanged.
    fn other_outcomes(record: &str) -> Vec<(u64, String)> {
        let mut others = Vec::new();
        let mut before: Option<AnyGame> = None;
        for position in replay(record.as_bytes()).unwrap() {
            let position = position.unwrap();
            if let (Some(before), Some(Step::Outcome(outcome))) = (before, &position.step) {
                let other = if let Some(layout) = outcome.strip_prefix("layout ") {
                    let mut hexes: Vec<&str> = layout.split(' ').collect();
                    let other = (1..19).find(|&n| hexes[n] != hexes[0] && hexes[n] != "desert").unwrap();
                    hexes.swap(0, other);
                    Some(format!("layout {}", hexes.join(" ")))
                } else {
                    let possible = before.chance_outcomes().into_iter().filter(|(_, weight)| *weight > 0);
                    possible.map(|(text, _)| text).find(|text| text != outcome)
                };
                others.extend(other.map(|other| (position.line, other)));
            }
            before = Some(position.game);
        }
        others
    }

    /// Long because it is a list of ways to tamper.
    #[test]
    fn tampering_of_any_kind_is_found_in_every_game() {
        for (&kind, seed) in GameKind::ALL.iter().zip(9..) {
            let proof = proof(seed, &[]);
            let record = played(kind, seed, &proof);
            let lines: Vec<&str> = record.lines().collect();
            let with = |change: &dyn Fn(&mut Vec<String>)| {
                let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
                change(&mut changed);
                assert_ne!(changed, lines, "{kind}: something was changed");
                verify(changed.join("\n").as_bytes())
            };
            let header = |change: Change<'_>| {
                with(&|lines| {
                    let mut header = serde_json::from_str(&lines[0]).unwrap();
                    change(&mut header);
                    lines[0] = header.to_string();
                })
            };

            // An outcome as another one that the rules allow there: the dice tell, and in which line.
            let others = other_outcomes(&record);
            assert!(others.len() > 20, "{kind}");
            for (line, other) in &others {
                let changed = with(&|lines| lines[*line as usize - 1] = format!(r#"{{"chance":"{other}"}}"#));
                let found = matches!(&changed, Err(VerifyError::OtherOutcome { line: at, recorded, .. })
                    if at == line && recorded == other);
                assert!(found || line == &2, "{kind}: line {line} as {other}: {changed:?}");
                assert!(changed.is_err(), "{kind}: line {line} as {other}");
            }
            // Outcomes that are missing, come twice, or in another order.
            let chances: Vec<usize> = (1..lines.len()).filter(|&n| lines[n].contains("\"chance\"")).collect();
            for (n, &at) in chances.iter().enumerate().step_by(chances.len().div_ceil(60)) {
                assert!(with(&|lines| drop(lines.remove(at))).is_err(), "{kind}: without line {}", at + 1);
                let twice = with(&|lines| lines.insert(at, lines[at].clone()));
                assert!(twice.is_err(), "{kind}: line {} twice", at + 1);
                if let Some(&next) = chances[n + 1..].iter().find(|&&next| lines[next] != lines[at]) {
                    let swapped = with(&|lines| lines.swap(at, next));
                    assert!(swapped.is_err(), "{kind}: lines {} and {} swapped", at + 1, next + 1);
                }
            }
            // A record that breaks off, says that another won, or goes on after its end.
            let last = lines.len() - 1;
            for until in (1..last).step_by(lines.len().div_ceil(40)) {
                let cut = with(&|lines| lines.truncate(until));
                let is_found = matches!(cut, Err(VerifyError::Unfinished { line }) if line as usize == until);
                assert!(is_found, "{kind}: {until} lines: {cut:?}");
            }
            assert!(with(&|lines| drop(lines.remove(last - 1))).is_err(), "{kind}: without the last step");
            assert!(with(&|lines| lines.push(lines[last].clone())).is_err(), "{kind}: two results");
            let other_winner = with(&|lines| {
                lines[last] = if lines[last].contains(r#""winners":["A"]"#) {
                    lines[last].replace(r#""winners":["A"]"#, r#""winners":["B"]"#)
                } else {
                    lines[last].replace("\"winners\":[", "\"winners\":[\"F\",").replace(",]", "]")
                }
            });
            assert!(other_winner.is_err(), "{kind}: another winner");

            // Any digit of secret, commitment and nonces.
            let from = lines[0].find("\"fair\"").unwrap();
            let until = from + lines[0][from..].find("\"table\":\"table\"}").unwrap();
            let is_digit = |at: &usize| {
                let word =
                    |text: &str| ["\"commitment\"", "\"secret\"", "\"nonces\"", "\"fair\""].contains(&text);
                let quoted = lines[0][..*at].rfind('"').map(|open| &lines[0][open..]);
                let quoted = quoted.and_then(|rest| rest[1..].find('"').map(|end| &rest[..end + 2]));
                lines[0].as_bytes()[*at].is_ascii_hexdigit() && !quoted.is_some_and(word)
            };
            let mut changed = 0;
            for at in (from..until).filter(is_digit) {
                let digit = if lines[0].as_bytes()[at] == b'0' { "1" } else { "0" };
                assert!(with(&|lines| lines[0].replace_range(at..=at, digit)).is_err(), "{kind}: {at}");
                changed += 1;
            }
            assert!(changed > 150, "{kind}: {changed}");
            // Another envelope, and another one with what is in it.
            let stranger = Secret::from_bytes([77; 32]);
            let commitment = serde_json::json!(stranger.commitment());
            let other = header(&|header| header["fair"]["commitment"] = commitment.clone());
            assert!(matches!(other, Err(VerifyError::OtherSecret(_))), "{kind}");
            let both = header(&|header| {
                header["fair"]["commitment"] = commitment.clone();
                header["fair"]["secret"] = serde_json::json!(stranger);
            });
            assert!(matches!(both, Err(VerifyError::OtherOutcome { .. })), "{kind}: {both:?}");
            // Nonces: taken away, added, exchanged, given to another; another table.
            let nonces: [(&str, Change<'_>); 6] = [
                ("none", &|fair| fair["nonces"] = serde_json::json!({})),
                ("one less", &|fair| drop(fair["nonces"].as_object_mut().unwrap().remove("B"))),
                ("one more", &|fair| fair["nonces"]["C"] = "0123456789abcdef".into()),
                ("exchanged", &|fair| {
                    let nonces = fair["nonces"].as_object_mut().unwrap();
                    let (a, b) = (nonces["A"].clone(), nonces["B"].clone());
                    nonces.extend([("A".to_owned(), b), ("B".to_owned(), a)]);
                }),
                ("longer", &|fair| fair["nonces"]["A"] = "001122334455667788990".into()),
                ("another table", &|fair| fair["table"] = "tables".into()),
            ];
            for (what, change) in nonces {
                assert!(header(&|header| change(&mut header["fair"])).is_err(), "{kind}: {what}");
            }
            // Another game, other rules, other seats, a beginning in the middle, no proof.
            let other = GameKind::ALL.iter().find(|&&other| other != kind).unwrap().name();
            assert!(header(&|header| header["game"] = other.into()).is_err(), "{kind}: another game");
            assert!(header(&|header| header["rules"] = 99.into()).is_err(), "{kind}: other rules");
            assert!(
                header(&|header| header["options"]["players"] = 3.into()).is_err(),
                "{kind}: a seat more"
            );
            let without = header(&|header| drop(header.as_object_mut().unwrap().remove("fair")));
            assert!(matches!(without, Err(VerifyError::NoProof)), "{kind}");
        }
    }

    /// A server, which knows the secret, could otherwise try nonces for a seat that nobody has, until the dice are to its liking.
    #[test]
    fn a_seat_that_is_not_there_adds_nothing() {
        for (&kind, seed) in GameKind::ALL.iter().zip(1..) {
            let record = played(kind, seed, &proof(seed, &[Seat::C]));
            assert!(matches!(verify(record.as_bytes()), Err(VerifyError::Stranger(Seat::C))), "{kind}");
        }
    }

    /// The rest of a game, from the position in its middle: the draws that are left are proved, and that the position was
    /// given is said.
    #[test]
    fn a_game_from_a_position_is_proved_from_there_on() {
        for (&kind, seed) in GameKind::ALL.iter().zip(1..) {
            let record = played(kind, seed, &proof(seed, &[]));
            let positions: Vec<_> = replay(record.as_bytes()).unwrap().map(Result::unwrap).collect();
            let middle = &positions[positions.len() / 2];
            let mut header: serde_json::Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
            header["setup"] = serde_json::Value::Object(middle.game.to_setup());
            let rest: Vec<&str> = record.lines().skip(middle.line as usize).collect();
            let half = format!("{header}\n{}\n", rest.join("\n"));
            let (whole, verified) = (verify(record.as_bytes()).unwrap(), verify(half.as_bytes()).unwrap());
            assert_eq!((whole.from_position, verified.from_position), (false, true), "{kind}");
            let rest = whole.draws.iter().filter(|drawn| drawn.line > middle.line);
            let outcomes =
                |drawn: &Drawn| (drawn.purpose, drawn.index, drawn.outcome.clone(), drawn.numbers.clone());
            assert!(rest.map(outcomes).eq(verified.draws.iter().map(outcomes)), "{kind}");
            for (line, other) in other_outcomes(&half) {
                let mut lines: Vec<&str> = half.lines().collect();
                let other = format!(r#"{{"chance":"{other}"}}"#);
                lines[line as usize - 1] = &other;
                let found = verify(lines.join("\n").as_bytes());
                assert!(
                    matches!(found, Err(VerifyError::OtherOutcome { line: at, .. }) if at == line),
                    "{kind}: {found:?}"
                );
            }
        }
    }
}
