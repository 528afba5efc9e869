//! The tables as Rust.

use crate::data::{Board, Set};
use crate::tile::Tile;
use crate::tile::check::look;
use crate::tile::data::{edge, ring};
use crate::tile::numbers::{edges, fitting, name, rings, sets_of, terrain};
use std::fmt::Write;

/// `tables.rs`: one row for every kind of tile of every set, the start spaces last.
pub(crate) fn tables(sets: &[&Set]) -> String {
    let mut rows = String::new();
    let mut shapes = Vec::new();
    let mut ranges = String::new();
    for set in sets {
        let first = shapes.len();
        for tile in &set.tiles {
            let (double, sets) = (tile.counts_twice(), sets_in_rust(tile.lens()));
            let shape = format!("counts_twice: {double}, {sets}, shows: !0");
            let row = row(&tile.id, tile.count, &segments(tile), tile.ring(), tile.terrains(), &shape);
            writeln!(rows, "{row},").expect("a string");
            shapes.push(tile.terrains());
        }
        let name = set.set.to_uppercase().replace('-', "_");
        let range = (first, shapes.len());
        writeln!(ranges, "pub(super) const {name}: (u16, u16) = {range:?};").expect("a string");
    }
    let board = sets.iter().find_map(|set| set.start_board.as_ref()).expect("Mayflower has a start board");
    let first_space = shapes.len();
    let segments = board_segments(board);
    for space in 1..=board.spaces {
        let (ring, terrain) = space_ring(board, space);
        let sets = sets_in_rust([board.cities.len() + board.roads.len(), 0, board.fields.len()]);
        let shape = format!("counts_twice: false, {sets}, shows: {}", shown_on(board, space));
        let row = row(&format!("coast-{space}"), 0, &segments, ring, terrain, &shape);
        writeln!(rows, "{row},").expect("a string");
        shapes.push(terrain);
    }
    let mut fits = String::new();
    for terrain in &shapes {
        let row: Vec<u8> = (0..=255).map(|signature| fitting(*terrain, signature)).collect();
        writeln!(fits, "{row:?},").expect("a string");
    }
    let mayflower = sets.last().expect("Mayflower is the last set");
    let looks: Vec<String> = mayflower.tiles.iter().map(look).collect();
    let start =
        sets[0].tiles.iter().position(|tile| tile.start_copies > 0).expect("the base game has a start tile");
    format!(
        "pub(super) const KINDS: usize = {kinds};\n\
         {ranges}pub(super) const COAST: (u16, u16) = ({first_space}, {kinds});\n\
         pub(super) const START: u16 = {start};\npub(super) const COAST_SEGMENTS: u8 = {};\n\
         pub(super) const LOOKS: [&str; {}] = {:?};\n\
         pub(super) static TILES: [Tile; KINDS] = [\n{rows}];\n\
         pub(super) static FITS: [[u8; 256]; KINDS] = [\n{fits}];\n",
        segments.len(),
        looks.len(),
        looks,
        kinds = shapes.len(),
    )
}

/// Writes the sets of segments that are cities and roads, the monastery, and fields: the segments come in this order.
fn sets_in_rust(lens: [usize; 3]) -> String {
    let [buildings, monastery, fields] = sets_of(lens).map(|set| format!("SegmentSet({set})"));
    format!("buildings: {buildings}, monastery: {monastery}, fields: {fields}")
}

/// The segments of a tile as Rust.
fn segments(tile: &Tile) -> Vec<String> {
    let mut rows = Vec::new();
    for city in &tile.cities {
        let good = city.good.as_deref().map_or("None".to_owned(), |good| {
            let name = match good {
                "wine" => "Wine",
                "grain" => "Grain",
                "cloth" => "Cloth",
                other => panic!("`{other}` is no kind of goods"),
            };
            format!("Some(Good::{name})")
        });
        let symbols = city.pennants + city.flags;
        rows.push(segment(&city.id, "City", city.edges.len(), 1, symbols, &good, 0, "None", "None"));
    }
    for road in &tile.roads {
        let end = match road.end.as_deref() {
            None => "None".to_owned(),
            Some("junction") => "Some(RoadEnd::Junction)".to_owned(),
            Some("monastery" | "farm") => "Some(RoadEnd::Monastery)".to_owned(),
            Some("house") => "Some(RoadEnd::House)".to_owned(),
            Some(city) => format!("Some(RoadEnd::City({}))", tile.index(city.trim_start_matches("city:"))),
        };
        let over =
            road.crosses.as_deref().map_or("None".to_owned(), |under| format!("Some({})", tile.index(under)));
        rows.push(segment(&road.id, "Road", road.edges.len(), 1, road.trading_posts, "None", 0, &end, &over));
    }
    if tile.monastery {
        rows.push(segment("m", "Monastery", 0, 1, 0, "None", 0, "None", "None"));
    }
    if tile.farm {
        rows.push(segment("farm", "Monastery", 0, 1, 0, "None", 0, "None", "None"));
    }
    for field in &tile.fields {
        let borders = tile.borders(&field.cities).into();
        rows.push(segment(&field.id, "Field", 0, 1, field.animals, "None", borders, "None", "None"));
    }
    rows
}

/// The segments printed on the start board; every start space has them all.
fn board_segments(board: &Board) -> Vec<String> {
    let cities = |ids: &[String]| -> u32 {
        let index =
            |id: &String| board.cities.iter().position(|city| city.id == *id).expect("a town of the board");
        ids.iter().map(|id| 1 << index(id)).sum()
    };
    let mut rows = Vec::new();
    for city in &board.cities {
        rows.push(segment(
            &city.id,
            "City",
            city.contacts.len(),
            city.spaces.len(),
            city.flags,
            "None",
            0,
            "None",
            "None",
        ));
    }
    for road in &board.roads {
        let (open, tiles) = (road.contacts.len(), road.spaces.len());
        rows.push(segment(
            &road.id,
            "Road",
            open,
            tiles,
            road.trading_posts,
            "None",
            0,
            "Some(RoadEnd::Coast)",
            "None",
        ));
    }
    for field in &board.fields {
        let tiles = field.spaces.len();
        rows.push(segment(
            &field.id,
            "Field",
            0,
            tiles,
            field.animals,
            "None",
            cities(&field.cities),
            "None",
            "None",
        ));
    }
    rows
}

#[allow(clippy::too_many_arguments)] // one argument a column
fn segment(
    id: &str,
    kind: &str,
    open: usize,
    tiles: usize,
    symbols: u32,
    good: &str,
    borders: u32,
    end: &str,
    over: &str,
) -> String {
    format!(
        "SegmentData {{ id: Segment({}), kind: SegmentKind::{kind}, open: {open}, tiles: {tiles}, symbols: {symbols}, \
         good: {good}, borders: {borders}, end: {end}, over: {over} }}",
        name(id)
    )
}

/// The ring and the edges of a start space. Its inner sides and the sea touch nothing; they have terrain 0.
fn space_ring(board: &Board, space: usize) -> ([u8; 12], [u8; 4]) {
    let mut ring_of = [0; 12];
    let mut terrains = [0; 4];
    terrains[3] = terrain(&board.west_edges[space - 1]);
    for (name, kind) in &board.end_edges {
        let (at, side) = name.split_once('.').expect("an edge of a space");
        if at == space.to_string() {
            terrains[edge(side).expect("an edge")] = terrain(kind);
        }
    }
    let contacts = (board.cities.iter().map(|city| &city.contacts))
        .chain(board.roads.iter().map(|road| &road.contacts))
        .chain(board.fields.iter().map(|field| &field.contacts));
    for (index, contacts) in contacts.enumerate() {
        for (at, name) in contacts.iter().filter_map(|contact| contact.split_once('.')) {
            if at == space.to_string() {
                ring_of[ring(name).expect("a contact")] = index as u8;
            }
        }
    }
    for side in 0..4 {
        match terrains[side] {
            // Only the middle of a town's edge is written down.
            CITY => {
                let town = ring_of[3 * side + 1];
                ring_of[3 * side..3 * side + 3].fill(town);
            }
            FIELD => ring_of[3 * side + 1] = ring_of[3 * side],
            _ => {}
        }
    }
    (ring_of, terrains)
}

/// Returns the board's segments that lie on this space, as bits.
fn shown_on(board: &Board, space: usize) -> u16 {
    let spaces = (board.cities.iter().map(|city| &city.spaces))
        .chain(board.roads.iter().map(|road| &road.spaces))
        .chain(board.fields.iter().map(|field| &field.spaces));
    spaces.enumerate().filter(|(_, spaces)| spaces.contains(&space)).map(|(index, _)| 1 << index).sum()
}

const FIELD: u8 = 1;
const CITY: u8 = 3;

fn row(id: &str, copies: u32, segments: &[String], ring: [u8; 12], terrain: [u8; 4], shape: &str) -> String {
    let (rings, edges) = (rings(ring), edges(terrain));
    format!(
        "Tile {{ id: {id:?}, copies: {copies}, segments: &[{}], rings: {rings:?}, edges: {edges:?}, \
         shape: Shape {{ {shape} }} }}",
        segments.join(", ")
    )
}
