//! The static site: the module `site`, its workers, and the files of the pages, in a folder that any host can serve.

use crate::browser::node_packages;
use crate::machine::{answers, chromium, firefox};
use crate::npm::{WASM, bind, bindgen, compile, compile_to_be_split};
use crate::tools::{need_target, target};
use crate::{files, output, root, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the site into the folder that the arguments name, or into `target/site`; with `--compressed` also the copies that some hosts
/// send in place of its files.
pub(crate) fn build() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip_while(|argument| argument != "site").skip(1).collect();
    let named = arguments.iter().find(|argument| !argument.starts_with("--"));
    let folder = named.map_or_else(|| target().join("site"), PathBuf::from);
    let folder = std::path::absolute(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    build_into(&folder)?;
    if arguments.iter().any(|argument| argument == "--compressed") {
        if !answers("node") {
            return Err("--compressed needs Node.js 20 or later; on Debian: apt-get install nodejs".into());
        }
        run(Command::new("node").arg(root().join("crates/site/observe/compress.js")).arg(&folder))?;
    }
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
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let bound = module()?;
    let mut write = Command::new("cargo");
    write.args(["run", "--quiet", "--package", "site", "--example", "files", "--"]);
    run(write.arg(&bound).arg(folder).current_dir(root()))?;
    Ok(())
}

/// Compiles the module, and splits it by what runs in a game of each kind; returns the folder with its parts and its script. Without
/// Node.js, which plays those games, it stays in one piece.
fn module() -> Result<PathBuf, String> {
    let [bound, observed] = ["site-module", "site-observed"].map(|name| target().join(name));
    for folder in [&bound, &observed] {
        // Parts of an earlier build would be taken for some of this one.
        files::remove(folder)?;
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    if !answers("node") {
        bind(&compile("site")?, &bound)?;
        files::write(&bound.join("part-names.js"), "export const names = [];\n")?;
        println!(
            "the module stays in one piece, which takes longer to load: splitting it needs Node.js 20 or later"
        );
        return Ok(bound);
    }
    let linked = compile_to_be_split("site")?;
    bindgen(&["observed".as_ref(), linked.as_os_str(), observed.as_os_str()])?;
    let web = root().join("crates/site");
    for script in ["web/errors.js", "observe/parts.js", "observe/run.js"] {
        let name = Path::new(script).file_name().unwrap_or_default();
        files::copy(&web.join(script), &observed.join(name))?;
    }
    files::write(&observed.join("package.json"), "{ \"type\": \"module\" }\n")?;
    let runs = observed.join("runs.txt");
    files::write(&runs, &output(Command::new("node").arg(observed.join("run.js")).arg(&observed))?)?;
    let split =
        ["split".as_ref(), linked.as_os_str(), observed.as_os_str(), runs.as_os_str(), bound.as_os_str()];
    bindgen(&split)?;
    files::copy(&observed.join("neuland.js"), &bound.join("neuland.js"))?;
    // For the test that compares games in parts and in one piece.
    files::copy(&bound.join("part-names.js"), &observed.join("part-names.js"))?;
    Ok(bound)
}

/// The files of the tests, in `tests/browser/static`.
const TESTS: [&str; 5] = ["parts", "static", "links", "kill", "whole"];

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
    // Versions of earlier runs would be copied by each test that changes the site.
    files::remove(&folder)?;
    build_into(&folder)?;
    let mut tests = Command::new("node");
    tests.arg("--test").args(TESTS.map(|name| format!("static/{name}.test.js")));
    tests.current_dir(root().join("tests/browser"));
    // As all tests of the night.
    tests.env("NEULAND_FULL", "1");
    run(tests.env("NEULAND_SITE", &folder).env("NEULAND_OBSERVED", target().join("site-observed")))
}
