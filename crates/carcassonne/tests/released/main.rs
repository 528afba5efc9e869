//! Whole games of Carcassonne, Traders & Builders and Mayflower. `cargo xtask release` also runs these tests as released,
//! without debug assertions and overflow checks.

#[expect(dead_code, reason = "tests/it uses the rest of it")]
#[path = "../it/common/mod.rs"]
mod common;
mod golden;
mod no_alloc;
mod playout;
