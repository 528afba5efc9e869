//! Shared helpers of the tests of several crates. No product links it.
//!
//! - [`Client`] and [`EventStream`]: raw HTTP/1.1 in a few lines; [`Folder`]: a place for files.
//! - `Database` and `NatsServer`: a PostgreSQL server and a NATS server of the test's own.
//! - `Cable`: a connection between two programs that a test can cut.
//! - [`until`]: the only place where a test polls; [`seed()`]: the seed of random games.
//! - [`worlds`]: positions that look the same to a viewer.
//! - `twins` (feature `twins`): tables that look the same to some of their seats.
//! - `StoreInterceptor` (feature `server`): a store with which a test interferes.
//! - `RunningServer` and `Browser` (feature `server`): a server in the test's own process, and a browser for it.
//!
//! Everything here panics where a test would: on answers that must not come.

#![forbid(unsafe_code)]

#[cfg(unix)]
mod cable;
#[cfg(unix)]
mod certificate;
mod client;
#[cfg(unix)]
mod database;
mod folder;
#[cfg(unix)]
mod nats;
mod seed;
mod table;
mod wait;
pub mod worlds;
#[cfg(feature = "twins")]
pub mod twins;
#[cfg(feature = "server")]
mod running;
#[cfg(feature = "server")]
mod browser;
#[cfg(feature = "server")]
mod interceptor;

#[cfg(feature = "server")]
pub use browser::{Browser, hidden};
#[cfg(unix)]
pub use cable::{Cable, CableEnd};
pub use client::{Client, Event, EventStream, Reply};
#[cfg(unix)]
pub use database::Database;
pub use folder::Folder;
#[cfg(feature = "server")]
pub use interceptor::{InterceptedStore, StoreInterceptor};
#[cfg(unix)]
pub use nats::NatsServer;
#[cfg(feature = "server")]
pub use running::{RunningServer, join, open_table};
pub use seed::seed;
pub use table::{until_over, until_table, until_turn};
#[cfg(target_os = "linux")]
pub use wait::OtherEnd;
pub use wait::{until, until_some};
