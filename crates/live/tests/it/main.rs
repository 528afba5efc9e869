//! Live tables without a server.

mod nodes;
mod play;
