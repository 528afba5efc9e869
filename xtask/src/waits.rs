//! No test waits for a time: it waits for what it needs to see. The files that may are in `xtask/waits.txt`, each with
//! the number of its waits and the reason; more or fewer than written fail.

use crate::files;
use crate::sources::{self, Source};
use std::collections::BTreeMap;

/// The folders of tests and their helpers, with the calls that wait for a time there.
const SEARCHED: [(&str, &str, &[&str]); 3] = [
    ("tests/browser/tests", "js", IN_PAGES),
    ("tests/browser/lib", "js", IN_PAGES),
    ("crates", "rs", IN_RUST),
];

const IN_PAGES: &[&str] = &["waitForTimeout(", "setTimeout(", "setInterval("];
const IN_RUST: &[&str] = &["sleep(", "sleep_until(", "park_timeout(", "recv_timeout(", "wait_timeout("];

/// The list of files that may wait, with the number of their waits.
const ALLOWED: &str = "xtask/waits.txt";

/// Compares the waits of all tests with the list.
pub(crate) fn check() -> Result<(), String> {
    let mut found = BTreeMap::new();
    for (folder, kind, words) in SEARCHED {
        for Source { name, text } in sources::files(folder, &[kind])? {
            let waits = count(&text, words);
            if waits > 0 && is_of_tests(&name) {
                found.insert(name, waits);
            }
        }
    }
    let list = files::text(ALLOWED)?;
    let faults = compare(&found, &allowed(&list)?);
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    if faults.is_empty() {
        Ok(())
    } else {
        Err(format!("{} files whose waits differ from {ALLOWED}", faults.len()))
    }
}

/// Whether a file belongs to tests alone. Unit tests beside code have no clock but their own.
fn is_of_tests(name: &str) -> bool {
    name.contains("/tests/") || name.starts_with("tests/") || name.starts_with("crates/testkit/")
}

/// Counts the lines that wait, comments aside.
fn count(text: &str, words: &[&str]) -> usize {
    let code = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    code.filter(|line| words.iter().any(|word| calls(line, word))).count()
}

/// Whether a line has this call as a whole word, and not as the end of another name.
fn calls(line: &str, word: &str) -> bool {
    let is_part = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| !is_part(&line[..at]))
}

/// The list: on each line a path, a number and the reason.
fn allowed(list: &str) -> Result<BTreeMap<String, usize>, String> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            let path = words.next().unwrap_or_default();
            let count = words.next().and_then(|count| count.parse().ok());
            let reason = words.next().is_some_and(|reason| !reason.is_empty());
            count
                .filter(|&count| count > 0 && reason)
                .map(|count| (path.to_owned(), count))
                .ok_or_else(|| format!("{ALLOWED}: `{line}` is no path with a number and a reason"))
        })
        .collect()
}

fn compare(found: &BTreeMap<String, usize>, allowed: &BTreeMap<String, usize>) -> Vec<String> {
    let mut names: Vec<&String> = found.keys().chain(allowed.keys()).collect();
    names.sort();
    names.dedup();
    let count = |list: &BTreeMap<String, usize>, name| list.get(name).copied().unwrap_or(0);
    let differing = names.into_iter().filter(|&name| count(found, name) != count(allowed, name));
    differing
        .map(|name| {
            let (is, may) = (count(found, name), count(allowed, name));
            if is > may {
                format!("{name} waits for a time on {is} lines, {may} are allowed: wait for an event instead")
            } else {
                format!("{name} waits for a time on {is} lines, not {may}: write that in {ALLOWED}")
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_counted_once_a_line_and_not_in_comments() {
        let code =
            "use std::thread::sleep;\n  sleep(TIME);\nthread::sleep(a); sleep(b);\n// sleep(c)\nasleep(d);\n";
        assert_eq!(count(code, IN_RUST), 2);
        assert_eq!(count("await page.waitForTimeout(50);\nclearTimeout(x);\n", IN_PAGES), 1);
    }

    #[test]
    fn more_and_fewer_waits_than_allowed_are_faults() {
        let list = allowed("# why\na.rs 2 it polls\nb.rs 1 it polls\n").expect("a list");
        let found = |counts: &[(&str, usize)]| {
            counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect::<BTreeMap<_, _>>()
        };
        assert!(compare(&found(&[("a.rs", 2), ("b.rs", 1)]), &list).is_empty());
        assert_eq!(compare(&found(&[("a.rs", 3)]), &list).len(), 2);
        assert_eq!(compare(&found(&[("a.rs", 2), ("b.rs", 1), ("c.rs", 1)]), &list).len(), 1);
        for bad in ["a.rs 2", "a.rs none it polls", "a.rs 0 it polls"] {
            assert!(allowed(bad).is_err(), "{bad}");
        }
    }
}
