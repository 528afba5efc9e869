//! The terms of a table: rules, time control, and the origin of its dice.

use crate::model::{Pace, People};
use crate::words::{Words, msg, option_value};
use maud::{Markup, html};

/// Describes a duration in the largest unit that fits: `3 days`, `90 seconds`.
fn span(words: Words, seconds: u32) -> String {
    match seconds {
        0 => msg!(words, "span-seconds", n = 0),
        n if n % 86_400 == 0 => msg!(words, "span-days", n = n / 86_400),
        n if n % 3_600 == 0 => msg!(words, "span-hours", n = n / 3_600),
        n if n % 60 == 0 => msg!(words, "span-minutes", n = n / 60),
        n => msg!(words, "span-seconds", n = n),
    }
}

/// Describes the time control.
pub(crate) fn pace(words: Words, pace: Option<Pace>) -> String {
    let Some(pace) = pace else { return msg!(words, "pace-none") };
    let time = span(words, pace.seconds);
    match pace.increment {
        None => msg!(words, "pace-decision", time = time),
        Some(0) => msg!(words, "pace-bank", time = time),
        Some(more) => msg!(words, "pace-bank-more", time = time, more = span(words, more)),
    }
}

/// Describes what happens when the time is up.
fn at_zero(words: Words, pace: Pace) -> String {
    if pace.replace { msg!(words, "pace-replace") } else { msg!(words, "pace-bot") }
}

/// The terms agreed on for a table.
#[derive(Hash, Debug)]
pub(crate) struct Terms<'a> {
    /// The options that differ from their default, as name and value.
    pub(crate) options: &'a [(&'a str, String)],
    /// The time control.
    pub(crate) pace: Option<Pace>,
    /// Whether the table is listed publicly.
    pub(crate) is_public: bool,
    /// Whether its game was played on from a position.
    pub(crate) from_position: bool,
}

impl<'a> From<&People<'a>> for Terms<'a> {
    fn from(people: &People<'a>) -> Terms<'a> {
        let &People { options, pace, is_public, from_position, .. } = people;
        Terms { options, pace, is_public, from_position }
    }
}

/// Renders the rules of a table: the start of its game, its deviations from the rulebook, its time control, and who may come.
pub(crate) fn terms(words: Words, terms: &Terms<'_>) -> Markup {
    let &Terms { options, pace: time, is_public, from_position } = terms;
    html! {
        dl class="options-list" {
            @if from_position {
                dt { (msg!(words, "terms-start")) }
                dd { (msg!(words, "terms-from-position")) }
            }
            @for (option, value) in options {
                dt { (words.option_title(option)) }
                dd { (option_value(words, option, value)) }
            }
            @if options.is_empty() {
                dt { (msg!(words, "terms-rules")) }
                dd { (msg!(words, "terms-by-the-book")) }
            }
            dt { (msg!(words, "terms-time")) }
            dd {
                (pace(words, time))
                @if let Some(time) = time { span class="hint" { " · " (at_zero(words, time)) } }
            }
            dt { (msg!(words, "terms-who")) }
            dd { @if is_public { (msg!(words, "terms-public")) } @else { (msg!(words, "terms-private")) } }
        }
    }
}

/// Explains what determines the dice of a table, with a field for the reader's share if they may add one. `table` is the table
/// whose commitment it is; under that id the reader's browser remembers the commitment that it was shown.
pub(crate) fn dice(
    words: Words,
    table: Option<&str>,
    commitment: &str,
    added: &[String],
    field: Option<&str>,
) -> Markup {
    html! {
        details class="more dice-promise" {
            summary { (msg!(words, "dice-fair")) }
            p class="hint" {
                (msg!(words, "dice-settled")) " " a href="/fairness" { (msg!(words, "dice-how")) }
            }
            p class="commitment" {
                span { (msg!(words, "dice-commitment")) } " "
                code data-of=[table] { (commitment) }
            }
            @if !added.is_empty() {
                p class="hint" { (msg!(words, "dice-added", names = words.list(added))) }
            }
            @if let Some(id) = field {
                div class="field" {
                    label for=(id) { (msg!(words, "dice-share")) }
                    input id=(id) name="nonce" pattern="[0-9a-f]{16,64}" maxlength="64" autocomplete="off"
                        autocapitalize="none" spellcheck="false" aria-describedby={ (id) "-about" };
                    p id={ (id) "-about" } class="hint" { (msg!(words, "dice-share-about")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    #[test]
    fn times_to_think_are_said_in_the_largest_unit() {
        let say = |seconds, increment| {
            let time = Pace { seconds, increment, replace: false };
            (pace(Words::new(Lang::En), Some(time)), pace(Words::new(Lang::De), Some(time)), time.to_string())
        };
        assert_eq!(
            say(60, None),
            (
                "1 minute for each decision".to_owned(),
                "1 Minute für jede Entscheidung".to_owned(),
                "decision 60 bot".to_owned()
            )
        );
        assert_eq!(say(3 * 86_400, None).0, "3 days for each decision");
        assert_eq!(say(90, Some(0)).0, "90 seconds for the whole game");
        let (en, de, text) = say(600, Some(10));
        assert_eq!(en, "10 minutes for the whole game, plus 10 seconds for each decision");
        assert_eq!(de, "10 Minuten für die ganze Partie, dazu 10 Sekunden für jede Entscheidung");
        assert_eq!(text, "bank 600 10 bot");
    }
}
