//! The state of the land follows from its tiles.

use super::*;
use crate::{Base, Game, NewWorld, Phase, Rules, Traders};
use game::{Draws, Seed};
use std::collections::{BTreeMap, BTreeSet};

/// The neighbour of a tile at a side, if what both show there can touch.
fn beside<E: Extent>(land: &Land<E>, tile: &PlacedTile, side: usize) -> Option<PlacedTile> {
    let there = tile.cell.beside(side);
    let other = land.tiles().iter().find(|other| other.cell == there)?;
    let shown = [(tile, side), (other, side ^ 2)].map(|(tile, side)| tile.kind.edges(tile.rotation)[side]);
    (shown[0].is_some() && shown[1].is_some()).then_some(*other)
}

/// Everything that follows from the tiles and their figures, from scratch and by other means: flood fill over
/// contacts, and a look at every place. It is long because each fact that the land keeps has a comparison.
fn agrees_with_its_tiles<R: Rules>(game: &Game<R>, seed: Seed) {
    let land = &game.land;
    let tiles = land.tiles();
    let mut touches: BTreeMap<u16, BTreeSet<u16>> = BTreeMap::new();
    let (mut joints, mut places) = (BTreeMap::<u16, u8>::new(), BTreeMap::<Cell, u8>::new());
    for tile in tiles {
        assert_eq!(
            tiles.iter().position(|other| other.cell == tile.cell),
            land.tile_at(tile.cell).map(TileIndex::index),
            "{seed}"
        );
        for index in 0..tile.kind.segments().len() as u16 {
            touches.entry(tile.first + index).or_default();
        }
        let ring = tile.kind.ring(tile.rotation);
        for side in 0..4 {
            let code = tile.kind.edge_codes(tile.rotation)[side];
            let cell = tile.cell.beside(side);
            if let Some(other) = beside(land, tile, side) {
                let theirs = other.kind.ring(other.rotation);
                for at in 0..3 {
                    let (own, their) = (ring[3 * side + at], theirs[3 * (side ^ 2) + 2 - at]);
                    touches
                        .entry(tile.first + u16::from(own))
                        .or_default()
                        .insert(other.first + u16::from(their));
                }
                *joints.entry(tile.first + u16::from(ring[3 * side + 1])).or_default() += u8::from(code != 1);
            } else if code != 0 && R::may_lie(&game.options, cell) {
                *places.entry(cell).or_default() |= code << (2 * (side ^ 2));
            }
        }
    }
    // Spots and what they show.
    let spots: BTreeMap<Cell, u8> = land.spots().iter().map(|spot| (spot.cell, spot.signature)).collect();
    assert_eq!(spots, places, "{seed}");
    assert!(land.spots.as_ref()[land.spots().len()..].iter().all(|spot| *spot == Spot::default()), "{seed}");
    for (number, spot) in land.spots().iter().enumerate() {
        assert_eq!(land.spot_at(spot.cell), Some(number), "{seed}");
    }
    // Features: the segments that touch, directly or not.
    let segments: Vec<(&PlacedTile, usize)> = (tiles.iter())
        .flat_map(|tile| (0..tile.kind.segments().len()).map(move |index| (tile, index)))
        .filter(|&(tile, index)| tile.kind.shows(index))
        .collect();
    let mut done = BTreeSet::new();
    for &start in touches.keys() {
        if done.contains(&start) {
            continue;
        }
        let (mut group, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(segment) = open.pop() {
            open.extend(touches[&segment].iter().filter(|&&next| group.insert(next)));
        }
        let label = land.labels.as_ref()[usize::from(start)];
        assert!(group.contains(&label), "{seed}: a feature is named by one of its segments");
        let mut feature = Feature::default();
        for &segment in &group {
            assert_eq!(land.labels.as_ref()[usize::from(segment)], label, "{seed}");
            let &(tile, index) =
                segments.iter().find(|(tile, index)| tile.first + *index as u16 == segment).expect("shown");
            let data = &tile.kind.segments()[index];
            feature.kind = data.kind as u8;
            feature.open += data.open - joints.get(&segment).unwrap_or(&0);
            feature.tiles += data.tiles;
            feature.symbols += data.symbols;
            if data.kind == SegmentKind::Monastery {
                feature.open =
                    8 - tiles.iter().filter(|other| tile.cell.around().any(|c| c == other.cell)).count()
                        as u8;
            }
        }
        for tile in tiles {
            let Some(PlacedFigure { seat, figure, index }) = tile.figure else { continue };
            if group.contains(&(tile.first + u16::from(index))) {
                let bit = if figure == Figure::Follower { 4 * seat.index() } else { 24 + seat.index() };
                feature.figures += 1 << bit;
            }
        }
        assert_eq!(land.features.as_ref()[usize::from(label)], feature, "{seed}: feature {label}");
        done.append(&mut group);
    }
    let unused = touches.len();
    assert_eq!(unused, usize::from(land.segments_len), "{seed}");
    assert!(land.labels.as_ref()[unused..].iter().all(|&label| label == Land::<R>::NO_FEATURE), "{seed}");
    // Sets of tiles.
    let all = |is_in: &dyn Fn(&PlacedTile) -> bool| {
        tiles.iter().enumerate().fold(0, |set, (number, tile)| set | u128::from(is_in(tile)) << number)
    };
    assert_eq!(land.figures, all(&|tile| tile.figure.is_some()), "{seed}");
    let buildings = |tile: &PlacedTile, kind| {
        !tile.kind.is_coast() && tile.kind.segments().iter().filter(|data| data.kind == kind).count() > 1
    };
    let is_double =
        |tile: &PlacedTile| buildings(tile, SegmentKind::Road) || buildings(tile, SegmentKind::City);
    assert_eq!(land.double, all(&is_double), "{seed}");
    // What was completed just now may not be settled yet.
    if game.phase == Phase::Drawing && !R::settles_two_tiles(game) {
        let is_open = |tile: &PlacedTile| {
            tile.kind.monastery().is_some() && tile.cell.around().any(|cell| land.tile_at(cell).is_none())
        };
        assert_eq!(land.monasteries, all(&is_open), "{seed}");
    }
}

fn random_games_agree<R: Rules>(games: u64) {
    for seed in (0..games).map(Seed) {
        let mut draws = seed.substream("derived", 0);
        let mut game = Game::<R>::new(&R::Options::default());
        while !matches!(game.phase, Phase::Over(_)) {
            agrees_with_its_tiles(&game, seed);
            let legal = game.legal_actions(game.active);
            if legal.is_empty() {
                let chance = game.draw(&mut draws);
                game.resolve(chance, &mut ()).expect("a drawn outcome");
            } else {
                let action = legal.get(draws.below(legal.len() as u32) as usize).expect("below its length");
                game.play(game.active, action, &mut ()).expect("a listed action");
            }
        }
    }
}

#[test]
fn what_is_kept_follows_from_the_tiles() {
    random_games_agree::<Base>(20);
    random_games_agree::<Traders>(12);
    random_games_agree::<NewWorld>(12);
}

/// Two places beside or diagonal to `n` connected tiles are at most `n + 1` steps apart: the ends of a straight line.
fn no_two_places_share_a_slot<E: Extent>(tiles: i64) {
    let (cells, stride) = (E::CELLS as i64, E::STRIDE as i64);
    for dy in -tiles - 1..=tiles + 1 {
        let reach = tiles + 1 - dy.abs();
        for dx in -reach..=reach {
            let is_same = (dx + stride * dy) % cells == 0;
            assert_eq!(is_same, (dx, dy) == (0, 0), "({dx},{dy}) apart");
        }
    }
}

#[test]
fn the_wrapped_table_is_wide_enough_for_all_tiles_in_a_line() {
    no_two_places_share_a_slot::<Base>(72);
    no_two_places_share_a_slot::<Traders>(96);
    no_two_places_share_a_slot::<NewWorld>(95 + 10);
}
