//! Checks of one kind of tile: those of `rulebook/tiles/check.py`, and those of every word, which may be written by hand.

use super::data::{EDGES, RING, Tile, edge, ring};
use super::error::TileError;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is wrong with a tile, taken for itself.
pub(crate) fn check_tile(tile: &Tile) -> Vec<TileError> {
    // What is said with wrong words would only be told again in other ones.
    for step in [check_names, check_contacts] {
        let faults = step(tile);
        if !faults.is_empty() {
            return faults;
        }
    }
    let mut faults = check_roads(tile);
    faults.extend(check_crossings(tile));
    faults.extend(check_fields(tile));
    faults
}

/// Whether this is `c`, `r` or `f` with a number from 1 to 9.
fn is_name(id: &str, letter: char) -> bool {
    let number = id.strip_prefix(letter).and_then(|number| number.parse::<u8>().ok());
    number.is_some_and(|number| (1..=9).contains(&number) && id == format!("{letter}{number}"))
}

/// The words of the description: names, edges, halves, goods, and how much of everything there is.
fn check_names(tile: &Tile) -> Vec<TileError> {
    let mut faults = Vec::new();
    let mut need = |holds: bool, fault: &dyn Fn() -> TileError| {
        if !holds {
            faults.push(fault());
        }
    };
    for terrain in &tile.edges {
        let known = ["field", "road", "city"].contains(&terrain.as_str());
        need(known, &|| TileError::Terrain { terrain: terrain.clone() });
    }
    let cities = tile.cities.iter().map(|city| (&city.id, 'c', &city.edges, city.pennants.max(city.flags)));
    let roads = tile.roads.iter().map(|road| (&road.id, 'r', &road.edges, road.trading_posts));
    let none = Vec::new();
    let fields = tile.fields.iter().map(|field| (&field.id, 'f', &none, field.animals));
    let mut ids = BTreeSet::new();
    for (id, letter, edges, symbols) in cities.chain(roads).chain(fields) {
        need(is_name(id, letter), &|| TileError::Name { segment: id.clone(), letter });
        need(ids.insert(id), &|| TileError::NameTwice { segment: id.clone() });
        for name in edges {
            need(edge(name).is_some(), &|| TileError::NoEdge { segment: id.clone(), edge: name.clone() });
        }
        need(letter != 'c' || !edges.is_empty(), &|| TileError::Closed { segment: id.clone() });
        need(symbols <= SYMBOLS_MAX, &|| TileError::Symbols {
            segment: id.clone(),
            symbols,
            most: SYMBOLS_MAX,
        });
    }
    for field in &tile.fields {
        for half in &field.halves {
            let is_half = ring(half).is_some_and(|at| at % 3 != 1);
            need(is_half, &|| TileError::NoHalf { segment: field.id.clone(), half: half.clone() });
        }
    }
    for good in tile.cities.iter().filter_map(|city| city.good.as_ref()) {
        let known = ["wine", "grain", "cloth"].contains(&good.as_str());
        need(known, &|| TileError::Good { good: good.clone() });
    }
    let goods = tile.cities.iter().filter(|city| city.good.is_some()).count();
    need(goods <= 1, &|| TileError::Goods);
    need(!(tile.monastery && tile.farm), &|| TileError::MonasteryAndFarm);
    let segments = tile.segments().len();
    need(segments <= SEGMENTS_MAX, &|| TileError::Segments { segments, most: SEGMENTS_MAX });
    faults
}

/// Coats of arms, flags, trading posts or animals on one segment at most; the boxes have two.
const SYMBOLS_MAX: u32 = 9;
/// Segments of one tile at most, for which the engine has room.
const SEGMENTS_MAX: usize = 8;

/// Each contact belongs to one segment, of the kind that its edge has.
fn check_contacts(tile: &Tile) -> Vec<TileError> {
    let mut faults = Vec::new();
    let owners = tile.owners();
    for (contact, claims) in RING.into_iter().zip(&owners) {
        if claims.len() != 1 {
            let claims = claims.iter().map(|&id| id.to_owned()).collect();
            faults.push(TileError::Contact { contact, claims });
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    let owner = |at: usize| owners[at % 12][0];
    for (at, terrain) in tile.edges.iter().enumerate() {
        let begins = |part: usize, letter: char| owner(3 * at + part).starts_with(letter);
        let holds = match terrain.as_str() {
            "field" => begins(0, 'f') && owner(3 * at) == owner(3 * at + 2),
            "road" => begins(0, 'f') && begins(1, 'r') && begins(2, 'f'),
            _ => (0..3).all(|part| begins(part, 'c')),
        };
        if !holds {
            faults.push(TileError::Edge { edge: EDGES[at], terrain: terrain.clone() });
        }
    }
    faults
}

/// Each road runs through, or something on the tile closes it; bridges are told from both sides.
fn check_roads(tile: &Tile) -> Vec<TileError> {
    let mut faults = Vec::new();
    let is_city = |id: &str| tile.cities.iter().any(|city| city.id == id);
    let mut junction = 0;
    for road in &tile.roads {
        let end = road.end.as_deref();
        junction += usize::from(end == Some("junction"));
        let holds = match (road.edges.len(), end) {
            (2, None) | (1, Some("junction" | "house")) => true,
            (1, Some("monastery")) => tile.monastery,
            (1, Some("farm")) => tile.farm,
            (1, Some(end)) => end.strip_prefix("city:").is_some_and(is_city),
            _ => false,
        };
        if !holds {
            let (road, contacts, end) = (road.id.clone(), road.edges.len(), road.end.clone());
            faults.push(TileError::RoadEnd { road, contacts, end });
        }
        let bridges = [(&road.crosses, true), (&road.crossed_by, false)];
        for (other, over) in bridges.into_iter().filter_map(|(other, over)| Some((other.as_ref()?, over))) {
            let answers = tile.roads.iter().any(|road_of| {
                let back = if over { &road_of.crossed_by } else { &road_of.crosses };
                road_of.id == *other && road_of.id != road.id && back.as_ref() == Some(&road.id)
            });
            if !answers {
                faults.push(TileError::Bridge { road: road.id.clone(), other: other.clone() });
            }
        }
        for field in &road.end_fields {
            if !tile.fields.iter().any(|known| known.id == *field) {
                faults.push(TileError::NoField { road: road.id.clone(), field: field.clone() });
            }
        }
    }
    if ![0, 3, 4].contains(&junction) {
        faults.push(TileError::Junction { roads: junction });
    }
    faults
}

/// Two segments whose contacts interleave round the tile could not be drawn without crossing; only bridges may.
fn check_crossings(tile: &Tile) -> Vec<TileError> {
    let owners = &tile.owners();
    let ids: BTreeSet<&str> = owners.iter().map(|claims| claims[0]).collect();
    let places = |id: &str| (0..12).filter(move |&at| owners[at][0] == id).collect::<Vec<usize>>();
    let mut faults = Vec::new();
    for a in &ids {
        for b in ids.iter().filter(|b| *b > a) {
            let (mine, others) = (places(a), places(b));
            let interleave = mine.iter().any(|&from| {
                mine.iter().filter(|&&to| to > from).any(|&to| {
                    let inside = others.iter().filter(|&&at| (from..to).contains(&at)).count();
                    inside > 0 && inside < others.len()
                })
            });
            let bridge = tile.roads.iter().any(|road| {
                let other = road.crosses.as_deref().or(road.crossed_by.as_deref());
                (road.id == *a && other == Some(b)) || (road.id == *b && other == Some(a))
            });
            if interleave && !bridge {
                faults.push(TileError::Crossing { one: (*a).to_owned(), other: (*b).to_owned() });
            }
        }
    }
    faults
}

/// Returns the cities that each field must border by its place: at corners, and where a road ends at a wall.
fn borders_by_place(tile: &Tile) -> BTreeMap<&str, BTreeSet<&str>> {
    let owners = tile.owners();
    let owner = |at: usize| owners[at % 12][0];
    let mut borders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for at in 0..12 {
        for (field, city) in [(owner(at), owner(at + 1)), (owner(at + 1), owner(at))] {
            if field.starts_with('f') && city.starts_with('c') {
                borders.entry(field).or_default().insert(city);
            }
        }
    }
    for road in &tile.roads {
        if let Some(city) = road.end.as_deref().and_then(|end| end.strip_prefix("city:")) {
            let only = road.edges.first().and_then(|name| edge(name));
            let fields: Vec<&str> = match (&road.crossed_by, only) {
                (None, Some(edge)) => vec![owner(3 * edge), owner(3 * edge + 2)],
                _ => road.end_fields.iter().map(String::as_str).collect(),
            };
            for field in fields {
                borders.entry(field).or_default().insert(city);
            }
        }
    }
    borders
}

/// Each field names the cities that it borders, and lies at an edge or is enclosed.
fn check_fields(tile: &Tile) -> Vec<TileError> {
    let mut faults = Vec::new();
    let mut borders = borders_by_place(tile);
    for field in &tile.fields {
        let segment = || field.id.clone();
        let mut named = BTreeSet::new();
        for city in &field.cities {
            if !tile.cities.iter().any(|known| known.id == *city) {
                faults.push(TileError::NoCity { field: segment(), city: city.clone() });
            } else if !named.insert(city.as_str()) {
                faults.push(TileError::CityTwice { field: segment(), city: city.clone() });
            }
        }
        if field.halves.is_empty() {
            if !(field.interior && named.len() >= 2) {
                faults.push(TileError::NotEnclosed { field: segment() });
            }
            continue;
        }
        if field.interior {
            faults.push(TileError::NotInterior { field: segment() });
        }
        let derived = borders.remove(field.id.as_str()).unwrap_or_default();
        if named != derived {
            let list = |set: BTreeSet<&str>| set.into_iter().map(str::to_owned).collect();
            let (named, derived) = (list(named), list(derived));
            faults.push(TileError::Borders { field: segment(), named, derived });
        }
    }
    faults
}

/// A text that is the same for two tiles that play alike, however they lie.
pub(crate) fn look(tile: &Tile) -> String {
    let turned = |turns: usize| {
        let at = |names: &[String], turn: usize, of: &dyn Fn(&str) -> Option<usize>, all: usize| {
            let mut places: Vec<usize> =
                names.iter().filter_map(|name| of(name)).map(|place| (place + turn) % all).collect();
            places.sort_unstable();
            places
        };
        let mut cities: Vec<(&str, String)> = tile
            .cities
            .iter()
            .map(|city| {
                let edges = at(&city.edges, turns, &edge, 4);
                (city.id.as_str(), format!("{edges:?} {} {} {:?}", city.pennants, city.flags, city.good))
            })
            .collect();
        let wall = |id: &String| cities.iter().find(|(city, _)| city == id).map(|(_, look)| look.clone());
        let mut fields: Vec<String> = tile
            .fields
            .iter()
            .map(|field| {
                let mut walls: Vec<Option<String>> = field.cities.iter().map(wall).collect();
                walls.sort();
                format!("{:?} {walls:?} {}", at(&field.halves, 3 * turns, &ring, 12), field.animals)
            })
            .collect();
        let mut roads: Vec<String> = tile
            .roads
            .iter()
            .map(|road| format!("{:?} {}", at(&road.edges, turns, &edge, 4), road.trading_posts))
            .collect();
        cities.sort_by(|a, b| a.1.cmp(&b.1));
        fields.sort();
        roads.sort();
        let cities: Vec<&String> = cities.iter().map(|(_, look)| look).collect();
        format!("{cities:?} {roads:?} {fields:?} {} {}", tile.monastery, tile.farm)
    };
    (0..4).map(turned).min().unwrap_or_default()
}
