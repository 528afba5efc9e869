//! Tests of the analysis of whole games.

mod coach;
mod refused;
mod split;
