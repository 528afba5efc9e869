//! Whole games of Catan and Cities & Knights. `cargo xtask release` also runs these tests as released, without debug assertions
//! and overflow checks.

mod no_alloc;
#[path = "../it/played/mod.rs"]
mod played;
mod playout;
