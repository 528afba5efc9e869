//! The reasons for refusing an action or an outcome.

use crate::cities_and_knights::{Area, CardKind, Knights, Progress, Strength};
use crate::vocabulary::{self, Clauses};
use crate::{Clause, EdgeId, HexId, VertexId, illegal};
use game::Seat;
use std::fmt;

/// The reason why Cities & Knights refuses an action or an outcome.
pub type Illegal = illegal::Illegal<Knights>;

/// A refusal that only Cities & Knights has. Each is translated into every language, so the list is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum OwnIllegal {
    /// The road just removed does not go back (`CK-POL-10`).
    SamePath { edge: EdgeId },
    /// A knight stands there (`CK-KNIGHT-6`).
    KnightThere { vertex: VertexId },
    /// A laid city comes first (`CK-BARB-9`).
    LaidCityFirst,
    /// No own city is there.
    NotOwnCity { vertex: VertexId, clause: Clause },
    /// A wall is there.
    HasWall { vertex: VertexId },
    /// A metropolis is there.
    HasMetropolis { vertex: VertexId, clause: Clause },
    /// No wall is left.
    NoWallLeft,
    /// No knight of this strength is left (`CK-KNIGHT-2`).
    NoKnightLeft { strength: Strength },
    /// No own knight is there.
    NotOwnKnight { vertex: VertexId, clause: Clause },
    /// The knight is already active.
    AlreadyActive { vertex: VertexId },
    /// The knight is inactive and cannot fight (`CK-BARB-15`).
    Inactive { vertex: VertexId },
    /// The knight may not act in this turn (`CK-KNIGHT-8`).
    CannotAct { vertex: VertexId },
    /// The knight was promoted in this turn (`CK-KNIGHT-4`).
    PromotedAlready { vertex: VertexId },
    /// The knight is already mighty.
    AlreadyMighty { vertex: VertexId },
    /// A knight becomes mighty only with the Fortress (`CK-KNIGHT-5`).
    NeedsFortress,
    /// The place is taken.
    NotFree { vertex: VertexId, clause: Clause },
    /// No route of own roads leads there (`CK-KNIGHT-9`, `CK-KNIGHT-12`).
    NoRoute { to: VertexId, clause: Clause },
    /// No opponent's knight is there.
    NoForeignKnight { vertex: VertexId, clause: Clause },
    /// The opponent's knight is not weaker (`CK-KNIGHT-11`).
    NotWeaker { vertex: VertexId },
    /// The robber is not beside the knight (`CK-KNIGHT-13`).
    RobberNotNear { vertex: VertexId },
    /// Nothing moves the robber before the first attack (`CK-ROB-1`).
    RobberLocked,
    /// The hex has no number (`CK-OPT-6`).
    NoNumber { hex: HexId },
    /// There is no level above.
    HighestLevel { area: Area },
    /// Without a city there is no improvement (`CK-IMP-2`).
    NeedsCity,
    /// Levels 4 and 5 need a plain city (`CK-IMP-3`).
    NeedsPlainCity,
    /// Each level 4 needs another city (`CK-IMP-3`, `CK-OPT-7`).
    NeedsCities { cities: u8 },
    /// The progress card is not in the hand.
    NoSuchCard { card: Progress, clause: Clause },
    /// The progress card cannot be played now.
    NotNow { card: Progress, clause: Clause },
    /// The progress card is known to do nothing (`CK-PROG-9`).
    KnownNull { card: Progress },
    /// The choice does not fit the card.
    BadTarget { card: Progress, clause: Clause },
    /// The knight to place for the Deserter is of this strength, which is not chosen (`CK-POL-3`).
    StrengthIsGiven { strength: Strength },
    /// The strength of the knight to place is chosen, and was not named (`CK-OPT-11`).
    StrengthToChoose,
    /// The knight to place cannot be stronger than the one that deserted (`CK-OPT-11`).
    StrongerThanDeserter { strength: Strength },
    /// The seat has been forced in this turn (`CK-TRD-1`).
    ForcedAlready { seat: Seat },
    /// No Commercial Harbor was played.
    NoCommercialHarborPlayed,
    /// The kind is not a commodity.
    NotACommodity { kind: CardKind },
    /// The kind is not a resource.
    NotAResource { kind: CardKind, clause: Clause },
    /// The deck is empty.
    EmptyDeck { area: Area },
}

/// Refuses what does not fit a card.
pub(crate) fn bad_target(card: Progress, clause: Clause) -> Result<(), Illegal> {
    Err(Illegal::Own(OwnIllegal::BadTarget { card, clause }))
}

/// An open decision, which must be made first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Decision {
    Founding,
    Muster,
    Pillage,
    Deck,
    Draw,
    FifthCard,
    EarlyCards,
    Aqueduct,
    Discards,
    Robber,
    Victim,
    FreeRoad,
    Retreat,
    Deserter,
    PlacingDeserter,
    ReplacingRoad,
    Spy,
    TakingCards,
    Gifts,
    ForcedExchange,
    Metropolis,
}

impl fmt::Display for Decision {
    /// Writes the decision as a clause, as in "first the robber is to be moved".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Founding => "the starting pieces are to be placed",
            Decision::Muster => "seats say which knights fight",
            Decision::Pillage => "a city is to be named that is lost",
            Decision::Deck => "a deck is to be chosen",
            Decision::Draw => "it is to be said whether a progress card is drawn",
            Decision::FifthCard => "a progress card too many is to be discarded",
            Decision::EarlyCards => "it is to be said which progress cards are played before the production",
            Decision::Aqueduct => "the Aqueduct's resource is to be taken or left",
            Decision::Discards => "cards are to be discarded",
            Decision::Robber => "the robber is to be moved",
            Decision::Victim => "it is to be said who is robbed",
            Decision::FreeRoad => "a free road is to be built or left",
            Decision::Retreat => "the displaced knight is to be moved",
            Decision::Deserter => "a knight is to be removed",
            Decision::PlacingDeserter => "a knight is to be placed or not",
            Decision::ReplacingRoad => "the removed road is to be placed again or not",
            Decision::Spy => "a progress card is to be taken or left",
            Decision::TakingCards => "cards are to be taken",
            Decision::Gifts => "cards are to be given",
            Decision::ForcedExchange => "a commodity is to be given",
            Decision::Metropolis => "the metropolis is to be placed",
        })
    }
}

impl vocabulary::OwnIllegal for OwnIllegal {
    fn clause(&self) -> Clause {
        use OwnIllegal as I;
        match *self {
            I::NotOwnCity { clause, .. }
            | I::HasMetropolis { clause, .. }
            | I::NotOwnKnight { clause, .. }
            | I::NotFree { clause, .. }
            | I::NoRoute { clause, .. }
            | I::NoForeignKnight { clause, .. }
            | I::NoSuchCard { clause, .. }
            | I::NotAResource { clause, .. }
            | I::NotNow { clause, .. }
            | I::BadTarget { clause, .. } => clause,
            I::StrengthIsGiven { .. } | I::StrengthToChoose | I::StrongerThanDeserter { .. } => "CK-POL-3",
            I::SamePath { .. } => "CK-POL-10",
            I::KnightThere { .. } => "CK-KNIGHT-6",
            I::LaidCityFirst => "CK-BARB-18",
            I::HasWall { .. } | I::NoWallLeft => "CK-WALL-1",
            I::NoKnightLeft { .. } => "CK-KNIGHT-2",
            I::AlreadyActive { .. } => "CK-KNIGHT-3",
            I::Inactive { .. } => "CK-BARB-15",
            I::CannotAct { .. } => "CK-KNIGHT-8",
            I::PromotedAlready { .. } | I::AlreadyMighty { .. } => "CK-KNIGHT-4",
            I::NeedsFortress => "CK-KNIGHT-5",
            I::NotWeaker { .. } => "CK-KNIGHT-11",
            I::RobberNotNear { .. } | I::NoNumber { .. } => "CK-KNIGHT-13",
            I::RobberLocked => "CK-ROB-1",
            I::HighestLevel { .. } => "CK-IMP-1",
            I::NeedsCity => "CK-IMP-2",
            I::NeedsPlainCity | I::NeedsCities { .. } => "CK-IMP-3",
            I::KnownNull { .. } => "CK-PROG-9",
            I::ForcedAlready { .. } | I::NoCommercialHarborPlayed | I::NotACommodity { .. } => "CK-TRD-1",
            I::EmptyDeck { .. } => "CK-BARB-16",
        }
    }
}

/// The clauses of the rulebook of Cities & Knights.
pub(crate) const CLAUSES: Clauses = Clauses {
    already_rolled: "CK-TURN-1",
    not_your_turn: "CK-TURN-5",
    decision_open: "CK-TURN-4",
    roll_first: "CK-TURN-3",
    trade_over: "CK-TURN-6",
    supply_trade: "CK-TRADE-2",
    rates: ["CK-TRADE-2"; 3],
};

impl fmt::Display for OwnIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OwnIllegal::SamePath { edge } => write!(f, "the road just removed cannot go back to {edge}"),
            OwnIllegal::KnightThere { vertex } => write!(f, "a knight stands on {vertex}"),
            OwnIllegal::LaidCityFirst => f.write_str("the city laid on its side must be set upright first"),
            OwnIllegal::NotOwnCity { vertex, .. } => write!(f, "no city of yours is on {vertex}"),
            OwnIllegal::HasWall { vertex } => write!(f, "the city on {vertex} has a wall"),
            OwnIllegal::HasMetropolis { vertex, .. } => write!(f, "a metropolis is on {vertex}"),
            OwnIllegal::NoWallLeft => f.write_str("no wall is left in your supply"),
            OwnIllegal::NoKnightLeft { strength } => {
                write!(f, "no {strength} knight is left in your supply")
            }
            OwnIllegal::NotOwnKnight { vertex, .. } => write!(f, "no knight of yours is on {vertex}"),
            OwnIllegal::AlreadyActive { vertex } => write!(f, "the knight on {vertex} is active"),
            OwnIllegal::Inactive { vertex } => write!(f, "the knight on {vertex} is inactive"),
            OwnIllegal::CannotAct { vertex } => {
                write!(f, "the knight on {vertex} was not active before this turn, or has acted")
            }
            OwnIllegal::PromotedAlready { vertex } => {
                write!(f, "the knight on {vertex} was promoted in this turn")
            }
            OwnIllegal::AlreadyMighty { vertex } => write!(f, "the knight on {vertex} is mighty"),
            OwnIllegal::NeedsFortress => f.write_str("mighty knights need the Fortress"),
            OwnIllegal::NotFree { vertex, .. } => write!(f, "{vertex} is not free"),
            OwnIllegal::NoRoute { to, .. } => write!(f, "no route of your roads leads to {to}"),
            OwnIllegal::NoForeignKnight { vertex, .. } => write!(f, "no opponent's knight is on {vertex}"),
            OwnIllegal::NotWeaker { vertex } => write!(f, "the knight on {vertex} is not weaker"),
            OwnIllegal::RobberNotNear { vertex } => write!(f, "the robber is not on a hex at {vertex}"),
            OwnIllegal::RobberLocked => f.write_str("nothing moves the robber before the first attack"),
            OwnIllegal::NoNumber { hex } => write!(f, "{hex} has no number"),
            OwnIllegal::HighestLevel { area } => write!(f, "{area} is at its highest level"),
            OwnIllegal::NeedsCity => f.write_str("improvements need a city"),
            OwnIllegal::NeedsPlainCity => f.write_str("this level needs a city without a metropolis"),
            OwnIllegal::NeedsCities { cities } => {
                write!(f, "each level 4 needs another city, {cities} in all")
            }
            OwnIllegal::NoSuchCard { card, .. } => write!(f, "you do not hold {card}"),
            OwnIllegal::NotNow { card, .. } => write!(f, "{card} cannot be played now"),
            OwnIllegal::KnownNull { card } => write!(f, "{card} would do nothing"),
            OwnIllegal::BadTarget { card, .. } => write!(f, "{card} cannot be played like that"),
            OwnIllegal::StrengthIsGiven { strength } => {
                write!(f, "the knight to place is {strength}; do not name its strength")
            }
            OwnIllegal::StrengthToChoose => {
                f.write_str("say how strong the knight to place is, such as `place-knight I3 basic`")
            }
            OwnIllegal::StrongerThanDeserter { strength } => {
                write!(f, "the knight that deserted was {strength}; the one to place cannot be stronger")
            }
            OwnIllegal::ForcedAlready { seat } => write!(f, "seat {seat} has already been forced this turn"),
            OwnIllegal::NoCommercialHarborPlayed => f.write_str("no Commercial Harbor was played this turn"),
            OwnIllegal::NotACommodity { kind } => write!(f, "{kind} is not a commodity"),
            OwnIllegal::NotAResource { kind, .. } => write!(f, "{kind} is not a resource"),
            OwnIllegal::EmptyDeck { area } => write!(f, "the {area} deck is empty"),
        }
    }
}
