//! The site without a browser.

mod browser;
mod pages;
mod play;
