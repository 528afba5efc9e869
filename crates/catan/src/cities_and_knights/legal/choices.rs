//! The kinds of actions that the list numbers.

use crate::VertexId;
use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::{Action, Area, CardKind, OwnAction};
use game::Seat;

/// Declares a kind of actions that name the same thing, in the order of the list: each row is an action, as an expression
/// and as a pattern.
macro_rules! choices {
    ($(#[$doc:meta])* $Name:ident($it:ident: $It:ty) { $($Variant:ident ($($action:tt)*);)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $Name { $($Variant,)* }

        impl $Name {
            pub(crate) const ALL: &'static [$Name] = &[$($Name::$Variant,)*];

            /// The action that names `$it`.
            pub(crate) fn action(self, $it: $It) -> Action {
                match self { $($Name::$Variant => $($action)*,)* }
            }

            /// Returns the kind of an action and what it names, if it is one of these.
            pub(crate) fn of(action: Action) -> Option<($Name, $It)> {
                match action {
                    $($($action)* => Some(($Name::$Variant, $it)),)*
                    _ => None,
                }
            }
        }
    };
}

choices! {
    /// Actions on an intersection; the Deserter's places come with a strength where it may be chosen.
    At(vertex: VertexId) {
        Settlement (Action::BuildSettlement(vertex));
        City (Action::BuildCity(vertex));
        Wall (Action::Own(OwnAction::BuildWall(vertex)));
        Knight (Action::Own(OwnAction::BuildKnight(vertex)));
        Activate (Action::Own(OwnAction::Activate(vertex)));
        Promote (Action::Own(OwnAction::Promote(vertex)));
        Chase (Action::Own(OwnAction::Chase(vertex)));
        Metropolis (Action::Own(OwnAction::PlaceMetropolis(vertex)));
        Pillage (Action::Own(OwnAction::Pillage(vertex)));
        Retreat (Action::Own(OwnAction::Retreat(vertex)));
        Remove (Action::Own(OwnAction::RemoveKnight(vertex)));
        Place (Action::Own(OwnAction::PlaceKnight(vertex, None)));
        Engineer (Action::Own(OwnAction::Play(Play::Engineer(vertex))));
        Medicine (Action::Own(OwnAction::Play(Play::Medicine(vertex))));
        Smith (Action::Own(OwnAction::Play(Play::Smith(vertex, None))));
        Intrigue (Action::Own(OwnAction::Play(Play::Intrigue(vertex))));
    }
}
choices! {
    /// Actions on a seat.
    OnSeat(seat: Seat) {
        Steal (Action::Steal(seat));
        Execute (Action::Execute(seat));
        AcceptProposal (Action::AcceptProposal(seat));
        RejectProposal (Action::RejectProposal(seat));
        Deserter (Action::Own(OwnAction::Play(Play::Deserter(seat))));
        Spy (Action::Own(OwnAction::Play(Play::Spy(seat))));
        Master (Action::Own(OwnAction::Play(Play::MasterMerchant(seat))));
    }
}
choices! {
    /// Actions with a kind of card.
    OfKind(kind: CardKind) {
        TakeResource (Action::Own(OwnAction::TakeResource(kind)));
        GiveCommodity (Action::Own(OwnAction::GiveCommodity(kind)));
        ResourceMonopoly (Action::Own(OwnAction::Play(Play::ResourceMonopoly(kind))));
        TradeMonopoly (Action::Own(OwnAction::Play(Play::TradeMonopoly(kind))));
        Fleet (Action::Own(OwnAction::Play(Play::MerchantFleet(kind))));
    }
}
choices! {
    /// Actions with an area.
    OfArea(area: Area) {
        Improve (Action::Own(OwnAction::Improve(area)));
        Deck (Action::Own(OwnAction::ChooseDeck(area)));
    }
}

/// Actions without a choice, in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Simple {
    Roll,
    EndTurn,
    Stop,
    Draw,
    Declare,
    Accept,
    Reject,
    Withdraw,
    WithdrawProposal,
    Crane,
    Irrigation,
    Mining,
    RoadBuilding,
    Bishop,
    Saboteur,
    Warlord,
    Wedding,
    CommercialHarbor,
}

impl Simple {
    pub(crate) const ALL: [Action; 18] = [
        Action::Roll,
        Action::EndTurn,
        Action::Stop,
        Action::Own(OwnAction::Draw),
        Action::DeclareVictory,
        Action::AcceptOffer,
        Action::RejectOffer,
        Action::WithdrawOffer,
        Action::WithdrawProposal,
        Action::Own(OwnAction::Play(Play::Crane)),
        Action::Own(OwnAction::Play(Play::Irrigation)),
        Action::Own(OwnAction::Play(Play::Mining)),
        Action::Own(OwnAction::Play(Play::RoadBuilding)),
        Action::Own(OwnAction::Play(Play::Bishop)),
        Action::Own(OwnAction::Play(Play::Saboteur)),
        Action::Own(OwnAction::Play(Play::Warlord)),
        Action::Own(OwnAction::Play(Play::Wedding)),
        Action::Own(OwnAction::Play(Play::CommercialHarbor)),
    ];

    /// Its place in a set of these.
    pub(crate) const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// Returns its bit if it is listed, otherwise 0.
    #[inline]
    pub(crate) fn bit_if(self, listed: bool) -> u64 {
        if listed { self.bit() } else { 0 }
    }
}
/// The 36 choices of Alchemist, beside [`Simple`].
pub(crate) const ALCHEMIST: u64 = 1 << Simple::ALL.len();
