//! The land in words: features, tiles and gaps, with fixed, speakable places.

use super::aids::Claim;
use super::table::{Table, TileGame};
use super::words::kind_of;
use crate::parts::shell::columns;
use crate::words::{Aid, World, say};
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
            h2 id="board-words-title" { (say!(w, "land-board")) }
            p class="hint" { (say!(w, "land-cells")) }
            @if let Some([west, east]) = table.extras.surveyors {
                p id="surveyors" { (say!(w, "land-surveyors", west = west, east = east)) }
            }
            h3 { (say!(w, "land-occupied")) }
            @if occupied.is_empty() { p class="empty" { (say!(w, "land-occupied-none")) } }
            @else { (features(table, "occupied", &say!(w, "land-occupied"), &occupied)) }
            h3 { (say!(w, "land-free")) }
            @if free.is_empty() { p class="empty" { (say!(w, "land-free-none")) } }
            @else { (features(table, "free", &say!(w, "land-free"), &free)) }
            h3 { (say!(w, "land-tiles-lying")) }
            ul class="lying" {
                @for tile in &tiles { li { (tile_in_words(table, tile)) } }
            }
            h3 { (say!(w, "land-gaps")) }
            ul class="gaps" {
                @for gap in &table.gaps {
                    li {
                        strong { (gap.cell) } " " (table.teller().around(table.view.land(), gap.cell))
                        @if table.has(Aid::Fits) {
                            " · "
                            @if gap.dead { (say!(w, "land-fits-none")) } @else { (say!(w, "land-fits", n = gap.fitting)) }
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
                    say!(w, "land-column-feature"), say!(w, "land-column-tiles"), say!(w, "land-column-open"),
                    say!(w, "land-column-figures"), say!(w, "land-column-worth"),
                ]))
                tbody {
                    @for claim in claims {
                        tr {
                            th scope="row" { (table.teller().place(claim.place())) }
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
        let role = table.teller().role(*figure, kind_of(*place));
        format!("{}: {role} {place}", table.name(*seat))
    };
    let figures: Vec<String> = claim.figures.iter().map(of).collect();
    if figures.is_empty() { "–".to_owned() } else { figures.join("; ") }
}

/// Describes the value of a feature, and its owners.
pub(crate) fn worth<R: TileGame>(table: &Table<'_, R>, claim: &Claim) -> String {
    let w = table.words;
    let mut parts = match (claim.kind, table.world()) {
        (SegmentKind::Field, World::Old) => vec![say!(w, "land-cities-at", n = claim.cities.len())],
        (SegmentKind::Field, World::New) => vec![say!(w, "land-animals", n = claim.symbols)],
        (SegmentKind::Monastery, _) => vec![say!(w, "land-worth", n = claim.worth(&table.view))],
        _ if claim.completed => vec![say!(w, "land-worth", n = claim.worth(&table.view))],
        _ => {
            let now = say!(w, "land-worth", n = claim.worth(&table.view));
            vec![now, say!(w, "land-worth-completed", n = claim.worth_completed(&table.view))]
        }
    };
    if !claim.owners.is_empty() {
        let names: Vec<String> = claim.owners.into_iter().map(|seat| table.name(seat)).collect();
        parts.push(say!(w, "land-for", names = w.list(&names)));
    }
    for seat in claim.pigs() {
        parts.push(say!(w, "land-pig-of", name = table.name(seat)));
    }
    parts.join(", ")
}

fn tile_in_words<R: TileGame>(table: &Table<'_, R>, tile: &PlacedTile) -> Markup {
    let w = table.words;
    let teller = table.teller();
    html! {
        strong { (tile.cell) }
        @if tile.kind.is_coast() {
            " " (say!(w, "land-start-space")) ": "
        } @else {
            " " (tile.kind) ", " (teller.rotation(tile.rotation)) ": "
        }
        (teller.tile(tile.kind, tile.rotation))
        @if let Some(figure) = tile.figure {
            @let data = &tile.kind.segments()[usize::from(figure.index)];
            ". " (table.name(figure.seat)) ": " (teller.role(figure.figure, data.kind)) " " (data.id)
        }
    }
}
