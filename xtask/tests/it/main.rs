//! What the sources must look like.

mod features;
mod games;
mod sample;
mod sizes;
