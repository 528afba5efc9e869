//! The time left, beside the names of the seats. The client counts it down; without the client it is the time left when the page
//! was rendered.

use crate::model::{Clocks, SeatInfo, SeatOccupant, TablePage, TableStage};
use crate::parts::shell::icon;
use crate::words::{Words, msg};
use maud::{Markup, html};

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

impl Clocks {
    /// Returns the times left, in milliseconds, at which the first and the last warning appear: late enough not to be there all
    /// the time, early enough to decide.
    fn low(&self) -> [u64; 2] {
        match self.full {
            DAY.. => [HOUR, 10 * MINUTE],
            full if full >= 2 * MINUTE => [30 * SECOND, 10 * SECOND],
            full => [full / 4, full / 12],
        }
    }
}

/// Formats a time left in as few letters as are readable: `4:05`, `3 h 20 min`, `2 d 5 h`. A second that has begun counts, so
/// that zero appears only when the time is up.
pub(crate) fn time(words: Words, left: u64) -> String {
    let whole = left.div_ceil(SECOND) * SECOND;
    match whole {
        DAY.. => msg!(words, "clock-days", d = whole / DAY, h = whole % DAY / HOUR),
        HOUR.. => msg!(words, "clock-hours", h = whole / HOUR, m = whole % HOUR / MINUTE),
        _ => format!("{}:{:02}", whole / MINUTE, whole % MINUTE / SECOND),
    }
}

/// Renders the clock of a player while the game goes on; nothing for bots, and at tables without clocks.
pub(crate) fn face(words: Words, page: &TablePage<'_>, info: &SeatInfo<'_>) -> Markup {
    let clocks = page.beside.clocks.as_ref().filter(|_| page.stage == TableStage::Playing);
    let Some(clocks) = clocks.filter(|_| matches!(info.who, SeatOccupant::Person { .. })) else {
        return html! {};
    };
    let Some(clock) = clocks.seats.get(info.seat.index()) else { return html! {} };
    let [low, last] = clocks.low();
    let is_low = clock.runs && clock.left <= low;
    let class = match (clock.up, clock.runs, is_low) {
        (true, ..) => "clock up",
        (_, true, true) if clock.left <= last => "clock runs low last",
        (_, true, true) => "clock runs low",
        (_, true, false) => "clock runs",
        _ => "clock",
    };
    html! {
        span id={ "clock-" (info.seat) } class=(class) data-left=(clock.left) data-low=(low) data-last=(last)
            data-own=[(page.you == Some(info.seat)).then_some("true")] {
            @if clock.up {
                (icon("hurry")) (msg!(words, "clock-up"))
            } @else {
                (icon("wait")) (icon("hurry"))
                span class="unseen" { (msg!(words, "clock-left")) " " }
                span class="time" { (time(words, clock.left)) }
                @if clock.runs { span class="unseen" { " " (msg!(words, "clock-runs")) } }
            }
        }
    }
}

/// Returns the class of the head of a player with such a clock.
pub(crate) fn class(face: &str) -> Option<&'static str> {
    (!face.is_empty()).then_some("timed")
}

/// Renders the clock for a table cell.
pub(crate) fn cell(words: Words, page: &TablePage<'_>, info: &SeatInfo<'_>) -> Markup {
    let face = face(words, page, info);
    html! { @if face.0.is_empty() { "–" } @else { (face) } }
}

/// Whether clocks are shown.
pub(crate) fn are_shown(page: &TablePage<'_>) -> bool {
    page.stage == TableStage::Playing && page.beside.clocks.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    #[test]
    fn times_are_as_short_as_they_can_be_read() {
        let en = |left| time(Words::new(Lang::En), left);
        assert_eq!(en(0), "0:00");
        assert_eq!(en(1), "0:01");
        assert_eq!(en(9_001), "0:10");
        assert_eq!(en(245_000), "4:05");
        assert_eq!(en(3_599_001), "1 h 0 min");
        assert_eq!(en(12_000_000), "3 h 20 min");
        assert_eq!(en(2 * DAY + 5 * HOUR), "2 d 5 h");
        assert_eq!(time(Words::new(Lang::De), 2 * DAY + 5 * HOUR), "2 T. 5 Std.");
    }

    #[test]
    fn warnings_suit_the_time_there_is() {
        let low = |full| Clocks { full, seats: Vec::new() }.low();
        assert_eq!(low(600 * SECOND), [30_000, 10_000]);
        assert_eq!(low(20 * SECOND), [5_000, 1_666]);
        assert_eq!(low(3 * DAY), [HOUR, 10 * MINUTE]);
    }
}
