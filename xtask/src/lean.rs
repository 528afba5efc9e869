//! The size of the project: lines of Rust by crate, circles between modules, headless doc comments, and the longest documents.

use crate::sources::{self, Source};
use crate::{circles, english, files};
use std::collections::BTreeMap;

/// The lines of a crate: of the product, and of its tests and benches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Lines {
    product: usize,
    tests: usize,
}

impl Lines {
    /// Returns the lines of a file by its path. The unit tests of a module stand at its end.
    fn of(Source { name, text }: &Source) -> Lines {
        let all = text.lines().count();
        let is_product = name.split('/').any(|part| part == "src" || part == "build")
            && !name.split('/').any(|part| part == "tests" || part == "tests.rs");
        let before_tests = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let product = if is_product { before_tests.lines().count() } else { 0 };
        Lines { product, tests: all - product }
    }

    fn add(&mut self, other: Lines) {
        self.product += other.product;
        self.tests += other.tests;
    }
}

/// The name of the crate to which a file belongs: a folder of `crates`, or one beside it.
fn owner(name: &str) -> &str {
    name.strip_prefix("crates/").unwrap_or(name).split('/').next().unwrap_or_default()
}

/// The number of documents that are listed.
const LONGEST: usize = 10;

/// Prints all of it.
pub(crate) fn print() -> Result<(), String> {
    let (mut code, mut documents) = (Vec::new(), Vec::new());
    for folder in english::FOLDERS {
        code.extend(sources::files(folder, &["rs"])?);
        // The rulebooks are data.
        if *folder != "rulebook" {
            documents.extend(sources::files(folder, &["md"])?);
        }
    }
    for &name in english::DOCUMENTS {
        documents.push(Source { name: name.to_owned(), text: files::text(name)? });
    }
    let mut crates: BTreeMap<&str, Lines> = BTreeMap::new();
    for source in &code {
        crates.entry(owner(&source.name)).or_default().add(Lines::of(source));
    }
    println!("{:>12} {:>8} {:>8}", "lines of", "product", "tests");
    let mut all = Lines::default();
    for (name, lines) in crates {
        println!("{name:>12} {:>8} {:>8}", lines.product, lines.tests);
        all.add(lines);
    }
    println!("{:>12} {:>8} {:>8}", "all", all.product, all.tests);
    let (circles, imports) = circles::find();
    println!("\ncircles among {imports} imports of modules: {}", circles.len());
    circles.iter().for_each(|circle| println!("  {circle}"));
    let (total, headless) = english::count(&code);
    let share = 100.0 * headless.len() as f64 / total.max(1) as f64;
    println!("headless doc comments: {} of {total}, {share:.2} %", headless.len());
    println!("\nlongest documents:");
    for (lines, name) in longest(&documents) {
        println!("{lines:>6} {name}");
    }
    Ok(())
}

/// Returns the longest documents with their lines.
fn longest(documents: &[Source]) -> Vec<(usize, &str)> {
    let mut all: Vec<(usize, &str)> =
        documents.iter().map(|source| (source.text.lines().count(), &*source.name)).collect();
    all.sort_by(|a, b| b.cmp(a));
    all.truncate(LONGEST);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str, text: &str) -> Source {
        Source { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn unit_tests_are_no_product() {
        let text = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n}\n";
        assert_eq!(Lines::of(&source("crates/a/src/lib.rs", text)), Lines { product: 2, tests: 3 });
        for name in ["crates/a/tests/it/main.rs", "crates/a/benches/b.rs", "crates/a/src/c/tests.rs"] {
            assert_eq!(Lines::of(&source(name, text)), Lines { product: 0, tests: 5 }, "{name}");
        }
        assert_eq!((owner("crates/a/src/lib.rs"), owner("xtask/src/main.rs")), ("a", "xtask"));
    }

    #[test]
    fn documents_are_listed_by_length() {
        let documents: Vec<Source> =
            (1..20).map(|n| source(&format!("{n}.md"), &"a line\n".repeat(n))).collect();
        let found = longest(&documents);
        assert_eq!((found.len(), found[0], found[9]), (10, (19, "19.md"), (10, "10.md")));
    }
}
