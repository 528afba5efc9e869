//! What `cargo xtask release` also tests as released, without debug assertions and overflow checks: whole games of
//! Carcassonne, Traders & Builders and Mayflower.

#[expect(dead_code, reason = "tests/it uses the rest of it")]
#[path = "../it/common/mod.rs"]
mod common;
mod golden;
mod no_alloc;
mod playout;
