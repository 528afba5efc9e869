//! Turns the tile data of the rulebook into tables: reads `rulebook/tiles/*.json`, checks it, and writes `tables.rs`.
//!
//! A fault in the data stops the build and names the file, the tile and what is wrong with it.

mod check;
mod data;
mod tile;
mod write;

use data::Set;
use std::path::Path;
use std::{env, fs};

fn main() {
    // Cargo runs this in the package's folder. The path is relative, so that a copy of the sources reads its own data.
    let rulebook = Path::new("../../rulebook/tiles");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=src/tiles/described");
    let mut sets = Vec::new();
    let mut faults = Vec::new();
    for name in ["base", "traders-and-builders", "mayflower"] {
        let path = rulebook.join(name).with_extension("json");
        println!("cargo:rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let set: Set =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        faults.extend(check::faults(&set).into_iter().map(|fault| format!("{name}.json, {fault}")));
        sets.push(set);
    }
    assert!(faults.is_empty(), "the tile data of the rulebook is faulty:\n{}", faults.join("\n"));
    let out = env::var("OUT_DIR").expect("cargo names the folder");
    fs::write(Path::new(&out).join("tables.rs"), write::tables(&sets)).expect("the tables can be written");
}
