//! Writes the scripts and types around a module that `wasm-bindgen` has prepared: `bindgen MODULE FOLDER`. It does what the program
//! `wasm-bindgen` does with these settings, without the test runners and downloaders that come with that.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: bindgen MODULE FOLDER");
        return ExitCode::from(2);
    };
    match generate(module, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{module}: {why}");
            ExitCode::FAILURE
        }
    }
}

fn generate(module: &str, folder: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("neuland").typescript(true).remove_name_section(true);
    bindgen.reset_state_function(true);
    let web = bindgen.web(true).map_err(|error| format!("{error:#}"))?;
    web.generate(folder).map_err(|error| format!("{error:#}"))
}
