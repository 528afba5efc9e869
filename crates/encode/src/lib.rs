//! Every game as numbers: what a seat knows as an array of `f32`, what it may do as codes of a flat list.
//!
//! A learner sees a game through two documented tables, which `docs/encodings.md` prints: the *observation*, arrays
//! with a meaning for each channel, and the *action space*, blocks of codes with a meaning for each code. Both are
//! seat-relative: the seat that looks is 0, the seat to its left 1, and so on. A [`Layout`] describes them; it has a version and
//! a hash, so that a model never reads numbers that mean something else than those it was trained on.
//!
//! ```
//! use encode::{Choice, Information, Played, Tracked, layout, sample};
//! use catan::{Catan, Options};
//! use game::{Seat, Seed};
//! use shelf::GameKind;
//!
//! let seed = Seed(7);
//! let mut draws = seed.substream("choice", 0);
//! // A game with what each seat could count so far, and with the long choices that are half made.
//! let mut table = Tracked::new(Catan::new(&Options { players: 3, ..Options::default() }));
//! let layout = layout(GameKind::Catan, Information::Seat);
//! let mut observation = vec![0.0; layout.size];
//! let mut mask = vec![0; layout.actions];
//! let mut steps = 0;
//! while table.advance(&seed).is_none() && steps < 1000 {
//!     let seat = table.to_act().expect("nature has acted");
//!     table.observe(seat, Information::Seat, &mut observation);
//!     table.mask(seat, &mut mask);
//!     let code = sample(&mask, &mut draws).expect("a seat that acts has a legal code");
//!     table.play(seat, code).expect("the mask allows it");
//!     steps += 1;
//! }
//! ```
//!
//! | part | what it gives |
//! |---|---|
//! | [`Encode`] | the encodings of one game, without allocation |
//! | [`Tracked`] | a game with its card counters and half-made choices, driven by codes |
//! | [`any`] | the same for any game of the shelf, for bindings |
//! | [`Layout`] | what the numbers mean; version, hash, JSON |
//! | [`Encode::determinize`] | a random world that agrees with all a seat knows |
//!
//! Reading order: [`layout`](mod@layout), [`code`], [`encode`](mod@encode), [`tracked`], [`any`], then the games.

#![forbid(unsafe_code)]

pub mod layout;
pub mod code;
mod sink;
mod seats;
mod deal;
pub mod encode;
pub mod tracked;
pub mod any;
mod island;
mod carcassonne;

#[cfg(feature = "sample-game")]
mod kerbe;

pub use any::{AnyKnowledge, AnyPlayed, AnyTracked, Misuse, layout};
pub use code::{Choice, CodeError, Step, sample};
pub use deal::KnownCards;
pub use encode::Encode;
pub use island::{CatanKnowledge, KnightsKnowledge};
pub use layout::{Array, Block, Channel, Information, Layout, LayoutId, StaleLayout};
pub use tracked::{Played, Tracked};
