//! Environments for learners: episodes of a game in which some seats are played from outside by codes, and the others by bots.
//!
//! The classes here are the native halves of `neuland.gymnasium`, `neuland.pettingzoo` and `neuland.rllib`, which describe what
//! they promise. They step in Rust, with the interpreter released, and return to Python only for decisions of outside seats and of
//! bots written in Python.
//!
//! Reading order: [`plan`], [`episode`], [`desk`], [`single`], [`vector`], [`agents`].

pub(crate) mod plan;
mod episode;
mod desk;
mod numbers;
pub(crate) mod single;
pub(crate) mod vector;
pub(crate) mod agents;
