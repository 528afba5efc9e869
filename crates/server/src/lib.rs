//! The HTTP server: pages, the JSON API and event streams of live tables.
//!
//! The crate [`live`] has the tables and their people. This crate is their outside: [`http`] holds the routes and the layers that
//! every request passes, [`server`] listens, starts and stops.
//!
//! ```no_run
//! // Serves until Ctrl-C, then finishes what is under way.
//! let config = server::Config { data: "/tmp/neuland".into(), ..server::Config::default() };
//! server::run(&config, |server| println!("http://{}/", server.addr())).unwrap();
//! ```
//!
//! Reading order, after [`live`]: [`http`], [`server`].

#![forbid(unsafe_code)]

pub mod site_folder;
pub mod http;
mod node_address;
pub mod server;
#[doc(hidden)] // for benches/pages.rs
pub mod bench;
#[doc(hidden)] // for tests/it/simulation
pub mod driven;

pub use http::limits::Limits;
pub use http::public_address::{Origin, ParseOriginError, PublicAddress, address_in_network};
pub use node_address::{ConnectBroker, NodeAddress, NodeConfig, ParseNodeAddressError};
pub use server::{
    Config, Server, StartError, TestModeError, default_data_folder, run, run_on, run_while, watch_signals,
};
