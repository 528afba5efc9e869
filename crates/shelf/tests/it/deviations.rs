//! `docs/deviations.md` names clauses that exist and options that play the difference.

use rulebook::{Lang, clause};
use shelf::GameKind;

const LIST: &str = include_str!("../../../../docs/deviations.md");

/// The cells of every entry: what a program does, where it was seen, our clauses, the options.
fn entries() -> Vec<[&'static str; 4]> {
    let rows = LIST.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    let entries: Vec<_> = rows
        .filter(|row| !row.starts_with("---") && !row.contains("| Our clause |"))
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            cells.try_into().unwrap_or_else(|cells| panic!("not four cells: {cells:?}"))
        })
        .collect();
    assert!(entries.len() > 30, "the list has {} entries", entries.len());
    entries
}

#[test]
fn each_entry_names_a_clause() {
    for [what, _, ours, _] in entries() {
        let known = ours
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .any(|word| clause(word, Lang::En).is_some());
        assert!(known, "no clause decides: {what}");
    }
}

#[test]
fn each_option_is_one_of_a_game() {
    let all: Vec<_> = GameKind::ALL.iter().flat_map(|kind| kind.info().options).collect();
    for [what, .., options] in entries() {
        for named in options.split('`').skip(1).step_by(2) {
            // A value without a name belongs to the option before it.
            let (name, value) = named.split_once('=').unwrap_or(("", named));
            let plays = all.iter().any(|option| {
                let in_range = option.range.zip(value.parse().ok());
                (name.is_empty() || option.name == name)
                    && (option.values.iter().any(|known| known == value)
                        || in_range.is_some_and(|((min, max), n)| (min..=max).contains(&n)))
            });
            assert!(plays, "{named} is no option: {what}");
        }
    }
}
