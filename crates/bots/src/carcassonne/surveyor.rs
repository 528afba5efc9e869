//! The bot that weighs every place and every figure.
//!
//! It looks one part of a turn ahead: every place for the tile in hand with every figure that may be deployed there,
//! and what follows at once. Each position that comes of it is read ([`open_places`]) and weighed ([`evaluation`]) for every seat:
//! points now and points to be expected, by what the tiles that are really left can still complete.

mod odds;
mod open_places;
mod evaluation;
mod figures;
mod foresight;
mod goods;
mod learned;
mod columns;
mod games;
mod plan;
mod reasons;
mod referee;

pub use games::SurveyorGame;
pub(super) use referee::Referee;

use crate::Player;
use crate::advice::{Advised, Notes, Reason};
use crate::character::{self, Changes, Character};
use carcassonne::{Action, Game, LegalActions, View};
use game::{Draws, Substream};
pub(super) use plan::Plan;

crate::weights::weights! {
    /// The parameters of the estimates. The values were found by matches between surveyors (`docs/bots.md`); what a
    /// character likes is 0 for the surveyor itself.
    struct Weights {
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
        /// The liking for a figure on a road, in points.
        likes_roads = 0.0;
        /// The liking for a figure in a city.
        likes_cities = 0.0;
        /// The liking for a figure in a monastery.
        likes_monasteries = 0.0;
        /// The liking for a figure on a field.
        likes_fields = 0.0;
    }
}

/// The bot `surveyor`; with a blur or other weights, a level below it or a character.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surveyor {
    #[serde(skip)]
    weights: Option<Weights>,
    #[serde(skip)]
    changes: Changes,
    blur: Option<(f32, Substream)>,
}

impl Surveyor {
    /// A surveyor that estimates with these weights, not with those of the game.
    #[must_use]
    pub fn new(weights: Weights) -> Surveyor {
        Surveyor { weights: Some(weights), ..Surveyor::default() }
    }

    /// Creates the surveyor of a character.
    pub(super) fn tempered(character: &Character, draws: Substream) -> Surveyor {
        let blur = (character.blur > 0.0).then_some((character.blur, draws));
        Surveyor { changes: character.weights, blur, ..Surveyor::default() }
    }
}

impl Surveyor {
    /// Its weights in a game.
    fn weights_of<R: SurveyorGame>(&self) -> Weights {
        let mut weights = self.weights.unwrap_or_else(R::weights);
        character::apply(self.changes, |name, value| weights.set(name, value));
        weights
    }

    /// Chooses, and notes what it weighs.
    fn pick<R: SurveyorGame>(
        &mut self,
        view: &View<'_, R>,
        legal: &LegalActions<R>,
        notes: Option<&Notes<Action>>,
    ) -> Action {
        let first = legal.get(0).expect("a host asks only seats that can do something");
        if legal.len() == 1 {
            return first;
        }
        let Some(me) = view.seat() else { return first };
        let game = view.imagine();
        let weights = self.weights_of::<R>();
        let blur = |_: Action| match &mut self.blur {
            Some((points, draws)) => *points * (draws.below(2001) as f32 / 1000.0 - 1.0),
            None => 0.0,
        };
        Plan::new(&game, me, &weights).best(&game, legal, blur, notes).unwrap_or(first)
    }
}

impl<R: SurveyorGame> Player<Game<R>> for Surveyor {
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        self.pick(view, legal, None)
    }

    fn advise(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Vec<Advised<Action>> {
        let notes = Notes::new();
        let chosen = self.pick(view, legal, Some(&notes));
        advice(view, legal, &self.weights_of::<R>(), notes, chosen)
    }
}

/// Gives the choice and the best others their reasons, in the terms of a surveyor with these weights. Of the turns of a tile that look
/// alike the first is named, as at a table.
pub(super) fn advice<R: SurveyorGame>(
    view: &View<'_, R>,
    legal: &LegalActions<R>,
    weights: &Weights,
    notes: Notes<Action>,
    chosen: Action,
) -> Vec<Advised<Action>> {
    let (game, me) = (view.imagine(), view.seat());
    let reasons = |action| match me {
        Some(_) if legal.len() == 1 => vec![Reason::Only],
        Some(me) => reasons::of(&game, me, weights, action),
        None => Vec::new(),
    };
    let tile = game.tile_in_hand();
    let is_alike = |one, other| match (tile, one, other) {
        (
            Some(tile),
            Action::Place { cell: here, rotation: one },
            Action::Place { cell: there, rotation: other },
        ) => here == there && tile.looks_alike(one, other),
        _ => false,
    };
    let first = |action| {
        (0..legal.len())
            .filter_map(|n| legal.get(n))
            .find(|&listed| is_alike(listed, action))
            .unwrap_or(action)
    };
    let named = notes.best(chosen, is_alike).into_iter().map(first);
    named.map(|action| Advised { action, reasons: reasons(action) }).collect()
}
