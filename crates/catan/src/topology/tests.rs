//! The island, and maps of other sizes.

use super::boards::large::{self, LargeMap};
use super::*;

#[test]
fn catan_geo_5_and_6_counts() {
    let touching = |n| VertexId::all().filter(|v| v.hexes().len() == n).count();
    assert_eq!((touching(3), touching(2), touching(1)), (24, 12, 18));
    let bordering = |n| EdgeId::all().filter(|e| e.hexes().len() == n).count();
    assert_eq!((bordering(2), bordering(1)), (42, 30));
}

#[test]
fn catan_geo_2_neighbours_lie_at_the_six_offsets() {
    // In the order of `Side`: NE, E, SE, SW, W, NW.
    let offsets = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];
    let sides = [Side::NorthEast, Side::East, Side::SouthEast, Side::SouthWest, Side::West, Side::NorthWest];
    for hex in HexId::all() {
        let (q, r) = hex.axial();
        for (side, (dq, dr)) in sides.into_iter().zip(offsets) {
            assert_eq!(hex.neighbour(side), HexId::at(q + dq, r + dr), "{hex} {side:?}");
        }
    }
}

#[test]
fn catan_geo_4_corners_are_shared_exactly_where_lattice_points_are() {
    let offsets = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
    for hex in HexId::all() {
        let (q, r) = hex.axial();
        assert_eq!(hex.point(), Point { x: 2 * q + r, y: 3 * r });
        for (vertex, (dx, dy)) in hex.vertices().into_iter().zip(offsets) {
            let point = Point { x: hex.point().x + dx, y: hex.point().y + dy };
            assert_eq!(vertex.point(), point);
            assert!(VertexId::all().all(|other| (other.point() == point) == (other == vertex)));
        }
    }
}

#[test]
fn catan_geo_8_every_id_names_one_place() {
    let names: std::collections::BTreeSet<String> = HexId::all()
        .map(|hex| hex.to_string())
        .chain(VertexId::all().map(|vertex| vertex.to_string()))
        .chain(EdgeId::all().map(|edge| edge.to_string()))
        .collect();
    assert_eq!(names.len(), 19 + 54 + 72);
    for edge in EdgeId::all() {
        let [a, b] = edge.ends();
        assert_eq!(EdgeId::between(a, b), Some(edge));
        assert_eq!(edge.to_string().parse(), Ok(edge));
    }
}

#[test]
fn paths_parse_both_ways() {
    assert_eq!("17-22".parse::<EdgeId>(), Ok(EdgeId::of(25)));
    assert_eq!("22-17".parse::<EdgeId>(), Ok(EdgeId::of(25)));
    assert_eq!("P25".parse::<EdgeId>(), Ok(EdgeId::of(25)));
    for wrong in ["P72", "P", "17-18", "17-17", "-", "P+1", "I3", "H9"] {
        assert!(wrong.parse::<EdgeId>().is_err(), "{wrong}");
    }
}

fn bits(word: impl Bits) -> u128 {
    word.into()
}

/// Checks that everything on a map agrees: hexes, intersections and paths lie where the lattice of `CATAN-GEO-4` has them, and each
/// table says the same as the others.
fn agrees<M: Map>() {
    let map = M::tables();
    let offsets = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
    let at = |point: Point, (x, y)| Point { x: point.x + x, y: point.y + y };
    for h in 0..M::HEXES {
        for (side, offset) in offsets.into_iter().enumerate() {
            let (v, next) = (map.hex_vertices[h][side], map.hex_vertices[h][(side + 1) % 6]);
            assert_eq!(map.vertex_point[usize::from(v)], at(map.hex_point[h], offset));
            let [a, b] = map.edge_ends[usize::from(map.hex_edges[h][side])];
            assert_eq!([a, b], [v.min(next), v.max(next)], "side {side} of H{h}");
            let beyond = map.hex_neighbours[h][side];
            let shared = bits(map.vertex_hexes[usize::from(a)]) & bits(map.vertex_hexes[usize::from(b)]);
            let other = if beyond == NONE { 0 } else { 1 << beyond };
            assert_eq!(shared, 1 << h | other, "beyond side {side} of H{h}");
        }
    }
    for v in 0..M::VERTICES {
        let steps = map.vertex_steps[v].into_iter().filter(|step| step.0 != NONE);
        let (mut edges, mut neighbours) = (0, 0);
        for (edge, to) in steps {
            let [a, b] = map.edge_ends[usize::from(edge)].map(usize::from);
            assert!((a, b) == (v, to.into()) || (a, b) == (to.into(), v), "P{edge} from I{v}");
            edges |= 1 << edge;
            neighbours |= 1u128 << to;
        }
        assert_eq!((edges, neighbours), (bits(map.vertex_edges[v]), bits(map.vertex_neighbours[v])));
        assert!(bits(map.vertex_hexes[v]) != 0, "I{v} is at a hex");
    }
    assert!(map.vertex_point.as_ref().is_sorted_by_key(|point| (point.y, point.x)));
    assert!(map.edge_ends.as_ref().is_sorted() && map.edge_ends.as_ref().iter().all(|[a, b]| a < b));
    // The hexes and the sea are the faces of a map without lakes (Euler).
    assert_eq!(M::VERTICES + M::HEXES + 1, M::EDGES + 2);
}

#[test]
fn every_map_agrees_with_itself() {
    agrees::<BaseMap>();
    agrees::<LargeMap>();
}

#[test]
fn a_map_has_the_size_of_its_board() {
    assert_eq!((base::HEXES, base::VERTICES, base::EDGES), (19, 54, 72));
    assert_eq!((large::HEXES, large::VERTICES, large::EDGES), (30, 80, 109));
    let coast = |neighbours: &[[u8; 6]]| neighbours.iter().flatten().filter(|&&hex| hex == NONE).count();
    assert_eq!(coast(&BaseMap::tables().hex_neighbours), 30);
    assert_eq!(coast(&LargeMap::tables().hex_neighbours), 38);
}
