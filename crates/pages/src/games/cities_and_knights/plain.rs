//! The board in words: hexes, buildings with walls and metropolises, knights, roads.

use super::knights::called;
use super::table::Table;
use crate::games::island::plain::{BoardText, listed, roads};
use crate::games::island::words::piece_key;
use crate::words::msg;
use ::catan::cities_and_knights::{Area, CardKind, Strength};
use ::catan::{HexId, Piece, VertexId};
use game::Seat;
use maud::{Markup, html};

/// The whole board.
pub(crate) fn board(table: &Table<'_>) -> Markup {
    let w = table.words;
    let view = &table.view;
    let Some(layout) = view.layout() else { return html! {} };
    let yields = |hex: HexId| match CardKind::of_terrain(layout.terrain[hex]) {
        Some((one, two)) if one == two => table.kind(one),
        Some((one, two)) => msg!(w, "yields-both", resource = table.kind(one), commodity = table.kind(two)),
        None => String::new(),
    };
    let on = |hex: HexId| {
        let merchant = view.merchant().filter(|&(_, at)| at == hex);
        merchant.map(|(owner, _)| msg!(w, "merchant-of", name = table.name(owner))).into_iter().collect()
    };
    let standing = |vertex: VertexId| {
        let (seat, piece) = match view.knight_at(vertex) {
            Some((seat, strength)) => {
                (seat, table.knights_narrator().knight(strength, view.active_knights().contains(vertex)))
            }
            None => {
                let owns = |seat: &Seat| {
                    view.settlements(*seat).contains(vertex) || view.cities(*seat).contains(vertex)
                };
                let seat = table.seats().find(owns)?;
                (seat, building(table, seat, vertex))
            }
        };
        Some(msg!(w, "piece-of", name = table.name(seat), piece = piece, place = vertex.to_string()))
    };
    let pieces = |seat: Seat| {
        let told = |vertex: VertexId| {
            format!("{}: {}", table.narrator().vertex(vertex), building(table, seat, vertex))
        };
        let settlements: Vec<String> = view.settlements(seat).into_iter().map(told).collect();
        let cities: Vec<String> = view.cities(seat).into_iter().map(told).collect();
        let knights = Strength::ALL.into_iter().flat_map(|strength| view.knights(seat, strength));
        let knights: Vec<String> = knights.map(|vertex| called(table, vertex)).collect();
        html! {
            (listed(&msg!(w, "settlements"), &settlements))
            (listed(&msg!(w, "cities"), &cities))
            (listed(&msg!(w, "tool-knights"), &knights))
            (roads(table, view.roads(seat)))
        }
    };
    crate::games::island::plain::board(
        table,
        &BoardText { layout, yields: &yields, on: &on, standing: &standing, pieces: &pieces },
    )
}

/// A building with all that makes it special: `city with wall, metropolis of trade`.
fn building(table: &Table<'_>, seat: Seat, vertex: VertexId) -> String {
    let (w, view) = (table.words, &table.view);
    if !view.cities(seat).contains(vertex) {
        let laid = view.laid().contains(vertex);
        return if laid { msg!(w, "city-laid") } else { msg!(w, piece_key(Piece::Settlement)) };
    }
    let mut parts = vec![msg!(w, piece_key(Piece::City))];
    for area in Area::ALL {
        if view.metropolis(area) == Some(vertex) {
            parts.push(msg!(w, "metropolis-of", area = table.area(area)));
        }
    }
    if view.walls().contains(vertex) {
        parts.push(msg!(w, "piece-wall"));
    }
    parts.join(", ")
}
