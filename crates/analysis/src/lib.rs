//! Luck and skill of a finished game.
//!
//! An [`estimate`] gives each seat's share of the win in any position. [`split`] follows a recorded game with it and divides
//! the result of each seat into luck by source, own decisions and the effect of others:
//!
//! ```text
//! outcome = prior + luck + own decisions + effect of others
//! ```
//!
//! exactly, for every seat, since each step changes the chances by the difference between the position after it and the
//! position before it. Luck sums up to 0 over the seats at every event, and its expectation is 0 before the event, however
//! good or bad the estimate is: `docs/analysis.md` has the definitions and the measured calibration.
//!
//! ```
//! use analysis::{Effort, analyse};
//! use game::{Seat, Seed};
//! use shelf::{AnyGame, GameKind, Recorder};
//!
//! let mut game = AnyGame::with_options(GameKind::Carcassonne, []).unwrap();
//! let (mut recorder, mut choice) = (Recorder::new(&game), Seed(3).substream("choice", 0));
//! while let Some(step) = game.random_step(Seed(3), &mut choice) {
//!     game.apply(&step).unwrap();
//!     recorder.push(step);
//! }
//! let record = recorder.finish(&game).to_string();
//! let analysis = analyse(record.as_bytes(), &Effort::default()).unwrap();
//! for seat in &analysis.seats {
//!     assert!((seat.prior + seat.luck() + seat.own() + seat.effects() - seat.outcome).abs() < 1e-9);
//! }
//! ```
//!
//! Reading order: [`analysed`], [`estimate`], [`spectator`], [`split`], [`report`], [`notes`], [`deep`], [`mod@coach`],
//! [`season`], [`fit`], [`mod@puzzle`], [`mod@mine`].

#![forbid(unsafe_code)]

pub mod analysed;
mod island;
mod carcassonne;
#[cfg(feature = "sample-game")]
mod kerbe;
pub mod estimate;
pub mod spectator;
pub mod report;
mod moments;
mod answers;
pub mod notes;
pub mod split;
pub mod deep;
pub mod coach;
pub mod puzzle;
pub mod mine;
pub mod season;
pub mod fit;

pub use analysed::{Analysed, Cause, Source};
pub use answers::{Answer, Answers};
pub use coach::{Coached, TurningPoint, coach};
pub use estimate::{Chances, Model, calibration};
pub use notes::{Measured, Notes};
pub use puzzle::Puzzle;
pub use report::{Analysis, AnalysisError, Decision, LuckEvent, Mark, SeatSplit, Trade, Unsure};
pub use season::{PlayerSummary, Season};
pub use spectator::{SPECTATOR_WORLDS, spectator_chances};
pub use split::{Effort, analyse, analyse_noting, analyse_while};
