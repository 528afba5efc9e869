//! The statistics of matches: how strong a bot is, how sure that is, and when a match may stop.
//!
//! The types know no game. They get who sat where and who won, and return numbers:
//!
//! | question | answer |
//! |---|---|
//! | which share of its games does a bot win? | [`wilson`] |
//! | how much stronger is it than the bots on the other seats? | [`Seating`], [`Elo`] |
//! | how do many bots compare that met at many tables? | [`RoundRobin`], [`Ratings`] |
//! | what is the mean of a measured value, with its luck taken out? | [`Moments`], [`Paired`] |
//! | what do games on one seed with rotated seats say together? | [`Groups`] |
//! | is the new bot better, and may the match stop? | [`Sprt`] |
//!
//! **Results do not depend on threads.** Wins are counted in whole sixtieths ([`Wins`]), so [`Groups`] and [`RoundRobin`]
//! are the same however the games were divided and in whichever order they were merged. Sums of floats ([`Moments`],
//! [`Paired`]) are the same if the caller adds and merges in a fixed order, or if all values are integers.
//! `docs/matches.md` has the formulas and their sources.
//!
//! A match of two bots, two games a seed, stopped as soon as the result is clear:
//!
//! ```
//! use arena::stats::{Decision, ErrorRates, Groups, Hypotheses, Seating, Sprt, Wins, Z95};
//!
//! let seating = Seating::ONE_ON_ONE;
//! let sprt = Sprt::new(Hypotheses::elo(seating, 0.0, 50.0), ErrorRates::default())?;
//! let mut groups = Groups::new(2);
//! for seed in 0.. {
//!     // Stands for the two games on this seed: three times of four the new bot wins both.
//!     groups.add(if seed % 4 == 0 { Wins::ONE } else { Wins::ONE + Wins::ONE });
//!     if sprt.judge(&groups).decision != Decision::Continue {
//!         break;
//!     }
//! }
//! assert_eq!(sprt.judge(&groups).decision, Decision::AcceptH1);
//! let elo = seating.rate(groups.mean().unwrap(), groups.interval(Z95));
//! assert!(elo.interval.low > 50.0);
//! # Ok::<(), arena::stats::SprtError>(())
//! ```

mod interval;
mod wins;
mod elo;
mod ratings;
mod moments;
mod groups;
mod sprt;
mod likelihood;
mod matrix;

pub use elo::{Elo, Seating};
pub use groups::Groups;
pub use interval::{Estimate, Interval, Z95, wilson};
pub use moments::{Controlled, Moments, Paired};
pub use ratings::{GameError, PRIOR_GAMES, Rating, Ratings, RoundRobin};
pub use sprt::{Decision, ErrorRates, Hypotheses, Sprt, SprtError, SprtResult};
pub use wins::Wins;
