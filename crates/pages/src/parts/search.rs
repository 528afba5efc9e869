//! The form that searches the rulebooks.

use super::shell::icon;
use crate::words::{Lang, Words, msg, rulebook_lang};
use maud::{Markup, html};

/// Renders the form that searches the rules, of one game or of all.
pub(crate) fn search_form(words: Words, lang: Option<Lang>, game: Option<&str>, wanted: &str) -> Markup {
    html! {
        form class="rules-search" role="search" method="get" action="/rules/search" {
            @if let Some(lang) = lang { input type="hidden" name="lang" value=(lang); }
            label for="rules-words" { (msg!(words, "rules-search")) }
            input type="search" id="rules-words" name="q" value=(wanted) maxlength="100" enterkeyhint="search";
            select name="game" aria-label=(msg!(words, "rules-search-in")) {
                option value="" { (msg!(words, "rules-search-all")) }
                @for book in rulebook::chapters(rulebook_lang(words.lang())) {
                    option value=(book.game) selected[game == Some(book.game)] { (words.game_title(book.game)) }
                }
            }
            button type="submit" { (icon("search")) span { (msg!(words, "rules-search-button")) } }
        }
    }
}
