//! The functions that the fuzz targets run. `crates/shelf/tests/it/hostile.rs` includes them and feeds them broken inputs for
//! some seconds in every test run, so they keep working without a fuzzer.
//!
//! Each takes any bytes and panics if something is wrong.

pub mod targets;
