//! All case files of the tree.

use shelf::cases::{self, Summary};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catan/tests/clauses")
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
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
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a case file");
        let name = path.file_name().expect("a name").to_string_lossy();
        summary.add(cases::run_text(&format!("crates/catan/tests/clauses/{name}"), &text));
    }
    for failure in &summary.failures {
        eprintln!("{failure}");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "{summary}");
    assert!(summary.passed >= 45, "the situations Q-B01 to Q-B38 alone are more than {}", summary.passed);
}
