//! Traders & Builders: goods, the builder and the double turn, the pig.

mod double_turn;
mod figures;
mod goods;

pub use goods::Goods;
pub(crate) use goods::TOKENS;

use crate::expansion::{Combination, Expansion};
use crate::land::{PlacedFigure, Size, TileIndex, extent};
use crate::legal::Choices;
use crate::options::{Options, SpecialFigures, TradersOptions};
use crate::state::PerSeat;
use crate::{
    Action, Clause, Definition, Deployable, Event, Extras, FeatureId, Figure, Game, Kinds, Phase, Points,
    Reason, Rules, SegmentKind, Setup,
};
use game::{Faults, Observer, Seat, SeatSet};
use std::ops::ControlFlow;

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

extent!(Traders, Kinds::TRADERS_AND_BUILDERS, Size::of(Kinds::TRADERS_AND_BUILDERS));

/// Builders and pigs are there for six (`TB-SETUP-3`), so that as many play as in the base game.
impl Definition for Traders {
    type Options = TradersOptions;
    type Own = TradersState;
    const NAME: &'static str = "traders-and-builders";
    /// Until version 2 `double_turn = mandatory` took away the choice of every further tile of `TB-HOUSE-1`: that is
    /// `mandatory_all` now.
    const VERSIONS: &'static [u32] = &[1, 2];
}

impl Combination for Traders {
    type Expansions = TradersExpansion;

    #[inline]
    fn base(options: &TradersOptions) -> &Options {
        &options.base
    }
}

impl WithTraders for Traders {
    #[inline]
    fn traders(own: &TradersState) -> &TradersState {
        own
    }
    #[inline]
    fn traders_mut(own: &mut TradersState) -> &mut TradersState {
        own
    }
    #[inline]
    fn traders_options(options: &TradersOptions) -> &TradersOptions {
        options
    }
}

/// A game with Traders & Builders, alone or among other expansions.
pub trait WithTraders: Rules {
    /// The state of Traders & Builders.
    fn traders(own: &Self::Own) -> &TradersState;
    /// The state of Traders & Builders, to change it.
    fn traders_mut(own: &mut Self::Own) -> &mut TradersState;
    /// The switches of Traders & Builders.
    fn traders_options(options: &Self::Options) -> &TradersOptions;
}

impl<R: WithTraders> Game<R> {
    #[inline]
    fn traders(&self) -> &TradersState {
        R::traders(&self.own)
    }

    #[inline]
    fn traders_mut(&mut self) -> &mut TradersState {
        R::traders_mut(&mut self.own)
    }

    #[inline]
    fn traders_options(&self) -> &TradersOptions {
        R::traders_options(&self.options)
    }
}

/// The rules that Traders & Builders adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TradersExpansion;

impl<R: WithTraders> Expansion<R> for TradersExpansion {
    /// Every player adds a builder and a pig to the supply (`TB-COMP-3`, `TB-SETUP-2`).
    fn set_up(game: &mut Game<R>) {
        let seats = SeatSet::first(game.seats());
        let own = game.traders_mut();
        (own.builders, own.pigs) = (seats, seats);
    }
    #[inline]
    fn placed(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        game.after_placing(observer)
    }
    #[inline]
    fn deployable(game: &Game<R>, tile: TileIndex, deployable: &mut Deployable) {
        game.add_special_figures(tile, deployable);
    }
    #[inline]
    fn deployed(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        game.after_deploying(observer)
    }
    #[inline]
    fn settle(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        game.settle_two(observer)
    }
    #[inline]
    fn settled(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        game.after_settling(observer)
    }
    /// A completed city gives its goods too: each one does (`TB-GOODS-4`), in the part of the turn that completes it
    /// (`TB-GOODS-8`).
    #[inline]
    fn completed(game: &mut Game<R>, id: FeatureId, observer: &mut impl Observer<Event>) {
        if game.land.feature(id).kind() == SegmentKind::City {
            game.take_goods(id, observer);
        }
    }
    #[inline]
    fn counts_special(options: &R::Options) -> bool {
        R::traders_options(options).special_figures() == SpecialFigures::Followers2003Counted
    }
    fn stack_ran_out(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        game.no_tile_for_the_second_part(observer)
    }
    #[inline]
    fn turn_begins(game: &mut Game<R>) {
        let own = game.traders_mut();
        own.part = 0;
        own.triggered = false;
        own.figure_for = 0;
    }
    fn final_scoring(game: &mut Game<R>, observer: &mut impl Observer<Event>) {
        game.score_goods(observer);
    }
    fn parts(points: &Points, parts: &mut Vec<(&'static str, u16)>) {
        parts.push(("goods", points.goods));
    }
    #[inline]
    fn bonus_for_cities(game: &Game<R>, seat: Seat, field: FeatureId) -> u16 {
        game.pig_bonus(seat, field)
    }

    #[inline]
    fn has_choice(action: Action) -> bool {
        matches!(action, Action::TakeSecond | Action::EndTurn)
    }
    fn choices(game: &Game<R>, choices: &mut Choices) {
        choices.second = game.phase == Phase::OfferingSecond;
    }
    fn check_choice(game: &Game<R>, action: Action) -> Result<(), Reason> {
        game.check_second(action)
    }

    #[inline]
    fn has_figure(figure: Figure) -> bool {
        matches!(figure, Figure::Builder | Figure::Pig)
    }
    fn check_figure(game: &Game<R>, seat: Seat, placed: PlacedFigure, tile: TileIndex) -> Result<(), Reason> {
        game.check_special(seat, placed, tile)
    }
    fn choose(game: &mut Game<R>, action: Action, observer: &mut impl Observer<Event>) {
        game.decide_on_second(action == Action::TakeSecond, observer);
    }
    #[inline]
    fn take_from_supply(game: &mut Game<R>, placed: PlacedFigure, _: TileIndex) {
        game.take_special(placed);
    }
    #[inline]
    fn took_back(game: &mut Game<R>, placed: PlacedFigure) {
        game.special_came_back(placed);
    }

    fn extras(game: &Game<R>, extras: &mut Extras) {
        let own = game.traders();
        extras.goods = Some(own.goods);
        extras.builders = Some(own.builders);
        extras.pigs = Some(own.pigs);
        extras.part = Some(game.part());
        extras.for_first_tile = own.figure_for == 1;
    }
    fn set_extras(game: &mut Game<R>, extras: &Extras) {
        let (phase, is_immediate, triggered) = (game.phase, game.is_immediate(), game.is_triggered());
        let own = game.traders_mut();
        own.goods = extras.goods.unwrap_or_default();
        own.part = extras.part.map_or(0, |part| part - 1);
        own.triggered = triggered;
        own.figure_for = match phase {
            Phase::Deploying { .. } if extras.for_first_tile => 1,
            Phase::Deploying { .. } if is_immediate && own.part > 0 => 2,
            _ => 0,
        };
    }
    fn check_figure_setup(game: &Game<R>, placed: PlacedFigure, tile: TileIndex) -> Result<(), Reason> {
        game.check_special_setup(placed, tile)
    }
    fn check_setup(game: &Game<R>, setup: &Setup<R>, placed: usize, faults: &mut Faults) {
        game.check_parts_setup(setup, placed, faults);
    }
    fn settles_two_tiles(game: &Game<R>) -> bool {
        game.is_immediate() && game.traders().part > 0
    }
    fn is_immediate(game: &Game<R>) -> bool {
        game.is_immediate()
    }
    fn clause(why: &Reason) -> Option<Clause> {
        use Figure::{Builder, Pig};
        Some(match why {
            Reason::NoSpecial { .. } => "TB-DEPLOY-2",
            Reason::WrongGround { figure: Builder, .. } => "TB-BUILDER-5",
            Reason::NoOwnFollower { figure: Builder, .. } => "TB-BUILDER-1",
            Reason::WrongGround { figure: Pig, .. } | Reason::NoOwnFollower { figure: Pig, .. } => "TB-PIG-1",
            Reason::MustTakeSecond => "TB-OPT-DOUBLE",
            Reason::SecondFirst => "TB-DOUBLE-7",
            _ => return None,
        })
    }
}
