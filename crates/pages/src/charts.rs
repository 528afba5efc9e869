//! Charts as SVG without styles of their own, each with its numbers as a table beside it.

use crate::{Standing, Words, say};
use game::Seat;
use maud::{Markup, html};

/// How often two dice show each sum, of 36.
const WAYS: [u32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// The rolls of a game as bars, with what fair dice would show on average as steps.
pub(crate) fn rolls(words: Words, rolls: &[u32; 13]) -> Markup {
    let total: u32 = rolls.iter().sum();
    if total == 0 {
        return html! { p class="empty" { (say!(words, "rolls-none")) } };
    }
    let expected = |sum: usize| f64::from(total) * f64::from(WAYS[sum]) / 36.0;
    let highest = (2..=12).map(|sum| expected(sum).max(f64::from(rolls[sum]))).fold(1.0, f64::max);
    let height = |value: f64| value / highest * 100.0;
    html! {
        figure class="chart" {
            svg class="rolls" viewBox="0 0 264 140" role="img"
                aria-label=(say!(words, "rolls-label", total = total)) {
                @for sum in 2..=12_usize {
                    @let x = 24 * (sum - 2) + 2;
                    @let bar = height(f64::from(rolls[sum]));
                    rect class=(if matches!(sum, 6 | 8) { "bar red" } else if sum == 7 { "bar seven" } else { "bar" })
                        x=(x) y=(round(116.0 - bar)) width="18" height=(round(bar)) rx="3" {}
                    path class="expected" d={ "M" (x - 2) " " (round(116.0 - height(expected(sum)))) "h22" } {}
                    @if rolls[sum] > 0 {
                        text class="value" x=(x + 9) y=(round(112.0 - bar.max(height(expected(sum))))) text-anchor="middle" { (rolls[sum]) }
                    }
                    text class="label" x=(x + 9) y="133" text-anchor="middle" { (sum) }
                }
            }
            figcaption { (say!(words, "rolls-caption", total = total)) }
        }
    }
}

/// The same as a table.
pub(crate) fn rolls_table(words: Words, rolls: &[u32; 13]) -> Markup {
    let total: u32 = rolls.iter().sum();
    html! {
        table class="numbers" {
            caption { (say!(words, "rolls-label", total = total)) }
            thead {
                tr {
                    th scope="col" { (say!(words, "rolls-sum")) }
                    th scope="col" { (say!(words, "rolls-times")) }
                    th scope="col" { (say!(words, "rolls-expected")) }
                }
            }
            tbody {
                @for sum in 2..=12_usize {
                    tr {
                        th scope="row" { (sum) }
                        td { (rolls[sum]) }
                        td { (tenths(words, total * WAYS[sum] * 10 / 36)) }
                    }
                }
            }
        }
    }
}

/// The points of every seat over the turns, and the points that win, where there are such.
pub(crate) fn course(
    words: Words,
    names: &[(Seat, String)],
    course: &[Standing],
    goal: Option<i32>,
) -> Markup {
    let Some(last) = course.last() else { return html! {} };
    if course.len() < 2 {
        return html! { p class="empty" { (say!(words, "course-none")) } };
    }
    let (width, height) = (520.0, 200.0);
    let most = course.iter().flat_map(|points| points.0).chain(goal).max().unwrap_or(1).max(10);
    let x = |n: usize| 20.0 + (width - 20.0) * n as f64 / (course.len() - 1) as f64;
    let y = |points: i32| 8.0 + height - height * f64::from(points) / f64::from(most);
    // Equal lines would hide each other: each seat is moved by a pixel or two.
    let apart = |seat: Seat| (seat.index() as f64 - 1.5) * 2.0;
    let line = |seat: Seat| {
        let mut path = String::new();
        for (n, points) in course.iter().enumerate() {
            let command = if n == 0 { 'M' } else { 'L' };
            path += &format!("{command}{} {}", round(x(n)), round(y(points[seat]) + apart(seat)));
        }
        path
    };
    html! {
        figure class="chart" {
            svg class="course" viewBox="0 0 560 232" role="img" aria-label=(say!(words, "course-label")) {
                @for points in (0..=most).step_by(step(most)) {
                    path class="grid" d={ "M20 " (round(y(points))) "H" (width) } {}
                    text class="label" x="14" y=(round(y(points) + 4.0)) text-anchor="end" { (points) }
                }
                @if let Some(goal) = goal { path class="goal" d={ "M20 " (round(y(goal))) "H" (width) } {} }
                @for (seat, name) in names {
                    @let look = ::draw::seat_look(*seat);
                    @let dashes = ["", "9 3", "2 3", "9 3 2 3", "14 4", "4 4"][seat.index()];
                    path class="under" d=(line(*seat)) {}
                    path class="line" stroke=(look.fill) stroke-dasharray=[(!dashes.is_empty()).then_some(dashes)]
                        d=(line(*seat)) { title { (name) } }
                }
                @for (seat, points) in spread(names, last, &y) {
                    @let look = ::draw::seat_look(seat);
                    g transform={ "translate(" (width + 14.0) " " (round(points)) ")" } {
                        rect class="end" x="-10" y="-10" width="20" height="20" rx="6" fill=(look.fill) {}
                        path fill=(look.ink) d=(look.mark.path()) {}
                    }
                }
                text class="label" x="20" y="228" { (say!(words, "course-start")) }
                text class="label" x=(width) y="228" text-anchor="end" {
                    (say!(words, "course-turn", turn = course.len() - 1))
                }
            }
        }
        details class="alternative" {
            summary { (say!(words, "course-as-table")) }
            div class="scroll" tabindex="0" {
                table class="numbers" {
                    thead {
                        tr {
                            th scope="col" { (say!(words, "course-turn-head")) }
                            @for (_, name) in names { th scope="col" { (name) } }
                        }
                    }
                    tbody {
                        @for (n, points) in course.iter().enumerate() {
                            tr {
                                th scope="row" { (n) }
                                @for (seat, _) in names { td { (points[*seat]) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Points of every seat by what they came from, as one bar a seat.
pub(crate) fn kinds(
    words: Words,
    label: &str,
    heads: &[String],
    bars: &[(Seat, String, Vec<u16>)],
) -> Markup {
    let most = bars.iter().map(|(_, _, parts)| parts.iter().sum::<u16>()).max().unwrap_or(0).max(1);
    let width = |points: u16| 400.0 * f64::from(points) / f64::from(most);
    let height = 34 * bars.len();
    html! {
        figure class="chart" {
            svg class="kinds" viewBox={ "0 0 560 " (height) } role="img" aria-label=(label) {
                @for (n, (seat, _, parts)) in bars.iter().enumerate() {
                    @let look = ::draw::seat_look(*seat);
                    @let y = 34 * n;
                    g transform={ "translate(16 " (y + 16) ")" } {
                        rect class="end" x="-10" y="-10" width="20" height="20" rx="6" fill=(look.fill) {}
                        path fill=(look.ink) d=(look.mark.path()) {}
                    }
                    @for (part, &points) in parts.iter().enumerate().filter(|(_, points)| **points > 0) {
                        @let x = 36.0 + width(parts[..part].iter().sum());
                        rect class={ "part part-" (part) } x=(round(x)) y=(y + 4) width=(round(width(points))) height="24" {}
                        @if width(points) > 18.0 {
                            text class="on" x=(round(x + width(points) / 2.0)) y=(y + 20) text-anchor="middle" { (points) }
                        }
                    }
                    @let total: u16 = parts.iter().sum();
                    text class="value" x=(round(44.0 + width(total))) y=(y + 20) { (total) }
                }
            }
            ul class="legend" {
                @for (part, head) in heads.iter().enumerate() {
                    li { svg viewBox="0 0 16 16" aria-hidden="true" { rect class={ "part part-" (part) } width="16" height="16" rx="3" {} } (head) }
                }
            }
            figcaption { (say!(words, "land-chart-about")) }
        }
    }
}

/// Where the marks at the ends of the lines go, so that none covers another.
fn spread(names: &[(Seat, String)], last: &Standing, y: &dyn Fn(i32) -> f64) -> Vec<(Seat, f64)> {
    let mut ends: Vec<(Seat, f64)> = names.iter().map(|(seat, _)| (*seat, y(last[*seat]))).collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    for n in 1..ends.len() {
        ends[n].1 = ends[n].1.max(ends[n - 1].1 + 22.0);
    }
    // Back up from the bottom where they ran out of room.
    let mut floor = 210.0;
    for end in ends.iter_mut().rev() {
        end.1 = end.1.min(floor);
        floor = end.1 - 22.0;
    }
    ends
}

/// How far apart the lines of the grid are, so that there are at most seven.
fn step(most: i32) -> usize {
    [2, 5, 10, 20, 50].into_iter().find(|step| most / step < 7).unwrap_or(100) as usize
}

fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A number given in tenths, with the decimal sign of the language.
fn tenths(words: Words, tenths: u32) -> String {
    say!(words, "decimal", whole = tenths / 10, tenth = tenths % 10)
}
