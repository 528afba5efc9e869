//! The steps that only `cargo xtask night` has: they repeat where the gate takes a sample. A step whose tool is missing fails and
//! says how to install it.

use crate::machine::answers;
use crate::tools::{self, target};
use crate::{files, root, run};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

/// The run time of each fuzzer, in seconds.
const FUZZED: u32 = 60;

/// The crates that a web page or another host can run: the rules, and what reads and writes their documents.
const PORTABLE: &[&str] =
    &["game", "catan", "carcassonne", "kerbe", "fair", "rulebook", "shelf", "encode", "bots", "draw", "wasm"];

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
    let manifest = files::text("Cargo.toml")?;
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
    tools::need_target(wasm)?;
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--quiet", "--target", wasm]);
    PORTABLE.iter().for_each(|package| {
        build.args(["--package", package]);
    });
    run(&mut build)
}

/// The crates whose rules are mutated.
const RULES: &[&str] = &["game", "catan", "carcassonne"];

/// The number of parts into which their mutants are divided. Each night runs one, so that a season runs all.
const SHARDS: u64 = 80;

/// Mutates one part of the rules, each place alone, and lists the mutants that survive the tests of their crate and the
/// cases. A survivor fails no night: some change nothing that can be seen. `--shard N` chooses the part, otherwise the date
/// does.
pub(crate) fn mutants() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().collect();
    let today = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let shard = shard(&arguments, today)?;
    let mut survivors = Vec::new();
    for package in RULES {
        let output = target().join("mutants").join(package);
        std::fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;
        let mut command = tools::mutants()?;
        command.args(["--package", package, "--test-package", package, "--test-package", "shelf"]);
        command.args(["--shard", &format!("{shard}/{SHARDS}"), "--sharding", "round-robin"]);
        command.args(["--no-shuffle", "--colors", "never", "--output"]).arg(&output);
        let ended = command.current_dir(root()).status().map_err(|error| format!("{command:?}: {error}"))?;
        // All were caught; some survived; some took too long, which counts as caught.
        if !matches!(ended.code(), Some(0 | 2 | 3)) {
            return Err(format!("{command:?} ended with {ended}"));
        }
        let missed = files::text(output.join("mutants.out/missed.txt"))?;
        survivors.extend(missed.lines().map(str::to_owned));
    }
    println!("part {shard} of {SHARDS}: {} mutants survive", survivors.len());
    survivors.iter().for_each(|survivor| println!("  {survivor}"));
    Ok(())
}

/// The part that is mutated, from 0: the one that the arguments name, or the one of the day.
fn shard(arguments: &[String], today: Duration) -> Result<u64, String> {
    let Some(at) = arguments.iter().position(|argument| argument == "--shard") else {
        return Ok(today.as_secs() / (24 * 60 * 60) % SHARDS);
    };
    let named = arguments.get(at + 1).and_then(|named| named.parse().ok());
    let wrong = || format!("--shard takes a number from 0 to {}", SHARDS - 1);
    named.filter(|&named| named < SHARDS).ok_or_else(wrong)
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
    fn every_night_mutates_another_part() {
        let of = |arguments: &[&str], days: u64| {
            let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
            shard(&arguments, Duration::from_secs(days * 24 * 60 * 60 + 3_600))
        };
        let nights: std::collections::BTreeSet<u64> = (500..580).map(|day| of(&[], day).unwrap()).collect();
        assert_eq!(nights, (0..SHARDS).collect());
        assert_eq!(of(&["xtask", "mutants", "--shard", "17"], 500), Ok(17));
        for wrong in ["80", "-1", "x"] {
            assert!(of(&["xtask", "mutants", "--shard", wrong], 500).is_err());
        }
        assert!(of(&["xtask", "mutants", "--shard"], 500).is_err());
    }

    #[test]
    fn the_oldest_rust_is_the_one_of_the_manifest() {
        assert_eq!(oldest_rust("[workspace.package]\nrust-version = \"1.90\"\n"), Some("1.90"));
        assert_eq!(oldest_rust("[package]\n"), None);
    }
}
