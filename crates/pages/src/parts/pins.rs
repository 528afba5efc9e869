//! Pins on the picture of a board: what was played, and what would have been better. They differ by their form, not only by their colour.

use maud::{Markup, html};

/// A place on the picture of a board, in its coordinates.
pub(crate) type Spot = (f32, f32);

/// The radius of a pin, in units of the picture.
const RADIUS: f32 = 26.0;

/// The meaning of a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pin {
    /// A cross in a dashed ring: this was played.
    Played,
    /// A tick on a full disc: this is better.
    Better,
    /// A number on a small disc: so the line goes on.
    Then(usize),
}

impl Pin {
    /// Renders the pin around the origin.
    fn shape(self) -> Markup {
        html! {
            @match self {
                Pin::Played => {
                    circle r=(RADIUS) fill="#fff" stroke="#8c1d18" stroke-width="5" stroke-dasharray="9 6" {}
                    path d="M-10-10 10 10M10-10-10 10" fill="none" stroke="#8c1d18" stroke-width="7" stroke-linecap="round" {}
                }
                Pin::Better => {
                    circle r=(RADIUS) fill="#0b4f6c" stroke="#fff" stroke-width="5" {}
                    path d="M-12 1-4 10 13-9" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" {}
                }
                Pin::Then(number) => {
                    circle r=(0.8 * RADIUS) fill="#fff" stroke="#0b4f6c" stroke-width="5" {}
                    text y="9" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="26" fill="#0b4f6c" { (number) }
                }
            }
        }
    }

    /// Renders the pin as a small picture for a legend.
    pub(crate) fn sign(self) -> Markup {
        html! {
            svg class="icon" viewBox="-30 -30 60 60" aria-hidden="true" focusable="false" { (self.shape()) }
        }
    }
}

/// Adds pins to a picture: where two of what was played and what is better would lie over each other, they stand side by side. `then` has
/// the numbers of the actions after the better one with their places; one that has another pin already gets none.
pub(crate) fn with_pins(
    mut svg: String,
    played: Option<Spot>,
    better: Option<Spot>,
    then: &[(usize, Spot)],
) -> String {
    let beside = match (played, better) {
        (Some(one), Some(other)) if (one.0 - other.0).hypot(one.1 - other.1) < 2.0 * RADIUS => RADIUS,
        _ => 0.0,
    };
    let pin = |pin: Pin, (x, y): Spot, beside: f32| {
        html! { g transform={ "translate(" (x + beside) " " (y) ")" } { (pin.shape()) } }.into_string()
    };
    let mut taken: Vec<Spot> = played.into_iter().chain(better).collect();
    let mut pins: String = Vec::from_iter([
        played.map(|at| pin(Pin::Played, at, -beside)),
        better.map(|at| pin(Pin::Better, at, beside)),
    ])
    .into_iter()
    .flatten()
    .collect();
    for &(number, at) in then {
        if taken.iter().all(|it| (it.0 - at.0).hypot(it.1 - at.1) >= RADIUS) {
            pins += &pin(Pin::Then(number), at, 0.0);
            taken.push(at);
        }
    }
    if let Some(end) = svg.rfind("</svg>") {
        svg.insert_str(end, &pins);
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_stand_where_they_belong_and_beside_each_other() {
        let board = || "<svg><path/></svg>".to_owned();
        assert_eq!(with_pins(board(), None, None, &[]), board());
        let far = with_pins(board(), Some((10.0, 20.0)), Some((200.0, 20.0)), &[]);
        assert!(far.contains("translate(10 20)") && far.contains("translate(200 20)"), "{far}");
        assert!(far.ends_with("</g></svg>") && far.starts_with("<svg><path/><g"), "{far}");
        let near = with_pins(board(), Some((10.0, 20.0)), Some((10.0, 20.0)), &[]);
        assert!(near.contains("translate(-16 20)") && near.contains("translate(36 20)"), "{near}");
        let line = with_pins(
            board(),
            None,
            Some((10.0, 20.0)),
            &[(2, (12.0, 20.0)), (3, (90.0, 20.0)), (4, (91.0, 20.0))],
        );
        assert!(line.contains("translate(90 20)") && line.contains(">3</text>"), "{line}");
        assert!(!line.contains(">2</text>") && !line.contains(">4</text>"), "a place has one pin: {line}");
        assert_ne!(Pin::Played.sign().into_string(), Pin::Better.sign().into_string());
    }
}
