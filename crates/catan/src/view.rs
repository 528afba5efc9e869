//! The view of a game that one viewer may have (`CATAN-INFO`, `CK-INFO`).

use crate::action::{Action, ChanceKind};
use crate::illegal::Illegal;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::seats::PerSeat;
use crate::state::Island;
use crate::trading::{Answer, Exchange, Trading};
use crate::{Counts, Edges, Hex, Hexes, Layout, Piece, Rates, Terrain, Vertices};
use game::{Seat, SeatSet, Turn, Viewer};

/// The view of one viewer: it borrows the game and shows only what the viewer may see, so a bot that gets a view cannot cheat.
/// Creating one costs nothing.
///
/// Methods named after something hidden return `None` where this viewer may not know.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, R: Rules> {
    pub(crate) game: &'a Island<R>,
    pub(crate) viewer: Viewer,
}

/// The immediate changes that a step of the viewer's own seat would cause ([`View::outlook`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook<P = PerSeat<u8>> {
    /// The points that the seat would gain; negative where it would lose some.
    pub points: i8,
    /// The length of each seat's longest road after the step.
    pub road_lengths: P,
    /// The holder of the Longest Road card after the step.
    pub longest_road: Option<Seat>,
    /// The most cards that the seat could hold on a 7.
    pub hand_limit: u32,
    /// Whether the seat would have won.
    pub wins: bool,
}

impl<R: Rules> Island<R> {
    /// Returns the game as `viewer` may see it.
    #[must_use]
    #[inline]
    pub fn view(&self, viewer: Viewer) -> View<'_, R> {
        View { game: self, viewer }
    }
}

impl<'a, R: Rules> View<'a, R> {
    /// The viewer.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
    /// Returns the number of seats in play.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.game.seats()
    }
    /// The rule switches.
    #[must_use]
    pub fn options(&self) -> &'a R::Options {
        self.game.options()
    }
    /// The seats to act, or the outcome of nature that is due, or the result of the game.
    #[must_use]
    pub fn turn(&self) -> Turn<ChanceKind<R>> {
        self.game.turn()
    }
    /// The seat whose turn it is; during set-up, the seat that places.
    #[must_use]
    pub fn active(&self) -> Seat {
        self.game.active
    }
    /// The seat that placed first, once that is known.
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
    pub fn layout(&self) -> Option<&'a Layout<R::Map>> {
        self.game.layout()
    }
    /// The hex of the robber.
    #[must_use]
    pub fn robber(&self) -> Hex<R::Map> {
        self.game.robber
    }
    /// The seats that the active one could rob, were the robber on this hex (`CATAN-ROB-5`).
    #[must_use]
    pub fn victims_at(&self, hex: Hex<R::Map>) -> SeatSet {
        self.game.victims_at(hex)
    }
    /// Returns the number of cards that each seat is owed when a hex produces: one for a settlement, two for a city
    /// (`CATAN-PROD-2`), whether or not the robber is there.
    #[must_use]
    pub fn production_of(&self, hex: Hex<R::Map>) -> R::PerSeat<u8> {
        let mut owed = R::PerSeat::default();
        if self.layout().is_none_or(|layout| layout.terrain[hex] == Terrain::Desert) {
            return owed;
        }
        for seat in Seat::first(R::SEATS) {
            let here = |buildings: Vertices<R::Map>| (buildings & hex.vertex_set()).len() as u8;
            owed[seat] = here(self.settlements(seat)) + 2 * here(self.cities(seat));
        }
        owed
    }
    /// While the robber is to be moved, the hexes where it may go (`CATAN-ROB-2`, `CK-KNIGHT-13`).
    #[must_use]
    pub fn robber_targets(&self) -> Hexes<R::Map> {
        match self.game.phase {
            Phase::MovingRobber { cause } => self.game.robber_targets(cause),
            _ => Hexes::EMPTY,
        }
    }
    /// A seat's roads.
    #[must_use]
    pub fn roads(&self, seat: Seat) -> Edges<R::Map> {
        self.game.roads[seat]
    }
    /// Intersections where a seat's roads end.
    #[must_use]
    pub fn road_ends(&self, seat: Seat) -> Vertices<R::Map> {
        self.game.road_ends[seat]
    }
    /// A seat's settlements.
    #[must_use]
    pub fn settlements(&self, seat: Seat) -> Vertices<R::Map> {
        self.game.settlements[seat]
    }
    /// A seat's cities.
    #[must_use]
    pub fn cities(&self, seat: Seat) -> Vertices<R::Map> {
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
    /// Returns the number of resource cards that a seat holds (`CATAN-INFO-2`).
    #[must_use]
    pub fn hand_len(&self, seat: Seat) -> u32 {
        self.game.hands[seat].len()
    }
    /// The hand of a seat, for a viewer who may know it (`CATAN-INFO-3`, `CK-INFO-3`).
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Counts<R::Kind>> {
        R::sees_hand(self.game, self.viewer, seat).then(|| self.game.hands[seat])
    }
    /// The length of a seat's longest road.
    #[must_use]
    pub fn road_length(&self, seat: Seat) -> u8 {
        self.game.road_lengths[seat]
    }
    /// The holder of the Longest Road card.
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
    /// A seat's answer to the open offer.
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
    pub fn trading(&self) -> &'a Trading<R> {
        &self.game.trading
    }
    /// The cards that a seat has handed in, while others still choose (`CATAN-INFO-12`).
    #[must_use]
    pub fn handed_in(&self, seat: Seat) -> Option<Counts<R::Kind>> {
        self.viewer.sees(seat).then(|| Counts::from(self.game.handed_in[seat]))
    }
    /// The decision that is due, as far as this viewer may know it.
    #[must_use]
    pub fn phase(&self) -> Phase<R> {
        R::shown_phase(self.game, self.viewer)
    }
    /// Whether the active seat has rolled in this turn.
    #[must_use]
    pub fn has_rolled(&self) -> bool {
        R::has_rolled(self.game)
    }
    /// The legal actions of the viewer's own seat; none for a spectator.
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
    /// Returns the immediate changes that a step of the viewer's own seat on the board would cause. The step is played on a copy
    /// of the game.
    ///
    /// `None` for an action that the seat may not take now, and for every action that does anything but change the board: whether
    /// an exchange can be executed would tell what a partner holds (`CATAN-DOM-11`). Roads and cards of the outlook are open to
    /// everybody, and the viewer knows its own points, so nothing hidden is in it.
    #[must_use]
    pub fn outlook(&self, action: Action<R>) -> Option<Outlook<R::PerSeat<u8>>> {
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
