//! The grid of Kerbe as a picture.

use crate::palette::{Tone, themed};
use crate::svg::Svg;
use crate::{Style, glyphs};
use kerbe::{Cell, Kerbe, Notch};

const TONES: &[Tone] = &[
    Tone { name: "k-wood", light: "#e2cfa9", dark: "#3a3127" },
    Tone { name: "k-cell", light: "#f4e9d0", dark: "#4c4135" },
    Tone { name: "k-ink", light: "#4d3d22", dark: "#e5d6b8" },
    Tone { name: "k-lit", light: "#ffd84a", dark: "#b88f12" },
];

const SHEET: &str = "\
&.kerbe .wood{fill:$k-wood}&.kerbe .halo{fill:$k-cell;stroke:$k-ink;stroke-width:2}&.kerbe .number{fill:none;stroke:$k-ink}
&.kerbe .lit{cursor:pointer}&.kerbe .lit>.halo{fill:$k-lit;stroke-width:4}&.kerbe .latest>.halo{stroke-width:6}
&.kerbe [data-place]:focus{outline:none}&.kerbe .lit:hover>.halo,&.kerbe [data-place]:focus-visible>.halo{stroke-width:9}
";

/// The style sheet of [`kerbe_svg`], for pages that serve it once.
#[must_use]
pub fn stylesheet(style: &Style) -> String {
    themed(SHEET, TONES, style.theme, style.look)
}

/// A position as SVG, with the last notch marked and what is `legal` lit. Each cell is a group `space` with its name as
/// `data-place`.
#[must_use]
pub fn kerbe_svg(game: &Kerbe, legal: &[Notch], style: &Style) -> String {
    let mut svg = Svg::new();
    svg.open_picture(style, "board kerbe", "0 0 700 700", stylesheet);
    svg.leaf("rect", &[("class", &"wood"), ("width", &700), ("height", &700)]);
    for n in 1..=6 {
        for (x, y) in [(100 * n, 30), (30, 100 * n)] {
            let (at, number) = (format!("translate({x} {y})"), glyphs::centred(&n.to_string(), 0.0, 0.0));
            svg.leaf("path", &[("class", &"number"), ("transform", &at), ("d", &number)]);
        }
    }
    let latest = game.notches().last();
    for cell in Cell::all() {
        let [x, y] = cell.lines().map(|number| 100 * i32::from(number));
        let (is_lit, is_latest) =
            (legal.contains(&Notch(cell)), latest.is_some_and(|(last, _)| last == cell));
        let class =
            ["space", if is_lit { " lit" } else { "" }, if is_latest { " latest" } else { "" }].concat();
        svg.open(
            "g",
            &[("class", &class), ("data-place", &cell), ("transform", &format!("translate({x} {y})"))],
        );
        svg.leaf(
            "rect",
            &[("class", &"halo"), ("x", &-44), ("y", &-44), ("width", &88), ("height", &88), ("rx", &10)],
        );
        if let Some(seat) = game.at(cell) {
            let look = style.seats[seat.index()];
            svg.leaf(
                "circle",
                &[("r", &32), ("fill", &look.fill), ("stroke", &"#2a211a"), ("stroke-width", &2)],
            );
            svg.leaf("path", &[("transform", &"scale(3)"), ("fill", &look.ink), ("d", &look.mark.path())]);
        }
        svg.close();
    }
    svg.close();
    svg.finish()
}

#[cfg(feature = "any")]
impl crate::any::Drawable for Kerbe {
    fn picture(&self, _: &[Self::Event], style: &Style) -> String {
        let legal: Vec<_> = game::Game::legal_actions(self, self.active()).into_iter().collect();
        kerbe_svg(self, &legal, style)
    }
}
