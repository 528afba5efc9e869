//! Tables that live, people, and sockets.
//!
//! A table is an append-only log, and its host ([`table::host`]) decides what is appended and when it is answered,
//! without sockets, clock or disk. The [`hub`] carries out what the host asks for: it stores ([`store`]), lets bots
//! think, and tells who follows. [`http`] is the outside: pages, the JSON API and event streams.
//!
//! ```no_run
//! // Serves until Ctrl-C, then finishes what is under way.
//! let config = server::Config { data: "/tmp/neuland".into(), ..server::Config::default() };
//! server::run(&config, |server| println!("http://{}/", server.addr())).unwrap();
//! ```
//!
//! Reading order, after the crates [`table`] and [`store`]: [`hub`], [`accounts`], [`http`], [`server`];
//! [`metrics`] counts what passes.

#![forbid(unsafe_code)]

pub mod metrics;
mod lock;
pub mod time;
mod storing;
pub mod backup;
mod presence;
pub mod ratings;
mod feeds;
pub mod hub;
mod names;
mod blocks;
mod buckets;
mod cost;
mod work;
mod write_quota;
mod log_throttle;
mod retention;
mod test_mode;
mod passwords;
pub mod accounts;
pub mod export;
pub mod moderation;
pub mod admin;
pub mod site_folder;
pub mod http;
pub mod server;
#[doc(hidden)] // for benches/pages.rs
pub mod bench;
#[doc(hidden)] // for tests/it/simulation
pub mod driven;

pub use cost::{Budget, BudgetExceeded, BudgetOwner, CostSource};
pub use http::limits::Limits;
pub use http::proxy::{Network, ParseNetworkError};
pub use http::public_address::{Origin, ParseOriginError, PublicAddress, address_in_network};
pub use hub::{BotPause, Capacity, TableLimits};
pub use retention::Retention;
pub use server::{Config, Server, StartError, default_data_folder, run, run_on, run_while};
pub use test_mode::{ParseWordError, TestMode, TestModeError, Word};
pub use work::WorkError;
