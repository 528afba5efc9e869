//! The land of Carcassonne, of Traders & Builders and of Mayflower as a picture.
//!
//! All tiles are drawn from their data ([`mod@geometry`]): there is no picture of a single tile anywhere.

pub mod geometry;
mod definitions;
mod layers;
mod look;
mod pieces;
mod plan;
mod position;
mod shapes;
mod sprites;
mod symbols;
mod tile;

use crate::palette::themed;
use crate::shown::{Edits, Item, Shown};
use crate::svg::{Num, Svg};
use crate::{Purpose, Style};
use ::carcassonne::{Cell, Place, Rotation, Segment, SegmentKind, TileKind};
use definitions::{Definition, TileSet};
use game::{Seat, SeatSet};
use geometry::{At, TILE};
use plan::plan;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};
use std::hash::Hash;
pub use symbols::{figure_symbol, good_symbol};
pub(crate) use symbols::{figures, named};

/// What is to be seen on the table. It may be a position the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CarcassonnePicture {
    /// The tiles on the table; start spaces of Mayflower too.
    pub tiles: Vec<Tile>,
    /// The figures on them.
    pub figures: Vec<Figure>,
    /// Tiles placed last: one, or two in a double turn (`TB-BUILDER-5`).
    pub last: Vec<Cell>,
    /// The columns of Mayflower's surveyors.
    pub surveyors: Vec<i8>,
    /// Empty places of which something is to be said.
    pub spaces: Vec<Space>,
    /// Segments of which something is to be said, or where a figure may go.
    pub segments: Vec<Target>,
    /// The tile in hand.
    pub hand: Option<Hand>,
    /// Segments shown as somebody's.
    pub areas: Vec<Area>,
    /// Numbers on segments: cities that count for a field, tiles, points.
    pub numbers: Vec<Number>,
    /// Edges by which a road or city is still open: a cell and a side, 0 north to 3 west.
    pub open: Vec<(Cell, usize)>,
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub kind: TileKind,
    /// How it is turned.
    pub rotation: Rotation,
}

/// A figure on a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Where it stands or lies.
    pub place: Place,
    /// Whose it is.
    pub seat: Seat,
    /// How it looks.
    pub look: FigureLook,
}

/// The looks of figures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum FigureLook {
    /// A follower on a road, in a city or a monastery.
    Standing,
    /// A farmer or trapper.
    Lying,
    /// The builder.
    Builder,
    /// The pig.
    Pig,
}

impl FigureLook {
    /// How a follower looks on such a segment: farmers and trappers lie down.
    #[must_use]
    pub const fn of_follower(on: SegmentKind) -> FigureLook {
        match on {
            SegmentKind::Field => FigureLook::Lying,
            _ => FigureLook::Standing,
        }
    }
}

/// An empty place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Space {
    /// Where.
    pub cell: Cell,
    /// Whether the tile in hand may go there.
    pub lit: bool,
    /// How many of the tiles left would fit; 0 crosses the place out.
    pub fitting: Option<u16>,
}

/// A segment as a place of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Which.
    pub place: Place,
    /// Whether something can be done there.
    pub lit: bool,
}

/// The tile in hand. Its four turns are among the definitions (`V0` to `V3` after the prefix), so that a page can turn
/// it by changing the `href` in the group with the class `hand`, and move it by its `transform`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Which.
    pub kind: TileKind,
    /// Where it is shown; it is hidden if it is not yet anywhere.
    pub shown: Option<(Cell, Rotation)>,
}

/// A segment that is somebody's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// Which.
    pub place: Place,
    /// Whose; of several seats every one shows.
    pub owners: SeatSet,
}

/// A number on a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Where.
    pub place: Place,
    /// How many.
    pub number: u16,
    /// Of what.
    pub sign: Sign,
}

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Sign {
    /// Cities.
    Cities,
    /// Animals.
    Animals,
    /// Nothing to be shown: the number alone.
    Plain,
}

/// Where a figure stands on a segment of a tile that is turned, from the middle of the tile: inside the segment, and
/// apart from the other segments' figures. `None` if the tile has no such segment.
#[must_use]
pub fn anchor(kind: TileKind, segment: Segment, rotation: Rotation) -> Option<At> {
    let index = kind.index_of(segment)?;
    let at = plan(kind).anchor(index);
    // Buildings stay upright, and so does who is in them.
    Some(if kind.monastery() == Some(index) { at } else { at.turned(rotation) })
}

/// The style sheet of [`carcassonne_svg`] and of single tiles, for pages that serve it once instead of with every
/// picture ([`Style::embed_css`]).
#[must_use]
pub fn stylesheet(style: &Style) -> String {
    let mut css = themed(look::SHEET, look::TONES, style.theme);
    let root = style.theme.class();
    for (seat, look) in Seat::first(style.seats.len()).zip(style.seats) {
        writeln!(
            css,
            ".{root}.land .seat-{seat}{{fill:{0}}}.{root}.land .seat-{seat} .mark{{fill:{1}}}",
            look.fill, look.ink
        )
        .expect("a string takes everything");
    }
    css
}

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

/// The same for a page, without what it shows already: parts have ids of their own, and those that did not change are
/// empty elements (see [`crate::shown`]).
#[must_use]
pub fn carcassonne_svg_after(picture: &CarcassonnePicture, style: &Style, shown: &Shown<'_>) -> String {
    let mut canvas = Canvas { shown, ..Canvas::new(style) };
    canvas.board(picture);
    canvas.svg.finish()
}

/// The tiles of a picture, row by row; of several on one place the last.
struct Tiles(Vec<Tile>);

impl Tiles {
    fn of(picture: &CarcassonnePicture) -> Tiles {
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

    fn at(&self, cell: Cell) -> Option<&Tile> {
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
struct Found {
    tile: Tile,
    index: usize,
    at: At,
}

/// Looks for a segment among the tiles; a picture may name one that is not there.
fn find(tiles: &Tiles, place: Place) -> Option<Found> {
    let tile = *tiles.at(place.cell)?;
    let index = tile.kind.index_of(place.segment).filter(|&index| tile.kind.shows(index))?;
    let at = geometry::middle(tile.cell).plus(anchor(tile.kind, place.segment, tile.rotation)?);
    Some(Found { tile, index, at })
}

/// One tile as a picture of its own, 108 units square with a little room around it: for the tile in hand. It is small,
/// but a page with many tiles is smaller with [`sheet_svg`].
#[must_use]
pub fn tile_svg(kind: TileKind, rotation: Rotation, style: &Style) -> String {
    let mut canvas = Canvas::new(style);
    let class = format!("tile land {}", style.theme.class());
    canvas.root(&class, "-54 -54 108 108");
    let mut tiles = TileSet::default();
    tiles.add(kind, rotation);
    canvas.definitions(&tiles, Vec::new());
    canvas.place(&format!("{kind}{}", rotation.index()), "", "");
    canvas.svg.close();
    canvas.svg.finish()
}

/// Definitions of kinds that are not turned, without anything to be seen: a page has it once, and then every tile is a
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

struct Canvas<'a> {
    svg: Svg,
    style: &'a Style,
    prefix: String,
    shown: &'a Shown<'a>,
}

fn translate(at: At) -> String {
    format!("translate({} {})", Num(at.x), Num(at.y))
}

impl<'a> Canvas<'a> {
    fn new(style: &'a Style) -> Canvas<'a> {
        let mut prefix: String = style.id_prefix.clone();
        prefix.retain(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        Canvas { svg: Svg::new(), style, prefix, shown: &Shown::NOTHING }
    }

    /// Opens a part of the picture; `false` if the page shows it already ([`Svg::open_part`]).
    fn opens(&mut self, name: &str, inputs: &impl Hash) -> bool {
        let id = format!("{}{name}-part", self.prefix);
        self.svg.open_part(self.shown, ("g", &id, name), inputs)
    }

    /// Opens a group of many things; says which of them are to be drawn ([`Svg::open_list`]).
    fn opens_list(&mut self, name: &str, items: impl IntoIterator<Item = Item>) -> Edits {
        let id = format!("{}{name}-part", self.prefix);
        let (element, class) = if name == "defs" { ("defs", "") } else { ("g", name) };
        self.svg.open_list(self.shown, (element, &id, class), items)
    }

    fn reference(&self, name: &str) -> String {
        format!("#{}{name}", self.prefix)
    }

    /// Writes markup of this crate with the prefixes filled in: `@` for ids, `~` for the classes of definitions.
    fn markup(&mut self, markup: &str) {
        let mut filled = String::with_capacity(markup.len() * 5 / 4);
        for part in markup.split_inclusive(['@', '~']) {
            let (text, sign) = part.split_at(part.len() - usize::from(part.ends_with(['@', '~'])));
            filled += text;
            match sign {
                "@" => filled += &self.prefix,
                "~" => filled += self.style.theme.class_prefix(),
                _ => {}
            }
        }
        self.svg.raw(&filled);
    }

    /// Places a symbol of the definitions.
    fn place(&mut self, name: &str, class: &str, transform: &str) {
        let href = self.reference(name);
        let all: [(&'static str, &dyn Display); 3] =
            [("class", &class), ("href", &href), ("transform", &transform)];
        let given = &all[usize::from(class.is_empty())..all.len() - usize::from(transform.is_empty())];
        self.svg.leaf("use", given);
    }

    /// Opens the picture and says what it is.
    fn root(&mut self, class: &str, view_box: &str) {
        let role = match self.style.purpose {
            Purpose::Picture => "img",
            Purpose::Table => "group",
        };
        let words = &self.style.words;
        let (title, description) = (format!("{}title", self.prefix), format!("{}desc", self.prefix));
        let mut attrs: Vec<(&'static str, &dyn Display)> = vec![
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &class),
            ("viewBox", &view_box),
            ("role", &role),
        ];
        if !words.title.is_empty() {
            attrs.push(("aria-labelledby", &title));
        }
        if !words.description.is_empty() {
            attrs.push(("aria-describedby", &description));
        }
        self.svg.open("svg", &attrs);
        if !words.title.is_empty() {
            self.svg.text("title", &[("id", &title)], &words.title);
        }
        if !words.description.is_empty() {
            self.svg.text("desc", &[("id", &description)], &words.description);
        }
        self.style_sheet();
    }

    fn style_sheet(&mut self) {
        if self.style.embed_css {
            self.svg.raw("<style>");
            self.svg.raw(&stylesheet(self.style));
            self.svg.raw("</style>");
        }
    }
}

/// The picture's extent in units.
struct Extent {
    from: At,
    to: At,
}

impl Extent {
    /// All tiles and one more cell all around, at least five cells each way, and a rim.
    fn of(picture: &CarcassonnePicture, rim: f32) -> Extent {
        let cells = picture.tiles.iter().map(|tile| tile.cell);
        let (mut low, mut high) = ((i16::MAX, i16::MAX), (i16::MIN, i16::MIN));
        for cell in cells {
            let (x, y) = (i16::from(cell.x), i16::from(cell.y));
            (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
        }
        if low.0 > high.0 {
            (low, high) = ((0, 0), (0, 0));
        }
        let reach = |low: i16, high: i16| {
            let missing = (4 - (high - low)).max(0);
            let (before, after) = (missing / 2, missing - missing / 2);
            let half = TILE / 2.0 + rim;
            let at = |cell: i16| f32::from(cell) * TILE;
            (at(low - before.max(1)) - half, at(high + after.max(1)) + half)
        };
        let (x, y) = (reach(low.0, high.0), reach(low.1, high.1));
        Extent { from: At::new(x.0, y.0), to: At::new(x.1, y.1) }
    }

    fn width(&self) -> f32 {
        self.to.x - self.from.x
    }

    fn height(&self) -> f32 {
        self.to.y - self.from.y
    }
}

impl Canvas<'_> {
    fn board(&mut self, picture: &CarcassonnePicture) {
        // Numbers of columns and rows need a rim of their own.
        let extent = Extent::of(picture, if self.style.coordinates { 32.0 } else { 8.0 });
        let tiles = Tiles::of(picture);
        let class = format!("board land {}", self.style.theme.class());
        let (width, height) = (extent.width(), extent.height());
        self.root(&class, &format!("{} {} {width} {height}", extent.from.x, extent.from.y));
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
