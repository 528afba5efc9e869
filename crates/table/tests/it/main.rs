//! The table host.

mod closing;
mod common;
mod from_position;
mod host;
mod shares;
mod table_life;
mod unchanged;
