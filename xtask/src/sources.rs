//! The files that checks of the sources read.

use crate::root;
use std::path::Path;

/// A file: its path in the workspace, with `/`, and its text.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Folders of what is installed, built or found by a run.
const NOT_OURS: &[&str] = &["target", "node_modules", "__pycache__", "artifacts", "corpus", "out"];

/// Returns the files with one of these extensions in and below a folder of the workspace, sorted by name.
pub(crate) fn files(folder: &str, kinds: &[&str]) -> Result<Vec<Source>, String> {
    let mut found = Vec::new();
    collect(&root(), &root().join(folder), kinds, &mut found)
        .map_err(|error| format!("{folder}: {error}"))?;
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn collect(root: &Path, folder: &Path, kinds: &[&str], found: &mut Vec<Source>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let last = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !last.starts_with('.') && !NOT_OURS.contains(&&*last) {
                collect(root, &path, kinds, found)?;
            }
        } else if path.extension().is_some_and(|extension| kinds.iter().any(|kind| extension == *kind)) {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            found.push(Source { name, text: std::fs::read_to_string(&path)? });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_kind_are_found_in_all_folders_below() {
        let found = files("xtask", &["rs"]).expect("xtask can be read");
        let has = |name: &str| found.iter().any(|source| source.name == name && !source.text.is_empty());
        assert!(has("xtask/src/main.rs") && has("xtask/tests/it/documents.rs"));
        assert!(found.iter().all(|source| source.name.ends_with(".rs")));
        assert!(files("no-such-folder", &["rs"]).is_err());
    }
}
