//! The chances to win at a table whose game goes on, for spectators: a bar, and the same in words.

use super::charts::tenths;
use super::seats::{mark, name};
use crate::model::{TablePage, TableStage};
use crate::words::{Mode, Words, msg};
use game::Seat;
use maud::{Markup, html};

/// The length of the bar and its height, in units of its own.
const BAR: (f64, f64) = (200.0, 3.0);

/// Renders the chances, where the table shows them and the reader is a spectator of a game that goes on.
pub(crate) fn odds(words: Words, page: &TablePage<'_>) -> Markup {
    let goes_on = page.stage == TableStage::Playing && page.you.is_none() && page.people.here.is_none();
    let Some(shares) = page.beside.chances.shown.filter(|_| goes_on && !page.beside.teaches()) else {
        return html! {};
    };
    let shares: Vec<f64> = page.seats.iter().map(|info| shares[info.seat]).collect();
    let seats = || page.seats.iter().zip(percents(&shares));
    html! {
        section id="chances" class="chart" aria-labelledby="chances-title" {
            h2 id="chances-title" class=[(page.reader.settings.mode != Mode::Text).then_some("unseen")] {
                (msg!(words, "chances-title"))
            }
            @if page.reader.settings.mode != Mode::Text { (bar(page, &shares)) }
            ul class="legend" {
                @for (info, percent) in seats() {
                    li { (mark(words, info.seat)) span class="name" { (name(words, info)) } " " strong { (percent) " %" } }
                }
            }
            p class="hint" { (about(words, page.game.kind().name())) }
        }
    }
}

/// Draws the shares side by side in the colours of their seats, with a gap between two. The list below it says the same.
fn bar(page: &TablePage<'_>, shares: &[f64]) -> Markup {
    let mut from = 0.0;
    let parts = page.seats.iter().zip(shares).map(|(info, share)| {
        let (at, width) = (from, share * BAR.0);
        from += width;
        (info.seat, at, (width - 0.5).max(0.0))
    });
    let parts: Vec<(Seat, f64, f64)> = parts.collect();
    html! {
        svg viewBox={ "0 0 " (BAR.0) " " (BAR.1) } aria-hidden="true" focusable="false" {
            @for (seat, at, width) in parts {
                rect x=(hundredths(at)) width=(hundredths(width)) height=(BAR.1) fill=(::draw::seat_look(seat).fill) {}
            }
        }
    }
}

/// Says where the figures come from, and how far they are off where that was measured.
fn about(words: Words, game: &str) -> String {
    match ::analysis::calibration(game) {
        Some(error) => {
            msg!(words, "chances-about", error = tenths(words, (1000.0 * error).round() as u32))
        }
        None => msg!(words, "chances-about-unmeasured"),
    }
}

fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// The shares as whole percents whose sum is 100: each is rounded down, and those with the largest rests get one more.
fn percents(shares: &[f64]) -> Vec<u32> {
    let mut percents: Vec<u32> = shares.iter().map(|share| (share * 100.0).floor() as u32).collect();
    let mut by_rest: Vec<usize> = (0..shares.len()).collect();
    let rest = |seat: usize| shares[seat] * 100.0 - (shares[seat] * 100.0).floor();
    by_rest.sort_by(|&one, &other| rest(other).total_cmp(&rest(one)).then(one.cmp(&other)));
    let missing = 100u32.saturating_sub(percents.iter().sum());
    for seat in by_rest.into_iter().take(missing as usize) {
        percents[seat] += 1;
    }
    percents
}

#[cfg(test)]
mod tests {
    use super::percents;

    #[test]
    fn percents_sum_up_to_100() {
        assert_eq!(percents(&[1.0 / 3.0; 3]), [34, 33, 33]);
        assert_eq!(percents(&[0.405, 0.405, 0.19]), [41, 40, 19]);
        assert_eq!(percents(&[1.0, 0.0]), [100, 0]);
        assert_eq!(percents(&[0.996, 0.004]), [100, 0]);
        assert_eq!(percents(&[0.15, 0.175, 0.175, 0.2, 0.145, 0.155]), [15, 18, 18, 20, 14, 15]);
        // What floating-point sums leave over.
        for seats in 2..=6_u32 {
            for first in 0..1000_u32 {
                let first = f64::from(first) / 1000.0;
                let others = (1.0 - first) / f64::from(seats - 1);
                let mut shares = vec![others; seats as usize];
                shares[0] = first;
                assert_eq!(percents(&shares).iter().sum::<u32>(), 100, "{shares:?}");
            }
        }
    }
}
