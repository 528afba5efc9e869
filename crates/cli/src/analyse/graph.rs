//! The graph of winning chances.

use analysis::{Analysis, Mark};
use maud::html;
use pages::{Words, msg};

/// The size of the picture, and the room around the plot.
const SIZE: (f64, f64) = (960.0, 440.0);
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 48.0;

/// The lines of the seats: colours that stay apart for the colour-blind too, each with a pattern of its own.
const LINES: [(&str, &str); 6] = [
    ("#0072b2", ""),
    ("#d55e00", "8 3"),
    ("#009e73", "2 2"),
    ("#cc79a7", "10 3 2 3"),
    ("#8a6d00", "5 5"),
    ("#333333", "1 4"),
];

/// The graph as SVG: a line for each seat over the steps, and a mark at each decision that cost 5 % or more.
pub(super) fn drawn(game: &Analysis, words: Words) -> String {
    let (width, height) = SIZE;
    let last = game.steps.max(1) as f64;
    let x = |step: usize| round(LEFT + step as f64 / last * (width - LEFT - RIGHT));
    let y = |share: f64| round(height - BOTTOM - share * (height - BOTTOM - TOP));
    let path = |seat: usize| {
        let points = game.course.iter().enumerate();
        let text = points.map(|(step, shares)| format!("{} {}", x(step), y(shares[seat])));
        format!("M{}", text.collect::<Vec<_>>().join("L"))
    };
    let name = |seat: usize| {
        let split = &game.seats[seat];
        split.name.as_ref().map_or_else(|| split.seat.to_string(), |name| format!("{} {name}", split.seat))
    };
    let marked = game.decisions.iter().filter(|it| it.mark >= Some(Mark::Mistake));
    let label = msg!(words, "coach-graph", game = words.game_title(&game.game));
    let each = (width - LEFT - RIGHT) / game.seats.len() as f64;
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label=(label) font-family="sans-serif" font-size="13" {
            title { (label) }
            rect width=(width) height=(height) fill="#fff" {}
            @for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                path d={ "M" (LEFT) " " (y(share)) "H" (width - RIGHT) } stroke="#ccc" fill="none" {}
                text x=(LEFT - 8.0) y=(y(share) + 4.0) text-anchor="end" { (100.0 * share) " %" }
            }
            @for seat in 0..game.seats.len() {
                @let (colour, dashes) = LINES[seat];
                path d=(path(seat)) fill="none" stroke=(colour) stroke-width="2" stroke-dasharray=(dashes) {}
                @let left = LEFT + each * seat as f64;
                path d={ "M" (round(left)) " 18h28" } stroke=(colour) stroke-width="3" stroke-dasharray=(dashes) {}
                text x=(round(left + 34.0)) y="22" { (name(seat)) }
            }
            @for decision in marked {
                @let seat = decision.seat.index();
                @let share = game.course[decision.step][seat];
                circle cx=(x(decision.step)) cy=(y(share)) r="5" fill="#fff" stroke=(LINES[seat].0) stroke-width="2" {
                    title { (decision.step) ": " (decision.action) " (" (round(100.0 * decision.cost)) " %)" }
                }
            }
            text x=(width - RIGHT) y=(height - 14.0) text-anchor="end" { (msg!(words, "coach-steps")) }
        }
    };
    picture.into_string() + "\n"
}

/// A coordinate, to a tenth.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
