//! The rulebook as a page, with an anchor at each clause, so that a refusal can link to it; and the page that lists the
//! rulebooks.

use crate::model::RulesPage;
use crate::parts::addresses::asset_url;
use crate::parts::lesson_address;
use crate::parts::search::search_form;
use crate::parts::shell::{Shell, icon};
use crate::words::{Lang, Reader, Words, msg, rulebook_lang};
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};
use shelf::GameKind;
use std::fmt::Write as _;

/// `GET /rules/{game}`; `None` if the shelf has no such game.
#[must_use]
pub fn rules(page: &RulesPage<'_>) -> Option<Markup> {
    let words = Words::new(page.reader.lang);
    let lang = page.lang.unwrap_or(page.reader.lang);
    let chapter = rulebook::chapter(page.game, rulebook_lang(lang))?;
    let (intro, sections) = rulebook::sections(&chapter);
    let intro = Book::read(intro, chapter.prefix).html;
    let (heading, intro) = intro.split_at(intro.find("</h1>").map_or(0, |at| at + "</h1>".len()));
    let parts = rulebook::Part::ALL.map(|part| {
        let of_part = sections.iter().filter(|section| section.part == part);
        let text: Vec<&str> = of_part.map(|section| section.markdown).collect();
        (part, Book::read(&text.join("\n"), chapter.prefix))
    });
    let game: Option<GameKind> = page.game.parse().ok();
    let has_kinds = game.is_some_and(|game| crate::games::stack(game).is_some());
    let title_of = |game: &str| msg!(words, "rules-title", game = words.game_title(game));
    let title = title_of(page.game);
    let books = rulebook::chapters(rulebook_lang(lang));
    // Who reads them in a language of their own choice goes on in it.
    let tail = page.lang.map(|lang| format!("?lang={lang}")).unwrap_or_default();
    let main = html! {
        main id="main" class="rules" {
            @if let Some(from) = page.from {
                p class="back" {
                    a class="button" href=(from) {
                        (icon("back"))
                        @if from.starts_with("/learn/") { (msg!(words, "rules-back-lesson")) }
                        @else { (msg!(words, "rules-back-table")) }
                    }
                }
            }
            (search_form(words, page.lang, Some(page.game), ""))
            nav class="books" aria-label=(msg!(words, "rules-games")) {
                ul {
                    @for book in &books {
                        li {
                            a href={ "/rules/" (book.game) (tail) }
                                aria-current=[(book.game == page.game).then_some("page")] {
                                (words.game_title(book.game))
                            }
                        }
                    }
                }
            }
            nav class="toc" aria-label=(msg!(words, "rules-contents")) {
                details open {
                    summary { (msg!(words, "rules-contents")) }
                    @for (part, book) in parts.iter().filter(|(_, book)| !book.headings.is_empty()) {
                        p class="part" { (part_name(words, *part)) }
                        ol {
                            @for (id, text) in &book.headings {
                                li { a href={ "#" (id) } lang=(lang) { (titled(text, chapter.prefix).0) } }
                            }
                        }
                    }
                }
                @if rulebook::how_to_play(page.game, rulebook_lang(lang)).is_some() {
                    p { a href={ "/rules/" (page.game) "/how-to-play" (tail) } { (msg!(words, "how-to-play")) } }
                }
                @if let Some(lesson) = game.and_then(lesson_address) {
                    p { a href=(lesson) { (msg!(words, "lesson-start")) } }
                }
                @if has_kinds {
                    p { a href={ "/rules/" (page.game) "/kinds" } { (msg!(words, "kinds-all")) } }
                }
                p class="other" {
                    @for other in Lang::ALL {
                        @if other != lang {
                            a href={ "/rules/" (page.game) "?lang=" (other) } lang=(other) hreflang=(other) {
                                (other.name())
                            }
                        }
                    }
                }
            }
            article class="rulebook" lang=(lang) {
                (PreEscaped(heading))
                @if let Some(base) = chapter.builds_on {
                    p class="builds-on" lang=(page.reader.lang) {
                        (msg!(words, "rules-builds-on")) " "
                        a href={ "/rules/" (base) "?lang=" (lang) } { (title_of(base)) }
                    }
                }
                (PreEscaped(intro))
                @for (part, book) in parts.iter().filter(|(_, book)| !book.html.is_empty()) {
                    p class="part" lang=(page.reader.lang) { (part_name(words, *part)) }
                    (PreEscaped(&book.html))
                }
            }
        }
    };
    Some(Shell::new(page.reader, &title, main).render())
}

/// Returns the name of a part of the rules.
fn part_name(words: Words, part: rulebook::Part) -> String {
    match part {
        rulebook::Part::Play => msg!(words, "rules-part-play"),
        rulebook::Part::Preparation => msg!(words, "rules-part-preparation"),
        rulebook::Part::Reference => msg!(words, "rules-part-reference"),
    }
}

/// `GET /rules/{game}/how-to-play`; `None` if the game has no such page.
#[must_use]
pub fn how_to_play(page: &RulesPage<'_>) -> Option<Markup> {
    let words = Words::new(page.reader.lang);
    let lang = page.lang.unwrap_or(page.reader.lang);
    let markdown = rulebook::how_to_play(page.game, rulebook_lang(lang))?;
    let game: Option<GameKind> = page.game.parse().ok();
    let look = format!(
        ".svg?theme={}&board={}",
        page.reader.settings.theme.text(),
        page.reader.settings.board.text()
    );
    let pictures = (format!("/learn/{}/board/", page.game), look);
    let mut writer = Writer { pictures, ..Writer::default() };
    Parser::new_ext(markdown, Options::ENABLE_TABLES).for_each(|event| writer.event(event));
    let title = msg!(words, "how-to-play-title", game = words.game_title(page.game));
    let main = html! {
        main id="main" class="how" {
            article class="rulebook" lang=(lang) { (PreEscaped(writer.out)) }
            nav class="row" aria-label=(msg!(words, "how-to-play-next")) {
                a class="button primary" href={ "/?game=" (page.game) } { (msg!(words, "lesson-play")) }
                @if let Some(lesson) = game.and_then(lesson_address) {
                    a class="button" href=(lesson) { (msg!(words, "lesson-start")) }
                }
                a class="button" href={ "/rules/" (page.game) } {
                    (msg!(words, "rules-title", game = words.game_title(page.game)))
                }
            }
            p class="other" {
                @for other in Lang::ALL {
                    @if other != lang {
                        a href={ "/rules/" (page.game) "/how-to-play?lang=" (other) } lang=(other) hreflang=(other) { (other.name()) }
                    }
                }
            }
        }
    };
    Some(Shell { game, ..Shell::new(page.reader, &title, main) }.render())
}

/// `GET /rules`: the rulebooks, one for each game.
#[must_use]
pub fn all_rules(reader: &Reader) -> Markup {
    let words = Words::new(reader.lang);
    let title = msg!(words, "rules-games");
    let main = html! {
        main id="main" class="start" {
            h1 { (title) }
            (search_form(words, None, None, ""))
            ul class="games" {
                @for book in rulebook::chapters(rulebook_lang(reader.lang)) {
                    @let name = words.game_title(book.game);
                    li {
                        img src={ (asset_url("games.svg")) "#" (book.game) } alt="" width="320" height="240";
                        h2 { a href={ "/rules/" (book.game) } { (name) } }
                        @if rulebook::how_to_play(book.game, book.lang).is_some() {
                            p { a href={ "/rules/" (book.game) "/how-to-play" } { (msg!(words, "how-to-play")) } }
                        }
                        @if let Some(base) = book.builds_on {
                            p class="hint" {
                                (msg!(words, "rules-expands", game = words.game_title(base)))
                            }
                        }
                    }
                }
            }
        }
    };
    Shell::new(reader, &title, main).render()
}

/// Returns the address of a clause: `/rules/catan?lang=de#CATAN-SETT-3`. `None` if there is no such clause.
///
/// ```
/// use pages::{Lang, clause_url};
/// assert_eq!(clause_url("CATAN-SETT-3", Lang::De).unwrap(), "/rules/catan?lang=de#CATAN-SETT-3");
/// ```
#[must_use]
pub fn clause_url(clause: &str, lang: Lang) -> Option<String> {
    let clause = rulebook::clause(clause, rulebook_lang(lang))?;
    Some(format!("/rules/{}?lang={lang}#{}", clause.game, clause.id))
}

/// A chapter as HTML.
struct Book {
    html: String,
    /// The second-level headings: anchor and text.
    headings: Vec<(String, String)>,
}

impl Book {
    fn read(markdown: &str, prefix: &str) -> Book {
        let mut writer = Writer { out: String::new(), headings: Vec::new(), prefix, ..Writer::default() };
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            writer.event(event);
        }
        Book { html: writer.out, headings: writer.headings }
    }
}

/// Turns Markdown events into HTML with an id on every clause.
#[derive(Default)]
struct Writer<'a> {
    out: String,
    headings: Vec<(String, String)>,
    prefix: &'a str,
    /// The start of an element whose first words may turn out to be a clause id: the place right after its `<li` or `<tr`.
    waiting: Option<usize>,
    /// The clause that was named last: its own text does not lead to it.
    own: String,
    /// The picture that is being read: its name, and its text so far.
    picture: Option<(String, String)>,
    /// The start and the end of the addresses of pictures.
    pictures: (String, String),
    heading: Option<(usize, String)>,
    in_head: bool,
    alignments: Vec<Alignment>,
}

impl Writer<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.picture.is_some() => {
                if let Some((_, shown)) = &mut self.picture {
                    shown.push_str(&text);
                }
            }
            Event::Text(text) => {
                if let Some((_, heading)) = &mut self.heading {
                    heading.push_str(&text);
                }
                self.name_clause(&text);
                if self.heading.is_some() {
                    self.text(&text);
                } else {
                    self.text_with_links(&text);
                }
            }
            Event::Code(text) => {
                if let Some((_, heading)) = &mut self.heading {
                    heading.push_str(&text);
                }
                self.waiting = None;
                self.code(&text);
            }
            Event::SoftBreak | Event::HardBreak => self.out.push('\n'),
            Event::Rule => self.out.push_str("<hr>"),
            // What readers are shown holds no HTML; should it ever, it is shown as text.
            Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            _ => {}
        }
    }

    /// Gives the element that just began the id of the clause that it defines.
    fn name_clause(&mut self, text: &str) {
        let Some(at) = self.waiting.take() else { return };
        let word = text.split_whitespace().next().unwrap_or_default();
        if rulebook::clause(word, rulebook::Lang::En).is_some_and(|clause| clause.id == word) {
            self.out.insert_str(at, &format!(" id=\"{word}\" class=\"clause-text\""));
            word.clone_into(&mut self.own);
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            Tag::Heading { level, .. } => {
                write!(self.out, "<{level}").expect("a string");
                self.heading = Some((self.out.len(), String::new()));
                self.out.push('>');
            }
            Tag::List(first) => self.out.push_str(if first.is_some() { "<ol>" } else { "<ul>" }),
            Tag::Item => {
                self.out.push_str("<li");
                self.waiting = Some(self.out.len());
                self.out.push('>');
            }
            Tag::Table(alignments) => {
                self.alignments = alignments;
                self.out.push_str("<div class=\"scroll\" tabindex=\"0\"><table>");
            }
            Tag::TableHead => {
                self.in_head = true;
                self.out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.out.push_str("<tr");
                self.waiting = Some(self.out.len());
                self.out.push('>');
            }
            Tag::TableCell => self.out.push_str(if self.in_head { "<th scope=\"col\">" } else { "<td>" }),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::CodeBlock(_) => self.out.push_str("<pre tabindex=\"0\">"),
            Tag::BlockQuote(_) => self.out.push_str("<blockquote>"),
            Tag::Image { dest_url, .. } => self.picture = Some((dest_url.into_string(), String::new())),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.out.push_str("</p>\n"),
            TagEnd::Heading(level) => {
                if let Some((at, text)) = self.heading.take() {
                    let id = anchor(&text, self.prefix);
                    // The topic by which clauses are cited stands behind the words of a heading.
                    if let (words, Some(topic)) = titled(&text, self.prefix) {
                        self.out.truncate(at + 1);
                        self.text(words);
                        write!(self.out, " <small class=\"topic\">{topic}</small>").expect("a string");
                    }
                    self.out.insert_str(at, &format!(" id=\"{id}\""));
                    if level == pulldown_cmark::HeadingLevel::H2 {
                        self.headings.push((id, text));
                    }
                }
                writeln!(self.out, "</{level}>").expect("a string");
            }
            TagEnd::List(is_ordered) => self.out.push_str(if is_ordered { "</ol>\n" } else { "</ul>\n" }),
            TagEnd::Item => self.out.push_str("</li>\n"),
            TagEnd::Table => self.out.push_str("</tbody></table></div>\n"),
            TagEnd::TableHead => {
                self.in_head = false;
                self.out.push_str("</tr></thead><tbody>\n");
            }
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => self.out.push_str(if self.in_head { "</th>" } else { "</td>" }),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::CodeBlock => self.out.push_str("</pre>\n"),
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>\n"),
            TagEnd::Image => {
                if let Some((name, shown)) = self.picture.take() {
                    let (before, after) = &self.pictures;
                    let address = format!("{before}{name}{after}");
                    let image =
                        html! { img src=(address) alt=(shown) width="480" height="360" loading="lazy"; };
                    self.out.push_str(&image.0);
                }
            }
            _ => {}
        }
    }

    /// Writes code; a clause id becomes a link to the clause.
    fn code(&mut self, text: &str) {
        if !self.link(text) {
            self.out.push_str("<code>");
            self.text(text);
            self.out.push_str("</code>");
        }
    }

    /// Writes text; a clause id in it becomes a link to the clause, in this game's rules or in another's.
    fn text_with_links(&mut self, text: &str) {
        let in_an_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let mut rest = text;
        while let Some(start) = rest.find(in_an_id) {
            let (before, from) = rest.split_at(start);
            let (word, after) = from.split_at(from.find(|c| !in_an_id(c)).unwrap_or(from.len()));
            self.text(before);
            if word == self.own || !word.contains('-') || !self.link(word) {
                self.text(word);
            }
            rest = after;
        }
        self.text(rest);
    }

    /// Writes a link to the clause whose id is `text`; returns `false` if there is none.
    fn link(&mut self, text: &str) -> bool {
        let clause = rulebook::clause(text, rulebook::Lang::En).filter(|clause| clause.id == text);
        if let Some(clause) = clause {
            let page = if clause.id.starts_with(self.prefix) { "#" } else { "/rules/" };
            write!(self.out, "<a class=\"clause\" href=\"{page}{0}\">{0}</a>", clause.id).expect("a string");
        }
        clause.is_some()
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '&' => self.out.push_str("&amp;"),
                '"' => self.out.push_str("&quot;"),
                _ => self.out.push(c),
            }
        }
    }
}

/// Returns the words of a heading, and the topic that stands before them, if one does: `The turn`, `CATAN-TURN`.
fn titled<'a>(text: &'a str, prefix: &str) -> (&'a str, Option<&'a str>) {
    match text.split_once(' ') {
        Some((topic, words)) if topic.starts_with(prefix) && topic.contains('-') => (words, Some(topic)),
        _ => (text, None),
    }
}

/// Returns the anchor of a heading: the topic it begins with (`CATAN-SETT`), or its words.
fn anchor(text: &str, prefix: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.starts_with(prefix) && first.contains('-') {
        return first.to_owned();
    }
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Reader;
    use shelf::Lesson;

    #[test]
    fn every_clause_of_every_game_is_an_anchor() {
        for lang in [rulebook::Lang::En, rulebook::Lang::De] {
            for chapter in rulebook::chapters(lang) {
                let book = Book::read(chapter.markdown, chapter.prefix);
                for clause in rulebook::clauses(&chapter) {
                    let anchor = format!("id=\"{}\"", clause.id);
                    assert_eq!(book.html.matches(&anchor).count(), 1, "{} {anchor}", chapter.game);
                }
            }
        }
    }

    #[test]
    fn the_rules_open_with_the_turn_and_lead_back() {
        let reader = Reader::default();
        let page = |from| {
            let page = RulesPage { reader: &reader, game: "catan", lang: None, from };
            rules(&page).unwrap().into_string()
        };
        let html = page(None);
        let place = |id: &str| html.find(&format!("<h2 id=\"{id}\"")).unwrap();
        assert!(place("CATAN-TURN") < place("CATAN-SETUP") && place("CATAN-SETUP") < place("CATAN-GEO"));
        let sections =
            rulebook::chapter("catan", rulebook::Lang::En).unwrap().markdown.matches("\n## CATAN-");
        assert_eq!(html.matches("<h2 id=\"CATAN-").count(), sections.count(), "every section once");
        assert!(html.contains("The turn <small class=\"topic\">CATAN-TURN</small>"));
        assert!(!html.contains("class=\"back\""));
        assert!(page(Some("/t/abc")).contains("<p class=\"back\"><a class=\"button\" href=\"/t/abc\">"));
    }

    #[test]
    fn rules_are_in_the_language_that_was_asked_for() {
        let reader = Reader { lang: Lang::De, ..Reader::default() };
        let page = |game, lang| rules(&RulesPage { reader: &reader, game, lang, from: None });
        for chapter in rulebook::chapters(rulebook::Lang::De) {
            let german = page(chapter.game, None).unwrap().into_string();
            assert!(german.contains("class=\"rulebook\" lang=\"de\""), "{}", chapter.game);
            assert!(german.contains("?lang=en\""));
            // Asked for in another language, the rest of the page stays in the reader's.
            let english = page(chapter.game, Some(Lang::En)).unwrap().into_string();
            assert!(english.contains("class=\"rulebook\" lang=\"en\""), "{}", chapter.game);
            assert!(english.contains("?lang=de\"") && english.contains("<html lang=\"de\""));
        }
        assert!(page("go", None).is_none());
    }

    #[test]
    fn notes_of_the_authors_are_not_shown() {
        let reader = Reader { lang: Lang::En, ..Reader::default() };
        for chapter in rulebook::chapters(rulebook::Lang::En) {
            for lang in Lang::ALL {
                let page = RulesPage { reader: &reader, game: chapter.game, lang: Some(lang), from: None };
                let html = rules(&page).unwrap().into_string();
                for note in
                    ["seed 0", "[seed", "[official", "[engine", "&lt;!--", "Coverage", "pecification for"]
                {
                    assert!(!html.contains(note), "{} ({lang}) shows {note}", chapter.game);
                }
            }
        }
    }

    #[test]
    fn every_game_is_told_in_a_page_with_pictures_of_its_lesson() {
        /// Three minutes at 170 words a minute.
        const WORDS: usize = 510;
        let pictures = |markdown: &str| {
            let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
            events
                .filter_map(|event| match event {
                    Event::Start(Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
                    _ => None,
                })
                .collect::<Vec<String>>()
        };
        let clauses = |markdown: &str| {
            let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
            events
                .filter_map(|event| if let Event::Code(id) = event { Some(id.into_string()) } else { None })
                .collect::<Vec<String>>()
        };
        for lesson in GameKind::ALL.iter().filter_map(|&game| Lesson::of(game)) {
            let name = lesson.game.name();
            let text =
                |lang| rulebook::how_to_play(name, lang).unwrap_or_else(|| panic!("{name} has no such page"));
            let [en, de] = [rulebook::Lang::En, rulebook::Lang::De].map(text);
            assert_eq!(pictures(en), pictures(de), "{name}: the same pictures in both languages");
            assert_eq!(clauses(en), clauses(de), "{name}: the same clauses in both languages");
            assert!(pictures(en).len() >= 3, "{name}");
            for picture in pictures(en) {
                assert!(lesson.steps.iter().any(|step| step.name == picture), "{name} has no step {picture}");
            }
            for id in clauses(en) {
                assert!(rulebook::clause(&id, rulebook::Lang::En).is_some(), "{name}: no clause {id}");
            }
            for lang in Lang::ALL {
                let reader = Reader { lang, ..Reader::default() };
                let page = RulesPage { reader: &reader, game: name, lang: None, from: None };
                let count = text(rulebook_lang(lang)).split_whitespace().count();
                assert!(count <= WORDS, "{name} has {count} words in {lang}");
                let html = how_to_play(&page).unwrap().into_string();
                assert_eq!(html.matches("<img src=\"/learn/").count(), pictures(en).len(), "{name}");
                assert!(html.contains("alt=\"") && !html.contains("alt=\"\" width=\"480\""), "{name}");
                let link = format!("href=\"/rules/{name}/how-to-play\"");
                assert!(rules(&page).unwrap().into_string().contains(&link), "{name}");
                assert!(all_rules(&reader).into_string().contains(&link), "{name}");
            }
        }
    }

    #[test]
    fn all_rules_lead_to_those_of_every_game() {
        for lang in Lang::ALL {
            let reader = Reader { lang, ..Reader::default() };
            let choice = all_rules(&reader).into_string();
            for chapter in rulebook::chapters(rulebook_lang(lang)) {
                let link = format!("href=\"/rules/{}\"", chapter.game);
                assert!(choice.contains(&link), "{}", chapter.game);
                for other in rulebook::chapters(rulebook_lang(lang)) {
                    let of = |lang| RulesPage { reader: &reader, game: other.game, lang, from: None };
                    assert!(rules(&of(None)).unwrap().into_string().contains(&link), "{}", other.game);
                    let english = rules(&of(Some(Lang::En))).unwrap().into_string();
                    assert!(english.contains(&format!("href=\"/rules/{}?lang=en\"", chapter.game)));
                }
                // From there the menu leads to the choice.
                let of = RulesPage { reader: &reader, game: chapter.game, lang: None, from: None };
                assert!(
                    rules(&of).unwrap().into_string().contains("<a href=\"/rules\" data-rules=\"/rules\">")
                );
            }
        }
    }

    #[test]
    fn rules_lead_to_those_that_they_build_on() {
        let reader = Reader { lang: Lang::De, ..Reader::default() };
        let page =
            |game| rules(&RulesPage { reader: &reader, game, lang: None, from: None }).unwrap().into_string();
        assert!(page("cities-and-knights").contains("href=\"/rules/catan?lang=de\""));
        assert!(page("cities-and-knights").contains("</h1><p class=\"builds-on\""), "below the title");
        assert!(page("traders-and-builders").contains("href=\"/rules/carcassonne?lang=de\""));
        assert!(!page("catan").contains("class=\"builds-on\""));
        // A clause of another game, cited between words.
        assert!(page("mayflower").contains("href=\"/rules/CARC-SCORE-4\">CARC-SCORE-4</a>"));
        // A clause does not lead to itself.
        assert!(!page("mayflower").contains("<strong><a"));
    }
}
