//! Promises of the documents to their readers: the first screen of the README, links, and names of steps.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All documents that a person reads.
fn documents() -> Vec<PathBuf> {
    let here = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "python/README.md"];
    let mut found: Vec<PathBuf> = here.iter().map(|name| root().join(name)).collect();
    let docs = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    found.extend(docs.filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    assert!(found.len() > 25, "only {} documents were found", found.len());
    found
}

#[test]
fn the_first_screen_says_which_line_is_whose_and_the_players_comes_first() {
    let readme = read(&root().join("README.md"));
    let screen: Vec<&str> = readme.lines().take(40).collect();
    let lines: Vec<&str> = screen.iter().copied().filter(|line| line.starts_with("| ")).collect();
    // Below the pictures and the head of the table.
    let lines: Vec<&str> =
        lines.into_iter().skip_while(|line| !line.starts_with("| you want to")).skip(1).collect();
    assert!(lines[0].contains("**play**") && lines[0].contains("apt install"), "{}", lines[0]);
    for line in
        ["cargo run --release", "docs/hosting.md", "pip install", "cargo install --locked --path crates/cli"]
    {
        assert!(lines.iter().any(|row| row.contains(line)), "{line} is not on the first screen");
    }
}

#[test]
fn links_lead_to_files() {
    let mut faults = Vec::new();
    for document in documents() {
        let text = read(&document);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            let is_elsewhere = file.is_empty() || file.contains("://") || file.contains([' ', '{', '<']);
            if !is_elsewhere && !document.parent().unwrap().join(file).exists() {
                faults.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn steps_that_documents_name_are_there() {
    let steps = read(&root().join("xtask/src/main.rs"));
    let mut found = 0;
    for document in documents() {
        let text = read(&document);
        for name in text.split("`cargo xtask ").skip(1).filter_map(|rest| rest.split(['`', ' ']).next()) {
            let is_step =
                ["ci", "night", "NAME", "…"].contains(&name) || steps.contains(&format!("name: \"{name}\""));
            assert!(is_step, "{}: there is no step {name}", document.display());
            found += 1;
        }
    }
    assert!(found > 30, "only {found} steps were found");
}
