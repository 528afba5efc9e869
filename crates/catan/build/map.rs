//! The geometry of a map: its intersections and paths, and how everything touches.

use std::collections::BTreeSet;

/// The corners of a hex around its centre on the lattice of `CATAN-GEO-4`, clockwise from the top.
const CORNERS: [(i8, i8); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
/// Hex to hex in lattice steps, beyond each side.
const TO_NEIGHBOUR: [(i8, i8); 6] = [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)];

type Point = (i8, i8);

/// A map. Everything is named by its number.
pub(crate) struct Map {
    pub(crate) hex_point: Vec<Point>,
    /// Clockwise from the top.
    pub(crate) hex_vertices: Vec<[usize; 6]>,
    /// By side; each lies between the corner of its number and the next one.
    pub(crate) hex_edges: Vec<[usize; 6]>,
    /// By side; `None` where the sea begins.
    pub(crate) hex_neighbours: Vec<[Option<usize>; 6]>,
    pub(crate) vertex_point: Vec<Point>,
    pub(crate) vertex_hexes: Vec<Vec<usize>>,
    /// The paths that end at an intersection, each with its other end, in ascending order.
    pub(crate) vertex_steps: Vec<Vec<(usize, usize)>>,
    /// The smaller end first.
    pub(crate) edge_ends: Vec<[usize; 2]>,
}

impl Map {
    /// The map of these hexes, by their axial coordinates (q, r).
    pub(crate) fn of(hexes: &[(i8, i8)]) -> Map {
        let hex_point: Vec<Point> = hexes.iter().map(|&(q, r)| (2 * q + r, 3 * r)).collect();
        let at = |point: Point, by: Point| (point.0 + by.0, point.1 + by.1);
        // Intersections by Y, then X (CATAN-GEO-5).
        let corners = hex_point.iter().flat_map(|&point| CORNERS.map(|by| at(point, by)));
        let sorted: BTreeSet<(i8, i8)> = corners.map(|(x, y)| (y, x)).collect();
        let vertex_point: Vec<Point> = sorted.into_iter().map(|(y, x)| (x, y)).collect();
        let number = |points: &[Point], point| points.iter().position(|&other| other == point);
        let corner = |point| number(&vertex_point, point).expect("corners are intersections");
        let hex_vertices: Vec<[usize; 6]> =
            hex_point.iter().map(|&point| CORNERS.map(|by| corner(at(point, by)))).collect();
        // Two intersections are joined if they are next to each other around some hex (CATAN-GEO-6).
        let sides = |vertices: &[usize; 6]| -> [[usize; 2]; 6] {
            std::array::from_fn(|side| {
                let (a, b) = (vertices[side], vertices[(side + 1) % 6]);
                [a.min(b), a.max(b)]
            })
        };
        let ends: BTreeSet<[usize; 2]> = hex_vertices.iter().flat_map(sides).collect();
        let edge_ends: Vec<[usize; 2]> = ends.into_iter().collect();
        let edge = |ends| edge_ends.binary_search(&ends).expect("sides are paths");
        let hex_edges = hex_vertices.iter().map(|vertices| sides(vertices).map(edge)).collect();
        let hex_neighbours =
            hex_point.iter().map(|&point| TO_NEIGHBOUR.map(|by| number(&hex_point, at(point, by)))).collect();
        let all = 0..vertex_point.len();
        let vertex_hexes = all
            .clone()
            .map(|v| (0..hexes.len()).filter(|&h| hex_vertices[h].contains(&v)).collect())
            .collect();
        let vertex_steps = all
            .map(|v| {
                let paths = edge_ends.iter().enumerate().filter(|(_, ends)| ends.contains(&v));
                paths.map(|(e, [a, b])| (e, if *a == v { *b } else { *a })).collect()
            })
            .collect();
        Map {
            hex_vertices,
            hex_edges,
            hex_neighbours,
            vertex_hexes,
            vertex_steps,
            hex_point,
            vertex_point,
            edge_ends,
        }
    }
}
