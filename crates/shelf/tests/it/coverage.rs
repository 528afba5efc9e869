//! Every clause is held by a case or a test, every rule is cited where the code carries it out, and nothing cites a clause
//! that does not exist.

use shelf::coverage::{coverage, homes, product_part, test_part};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the workspace")
}

/// Every file under `folder` with one of these endings, with its path from the root and its text.
fn texts(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("an entry of the folder").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && name != "node_modules" {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = std::fs::read_to_string(&path).expect("a text file");
                let place = path.strip_prefix(root()).expect("below the root").display().to_string();
                found.push((place, text));
            }
        }
    }
    found.sort();
    found
}

fn borrowed(texts: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    texts.iter().map(|(place, text)| (place.as_str(), text.as_str()))
}

/// A game with its rules crate, and the topics whose clauses are words, tables of data or not offered: they need no
/// case, but may have one.
const GAMES: &[(&str, &str, &[&str])] = &[
    ("catan", "catan", &["CATAN-TERM", "CATAN-COV", "CATAN-DATA", "CATAN-X56"]),
    ("cities-and-knights", "catan", &["CK-TERM", "CK-X56"]),
    ("carcassonne", "carcassonne", &["CARC-TERM"]),
    ("traders-and-builders", "carcassonne", &["TB-TERM"]),
    ("mayflower", "carcassonne", &["MAY-TERM"]),
    #[cfg(feature = "sample-game")]
    ("kerbe", "kerbe", &["KERBE-GRID"]),
];

#[test]
fn whatever_is_cited_is_a_clause() {
    let mut all = Vec::new();
    for folder in ["crates/catan", "crates/carcassonne", "crates/kerbe"] {
        all.extend(texts(folder, &[".rs", ".cases", ".md"]));
    }
    for folder in [
        "crates/game",
        "crates/bots",
        "crates/draw",
        "crates/cli/src",
        "crates/pages/src",
        "crates/table/src",
        "crates/store/src",
        "crates/server/src",
    ] {
        all.extend(texts(folder, &[".rs"]));
    }
    all.extend(texts("docs", &[".md"]));
    all.extend(texts("locales", &[".ftl"]));
    for &(game, ..) in GAMES {
        let found = coverage(game, &[], borrowed(&all));
        assert!(found.unknown.is_empty(), "{:#?}", found.unknown);
    }
}

#[test]
fn every_clause_has_a_case_or_a_test() {
    let mut gaps = Vec::new();
    for &(game, of, exempt) in GAMES {
        let mut citing = texts(&format!("crates/{of}/tests"), &[".cases", ".rs"]);
        // What another implementation cites is no test of it.
        citing.retain(|(place, _)| !place.contains("/tests/it/reference/"));
        for (place, source) in texts(&format!("crates/{of}/src"), &[".rs"]) {
            let tests = if place.ends_with("/tests.rs") { source } else { test_part(&source).to_owned() };
            citing.push((place, tests));
        }
        let found = coverage(game, exempt, borrowed(&citing));
        println!("{game}: {} clauses", found.clauses);
        gaps.extend(found.uncited);
    }
    assert!(gaps.is_empty(), "no case and no test cites {gaps:?}");
}

/// README and `docs/speed.md` tell how many clauses each game has; the README's table lists the games in the order of [`GAMES`].
#[test]
fn documents_tell_the_number_of_clauses() {
    let published = GAMES.iter().filter(|(_, of, _)| *of != "kerbe");
    let counts: Vec<usize> = published.map(|&(game, _, exempt)| coverage(game, exempt, []).clauses).collect();
    let text = |name: &str| std::fs::read_to_string(root().join(name)).expect("a document");
    let readme = text("README.md");
    let rows = readme.lines().skip_while(|line| !line.contains("clauses, each held by a test")).skip(2);
    let last =
        |row: &str| row.trim_end_matches([' ', '|']).rsplit(' ').next().and_then(|cell| cell.parse().ok());
    let table: Vec<usize> = rows.map_while(last).collect();
    assert_eq!(table, counts, "README.md");
    let [catan, knights, carcassonne, traders, mayflower] = counts[..] else { panic!("{counts:?}") };
    let sentence = format!(
        "{catan} of Catan, {knights} of Cities & Knights, {carcassonne} of Carcassonne, {traders} of Traders & Builders, \
         {mayflower} of Mayflower"
    );
    assert!(text("docs/speed.md").contains(&sentence), "docs/speed.md does not say: {sentence}");
}

/// A rule is cited in its rules crate, or it is marked in the rulebook as what it is instead: a definition or a
/// consequence.
#[test]
fn every_rule_has_a_home_or_a_mark() {
    let mut faults = Vec::new();
    for &(game, of, _) in GAMES {
        let mut sources = texts(&format!("crates/{of}/src"), &[".rs"]);
        sources.retain(|(place, _)| !place.ends_with("/tests.rs"));
        let found = homes(game, sources.iter().map(|(_, source)| product_part(source)));
        println!("{game}: {} rules", found.rules);
        faults.extend(found.homeless.into_iter().map(|id| format!("no product code cites {id}")));
        faults.extend(
            found.mismarked.into_iter().map(|id| format!("{id} is marked a consequence, but code cites it")),
        );
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// `CATAN-TURN-10` says what happens without a question; the metropolis is the one piece among it (`CK-METRO-6`).
#[test]
fn the_clause_of_forced_answers_names_its_exception() {
    for lang in [rulebook::Lang::En, rulebook::Lang::De] {
        let text = &rulebook::clause("CATAN-TURN-10", lang).expect("a clause").text;
        assert!(text.contains("CK-METRO-6"), "{text}");
    }
}
