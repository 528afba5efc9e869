//! Modules that import each other, however far round. A file may use what stands in its folder's own file, and the other way
//! round; beside each other, files and folders form layers.

use crate::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

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
            if !word.is_empty() && !prefix.is_empty() {
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

/// What each file and folder of a folder imports from those beside it: folder → name → names.
type Neighbours = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Notes an import between two modules in the folder where their paths part; none if one lies in the other.
fn note(from: &str, to: &str, found: &mut Neighbours) {
    let (mut one, mut other) = (from.split("::"), to.split("::"));
    let mut folder = Vec::new();
    while let (Some(here), Some(there)) = (one.next(), other.next()) {
        if here != there {
            let names = found.entry(folder.join("::")).or_default().entry(here.to_owned()).or_default();
            names.insert(there.to_owned());
            return;
        }
        folder.push(here);
    }
}

/// The imports of a crate.
fn imports(root: &Path) -> Neighbours {
    let mut files = Vec::new();
    sources(root, &mut files);
    let modules: BTreeSet<String> = files.iter().map(|file| module(root, file)).collect();
    let mut found = Neighbours::new();
    for file in &files {
        let from = module(root, file);
        if ["lib", "main", "tests"].contains(&&*from) || from.ends_with("::tests") {
            continue;
        }
        let is_folder = file.ends_with("mod.rs") || file.with_extension("").is_dir();
        for path in all_paths(&code(file)) {
            if let Some(to) = leads_to(&path, &from, is_folder, &modules) {
                note(&from, &to, &mut found);
            }
        }
    }
    found
}

/// The names that a name leads to.
fn reached<'a>(from: &'a str, imports: &'a BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        let next = imports.get(name).into_iter().flatten().map(String::as_str);
        open.extend(next.filter(|name| found.insert(*name)));
    }
    found
}

/// The names that lead back to themselves.
fn in_circles(imports: &BTreeMap<String, BTreeSet<String>>) -> Vec<&str> {
    imports.keys().map(String::as_str).filter(|name| reached(name, imports).contains(name)).collect()
}

/// The circles of all crates, each with its arrows, and the number of imports looked at.
pub(crate) fn find() -> (Vec<String>, usize) {
    let mut roots: Vec<PathBuf> =
        std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    roots.push(root().join("xtask"));
    roots.sort();
    let mut circles = Vec::new();
    let mut count = 0;
    for root in roots {
        let name = root.file_name().unwrap().to_string_lossy().into_owned();
        for (folder, imports) in imports(&root.join("src")) {
            count += imports.values().map(BTreeSet::len).sum::<usize>();
            let found = in_circles(&imports);
            if !found.is_empty() {
                let arrows = found.iter().map(|name| format!("{name} -> {:?}", imports[*name]));
                circles.push(format!("{name}::{folder}: {}", arrows.collect::<Vec<_>>().join("; ")));
            }
        }
    }
    (circles, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_modules_import_each_other() {
        let (circles, count) = find();
        assert!(count > 600, "only {count} imports were found");
        assert!(circles.is_empty(), "these import each other: {}", circles.join("\n"));
    }

    #[test]
    fn circles_are_found() {
        let modules: BTreeSet<String> = ["a", "a::b", "a::c", "d"].map(str::to_owned).into();
        let found = |code: &str, from: &str| -> Vec<String> {
            all_paths(code).iter().filter_map(|path| leads_to(path, from, false, &modules)).collect()
        };
        let b = found("use super::{c::{self, D}, E};\nfn f() { std::mem::take(x) }", "a::b");
        assert_eq!(b, ["a::c", "a::c", "a"]);
        let c = found("fn f() -> crate::a::b::G { crate::d::H }", "a::c");
        assert_eq!(c, ["a::b", "d"]);
        let mut imports = Neighbours::new();
        for (from, to) in [("a::b", &b), ("a::c", &c)] {
            to.iter().for_each(|to| note(from, to, &mut imports));
        }
        assert_eq!(in_circles(&imports["a"]), ["b", "c"]);
        assert_eq!(imports[""]["a"], ["d".to_owned()].into());
        assert!(in_circles(&imports[""]).is_empty());
    }
}
