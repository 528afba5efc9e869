//! What is in the boxes, as far as no case can see it: totals that follow from the tile data, and what is not there.

use carcassonne::{Action, Good, Kinds, RoadEnd, SegmentKind, TileKind};

/// Adds something up over all copies of all tiles.
fn total(kinds: Kinds, of: impl Fn(TileKind) -> usize) -> usize {
    kinds.iter().map(|kind| of(kind) * usize::from(kind.copies())).sum()
}

fn symbols(kind: TileKind, on: SegmentKind) -> usize {
    let segments = kind.segments().iter().filter(|segment| segment.kind == on);
    segments.map(|segment| usize::from(segment.symbols)).sum()
}

fn goods(kind: TileKind, good: Good) -> usize {
    kind.segments().iter().filter(|segment| segment.good == Some(good)).count()
}

#[test]
fn carc_comp_5_ten_coats_of_arms_on_ten_tiles() {
    assert_eq!(total(Kinds::BASE, |kind| symbols(kind, SegmentKind::City)), 10);
    assert_eq!(total(Kinds::BASE, |kind| usize::from(symbols(kind, SegmentKind::City) > 0)), 10);
    assert_eq!(total(Kinds::BASE, |kind| usize::from(kind.monastery().is_some())), 6);
    let shows = |on: SegmentKind| {
        move |kind: TileKind| usize::from(kind.segments().iter().any(|segment| segment.kind == on))
    };
    assert_eq!(total(Kinds::BASE, shows(SegmentKind::City)), 44);
    assert_eq!(total(Kinds::BASE, shows(SegmentKind::Road)), 45);
    assert_eq!(total(Kinds::BASE, shows(SegmentKind::Field)), 71);
}

#[test]
fn carc_comp_6_symbols_of_other_expansions_are_not_there() {
    for kind in Kinds::BASE.iter() {
        for segment in kind.segments() {
            assert!(segment.symbols == 0 || segment.kind == SegmentKind::City, "{kind} {}", segment.id);
            assert_eq!(segment.good, None, "{kind} {}", segment.id);
            assert_ne!(segment.end, Some(RoadEnd::House), "{kind} {}", segment.id);
            assert_eq!(segment.over, None, "{kind} {}", segment.id);
        }
    }
    assert!("deploy abbot m".parse::<Action>().is_err());
}

#[test]
fn tb_comp_2_goods_symbols_as_many_as_tokens() {
    let kinds = Kinds::TRADERS_AND_BUILDERS;
    assert_eq!(Good::ALL.map(|good| total(kinds, |kind| goods(kind, good))), [9, 6, 5]);
}

#[test]
fn tb_comp_1_four_tiles_without_goods() {
    let new = |kind: &TileKind| !Kinds::BASE.contains(*kind);
    let new: Vec<TileKind> = Kinds::TRADERS_AND_BUILDERS.iter().filter(new).collect();
    assert_eq!(new.len(), 24);
    let plain = |kind: &&TileKind| Good::ALL.into_iter().all(|good| goods(**kind, good) == 0);
    assert_eq!(new.iter().filter(plain).count(), 4);
    assert!(new.iter().all(|kind| kind.copies() == 1), "TB-COMP-5");
}

#[test]
fn tb_double_4_markers_of_other_expansions_are_no_action() {
    for text in ["bridge (1,0)r1", "deploy bridge r1", "place bridge (1,0)", "tunnel r1", "deploy tunnel r1"]
    {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn may_comp_1_the_reconstructed_set_has_its_symbols() {
    let all = |on| total(Kinds::MAYFLOWER, |kind| symbols(kind, on));
    assert_eq!([SegmentKind::City, SegmentKind::Road, SegmentKind::Field].map(all), [11, 14, 87]);
    assert_eq!(total(Kinds::MAYFLOWER, |kind| usize::from(kind.monastery().is_some())), 9);
}
