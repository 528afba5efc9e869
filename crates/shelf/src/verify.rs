//! Whether the outcomes of a game were those that its dice gave.
//!
//! ```
//! use shelf::verify::{Fault, verify};
//! let unproved = r#"{"neuland":1,"game":"catan","rules":1,"options":{"players":2},"seats":[null,null]}"#;
//! assert!(matches!(verify(unproved.as_bytes()), Err(Fault::NoProof)));
//! ```

use crate::AnyGame;
use crate::replay::{ReplayError, replay};
use fair::{Dice, OtherSecret, Proof};
use game::record::Step;
use game::{Draws, Source};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt;
use std::io::BufRead;

/// One draw that was computed again. As JSON it is a row of `neuland verify --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Drawn {
    /// The line of the record.
    pub line: u64,
    /// What it was drawn for: `roll`.
    pub purpose: &'static str,
    /// The running number of such draws.
    pub index: u64,
    /// What came out, in the words of the record.
    pub outcome: String,
    /// How it came out: each bound with the number below it, in the order they were drawn.
    pub numbers: Vec<(u32, u32)>,
    /// For a stolen card, which follows from a hand and so from the rules: what it was one of, each with its number of
    /// copies, in the order of the numbers. Empty for draws whose possible outcomes follow from the record alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub among: Vec<(String, u32)>,
}

/// A record whose outcomes all are those of its dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verified {
    /// The proof it carries.
    #[serde(rename = "fair")]
    pub proof: Proof,
    /// Every draw, in order.
    pub draws: Vec<Drawn>,
    /// Whether the game is over in it.
    #[serde(rename = "over")]
    pub is_over: bool,
}

/// Why a record does not prove that its game was fair.
#[derive(Debug)]
pub enum Fault {
    /// It is not a record, or not of a game that the rules allow.
    Record(ReplayError),
    /// Its header has no proof.
    NoProof,
    /// The proof cannot be read.
    Unreadable {
        /// What is wrong with it.
        message: String,
    },
    /// The secret is not the one that was committed to.
    OtherSecret(OtherSecret),
    /// An outcome is another than the dice gave.
    OtherOutcome {
        /// The line.
        line: u64,
        /// What the record says.
        recorded: String,
        /// What the dice gave.
        drawn: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Record(error) => error.fmt(f),
            Fault::NoProof => f.write_str(
                "the record has no proof: its header has no field `fair`, or its game is not over and the secret not \
                 yet revealed",
            ),
            Fault::Unreadable { message } => write!(f, "line 1: the proof in `fair` cannot be read: {message}"),
            Fault::OtherSecret(other) => write!(f, "line 1: {other}: the dice may have been chosen afterwards"),
            Fault::OtherOutcome { line, recorded, drawn } => {
                write!(f, "line {line}: `{recorded}` is recorded, but the dice gave `{drawn}`")
            }
        }
    }
}

impl std::error::Error for Fault {}

impl From<ReplayError> for Fault {
    fn from(error: ReplayError) -> Fault {
        Fault::Record(error)
    }
}

/// Replays a record and computes every draw of it again.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn verify(record: impl BufRead) -> Result<Verified, Fault> {
    let replay = replay(record)?;
    let fair = replay.header().fair.clone().ok_or(Fault::NoProof)?;
    let proof: Proof = serde_json::from_value(fair.into())
        .map_err(|error| Fault::Unreadable { message: error.to_string() })?;
    let dice = proof.dice().map_err(Fault::OtherSecret)?;
    let mut draws = Vec::new();
    let mut before: Option<AnyGame> = None;
    for position in replay {
        let position = position?;
        if let (Some(before), Some(Step::Outcome(recorded))) = (before, position.step) {
            let (purpose, index) = before.chance_key().expect("an outcome was due");
            let numbers = RefCell::default();
            let drawn = before.draw(Watched { dice: &dice, numbers: &numbers }).expect("an outcome was due");
            if drawn != recorded {
                return Err(Fault::OtherOutcome { line: position.line, recorded, drawn });
            }
            let numbers = numbers.into_inner();
            let among = if purpose == "steal" { before.chance_outcomes() } else { Vec::new() };
            draws.push(Drawn { line: position.line, purpose, index, outcome: drawn, numbers, among });
        }
        before = Some(position.game);
    }
    Ok(Verified { proof, draws, is_over: before.is_some_and(|game| game.outcome().is_some()) })
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

    /// A whole random game with fair dice, as its record.
    fn played(kind: GameKind, seed: u64) -> String {
        let secret = Secret::from_bytes([seed as u8; 32]);
        let nonce: Nonce = "00112233445566778899".parse().unwrap();
        let nonces = BTreeMap::from([(Seat::A, nonce.clone()), (Seat::B, nonce)]);
        let proof = Proof { commitment: secret.commitment(), secret, table: "table".to_owned(), nonces };
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
            let record = played(kind, seed);
            let verified = verify(record.as_bytes()).unwrap();
            assert!(verified.is_over && verified.draws.len() > 10, "{kind}");
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

    #[test]
    fn tampering_of_any_kind_is_found() {
        let record = played(GameKind::Catan, 9);
        // Another roll.
        let line = record.lines().find(|line| line.contains("dice 3 ") || line.contains("dice 4 ")).unwrap();
        let other = line.replace("dice 3 ", "dice 5 ").replace("dice 4 ", "dice 5 ");
        assert!(verify(record.replacen(line, &other, 1).as_bytes()).is_err());
        // Each line without another one: either the game cannot have gone like that, or the dice were others.
        let lines: Vec<&str> = record.lines().collect();
        for (n, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("chance")).step_by(9) {
            let mut fewer = lines.clone();
            fewer.remove(n);
            assert!(verify(fewer.join("\n").as_bytes()).is_err(), "without {line}");
        }
        // Any digit of the proof.
        let header = lines[0];
        let from = header.find("\"fair\"").unwrap();
        let until = from + header[from..].find("\"table\":\"table\"}").unwrap();
        let mut changed = 0;
        for at in (from..until).filter(|&at| header.as_bytes()[at].is_ascii_hexdigit()) {
            let digit = if header.as_bytes()[at] == b'0' { "1" } else { "0" };
            let header = format!("{}{digit}{}", &header[..at], &header[at + 1..]);
            let text = record.replacen(lines[0], &header, 1);
            assert!(verify(text.as_bytes()).is_err(), "{header}");
            changed += 1;
        }
        assert!(changed > 150, "{changed}");
        // No proof at all.
        let mut without: serde_json::Value = serde_json::from_str(header).unwrap();
        without.as_object_mut().unwrap().remove("fair");
        let without = record.replacen(header, &without.to_string(), 1);
        assert!(matches!(verify(without.as_bytes()), Err(Fault::NoProof)));
    }
}
