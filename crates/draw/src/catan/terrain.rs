//! The ground of the hexes: one drawing for each terrain, in hex coordinates around (0, 0).
//!
//! Terrains differ in colour, in brightness, in texture and in what stands on them: brick courses, trees, sheep on
//! grass, rows of corn, peaks with snow, dunes. All of it keeps clear of the middle, where the number lies, and of the
//! corners, where buildings stand. In the markup `@` stands for the prefix of ids and `~` for that of classes.

use ::catan::Terrain;

/// Shapes that several drawings use.
pub(super) const SHARED: &str = r##"
<g id="@tree"><path class="~forest3" d="M-1.8 -7h3.6v7h-3.6z"/><path class="~forest1" d="M0 -35L7.5 -23H5L10.5 -13.5H7L13 -4H-13L-7 -13.5H-10.5L-5 -23H-7.5z"/><path class="~forest3" fill-opacity=".55" d="M0 -35L7.5 -23H5L10.5 -13.5H7L13 -4H2z"/></g>
<g id="@oak"><path class="~forest3" d="M-1.8 -9h3.6v9h-3.6z"/><path class="~forest2" d="M-9 -7a7 7 0 0 1 -3 -12a8 8 0 0 1 7 -10a9 9 0 0 1 12 2a8 8 0 0 1 5 9a7 7 0 0 1 -4 11z"/><path class="~forest1" fill-opacity=".6" d="M8 -7a7 7 0 0 0 4 -11a8 8 0 0 0 -5 -9q3 10 -4 14t-12 6z"/></g>
<g id="@sheep"><path class="~pasture3" d="M-6 4h2.5v6h-2.5zM3.5 4h2.5v6h-2.5z"/><path class="~snow" d="M-9 5a5 5 0 0 1 -1.5 -8.5a5 5 0 0 1 6 -5.5a6 6 0 0 1 9 0a5 5 0 0 1 5.5 5.5a5 5 0 0 1 -1.5 8.5z"/><path class="~dark" d="M9 -6.5q6 -1.5 7.5 3.5q0 4 -3.5 4.5q-4 0 -4.5 -4z"/></g>
<g id="@tuft"><path class="~pasture3 ~ln" stroke-width="2" d="M-5 0q0 -4 -2 -6.5M0 0v-8.5M5 0q0 -4 2 -6.5"/></g>
<g id="@sheaf"><path class="~fields2" d="M-6.5 0L-3 -11L-11 -23Q-9 -30 -5 -27Q-4 -33 0 -31Q4 -33 5 -27Q9 -30 11 -23L3 -11L6.5 0z"/><path class="~fields3 ~ln" stroke-width="1.7" d="M-6.5 0L-3 -11L-11 -23Q-9 -30 -5 -27Q-4 -33 0 -31Q4 -33 5 -27Q9 -30 11 -23L3 -11L6.5 0zM0 -13V-25M-2 -13L-5.5 -22M2 -13L5.5 -22"/><path class="~fields3" d="M-4.5 -12.5h9v3.5h-9z"/></g>
"##;

/// The drawing of a terrain on its ground.
pub(super) const fn drawing(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Hills => {
            r##"<path class="~hills2" d="M-66 -16Q-42 -54 -10 -34Q22 -62 66 -20V38L0 76L-66 38z"/><path class="~hills0" d="M-57 -20h16v7h-16zM-38 -20h16v7h-16zM-47 -30h16v7h-16zM24 -33h16v7h-16zM31 -23h16v7h-16zM50 -23h16v7h-16z"/><path class="~hills1" d="M-66 8Q-44 -16 -16 2Q8 -24 40 -8Q56 -8 66 2V38L0 76L-66 38z"/><path class="~hills0" d="M-66 28Q-34 8 -4 28Q30 10 66 26V38L0 76L-66 38z"/><path class="~hills3" fill-opacity=".75" d="M-53 36h18v8h-18zM-32 36h18v8h-18zM-11 36h18v8h-18zM10 36h18v8h-18zM31 36h18v8h-18zM-42 47h18v8h-18zM-21 47h18v8h-18zM0 47h18v8h-18zM21 47h18v8h-18zM-21 58h18v8h-18zM0 58h18v8h-18z"/>"##
        }
        Terrain::Forest => {
            r##"<path class="~forest2" fill-opacity=".5" d="M-66 22Q-30 6 0 24Q34 8 66 20V38L0 76L-66 38z"/><use href="#@tree" x="-17" y="-32"/><use href="#@tree" x="13" y="-36"/><use href="#@oak" x="-40" y="-17"/><use href="#@tree" x="38" y="-16"/><use href="#@tree" x="-53" y="8"/><use href="#@oak" x="52" y="12"/><use href="#@tree" x="-42" y="37"/><use href="#@oak" x="-20" y="54"/><use href="#@tree" x="40" y="40"/><use href="#@tree" x="20" y="58"/><use href="#@tree" x="0" y="69"/>"##
        }
        Terrain::Pasture => {
            r##"<path class="~pasture2" d="M-66 -8Q-34 -30 4 -14Q36 -34 66 -14V-38L0 -76L-66 -38z"/><path class="~pasture1" d="M-66 30Q-30 12 6 32Q40 20 66 28V38L0 76L-66 38z"/><use href="#@sheep" x="-32" y="-34"/><use href="#@sheep" x="30" y="43"/><use href="#@tuft" x="6" y="-46"/><use href="#@tuft" x="38" y="-24"/><use href="#@tuft" x="-48" y="2"/><use href="#@tuft" x="-30" y="42"/><use href="#@tuft" x="50" y="14"/><use href="#@tuft" x="-2" y="60"/>"##
        }
        Terrain::Fields => {
            r##"<path class="~fields1" d="M-66 -22L-14 -68L0 -76L8 -71L-66 -4zM-66 14L26 -61L42 -52L-66 32zM-60 41L58 -43L66 -38V-32L-46 49zM-32 57L66 -16V2L-18 65zM-4 73L66 20V38L8 71L0 76z"/><path class="~fields2 ~ln" stroke-width="2" stroke-dasharray="1 6" d="M-64 -13L2 -73M-64 23L34 -57M-53 45L62 -38M-25 61L66 -7M3 72L66 29"/><use href="#@sheaf" x="-27" y="-20"/><use href="#@sheaf" x="10" y="-35"/><use href="#@sheaf" x="42" y="-4"/><use href="#@sheaf" x="-42" y="30"/><use href="#@sheaf" x="-9" y="63"/><use href="#@sheaf" x="27" y="50"/>"##
        }
        Terrain::Mountains => {
            r##"<path class="~mountains1" d="M-64 22L-34 -30L-16 -8L10 -58L34 -18L44 -32L66 8V30H-64z"/><path class="~mountains3" d="M10 -58L34 -18L44 -32L66 8V30H30L22 6L26 -12L12 -26zM-34 -30L-16 -8L-10 22H-26L-32 -4z" fill-opacity=".55"/><path class="~snow" d="M10 -58L24 -35L16 -38L11 -29L4 -37L-2 -34zM-34 -30L-24 -18L-31 -20L-35 -14L-41 -18zM44 -32L53 -16L46 -19L42 -15L38 -23z"/><path class="~mountains2" d="M-66 26L-44 14L-20 30L0 20L24 32L46 18L66 28V38L0 76L-66 38z"/><path class="~mountains3 ~ln" stroke-width="2" d="M-46 36l7 -7l8 8M-8 52l8 -8l9 9M28 42l7 -7l8 8M-26 54l5 -5l5 5"/>"##
        }
        Terrain::Desert => {
            r##"<circle class="~desert2" cx="24" cy="-32" r="12"/><path class="~desert2" d="M-66 -10Q-36 -32 -6 -8T66 -8V38L0 76L-66 38z"/><path class="~desert1" d="M-66 16Q-30 -12 0 12T66 12V38L0 76L-66 38z"/><path class="~desert0" d="M-66 34Q-26 14 6 36T60 40L0 76z"/><path class="~desert3 ~ln" stroke-width="2" stroke-opacity=".55" d="M-50 34q16 -8 32 -2M10 26q14 6 28 0M-12 54q12 -6 24 0M-42 4q10 -6 20 -3M26 0q10 4 20 0"/><path class="~forest1 ~ln" stroke-width="7" d="M-36 22V-20M-36 4h-10v-12M-36 10h10v-14"/><path class="~forest2 ~ln" stroke-width="1.5" d="M-37.5 20V-18"/>"##
        }
    }
}
