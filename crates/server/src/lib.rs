//! Tables, people, sockets and storage.
//!
//! A table is an append-only log ([`entry`]). The host ([`host`]) decides what is appended and when it is answered,
//! without sockets, clock or disk; the hub ([`hub`]) carries out what it asks for: it stores ([`store`]), lets bots
//! think, and tells who follows. [`http`] is the outside: pages, the JSON API and event streams.
//!
//! ```no_run
//! // Serves until Ctrl-C, then finishes what is under way.
//! let config = server::Config { data: "/tmp/neuland".into(), ..server::Config::default() };
//! server::run(&config, |server| println!("http://{}/", server.addr())).unwrap();
//! ```
//!
//! Reading order: [`keys`], [`clock`], [`entry`], [`talk`], [`host`], [`store`], [`hub`], [`accounts`], [`http`], [`server`];
//! [`metrics`] counts what passes.

#![forbid(unsafe_code)]

pub mod metrics;
pub mod keys;
pub mod moment;
mod lock;
pub mod games;
pub mod clock;
pub mod entry;
pub mod stored;
mod table;
pub mod talk;
pub mod host;
pub mod store;
mod storing;
pub mod backup;
mod bots;
mod presence;
pub mod hub;
mod names;
mod tries;
mod seldom;
pub mod accounts;
pub mod personal;
pub mod kept;
pub mod office;
pub mod http;
pub mod server;

pub use http::limits::Limits;
pub use http::outside::{NotAnOrigin, Origin, Outside};
pub use http::proxy::{Network, NotANetwork};
pub use hub::{BotPause, Room};
pub use keys::{Key, KeyHash, TableId};
pub use server::{Config, Server, StartError, default_data_folder, run};
