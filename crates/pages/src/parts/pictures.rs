//! Pictures in sentences: a page shows icons of cards and dice, and keeps their words for screen readers and for copying.

use super::shell::icon;
use maud::{Markup, html};

/// Begins the pictures of a part of a sentence. No message and no name has such a character.
const PICTURES: char = '\u{1}';
/// Begins its words.
const WORDS: char = '\u{2}';
/// Ends it.
const END: char = '\u{3}';

/// Marks words that a page replaces with icons, each given by its name and its count.
pub(crate) fn pictured(icons: impl IntoIterator<Item = (String, u8)>, words: &str) -> String {
    let icons: Vec<String> = icons.into_iter().map(|(icon, count)| format!("{icon} {count}")).collect();
    format!("{PICTURES}{}{WORDS}{words}{END}", icons.join(","))
}

/// Renders a sentence, with icons for the words that are marked. Its text stays the words.
pub(crate) fn with_pictures(sentence: &str) -> Markup {
    html! {
        @for part in sentence.split_inclusive(END) {
            @match part.strip_suffix(END).and_then(parts) {
                Some((before, icons, words)) => { (before) (seen(icons, words)) },
                None => (part),
            }
        }
    }
}

/// Splits a part into the text before its icons, the icons, and their words.
fn parts(part: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = part.split_once(PICTURES)?;
    let (icons, words) = rest.split_once(WORDS)?;
    Some((before, icons, words))
}

fn seen(icons: &str, words: &str) -> Markup {
    html! {
        span class="pictured" {
            span class="unseen" { (words) }
            @for (name, count) in icons.split(',').filter_map(|one| one.split_once(' ')) {
                // The style sheet shows the count, so that it is no text.
                @if count != "1" { i data-count=(count) {} }
                (icon(name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_shows_its_pictures_and_says_its_words() {
        let cards = pictured([("brick".to_owned(), 1), ("wool".to_owned(), 2)], "1 brick and 2 wool");
        let told = with_pictures(&format!("Ada gets {cards}; Ben <gets> {}.", pictured([], "nothing")));
        let told = told.into_string();
        assert!(
            told.starts_with("Ada gets <span class=\"pictured\">") && told.contains("icon-brick"),
            "{told}"
        );
        assert!(told.contains("data-count=\"2\"></i><svg class=\"icon icon-wool"), "{told}");
        assert!(told.contains("; Ben &lt;gets&gt; "), "{told}");
        let mut words = String::new();
        for piece in told.split('<') {
            words += piece.split_once('>').map_or(piece, |(_, text)| text);
        }
        assert_eq!(words, "Ada gets 1 brick and 2 wool; Ben &lt;gets&gt; nothing.");
    }

    #[test]
    fn a_sentence_without_pictures_stays_as_it_is() {
        for text in ["Ada begins.", "", "\u{3}", "a\u{2}b\u{3}c"] {
            assert_eq!(with_pictures(text).into_string(), text);
        }
    }
}
