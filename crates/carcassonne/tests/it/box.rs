//! The contents of the boxes, as far as no case covers them: totals that follow from the tile data, and what is not there.

use carcassonne::options::TileCounts;
use carcassonne::{Action, Good, Kinds, Mayflower, MayflowerOptions, RoadEnd, SegmentKind, TileKind};
use game::{Draws, Seed, Turn};

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

/// A box with another number of each kind, as the text of the option: many of the last kinds named, none of the first.
fn other_box(many: &[(&str, u8)]) -> String {
    let mut counts: Vec<(&str, u8)> = TileCounts::USUAL.to_vec();
    for &(kind, more) in many {
        let mut left = more;
        for (name, count) in counts.iter_mut().filter(|(name, _)| many.iter().all(|(kind, _)| kind != name)) {
            let _ = name;
            let taken = left.min(*count);
            *count -= taken;
            left -= taken;
        }
        counts.iter_mut().find(|(name, _)| *name == kind).expect("a kind").1 += more;
    }
    let differing = counts.iter().zip(TileCounts::USUAL).filter(|(count, usual)| **count != *usual);
    differing.map(|((kind, count), _)| format!("{kind}:{count}")).collect::<Vec<_>>().join(",")
}

#[test]
fn may_opt_tiles_a_box_that_somebody_counted_is_played_to_the_end() {
    // Crossings with eight segments, plains with many animals, the smallest tiles.
    for many in
        [[("MF-24", 12), ("MF-23a", 6)], [("MF-20", 8), ("MF-22c", 10)], [("MF-25", 40), ("MF-03", 20)]]
    {
        let mut options = MayflowerOptions::default();
        let text = other_box(&many);
        options.set("tiles", &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(options.get("tiles").unwrap(), text);
        let json = serde_json::to_value(options).unwrap();
        let there = Kinds::MAYFLOWER.iter().filter(|&kind| options.tiles.of(kind) > 0).count();
        let said: Vec<&str> = json["tiles"].as_str().expect("a text").split(',').collect();
        assert_eq!(said.len(), there, "each kind that is there, for records");
        assert_eq!(serde_json::from_value::<MayflowerOptions>(json).unwrap(), options);
        for seed in 0..4 {
            let mut game = Mayflower::new(&options);
            let (seed, mut choice) = (Seed(seed), Seed(seed).substream("choice", 0));
            while !matches!(game.turn(), Turn::Over(_)) {
                if let Turn::Chance(_) = game.turn() {
                    let (purpose, index) = game.chance_key();
                    let chance = game.draw(&mut seed.substream(purpose, index));
                    game.resolve(chance, &mut ()).expect("it is due");
                    continue;
                }
                let legal = game.legal_actions(game.active());
                let action = legal.get(choice.below(legal.len() as u32) as usize).expect("listed");
                game.play(game.active(), action, &mut ()).expect("it is listed");
                let again = Mayflower::from_setup(&game.to_setup()).expect("a position");
                assert_eq!(again, game);
            }
            assert_eq!(game.drawn(), 95);
            for kind in game.kinds().iter() {
                let lying = game.land().tiles().iter().filter(|tile| tile.kind == kind).count();
                let removed: u8 = game.removed().filter(|(other, _)| *other == kind).map(|(_, n)| n).sum();
                assert_eq!(lying + usize::from(removed), usize::from(options.tiles.of(kind)), "{kind}");
            }
        }
    }
}

#[test]
fn may_opt_tiles_a_box_that_cannot_be_is_refused() {
    let all_crossings = other_box(&[("MF-24", 90)]);
    for wrong in [
        "MF-01a:4",
        "MF-01a:4,MF-01b:3",
        "MF-01a:4,MF-01a:2",
        "A:3",
        "MF-01a",
        "MF-01a:+3",
        "MF-01a:999",
        ",",
        &all_crossings,
    ] {
        let error = MayflowerOptions::default().set("tiles", wrong).expect_err(wrong);
        assert_eq!(error.clause(), Some("MAY-OPT-TILES"), "{error}");
    }
    // Each fault is told by itself: which kind, or which sum and by how much.
    for (wrong, told) in [
        (
            "MF-01a:4",
            "the kinds that are named have 4 tiles and the others 92 as usual, 96 in all: 1 more than the 95 of the box",
        ),
        (
            "MF-25:0",
            "the kinds that are named have 0 tiles and the others 93 as usual, 93 in all: 2 fewer than the 95 of the box",
        ),
        (
            "MF-99:3, MF-01a",
            "there is no kind `MF-99`; the kinds are MF-01a to MF-25; `MF-01a` is not a kind with its count, such as MF-01a:3",
        ),
        ("MF-01a:4,MF-01a:2", "MF-01a is named twice; name it once"),
        ("MF-03:-1", "`-1` is not a count of MF-03; give a whole number from 0 to 95"),
        ("MF-03:96", "`96` is not a count of MF-03; give a whole number from 0 to 95"),
        ("MF-24:95", "these tiles have 760 segments in all, 332 more than the 428 there is room for"),
        ("MF-22b:95", "these tiles have 285 animals in all, 45 more than the 240 there is room for"),
    ] {
        let error = MayflowerOptions::default().set("tiles", wrong).expect_err(wrong);
        assert!(error.to_string().contains(told), "{wrong}: {error}");
    }
    let many = vec!["X:1"; 1000].join(",");
    let error = MayflowerOptions::default().set("tiles", &many).expect_err("no kinds");
    assert_eq!(error.to_string().matches("there is no kind").count(), 10, "the first ten");
    // What is as usual need not be said.
    let mut options = MayflowerOptions::default();
    options.set("tiles", "MF-01a:3,MF-25:2").unwrap();
    assert_eq!((options.get("tiles").unwrap().as_str(), options), ("default", MayflowerOptions::default()));
}
