//! The web client: its types, and its tests in a real browser.

use crate::machine::{self, answers, chromium};
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

/// One whole game of each kind in Firefox.
pub(crate) fn firefox() -> Result<(), String> {
    prepare()?;
    if machine::firefox().is_none() {
        return Err("no firefox is installed; on Debian: apt-get install firefox-esr".into());
    }
    run(Command::new("node").args(["--test", "firefox/firefox.test.js"]).current_dir(folder()))
}

/// The folder of the logs that the last run left, by the names of their files.
pub(crate) const LOGS: &str = "tests/browser/out/steps";

/// The command that runs the tests; names of files may follow after `--`.
pub(crate) fn npm_test() -> Command {
    let mut command = Command::new("npm");
    command.args(["test", "--silent"]).current_dir(folder());
    command
}

/// Builds what the tests start, and sees to what they need.
pub(crate) fn prepare() -> Result<(), String> {
    node_packages()?;
    if chromium().is_none() {
        return Err("no chromium is installed; on Debian: apt-get install chromium-headless-shell".into());
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
