//! What `cargo xtask night` runs beside the tests at full length: it repeats, where the gate takes a sample. A step
//! whose tool is missing fails and says how to install it.

use crate::machine::answers;
use crate::tools::target;
use crate::{root, run};
use std::process::{Command, Stdio};

/// How long each fuzzer runs, in seconds.
const FUZZED: u32 = 60;

/// The crates that a web page or another host can run: the rules, and what reads and writes their documents.
const PORTABLE: &[&str] =
    &["game", "catan", "carcassonne", "kerbe", "fair", "rulebook", "shelf", "encode", "bots"];

/// Runs every fuzzer for a minute, from the corpus that is kept. The gate runs the same functions over the corpus
/// (`crates/shelf/tests/it/hostile.rs`).
pub(crate) fn fuzz() -> Result<(), String> {
    if !answers("cargo-fuzz") {
        return Err("cargo-fuzz is not installed: cargo install --locked cargo-fuzz".into());
    }
    let folder = root().join("fuzz/fuzz_targets");
    let files = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stem = |path: std::path::PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut targets: Vec<String> = files.flatten().filter_map(|file| stem(file.path())).collect();
    targets.sort();
    let mut failed = Vec::new();
    for fuzzed in targets {
        let seconds = format!("-max_total_time={FUZZED}");
        // Without a sanitizer the stable compiler builds them.
        let arguments =
            ["fuzz", "run", "-s", "none", &fuzzed, "--", &seconds, "-print_final_stats=1", "-verbosity=0"];
        if run(Command::new("cargo").args(arguments)).is_err() {
            failed.push(fuzzed);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// Compiles the workspace and its tests with the oldest Rust that `Cargo.toml` promises. The gate compares the promises
/// of all packages, and clippy warns about newer parts of the standard library.
pub(crate) fn oldest() -> Result<(), String> {
    let manifest =
        std::fs::read_to_string(root().join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let oldest = oldest_rust(&manifest).ok_or("Cargo.toml has no rust-version")?;
    let mut version = Command::new("rustup");
    version.args(["run", oldest, "cargo", "--version"]).env("RUSTUP_AUTO_INSTALL", "0");
    if !succeeds(&mut version) {
        return Err(format!(
            "Rust {oldest} is not installed: rustup toolchain install {oldest} --profile minimal"
        ));
    }
    let check = ["run", oldest, "cargo", "check", "--workspace", "--all-targets", "--locked", "--quiet"];
    run(Command::new("rustup").args(check).env("CARGO_TARGET_DIR", target().join("oldest")))
}

fn oldest_rust(manifest: &str) -> Option<&str> {
    manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
}

/// Builds the portable crates for WebAssembly. The gate looks at what they depend on and call
/// (`xtask/tests/it/portable.rs`).
pub(crate) fn wasm() -> Result<(), String> {
    let wasm = "wasm32-unknown-unknown";
    let mut libraries = Command::new("rustc");
    let libraries = libraries.args(["--print", "target-libdir", "--target", wasm]).output();
    let folder = libraries.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    if !folder.is_ok_and(|folder| !folder.is_empty() && std::path::Path::new(&folder).is_dir()) {
        return Err(format!("the target {wasm} is not installed: rustup target add {wasm}"));
    }
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--quiet", "--target", wasm]);
    PORTABLE.iter().for_each(|package| {
        build.args(["--package", package]);
    });
    run(&mut build)
}

fn succeeds(command: &mut Command) -> bool {
    let quiet = || Stdio::null();
    let status = command.stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_rust_is_the_one_of_the_manifest() {
        assert_eq!(oldest_rust("[workspace.package]\nrust-version = \"1.90\"\n"), Some("1.90"));
        assert_eq!(oldest_rust("[package]\n"), None);
    }
}
