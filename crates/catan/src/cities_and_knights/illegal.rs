//! Why an action or outcome is refused.

use crate::cities_and_knights::{Area, CardKind, Hand, Progress};
use crate::{Clause, EdgeId, HexId, Piece, Rates, VertexId};
use game::{Seat, SeatSet};
use std::fmt;

/// Why something cannot be done. Each has its words in every language, so the list is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Nature is to act first.
    ChanceDue,
    /// It is not this seat's to decide.
    NotYourTurn { deciding: SeatSet },
    /// Another decision is open (`CK-TURN-4`).
    DecisionOpen { decision: Decision },
    /// Nothing of the kind is asked.
    NotAsked { clause: Clause },
    /// First the dice (`CK-TURN-3`).
    RollFirst,
    /// The dice are rolled.
    AlreadyRolled,
    /// The path has a road.
    PathTaken { edge: EdgeId },
    /// The path joins nothing of the seat's.
    NotConnected { edge: EdgeId },
    /// An opponent's building or knight is in between.
    RoadBlocked { edge: EdgeId, vertex: VertexId, clause: Clause },
    /// A starting road adjoins the new building.
    NotAtNewBuilding { edge: EdgeId, vertex: VertexId },
    /// The road just removed does not go back (`CK-POL-10`).
    SamePath { edge: EdgeId },
    /// A building stands there.
    IntersectionTaken { vertex: VertexId },
    /// A knight stands there (`CK-KNIGHT-6`).
    KnightThere { vertex: VertexId },
    /// A building is too near.
    TooClose { vertex: VertexId, neighbor: VertexId },
    /// No own road ends there.
    NoRoadTo { vertex: VertexId, clause: Clause },
    /// No own settlement is there.
    NotOwnSettlement { vertex: VertexId },
    /// A laid city comes first (`CK-BARB-9`).
    LaidCityFirst,
    /// No own city is there.
    NotOwnCity { vertex: VertexId, clause: Clause },
    /// A wall is there.
    HasWall { vertex: VertexId },
    /// A metropolis is there.
    HasMetropolis { vertex: VertexId, clause: Clause },
    /// No piece is left.
    NoPieceLeft { piece: Piece },
    /// No wall is left.
    NoWallLeft,
    /// No knight of this strength is left (`CK-KNIGHT-2`).
    NoKnightLeft { strength: u8 },
    /// It costs more than the hand has.
    CannotPay { price: Hand },
    /// The cards are not in the hand.
    NotInHand { cards: Hand, clause: Clause },
    /// No own knight is there.
    NotOwnKnight { vertex: VertexId, clause: Clause },
    /// It is active.
    AlreadyActive { vertex: VertexId },
    /// It is inactive and cannot fight (`CK-BARB-15`).
    Inactive { vertex: VertexId },
    /// It may not act in this turn (`CK-KNIGHT-8`).
    CannotAct { vertex: VertexId },
    /// It was promoted in this turn (`CK-KNIGHT-4`).
    PromotedAlready { vertex: VertexId },
    /// It is mighty.
    AlreadyMighty { vertex: VertexId },
    /// Mighty only with the Fortress (`CK-KNIGHT-5`).
    NeedsFortress,
    /// The place is taken.
    NotFree { vertex: VertexId, clause: Clause },
    /// No route of own roads leads there (`CK-KNIGHT-9`, `CK-KNIGHT-12`).
    NoRoute { to: VertexId, clause: Clause },
    /// No opponent's knight is there.
    NoForeignKnight { vertex: VertexId, clause: Clause },
    /// It is not weaker (`CK-KNIGHT-11`).
    NotWeaker { vertex: VertexId },
    /// The robber is not beside the knight (`CK-KNIGHT-13`).
    RobberNotNear { vertex: VertexId },
    /// Nothing moves the robber before the first attack (`CK-ROB-1`).
    RobberLocked,
    /// The robber is there.
    RobberStays { hex: HexId },
    /// The friendly robber spares it.
    FriendlyRobber { hex: HexId, seat: Seat },
    /// The hex has no number (`CK-OPT-6`).
    NoNumber { hex: HexId },
    /// This seat cannot be robbed.
    NotAVictim { seat: Seat },
    /// There is no level above.
    HighestLevel { area: Area },
    /// Without a city there is no improvement (`CK-IMP-2`).
    NeedsCity,
    /// Levels 4 and 5 need a plain city (`CK-IMP-3`).
    NeedsPlainCity,
    /// Each level 4 needs another city (`CK-IMP-3`, `CK-OPT-7`).
    NeedsCities { cities: u8 },
    /// The trade step is over.
    TradeOver,
    /// Several kinds at once.
    MixedKinds,
    /// A kind for itself.
    SameKind { kind: CardKind },
    /// The seat has other rates for this kind.
    WrongRate { kind: CardKind, rates: Rates },
    /// The seat is entitled to this rate, but here the best one must be used.
    NotBestRate { kind: CardKind, best: u8 },
    /// The theft is not optional here.
    MustSteal,
    /// The supply has none.
    SupplyLacks { kind: CardKind, clause: Clause },
    /// Nothing for something is no trade.
    Gift,
    /// A kind on both sides.
    KindOnBothSides { kind: CardKind },
    /// Too many offers.
    OfferLimit { limit: u8 },
    /// No offer is open.
    NoOffer,
    /// The offer is not addressed to the seat.
    NotAddressed,
    /// That was answered already.
    SameAnswer,
    /// The seat did not agree.
    NotAgreed { seat: Seat },
    /// The seat has no open proposal.
    NoProposal { seat: Seat },
    /// Addressees must be opponents.
    BadAddressees,
    /// Only the active player makes offers.
    OffersFromActive { active: Seat },
    /// One does not propose to oneself.
    OwnTurn,
    /// Another number of cards.
    WrongCount { owed: u8, given: u32, clause: Clause },
    /// Handed in already.
    AlreadyHandedIn,
    /// The progress card is not in the hand.
    NoSuchCard { card: Progress, clause: Clause },
    /// It cannot be played now.
    NotNow { card: Progress, clause: Clause },
    /// It is known to do nothing (`CK-PROG-9`).
    KnownNull { card: Progress },
    /// What was chosen does not fit the card.
    BadTarget { card: Progress, clause: Clause },
    /// The seat has been forced in this turn (`CK-TRD-1`).
    ForcedAlready { seat: Seat },
    /// No Commercial Harbor was played.
    NoHarborPlayed,
    /// That is no commodity.
    NotACommodity { kind: CardKind },
    /// That is no resource.
    NotAResource { kind: CardKind, clause: Clause },
    /// The deck is empty.
    EmptyDeck { area: Area },
    /// Not enough points.
    TooFewPoints { points: u8, goal: u8 },
    /// There is no such seat, or it is the own.
    NoSuchSeat { seat: Seat },
    /// No such outcome is due.
    ChanceNotDue,
    /// It cannot happen.
    ImpossibleChance { reason: &'static str, clause: Clause },
}

/// What is to be decided first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Decision {
    Founding,
    Muster,
    Pillage,
    Deck,
    Draw,
    FifthCard,
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

impl Decision {
    /// What it is, in words: "first …".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Decision::Founding => "the starting pieces are to be placed",
            Decision::Muster => "seats say which knights fight",
            Decision::Pillage => "a city is to be named that is lost",
            Decision::Deck => "a deck is to be chosen",
            Decision::Draw => "it is to be said whether a progress card is drawn",
            Decision::FifthCard => "a progress card too many is to be discarded",
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
        }
    }
}

/// The word for a knight of this strength, 1 to 3.
#[must_use]
pub(crate) const fn strength_word(strength: u8) -> &'static str {
    match strength {
        1 => "basic",
        2 => "strong",
        _ => "mighty",
    }
}

impl Illegal {
    /// The clause that stands behind it.
    #[must_use]
    pub const fn clause(&self) -> Clause {
        match self {
            Illegal::GameOver => "CATAN-WIN-7",
            Illegal::ChanceDue | Illegal::ChanceNotDue => "CATAN-INFO-14",
            Illegal::AlreadyRolled => "CK-TURN-1",
            Illegal::NotYourTurn { .. } => "CK-TURN-5",
            Illegal::DecisionOpen { .. } => "CK-TURN-4",
            Illegal::NotAsked { clause }
            | Illegal::RoadBlocked { clause, .. }
            | Illegal::NoRoadTo { clause, .. }
            | Illegal::NotOwnCity { clause, .. }
            | Illegal::HasMetropolis { clause, .. }
            | Illegal::NotOwnKnight { clause, .. }
            | Illegal::NotFree { clause, .. }
            | Illegal::NoRoute { clause, .. }
            | Illegal::NoForeignKnight { clause, .. }
            | Illegal::SupplyLacks { clause, .. }
            | Illegal::NoSuchCard { clause, .. }
            | Illegal::NotAResource { clause, .. }
            | Illegal::NotInHand { clause, .. }
            | Illegal::WrongCount { clause, .. }
            | Illegal::NotNow { clause, .. }
            | Illegal::BadTarget { clause, .. }
            | Illegal::ImpossibleChance { clause, .. } => clause,
            Illegal::RollFirst => "CK-TURN-3",
            Illegal::PathTaken { .. } => "CATAN-ROAD-2",
            Illegal::NotConnected { .. } => "CATAN-ROAD-3",
            Illegal::NotAtNewBuilding { .. } => "CATAN-SETUP-4",
            Illegal::SamePath { .. } => "CK-POL-10",
            Illegal::IntersectionTaken { .. } | Illegal::TooClose { .. } => "CATAN-SETT-3",
            Illegal::KnightThere { .. } => "CK-KNIGHT-6",
            Illegal::NotOwnSettlement { .. } => "CATAN-CITY-1",
            Illegal::LaidCityFirst => "CK-BARB-18",
            Illegal::HasWall { .. } | Illegal::NoWallLeft => "CK-WALL-1",
            Illegal::NoPieceLeft { piece } => match piece {
                Piece::Road => "CATAN-BUILD-2",
                Piece::Settlement => "CATAN-SETT-5",
                Piece::City => "CATAN-CITY-3",
            },
            Illegal::NoKnightLeft { .. } => "CK-KNIGHT-2",
            Illegal::CannotPay { .. } => "CATAN-COST-2",
            Illegal::AlreadyActive { .. } => "CK-KNIGHT-3",
            Illegal::Inactive { .. } => "CK-BARB-15",
            Illegal::CannotAct { .. } => "CK-KNIGHT-8",
            Illegal::PromotedAlready { .. } | Illegal::AlreadyMighty { .. } => "CK-KNIGHT-4",
            Illegal::NeedsFortress => "CK-KNIGHT-5",
            Illegal::NotWeaker { .. } => "CK-KNIGHT-11",
            Illegal::RobberNotNear { .. } => "CK-KNIGHT-13",
            Illegal::RobberLocked => "CK-ROB-1",
            Illegal::RobberStays { .. } => "CATAN-ROB-2",
            Illegal::FriendlyRobber { .. } => "CATAN-ROB-9",
            Illegal::NoNumber { .. } => "CK-KNIGHT-13",
            Illegal::NotAVictim { .. } | Illegal::MustSteal => "CATAN-ROB-5",
            Illegal::HighestLevel { .. } => "CK-IMP-1",
            Illegal::NeedsCity => "CK-IMP-2",
            Illegal::NeedsPlainCity | Illegal::NeedsCities { .. } => "CK-IMP-3",
            Illegal::TradeOver => "CK-TURN-6",
            Illegal::MixedKinds | Illegal::SameKind { .. } => "CATAN-MAR-5",
            Illegal::WrongRate { .. } => "CK-TRADE-2",
            Illegal::NotBestRate { .. } => "CATAN-MAR-4",
            Illegal::Gift => "CATAN-DOM-3",
            Illegal::KindOnBothSides { .. } => "CATAN-DOM-4",
            Illegal::OfferLimit { .. } => "CATAN-DOM-9",
            Illegal::NoOffer | Illegal::NotAgreed { .. } | Illegal::NoProposal { .. } => "CATAN-DOM-8",
            Illegal::NotAddressed | Illegal::BadAddressees | Illegal::OwnTurn => "CATAN-DOM-7",
            Illegal::OffersFromActive { .. } => "CATAN-DOM-1",
            Illegal::SameAnswer => "CATAN-DOM-12",
            Illegal::AlreadyHandedIn => "CATAN-SEVEN-7",
            Illegal::KnownNull { .. } => "CK-PROG-9",
            Illegal::ForcedAlready { .. } | Illegal::NoHarborPlayed | Illegal::NotACommodity { .. } => {
                "CK-TRD-1"
            }
            Illegal::EmptyDeck { .. } => "CK-BARB-16",
            Illegal::TooFewPoints { .. } => "CATAN-WIN-5",
            Illegal::NoSuchSeat { .. } => "CATAN-OPT-17",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::ChanceDue => f.write_str("an outcome of chance comes first"),
            Illegal::NotYourTurn { deciding } => write!(f, "it is for {deciding} to decide"),
            Illegal::DecisionOpen { decision } => write!(f, "first {}", decision.words()),
            Illegal::NotAsked { .. } => f.write_str("nothing of the kind is asked now"),
            Illegal::RollFirst => f.write_str("the dice are to be rolled first"),
            Illegal::AlreadyRolled => f.write_str("the dice are rolled already"),
            Illegal::PathTaken { edge } => write!(f, "{edge} has a road"),
            Illegal::NotConnected { edge } => write!(f, "{edge} does not join anything of yours"),
            Illegal::RoadBlocked { edge, vertex, .. } => {
                write!(f, "the way to {edge} is blocked by an opponent on {vertex}")
            }
            Illegal::NotAtNewBuilding { edge, vertex } => {
                write!(f, "{edge} does not adjoin the new building on {vertex}")
            }
            Illegal::SamePath { edge } => write!(f, "the road just removed does not go back to {edge}"),
            Illegal::IntersectionTaken { vertex } => write!(f, "a building stands on {vertex}"),
            Illegal::KnightThere { vertex } => write!(f, "a knight stands on {vertex}"),
            Illegal::TooClose { vertex, neighbor } => {
                write!(f, "{vertex} is next to the building on {neighbor}")
            }
            Illegal::NoRoadTo { vertex, .. } => write!(f, "no road of yours ends at {vertex}"),
            Illegal::NotOwnSettlement { vertex } => write!(f, "no settlement of yours is on {vertex}"),
            Illegal::LaidCityFirst => f.write_str("the city laid on its side is to be set upright first"),
            Illegal::NotOwnCity { vertex, .. } => write!(f, "no city of yours is on {vertex}"),
            Illegal::HasWall { vertex } => write!(f, "the city on {vertex} has a wall"),
            Illegal::HasMetropolis { vertex, .. } => write!(f, "a metropolis is on {vertex}"),
            Illegal::NoPieceLeft { piece } => write!(f, "no {} is left in your supply", piece.name()),
            Illegal::NoWallLeft => f.write_str("no wall is left in your supply"),
            Illegal::NoKnightLeft { strength } => {
                write!(f, "no {} knight is left in your supply", strength_word(strength))
            }
            Illegal::CannotPay { price } => write!(f, "it costs {price}, which you do not hold"),
            Illegal::NotInHand { cards, .. } => write!(f, "you do not hold {cards}"),
            Illegal::NotOwnKnight { vertex, .. } => write!(f, "no knight of yours is on {vertex}"),
            Illegal::AlreadyActive { vertex } => write!(f, "the knight on {vertex} is active"),
            Illegal::Inactive { vertex } => write!(f, "the knight on {vertex} is inactive"),
            Illegal::CannotAct { vertex } => {
                write!(f, "the knight on {vertex} was not active before this turn, or has acted")
            }
            Illegal::PromotedAlready { vertex } => {
                write!(f, "the knight on {vertex} was promoted in this turn")
            }
            Illegal::AlreadyMighty { vertex } => write!(f, "the knight on {vertex} is mighty"),
            Illegal::NeedsFortress => f.write_str("mighty knights need the Fortress"),
            Illegal::NotFree { vertex, .. } => write!(f, "{vertex} is not free"),
            Illegal::NoRoute { to, .. } => write!(f, "no route of your roads leads to {to}"),
            Illegal::NoForeignKnight { vertex, .. } => write!(f, "no opponent's knight is on {vertex}"),
            Illegal::NotWeaker { vertex } => write!(f, "the knight on {vertex} is not weaker"),
            Illegal::RobberNotNear { vertex } => write!(f, "the robber is on no hex at {vertex}"),
            Illegal::RobberLocked => f.write_str("nothing moves the robber before the first attack"),
            Illegal::RobberStays { .. } => f.write_str("the robber must go to another hex"),
            Illegal::FriendlyRobber { seat, .. } => write!(f, "the robber spares seat {seat}"),
            Illegal::NoNumber { hex } => write!(f, "{hex} has no number"),
            Illegal::NotAVictim { seat } => write!(f, "seat {seat} cannot be robbed there"),
            Illegal::HighestLevel { area } => write!(f, "{area} is at its highest level"),
            Illegal::NeedsCity => f.write_str("improvements need a city"),
            Illegal::NeedsPlainCity => f.write_str("this level needs a city without a metropolis"),
            Illegal::NeedsCities { cities } => write!(f, "each level 4 needs another city, {cities} in all"),
            Illegal::TradeOver => f.write_str("the trade step is over"),
            Illegal::MixedKinds => f.write_str("the supply takes cards of one kind"),
            Illegal::SameKind { kind } => write!(f, "{kind} is not exchanged for itself"),
            Illegal::WrongRate { kind, rates } => write!(f, "the supply takes {kind} at {rates}"),
            Illegal::NotBestRate { kind, best } => {
                write!(f, "here the best rate must be used, which is {best}:1 for {kind}")
            }
            Illegal::MustSteal => f.write_str("whoever moves the robber must steal here"),
            Illegal::SupplyLacks { kind, .. } => write!(f, "the supply has no {kind}"),
            Illegal::Gift => f.write_str("both sides must give something"),
            Illegal::KindOnBothSides { kind } => write!(f, "{kind} is on both sides"),
            Illegal::OfferLimit { limit } => {
                write!(f, "only {limit} offers and proposals are allowed in a turn")
            }
            Illegal::NoOffer => f.write_str("no offer is open"),
            Illegal::NotAddressed => f.write_str("the offer is not made to you"),
            Illegal::SameAnswer => f.write_str("this answer was given already"),
            Illegal::NotAgreed { seat } => write!(f, "seat {seat} has not agreed"),
            Illegal::NoProposal { seat } => write!(f, "seat {seat} has no open proposal"),
            Illegal::BadAddressees => f.write_str("an offer is made to one opponent or more"),
            Illegal::OffersFromActive { active } => {
                write!(f, "offers are made by seat {active}, whose turn it is")
            }
            Illegal::OwnTurn => f.write_str("it is your own turn: make an offer"),
            Illegal::WrongCount { owed, given, .. } => write!(f, "{owed} cards are owed, not {given}"),
            Illegal::AlreadyHandedIn => f.write_str("that is handed in already"),
            Illegal::NoSuchCard { card, .. } => write!(f, "you do not hold {card}"),
            Illegal::NotNow { card, .. } => write!(f, "{card} cannot be played now"),
            Illegal::KnownNull { card } => write!(f, "{card} would do nothing"),
            Illegal::BadTarget { card, .. } => write!(f, "{card} cannot be played on that"),
            Illegal::ForcedAlready { seat } => write!(f, "seat {seat} was forced in this turn already"),
            Illegal::NoHarborPlayed => f.write_str("no Commercial Harbor was played in this turn"),
            Illegal::NotACommodity { kind } => write!(f, "{kind} is no commodity"),
            Illegal::NotAResource { kind, .. } => write!(f, "{kind} is no resource"),
            Illegal::EmptyDeck { area } => write!(f, "the {area} deck is empty"),
            Illegal::TooFewPoints { points, goal } => write!(f, "{points} points are not {goal}"),
            Illegal::NoSuchSeat { seat } => write!(f, "there is no opponent at seat {seat}"),
            Illegal::ChanceNotDue => f.write_str("no such outcome is due"),
            Illegal::ImpossibleChance { reason, .. } => f.write_str(reason),
        }
    }
}

impl std::error::Error for Illegal {}
