//! The shape of the island, worked out from the lattice of `CATAN-GEO-1` to `CATAN-GEO-6` with nothing but lists.

use std::sync::LazyLock;

/// The places that touch each other; hexes, intersections and paths are plain numbers.
pub struct Island {
    /// Of each hex, its six corners: N, NE, SE, S, SW, NW.
    pub corners: Vec<[usize; 6]>,
    /// Of each hex, the hexes that share a side with it.
    pub hex_neighbours: Vec<Vec<usize>>,
    /// Of each intersection, its lattice point.
    pub points: Vec<(i32, i32)>,
    /// Of each intersection, the hexes it is a corner of.
    pub hexes_at: Vec<Vec<usize>>,
    /// Of each intersection, the intersections one path away.
    pub neighbours: Vec<Vec<usize>>,
    /// Of each intersection, the paths that end there.
    pub paths_at: Vec<Vec<usize>>,
    /// Of each path, its two ends, the smaller number first.
    pub ends: Vec<(usize, usize)>,
}

/// The one island there is.
pub static ISLAND: LazyLock<Island> = LazyLock::new(|| {
    let mut hexes = Vec::new();
    for r in -2..=2_i32 {
        for q in -2..=2_i32 {
            if (q + r).abs() <= 2 {
                hexes.push((q, r));
            }
        }
    }
    let corner_points = |(q, r): (i32, i32)| {
        [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(|(dx, dy)| (2 * q + r + dx, 3 * r + dy))
    };
    let mut points: Vec<(i32, i32)> = hexes.iter().flat_map(|&hex| corner_points(hex)).collect();
    points.sort_by_key(|&(x, y)| (y, x));
    points.dedup();
    let number_of = |point| points.iter().position(|&p| p == point).expect("a corner of the island");
    let corners: Vec<[usize; 6]> = hexes.iter().map(|&hex| corner_points(hex).map(number_of)).collect();

    let mut ends = Vec::new();
    for ring in &corners {
        for side in 0..6 {
            let (a, b) = (ring[side], ring[(side + 1) % 6]);
            ends.push((a.min(b), a.max(b)));
        }
    }
    ends.sort_unstable();
    ends.dedup();

    let hex_neighbours = hexes
        .iter()
        .map(|&(q, r)| {
            [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
                .into_iter()
                .filter_map(|(dq, dr)| hexes.iter().position(|&hex| hex == (q + dq, r + dr)))
                .collect()
        })
        .collect();
    let every = 0..points.len();
    let hexes_at =
        every.clone().map(|i| (0..hexes.len()).filter(|&h| corners[h].contains(&i)).collect()).collect();
    let paths_at = every
        .clone()
        .map(|i| (0..ends.len()).filter(|&p| ends[p].0 == i || ends[p].1 == i).collect())
        .collect::<Vec<Vec<usize>>>();
    let neighbours = every
        .map(|i| {
            let mut others: Vec<usize> =
                paths_at[i].iter().map(|&p| if ends[p].0 == i { ends[p].1 } else { ends[p].0 }).collect();
            others.sort_unstable();
            others
        })
        .collect();
    Island { corners, hex_neighbours, points, hexes_at, neighbours, paths_at, ends }
});

/// The paths of harbour spots S1 to S9 (`CATAN-HARB-2`).
pub const HARBOUR_PATHS: [usize; 9] = [0, 3, 17, 38, 61, 69, 66, 49, 18];
