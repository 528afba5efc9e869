//! The colours and the style sheet of the land.

use crate::palette::Tone;

const fn tone(name: &'static str, light: &'static str, dark: &'static str) -> Tone {
    Tone { name, light, dark }
}

/// Every colour of the land. Names begin with `c-`, so that the style sheets of two games can share a page.
pub(super) const TONES: &[Tone] = &[
    tone("c-table", "#4b675d", "#1f2927"),
    tone("c-grid", "#86a396", "#4d5f5a"),
    tone("c-field", "#a8cf74", "#5f8a4a"),
    tone("c-patch", "#b6d985", "#68944f"),
    tone("c-tuft", "#7fae50", "#7ba560"),
    tone("c-road", "#fdf6e0", "#e3d6b4"),
    tone("c-road-edge", "#7a6547", "#2b2419"),
    tone("c-city", "#bf8952", "#75502f"),
    tone("c-wall", "#f1ead8", "#c9bfa9"),
    tone("c-palisade", "#d9ab6a", "#a57c4a"),
    tone("c-wall-edge", "#4b3626", "#1d140c"),
    tone("c-plaster", "#fdf3dc", "#dccfb2"),
    tone("c-roof", "#c8402e", "#b0402f"),
    tone("c-roof2", "#e27a3a", "#c9703a"),
    tone("c-stone", "#efe9db", "#cfc8b8"),
    tone("c-slate", "#46719c", "#3d648c"),
    tone("c-barn", "#b23a2c", "#9d3629"),
    tone("c-leaf", "#4f9448", "#3c7340"),
    tone("c-leaf2", "#79b966", "#5b9656"),
    tone("c-fir", "#2f7350", "#24573f"),
    tone("c-deep", "#4a3120", "#2a1a10"),
    tone("c-line", "#3a2718", "#140d07"),
    tone("c-badge", "#fffdf4", "#f4ecd8"),
    tone("c-azure", "#1f5fb0", "#1f5fb0"),
    tone("c-gold", "#f4bf2a", "#eab424"),
    tone("c-red", "#c8202f", "#c8202f"),
    tone("c-wine", "#7a2461", "#7a2461"),
    tone("c-leaf3", "#3c8438", "#3c8438"),
    tone("c-corn", "#c58a12", "#c58a12"),
    tone("c-cloth", "#2f6fc4", "#2f6fc4"),
    tone("c-cloth2", "#173f7d", "#173f7d"),
    tone("c-beast", "#4d2f1c", "#2b190e"),
    tone("c-beast-edge", "#f3ecd6", "#d8cba9"),
    tone("c-bridge", "#8a6a45", "#5a4229"),
    tone("c-sea", "#6fb9d6", "#1f4a63"),
    tone("c-foam", "#d8f0f6", "#6aa3bb"),
    tone("c-sand", "#ecd7a8", "#a8946c"),
    tone("c-last", "#ffe24a", "#ffd83d"),
    tone("c-lit", "#fff8d6", "#fff3b8"),
    tone("c-lit-line", "#241505", "#120a02"),
    tone("c-focus", "#0b57d0", "#7fb4ff"),
    tone("c-name", "#123a4d", "#d6ecf4"),
    tone("c-faint", "#cfe0d5", "#98aaa3"),
    tone("c-column", "#fff8e0", "#3a4750"),
    tone("c-open", "#ff8a1e", "#ff9a3a"),
    tone("c-outline", "#241a14", "#140e0a"),
];

/// The style sheet; `&` is the root, `~` begins a class of a definition, `$name` is a tone (see
/// [`crate::palette::themed`]).
///
/// What a page may do: add `lit` to a place that can be chosen, `chosen` to the one that is; make places focusable.
pub(super) const SHEET: &str = "\
~c-ln{stroke:$c-line;stroke-width:.9;stroke-linejoin:round}
~c-bl{stroke:$c-line;stroke-width:1.4}
~c-field{fill:$c-field}
~c-patch{fill:$c-patch}
~c-furrow{fill:none;stroke:$c-patch;stroke-width:2.2;stroke-linecap:round}
~c-tuft{fill:none;stroke:$c-tuft;stroke-width:2.4;stroke-linecap:round}
~c-re{fill:none;stroke:$c-road-edge;stroke-width:12.6}
~c-rd{fill:none;stroke:$c-road;stroke-width:9}
~c-br{fill:none;stroke:$c-bridge;stroke-width:16.5}
~c-bp{fill:none;stroke:$c-road-edge;stroke-width:18.5}
~c-yard{fill:$c-road;fill-opacity:.75;stroke:$c-road-edge;stroke-width:1.6}
~c-plaza{fill:$c-road;stroke:$c-road-edge;stroke-width:1.8}
~c-city{fill:$c-city}
~c-we{fill:none;stroke:$c-wall-edge;stroke-width:7}
~c-wl{fill:none;stroke:$c-wall;stroke-width:4.6}
~c-wp{fill:none;stroke:$c-palisade;stroke-width:4.6}
~c-wm{fill:none;stroke:$c-wall-edge;stroke-width:4.6;stroke-dasharray:1.1 3.9;stroke-opacity:.75}
~c-rim{fill:none;stroke:#000;stroke-opacity:.3;stroke-width:1.4}
~c-sea{fill:$c-sea}
~c-foam{fill:none;stroke:$c-foam;stroke-width:12;stroke-opacity:.55}
~c-sand{fill:none;stroke:$c-sand;stroke-width:5}
~c-wave{fill:none;stroke:$c-foam;stroke-width:1.6;stroke-linecap:round;stroke-opacity:.7}
~c-pier{fill:$c-bridge}
~c-planks{fill:none;stroke:$c-line;stroke-width:.8}
~c-shade{fill:#000;fill-opacity:.2}
~c-plaster{fill:$c-plaster}
~c-roof{fill:$c-roof}
~c-roof2{fill:$c-roof2}
~c-stone{fill:$c-stone}
~c-slate{fill:$c-slate}
~c-barn{fill:$c-barn}
~c-leaf{fill:$c-leaf}
~c-leaf2{fill:$c-leaf2}
~c-leaf3{fill:$c-leaf3}
~c-fir{fill:$c-fir}
~c-deep{fill:$c-deep}
~c-casing{fill:$c-line}
~c-badge{fill:$c-badge}
~c-azure{fill:$c-azure}
~c-gold{fill:$c-gold}
~c-red{fill:$c-red}
~c-wine{fill:$c-wine}
~c-corn{fill:$c-corn}
~c-cloth{fill:$c-cloth}
~c-cloth2{fill:$c-cloth2}
~c-thread{fill:none;stroke:$c-badge;stroke-width:1}
~c-beast{fill:$c-beast;stroke:$c-beast-edge;stroke-width:1;stroke-linejoin:round}
~c-halo{fill:none;stroke:$c-badge;stroke-opacity:.95;stroke-width:6.4;stroke-linejoin:round}
~c-form{stroke:$c-outline;stroke-width:2.4;stroke-linejoin:round}
~c-shine{fill:none;stroke:#fff;stroke-opacity:.5;stroke-width:1.8;stroke-linecap:round}
~c-plank{fill:$c-palisade}
~c-pl{stroke:$c-outline;stroke-width:1.6;stroke-linejoin:round}
~c-curl{fill:none;stroke:$c-outline;stroke-width:2;stroke-linecap:round}
&.land .table{fill:$c-table}
&.land .sea{fill:$c-sea}
&.land .waves{fill:none;stroke:$c-foam;stroke-width:2;stroke-linecap:round;stroke-opacity:.6}
&.land .beach{fill:none;stroke:$c-sand;stroke-width:8}
&.land .ink{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}
&.land .name{color:$c-name}
&.land .coordinates{color:$c-faint;stroke-width:1.5}
&.land .frame{fill:none;stroke:$c-last;stroke-width:4;stroke-linejoin:round}
&.land .frame-under{fill:none;stroke:$c-outline;stroke-width:7;stroke-linejoin:round}
&.land .column{fill:$c-column;fill-opacity:.5}
&.land .column-under{fill:none;stroke:$c-outline;stroke-width:4;stroke-opacity:.45}
&.land .column-line{fill:none;stroke:#fff;stroke-width:2.2;stroke-dasharray:9 7}
&.land .plate{fill:$c-badge;stroke:$c-outline;stroke-width:1.8}
&.land .sign{fill:$c-barn}
&.land .digits{color:$c-outline}
&.land .open{fill:$c-open;stroke:$c-outline;stroke-width:1.8}
&.land .hit{fill:#fff;fill-opacity:0;pointer-events:all}
&.land .halo{fill:none;stroke:$c-grid;stroke-width:2.5;stroke-dasharray:6 6;pointer-events:none}
&.land .area{fill:#fff;fill-opacity:0;stroke:none}
&.land .segment>.halo{visibility:hidden;stroke-dasharray:none}
&.land .count{color:$c-faint}
&.land .cross{fill:none;stroke:$c-red;stroke-width:6;stroke-linecap:round;stroke-opacity:.8}
&.land .lit{cursor:pointer}
&.land .lit>.halo{visibility:visible;fill:$c-lit;fill-opacity:.3;stroke:$c-lit;stroke-width:3;stroke-dasharray:none}
&.land .lit .count{color:$c-lit}
&.land .segment.lit>.halo{fill-opacity:.4;stroke-width:4;filter:drop-shadow(0 0 1.5px $c-lit-line) drop-shadow(0 0 4px $c-last)}
&.land .segment.lit:hover>.area,&.land .segment.chosen>.area{fill:$c-last;fill-opacity:.5}
&.land .lit:hover>.halo{fill:$c-last;fill-opacity:.6}
&.land .chosen>.halo{visibility:visible;fill:$c-last;fill-opacity:.7;stroke:$c-last;stroke-width:5;animation:none}
&.land [data-place]:focus{outline:none}
&.land [data-place]:focus-visible>.halo{visibility:visible;stroke:$c-focus;stroke-opacity:1;stroke-width:6}
&.land .hand{opacity:.72}
&.land .hand-frame{fill:none;stroke:$c-last;stroke-width:4;stroke-dasharray:10 6}
&.land .away{visibility:hidden}
&.land .areas,&.land .piece,&.land .surveyors,&.land .numbers,&.land .open,&.land .hand,&.land .towns,\
&.land .frame,&.land .frame-under,&.land .cross,&.land .count,&.land .table,&.land .sea,&.land .column{pointer-events:none}
@keyframes land-pulse{50%{opacity:.55}}
@media (prefers-reduced-motion:no-preference){&.land .lit>.halo{animation:land-pulse 1.8s ease-in-out infinite}}
@media (forced-colors:active){&.land{forced-color-adjust:none}}
";

#[cfg(test)]
mod tests {
    use super::{SHEET, TONES};
    use crate::shades::Look;
    use crate::vision::{VISIONS, contrast, difference};

    /// A tone in both themes, and in the other looks.
    fn tones(name: &str) -> [&'static str; 4] {
        let tone = TONES.iter().find(|tone| tone.name == name).expect("a tone");
        let [contrast, paper] = Look::OTHERS.map(|look| look.shade(name).unwrap_or(tone.light));
        [tone.light, tone.dark, contrast, paper]
    }

    /// Field, city and road, walls on both sides. Roads have dark edges besides, and the sea a shore.
    #[test]
    fn grounds_differ_for_everyone() {
        let grounds = [
            ("c-field", "c-city"),
            ("c-field", "c-road"),
            ("c-field", "c-wall-edge"),
            ("c-city", "c-wall"),
            ("c-field", "c-sea"),
            ("c-field", "c-beast"),
        ];
        for (theme, name) in ["light", "dark", "contrast", "paper"].into_iter().enumerate() {
            for (vision, matrix) in &VISIONS {
                for (one, other) in grounds {
                    let least = difference(tones(one)[theme], tones(other)[theme], matrix);
                    println!("{name}, {vision}: {one} and {other}: {least:.1}");
                    let enough = if other == "c-sea" { 4.0 } else { 11.0 };
                    assert!(least > enough, "{name}, {vision}: {one} and {other}: {least:.1}");
                }
            }
        }
    }

    #[test]
    fn numbers_can_be_read() {
        for theme in 0..4 {
            for (ink, ground) in [("c-outline", "c-badge"), ("c-name", "c-sea"), ("c-faint", "c-table")] {
                let ratio = contrast(tones(ink)[theme], tones(ground)[theme]);
                assert!(ratio >= 3.0, "{ink} on {ground}: {ratio:.1}");
            }
        }
    }

    /// The style sheets of two games may share a page: all names are this game's own.
    #[test]
    fn names_are_this_games_own() {
        assert!(TONES.iter().all(|tone| tone.name.starts_with("c-")));
        for part in SHEET.split('~').skip(1) {
            assert!(part.starts_with("c-"), "~{}", &part[..12.min(part.len())]);
        }
        for part in SHEET.split('&').skip(1) {
            assert!(part.starts_with(".land"), "&{}", &part[..12.min(part.len())]);
        }
    }
}
