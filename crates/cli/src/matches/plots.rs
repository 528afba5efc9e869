//! Plots of the report page, as SVG without scripts. Colours come from the page's style sheet.

use maud::{Markup, html};

/// The size of a plot, and the room for what stands around it.
const SIZE: (f64, f64) = (440.0, 260.0);
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 42.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;

/// The frame of a plot: the ranges of its values and the labels of its axes.
pub(super) struct Frame<'a> {
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
    pub(super) x_title: &'a str,
    /// The text alternative of the plot.
    pub(super) label: &'a str,
    /// Formats a value of the vertical axis.
    pub(super) y_text: fn(f64) -> String,
    /// The labels of the horizontal axis; round numbers if there are none.
    pub(super) x_texts: &'a [(f64, String)],
}

/// A part of a plot.
pub(super) enum Layer<'a> {
    /// A line through points.
    Line(&'a [(f64, f64)]),
    /// The area between two lines: x, lower and upper end.
    Band(&'a [(f64, f64, f64)]),
    /// A horizontal line at a value.
    Level(f64),
    /// A dot at each point.
    Dots(&'a [(f64, f64)]),
    /// A bar from 0 for each of x, width and value.
    Bars(&'a [(f64, f64, f64)]),
    /// A whisker for each of x, lower and upper end.
    Whiskers(&'a [(f64, f64, f64)]),
}

impl Frame<'_> {
    fn x(&self, value: f64) -> f64 {
        let share = (value - self.x.0) / (self.x.1 - self.x.0).max(f64::MIN_POSITIVE);
        LEFT + share.clamp(0.0, 1.0) * (SIZE.0 - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value - self.y.0) / (self.y.1 - self.y.0).max(f64::MIN_POSITIVE);
        SIZE.1 - BOTTOM - share.clamp(0.0, 1.0) * (SIZE.1 - BOTTOM - TOP)
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (n, (x, y)) in points.enumerate() {
            path += if n == 0 { "M" } else { "L" };
            path += &format!("{} {}", round(self.x(x)), round(self.y(y)));
        }
        path
    }

    /// The plot with its layers, the first of them at the back.
    pub(super) fn draw(&self, layers: &[Layer<'_>]) -> Markup {
        let (width, height) = SIZE;
        let base = height - BOTTOM;
        let numbers: Vec<(f64, String)>;
        let x_texts = if self.x_texts.is_empty() {
            numbers = ticks(self.x, 6).into_iter().map(|value| (value, number(value))).collect();
            &numbers
        } else {
            self.x_texts
        };
        html! {
            svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(self.label) {
                @for value in ticks(self.y, 5) {
                    path class="grid" d={ "M" (LEFT) " " (round(self.y(value))) "H" (width - RIGHT) } {}
                    text x=(LEFT - 6.0) y=(round(self.y(value) + 4.0)) text-anchor="end" { ((self.y_text)(value)) }
                }
                @for (value, text) in x_texts {
                    text x=(round(self.x(*value))) y=(base + 16.0) text-anchor="middle" { (text) }
                }
                text class="axis" x=(width - RIGHT) y=(height - 6.0) text-anchor="end" { (self.x_title) }
                @for layer in layers { (self.layer(layer)) }
            }
        }
    }

    fn layer(&self, layer: &Layer<'_>) -> Markup {
        let half = 4.0;
        html! {
            @match layer {
                Layer::Line(points) => { path class="line" d=(self.path(points.iter().copied())) {} }
                Layer::Band(ends) => {
                    @let lower = ends.iter().map(|&(x, low, _)| (x, low));
                    @let upper = ends.iter().rev().map(|&(x, _, high)| (x, high));
                    path class="band" d={ (self.path(lower.chain(upper))) "Z" } {}
                }
                Layer::Level(value) => {
                    path class="level" d={ "M" (LEFT) " " (round(self.y(*value))) "H" (SIZE.0 - RIGHT) } {}
                }
                Layer::Dots(points) => {
                    @for &(x, y) in *points { circle class="dot" cx=(round(self.x(x))) cy=(round(self.y(y))) r="2.5" {} }
                }
                Layer::Bars(bars) => {
                    @for &(x, wide, value) in *bars {
                        @let (left, right) = (self.x(x), self.x(x + wide));
                        @let (top, bottom) = (self.y(value.max(0.0)), self.y(value.min(0.0)));
                        rect class="bar" x=(round(left + 0.5)) y=(round(top)) width=(round((right - left - 1.0).max(0.5)))
                            height=(round(bottom - top)) {}
                    }
                }
                Layer::Whiskers(ends) => {
                    @for &(x, low, high) in *ends {
                        @let (x, low, high) = (self.x(x), round(self.y(low)), round(self.y(high)));
                        path class="whisker" d={ "M" (round(x - half)) " " (low) "h" (2.0 * half) "M" (round(x)) " " (low) "V" (high)
                            "M" (round(x - half)) " " (high) "h" (2.0 * half) } {}
                    }
                }
            }
        }
    }
}

/// At most `most` round values within a range.
fn ticks((low, high): (f64, f64), most: usize) -> Vec<f64> {
    let rough = (high - low) / most as f64;
    if !rough.is_finite() || rough <= 0.0 {
        return Vec::new();
    }
    let unit = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|times| times * unit).into_iter().find(|step| *step >= rough * 0.999);
    let step = step.unwrap_or(10.0 * unit);
    let first = (low / step - 1e-9).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|value| *value <= high + step * 1e-9).collect()
}

/// A value as short as it is exact.
pub(super) fn number(value: f64) -> String {
    let text = format!("{:.3}", value.abs());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if value < 0.0 && text != "0" { format!("−{text}") } else { text.to_owned() }
}

/// A coordinate, to a hundredth.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// At most `most` of the numbers 1 to `count`, evenly apart, the last one included.
pub(super) fn steps(count: usize, most: usize) -> Vec<usize> {
    let most = most.min(count);
    (1..=most).map(|step| step * count / most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let texts = |range, most| ticks(range, most).into_iter().map(number).collect::<Vec<_>>().join(" ");
        assert_eq!(texts((0.0, 1.0), 5), "0 0.2 0.4 0.6 0.8 1");
        assert_eq!(texts((-37.0, 52.0), 6), "−20 0 20 40");
        assert_eq!(texts((3.0, 3.0), 6), "");
    }

    #[test]
    fn steps_end_with_the_last() {
        assert_eq!(steps(10, 4), [2, 5, 7, 10]);
        assert_eq!(steps(3, 8), [1, 2, 3]);
        assert!(steps(0, 8).is_empty());
    }
}
