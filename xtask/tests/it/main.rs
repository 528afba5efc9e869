//! Rules for the sources.

mod documents;
mod features;
mod games;
mod portable;
mod sample;
mod sizes;
