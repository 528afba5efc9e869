//! Tests of the analysis of whole games.

mod calibration;
mod coach;
mod planted;
mod puzzles;
mod refused;
mod split;
mod spectator;
