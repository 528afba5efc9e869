//! What must hold of tile data; the same checks as `rulebook/tiles/check.py`.

use crate::data::{EDGES, RING, Set, Tile, edge, ring};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is wrong with a set.
pub(crate) fn faults(set: &Set) -> Vec<String> {
    let mut faults = Vec::new();
    let mut sums: BTreeMap<&str, u32> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    let mut signatures = BTreeMap::new();
    let mut total = 0;
    for tile in &set.tiles {
        let mut need = |holds: bool, what: String| {
            if !holds {
                faults.push(format!("tile {}: {what}", tile.id));
            }
        };
        need(ids.insert(&tile.id), "the id is used twice".to_owned());
        // A kind of Mayflower that turns out not to exist stays, for records that name it.
        need(tile.count > 0 || set.set == "mayflower", "there must be at least one".to_owned());
        total += tile.count;
        check_tile(tile, &mut need);
        if let Some(twin) = signatures.insert(signature(tile), &tile.id) {
            need(false, format!("it is the same tile as {twin}"));
        }
        let mut add = |name, number: usize| *sums.entry(name).or_default() += tile.count * number as u32;
        add("pennants", tile.cities.iter().map(|city| city.pennants as usize).sum());
        add("flags", tile.cities.iter().map(|city| city.flags as usize).sum());
        add("monasteries", usize::from(tile.monastery));
        add("farms", usize::from(tile.farm));
        add("trading_posts", tile.roads.iter().map(|road| road.trading_posts as usize).sum());
        add("animals", tile.fields.iter().map(|field| field.animals as usize).sum());
        let goods: Vec<&str> = tile.cities.iter().filter_map(|city| city.good.as_deref()).collect();
        for kind in ["wine", "grain", "cloth"] {
            add(kind, goods.iter().filter(|&&good| good == kind).count());
        }
        add("without_goods", usize::from(goods.is_empty()));
    }
    if total != set.tile_total {
        faults.push(format!("{}: {total} tiles instead of {}", set.set, set.tile_total));
    }
    for (name, &wanted) in &set.totals {
        let found = sums.get(name.as_str()).copied().unwrap_or_default();
        if found != wanted {
            faults.push(format!("{}: {name} {found} instead of {wanted}", set.set));
        }
    }
    let starts: u32 = set.tiles.iter().map(|tile| tile.start_copies).sum();
    if starts != u32::from(set.set == "base") {
        faults.push(format!("{}: {starts} start tiles", set.set));
    }
    if set.start_board.is_some() != (set.set == "mayflower") {
        faults.push(format!("{}: exactly Mayflower has a start board", set.set));
    }
    check_board(set, &mut faults);
    faults
}

fn check_tile(tile: &Tile, need: &mut impl FnMut(bool, String)) {
    let owners = tile.owners();
    for (contact, claims) in RING.iter().zip(&owners) {
        need(claims.len() == 1, format!("{contact} belongs to {claims:?}, which must be one segment"));
    }
    if owners.iter().any(|claims| claims.len() != 1) {
        return;
    }
    let owner = |at: usize| owners[at % 12][0];
    for (at, kind) in tile.edges.iter().enumerate() {
        let begins = |part: usize, letter: char| owner(3 * at + part).starts_with(letter);
        let holds = match kind.as_str() {
            "field" => begins(0, 'f') && owner(3 * at) == owner(3 * at + 2),
            "road" => begins(0, 'f') && begins(1, 'r') && begins(2, 'f'),
            "city" => (0..3).all(|part| begins(part, 'c')),
            _ => false,
        };
        need(holds, format!("edge {} is no {kind}", EDGES[at]));
    }
    let cities: BTreeSet<&str> = tile.cities.iter().map(|city| city.id.as_str()).collect();
    let mut junction = 0;
    for road in &tile.roads {
        let end = road.end.as_deref();
        junction += usize::from(end == Some("junction"));
        let holds = match (road.edges.len(), end) {
            (2, None) | (1, Some("junction" | "house")) => true,
            (1, Some("monastery")) => tile.monastery,
            (1, Some("farm")) => tile.farm,
            (1, Some(end)) => end.strip_prefix("city:").is_some_and(|city| cities.contains(city)),
            _ => false,
        };
        need(holds, format!("{} has {} contacts and ends at {end:?}", road.id, road.edges.len()));
        if let Some(under) = &road.crosses {
            let other = tile.roads.iter().find(|other| other.id == *under);
            need(
                other.is_some_and(|other| other.crossed_by.as_ref() == Some(&road.id)),
                format!("{} crosses {under}, which does not say so", road.id),
            );
        }
    }
    need([0, 3, 4].contains(&junction), "a junction has three or four roads".to_owned());
    check_crossings(tile, &owners, need);

    // Which cities each field must border: at corners, and where a road ends at a wall.
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
            let fields: Vec<&str> = match (&road.crossed_by, edge(&road.edges[0])) {
                (None, Some(edge)) => vec![owner(3 * edge), owner(3 * edge + 2)],
                _ => road.end_fields.iter().map(String::as_str).collect(),
            };
            for field in fields {
                borders.entry(field).or_default().insert(city);
            }
        }
    }
    for field in &tile.fields {
        let named: BTreeSet<&str> = field.cities.iter().map(String::as_str).collect();
        need(named.is_subset(&cities), format!("{} borders an unknown city", field.id));
        if field.halves.is_empty() {
            need(
                field.interior && named.len() >= 2,
                format!("{} touches no edge and is not enclosed", field.id),
            );
        } else {
            let derived = borders.remove(field.id.as_str()).unwrap_or_default();
            need(!field.interior, format!("{} is marked interior but touches an edge", field.id));
            need(named == derived, format!("{} borders {named:?}, but by its place {derived:?}", field.id));
        }
    }
    let goods = tile.cities.iter().filter(|city| city.good.is_some()).count();
    need(goods <= 1, "more than one goods symbol".to_owned());
    need(tile.segments().len() <= 8, "more than eight segments".to_owned());
}

/// Two segments whose contacts interleave round the tile could not be drawn without crossing; only bridges may.
fn check_crossings(tile: &Tile, owners: &[Vec<&str>; 12], need: &mut impl FnMut(bool, String)) {
    let ids: BTreeSet<&str> = owners.iter().map(|claims| claims[0]).collect();
    let places = |id: &str| (0..12).filter(move |&at| owners[at][0] == id).collect::<Vec<usize>>();
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
            need(!interleave || bridge, format!("{a} and {b} cross"));
        }
    }
}

/// What a tile is, however it lies: equal for two tiles that cannot be told apart.
fn signature(tile: &Tile) -> String {
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
        let look = |id: &String| cities.iter().find(|(city, _)| city == id).map(|(_, look)| look.clone());
        let mut fields: Vec<String> = tile
            .fields
            .iter()
            .map(|field| {
                let mut walls: Vec<Option<String>> = field.cities.iter().map(look).collect();
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

fn check_board(set: &Set, faults: &mut Vec<String>) {
    let Some(board) = &set.start_board else { return };
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    let mut need = |holds: bool, what: String| {
        if !holds {
            faults.push(format!("start board: {what}"));
        }
    };
    let cities = board.cities.iter().map(|city| (&city.id, &city.contacts, &city.spaces));
    let roads = board.roads.iter().map(|road| (&road.id, &road.contacts, &road.spaces));
    let fields = board.fields.iter().map(|field| (&field.id, &field.contacts, &field.spaces));
    for (id, contacts, spaces) in cities.chain(roads).chain(fields) {
        for contact in contacts {
            need(owners.insert(contact, id).is_none(), format!("{contact} belongs to two segments"));
            let space = contact.split('.').next().and_then(|space| space.parse().ok());
            need(
                space.is_some_and(|space| spaces.contains(&space)),
                format!("{id} lies on {contact} but not on its space"),
            );
        }
    }
    need(board.west_edges.len() == board.spaces, "a west edge for every space".to_owned());
    let kind =
        |contact: String| owners.get(contact.as_str()).and_then(|id| id.strip_prefix('b')).map(|id| &id[..1]);
    for (space, edge) in (1..).zip(&board.west_edges) {
        let found = ["Ws", "W", "Wn"].map(|contact| kind(format!("{space}.{contact}")));
        let holds = match edge.as_str() {
            // Of a town edge only the middle is written down.
            "city" => {
                let owner = owners.get(format!("{space}.W").as_str());
                owner.is_some_and(|id| board.cities.iter().any(|city| city.id == **id))
            }
            "road" => found[1] == Some("r") && found[0] == Some("f") && found[2] == Some("f"),
            "field" => {
                found == [Some("f"), None, Some("f")]
                    && owners[format!("{space}.Ws").as_str()] == owners[format!("{space}.Wn").as_str()]
            }
            _ => false,
        };
        need(holds, format!("the west edge of space {space} is no {edge}"));
    }
    let last = board.spaces;
    for (outer, halves) in [
        ("1.N".to_owned(), ["1.Nw", "1.Ne"].map(str::to_owned)),
        (format!("{last}.S"), ["Sw", "Se"].map(|half| format!("{last}.{half}"))),
    ] {
        need(
            board.end_edges.get(&outer).is_some_and(|kind| kind == "field"),
            format!("the outer side {outer} is plain"),
        );
        need(
            halves.iter().all(|half| kind(half.clone()) == Some("f")),
            format!("{outer} belongs to a plain"),
        );
    }
}
