//! The wheel that the gate tests: the package of the source archive with the module that the Rust tests' build has made.
//!
//! maturin would build the package alone, whose dependencies have other features then: everything would be compiled once more. It does
//! so at night. Here the compiler's list of the files that it read shows whether the archive has all of them.

use crate::sdist::{self, Sources};
use crate::tools::target;
use crate::{files, output, root, run};
use std::collections::BTreeSet;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The name of the module's library.
const LIBRARY: &str = "_neuland";

/// The licences that the package names.
const LICENCES: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", sdist::THIRD_PARTY];

/// Puts the wheel together in an empty folder, from the archive and what cargo has built.
pub(crate) fn assemble(sources: &Sources, folder: &Path) -> Result<PathBuf, String> {
    let library = format!("{DLL_PREFIX}{LIBRARY}");
    let built = target().join("debug").join(format!("{library}{DLL_SUFFIX}"));
    check_whole(sources, &files::text(target().join("debug").join(format!("{library}.d")))?)?;

    let described = files::text(sources.unpacked.join("PKG-INFO"))?;
    let version = described.lines().find_map(|line| line.strip_prefix("Version: "));
    let name = format!("neuland-{}", version.ok_or("PKG-INFO has no version")?);
    let tree = folder.join("tree");
    let about = tree.join(format!("{name}.dist-info"));
    sdist::copy(&sources.unpacked.join("python/neuland"), &tree.join("neuland"))?;
    files::copy(&built, &tree.join("neuland/_neuland.abi3.so"))?;
    for licence in LICENCES {
        sdist::copy(&sources.unpacked.join(licence), &about.join("licenses").join(licence))?;
    }
    let asked = ["-c", "import sysconfig; print(sysconfig.get_platform())"];
    let platform = output(Command::new("python3").args(asked))?.trim().replace(['-', '.'], "_");
    let tag = format!("cp310-abi3-{platform}");
    files::write(&about.join("METADATA"), &described)?;
    let kind = format!("Wheel-Version: 1.0\nGenerator: xtask\nRoot-Is-Purelib: false\nTag: {tag}\n");
    files::write(&about.join("WHEEL"), &kind)?;
    let record = format!("{name}.dist-info/RECORD");
    let carried = sdist::list(&tree)?.into_iter().chain([record.clone()]);
    files::write(&tree.join(record), &carried.map(|file| format!("{file},,\n")).collect::<String>())?;

    let wheel = folder.join(format!("{name}-{tag}.whl"));
    let packed = ["neuland", &format!("{name}.dist-info")];
    run(Command::new("python3").args(["-m", "zipfile", "-c"]).arg(&wheel).args(packed).current_dir(&tree))?;
    Ok(wheel)
}

/// Fails if the archive lacks a file that the compiler read for a crate of the archive, or if its lock file does not fit its manifests.
fn check_whole(sources: &Sources, read: &str) -> Result<(), String> {
    let there: BTreeSet<String> = sdist::list(&sources.unpacked)?.into_iter().collect();
    let lacking = lacking(read, &root(), &target(), &there);
    if !lacking.is_empty() {
        return Err(format!(
            "the source archive lacks what the module is compiled from: {}",
            lacking.join(", ")
        ));
    }
    let arguments = ["metadata", "--format-version", "1", "--locked", "--quiet"];
    output(Command::new("cargo").args(arguments).current_dir(&sources.unpacked)).map(drop)
}

/// The files of this list of cargo's that lie in the workspace but not in the archive. Those of crates that only tests have are none.
fn lacking(read: &str, root: &Path, target: &Path, there: &BTreeSet<String>) -> Vec<String> {
    let has_crate = |file: &str| {
        let folder = file.strip_prefix("crates/").and_then(|below| below.split('/').next());
        folder.is_none_or(|folder| there.contains(&format!("crates/{folder}/Cargo.toml")))
    };
    // Build scripts name folders as well.
    let has_below = |file: &str| {
        let folder = format!("{file}/");
        there.range(folder.clone()..).next().is_some_and(|first| first.starts_with(&folder))
    };
    // A space in a path has a backslash before it.
    let files = read.split_once(": ").map_or("", |(_, files)| files).replace("\\ ", "\0");
    let paths = files.split_whitespace().map(|file| PathBuf::from(file.replace('\0', " ")));
    let own = paths.map(|path| without_detours(&path)).filter(|path| !path.starts_with(target));
    let below = own.filter_map(|path| Some(path.strip_prefix(root).ok()?.to_string_lossy().into_owned()));
    below.filter(|file| has_crate(file) && !there.contains(file) && !has_below(file)).collect()
}

/// The path without `..`, which `include_str!` leaves in it.
fn without_detours(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut so_far, part| {
        if part == Component::ParentDir {
            so_far.pop();
        } else {
            so_far.push(part);
        }
        so_far
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_the_compiler_read_must_be_in_the_archive() {
        let there = ["crates/a/Cargo.toml", "crates/a/src/lib.rs", "rulebook/tiles/b c.json"];
        let there: BTreeSet<String> = there.map(str::to_owned).into();
        let lacking = |read| lacking(read, Path::new("/w"), Path::new("/w/target"), &there);
        let whole = "/w/target/debug/lib_neuland.so: /w/crates/a/src/lib.rs /w/crates/a/src /w/crates/a/../../rulebook/tiles/b\\ c.json \
                     /w/target/debug/build/a/out/made.rs /w/crates/sample/src/lib.rs /elsewhere/lib.rs\n";
        assert_eq!(lacking(whole), Vec::<String>::new());
        let more = "/w/target/debug/lib_neuland.so: /w/crates/a/src/lib.rs /w/crates/a/data /w/crates/a/data/x.txt /w/locales/en/y.ftl\n";
        assert_eq!(lacking(more), ["crates/a/data", "crates/a/data/x.txt", "locales/en/y.ftl"]);
    }
}
