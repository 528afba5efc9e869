//! The bot that weighs every place and every figure.
//!
//! It looks one part of a turn ahead: every place for the tile in hand with every figure that may be deployed there,
//! and what follows at once. Each position that comes of it is read ([`open_places`]) and weighed ([`evaluation`]) for every seat:
//! points now and points to be expected, by what the tiles that are really left can still complete.

mod odds;
mod open_places;
mod evaluation;
mod figures;
mod goods;
mod columns;
mod games;
mod plan;
mod referee;

pub use games::SurveyorGame;
pub(super) use referee::Referee;

use crate::Player;
use carcassonne::{Action, Game, LegalActions, View};
use game::{Draws, Substream};
pub(super) use plan::Plan;

/// Declares the weights once: their meaning, their names and their values.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// The parameters of the estimates. The values were found by matches between surveyors (`docs/bots.md`).
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[non_exhaustive]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $value,)* }
            }
        }

        impl Weights {
            /// Sets one weight by its name, as matches between different weights need it; `false` if none is called
            /// so.
            pub fn set(&mut self, name: &str, value: f32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

weights! {
    /// The weight of a tile that fits an open edge without closing it.
    detour = 0.25;
    /// The degree to which several open places hinder each other.
    crowding = 0.3;
    /// The chance, for each draw, that others spoil a place that a feature needs.
    hazard = 0.2;
    /// The number of draws within which a follower must be back to be of use.
    patience = 6.0;
    /// The share of the own draws that go into a feature.
    effort = 0.7;
    /// The share of the others' draws that help all the same.
    chance_help = 0.1;
    /// The share of all draws that serve a city at a field.
    anybody = 0.35;
    /// The gain of an open feature on the way, if it is never completed.
    growth = 0.3;
    /// The share of the own draws that go to a place around an own monastery.
    yard_own = 0.35;
    /// The share of the others' draws that do.
    yard_others = 0.08;
    /// The weight of a follower that comes back soon, relative to one in the supply.
    comes_back = 0.5;
    /// Points that a draw brings with followers enough.
    income = 3.5;
    /// The share of a draw's points that is lost with one follower at hand; each further one loses the same share of the rest.
    thrift = 0.5;
    /// The corresponding share for followers in the long run.
    stock = 0.7;
    /// The number of cities that a tile brings to all fields.
    field_growth = 0.1;
    /// The number of animals that a tile brings to all plains.
    herd = 0.3;
    /// The share of draws that go into joining features.
    meeting = 0.4;
    /// The weight of the opponents' points.
    spite = 1.0;
    /// Points of difference that still make somebody a rival.
    rivalry = 15.0;
    /// The value of a second tile, in points.
    tile = 3.5;
    /// The share of the draws that extend a builder's road or city, of those that could.
    builder = 0.6;
    /// The number of draws in which a builder's road or city comes to its end.
    builder_span = 6.0;
    /// The value of a builder in the supply, relative to one at work.
    builder_kept = 0.25;
    /// The value of a pig in the supply, in points.
    pig_kept = 3.0;
    /// The spread of the tokens that are left.
    goods_spread = 0.7;
    /// Buildings scored a tile.
    pace = 0.3;
    /// Extra points to be expected in the column that the surveyors reach next.
    ahead = 3.0;
    /// The factor by which these points decrease with each column farther away.
    farther = 0.7;
    /// The chance that a settler is scored as long as a surveyor is in its column.
    meets = 0.7;
}

/// The bot `surveyor`; with a blur, `novice`.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surveyor {
    #[serde(skip)]
    weights: Option<Weights>,
    blur: Option<(f32, Substream)>,
}

impl Surveyor {
    /// A surveyor that estimates with these weights, not with those of the game.
    #[must_use]
    pub fn new(weights: Weights) -> Surveyor {
        Surveyor { weights: Some(weights), blur: None }
    }

    /// Creates a surveyor that misjudges every action by up to this many points.
    #[must_use]
    pub fn blurred(points: f32, draws: Substream) -> Surveyor {
        Surveyor { weights: None, blur: Some((points, draws)) }
    }
}

impl<R: SurveyorGame> Player<Game<R>> for Surveyor {
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        let first = legal.get(0).expect("a host asks only seats that can do something");
        if legal.len() == 1 {
            return first;
        }
        let Some(me) = view.seat() else { return first };
        let game = view.imagine();
        let blur = |_: Action| match &mut self.blur {
            Some((points, draws)) => *points * (draws.below(2001) as f32 / 1000.0 - 1.0),
            None => 0.0,
        };
        let weights = self.weights.unwrap_or_else(R::weights);
        Plan::new(&game, me, &weights).best(&game, legal, blur).unwrap_or(first)
    }
}
