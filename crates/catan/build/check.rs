//! Checks of a board.

use crate::data::{Board, Pieces, SIDES, TERRAINS, TRADES};
use crate::map::Map;
use std::collections::BTreeSet;

/// Everything that is wrong with a board.
pub(crate) fn faults(board: &Board, map: &Map) -> Vec<String> {
    let mut faults = Vec::new();
    let mut need = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    need(board.format == 1, format!("format {} is not known", board.format));
    let hexes = board.hexes();
    let order: Vec<(i8, i8)> = hexes.iter().map(|&(q, r)| (r, q)).collect();
    need(
        order.windows(2).all(|pair| pair[0] < pair[1]),
        "hexes go by r, then q, and none comes twice".to_owned(),
    );
    need(
        (1..=32).contains(&hexes.len()) && map.vertex_point.len() <= 128 && map.edge_ends.len() <= 128,
        "sets of hexes have 32 bits, sets of intersections and paths 128".to_owned(),
    );
    check_terrain(&board.pieces, hexes.len(), &mut need);
    if !board.pieces.rings.is_empty() {
        check_rings(&board.pieces, map, &mut need);
    }
    check_harbours(&board.pieces, map, &mut need);
    faults
}

/// Checks terrain and number tokens, and the beginner set-up of them.
fn check_terrain(pieces: &Pieces, hexes: usize, need: &mut impl FnMut(bool, String)) {
    let Pieces { terrain, tokens, beginner, .. } = pieces;
    for name in terrain.keys().chain(&beginner.terrain) {
        need(TERRAINS.contains(&name.as_str()), format!("`{name}` is no terrain"));
    }
    for name in TERRAINS {
        let (has, laid) = (terrain.get(name), beginner.terrain.iter().filter(|laid| *laid == name).count());
        need(has == Some(&laid), format!("{name}: {has:?} in the box, {laid} in the beginner set-up"));
    }
    need(
        beginner.terrain.len() == hexes && beginner.numbers.len() == hexes,
        format!("the beginner set-up has terrain and number for each of {hexes} hexes"),
    );
    for (hex, (terrain, &number)) in beginner.terrain.iter().zip(&beginner.numbers).enumerate() {
        need((terrain == "desert") == (number == 0), format!("H{hex}: exactly a desert has no number"));
    }
    let sorted = |numbers: &[u8]| {
        let mut numbers: Vec<u8> = numbers.iter().copied().filter(|&number| number > 0).collect();
        numbers.sort_unstable();
        numbers
    };
    need(
        sorted(tokens) == sorted(&beginner.numbers),
        "the beginner set-up has the tokens of the box".to_owned(),
    );
    need(
        tokens.iter().all(|number| matches!(number, 2..=6 | 8..=12)),
        "tokens are 2 to 12 without 7".to_owned(),
    );
}

/// Checks that the rings hold every hex once, each ring a closed walk.
fn check_rings(pieces: &Pieces, map: &Map, need: &mut impl FnMut(bool, String)) {
    let mut seen = BTreeSet::new();
    for ring in &pieces.rings {
        for (n, &hex) in ring.iter().enumerate() {
            let next = ring[(n + 1) % ring.len()];
            need(seen.insert(hex), format!("H{hex} is in the rings twice"));
            let touches =
                |hex: usize| map.hex_neighbours.get(hex).is_some_and(|all| all.contains(&Some(next)));
            need(
                ring.len() == 1 || touches(hex),
                format!("H{hex} and H{next} follow in a ring, but do not touch"),
            );
        }
        need(
            ring.len() == 1 || ring.len() % 6 == 0,
            format!("a ring of {} hexes has no six corners", ring.len()),
        );
    }
    need(seen.len() == map.hex_point.len(), "the rings hold every hex".to_owned());
}

/// Checks that harbours lie at the coast, no two at one intersection.
fn check_harbours(pieces: &Pieces, map: &Map, need: &mut impl FnMut(bool, String)) {
    let mut used = BTreeSet::new();
    for spot in &pieces.harbours {
        let name = format!("the harbour at H{} {}", spot.hex, spot.side);
        need(TRADES.contains(&spot.trades.as_str()), format!("{name} trades {TRADES:?}"));
        let (Some(side), Some(neighbours)) = (spot.side(), map.hex_neighbours.get(spot.hex)) else {
            need(false, format!("{name} is at no side {SIDES:?} of a hex"));
            continue;
        };
        need(neighbours[side].is_none(), format!("{name} is not at the sea"));
        for end in map.edge_ends[map.hex_edges[spot.hex][side]] {
            need(used.insert(end), format!("{name} shares I{end} with another one"));
        }
    }
}
