//! The common interface of all games.
//!
//! A game is a state machine that its caller drives. [`Game::turn`] tells who acts: one seat or several ([`Turn::Decide`]),
//! nature ([`Turn::Chance`]), or nobody once the game is over ([`Turn::Over`]). Nature is not hidden in a random number
//! generator: dice, stolen cards and drawn cards are *outcomes* that come from outside, so a game is exactly its list of actions
//! and outcomes, and can be written down ([`record`]) and replayed without any randomness.
//!
//! Reading order: [`seat`], [`turn`], [`contract`], [`setup_error`], [`inline_vec`], [`draws`], [`mod@options`], [`record`],
//! [`parse_error`], [`table_event`], [`closing`], [`error_code`], [`text`], [`event_document`], [`seat_position`], [`view_document`].

#![forbid(unsafe_code)]

pub mod clause;
pub mod closing;
pub mod contract;
pub mod draws;
pub mod error_code;
pub mod event_document;
mod id_set;
pub mod inline_vec;
pub mod json;
pub mod options;
pub mod parse_error;
pub mod record;
pub mod seat;
pub mod seat_position;
pub mod setup_error;
pub mod table_event;
pub mod text;
pub mod turn;
pub mod view_document;

pub use clause::Clause;
pub use closing::{Closing, HostReason};
pub use contract::{Game, IllegalReason, Legal, Observer, Points, Viewer};
pub use draws::{Draws, Seed, Source, Substream};
pub use error_code::ErrorCode;
pub use event_document::{EventDocument, EventField, ReadEvent};
pub use inline_vec::InlineVec;
pub use parse_error::{ParseError, ParseErrorKind};
pub use seat::{BySeat, Seat, SeatSet};
pub use seat_position::SeatPosition;
pub use setup_error::{About, Faults, SetupError, Subject};
pub use table_event::TableEvent;
pub use turn::{Outcome, Turn};
pub use view_document::{Field, ViewError};
