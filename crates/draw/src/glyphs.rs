//! Digits and letters of our own, as strokes.
//!
//! Pictures carry their own characters, so a board looks the same on every machine, with or without fonts. A glyph
//! is a line drawn with a round pen inside a box 10 high and `width` wide, `y` downwards; the pen's width is the
//! weight of the type. Only what stands on boards and cards is here.

use std::fmt::Write as _;

/// One pen stroke: where it starts, and the rest as relative path commands.
type Stroke = (f32, f32, &'static str);

struct Glyph {
    width: f32,
    strokes: &'static [Stroke],
}

/// The height of capitals and digits between the middles of the strokes.
pub(crate) const CAP: f32 = 10.0;

/// The free space between two glyphs, between the middles of their strokes.
const GAP: f32 = 3.2;

const fn glyph(width: f32, strokes: &'static [Stroke]) -> Glyph {
    Glyph { width, strokes }
}

const fn find(character: char) -> Glyph {
    match character {
        '0' => glyph(6.0, &[(0.0, 3.2, "a3 3.2 0 0 1 6 0v3.6a3 3.2 0 0 1 -6 0z")]),
        '1' => glyph(3.2, &[(0.0, 2.2, "l3.2 -2.2v10")]),
        '2' => glyph(5.8, &[(0.1, 2.9, "a2.8 2.8 0 0 1 5.6 .1c0 2.4 -4.6 4.4 -5.7 7h5.8")]),
        '3' => glyph(
            5.8,
            &[(0.4, 0.0, "h5l-3 3.9c2 0 3.4 1.2 3.4 3c0 1.9 -1.3 3.1 -3 3.1c-1.3 0 -2.3 -.6 -2.8 -1.7")],
        ),
        '4' => glyph(6.4, &[(4.8, 10.0, "v-10l-4.8 7.2h6.4")]),
        '5' => glyph(
            5.8,
            &[(
                5.3,
                0.0,
                "h-4.3l-.6 4.6c.7 -.6 1.5 -.9 2.4 -.9c1.9 0 3 1.4 3 3.1c0 1.9 -1.3 3.2 -3 3.2c-1.2 0 -2.2 -.5 -2.8 -1.5",
            )],
        ),
        '6' => glyph(6.0, &[(4.9, 0.0, "c-2.5 .8 -4.9 3.3 -4.9 6.9a3 3.1 0 0 0 6 0a3 3.1 0 0 0 -5.9 -.8")]),
        '7' => glyph(5.8, &[(0.0, 0.0, "h5.8l-3.6 10")]),
        '8' => glyph(
            6.0,
            &[(3.0, 4.6, "a2.5 2.3 0 0 1 0 -4.6a2.5 2.3 0 0 1 0 4.6a3 2.7 0 0 0 0 5.4a3 2.7 0 0 0 0 -5.4z")],
        ),
        '9' => glyph(6.0, &[(1.1, 10.0, "c2.5 -.8 4.9 -3.3 4.9 -6.9a3 3.1 0 0 0 -6 0a3 3.1 0 0 0 5.9 .8")]),
        ':' => glyph(0.0, &[(0.0, 3.2, "v.01"), (0.0, 7.8, "v.01")]),
        'A' => glyph(6.8, &[(0.0, 10.0, "l3.4 -10l3.4 10"), (1.2, 6.6, "h4.4")]),
        'B' => glyph(5.8, &[(0.0, 0.0, "h3a2.4 2.35 0 0 1 0 4.7h-3h3.2a2.6 2.65 0 0 1 0 5.3h-3.2z")]),
        'C' => glyph(
            6.0,
            &[(
                5.9,
                2.2,
                "c-.6 -1.4 -1.7 -2.2 -3 -2.2c-1.8 0 -2.9 1.6 -2.9 3.4v3.2c0 1.8 1.1 3.4 2.9 3.4c1.3 0 2.4 -.8 3 -2.2",
            )],
        ),
        'D' => glyph(6.0, &[(0.0, 0.0, "h2.4a3.6 3.6 0 0 1 3.6 3.6v2.8a3.6 3.6 0 0 1 -3.6 3.6h-2.4z")]),
        'E' => glyph(5.0, &[(5.0, 0.0, "h-5v10h5"), (0.0, 4.8, "h4.2")]),
        'F' => glyph(5.0, &[(5.0, 0.0, "h-5v10"), (0.0, 4.9, "h4.2")]),
        'G' => glyph(
            6.0,
            &[(
                5.9,
                2.2,
                "c-.6 -1.4 -1.7 -2.2 -3 -2.2c-1.8 0 -2.9 1.6 -2.9 3.4v3.2c0 1.8 1.1 3.4 2.9 3.4c1.8 0 3 -1.3 3 -3.1v-1.5h-2.7",
            )],
        ),
        'H' => glyph(6.0, &[(0.0, 0.0, "v10"), (6.0, 0.0, "v10"), (0.0, 4.9, "h6")]),
        'I' => glyph(0.0, &[(0.0, 0.0, "v10")]),
        'J' => glyph(4.6, &[(4.6, 0.0, "v7.2a2.3 2.6 0 0 1 -4.6 .2")]),
        'K' => glyph(5.6, &[(0.0, 0.0, "v10"), (5.2, 0.0, "l-5.2 6"), (2.0, 3.9, "l3.6 6.1")]),
        'L' => glyph(4.6, &[(0.0, 0.0, "v10h4.6")]),
        'M' => glyph(7.2, &[(0.0, 10.0, "v-10l3.6 6l3.6 -6v10")]),
        'N' => glyph(6.2, &[(0.0, 10.0, "v-10l6.2 10v-10")]),
        'O' => glyph(6.6, &[(0.0, 3.4, "a3.3 3.4 0 0 1 6.6 0v3.2a3.3 3.4 0 0 1 -6.6 0z")]),
        'P' => glyph(5.6, &[(0.0, 10.0, "v-10h3a2.6 2.75 0 0 1 0 5.5h-3")]),
        'Q' => glyph(
            6.8,
            &[(0.0, 3.4, "a3.3 3.4 0 0 1 6.6 0v3.2a3.3 3.4 0 0 1 -6.6 0z"), (4.0, 7.2, "l2.8 3.2")],
        ),
        'R' => glyph(5.8, &[(0.0, 10.0, "v-10h3a2.5 2.6 0 0 1 0 5.2h-3"), (2.6, 5.2, "l3.2 4.8")]),
        'S' => glyph(
            5.8,
            &[(
                5.4,
                1.6,
                "c-.6 -1.1 -1.5 -1.6 -2.6 -1.6c-1.6 0 -2.6 1 -2.6 2.4c0 3.4 5.6 1.8 5.6 5.1c0 1.5 -1.2 2.5 -2.9 2.5c-1.3 0 -2.3 -.6 -2.9 -1.8",
            )],
        ),
        'T' => glyph(6.0, &[(0.0, 0.0, "h6"), (3.0, 0.0, "v10")]),
        'U' => glyph(6.0, &[(0.0, 0.0, "v6.6a3 3.4 0 0 0 6 0v-6.6")]),
        'V' => glyph(6.8, &[(0.0, 0.0, "l3.4 10l3.4 -10")]),
        'W' => glyph(8.6, &[(0.0, 0.0, "l2.3 10l2 -7.6l2 7.6l2.3 -10")]),
        'X' => glyph(6.0, &[(0.0, 0.0, "l6 10"), (6.0, 0.0, "l-6 10")]),
        'Y' => glyph(6.2, &[(0.0, 0.0, "l3.1 5l3.1 -5"), (3.1, 5.0, "v5")]),
        'Z' => glyph(6.0, &[(0.0, 0.0, "h6l-6 10h6")]),
        'a' => glyph(5.0, &[(5.0, 3.6, "v6.4"), (5.0, 6.8, "a2.5 3.2 0 0 0 -5 0a2.5 3.2 0 0 0 5 0")]),
        'b' => glyph(5.0, &[(0.0, 0.0, "v10"), (0.0, 6.8, "a2.5 3.2 0 0 1 5 0a2.5 3.2 0 0 1 -5 0")]),
        'c' => glyph(
            4.8,
            &[(
                4.8,
                5.0,
                "c-.5 -.9 -1.3 -1.4 -2.2 -1.4c-1.6 0 -2.6 1.4 -2.6 3.2s1 3.2 2.6 3.2c.9 0 1.7 -.5 2.2 -1.4",
            )],
        ),
        '×' => glyph(4.6, &[(0.0, 3.2, "l4.6 4.6"), (4.6, 3.2, "l-4.6 4.6")]),
        '-' => glyph(4.0, &[(0.0, 5.0, "h4")]),
        '(' => glyph(2.2, &[(2.2, -1.0, "q-4.4 6 0 12")]),
        ')' => glyph(2.2, &[(0.0, -1.0, "q4.4 6 0 12")]),
        ',' => glyph(1.2, &[(1.0, 9.6, "l-1 2.4")]),
        ' ' => glyph(2.0, &[]),
        '+' => glyph(5.0, &[(0.0, 5.0, "h5"), (2.5, 2.5, "v5")]),
        // A box, as fonts show what they lack.
        _ => glyph(5.0, &[(0.0, 0.0, "h5v10h-5z")]),
    }
}

/// Returns the width of `text`, between the middles of its outer strokes.
pub(crate) fn width(text: &str) -> f32 {
    let glyphs: f32 = text.chars().map(|c| find(c).width).sum();
    glyphs + GAP * text.chars().count().saturating_sub(1) as f32
}

/// The path data of `text` with its middle at (`x`, `y`), in glyph units; to be stroked with round caps and joins.
pub(crate) fn centred(text: &str, x: f32, y: f32) -> String {
    let mut path = String::new();
    let mut pen = x - width(text) / 2.0;
    for character in text.chars() {
        let glyph = find(character);
        for &(dx, dy, rest) in glyph.strokes {
            let (x, y) = (crate::svg::Num(pen + dx), crate::svg::Num(y - CAP / 2.0 + dy));
            write!(path, "M{x} {y}{rest}").expect("a string takes everything");
        }
        pen += glyph.width + GAP;
    }
    path
}
