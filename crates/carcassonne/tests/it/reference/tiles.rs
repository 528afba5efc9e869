//! The tiles, read from the files of the rulebook as `rulebook/tiles/README.md` explains them.

use super::Which;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

/// The terrain that an edge shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Land {
    City,
    Road,
    Field,
    /// The outer side of the start board; nothing ever lies beside it.
    Sea,
}

/// The kind of a segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum What {
    City,
    Road,
    /// A monastery, or a farm.
    Monastery,
    Field,
}

/// The two halves of the edges N, E, S, W, clockwise from the north-west corner.
const HALVES: [&str; 8] = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"];
const EDGES: [&str; 4] = ["N", "E", "S", "W"];

#[derive(Clone, Debug)]
pub struct Segment {
    pub id: String,
    pub what: What,
    /// The edges 0 to 3 of a city or road; the half-edges 0 to 7 of a field.
    pub contacts: Vec<usize>,
    /// The cities of the same tile that a field borders, by index among the segments.
    pub borders: Vec<usize>,
    /// Coats of arms, flags, trading posts or animals.
    pub symbols: u32,
    /// 0 wine, 1 grain, 2 cloth.
    pub good: Option<usize>,
    /// The name on the start board of a segment that covers several spaces.
    pub board: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Kind {
    pub id: String,
    pub count: u32,
    /// The row, if this is a start space of Mayflower and no tile.
    pub start_space: Option<i32>,
    pub edges: [Land; 4],
    pub segments: Vec<Segment>,
    /// The segment that the city or road of each edge belongs to, and the field of each half-edge.
    pub at_edge: [Option<usize>; 4],
    pub at_half: [Option<usize>; 8],
}

/// All kinds of a game, the start spaces of Mayflower behind the tiles; `tiles` is the option of Mayflower.
pub fn kinds(which: Which, tiles: &str) -> &'static [Kind] {
    if which == Which::Mayflower && tiles != "default" { of_box(tiles) } else { usual(which) }
}

/// `MAY-OPT-TILES`, `MAY-OPT-KINDS`: other counts, and kinds that are described behind those of the list, sorted by their ids. The
/// tests play with few boxes, so that each may stay.
fn of_box(tiles: &str) -> &'static [Kind] {
    static BOXES: Mutex<BTreeMap<String, &'static [Kind]>> = Mutex::new(BTreeMap::new());
    let mut boxes = BOXES.lock().expect("no test panicked in here");
    if let Some(kinds) = boxes.get(tiles) {
        return kinds;
    }
    let (list, spaces): (Vec<Kind>, Vec<Kind>) =
        usual(Which::Mayflower).iter().cloned().partition(|kind| kind.start_space.is_none());
    let (mut said, mut described, mut rest) = (BTreeMap::new(), Vec::new(), tiles);
    while !rest.is_empty() {
        let end = if rest.starts_with('{') {
            let mut json = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
            described.push(read_tile(&json.next().expect("a value").expect("a description")));
            json.byte_offset()
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let (kind, count) = rest[..end].split_once(':').expect("KIND:COUNT");
            said.insert(kind, count.parse::<u32>().expect("a count"));
            end
        };
        rest = rest[end..].trim_start_matches(',');
    }
    described.sort_by(|one, other| one.id.cmp(&other.id));
    let all = said.values().sum::<u32>() + described.iter().map(|kind| kind.count).sum::<u32>();
    let mut kinds = list;
    for kind in &mut kinds {
        let usual = if all == 95 { 0 } else { kind.count };
        kind.count = said.get(kind.id.as_str()).copied().unwrap_or(usual);
    }
    let kinds: &'static [Kind] = Vec::leak([kinds, described, spaces].concat());
    boxes.insert(tiles.to_owned(), kinds);
    kinds
}

fn usual(which: Which) -> &'static [Kind] {
    static BASE: OnceLock<Vec<Kind>> = OnceLock::new();
    static TRADERS: OnceLock<Vec<Kind>> = OnceLock::new();
    static MAYFLOWER: OnceLock<Vec<Kind>> = OnceLock::new();
    let base = include_str!("../../../../../rulebook/tiles/base.json");
    let traders = include_str!("../../../../../rulebook/tiles/traders-and-builders.json");
    let mayflower = include_str!("../../../../../rulebook/tiles/mayflower.json");
    match which {
        Which::Base => BASE.get_or_init(|| read(base)),
        // TB-SETUP-1
        Which::Traders => TRADERS.get_or_init(|| [read(base), read(traders)].concat()),
        Which::Mayflower => MAYFLOWER.get_or_init(|| [read(mayflower), read_start_board(mayflower)].concat()),
    }
}

fn read(json: &str) -> Vec<Kind> {
    let file: Value = serde_json::from_str(json).expect("JSON");
    list(&file["tiles"]).iter().map(read_tile).collect()
}

fn read_tile(tile: &Value) -> Kind {
    let edges = list(&tile["edges"]).iter().map(|edge| land(text(edge))).collect::<Vec<_>>();
    let mut segments = Vec::new();
    for city in list(&tile["cities"]) {
        segments.push(Segment {
            contacts: positions(&city["edges"], &EDGES),
            symbols: number(&city["pennants"]) + number(&city["flags"]),
            good: city["good"].as_str().map(good),
            ..bare(text(&city["id"]), What::City)
        });
    }
    let cities: Vec<String> = segments.iter().map(|city| city.id.clone()).collect();
    for road in list(&tile["roads"]) {
        segments.push(Segment {
            contacts: positions(&road["edges"], &EDGES),
            symbols: number(&road["trading_posts"]),
            ..bare(text(&road["id"]), What::Road)
        });
    }
    for (key, id) in [("monastery", "m"), ("farm", "farm")] {
        if tile[key].as_bool() == Some(true) {
            segments.push(bare(id, What::Monastery));
        }
    }
    for field in list(&tile["fields"]) {
        let names: Vec<&str> = cities.iter().map(String::as_str).collect();
        segments.push(Segment {
            contacts: positions(&field["halves"], &HALVES),
            borders: positions(&field["cities"], &names),
            symbols: number(&field["animals"]),
            ..bare(text(&field["id"]), What::Field)
        });
    }
    let edges = [edges[0], edges[1], edges[2], edges[3]];
    kind(text(&tile["id"]), number(&tile["count"]), None, edges, segments)
}

/// Every start space as a tile of its own. A segment of the board that covers several spaces becomes one segment on
/// each of them, all with the same `board` name.
fn read_start_board(json: &str) -> Vec<Kind> {
    let file: Value = serde_json::from_str(json).expect("JSON");
    let board = &file["start_board"];
    let mut spaces = Vec::new();
    for (index, west) in list(&board["west_edges"]).iter().enumerate() {
        let space = index as i32 + 1;
        let mut edges = [Land::Sea, Land::Sea, Land::Sea, land(text(west))];
        for (edge, name) in EDGES.iter().enumerate() {
            if let Some(end) = board["end_edges"][format!("{space}.{name}")].as_str() {
                edges[edge] = land(end);
            }
        }
        let mut segments = Vec::new();
        let groups = [
            ("cities", What::City, &EDGES[..]),
            ("roads", What::Road, &EDGES),
            ("fields", What::Field, &HALVES),
        ];
        for (key, what, names) in groups {
            for whole in list(&board[key]) {
                let covers: Vec<i64> = list(&whole["spaces"]).iter().filter_map(Value::as_i64).collect();
                if !covers.contains(&i64::from(space)) {
                    continue;
                }
                let contacts = list(&whole["contacts"]).iter().filter_map(|contact| {
                    let (at, name) = text(contact).split_once('.').expect("space and contact");
                    let here = at.parse() == Ok(space);
                    here.then(|| names.iter().position(|&one| one == name).expect("a contact"))
                });
                let symbols =
                    ["flags", "trading_posts", "animals"].iter().map(|&key| number(&whole[key])).sum();
                segments.push(Segment {
                    contacts: contacts.collect(),
                    symbols: if covers[0] == i64::from(space) { symbols } else { 0 },
                    board: Some(text(&whole["id"]).to_owned()),
                    ..bare(text(&whole["id"]), what)
                });
            }
        }
        spaces.push(kind(&format!("start space {space}"), 0, Some(space), edges, segments));
    }
    spaces
}

fn kind(id: &str, count: u32, start_space: Option<i32>, edges: [Land; 4], segments: Vec<Segment>) -> Kind {
    let (mut at_edge, mut at_half) = ([None; 4], [None; 8]);
    for (index, segment) in segments.iter().enumerate() {
        for &contact in &segment.contacts {
            let seat =
                if segment.what == What::Field { &mut at_half[contact] } else { &mut at_edge[contact] };
            assert!(seat.replace(index).is_none(), "{id}: two segments at one contact");
        }
    }
    Kind { id: id.to_owned(), count, start_space, edges, segments, at_edge, at_half }
}

fn bare(id: &str, what: What) -> Segment {
    let (contacts, borders) = (Vec::new(), Vec::new());
    Segment { id: id.to_owned(), what, contacts, borders, symbols: 0, good: None, board: None }
}

fn land(name: &str) -> Land {
    match name {
        "city" => Land::City,
        "road" => Land::Road,
        "field" => Land::Field,
        _ => panic!("no edge is a `{name}`"),
    }
}

pub const GOODS: [&str; 3] = ["wine", "grain", "cloth"];

fn good(name: &str) -> usize {
    GOODS.iter().position(|&one| one == name).expect("a good")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or(0) as u32
}

fn positions(value: &Value, names: &[&str]) -> Vec<usize> {
    let position = |one: &Value| names.iter().position(|&name| name == text(one)).expect("a known name");
    list(value).iter().map(position).collect()
}
