//! Turns the tile data of the rulebook into tables: reads `rulebook/tiles/*.json`, checks it, and writes `tables.rs`.
//! The unit tests have tables with one more set, that of their own expansion.
//!
//! A fault in the data stops the build and names the file, the tile and what is wrong with it.

mod check;
mod data;
mod tile;
mod write;

use data::Set;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // Cargo runs this in the package's folder. The path is relative, so that a copy of the sources reads its own data.
    let rulebook = Path::new("../../rulebook/tiles");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=src/tiles/described");
    let mut sets = Vec::new();
    let mut faults = Vec::new();
    // Boxes that are joined in one game come one after the other, and Mayflower last.
    let boxes = ["base", "traders-and-builders", "mayflower"];
    let paths = boxes.map(|name| rulebook.join(name).with_extension("json"));
    let of_tests = PathBuf::from("src/expansion/tests/wells.json");
    for path in [&paths[0], &paths[1], &of_tests, &paths[2]] {
        println!("cargo:rerun-if-changed={}", path.display());
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let set: Set =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        faults.extend(check::faults(&set).into_iter().map(|fault| format!("{}, {fault}", path.display())));
        sets.push(set);
    }
    assert!(faults.is_empty(), "the tile data of the rulebook is faulty:\n{}", faults.join("\n"));
    let out = env::var("OUT_DIR").expect("cargo names the folder");
    let write = |name: &str, sets: &[&Set]| {
        fs::write(Path::new(&out).join(name), write::tables(sets)).expect("the tables can be written");
    };
    let [base, traders, wells, mayflower] = &sets[..] else { unreachable!("there are four sets") };
    write("tables.rs", &[base, traders, mayflower]);
    write("tables_of_tests.rs", &[base, traders, wells, mayflower]);
}
