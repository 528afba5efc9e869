//! What the sources must look like.

mod features;
mod games;
mod portable;
mod sample;
mod sizes;
