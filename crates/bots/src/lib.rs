//! Players that see only what a seat may see.
//!
//! A bot is given a view of its seat and the list of what the seat may do, never the game: cheating is impossible by
//! type. Each game has its own module with the bots that play it, and a host that lets bots play whole games.
//!
//! ```
//! use bots::catan::{Bot, Match};
//! use catan::Options;
//! use game::{Seat, Seed};
//!
//! let seed = Seed(7);
//! let options = Options { players: 2, ..Options::default() };
//! let mut bots: Vec<Bot> =
//!     Seat::first(2).map(|seat| Bot::new("random", seat, seed).expect("a bot of that name")).collect();
//! let played = Match::new(&options, seed).play(&mut bots, &mut ()).unwrap();
//! assert_eq!(played.outcome.winners.len(), 1);
//! ```

#![forbid(unsafe_code)]

pub mod catan;
