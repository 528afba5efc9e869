//! Tables that live, the people at them, and what moderates them.
//!
//! A table is an append-only log, and its host ([`table::host`]) decides what is appended and when it is answered,
//! without sockets, clock or disk. The [`hub`] carries out what the host asks for: it stores ([`store`]), lets bots
//! think, and wakes those who follow. The crate runs on tokio and knows no HTTP: a server, or any other program, is the outside.
//!
//! Reading order, after the crates [`table`] and [`store`]: [`hub`], [`accounts`], [`moderation`], [`retention`];
//! [`metrics`] counts what passes.

#![forbid(unsafe_code)]

pub mod metrics;
pub mod lock;
pub mod time;
pub mod storing;
pub mod backup;
mod network;
mod sanctions;
mod person_selector;
mod presence;
pub mod puzzles;
pub mod ratings;
pub mod message;
pub mod muted;
pub mod feeds;
pub mod hub;
pub mod nodes;
pub mod names;
pub mod blocks;
pub mod shared_state;
pub mod buckets;
pub mod recent;
pub mod cost;
pub mod work;
pub mod worker;
pub mod coach;
pub mod write_quota;
pub mod log_throttle;
pub mod retention;
pub mod test_mode;
mod passwords;
pub mod accounts;
pub mod export;
pub mod moderation;
pub mod forgetting;
pub mod admin;

pub use cost::{Budget, BudgetExceeded, BudgetOwner, CostSource};
pub use hub::{BotPause, Capacity, TableLimits};
pub use network::{Network, ParseNetworkError};
pub use retention::Retention;
pub use test_mode::{ParseWordError, TestMode, Word};
pub use work::WorkError;
