//! The tools for language models.

mod bad_input;
mod common;
mod games;
mod protocol;
mod schemas;
mod worlds;
