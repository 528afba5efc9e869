//! The coordinates of the picture.
//!
//! One picture unit is a pixel when the picture is [`WIDTH`] wide. The lattice of the rules (`CATAN-GEO-4`) counts X in √3/2 and
//! Y in 1/2 of a hex side; here a step in X is 71 units and a step in Y 41, so that every centre and corner has whole coordinates
//! and hexes are regular to two parts in ten thousand (41·√3 = 71.01). A side is 82 long; the centre of the island is (0, 0).
//!
//! ```text
//!   (-470,-408)                    view box: 940 × 816, always
//!        ┌───────────────────────────────┐
//!        │     ___H0____H1____H2___      │   land: x -355…355, y -328…328
//!        │    /                    \     │   frame: a hexagon with corners left and right,
//!        │   <        (0,0)         >    │          466 from the centre to a corner
//!        │    \____________________/     │   harbours: 47 out from the middle of their path
//!        └───────────────────────────────┘
//! ```

use ::catan::topology::Point;
use ::catan::{EdgeId, HexId, VertexId};

/// The width of the view box.
pub const WIDTH: u16 = 940;
/// The height of the view box.
pub const HEIGHT: u16 = 816;

/// Units for a step of the lattice to the east.
const STEP_X: f32 = 71.0;
/// Units for a step of the lattice to the south.
const STEP_Y: f32 = 41.0;

/// The distance of a harbour from the middle of its path.
pub(super) const HARBOUR_OFF: f32 = 47.0;

/// A place on the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct At {
    /// To the right of the middle.
    pub x: f32,
    /// Below the middle.
    pub y: f32,
}

impl At {
    pub(super) const fn new(x: f32, y: f32) -> At {
        At { x, y }
    }

    const fn of(point: Point) -> At {
        At::new(point.x as f32 * STEP_X, point.y as f32 * STEP_Y)
    }

    /// The point this far (0 to 1) of the way to `other`.
    pub(super) fn towards(self, other: At, part: f32) -> At {
        At::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }
}

/// The centre of a hex.
#[must_use]
pub fn hex(id: HexId) -> At {
    At::of(id.point())
}

/// An intersection.
#[must_use]
pub fn intersection(id: VertexId) -> At {
    At::of(id.point())
}

/// The middle of a path.
#[must_use]
pub fn path(id: EdgeId) -> At {
    let [a, b] = id.ends().map(intersection);
    a.towards(b, 0.5)
}

/// The angle of a path against the horizontal, in degrees, clockwise: -30, 30 or 90.
#[must_use]
pub fn path_angle(id: EdgeId) -> i16 {
    let [a, b] = id.ends().map(VertexId::point);
    if a.x == b.x {
        90
    } else if (b.x - a.x > 0) == (b.y - a.y > 0) {
        30
    } else {
        -30
    }
}

/// The point `off` units out to sea from the middle of a coastal path.
pub(super) fn off_coast(id: EdgeId, off: f32) -> At {
    let middle = path(id);
    let land = id.hexes().into_iter().next().expect("a path borders a hex");
    let centre = hex(land);
    middle.towards(centre, -off / STEP_X)
}

/// A hexagon with a corner at the top, scaled by `scale` and with corners cut round by `cut` units, as path data.
pub(super) fn hexagon(scale: f32, cut: f32) -> String {
    let corner = |n: i8| {
        let (x, y) = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)][n.rem_euclid(6) as usize];
        At::new(f32::from(x as i8) * STEP_X * scale, f32::from(y as i8) * STEP_Y * scale)
    };
    rounded(&(0..6).map(corner).collect::<Vec<_>>(), cut)
}

/// The frame: a hexagon with corners left and right, `radius` from centre to corner.
pub(super) fn frame(radius: f32, cut: f32) -> String {
    let half = radius / 2.0;
    let up = radius * 0.866;
    let corners = [(-radius, 0.0), (-half, -up), (half, -up), (radius, 0.0), (half, up), (-half, up)];
    rounded(&corners.map(|(x, y)| At::new(x, y)), cut)
}

/// A closed outline through `corners`, each replaced by a curve that begins `cut` units before it.
fn rounded(corners: &[At], cut: f32) -> String {
    use crate::svg::Num;
    let mut path = String::new();
    for (n, &here) in corners.iter().enumerate() {
        let before = corners[(n + corners.len() - 1) % corners.len()];
        let after = corners[(n + 1) % corners.len()];
        let near = |there: At| {
            let length = (there.x - here.x).hypot(there.y - here.y);
            here.towards(there, cut / length)
        };
        let (from, to) = (near(before), near(after));
        let start = if n == 0 { 'M' } else { 'L' };
        path += &format!(
            "{start}{} {}Q{} {} {} {}",
            Num(from.x),
            Num(from.y),
            Num(here.x),
            Num(here.y),
            Num(to.x),
            Num(to.y)
        );
    }
    path + "Z"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_lies_in_the_view_box_on_whole_units() {
        for vertex in VertexId::all() {
            let At { x, y } = intersection(vertex);
            assert!(x.abs() <= 355.0 && y.abs() <= 328.0, "{vertex}");
            assert_eq!((x.fract(), y.fract()), (0.0, 0.0));
        }
    }

    #[test]
    fn paths_are_as_long_as_hex_sides_and_turn_as_they_say() {
        for edge in EdgeId::all() {
            let [a, b] = edge.ends().map(intersection);
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            assert!((dx.hypot(dy) - 82.0).abs() < 0.1, "{edge}");
            let turn = dy.atan2(dx).to_degrees() - f32::from(path_angle(edge));
            assert!(turn.rem_euclid(180.0).min(180.0 - turn.rem_euclid(180.0)) < 0.1, "{edge}");
        }
    }
}
