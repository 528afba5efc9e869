//! Decisions of seats, and outcomes of nature.

use crate::cities_and_knights::{Area, Bundle, CardKind, Progress};
use crate::{EdgeId, HexId, Layout, VertexId, VertexSet};
use game::{Seat, SeatSet};

/// One decision of one seat. Text form as in [`super::notation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Rolls all three dice (`CK-TURN-1`).
    Roll,
    /// Ends the turn.
    EndTurn,
    /// Builds a road, also a free one, and the one that Diplomat places again.
    BuildRoad(EdgeId),
    /// Builds a settlement.
    BuildSettlement(VertexId),
    /// Builds a city, at the start also the second building (`CK-SETUP-2`).
    BuildCity(VertexId),
    /// Builds a wall (`CK-WALL-1`).
    BuildWall(VertexId),
    /// Builds a basic knight (`CK-KNIGHT-1`).
    BuildKnight(VertexId),
    /// Activates a knight (`CK-KNIGHT-3`).
    Activate(VertexId),
    /// Promotes a knight (`CK-KNIGHT-4`).
    Promote(VertexId),
    /// Moves a knight (`CK-KNIGHT-10`).
    Move {
        /// From where.
        from: VertexId,
        /// To a free intersection.
        to: VertexId,
    },
    /// Moves a knight onto a weaker one (`CK-KNIGHT-11`).
    Displace {
        /// From where.
        from: VertexId,
        /// Where the weaker knight stands.
        to: VertexId,
    },
    /// Chases the robber away (`CK-KNIGHT-13`).
    Chase(VertexId),
    /// Buys the next improvement of an area (`CK-IMP-1`).
    Improve(Area),
    /// Puts a metropolis on this city (`CK-METRO-1`).
    PlaceMetropolis(VertexId),
    /// Moves the robber.
    MoveRobber(HexId),
    /// Robs this seat.
    Steal(Seat),
    /// Hands in a discard, for a 7 or Saboteur.
    Discard(Bundle),
    /// Exchanges with the supply (`CK-TRADE-2`).
    MaritimeTrade {
        /// So many of one kind.
        give: Bundle,
        /// For one of these.
        get: CardKind,
    },
    /// Makes or replaces the active player's offer.
    Offer {
        /// What the active player hands over.
        give: Bundle,
        /// What the active player receives.
        want: Bundle,
        /// To whom.
        to: SeatSet,
    },
    /// Accepts the open offer.
    AcceptOffer,
    /// Rejects the open offer.
    RejectOffer,
    /// Would do this instead.
    CounterOffer {
        /// What the sender hands over.
        give: Bundle,
        /// What the sender receives.
        want: Bundle,
    },
    /// Carries the offer out with a seat that agreed.
    Execute(Seat),
    /// Takes the offer back.
    WithdrawOffer,
    /// Proposes an exchange to the active player.
    Propose {
        /// What the sender hands over.
        give: Bundle,
        /// What the sender receives.
        want: Bundle,
    },
    /// Takes the proposal back.
    WithdrawProposal,
    /// Accepts a proposal.
    AcceptProposal(Seat),
    /// Rejects a proposal.
    RejectProposal(Seat),
    /// Loses this city to the barbarians (`CK-BARB-7`).
    Pillage(VertexId),
    /// Sends these knights against the barbarians (`CK-BARB-15`).
    Fight(VertexSet),
    /// Draws from this deck (`CK-BARB-12`).
    ChooseDeck(Area),
    /// Draws a progress card, where that is asked (`CK-PROG-3`).
    Draw,
    /// Discards a progress card (`CK-PROG-6`).
    Drop(Progress),
    /// Takes a resource by the Aqueduct (`CK-IMP-8`).
    TakeResource(CardKind),
    /// Takes cards by Master Merchant (`CK-TRD-2`).
    TakeCards(Bundle),
    /// Takes a progress card by Spy (`CK-POL-7`).
    TakeProgress(Progress),
    /// Gives cards for Wedding (`CK-POL-9`).
    Give(Bundle),
    /// Gives a commodity for Commercial Harbor (`CK-TRD-1`).
    GiveCommodity(CardKind),
    /// Moves the own displaced knight there (`CK-KNIGHT-12`).
    Retreat(VertexId),
    /// Removes the own knight for Deserter (`CK-POL-3`).
    RemoveKnight(VertexId),
    /// Places a knight for the one that deserted; its strength, 1 to 3, where that may be chosen.
    PlaceKnight(VertexId, Option<u8>),
    /// Leaves what is optional: a free road, the Aqueduct, Spy's card, the placing for Deserter or Diplomat, a draw.
    Stop,
    /// Forces an exchange by Commercial Harbor: this seat, this resource.
    Force(Seat, CardKind),
    /// Plays a progress card.
    Play(Play),
    /// Declares victory, where that is not done by itself.
    DeclareVictory,
}

/// A progress card with what it needs to be said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Play {
    /// The values of the red and the other die.
    Alchemist(u8, u8),
    Crane,
    /// A city for the wall.
    Engineer(VertexId),
    /// Two hexes, the lower number first.
    Inventor(HexId, HexId),
    Irrigation,
    /// A settlement.
    Medicine(VertexId),
    Mining,
    RoadBuilding,
    /// One knight, or two with the lower intersection first.
    Smith(VertexId, Option<VertexId>),
    Bishop,
    /// An opponent with a knight.
    Deserter(Seat),
    /// An open road.
    Diplomat(EdgeId),
    /// An opponent's knight at the end of an own road.
    Intrigue(VertexId),
    Saboteur,
    /// An opponent with a hidden card.
    Spy(Seat),
    Warlord,
    Wedding,
    CommercialHarbor,
    /// An opponent with more points and a card.
    MasterMerchant(Seat),
    /// A hex with an own building.
    Merchant(HexId),
    /// A resource.
    ResourceMonopoly(CardKind),
    /// A commodity.
    TradeMonopoly(CardKind),
    /// Any kind.
    MerchantFleet(CardKind),
}

impl Play {
    /// Which card it is.
    #[must_use]
    pub const fn card(self) -> Progress {
        match self {
            Play::Alchemist(..) => Progress::Alchemist,
            Play::Crane => Progress::Crane,
            Play::Engineer(_) => Progress::Engineer,
            Play::Inventor(..) => Progress::Inventor,
            Play::Irrigation => Progress::Irrigation,
            Play::Medicine(_) => Progress::Medicine,
            Play::Mining => Progress::Mining,
            Play::RoadBuilding => Progress::RoadBuilding,
            Play::Smith(..) => Progress::Smith,
            Play::Bishop => Progress::Bishop,
            Play::Deserter(_) => Progress::Deserter,
            Play::Diplomat(_) => Progress::Diplomat,
            Play::Intrigue(_) => Progress::Intrigue,
            Play::Saboteur => Progress::Saboteur,
            Play::Spy(_) => Progress::Spy,
            Play::Warlord => Progress::Warlord,
            Play::Wedding => Progress::Wedding,
            Play::CommercialHarbor => Progress::CommercialHarbor,
            Play::MasterMerchant(_) => Progress::MasterMerchant,
            Play::Merchant(_) => Progress::Merchant,
            Play::ResourceMonopoly(_) => Progress::ResourceMonopoly,
            Play::TradeMonopoly(_) => Progress::TradeMonopoly,
            Play::MerchantFleet(_) => Progress::MerchantFleet,
        }
    }
}

const _: () = assert!(size_of::<Action>() <= 24);

/// What the event die shows (`CK-TERM-3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventFace {
    /// The barbarian ship; three of the six faces.
    Ship,
    /// The yellow gate.
    Trade,
    /// The blue gate.
    Politics,
    /// The green gate.
    Science,
}

impl EventFace {
    /// The faces with how many of the six show them (`CK-COMP-6`).
    pub const FACES: [(EventFace, u32); 4] =
        [(EventFace::Ship, 3), (EventFace::Trade, 1), (EventFace::Politics, 1), (EventFace::Science, 1)];

    /// What face number 0 to 5 of the die shows.
    #[inline]
    pub(crate) const fn on_die(number: u32) -> EventFace {
        match number {
            0..3 => EventFace::Ship,
            3 => EventFace::Trade,
            4 => EventFace::Politics,
            _ => EventFace::Science,
        }
    }

    /// The area of a gate.
    #[must_use]
    pub const fn gate(self) -> Option<Area> {
        match self {
            EventFace::Ship => None,
            EventFace::Trade => Some(Area::Trade),
            EventFace::Politics => Some(Area::Politics),
            EventFace::Science => Some(Area::Science),
        }
    }

    /// The name: `ship`, or that of the area.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.gate() {
            None => "ship",
            Some(area) => area.name(),
        }
    }
}

/// Which kind of outcome nature owes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChanceKind {
    /// The island.
    Layout,
    /// The seat that begins.
    StartPlayer,
    /// This seat's roll for the start.
    StartRoll(Seat),
    /// All dice; the production dice are chosen already with the Alchemist.
    Dice {
        /// The chosen values.
        chosen: Option<(u8, u8)>,
    },
    /// A card out of a hand.
    StolenCard {
        /// Who gets it.
        thief: Seat,
        /// Whose it is.
        victim: Seat,
    },
    /// The top card of a progress deck.
    ProgressCard {
        /// Who draws.
        seat: Seat,
        /// Which deck.
        area: Area,
    },
}

/// One outcome of nature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The island lies like this.
    Layout(Layout),
    /// This seat begins.
    StartPlayer(Seat),
    /// A roll for the start.
    StartRoll(u8, u8),
    /// The event die, the red die and the other one.
    Dice(EventFace, u8, u8),
    /// This card is stolen.
    StolenCard(CardKind),
    /// This progress card is drawn.
    ProgressCard(Progress),
}
