//! The shelf: every game by its name and by its texts.
//!
//! This is the one place that lists the games. Whoever knows at compile time which game it is, uses that game's crate
//! and its types; whoever gets the game's name, an action or a position as text from outside (the command line, the
//! server, records, cases) comes here.
//!
//! ```
//! use game::{Seat, Seed, Turn};
//! use shelf::{AnyGame, GameKind};
//!
//! let kind: GameKind = "catan".parse().unwrap();
//! let mut game = AnyGame::with_options(kind, [("players", "3")]).unwrap();
//! // Nature lays out the island, as seed 7 says; then seat A places its first settlement.
//! let layout = game.draw(Seed(7)).unwrap();
//! game.resolve(&layout).unwrap();
//! assert_eq!(game.turn(), Turn::Decide(game::SeatSet::one(Seat::A)));
//! assert_eq!(game.legal_actions(Seat::A).len(), 54);
//! game.play(Seat::A, "settlement I17").unwrap();
//! // A refusal says why, and under which clause.
//! let refusal = game.check(Seat::A, "road P71").unwrap_err();
//! assert_eq!(refusal.to_string(), "P71 does not adjoin the new settlement on I17 (CATAN-SETUP-4)");
//! ```
//!
//! Reading order: [`registry`], [`games`], [`any`], [`actions`], [`step`], [`listed`], [`seat_position`], [`table`], [`replay`], [`timeline`], [`statistics`], [`cases`],
//! [`coverage`].

#![forbid(unsafe_code)]

pub mod registry;
pub mod games;
pub mod any;
pub mod actions;
mod event_documents;
pub mod step;
pub mod listed;
pub mod seat_position;
mod choose;
mod tally;
mod shelved;
mod own_box;
pub mod table;
pub mod replay;
pub mod timeline;
mod snapshot;
pub mod statistics;
pub mod verify;
pub mod cases;
pub mod coverage;

pub use actions::{ActionsOnShelf, AnyAction, AnyLegal};
pub use any::{Contradiction, OtherGame, Reason, Refusal};
pub use cases::lesson::{Attempt, Lesson, LessonStep, Scene};
pub use games::{GameInfo, GameKind, OptionInfo};
pub use listed::{Choose, Listed};
pub use own_box::{
    BoxError, OwnBoxOptions, TileCounts, from_store, has_own_box, own_box, refuse_others, take_box,
};
pub use registry::{AnyGame, AnyIllegal, Events, OnShelf};
pub use replay::{Position, Recorder, Replay, ReplayError};
pub use seat_position::AnySeatPosition;
pub use snapshot::Snapshot;
pub use statistics::Statistics;
pub use step::AnyStep;
pub use table::Prompt;
pub use timeline::Timeline;

/// The example of the README is tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
