//! The board in words: the same view, with fixed, speakable places.

use super::table::{Island, Table};
use super::words::{resource_key, terrain_key};
use crate::parts::shell::columns;
use crate::words::msg;
use ::catan::{Harbour, HexId, Layout};
use game::Seat;
use maud::{Markup, html};

/// The parts of the board in words: hexes with their buildings, harbours, and the pieces of every seat. `yields` describes the
/// yield of a hex, `on` other things on it, `standing` the building on an intersection, `pieces` the pieces of a seat.
pub(crate) struct BoardText<'t> {
    pub(crate) layout: &'t Layout,
    pub(crate) yields: &'t dyn Fn(HexId) -> String,
    pub(crate) on: &'t dyn Fn(HexId) -> Vec<String>,
    pub(crate) standing: &'t dyn Fn(::catan::VertexId) -> Option<String>,
    pub(crate) pieces: &'t dyn Fn(Seat) -> Markup,
}

pub(crate) fn board<R: Island>(table: &Table<'_, R>, told: &BoardText<'_>) -> Markup {
    let w = table.words;
    let BoardText { layout, .. } = *told;
    html! {
        section id="board-words" aria-labelledby="board-words-title" {
            h2 id="board-words-title" { (msg!(w, "board-title")) }
            p { (msg!(w, "robber-at", place = table.narrator().hex(table.view.robber()))) }
            div class="scroll" tabindex="0" role="group" aria-labelledby="hexes-caption" {
                table class="words" {
                    caption id="hexes-caption" { (msg!(w, "hexes")) }
                    (columns([
                        msg!(w, "hex-column"), msg!(w, "terrain-column"), msg!(w, "number-column"),
                        msg!(w, "yield-column"), msg!(w, "corners-column"), msg!(w, "buildings-column"),
                    ]))
                    tbody {
                        @for hex in HexId::all() {
                            tr {
                                th scope="row" { (hex) }
                                td { (msg!(w, terrain_key(layout.terrain[hex]))) }
                                td {
                                    @if layout.numbers[hex] > 0 { (layout.numbers[hex]) } @else { "–" }
                                    @if table.view.robber() == hex { ", " (msg!(w, "robber-here")) }
                                    @for thing in (told.on)(hex) { ", " (thing) }
                                }
                                td { (dash((told.yields)(hex))) }
                                td { (hex.vertices().map(|vertex| vertex.to_string()).join(" ")) }
                                td {
                                    @let standing: Vec<String> =
                                        hex.vertices().into_iter().filter_map(|vertex| (told.standing)(vertex)).collect();
                                    (dash(standing.join("; ")))
                                }
                            }
                        }
                    }
                }
            }
            h3 { (msg!(w, "harbours")) }
            ul {
                @for (spot, harbour) in layout.harbours.iter().enumerate() {
                    @let [a, b] = Harbour::intersections(spot);
                    li {
                        @match harbour {
                            Harbour::Generic => (msg!(w, "harbour-generic")),
                            Harbour::Special(kind) => {
                                (msg!(w, "harbour-special", kind = msg!(w, resource_key(*kind))))
                            }
                        }
                        ": " (msg!(w, "harbour-at", a = a.to_string(), b = b.to_string()))
                        @for vertex in [a, b] {
                            @if let Some(standing) = (told.standing)(vertex) { ", " (standing) }
                        }
                    }
                }
            }
            h3 { (msg!(w, "pieces")) }
            @for seat in table.seats() {
                h4 { (table.name(seat)) }
                dl { ((told.pieces)(seat)) }
            }
        }
    }
}

/// A list of places under its name, or a dash.
pub(crate) fn listed(name: &str, places: &[String]) -> Markup {
    html! {
        dt { (name) }
        dd { @if places.is_empty() { "–" } @else { ul { @for place in places { li { (place) } } } } }
    }
}

/// Roads with their ends, in one line.
pub(crate) fn roads<R: Island>(table: &Table<'_, R>, roads: ::catan::EdgeSet) -> Markup {
    let w = table.words;
    let told = roads.into_iter().map(|edge| {
        let [from, to] = edge.ends();
        msg!(w, "road-between", id = edge.to_string(), from = from.to_string(), to = to.to_string())
    });
    html! {
        dt { (msg!(w, "roads")) }
        dd { (dash(told.collect::<Vec<_>>().join(", "))) }
    }
}

fn dash(text: String) -> String {
    if text.is_empty() { "–".to_owned() } else { text }
}
