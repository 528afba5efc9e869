//! A game on the island: everything that is on the table, in the hands and still to be decided.

use crate::options::CommonOptions as _;
use crate::phase::Phase;
use crate::topology::Map;
use crate::trading::Trading;
use crate::vocabulary::Vocabulary;
use crate::{Bundle, Counts, Die, Edges, Hex, Layout, Vertices};
use game::{Outcome, Seat};

/// A game on the island: base Catan, or another one by its [`Rules`](crate::Rules).
///
/// A value of this type is a position of a game with these [`Options`](Vocabulary::Options), between two actions: it is `Copy`,
/// has no heap, owns no randomness and knows nothing of who plays. It can be built by playing from [`Island::new`], or from
/// a checked setup; so it is always a position that breaks no clause.
///
/// Equality means: the same position in every respect, hidden things and running numbers included.
///
/// Beside the facts it keeps what follows from them and is asked for at every step (free intersections, rates, road
/// lengths). Those fields are marked *derived*; tests compare each with its value from scratch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Island<R: Vocabulary> {
    pub(crate) roads: R::PerSeat<Edges<R::Map>>,
    /// Derived: intersections where own roads end.
    pub(crate) road_ends: R::PerSeat<Vertices<R::Map>>,
    pub(crate) settlements: R::PerSeat<Vertices<R::Map>>,
    /// Cities, with whatever else stands on them.
    pub(crate) cities: R::PerSeat<Vertices<R::Map>>,
    /// Derived: intersections with a building, or next to one (`CATAN-SETT-3` b).
    pub(crate) unsettleable: Vertices<R::Map>,
    pub(crate) hands: R::PerSeat<Counts<R::Kind>>,
    pub(crate) supply: Counts<R::Kind>,
    pub(crate) layout: Layout<R::Map>,
    /// Derived: the hexes of each sum of the dice.
    pub(crate) by_number: [<R::Map as Map>::SameNumber; 13],
    /// Derived: the fewest cards of each kind that each seat gives for one at the supply by its harbours (`CATAN-MAR-1` to
    /// `CATAN-MAR-3`).
    pub(crate) harbour_rates: R::PerSeat<Counts<R::Kind>>,
    /// Derived: exact road lengths (`CATAN-LR-2`).
    pub(crate) road_lengths: R::PerSeat<u8>,
    pub(crate) longest_road: Option<Seat>,
    pub(crate) robber: Hex<R::Map>,
    pub(crate) phase: Phase<R>,
    /// Cards handed in and not yet applied; empty for everybody else.
    pub(crate) handed_in: R::PerSeat<Bundle<R::Kind>>,
    pub(crate) active: Seat,
    pub(crate) start: Seat,
    /// Something was built or bought with hand cards in this turn.
    pub(crate) built: bool,
    /// The last production dice; (0, 0) before the first.
    pub(crate) dice: Option<(Die, Die)>,
    /// Turns begun, set-up not counted.
    pub(crate) turns: u32,
    /// Cards stolen so far.
    pub(crate) thefts: u16,
    pub(crate) trading: Trading<R>,
    pub(crate) options: R::Options,
    /// State that only this game has.
    pub(crate) own: R::Own,
}

impl<R: Vocabulary> Island<R> {
    /// Returns the number of seats in play.
    #[must_use]
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.options.players())
    }

    /// The rule switches of this game.
    #[must_use]
    pub fn options(&self) -> &R::Options {
        &self.options
    }

    /// The decision that is due.
    #[must_use]
    pub fn phase(&self) -> Phase<R> {
        self.phase
    }

    /// The seat whose turn it is; during set-up, the seat that places.
    #[must_use]
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The island, once it is laid out.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout<R::Map>> {
        (!matches!(self.phase, Phase::LayingOut)).then_some(&self.layout)
    }

    /// Turns begun so far, the set-up not counted.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The outcome of the game, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The seat that placed first, once that is known: the seat to which the snake returns.
    #[must_use]
    pub fn start_player(&self) -> Option<Seat> {
        let unknown =
            matches!(self.phase, Phase::LayingOut | Phase::DrawingStart | Phase::RollingForStart { .. });
        (!unknown).then_some(self.start)
    }

    #[inline]
    pub(crate) fn all_roads(&self) -> Edges<R::Map> {
        Seat::first(R::SEATS).fold(Edges::EMPTY, |all, seat| all | self.roads[seat])
    }

    /// The seat's settlements and cities.
    #[inline]
    pub(crate) fn buildings(&self, seat: Seat) -> Vertices<R::Map> {
        self.settlements[seat] | self.cities[seat]
    }

    /// All settlements and cities.
    #[inline]
    pub(crate) fn all_buildings(&self) -> Vertices<R::Map> {
        Seat::first(R::SEATS).fold(Vertices::EMPTY, |all, seat| all | self.buildings(seat))
    }

    /// The other seats.
    pub(crate) fn opponents(&self) -> impl Iterator<Item = Seat> + use<R> {
        let active = self.active;
        Seat::first(self.seats()).filter(move |&seat| seat != active)
    }
}
