//! The board in words: the same view and the same legal list, with fixed, speakable places.

use super::desk::place_buttons;
use super::table::Table;
use crate::catan::words::{resource_key, terrain_key};
use crate::say;
use ::catan::{Action, Harbour, HexId, VertexId};
use game::Seat;
use maud::{Markup, html};

/// Places that are asked for now and belong to no tool: where the robber goes.
pub(crate) fn places(table: &Table<'_>) -> Markup {
    let w = table.words;
    let hexes: Vec<(String, Action)> =
        table.legal.robber().into_iter().map(|hex| (hex.to_string(), Action::MoveRobber(hex))).collect();
    html! {
        @if !hexes.is_empty() {
            section id="robber-places" aria-labelledby="robber-places-title" {
                h3 id="robber-places-title" { (say!(w, "robber-places")) }
                (place_buttons(table, "robber", &hexes))
            }
        }
    }
}

/// The whole board: hexes with what stands at them, harbours, and the pieces of every seat.
pub(crate) fn board(table: &Table<'_>) -> Markup {
    let w = table.words;
    let view = &table.view;
    let Some(layout) = view.layout() else { return html! {} };
    html! {
        section id="board-words" aria-labelledby="board-words-title" {
            h2 id="board-words-title" { (say!(w, "board-title")) }
            p { (say!(w, "robber-at", place = table.teller().hex(view.robber()))) }
            div class="scroll" tabindex="0" role="group" aria-labelledby="hexes-caption" {
                table class="words" {
                    caption id="hexes-caption" { (say!(w, "hexes")) }
                    thead {
                        tr {
                            th scope="col" { (say!(w, "hex-column")) }
                            th scope="col" { (say!(w, "terrain-column")) }
                            th scope="col" { (say!(w, "number-column")) }
                            th scope="col" { (say!(w, "yield-column")) }
                            th scope="col" { (say!(w, "buildings-column")) }
                        }
                    }
                    tbody {
                        @for hex in HexId::all() {
                            tr {
                                th scope="row" { (hex) }
                                td { (say!(w, terrain_key(layout.terrain[hex]))) }
                                td {
                                    @if layout.numbers[hex] > 0 { (layout.numbers[hex]) } @else { "–" }
                                    @if view.robber() == hex { ", " (say!(w, "robber-here")) }
                                }
                                td {
                                    @match layout.terrain[hex].resource() {
                                        Some(kind) => (say!(w, resource_key(kind))),
                                        None => "–",
                                    }
                                }
                                td { (buildings(table, hex)) }
                            }
                        }
                    }
                }
            }
            h3 { (say!(w, "harbours")) }
            ul {
                @for (spot, harbour) in layout.harbours.iter().enumerate() {
                    @let [a, b] = Harbour::intersections(spot);
                    li {
                        @match harbour {
                            Harbour::Generic => (say!(w, "harbour-generic")),
                            Harbour::Special(kind) => {
                                (say!(w, "harbour-special", kind = say!(w, resource_key(*kind))))
                            }
                        }
                        ": " (say!(w, "harbour-at", a = a.to_string(), b = b.to_string()))
                        @for vertex in [a, b] {
                            @if let Some((seat, piece)) = view.building_at(vertex) {
                                ", " (owner(table, seat, piece, vertex))
                            }
                        }
                    }
                }
            }
            h3 { (say!(w, "pieces")) }
            @for seat in table.seats() { (pieces(table, seat)) }
        }
    }
}

/// Who has what at a hex.
fn buildings(table: &Table<'_>, hex: HexId) -> String {
    let standing: Vec<String> = hex
        .vertices()
        .into_iter()
        .filter_map(|vertex| {
            let (seat, piece) = table.view.building_at(vertex)?;
            Some(owner(table, seat, piece, vertex))
        })
        .collect();
    if standing.is_empty() { "–".to_owned() } else { standing.join("; ") }
}

fn owner(table: &Table<'_>, seat: Seat, piece: ::catan::Piece, vertex: VertexId) -> String {
    let w = table.words;
    let piece = say!(w, crate::catan::words::piece_key(piece));
    say!(w, "piece-of", name = table.name(seat), piece = piece, place = vertex.to_string())
}

/// Everything one seat has on the board.
fn pieces(table: &Table<'_>, seat: Seat) -> Markup {
    let w = table.words;
    let view = &table.view;
    let list = |places: Vec<String>| if places.is_empty() { "–".to_owned() } else { places.join(", ") };
    html! {
        h4 { (table.name(seat)) }
        dl {
            dt { (say!(w, "settlements")) }
            dd {
                @if view.settlements(seat).is_empty() { "–" } @else {
                    ul { @for vertex in view.settlements(seat) { li { (table.teller().vertex(vertex)) } } }
                }
            }
            dt { (say!(w, "cities")) }
            dd {
                @if view.cities(seat).is_empty() { "–" } @else {
                    ul { @for vertex in view.cities(seat) { li { (table.teller().vertex(vertex)) } } }
                }
            }
            dt { (say!(w, "roads")) }
            dd {
                (list(view.roads(seat).into_iter().map(|edge| {
                    let [from, to] = edge.ends();
                    say!(w, "road-between", id = edge.to_string(), from = from.to_string(), to = to.to_string())
                }).collect()))
            }
        }
    }
}
