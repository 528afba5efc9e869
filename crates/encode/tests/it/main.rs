//! Encodings of positions and actions.

mod any;
mod docs;
mod layout;
mod round_trip;
mod support;
mod worlds;
