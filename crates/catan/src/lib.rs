//! The rules of Catan, exact and fast.
//!
//! Everything a rulebook player looks for is here under its name, each rule in one file of [`rules`], with the
//! clauses of `rulebook/catan.md` cited where they are carried out. The crate does no input or output, reads no
//! clock and owns no randomness.
//!
//! ```
//! use catan::{Catan, Chance, Options};
//! use game::{Draws, Seed, Turn};
//!
//! // A game is driven from outside: nature's outcomes are drawn from a seed, seats choose from what is listed.
//! let seed = Seed(1);
//! let mut choose = seed.substream("choice", 0);
//! let mut game = Catan::new(&Options::default());
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
//!
//! Reading order: [`topology`], [`resources`], [`board`], [`options`], [`state`], [`action`], [`rules`], then how it
//! is asked ([`legal`], [`check`], [`play`]), described ([`setup`], [`notation`]) and shown ([`view`], [`event`],
//! [`illegal`]).

#![forbid(unsafe_code)]

pub mod topology;
mod select;
mod discards;
pub mod counts;
mod die;
pub mod resources;
mod rates;
pub mod board;
pub mod options;
mod seats;
mod trading;
pub mod vocabulary;
pub mod state;
pub mod phase;
pub mod action;
pub mod base;
pub mod rules;
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
pub mod cities_and_knights;

pub use base::{
    Base, Catan, Decision, Development, DevelopmentCard, Guess, OwnAction, OwnChance, OwnChanceKind,
    OwnEvent, OwnIllegal, OwnPhase, Points,
};
pub use board::{Board, Harbour, Layout, Terrain};
pub use cities_and_knights::CitiesAndKnights;
pub use counts::{Bundle, Counts, Kind};
pub use die::Die;
pub use discards::CardChoice;
pub use game::SetupError;
pub use illegal::{Clause, Piece};
pub use legal::LegalActions;
pub use options::{CommonOptions, Options};
pub use playout::Playout;
pub use rates::Rates;
pub use resources::{Cards, Resource};
pub use rules::Rules;
pub use seats::{PerSeat, SEATS, SeatValue, Seats};
pub use setup::{Award, DevelopmentCards, OfferSetup, PhaseSetup, SeatSetup, Setup};
pub use state::Island;
pub use topology::*;
pub use trading::{Answer, Exchange, Trading};
pub use vocabulary::Vocabulary;

use game::{Field, Seat, ViewError, Viewer};
use std::ops::RangeInclusive;

/// A decision in base Catan.
pub type Action = action::Action<Base>;
/// An outcome of nature in base Catan.
pub type Chance = action::Chance<Base>;
/// A kind of outcome of nature in base Catan.
pub type ChanceKind = action::ChanceKind<Base>;

/// An event in base Catan.
pub type Event = event::Event<Base>;

/// The reason why base Catan refuses an action or an outcome.
pub type Illegal = illegal::Illegal<Base>;

/// The pending decision in base Catan.
pub type Phase = phase::Phase<Base>;

/// One viewer's view of a game of base Catan.
pub type View<'a> = view::View<'a, Base>;

/// A position of base Catan as one seat knows it.
///
/// ```
/// use catan::{Catan, Options, SeatPosition};
/// use game::{Seat, Seed, Viewer};
/// let mut game = Catan::new(&Options::default());
/// game.resolve(game.draw(&mut Seed(7).substream("layout", 0)), &mut ()).unwrap();
/// let document = serde_json::to_string(&game.view(Viewer::Seat(Seat::A))).unwrap();
/// let position = SeatPosition::from_document(&document).unwrap();
/// assert_eq!(position.legal_actions(), game.legal_actions(Seat::A));
/// assert_eq!(serde_json::to_string(&position.view()).unwrap(), document);
/// ```
pub type SeatPosition = game::SeatPosition<Catan>;

/// The versions of these rules. A record replays under the version it was played under; the last is the one new games
/// are played under. A correction that changes how some game goes on adds a number.
pub const RULES_VERSIONS: &[u32] = &[1];

/// The version of these rules that records name. It changes when a correction of a rule would let an old record
/// replay differently.
pub const RULES: u32 = 1;

game::by_own_methods! {
    impl Game for Catan {
        const SEATS: RangeInclusive<usize> = 2..=SEATS;
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
            base::setup_of_view(view)
        }
        fn is_open_ended(action: Action) -> bool {
            action.is_open_ended()
        }
        fn hides(&self) -> bool {
            let has_cards = |seat| !self.hands[seat].is_empty() || self.own.development[seat] != [0; 5];
            Seat::first(self.seats()).any(has_cards)
        }
        fn visible_points(&self, seat: Seat) -> Points {
            Catan::visible_points(self, seat)
        }
        fn parts(points: &Points) -> Vec<(&'static str, i32)> {
            vec![
                ("settlements", points.settlements.into()),
                ("cities", points.cities.into()),
                ("longest-road", points.longest_road.into()),
                ("largest-army", points.largest_army.into()),
                ("cards", points.victory_cards.into()),
            ]
        }
        fn redact(event: Event, viewer: Viewer) -> Event {
            event.redact(viewer)
        }
    }
}
game::by_own_methods! { impl Legal<Action> for LegalActions {} }
game::by_own_methods! { impl[R: Rules] IllegalReason for illegal::Illegal<R> {} }
game::by_own_methods! { impl Points for Points {} }
