//! The colours and the style sheet of the expansion's pieces.

use crate::catan::look::tone;
use crate::palette::Tone;

/// The colours that the island does not have.
pub(in crate::catan) const TONES: &[Tone] = &[
    tone("steel", "#e9edf3", "#dde3ec"),
    tone("grip", "#8a5a2e", "#7a4f28"),
    tone("band", "#2b2320", "#1d1715"),
    tone("pip", "#ffe27a", "#ffdc66"),
    tone("hollow", "#c9c3b8", "#b9b2a5"),
    tone("hollow-ink", "#2d2620", "#231d18"),
    tone("stone", "#cbc4b6", "#a9a294"),
    tone("joint", "#7d7567", "#655e52"),
    tone("trade", "#f6c333", "#f0ba2a"),
    tone("trade-ink", "#3a2703", "#3a2703"),
    tone("politics", "#22509f", "#22509f"),
    tone("politics-ink", "#ffffff", "#ffffff"),
    tone("science", "#1f8a5b", "#1d8055"),
    tone("science-ink", "#ffffff", "#ffffff"),
    tone("cart", "#8a5a2e", "#7a4f28"),
    tone("iron", "#f2c14e", "#e8b642"),
    tone("lane", "#eaf6fa", "#9fc4d4"),
    tone("water", "#2f83aa", "#143448"),
];

/// The paints of the markup in [`super::pieces`]: a class, and what it means. In a picture they are rules of the style
/// sheet, in an icon attributes.
pub(in crate::catan) const PAINTS: &[(&str, &str)] = &[
    ("steel", "fill:$steel;stroke:$outline;stroke-width:2.2;stroke-linejoin:round"),
    ("grip", "fill:$grip;stroke:$outline;stroke-width:1.8;stroke-linejoin:round"),
    ("band", "fill:$band"),
    ("pip", "fill:$pip"),
    ("hollow", "fill:$hollow;stroke:$outline;stroke-width:1.8;stroke-linejoin:round"),
    ("stone", "fill:$stone;stroke:$outline;stroke-width:2.2;stroke-linejoin:round"),
    ("joint", "fill:none;stroke:$joint;stroke-width:1.4"),
    ("trade", "fill:$trade;stroke:$outline;stroke-width:2.2;stroke-linejoin:round"),
    ("trade-ink", "fill:$trade-ink"),
    ("politics", "fill:$politics;stroke:$outline;stroke-width:2.2;stroke-linejoin:round"),
    ("politics-ink", "fill:$politics-ink"),
    ("science", "fill:$science;stroke:$outline;stroke-width:2.2;stroke-linejoin:round"),
    ("science-ink", "fill:$science-ink"),
    ("cart", "fill:$cart;stroke:$outline;stroke-width:2;stroke-linejoin:round"),
    ("iron", "fill:$iron;stroke:$outline;stroke-width:1.8;stroke-linejoin:round"),
    ("shackle", "fill:none;stroke:$outline;stroke-width:5.4;stroke-linecap:round"),
    ("shackle-in", "fill:none;stroke:$steel;stroke-width:2.4;stroke-linecap:round"),
    ("sail-red", "fill:$red;stroke:$outline;stroke-width:2;stroke-linejoin:round"),
    ("shield-red", "fill:$red;stroke:$outline;stroke-width:1.8"),
    ("hull", "fill:$wood;stroke:$outline;stroke-width:2;stroke-linejoin:round"),
    ("sail-pale", "fill:$token"),
    ("pale-line", "fill:none;stroke:$grip;stroke-width:2"),
];

/// The paints of icons alone.
pub(super) const ICON_PAINTS: &[(&str, &str)] = &[
    ("outline", "fill:none;stroke:$outline;stroke-width:1.8;stroke-linecap:round"),
    ("sail-line", "fill:$token;stroke:$outline;stroke-width:1.8;stroke-linejoin:round"),
    ("leaf", "fill:$science"),
    ("water", "fill:$rim-line;stroke:$rim;stroke-width:1.6;stroke-linejoin:round"),
    ("clay", "fill:$hills-0;stroke:$outline;stroke-width:1.6;stroke-linejoin:round"),
    ("mark-red", "fill:$red;stroke:$outline;stroke-width:1.2;stroke-linejoin:round"),
    ("iron-dark", "fill:$mountains-3;stroke:$outline;stroke-width:1.6;stroke-linejoin:round"),
    ("ring-under", "fill:none;stroke:$outline;stroke-width:5.6"),
    ("ring", "fill:none;stroke:$iron;stroke-width:2.6"),
    ("ring-thin", "fill:none;stroke:$mountains-3;stroke-width:2.8"),
    ("ring-coin", "fill:$iron;stroke:$outline;stroke-width:1.8"),
    ("parchment", "fill:$token"),
    ("arch", "fill:$stone;stroke:$outline;stroke-width:1.4;stroke-linejoin:round"),
    ("unreached", "fill:$hollow;fill-opacity:.3;stroke:$joint;stroke-width:1.2"),
];

/// Rules for what is not in definitions; `&` is the root, `$name` a tone.
pub(in crate::catan) const SHEET: &str = "\
&.catan .piece.inactive .mark{fill:$hollow-ink}
&.catan .track{fill:$water;stroke:$rim;stroke-width:8}
&.catan .lane{fill:none;stroke:$lane;stroke-opacity:.75;stroke-width:4;stroke-linecap:round;stroke-dasharray:.1 11}
&.catan .space{fill:$token;stroke:$rim;stroke-width:2.5}
&.catan .space.passed{fill-opacity:.28;stroke-opacity:.5}
&.catan .space-name{fill:none;stroke:$ink;stroke-linecap:round;stroke-linejoin:round}
&.catan .space-name.passed{stroke:$lane}
&.catan .tent{fill:$grip;stroke:$outline;stroke-width:2;stroke-linejoin:round}
&.catan .strand{fill:$sand;stroke:$sand-edge;stroke-width:2}
&.catan .landing{fill:$red;stroke:$token;stroke-width:3}
&.catan .force{fill:$token;stroke:$rim;stroke-width:3}
&.catan .force.stronger{fill:$pip}
";

/// A value of [`PAINTS`] with the light theme's colour for a tone.
pub(super) fn light(value: &str) -> &str {
    let Some(name) = value.strip_prefix('$') else { return value };
    let tones = crate::catan::look::TONES.iter().chain(TONES);
    tones.into_iter().find(|tone| tone.name == name).map(|tone| tone.light).expect("a tone")
}

#[cfg(test)]
mod tests {
    use super::TONES;
    use crate::vision::{VISIONS, contrast, difference};

    fn tones(name: &str) -> [&'static str; 2] {
        let tone = TONES.iter().find(|tone| tone.name == name).expect("a tone");
        [tone.light, tone.dark]
    }

    /// Shape and symbol tell areas apart as well.
    #[test]
    fn areas_differ_for_everyone() {
        for theme in 0..2 {
            for (vision, matrix) in &VISIONS {
                let mut least = (f64::INFINITY, "", "");
                for (a, b) in [("trade", "politics"), ("trade", "science"), ("politics", "science")] {
                    let here = difference(tones(a)[theme], tones(b)[theme], matrix);
                    if here < least.0 {
                        least = (here, a, b);
                    }
                }
                println!("theme {theme}, {vision}: {least:?}");
                assert!(least.0 > 10.0, "{vision}: {least:?}");
            }
        }
    }

    #[test]
    fn symbols_and_pips_can_be_read() {
        let pairs = [
            ("trade", "trade-ink"),
            ("politics", "politics-ink"),
            ("science", "science-ink"),
            ("band", "pip"),
            ("hollow", "hollow-ink"),
            ("water", "lane"),
        ];
        for theme in 0..2 {
            for (ground, ink) in pairs {
                let ratio = contrast(tones(ground)[theme], tones(ink)[theme]);
                assert!(ratio >= 3.5, "{ink} on {ground}: {ratio:.1}");
            }
        }
    }
}
