//! The tables as Rust.

use crate::data::{Board, Pieces, SIDES, TERRAINS, TRADES};
use crate::map::Map;
use std::fmt::{Debug, Write};

/// The module of a board.
pub(crate) fn board(board: &Board, map: &Map) -> String {
    let pieces = board.pieces.as_ref().map_or(String::new(), pieces);
    format!(
        "/// The board `{}` of the rulebook's data.\npub(crate) mod {} {{\n{}{pieces}}}\n",
        board.board,
        board.board.replace('-', "_"),
        geometry(map)
    )
}

/// The smallest word with a bit for each of so many.
fn word(bits: usize) -> &'static str {
    match bits {
        ..=32 => "u32",
        33..=64 => "u64",
        _ => "u128",
    }
}

fn geometry(map: &Map) -> String {
    let (hexes, vertices, edges) = (map.hex_point.len(), map.vertex_point.len(), map.edge_ends.len());
    let mut text = format!(
        "pub(crate) const HEXES: usize = {hexes};\npub(crate) const VERTICES: usize = {vertices};\n\
         pub(crate) const EDGES: usize = {edges};\n\
         pub(crate) static MAP: crate::topology::Map<HEXES, VERTICES, EDGES, {}, {}, {}> = crate::topology::Map {{\n",
        word(hexes),
        word(vertices),
        word(edges),
    );
    let mut field = |name: &str, rows: String| writeln!(text, "{name}: [{rows}],").expect("a string");
    field("hex_point", points(&map.hex_point));
    field("hex_vertices", list(&map.hex_vertices));
    field("hex_edges", list(&map.hex_edges));
    let beyond = map.hex_neighbours.iter().map(|all| all.map(|hex| hex.unwrap_or(usize::from(u8::MAX))));
    field("hex_neighbours", list(&beyond.collect::<Vec<_>>()));
    field("vertex_point", points(&map.vertex_point));
    field(
        "vertex_hexes",
        list(&map.vertex_hexes.iter().map(|all| set(all.iter().copied())).collect::<Vec<_>>()),
    );
    let steps = &map.vertex_steps;
    let sets = |of: fn(&(usize, usize)) -> usize| -> Vec<u128> {
        steps.iter().map(|steps| set(steps.iter().map(of))).collect()
    };
    field("vertex_neighbours", list(&sets(|step| step.1)));
    field("vertex_edges", list(&sets(|step| step.0)));
    let three = |steps: &Vec<(usize, usize)>| -> [(usize, usize); 3] {
        let none = usize::from(u8::MAX);
        std::array::from_fn(|n| steps.get(n).copied().unwrap_or((none, none)))
    };
    field("vertex_steps", list(&steps.iter().map(three).collect::<Vec<_>>()));
    field("edge_ends", list(&map.edge_ends));
    text + "};\n"
}

fn pieces(pieces: &Pieces) -> String {
    let Pieces { terrain, tokens, rings, harbours, beginner } = pieces;
    let terrains = TERRAINS.map(|name| terrain[name]);
    let outer = &rings[0];
    let corners: Vec<usize> = (0..6).map(|corner| outer[corner * outer.len() / 6]).collect();
    let rings: Vec<String> = rings.iter().map(|ring| format!("&{ring:?}")).collect();
    let spots: Vec<String> = harbours
        .iter()
        .map(|spot| format!("({}, Side::{})", spot.hex, NAMES[spot.side().expect("checked")]))
        .collect();
    let mut trades: Vec<usize> = harbours
        .iter()
        .map(|spot| TRADES.iter().position(|&trade| trade == spot.trades).expect("checked"))
        .collect();
    let frame: Vec<String> = trades.iter().map(|&trade| harbour(trade)).collect();
    trades.sort_unstable();
    let of_box: Vec<String> = trades.iter().map(|&trade| harbour(trade)).collect();
    let laid: Vec<String> =
        beginner.terrain.iter().map(|name| format!("Terrain::{}", capital(name))).collect();
    let numbers = &beginner.numbers;
    let (tokens_len, spots_len) = (tokens.len(), spots.len());
    format!(
        "use crate::{{Harbour, Resource, Side, Terrain}};\n\
         pub(crate) const TERRAIN: [usize; 6] = {terrains:?};\n\
         pub(crate) const TOKENS: [u8; {tokens_len}] = {tokens:?};\n\
         pub(crate) const CORNERS: [u8; 6] = {corners:?};\n\
         pub(crate) const RINGS: &[&[u8]] = &[{}];\n\
         pub(crate) const SPOTS: [(usize, Side); {spots_len}] = [{}];\n\
         pub(crate) const FRAME: [Harbour; {spots_len}] = [{}];\n\
         pub(crate) const HARBOURS: [Harbour; {spots_len}] = [{}];\n\
         pub(crate) const BEGINNER_TERRAIN: [Terrain; HEXES] = [{}];\n\
         pub(crate) const BEGINNER_NUMBERS: [u8; HEXES] = {numbers:?};\n",
        rings.join(", "),
        spots.join(", "),
        frame.join(", "),
        of_box.join(", "),
        laid.join(", "),
    )
}

/// The sides in Rust, in the order of [`SIDES`].
const NAMES: [&str; SIDES.len()] = ["NorthEast", "East", "SouthEast", "SouthWest", "West", "NorthWest"];

fn harbour(trade: usize) -> String {
    match trade {
        0 => "Harbour::Generic".to_owned(),
        _ => format!("Harbour::Special(Resource::{})", capital(TRADES[trade])),
    }
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

/// The bits of a set.
fn set(members: impl Iterator<Item = usize>) -> u128 {
    members.map(|member| 1 << member).sum()
}

fn points(points: &[(i8, i8)]) -> String {
    let points: Vec<String> =
        points.iter().map(|(x, y)| format!("crate::topology::Point {{ x: {x}, y: {y} }}")).collect();
    points.join(", ")
}

fn list(rows: &[impl Debug]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    rows.join(", ")
}
