//! Refusals that only base Catan has, and the clauses of its rulebook.

use crate::Clause;
use crate::base::DevelopmentCard;
use crate::vocabulary::{self, Clauses};
use std::fmt;

/// A refusal that only base Catan has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the fields are named in the sentence above them
pub enum OwnIllegal {
    /// Only pieces are placed in the set-up phase.
    InSetup,
    /// The deck is empty.
    DeckEmpty,
    /// The hand has no such development card.
    NoSuchCard { card: DevelopmentCard },
    /// All own copies were bought this turn.
    BoughtThisTurn { card: DevelopmentCard },
    /// One card a turn.
    AlreadyPlayedCard,
    /// No free road could be placed.
    NoRoadToPlace,
    /// The free road is not optional.
    MustPlaceRoad,
    /// Year of Plenty takes two cards while the supply holds two.
    TakeTwo,
    /// This seat has nothing to discard.
    NothingToDiscard,
}

impl vocabulary::OwnIllegal for OwnIllegal {
    fn clause(&self) -> Clause {
        use OwnIllegal as I;
        match self {
            I::InSetup => "CATAN-SETUP-3",
            I::DeckEmpty => "CATAN-DEV-1",
            I::NoSuchCard { .. } => "CATAN-DEV-4",
            I::BoughtThisTurn { .. } => "CATAN-DEV-3",
            I::AlreadyPlayedCard => "CATAN-DEV-2",
            I::NoRoadToPlace | I::MustPlaceRoad => "CATAN-DEV-8",
            I::TakeTwo => "CATAN-DEV-9",
            I::NothingToDiscard => "CATAN-SEVEN-2",
        }
    }
}

impl fmt::Display for OwnIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use OwnIllegal as I;
        match *self {
            I::InSetup => write!(f, "in the set-up phase settlements and roads are placed, nothing else"),
            I::DeckEmpty => write!(f, "no development card is left"),
            I::NoSuchCard { card } => write!(f, "there is no {card} card in the hand"),
            I::BoughtThisTurn { card } => write!(f, "the {card} card was bought in this turn"),
            I::AlreadyPlayedCard => write!(f, "a development card was played already in this turn"),
            I::NoRoadToPlace => write!(f, "there is no road piece or no path for a free road"),
            I::MustPlaceRoad => write!(f, "this free road must be placed"),
            I::TakeTwo => write!(f, "two cards must be taken while the supply holds two"),
            I::NothingToDiscard => write!(f, "the hand is within the limit: nothing is to be discarded"),
        }
    }
}

/// A decision that must be finished before anything else happens (`CATAN-TURN-7`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Decision {
    Settlement,
    Road,
    Discards,
    Robber,
    Victim,
    FreeRoad,
}

impl fmt::Display for Decision {
    /// Writes the decision as a clause, as in "first the robber must be moved".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Settlement => "the starting settlement must be placed",
            Decision::Road => "the starting road must be placed",
            Decision::Discards => "all who hold too many cards must discard",
            Decision::Robber => "the robber must be moved",
            Decision::Victim => "one must choose whom to rob",
            Decision::FreeRoad => "the free roads of Road Building must be placed",
        })
    }
}

/// The clauses of base Catan's rulebook.
pub(crate) const CLAUSES: Clauses = Clauses {
    already_rolled: "CATAN-TURN-1",
    not_your_turn: "CATAN-TURN-8",
    decision_open: "CATAN-TURN-7",
    roll_first: "CATAN-TURN-6",
    trade_over: "CATAN-TURN-4",
    supply_trade: "CATAN-MAR-1",
    rates: ["CATAN-MAR-3", "CATAN-MAR-2", "CATAN-MAR-1"],
};
