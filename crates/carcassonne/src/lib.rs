//! The rules of Carcassonne, of Traders & Builders and of Mayflower, exact and fast.
//!
//! Three games on one machinery of tiles, segments, features, fields, figures and majority. Each rule is in one file of
//! [`rules`], with the clauses of the rulebook cited where they are carried out; what distinguishes the games is in
//! [`base`], [`traders_and_builders`] and [`mayflower`], which answer the questions of [`Rules`]; [`expansion`] joins
//! expansions to the base game. The crate does no input or output, reads no clock and owns no randomness.
//!
//! ```
//! use carcassonne::{Carcassonne, Options};
//! use game::{Draws, Seed, Turn};
//!
//! let seed = Seed(1);
//! let mut choose = seed.substream("choice", 0);
//! let mut game = Carcassonne::new(&Options::default());
//! let outcome = loop {
//!     match game.turn() {
//!         Turn::Chance(_) => {
//!             let (purpose, index) = game.chance_key();
//!             let chance = game.draw(&mut seed.substream(purpose, index));
//!             game.resolve(chance, &mut ()).unwrap();
//!         }
//!         Turn::Decide(seats) => {
//!             let seat = seats.lowest().unwrap();
//!             let legal = game.legal_actions(seat);
//!             let action = legal.get(choose.below(legal.len() as u32) as usize).unwrap();
//!             game.play(seat, action, &mut ()).unwrap();
//!         }
//!         Turn::Over(outcome) => break outcome,
//!     }
//! };
//! assert!(!outcome.winners.is_empty());
//! ```
//!
//! Reading order: [`tiles`], [`cell`], [`land`], [`options`], [`state`], [`action`], [`rules`], [`expansion`], the three games, then how
//! it is asked ([`legal`], [`check`], [`play`]), described ([`notation`]) and shown ([`view`], [`event`], [`illegal`]).

#![forbid(unsafe_code)]

mod bits;
pub mod tiles;
pub mod cell;
pub mod land;
pub mod options;
pub mod own_box;
pub mod state;
pub mod action;
pub mod rules;
pub mod expansion;
pub mod base;
pub mod traders_and_builders;
pub mod mayflower;
pub mod extras;
pub mod legal;
pub mod check;
pub mod play;
pub mod playout;
pub mod setup;
pub mod view;
mod document;
mod from_view;
pub mod event;
pub mod illegal;
pub mod notation;
#[cfg(test)]
mod symmetry;

pub use action::{Action, Chance};
pub use base::Base;
pub use cell::{Cell, Place};
pub use event::Event;
pub use expansion::{Combination, Expansion};
pub use extras::Extras;
pub use game::SetupError;
pub use illegal::{Clause, Illegal, Reason};
pub use land::{Feature, FeatureId, Figure, Fit, Land, PlacedFigure, PlacedTile, Store, TileIndex};
pub use legal::{LegalActions, Placements};
pub use mayflower::NewWorld;
pub use options::{
    Bonus, DoubleTurn, Edition, FarmScoring, LayoutLimit, MayflowerOptions, Options, SecondTile, SmallCity,
    SpecialFigures, StartPlayer, TradersEdition, TradersOptions,
};
pub use rules::deploying::Deployable;
pub use rules::{Definition, Rules};
pub use setup::{FigureSetup, PhaseSetup, SeatSetup, Setup, TileSetup};
pub use state::{ChanceKind, Game, PerSeat, Phase, Points, SEATS};
pub use tiles::described;
pub use tiles::{
    Good, Kinds, RoadEnd, Rotation, RotationSet, Segment, SegmentData, SegmentKind, SegmentSet, Terrain,
    TileKind,
};
pub use traders_and_builders::{Goods, Traders, TradersExpansion};
pub use view::View;

use ::game::{Field, ViewError};
use std::ops::RangeInclusive;

/// Base Carcassonne.
pub type Carcassonne = Game<Base>;
/// Carcassonne with Traders & Builders.
pub type TradersAndBuilders = Game<Traders>;
/// Carcassonne Mayflower.
pub type Mayflower = Game<NewWorld>;

/// A position of one of the three games as one seat knows it: as everybody does.
pub type SeatPosition<R> = ::game::SeatPosition<Game<R>>;

game::by_own_methods! {
    impl[R: Rules] Game for Game<R> {
        const SEATS: RangeInclusive<usize> = 2..=R::SEATS_MAX;
        const RULES: &'static [u32] = R::VERSIONS;
        const HAS_SECRETS: bool = false;
        type Options = R::Options;
        type Setup = Setup<R>;
        type Action = Action;
        type LegalActions = LegalActions<R>;
        type ChanceKind = ChanceKind;
        type Chance = Chance;
        type Illegal = Illegal;
        type Event = Event;
        type Points = Points;
        type View<'a> = View<'a, R>;

        fn setup_of_view(view: &Field<'_>) -> Result<Setup<R>, ViewError> {
            from_view::setup_of_view(view)
        }
        fn canonical(&self, action: Action) -> Action {
            Game::canonical(self, action)
        }
        fn is_same_action(&self, one: Action, other: Action) -> bool {
            Game::is_same_action(self, one, other)
        }
        fn parts(points: &Points) -> Vec<(&'static str, i32)> {
            let earlier = (points.earlier > 0).then_some(("earlier", points.earlier));
            let parts = R::parts(points).into_iter().chain(earlier);
            parts.map(|(name, points)| (name, points.into())).collect()
        }
    }
}
game::by_own_methods! { impl[R: Rules] Legal<Action> for LegalActions<R> {} }
game::by_own_methods! { impl IllegalReason for Illegal {} }
game::by_own_methods! { impl Points for Points {} }
