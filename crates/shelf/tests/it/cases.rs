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

/// So a new default never changes a case that was written under the old one.
#[test]
fn every_case_file_names_the_version_of_its_rules() {
    for path in CRATES.iter().copied().flat_map(files) {
        let text = std::fs::read_to_string(&path).expect("a case file");
        let cases = cases::parse("file", &text).expect("cases");
        assert!(cases.iter().all(|case| case.rules.is_some()), "{} has no line `rules`", path.display());
    }
}

/// `CK-PROG-3`: under version 1 nobody was asked for a draw unless the options said so.
#[test]
fn a_case_file_means_the_defaults_of_the_version_that_it_names() {
    let cases = |rules: &str, expected: &str| {
        let setup = r#"{"options": {"players": 2}, "seats": {"A": {"hand": {"ore": 1}}}}"#;
        format!(
            "game cities-and-knights\n{rules}\n
             case the default\nclauses CK-OPT-5\nplayers 3\nexpect view A {{\"options\": {{\"ck_progress_draw\": \"{expected}\"}}}}\n
             again as it is said\nclauses CK-OPT-5\nset ck_progress_draw=optional\n
             expect view A {{\"options\": {{\"ck_progress_draw\": \"optional\", \"players\": 3}}}}\n
             case in a setup\nclauses CK-OPT-5\nsetup {setup}\nA hand 1 ore\nexpect A hand 2 ore\n
             expect view A {{\"players\": 2, \"options\": {{\"ck_progress_draw\": \"{expected}\"}}}}\n"
        )
    };
    for (rules, expected) in [("", "when_fifth"), ("rules 1", "automatic"), ("rules 2", "when_fifth")] {
        let summary = cases::run_text("sample.cases", &cases(rules, expected));
        assert_eq!((summary.passed, &summary.failures[..]), (3, &[][..]), "{rules}");
    }
    for (rules, message) in [
        ("rules 9", "rules version 9 of cities-and-knights is not known"),
        ("rules two", "`two` is not a version of the rules"),
        ("rules 1\nrules 2", "named twice"),
    ] {
        let summary = cases::run_text("sample.cases", &cases(rules, "automatic"));
        assert!(summary.failures[0].to_string().contains(message), "{:?}", summary.failures);
    }
}
