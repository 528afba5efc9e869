//! The boards of `rulebook/boards/*.json`, as the build script compiles them: a module each, with the map and the pieces on it.

include!(concat!(env!("OUT_DIR"), "/boards.rs"));
#[cfg(test)]
include!(concat!(env!("OUT_DIR"), "/boards_of_tests.rs"));
