//! The rules of Carcassonne, Traders & Builders and Mayflower, and the slow reference they are compared with.

mod agreement;
mod r#box;
mod common;
mod described;
mod described_games;
mod perft;
mod properties;
mod reference;
mod reference_situations;
mod setup;
