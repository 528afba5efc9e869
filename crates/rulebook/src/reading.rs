//! The rulebook for readers: its sections in the order in which they are read, and the search for words.

use crate::{Chapter, Clause, Lang, all, defined_in};

/// The part of a chapter that a section belongs to, in the order in which readers want them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The turn and all that follows from it.
    Play,
    /// The pieces, and what is done before the first turn.
    Preparation,
    /// Terms, coordinates, options and sources, which nobody reads from the beginning to the end.
    Reference,
}

impl Part {
    /// All parts, in their order.
    pub const ALL: [Part; 3] = [Part::Play, Part::Preparation, Part::Reference];
}

/// A section of a chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// The part it belongs to.
    pub part: Part,
    /// Its text in Markdown, which begins with its heading.
    pub markdown: &'static str,
}

/// The topics of sections with which the turn begins, in the order in which they are looked for: an expansion may have no turn of its
/// own.
const OPENINGS: [&str; 2] = ["TURN", "DEPLOY"];

/// The topics of sections that are looked up rather than read.
const REFERENCE: [&str; 8] = ["TERM", "GEO", "INFO", "OPT", "DATA", "EXAMPLE", "X56", "X2"];

/// Returns the text before the first section of a chapter, and its sections in the order in which they are read: the turn first.
#[must_use]
pub fn sections(chapter: &Chapter) -> (&'static str, Vec<Section>) {
    let text = chapter.markdown;
    let starts: Vec<usize> = text.match_indices("\n## ").map(|(at, _)| at + 1).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let texts: Vec<&'static str> = starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect();
    let topics: Vec<Option<&str>> = texts.iter().map(|text| topic(text, chapter.prefix)).collect();
    let opening =
        OPENINGS.iter().find_map(|opening| topics.iter().position(|topic| *topic == Some(*opening)));
    let part = |at: usize| match topics[at] {
        None => Part::Reference,
        Some(topic) if REFERENCE.contains(&topic) => Part::Reference,
        Some(_) if opening.is_some_and(|opening| at < opening) => Part::Preparation,
        Some(_) => Part::Play,
    };
    let mut sections: Vec<Section> =
        texts.iter().enumerate().map(|(at, markdown)| Section { part: part(at), markdown }).collect();
    sections.sort_by_key(|section| section.part);
    (starts.first().map_or(text, |&start| &text[..start]), sections)
}

/// The topic of the first clause that a text defines: `TURN`.
fn topic<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (id, _) = text.lines().find_map(|line| defined_in(line, prefix))?;
    id.split('-').nth(1)
}

/// The most words that a search looks for; further ones are left out.
const WORDS: usize = 8;

/// Returns the clauses with all of these words in their id, heading or text: first those with all of them in id or heading, each in
/// the order of the book. None for a search without words.
#[must_use]
pub fn search(lang: Lang, game: Option<&str>, words: &str) -> Vec<&'static Clause> {
    let wanted: Vec<String> = words.split_whitespace().take(WORDS).map(str::to_lowercase).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let has_all = |text: String| {
        let text = text.to_lowercase();
        wanted.iter().all(|word| text.contains(word))
    };
    let of_game = all(lang).iter().filter(|clause| game.is_none_or(|game| clause.game == game));
    let mut found: Vec<&Clause> =
        of_game.filter(|it| has_all(format!("{} {} {}", it.id, it.heading, it.text))).collect();
    found.sort_by_key(|it| !has_all(format!("{} {}", it.id, it.heading)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chapters, clauses};

    #[test]
    fn a_chapter_opens_with_the_turn_and_loses_nothing() {
        for chapter in [Lang::En, Lang::De].into_iter().flat_map(chapters) {
            let (intro, sections) = sections(&chapter);
            assert!(intro.starts_with("# "), "{}", chapter.game);
            let first = topic(sections[0].markdown, chapter.prefix);
            assert!(first.is_some_and(|first| !REFERENCE.contains(&first)), "{}: {first:?}", chapter.game);
            let length: usize = sections.iter().map(|section| section.markdown.len()).sum();
            assert_eq!(intro.len() + length, chapter.markdown.len(), "{}", chapter.game);
            for clause in clauses(&chapter) {
                let with = sections.iter().filter(|it| it.markdown.contains(clause.id));
                assert!(with.count() > 0, "{}", clause.id);
            }
        }
        let catan = crate::chapter("catan", Lang::En).unwrap();
        let (_, sections) = super::sections(&catan);
        assert!(sections[0].markdown.starts_with("## CATAN-TURN The turn"));
        let part = |topic: &str| {
            sections.iter().find(|it| it.markdown.contains(&format!("## CATAN-{topic}"))).unwrap().part
        };
        assert_eq!(part("GEO"), Part::Reference);
        assert_eq!((part("WIN"), part("SETUP")), (Part::Play, Part::Preparation));
    }

    #[test]
    fn words_are_found_in_every_language() {
        let ids = |lang, game, words| search(lang, game, words).iter().map(|it| it.id).collect::<Vec<_>>();
        assert!(ids(Lang::En, None, "DISTANCE rule").contains(&"CATAN-SETT-3"));
        assert!(ids(Lang::De, None, "abstandsregel").contains(&"CATAN-SETT-3"));
        assert_eq!(ids(Lang::En, None, "catan-rob-5")[0], "CATAN-ROB-5");
        assert!(ids(Lang::En, Some("mayflower"), "surveyor").iter().all(|id| id.starts_with("MAY-")));
        // Those under a heading of these words come first.
        assert!(ids(Lang::En, None, "robber")[0].contains("-ROB-"));
        assert!(ids(Lang::En, None, " ").is_empty() && ids(Lang::En, None, "xyzzy").is_empty());
        assert!(ids(Lang::En, Some("chess"), "the").is_empty());
    }
}
