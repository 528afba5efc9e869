//! Matches between bots.
//!
//! [`stats`] turns the results of games into ratings, intervals and decisions.

#![forbid(unsafe_code)]

pub mod stats;
