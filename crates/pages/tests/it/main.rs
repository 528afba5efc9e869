//! The pages: markup, words, layers of the code.

mod carcassonne;
mod cities_and_knights;
mod covers;
mod cues;
mod facts;
mod follow;
mod layers;
mod lessons;
mod locales;
mod odds;
mod play_on;
mod table;
mod tree;
