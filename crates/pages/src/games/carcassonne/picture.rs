//! A view of one of the three games as a picture.

use super::aids::open_ends;
use super::table::{Table, TileGame};
use crate::model::{LogEvent, LogLine};
use crate::parts::layout::board_style;
use crate::parts::pins::Spot;
use crate::words::{Aid, World, msg};
use ::carcassonne::land::PlacedTile;
use ::carcassonne::{Cell, Event, Figure, Phase, Place, Rules, SegmentKind, View};
use ::draw::Style;
use ::draw::carcassonne::{Area, CarcassonnePicture, Hand, Number, Sign, Space, Target, anchor, geometry};

/// Returns the picture of a position: the tiles, figures and surveyors of `view`, with the tiles of the last turn in `log`
/// marked.
#[must_use]
pub fn picture<R: Rules>(view: &View<'_, R>, log: &[LogLine<Event>]) -> CarcassonnePicture {
    CarcassonnePicture { last: last(view, log), ..CarcassonnePicture::from_view(view) }
}

/// Returns the cells of the tiles placed in the current turn, or else in the one before it.
fn last<R: Rules>(view: &View<'_, R>, log: &[LogLine<Event>]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for line in log.iter().rev() {
        match line.what {
            LogEvent::Game(Event::Placed { cell, .. }) => cells.push(cell),
            LogEvent::Game(Event::TurnEnded { .. }) if !cells.is_empty() => break,
            _ => {}
        }
    }
    // A tile that was taken back is not there to be marked.
    cells.retain(|&cell| view.land().tile_at(cell).is_some());
    cells
}

/// Whether a picture marks an event, and whether the event ends a turn.
pub(crate) fn traces(event: &Event) -> (bool, bool) {
    (matches!(event, Event::Placed { .. }), matches!(event, Event::TurnEnded { .. }))
}

/// Returns the place that an event has changed: the middle of a new tile, or the place of a new figure.
pub(crate) fn spot(tiles: &[PlacedTile], event: &Event) -> Option<Spot> {
    let (cell, segment) = match *event {
        Event::Placed { cell, .. } => (cell, None),
        Event::Deployed { place, .. } => (place.cell, Some(place.segment)),
        _ => return None,
    };
    let middle = geometry::middle(cell);
    let tile = tiles.iter().find(|tile| tile.cell == cell);
    let anchor = tile.zip(segment).and_then(|(tile, on)| anchor(tile.kind, on, tile.rotation));
    Some(anchor.map_or((middle.x, middle.y), |at| (middle.x + at.x, middle.y + at.y)))
}

/// Returns the picture with everything a player needs: the places for the tile in hand, the segments for figures, and the
/// reader's aids.
fn playing<R: TileGame>(table: &Table<'_, R>) -> CarcassonnePicture {
    let view = &table.view;
    let mut picture = picture(view, table.log);
    let yours = !table.legal.is_empty();
    let fits = table.has(Aid::Fits);
    if !table.is_over() {
        picture.spaces = table
            .gaps
            .iter()
            .map(|gap| Space {
                cell: gap.cell,
                lit: yours && !gap.rotations.is_empty(),
                fitting: fits.then_some(gap.fitting),
            })
            .collect();
    }
    picture.hand = view.tile_in_hand().map(|kind| Hand { kind, shown: None });
    match view.phase() {
        Phase::Deploying { cell } if yours => {
            let tile = view.land().tile_at(cell).expect("a tile lies there");
            for data in view.land().tile(tile).kind.segments() {
                let place = Place { cell, segment: data.id };
                let goes = |action: &::carcassonne::Action| matches!(action, ::carcassonne::Action::Deploy { segment, .. } if *segment == data.id);
                picture.segments.push(Target { place, lit: table.legal.iter().any(goes) });
            }
        }
        Phase::Settling if yours => {
            picture.segments.extend(table.extras.waiting().map(|place| Target { place, lit: true }));
        }
        _ => {}
    }
    if table.has(Aid::Open) && !table.is_over() {
        picture.open = open_ends(view);
    }
    for claim in &table.claims {
        let shown = match claim.kind {
            SegmentKind::Field => table.has(Aid::Fields),
            SegmentKind::City => table.has(Aid::Cities),
            SegmentKind::Road => table.has(Aid::Roads),
            SegmentKind::Monastery => false,
        };
        if !shown || claim.owners.is_empty() {
            continue;
        }
        picture.areas.extend(claim.segments.iter().map(|&place| Area { place, owners: claim.owners }));
        let (number, sign) = match (claim.kind, table.world()) {
            (SegmentKind::Field, World::Old) => (claim.cities.len() as u16, Sign::Cities),
            (SegmentKind::Field, World::New) => (claim.symbols.into(), Sign::Animals),
            _ => (claim.worth(view), Sign::Plain),
        };
        // Beside the figure that owns it.
        let owner = claim.figures.iter().min_by_key(|(_, figure, _)| *figure != Figure::Follower);
        if let Some(&(_, _, place)) = owner {
            picture.numbers.push(Number { place, number, sign });
        }
    }
    picture
}

/// The board as SVG for the page: without its style sheet, which the page links to.
pub(crate) fn svg<R: TileGame>(table: &Table<'_, R>) -> String {
    let (words, reader) = (table.words, table.page.reader);
    let style = board_style(reader, msg!(words, "land-board"), msg!(words, "land-board-description"));
    ::draw::carcassonne_svg_after(&playing(table), &style, table.page.shown)
}

/// The style of the tiles on the sheet of those that are left.
pub(crate) fn sheet_style() -> Style {
    Style {
        theme: ::draw::Theme::Auto,
        id_prefix: "s-".to_owned(),
        place_ids: false,
        embed_css: false,
        ..Style::default()
    }
}
