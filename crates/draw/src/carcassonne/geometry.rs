//! Points and lines of tiles, and where cells lie on the picture.
//!
//! A tile is 100 units wide and high around its middle (0, 0), in every picture; the cell (x,y) has its middle at
//! (100 x, 100 y). A quarter turn takes (x, y) to (-y, x).

use crate::svg::Num;
use ::carcassonne::{Cell, Rotation};
use std::fmt::Write as _;

/// The width and height of a tile.
pub const TILE: f32 = 100.0;

/// Half of it: edges lie this far from the middle.
pub(super) const HALF: f32 = TILE / 2.0;

/// A place on a tile or on the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct At {
    /// To the east of the middle.
    pub x: f32,
    /// To the south of it.
    pub y: f32,
}

impl At {
    pub(super) const fn new(x: f32, y: f32) -> At {
        At { x, y }
    }

    /// Returns the point after the tile is turned.
    #[must_use]
    pub fn turned(self, rotation: Rotation) -> At {
        let At { x, y } = self;
        match rotation.index() {
            0 => self,
            1 => At::new(-y, x),
            2 => At::new(-x, -y),
            _ => At::new(y, -x),
        }
    }

    pub(super) fn plus(self, other: At) -> At {
        At::new(self.x + other.x, self.y + other.y)
    }

    pub(super) fn distance(self, other: At) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point this far (0 to 1) of the way to `other`.
    pub(super) fn towards(self, other: At, part: f32) -> At {
        At::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }
}

/// The middle of a cell on the picture.
#[must_use]
pub fn middle(cell: Cell) -> At {
    At::new(f32::from(cell.x) * TILE, f32::from(cell.y) * TILE)
}

/// The corner at which an edge begins, clockwise: 0 is the north-west one, where the north edge begins.
pub(super) fn corner(edge: usize) -> At {
    At::new(-HALF, -HALF).turned(Rotation::new(edge))
}

/// The middle of an edge: 0 north, 1 east, 2 south, 3 west.
pub(super) fn edge_middle(edge: usize) -> At {
    At::new(0.0, -HALF).turned(Rotation::new(edge))
}

/// A line of cubic curves.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Line {
    pub(super) from: At,
    /// Of each curve both control points and the end.
    curves: Vec<[At; 3]>,
}

impl Line {
    pub(super) fn new(from: At) -> Line {
        Line { from, curves: Vec::new() }
    }

    pub(super) fn straight(from: At, to: At) -> Line {
        Line::new(from).curve(from, to, to)
    }

    pub(super) fn curve(mut self, first: At, second: At, to: At) -> Line {
        self.curves.push([first, second, to]);
        self
    }

    /// A curve with one control point.
    pub(super) fn bend(self, control: At, to: At) -> Line {
        let from = self.end();
        self.curve(from.towards(control, 2.0 / 3.0), to.towards(control, 2.0 / 3.0), to)
    }

    pub(super) fn end(&self) -> At {
        self.curves.last().map_or(self.from, |curve| curve[2])
    }

    pub(super) fn turned(&self, quarters: usize) -> Line {
        let rotation = Rotation::new(quarters);
        Line {
            from: self.from.turned(rotation),
            curves: self.curves.iter().map(|curve| curve.map(|at| at.turned(rotation))).collect(),
        }
    }

    pub(super) fn reversed(&self) -> Line {
        let starts = std::iter::once(self.from).chain(self.curves.iter().map(|curve| curve[2]));
        let mut curves: Vec<[At; 3]> =
            starts.zip(&self.curves).map(|(start, &[first, second, _])| [second, first, start]).collect();
        curves.reverse();
        Line { from: self.end(), curves }
    }

    /// The point this far (0 to 1) along it, every curve counting alike.
    pub(super) fn at(&self, part: f32) -> At {
        let along = (part * self.curves.len() as f32).clamp(0.0, self.curves.len() as f32);
        let index = (along as usize).min(self.curves.len() - 1);
        let t = along - index as f32;
        let start = if index == 0 { self.from } else { self.curves[index - 1][2] };
        let [first, second, to] = self.curves[index];
        let of = |pick: fn(At) -> f32| {
            let u = 1.0 - t;
            u * u * u * pick(start)
                + 3.0 * u * u * t * pick(first)
                + 3.0 * u * t * t * pick(second)
                + t * t * t * pick(to)
        };
        At::new(of(|at| at.x), of(|at| at.y))
    }

    /// Points close together along it, from its start to its end.
    pub(super) fn points(&self) -> impl Iterator<Item = At> {
        let steps = self.curves.len() * 24;
        (0..=steps).map(move |step| self.at(step as f32 / steps as f32))
    }

    /// Path data, without the command that goes to its start.
    pub(super) fn onward(&self) -> String {
        let mut path = String::new();
        let mut from = self.from;
        for &[first, second, to] in &self.curves {
            if first == from && second == to {
                write!(path, "L{}", Pair(to)).expect("a string takes everything");
            } else {
                write!(path, "C{} {} {}", Pair(first), Pair(second), Pair(to))
                    .expect("a string takes everything");
            }
            from = to;
        }
        path
    }

    /// Path data.
    pub(super) fn path(&self) -> String {
        format!("M{}{}", Pair(self.from), self.onward())
    }
}

/// A point in path data.
pub(super) struct Pair(pub(super) At);

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", Num(self.0.x), Num(self.0.y))
    }
}
