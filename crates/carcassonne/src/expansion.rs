//! Expansions of base Carcassonne, and games that are made of them.
//!
//! An [`Expansion`] says what it adds at each joint. A [`Combination`] is a list of them with a name, a box and rule switches; its
//! rules follow: it is asked by [`Rules`], plays base Carcassonne and lets every expansion add to it in their order. Base
//! Carcassonne is the combination of none, Traders & Builders that of one.
//!
//! An expansion is written for every game `R` that has its state, so that it works alone and beside others. A list is `A` or
//! `(A, (B, C))`. All of that is decided when the program is compiled.

use crate::land::{PlacedFigure, TileIndex};
use crate::legal::Choices;
use crate::options::{Options, SmallCity, StartPlayer};
use crate::rules::scoring::base_value;
use crate::{
    Action, Clause, Definition, Deployable, Event, Extras, FeatureId, Figure, Game, Points, Reason, Rules,
    Setup,
};
use game::{Faults, Observer, Seat};
use std::ops::ControlFlow::{self, Continue};

/// The additions of an expansion at the joints of base Carcassonne. By default it adds nothing.
///
/// An expansion that goes on in its own way answers `Break`: then neither the base game nor a later expansion does anything at this
/// joint.
pub trait Expansion<R: Rules> {
    /// Adds what lies ready at the beginning.
    fn set_up(_: &mut Game<R>) {}

    /// A tile was placed; the base game asks for a figure.
    #[inline]
    fn placed(_: &mut Game<R>, _: &mut impl Observer<Event>) -> ControlFlow<()> {
        Continue(())
    }
    /// Adds to the figures that may be deployed on a tile.
    #[inline]
    fn deployable(_: &Game<R>, _: TileIndex, _: &mut Deployable) {}
    /// A figure was deployed, or not; the base game scores what is completed.
    #[inline]
    fn deployed(_: &mut Game<R>, _: &mut impl Observer<Event>) -> ControlFlow<()> {
        Continue(())
    }
    /// The features completed in this step are due; the base game scores those of the last tile.
    #[inline]
    fn settle(_: &mut Game<R>, _: &mut impl Observer<Event>) -> ControlFlow<()> {
        Continue(())
    }
    /// Everything completed was scored; the base game ends the turn.
    #[inline]
    fn settled(_: &mut Game<R>, _: &mut impl Observer<Event>) -> ControlFlow<()> {
        Continue(())
    }
    /// A feature was completed and scored.
    #[inline]
    fn completed(_: &mut Game<R>, _: FeatureId, _: &mut impl Observer<Event>) {}
    /// Returns the points of a road, city or monastery, which without this expansion are `points`.
    #[inline]
    fn value(_: &Game<R>, _: FeatureId, _completed: bool, points: u16) -> u16 {
        points
    }
    /// Whether figures that are no followers count for the majority like them.
    #[inline]
    fn counts_special(_: &R::Options) -> bool {
        false
    }
    /// The tile in hand fits nowhere and none is left; the base game ends.
    fn stack_ran_out(_: &mut Game<R>, _: &mut impl Observer<Event>) -> ControlFlow<()> {
        Continue(())
    }
    /// A new turn of another seat begins.
    #[inline]
    fn turn_begins(_: &mut Game<R>) {}
    /// Adds to the final scoring, after the fields.
    fn final_scoring(_: &mut Game<R>, _: &mut impl Observer<Event>) {}
    /// Adds to the parts of the points.
    fn parts(_: &Points, _: &mut Vec<(&'static str, u16)>) {}
    /// Extra points for each completed city that a seat is paid for by this field.
    #[inline]
    fn bonus_for_cities(_: &Game<R>, _: Seat, _: FeatureId) -> u16 {
        0
    }

    /// Whether such a decision is this expansion's.
    #[inline]
    fn has_choice(_: Action) -> bool {
        false
    }
    /// Adds to the decisions that are offered.
    fn choices(_: &Game<R>, _: &mut Choices) {}
    /// Checks a decision of this expansion.
    fn check_choice(_: &Game<R>, _: Action) -> Result<(), Reason> {
        Err(Reason::NotInThisGame)
    }
    /// Makes a decision of this expansion.
    fn choose(_: &mut Game<R>, _: Action, _: &mut impl Observer<Event>) {}

    /// Whether such a figure is this expansion's.
    #[inline]
    fn has_figure(_: Figure) -> bool {
        false
    }
    /// Checks that a figure of this expansion may be deployed there.
    fn check_figure(_: &Game<R>, _: Seat, _: PlacedFigure, _: TileIndex) -> Result<(), Reason> {
        Err(Reason::NotInThisGame)
    }
    /// Checks that a figure of this expansion may stand on a tile of a setup.
    fn check_figure_setup(_: &Game<R>, _: PlacedFigure, _: TileIndex) -> Result<(), Reason> {
        Err(Reason::NotInThisGame)
    }
    /// Takes a figure of this expansion from the supply.
    #[inline]
    fn take_from_supply(_: &mut Game<R>, _: PlacedFigure, _: TileIndex) {}
    /// A figure of this expansion comes back to its owner.
    #[inline]
    fn took_back(_: &mut Game<R>, _: PlacedFigure) {}

    /// Writes the state of this expansion down.
    fn extras(_: &Game<R>, _: &mut Extras) {}
    /// Takes such data over; it was checked. The phase of the game is set already.
    fn set_extras(_: &mut Game<R>, _: &Extras) {}
    /// Adds the faults that only this expansion can find in a setup; see [`Rules::check_setup`].
    fn check_setup(_: &Game<R>, _: &Setup<R>, _placed: usize, _: &mut Faults) {}
    /// Whether the last two tiles are settled together; see [`Rules::settles_two_tiles`].
    fn settles_two_tiles(_: &Game<R>) -> bool {
        false
    }
    /// Whether a tile is settled only after a decision; see [`Rules::is_immediate`].
    fn is_immediate(_: &Game<R>) -> bool {
        false
    }
    /// The clause of this expansion that stands behind a refusal.
    fn clause(_: &Reason) -> Option<Clause> {
        None
    }
}

/// No expansion.
impl<R: Rules> Expansion<R> for () {}

/// One expansion and then others: each adds in its turn, and a decision or figure goes to the one that has it.
impl<R: Rules, A: Expansion<R>, B: Expansion<R>> Expansion<R> for (A, B) {
    fn set_up(game: &mut Game<R>) {
        A::set_up(game);
        B::set_up(game);
    }
    #[inline]
    fn placed(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        A::placed(game, observer)?;
        B::placed(game, observer)
    }
    #[inline]
    fn deployable(game: &Game<R>, tile: TileIndex, deployable: &mut Deployable) {
        A::deployable(game, tile, deployable);
        B::deployable(game, tile, deployable);
    }
    #[inline]
    fn deployed(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        A::deployed(game, observer)?;
        B::deployed(game, observer)
    }
    #[inline]
    fn settle(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        A::settle(game, observer)?;
        B::settle(game, observer)
    }
    #[inline]
    fn settled(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        A::settled(game, observer)?;
        B::settled(game, observer)
    }
    #[inline]
    fn completed(game: &mut Game<R>, id: FeatureId, observer: &mut impl Observer<Event>) {
        A::completed(game, id, observer);
        B::completed(game, id, observer);
    }
    #[inline]
    fn value(game: &Game<R>, id: FeatureId, completed: bool, points: u16) -> u16 {
        B::value(game, id, completed, A::value(game, id, completed, points))
    }
    #[inline]
    fn counts_special(options: &R::Options) -> bool {
        A::counts_special(options) || B::counts_special(options)
    }
    fn stack_ran_out(game: &mut Game<R>, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        A::stack_ran_out(game, observer)?;
        B::stack_ran_out(game, observer)
    }
    #[inline]
    fn turn_begins(game: &mut Game<R>) {
        A::turn_begins(game);
        B::turn_begins(game);
    }
    fn final_scoring(game: &mut Game<R>, observer: &mut impl Observer<Event>) {
        A::final_scoring(game, observer);
        B::final_scoring(game, observer);
    }
    fn parts(points: &Points, parts: &mut Vec<(&'static str, u16)>) {
        A::parts(points, parts);
        B::parts(points, parts);
    }
    #[inline]
    fn bonus_for_cities(game: &Game<R>, seat: Seat, field: FeatureId) -> u16 {
        A::bonus_for_cities(game, seat, field) + B::bonus_for_cities(game, seat, field)
    }
    #[inline]
    fn has_choice(action: Action) -> bool {
        A::has_choice(action) || B::has_choice(action)
    }
    fn choices(game: &Game<R>, choices: &mut Choices) {
        A::choices(game, choices);
        B::choices(game, choices);
    }
    fn check_choice(game: &Game<R>, action: Action) -> Result<(), Reason> {
        if A::has_choice(action) { A::check_choice(game, action) } else { B::check_choice(game, action) }
    }
    fn choose(game: &mut Game<R>, action: Action, observer: &mut impl Observer<Event>) {
        if A::has_choice(action) {
            A::choose(game, action, observer);
        } else {
            B::choose(game, action, observer);
        }
    }
    #[inline]
    fn has_figure(figure: Figure) -> bool {
        A::has_figure(figure) || B::has_figure(figure)
    }
    fn check_figure(game: &Game<R>, seat: Seat, placed: PlacedFigure, tile: TileIndex) -> Result<(), Reason> {
        if A::has_figure(placed.figure) {
            A::check_figure(game, seat, placed, tile)
        } else {
            B::check_figure(game, seat, placed, tile)
        }
    }
    fn check_figure_setup(game: &Game<R>, placed: PlacedFigure, tile: TileIndex) -> Result<(), Reason> {
        if A::has_figure(placed.figure) {
            A::check_figure_setup(game, placed, tile)
        } else {
            B::check_figure_setup(game, placed, tile)
        }
    }
    #[inline]
    fn take_from_supply(game: &mut Game<R>, placed: PlacedFigure, tile: TileIndex) {
        if A::has_figure(placed.figure) {
            A::take_from_supply(game, placed, tile);
        } else {
            B::take_from_supply(game, placed, tile);
        }
    }
    #[inline]
    fn took_back(game: &mut Game<R>, placed: PlacedFigure) {
        if A::has_figure(placed.figure) {
            A::took_back(game, placed);
        } else {
            B::took_back(game, placed);
        }
    }
    fn extras(game: &Game<R>, extras: &mut Extras) {
        A::extras(game, extras);
        B::extras(game, extras);
    }
    fn set_extras(game: &mut Game<R>, extras: &Extras) {
        A::set_extras(game, extras);
        B::set_extras(game, extras);
    }
    fn check_setup(game: &Game<R>, setup: &Setup<R>, placed: usize, faults: &mut Faults) {
        A::check_setup(game, setup, placed, faults);
        B::check_setup(game, setup, placed, faults);
    }
    fn settles_two_tiles(game: &Game<R>) -> bool {
        A::settles_two_tiles(game) || B::settles_two_tiles(game)
    }
    fn is_immediate(game: &Game<R>) -> bool {
        A::is_immediate(game) || B::is_immediate(game)
    }
    fn clause(why: &Reason) -> Option<Clause> {
        A::clause(why).or_else(|| B::clause(why))
    }
}

/// A game of base Carcassonne with a list of expansions. Its box is that of [`Extent`](crate::land::Extent), its rules are those of the list.
pub trait Combination: Definition {
    /// The expansions.
    type Expansions: Expansion<Self>;
    /// The switches of base Carcassonne.
    fn base(options: &Self::Options) -> &Options;
}

impl<C: Combination> Rules for C {
    const SEATS_MAX: usize = 6;
    /// Seven of the eight meeples (`CARC-SETUP-3`); the other one would count points (`CARC-COMP-2`).
    const FOLLOWERS: u8 = 7;
    const IMPLIED_TILES: usize = 1;

    fn players(options: &Self::Options) -> usize {
        C::base(options).players.into()
    }
    fn start_player(options: &Self::Options) -> StartPlayer {
        C::base(options).start_player
    }
    fn set_up(game: &mut Game<Self>) {
        game.lay_start_tile();
        C::Expansions::set_up(game);
    }
    #[inline]
    fn has_farmers(options: &Self::Options) -> bool {
        C::base(options).farmers
    }
    #[inline]
    fn placed(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        if C::Expansions::placed(game, observer).is_continue() {
            game.ask_for_figure(game.land.last(), observer);
        }
    }
    #[inline]
    fn deployable(game: &Game<Self>, tile: TileIndex) -> Deployable {
        let mut deployable = Deployable::followers(game.free_segments(tile));
        C::Expansions::deployable(game, tile, &mut deployable);
        deployable
    }
    #[inline]
    fn deployed(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        if C::Expansions::deployed(game, observer).is_break() {
            return;
        }
        if C::Expansions::settle(game, observer).is_continue() {
            game.settle_completed(game.land.last(), None, observer);
        }
        if C::Expansions::settled(game, observer).is_continue() {
            game.end_turn(observer);
        }
    }
    #[inline]
    fn completed(
        game: &mut Game<Self>,
        id: FeatureId,
        tile: TileIndex,
        index: usize,
        observer: &mut impl Observer<Event>,
    ) {
        game.score_completed(id, tile, index, observer);
        C::Expansions::completed(game, id, observer);
    }
    #[inline]
    fn value(game: &Game<Self>, id: FeatureId, completed: bool) -> u16 {
        let half = C::base(&game.options).small_city() == SmallCity::Half;
        C::Expansions::value(game, id, completed, base_value(game, id, completed, half))
    }
    #[inline]
    fn counts_special(options: &Self::Options) -> bool {
        C::Expansions::counts_special(options)
    }
    #[inline]
    fn took_back(game: &mut Game<Self>, placed: PlacedFigure) {
        C::Expansions::took_back(game, placed);
    }
    fn stack_ran_out(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        if C::Expansions::stack_ran_out(game, observer).is_continue() {
            game.finish(observer);
        }
    }
    #[inline]
    fn turn_begins(game: &mut Game<Self>) {
        C::Expansions::turn_begins(game);
    }
    /// Scores the incomplete features, then the fields (`CARC-FINAL-5`), then what expansions add.
    fn final_scoring(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.score_incomplete(observer, |_, _, _, _, _| ());
        game.score_fields(C::base(&game.options).farm_scoring(), observer);
        C::Expansions::final_scoring(game, observer);
    }
    fn parts(points: &Points) -> Vec<(&'static str, u16)> {
        let mut parts = points.base_parts();
        C::Expansions::parts(points, &mut parts);
        parts
    }
    #[inline]
    fn bonus_for_cities(game: &Game<Self>, seat: Seat, field: FeatureId) -> u16 {
        C::Expansions::bonus_for_cities(game, seat, field)
    }
    fn choices(game: &Game<Self>) -> Choices {
        let mut choices = Choices::default();
        C::Expansions::choices(game, &mut choices);
        choices
    }
    fn check_choice(game: &Game<Self>, action: Action) -> Result<(), Reason> {
        C::Expansions::check_choice(game, action)
    }
    fn check_figure(
        game: &Game<Self>,
        seat: Seat,
        placed: PlacedFigure,
        tile: TileIndex,
    ) -> Result<(), Reason> {
        C::Expansions::check_figure(game, seat, placed, tile)
    }
    fn choose(game: &mut Game<Self>, action: Action, observer: &mut impl Observer<Event>) {
        C::Expansions::choose(game, action, observer);
    }
    #[inline]
    fn take_from_supply(game: &mut Game<Self>, placed: PlacedFigure, tile: TileIndex) {
        C::Expansions::take_from_supply(game, placed, tile);
    }
    fn extras(game: &Game<Self>) -> Extras {
        let mut extras = Extras::NONE;
        C::Expansions::extras(game, &mut extras);
        extras
    }
    fn set_extras(game: &mut Game<Self>, extras: &Extras) {
        C::Expansions::set_extras(game, extras);
    }
    fn check_figure_setup(game: &Game<Self>, placed: PlacedFigure, tile: TileIndex) -> Result<(), Reason> {
        C::Expansions::check_figure_setup(game, placed, tile)
    }
    fn check_setup(game: &Game<Self>, setup: &Setup<Self>, placed: usize, faults: &mut Faults) {
        C::Expansions::check_setup(game, setup, placed, faults);
    }
    fn settles_two_tiles(game: &Game<Self>) -> bool {
        C::Expansions::settles_two_tiles(game)
    }
    fn is_immediate(game: &Game<Self>) -> bool {
        C::Expansions::is_immediate(game)
    }
    fn clause(why: &Reason) -> Clause {
        C::Expansions::clause(why).unwrap_or_else(|| why.base_clause())
    }
}

#[cfg(test)]
mod tests;
