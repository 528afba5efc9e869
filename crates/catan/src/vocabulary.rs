//! The words that one game on the island adds to the common ones: its cards, options, actions, outcomes, events, phases and
//! refusals. How it plays with them is [`Rules`](crate::Rules).

use crate::board::Board;
use crate::seats::{SeatValue, Seats};
use crate::{Clause, CommonOptions, Kind};
use game::{ParseError, Viewer};
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// The words of a game on the island.
pub trait Vocabulary: Copy + Ord + Hash + Debug + Default + 'static {
    /// The map on which it is played.
    type Map: Board;
    /// The most seats of a game.
    const SEATS: usize;
    /// One value for each seat: a [`BySeat`](game::BySeat) of [`SEATS`](Vocabulary::SEATS).
    type PerSeat<T: SeatValue>: Seats<T>;
    /// The kinds of hand cards.
    type Kind: Kind;
    /// The rule switches.
    type Options: CommonOptions;
    /// The state that this game has beside the common one.
    type Own: Copy + Eq + Debug;
    /// Actions that only this game has.
    type OwnAction: OwnAction;
    /// Outcomes of nature that only this game has.
    type OwnChance: OwnText;
    /// Kinds of them.
    type OwnChanceKind: OwnText;
    /// Events that only this game has.
    type OwnEvent: OwnEvent;
    /// Phases that only this game has.
    type OwnPhase: Copy + Eq + Debug;
    /// The reason for moving the robber.
    type Cause: Copy + Eq + Debug + Default;
    /// Refusals that only this game has.
    type OwnIllegal: OwnIllegal;
    /// A decision that can be open and must be made first, as in "first the robber must be moved".
    type Decision: Copy + Eq + Debug + Display;
    /// Whether the second building of the set-up phase is a city (`CK-SETUP-2`).
    const SECOND_IS_CITY: bool = false;
    /// Whether everybody sees all points.
    const POINTS_ARE_OPEN: bool = false;
    /// The clauses that each rulebook has for itself.
    const CLAUSES: Clauses;
}

/// Clauses behind refusals of all games on the island, each by its own rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clauses {
    /// The dice are rolled once a turn.
    pub already_rolled: Clause,
    /// Only the seat whose turn it is acts.
    pub not_your_turn: Clause,
    /// An open decision comes first.
    pub decision_open: Clause,
    /// The dice come first.
    pub roll_first: Clause,
    /// Building ends the trade step.
    pub trade_over: Clause,
    /// Exchanges with the supply.
    pub supply_trade: Clause,
    /// The rates of a special harbour, of a generic one, and without any.
    pub rates: [Clause; 3],
}

/// The actions that only one game knows.
pub trait OwnAction: Copy + Eq + Hash + Debug + Display {
    /// The words they begin with, each with an example of the whole.
    const WORDS: &'static [(&'static str, &'static str)];

    /// The action that these words say; `None` if they begin like one but do not say it.
    ///
    /// # Errors
    /// If a word is not what it should be.
    fn read(words: &[&str]) -> Result<Option<Self>, ParseError>;
}

/// Outcomes, or kinds of them, that only one game knows.
pub trait OwnText: Copy + Eq + Hash + Debug + Display {
    /// Examples of the text forms.
    const EXAMPLES: &'static [&'static str];

    /// Reads the value that these words say; `None` if it is none of these.
    ///
    /// # Errors
    /// If a word is not what it should be.
    fn read(words: &[&str]) -> Result<Option<Self>, ParseError>;
}

/// Events that only one game knows.
pub trait OwnEvent: Copy + PartialEq + Debug + game::ReadEvent {
    /// The event as `viewer` may know it.
    #[must_use]
    fn redact(self, viewer: Viewer) -> Self;
}

/// Refusals that only one game has.
pub trait OwnIllegal: Copy + PartialEq + Debug + Display {
    /// The clause that stands against it.
    fn clause(&self) -> Clause;
}
