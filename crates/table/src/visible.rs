//! Whether a text is what it looks like: names and talk without what nobody sees, judged by the properties that Unicode gives each
//! character.

use icu_properties::props::{
    BidiControl, DefaultIgnorableCodePoint, Emoji, GeneralCategory, NoncharacterCodePoint, VariationSelector,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_segmentation::UnicodeSegmentation;

/// The greatest number of marks that any language puts on one letter.
const MARKS_MAX: u32 = 3;

/// The greatest number of code points shown as one character: a family of four has eleven with the colours of their skins.
const SHOWN_MAX: usize = 12;

/// Whether a text consists of letters, digits and signs of ASCII and of the letters of German alone. Each of them is shown as itself, so
/// most texts need no tables.
pub(crate) fn is_plain(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' '..='~' | 'ä' | 'ö' | 'ü' | 'Ä' | 'Ö' | 'Ü' | 'ß'))
}

/// Whether a text stays in its line and says what it seems to: no hidden characters, and not so many marks over one
/// letter that they cover what is around it.
pub(crate) fn can_be_shown(text: &str) -> bool {
    if is_plain(text) {
        return true;
    }
    let mut marks = 0;
    text.graphemes(true).all(|shown| {
        let is_fine = shown.char_indices().all(|(at, c)| {
            marks = if is_mark(c) { marks + 1 } else { 0 };
            marks <= MARKS_MAX && (!is_hidden(c) || joins(shown, at, c) || selects(shown, at, c))
        });
        is_fine && shown.chars().count() <= SHOWN_MAX
    })
}

/// Whether this is a joiner that makes one character of two, as in emoji of several people. Elsewhere nobody sees it.
fn joins(shown: &str, at: usize, c: char) -> bool {
    let begins_one = |c: char| format!("a{c}").graphemes(true).count() == 2;
    let next = shown[at + c.len_utf8()..].chars().next();
    c == '\u{200d}' && at > 0 && next.is_some_and(begins_one)
}

/// Whether this says that an emoji is shown in colours, or that a key of a telephone is one. Elsewhere nobody sees it.
fn selects(shown: &str, at: usize, c: char) -> bool {
    let is_emoji = |c: char| CodePointSetData::new::<Emoji>().contains(c);
    let becomes_key = shown[at + c.len_utf8()..].starts_with('\u{20e3}');
    let before = shown[..at].chars().next_back();
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
        && before.is_some_and(|before| is_emoji(before) && (!before.is_ascii() || becomes_key))
}

/// Whether this is drawn over or under the letter before it.
fn is_mark(c: char) -> bool {
    matches!(category(c), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

/// Whether nobody sees this character, or it turns the direction of what follows: names with it look like other names.
fn is_hidden(c: char) -> bool {
    let is_unseen = match category(c) {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::Surrogate
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => true,
        _ => BLANKS.contains(&c),
    };
    is_unseen
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<VariationSelector>().contains(c)
        || CodePointSetData::new::<NoncharacterCodePoint>().contains(c)
}

/// Symbols that are drawn as nothing, or in place of something that is missing, and whose properties are those of visible ones: the
/// blank of Braille, the null notehead, the blanks of hieroglyphs, and the two replacement characters.
const BLANKS: [char; 6] = ['\u{2800}', '\u{1d159}', '\u{13441}', '\u{13442}', '\u{fffc}', '\u{fffd}'];

/// Whether a terminal that prints this does something else than show a character: it is a control character, breaks the line or turns the
/// direction of what follows.
///
/// ```
/// assert!(table::steers('\u{1b}') && table::steers('\u{202e}') && !table::steers('ä'));
/// ```
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(category(c), GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator)
        || CodePointSetData::new::<BidiControl>().contains(c)
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_characters_are_shown_as_themselves() {
        let plain: String = (' '..='~').chain("äöüÄÖÜß".chars()).collect();
        assert!(is_plain(&plain) && !is_plain("\t") && !is_plain("\u{7f}") && !is_plain("\u{e9}"));
        assert!(plain.chars().all(|c| !is_hidden(c) && !is_mark(c)));
        assert_eq!(plain.graphemes(true).count(), plain.chars().count());
    }

    #[test]
    fn what_nobody_sees_is_refused_by_its_property() {
        // Each of them alone, inside a word and at its end. White space is taken out of names before.
        let invisible = [
            '\u{2800}',
            '\u{17b4}',
            '\u{17b5}',
            '\u{34f}',
            '\u{1d173}',
            '\u{1d17a}',
            '\u{1d159}',
            '\u{ad}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{180b}',
            '\u{180e}',
            '\u{200b}',
            '\u{200e}',
            '\u{2028}',
            '\u{202e}',
            '\u{2060}',
            '\u{2065}',
            '\u{3164}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff0}',
            '\u{fff9}',
            '\u{fffc}',
            '\u{ffff}',
            '\u{1bca0}',
            '\u{e0001}',
            '\u{e0041}',
            '\u{e0100}',
            '\u{e0fff}',
            '\u{13430}',
            '\u{13441}',
        ];
        for c in invisible {
            for text in [c.to_string(), format!("A{c}da"), format!("Ada{c}"), format!("Ada {c} B")] {
                assert!(!can_be_shown(&text), "U+{:04X} in {text:?}", c as u32);
            }
        }
        for text in [
            "Ada",
            "Jürgen 🐑",
            "❤\u{fe0f}",
            "1\u{fe0f}\u{20e3}",
            "नमस्ते",
            "ภาษาไทยที่",
            "שָׁלוֹם",
            "عَرَبِيّ",
            "한국어",
            "日本語",
            "Zoë",
            "ﬁ",
            "№ 5",
            "👩🏽\u{200d}🚀",
            "⠓⠑⠇⠇⠕",
            "𝄞",
        ] {
            assert!(can_be_shown(text), "{text:?}");
        }
    }
}
