//! The arrangement of a picture: its tiles, the segments on them, and its extent.

use super::geometry::{self, At, TILE};
use super::picture::{CarcassonnePicture, Tile};
use super::plan::plan;
use ::carcassonne::{Cell, Place, Rotation, Segment, TileKind};

/// Returns the position of a figure on a segment of a turned tile, relative to the middle of the tile: inside the segment, and
/// apart from the other segments' figures. Returns `None` if the tile has no such segment.
#[must_use]
pub fn anchor(kind: TileKind, segment: Segment, rotation: Rotation) -> Option<At> {
    let index = kind.index_of(segment)?;
    let at = plan(kind).anchor(index);
    // Buildings stay upright, and so does who is in them.
    Some(if kind.monastery() == Some(index) { at } else { at.turned(rotation) })
}

/// The tiles of a picture, row by row; of several on one place the last.
pub(super) struct Tiles(pub(super) Vec<Tile>);

impl Tiles {
    pub(super) fn of(picture: &CarcassonnePicture) -> Tiles {
        let mut tiles = picture.tiles.clone();
        tiles.sort_by_key(|tile| row_by_row(tile.cell));
        tiles.dedup_by(|later, earlier| {
            let same = later.cell == earlier.cell;
            if same {
                *earlier = *later;
            }
            same
        });
        Tiles(tiles)
    }

    pub(super) fn at(&self, cell: Cell) -> Option<&Tile> {
        let found = self.0.binary_search_by_key(&row_by_row(cell), |tile| row_by_row(tile.cell));
        found.ok().map(|at| &self.0[at])
    }
}

/// Cells in the order of their numbers are in their own order, and numbers are compared faster.
fn row_by_row(cell: Cell) -> u16 {
    let [x, y] = [cell.x, cell.y].map(|part| part as u8 ^ 0x80);
    u16::from_be_bytes([y, x])
}

/// A segment that lies on the table: its tile, its index on the tile, and where a figure stands on it.
pub(super) struct Found {
    pub(super) tile: Tile,
    pub(super) index: usize,
    pub(super) at: At,
}

/// Looks for a segment among the tiles; a picture may name one that is not there.
pub(super) fn find(tiles: &Tiles, place: Place) -> Option<Found> {
    let tile = *tiles.at(place.cell)?;
    let index = tile.kind.index_of(place.segment).filter(|&index| tile.kind.shows(index))?;
    let at = geometry::middle(tile.cell).plus(anchor(tile.kind, place.segment, tile.rotation)?);
    Some(Found { tile, index, at })
}

/// The minimum width of a picture with a coast, as a fraction of its height.
const COAST_WIDTH: f32 = 0.9;

/// Returns the least and the greatest coordinates of cells; those of (0,0) if there are none.
fn corners(cells: impl Iterator<Item = Cell>) -> ((i16, i16), (i16, i16)) {
    let (mut low, mut high) = ((i16::MAX, i16::MAX), (i16::MIN, i16::MIN));
    for cell in cells {
        let (x, y) = (i16::from(cell.x), i16::from(cell.y));
        (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
    }
    if low.0 > high.0 { ((0, 0), (0, 0)) } else { (low, high) }
}

/// The picture's extent in units.
pub(super) struct Extent {
    pub(super) from: At,
    pub(super) to: At,
}

impl Extent {
    /// All tiles and one more cell all around, at least five cells each way, and a rim. From a coast the land grows to the
    /// west: there is room for it from the beginning, or the picture would be a strip of a few columns that gets smaller with
    /// every new one.
    pub(super) fn of(picture: &CarcassonnePicture, rim: f32) -> Extent {
        let (low, high) = corners(picture.tiles.iter().map(|tile| tile.cell));
        let reach = |low: i16, high: i16| {
            let missing = (4 - (high - low)).max(0);
            let (before, after) = (missing / 2, missing - missing / 2);
            let half = TILE / 2.0 + rim;
            let at = |cell: i16| f32::from(cell) * TILE;
            (at(low - before.max(1)) - half, at(high + after.max(1)) + half)
        };
        let (mut x, y) = (reach(low.0, high.0), reach(low.1, high.1));
        if picture.tiles.iter().any(|tile| tile.kind.is_coast()) {
            x.0 = x.0.min(x.1 - COAST_WIDTH * (y.1 - y.0));
        }
        Extent { from: At::new(x.0, y.0), to: At::new(x.1, y.1) }
    }

    /// The tiles with a rim, at least three cells each way. Of a coast, which is long and mostly empty, it shows the rows where tiles
    /// have been placed that `matters` picks, one more at either end, and the sea with the names of the towns.
    pub(super) fn narrow(picture: &CarcassonnePicture, rim: f32, matters: impl Fn(&Tile) -> bool) -> Extent {
        /// The least number of cells each way.
        const LEAST: i16 = 3;
        let is_placed = |tile: &&Tile| !tile.kind.is_coast() && matters(tile);
        let has_coast = picture.tiles.iter().any(|tile| tile.kind.is_coast());
        let (all_low, all_high) = corners(picture.tiles.iter().map(|tile| tile.cell));
        let (low, high) = match has_coast && picture.tiles.iter().any(|tile| is_placed(&tile)) {
            true => corners(picture.tiles.iter().filter(is_placed).map(|tile| tile.cell)),
            false => (all_low, all_high),
        };
        let reach = |low: i16, high: i16, more: f32| {
            let missing = f32::from((LEAST - 1 - (high - low)).max(0)) * TILE / 2.0;
            let half = TILE / 2.0 + rim + more.max(missing);
            (f32::from(low) * TILE - half, f32::from(high) * TILE + half)
        };
        let more = if has_coast { TILE } else { TILE / 4.0 };
        let (mut x, y) = (reach(low.0, high.0, TILE / 4.0), reach(low.1, high.1, more));
        if has_coast {
            x.1 = f32::from(all_high.0) * TILE + 1.5 * TILE + rim;
        }
        Extent { from: At::new(x.0, y.0), to: At::new(x.1, y.1) }
    }

    pub(super) fn width(&self) -> f32 {
        self.to.x - self.from.x
    }

    pub(super) fn height(&self) -> f32 {
        self.to.y - self.from.y
    }
}
