//! The number of files that know the games.

use std::path::{Path, PathBuf};

/// Folders and files of single games, and of what games of a family share.
const OWN: [&str; 7] =
    ["catan", "cities_and_knights", "carcassonne", "traders_and_builders", "mayflower", "island", "kerbe"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether code names a game: as a variant of the shelf's enums, or by its crate.
fn names_a_game(code: &str) -> bool {
    let variant = |list: &str| {
        let after = code.match_indices(list).map(|(at, _)| &code[at + list.len()..]);
        let mut variants = after.filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        variants.any(|rest| !rest.starts_with("ALL"))
    };
    let krate = |path: &str| {
        code.match_indices(path)
            .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    variant("GameKind::") || variant("AnyGame::") || krate("catan::") || krate("carcassonne::")
}

#[test]
fn few_files_outside_the_folders_of_games_name_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for member in std::fs::read_dir(root.join("crates")).unwrap() {
        sources(&member.unwrap().path().join("src"), &mut files);
    }
    sources(&root.join("xtask/src"), &mut files);
    assert!(files.len() > 400, "only {} files were found", files.len());
    let is_own = |path: &Path| {
        path.with_extension("").iter().any(|part| OWN.iter().any(|own| part == std::ffi::OsStr::new(own)))
    };
    let mut named: Vec<String> = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        if is_own(path) || path.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        if names_a_game(&code.join("\n")) {
            named.push(path.display().to_string());
        }
    }
    named.sort();
    let architecture = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    assert!(
        architecture.lines().count() <= 80,
        "ARCHITECTURE.md is a page; details belong to the page of a crate"
    );
    let (before, _) = architecture.split_once(" files name a game").expect("the document states the number");
    let most: usize = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap();
    assert!(named.len() <= most, "{} files name a game, {most} are allowed: {named:#?}", named.len());
}
