//! The actions of a seat and the outcomes of nature.

use crate::vocabulary::Vocabulary;
use crate::{Bundle, Die, Edge, Hex, Layout, Vertex};
use game::{Seat, SeatSet};
use std::hash::Hash;

/// One decision of one seat.
///
/// The text form (`Display`, `FromStr`) is what records, cases, the API and the log use:
///
/// | action | text |
/// |---|---|
/// | `Roll` | `roll` |
/// | `BuildRoad` | `road P25` (also read: `road 17-22`) |
/// | `BuildSettlement`, `BuildCity` | `settlement I17`, `city I17` |
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
/// | `Own` | as the game writes its own actions |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action<R: Vocabulary> {
    /// Roll both dice (`CATAN-PROD-1`).
    Roll,
    /// Place a road: in the set-up phase, for its price, or where a card lets one.
    BuildRoad(Edge<R::Map>),
    /// Place a settlement: in the set-up phase or for its price.
    BuildSettlement(Vertex<R::Map>),
    /// Turn an own settlement into a city; where the second building of the set-up is a city, place that.
    BuildCity(Vertex<R::Map>),
    /// Leave what is optional: a free road (`CATAN-DEV-8` c), the theft (`CATAN-ROB-5`), what a card of the game lets one leave.
    Stop,
    /// Move the robber here (`CATAN-ROB-2`).
    MoveRobber(Hex<R::Map>),
    /// Rob this seat, where several can be robbed (`CATAN-ROB-4`).
    Steal(Seat),
    /// Give these cards to the supply after a 7 (`CATAN-SEVEN-2`).
    Discard(Bundle<R::Kind>),
    /// Give cards of one kind to the supply for one of another (`CATAN-MAR`).
    MaritimeTrade {
        /// The cards given to the supply.
        give: Bundle<R::Kind>,
        /// The kind of the card taken from the supply.
        get: R::Kind,
    },
    /// Offer an exchange to some or all others (`CATAN-DOM-7`). Checkable, not listed.
    Offer {
        /// The cards that the active player hands over.
        give: Bundle<R::Kind>,
        /// The cards that the active player receives.
        want: Bundle<R::Kind>,
        /// The addressees of the offer.
        to: SeatSet,
    },
    /// Accept the open offer.
    AcceptOffer,
    /// Reject the open offer.
    RejectOffer,
    /// Answer the open offer with another one (`CATAN-DOM-7`). Checkable, not listed.
    CounterOffer {
        /// The cards that the answering player hands over.
        give: Bundle<R::Kind>,
        /// The cards that the answering player receives.
        want: Bundle<R::Kind>,
    },
    /// Carry out the open offer with a seat that accepted it, or that seat's counter-offer.
    Execute(Seat),
    /// Take the open offer back.
    WithdrawOffer,
    /// Propose an exchange to the active player (`CATAN-DOM-7`). Checkable, not listed.
    Propose {
        /// The cards that the proposer hands over.
        give: Bundle<R::Kind>,
        /// The cards that the proposer receives.
        want: Bundle<R::Kind>,
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
    /// An action that only this game has.
    Own(R::OwnAction),
}

impl<R: Vocabulary> Action<R> {
    /// Whether it is never listed, since its exchange can be almost any.
    #[must_use]
    pub fn is_open_ended(self) -> bool {
        matches!(self, Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. })
    }
}

/// The kind of outcome that nature owes. Text form: `layout`, `start`, `start-roll B`, `dice`, `stolen A from B`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChanceKind<R: Vocabulary> {
    /// The layout of the island.
    Layout,
    /// The starting seat, if it is random.
    StartPlayer,
    /// The two dice of this seat, rolling for the start.
    StartRoll(Seat),
    /// The dice of a turn.
    Dice,
    /// The card that the thief draws.
    StolenCard {
        /// The seat that takes the card.
        thief: Seat,
        /// The seat that loses the card.
        victim: Seat,
    },
    /// A kind of outcome that only this game has.
    Own(R::OwnChanceKind),
}

/// One outcome of nature. Text form: `layout …`, `start B`, `dice 3 4`, `stolen ore`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance<R: Vocabulary> {
    /// The layout of the island.
    Layout(Layout<R::Map>),
    /// The starting seat.
    StartPlayer(Seat),
    /// Two dice: for the start, and where the game has no other dice for production.
    Dice(Die, Die),
    /// The card the thief drew.
    StolenCard(R::Kind),
    /// An outcome that only this game has.
    Own(R::OwnChance),
}
