//! The rules of Catan.

#![forbid(unsafe_code)]

pub mod topology;
pub mod resources;
pub mod options;
pub mod board;
pub mod action;
pub mod illegal;
pub mod event;
pub mod notation;

pub use action::{Action, Bundle, Chance, ChanceKind, DevelopmentCard};
pub use board::{Harbour, Layout, Terrain};
pub use event::Event;
pub use illegal::{Clause, Illegal, Piece, Required};
pub use options::Options;
pub use resources::{Cards, Resource};
pub use topology::*;
