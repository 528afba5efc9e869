//! The land of Carcassonne, of Traders & Builders and of Mayflower as a picture.
//!
//! All tiles are drawn from their data ([`mod@geometry`]): there is no picture of a single tile anywhere.

pub mod geometry;
mod canvas;
#[cfg(feature = "any")]
mod drawn;
mod definitions;
mod kinds;
mod layers;
mod look;
mod picture;
mod pieces;
mod plan;
mod position;
mod shapes;
mod sprites;
mod symbols;
mod tile;
mod tiles;

use crate::shown::{Item, Shown};
use crate::{Margin, Style};
use ::carcassonne::{Cell, Rotation, SegmentKind, TileKind};
use canvas::Canvas;
pub use canvas::stylesheet;
use definitions::{Definition, TileSet};
use game::{Seat, SeatSet};
use geometry::At;
pub use kinds::kinds_svg;
pub use picture::{Area, CarcassonnePicture, Figure, FigureLook, Hand, Number, Sign, Space, Target, Tile};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Display;
pub use symbols::{figure_symbol, good_symbol};
pub(crate) use symbols::{figures, named};
pub use tiles::anchor;
use tiles::{Extent, Tiles};

/// The table as SVG.
///
/// The root is `<svg class="board land board-light">` (or `-dark`, `-auto`). A tile is 100 units wide, the cell (x,y) has
/// its middle at (100 x, 100 y), and the view box shows all tiles with room for one more all around.
///
/// Every place has its name as `id` and `data-place`; a name may stand in an `id`, as HTML only forbids blanks there, and
/// style sheets and selectors escape it (`#\\(1\\,-2\\)`):
///
/// | element | name | classes |
/// |---|---|---|
/// | tile | `(1,-2)` | `tile`, `last` |
/// | empty place of [`CarcassonnePicture::spaces`] | `(1,-2)` | `space`, `lit`, `dead` |
/// | segment of [`CarcassonnePicture::segments`] | `(1,-2).c1` | `segment`, `road`, `city`, `monastery` or `field`, `lit` |
/// | figure, unless its segment is a place already | `(1,-2).c1` | `piece`, its kind, `seat-A` to `seat-F` |
///
/// Spaces and segments hold a `hit` (the target) and a `halo` (shown when the group has the class `lit` or `chosen`, or
/// the keyboard's focus); a segment's whole area is a target too. The tile in hand is the group `hand` (see [`Hand`]).
///
/// The same picture and style always give the same text.
#[must_use]
pub fn carcassonne_svg(picture: &CarcassonnePicture, style: &Style) -> String {
    carcassonne_svg_after(picture, style, &Shown::NOTHING)
}

/// Draws the table for a page, leaving out what the page already shows: parts have ids of their own, and unchanged parts become
/// empty elements (see [`crate::shown`]).
#[must_use]
pub fn carcassonne_svg_after(picture: &CarcassonnePicture, style: &Style, shown: &Shown<'_>) -> String {
    let mut canvas = Canvas { shown, ..Canvas::new(style) };
    canvas.board(picture);
    canvas.svg.finish()
}

/// One tile as a picture of its own, 108 units square with a little room around it: for the tile in hand. It is small,
/// but a page with many tiles is smaller with [`sheet_svg`].
#[must_use]
pub fn tile_svg(kind: TileKind, rotation: Rotation, style: &Style) -> String {
    let mut canvas = Canvas::new(style);
    canvas.root("tile land", "-54 -54 108 108");
    let mut tiles = TileSet::default();
    tiles.add(kind, rotation);
    canvas.definitions(&tiles, Vec::new());
    canvas.place(&format!("{kind}{}", rotation.index()), "", "");
    canvas.svg.close();
    canvas.svg.finish()
}

/// Draws an invisible sheet with the definitions of unturned kinds: a page includes it once, and then every tile is a
/// [`tile_use`].
#[must_use]
pub fn sheet_svg(kinds: impl IntoIterator<Item = TileKind>, style: &Style) -> String {
    let mut canvas = Canvas::new(style);
    let class = format!("sheet land {}", style.theme.class());
    let id = format!("{}sheet", canvas.prefix);
    let attrs: [(&str, &dyn Display); 6] = [
        ("xmlns", &"http://www.w3.org/2000/svg"),
        ("id", &id),
        ("class", &class),
        ("width", &0),
        ("height", &0),
        ("aria-hidden", &true),
    ];
    canvas.svg.open("svg", &attrs);
    canvas.style_sheet();
    let mut tiles = TileSet::default();
    for kind in kinds {
        tiles.add(kind, Rotation::default());
    }
    canvas.definitions(&tiles, Vec::new());
    canvas.svg.close();
    canvas.svg.finish()
}

/// A tile of the [`sheet_svg`] with the same style.
#[must_use]
pub fn tile_use(kind: TileKind, style: &Style) -> String {
    let mut canvas = Canvas::new(style);
    let class = format!("tile land {}", style.theme.class());
    let attrs: [(&str, &dyn Display); 4] = [
        ("xmlns", &"http://www.w3.org/2000/svg"),
        ("class", &class),
        ("viewBox", &"-54 -54 108 108"),
        ("aria-hidden", &true),
    ];
    canvas.svg.open("svg", &attrs);
    canvas.place(&format!("{kind}0"), "", "");
    canvas.svg.close();
    canvas.svg.finish()
}

impl Canvas<'_> {
    fn board(&mut self, picture: &CarcassonnePicture) {
        // Numbers of columns and rows need a rim of their own.
        let rim = if self.style.coordinates { 32.0 } else { 8.0 };
        let extent = match self.style.margin {
            Margin::Wide => Extent::of(picture, rim),
            Margin::Narrow => Extent::narrow(picture, rim, |_| true),
            Margin::Close => Extent::narrow(picture, rim, |tile| {
                let rows = |cell: Cell| i16::from(cell.y) - i16::from(tile.cell.y);
                picture.last.is_empty() || picture.last.iter().any(|&cell| rows(cell).abs() <= 1)
            }),
        };
        let tiles = Tiles::of(picture);
        let (width, height) = (extent.width(), extent.height());
        self.root("board land", &format!("{} {} {width} {height}", extent.from.x, extent.from.y));
        let mut shown = TileSet::default();
        for tile in &picture.tiles {
            shown.add(tile.kind, tile.rotation);
        }
        if let Some(hand) = picture.hand {
            for rotation in Rotation::ALL {
                shown.add(hand.kind, rotation);
            }
        }
        let looks: BTreeSet<FigureLook> = picture.figures.iter().map(|figure| figure.look).collect();
        let seats: BTreeSet<Seat> = picture.figures.iter().map(|figure| figure.seat).collect();
        let owners: SeatSet = picture.areas.iter().flat_map(|area| area.owners).collect();
        let (spaces, surveyors) = (!picture.spaces.is_empty(), !picture.surveyors.is_empty());
        let mut more: Vec<Definition> = Vec::new();
        let mut own = |markup: Cow<'static, str>| more.push(Definition::Own(markup));
        if spaces {
            own("<path id=\"@cell\" d=\"M-49 -49h98v98h-98z\"/>".into());
            own("<rect id=\"@space\" x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"10\"/>".into());
        }
        for &look in &looks {
            own(pieces::definition(look).into());
        }
        if surveyors {
            own(pieces::SURVEYOR.into());
        }
        for (seat, look) in Seat::first(Seat::MAX).zip(self.style.seats) {
            if seats.contains(&seat) {
                own(format!("<path id=\"@mark-{seat}\" d=\"{}\"/>", look.mark.path()).into());
            }
            if owners.contains(seat) {
                own(pieces::pattern(seat, look).into());
            }
        }
        self.definitions(&shown, more);
        self.table(&extent, &tiles);
        self.columns(picture, &extent);
        let inputs = |tile: &Tile| (tile.kind, tile.rotation, picture.last.contains(&tile.cell));
        let items = tiles.0.iter().map(|tile| Item::new(&tile.cell, &inputs(tile)));
        let edits = self.opens_list("tiles", items);
        for (_, tile) in tiles.0.iter().enumerate().filter(|&(n, _)| edits.writes(n)) {
            self.tile(*tile, picture.last.contains(&tile.cell));
        }
        self.svg.close();
        if tiles.0.iter().any(|tile| tile.kind.is_coast()) {
            self.town_names(&tiles);
        }
        self.areas(picture, &tiles);
        self.last(picture);
        self.spaces(picture);
        self.surveyors(picture, &extent);
        self.segments(picture, &tiles);
        self.figures(picture, &tiles);
        self.numbers(picture, &tiles);
        self.open_edges(picture);
        self.hand(picture);
        if self.style.coordinates {
            self.coordinates(&extent);
        }
        self.svg.close();
    }

    /// The ground below the tiles; the sea east of the coast.
    fn table(&mut self, extent: &Extent, tiles: &Tiles) {
        let Extent { from, .. } = extent;
        let rect = format!("M{} {}h{}v{}h-{2}z", from.x, from.y, extent.width(), extent.height());
        self.svg.leaf("path", &[("class", &"table"), ("d", &rect)]);
        if !tiles.0.iter().any(|tile| tile.kind.is_coast()) {
            return;
        }
        let right = extent.to.x - 50.0;
        // Also below the edge of the start spaces, so that no seam shows.
        let coast = tiles.0.iter().filter(|tile| tile.kind.is_coast());
        let strips: String =
            coast.map(|tile| format!("M40 {}h20v100h-20z", geometry::middle(tile.cell).y - 50.0)).collect();
        let sea = format!("M50 {}h{right}v{}h-{right}z{strips}", from.y, extent.height());
        self.svg.leaf("path", &[("class", &"sea"), ("d", &sea)]);
        let waves: String = (0..(extent.height() / 100.0) as i16)
            .map(|n| {
                let (x, y) = (70 + n * 37 % 50, from.y + 38.0 + f32::from(n) * 100.0);
                format!("M{x} {y}q5 -5 10 0t10 0t10 0")
            })
            .collect();
        self.svg.leaf("path", &[("class", &"waves"), ("d", &waves)]);
        // Tiles beyond the start spaces end at the water.
        let beaches: String = tiles
            .0
            .iter()
            .filter(|tile| tile.cell.x == 0 && !tile.kind.is_coast())
            .map(|tile| format!("M50 {}v100", geometry::middle(tile.cell).y - 50.0))
            .collect();
        if !beaches.is_empty() {
            self.svg.leaf("path", &[("class", &"beach"), ("d", &beaches)]);
        }
    }

    fn town_names(&mut self, tiles: &Tiles) {
        let coast: Vec<&Tile> = tiles.0.iter().filter(|tile| tile.kind.is_coast()).collect();
        let inputs: Vec<(Cell, TileKind)> = coast.iter().map(|tile| (tile.cell, tile.kind)).collect();
        if !self.opens("towns", &inputs) {
            return;
        }
        for tile in coast {
            let owner = usize::from(tile.kind.ring(Rotation::default())[10]);
            let data = tile.kind.segments()[owner];
            // The towns of the start board (`MAY-COMP-4`) have names in the tile data; here they are in its order.
            let name = match (data.kind, owner) {
                (SegmentKind::City, 0) => "PLYMOUTH",
                (SegmentKind::City, 1) => "NEW YORK",
                (SegmentKind::City, 2) => "JAMESTOWN",
                _ => continue,
            };
            let At { x, y } = geometry::middle(tile.cell);
            self.lettering(name, "name", At::new(x + 101.0, y), 10.0, 1.7);
        }
        self.svg.close();
    }
}
