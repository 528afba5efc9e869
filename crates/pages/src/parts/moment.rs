//! Timestamps, such as `2026-11-21T08:40:00Z`.

use crate::words::{Words, msg};
use maud::{Markup, html};

/// Renders the day of a timestamp.
pub(crate) fn day(words: Words, moment: &str) -> Markup {
    html! { time datetime=(moment) { (day_of(words, moment)) } }
}

/// Renders a timestamp: its day and, with the client, the local time.
pub(crate) fn moment(words: Words, moment: &str) -> Markup {
    html! { time datetime=(moment) data-local { (day_of(words, moment)) } }
}

fn day_of(words: Words, moment: &str) -> String {
    let mut parts =
        moment.get(..10).unwrap_or_default().split('-').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    let (year, month, day) = (next(), next(), next());
    msg!(words, "account-day", day = day, month = month, year = year.to_string())
}
