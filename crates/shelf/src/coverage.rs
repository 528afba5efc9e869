//! The coverage of a rulebook chapter: the clauses that a case or a test holds, and those that the code cites where it carries
//! them out.

use rulebook::{Kind, Lang, chapter, clauses};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The gaps in the citations of a chapter. Text form: one line for each kind of gap, and the count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// The number of clauses in the chapter that a case can stand for.
    pub clauses: usize,
    /// The clauses among them that no case and no test cites, in the order of the chapter.
    pub uncited: Vec<String>,
    /// Ids that are cited and are in no chapter, each with the first place that cites it.
    pub unknown: BTreeMap<String, String>,
}

impl Coverage {
    /// Whether every clause is cited, and nothing that is no clause.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.uncited.is_empty() && self.unknown.is_empty()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for id in &self.uncited {
            writeln!(f, "no case and no test cites {id}")?;
        }
        for (id, place) in &self.unknown {
            writeln!(f, "{place} cites {id}, which is not a clause")?;
        }
        write!(f, "{} of {} clauses cited", self.clauses - self.uncited.len(), self.clauses)
    }
}

/// Compares a game's chapter with the texts that cite its clauses, each given with the name of its file.
///
/// Topics in `exempt` (`CATAN-TERM`, for example: words, not rules) need no citation, but may have one.
#[must_use]
pub fn coverage<'a>(
    game: &str,
    exempt: &[&str],
    texts: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Coverage {
    let Some(chapter) = chapter(game, Lang::En) else { return Coverage::default() };
    let defined: Vec<String> = clauses(&chapter).iter().map(|clause| clause.id.to_owned()).collect();
    let known: BTreeSet<&str> = defined.iter().map(String::as_str).collect();
    let mut cited = BTreeSet::new();
    let mut unknown = BTreeMap::new();
    for (place, text) in texts {
        for id in cited_ids(chapter.prefix, text) {
            if !known.contains(id.as_str()) {
                unknown.entry(id.clone()).or_insert_with(|| place.to_owned());
            }
            cited.insert(id);
        }
    }
    let topic = |id: &str| id.rsplit_once('-').map_or("", |(topic, _)| topic).to_owned();
    let needed: Vec<&String> = defined.iter().filter(|id| !exempt.contains(&topic(id).as_str())).collect();
    let uncited = needed.iter().filter(|id| !cited.contains(id.as_str())).map(|id| (*id).clone()).collect();
    Coverage { clauses: needed.len(), uncited, unknown }
}

/// The agreement between the product code and the marks of a chapter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Homes {
    /// The number of clauses that are rules.
    pub rules: usize,
    /// Rules that no code cites: they lack a home, or the mark that they need none.
    pub homeless: Vec<String>,
    /// Consequences that code cites: they have a home, so the mark is wrong.
    pub mismarked: Vec<String>,
}

/// Compares a game's chapter with product code, without its tests. A definition may be cited, and need not be.
#[must_use]
pub fn homes<'a>(game: &str, sources: impl IntoIterator<Item = &'a str>) -> Homes {
    let Some(chapter) = chapter(game, Lang::En) else { return Homes::default() };
    let mut cited = BTreeSet::new();
    for source in sources {
        cited.extend(cited_ids(chapter.prefix, source));
        cited.extend(cited_ranges(chapter.prefix, source));
    }
    let mut homes = Homes::default();
    for clause in clauses(&chapter) {
        match (clause.kind, cited.contains(clause.id)) {
            (Kind::Rule, false) => homes.homeless.push(clause.id.to_owned()),
            (Kind::Consequence, true) => homes.mismarked.push(clause.id.to_owned()),
            _ => {}
        }
        homes.rules += usize::from(clause.kind == Kind::Rule);
    }
    homes
}

/// The clause ids between the ends of ranges: `CATAN-PROD-2` to `CATAN-PROD-8`.
fn cited_ranges(prefix: &str, text: &str) -> BTreeSet<String> {
    // A comment may be broken between the ends.
    let joined =
        text.replace('`', "").split_whitespace().filter(|word| *word != "///").collect::<Vec<_>>().join(" ");
    let mut ids = BTreeSet::new();
    for (at, to) in joined.match_indices(" to ") {
        let from = joined[..at].rsplit([' ', '(']).next().unwrap_or_default();
        let until: String =
            joined[at + to.len()..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        if let (Some((topic, first)), Some((same, last))) = (from.rsplit_once('-'), until.rsplit_once('-'))
            && topic == same
            && topic.strip_prefix(prefix).is_some_and(|topic| topic.starts_with('-'))
            && let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>())
        {
            ids.extend((first..=last).map(|number| format!("{topic}-{number}")));
        }
    }
    ids
}

/// The clause ids in a text: as they are written, `CATAN-SETT-3` or `CARC-OPT-FARM`, and as names of tests begin,
/// `fn catan_sett_3_…`.
#[must_use]
pub fn cited_ids(prefix: &str, text: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for (start, joint) in [(format!("{prefix}-"), '-'), (format!("fn {}_", prefix.to_lowercase()), '_')] {
        for (at, _) in text.match_indices(&start) {
            // Not in the middle of a longer word.
            if text[..at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == joint) {
                continue;
            }
            let rest = &text[at + start.len()..];
            let topic: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            let Some(rest) = rest[topic.len()..].strip_prefix(joint) else { continue };
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let name: String = rest.chars().take_while(char::is_ascii_uppercase).collect();
            let last = if number.is_empty() && joint == '-' { name } else { number };
            if !topic.is_empty() && !last.is_empty() {
                ids.insert(format!("{prefix}-{}-{last}", topic.to_uppercase()));
            }
        }
    }
    ids
}

/// The part of a Rust source that does not test: everything before `#[cfg(test)]`.
#[must_use]
pub fn product_part(source: &str) -> &str {
    &source[..source.len() - test_part(source).len()]
}

/// The part of a Rust source that tests: everything from `#[cfg(test)]` on.
#[must_use]
pub fn test_part(source: &str) -> &str {
    source.find("#[cfg(test)]").map_or("", |at| &source[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_as_written_and_in_names_of_tests() {
        let text = "see CATAN-SETT-3, CATAN-X56-1 and (`CATAN-DEV-12`)\nfn catan_lr_4_counts_the_end() CATAN-LR CATAN- MYCATAN-A-1";
        let ids: Vec<String> = cited_ids("CATAN", text).into_iter().collect();
        assert_eq!(ids, ["CATAN-DEV-12", "CATAN-LR-4", "CATAN-SETT-3", "CATAN-X56-1"]);
        let ids: Vec<String> =
            cited_ids("CARC", "CARC-OPT-FARM, `CARC-OPT-1`; CARC-TILE-\nfn carc_opt_farm()")
                .into_iter()
                .collect();
        assert_eq!(ids, ["CARC-OPT-1", "CARC-OPT-FARM"]);
    }

    #[test]
    fn gaps_and_unknown_ids_are_told() {
        let some =
            coverage("catan", &["CATAN-TERM"], [("a.cases", "CATAN-SETT-3"), ("b.rs", "CATAN-SETT-77")]);
        assert!(some.uncited.contains(&"CATAN-SETT-4".to_owned()));
        assert!(!some.uncited.contains(&"CATAN-SETT-3".to_owned()));
        assert!(!some.uncited.iter().any(|id| id.starts_with("CATAN-TERM")));
        assert_eq!(some.unknown, BTreeMap::from([("CATAN-SETT-77".to_owned(), "b.rs".to_owned())]));
        assert!(some.to_string().contains("b.rs cites CATAN-SETT-77, which is not a clause"));
        assert!(!some.is_complete());
    }

    #[test]
    fn rules_want_a_home_and_consequences_none() {
        let clauses = clauses(&chapter("catan", Lang::En).expect("a game"));
        let of = |kind| clauses.iter().filter(move |clause| clause.kind == kind).map(|clause| clause.id);
        let all: Vec<&str> = of(Kind::Rule).collect();
        let whole = homes("catan", all.iter().copied());
        assert_eq!(whole, Homes { rules: all.len(), ..Homes::default() });
        assert_eq!(homes("catan", all[1..].iter().copied()).homeless, all[..1]);
        let (consequence, term) =
            (of(Kind::Consequence).next().unwrap(), of(Kind::Definition).next().unwrap());
        let wrong = homes("catan", all.iter().copied().chain([consequence, term]));
        assert_eq!((wrong.homeless.len(), wrong.mismarked), (0, vec![consequence.to_owned()]));
    }

    #[test]
    fn ranges_are_read_across_lines() {
        let text = "/// as owed (`CATAN-PROD-2` to\n    /// `CATAN-PROD-4`), `CATAN-A-1` to `CATAN-B-2`, CK-A-1 to CK-A-2";
        let ids: Vec<String> = cited_ranges("CATAN", text).into_iter().collect();
        assert_eq!(ids, ["CATAN-PROD-2", "CATAN-PROD-3", "CATAN-PROD-4"]);
    }

    #[test]
    fn only_the_tests_of_a_source_count() {
        assert_eq!(product_part("fn a() {}\n#[cfg(test)]\nmod tests {}"), "fn a() {}\n");
        assert_eq!(
            test_part("/// CATAN-A-1\nfn a() {}\n#[cfg(test)]\nmod tests {}"),
            "#[cfg(test)]\nmod tests {}"
        );
        assert_eq!(test_part("fn a() {}"), "");
    }
}
