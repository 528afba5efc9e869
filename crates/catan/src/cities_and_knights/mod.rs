//! Cities & Knights, on the vocabulary and the shared rules of base Catan.
//!
//! Its own state, because eight kinds of cards change hands, production and trade; from the base game it takes the
//! island and its topology, the measuring and the award of the longest road, the state of offers, and the options that
//! go on holding. Of the base game's clauses those named in `CK-TURN-7` have no force: development cards and Largest
//! Army are not there, cities can be lost. Each rule is in one file of `rules`, with the clauses of `rulebook/cities-and-knights.md`.
//!
//! ```
//! use catan::cities_and_knights::{CitiesAndKnights, Options};
//! use game::{Draws, Seed, Turn};
//!
//! let seed = Seed(1);
//! let mut choose = seed.substream("choice", 0);
//! let mut game = CitiesAndKnights::new(&Options::default());
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
//! assert_eq!(outcome.winners.len(), 1);
//! ```

pub mod cards;
pub mod strength;
pub mod options;
pub mod phase;
pub mod state;
pub mod action;
pub(crate) mod rules;
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

pub use action::{Action, Chance, ChanceKind, EventFace, OwnAction, OwnChance, OwnChanceKind, Play};
pub use cards::{Area, Bundle, CardKind, Hand, Progress};
pub use event::{Event, OwnEvent};
pub use illegal::{Decision, Illegal, OwnIllegal};
pub use legal::LegalActions;
pub use options::Options;
pub use phase::{OwnPhase, Phase, RobberCause, TurnStage};
pub use play::beginner_map;
pub use setup::{PhaseSetup, SeatSetup, Setup};
pub use state::{CitiesAndKnights, OwnState, Points};
pub use strength::Strength;
pub use view::{Guess, View};

use crate::BaseMap;
use crate::seats::{PerSeat, SEATS, SeatValue};
use crate::vocabulary::{Clauses, Vocabulary};
use game::{Field, Seat, ViewError, Viewer};
use std::ops::RangeInclusive;

/// The rules of Cities & Knights.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Knights;

impl Vocabulary for Knights {
    type Map = BaseMap;
    const SEATS: usize = SEATS;
    type PerSeat<T: SeatValue> = PerSeat<T>;
    type Kind = CardKind;
    type Options = Options;
    type Own = OwnState;
    type OwnAction = OwnAction;
    type OwnChance = OwnChance;
    type OwnChanceKind = OwnChanceKind;
    type OwnEvent = OwnEvent;
    type OwnPhase = OwnPhase;
    type Cause = RobberCause;
    type OwnIllegal = OwnIllegal;
    type Decision = Decision;
    const SECOND_IS_CITY: bool = true;
    const POINTS_ARE_OPEN: bool = true;
    const CLAUSES: Clauses = illegal::CLAUSES;
}

/// A position of Cities & Knights as one seat knows it.
pub type SeatPosition = game::SeatPosition<CitiesAndKnights>;

/// The versions of these rules under which records replay; the last is the one new games are played under.
///
/// Version 2 asks who draws at a gate where the card could be the fifth (`CK-PROG-3`); version 1 asked nobody unless the
/// options said so.
pub const RULES_VERSIONS: &[u32] = &[1, 2];

game::by_own_methods! {
    impl Game for CitiesAndKnights {
        const SEATS: RangeInclusive<usize> = 2..=crate::SEATS;
        const RULES: &'static [u32] = RULES_VERSIONS;
        const HAS_SECRETS: bool = true;
        type Options = Options;
        type Setup = Setup;
        type Action = Action;
        type LegalActions = LegalActions;
        type ChanceKind = ChanceKind;
        type Chance = Chance;
        type Illegal = Illegal;
        type Event = Event;
        type Points = Points;
        type View<'a> = View<'a>;

        fn setup_of_view(view: &Field<'_>) -> Result<Setup, ViewError> {
            from_view::setup_of_view(view)
        }
        fn is_open_ended(action: Action) -> bool {
            action.is_open_ended()
        }
        fn hides(&self) -> bool {
            let has_cards = |seat| !self.hands[seat].is_empty() || !self.own.progress[seat].is_empty();
            Seat::first(self.seats()).any(has_cards)
        }
        /// All points are open (`CK-PROG-11`).
        fn parts(points: &Points) -> Vec<(&'static str, i32)> {
            vec![
                ("settlements", points.settlements.into()),
                ("cities", points.cities.into()),
                ("metropolises", points.metropolises.into()),
                ("longest-road", points.longest_road.into()),
                ("defender", points.defender.into()),
                ("progress", points.victory_cards.into()),
                ("merchant", points.merchant.into()),
            ]
        }
        fn redact(event: Event, viewer: Viewer) -> Event {
            event.redact(viewer)
        }
    }
}
game::by_own_methods! { impl Legal<Action> for LegalActions {} }
game::by_own_methods! { impl Points for Points {} }
