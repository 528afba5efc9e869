//! The npm package: the module `wasm` with its scripts, types and examples, and its tests under Node.js.

use crate::machine::answers;
use crate::tools::{need_target, target};
use crate::{files, output, root, run};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target of the module.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The number of games of each kind that the night compares with native ones.
const GAMES: &str = "1000";

/// Builds the package into the folder that the arguments name, or into `target/npm`.
pub(crate) fn build() -> Result<(), String> {
    let named = std::env::args().skip_while(|argument| argument != "npm").nth(1);
    let folder = named.map_or_else(|| target().join("npm"), PathBuf::from);
    let folder = std::path::absolute(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    build_into(&folder)?;
    println!("npm install {}", folder.display());
    Ok(())
}

/// Builds the package and tests it: its records beside native ones, errors, the end of the module, the examples.
pub(crate) fn test() -> Result<(), String> {
    if !answers("node") {
        return Err("Node.js 20 or later is needed for this step; on Debian: apt-get install nodejs".into());
    }
    let folder = target().join("npm");
    build_into(&folder)?;
    let natively = |what: &str, count: &str| -> Result<PathBuf, String> {
        let mut play = Command::new("cargo");
        play.args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "wasm",
            "--example",
            "native",
            "--",
            what,
            count,
        ]);
        let path = target().join(format!("npm-{what}.jsonl"));
        files::write(&path, &output(&mut play)?)?;
        Ok(path)
    };
    let mut tests = Command::new("node");
    tests.args(["--test", "crates/wasm/tests/package.test.js"]).current_dir(root());
    tests.env("NEULAND_PACKAGE", &folder);
    tests.env("NEULAND_NATIVE", natively("records", GAMES)?).env("NEULAND_SPEED", natively("speed", "200")?);
    run(&mut tests)
}

fn build_into(folder: &Path) -> Result<(), String> {
    need_target(WASM)?;
    if folder.exists() && !folder.join("neuland_bg.wasm").exists() && has_files(folder) {
        return Err(format!("{} holds other files; name a new folder", folder.display()));
    }
    let module = compile("wasm")?;
    fs::create_dir_all(folder.join("examples")).map_err(|error| format!("{}: {error}", folder.display()))?;
    bind(&module, folder)?;
    let source = root().join("crates/wasm/npm");
    for part in ["", "examples"] {
        copy_files(&source.join(part), &folder.join(part))?;
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        files::copy(&root().join(licence), &folder.join(licence))?;
    }
    let manifest = files::text(source.join("package.json"))?.replace("0.0.0", env!("CARGO_PKG_VERSION"));
    files::write(&folder.join("package.json"), &manifest)?;
    let size = fs::metadata(folder.join("neuland_bg.wasm")).map_err(|error| error.to_string())?.len();
    println!("{}: the module has {} KB", folder.display(), size / 1024);
    Ok(())
}

/// Compiles a package for WebAssembly; returns the module.
pub(crate) fn compile(package: &str) -> Result<PathBuf, String> {
    let build = ["build", "--profile", "wasm", "--quiet", "--package", package, "--target", WASM];
    run(Command::new("cargo").args(build))?;
    Ok(target().join(WASM).join("wasm").join(package).with_extension("wasm"))
}

/// Compiles a package for WebAssembly, with names and relocations, by which its module can be split; returns the module.
pub(crate) fn compile_to_be_split(package: &str) -> Result<PathBuf, String> {
    let mut build = Command::new("cargo");
    build.args(["rustc", "--profile", "wasm", "--config", "profile.wasm.strip=false", "--quiet"]);
    build.args(["--package", package, "--lib", "--target", WASM, "--", "-Clink-arg=--emit-relocs"]);
    // More than the bots ever need; a record that takes more ends the worker that reads it.
    build.arg("-Clink-arg=--max-memory=1073741824");
    run(build.current_dir(root()))?;
    Ok(target().join(WASM).join("wasm").join(package).with_extension("wasm"))
}

/// Writes the module with its script into a folder.
pub(crate) fn bind(module: &Path, folder: &Path) -> Result<(), String> {
    bindgen(&[module.as_os_str(), folder.as_os_str()])
}

/// Runs the program in `xtask/bindgen`.
pub(crate) fn bindgen(arguments: &[&OsStr]) -> Result<(), String> {
    // A workspace of its own, so that an ordinary build compiles nothing of it.
    let mut bind = Command::new("cargo");
    bind.args(["run", "--release", "--quiet", "--locked", "--manifest-path", "xtask/bindgen/Cargo.toml"]);
    bind.arg("--target-dir").arg(target().join("bindgen")).arg("--").args(arguments);
    run(&mut bind)
}

fn has_files(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// Copies the files of a folder, without its subfolders.
fn copy_files(from: &Path, to: &Path) -> Result<(), String> {
    let entries = fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for entry in entries.flatten().filter(|entry| entry.path().is_file()) {
        files::copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
