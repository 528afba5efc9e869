//! The rules, one file a topic. They are written for any game on this machinery; where games differ, they ask
//! [`Rules`], which each game answers for itself.

pub(crate) mod turn;
pub(crate) mod placing;
pub(crate) mod deploying;
pub(crate) mod scoring;
pub(crate) mod fields;
pub(crate) mod end;

use crate::land::{Extent, TileIndex};
use crate::{
    Action, Cell, Clause, Deployable, Event, Extras, FeatureId, Game, Kinds, PlacedFigure, Points, Reason,
    Setup, StartPlayer, TileKind,
};
use game::options::NamedOptions;
use game::{Faults, Observer, Seat};

/// The identity of a game: its name, the versions of its rules, its switches and its own state.
pub trait Definition: Extent {
    /// The rule switches.
    type Options: NamedOptions
        + PartialEq
        + std::fmt::Debug
        + serde::Serialize
        + serde::de::DeserializeOwned
        + Send;
    /// The state of the game beside the common parts.
    type Own: Copy + PartialEq + std::fmt::Debug + Default + Send;
    /// The name on the shelf.
    const NAME: &'static str;
    /// The versions of its rules. A record replays under the version it was played under; the last is the one new games
    /// are played under. A correction that changes how some game goes on adds a number.
    const VERSIONS: &'static [u32];
}

/// The differences between the games: the joints where expansions, or another game on this machinery, come in.
///
/// Base Carcassonne and its expansions answer together ([`crate::expansion::Combination`]); another game answers for itself. No
/// rule of the base game asks which game is played.
pub trait Rules: Definition {
    /// The most seats.
    const SEATS_MAX: usize;
    /// Followers of each seat.
    const FOLLOWERS: u8;

    /// Returns the number of seats that play.
    fn players(options: &Self::Options) -> usize;
    /// The kinds of tiles in the box.
    #[inline]
    fn kinds(_: &Self::Options) -> Kinds {
        Self::KINDS
    }
    /// Returns the number of tiles of a kind in the box, the start tile included.
    #[inline]
    fn copies(_: &Self::Options, kind: TileKind) -> u8 {
        kind.copies()
    }
    /// Returns the seat that begins, as the options have it.
    fn start_player(options: &Self::Options) -> StartPlayer;
    /// Lays the start tile, or whatever the game begins with.
    fn set_up(game: &mut Game<Self>);

    /// Whether a tile may ever lie there.
    #[inline]
    fn may_lie(_: &Self::Options, _: Cell) -> bool {
        true
    }
    /// Whether followers may be deployed in fields (`CARC-OPT-FARMERS`).
    fn has_farmers(options: &Self::Options) -> bool;
    /// A tile was placed.
    #[inline]
    fn placed(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.ask_for_figure(game.land.last(), observer);
    }
    /// Returns the figures that may be deployed on a tile.
    #[inline]
    fn deployable(game: &Game<Self>, tile: TileIndex) -> Deployable {
        Deployable::followers(game.free_segments(tile))
    }
    /// A figure was deployed on the tile, or not.
    fn deployed(game: &mut Game<Self>, observer: &mut impl Observer<Event>);
    /// A feature was completed by the tile: `tile` and `index` name one of its segments.
    fn completed(
        game: &mut Game<Self>,
        id: FeatureId,
        tile: TileIndex,
        index: usize,
        observer: &mut impl Observer<Event>,
    );
    /// Returns the points of a road, city or monastery for each seat with the majority.
    fn value(game: &Game<Self>, id: FeatureId, completed: bool) -> u16;
    /// Whether figures that are no followers count for the majority like them (`TB-OPT-FIGURE`); by default they never do
    /// (`TB-DEPLOY-3`, `TB-BUILDER-8`, `TB-PIG-3`).
    #[inline]
    fn counts_special(_: &Self::Options) -> bool {
        false
    }
    /// A figure that is no follower comes back to its owner.
    #[inline]
    fn took_back(_: &mut Game<Self>, _: PlacedFigure) {}
    /// The tile in hand fits nowhere and none is left (`CARC-TILE-7`): the game ends at once (`CARC-END-2`, `MAY-END-2`).
    fn stack_ran_out(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.finish(observer);
    }
    /// A new turn of another seat begins.
    #[inline]
    fn turn_begins(_: &mut Game<Self>) {}
    /// The final scoring (`CARC-FINAL-1`).
    fn final_scoring(game: &mut Game<Self>, observer: &mut impl Observer<Event>);
    /// Returns the parts of the points in this game, in its own order, without those from before the first position.
    fn parts(points: &Points) -> Vec<(&'static str, u16)> {
        points.base_parts()
    }
    /// Extra points for each completed city that a seat is paid for by this field.
    #[inline]
    fn bonus_for_cities(_: &Game<Self>, _: Seat, _: FeatureId) -> u16 {
        0
    }

    /// Decisions that only this game has.
    fn choices(_: &Game<Self>) -> crate::legal::Choices {
        crate::legal::Choices::default()
    }
    /// Such a decision by the name that the list has for it, where it can be said in several ways.
    fn canonical(_: &Game<Self>, action: Action) -> Action {
        action
    }
    /// Checks a decision that only this game has.
    fn check_choice(_: &Game<Self>, _: Action) -> Result<(), Reason> {
        Err(Reason::NotInThisGame)
    }
    /// Checks that a figure that only this game has may be deployed there.
    fn check_figure(_: &Game<Self>, _: Seat, _: PlacedFigure, _: TileIndex) -> Result<(), Reason> {
        Err(Reason::NotInThisGame)
    }
    /// Makes such a decision.
    fn choose(_: &mut Game<Self>, _: Action, _: &mut impl Observer<Event>) {
        unreachable!("this game has no such decision")
    }
    /// Deploys such a figure: takes it from the supply.
    fn take_from_supply(_: &mut Game<Self>, _: PlacedFigure, _: TileIndex) {
        unreachable!("this game has no such figure")
    }
    /// The number of tiles that lie from the start and come from the stack: the start tile.
    const IMPLIED_TILES: usize;
    /// Returns the state of the game beside the common parts, as plain data.
    fn extras(_: &Game<Self>) -> Extras {
        Extras::NONE
    }
    /// Takes such data over; it was checked. The phase of the game is set already.
    fn set_extras(_: &mut Game<Self>, _: &Extras) {}
    /// Checks that a figure that only this game has may stand on a tile of a setup.
    fn check_figure_setup(_: &Game<Self>, _: PlacedFigure, _: TileIndex) -> Result<(), Reason> {
        Err(Reason::NotInThisGame)
    }
    /// Adds the faults that only this game can find in a setup whose tiles and figures lie already, `placed` tiles beside
    /// those from the start.
    fn check_setup(_: &Game<Self>, _: &Setup<Self>, _placed: usize, _faults: &mut Faults) {}
    /// Whether the last two tiles are settled together, after the figure for the second (`TB-TIMING-3`).
    fn settles_two_tiles(_: &Game<Self>) -> bool {
        false
    }
    /// Whether a tile is settled only after the decision on the second one (`TB-TIMING-1`).
    fn is_immediate(_: &Game<Self>) -> bool {
        false
    }
    /// The clause that stands behind a refusal.
    fn clause(why: &Reason) -> Clause;
    /// The clause of this game that says what this clause of base Carcassonne says; that one, if it holds here too.
    fn own_clause(base: Clause) -> Clause {
        base
    }
}
