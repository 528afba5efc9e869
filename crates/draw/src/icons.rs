//! Small pictures every game uses: dice and seat marks.
//!
//! Each is a whole `<svg>` without ids, hidden from screen readers (the page says it in words), sized by the page.

use crate::palette::SeatLook;

/// Wraps `body` as an icon with a view box `size` units square around (0, 0).
pub(crate) fn icon(class: &str, size: u8, body: &str) -> String {
    let half = f32::from(size) / 2.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"icon icon-{class}\" viewBox=\"-{half} -{half} {size} {size}\" \
         aria-hidden=\"true\" focusable=\"false\">{body}</svg>"
    )
}

/// The colours of a die: its face, its side, its outline.
type DieLook = [&'static str; 3];
/// A die of bone.
pub(crate) const BONE: DieLook = ["#fdf8ea", "#bda878", "#8f7b4e"];
/// A red one.
const RED: DieLook = ["#b8162a", "#7d0f1d", "#5e0a14"];

/// A die with `body` on its face.
pub(crate) fn die([ground, side, edge]: DieLook, body: &str) -> String {
    format!(
        "<rect x=\"-14.5\" y=\"-14\" width=\"29\" height=\"29\" rx=\"6.5\" fill=\"{side}\"/>\
         <rect x=\"-14.5\" y=\"-15\" width=\"29\" height=\"28.5\" rx=\"6.5\" fill=\"{ground}\" stroke=\"{edge}\" \
         stroke-width=\"1\"/>{body}"
    )
}

/// The pips of a face, 1 to 6; none of any other number.
fn pips(face: u8, colour: &str) -> String {
    // Which of the centre, the two diagonals and the middle row are there.
    let spots: &[(i8, i8)] = match face {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[],
    };
    let pips: String = spots
        .iter()
        .map(|&(x, y)| {
            format!("<circle cx=\"{}\" cy=\"{}\" r=\"2.8\"/>", f32::from(x) * 7.4, f32::from(y) * 7.4)
        })
        .collect();
    format!("<g fill=\"{colour}\" transform=\"translate(0 -.75)\">{pips}</g>")
}

/// The face of a die, 1 to 6; any other number gives a blank face.
#[must_use]
pub fn die_svg(face: u8) -> String {
    icon(&format!("die die-{face}"), 32, &die(BONE, &pips(face, "#2b2620")))
}

/// The face of a red die: with other games' dice one tells them apart (`CK-TERM-4`).
#[must_use]
pub fn red_die_svg(face: u8) -> String {
    icon(&format!("die die-red die-{face}"), 32, &die(RED, &pips(face, "#fff4e4")))
}

/// The faces of both kinds of dice, with their names.
pub(crate) fn dice() -> Vec<(String, String)> {
    let faces =
        |face| [(format!("die-{face}"), die_svg(face)), (format!("die-red-{face}"), red_die_svg(face))];
    (1..=6).flat_map(faces).collect()
}

/// The mark of a seat on its colour: beside names, in logs, on buttons.
#[must_use]
pub fn seat_mark(look: SeatLook) -> String {
    icon(
        "seat",
        32,
        &format!(
            "<rect x=\"-15.5\" y=\"-15.5\" width=\"31\" height=\"31\" rx=\"9\" fill=\"#fff\" fill-opacity=\".75\"/>\
             <rect x=\"-13.5\" y=\"-13.5\" width=\"27\" height=\"27\" rx=\"7.5\" fill=\"{}\" stroke=\"#2a211a\" \
             stroke-width=\"2\"/><path d=\"{}\" fill=\"{}\" transform=\"scale(1.5)\"/>",
            look.fill,
            look.mark.path(),
            look.ink
        ),
    )
}
