//! Programs that the steps need and that no package of Debian brings: the test runner and the installer of Python
//! packages. The ones on the path are used; otherwise pinned versions go into `target/tools`. The program that mutates
//! code is compiled into `target/cargo-tools`.

use crate::machine::answers;
use crate::{files, output, root, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file of exact versions; both programs are on the index of Python packages as single files that need no Python.
const VERSIONS: &str = "xtask/tools.txt";

/// The command `cargo nextest`.
pub(crate) fn nextest() -> Result<Command, String> {
    let program = tool("cargo-nextest").map_err(|why| {
        format!("{why}; the tests run with cargo-nextest: cargo install --locked cargo-nextest")
    })?;
    let mut command = Command::new(program);
    command.arg("nextest");
    Ok(command)
}

/// The program `uv`.
pub(crate) fn uv() -> Result<PathBuf, String> {
    tool("uv").map_err(|why| format!("{why}; Python packages are installed with uv: pip install uv"))
}

/// The version of `cargo-mutants`, which is on no index of Python packages.
const MUTANTS: &str = "27.1.0";

/// The command `cargo mutants`. Compiles it, if it is nowhere.
pub(crate) fn mutants() -> Result<Command, String> {
    let name = "cargo-mutants";
    let mut program = PathBuf::from(name);
    if !answers(name) {
        let folder = target().join("cargo-tools").join(format!("{name}-{MUTANTS}"));
        program = folder.join("bin").join(name);
        if !program.is_file() {
            let package = format!("{name}@{MUTANTS}");
            let mut install = Command::new("cargo");
            install.args(["install", "--locked", "--quiet", "--root"]).arg(&folder).arg(package);
            run(&mut install).map_err(|why| format!("{why}; cargo install --locked {name}"))?;
        }
    }
    let mut command = Command::new(program);
    command.arg("mutants");
    Ok(command)
}

/// Returns the path of a program; installs both programs if it is nowhere.
fn tool(name: &str) -> Result<PathBuf, String> {
    if answers(name) {
        return Ok(name.into());
    }
    let _one_at_a_time = files::lock(&target().join("locks/tools"))?;
    let folder = target().join("tools");
    let versions = root().join(VERSIONS);
    let wanted = files::text(VERSIONS)?;
    // Written last, so that what was stopped half-way is made anew.
    let stamp = folder.join("tools.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(folder.join("bin").join(name));
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder)).map_err(|why| {
        format!("{why}; Python 3.10 or later with venv is needed; on Debian: apt-get install python3-venv")
    })?;
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    run(Command::new(folder.join("bin/python")).args(quiet).arg(&versions))?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(folder.join("bin").join(name))
}

/// Fails unless the standard library for a target is installed.
pub(crate) fn need_target(triple: &str) -> Result<(), String> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", triple]));
    if libraries.is_ok_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    Err(format!("the target {triple} is not installed: rustup target add {triple}"))
}

/// The folder into which cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}
