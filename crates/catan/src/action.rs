//! What a seat can do.

use crate::{Bundle, EdgeId, HexId, Resource, VertexId};
use game::{Seat, SeatSet};

/// One decision of one seat.
///
/// The text form (`Display`, `FromStr`) is what records, cases, the API and the log use:
///
/// | action | text |
/// |---|---|
/// | `Roll` | `roll` |
/// | `BuildRoad` | `road P25` (also read: `road 17-22`) |
/// | `BuildSettlement`, `BuildCity` | `settlement I17`, `city I17` |
/// | `BuyDevelopmentCard` | `buy` |
/// | `PlayKnight`, `PlayRoadBuilding` | `knight`, `road-building` |
/// | `PlayYearOfPlenty` | `year-of-plenty ore wool`; one kind only if one card is left (`CATAN-DEV-9`) |
/// | `PlayMonopoly` | `monopoly wool` |
/// | `Stop` | `stop` |
/// | `MoveRobber`, `Steal` | `robber H9`, `steal B` |
/// | `Discard` | `discard 2 ore 1 wool` |
/// | `MaritimeTrade` | `bank 4 ore for wool` |
/// | `Offer` | `offer 1 wool for 1 brick to B C` |
/// | `AcceptOffer`, `RejectOffer`, `CounterOffer` | `accept`, `reject`, `counter 1 brick for 2 wool` |
/// | `Execute`, `WithdrawOffer` | `execute B`, `withdraw` |
/// | `Propose`, `WithdrawProposal` | `propose 1 wool for 1 brick`, `withdraw-proposal` |
/// | `AcceptProposal`, `RejectProposal` | `accept-proposal B`, `reject-proposal B` |
/// | `EndTurn`, `DeclareVictory` | `end`, `declare-victory` |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Roll both dice (`CATAN-PROD-1`).
    Roll,
    /// Place a road: in the set-up phase, for its price, or free with Road Building.
    BuildRoad(EdgeId),
    /// Place a settlement: in the set-up phase or for its price.
    BuildSettlement(VertexId),
    /// Turn an own settlement into a city.
    BuildCity(VertexId),
    /// Buy the top development card.
    BuyDevelopmentCard,
    /// Play a knight card (`CATAN-DEV-7`); moving the robber is the next action.
    PlayKnight,
    /// Play Road Building (`CATAN-DEV-8`); the roads are the next actions.
    PlayRoadBuilding,
    /// Play Year of Plenty and take these (`CATAN-DEV-9`): two cards, or the last one of the supply.
    PlayYearOfPlenty(Resource, Option<Resource>),
    /// Play Monopoly on this kind (`CATAN-DEV-10`).
    PlayMonopoly(Resource),
    /// Leave what is optional: the second free road (`CATAN-DEV-8` c), or the theft (`CATAN-ROB-5`).
    Stop,
    /// Move the robber here (`CATAN-ROB-2`).
    MoveRobber(HexId),
    /// Rob this seat, where several can be robbed (`CATAN-ROB-4`).
    Steal(Seat),
    /// Give these cards to the supply after a 7 (`CATAN-SEVEN-2`).
    Discard(Bundle),
    /// Give cards of one kind to the supply for one of another (`CATAN-MAR`).
    MaritimeTrade {
        /// What is given.
        give: Bundle,
        /// What is taken.
        get: Resource,
    },
    /// Offer an exchange to some or all others (`CATAN-DOM-7`). Checkable, not listed.
    Offer {
        /// What the active player hands over.
        give: Bundle,
        /// What the active player receives.
        want: Bundle,
        /// To whom the offer is made.
        to: SeatSet,
    },
    /// Accept the open offer.
    AcceptOffer,
    /// Reject the open offer.
    RejectOffer,
    /// Answer the open offer with another one (`CATAN-DOM-7`). Checkable, not listed.
    CounterOffer {
        /// What the answering player hands over.
        give: Bundle,
        /// What the answering player receives.
        want: Bundle,
    },
    /// Carry out the open offer with a seat that accepted it, or that seat's counter-offer.
    Execute(Seat),
    /// Take the open offer back.
    WithdrawOffer,
    /// Propose an exchange to the active player (`CATAN-DOM-7`). Checkable, not listed.
    Propose {
        /// What the proposer hands over.
        give: Bundle,
        /// What the proposer receives.
        want: Bundle,
    },
    /// Take the own proposal back.
    WithdrawProposal,
    /// Accept, and so carry out, a proposal.
    AcceptProposal(Seat),
    /// Reject a proposal, which ends it.
    RejectProposal(Seat),
    /// End the turn (`CATAN-TURN-9`).
    EndTurn,
    /// Declare victory, where the engine does not do it (`CATAN-WIN-5`).
    DeclareVictory,
}

const _: () = assert!(size_of::<Action>() <= 12);

/// Which outcome nature owes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChanceKind {
    /// The layout of the island.
    Layout,
    /// The starting seat, if it is random.
    StartPlayer,
    /// The two dice of this seat, rolling for the start.
    StartRoll(Seat),
    /// The two dice of production.
    Dice,
    /// Which card the thief draws.
    StolenCard {
        /// Who takes it.
        thief: Seat,
        /// Whose card it is.
        victim: Seat,
    },
    /// Which development card is on top of the deck.
    DevelopmentCard,
}

/// One outcome of nature. Text form: `layout …`, `start B`, `dice 3 4`, `stolen ore`, `card knight`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The layout of the island.
    Layout(crate::Layout),
    /// The starting seat.
    StartPlayer(Seat),
    /// Two dice, for production or for the start.
    Dice(u8, u8),
    /// The card the thief drew.
    StolenCard(Resource),
    /// The card on top of the deck.
    DevelopmentCard(DevelopmentCard),
}

/// A development card (`CATAN-COMP-6`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum DevelopmentCard {
    Knight,
    RoadBuilding,
    YearOfPlenty,
    Monopoly,
    VictoryPoint,
}

impl DevelopmentCard {
    /// All five kinds.
    pub const ALL: [DevelopmentCard; 5] = [
        DevelopmentCard::Knight,
        DevelopmentCard::RoadBuilding,
        DevelopmentCard::YearOfPlenty,
        DevelopmentCard::Monopoly,
        DevelopmentCard::VictoryPoint,
    ];
    /// How many of each kind are in the box, in the order of [`DevelopmentCard::ALL`] (`CATAN-COMP-6`).
    pub const BOX: [u8; 5] = [14, 2, 2, 2, 5];
    /// 0 to 4.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The English name in kebab case: its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DevelopmentCard::Knight => "knight",
            DevelopmentCard::RoadBuilding => "road-building",
            DevelopmentCard::YearOfPlenty => "year-of-plenty",
            DevelopmentCard::Monopoly => "monopoly",
            DevelopmentCard::VictoryPoint => "victory-point",
        }
    }
}

impl std::fmt::Display for DevelopmentCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for DevelopmentCard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        DevelopmentCard::ALL.into_iter().find(|card| card.name() == text).ok_or_else(|| {
            format!(
                "`{text}` is not a development card; the cards are knight, road-building, year-of-plenty, \
                 monopoly and victory-point"
            )
        })
    }
}
