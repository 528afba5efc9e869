//! `docs/sources.md` agrees with the marks of the rulebook and with the options on the shelf.

use rulebook::{Lang, chapters, clause, clauses};
use shelf::{GameKind, OptionInfo};
use std::collections::{BTreeMap, BTreeSet};

const TABLE: &str = include_str!("../../../../docs/sources.md");

/// The documents, each with the game whose options its rows name.
const DOCUMENTS: [(&str, GameKind); 5] = [
    ("000", GameKind::Mayflower),
    ("001", GameKind::Catan),
    ("002", GameKind::TradersAndBuilders),
    ("003", GameKind::Catan),
    ("004", GameKind::CitiesAndKnights),
];

/// The demands of a verdict on its row.
struct Verdict {
    name: &'static str,
    /// Whether the row must name a clause as carrying the item out.
    source: bool,
    /// Whether the row names options: `Some(true)` it must, `Some(false)` it must not, `None` it may.
    option: Option<bool>,
}

const VERDICTS: [Verdict; 8] = [
    Verdict { name: "exact", source: true, option: Some(false) },
    Verdict { name: "exact+option", source: true, option: Some(true) },
    Verdict { name: "reading", source: true, option: Some(true) },
    Verdict { name: "official", source: true, option: None },
    Verdict { name: "option", source: true, option: Some(true) },
    Verdict { name: "no rule", source: false, option: Some(false) },
    Verdict { name: "heading", source: false, option: Some(false) },
    Verdict { name: "out of scope", source: true, option: Some(false) },
];

/// A row of the table: one item of a document.
struct Row {
    item: &'static str,
    document: &'static str,
    number: usize,
    place: &'static str,
    says: &'static str,
    /// The clauses that have the item as their source.
    sources: Vec<&'static str>,
    /// The clauses in parentheses.
    others: Vec<&'static str>,
    verdict: &'static str,
    /// Names and values.
    options: Vec<(&'static str, &'static str)>,
}

impl Row {
    fn game(&self) -> GameKind {
        DOCUMENTS.iter().find(|(document, _)| *document == self.document).expect("a document").1
    }

    /// The footnote that the item is.
    fn footnote(&self) -> Option<u8> {
        self.place.strip_prefix("fn ").map(|number| number.parse().expect("the number of a footnote"))
    }

    fn clauses(&self) -> impl Iterator<Item = &'static str> {
        self.sources.iter().chain(&self.others).copied()
    }
}

/// The cells of a table row.
fn cells(line: &'static str) -> Vec<&'static str> {
    line.trim_start_matches('|').trim_end_matches('|').split('|').map(str::trim).collect()
}

/// The parts of a cell, which commas separate.
fn parts(cell: &'static str) -> impl Iterator<Item = &'static str> {
    cell.split(", ").filter(|part| !part.is_empty())
}

fn row(line: &'static str) -> Row {
    let [item, place, says, clauses, verdict, options] = cells(line)[..] else {
        panic!("not six cells: {line}");
    };
    let (document, number) = item[1..].split_once('-').unwrap_or_else(|| panic!("not an item: {line}"));
    let inner = |part: &'static str| part.strip_prefix('(').and_then(|part| part.strip_suffix(')'));
    let option = |part: &'static str| {
        let inner = part.strip_prefix('`').and_then(|part| part.strip_suffix('`'));
        inner.and_then(|inner| inner.split_once('=')).unwrap_or_else(|| panic!("not an option: {line}"))
    };
    Row {
        item,
        document,
        number: number.parse().unwrap_or_else(|_| panic!("not an item: {line}")),
        place,
        says,
        sources: parts(clauses).filter(|part| inner(part).is_none()).collect(),
        others: parts(clauses).filter_map(inner).collect(),
        verdict,
        options: parts(options).map(option).collect(),
    }
}

/// All rows, in their order.
fn rows() -> Vec<Row> {
    TABLE.lines().filter(|line| line.starts_with("| S0")).map(row).collect()
}

/// The documents that the marks of a clause name, and the footnotes of document 002.
#[derive(Default, PartialEq, Eq, Debug)]
struct Marks {
    documents: BTreeSet<&'static str>,
    footnotes: BTreeSet<u8>,
}

/// Reads the brackets in a clause that name a document: `[book, seed 000]`, `[seed 002 fn 3, 13; why]`.
fn marks(text: &'static str) -> Marks {
    let mut found = Marks::default();
    let brackets = text.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    for bracket in brackets.filter(|bracket| bracket.contains("seed ")) {
        let documents = bracket.split("seed ").skip(1).filter_map(|rest| rest.get(..3));
        found.documents.extend(documents.filter(|document| document.parse::<u16>().is_ok()));
        for list in bracket.split("fn ").skip(1) {
            let numbers = list.split(", ").map_while(|part| {
                let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                part[..digits].parse::<u8>().ok()
            });
            found.footnotes.extend(numbers);
        }
    }
    found
}

/// The marks of every clause of a language, by id.
fn all_marks(lang: Lang) -> BTreeMap<&'static str, Marks> {
    let clauses = chapters(lang).into_iter().flat_map(|chapter| clauses(&chapter));
    clauses
        .map(|found| (found.id, marks(&clause(found.id, lang).expect("it was just listed").marked)))
        .collect()
}

/// Fails with all of `faults`, one a line.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn items_are_numbered_without_gaps_and_counted() {
    let rows = rows();
    let counts = |rows: &[&Row]| {
        let headings = rows.iter().filter(|row| row.verdict == "heading").count();
        [rows.len(), headings, rows.len() - headings].map(|count| count.to_string())
    };
    let stated = |document: &str| {
        let line = TABLE.lines().find(|line| line.starts_with(&format!("| {document} |")));
        let cells = cells(line.unwrap_or_else(|| panic!("no counts of {document}")));
        (cells[1], [cells[3], cells[4], cells[5]].map(str::to_owned))
    };
    for (document, game) in DOCUMENTS {
        let of: Vec<&Row> = rows.iter().filter(|row| row.document == document).collect();
        for (row, number) in of.iter().zip(1..) {
            assert_eq!(row.number, number, "{}", row.item);
        }
        assert_eq!(stated(document), (format!("`{game}`").as_str(), counts(&of)), "document {document}");
    }
    let all: Vec<&Row> = rows.iter().collect();
    assert_eq!(stated("all"), ("", counts(&all)));
    assert!(rows.is_sorted_by_key(|row| (row.document, row.number)), "rows stand in order");
}

#[test]
fn every_row_says_where_it_stands_and_what_it_asks_for() {
    let mut faults = Vec::new();
    let mut last = ("", 0_usize);
    for row in rows() {
        let first = row.place.trim_start_matches("fn ").split('–').next().and_then(|line| line.parse().ok());
        let Some(first) = first else {
            faults.push(format!("{}: `{}` is no place", row.item, row.place));
            continue;
        };
        // Footnotes follow the lines.
        let place = (if row.footnote().is_some() { "fn" } else { row.document }, first);
        if place.0 == last.0 && place.1 < last.1 {
            faults.push(format!("{}: {} comes before line {}", row.item, row.place, last.1));
        }
        last = place;
        if !row.says.ends_with('.') {
            faults.push(format!("{} says no sentence", row.item));
        }
    }
    assert_none(&faults);
}

#[test]
fn verdicts_are_of_the_vocabulary_and_rows_have_what_they_promise() {
    for verdict in &VERDICTS {
        assert!(TABLE.contains(&format!("\n| `{}` | ", verdict.name)), "`{}` is not explained", verdict.name);
    }
    let mut faults = Vec::new();
    for row in rows() {
        let Some(verdict) = VERDICTS.iter().find(|verdict| verdict.name == row.verdict) else {
            faults.push(format!("{}: `{}` is no verdict", row.item, row.verdict));
            continue;
        };
        if verdict.source && row.sources.is_empty() {
            faults.push(format!("{} is `{}` and names no clause", row.item, row.verdict));
        }
        match verdict.option {
            Some(true) if row.options.is_empty() => {
                faults.push(format!("{} is `{}` and names no option", row.item, row.verdict));
            }
            Some(false) if !row.options.is_empty() => {
                faults.push(format!("{} is `{}` and names an option", row.item, row.verdict));
            }
            _ => {}
        }
    }
    assert_none(&faults);
}

#[test]
fn clauses_are_in_the_rulebook() {
    let mut faults = Vec::new();
    for row in rows() {
        let mut named = BTreeSet::new();
        for id in row.clauses() {
            if clause(id, Lang::En).is_none_or(|clause| clause.id != id) || clause(id, Lang::De).is_none() {
                faults.push(format!("{}: {id} is no clause", row.item));
            }
            if !named.insert(id) {
                faults.push(format!("{} names {id} twice", row.item));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn rows_and_marks_name_each_other() {
    let rows = rows();
    let mut faults = Vec::new();
    for lang in [Lang::En, Lang::De] {
        let marks = all_marks(lang);
        for (id, marks) in &marks {
            for document in &marks.documents {
                if !rows.iter().any(|row| row.document == *document && row.sources.contains(id)) {
                    faults
                        .push(format!("{id} ({lang:?}) is marked seed {document}: no row of it names {id}"));
                }
            }
            for &footnote in &marks.footnotes {
                if !rows.iter().any(|row| row.footnote() == Some(footnote) && row.sources.contains(id)) {
                    faults
                        .push(format!("{id} ({lang:?}) is marked fn {footnote}: its row does not name {id}"));
                }
            }
        }
        for row in &rows {
            // A clause that is none has its own test.
            for (id, marks) in row.sources.iter().filter_map(|id| Some((id, marks.get(id)?))) {
                let footnote = row.footnote().is_none_or(|footnote| marks.footnotes.contains(&footnote));
                if !marks.documents.contains(row.document) || !footnote {
                    faults.push(format!("{} names {id} ({lang:?}), which has no mark of it", row.item));
                }
            }
        }
    }
    assert_none(&faults);
}

/// The option of a game, if it has one of this name.
fn option(game: GameKind, name: &str) -> Option<OptionInfo> {
    game.info().options.into_iter().find(|option| option.name == name)
}

#[test]
fn options_are_on_the_shelf_with_another_value_than_the_default() {
    let mut faults = Vec::new();
    for row in rows() {
        for &(name, value) in &row.options {
            let Some(option) = option(row.game(), name) else {
                faults.push(format!("{}: {} has no option {name}", row.item, row.game()));
                continue;
            };
            let number = value.parse::<u16>().ok();
            let in_range = option.range.zip(number).is_some_and(|((min, max), n)| (min..=max).contains(&n));
            if !in_range && !option.values.iter().any(|known| known == value) {
                faults.push(format!("{}: {name} cannot be {value}", row.item));
            } else if option.default == value {
                faults.push(format!("{}: {name} is {value} by default", row.item));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn a_clause_of_the_row_names_each_option() {
    let mut faults = Vec::new();
    for row in rows() {
        for &(name, _) in &row.options {
            // An option that is none has its own test.
            let Some(option) = option(row.game(), name) else { continue };
            for lang in [Lang::En, Lang::De] {
                let names = |id: &str| {
                    id == option.clause
                        || clause(id, lang).is_some_and(|clause| {
                            clause.text.contains(&format!("`{name}")) || cites(&clause.text, option.clause)
                        })
                };
                if !row.clauses().any(names) {
                    faults.push(format!("{}: no clause of it names {name} ({lang:?})", row.item));
                }
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn rows_name_the_options_of_their_marked_clauses() {
    let rows = rows();
    let mut faults = Vec::new();
    for (document, game) in DOCUMENTS {
        for (id, _) in all_marks(Lang::En).iter().filter(|(_, marks)| marks.documents.contains(document)) {
            let text = &clause(id, Lang::En).expect("it has marks").text;
            for option in game.info().options {
                // The row of an option lists it; other clauses name it where it plays a rule differently.
                let named = text.contains(&format!("`{}", option.name)) || cites(text, option.clause);
                let of = |row: &&Row| row.clauses().any(|clause| clause == *id);
                let listed = |row: &Row| row.options.iter().any(|(name, _)| *name == option.name);
                if named && option.clause != *id && !rows.iter().filter(of).any(listed) {
                    faults.push(format!("{id} names {}, and no row of {id} does", option.name));
                }
            }
        }
    }
    assert_none(&faults);
}

/// Whether `text` cites this clause, and not one whose id only begins like it.
fn cites(text: &str, id: &str) -> bool {
    text.match_indices(id)
        .any(|(at, _)| !text[at + id.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()))
}

#[test]
fn marks_are_read_as_people_write_them() {
    let read = |text| {
        let marks = marks(text);
        (Vec::from_iter(marks.documents), Vec::from_iter(marks.footnotes))
    };
    assert_eq!(read("Nothing. [official][engine]"), (vec![], vec![]));
    assert_eq!(read("Both. [seed 001][seed 003]"), (vec!["001", "003"], vec![]));
    assert_eq!(read("[book, seed 000] and [reviews; seed 000 announces it]"), (vec!["000"], vec![]));
    assert_eq!(read("[seed 002 fn 3, 13, 16, 17; 2 more]"), (vec!["002"], vec![3, 13, 16, 17]));
    assert_eq!(read("[seed 002, fn 1, fn 4]"), (vec!["002"], vec![1, 4]));
    assert_eq!(read("[seed 002; fn 15: the third revision]"), (vec!["002"], vec![15]));
    assert_eq!(read("[see fn 7 of the page]"), (vec![], vec![]));
}
