//! What stands on the island: pieces, tokens, ships of the harbours, the robber. In the markup `@` is the id prefix.

use crate::glyphs;

/// Pieces in their own coordinates: roads lie along the x axis, buildings stand on their intersection at (0, 0).
/// They take the seat's colour from outside.
pub(super) const SHARED: &str = r##"
<rect id="@road-form" x="-25.5" y="-7" width="51" height="14" rx="4"/>
<path id="@settlement-form" d="M-14.5 16V1H-20L0 -20L20 1H14.5V16z"/>
<path id="@city-form" d="M-24 18V-27H-19V-23H-15V-27H-10V-23H-6V-27H-1V-9.5L12 -20L28 -4H23.5V18z"/>
<g id="@road"><use href="#@road-form" class="line"/><rect class="shine" x="-23.5" y="-5" width="47" height="3.5" rx="1.7"/></g>
<g id="@settlement"><path class="shadow" d="M-14 17l34 -3v-14l-4 -4z"/><use href="#@settlement-form" class="line"/><path class="shine" d="M-17 0L0 -18V0z"/><path class="shade" d="M0 -18.5L18 0H0z"/></g>
<g id="@city"><path class="shadow" d="M-20 19l48 -3v-14l-4 -4z"/><use href="#@city-form" class="line"/><path class="shine" d="M-22.5 -20.5h20v4h-20z"/><path class="shade" d="M12 -18L26 -4H-1V-7zM-15 -10h5v8h-5zM-16 17v-7a3.5 3.5 0 0 1 7 0v7z"/></g>
<g id="@robber"><path class="casing" stroke-width="5" d="M-16 26Q-17 8 -9 -3A12 13 0 1 1 11 -2Q18 10 17 26z"/><path class="cloak" d="M-16 26Q-17 8 -9 -3A12 13 0 1 1 11 -2Q18 10 17 26z"/><path class="cloak-light" d="M-9 -3Q1 5 11 -2Q14 4 15.5 11Q8 1 1 4Q-9 2 -13.5 8Q-12 2 -9 -3zM3 26Q6 15 3 6L8 10Q11 18 10 26z"/><path class="casing" stroke-width="0" d="M-8 -14Q1 -18 10 -13Q10 -6 1 -5Q-7 -6 -8 -14z"/><path class="cloak" d="M-9 -15Q1 -19 11 -14L10 -8.5Q6 -5 2 -9H0Q-4 -5 -7 -9z"/><path class="pale" d="M-5.5 -12.5l4 1l-1 1.5h-2.5zM7.5 -12l-4 .5l1 1.5h2.5z"/><path class="sack" d="M8 25Q4 14 13 9L11 5L18 4.5L17 9.5Q28 14 23 25Q15 28 8 25z"/></g>
<path id="@hex-land" d="@@full"/>
<path id="@hex" d="@@tile"/>
<path id="@path-hit" d="M-41 0L-25 -28H25L41 0L25 28H-25z"/>
<rect id="@path-halo" x="-19" y="-6" width="38" height="12" rx="6"/>
"##;

/// How often two dice show a number: its dots. None for 7 and what no dice show.
pub(super) const fn dots(number: u8) -> u8 {
    match number {
        2..=6 => number - 1,
        8..=12 => 13 - number,
        _ => 0,
    }
}

/// A number token: the likelier, the larger and heavier; 6 and 8 red besides.
pub(super) fn token(number: u8) -> String {
    let dots = dots(number);
    let cap = 14.0 + 2.0 * f32::from(dots);
    let (scale, weight) = (cap / glyphs::CAP, 1.25 + 0.1 * f32::from(dots));
    let colour = if dots == 5 { "red" } else { "dark" };
    let pips: String = (0..dots)
        .map(|n| {
            let x = 6.2 * (f32::from(n) - f32::from(dots - 1) / 2.0);
            format!("<circle cx=\"{}\" cy=\"17\" r=\"2.3\"/>", crate::svg::Num(x))
        })
        .collect();
    format!(
        "<circle class=\"shadow\" cy=\"3\" r=\"28\"/><circle class=\"token\" r=\"27\"/><g class=\"{colour}\">\
         <path class=\"ink\" transform=\"translate(0 -4) scale({scale:.1})\" stroke-width=\"{weight:.2}\" d=\"{}\"/>{pips}</g>",
        glyphs::centred(&number.to_string(), 0.0, 0.0)
    )
}
