//! What `cargo xtask release` also tests as released, without debug assertions and overflow checks: whole games of Catan
//! and Cities & Knights.

mod no_alloc;
#[path = "../it/played/mod.rs"]
mod played;
mod playout;
