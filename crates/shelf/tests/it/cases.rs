//! All case files of the tree.

use shelf::cases::{self, Summary};
use std::path::{Path, PathBuf};

/// Rules crates with case files in `tests/clauses`.
const CRATES: &[&str] = &[
    "carcassonne",
    "catan",
    #[cfg(feature = "sample-game")]
    "kerbe",
];

fn files(of: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of).join("tests/clauses");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder with the case files")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cases"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_case_passes() {
    let mut summary = Summary::default();
    for &of in CRATES {
        for path in files(of) {
            let text = std::fs::read_to_string(&path).expect("a case file");
            let name = path.file_name().expect("a name").to_string_lossy();
            summary.add(cases::run_text(&format!("crates/{of}/tests/clauses/{name}"), &text));
        }
    }
    for failure in &summary.failures {
        eprintln!("{failure}");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "{summary}");
}

/// The situations of `rulebook/catan-questions.md` and `rulebook/carcassonne-questions.md` all have their case.
#[test]
fn every_public_situation_is_a_case() {
    let mut names = Vec::new();
    for path in CRATES.iter().copied().flat_map(files) {
        let text = std::fs::read_to_string(&path).expect("a case file");
        names.extend(text.lines().filter(|line| line.starts_with("case ")).map(str::to_owned));
    }
    for (prefix, last) in [("Q-B", 38), ("Q-C", 43), ("C-", 24), ("T-", 19), ("M-", 18)] {
        for number in 1..=last {
            let begins = format!("case {prefix}{number:02} ");
            assert!(
                names.iter().any(|name| name.starts_with(&begins)),
                "no case is named {prefix}{number:02}"
            );
        }
    }
}
