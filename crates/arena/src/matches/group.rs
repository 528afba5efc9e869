//! The results of a group of games.

use crate::fault::Faults;
use crate::first_fault::FirstFault;
use crate::stats::Wins;
use crate::timed::Stopwatch;
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The result of a game. Lists have one member for each seat, from A on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The seats that the win counts for; empty if the game ended without a winner.
    pub winners: SeatSet,
    /// The points at the end.
    pub points: Vec<i32>,
    /// Turns begun.
    pub turns: u32,
    /// Decisions made.
    pub actions: u32,
    /// The seat whose forfeit ended the game early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<Seat>,
    /// The seats whose bots lost the game by a fault.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub lost: SeatSet,
    /// The seats on which the process of a bot broke.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub broke: SeatSet,
    /// The faults; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Faults>,
    /// The first fault of each kind that a bot has made so far in the match; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_faults: Vec<FirstFault>,
    /// The luck, in games won, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<f64>>,
    /// The times of decisions, if they were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<Stopwatch>>,
}

fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

impl GameResult {
    /// The part of the win that a seat has. A game without a winner counts as won by all seats together.
    #[must_use]
    pub fn won(&self, seat: Seat) -> Wins {
        let sharing = if self.winners.is_empty() { SeatSet::first(self.points.len()) } else { self.winners };
        let share = Wins::shared(sharing.into_iter().len()).unwrap_or(Wins::NONE);
        if sharing.contains(seat) { share } else { Wins::NONE }
    }
}

/// The results of a group, one game for each rotation of its table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The number of the group.
    pub group: u64,
    /// Its games.
    pub games: Vec<GameResult>,
}
