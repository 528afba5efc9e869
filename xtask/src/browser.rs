//! The web client: its types, and its tests in a real browser.

use crate::machine::{answers, chromium};
use crate::tools::target;
use crate::{SAMPLE, cargo, files, root, run};
use std::path::PathBuf;
use std::process::Command;

/// Types of the client's modules.
pub(crate) fn types() -> Result<(), String> {
    node_packages()?;
    run(Command::new("npm").args(["run", "--silent", "types"]).current_dir(folder()))
}

/// The tests in a browser, once.
pub(crate) fn test() -> Result<(), String> {
    prepare()?;
    run(&mut npm_test())
}

/// The tests in a browser with each of 20 seeds, so that each run plays other games, at the program as it ships, and
/// with all the repetition that the gate samples. A failure names its seed, and the others are played all the same.
pub(crate) fn seeds() -> Result<(), String> {
    prepare()?;
    cargo(&["build", "--release", "--bin", "neuland"])?;
    let program = target().join("release/neuland");
    let mut failed = Vec::new();
    for number in 1..=20 {
        let seed = format!("night-{number}");
        println!("NEULAND_TEST_SEED={seed}");
        let mut tests = npm_test();
        tests.env("NEULAND_TEST_SEED", &seed).env("NEULAND_BIN", &program).env("NEULAND_FULL", "1");
        if run(&mut tests).is_err() {
            failed.push(seed);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("failed with NEULAND_TEST_SEED={}", failed.join(", ")))
}

fn npm_test() -> Command {
    let mut command = Command::new("npm");
    command.args(["test", "--silent"]).current_dir(folder());
    command
}

/// Builds what the tests start, and sees to what they need.
fn prepare() -> Result<(), String> {
    node_packages()?;
    if chromium().is_none() {
        return Err("no chromium is installed; on Debian: apt-get install chromium".into());
    }
    // The program that the step `test` has built: together with a test, whose dependencies have more features.
    cargo(&["build", "--workspace", SAMPLE, "--bin", "neuland", "--test", "no_alloc"])
}

/// Installs the pinned packages of the browser tests, if they are not there or others are; they bring no browser of
/// their own.
pub(crate) fn node_packages() -> Result<(), String> {
    let _one_at_a_time = files::lock(&target().join("locks/node"))?;
    if !answers("npm") {
        return Err("Node.js and npm are needed for this step; on Debian: apt-get install nodejs npm".into());
    }
    let folder = folder();
    let written = |file: &str| folder.join(file).metadata().and_then(|file| file.modified());
    if let (Ok(wanted), Ok(installed)) =
        (written("package-lock.json"), written("node_modules/.package-lock.json"))
        && wanted <= installed
    {
        return Ok(());
    }
    run(Command::new("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(folder))
}

fn folder() -> PathBuf {
    root().join("tests/browser")
}
