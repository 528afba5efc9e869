//! Matches: bots meet on rotating seats, with the same seeds, until enough is known.
//!
//! A [`Plan`] says who sits where in which game, [`run`] plays it, and a [`Summary`] says what came of it. `docs/matches.md` describes
//! all of it.
//!
//! ```
//! use arena::external::Terms;
//! use arena::matches::{Entrant, Format, Plan, RunOptions, Settings, Summary, run};
//! use arena::process::Limits;
//! use game::Seed;
//! use shelf::{AnyGame, GameKind};
//!
//! let ours = |name: &str| Entrant { name: name.to_owned(), command: None };
//! let plan = Plan::new(Settings {
//!     start: AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).unwrap(),
//!     bots: vec![ours("surveyor"), ours("random")],
//!     format: Format::RoundRobin,
//!     games: 4,
//!     sprt: None,
//!     seed: Seed(1),
//!     terms: Terms::default(),
//!     limits: Limits::default(),
//!     luck: false,
//! })?;
//! let running = RunOptions { threads: 2, ..RunOptions::default() };
//! let groups = run(&plan, running)?;
//! let summary = Summary::new(&plan, &groups);
//! assert_eq!(summary.games, 4);
//! assert_eq!(summary.bots[0].wins, 4.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod table;
mod plan;
mod group;
mod worker;
mod run;
mod journal;
mod summary;

pub use group::{GameResult, Group};
pub use journal::{Journal, JournalError, SettingDifference};
pub use plan::{Entrant, Guests, Labels, Plan, PlanError, Settings, SprtSettings};
pub use run::{RunError, RunOptions, Watch, record_path, run};
pub use summary::*;
pub use table::{Format, FormatError, Table, UnknownFormat};
pub use worker::OwnBotError;
