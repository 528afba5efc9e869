//! The shapes of a tile, from its data: where its cities and roads lie.
//!
//! Nothing here is drawn by hand for one tile. A city takes the edges that its ring contacts name; from each of them to
//! the next runs a wall, and which wall it is follows from how many edges lie between and what is on them:
//!
//! ```text
//!   ┌────────┐   three edges: a cap      ┌────────┐  two: a bow          ┌────────┐  one: a bay, deeper where
//!   │\ city /│                           │ city  /│  from corner         │  city  │  another city's cap
//!   │ `----' │                           │    .-' │  to corner           │ .----. │  needs room
//!   │        │                           │_.-'    │                      │/      \│
//!   └────────┘                           └────────┘                      └────────┘
//! ```
//!
//! Where two fields meet in a corner without a road between them, a wall reaches into that corner.

use super::geometry::{At, HALF, Line, corner, edge_middle};
use ::carcassonne::{RoadEnd, Rotation, SegmentKind, Terrain, TileKind};

/// The depth of a cap or a bay.
const DEPTH: f32 = 25.0;
/// The depth of a cap that leaves room for an enclosed field.
const DEPTH_LOW: f32 = 22.0;
/// The depth of a bay that contains another city's cap.
const DEPTH_HIGH: f32 = 46.0;

/// The lines of a tile that is not turned.
#[derive(Debug)]
pub(super) struct Shapes {
    /// The cities, in their order.
    pub(super) cities: Vec<City>,
    /// The roads, in their order.
    pub(super) roads: Vec<Road>,
    /// Of a start space the sea, closed, and the shore.
    pub(super) sea: Option<Vec<Line>>,
}

/// A city segment.
#[derive(Debug)]
pub(super) struct City {
    /// Its index on the tile.
    pub(super) index: usize,
    /// Its outline, closed.
    pub(super) outline: Vec<Line>,
    /// The parts of the outline inside the tile.
    pub(super) walls: Vec<Wall>,
}

/// A wall, and the edges it runs along.
#[derive(Debug)]
pub(super) struct Wall {
    pub(super) line: Line,
    first: usize,
    edges: usize,
}

/// A road segment.
#[derive(Debug)]
pub(super) struct Road {
    /// Its index on the tile.
    pub(super) index: usize,
    /// From its edge inwards.
    pub(super) line: Line,
    /// The feature that ends the road, if any.
    pub(super) end: Option<RoadEnd>,
    /// It passes over another road.
    pub(super) bridge: Option<At>,
}

impl Shapes {
    /// The shapes of a kind.
    pub(super) fn of(kind: TileKind) -> Shapes {
        if kind.is_coast() {
            return Shapes::of_coast(kind);
        }
        let ring = kind.ring(Rotation::default());
        let of_kind = |wanted: SegmentKind| {
            (0..).zip(kind.segments()).filter(move |(_, segment)| segment.kind == wanted)
        };
        let cities: Vec<City> =
            of_kind(SegmentKind::City).map(|(index, _)| city(kind, ring, index)).collect();
        let mut roads: Vec<Road> = of_kind(SegmentKind::Road)
            .map(|(index, data)| Road {
                index,
                line: road(kind, ring, index, &cities),
                end: data.end,
                bridge: None,
            })
            .collect();
        for (index, data) in of_kind(SegmentKind::Road) {
            if let Some(under) = data.over {
                let other = roads.iter().position(|road| road.index == usize::from(under));
                let crossing = other.map(|other| {
                    let line: Vec<At> = roads[other].line.points().collect();
                    let road = roads.iter().find(|road| road.index == index).expect("itself");
                    let near =
                        |at: &At| line.iter().map(|other| at.distance(*other)).fold(f32::INFINITY, f32::min);
                    road.line.points().min_by(|a, b| near(a).total_cmp(&near(b))).expect("a line has points")
                });
                roads.iter_mut().find(|road| road.index == index).expect("itself").bridge = crossing;
            }
        }
        Shapes { cities, roads, sea: None }
    }

    /// The shapes of a start space: land in the west, the sea in the east. A town takes the west edge and reaches the
    /// shore, so that the plains north and south of it are separate; a road ends at the shore.
    fn of_coast(kind: TileKind) -> Shapes {
        let at = |index: usize| usize::from(kind.ring(Rotation::default())[index]);
        let [north, _, south, west] = kind.edges(Rotation::default());
        // Neighbouring spaces meet in the same point of the shore, the outer sides are land all along.
        let (from, to) = (
            At::new(if north.is_some() { HALF } else { 18.0 }, -HALF),
            At::new(if south.is_some() { HALF } else { 18.0 }, HALF),
        );
        let bulge = match west {
            Some(Terrain::City) => 27.0,
            Some(Terrain::Road) => 15.0,
            _ => 11.0,
        };
        let low = |x: f32, y: f32| At::new(x, y);
        let shore = Line::new(from).curve(low(from.x, -30.0), low(bulge, -26.0), low(bulge, 0.0)).curve(
            low(bulge, 26.0),
            low(to.x, 30.0),
            to,
        );
        let (mut cities, mut roads) = (Vec::new(), Vec::new());
        match west {
            Some(Terrain::City) => {
                let (upper, lower) = (low(bulge - 4.0, -25.0), low(bulge - 4.0, 25.0));
                let walls = [
                    Line::new(corner(0)).curve(low(-30.0, -36.0), low(0.0, -37.0), upper),
                    Line::new(upper).curve(low(bulge + 2.0, -14.0), low(bulge + 2.0, 14.0), lower),
                    Line::new(lower).curve(low(0.0, 37.0), low(-30.0, 36.0), corner(3)),
                ];
                let outline = walls.iter().cloned().chain([Line::straight(corner(3), corner(0))]).collect();
                let walls = walls.into_iter().map(|line| Wall { line, first: 0, edges: 3 }).collect();
                cities.push(City { index: at(10), outline, walls });
            }
            Some(Terrain::Road) => roads.push(Road {
                index: at(10),
                line: Line::straight(edge_middle(3), low(bulge + 16.0, 0.0)),
                end: Some(RoadEnd::Coast),
                bridge: None,
            }),
            _ => {}
        }
        let mut sea = vec![shore];
        sea.push(Line::straight(to, corner(2)));
        sea.push(Line::straight(corner(2), corner(1)));
        sea.push(Line::straight(corner(1), from));
        Shapes { cities, roads, sea: Some(sea) }
    }

    /// A number that is the same for the same shapes.
    pub(super) fn key(&self) -> u32 {
        let walls = self.cities.iter().flat_map(|city| &city.walls).map(|wall| &wall.line);
        let lines = walls.chain(self.roads.iter().map(|road| &road.line));
        let bytes: Vec<u8> = lines.flat_map(|line| line.path().into_bytes()).collect();
        bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Whether roads end at a crossing here.
    pub(super) fn has_village(&self) -> bool {
        self.roads.iter().any(|road| road.end == Some(RoadEnd::Junction))
    }
}

/// Whether two fields meet in the corner at which `edge` begins.
fn is_split(kind: TileKind, ring: &[u8; 12], edge: usize) -> bool {
    let (before, after) = (ring[(3 * edge + 11) % 12], ring[3 * edge % 12]);
    let is_field = |index: u8| kind.segments()[usize::from(index)].kind == SegmentKind::Field;
    before != after && is_field(before) && is_field(after)
}

/// From the corner where the north edge begins to where it ends, bending into the tile.
fn cap(depth: f32) -> Line {
    let low = -HALF + depth;
    // Steep enough to be seen, but flatter than half a right angle: two caps may meet in a corner.
    let rise = if depth > 30.0 { At::new(-42.0, -36.0) } else { At::new(-36.0, -41.0) };
    Line::new(corner(0)).curve(rise, At::new(-26.0, low), At::new(0.0, low)).curve(
        At::new(26.0, low),
        At::new(-rise.x, rise.y),
        corner(1),
    )
}

fn city(kind: TileKind, ring: &[u8; 12], index: usize) -> City {
    let owns = |edge: usize| usize::from(ring[3 * (edge % 4) + 1]) == index;
    let other_city = |edge: usize| {
        let owner = usize::from(ring[3 * (edge % 4) + 1]);
        owner != index && kind.segments()[owner].kind == SegmentKind::City
    };
    // Fields that touch no edge lie between cities and need room.
    let enclosed = (0..)
        .zip(kind.segments())
        .any(|(field, segment): (u8, _)| segment.kind == SegmentKind::Field && !ring.contains(&field));
    let start = (0..4).find(|&edge| owns(edge) && !owns(edge + 3)).unwrap_or(0);
    let (mut outline, mut walls) = (Vec::new(), Vec::new());
    let mut edge = start;
    while edge < start + 4 {
        if owns(edge) {
            outline.push(Line::straight(corner(edge), corner(edge + 1)));
            edge += 1;
            continue;
        }
        let mut length = 1;
        while edge + length < start + 4 && !owns(edge + length) && !is_split(kind, ring, (edge + length) % 4)
        {
            length += 1;
        }
        let line = match length {
            1 if other_city(edge) => cap(DEPTH_HIGH).turned(edge),
            1 => cap(DEPTH).turned(edge),
            2 => Line::new(corner(1)).bend(At::new(-18.0, -18.0), corner(3)).turned(edge + 3),
            _ => cap(if enclosed { DEPTH_LOW } else { DEPTH }).turned(edge + 3).reversed(),
        };
        outline.push(line.clone());
        walls.push(Wall { line, first: edge % 4, edges: length });
        edge += length;
    }
    City { index, outline, walls }
}

fn road(kind: TileKind, ring: &[u8; 12], index: usize, cities: &[City]) -> Line {
    let ends: Vec<usize> = (0..4).filter(|&edge| usize::from(ring[3 * edge + 1]) == index).collect();
    let data = &kind.segments()[index];
    let from = edge_middle(ends[0]);
    // Bridges and roads below them run straight.
    let straight = data.over.is_some()
        || kind.segments().iter().any(|other| other.over.is_some_and(|under| usize::from(under) == index));
    let inwards = |edge: usize, far: f32| {
        let At { x, y } = edge_middle(edge);
        At::new(x * (1.0 - far / HALF), y * (1.0 - far / HALF))
    };
    match (&ends[..], data.end) {
        (&[a, b], _) if (b - a) % 4 == 2 => {
            if straight {
                return Line::straight(from, edge_middle(b));
            }
            // A little to and fro; away from a city on one side.
            let side = edge_middle((a + 1) % 4);
            let is_city =
                |edge: usize| cities.iter().any(|city| usize::from(ring[3 * (edge % 4) + 1]) == city.index);
            let bow = |far: f32, off: f32| {
                let at = inwards(a, far);
                At::new(at.x + side.x * off / HALF, at.y + side.y * off / HALF)
            };
            match (is_city(a + 1), is_city(a + 3)) {
                (true, false) => Line::new(from)
                    .curve(bow(22.0, 0.0), bow(30.0, -6.0), bow(50.0, -6.0))
                    .curve(bow(70.0, -6.0), bow(78.0, 0.0), edge_middle(b)),
                (false, true) => Line::new(from).curve(bow(22.0, 0.0), bow(30.0, 6.0), bow(50.0, 6.0)).curve(
                    bow(70.0, 6.0),
                    bow(78.0, 0.0),
                    edge_middle(b),
                ),
                _ => Line::new(from).curve(bow(22.0, 0.0), bow(30.0, 7.0), bow(50.0, 0.0)).curve(
                    bow(70.0, -7.0),
                    bow(78.0, 0.0),
                    edge_middle(b),
                ),
            }
        }
        (&[a, b], _) => Line::new(from).curve(inwards(a, 27.0), inwards(b, 27.0), edge_middle(b)),
        (&[a], Some(RoadEnd::City(city))) => {
            let city =
                cities.iter().find(|other| other.index == usize::from(city)).expect("a city of the tile");
            let along = |wall: &&Wall| (0..wall.edges).any(|n| (wall.first + n) % 4 == a);
            let wall =
                city.walls.iter().find(along).expect("a wall runs along every edge that is not the city's");
            let place = (a + 4 - wall.first) % 4;
            let part = match (wall.edges, place) {
                (1, _) | (3, 1) => 0.5,
                (2, 0) => 0.36,
                (2, _) => 0.64,
                (_, 0) => 0.42,
                _ => 0.58,
            };
            let gate = wall.line.at(part);
            if part == 0.5 {
                return Line::straight(from, gate);
            }
            // It arrives square to the wall.
            let (before, after) = (wall.line.at(part - 0.04), wall.line.at(part + 0.04));
            let length = before.distance(after);
            // Walls run clockwise around the outside, so the outside is to their left.
            let outwards = At::new((after.y - before.y) / length, -(after.x - before.x) / length);
            let reach = 0.5 * from.distance(gate);
            let flip = if outwards.x * (from.x - gate.x) + outwards.y * (from.y - gate.y) < 0.0 {
                -reach
            } else {
                reach
            };
            Line::new(from).curve(
                inwards(a, reach),
                At::new(gate.x + outwards.x * flip, gate.y + outwards.y * flip),
                gate,
            )
        }
        // Beyond the road it crosses.
        (&[a], Some(RoadEnd::House)) => Line::straight(from, inwards(a, 74.0)),
        (&[_], _) => Line::straight(from, At::new(0.0, 0.0)),
        _ => Line::straight(from, from),
    }
}
