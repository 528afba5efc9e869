//! The additions of each game to the common estimates; [`super::goods`] and [`super::columns`] say more for two of them.

use super::columns::{self, StayEstimate};
use super::evaluation::{Evaluation, Holding};
use super::learned::{self, NOTHING, OWN};
use super::{Weights, goods};
use crate::net::Net;
use carcassonne::options::SmallCity;
use carcassonne::{Base, FarmScoring, Game, NewWorld, Rules, SegmentKind, Traders};
use game::Seat;
use std::sync::OnceLock;

/// A game that [`super::Surveyor`] can think about: what it must know beyond the machinery that the games share.
#[expect(private_interfaces, reason = "only the surveyor asks, and nobody else can answer for another game")]
pub trait SurveyorGame: Rules {
    /// The coefficients of the spread of points, which is the lead that raises the odds of winning e times: its value at the end,
    /// the increase for each draw that a seat has left, and for the square of these. Fitted to games between surveyors.
    #[doc(hidden)]
    const SPREAD: [f64; 3];
    /// The weight of a tile's luck relative to its estimate, with two seats and with more: the more choice a seat has, the more
    /// the best of its choices is overrated. Fitted as well.
    #[doc(hidden)]
    const RELIANCE: [f64; 2] = [1.0, 1.0];

    /// Returns the spread of points in a position; see [`SurveyorGame::SPREAD`].
    #[doc(hidden)]
    fn spread(game: &Game<Self>) -> f64 {
        let draws = game.stack_len() as f64 / game.seats() as f64;
        let [at_end, each, square] = Self::SPREAD;
        at_end + draws * (each + draws * square)
    }
    /// Returns the parameters of the estimates in this game.
    fn weights() -> Weights {
        Weights::default()
    }
    /// Points of a road or city, if it has grown by `more` tiles.
    #[doc(hidden)]
    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32;
    /// Points of a field with this share of all open field edges.
    #[doc(hidden)]
    fn field(worth: &Evaluation<'_, Self>, holding: &Holding, share: f32) -> f32;
    /// Estimates how long the figures on a feature stay there.
    #[doc(hidden)]
    fn lasting(_: &Evaluation<'_, Self>, _: &Holding) -> StayEstimate {
        StayEstimate::FOREVER
    }
    /// Weighs what only this game has.
    #[doc(hidden)]
    fn weigh_more(_: &mut Evaluation<'_, Self>) {}
    /// Describes to the network what only this game has of a seat.
    #[doc(hidden)]
    fn describe(worth: &Evaluation<'_, Self>, seat: Seat) -> [f32; OWN];
    /// Describes to the network what only this game has of the table, as a seat sees it.
    #[doc(hidden)]
    fn describe_table(_: &Evaluation<'_, Self>, _: Seat) -> [f32; OWN] {
        NOTHING
    }
    /// The network of this game, read when it is first used.
    #[doc(hidden)]
    fn net() -> &'static Net;
}

/// A road or city of the base game.
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

/// A field of the base game: cities that are likely to be completed, and such as may still come.
fn base_field<R: SurveyorGame>(
    worth: &Evaluation<'_, R>,
    holding: &Holding,
    share: f32,
    revision: FarmScoring,
) -> f32 {
    let coming = worth.weights.field_growth * worth.ground.left * share;
    let cities = worth.ground.completed_cities(holding.id) + coming;
    if revision == FarmScoring::First { 4.0 * cities } else { 3.0 * cities }
}

#[expect(private_interfaces, reason = "see the trait")]
impl SurveyorGame for Base {
    const SPREAD: [f64; 3] = [3.5, 0.85, 0.017];

    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32 {
        base_building(game, holding, more, completed, game.options().small_city())
    }
    fn field(worth: &Evaluation<'_, Self>, holding: &Holding, share: f32) -> f32 {
        base_field(worth, holding, share, worth.game.options().farm_scoring())
    }
    fn describe(worth: &Evaluation<'_, Self>, seat: Seat) -> [f32; OWN] {
        learned::describe_base(worth, seat)
    }
    fn net() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::from_file(include_bytes!("carcassonne.net")))
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl SurveyorGame for Traders {
    const SPREAD: [f64; 3] = [5.5, 0.7, 0.02];
    const RELIANCE: [f64; 2] = [0.75, 0.4];

    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32 {
        base_building(game, holding, more, completed, game.options().base.small_city())
    }
    fn field(worth: &Evaluation<'_, Self>, holding: &Holding, share: f32) -> f32 {
        base_field(worth, holding, share, worth.game.options().base.farm_scoring())
    }
    fn weigh_more(worth: &mut Evaluation<'_, Self>) {
        goods::weigh_goods(worth);
        goods::weigh_builders(worth);
        goods::weigh_pigs(worth);
    }
    fn describe(worth: &Evaluation<'_, Self>, seat: Seat) -> [f32; OWN] {
        goods::describe(worth, seat)
    }
    fn describe_table(worth: &Evaluation<'_, Self>, seat: Seat) -> [f32; OWN] {
        goods::describe_table(worth, seat)
    }
    fn net() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::from_file(include_bytes!("traders-and-builders.net")))
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl SurveyorGame for NewWorld {
    const SPREAD: [f64; 3] = [5.5, 0.85, 0.0];
    const RELIANCE: [f64; 2] = [1.0, 0.8];

    fn weights() -> Weights {
        Weights { income: 2.5, meets: 0.5, hazard: 0.27, ..Weights::default() }
    }
    fn building(game: &Game<Self>, holding: &Holding, more: f32, completed: bool) -> f32 {
        let tiles = f32::from(game.land().tile_count(holding.id)) + more;
        let symbol = if completed { 2.0 } else { f32::from(game.options().final_symbol_points) };
        let symbols = symbol * f32::from(holding.feature.symbols());
        let each = if completed && holding.feature.kind() == SegmentKind::City { 2.0 } else { 1.0 };
        each * tiles + symbols
    }
    fn field(worth: &Evaluation<'_, Self>, holding: &Holding, share: f32) -> f32 {
        f32::from(holding.feature.symbols()) + worth.weights.herd * worth.ground.left * share
    }
    fn lasting(worth: &Evaluation<'_, Self>, holding: &Holding) -> StayEstimate {
        columns::lasting(worth, holding.west)
    }
    fn describe(worth: &Evaluation<'_, Self>, seat: Seat) -> [f32; OWN] {
        columns::describe(worth, seat)
    }
    fn describe_table(worth: &Evaluation<'_, Self>, _: Seat) -> [f32; OWN] {
        columns::describe_table(worth)
    }
    fn net() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::from_file(include_bytes!("mayflower.net")))
    }
}
