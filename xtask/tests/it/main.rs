//! What the sources must look like.

mod documents;
mod features;
mod games;
mod portable;
mod sample;
mod sizes;
