//! The questions that the settler asks of a game, which base Catan and Cities & Knights answer each in its own way.
//!
//! It asks them of a game imagined from a view, in which every hidden card is a guess.

use super::island::LANES;
use super::race::Extras;
use crate::BotGame;
use catan::action::Action;
use catan::phase::Phase;
use catan::view::View;
use catan::{
    BaseMap, Bundle, CommonOptions as _, EdgeId, EdgeSet, HexId, HexSet, Island, Kind, Piece, Rules, Trading,
    VertexId, VertexSet, Vocabulary,
};
use game::{Outcome, Seat, SeatSet, Viewer};

/// Cards by kind, as prices and hands are counted here; base Catan uses the first five lanes.
pub(crate) type Counts = [u8; LANES];

/// A decision that both games know.
#[derive(Clone, Copy)]
pub(crate) enum Step<K: Kind> {
    Discard(Bundle<K>),
    Road(EdgeId),
    Settlement(VertexId),
    City(VertexId),
    Robber(HexId),
    Steal(Seat),
    /// Some cards of one kind for a card of another.
    Exchange(Bundle<K>, usize),
    Offer(Bundle<K>, Bundle<K>, SeatSet),
    Counter(Bundle<K>, Bundle<K>),
    AcceptOffer,
    RejectOffer,
    WithdrawOffer,
    Execute(Seat),
    AcceptProposal(Seat),
    RejectProposal(Seat),
    /// Leaves the roads that are still free.
    Stop,
    EndTurn,
}

/// Returns the cards in the form that actions carry.
pub(crate) fn bundle<K: Kind>(counts: Counts) -> Bundle<K> {
    let mut bundle = Bundle::<K>::default();
    bundle.0.as_mut().copy_from_slice(&counts[..K::KINDS.len()]);
    bundle
}

/// Returns the number of cards of each kind.
pub(crate) fn counts<K: Kind>(bundle: Bundle<K>) -> Counts {
    catan::Counts::from(bundle).lanes()
}

/// The seats from which a moved robber takes cards.
#[derive(Clone, Copy)]
pub(crate) enum Victims {
    /// Any one of these seats.
    OneOf(SeatSet),
    /// Every one of these seats.
    #[cfg_attr(
        not(feature = "cities-and-knights"),
        expect(dead_code, reason = "Cities & Knights alone has it")
    )]
    Each(SeatSet),
}

/// The kinds of cards of a game.
pub(crate) type KindOf<G> = <<G as SettlerGame>::Rules as Vocabulary>::Kind;

/// A game on the island of Catan, as settlers see it.
pub(crate) trait SettlerGame: BotGame + Copy {
    /// The game's own part of a race.
    type Extras: Extras;
    /// The rules of the game.
    type Rules: Rules<Map = BaseMap>;
    /// The knowledge that the estimates need beyond the position and the common weights.
    type Known;

    /// Whether the second building of the set-up is a city.
    const SECOND_IS_CITY: bool;

    /// The game itself.
    fn island(&self) -> &Island<Self::Rules>;
    /// An action of its rules is one of its actions.
    fn of(action: Action<Self::Rules>) -> Self::Action;

    /// Whether the action exchanges cards with the supply.
    fn is_exchange(action: Self::Action) -> bool;

    /// Returns a view of everything in an imagined game.
    fn shown(&self) -> View<'_, Self::Rules> {
        self.island().view(Viewer::Everything)
    }
    /// The action for a common decision.
    fn action(step: Step<KindOf<Self>>) -> Self::Action {
        let kinds = KindOf::<Self>::KINDS;
        Self::of(match step {
            Step::Road(edge) => Action::BuildRoad(edge),
            Step::Settlement(vertex) => Action::BuildSettlement(vertex),
            Step::City(vertex) => Action::BuildCity(vertex),
            Step::Robber(hex) => Action::MoveRobber(hex),
            Step::Steal(seat) => Action::Steal(seat),
            Step::Exchange(give, get) => Action::MaritimeTrade { give, get: kinds[get] },
            Step::Offer(give, want, to) => Action::Offer { give, want, to },
            Step::Counter(give, want) => Action::CounterOffer { give, want },
            Step::AcceptOffer => Action::AcceptOffer,
            Step::RejectOffer => Action::RejectOffer,
            Step::WithdrawOffer => Action::WithdrawOffer,
            Step::Execute(seat) => Action::Execute(seat),
            Step::AcceptProposal(seat) => Action::AcceptProposal(seat),
            Step::RejectProposal(seat) => Action::RejectProposal(seat),
            Step::Discard(cards) => Action::Discard(cards),
            Step::Stop => Action::Stop,
            Step::EndTurn => Action::EndTurn,
        })
    }

    fn goal(&self) -> u8 {
        self.island().options().victory_points()
    }
    fn ended(&self) -> Option<Outcome> {
        self.island().outcome()
    }
    fn on_turn(&self) -> Seat {
        self.island().active()
    }
    fn is_founding(&self) -> bool;
    /// Points that everybody sees.
    fn score(&self, seat: Seat) -> u8;
    fn settlements_of(&self, seat: Seat) -> VertexSet {
        self.shown().settlements(seat)
    }
    fn cities_of(&self, seat: Seat) -> VertexSet {
        self.shown().cities(seat)
    }
    fn roads_of(&self, seat: Seat) -> EdgeSet {
        self.shown().roads(seat)
    }
    fn road_ends_of(&self, seat: Seat) -> VertexSet {
        self.shown().road_ends(seat)
    }
    /// Paths that adjoin own pieces, occupied ones included.
    fn paths_of(&self, seat: Seat) -> EdgeSet;
    /// The intersections that others cannot pass, though they may build up to them.
    fn barriers_of(&self, seat: Seat) -> VertexSet;
    /// Intersections where nobody can settle.
    fn closed(&self) -> VertexSet;
    fn robber_on(&self) -> HexId {
        self.shown().robber()
    }
    fn hand_of(&self, seat: Seat) -> Counts {
        self.shown().hand(seat).map_or([0; LANES], catan::Counts::lanes)
    }
    /// The most cards that are safe from a 7.
    fn limit_of(&self, seat: Seat) -> u32;
    fn stock(&self) -> Counts {
        self.shown().supply().lanes()
    }
    fn rate_of(&self, seat: Seat, kind: usize) -> u8;
    /// The lasting rate, without advantages that end with the turn.
    fn lasting_rate_of(&self, seat: Seat, kind: usize) -> u8 {
        self.rate_of(seat, kind)
    }
    fn left(&self, seat: Seat, piece: Piece) -> u8 {
        self.shown().pieces_left(seat, piece)
    }
    /// Settlements that may become cities.
    fn city_places(&self, seat: Seat) -> VertexSet {
        if self.left(seat, Piece::City) > 0 { self.settlements_of(seat) } else { VertexSet::EMPTY }
    }
    fn road_length_of(&self, seat: Seat) -> u8 {
        self.shown().road_length(seat)
    }
    fn longest_road_holder(&self) -> Option<Seat> {
        self.shown().longest_road()
    }
    fn may_trade(&self) -> bool {
        self.shown().trade_is_open()
    }
    fn offers(&self) -> &Trading<Self::Rules> {
        self.shown().trading()
    }
    /// Whether an exchange between seats is open.
    fn is_asked(&self) -> bool {
        let trading = self.offers();
        trading.offer().is_some() || !trading.proposers().is_empty()
    }
    /// The hexes to which the robber may move.
    fn robber_choices(&self, seat: Seat) -> HexSet;
    /// The victims of the robber, now that it has moved.
    fn victims(&self) -> Option<Victims>;
    /// Whether roads are to be placed for nothing.
    fn places_roads(&self) -> bool {
        matches!(self.island().phase(), Phase::FreeRoads { .. })
    }
    /// The paths on which a road may be built now.
    fn road_choices(&self, seat: Seat) -> EdgeSet;
    /// An action that is legal, with what it leaves open decided as may be expected.
    fn carry_out(&mut self, seat: Seat, action: Self::Action) {
        self.play_unchecked(seat, action, &mut ());
    }
}
