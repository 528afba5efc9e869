//! Limits on the length of files and functions.

use std::path::{Path, PathBuf};

/// Lines of a file.
const FILE: usize = 800;
/// Lines of a function whose documentation does not say why it is long.
const FUNCTION: usize = 100;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir()
            && !["target", "node_modules", "out"].contains(&name.as_str())
            && !name.starts_with('.')
        {
            sources(&path, found);
        } else if [".rs", ".js", ".css"].iter().any(|kind| name.ends_with(kind)) {
            found.push(path);
        }
    }
}

/// The name of the function that a line begins, and how far it is indented.
fn begins(line: &str) -> Option<(&str, usize)> {
    let indent = line.len() - line.trim_start().len();
    let (before, after) = line.trim_start().split_once("fn ")?;
    let is_head = before.split_whitespace().all(|word| {
        ["pub", "const", "async", "unsafe"].contains(&word) || word.starts_with("pub(") || word.ends_with(')')
    });
    let name = after.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (is_head && !name.is_empty() && !line.ends_with(';')).then_some((name, indent))
}

/// Functions that are too long, with their lines, among the lines of a formatted file.
fn too_long(lines: &[&str]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some((name, indent)) = begins(line) else { continue };
        if line.ends_with('}') {
            continue;
        }
        let end = format!("{}}}", " ".repeat(indent));
        let length = 1 + lines[start..].iter().position(|line| *line == end).unwrap_or(0);
        let above = lines[..start].iter().rev().take_while(|line| {
            let line = line.trim_start();
            line.starts_with("//") || line.starts_with("#[")
        });
        let states_why = above.map(|line| line.to_lowercase()).any(|line| line.contains("long"));
        if length > FUNCTION && !states_why {
            found.push((name.to_owned(), length));
        }
    }
    found
}

#[test]
fn files_and_functions_are_short_or_say_why() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    sources(root, &mut files);
    assert!(files.len() > 300, "only {} files were found", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let name = file.strip_prefix(root).unwrap().display();
        if lines.len() > FILE {
            faults.push(format!("{name} has {} lines; {FILE} are allowed", lines.len()));
        }
        if file.extension().is_some_and(|kind| kind == "rs") {
            faults.extend(too_long(&lines).into_iter().map(|(function, length)| {
                format!(
                    "{name}: {function} has {length} lines, and its documentation does not say why it is long"
                )
            }));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn long_functions_are_found() {
    let body = "    1;\n".repeat(FUNCTION);
    let text = format!(
        "/// About it.\npub(crate) fn one() {{\n{body}}}\n\n/// It is long for a reason.\nfn two() {{\n{body}}}\n"
    );
    let found = too_long(&text.lines().collect::<Vec<_>>());
    assert_eq!(found, [("one".to_owned(), FUNCTION + 2)]);
}
