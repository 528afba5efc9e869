//! The colours and the style sheet of the island.

use crate::palette::Tone;

pub(super) const fn tone(name: &'static str, light: &'static str, dark: &'static str) -> Tone {
    Tone { name, light, dark }
}

/// Every colour of the board. Terrains have four: ground, shade, light, and deep for lines.
pub(super) const TONES: &[Tone] = &[
    tone("rim", "#1f5873", "#0a1a25"),
    tone("rim-line", "#8fc6d8", "#2f5568"),
    tone("sea-in", "#63b7d2", "#235470"),
    tone("sea-out", "#2f83aa", "#143448"),
    tone("wave", "#d8f0f6", "#5f9bb5"),
    tone("shoal", "#d6f3f2", "#7cc0cc"),
    tone("sand", "#ecd7a8", "#a8946c"),
    tone("sand-edge", "#c4a76c", "#75643f"),
    tone("hills-0", "#c96f42", "#9f5836"),
    tone("hills-1", "#a9552d", "#7f4226"),
    tone("hills-2", "#dd936a", "#bb7853"),
    tone("hills-3", "#7a3a1e", "#55290f"),
    tone("forest-0", "#2f7350", "#2a5a46"),
    tone("forest-1", "#1f5a3d", "#1b4434"),
    tone("forest-2", "#4c9166", "#3d7056"),
    tone("forest-3", "#143e2b", "#102c22"),
    tone("pasture-0", "#8ecb76", "#659b5c"),
    tone("pasture-1", "#6fb35d", "#4f8349"),
    tone("pasture-2", "#b3df9a", "#83b574"),
    tone("pasture-3", "#3f7a3a", "#2c5a2b"),
    tone("fields-0", "#f6d04a", "#cda43a"),
    tone("fields-1", "#e5b52f", "#b0872a"),
    tone("fields-2", "#fdeb9f", "#e8ca6f"),
    tone("fields-3", "#9a6c12", "#66460d"),
    tone("mountains-0", "#9fa9b9", "#75808f"),
    tone("mountains-1", "#768193", "#57616f"),
    tone("mountains-2", "#c3cad5", "#959fad"),
    tone("mountains-3", "#4f596b", "#343d4a"),
    tone("desert-0", "#f4e9cd", "#d0c19d"),
    tone("desert-1", "#e2cfa2", "#b3a27a"),
    tone("desert-2", "#fbf4e0", "#e2d6b6"),
    tone("desert-3", "#a98c55", "#776338"),
    tone("snow", "#fbfcfd", "#dfe4ea"),
    tone("token", "#fdf6e3", "#efe5cb"),
    tone("token-rim", "#b59f6e", "#7d6b45"),
    tone("ink", "#2d2620", "#2d2620"),
    tone("red", "#b8162a", "#ab1226"),
    tone("wood", "#6d4526", "#4a2f1b"),
    tone("plank", "#b98450", "#8f6540"),
    tone("cloak", "#35303d", "#241f2b"),
    tone("cloak-light", "#57505f", "#463f50"),
    tone("outline", "#241a14", "#140e0a"),
    tone("last", "#ffe24a", "#ffd83d"),
    tone("lit", "#fff8d6", "#fff3b8"),
    tone("lit-line", "#241505", "#120a02"),
    tone("focus", "#0b57d0", "#7fb4ff"),
    tone("tag", "#fffaf0", "#fffaf0"),
];

/// The style sheet; `&` is the root, always with this family's class `catan`, since the style sheet of the land shares a page
/// with this one; `~` begins a class of a definition, `$name` is a tone (see
/// [`crate::palette::themed`]).
///
/// What a page may do: add `lit` to a place that can be chosen, `chosen` to the one that is; make places focusable.
/// With `choose-hexes`, `choose-intersections` or `choose-paths` on the root only such places react, and their targets
/// need not share the ground with the others.
pub(super) const SHEET: &str = "\
~ln,~ink{stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}
&.catan .rim{fill:$rim}
&.catan .rim-line{fill:none;stroke:$rim-line;stroke-width:2}
&.catan .sea-in{stop-color:$sea-in}
&.catan .sea-out{stop-color:$sea-out}
&.catan .wave{color:$wave;stroke-opacity:.5}
&.catan .compass{fill:$wave;color:$wave;opacity:.55}
&.catan .shoal{fill:none;stroke:$shoal;stroke-opacity:.22;stroke-linejoin:round}
&.catan .beach{fill:$sand;stroke:$sand;stroke-linejoin:round}
&.catan .beach-edge{fill:none;stroke:$sand-edge;stroke-linejoin:round}
&.catan .unlaid{fill:$wave;fill-opacity:.12;stroke:$wave;stroke-opacity:.45;stroke-width:2;stroke-dasharray:7 6}
~hills0{fill:$hills-0;color:$hills-0}
~hills1{fill:$hills-1;color:$hills-1}
~hills2{fill:$hills-2;color:$hills-2}
~hills3{fill:$hills-3;color:$hills-3}
~forest0{fill:$forest-0;color:$forest-0}
~forest1{fill:$forest-1;color:$forest-1}
~forest2{fill:$forest-2;color:$forest-2}
~forest3{fill:$forest-3;color:$forest-3}
~pasture0{fill:$pasture-0;color:$pasture-0}
~pasture1{fill:$pasture-1;color:$pasture-1}
~pasture2{fill:$pasture-2;color:$pasture-2}
~pasture3{fill:$pasture-3;color:$pasture-3}
~fields0{fill:$fields-0;color:$fields-0}
~fields1{fill:$fields-1;color:$fields-1}
~fields2{fill:$fields-2;color:$fields-2}
~fields3{fill:$fields-3;color:$fields-3}
~mountains0{fill:$mountains-0;color:$mountains-0}
~mountains1{fill:$mountains-1;color:$mountains-1}
~mountains2{fill:$mountains-2;color:$mountains-2}
~mountains3{fill:$mountains-3;color:$mountains-3}
~desert0{fill:$desert-0;color:$desert-0}
~desert1{fill:$desert-1;color:$desert-1}
~desert2{fill:$desert-2;color:$desert-2}
~desert3{fill:$desert-3;color:$desert-3}
~snow{fill:$snow;color:$snow}
~shadow{fill:#000;fill-opacity:.25}
~token{fill:$token;stroke:$token-rim;stroke-width:1.5}
~dark{color:$ink;fill:$ink}
~red{color:$red;fill:$red}
&.catan .veil{fill:#000;fill-opacity:.3}
&.catan .robbed .number{opacity:.75}
&.catan .wood{fill:$wood;stroke:$wood}
&.catan .plank{fill:none;stroke:$plank}
&.catan .sail{fill:$token;stroke:$wood;stroke-width:1.5;stroke-linejoin:round}
&.catan .hull{fill:$wood}
~sack{fill:$plank;stroke:$wood;stroke-width:1.5}
~pale{color:$token;fill:$token}
~cloak{fill:$cloak}
~cloak-light{fill:$cloak-light}
~casing{fill:$token;stroke:$token;stroke-linejoin:round;stroke-linecap:round}
~line{stroke:$outline;stroke-width:2.4;stroke-linejoin:round}
~shine{fill:#fff;fill-opacity:.3;stroke:none}
~shade{fill:#000;fill-opacity:.2;stroke:none}
&.catan .last-under{fill:none;stroke:$outline;stroke-linecap:round;stroke-linejoin:round}
&.catan .last{fill:none;stroke:$last;stroke-linecap:round;stroke-linejoin:round}
~bevel{fill:none;stroke:#000;stroke-opacity:.16;stroke-width:3}
&.catan .tags{stroke:$tag;stroke-opacity:.9;stroke-width:5;color:$tag}
&.catan .names{stroke-width:1.7;color:$ink}
~ln,~ink{fill:none}
&.catan .hit{fill:#fff;fill-opacity:0;pointer-events:all}
&.catan .halo{visibility:hidden;fill:$lit;fill-opacity:0;stroke:$lit;stroke-width:3.5;pointer-events:none}
&.catan .piece,&.catan .number,&.catan .robber,&.catan .still{pointer-events:none}
&.catan .lit{cursor:pointer}
&.catan .lit>.halo{visibility:visible;fill-opacity:.4;filter:drop-shadow(0 0 1.5px $lit-line) drop-shadow(0 0 4px $last)}
&.catan .path.lit>.halo{fill-opacity:.9}
&.catan .hex.lit>.halo{fill-opacity:.06;stroke-width:7}
&.catan .lit:hover>.halo{fill:$last;fill-opacity:.75}
&.catan .hex.lit:hover>.halo{fill-opacity:.4}
&.catan .chosen>.halo{visibility:visible;fill:$last;fill-opacity:.6;stroke:$last;stroke-width:4;animation:none}
&.catan .hex.chosen>.halo{fill-opacity:.3;stroke:$last;stroke-width:9}
&.catan [data-place]:focus{outline:none}
&.catan [data-place]:focus-visible>.halo{visibility:visible;stroke:$focus;stroke-width:6}
&.catan.choose-paths .hex>.hit,&.catan.choose-paths .intersection>.hit,&.catan.choose-hexes .path>.hit,\
&.catan.choose-hexes .intersection>.hit,&.catan.choose-intersections .hex>.hit,\
&.catan.choose-intersections .path>.hit{pointer-events:none}
@keyframes board-pulse{50%{opacity:.55}}
@media (prefers-reduced-motion:no-preference){&.catan .lit>.halo{animation:board-pulse 1.8s ease-in-out infinite}}
@media (forced-colors:active){&.catan{forced-color-adjust:none}}
";

#[cfg(test)]
mod tests {
    use super::TONES;
    use crate::shades::Look;
    use crate::vision::{VISIONS, contrast, difference};

    /// A tone in both themes, and in the other looks.
    fn tones(name: &str) -> [&'static str; 4] {
        let tone = TONES.iter().find(|tone| tone.name == name).expect("a tone");
        let [contrast, paper] = Look::OTHERS.map(|look| look.shade(name).unwrap_or(tone.light));
        [tone.light, tone.dark, contrast, paper]
    }

    const TERRAINS: [&str; 6] = ["hills-0", "forest-0", "pasture-0", "fields-0", "mountains-0", "desert-0"];

    /// The least difference of two grounds, light and dark: full vision 19 and 16, protanopia 9 and 11, deuteranopia
    /// 13 and 11, tritanopia 13 and 12; in grey 5, where texture and what stands on the hex help.
    #[test]
    fn terrains_differ_for_everyone() {
        for theme in 0..4 {
            for (vision, matrix) in &VISIONS {
                let mut least = (f64::INFINITY, "", "");
                for (n, a) in TERRAINS.into_iter().enumerate() {
                    for b in &TERRAINS[n + 1..] {
                        let here = difference(tones(a)[theme], tones(b)[theme], matrix);
                        if here < least.0 {
                            least = (here, a, b);
                        }
                    }
                }
                println!("theme {theme}, {vision}: {least:?}");
                assert!(least.0 > if *vision == "grey" { 5.0 } else { 9.0 }, "{vision}: {least:?}");
            }
        }
    }

    #[test]
    fn numbers_can_be_read() {
        for theme in 0..4 {
            for ink in ["ink", "red"] {
                let ratio = contrast(tones(ink)[theme], tones("token")[theme]);
                assert!(ratio >= 5.0, "{ink}: {ratio:.1}");
            }
        }
    }
}
