//! Maps: hexes, and the intersections and paths around them, as tables.

use super::Point;

/// The number of no hex, intersection or path.
pub(crate) const NONE: u8 = u8::MAX;

/// A map of `H` hexes, `V` intersections and `E` paths. `Hs`, `Vs` and `Es` are words that hold a set of each.
pub(crate) struct Map<const H: usize, const V: usize, const E: usize, Hs, Vs, Es> {
    /// The centres.
    pub(crate) hex_point: [Point; H],
    /// The corners, clockwise from the top.
    pub(crate) hex_vertices: [[u8; 6]; H],
    /// The sides, in the order of [`super::Side`].
    pub(crate) hex_edges: [[u8; 6]; H],
    /// The hexes beyond the sides; [`NONE`] where the sea begins.
    pub(crate) hex_neighbours: [[u8; 6]; H],
    pub(crate) vertex_point: [Point; V],
    pub(crate) vertex_hexes: [Hs; V],
    pub(crate) vertex_neighbours: [Vs; V],
    pub(crate) vertex_edges: [Es; V],
    /// The up to three (path, other end) of an intersection; [`NONE`] where there is no third.
    pub(crate) vertex_steps: [[(u8, u8); 3]; V],
    /// The smaller end first.
    pub(crate) edge_ends: [[u8; 2]; E],
}
