//! The site without a browser.

mod browser;
mod coach;
mod pages;
mod play;
mod puzzles;
