//! The land in words: features, tiles and gaps, with fixed, speakable places.

use super::aids::Claim;
use super::table::{Table, TileGame};
use super::words::kind_of;
use crate::parts::shell::columns;
use crate::words::{Aid, World, msg};
use ::carcassonne::{PlacedTile, SegmentKind};
use maud::{Markup, html};

/// The whole land.
pub(crate) fn land<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let claims = || table.claims.iter();
    let occupied: Vec<&Claim> = claims().filter(|claim| claim.is_occupied()).collect();
    let free: Vec<&Claim> = claims()
        .filter(|claim| !claim.is_occupied() && !claim.completed && claim.kind != SegmentKind::Field)
        .collect();
    let mut tiles: Vec<PlacedTile> = table.view.land().tiles().to_vec();
    tiles.sort_by_key(|tile| tile.cell);
    html! {
        section id="board-words" aria-labelledby="board-words-title" {
            h2 id="board-words-title" { (msg!(w, "land-board")) }
            p class="hint" { (msg!(w, "land-cells")) }
            @if let Some([west, east]) = table.extras.surveyors {
                p id="surveyors" { (msg!(w, "land-surveyors", west = west, east = east)) }
            }
            h3 { (msg!(w, "land-occupied")) }
            @if occupied.is_empty() { p class="empty" { (msg!(w, "land-occupied-none")) } }
            @else { (features(table, "occupied", &msg!(w, "land-occupied"), &occupied)) }
            h3 { (msg!(w, "land-free")) }
            @if free.is_empty() { p class="empty" { (msg!(w, "land-free-none")) } }
            @else { (features(table, "free", &msg!(w, "land-free"), &free)) }
            h3 { (msg!(w, "land-tiles-lying")) }
            ul class="lying" {
                @for tile in &tiles { li { (tile_in_words(table, tile)) } }
            }
            h3 { (msg!(w, "land-gaps")) }
            ul class="gaps" {
                @for gap in &table.gaps {
                    li {
                        strong { (gap.cell) } " " (table.narrator().around(table.view.land(), gap.cell))
                        @if table.has(Aid::Fits) {
                            " · "
                            @if gap.dead { (msg!(w, "land-fits-none")) } @else { (msg!(w, "land-fits", n = gap.fitting)) }
                        }
                    }
                }
            }
        }
    }
}

fn features<R: TileGame>(table: &Table<'_, R>, id: &str, caption: &str, claims: &[&Claim]) -> Markup {
    let w = table.words;
    html! {
        div class="scroll" tabindex="0" role="group" aria-labelledby={ (id) "-caption" } {
            table class="words" {
                caption id={ (id) "-caption" } class="unseen" { (caption) }
                (columns([
                    msg!(w, "land-column-feature"), msg!(w, "land-column-tiles"), msg!(w, "land-column-open"),
                    msg!(w, "land-column-figures"), msg!(w, "land-column-worth"),
                ]))
                tbody {
                    @for claim in claims {
                        tr {
                            th scope="row" { (table.narrator().place(claim.place())) }
                            td { (claim.tiles) }
                            td { @if claim.kind == SegmentKind::Field { "–" } @else { (claim.open) } }
                            td { (figures(table, claim)) }
                            td { (worth(table, claim)) }
                        }
                    }
                }
            }
        }
    }
}

/// Lists the figures on a feature: `Ada: knight on (1,-2).c1`.
fn figures<R: TileGame>(table: &Table<'_, R>, claim: &Claim) -> String {
    let of = |(seat, figure, place): &(game::Seat, ::carcassonne::Figure, ::carcassonne::Place)| {
        let role = table.narrator().role(*figure, kind_of(*place));
        format!("{}: {role} {place}", table.name(*seat))
    };
    let figures: Vec<String> = claim.figures.iter().map(of).collect();
    if figures.is_empty() { "–".to_owned() } else { figures.join("; ") }
}

/// Describes the value of a feature, and its owners.
pub(crate) fn worth<R: TileGame>(table: &Table<'_, R>, claim: &Claim) -> String {
    let w = table.words;
    let mut parts = match (claim.kind, table.world()) {
        (SegmentKind::Field, World::Old) => vec![msg!(w, "land-cities-at", n = claim.cities.len())],
        (SegmentKind::Field, World::New) => vec![msg!(w, "land-animals", n = claim.symbols)],
        (SegmentKind::Monastery, _) => vec![msg!(w, "land-worth", n = claim.worth(&table.view))],
        _ if claim.completed => vec![msg!(w, "land-worth", n = claim.worth(&table.view))],
        _ => {
            let now = msg!(w, "land-worth", n = claim.worth(&table.view));
            vec![now, msg!(w, "land-worth-completed", n = claim.worth_completed(&table.view))]
        }
    };
    if !claim.owners.is_empty() {
        let names: Vec<String> = claim.owners.into_iter().map(|seat| table.name(seat)).collect();
        parts.push(msg!(w, "land-for", names = w.list(&names)));
    }
    for seat in claim.pigs() {
        parts.push(msg!(w, "land-pig-of", name = table.name(seat)));
    }
    parts.join(", ")
}

fn tile_in_words<R: TileGame>(table: &Table<'_, R>, tile: &PlacedTile) -> Markup {
    let w = table.words;
    let narrator = table.narrator();
    html! {
        strong { (tile.cell) }
        @if tile.kind.is_coast() {
            " " (msg!(w, "land-start-space")) ": "
        } @else {
            " " (tile.kind) ", " (narrator.rotation(tile.rotation)) ": "
        }
        (narrator.tile(tile.kind, tile.rotation))
        @if let Some(figure) = tile.figure {
            @let data = &tile.kind.segments()[usize::from(figure.index)];
            ". " (table.name(figure.seat)) ": " (narrator.role(figure.figure, data.kind)) " " (data.id)
        }
    }
}
