//! Tests of the analysis of whole games.

mod calibration;
mod coach;
mod puzzles;
mod refused;
mod split;
