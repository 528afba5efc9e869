//! Luck and skill of a finished game on a card: a picture to keep and to send.

use super::coach::{change, coach_heading, share};
use crate::parts::chances::DASHES;
use crate::parts::charts::round;
use crate::words::{Words, msg};
use ::analysis::Analysis;
use maud::{Markup, html};

/// The size of the card, as chats show pictures.
const SIZE: (f64, f64) = (1200.0, 630.0);

/// The area of the graph.
const GRAPH: (f64, f64, f64, f64) = (690.0, 1140.0, 190.0, 510.0);

/// The most points of a line: a longer game is thinned out.
const POINTS: usize = 400;

/// The most letters of a name.
const LETTERS: usize = 16;

/// The ends of the columns.
const COLUMNS: [f64; 3] = [370.0, 480.0, 590.0];

/// Draws the card: who played, the result, luck and mistakes of each seat, and the graph of chances.
#[must_use]
pub fn coach_card(words: Words, game: &Analysis, names: &[String]) -> String {
    let (width, height) = SIZE;
    let title = msg!(words, "coach-title", game = words.game_title(&game.game));
    let heading = coach_heading(words, game, names);
    let head =
        [msg!(words, "coach-card-luck"), msg!(words, "coach-card-mistakes"), msg!(words, "coach-outcome")];
    let card = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
            role="img" aria-label={ (title) ". " (heading) } font-family="Barlow, Segoe UI, Roboto, Helvetica, Arial, sans-serif" fill="#23211c" {
            title { (title) }
            rect width=(width) height=(height) fill="#fbf7ec" {}
            rect width=(width) height="14" fill="#0b4f6c" {}
            text x="60" y="86" font-size="44" font-weight="700" { (title) }
            text x="60" y="128" font-size="24" fill="#565044" { (shortened(&heading, 90)) }
            @for (at, text) in COLUMNS.into_iter().zip(head) {
                text x=(at) y="188" font-size="18" text-anchor="end" fill="#565044" { (shortened(&text, 14)) }
            }
            @for (n, (split, name)) in game.seats.iter().zip(names).enumerate() {
                @let y = 232.0 + 50.0 * n as f64;
                @let look = ::draw::seat_look(split.seat);
                path d={ "M60 " (y - 8.0) "h44" } stroke="#23211c" stroke-width="9" {}
                path d={ "M60 " (y - 8.0) "h44" } stroke=(look.fill) stroke-width="5" stroke-dasharray=[Some(DASHES[n]).filter(|it| !it.is_empty())] {}
                text x="118" y=(y) font-size="24" font-weight=(if game.winners.contains(split.seat) { "700" } else { "400" }) {
                    (shortened(name, LETTERS))
                }
                @let amounts = [change(words, split.luck()), change(words, split.mistakes), share(words, split.outcome)];
                @for (at, amount) in COLUMNS.into_iter().zip(amounts) {
                    text x=(at) y=(y) font-size="24" text-anchor="end" { (amount) }
                }
            }
            (graph(words, game))
            text x="60" y="570" font-size="17" fill="#565044" { (msg!(words, "coach-card-note")) }
            text x="60" y="598" font-size="17" fill="#565044" { (msg!(words, "coach-card-about")) }
        }
    };
    card.into_string() + "\n"
}

/// Renders the graph of chances.
fn graph(words: Words, game: &Analysis) -> Markup {
    let (left, right, top, bottom) = GRAPH;
    let last = game.course.len().saturating_sub(1).max(1);
    let y = |share: f64| round(bottom - share * (bottom - top));
    let line = |seat: usize| {
        let count = POINTS.min(last);
        let steps = (0..=count).map(|n| n * last / count);
        let points = steps.filter_map(|step| Some((step, game.course.get(step)?[seat])));
        let points = points.map(|(step, share)| {
            format!("{} {}", round(left + step as f64 / last as f64 * (right - left)), y(share))
        });
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    };
    html! {
        text x=(left) y="168" font-size="18" fill="#565044" { (msg!(words, "coach-chances")) }
        @for percent in [0, 50, 100] {
            @let height = y(f64::from(percent) / 100.0);
            path d={ "M" (left) " " (height) "H" (right) } stroke="#d8d0bd" fill="none" {}
            text x=(left - 8.0) y=(height + 6.0) font-size="15" text-anchor="end" fill="#565044" { (percent) " %" }
        }
        @for (seat, split) in game.seats.iter().enumerate() {
            @let path = line(seat);
            path d=(path) fill="none" stroke="#23211c" stroke-width="6" stroke-linejoin="round" {}
            path d=(path) fill="none" stroke=(::draw::seat_look(split.seat).fill) stroke-width="3.6" stroke-dasharray=[Some(DASHES[seat]).filter(|it| !it.is_empty())] {}
        }
    }
}

/// A text that fits into its place.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_names_are_shortened_by_letters() {
        assert_eq!(shortened("Ada", 3), "Ada");
        assert_eq!(shortened("Äöü ß", 4), "Äöü…");
    }
}
