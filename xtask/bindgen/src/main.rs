//! Writes the scripts and types around a module, as the program `wasm-bindgen` does, without the test runners and downloaders that come
//! with that; and splits the module of the static site into parts that come when something calls them.
//!
//! ```text
//! bindgen MODULE FOLDER                         the module with its script and types
//! bindgen observed MODULE FOLDER                the same with names, as whole.wasm, and a module that reports which functions run
//! bindgen split MODULE OBSERVED RUNS FOLDER     cuts whole.wasm of the folder OBSERVED by what ran
//! ```
//!
//! [`split`] says how the parts fit together.

mod data;
mod module;
mod observe;
mod plan;
mod split;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["observed", module, folder] => observed(Path::new(module), Path::new(folder)),
        ["split", module, observed, runs, folder] => {
            split::split([module, observed, runs, folder].map(Path::new))
        }
        [module, folder] => generate(Path::new(module), Path::new(folder)),
        _ => {
            eprintln!(
                "usage: bindgen [observed] MODULE FOLDER, or bindgen split MODULE OBSERVED RUNS FOLDER"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{}: {why}", words.last().unwrap_or(&""));
            ExitCode::FAILURE
        }
    }
}

/// Reads a file.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn bindgen() -> Bindgen {
    let mut bindgen = Bindgen::new();
    bindgen.out_name("neuland").typescript(true).reset_state_function(true);
    bindgen
}

/// Writes the module with its script and types.
fn generate(module: &Path, folder: &Path) -> Result<(), String> {
    let mut bindgen = bindgen();
    bindgen.input_path(module).remove_name_section(true);
    let web = bindgen.web(true).map_err(|error| format!("{error:#}"))?;
    web.generate(folder).map_err(|error| format!("{error:#}"))
}

/// Writes the module with names, and one whose functions report that they run.
fn observed(module: &Path, folder: &Path) -> Result<(), String> {
    let mut bindgen = bindgen();
    let linked = data::without_relocations(&read(module)?)?;
    bindgen.input_bytes("neuland", linked).remove_name_section(false).demangle(false);
    let web = bindgen.web(true).map_err(|error| format!("{error:#}"))?;
    web.generate(folder).map_err(|error| format!("{error:#}"))?;
    let bound = folder.join("neuland_bg.wasm");
    let whole = read(&bound)?;
    write(&folder.join("whole.wasm"), &whole)?;
    write(&bound, &observe::observed(&whole)?)
}
