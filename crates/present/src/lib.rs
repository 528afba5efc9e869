//! A table as its pages show it: from the host of its log to the data of the pages, for one reader.
//!
//! The crate copies what a page shows, so that rendering blocks nobody, and knows neither who stores the log nor how pages travel:
//! [`Company`] is all that its caller adds. The server uses it over HTTP, and the static site in the browser.
//!
//! Reading order: [`company`], [`names`], [`people`], [`talk`], [`log_tail`], [`chances`], [`view`], [`hot_seat`], [`opening`], [`faults`];
//! [`lessons`], [`exercises`], [`puzzles`] and [`scene`] show positions that belong to no running game.

#![forbid(unsafe_code)]

pub mod chances;
pub mod company;
pub mod exercises;
pub mod faults;
pub mod hot_seat;
pub mod lessons;
pub mod log_tail;
pub mod names;
pub mod opening;
pub mod people;
pub mod progress;
pub mod puzzles;
pub mod scene;
pub mod summary;
pub mod talk;
pub mod upload;
pub mod view;

pub use company::Company;
