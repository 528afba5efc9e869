//! Checks of the tile data; the same as in `rulebook/tiles/check.py`.

use crate::data::Set;
use crate::tile::check::{check_tile, look};
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
        for fault in check_tile(tile) {
            need(false, fault.to_string());
        }
        if let Some(twin) = signatures.insert(look(tile), &tile.id) {
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
