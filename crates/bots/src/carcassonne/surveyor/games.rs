//! What each of the games adds.

use super::worth::{Holding, Worth};
use carcassonne::options::SmallCity;
use carcassonne::{Base, FarmScoring, Game, NewWorld, Rules, SegmentKind, Traders};

/// How long a figure stays where it is.
#[derive(Clone, Copy, Debug)]
pub struct Lasting {
    /// The share of the draws left that come in time.
    pub(crate) draws: f32,
    /// The chance that it still stands at the end, if the feature is not completed.
    pub(crate) stays: f32,
    /// Points beside those of the feature, once it is completed.
    pub(crate) extra: f32,
}

impl Lasting {
    const FOREVER: Lasting = Lasting { draws: 1.0, stays: 1.0, extra: 0.0 };
}

/// A game that [`super::Surveyor`] can think about: what it must know beyond the machinery that the games share.
pub trait Thinker: Rules {
    #[doc(hidden)]
    #[expect(private_interfaces)]
    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32;
    #[doc(hidden)]
    #[expect(private_interfaces)]
    fn field(worth: &Worth<'_, Self>, holding: &Holding, share: f32) -> f32;
    #[doc(hidden)]
    #[expect(private_interfaces)]
    fn lasting(_: &Worth<'_, Self>, _: &Holding) -> Lasting {
        Lasting::FOREVER
    }
    #[doc(hidden)]
    #[expect(private_interfaces)]
    fn weigh_more(_: &mut Worth<'_, Self>) {}
}

/// A road or city of the base game that has grown by some tiles.
fn base_building<R: Rules>(
    game: &Game<R>,
    holding: &Holding,
    more: f32,
    completed: bool,
    small: SmallCity,
) -> f32 {
    let tiles = f32::from(game.land().tile_count(holding.id)) + more;
    if holding.feature.kind() == SegmentKind::Road {
        return tiles;
    }
    let single = tiles + f32::from(holding.feature.symbols());
    if completed && !(small == SmallCity::Half && tiles < 2.5) { 2.0 * single } else { single }
}

/// Points of a field: for cities that are likely to be completed, and for such as may still come.
fn base_field<R: Thinker>(worth: &Worth<'_, R>, holding: &Holding, share: f32, revision: FarmScoring) -> f32 {
    let weights = worth.weights;
    let sure = worth.ground.completed_cities(holding.id);
    let cities = sure + weights.field_growth * worth.ground.left * share;
    let each = if revision == FarmScoring::First { 4.0 } else { 3.0 };
    each * cities
}

impl Thinker for Base {
    #[expect(private_interfaces)]
    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32 {
        base_building(game, holding, more, completed, game.options().small_city())
    }
    #[expect(private_interfaces)]
    fn field(worth: &Worth<'_, Self>, holding: &Holding, share: f32) -> f32 {
        base_field(worth, holding, share, worth.game.options().farm_scoring())
    }
}

impl Thinker for Traders {
    #[expect(private_interfaces)]
    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32 {
        base_building(game, holding, more, completed, game.options().base.small_city())
    }
    #[expect(private_interfaces)]
    fn field(worth: &Worth<'_, Self>, holding: &Holding, share: f32) -> f32 {
        base_field(worth, holding, share, worth.game.options().base.farm_scoring())
    }
}

impl Thinker for NewWorld {
    #[expect(private_interfaces)]
    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32 {
        let tiles = f32::from(game.land().tile_count(holding.id)) + more;
        let symbol = if completed { 2.0 } else { f32::from(game.options().final_symbol_points) };
        let symbols = symbol * f32::from(holding.feature.symbols());
        let each = if completed && holding.feature.kind() == SegmentKind::City { 2.0 } else { 1.0 };
        each * tiles + symbols
    }
    #[expect(private_interfaces)]
    fn field(worth: &Worth<'_, Self>, holding: &Holding, share: f32) -> f32 {
        f32::from(holding.feature.symbols()) + worth.weights.herd * worth.ground.left * share
    }
}
