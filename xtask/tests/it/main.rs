//! Rules for the sources.

mod features;
mod games;
mod portable;
mod sample;
mod sizes;
