//! The visible state of the table, as plain data.

use ::carcassonne::{Cell, Place, Rotation, SegmentKind, TileKind};
use game::{Seat, SeatSet};

/// The visible state of the table. It may be a position that the rules do not allow.
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
    /// The empty places to show.
    pub spaces: Vec<Space>,
    /// The segments to show as places, such as those for a figure.
    pub segments: Vec<Target>,
    /// The tile in hand.
    pub hand: Option<Hand>,
    /// The segments shown with their owners.
    pub areas: Vec<Area>,
    /// Numbers on segments: cities that count for a field, tiles, points.
    pub numbers: Vec<Number>,
    /// Edges by which a road or city is still open: a cell and a side, 0 north to 3 west.
    pub open: Vec<(Cell, usize)>,
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its cell.
    pub cell: Cell,
    /// Its kind.
    pub kind: TileKind,
    /// Its rotation.
    pub rotation: Rotation,
}

/// A figure on a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The segment on which it stands or lies.
    pub place: Place,
    /// Its owner.
    pub seat: Seat,
    /// Its look.
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
    /// Returns the look of a follower on such a segment: farmers and trappers lie down.
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
    /// Its cell.
    pub cell: Cell,
    /// Whether the tile in hand may go there.
    pub lit: bool,
    /// The number of remaining tiles that would fit; 0 crosses the place out.
    pub fitting: Option<u16>,
}

/// A segment as a place of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The segment.
    pub place: Place,
    /// Whether something can be done there.
    pub lit: bool,
}

/// The tile in hand. Its four turns are among the definitions (`V0` to `V3` after the prefix), so that a page can turn
/// it by changing the `href` in the group with the class `hand`, and move it by its `transform`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Its kind.
    pub kind: TileKind,
    /// The placement in which it is shown; `None` hides it.
    pub shown: Option<(Cell, Rotation)>,
}

/// A segment that has owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// The segment.
    pub place: Place,
    /// Its owners, all of which are shown.
    pub owners: SeatSet,
}

/// A number on a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// The segment.
    pub place: Place,
    /// The number.
    pub number: u16,
    /// The sign for what it counts.
    pub sign: Sign,
}

/// The sign beside a number, for what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Sign {
    /// Cities.
    Cities,
    /// Animals.
    Animals,
    /// No sign: the number alone.
    Plain,
}
