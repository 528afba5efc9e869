//! The layers of this crate: a file imports from its own folder and from the layers below, never from above, and no file
//! imports from one that imports from it, however far round.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// From the bottom to the top. Games of one layer do not know each other.
const LAYERS: [&[&str]; 8] = [
    &["words"],
    &["model"],
    &["parts"],
    &["games::contract"],
    &["games::island", "games::plain"],
    &["games::catan", "games::cities_and_knights", "games::carcassonne", "games::kerbe"],
    // The rest of `games` is what `registry` hands on.
    &["games"],
    &["pages"],
];

/// The layer of a module, and its name there.
fn layer(module: &str) -> Option<(usize, &'static str)> {
    let names =
        LAYERS.iter().enumerate().flat_map(|(layer, names)| names.iter().map(move |&name| (layer, name)));
    let is_in = |name: &str| module == name || module.starts_with(&format!("{name}::"));
    names.filter(|(_, name)| is_in(name)).max_by_key(|(_, name)| name.len())
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file, without its tests and comments.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.to_owned() + "\n").collect()
}

/// The module of a file: `games::island::desk`.
fn module(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
    parts.join("::").trim_end_matches("::mod").to_owned()
}

/// The paths that begin with `crate::` in some code.
fn paths(code: &str) -> Vec<String> {
    let rest = code.split("crate::").skip(1);
    rest.map(|rest| {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
        rest[..end].trim_end_matches(':').to_owned()
    })
    .collect()
}

/// Every path of some code, with braces resolved: `super::{bank, cards::card}` are two.
fn all_paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut outer: Vec<String> = Vec::new();
    let mut prefix = String::new();
    let mut word = String::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else if c == ':' && chars.peek() == Some(&':') {
            chars.next();
            prefix = format!("{prefix}{word}::");
            word.clear();
            if chars.peek() == Some(&'{') {
                chars.next();
                outer.push(prefix.clone());
            }
        } else {
            if !prefix.is_empty() || !outer.is_empty() {
                found.push(format!("{prefix}{word}"));
            }
            if c == '}' {
                outer.pop();
            }
            prefix = outer.last().cloned().unwrap_or_default();
            word.clear();
            if c == ';' {
                outer.clear();
                prefix.clear();
            }
        }
    }
    found
}

/// The module that a path in `from` leads to, if it is a file of this crate.
fn leads_to(path: &str, from: &str, is_folder: bool, modules: &BTreeSet<String>) -> Option<String> {
    let parent =
        |module: &str| module.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned());
    let mut base = from.to_owned();
    let mut rest = path;
    if let Some(inner) = rest.strip_prefix("crate::") {
        (base, rest) = (String::new(), inner);
    } else if rest.starts_with("super::") {
        while let Some(inner) = rest.strip_prefix("super::") {
            (base, rest) = (parent(&base), inner);
        }
    } else if let Some(inner) = rest.strip_prefix("self::") {
        rest = inner;
    } else if !is_folder {
        return None;
    }
    let mut best = modules.contains(&base).then(|| base.clone());
    for part in rest.split("::") {
        base = if base.is_empty() { part.to_owned() } else { format!("{base}::{part}") };
        if !modules.contains(&base) {
            break;
        }
        best = Some(base.clone());
    }
    best.filter(|module| module != from)
}

/// The first circle that is found from here on.
fn circle(
    at: &str,
    imports: &BTreeMap<String, BTreeSet<String>>,
    path: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> bool {
    if let Some(from) = path.iter().position(|module| module == at) {
        path.drain(..from);
        return true;
    }
    if done.contains(at) {
        return false;
    }
    path.push(at.to_owned());
    if imports.get(at).into_iter().flatten().any(|next| circle(next, imports, path, done)) {
        return true;
    }
    path.pop();
    done.insert(at.to_owned());
    false
}

#[test]
fn no_files_import_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let modules: BTreeSet<String> = files.iter().map(|file| module(&root, file)).collect();
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in &files {
        let from = module(&root, file);
        if from == "lib" || from == "tests" {
            continue;
        }
        let is_folder = file.ends_with("mod.rs");
        let paths = all_paths(&code(file));
        let found = paths.iter().filter_map(|path| leads_to(path, &from, is_folder, &modules));
        imports.insert(from.clone(), found.collect());
    }
    let count: usize = imports.values().map(BTreeSet::len).sum();
    assert!(count > 250, "only {count} imports were found");
    let mut done = BTreeSet::new();
    for from in imports.keys() {
        let mut path = Vec::new();
        assert!(
            !circle(from, &imports, &mut path, &mut done),
            "these import each other: {}",
            path.join(" -> ")
        );
    }
}

#[test]
fn circles_are_found() {
    let modules: BTreeSet<String> = ["a", "a::b", "a::c"].map(str::to_owned).into();
    let found = |code: &str, from: &str| -> BTreeSet<String> {
        all_paths(code).iter().filter_map(|path| leads_to(path, from, false, &modules)).collect()
    };
    let b = found("use super::{c::{self, D}, E};\nfn f() { std::mem::take(x) }", "a::b");
    assert_eq!(b, ["a", "a::c"].map(str::to_owned).into());
    let c = found("fn f() -> crate::a::b::G { 1 }", "a::c");
    assert_eq!(c, ["a::b"].map(str::to_owned).into());
    let imports = BTreeMap::from([("a::b".to_owned(), b), ("a::c".to_owned(), c)]);
    let mut path = Vec::new();
    assert!(circle("a::b", &imports, &mut path, &mut BTreeSet::new()));
    assert_eq!(path, ["a::b", "a::c"]);
}

#[test]
fn no_file_imports_from_a_layer_above_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut imports = 0;
    for file in files {
        let module = module(&root, &file);
        // The tour and the tests of the whole crate see everything.
        if module == "lib" || module == "tests" {
            continue;
        }
        let (own, name) = layer(&module).unwrap_or_else(|| panic!("{module} has no layer"));
        for path in paths(&code(&file)) {
            // What a macro names at the root.
            if path.starts_with("FluentArgs") {
                continue;
            }
            let (below, other) =
                layer(&path).unwrap_or_else(|| panic!("{module}: crate::{path} is in no layer"));
            assert!(
                below < own || name == other,
                "{module} imports crate::{path} from above or from beside it"
            );
            imports += 1;
        }
    }
    assert!(imports > 200, "only {imports} imports were found");
}
