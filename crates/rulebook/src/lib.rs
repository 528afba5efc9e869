//! The rulebook, ready to be cited: the files of `rulebook/` inside the binary, cut into clauses.
//!
//! A clause has an id, `CATAN-SETT-3`, that is never reused, and a text in Markdown. It stands in its file either as
//! a list item (`- **CATAN-SETT-3** …` or, with a title, `- **CK-SCI-10 Smith** …`, with everything that follows up to
//! the next clause or heading, or to a line like `Barbarians win:` that leads in further clauses) or as the row of a
//! table whose first cell begins with the id, with the rows below it whose first cell is empty.
//!
//! Every chapter is there in every language, with the same clauses.
//!
//! A file also holds what only its authors need: comments (`<!-- … -->`), and marks in brackets that say where a clause
//! comes from (`[seed 003]`, `[official]`) or what it is (`[definition]`, `[consequence]`: see [`Kind`]). Readers are
//! shown neither: [`Chapter::markdown`] and [`Clause::text`] are without them, [`Clause::marked`] has the marks.
//!
//! ```
//! use rulebook::{Lang, clause};
//! let distance_rule = clause("CATAN-SETT-3", Lang::En).unwrap();
//! assert!(distance_rule.text.contains("distance rule"));
//! assert!(clause("CATAN-SETT-3", Lang::De).unwrap().text.contains("Abstandsregel"));
//! assert!(clause("CATAN-SETT-99", Lang::En).is_none());
//! ```

#![forbid(unsafe_code)]

mod reading;

pub use reading::{Part, Section, search, sections};

use std::collections::HashMap;
use std::sync::OnceLock;

/// A language of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English, in which the rules were first written down.
    #[default]
    En,
    /// German.
    De,
}

/// The rules of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The game's name on the command line: `catan`.
    pub game: &'static str,
    /// The start of its clause ids: `CATAN`.
    pub prefix: &'static str,
    /// The game whose rules these change: they hold as long as no clause here says otherwise.
    pub builds_on: Option<&'static str>,
    /// The whole text in Markdown, as readers are shown it.
    pub markdown: &'static str,
    /// The language this text is in.
    pub lang: Lang,
    /// The file, with comments and marks.
    file: &'static str,
}

/// The kind of a clause, as its mark or the heading of its section says (`<!-- definition -->`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kind {
    /// A rule: some place in the code carries it out and cites it.
    #[default]
    Rule,
    /// Words, components and notation, which data and types state: `[definition]`.
    Definition,
    /// A clause that follows from others, or says that something has no effect: `[consequence]`.
    Consequence,
    /// A note on a part of the rules that cannot be played here.
    NotOffered,
}

/// One numbered clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// `CATAN-SETT-3`.
    pub id: &'static str,
    /// The game it belongs to: `catan`.
    pub game: &'static str,
    /// The heading it stands under, without the marks.
    pub heading: &'static str,
    /// Its text in Markdown, without the id; the cells of a table row are joined by dashes, further rows of the same
    /// clause are a list.
    pub text: String,
    /// The text with the marks of its sources and of its kind, which readers do not see.
    pub marked: String,
    /// The kind that the marks name.
    pub kind: Kind,
    /// The language of the text.
    pub lang: Lang,
}

/// A chapter in both languages.
#[derive(Clone, Copy)]
struct Text {
    game: &'static str,
    prefix: &'static str,
    builds_on: Option<&'static str>,
    en: &'static str,
    de: &'static str,
    /// A page that tells how the game is played, in English and in German, if there is one.
    how_to_play: Option<[&'static str; 2]>,
}

macro_rules! text {
    ($game:literal, $prefix:literal, $builds_on:expr) => {
        Text {
            how_to_play: Some([
                include_str!(concat!("../../../rulebook/how-to-play/", $game, ".md")),
                include_str!(concat!("../../../rulebook/how-to-play/de/", $game, ".md")),
            ]),
            ..text!($game, $prefix, $builds_on, without how to play)
        }
    };
    ($game:literal, $prefix:literal, $builds_on:expr, without how to play) => {
        Text {
            game: $game,
            prefix: $prefix,
            builds_on: $builds_on,
            en: include_str!(concat!("../../../rulebook/", $game, ".md")),
            de: include_str!(concat!("../../../rulebook/de/", $game, ".md")),
            how_to_play: None,
        }
    };
}

const BOOK: &[Text] = &[
    text!("catan", "CATAN", None),
    text!("cities-and-knights", "CK", Some("catan")),
    text!("carcassonne", "CARC", None),
    text!("traders-and-builders", "TB", Some("carcassonne")),
    text!("mayflower", "MAY", None),
    #[cfg(feature = "sample-game")]
    text!("kerbe", "KERBE", None, without how to play),
];

/// Each text of the book as readers are shown it, made when it is first asked for.
static SHOWN: [[OnceLock<String>; 2]; BOOK.len()] = [const { [const { OnceLock::new() }; 2] }; BOOK.len()];

/// The chapter at this place of the book.
fn at(index: usize, lang: Lang) -> Chapter {
    let Text { game, prefix, builds_on, en, de, .. } = BOOK[index];
    let (file, lang_index) = match lang {
        Lang::En => (en, 0),
        Lang::De => (de, 1),
    };
    let markdown = SHOWN[index][lang_index].get_or_init(|| shown(file));
    Chapter { game, prefix, builds_on, markdown, lang, file }
}

/// The chapters in the order of the shelf.
#[must_use]
pub fn chapters(lang: Lang) -> Vec<Chapter> {
    (0..BOOK.len()).map(|index| at(index, lang)).collect()
}

/// The page that tells newcomers how a game is played, in Markdown; `None` for an unknown game, and for one without such a page.
///
/// An image in it, `![a roll](roll)`, is the position of the step with this name in the game's lesson.
#[must_use]
pub fn how_to_play(game: &str, lang: Lang) -> Option<&'static str> {
    let text = BOOK.iter().find(|text| text.game == game)?;
    let [en, de] = text.how_to_play?;
    Some(match lang {
        Lang::En => en,
        Lang::De => de,
    })
}

/// The rules of a game; `None` for an unknown game.
#[must_use]
pub fn chapter(game: &str, lang: Lang) -> Option<Chapter> {
    BOOK.iter().position(|text| text.game == game).map(|index| at(index, lang))
}

/// One clause by its id; `None` if there is no such clause.
#[must_use]
pub fn clause(id: &str, lang: Lang) -> Option<&'static Clause> {
    static INDEX: OnceLock<HashMap<&'static str, usize>> = OnceLock::new();
    // Every language has the same clauses in the same order.
    let index = INDEX.get_or_init(|| all(Lang::En).iter().enumerate().map(|(at, it)| (it.id, at)).collect());
    // Ids come from people as well, in any case.
    let id = id.to_ascii_uppercase();
    all(lang).get(*index.get(id.as_str())?)
}

/// Every clause of a language, chapter by chapter, in the order in which they stand.
fn all(lang: Lang) -> &'static [Clause] {
    static CLAUSES: [OnceLock<Vec<Clause>>; 2] = [const { OnceLock::new() }; 2];
    CLAUSES[lang as usize].get_or_init(|| chapters(lang).iter().flat_map(clauses).collect())
}

/// The clauses of a chapter in the order in which they stand.
#[must_use]
pub fn clauses(chapter: &Chapter) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut heading = "";
    let mut kind = Kind::Rule;
    // Whether the lines that follow still belong to the last clause found: any line, or rows without a first cell.
    let mut open = false;
    let mut row = false;
    let mut comment = false;
    for line in chapter.file.lines() {
        if comment || line.starts_with("<!--") {
            comment = !line.ends_with("-->");
            kind = Kind::of_section(line).unwrap_or(kind);
        } else if let Some(title) = line.strip_prefix('#') {
            heading = title.trim_start_matches('#').trim();
            kind = Kind::Rule;
            (open, row) = (false, false);
        } else if line.starts_with(char::is_alphabetic) && line.ends_with(':') {
            (open, row) = (false, false);
        } else if let Some((id, marked)) = defined_in(line, chapter.prefix) {
            (open, row) = (line.starts_with('-'), line.starts_with('|'));
            let text = String::new();
            found.push(Clause { id, game: chapter.game, heading, text, marked, kind, lang: chapter.lang });
        } else if open && let Some(last) = found.last_mut() {
            last.marked.push('\n');
            last.marked.push_str(line);
        } else if row
            && let Some(cells) = further_row(line)
            && let Some(last) = found.last_mut()
        {
            last.marked.push_str("\n  - ");
            last.marked.push_str(&cells);
        } else {
            row = false;
        }
    }
    for clause in &mut found {
        clause.marked.truncate(clause.marked.trim_end().len());
        clause.kind = Kind::of_clause(&clause.marked).unwrap_or(clause.kind);
        clause.text = shown(&clause.marked);
    }
    found
}

impl Kind {
    fn of_section(comment: &str) -> Option<Kind> {
        match comment {
            "<!-- definition -->" => Some(Kind::Definition),
            "<!-- consequence -->" => Some(Kind::Consequence),
            "<!-- not offered -->" => Some(Kind::NotOffered),
            _ => None,
        }
    }

    fn of_clause(marked: &str) -> Option<Kind> {
        let is = |mark| marks(marked).any(|(_, found)| found == mark);
        let kinds = [("definition", Kind::Definition), ("consequence", Kind::Consequence)];
        kinds.into_iter().find(|(mark, _)| is(*mark)).map(|(_, kind)| kind)
    }
}

/// The first words of marks. Any other bracket is text.
const MARKS: [&str; 12] = [
    "definition",
    "consequence",
    "seed",
    "official",
    "engine",
    "choice",
    "edition",
    "book",
    "reviews",
    "FAQ",
    "analogy",
    "follows",
];

/// The marks of a text: where each stands, brackets included, and the word it begins with.
fn marks(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    text.match_indices('[').filter_map(|(at, _)| {
        let inner = &text[at + 1..at + text[at..].find(']')?];
        let word = inner.split(|c: char| !c.is_ascii_alphabetic()).next()?;
        MARKS.contains(&word).then_some((at..at + inner.len() + 2, word))
    })
}

/// Returns the text that readers see, without comments and marks.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("<!--") {
        out.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after.trim_start_matches('\n'));
    }
    out.push_str(rest);
    let mut clean = String::with_capacity(out.len());
    let mut end = 0;
    for (mark, _) in marks(&out) {
        clean.push_str(&out[end..mark.start]);
        // The blank before a mark goes with it; at the beginning of a text, the one behind it.
        clean.truncate(clean.trim_end_matches(' ').len());
        end = mark.end;
        if clean.is_empty() || clean.ends_with('\n') {
            end += out[end..].len() - out[end..].trim_start_matches(' ').len();
        }
    }
    clean.push_str(&out[end..]);
    clean.truncate(clean.trim_end().len());
    clean
}

/// The id that this line defines, and the rest of the line.
fn defined_in<'a>(line: &'a str, prefix: &str) -> Option<(&'a str, String)> {
    if let Some(item) = line.strip_prefix("- **") {
        let (bold, text) = item.split_once("**")?;
        let (id, text) = match bold.split_once(' ') {
            Some((id, title)) => (id, format!("**{title}**{text}")),
            None => (bold, text.trim_start().to_owned()),
        };
        return is_id(id, prefix).then_some((id, text));
    }
    let mut cells = cells(line)?;
    let first = cells.next()?.trim_start_matches("**");
    let end = first.find([' ', '*']).unwrap_or(first.len());
    let (id, rest) = first.split_at(end);
    if !is_id(id, prefix) {
        return None;
    }
    let rest = rest.trim_start_matches("**").trim();
    Some((id, joined(std::iter::once(rest).chain(cells))))
}

/// Returns the text of a row that continues the row above it: its first cell is empty.
fn further_row(line: &str) -> Option<String> {
    let mut cells = cells(line)?;
    cells.next()?.is_empty().then(|| joined(cells))
}

/// The cells of a table row.
fn cells(line: &str) -> Option<impl Iterator<Item = &str>> {
    let row = line.strip_prefix('|')?.trim().trim_end_matches('|');
    Some(row.split('|').map(str::trim))
}

fn joined<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" – ")
}

/// Whether `text` has the form of a clause id of this prefix: `CATAN-SETT-3`.
fn is_id(text: &str, prefix: &str) -> bool {
    let Some((topic, number)) =
        text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')?.split_once('-'))
    else {
        return false;
    };
    let word =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    word(topic) && word(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn ids(game: &str, lang: Lang) -> Vec<&'static str> {
        clauses(&chapter(game, lang).expect("a game")).into_iter().map(|clause| clause.id).collect()
    }

    #[test]
    fn every_chapter_has_its_clauses_once() {
        for chapter in chapters(Lang::En) {
            let ids = ids(chapter.game, Lang::En);
            let least = if chapter.game == "kerbe" { 10 } else { 80 };
            assert!(ids.len() > least, "{} has {} clauses", chapter.game, ids.len());
            assert_eq!(
                ids.iter().collect::<BTreeSet<_>>().len(),
                ids.len(),
                "{} repeats an id",
                chapter.game
            );
        }
    }

    #[test]
    fn german_has_the_clauses_of_english() {
        for Text { game, .. } in BOOK {
            assert_eq!(ids(game, Lang::De), ids(game, Lang::En), "{game}");
        }
    }

    /// Returns the parts of a line that translation keeps: the form of a list item or table row, names of options and files,
    /// cited clauses, and the marks of its sources.
    fn untranslated(line: &str) -> Option<(usize, Vec<&str>)> {
        if !line.starts_with("- ") && !line.starts_with('|') {
            return None;
        }
        let code = line.split('`').skip(1).step_by(2);
        let cited = line
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .filter(|word| BOOK.iter().any(|text| is_id(word, text.prefix)));
        let marks = line.split('[').skip(1).filter_map(|mark| mark.split([' ', ',', ':', ';', ']']).next());
        let mut kept: Vec<&str> = code.chain(cited).chain(marks).collect();
        // A sentence may put them in another order.
        kept.sort_unstable();
        Some((line.matches('|').count(), kept))
    }

    #[test]
    fn german_keeps_what_is_not_translated() {
        for Text { game, en, de, .. } in BOOK {
            assert_eq!(de.lines().count(), en.lines().count(), "{game}");
            for (german, english) in de.lines().zip(en.lines()) {
                assert_eq!(untranslated(german), untranslated(english), "{game}\n{german}\n{english}");
            }
        }
    }

    #[test]
    fn the_id_of_a_clause_may_be_followed_by_its_title() {
        let text = |lang| &clause("CK-SCI-10", lang).expect("a clause").text;
        assert!(text(Lang::En).starts_with("**Smith** (Schmied) ×2. Promote"), "{}", text(Lang::En));
        assert!(text(Lang::De).starts_with("**Schmied** (Smith) ×2. Bis zu"), "{}", text(Lang::De));
    }

    #[test]
    fn a_clause_ends_where_the_next_begins() {
        let road_building = clause("CATAN-DEV-8", Lang::En).expect("a clause");
        assert!(road_building.text.contains("(d)") && !road_building.text.contains("Year of Plenty"));
        let defence = clause("CK-BARB-3", Lang::De).expect("a clause");
        assert!(defence.text.ends_with("gewinnen die Ritter."), "{}", defence.text);
        let row = clause("catan-info-6", Lang::En).expect("a clause");
        assert!(row.text.starts_with("card stolen by the robber – thief and victim only"), "{}", row.text);
        assert_eq!(row.heading, "CATAN-INFO Hidden and open information");
        // The values of an option have rows of their own.
        let lines = |id| clause(id, Lang::En).expect("a clause").text.lines().count();
        assert_eq!([lines("CARC-OPT-FARM"), lines("CARC-OPT-PRESET"), lines("TB-OPT-DOUBLE")], [3, 3, 1]);
        let values = clause("CARC-OPT-PRESET", Lang::De).expect("a clause");
        let expected = "`edition` – `current` – `third` + `full`\n  \
                        - `c1_2000` – `first` + `half`\n  - `c1_2001` – `second` + `half`";
        assert_eq!(values.text, expected);
    }

    #[test]
    fn marks_and_comments_are_not_shown() {
        let text = "# A\n\n<!--\nfor authors\n-->\n\n- **CARC-A-1** [edition] May. [seed 002 fn 3, 5][official]\n| b [FAQ] |";
        assert_eq!(shown(text), "# A\n\n- **CARC-A-1** May.\n| b |");
        assert_eq!(shown("[choice: nobody says] Free [here]. [engine]"), "Free [here].");
        let clause = clause("CARC-FARM-8", Lang::En).expect("a clause");
        assert!(clause.text.starts_with("The two older"), "{}", clause.text);
        assert!(clause.marked.starts_with("[edition] The two older"), "{}", clause.marked);
    }

    /// Words of the authors' workshop, in lower case: a reader meets none of them.
    const WORKSHOP: [&str; 15] = [
        "<!--",
        "-->",
        "[seed",
        "seed 0",
        "vorlage 0",
        "engine",
        "specification",
        "spezifikation",
        "coverage",
        "abdeckung",
        "implement",
        "umsetzung",
        "cross-checking",
        "abgleich",
        "tests cite",
    ];

    #[test]
    fn readers_see_no_notes_of_the_authors() {
        for chapter in chapters(Lang::En).into_iter().chain(chapters(Lang::De)) {
            let clauses = clauses(&chapter);
            let texts = clauses.iter().map(|clause| (clause.id, clause.text.as_str()));
            for (place, text) in texts.chain([(chapter.game, chapter.markdown)]) {
                // A card is called Engineer.
                let text = text.to_lowercase().replace("engineer", "");
                // A reading of an option keeps the name that records use.
                let text = text.replace("`seed_remove`", "").replace("= seed_remove`", "");
                for word in WORKSHOP.iter().chain(&["seed"]) {
                    assert!(!text.contains(word), "{place} ({:?}) shows {word}", chapter.lang);
                }
                assert!(marks(&text).next().is_none(), "{place} ({:?}) shows a mark", chapter.lang);
            }
        }
    }

    #[test]
    fn files_keep_the_notes_of_the_authors() {
        // The sample game is our own and has no source.
        for text in BOOK.iter().filter(|text| text.game != "kerbe") {
            for file in [text.en, text.de] {
                assert!(file.contains("\n<!--\n") && file.contains("[seed 0"), "{}", text.game);
            }
        }
    }

    #[test]
    fn what_a_chapter_builds_on_comes_before_it() {
        for (index, text) in BOOK.iter().enumerate() {
            let before = |game| BOOK[..index].iter().any(|text| text.game == game);
            assert!(text.builds_on.is_none_or(before), "{}", text.game);
        }
    }
}
