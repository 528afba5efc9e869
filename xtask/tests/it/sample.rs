//! The number of lines of the sample game, in its own files and outside them.

use std::path::Path;

/// Fewer lines than this: engine, cases, shelf, bot, picture, page, command line and analysis with blank lines, and all of these without
/// blank lines, but with the rules in two languages and the words.
const LINES_MAX: usize = 690;

/// The lines of files below a folder that are not blank: those of the sample's own files, and those elsewhere that name it or
/// its feature.
#[derive(Default)]
struct Count {
    own: Vec<(String, usize)>,
    /// Of these, code and cases, with blank lines.
    code: usize,
    named: Vec<String>,
}

fn count(root: &Path, folder: &Path, count_into: &mut Count) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            count(root, &path, count_into);
            continue;
        }
        let endings = ["rs", "ftl", "md", "cases"];
        if !path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        if name.contains("kerbe") {
            if name.ends_with(".rs") || name.ends_with(".cases") {
                count_into.code += text.lines().count();
            }
            count_into.own.push((name, lines().count()));
        } else if lines().any(|line| ["kerbe", "Kerbe", "sample-game"].iter().any(|word| line.contains(word)))
        {
            count_into.named.push(name);
        }
    }
}

#[test]
fn the_sample_game_is_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Count::default();
    for folder in ["crates", "locales", "rulebook"] {
        count(&root, &root.join(folder), &mut found);
    }
    found.own.sort();
    found.own.iter().for_each(|(name, lines)| println!("{lines:5} {name}"));
    let lines: usize = found.own.iter().map(|(_, lines)| lines).sum();
    println!("{lines:5} lines of the sample game; code and cases have {} with blank ones", found.code);
    println!("named in {} other files: {:#?}", found.named.len(), found.named);
    assert!(found.own.len() >= 11, "only {} files of the sample game were found", found.own.len());
    for lines in [lines, found.code] {
        assert!(lines < LINES_MAX, "the sample game has {lines} lines, {LINES_MAX} is too many");
    }
}
