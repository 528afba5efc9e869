//! The builds of programs that want the bots of one game.

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
    assert_eq!(own_packages("catan"), ["bots", "catan", "game", "search"]);
    assert_eq!(own_packages("cities-and-knights"), ["bots", "catan", "game", "search"]);
    assert_eq!(own_packages("carcassonne"), ["bots", "carcassonne", "game", "search"]);
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
