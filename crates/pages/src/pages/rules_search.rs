//! The search in the rulebooks: its form, and the clauses that it finds.

use super::rules::clause_url;
use crate::model::RulesSearch;
use crate::parts::search::search_form;
use crate::parts::shell::Shell;
use crate::words::{Lang, Words, msg, rulebook_lang};
use maud::{Markup, html};
use pulldown_cmark::{Event, Options, Parser, TagEnd};
use rulebook::Clause;

/// The most clauses that are shown.
const FOUND: usize = 40;

/// The letters of context around the first word that was found.
const CONTEXT: usize = 260;

/// `GET /rules/search`
#[must_use]
pub fn rules_search(page: &RulesSearch<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let lang = page.lang.unwrap_or(page.reader.lang);
    let found = rulebook::search(rulebook_lang(lang), page.game, page.words);
    let told = match (page.words.trim(), found.len()) {
        ("", _) => msg!(words, "rules-search-about"),
        (_, 0) => msg!(words, "rules-search-nothing", words = page.words),
        (_, n) => msg!(words, "rules-search-found", n = n, words = page.words),
    };
    let title = msg!(words, "rules-search");
    let main = html! {
        main id="main" class="found" {
            h1 { (title) }
            (search_form(words, page.lang, page.game, page.words))
            p role="status" { (told) }
            @if found.is_empty() {
                ul class="books" {
                    @for book in rulebook::chapters(rulebook_lang(lang)) {
                        li { a href={ "/rules/" (book.game) } { (words.game_title(book.game)) } }
                    }
                }
            }
            ol {
                @for clause in found.iter().take(FOUND) { li lang=(lang) { (result(words, lang, clause, page.words)) } }
            }
            @if found.len() > FOUND { p class="hint" { (msg!(words, "rules-search-more", n = found.len() - FOUND)) } }
        }
    };
    Shell::new(page.reader, &title, main).render()
}

/// Renders a clause that was found: where it stands, and its text around the words.
fn result(words: Words, lang: Lang, clause: &Clause, wanted: &str) -> Markup {
    let text = plain(&clause.text);
    let heading = clause.heading.split_once(' ').filter(|(topic, _)| clause.id.starts_with(topic));
    html! {
        p class="where" {
            a href=(clause_url(clause.id, lang).unwrap_or_default()) { (clause.id) } " "
            span lang=(words.lang()) { (words.game_title(clause.game)) } " · " (heading.map_or(clause.heading, |(_, heading)| heading))
        }
        p { (marked(excerpt(&text, wanted), wanted)) }
    }
}

/// Returns a text without its Markdown.
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Item) => text.push(' '),
            _ => {}
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// The place of the first of these words in a text, and its length there; upper and lower case are alike.
fn first(text: &str, wanted: &[String]) -> Option<(usize, usize)> {
    text.char_indices().find_map(|(at, _)| {
        let length = wanted.iter().filter_map(|word| length_at(&text[at..], word)).max()?;
        Some((at, length))
    })
}

/// The length of the start of `text` that is this word in lower case.
fn length_at(text: &str, word: &str) -> Option<usize> {
    let mut rest = word;
    for (at, letter) in text.char_indices() {
        if rest.is_empty() {
            return Some(at);
        }
        for lower in letter.to_lowercase() {
            rest = rest.strip_prefix(lower)?;
        }
    }
    rest.is_empty().then_some(text.len())
}

fn words_of(wanted: &str) -> Vec<String> {
    wanted.split_whitespace().map(str::to_lowercase).collect()
}

/// Returns the part of a text around the first of the words, from one blank to another.
fn excerpt(text: &str, wanted: &str) -> String {
    let at = first(text, &words_of(wanted)).map_or(0, |(at, _)| at);
    let floor = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let from = floor(at.saturating_sub(CONTEXT / 3));
    let start = if from == 0 { 0 } else { text[from..].find(' ').map_or(from, |blank| from + blank + 1) };
    let to = floor((start + CONTEXT).min(text.len()));
    let end =
        if to == text.len() { to } else { text[..to].rfind(' ').filter(|&end| end > start).unwrap_or(to) };
    let (before, after) = (if start > 0 { "… " } else { "" }, if end < text.len() { " …" } else { "" });
    [before, &text[start..end], after].concat()
}

/// Marks the words in a text.
fn marked(text: String, wanted: &str) -> Markup {
    let wanted = words_of(wanted);
    let mut rest = text.as_str();
    let mut parts = Vec::new();
    while let Some((at, length)) = first(rest, &wanted).filter(|(_, length)| *length > 0) {
        parts.push((&rest[..at], &rest[at..at + length]));
        rest = &rest[at + length..];
    }
    html! { @for (before, word) in parts { (before) mark { (word) } } (rest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Reader;

    #[test]
    fn a_search_shows_the_words_in_their_context() {
        for (lang, words, id) in
            [(Lang::En, "distance rule", "CATAN-SETT-3"), (Lang::De, "Abstandsregel", "CATAN-SETT-3")]
        {
            let reader = Reader { lang, ..Reader::default() };
            let page = RulesSearch { reader: &reader, words, game: None, lang: None };
            let html = rules_search(&page).into_string();
            assert!(html.contains(&format!("href=\"/rules/catan?lang={lang}#{id}\"")), "{lang}");
            let word = words.split(' ').next().unwrap();
            assert!(html.contains(&format!("<mark>{word}</mark>")), "{lang}: {word}");
            assert!(!html.contains("**"), "no Markdown");
        }
    }

    #[test]
    fn a_search_without_words_or_results_leads_on() {
        let reader = Reader::default();
        let page = |words, game| {
            let page = RulesSearch { reader: &reader, words, game, lang: Some(Lang::De) };
            rules_search(&page).into_string()
        };
        for words in ["", "   ", "xyzzy", "<script>alert(1)</script>"] {
            let html = page(words, None);
            assert!(html.contains("href=\"/rules/mayflower\"") && !html.contains("<script>alert"), "{words}");
        }
        let html = page("Räuber", Some("catan"));
        assert!(html.contains("value=\"catan\" selected") && !html.contains("#CK-"));
        assert!(html.contains("name=\"lang\" value=\"de\""));
    }

    #[test]
    fn an_excerpt_ends_between_words() {
        let long = "ä ".repeat(400) + "Räuber " + &"ö ".repeat(400);
        let shown = excerpt(&long, "räuber");
        assert!(shown.contains("Räuber") && shown.starts_with("… ") && shown.ends_with(" …"));
        assert!(shown.len() < 2 * CONTEXT);
        assert_eq!(
            marked("İstanbul und Räuber".to_owned(), "räuber UND").into_string(),
            "İstanbul <mark>und</mark> <mark>Räuber</mark>"
        );
    }
}
