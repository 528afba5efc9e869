//! The table host.

mod closing;
mod common;
mod host;
mod shares;
mod table_life;
