//! The reasons for refusing an action or an outcome.

use crate::vocabulary::{OwnIllegal as _, Vocabulary};
use crate::{Counts, Edge, Hex, Rates, Vertex};
use game::{Seat, SeatSet};
use std::fmt;

pub use game::Clause;

/// A piece of a seat's own supply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Piece {
    Road,
    Settlement,
    City,
}

impl Piece {
    /// The English word, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Road => "road",
            Piece::Settlement => "settlement",
            Piece::City => "city",
        }
    }
    /// The number that each seat has (`CATAN-COMP-7`).
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Piece::Road => 15,
            Piece::Settlement => 5,
            Piece::City => 4,
        }
    }
}

/// The reason for refusing an action or an outcome, with the clause that forbids it.
///
/// Nothing here depends on what the asking seat may not know (`CATAN-INFO-13`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the fields are named in the sentence above them
pub enum Illegal<R: Vocabulary> {
    /// The game is over.
    GameOver,
    /// This table has no such seat.
    NoSuchSeat { seat: Seat },
    /// Nature moves first.
    ChanceDue,
    /// No outcome of nature is due now, or one of another kind.
    ChanceNotDue,
    /// The outcome cannot happen here.
    ImpossibleChance { reason: &'static str, clause: Clause },
    /// Another seat is active.
    NotYourTurn { deciding: SeatSet },
    /// Only the active seat makes offers; the others answer and propose.
    OffersFromActive { active: Seat },
    /// The active seat cannot do this to itself.
    OwnTurn,
    /// A required decision is open.
    DecisionOpen { decision: R::Decision },
    /// This answers a decision that is not open.
    NotAsked { clause: Clause },
    /// The dice come first.
    RollFirst,
    /// The dice were rolled this turn.
    AlreadyRolled,
    /// The hand does not hold the price.
    CannotPay { price: Counts<R::Kind> },
    /// No piece of this kind is left.
    NoPieceLeft { piece: Piece },
    /// A road lies there.
    PathTaken { edge: Edge<R::Map> },
    /// No own road, settlement or city adjoins.
    NotConnected { edge: Edge<R::Map> },
    /// An own road adjoins, but something of an opponent's stands between.
    RoadBlocked { edge: Edge<R::Map>, vertex: Vertex<R::Map>, clause: Clause },
    /// A starting road must adjoin the settlement just placed.
    NotAtNewBuilding { edge: Edge<R::Map>, vertex: Vertex<R::Map> },
    /// A building stands there.
    IntersectionTaken { vertex: Vertex<R::Map> },
    /// The distance rule.
    TooClose { vertex: Vertex<R::Map>, neighbour: Vertex<R::Map> },
    /// No own road ends there.
    NoRoadTo { vertex: Vertex<R::Map>, clause: Clause },
    /// A city replaces an own settlement.
    NotOwnSettlement { vertex: Vertex<R::Map> },
    /// Trade is over for this turn.
    TradeOver,
    /// The supply has not enough of this kind.
    SupplyLacks { kind: R::Kind, clause: Clause },
    /// The robber must leave its hex.
    RobberStays { hex: Hex<R::Map> },
    /// The robber spares a player with few points.
    FriendlyRobber { hex: Hex<R::Map>, seat: Seat },
    /// This seat cannot be robbed there.
    NotAVictim { seat: Seat },
    /// The theft is not optional here.
    MustSteal,
    /// This seat has discarded already.
    AlreadyHandedIn,
    /// The wrong number of cards.
    WrongCount { owed: u8, given: u32, clause: Clause },
    /// The seat's hand does not hold these cards.
    NotInHand { cards: Counts<R::Kind>, clause: Clause },
    /// One exchange gives cards of one kind.
    MixedKinds,
    /// One exchange takes another kind than it gives.
    SameKind { kind: R::Kind },
    /// The seat has other rates for this kind.
    WrongRate { kind: R::Kind, rates: Rates },
    /// The seat is entitled to this rate, but here the best one must be used.
    NotBestRate { kind: R::Kind, best: u8 },
    /// Each side gives at least one card.
    Gift,
    /// A kind is on both sides.
    KindOnBothSides { kind: R::Kind },
    /// An offer goes to one or more opponents.
    BadAddressees,
    /// No offer is open.
    NoOffer,
    /// The open offer does not address this seat.
    NotAddressed,
    /// The seat has given this answer already.
    SameAnswer,
    /// The seat has neither accepted nor made a counter-offer.
    NotAgreed { seat: Seat },
    /// The seat has no open proposal.
    NoProposal { seat: Seat },
    /// The seat has made all the offers and proposals that it may make in a turn.
    OfferLimit { limit: u8 },
    /// The seat has not enough points to declare victory.
    TooFewPoints { points: u8, goal: u8 },
    /// The engine declares victory itself.
    DeclaredAutomatically,
    /// A refusal that only this game has.
    Own(R::OwnIllegal),
}

impl<R: Vocabulary> Illegal<R> {
    /// The clause that stands against it.
    #[must_use]
    pub fn clause(&self) -> Clause {
        use Illegal as I;
        match *self {
            I::GameOver => "CATAN-WIN-7",
            I::NoSuchSeat { .. } => "CATAN-OPT-17",
            I::ChanceDue | I::ChanceNotDue => "CATAN-INFO-14",
            I::ImpossibleChance { clause, .. }
            | I::NotAsked { clause }
            | I::SupplyLacks { clause, .. }
            | I::WrongCount { clause, .. }
            | I::RoadBlocked { clause, .. }
            | I::NoRoadTo { clause, .. }
            | I::NotInHand { clause, .. } => clause,
            I::Own(own) => own.clause(),
            I::NotYourTurn { .. } => R::CLAUSES.not_your_turn,
            I::DecisionOpen { .. } => R::CLAUSES.decision_open,
            I::RollFirst => R::CLAUSES.roll_first,
            I::AlreadyRolled => R::CLAUSES.already_rolled,
            I::CannotPay { .. } => "CATAN-COST-2",
            I::NoPieceLeft { piece } => match piece {
                Piece::Road => "CATAN-BUILD-2",
                Piece::Settlement => "CATAN-SETT-5",
                Piece::City => "CATAN-CITY-3",
            },
            I::PathTaken { .. } => "CATAN-ROAD-2",
            I::NotConnected { .. } => "CATAN-ROAD-3",
            I::NotAtNewBuilding { .. } => "CATAN-SETUP-4",
            I::IntersectionTaken { .. } | I::TooClose { .. } => "CATAN-SETT-3",
            I::NotOwnSettlement { .. } => "CATAN-CITY-1",
            I::TradeOver => R::CLAUSES.trade_over,
            I::RobberStays { .. } => "CATAN-ROB-2",
            I::FriendlyRobber { .. } => "CATAN-ROB-9",
            I::NotAVictim { .. } | I::MustSteal => "CATAN-ROB-5",
            I::AlreadyHandedIn => "CATAN-SEVEN-7",
            I::MixedKinds | I::SameKind { .. } => "CATAN-MAR-5",
            I::WrongRate { rates, .. } => {
                let [special, generic, basic] = R::CLAUSES.rates;
                match rates.best() {
                    Rates::SPECIAL => special,
                    Rates::GENERIC => generic,
                    _ => basic,
                }
            }
            I::NotBestRate { .. } => "CATAN-MAR-4",
            I::OffersFromActive { .. } => "CATAN-DOM-1",
            I::Gift => "CATAN-DOM-3",
            I::KindOnBothSides { .. } => "CATAN-DOM-4",
            I::OwnTurn | I::BadAddressees => "CATAN-DOM-7",
            I::NotAddressed => "CATAN-DOM-7",
            I::SameAnswer => "CATAN-DOM-12",
            I::NoOffer | I::NotAgreed { .. } | I::NoProposal { .. } => "CATAN-DOM-8",
            I::OfferLimit { .. } => "CATAN-DOM-9",
            I::TooFewPoints { .. } | I::DeclaredAutomatically => "CATAN-WIN-5",
        }
    }
}

impl<R: Vocabulary> fmt::Display for Illegal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Illegal as I;
        match *self {
            I::GameOver => write!(f, "the game is over"),
            I::NoSuchSeat { seat } => write!(f, "nobody sits in seat {seat} in this game"),
            I::ChanceDue => write!(f, "dice must be rolled or cards drawn first"),
            I::ChanceNotDue => write!(f, "no such outcome is due now"),
            I::ImpossibleChance { reason, .. } => write!(f, "this outcome cannot happen: {reason}"),
            I::NotYourTurn { deciding } => write!(f, "it is seat {deciding}'s turn"),
            I::OffersFromActive { active } => {
                write!(f, "only seat {active}, whose turn it is, makes offers; others propose to that seat")
            }
            I::OwnTurn => write!(f, "the active player makes offers, the others answer and propose"),
            I::DecisionOpen { decision } => write!(f, "first {decision}"),
            I::NotAsked { .. } => write!(f, "there is no such decision to make now"),
            I::RollFirst => write!(f, "the dice must be rolled first"),
            I::AlreadyRolled => write!(f, "the dice have already been rolled this turn"),
            I::CannotPay { price } => write!(f, "this costs {price}, which is not in the hand"),
            I::NoPieceLeft { piece } => write!(f, "you have no {} left in your supply", piece.name()),
            I::PathTaken { edge } => write!(f, "a road lies on {edge}"),
            I::NotConnected { edge } => write!(f, "{edge} touches none of your roads, settlements or cities"),
            I::RoadBlocked { edge, vertex, .. } => {
                write!(f, "an opponent's building on {vertex} separates {edge} from your road")
            }
            I::NotAtNewBuilding { edge, vertex } => {
                write!(f, "{edge} does not adjoin the new settlement on {vertex}")
            }
            I::IntersectionTaken { vertex } => write!(f, "a building stands on {vertex}"),
            I::TooClose { vertex, neighbour } => write!(f, "{vertex} is next to the building on {neighbour}"),
            I::NoRoadTo { vertex, .. } => write!(f, "none of your roads leads to {vertex}"),
            I::NotOwnSettlement { vertex } => write!(f, "you have no settlement on {vertex}"),
            I::TradeOver => write!(f, "trade is over for this turn: something was built or bought"),
            I::SupplyLacks { kind, .. } => write!(f, "the supply does not have enough {kind}"),
            I::RobberStays { hex } => write!(f, "the robber is on {hex} and must move to another hex"),
            I::FriendlyRobber { hex, seat } => {
                write!(
                    f,
                    "the friendly robber spares seat {seat}, who has a building at {hex} and few points"
                )
            }
            I::NotAVictim { seat } => write!(f, "seat {seat} cannot be robbed there"),
            I::MustSteal => write!(f, "the player who moves the robber must steal here"),
            I::AlreadyHandedIn => write!(f, "the discard has already been handed in"),
            I::WrongCount { owed, given, .. } => write!(f, "{owed} cards must be discarded, not {given}"),
            I::NotInHand { cards, .. } => write!(f, "the hand does not hold {cards}"),
            I::MixedKinds => write!(f, "the cards given to the supply must be of one kind"),
            I::SameKind { kind } => write!(f, "{kind} cannot be exchanged for {kind}"),
            I::WrongRate { kind, rates } => write!(f, "the supply takes {kind} at {rates}"),
            I::NotBestRate { kind, best } => {
                write!(f, "here the best rate must be used, which is {best}:1 for {kind}")
            }
            I::Gift => write!(f, "each side must give at least one card"),
            I::KindOnBothSides { kind } => write!(f, "{kind} is on both sides of the exchange"),
            I::BadAddressees => write!(f, "an offer goes to one or more opponents at the table"),
            I::NoOffer => write!(f, "no offer is open"),
            I::NotAddressed => write!(f, "the open offer is not addressed to this seat"),
            I::SameAnswer => write!(f, "this answer has already been given"),
            I::NotAgreed { seat } => {
                write!(f, "seat {seat} has neither accepted the offer nor made a counter-offer")
            }
            I::NoProposal { seat } => write!(f, "seat {seat} has no open proposal"),
            I::OfferLimit { limit: 0 } => write!(f, "players do not trade with each other in this game"),
            I::OfferLimit { limit } => write!(f, "only {limit} offers and proposals are allowed per turn"),
            I::TooFewPoints { points, goal } => {
                write!(f, "{points} points are not enough; {goal} are needed")
            }
            I::Own(own) => own.fmt(f),
            I::DeclaredAutomatically => write!(f, "victory is declared automatically in this game"),
        }
    }
}

impl<R: Vocabulary> std::error::Error for Illegal<R> {}
