//! The rules, one topic a file. Every rule has one home here; every trigger calls it.

use crate::action::{Action, Chance, ChanceKind};
use crate::event::Event;
use crate::illegal::{Clause, Illegal};
use crate::options::CommonOptions as _;
use crate::phase::Phase;
use crate::state::Island;
use crate::vocabulary::Vocabulary;
use crate::{Bundle, Die, Edge, Edges, Hex, Hexes, Layout, Piece, Vertex, Vertices};
use game::{Draws, Legal, Observer, Seat, Turn, Viewer};
use std::fmt::Debug;

/// The rules that distinguish the games on the island.
pub trait Rules: Vocabulary {
    /// The legal actions of a seat, as one flat value.
    type LegalActions: Legal<Action<Self>> + Default + Debug;
    /// Everything listable that a seat may do now.
    fn legal_actions(game: &Island<Self>, seat: Seat) -> Self::LegalActions;
    /// The decision that is due, as far as a viewer may know it.
    fn shown_phase(game: &Island<Self>, _: Viewer) -> Phase<Self> {
        game.phase
    }
    /// Whether a viewer may know which hand cards a seat holds (`CATAN-INFO-3`).
    fn sees_hand(_: &Island<Self>, viewer: Viewer, seat: Seat) -> bool {
        viewer.sees(seat)
    }
    /// Whether the dice are rolled in this turn.
    fn has_rolled(game: &Island<Self>) -> bool;
    /// The state that only this game has, at the beginning of a game.
    fn own(options: &Self::Options) -> Self::Own;
    /// Whether points count only once a step is done, and not as soon as they change.
    const WINS_AFTER_STEP: bool = false;
    /// Whether the dice of a turn are the two of base Catan.
    const ROLLS_TWO_DICE: bool = true;

    /// Refuses an island that does not fit the options, with the reason and its clause.
    fn check_layout(
        options: &Self::Options,
        layout: &Layout<Self::Map>,
    ) -> Result<(), (&'static str, Clause)>;
    /// Lays an island out at random.
    fn draw_layout(options: &Self::Options, draws: &mut impl Draws) -> Layout<Self::Map>;
    /// The starting player is known: the set-up phase begins.
    fn begin(game: &mut Island<Self>, _: &mut impl Observer<Event<Self>>) {
        game.phase = Phase::FoundingSettlement { placed: 0 };
    }
    /// The number of starting buildings placed, if a starting city is due.
    #[inline]
    fn founding_city(_: Phase<Self>) -> Option<u8> {
        None
    }
    /// The next starting building is to be placed, of the `second` round or the first.
    fn founding(placed: u8, second: bool) -> Phase<Self> {
        let _ = second;
        Phase::FoundingSettlement { placed }
    }

    /// The turn in a phase that only this game has.
    fn turn(game: &Island<Self>, phase: Self::OwnPhase) -> Turn<ChanceKind<Self>>;
    /// A turn begins; the active seat is set.
    fn turn_begins(game: &mut Island<Self>);
    /// The active seat has ended its turn: it passes on, or something comes before.
    #[inline]
    fn end_turn(game: &mut Island<Self>, observer: &mut impl Observer<Event<Self>>) {
        game.pass_turn(observer);
    }
    /// The turn goes on where something interrupted it.
    fn resume(game: &mut Island<Self>, observer: &mut impl Observer<Event<Self>>);
    /// The game is over; what only this game keeps lapses.
    fn game_ends(_: &mut Island<Self>) {}

    /// The points of a seat, hidden ones included.
    fn points(game: &Island<Self>, seat: Seat) -> u8;
    /// The points of a seat that everybody sees.
    fn visible_points(game: &Island<Self>, seat: Seat) -> u8 {
        Self::points(game, seat)
    }
    /// The points that each seat hid until the game was over.
    fn hidden_points(_: &Island<Self>) -> Self::PerSeat<u8> {
        Default::default()
    }

    /// The obstacles to a seat's roads: buildings of others (`CATAN-ROAD-4`).
    #[inline]
    fn obstacles(game: &Island<Self>, seat: Seat) -> Vertices<Self::Map> {
        game.all_buildings() - game.buildings(seat)
    }
    /// Cities of a seat that lie on their side and count as settlements (`CK-BARB-9`).
    #[inline]
    fn laid_cities(_: &Island<Self>, _: Seat) -> usize {
        0
    }
    /// A road was placed, past these obstacles: what this game derives from roads follows.
    #[inline]
    fn road_placed(_: &mut Island<Self>, _: Seat, _: Edge<Self::Map>, _: Vertices<Self::Map>) {}
    /// A building was placed where none was: what this game derives from buildings follows.
    fn building_placed(game: &mut Island<Self>, seat: Seat, vertex: Vertex<Self::Map>);
    /// A building is a city now.
    fn city_placed(game: &mut Island<Self>, seat: Seat, vertex: Vertex<Self::Map>);
    /// Whether a seat has a building at a hex.
    #[inline]
    fn has_building_at(game: &Island<Self>, seat: Seat, hex: Hex<Self::Map>) -> bool {
        !(game.buildings(seat) & hex.vertex_set()).is_empty()
    }

    /// The dice of a turn fell; only called where two dice are all there is.
    fn rolled(_: &mut Island<Self>, _: (Die, Die), _: &mut impl Observer<Event<Self>>) {}
    /// The most cards that a seat may hold on a 7 (`CATAN-SEVEN-1`).
    #[inline]
    fn hand_limit(game: &Island<Self>, _: Seat) -> u32 {
        game.options.discard_limit().into()
    }
    /// The number of cards that each seat owes.
    #[inline]
    fn owed(game: &Island<Self>) -> Self::PerSeat<u8> {
        match game.phase {
            Phase::Discarding { owed } => owed,
            _ => Default::default(),
        }
    }
    /// Kinds that a seat gives two for one by something else than a harbour, as bits.
    #[inline]
    fn two_for_one(_: &Island<Self>, _: Seat) -> u8 {
        0
    }

    /// Whether anything moves the robber (`CK-ROB-1`).
    #[inline]
    fn robber_is_free(_: &Island<Self>) -> bool {
        true
    }
    /// The hexes between which it moves.
    #[inline]
    fn robber_range(_: &Island<Self>, _: Self::Cause) -> Hexes<Self::Map> {
        Hexes::ALL
    }
    /// Refuses a hex to which the robber cannot move by the rules of this game alone.
    fn check_robber(_: &Island<Self>, _: Self::Cause, _: Hex<Self::Map>) -> Result<(), Illegal<Self>> {
        Ok(())
    }
    /// Whether a card is stolen from every opponent there, and not from one.
    #[inline]
    fn robs_each(_: Self::Cause) -> bool {
        false
    }

    /// Refuses an action of a sort that is not allowed at this moment, or not to this seat.
    fn check_moment(game: &Island<Self>, seat: Seat, action: Action<Self>) -> Result<(), Illegal<Self>>;
    /// Refuses an action that only this game has if the position forbids it.
    fn check(game: &Island<Self>, seat: Seat, action: Self::OwnAction) -> Result<(), Illegal<Self>>;
    /// Refuses cards that a seat cannot discard.
    fn check_discard(game: &Island<Self>, seat: Seat, cards: Bundle<Self::Kind>)
    -> Result<(), Illegal<Self>>;
    /// The refusal for a seat that declines a free road which it must place.
    fn must_place_road() -> Illegal<Self>;
    /// Refuses a path on which no road can lie by the rules of this game alone.
    fn check_path(_: &Island<Self>, _: Edge<Self::Map>) -> Result<(), Illegal<Self>> {
        Ok(())
    }
    /// The clause by which something on an intersection blocks a road.
    fn blocks(_: &Island<Self>, _: Vertex<Self::Map>) -> Clause {
        "CATAN-ROAD-4"
    }
    /// Refuses an intersection without buildings that is not free.
    fn check_vacant(_: &Island<Self>, _: Vertex<Self::Map>) -> Result<(), Illegal<Self>> {
        Ok(())
    }
    /// Refuses a city in place of this settlement if no piece is left (`CATAN-CITY-3`).
    fn check_city_piece(game: &Island<Self>, _: Vertex<Self::Map>) -> Result<(), Illegal<Self>> {
        game.check_pieces(game.active, Piece::City)
    }
    /// Carries an action of this game alone out.
    fn play(
        game: &mut Island<Self>,
        seat: Seat,
        action: Self::OwnAction,
        observer: &mut impl Observer<Event<Self>>,
    );
    /// A road is placed in a phase that only this game has.
    fn place_road(_: &mut Island<Self>, _: Edge<Self::Map>, _: &mut impl Observer<Event<Self>>) {
        unreachable!("this game has no such phase")
    }
    /// Declines an optional step in a phase that only this game has.
    fn stop(_: &mut Island<Self>, _: Self::OwnPhase, _: &mut impl Observer<Event<Self>>) {
        unreachable!("this game has no such phase")
    }
    /// Free paths on which a seat may place a road (`CATAN-ROAD-2`, `CATAN-ROAD-3`).
    #[inline]
    fn road_paths(game: &Island<Self>, seat: Seat) -> Edges<Self::Map> {
        game.road_paths(seat)
    }

    /// Refuses an outcome that only this game has if it is not due or impossible.
    fn check_chance(game: &Island<Self>, chance: Self::OwnChance) -> Result<(), Illegal<Self>>;
    /// Applies it.
    fn resolve(game: &mut Island<Self>, chance: Self::OwnChance, observer: &mut impl Observer<Event<Self>>);
    /// Draws the dice of a turn.
    fn roll(draws: &mut impl Draws) -> Chance<Self>;
    /// Draws the dice of a turn and resolves them at once.
    fn let_dice_fall(
        game: &mut Island<Self>,
        draws: &mut impl Draws,
        observer: &mut impl Observer<Event<Self>>,
    );
    /// Draws an outcome of a phase that only this game has.
    fn draw(game: &Island<Self>, phase: Self::OwnPhase, draws: &mut impl Draws) -> Chance<Self>;
    /// Identifies the draw in a phase that only this game has: a purpose and its running number.
    fn chance_key(game: &Island<Self>, phase: Self::OwnPhase) -> (&'static str, u64);
}

pub mod founding;
pub mod turn;
pub mod production;
pub mod seven;
pub mod robber;
pub mod trade;
pub mod building;
pub mod free_roads;
pub mod longest_road;

#[cfg(test)]
mod tests;
