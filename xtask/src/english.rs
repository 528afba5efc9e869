//! English that a program can check: doc comments that begin with a noun or a verb, and one spelling everywhere.

use crate::files;
use crate::sources::{self, Source};

/// Beginnings of a clause without a head: a reader has to find out what it is about. `Whether` is the idiom for predicates.
const HEADLESS: &[&str] = &[
    "As",
    "Be",
    "Between which",
    "Both",
    "By how",
    "By what",
    "For which",
    "From now on",
    "How",
    "If",
    "In which",
    "Like",
    "On which",
    "One of",
    "Since",
    "So long",
    "So many",
    "So much",
    "That",
    "The same",
    "Those",
    "To whom",
    "What",
    "Whatever",
    "When",
    "Where",
    "Wherever",
    "Which",
    "Who",
    "Whoever",
    "Whom",
    "Whose",
    "Why",
    "With which",
];

/// One doc comment of so many may begin with a headless clause: 0.5 %.
const ONE_IN: usize = 200;

/// Spellings that we do not use, with ours.
const SPELLINGS: &[(&str, &str)] = &[("harbor", "harbour"), ("neighbor", "neighbour")];

/// Names of published formats and of the game, which stay as they are: the card Commercial Harbor in every form of its name,
/// and the field with the number of those that were played in a turn (`docs/setup.md`, `docs/view.md`, `docs/cases.md`).
const PUBLISHED: &[&str] = &[
    "commercial harbor",
    "commercial-harbor",
    "commercial_harbor",
    "commercialharbor",
    "\"harbors\"",
    "`harbors`",
    "`harbors 1`",
    "cranes, harbors, fleet",
];

/// The folders of our own texts.
pub(crate) const FOLDERS: &[&str] =
    &["crates", "docs", "examples", "fuzz", "locales", "packaging", "python", "rulebook", "tests", "xtask"];

/// The documents beside them.
pub(crate) const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

const KINDS: &[&str] = &["rs", "md", "js", "py", "pyi", "ftl", "css"];

/// This file, which has to name what it looks for.
const OWN: &str = "xtask/src/english.rs";

/// Checks the doc comments and the spelling of all sources.
pub(crate) fn check() -> Result<(), String> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        all.extend(sources::files(folder, KINDS)?);
    }
    for &name in DOCUMENTS {
        all.push(Source { name: name.to_owned(), text: files::text(name)? });
    }
    doc_comments(&all).and(spelling(&all))
}

/// The number of doc comments, and the places of those that begin with a headless clause.
pub(crate) fn count(all: &[Source]) -> (usize, Vec<String>) {
    let (mut total, mut places) = (0, Vec::new());
    for Source { name, text } in all.iter().filter(|source| source.name.ends_with(".rs")) {
        for (line, first) in first_lines(text) {
            total += 1;
            places.extend(headless(first).map(|word| format!("{name}:{line}: begins with `{word}`")));
        }
    }
    (total, places)
}

/// Fails if more than one doc comment in [`ONE_IN`] begins with a headless clause.
fn doc_comments(all: &[Source]) -> Result<(), String> {
    let (total, places) = count(all);
    println!("headless doc comments: {} of {total}", places.len());
    if places.len() * ONE_IN <= total {
        return Ok(());
    }
    places.iter().for_each(|place| eprintln!("{place}"));
    Err("doc comments begin with a headless clause: begin with a noun (\"The seat to move.\") \
         that says what the item is, or a verb (\"Returns …\") that says what it does"
        .to_owned())
}

/// The first line of each doc comment, with its number. Lines of a kind that follow each other are one comment.
fn first_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut before = None;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let doc = doc(line);
        let is_first = doc.map(|(kind, _)| kind) != before;
        before = doc.map(|(kind, _)| kind);
        doc.filter(|_| is_first).map(|(_, text)| (number, text))
    })
}

/// The mark and the text of a line that is part of a doc comment.
fn doc(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let (mark, text) = line.split_at_checked(3)?;
    (matches!(mark, "///" | "//!") && !text.starts_with('/')).then(|| (mark, text.trim_start()))
}

/// The headless word or words with which a text begins.
fn headless(text: &str) -> Option<&'static str> {
    let begins = |word: &&&str| {
        let rest = text.strip_prefix(**word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    HEADLESS.iter().find(begins).copied()
}

/// Fails for each line with a spelling that is not ours.
fn spelling(all: &[Source]) -> Result<(), String> {
    let mut faults = 0;
    for Source { name, text } in all.iter().filter(|source| source.name != OWN) {
        for (line, number) in text.lines().zip(1..) {
            for (theirs, ours) in misspelt(line) {
                eprintln!(
                    "{name}:{number}: write `{ours}`, not `{theirs}`; names of published formats stand in {OWN}"
                );
                faults += 1;
            }
        }
    }
    if faults == 0 { Ok(()) } else { Err(format!("{faults} words in another spelling than ours")) }
}

/// The spellings in a line that are not ours, published names aside.
fn misspelt(line: &str) -> Vec<(&'static str, &'static str)> {
    let line = PUBLISHED.iter().fold(line.to_lowercase(), |line, name| line.replace(name, " "));
    SPELLINGS.iter().filter(|(theirs, _)| line.contains(theirs)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "a.rs".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_headless_beginning_is_found_and_a_noun_or_a_verb_is_not() {
        for (text, word) in [
            ("What the server keeps.", "What"),
            ("Whose turn it is.", "Whose"),
            ("So many tiles are left.", "So many"),
            ("The same for a spectator.", "The same"),
            ("Why", "Why"),
            ("That: a thing.", "That"),
        ] {
            assert_eq!(headless(text), Some(word), "{text}");
        }
        for text in [
            "Whether the game is over.",
            "The seat whose turn it is.",
            "Returns what the server keeps.",
            "Whatsoever.",
            "Assigns a seat.",
            "Iffy.",
            "[`What`] a seat may know.",
            "The samekh.",
            "",
        ] {
            assert_eq!(headless(text), None, "{text}");
        }
    }

    #[test]
    fn a_block_counts_once_and_only_doc_comments_do() {
        let text = [
            "//! A module.",
            "//! What it does.",
            "/// One.",
            "///",
            "/// What it is for.",
            "fn a() {}",
            "    /// Two.",
            "    b: u8,",
            "// What is no doc comment.",
            "//// What is none either.",
            "let c = \"/// What\";",
            "/// Three.",
        ]
        .join("\n");
        let found: Vec<(usize, &str)> = first_lines(&text).collect();
        assert_eq!(found, [(1, "A module."), (3, "One."), (7, "Two."), (12, "Three.")]);
    }

    #[test]
    fn one_headless_comment_in_two_hundred_is_allowed() {
        let good = "/// A thing.\nfn a() {}\n";
        let bad = "/// What it is.\nfn a() {}\n";
        let with =
            |total: usize, headless: usize| source(&(good.repeat(total - headless) + &bad.repeat(headless)));
        assert!(doc_comments(&[with(200, 1)]).is_ok());
        assert!(doc_comments(&[with(199, 1)]).is_err());
        assert!(doc_comments(&[with(400, 2)]).is_ok() && doc_comments(&[with(400, 3)]).is_err());
        // Files are judged together, and other kinds of files not at all.
        assert!(doc_comments(&[with(1, 1), with(199, 0)]).is_ok());
        assert!(doc_comments(&[Source { name: "a.md".to_owned(), ..with(1, 1) }]).is_ok());
    }

    #[test]
    fn other_spellings_are_found_and_published_names_are_not() {
        for line in [
            "let neighbors = 1;",
            "const TO_NEIGHBOR: u8 = 0;",
            "a Harbor",
            "setup.harbors",
            "enum Harbor {}",
        ] {
            assert_eq!(misspelt(line).len(), 1, "{line}");
            assert!(spelling(&[source(line)]).is_err(), "{line}");
        }
        assert_eq!(misspelt("Commercial Harbor lies at a harbor of a neighbor").len(), 2);
        for line in [
            "the neighbours of a harbour",
            "Commercial Harbors played in this turn",
            "ck_commercial_harbor: CommercialHarbor",
            "#[serde(rename = \"harbors\")] commercial_harbors: u8",
            "| `cranes`, `harbors` | 0 |",
        ] {
            assert!(misspelt(line).is_empty(), "{line}");
            assert!(spelling(&[source(line)]).is_ok(), "{line}");
        }
    }
}
