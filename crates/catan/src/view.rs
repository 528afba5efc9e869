//! What one viewer may know (`CATAN-INFO`, `CK-INFO`).

use crate::action::{Action, ChanceKind};
use crate::illegal::Illegal;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::trading::{Answer, Exchange, Trading};
use crate::{Counts, EdgeSet, HexId, HexSet, Layout, PerSeat, Piece, Rates, SEATS, Terrain, VertexSet};
use game::{Seat, SeatSet, Turn, Viewer};

/// What one viewer may know of a game: it borrows the game and shows only what the viewer may see, so a bot that is
/// given a view cannot cheat. Making one costs nothing.
///
/// Methods named after something hidden return `None` where this viewer may not know.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, R: Rules> {
    pub(crate) game: &'a Island<R>,
    pub(crate) viewer: Viewer,
}

/// What a step of the viewer's own seat would change at once ([`View::outlook`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The points that the seat would gain; negative where it would lose some.
    pub points: i8,
    /// How long the longest road of each seat would be.
    pub road_lengths: PerSeat<u8>,
    /// Who would have the Longest Road card.
    pub longest_road: Option<Seat>,
    /// The most cards that the seat could hold on a 7.
    pub hand_limit: u32,
    /// Whether the seat would have won.
    pub wins: bool,
}

impl<R: Rules> Island<R> {
    /// What `viewer` may know.
    #[must_use]
    #[inline]
    pub fn view(&self, viewer: Viewer) -> View<'_, R> {
        View { game: self, viewer }
    }
}

impl<'a, R: Rules> View<'a, R> {
    /// Who looks.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
    /// How many seats play.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.game.seats()
    }
    /// The rule switches.
    #[must_use]
    pub fn options(&self) -> &'a R::Options {
        self.game.options()
    }
    /// Who acts now.
    #[must_use]
    pub fn turn(&self) -> Turn<ChanceKind<R>> {
        self.game.turn()
    }
    /// Whose turn it is; during set-up, who places.
    #[must_use]
    pub fn active(&self) -> Seat {
        self.game.active
    }
    /// Who placed first, once that is known.
    #[must_use]
    pub fn start_player(&self) -> Option<Seat> {
        self.game.start_player()
    }
    /// Turns begun so far.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.game.turns
    }
    /// Whether the active seat has built or bought in this turn.
    #[must_use]
    pub fn has_built(&self) -> bool {
        self.game.built
    }
    /// Whether trade is possible now.
    #[must_use]
    pub fn trade_is_open(&self) -> bool {
        self.game.trade_is_open()
    }
    /// The island, once it is laid out. Like the robber and all pieces it is open to everybody (`CATAN-INFO-1`).
    #[must_use]
    pub fn layout(&self) -> Option<&'a Layout> {
        self.game.layout()
    }
    /// Where the robber is.
    #[must_use]
    pub fn robber(&self) -> HexId {
        self.game.robber
    }
    /// The seats that the active one could rob, were the robber on this hex (`CATAN-ROB-5`).
    #[must_use]
    pub fn victims_at(&self, hex: HexId) -> SeatSet {
        self.game.victims_at(hex)
    }
    /// How many cards each seat is owed when a hex produces: one for a settlement, two for a city (`CATAN-PROD-2`), whether
    /// or not the robber is there.
    #[must_use]
    pub fn production_of(&self, hex: HexId) -> PerSeat<u8> {
        let mut owed = PerSeat::default();
        if self.layout().is_none_or(|layout| layout.terrain[hex] == Terrain::Desert) {
            return owed;
        }
        for seat in Seat::first(SEATS) {
            let here = |buildings: VertexSet| (buildings & hex.vertex_set()).len() as u8;
            owed[seat] = here(self.settlements(seat)) + 2 * here(self.cities(seat));
        }
        owed
    }
    /// While the robber is to be moved, the hexes where it may go (`CATAN-ROB-2`, `CK-KNIGHT-13`).
    #[must_use]
    pub fn robber_targets(&self) -> HexSet {
        match self.game.phase {
            Phase::MovingRobber { cause } => self.game.robber_targets(cause),
            _ => HexSet::EMPTY,
        }
    }
    /// A seat's roads.
    #[must_use]
    pub fn roads(&self, seat: Seat) -> EdgeSet {
        self.game.roads[seat]
    }
    /// Intersections where a seat's roads end.
    #[must_use]
    pub fn road_ends(&self, seat: Seat) -> VertexSet {
        self.game.road_ends[seat]
    }
    /// A seat's settlements.
    #[must_use]
    pub fn settlements(&self, seat: Seat) -> VertexSet {
        self.game.settlements[seat]
    }
    /// A seat's cities.
    #[must_use]
    pub fn cities(&self, seat: Seat) -> VertexSet {
        self.game.cities[seat]
    }
    /// Pieces left in a seat's own supply.
    #[must_use]
    pub fn pieces_left(&self, seat: Seat, piece: Piece) -> u8 {
        self.game.pieces_left(seat, piece)
    }
    /// The cards of the supply (`CATAN-INFO-4`).
    #[must_use]
    pub fn supply(&self) -> Counts<R::Kind> {
        self.game.supply
    }
    /// How many resource cards a seat holds (`CATAN-INFO-2`).
    #[must_use]
    pub fn hand_len(&self, seat: Seat) -> u32 {
        self.game.hands[seat].len()
    }
    /// Which hand cards a seat holds, for who may know (`CATAN-INFO-3`, `CK-INFO-3`).
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Counts<R::Kind>> {
        R::sees_hand(self.game, self.viewer, seat).then(|| self.game.hands[seat])
    }
    /// The length of a seat's longest road.
    #[must_use]
    pub fn road_length(&self, seat: Seat) -> u8 {
        self.game.road_lengths[seat]
    }
    /// Who has the Longest Road card.
    #[must_use]
    pub fn longest_road(&self) -> Option<Seat> {
        self.game.longest_road
    }
    /// The rates at which a seat may exchange a kind with the supply (`CATAN-MAR`).
    #[must_use]
    pub fn rates(&self, seat: Seat, kind: R::Kind) -> Rates {
        self.game.rates(seat, kind)
    }
    /// The best of [`View::rates`]: the fewest cards that a seat gives to the supply for one of another kind.
    #[must_use]
    pub fn rate(&self, seat: Seat, kind: R::Kind) -> u8 {
        self.game.rate(seat, kind)
    }
    /// The open offer of the active seat, and its addressees.
    #[must_use]
    pub fn offer(&self) -> Option<(Exchange<R::Kind>, SeatSet)> {
        self.game.trading.offer()
    }
    /// What a seat answered to the open offer.
    #[must_use]
    pub fn answer(&self, seat: Seat) -> Answer<R::Kind> {
        self.game.trading.answer(seat)
    }
    /// A seat's open proposal.
    #[must_use]
    pub fn proposal(&self, seat: Seat) -> Option<Exchange<R::Kind>> {
        self.game.trading.proposal(seat)
    }
    /// All open offers and answers.
    #[must_use]
    pub fn trading(&self) -> &'a Trading<R::Kind> {
        &self.game.trading
    }
    /// What a seat has handed in, while others still choose (`CATAN-INFO-12`).
    #[must_use]
    pub fn handed_in(&self, seat: Seat) -> Option<Counts<R::Kind>> {
        self.viewer.sees(seat).then(|| Counts::from(self.game.handed_in[seat]))
    }
    /// What is to be decided now, as far as this viewer may know.
    #[must_use]
    pub fn phase(&self) -> Phase<R> {
        R::shown_phase(self.game, self.viewer)
    }
    /// Whether the active seat has rolled in this turn.
    #[must_use]
    pub fn has_rolled(&self) -> bool {
        R::has_rolled(self.game)
    }
    /// What the viewer's own seat may do; nothing for a spectator.
    #[must_use]
    pub fn legal_actions(&self) -> R::LegalActions {
        match self.viewer {
            Viewer::Seat(seat) => R::legal_actions(self.game, seat),
            Viewer::Spectator | Viewer::Everything => R::LegalActions::default(),
        }
    }
    /// Whether the viewer's own seat may do this; a spectator may do nothing.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: Action<R>) -> Result<(), Illegal<R>> {
        match self.viewer {
            Viewer::Seat(seat) => self.game.check(seat, action),
            Viewer::Spectator | Viewer::Everything => {
                Err(Illegal::NotYourTurn { deciding: SeatSet::one(self.game.active) })
            }
        }
    }
    /// What a step of the viewer's own seat on the board would change at once: it is taken in a copy of the game.
    ///
    /// `None` for what the seat may not do now, and for all that does something else than change the board: whether an
    /// exchange can be executed would tell what a partner holds (`CATAN-DOM-11`). Roads and cards of the outlook are open to
    /// everybody, and the viewer knows its own points, so nothing hidden is in it.
    #[must_use]
    pub fn outlook(&self, action: Action<R>) -> Option<Outlook> {
        let Viewer::Seat(seat) = self.viewer else { return None };
        let is_on_board = matches!(
            action,
            Action::BuildRoad(_)
                | Action::BuildSettlement(_)
                | Action::BuildCity(_)
                | Action::MoveRobber(_)
                | Action::Own(_)
        );
        let mut game = *self.game;
        if !is_on_board || game.play(seat, action, &mut ()).is_err() {
            return None;
        }
        Some(Outlook {
            points: R::points(&game, seat) as i8 - R::points(self.game, seat) as i8,
            road_lengths: game.road_lengths,
            longest_road: game.longest_road,
            hand_limit: R::hand_limit(&game, seat),
            wins: game.outcome().is_some_and(|outcome| outcome.winners.contains(seat)),
        })
    }
}
