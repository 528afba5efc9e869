//! The static site: the module `site`, its workers, and the files of the pages, in a folder that any host can serve.

use crate::browser::node_packages;
use crate::machine::{chromium, firefox};
use crate::npm::{WASM, bind, compile};
use crate::tools::{need_target, target};
use crate::{root, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the site into the folder that the arguments name, or into `target/site`.
pub(crate) fn build() -> Result<(), String> {
    let named = std::env::args().skip_while(|argument| argument != "site").nth(1);
    let folder = named.map_or_else(|| target().join("site"), PathBuf::from);
    let folder = std::path::absolute(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    build_into(&folder)?;
    println!("{}: put it on any host, or try it: python3 -m http.server --directory {0}", folder.display());
    Ok(())
}

/// Builds the site into a folder. A folder with files of something else is left alone, and so are those of other versions.
pub(crate) fn build_into(folder: &Path) -> Result<(), String> {
    need_target(WASM)?;
    let holds_files = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if holds_files && !folder.join("sw.js").exists() {
        return Err(format!("{} holds other files; name a new folder", folder.display()));
    }
    let module = compile("site")?;
    let bound = target().join("site-module");
    fs::create_dir_all(&bound).map_err(|error| format!("{}: {error}", bound.display()))?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    bind(&module, &bound)?;
    let mut files = Command::new("cargo");
    files.args(["run", "--quiet", "--package", "site", "--example", "files", "--"]);
    files.arg(&bound).arg(folder).current_dir(root());
    run(&mut files)?;
    let size = fs::metadata(bound.join("neuland_bg.wasm")).map_err(|error| error.to_string())?.len();
    println!("{}: the module has {} KB", folder.display(), size / 1024);
    Ok(())
}

/// The files of the tests, in `tests/browser/static`.
const TESTS: [&str; 4] = ["static", "links", "kill", "whole"];

/// Builds the site, and plays it in Chromium and Firefox from a plain static file server.
pub(crate) fn test() -> Result<(), String> {
    node_packages()?;
    if chromium().is_none() {
        return Err("no chromium is installed; on Debian: apt-get install chromium".into());
    }
    if firefox().is_none() {
        return Err("no firefox is installed; on Debian: apt-get install firefox-esr".into());
    }
    let folder = target().join("site");
    build_into(&folder)?;
    let mut tests = Command::new("node");
    tests.arg("--test").args(TESTS.map(|name| format!("static/{name}.test.js")));
    tests.current_dir(root().join("tests/browser"));
    run(tests.env("NEULAND_SITE", &folder))
}
