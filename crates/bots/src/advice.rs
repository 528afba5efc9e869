//! Advice: what a bot would do, why, and what it would do next best.
//!
//! Reasons are data, never words: the pages put them into the reader's language, and programs read them as JSON.

use game::Seat;
use serde::Serialize;
#[cfg(any(feature = "catan", feature = "carcassonne"))]
use std::cell::RefCell;

/// The most actions that a bot names, its choice included.
pub const CHOICES: usize = 3;

/// The most reasons that a bot gives for an action.
pub const REASONS: usize = 4;

/// An action that a bot names, with the main reasons for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advised<A> {
    /// The action.
    pub action: A,
    /// The reasons, the most important one first; empty if the bot has none to tell.
    pub reasons: Vec<Reason>,
}

/// A reason for an action: a term of the bot's own evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// It wins the game.
    Wins,
    /// Nothing else can be done.
    Only,
    /// It brings points at once.
    Points {
        /// The points.
        points: i32,
    },
    /// It brings more cards of a kind.
    Income {
        /// The kind.
        kind: String,
        /// The rolls, of 36, that bring one more such card.
        rolls: u16,
        /// Whether the seat had no income of this kind before.
        first: bool,
    },
    /// It opens a harbour.
    Harbour {
        /// The kind that the harbour takes; `None` for a generic one.
        kind: Option<String>,
    },
    /// It leads to a place for a settlement.
    Opens {
        /// The roads still to be built before one can settle there.
        roads: u8,
        /// The rolls, of 36, that bring a card there.
        rolls: u16,
    },
    /// It brings Longest Road closer.
    LongestRoad {
        /// The roads still missing; 0 if it takes the card.
        missing: u8,
    },
    /// It brings Largest Army closer.
    LargestArmy {
        /// The knights still missing; 0 if it takes the card.
        missing: u8,
    },
    /// It shortens the seat's own way to victory.
    Sooner {
        /// The rolls of the dice that are saved.
        rolls: u16,
    },
    /// It lengthens another seat's way to victory.
    Slows {
        /// The other seat.
        seat: Seat,
        /// The rolls of the dice that are lost.
        rolls: u16,
    },
    /// It takes a card from another seat.
    Steals {
        /// The other seat.
        seat: Seat,
    },
    /// It frees the seat's own hexes from the robber.
    Frees,
    /// It makes the hand small enough for a 7.
    SafeHand {
        /// The most cards that are safe.
        limit: u16,
    },
    /// It pays for what comes next.
    Then {
        /// The next action, as text.
        action: String,
    },
    /// These cards are missed least.
    Spares,
    /// It strengthens the defence against the barbarians.
    Defence,
    /// It brings more progress cards.
    Progress,
    /// Nothing that can be bought now is worth more than saving.
    Saves,
    /// It makes the seat's own features worth more.
    Grows {
        /// The kind of the feature that gains most.
        feature: &'static str,
        /// The points that this feature is expected to gain.
        points: i32,
    },
    /// The figure is expected to earn points there.
    Claims {
        /// The kind of the feature.
        feature: &'static str,
        /// The points that may be expected.
        points: i32,
        /// The chance that the feature is completed, in percent; `None` for features that never are.
        chance: Option<u8>,
    },
    /// Another seat may expect fewer points.
    Costs {
        /// The other seat.
        seat: Seat,
        /// The points that it loses.
        points: i32,
    },
    /// Figures come back.
    Returns {
        /// The number of figures.
        figures: u8,
    },
    /// The figures are worth more in the supply.
    Keeps {
        /// The figures there.
        figures: u8,
    },
    /// It brings another tile at once.
    SecondTile,
}

/// The actions that a bot weighed for one decision, with their scores, in any unit that is comparable within the decision.
#[cfg(any(feature = "catan", feature = "carcassonne"))]
#[derive(Debug)]
pub(crate) struct Notes<A>(RefCell<Vec<(A, f32)>>);

#[cfg(any(feature = "catan", feature = "carcassonne"))]
impl<A: Copy + PartialEq> Notes<A> {
    pub(crate) fn new() -> Notes<A> {
        Notes(RefCell::new(Vec::new()))
    }

    /// Notes a score; of several for one action, the best counts.
    pub(crate) fn add(&self, action: A, score: f32) {
        let mut notes = self.0.borrow_mut();
        match notes.iter_mut().find(|(known, _)| *known == action) {
            Some((_, best)) => *best = best.max(score),
            None => notes.push((action, score)),
        }
    }

    /// Whether one of the noted actions, with its score, is such.
    #[cfg(feature = "carcassonne")]
    pub(crate) fn any(&self, is_such: impl Fn(A, f32) -> bool) -> bool {
        self.0.borrow().iter().any(|&(action, score)| is_such(action, score))
    }

    /// Returns the chosen action, then the best of the others; of those that are alike, one.
    pub(crate) fn best(self, chosen: A, is_alike: impl Fn(A, A) -> bool) -> Vec<A> {
        let mut notes = self.0.into_inner();
        // The order of equals is that in which they were weighed.
        notes.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let mut best = vec![chosen];
        for (action, _) in notes {
            if best.len() == CHOICES {
                break;
            }
            if !best.iter().any(|&known| known == action || is_alike(known, action)) {
                best.push(action);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(any(feature = "catan", feature = "carcassonne"))]
    fn the_choice_comes_first_and_the_best_others_follow() {
        let notes = Notes::new();
        for (action, score) in [('a', 1.0), ('b', 3.0), ('a', 2.0), ('c', 0.0), ('d', 2.5)] {
            notes.add(action, score);
        }
        assert_eq!(notes.best('a', |_, _| false), ['a', 'b', 'd']);
        assert_eq!(Notes::new().best('x', |_, _| false), ['x']);
    }

    #[test]
    fn a_reason_is_a_flat_document() {
        let income = Reason::Income { kind: "ore".to_owned(), rolls: 5, first: true };
        let text = serde_json::to_string(&income).unwrap();
        assert_eq!(text, r#"{"reason":"income","kind":"ore","rolls":5,"first":true}"#);
        assert_eq!(serde_json::to_string(&Reason::Wins).unwrap(), r#"{"reason":"wins"}"#);
    }
}
