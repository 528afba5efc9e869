//! The winning chances of a finished game as a chart.

use super::charts::round;
use crate::words::{Words, msg};
use ::analysis::{Analysis, Mark};
use maud::{Markup, html};

/// The size of the chart, and the area of the lines in it.
const SIZE: (f64, f64) = (560.0, 232.0);
const LEFT: f64 = 34.0;
const RIGHT: f64 = 524.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 206.0;

/// The dashes of each seat's line.
pub(crate) const DASHES: [&str; 6] = ["", "9 3", "2 3", "9 3 2 3", "14 4", "4 4"];

/// Renders a line for each seat over the steps, and a ring at each mistake; `place` is the address of the position of a step.
pub(crate) fn chances(
    words: Words,
    game: &Analysis,
    names: &[String],
    place: &dyn Fn(usize) -> String,
) -> Markup {
    let last = game.steps.max(1) as f64;
    let x = |step: usize| round(LEFT + step as f64 / last * (RIGHT - LEFT));
    let y = |share: f64| round(BOTTOM - share * (BOTTOM - TOP));
    let line = |seat: usize| {
        let points = game.course.iter().enumerate();
        let points = points.map(|(step, shares)| format!("{} {}", x(step), y(shares[seat])));
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    };
    let marked = game.decisions.iter().filter(|it| it.mark >= Some(Mark::Mistake));
    html! {
        figure class="chart chances" {
            svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="group"
                aria-label=(msg!(words, "coach-graph", game = words.game_title(&game.game))) {
                @for percent in [0, 25, 50, 75, 100] {
                    @let height = y(f64::from(percent) / 100.0);
                    path class="grid" d={ "M" (LEFT) " " (height) "H" (RIGHT) } {}
                    text class="label" x=(LEFT - 6.0) y=(height + 4.0) text-anchor="end" { (percent) " %" }
                }
                @for (seat, split) in game.seats.iter().enumerate() {
                    @let look = ::draw::seat_look(split.seat);
                    path class="under" d=(line(seat)) {}
                    path class="line" stroke=(look.fill) stroke-dasharray=[Some(DASHES[seat]).filter(|it| !it.is_empty())]
                        d=(line(seat)) { title { (names[seat]) } }
                }
                @for decision in marked {
                    @let seat = decision.seat.index();
                    @let label = msg!(words, "coach-point", turn = decision.turn, name = names[seat].as_str());
                    a href=(place(decision.step - 1)) aria-label=(label) {
                        circle class="ring" cx=(x(decision.step)) cy=(y(game.course[decision.step][seat])) r="5" {
                            title { (label) }
                        }
                    }
                }
                text class="label" x=(RIGHT) y="226" text-anchor="end" { (msg!(words, "coach-steps")) }
            }
            figcaption {
                ul class="legend" {
                    @for (split, name) in game.seats.iter().zip(names) {
                        li { (super::shell::icon(&format!("seat-{}", split.seat))) (name) }
                    }
                }
                p { (msg!(words, "coach-chances-about")) }
            }
        }
    }
}
