//! One tile as markup: its ground, which turns with it, and what stands on it, which does not. In the markup `@`
//! stands for the prefix of ids and `~` for that of classes.

use super::geometry::{At, Line, Pair};
use super::plan::{Sprite, plan};
use crate::shown::digest;
use crate::svg::Num;
use ::carcassonne::{RoadEnd, Rotation, TileKind};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// Lighter grass, and meadows that were mown.
const PATCHES: [&str; 5] = [
    "<path class=\"~c-patch\" d=\"M-44 -8Q-30 -34 -4 -30T22 -4Q8 18 -14 12T-44 -8zM10 34Q24 22 42 30T26 46T10 34z\"/>",
    "<path class=\"~c-patch\" d=\"M-8 -24Q14 -44 36 -30T40 6Q24 20 6 4T-8 -24zM-42 26Q-30 14 -12 22T-20 44T-42 26z\"/>",
    "<path class=\"~c-patch\" d=\"M-36 2Q-20 -12 4 -2T34 10Q38 34 10 38T-30 30T-36 2zM14 -40Q30 -46 42 -32T28 -20T14 -40z\"/>",
    "<path class=\"~c-furrow\" d=\"M-42 -34q20 10 40 0M-40 -27q20 10 40 0M-36 -20q20 10 40 0M6 26q18 -8 36 0M4 33q18 -8 36 0M6 40q18 -8 34 0\"/>",
    "<path class=\"~c-furrow\" d=\"M16 -40q10 16 0 34M24 -42q10 16 0 36M32 -40q10 16 0 34M-40 16q8 14 0 28M-32 12q8 14 0 32M-24 14q8 14 0 28\"/>",
];

/// The ground of a kind that is not turned: field, roads, cities. Kinds may share it.
pub(super) fn ground(kind: TileKind) -> &'static str {
    static GROUNDS: [OnceLock<String>; TileKind::ROOM] = [const { OnceLock::new() }; TileKind::ROOM];
    GROUNDS[kind.number()].get_or_init(|| draw_ground(kind))
}

/// A number that kinds with the same ground share.
pub(super) fn ground_number(kind: TileKind) -> u64 {
    static NUMBERS: [OnceLock<u64>; TileKind::ROOM] = [const { OnceLock::new() }; TileKind::ROOM];
    *NUMBERS[kind.number()].get_or_init(|| digest(ground(kind)))
}

fn draw_ground(kind: TileKind) -> String {
    let plan = plan(kind);
    let shapes = &plan.shapes;
    let mut out = String::from("<path class=\"~c-field\" d=\"M-50 -50h100v100h-100z\"/>");
    out += PATCHES[shapes.key() as usize % PATCHES.len()];
    if !plan.tufts.is_empty() {
        out += "<path class=\"~c-tuft\" d=\"";
        for tuft in &plan.tufts {
            write!(out, "M{}h.1M{}h.1", Pair(*tuft), Pair(tuft.plus(At::new(4.0, 1.0))))
                .expect("a string takes everything");
        }
        out += "\"/>";
    }
    if let Some(sea) = &shapes.sea {
        let outline: String = sea.iter().map(Line::onward).collect();
        let (start, shore) = (Pair(sea[0].from), sea[0].path());
        write!(
            out,
            "<path class=\"~c-sea\" d=\"M{start}{outline}z\"/><path class=\"~c-foam\" d=\"{shore}\"/>\
             <path class=\"~c-sand\" d=\"{shore}\"/><path class=\"~c-wave\" d=\"M34 -22q4 -4 8 0M30 24q4 -4 8 0t8 0\"/>"
        )
        .expect("a string takes everything");
    }
    if kind.monastery().is_some() {
        out += "<circle class=\"~c-yard\" r=\"19\"/>";
    }
    let roads = |bridge: bool| -> String {
        let of = shapes.roads.iter().filter(|road| road.bridge.is_some() == bridge);
        of.map(|road| road.line.path()).collect()
    };
    let lower = roads(false);
    if !lower.is_empty() {
        write!(out, "<path class=\"~c-re\" d=\"{lower}\"/><path class=\"~c-rd\" d=\"{lower}\"/>")
            .expect("a string takes everything");
    }
    // A road to the sea goes on as a pier.
    for road in shapes.roads.iter().filter(|road| road.end == Some(RoadEnd::Coast)) {
        let x = road.line.end().x;
        write!(
            out,
            "<path class=\"~c-pier ~c-ln\" d=\"M{} -7H{}V7H{0}z\"/><path class=\"~c-planks\" d=\"M{} -7v14m5 -14v14m5 -14v14\"/>",
            Num(x - 13.0),
            Num(x + 4.0),
            Num(x - 9.0)
        )
        .expect("a string takes everything");
    }
    let upper = roads(true);
    if !upper.is_empty() {
        for road in &shapes.roads {
            if let Some(at) = road.bridge {
                let way = along(&road.line, at, 15.0);
                write!(out, "<path class=\"~c-bp\" d=\"{way}\"/><path class=\"~c-br\" d=\"{way}\"/>")
                    .expect("a string takes everything");
            }
        }
        write!(out, "<path class=\"~c-re\" d=\"{upper}\"/><path class=\"~c-rd\" d=\"{upper}\"/>")
            .expect("a string takes everything");
    }
    if shapes.has_village() {
        out += "<circle class=\"~c-plaza\" r=\"12\"/>";
    }
    for road in shapes.roads.iter().filter(|road| road.end == Some(RoadEnd::House)) {
        let At { x, y } = road.line.end();
        write!(out, "<circle class=\"~c-plaza\" cx=\"{}\" cy=\"{}\" r=\"9\"/>", Num(x), Num(y))
            .expect("a string takes everything");
    }
    let mut walls = String::new();
    for city in &shapes.cities {
        write!(out, "<path class=\"~c-city\" d=\"M{}", Pair(city.outline[0].from))
            .expect("a string takes everything");
        for line in &city.outline {
            out += &line.onward();
        }
        out += "z\"/>";
        for wall in &city.walls {
            walls += &wall.line.path();
        }
    }
    if !walls.is_empty() {
        // The towns of Mayflower have palisades.
        let stone = if kind.is_mayflower() { "wp" } else { "wl" };
        for class in ["we", stone, "wm"] {
            write!(out, "<path class=\"~c-{class}\" d=\"{walls}\"/>").expect("a string takes everything");
        }
    }
    if kind.is_coast() { out } else { out + "<path class=\"~c-rim\" d=\"M-50 -50h100v100h-100z\"/>" }
}

/// A straight piece of a road around a point of it.
fn along(line: &Line, at: At, half: f32) -> String {
    let (from, to) = (line.from, line.end());
    let length = from.distance(to);
    let step = At::new((to.x - from.x) / length * half, (to.y - from.y) / length * half);
    Line::straight(At::new(at.x - step.x, at.y - step.y), at.plus(step)).path()
}

/// Returns the sprites on a kind of tile in a rotation, from north to south, with their positions.
pub(super) fn items(kind: TileKind, rotation: Rotation) -> Vec<(Sprite, At)> {
    let mut items: Vec<(Sprite, At)> =
        plan(kind).items.iter().map(|item| (item.sprite, item.at.turned(rotation))).collect();
    let layer = |sprite: Sprite| match sprite {
        Sprite::Gate => 0,
        Sprite::Pennant | Sprite::Flag | Sprite::Wine | Sprite::Grain | Sprite::Cloth | Sprite::Animal => 2,
        _ => 1,
    };
    items.sort_by(|(a, one), (b, two)| layer(*a).cmp(&layer(*b)).then(one.y.total_cmp(&two.y)));
    items
}
