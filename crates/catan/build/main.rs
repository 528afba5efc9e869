//! Turns the boards of the rulebook into tables: reads `rulebook/boards/*.json`, checks them, and writes `boards.rs`.
//! The unit tests have one more board, of another size.
//!
//! A fault in the data stops the build and names the board and what is wrong with it.

mod check;
mod data;
mod map;
mod write;

use data::Board;
use map::Map;
use std::path::Path;
use std::{env, fs};

fn main() {
    // Cargo runs this in the package's folder. The path is relative, so that a copy of the sources reads its own data.
    println!("cargo:rerun-if-changed=build");
    let out = env::var("OUT_DIR").expect("cargo names the folder");
    for (file, path) in [
        ("boards.rs", "../../rulebook/boards/base.json"),
        ("boards_of_tests.rs", "src/topology/tests/large.json"),
    ] {
        println!("cargo:rerun-if-changed={path}");
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let board: Board = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let map = Map::of(&board.hexes());
        let faults = check::faults(&board, &map);
        assert!(faults.is_empty(), "{path} is faulty:\n{}", faults.join("\n"));
        fs::write(Path::new(&out).join(file), write::board(&board, &map)).expect("the tables can be written");
    }
}
