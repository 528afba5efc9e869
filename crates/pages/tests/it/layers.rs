//! The layers of this crate: a file imports from its own folder and from the layers below, never from above.

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
