//! The rules and their documents run anywhere, in a web page too: they bring nothing that talks to a system, and call
//! nothing that WebAssembly lacks. `cargo xtask wasm` compiles them for it. The live tables know no HTTP.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages of `PORTABLE` in `xtask/src/night.rs`.
const PORTABLE: &[&str] =
    &["game", "catan", "carcassonne", "kerbe", "fair", "rulebook", "shelf", "encode", "bots", "draw", "wasm"];

/// Parts of the standard library that WebAssembly without a host does not have.
const OF_A_SYSTEM: &[&str] =
    &["std::fs", "std::net", "std::process", "std::thread", "std::env", "SystemTime", "Instant"];

/// Packages through which others talk to a system.
const DOORS: &[&str] = &["getrandom", "libc", "mio", "rusqlite", "rustix", "socket2", "tokio", "windows-sys"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

#[test]
fn the_list_is_that_of_the_night() {
    let night = std::fs::read_to_string(root().join("xtask/src/night.rs")).unwrap();
    let list = night.split_once("const PORTABLE: &[&str] =").expect("a list").1;
    let list = list.split_once(';').expect("its end").0;
    let named: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert_eq!(named, PORTABLE);
}

/// The packages that these packages link, themselves among them.
fn linked(packages: &[&str], more: &[&str]) -> Vec<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    tree.args(more).current_dir(root());
    packages.iter().for_each(|package| {
        tree.args(["--package", package]);
    });
    let output = tree.output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// The live tables are of use without HTTP: in a program of their own, and beside others on one database.
#[test]
fn live_tables_link_no_http() {
    const HTTP: &[&str] = &["axum", "http", "http-body", "httparse", "hyper", "hyper-util", "tower"];
    let names = linked(&["live"], &[]);
    assert!(names.iter().any(|name| name == "tokio"), "{names:?}");
    let found: Vec<&String> = names.iter().filter(|name| HTTP.contains(&&***name)).collect();
    assert!(found.is_empty(), "{found:?}");
    assert!(linked(&["server"], &[]).iter().any(|name| name == "hyper"), "the server does");
}

/// The site runs in a browser: it asks for random numbers, and for nothing else of a system.
#[test]
fn the_site_links_no_server() {
    const OF_A_SERVER: &[&str] = &[
        "argon2", "axum", "hyper", "libc", "live", "mio", "resvg", "rusqlite", "rustix", "server", "store",
        "tokio",
    ];
    let names = linked(&["site"], &["--target", "wasm32-unknown-unknown"]);
    assert!(
        ["pages", "present", "table"].iter().all(|own| names.iter().any(|name| name == own)),
        "{names:?}"
    );
    let found: Vec<&String> = names.iter().filter(|name| OF_A_SERVER.contains(&&***name)).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn portable_packages_bring_nothing_of_a_system() {
    let names = linked(PORTABLE, &["--target", "wasm32-unknown-unknown"]);
    assert!(PORTABLE.iter().all(|&package| names.iter().any(|name| name == package)), "{names:?}");
    let doors: Vec<&String> = names.iter().filter(|name| DOORS.contains(&&***name)).collect();
    assert!(doors.is_empty(), "{doors:?}");
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn portable_packages_call_nothing_of_a_system() {
    let mut files = Vec::new();
    PORTABLE.iter().for_each(|package| sources(&root().join("crates").join(package).join("src"), &mut files));
    assert!(files.len() > 100, "only {} files were found", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            if OF_A_SYSTEM.iter().any(|part| line.contains(part)) {
                faults.push(format!("{}: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
