//! Games with kinds of tiles that somebody described (`MAY-OPT-KINDS`).

use crate::common::kinds::{any_box, kinds};
use crate::common::{header, random_step, replay, watch};
use carcassonne::{
    Chance, Kinds, Mayflower, MayflowerOptions, NewWorld, Setup, TileKind, described, own_box,
};
use game::options::{CountError, OptionError};
use game::record::Record;
use game::{Seat, Seed, Turn, Viewer};
use serde_json::Value;

/// Options with this box.
fn with(tiles: &str) -> MayflowerOptions {
    let mut options = MayflowerOptions::default();
    options.set("tiles", tiles).unwrap_or_else(|error| panic!("{tiles}: {error}"));
    options
}

/// Any box of number `n`.
fn numbered(n: u64) -> MayflowerOptions {
    with(&any_box(&mut Seed(n).substream("box", 0)))
}

/// Returns one of the kinds, with this number of copies.
fn described(n: usize, animals: u32, count: u32) -> Value {
    let mut kind = kinds(animals)[n].clone();
    kind["count"] = count.into();
    kind
}

/// A fault in a box.
fn faults(tiles: &str) -> Vec<CountError> {
    match MayflowerOptions::default().set("tiles", tiles) {
        Err(OptionError::Counts { faults, .. }) => faults,
        other => panic!("{tiles}: {other:?}"),
    }
}

#[test]
fn may_opt_kinds_a_described_kind_is_in_the_box() {
    let gate = described(0, 3, 2);
    let options = with(&format!("MF-24:0,{gate}"));
    let kinds = Mayflower::new(&options).kinds();
    assert_eq!(kinds.len(), Kinds::MAYFLOWER.len() + 1);
    let kind = kinds.get(38);
    assert_eq!((kind.id(), options.tiles.of(kind), kind.is_described()), ("MY-1", 2, true));
    assert_eq!(Mayflower::new(&options).tiles_left(kind), 2);
    assert_eq!((Mayflower::new(&options).stack_len(), kind.segments().len()), (95, 4));
    // The same description is the same kind, however it is written; another one is another, even if it is called the same.
    let spaced = serde_json::to_string_pretty(&gate).unwrap();
    assert_eq!(with(&format!("{spaced},MF-24:0")), options);
    let other = Mayflower::new(&with(&format!("MF-24:0,{}", described(0, 4, 2)))).kinds().get(38);
    assert!(other != kind && other.id() == "MY-1");
}

#[test]
fn may_opt_kinds_each_fault_of_such_a_box_is_told() {
    let gate = described(0, 3, 2);
    let mut faulty = gate.clone();
    faulty["edges"][1] = "road".into();
    let said = |tiles: String| faults(&tiles).iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    for (tiles, told) in [
        (format!("{gate}"), "the kinds that are named have 2 tiles and the others 95 as usual, 97 in all"),
        (format!("MF-24:0,{faulty}"), "MY-1 cannot be described like this: E belongs to no segment"),
        ("MF-24:0,{\"id\":1}".to_owned(), "this is not a description of a kind: `id` is `1`"),
        (format!("MF-24:0,{{,{gate}"), "this is not a description of a kind: "),
        (format!("MF-24:0,{gate}{gate}"), "this is not a description of a kind: "),
        (format!("MF-23a:2,{gate},{}", described(0, 4, 2)), "MY-1 is named twice; name it once"),
        (
            format!("MF-24:0,{}", described(0, 3, 300)),
            "`300` is not a count of MY-1; give a whole number from 0 to 95",
        ),
        (described(9, 0, 95).to_string(), "these tiles have 760 segments in all"),
        ("MF-24:0,MY-1:2".to_owned(), "there is no kind `MY-1`"),
    ] {
        let found = said(tiles.clone());
        assert!(found.contains(told), "{tiles}: {found}");
    }
    let more = (0..11).map(|n| {
        let mut kind = described(0, n % 9, 1);
        kind["id"] = format!("MY-{n}").into();
        kind.to_string()
    });
    let many = format!("MF-24:0,{}", more.collect::<Vec<_>>().join(","));
    assert!(said(many).contains("11 kinds are described; there may be 10"));
}

#[test]
fn may_opt_kinds_options_carry_the_kinds_by_themselves() {
    for n in 0..20 {
        let options = numbered(n);
        assert_eq!(with(&options.get("tiles").unwrap()), options);
        let json = serde_json::to_value(options).unwrap();
        assert_eq!(serde_json::from_value::<MayflowerOptions>(json.clone()).unwrap(), options);
        let text = json["tiles"].as_str().unwrap();
        assert!(text.starts_with("MF-01a:3,") && text.contains(r#"{"id":"MY-"#), "{text}");
        options.validate().unwrap();
    }
}

#[test]
fn may_opt_kinds_games_are_recorded_replayed_and_described() {
    let mut met = 0;
    for n in 0..12 {
        let (seed, options) = (Seed(n), numbered(n));
        let mut game = Mayflower::new(&options);
        let mut record = Record { header: header(&game, seed), steps: Vec::new(), result: None };
        let mut draws = seed.substream("properties", 0);
        while let Some(step) = random_step(&mut game, &mut draws, &mut Vec::new()) {
            record.steps.push(step);
            let setup = game.to_setup();
            assert_eq!(Mayflower::from_setup(&setup).unwrap(), game);
            let text = serde_json::to_string(&setup).unwrap();
            assert_eq!(serde_json::from_str::<Setup<NewWorld>>(&text).unwrap().with_own_kinds(), setup);
        }
        let read: Record = record.to_string().parse().expect("a record");
        let again = replay::<NewWorld>(&read, |position, _| {
            if let Turn::Decide(seats) = position.turn() {
                let seat = seats.lowest().unwrap();
                for action in position.legal_actions(seat) {
                    assert_eq!(position.check(seat, action), Ok(()));
                }
            }
        });
        assert_eq!(again, game);
        // Each tile of the box lies, or was removed.
        for kind in game.kinds().iter() {
            let lying = game.land().tiles().iter().filter(|tile| tile.kind == kind).count();
            let removed: u8 = game.removed().filter(|(other, _)| *other == kind).map(|(_, n)| n).sum();
            assert_eq!(lying + usize::from(removed), usize::from(options.tiles.of(kind)), "{kind}");
            met += usize::from(kind.is_described() && lying > 0);
        }
        assert_eq!(game.drawn(), 95);
    }
    assert!(met > 20, "described kinds on the table: {met}");
}

#[test]
fn may_opt_kinds_every_tile_is_drawn_as_often_as_it_is_there() {
    // Ten kinds reach beyond the bytes that a draw looks at.
    let ten: Vec<String> = (0..10).map(|n| described(n, 2, 1).to_string()).collect();
    let options = with(&format!("MF-20:0,MF-22a:0,MF-24:0,{}", ten.join(",")));
    let game = Mayflower::new(&options);
    let mut drawn = std::collections::BTreeMap::new();
    for number in 0..95 {
        struct This(u32);
        impl game::Draws for This {
            fn next_u64(&mut self) -> u64 {
                self.0.into()
            }
            fn below(&mut self, _: u32) -> u32 {
                self.0
            }
        }
        match game.draw(&mut This(number)) {
            Chance::Tile(kind) => *drawn.entry(kind).or_insert(0u32) += 1,
            other => panic!("{other}"),
        }
    }
    let possible: std::collections::BTreeMap<TileKind, u32> = game
        .chance_outcomes()
        .map(|(chance, weight)| match chance {
            Chance::Tile(kind) => (kind, weight),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(drawn, possible);
    assert_eq!(drawn.keys().filter(|kind| kind.is_described()).count(), 10);
}

#[test]
fn may_opt_kinds_nothing_is_hidden_and_views_are_read_again() {
    for n in 0..4 {
        watch::<NewWorld>(Seed(n), &numbered(n), |game, _| {
            let of = |viewer| serde_json::to_value(game.view(viewer)).unwrap();
            let (mut seen, mut all) = (of(Viewer::Seat(Seat::A)), of(Viewer::Everything));
            (seen["viewer"], all["viewer"]) = (Value::Null, Value::Null);
            assert_eq!(seen, all);
        });
    }
}

#[test]
fn may_opt_kinds_a_game_takes_its_own_kind_for_one_that_is_called_the_same() {
    let [one, other] = [3, 4].map(|animals| with(&format!("MF-24:0,{}", described(0, animals, 2))));
    for options in [one, other] {
        let mut game = Mayflower::new(&options);
        game.resolve("tile MY-1".parse().unwrap(), &mut ()).unwrap();
        assert_eq!(game.tile_in_hand(), Some(game.kinds().get(38)));
        let setup: Setup<NewWorld> = serde_json::from_value(serde_json::json!({
            "options": options, "tiles": ["MY-1@(-1,1)"], "stack": {"MY-1": 1, "MF-01a": 1}
        }))
        .unwrap();
        let game = Mayflower::from_setup(&setup).unwrap();
        assert_eq!(game.land().tiles()[10].kind, game.kinds().get(38));
        assert_eq!(game.stack_len(), 2);
    }
    // A game without it refuses it.
    let mut usual = Mayflower::new(&MayflowerOptions::default());
    let error = usual.resolve("tile MY-1".parse().unwrap(), &mut ()).unwrap_err();
    assert_eq!(error.clause(), "MAY-SETUP-4");
}

#[test]
fn may_opt_kinds_the_box_of_a_process_is_read_from_a_file() {
    let mut kind = described(8, 4, 3);
    kind["id"] = "GIVEN-9".into();
    let text = serde_json::json!({"tiles": [kind], "counts": {"MF-14": 0}}).to_string();
    let value = own_box::take_box(&text).unwrap();
    assert_eq!((value.as_str(), own_box::own_box().as_ref()), ("MF-14:0,GIVEN-9:3", Some(&value)));
    let options = with(&value);
    let [given] = described::own_kinds()[..] else { panic!("one kind") };
    assert_eq!((given.id(), options.tiles.of(given)), ("GIVEN-9", 3));
    assert_eq!(options, with(&format!("MF-14:0,{kind}")));
    let list = own_box::box_of(Kinds::MAYFLOWER);
    assert_eq!(
        (list.len(), list.last(), list.contains(&("MF-14".parse().unwrap(), 0))),
        (39, Some(&(given, 3)), true)
    );
    assert_eq!(own_box::box_of(Kinds::BASE).len(), 24);
    // A box that cannot be changes nothing.
    kind["cities"][0]["flags"] = 10.into();
    for (wrong, told) in [
        (
            serde_json::json!({"tiles": [kind]}),
            "GIVEN-9 cannot be described like this: c1 has 10 symbols; there may be 9",
        ),
        (serde_json::json!({"counts": {"MF-14": 0}}), "92 in all: 3 fewer than the 95 of the box"),
        (serde_json::json!({"tile": []}), "`tile` does not belong here; choose from tiles, counts"),
    ] {
        let error = own_box::take_box(&wrong.to_string()).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
    }
    assert_eq!(own_box::own_box(), Some(value));
}
