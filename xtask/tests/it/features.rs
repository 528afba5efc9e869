//! What other programs build that want the bots of one game.

use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The packages of this workspace that the library `bots` needs with these features.
fn own_packages(features: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "-p", "bots", "--no-default-features", "--features", features])
        .args(["--edges", "normal", "--prefix", "none", "--format", "{p}", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut names: Vec<String> = text
        .lines()
        .filter(|line| line.contains("/crates/"))
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn the_bots_of_one_game_bring_its_rules_alone() {
    assert_eq!(own_packages("catan"), ["bots", "catan", "game"]);
    assert_eq!(own_packages("cities-and-knights"), ["bots", "catan", "game"]);
    assert_eq!(own_packages("carcassonne"), ["bots", "carcassonne", "game"]);
    let all = own_packages("any");
    for name in ["carcassonne", "catan", "fair", "shelf"] {
        assert!(all.iter().any(|package| package == name), "{name}: {all:?}");
    }
}

#[test]
fn the_program_of_the_documentation_is_the_example() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let (example, text) = (read("crates/bots/examples/own_program.rs"), read("docs/bots.md"));
    let shown = text.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    assert!(example.contains(shown.trim_end()), "docs/bots.md shows another program than the example");
    assert!(example.contains("#[test]") && text.contains("default-features = false, features = [\"catan\"]"));
}

/// Whether a source in the folder names the feature of the sample game.
fn names_the_sample(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().map(|entry| entry.path()).any(|path| {
        let is_source = || path.extension().is_some_and(|kind| kind == "rs");
        let text = || std::fs::read_to_string(&path).unwrap();
        if path.is_dir() {
            names_the_sample(&path)
        } else {
            is_source() && text().contains("\"sample-game\"")
        }
    })
}

#[test]
fn clippy_looks_at_every_package_that_names_the_sample_without_it() {
    let list = std::fs::read_to_string(root().join("xtask/src/packages.rs")).unwrap();
    let list =
        list.split_once("const NAME_THE_SAMPLE").expect("a list").1.split_once(';').expect("its end").0;
    let listed: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    let folders = std::fs::read_dir(root().join("crates")).unwrap().flatten().map(|entry| entry.path());
    let mut naming: Vec<String> = folders
        .filter(|folder| ["src", "tests", "examples"].iter().any(|part| names_the_sample(&folder.join(part))))
        .map(|folder| folder.file_name().unwrap().to_string_lossy().replace("cli", "neuland"))
        .collect();
    naming.sort();
    assert_eq!(listed, naming);
}
