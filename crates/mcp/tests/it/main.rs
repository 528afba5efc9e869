//! The tools for language models.

mod bad_input;
mod common;
mod games;
mod worlds;
