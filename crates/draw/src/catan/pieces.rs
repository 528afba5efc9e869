//! The symbols on the island: pieces, tokens, ships of the harbours, the robber. In the markup `@` stands for the prefix of ids
//! and `~` for that of classes.

use crate::glyphs;
use ::catan::Piece;

/// A piece in its own coordinates.
pub(super) struct Form {
    /// The silhouette.
    pub(super) outline: &'static str,
    /// The lit side.
    pub(super) light: &'static str,
    /// The shaded side.
    pub(super) shade: &'static str,
    /// The shadow on the ground.
    pub(super) shadow: &'static str,
    /// The position of the seat's mark, and its scale.
    pub(super) mark: (f32, f32, f32),
}

/// The form of a piece: roads lie along the x axis, buildings stand on their intersection at (0, 0).
pub(super) const fn form(piece: Piece) -> Form {
    match piece {
        Piece::Road => Form {
            outline: "M-21.5 -7H21.5a4 4 0 0 1 4 4V3a4 4 0 0 1 -4 4H-21.5a4 4 0 0 1 -4 -4V-3a4 4 0 0 1 4 -4z",
            light: "M-22 -5H22a1.7 1.7 0 0 1 0 3.4H-22a1.7 1.7 0 0 1 0 -3.4z",
            shade: "",
            shadow: "",
            mark: (0.0, 0.0, 0.8),
        },
        Piece::Settlement => Form {
            outline: "M-14.5 16V1H-20L0 -20L20 1H14.5V16z",
            light: "M-17 0L0 -18V0z",
            shade: "M0 -18.5L18 0H0z",
            shadow: "M-14 17l34 -3v-14l-4 -4z",
            mark: (0.0, 7.0, 1.0),
        },
        Piece::City => Form {
            outline: "M-24 18V-27H-19V-23H-15V-27H-10V-23H-6V-27H-1V-9.5L12 -20L28 -4H23.5V18z",
            light: "M-22.5 -20.5h20v4h-20z",
            shade: "M12 -18L26 -4H-1V-7zM-15 -10h5v8h-5zM-16 17v-7a3.5 3.5 0 0 1 7 0v7z",
            shadow: "M-20 19l48 -3v-14l-4 -4z",
            mark: (11.5, 6.5, 1.0),
        },
    }
}

/// The definitions of a piece: its silhouette, and the whole. It takes the seat's colour from outside.
pub(super) fn definition(piece: Piece) -> String {
    let (name, form) = (piece.name(), form(piece));
    let layer = |class: &str, path: &str| {
        if path.is_empty() { String::new() } else { format!("<path class=\"~{class}\" d=\"{path}\"/>") }
    };
    format!(
        "<path id=\"@{name}-form\" d=\"{}\"/><g id=\"@{name}\">{}<use href=\"#@{name}-form\" class=\"~line\"/>{}{}</g>",
        form.outline,
        layer("shadow", form.shadow),
        layer("shine", form.light),
        layer("shade", form.shade)
    )
}

/// The robber around (0, 0): a hooded figure with a sack.
pub(super) const ROBBER: &str = r##"<path class="~casing" stroke-width="5" d="M-16 26Q-17 8 -9 -3A12 13 0 1 1 11 -2Q18 10 17 26z"/><path class="~cloak" d="M-16 26Q-17 8 -9 -3A12 13 0 1 1 11 -2Q18 10 17 26z"/><path class="~cloak-light" d="M-9 -3Q1 5 11 -2Q14 4 15.5 11Q8 1 1 4Q-9 2 -13.5 8Q-12 2 -9 -3zM3 26Q6 15 3 6L8 10Q11 18 10 26z"/><path class="~casing" stroke-width="0" d="M-8 -14Q1 -18 10 -13Q10 -6 1 -5Q-7 -6 -8 -14z"/><path class="~cloak" d="M-9 -15Q1 -19 11 -14L10 -8.5Q6 -5 2 -9H0Q-4 -5 -7 -9z"/><path class="~pale" d="M-5.5 -12.5l4 1l-1 1.5h-2.5zM7.5 -12l-4 .5l1 1.5h2.5z"/><path class="~sack" d="M8 25Q4 14 13 9L11 5L18 4.5L17 9.5Q28 14 23 25Q15 28 8 25z"/>"##;

/// Targets and halos of paths, which lie along the x axis.
pub(super) const SHARED: &str = r##"
<path id="@path-hit" d="M-41 0L-24 -30H24L41 0L24 30H-24z"/>
<rect id="@path-halo" x="-19" y="-6" width="38" height="12" rx="6"/>
"##;

/// Returns the number of dots on a token: the number of ways in which two dice roll it. 0 for 7 and for impossible numbers.
pub(super) const fn dots(number: u8) -> u8 {
    match number {
        2..=6 => number - 1,
        8..=12 => 13 - number,
        _ => 0,
    }
}

/// A number token: the likelier, the larger and heavier; 6 and 8 are red, bold and ringed besides.
pub(super) fn token(number: u8) -> String {
    let dots = dots(number);
    let cap = 14.0 + 2.0 * f32::from(dots);
    let (scale, weight) = (cap / glyphs::CAP, 1.2 + 0.1 * f32::from(dots));
    let (colour, weight, ring) = match dots {
        5 => ("~red", weight + 0.25, "<circle class=\"~red ~ink\" r=\"24\" stroke-width=\"1.8\"/>"),
        _ => ("~dark", weight, ""),
    };
    let pips: String = (0..dots)
        .map(|n| {
            let x = 5.8 * (f32::from(n) - f32::from(dots - 1) / 2.0);
            format!("<circle cx=\"{}\" cy=\"16\" r=\"2.3\"/>", crate::svg::Num(x))
        })
        .collect();
    format!(
        "<circle class=\"~shadow\" cy=\"3\" r=\"28\"/><circle class=\"~token\" r=\"27\"/><g class=\"{colour}\">\
         <path class=\"~ink\" transform=\"translate(0 -4.5) scale({scale:.1})\" stroke-width=\"{weight:.2}\" d=\"{}\"/>{pips}</g>{ring}",
        glyphs::centred(&number.to_string(), 0.0, 0.0)
    )
}
