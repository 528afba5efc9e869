//! Tests of the analysis of whole games.

mod refused;
mod split;
