//! Puzzles: positions from games between bots in which one action is clearly best.
//!
//! A file has one puzzle a line, as JSON. [`mine`](crate::mine) finds them; [`Puzzle::built_in`] has those of this version of the program.

use crate::analysed::Cause;
use crate::answers::{Answer, Answers};
use crate::coach::{TurningPoint, reasons, then};
use crate::report::Decision;
use game::record::Object;
use game::{Seat, Turn};
use serde::{Deserialize, Serialize};
use shelf::{AnyGame, GameKind};
use std::sync::OnceLock;

/// Another action of a puzzle, compared with the best one by rollouts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rival {
    /// The action.
    pub action: String,
    /// Its loss against the best one, in shares of a win: never positive.
    pub cost: f64,
    /// The standard error of the loss.
    pub error: f64,
}

/// A position in which one action is clearly best, with the measurements that say so.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The game.
    pub game: String,
    /// The number of the game between bots from which it comes.
    pub from: u64,
    /// The step of that game, from 1.
    pub step: usize,
    /// The seat that decides.
    pub seat: Seat,
    /// The seat's share of the win before the decision, from what it knows.
    pub known: f64,
    /// The kind of the best action.
    pub kind: Cause,
    /// The best action.
    pub best: String,
    /// The most promising others, the best first.
    pub rivals: Vec<Rival>,
    /// The position.
    pub setup: Object,
}

impl Puzzle {
    /// The puzzles of a game in this version of the program, in an order that later versions only add to.
    #[must_use]
    pub fn built_in(kind: GameKind) -> &'static [Puzzle] {
        static PUZZLES: OnceLock<Vec<(GameKind, Vec<Puzzle>)>> = OnceLock::new();
        let all = PUZZLES.get_or_init(|| {
            let read = |(name, text): (&str, &str)| Some((name.parse().ok()?, read(text)));
            FILES.into_iter().filter_map(read).collect()
        });
        all.iter().find(|(game, _)| *game == kind).map_or(&[], |(_, puzzles)| puzzles)
    }

    /// The puzzle of a day, counted from any day on: all puzzles of a game in turn.
    #[must_use]
    pub fn of_day(kind: GameKind, day: u64) -> Option<usize> {
        let count = Puzzle::built_in(kind).len() as u64;
        // Neighbours in a file come from different games.
        (count > 0).then(|| (day % count) as usize)
    }

    /// A number that identifies the position and the seat, whatever order the puzzles have: FNV-1a of both.
    #[must_use]
    pub fn id(&self) -> u64 {
        let setup = serde_json::to_string(&self.setup).unwrap_or_default();
        let bytes = self.game.bytes().chain(self.seat.to_string().into_bytes()).chain(setup.into_bytes());
        bytes
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// The position; `None` if this version of the rules does not have it.
    #[must_use]
    pub fn position(&self) -> Option<AnyGame> {
        let kind: GameKind = self.game.parse().ok()?;
        AnyGame::from_setup(kind, &serde_json::Value::Object(self.setup.clone())).ok()
    }

    /// The puzzle as a decision with its position and the reasons for the best action; `None` if it does not fit the rules.
    #[must_use]
    pub fn point(&self) -> Option<TurningPoint> {
        let position = self.position()?;
        let is_due = matches!(position.turn(), Turn::Decide(seats) if seats.contains(self.seat));
        (is_due && position.check(self.seat, &self.best).is_ok()).then_some(())?;
        let decision = Decision {
            step: 1,
            turn: position.turns(),
            seat: self.seat,
            action: self.best.clone(),
            choices: position.legal_actions(self.seat).len(),
            known: self.known,
            best: self.best.clone(),
            cost: 0.0,
            error: None,
            mark: None,
        };
        let rivals = self.rivals.iter().map(|it| Answer { action: it.action.clone(), cost: it.cost });
        let best = Answer { action: self.best.clone(), cost: 0.0 };
        let answers = Answers { kind: self.kind, list: std::iter::once(best).chain(rivals).collect() };
        let reasons = reasons(&position, &decision, &[]);
        let then = then(&position, &decision, &[]);
        Some(TurningPoint { decision, position, reasons, answers, then })
    }
}

/// The files of this version, by game.
const FILES: [(&str, &str); 5] = [
    ("catan", include_str!("puzzles/catan.puzzles")),
    ("cities-and-knights", include_str!("puzzles/cities-and-knights.puzzles")),
    ("carcassonne", include_str!("puzzles/carcassonne.puzzles")),
    ("traders-and-builders", include_str!("puzzles/traders-and-builders.puzzles")),
    ("mayflower", include_str!("puzzles/mayflower.puzzles")),
];

/// Reads the puzzles of a file. Empty lines and those that begin with `#` are skipped, and so is a last line that was cut off.
#[must_use]
pub fn read(text: &str) -> Vec<Puzzle> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}
