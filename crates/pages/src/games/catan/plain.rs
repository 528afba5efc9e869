//! The board in words: the same view and the same legal list, with fixed, speakable places.

use super::table::Table;
use super::words::piece_key;
use crate::games::island::desk::place_buttons;
use crate::games::island::plain::{BoardText, listed, roads};
use crate::words::msg;
use ::catan::{Action, VertexId, VertexSet};
use maud::{Markup, html};

/// Places that are asked for now and belong to no tool: where the robber goes.
pub(crate) fn places(table: &Table<'_>) -> Markup {
    let w = table.words;
    let hexes: Vec<(String, Action)> =
        table.legal.robber().into_iter().map(|hex| (hex.to_string(), Action::MoveRobber(hex))).collect();
    html! {
        @if !hexes.is_empty() {
            section id="robber-places" aria-labelledby="robber-places-title" {
                h3 id="robber-places-title" { (msg!(w, "robber-places")) }
                (place_buttons(table, "robber", &hexes))
            }
        }
    }
}

/// Renders the whole board: hexes with their buildings, harbours, and the pieces of every seat.
pub(crate) fn board(table: &Table<'_>) -> Markup {
    let w = table.words;
    let view = &table.view;
    let Some(layout) = view.layout() else { return html! {} };
    let yields = |hex| layout.terrain[hex].resource().map(|kind| table.kind(kind)).unwrap_or_default();
    let standing = |vertex: VertexId| {
        let (seat, piece) = view.building_at(vertex)?;
        let piece = msg!(w, piece_key(piece));
        Some(msg!(w, "piece-of", name = table.name(seat), piece = piece, place = vertex.to_string()))
    };
    let places =
        |set: VertexSet| set.into_iter().map(|vertex| table.narrator().vertex(vertex)).collect::<Vec<_>>();
    let pieces = |seat| {
        html! {
            (listed(&msg!(w, "settlements"), &places(view.settlements(seat))))
            (listed(&msg!(w, "cities"), &places(view.cities(seat))))
            (roads(table, view.roads(seat)))
        }
    };
    let told =
        BoardText { layout, yields: &yields, on: &|_| Vec::new(), standing: &standing, pieces: &pieces };
    crate::games::island::plain::board(table, &told)
}
