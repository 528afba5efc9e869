//! The plan of a tile: the segment at each point, and the positions of houses, symbols and figures.
//!
//! The shapes are filled into a raster of one unit per cell; everything that is neither city nor road is field, and its connected
//! parts are the field segments. So the plan not only places things: it also shows that the shapes are right (see the tests).

use super::geometry::{At, HALF, Line, Pair};
use super::shapes::Shapes;
use crate::svg::Num;
use ::carcassonne::{Good, RoadEnd, Rotation, SegmentData, SegmentKind, TileKind};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// Cells across.
const SIDE: usize = 100;
/// Belongs to no segment: walls, villages, the house at a road's end.
const NONE: u8 = u8::MAX;
/// Not yet known.
const FREE: u8 = u8::MAX - 1;

/// Half the width of a road with its edges.
pub(super) const ROAD: f32 = 6.5;
/// The distance by which a wall extends outwards.
const WALL: f32 = 3.5;
/// Half the width of a monastery or farm.
const BUILDING: f32 = 19.0;
/// Half the width of a village.
const VILLAGE: f32 = 11.0;
/// Half the width of the place that a figure needs.
const FIGURE: f32 = 12.0;
/// Half the width of the spot that is pressed to place a figure; no two on a tile overlap.
pub(super) const SPOT: f32 = 12.5;

/// A thing on a tile that stands upright however the tile lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Item {
    pub(super) sprite: Sprite,
    pub(super) at: At,
}

/// A thing that stands on tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Sprite {
    HouseA,
    HouseB,
    Keep,
    Gate,
    Tree,
    Fir,
    Wood,
    Bush,
    Pennant,
    Flag,
    Wine,
    Grain,
    Cloth,
    Monastery,
    Farm,
    Village,
    Cottage,
    Animal,
    Post,
}

impl Sprite {
    /// Half the width of the place it needs.
    const fn radius(self) -> f32 {
        match self {
            Sprite::HouseA | Sprite::HouseB => 7.4,
            Sprite::Keep => 11.5,
            Sprite::Gate | Sprite::Tree | Sprite::Fir => 6.5,
            Sprite::Wood => 12.5,
            Sprite::Bush => 7.0,
            Sprite::Pennant | Sprite::Cottage | Sprite::Post => 10.5,
            Sprite::Flag | Sprite::Wine | Sprite::Grain | Sprite::Cloth | Sprite::Village => 12.0,
            Sprite::Monastery | Sprite::Farm => 21.0,
            Sprite::Animal => 9.0,
        }
    }
}

/// Returns the symbols printed on a city or field segment.
fn symbols(kind: TileKind, data: &SegmentData) -> Vec<Sprite> {
    let counted = match data.kind {
        SegmentKind::City if kind.is_mayflower() => Sprite::Flag,
        SegmentKind::City => Sprite::Pennant,
        _ => Sprite::Animal,
    };
    let good = data.good.map(|good| match good {
        Good::Wine => Sprite::Wine,
        Good::Grain => Sprite::Grain,
        Good::Cloth => Sprite::Cloth,
    });
    std::iter::repeat_n(counted, data.symbols.into()).chain(good).collect()
}

/// The plan of a kind, not turned.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) shapes: Shapes,
    owner: Box<[u8]>,
    anchors: Vec<At>,
    /// Segments with little room for a figure.
    narrow: Vec<bool>,
    /// From north to south.
    pub(super) items: Vec<Item>,
    /// Tufts of grass.
    pub(super) tufts: Vec<At>,
    /// The borders of the segments; made when first asked for.
    borders: Vec<OnceLock<Vec<Vec<At>>>>,
}

/// The plan of a kind. It is made when it is first asked for.
pub(super) fn plan(kind: TileKind) -> &'static Plan {
    static PLANS: [OnceLock<Box<Plan>>; TileKind::ROOM] = [const { OnceLock::new() }; TileKind::ROOM];
    PLANS[kind.number()].get_or_init(|| Box::new(Plan::new(kind)))
}

fn cell_at(at: At) -> Option<usize> {
    let (x, y) = ((at.x + HALF).floor(), (at.y + HALF).floor());
    let inside = |n: f32| (0.0..SIDE as f32).contains(&n);
    (inside(x) && inside(y)).then(|| y as usize * SIDE + x as usize)
}

fn middle_of(cell: usize) -> At {
    At::new((cell % SIDE) as f32 + 0.5 - HALF, (cell / SIDE) as f32 + 0.5 - HALF)
}

fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell % SIDE, cell / SIDE);
    [
        (x > 0).then(|| cell - 1),
        (x + 1 < SIDE).then(|| cell + 1),
        (y > 0).then(|| cell - SIDE),
        (y + 1 < SIDE).then(|| cell + SIDE),
    ]
    .into_iter()
    .flatten()
}

/// Returns the position of a contact of the ring, just inside the tile.
fn contact(index: usize) -> At {
    let along = [-28.0, 0.0, 28.0][index % 3];
    At::new(along, -HALF + 0.5).turned(Rotation::new(index / 3))
}

/// A raster under construction.
struct Raster(Box<[u8]>);

impl Raster {
    /// Fills what a closed outline encloses.
    fn fill(&mut self, outline: &[Line], owner: u8) {
        let points: Vec<At> = outline.iter().flat_map(Line::points).collect();
        for y in 0..SIDE {
            let level = y as f32 + 0.5 - HALF;
            let mut crossings: Vec<f32> = points
                .iter()
                .zip(points.iter().cycle().skip(1))
                .filter(|(a, b)| (a.y <= level) != (b.y <= level))
                .map(|(a, b)| a.x + (level - a.y) / (b.y - a.y) * (b.x - a.x))
                .collect();
            crossings.sort_by(f32::total_cmp);
            for pair in crossings.chunks_exact(2) {
                for x in 0..SIDE {
                    let at = x as f32 + 0.5 - HALF;
                    if pair[0] <= at && at < pair[1] {
                        self.0[y * SIDE + x] = owner;
                    }
                }
            }
        }
    }

    /// Paints a disc over those cells that `over` says.
    fn disc(&mut self, at: At, radius: f32, owner: u8, over: impl Fn(u8) -> bool) {
        let reach = |middle: f32| {
            let low = (middle - radius + HALF).floor().max(0.0) as usize;
            let high = (middle + radius + HALF).ceil().clamp(0.0, SIDE as f32) as usize;
            low..high
        };
        for y in reach(at.y) {
            for x in reach(at.x) {
                let cell = y * SIDE + x;
                if over(self.0[cell]) && middle_of(cell).distance(at) <= radius {
                    self.0[cell] = owner;
                }
            }
        }
    }
}

impl Plan {
    fn new(kind: TileKind) -> Plan {
        let shapes = Shapes::of(kind);
        let segments = kind.segments();
        let mut raster = Raster(vec![FREE; SIDE * SIDE].into());
        for city in &shapes.cities {
            raster.fill(&city.outline, city.index as u8);
        }
        if let Some(sea) = &shapes.sea {
            raster.fill(sea, NONE);
        }
        for wall in shapes.cities.iter().flat_map(|city| &city.walls) {
            for at in wall.line.points() {
                raster.disc(at, WALL, NONE, |owner| owner == FREE);
            }
        }
        let building = kind.monastery();
        if let Some(building) = building {
            raster.disc(At::new(0.0, 0.0), BUILDING, building as u8, |owner| owner == FREE);
        }
        if shapes.has_village() {
            raster.disc(At::new(0.0, 0.0), VILLAGE, NONE, |owner| owner == FREE);
        }
        // Upper roads last.
        let is_road =
            |owner: u8| segments.get(usize::from(owner)).is_some_and(|data| data.kind == SegmentKind::Road);
        let mut order: Vec<usize> = (0..shapes.roads.len()).collect();
        order.sort_by_key(|&n| shapes.roads[n].bridge.is_some());
        for road in order.into_iter().map(|n| &shapes.roads[n]) {
            let index = road.index as u8;
            for at in road.line.points() {
                // A road goes through its own gate's wall.
                raster
                    .disc(at, ROAD, index, |owner| owner == FREE || is_road(owner) && road.bridge.is_some());
            }
            if road.end == Some(RoadEnd::House) {
                raster.disc(road.line.end(), 9.0, NONE, |owner| owner == FREE);
            }
        }
        let owner = fields(kind, raster.0);
        let borders = segments.iter().map(|_| OnceLock::new()).collect();
        let mut plan = Plan {
            shapes,
            owner,
            anchors: Vec::new(),
            narrow: Vec::new(),
            items: Vec::new(),
            tufts: Vec::new(),
            borders,
        };
        plan.furnish(kind);
        plan
    }

    /// Returns the segment at a point of the tile, if any.
    #[cfg(test)]
    pub(super) fn segment_at(&self, at: At) -> Option<usize> {
        let owner = self.owner[cell_at(at)?];
        (owner < FREE).then_some(usize::from(owner))
    }

    /// Returns the position of a figure on a segment.
    pub(super) fn anchor(&self, segment: usize) -> At {
        self.anchors[segment]
    }

    /// Whether a figure should be small there.
    pub(super) fn is_narrow(&self, segment: usize) -> bool {
        self.narrow[segment]
    }

    /// Returns the distance of every cell of a segment from the nearest point outside the segment; the tile's edges count as
    /// outside.
    fn clearance(&self, owner: u8) -> Vec<f32> {
        let mut clear = vec![0.0f32; SIDE * SIDE];
        let diagonal = std::f32::consts::SQRT_2;
        let look = |clear: &mut Vec<f32>, cell: usize, steps: [(isize, isize); 4]| {
            if self.owner[cell] != owner {
                return;
            }
            let (x, y) = ((cell % SIDE) as isize, (cell / SIDE) as isize);
            let least = steps
                .into_iter()
                .map(|(dx, dy)| {
                    let (x, y) = (x + dx, y + dy);
                    let beyond = x < 0 || y < 0 || x >= SIDE as isize || y >= SIDE as isize;
                    let there = if beyond { 0.0 } else { clear[y as usize * SIDE + x as usize] };
                    there + if dx * dy == 0 { 1.0 } else { diagonal }
                })
                .fold(f32::INFINITY, f32::min);
            clear[cell] = if clear[cell] == 0.0 { least } else { clear[cell].min(least) };
        };
        for cell in 0..SIDE * SIDE {
            look(&mut clear, cell, [(-1, 0), (0, -1), (-1, -1), (1, -1)]);
        }
        for cell in (0..SIDE * SIDE).rev() {
            look(&mut clear, cell, [(1, 0), (0, 1), (1, 1), (-1, 1)]);
        }
        clear
    }

    /// Sets figures, symbols and decoration their places.
    fn furnish(&mut self, kind: TileKind) {
        let segments = kind.segments();
        let mut room = Room { taken: Vec::new(), figures: Vec::new(), items: Vec::new() };
        let clear: Vec<Vec<f32>> = (0..segments.len()).map(|index| self.clearance(index as u8)).collect();
        if kind.monastery().is_some() {
            room.put(
                if kind.is_mayflower() { Sprite::Farm } else { Sprite::Monastery },
                At::new(0.0, 0.0),
                21.0,
            );
        }
        if self.shapes.has_village() {
            room.put(Sprite::Village, At::new(0.0, 0.0), 12.0);
        }
        for road in &self.shapes.roads {
            match road.end {
                Some(RoadEnd::House) => room.put(Sprite::Cottage, road.line.end(), 10.0),
                Some(RoadEnd::City(_)) => room.put(Sprite::Gate, road.line.end(), 6.0),
                _ => {}
            }
        }
        let here = |index: usize| self.owner.contains(&(index as u8));
        self.anchors = vec![At::new(0.0, 0.0); segments.len()];
        self.narrow = vec![false; segments.len()];
        // Where a figure stands on a road or a monastery is fixed; the others keep away from it.
        let is_area = |data: &SegmentData| matches!(data.kind, SegmentKind::City | SegmentKind::Field);
        let mut order: Vec<usize> = (0..segments.len()).filter(|&index| here(index)).collect();
        order.sort_by_key(|&index| is_area(&segments[index]));
        for index in order {
            let data = &segments[index];
            let (anchor, symbols) = match data.kind {
                SegmentKind::Monastery => (At::new(9.0, 9.0), Vec::new()),
                SegmentKind::Road => {
                    let posts = (0..usize::from(data.symbols)).map(|n| (Sprite::Post, self.post(index, n)));
                    (self.road_anchor(index), posts.collect())
                }
                SegmentKind::City | SegmentKind::Field => room.arrange(&clear[index], &symbols(kind, data)),
            };
            self.anchors[index] = anchor;
            let around = cell_at(anchor).map_or(0.0, |cell| clear[index][cell]);
            self.narrow[index] = around < 9.0 && is_area(data);
            room.figures.push(anchor);
            room.taken.push((anchor, FIGURE));
            for (sprite, at) in symbols {
                room.put(sprite, at, sprite.radius());
            }
        }
        // Kinds of the same shape share their grass, and with it their ground.
        let mut grass = Room { taken: Vec::new(), figures: Vec::new(), items: Vec::new() };
        let mut dice = Dice(self.shapes.key());
        for (index, data) in segments.iter().enumerate() {
            if data.kind == SegmentKind::Field {
                let cells = self.cells(index);
                grass.scatter(Sprite::Bush, &cells, &clear[index], cells.len() / 900, &mut dice);
            }
        }
        self.tufts = grass.items.into_iter().map(|item| item.at).collect();
        let mut dice = Dice(kind.number() as u32);
        for (index, data) in segments.iter().enumerate() {
            let cells = self.cells(index);
            let area = cells.len();
            match data.kind {
                _ if area == 0 => {}
                SegmentKind::City => {
                    if area > 4500 {
                        room.scatter(Sprite::Keep, &cells, &clear[index], 1, &mut dice);
                    }
                    for _ in 0..area / 1700 + 1 {
                        room.scatter(Sprite::HouseA, &cells, &clear[index], 1, &mut dice);
                        room.scatter(Sprite::HouseB, &cells, &clear[index], 1, &mut dice);
                    }
                }
                SegmentKind::Field => {
                    if area > 2400 {
                        room.scatter(Sprite::Wood, &cells, &clear[index], area / 4500 + 1, &mut dice);
                    }
                    let tree = if dice.roll(2) == 0 { Sprite::Tree } else { Sprite::Fir };
                    room.scatter(tree, &cells, &clear[index], area / 2600, &mut dice);
                    room.scatter(Sprite::Bush, &cells, &clear[index], area / 2600, &mut dice);
                }
                _ => {}
            }
        }
        self.items = room.items;
    }

    /// The cells of a segment.
    fn cells(&self, index: usize) -> Vec<usize> {
        (0..SIDE * SIDE).filter(|&cell| usize::from(self.owner[cell]) == index).collect()
    }

    fn road_anchor(&self, index: usize) -> At {
        let road = self.shapes.roads.iter().find(|road| road.index == index).expect("a road has a line");
        let crossed = self.shapes.roads.iter().find_map(|road| road.bridge);
        match (road.end, crossed) {
            (Some(RoadEnd::Junction), _) => road.line.at(0.4),
            (Some(RoadEnd::Monastery), _) => road.line.at(0.31),
            (Some(RoadEnd::House), _) => road.line.at(0.3),
            (_, Some(_)) => road.line.at(0.24),
            (Some(RoadEnd::City(_)), _) => road.line.at(0.45),
            _ => road.line.at(0.5),
        }
    }

    /// Returns the position of a trading post: beside its road, clear of the road's figure.
    fn post(&self, index: usize, number: usize) -> At {
        let road = self.shapes.roads.iter().find(|road| road.index == index).expect("a road has a line");
        let part = if road.end.is_some() { 0.36 } else { 0.24 + 0.52 * (number % 2) as f32 };
        let (at, next) = (road.line.at(part), road.line.at(part + 0.02));
        let length = at.distance(next);
        let aside = At::new((next.y - at.y) / length * 11.0, (at.x - next.x) / length * 11.0);
        // On the side where there is more room.
        let (one, other) = (at.plus(aside), At::new(at.x - aside.x, at.y - aside.y));
        let middle = At::new(0.0, 0.0);
        if one.distance(middle) < other.distance(middle) { one } else { other }
    }

    /// Returns the outline of a segment as path data, on a turned tile with its middle at `at`: the visible part of a road or a
    /// field, a city with its houses.
    pub(super) fn area(&self, segment: usize, rotation: Rotation, at: At) -> String {
        let borders = self.borders[segment].get_or_init(|| {
            let all = self.contours(segment as u8);
            all.iter().map(|ring| simplified(ring, 1.1)).filter(|ring| ring.len() > 2).collect()
        });
        let mut path = String::new();
        for ring in borders {
            let mut last: Option<At> = None;
            for point in ring {
                let point = point.turned(rotation).plus(at);
                let Some(last) = last.replace(point) else {
                    write!(path, "M{}l", Pair(point)).expect("a string takes everything");
                    continue;
                };
                // A minus sign parts numbers as well as a blank.
                for step in [point.x - last.x, point.y - last.y] {
                    let blank = if step < 0.0 || path.ends_with('l') { "" } else { " " };
                    write!(path, "{blank}{}", Num(step)).expect("a string takes everything");
                }
            }
            path.push('z');
        }
        path
    }

    /// The borders of a segment's cells, each a closed line along cell corners.
    fn contours(&self, owner: u8) -> Vec<Vec<At>> {
        let is = |x: isize, y: isize| {
            x >= 0
                && y >= 0
                && x < SIDE as isize
                && y < SIDE as isize
                && self.owner[y as usize * SIDE + x as usize] == owner
        };
        // Borders run with the segment on their right: from each corner where they go, at most two ways.
        let mut ways: std::collections::BTreeMap<(isize, isize), Vec<(isize, isize)>> = Default::default();
        for y in 0..SIDE as isize {
            for x in 0..SIDE as isize {
                if !is(x, y) {
                    continue;
                }
                let mut border =
                    |from: (isize, isize), to: (isize, isize)| ways.entry(from).or_default().push(to);
                if !is(x, y - 1) {
                    border((x, y), (x + 1, y));
                }
                if !is(x + 1, y) {
                    border((x + 1, y), (x + 1, y + 1));
                }
                if !is(x, y + 1) {
                    border((x + 1, y + 1), (x, y + 1));
                }
                if !is(x - 1, y) {
                    border((x, y + 1), (x, y));
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((&start, _)) = ways.iter().next() {
            let mut ring = Vec::new();
            let mut at = start;
            while let Some(next) = ways.get_mut(&at).and_then(Vec::pop) {
                if ways[&at].is_empty() {
                    ways.remove(&at);
                }
                ring.push(At::new(at.0 as f32 - HALF, at.1 as f32 - HALF));
                at = next;
                if at == start {
                    break;
                }
            }
            rings.push(ring);
        }
        rings
    }
}

/// A closed line with fewer points, nowhere further off than `tolerance`.
fn simplified(ring: &[At], tolerance: f32) -> Vec<At> {
    fn reduce(points: &[At], tolerance: f32, out: &mut Vec<At>) {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        let length = first.distance(last);
        let off = |at: &At| {
            if length == 0.0 {
                at.distance(first)
            } else {
                ((last.x - first.x) * (first.y - at.y) - (first.x - at.x) * (last.y - first.y)).abs() / length
            }
        };
        let furthest =
            (1..points.len().saturating_sub(1)).max_by(|&a, &b| off(&points[a]).total_cmp(&off(&points[b])));
        match furthest {
            Some(index) if off(&points[index]) > tolerance => {
                reduce(&points[..=index], tolerance, out);
                reduce(&points[index..], tolerance, out);
            }
            _ => out.push(first),
        }
    }
    if ring.len() < 3 {
        return Vec::new();
    }
    // Split at the point furthest from the first, so that both halves have a length.
    let far = (0..ring.len())
        .max_by(|&a, &b| ring[0].distance(ring[a]).total_cmp(&ring[0].distance(ring[b])))
        .expect("not empty");
    let mut out = Vec::new();
    reduce(&ring[..=far], tolerance, &mut out);
    let back: Vec<At> = ring[far..].iter().chain(&ring[..1]).copied().collect();
    reduce(&back, tolerance, &mut out);
    out
}

/// Gives what is still free to the fields: each connected part to the field whose contacts it touches, one without
/// contacts to the fields that have none, and slivers to nobody.
fn fields(kind: TileKind, mut owner: Box<[u8]>) -> Box<[u8]> {
    let ring = kind.ring(Rotation::default());
    let segments = kind.segments();
    let mut enclosed = (0..segments.len())
        .filter(|&index| segments[index].kind == SegmentKind::Field && !ring.contains(&(index as u8)))
        // Every start space knows the segments of the whole coast.
        .filter(|_| !kind.is_coast())
        .collect::<Vec<usize>>()
        .into_iter();
    for start in 0..SIDE * SIDE {
        if owner[start] != FREE {
            continue;
        }
        let mut part = vec![start];
        owner[start] = NONE;
        let mut seen = 0;
        while let Some(&cell) = part.get(seen) {
            seen += 1;
            for next in neighbours(cell) {
                if owner[next] == FREE {
                    owner[next] = NONE;
                    part.push(next);
                }
            }
        }
        let touched = (0..12)
            .filter(|&index| {
                let data = &segments[usize::from(ring[index])];
                data.kind == SegmentKind::Field
                    && cell_at(contact(index)).is_some_and(|cell| part.contains(&cell))
            })
            .map(|index| usize::from(ring[index]))
            .next();
        let field = touched.or_else(|| if part.len() > 60 { enclosed.next() } else { None });
        if let Some(field) = field {
            for cell in part {
                owner[cell] = field as u8;
            }
        }
    }
    owner
}

/// A small generator for decoration: the same kind always looks the same.
struct Dice(u32);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % sides
    }
}

/// The things placed on a tile so far.
struct Room {
    taken: Vec<(At, f32)>,
    /// The positions of figures, which `taken` includes.
    figures: Vec<At>,
    items: Vec<Item>,
}

impl Room {
    fn put(&mut self, sprite: Sprite, at: At, radius: f32) {
        self.taken.push((at, radius));
        self.items.push(Item { sprite, at });
    }

    fn apart(&self, at: At, radius: f32) -> f32 {
        self.taken
            .iter()
            .map(|&(other, reach)| at.distance(other) - reach - radius)
            .fold(f32::INFINITY, f32::min)
    }

    /// Returns the depth by which a figure's spot here would overlap another.
    fn overlap(&self, at: At) -> f32 {
        self.figures.iter().map(|&other| 2.0 * SPOT - at.distance(other)).fold(0.0, f32::max)
    }

    /// Places for a figure and for symbols, all well inside a segment and apart, and near its middle.
    fn arrange(&self, clear: &[f32], symbols: &[Sprite]) -> (At, Vec<(Sprite, At)>) {
        let inside: Vec<usize> = (0..SIDE * SIDE).filter(|&cell| clear[cell] > 0.0).collect();
        let sum = inside.iter().map(|&cell| middle_of(cell)).fold(At::new(0.0, 0.0), At::plus);
        let count = inside.len().max(1) as f32;
        let middle = At::new(sum.x / count, sum.y / count);
        // The figure comes first; every place is then looked for again, as the others are known.
        let radii: Vec<f32> =
            std::iter::once(FIGURE).chain(symbols.iter().map(|symbol| symbol.radius())).collect();
        let mut places: Vec<At> = Vec::new();
        for round in 0..3 {
            for (n, &radius) in radii.iter().enumerate() {
                let apart = |at: At| {
                    let others = places.iter().zip(&radii).enumerate().filter(|(other, _)| *other != n);
                    let others = others.map(|(_, (other, reach))| at.distance(*other) - reach - radius);
                    others.fold(self.apart(at, radius), f32::min).min(0.0)
                };
                let enough = match (n, symbols) {
                    (0, []) => radius + 3.0,
                    // With symbols there is less room for the figure.
                    (0, _) => radius - 2.0,
                    _ => radius + 1.0,
                };
                let value = |at: At, cell: usize| {
                    let overlap = if n == 0 { self.overlap(at) } else { 0.0 };
                    2.0 * clear[cell].min(enough) + 1.5 * apart(at)
                        - 10.0 * overlap
                        - 0.06 * at.distance(middle)
                };
                // Every second place each way is near enough.
                let best = inside
                    .iter()
                    .filter(|&&cell| cell.is_multiple_of(2) && (cell / SIDE).is_multiple_of(2))
                    .map(|&cell| (middle_of(cell), cell))
                    .max_by(|&(a, one), &(b, two)| value(a, one).total_cmp(&value(b, two)));
                let best = best.map_or(middle, |(at, _)| at);
                if round == 0 {
                    places.push(best);
                } else {
                    places[n] = best;
                }
            }
            if symbols.is_empty() {
                break;
            }
        }
        (places[0], symbols.iter().copied().zip(places.into_iter().skip(1)).collect())
    }

    /// Up to `most` of them, wherever there is room.
    fn scatter(&mut self, sprite: Sprite, cells: &[usize], clear: &[f32], most: usize, dice: &mut Dice) {
        let (mut left, radius) = (most, sprite.radius());
        for _ in 0..150 * most {
            if left == 0 || cells.is_empty() {
                return;
            }
            let cell = cells[dice.roll(cells.len())];
            let at = middle_of(cell);
            if clear[cell] >= radius + 0.6 && self.apart(at, 0.88 * radius) >= 0.0 {
                self.put(sprite, at, 0.88 * radius);
                left -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::carcassonne::Kinds;

    fn kinds() -> impl Iterator<Item = TileKind> {
        Kinds::TRADERS_AND_BUILDERS.iter().chain(Kinds::MAYFLOWER.iter())
    }

    /// The drawing has exactly the segments of the data: every contact of the ring is drawn as part of its segment,
    /// every segment is one connected area, and no area is left without a segment.
    #[test]
    fn what_is_drawn_is_what_the_data_says() {
        for kind in kinds() {
            let plan = plan(kind);
            for (index, &owner) in kind.ring(Rotation::default()).iter().enumerate() {
                let drawn = plan.segment_at(contact(index));
                assert_eq!(drawn, Some(usize::from(owner)), "{kind}, contact {index}");
            }
            for (index, data) in kind.segments().iter().enumerate() {
                let cells = plan.owner.iter().filter(|&&owner| usize::from(owner) == index).count();
                assert!(cells > 120, "{kind}: {} has {cells} cells", data.id);
                let parts = parts(&plan.owner, index as u8);
                // A road below a bridge is seen on both sides of it.
                let under = kind.segments().iter().any(|road| road.over == Some(index as u8));
                assert_eq!(parts, if under { 2 } else { 1 }, "{kind}: {} in parts", data.id);
            }
            let stray = plan.owner.iter().filter(|&&owner| owner == FREE).count();
            assert_eq!(stray, 0, "{kind}");
        }
    }

    /// The parts of a segment of more than a few cells.
    fn parts(owner: &[u8], index: u8) -> usize {
        let mut seen = vec![false; SIDE * SIDE];
        let mut parts = 0;
        for start in 0..SIDE * SIDE {
            if owner[start] != index || seen[start] {
                continue;
            }
            let (mut open, mut size) = (vec![start], 0);
            seen[start] = true;
            while let Some(cell) = open.pop() {
                size += 1;
                for next in neighbours(cell) {
                    if owner[next] == index && !seen[next] {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
            parts += usize::from(size > 4);
        }
        parts
    }

    /// A field borders a city in the drawing exactly if the data says so (`CARC-FIELD-3`).
    #[test]
    fn carc_field_3_fields_touch_the_cities_they_border() {
        for kind in kinds() {
            let plan = plan(kind);
            for (index, data) in kind.segments().iter().enumerate() {
                if data.kind != SegmentKind::Field {
                    continue;
                }
                let mut touched = 0u8;
                for cell in (0..SIDE * SIDE).filter(|&cell| usize::from(plan.owner[cell]) == index) {
                    let at = middle_of(cell);
                    for city in &plan.shapes.cities {
                        let near = |wall: &super::super::shapes::Wall| {
                            wall.line.points().any(|point| point.distance(at) < WALL + 1.5)
                        };
                        if city.walls.iter().any(near) {
                            touched |= 1 << city.index;
                        }
                    }
                }
                assert_eq!(touched, data.borders, "{kind}: {}", data.id);
            }
        }
    }

    #[test]
    fn figures_stand_inside_their_segments_and_apart() {
        for kind in kinds() {
            let plan = plan(kind);
            for (index, data) in kind.segments().iter().enumerate() {
                let at = plan.anchor(index);
                assert_eq!(plan.segment_at(at), Some(index), "{kind}: {}", data.id);
                for other in index + 1..kind.segments().len() {
                    let apart = at.distance(plan.anchor(other));
                    assert!(apart >= 2.0 * SPOT, "{kind}: {} and {other} are {apart} apart", data.id);
                }
            }
        }
    }

    #[test]
    fn every_symbol_is_there_inside_its_segment() {
        for kind in kinds() {
            let plan = plan(kind);
            let count =
                |sprites: &[Sprite]| plan.items.iter().filter(|item| sprites.contains(&item.sprite)).count();
            let sum = |wanted: SegmentKind| -> usize {
                let of = kind.segments().iter().filter(|data| data.kind == wanted);
                of.map(|data| usize::from(data.symbols)).sum()
            };
            assert_eq!(count(&[Sprite::Pennant, Sprite::Flag]), sum(SegmentKind::City), "{kind}");
            assert_eq!(count(&[Sprite::Animal]), sum(SegmentKind::Field), "{kind}");
            assert_eq!(count(&[Sprite::Post]), sum(SegmentKind::Road), "{kind}");
            let goods = kind.segments().iter().filter(|data| data.good.is_some()).count();
            assert_eq!(count(&[Sprite::Wine, Sprite::Grain, Sprite::Cloth]), goods, "{kind}");
            assert_eq!(count(&[Sprite::Monastery, Sprite::Farm]), usize::from(kind.monastery().is_some()));
            for item in &plan.items {
                let owner = plan.segment_at(item.at).map(|segment| kind.segments()[segment]);
                match item.sprite {
                    Sprite::Pennant | Sprite::Flag => {
                        assert!(owner.is_some_and(|data| data.symbols > 0), "{kind}");
                    }
                    Sprite::Animal => assert!(owner.is_some_and(|data| data.symbols > 0), "{kind}"),
                    Sprite::Wine | Sprite::Grain | Sprite::Cloth => {
                        assert!(owner.is_some_and(|data| data.good.is_some()), "{kind}");
                    }
                    _ => {}
                }
            }
        }
    }
}
