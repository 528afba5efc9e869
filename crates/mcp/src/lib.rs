//! Neuland for language models: a server of the Model Context Protocol (MCP) over the HTTP API of a Neuland server.
//!
//! A model gets tools: it lists games, opens or joins a table, reads the position in words or as data, lists its actions with
//! their meaning, acts, asks why an action is refused, looks up clauses and follows the game. Rulebooks and records are
//! resources. `docs/mcp.md` is the guide.
//!
//! Nothing here knows a game or a table. Every tool is one or a few requests to the API with the token of one [`Person`], so
//! what a model learns is what the API tells that person, and nothing else.
//!
//! - [`Api`]: the Neuland server, reached over HTTP;
//! - [`Neuland`]: the tools and resources for one person or several;
//! - [`stdio()`]: speaks with the program that started this process;
//! - [`http`]: speaks with any program over streamable HTTP.
//!
//! ```no_run
//! # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
//! let api = mcp::Api::new("http://127.0.0.1:7170")?;
//! mcp::stdio(mcp::Neuland::new(api, mcp::Person::random(), pages::Lang::En)).await?;
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod api;
mod person;
mod outcome;
mod tools;
mod resources;
mod prompts;
mod connections;
mod message;
mod handler;
pub mod http;
mod standard;

pub use api::{Api, ParseAddressError, Refusal};
pub use handler::Neuland;
pub use person::{ParseTokenError, Person};
pub use standard::{StdioError, over_lines, stdio};
