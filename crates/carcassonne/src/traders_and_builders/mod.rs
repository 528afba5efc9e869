//! Traders & Builders: goods, the builder and the double turn, the pig.

mod double_turn;
mod figures;
mod goods;

pub use goods::Goods;
pub(crate) use goods::TOKENS;

use crate::land::{Extent, Feature, PlacedFigure, PlacedTile, Spot, TileIndex};
use crate::legal::Choices;
use crate::options::{SmallCity, SpecialFigures, StartPlayer, TradersOptions};
use crate::rules::scoring::base_value;
use crate::state::PerSeat;
use crate::{
    Action, Base, Clause, Deployable, Event, Extras, FeatureId, Game, Kinds, Phase, Points, Reason, Rules,
    SegmentKind, Setup,
};
use game::{Faults, Observer, Seat, SeatSet};

/// Carcassonne with Traders & Builders: 24 tiles more (`TB-COMP-1`), 96 in all, one of which lies from the start
/// (`TB-SETUP-1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traders;

/// The state of Traders & Builders beside the base game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TradersState {
    /// Goods tokens in front of the seats (`TB-GOODS-7`).
    pub(crate) goods: PerSeat<Goods>,
    /// Seats whose builder is in the supply.
    pub(crate) builders: SeatSet,
    /// Seats whose pig is in the supply.
    pub(crate) pigs: SeatSet,
    /// The part of the turn, from 0 on (`TB-TERM-5`).
    pub(crate) part: u8,
    /// Whether the tile placed last gives the right to another one (`TB-DOUBLE-1`), whatever becomes of the builder after
    /// that (`TB-DOUBLE-5`).
    pub(crate) triggered: bool,
    /// With `second_tile = immediate`, once both tiles lie: which of them gets its figure now, 1 or 2; 0 otherwise.
    pub(crate) figure_for: u8,
}

impl Extent for Traders {
    const KINDS: Kinds = Kinds::TRADERS_AND_BUILDERS;
    const CELLS: usize = 4901;
    const STRIDE: usize = 99;
    type Grid = [u8; 4901];
    type Tiles = [PlacedTile; 96];
    type Spots = [Spot; 208];
    type Fits = [u64; 13];
    type Labels = [u16; 368];
    type Features = [Feature; 368];
    type Counts = [u8; 48];
}

impl Rules for Traders {
    type Options = TradersOptions;
    type Own = TradersState;
    const NAME: &'static str = "traders-and-builders";
    /// Until version 2 `double_turn = mandatory` took away the choice of every further tile of `TB-HOUSE-1`: that is
    /// `mandatory_all` now.
    const VERSIONS: &'static [u32] = &[1, 2];
    /// Builders and pigs are there for six (`TB-SETUP-3`).
    const SEATS_MAX: usize = 6;
    const FOLLOWERS: u8 = 7;
    const IMPLIED_TILES: usize = 1;

    fn players(options: &TradersOptions) -> usize {
        options.base.players.into()
    }
    fn start_player(options: &TradersOptions) -> StartPlayer {
        options.base.start_player
    }
    fn parts(points: &Points) -> Vec<(&'static str, u16)> {
        let mut parts = Base::parts(points);
        parts.push(("goods", points.goods));
        parts
    }
    /// Every player adds a builder and a pig to the supply (`TB-COMP-3`, `TB-SETUP-2`).
    fn set_up(game: &mut Game<Self>) {
        crate::base::lay_start_tile(game);
        game.own.builders = SeatSet::first(game.seats());
        game.own.pigs = SeatSet::first(game.seats());
    }
    #[inline]
    fn has_farmers(options: &TradersOptions) -> bool {
        options.base.farmers
    }
    #[inline]
    fn placed(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.after_placing(observer);
    }
    #[inline]
    fn deployable(game: &Game<Self>, tile: TileIndex) -> Deployable {
        game.deployable_figures(tile)
    }
    #[inline]
    fn deployed(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.after_deploying(observer);
    }
    /// A completed city gives its goods too: each one does (`TB-GOODS-4`), in the part of the turn that completes it
    /// (`TB-GOODS-8`).
    #[inline]
    fn completed(
        game: &mut Game<Self>,
        id: FeatureId,
        tile: TileIndex,
        index: usize,
        observer: &mut impl Observer<Event>,
    ) {
        let is_city = game.land.feature(id).kind() == SegmentKind::City;
        game.score_completed(id, tile, index, observer);
        if is_city {
            game.take_goods(id, observer);
        }
    }
    #[inline]
    fn value(game: &Game<Self>, id: FeatureId, completed: bool) -> u16 {
        base_value(game, id, completed, game.options.base.small_city() == SmallCity::Half)
    }
    #[inline]
    fn counts_special(options: &TradersOptions) -> bool {
        options.special_figures() == SpecialFigures::Followers2003Counted
    }
    fn took_back(game: &mut Game<Self>, placed: PlacedFigure) {
        game.special_came_back(placed);
    }
    fn stack_ran_out(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.no_tile_for_the_second_part(observer);
    }
    #[inline]
    fn turn_begins(game: &mut Game<Self>) {
        game.own.part = 0;
        game.own.triggered = false;
        game.own.figure_for = 0;
    }
    fn final_scoring(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.score_incomplete(observer, |_, _, _, _, _| ());
        game.score_fields(game.options.base.farm_scoring(), observer);
        game.score_goods(observer);
    }
    fn bonus_for_cities(game: &Game<Self>, seat: Seat, field: FeatureId) -> u16 {
        game.pig_bonus(seat, field)
    }

    fn choices(game: &Game<Self>) -> Choices {
        Choices { second: game.phase == Phase::OfferingSecond, ..Choices::default() }
    }
    fn check_choice(game: &Game<Self>, action: Action) -> Result<(), Reason> {
        game.check_second(action)
    }
    fn check_figure(
        game: &Game<Self>,
        seat: Seat,
        placed: PlacedFigure,
        tile: TileIndex,
    ) -> Result<(), Reason> {
        game.check_special(seat, placed, tile)
    }
    fn choose(game: &mut Game<Self>, action: Action, observer: &mut impl Observer<Event>) {
        game.decide_on_second(action == Action::TakeSecond, observer);
    }
    fn take_from_supply(game: &mut Game<Self>, placed: PlacedFigure, _: TileIndex) {
        game.take_special(placed);
    }
    fn extras(game: &Game<Self>) -> Extras {
        Extras {
            goods: Some(game.own.goods),
            builders: Some(game.own.builders),
            pigs: Some(game.own.pigs),
            part: Some(game.part()),
            for_first_tile: game.own.figure_for == 1,
            ..Extras::NONE
        }
    }
    fn set_extras(game: &mut Game<Self>, extras: &Extras) {
        game.own.goods = extras.goods.unwrap_or_default();
        game.own.part = extras.part.map_or(0, |part| part - 1);
        game.own.triggered = game.is_triggered();
        game.own.figure_for = match game.phase {
            Phase::Deploying { .. } if extras.for_first_tile => 1,
            Phase::Deploying { .. } if game.is_immediate() && game.own.part > 0 => 2,
            _ => 0,
        };
    }
    fn check_figure_setup(game: &Game<Self>, placed: PlacedFigure, tile: TileIndex) -> Result<(), Reason> {
        game.check_special_setup(placed, tile)
    }
    fn check_setup(game: &Game<Self>, setup: &Setup<Self>, placed: usize, faults: &mut Faults) {
        game.check_parts_setup(setup, placed, faults);
    }
    fn settles_two_tiles(game: &Game<Self>) -> bool {
        game.is_immediate() && game.own.part > 0
    }
    fn is_immediate(game: &Game<Self>) -> bool {
        game.is_immediate()
    }
    fn clause(why: &Reason) -> Clause {
        use crate::Figure::{Builder, Pig};
        match why {
            Reason::NoSpecial { .. } => "TB-DEPLOY-2",
            Reason::WrongGround { figure: Builder, .. } => "TB-BUILDER-5",
            Reason::NoOwnFollower { figure: Builder, .. } => "TB-BUILDER-1",
            Reason::WrongGround { figure: Pig, .. } | Reason::NoOwnFollower { figure: Pig, .. } => "TB-PIG-1",
            Reason::MustTakeSecond => "TB-OPT-DOUBLE",
            Reason::SecondFirst => "TB-DOUBLE-7",
            _ => crate::base::base_clause(why),
        }
    }
}
