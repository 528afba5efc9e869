//! What the fuzz targets run; `crates/shelf/tests/it/hostile.rs` includes the same functions and feeds them broken inputs
//! for some seconds in every test run, so nothing here needs a fuzzer to be kept working.
//!
//! Each takes any bytes and panics if something is wrong.

pub mod targets;
