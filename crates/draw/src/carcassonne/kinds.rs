//! The kinds of tiles in a box, side by side, to count along.

use super::canvas::Canvas;
use super::definitions::TileSet;
use super::geometry::At;
use crate::Style;
use ::carcassonne::{Rotation, TileKind};

/// Kinds in a row.
const COLUMNS: usize = 8;
/// From the middle of a tile to that of the next one.
const STEP: At = At { x: 128.0, y: 150.0 };

/// The kinds of a box with their ids and how many there are of each, in rows of eight; none of them turned.
#[must_use]
pub fn kinds_svg(kinds: &[(TileKind, u8)], style: &Style) -> String {
    let mut canvas = Canvas::new(style);
    let rows = kinds.len().div_ceil(COLUMNS).max(1);
    let (width, height) = (STEP.x * COLUMNS as f32, STEP.y * rows as f32 + 12.0);
    canvas.root("board land kinds", &format!("0 0 {width} {height}"));
    let mut tiles = TileSet::default();
    for &(kind, _) in kinds {
        tiles.add(kind, Rotation::default());
    }
    canvas.definitions(&tiles, Vec::new());
    let ground = format!("M0 0h{width}v{height}h-{width}z");
    canvas.svg.leaf("path", &[("class", &"table"), ("d", &ground)]);
    for (n, (kind, count)) in kinds.iter().enumerate() {
        let (column, row) = ((n % COLUMNS) as f32, (n / COLUMNS) as f32);
        let at = At::new(STEP.x * (column + 0.5), STEP.y * row + 64.0);
        canvas.place(&format!("{kind}0"), "", &super::canvas::translate(at));
        canvas.lettering(&format!("{kind} {count}×"), "coordinates", At::new(at.x, at.y + 68.0), 14.0, 1.6);
    }
    canvas.svg.close();
    canvas.svg.finish()
}
