//! Live tables without a server.

mod play;
