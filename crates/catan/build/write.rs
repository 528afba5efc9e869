//! The tables as Rust.

use crate::data::{Board, Pieces, SIDES, TERRAINS, TRADES};
use crate::map::Map;
use std::fmt::{Debug, Write};

/// The module of a board.
pub(crate) fn board(board: &Board, map: &Map) -> String {
    format!(
        "/// The board `{}` of the rulebook's data.\npub(crate) mod {} {{\n{}{}}}\n",
        board.board,
        board.board.replace('-', "_"),
        geometry(&board.board, map, &board.pieces),
        pieces(&board.pieces),
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

/// The map, a type that implements `Map` with all of its tables.
fn geometry(board: &str, map: &Map, pieces: &Pieces) -> String {
    let (hexes, vertices, edges) = (map.hex_point.len(), map.vertex_point.len(), map.edge_ends.len());
    let [hex_word, vertex_word, edge_word] = [hexes, vertices, edges].map(word);
    let [all_hexes, all_vertices, all_edges] = [hexes, vertices, edges].map(|count| set(0..count));
    let same = (2..=12).map(|number| pieces.tokens.iter().filter(|&&token| token == number).count()).max();
    let (same, spots) = (same.unwrap_or(0), pieces.harbours.len());
    let name: String = board.split('-').map(capital).collect::<String>() + "Map";
    let tables = tables(map);
    format!(
        r#"
use crate::board::{{Board, Layout}};
use crate::topology::{{ByHex, Map, Tables}};
use std::fmt::Debug;
use std::hash::Hash;

pub(crate) const HEXES: usize = {hexes};
pub(crate) const VERTICES: usize = {vertices};
pub(crate) const EDGES: usize = {edges};

static MAP: Tables<{name}> = Tables {{
{tables}}};

/// The map of the board `{board}`.
#[allow(unreachable_pub)] // a board of tests
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct {name};

impl Map for {name} {{
    const HEXES: usize = HEXES;
    const VERTICES: usize = VERTICES;
    const EDGES: usize = EDGES;
    type HexBits = {hex_word};
    type VertexBits = {vertex_word};
    type EdgeBits = {edge_word};
    const ALL_HEXES: {hex_word} = {all_hexes};
    const ALL_VERTICES: {vertex_word} = {all_vertices};
    const ALL_EDGES: {edge_word} = {all_edges};
    type OfHexes<T: Copy> = [T; HEXES];
    type OfVertices<T: Copy> = [T; VERTICES];
    type OfEdges<T: Copy> = [T; EDGES];
    type SameNumber = [u8; {same}];
    type OfSpots<T: Copy + Eq + Hash + Debug> = [T; {spots}];
    const SPOTS: &'static [(usize, Side)] = &SPOTS;
    #[inline]
    fn tables() -> &'static Tables<{name}> {{
        &MAP
    }}
}}

impl Board for {name} {{
    const BEGINNER: Layout<{name}> =
        Layout {{ terrain: ByHex(BEGINNER_TERRAIN), numbers: ByHex(BEGINNER_NUMBERS), harbours: FRAME }};
}}
"#
    )
}

/// The fields of the tables of a map.
fn tables(map: &Map) -> String {
    let mut text = String::new();
    let mut field = |name: &str, rows: String| writeln!(text, "{name}: [{rows}],").expect("a string");
    field("hex_point", points(&map.hex_point));
    field("hex_vertices", list(&map.hex_vertices));
    field("hex_vertex_set", sets(&map.hex_vertices));
    field("hex_edges", list(&map.hex_edges));
    let beyond = map.hex_neighbours.iter().map(|all| all.map(|hex| hex.unwrap_or(usize::from(u8::MAX))));
    field("hex_neighbours", list(&beyond.collect::<Vec<_>>()));
    field("vertex_point", points(&map.vertex_point));
    field("vertex_hexes", sets(&map.vertex_hexes));
    let steps = &map.vertex_steps;
    let parts = |of: fn(&(usize, usize)) -> usize| -> Vec<Vec<usize>> {
        steps.iter().map(|steps| steps.iter().map(of).collect()).collect()
    };
    field("vertex_neighbours", sets(&parts(|step| step.1)));
    field("vertex_edges", sets(&parts(|step| step.0)));
    let three = |steps: &Vec<(usize, usize)>| -> [(usize, usize); 3] {
        let none = usize::from(u8::MAX);
        std::array::from_fn(|n| steps.get(n).copied().unwrap_or((none, none)))
    };
    field("vertex_steps", list(&steps.iter().map(three).collect::<Vec<_>>()));
    field("edge_ends", list(&map.edge_ends));
    field("edge_end_set", sets(&map.edge_ends));
    text
}

fn pieces(pieces: &Pieces) -> String {
    let Pieces { terrain, tokens, rings, harbours, beginner } = pieces;
    let terrains = TERRAINS.map(|name| terrain[name]);
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
         {}\
         pub(crate) const SPOTS: [(usize, Side); {spots_len}] = [{}];\n\
         pub(crate) const FRAME: [Harbour; {spots_len}] = [{}];\n\
         pub(crate) const HARBOURS: [Harbour; {spots_len}] = [{}];\n\
         pub(crate) const BEGINNER_TERRAIN: [Terrain; HEXES] = [{}];\n\
         pub(crate) const BEGINNER_NUMBERS: [u8; HEXES] = {numbers:?};\n",
        spiral(rings),
        spots.join(", "),
        frame.join(", "),
        of_box.join(", "),
        laid.join(", "),
    )
}

/// The rings along which number tokens can be laid, and the corners where they begin; nothing for a board without them.
fn spiral(rings: &[Vec<usize>]) -> String {
    let Some(outer) = rings.first() else { return String::new() };
    let corners: Vec<usize> = (0..6).map(|corner| outer[corner * outer.len() / 6]).collect();
    let rings: Vec<String> = rings.iter().map(|ring| format!("&{ring:?}")).collect();
    format!(
        "pub(crate) const CORNERS: [u8; 6] = {corners:?};\npub(crate) const RINGS: &[&[u8]] = &[{}];\n",
        rings.join(", ")
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

/// Rows of numbers, each as a set.
fn sets(rows: &[impl AsRef<[usize]>]) -> String {
    list(&rows.iter().map(|row| set(row.as_ref().iter().copied())).collect::<Vec<_>>())
}

fn list(rows: &[impl Debug]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    rows.join(", ")
}
