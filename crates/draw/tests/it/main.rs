//! The drawings of boards and tiles.

mod carcassonne;
mod catan;
mod cities_and_knights;
mod portraits;
mod sheets;
