//! Odd positions of Cities & Knights, by the clause that decides them.

use catan::cities_and_knights::{
    Action, CardKind, Chance, CitiesAndKnights, Event, OwnPhase, Phase, Setup, Strength,
};
use catan::{Piece, VertexId, VertexSet};
use game::{Seat, Turn, Viewer};
use serde_json::{Value, json};

/// On the beginner board of the base game, after the roll of seat A unless the position says otherwise.
fn game(setup: Value) -> CitiesAndKnights {
    let setup: Setup = serde_json::from_value(setup).expect("a setup");
    CitiesAndKnights::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Plays one line, `A roll` or `dice ship 1 1`, and tells what happened.
fn play(game: &mut CitiesAndKnights, line: &str) -> Vec<Event> {
    let mut events = Vec::new();
    if let Ok(chance) = line.parse::<Chance>() {
        game.resolve(chance, &mut events).unwrap_or_else(|e| panic!("{line}: {e}"));
    } else {
        let (seat, action) = said(line);
        assert!(listed(game, seat, action), "{line} is not listed");
        game.play(seat, action, &mut events).unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    events
}

fn said(line: &str) -> (Seat, Action) {
    let (seat, action) = line.split_once(' ').expect("a seat and an action");
    (seat.parse().expect("a seat"), action.parse().unwrap_or_else(|e| panic!("{action}: {e}")))
}

fn listed(game: &CitiesAndKnights, seat: Seat, action: Action) -> bool {
    let is_message =
        matches!(action, Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. });
    is_message || game.legal_actions(seat).contains(action)
}

/// The clause under which a line is refused.
fn refused(game: &CitiesAndKnights, line: &str) -> &'static str {
    let (seat, action) = said(line);
    assert!(!game.legal_actions(seat).contains(action), "{line} is listed");
    game.check(seat, action).expect_err(line).clause()
}

fn at(places: &str) -> VertexSet {
    places.split_whitespace().map(|place| place.parse::<VertexId>().expect("an intersection")).collect()
}

fn all(game: &CitiesAndKnights) -> catan::cities_and_knights::View<'_> {
    game.view(Viewer::Everything)
}

#[test]
fn ck_lr_4_nobody_holds_the_card_for_the_time_between_displacing_and_retreat() {
    // A's knight on I28 and then B's on I22 part C's road of 6; A and D have 5, A the card. If C held it in between, it
    // would be set aside afterwards.
    let mut game = game(json!({
        "seats": {
            "A": {"roads": ["28-34", "41-45-49-53-50-46"], "knights": {"strong": ["I28"]}, "active": ["I28"]},
            "B": {"roads": ["34-29-23-17-22"], "knights": {"basic": ["I34"]}},
            "C": {"roads": ["21-16-22-28-33-38-43"]},
            "D": {"roads": ["2-6-10-15-20-26"]}
        },
        "longest_road": "A"
    }));
    let displaced = play(&mut game, "A displace I28 to I34");
    assert!(matches!(game.phase(), Phase::Own(OwnPhase::Retreating { .. })));
    assert_eq!((all(&game).longest_road(), all(&game).road_length(Seat::C)), (Some(Seat::A), 6));
    let retreated = play(&mut game, "B retreat I22");
    assert_eq!((all(&game).longest_road(), all(&game).road_length(Seat::C)), (Some(Seat::A), 4));
    let awarded = |event: &Event| matches!(event, Event::LongestRoad { .. });
    assert!(!displaced.iter().chain(&retreated).any(awarded));
    assert_eq!(refused(&game, "A move I34 to I28"), "CK-KNIGHT-8");
}

#[test]
fn ck_barb_9_a_removed_city_no_longer_parts_a_foreign_road() {
    let mut game = game(json!({
        "seats": {
            "A": {"roads": ["30-35-40-44-48-52"]},
            "B": {"settlements": ["I0", "I2", "I8", "I10", "I16"], "cities": ["I40"], "walls": ["I40"],
                  "roads": ["40-45"], "knights": {"basic": ["I45"]}}
        },
        "ship": 6, "phase": "before-roll"
    }));
    assert_eq!(all(&game).road_length(Seat::A), 3);
    play(&mut game, "A roll");
    play(&mut game, "dice ship 1 1");
    let view = all(&game);
    assert_eq!((view.longest_road(), view.road_length(Seat::A)), (Some(Seat::A), 5));
    assert!(view.cities(Seat::B).is_empty() && view.walls().is_empty() && view.roads(Seat::B).is_empty());
    assert_eq!(view.knights(Seat::B, Strength::Basic), at("I45"), "a knight stays, even without a road");
    assert_eq!((view.pieces_left(Seat::B, Piece::City), view.ship()), (4, 0));
    assert!(view.robber_is_free());
}

#[test]
fn ck_barb_17_knights_are_active_until_the_attack_is_over() {
    let mut game = game(json!({
        "seats": {
            "A": {"cities": ["I0", "I2"], "roads": ["0-3"], "knights": {"basic": ["I3"]}, "active": ["I3"]},
            "B": {"cities": ["I16"], "roads": ["16-21"], "knights": {"strong": ["I21"]}, "active": ["I21"]},
            "C": {"cities": ["I20", "I47"]}
        },
        "ship": 6, "phase": "before-roll"
    }));
    play(&mut game, "A roll");
    // 5 against 3; C with 0 loses a city and chooses.
    play(&mut game, "dice ship 1 1");
    assert!(matches!(game.phase(), Phase::Own(OwnPhase::Pillaging { .. })));
    assert_eq!((all(&game).active_knights(), all(&game).ship()), (at("I3 I21"), 7));
    assert_eq!(refused(&game, "A pillage I0"), "CK-TURN-5");
    assert_eq!(refused(&game, "C pillage I0"), "CK-BARB-7");
    play(&mut game, "C pillage I47");
    assert_eq!((all(&game).active_knights(), all(&game).ship()), (VertexSet::EMPTY, 0));
    assert_eq!(refused(&game, "A move I3 to I0"), "CK-KNIGHT-8");
}

#[test]
fn ck_barb_15_a_knight_that_stayed_at_home_stays_active_and_may_act() {
    let mut game = game(json!({
        "options": {"ck_barbarian_variant": "choose"},
        "seats": {
            "A": {"roads": ["0-3-7", "1-5-9"], "knights": {"basic": ["I3", "I5"]}, "active": ["I3", "I5"]},
            "B": {"cities": ["I16"]}
        },
        "ship": 6, "phase": "before-roll"
    }));
    play(&mut game, "A roll");
    play(&mut game, "dice ship 1 1");
    assert_eq!(refused(&game, "A fight I16"), "CK-BARB-15");
    play(&mut game, "A fight I3");
    assert_eq!(all(&game).active_knights(), at("I5"));
    assert_eq!(all(&game).defenders(Seat::A), 1, "1 against 1: the knights win");
    assert_eq!(refused(&game, "A move I3 to I7"), "CK-KNIGHT-8");
    play(&mut game, "A move I5 to I9");
}

#[test]
fn ck_win_4_a_point_drawn_by_a_tied_defender_wins_before_the_others_draw() {
    let mut game = game(json!({
        "seats": {
            "A": {"cities": ["I0", "I2", "I16", "I20"], "defenders": 4, "roads": ["0-3"],
                  "knights": {"mighty": ["I3"]}, "active": ["I3"]},
            "B": {"roads": ["47-51"], "knights": {"mighty": ["I47"]}, "active": ["I47"]}
        },
        "ship": 6, "phase": "before-roll"
    }));
    play(&mut game, "A roll");
    play(&mut game, "dice ship 6 1");
    play(&mut game, "A deck science");
    play(&mut game, "card printer");
    assert!(matches!(game.turn(), Turn::Over(outcome) if outcome.winners.contains(Seat::A)));
}

#[test]
fn ck_win_1_the_merchant_makes_and_unmakes_a_winner() {
    let mut game = game(json!({
        "seats": {
            "A": {"cities": ["I0", "I2", "I16", "I20"], "defenders": 4, "progress": {"merchant": 1}},
            "B": {"cities": ["I39", "I41", "I47", "I53"], "defenders": 4, "settlements": ["I28"]}
        },
        "merchant": {"seat": "B", "hex": "H12"}
    }));
    // B has 14 in A's turn; that alone ends nothing.
    assert_eq!((game.points(Seat::B).total(), game.points(Seat::A).total()), (14, 12));
    assert_eq!(refused(&game, "A play merchant H12"), "CK-MERCH-1");
    play(&mut game, "A play merchant H0");
    assert!(matches!(game.turn(), Turn::Over(outcome) if outcome.winners.contains(Seat::A)));
    assert_eq!(game.points(Seat::B).total(), 13);
}

#[test]
fn ck_pol_3_the_deserter_may_stand_where_the_knight_stood_and_keeps_strength_and_status() {
    let position = |own: Value| {
        game(json!({
            "seats": {
                "A": {"roads": ["17-23", "1-5"], "knights": {"mighty": own}, "progress": {"deserter": 1}},
                "B": {"roads": ["23-29"], "knights": {"mighty": ["I23"]}, "active": ["I23"]}
            },
            "attacked": true
        }))
    };
    let mut game = position(json!([]));
    play(&mut game, "A play deserter B");
    assert_eq!(refused(&game, "A place-knight I23 mighty"), "CK-POL-3");
    assert_eq!(refused(&game, "A place-knight I29"), "CK-KNIGHT-1");
    play(&mut game, "A place-knight I23");
    assert_eq!(
        (all(&game).knights(Seat::A, Strength::Mighty), all(&game).active_knights()),
        (at("I23"), at("I23"))
    );
    play(&mut game, "A chase I23");
    let mut game = position(json!(["I1", "I5"]));
    play(&mut game, "A play deserter B");
    play(&mut game, "A place-knight I23");
    assert_eq!(
        (all(&game).knights(Seat::A, Strength::Basic), all(&game).active_knights()),
        (at("I23"), at("I23"))
    );
}

#[test]
fn ck_sci_10_the_piece_that_the_first_promotion_frees_serves_the_second() {
    let position = |politics: u8| {
        game(json!({
            "seats": {"A": {"roads": ["0-3-7-12-8-4"], "knights": {"basic": ["I0"], "strong": ["I3", "I7"]},
                            "levels": {"politics": politics}, "progress": {"smith": 1}}}
        }))
    };
    let mut game = position(3);
    assert_eq!(refused(&game, "A play smith I0"), "CK-KNIGHT-2");
    play(&mut game, "A play smith I0 I7");
    let view = all(&game);
    assert_eq!(
        (view.knights(Seat::A, Strength::Strong), view.knights(Seat::A, Strength::Mighty)),
        (at("I0 I3"), at("I7"))
    );
    assert_eq!(refused(&position(2), "A play smith I3 I7"), "CK-KNIGHT-5");
}

#[test]
fn ck_knight_4_the_mark_of_a_promotion_goes_with_the_knight() {
    let mut game = game(json!({
        "seats": {"A": {"roads": ["0-3-7-12"], "knights": {"basic": ["I0"]}, "active": ["I0"],
                        "levels": {"politics": 3}, "hand": {"ore": 2, "wool": 2, "grain": 1}}}
    }));
    play(&mut game, "A promote I0");
    // CK-KNIGHT-15: it may still act.
    play(&mut game, "A move I0 to I7");
    assert_eq!(refused(&game, "A promote I7"), "CK-KNIGHT-4");
    play(&mut game, "A activate I7");
    assert_eq!(refused(&game, "A move I7 to I0"), "CK-KNIGHT-8");
    // A new knight on the old place is another one.
    play(&mut game, "A knight I0");
    assert_eq!(all(&game).promoted_knights(), at("I7"));
}

#[test]
fn ck_imp_8_a_shortage_too_leaves_a_player_without_a_card() {
    let mut game = game(json!({
        "seats": {
            "A": {"settlements": ["I28"], "levels": {"science": 3}},
            "B": {"cities": ["I39"], "hand": {"lumber": 19}, "levels": {"science": 5}},
            "C": {"hand": {"grain": 1}, "levels": {"science": 3}}
        },
        "phase": "before-roll"
    }));
    play(&mut game, "A roll");
    // Forest 8: no lumber for anybody, but paper for B.
    play(&mut game, "dice trade 4 4");
    assert_eq!(refused(&game, "C take ore"), "CK-TURN-5");
    assert_eq!(refused(&game, "A take paper"), "CK-IMP-8");
    assert_eq!(refused(&game, "A take lumber"), "CK-IMP-8");
    play(&mut game, "A stop");
    play(&mut game, "C take ore");
    assert_eq!(game.phase(), Phase::Building);
    assert_eq!(all(&game).hand(Seat::B).map(|hand| hand.count(CardKind::Paper)), Some(1));
}

#[test]
fn ck_pol_10_a_ring_and_a_road_that_a_knight_needs_are_closed() {
    let game = game(json!({
        "seats": {
            "A": {"progress": {"diplomat": 1}, "settlements": ["I0"], "roads": ["0-4"]},
            "B": {"roads": ["16-22-17-12-7-11-16", "48-52"], "knights": {"basic": ["I48"]}},
            "C": {"roads": ["20-26-32"], "settlements": ["I20"]}
        }
    }));
    for closed in ["16-22", "7-11", "48-52", "20-26"] {
        assert_eq!(refused(&game, &format!("A play diplomat {closed}")), "CK-POL-4", "{closed}");
    }
    for open in ["26-32", "0-4"] {
        let (seat, action) = said(&format!("A play diplomat {open}"));
        assert_eq!(game.check(seat, action), Ok(()), "{open}");
    }
}

#[test]
fn ck_pol_10_the_last_road_of_a_building_may_be_laid_anew_elsewhere_at_it() {
    let mut game = game(json!({
        "seats": {"A": {"progress": {"diplomat": 1}, "settlements": ["I0"], "roads": ["0-4"]}}
    }));
    play(&mut game, "A play diplomat 0-4");
    assert_eq!(refused(&game, "A road 0-4"), "CK-POL-10");
    assert_eq!(refused(&game, "A road 4-8"), "CATAN-ROAD-3");
    play(&mut game, "A road 0-3");
    assert_eq!((game.phase(), all(&game).pieces_left(Seat::A, Piece::Road)), (Phase::Building, 14));
}

#[test]
fn ck_pol_3_a_strength_that_is_not_asked_for_is_refused_in_words_that_say_so() {
    let mut position = json!({
        "seats": {
            "A": {"roads": ["16-22"], "progress": {"deserter": 1}},
            "B": {"roads": ["23-29"], "knights": {"strong": ["I23"]}}
        }
    });
    let why = |game: &CitiesAndKnights, line| {
        let (seat, action) = said(line);
        game.check(seat, action).expect_err(line).to_string()
    };
    let mut fixed = game(position.clone());
    play(&mut fixed, "A play deserter B");
    let given = "the knight to place is strong; do not name its strength";
    assert_eq!(why(&fixed, "A place-knight I16 strong"), given);
    assert_eq!(why(&fixed, "A place-knight I16 basic"), given);
    position["options"] = json!({"ck_deserter_substitute": "any_lower"});
    let mut chosen = game(position);
    play(&mut chosen, "A play deserter B");
    assert!(why(&chosen, "A place-knight I16").starts_with("say how strong the knight to place is"));
    assert_eq!(
        why(&chosen, "A place-knight I16 mighty"),
        "the knight that deserted was strong; the one to place cannot be stronger"
    );
}

#[test]
fn ck_comp_9_a_position_says_what_the_supply_has() {
    let game = game(json!({"seats": {"A": {"hand": {"ore": 2, "paper": 3}}}}));
    let supply = game.to_setup().supply.expect("the supply");
    assert_eq!((supply, supply.count(CardKind::Paper)), (all(&game).supply(), 9));
}

#[test]
fn ck_prog_12_what_lasts_until_the_end_of_the_turn_is_open_to_all() {
    let mut game = game(json!({
        "seats": {
            "A": {"progress": {"commercial-harbor": 1, "crane": 1, "merchant-fleet": 1}, "hand": {"brick": 1}},
            "B": {"hand": {"ore": 1}}
        }
    }));
    for line in
        ["A play commercial-harbor", "A play crane", "A play merchant-fleet coin", "A force B 1 brick"]
    {
        play(&mut game, line);
    }
    let seen = serde_json::to_value(game.view(Viewer::Spectator)).unwrap();
    assert_eq!((&seen["harbors"], &seen["cranes"], &seen["fleet"]), (&json!(1), &json!(1), &json!(["coin"])));
    assert_eq!(seen["seats"]["B"]["forced"], json!(1));
    assert_eq!(seen["deck_sizes"], json!({"trade": 18, "politics": 18, "science": 18}));
    play(&mut game, "A end");
    let seen = serde_json::to_value(game.view(Viewer::Spectator)).unwrap();
    assert_eq!((&seen["harbors"], &seen["seats"]["B"]["forced"]), (&json!(0), &json!(0)));
}

#[test]
fn refusals_name_the_clause_that_forbids_the_action() {
    let game = game(json!({
        "options": {"friendly_robber": false, "offer_limit": "1"},
        "seats": {
            "A": {"settlements": ["I0"], "cities": ["I17"], "roads": ["0-3", "17-23", "17-22"],
                  "knights": {"basic": ["I3"], "strong": ["I22"]}, "active": ["I22"],
                  "hand": {"ore": 3, "wool": 3, "grain": 1, "brick": 4, "lumber": 1, "cloth": 1}},
            "B": {"settlements": ["I28"], "roads": ["23-29", "28-34"], "knights": {"strong": ["I23"]},
                  "hand": {"ore": 1}}
        }
    }));
    for (line, clause) in [
        ("A roll", "CK-TURN-1"),
        ("A road 0-3", "CATAN-ROAD-2"),
        ("A road 40-45", "CATAN-ROAD-3"),
        ("A road 18-23", "CK-KNIGHT-6"),
        ("A settlement I0", "CATAN-SETT-3"),
        ("A settlement I4", "CATAN-SETT-3"),
        ("A settlement I49", "CATAN-SETT-3"),
        ("A settlement I3", "CK-KNIGHT-6"),
        ("A city I0", "CATAN-COST-2"),
        ("A city I28", "CATAN-CITY-1"),
        ("A wall I0", "CK-WALL-1"),
        ("A knight I0", "CK-KNIGHT-1"),
        ("A knight I3", "CK-KNIGHT-1"),
        ("A knight I49", "CK-KNIGHT-1"),
        ("A activate I22", "CK-KNIGHT-3"),
        ("A activate I23", "CK-KNIGHT-3"),
        ("A promote I23", "CK-KNIGHT-4"),
        ("A promote I22", "CK-KNIGHT-5"),
        ("A move I3 to I7", "CK-KNIGHT-8"),
        ("A move I22 to I17", "CK-KNIGHT-10"),
        ("A move I22 to I49", "CK-KNIGHT-9"),
        ("A displace I22 to I23", "CK-KNIGHT-11"),
        ("A displace I22 to I3", "CK-KNIGHT-11"),
        ("A chase I22", "CK-ROB-1"),
        ("A improve science", "CATAN-COST-2"),
        ("A bank 2 brick for wool", "CK-TRADE-2"),
        ("A bank 4 brick for brick", "CATAN-MAR-5"),
        ("A bank 2 ore 2 wool for grain", "CATAN-MAR-5"),
        ("A offer nothing for 1 ore to B", "CATAN-DOM-3"),
        ("A offer 1 ore for 1 ore to B", "CATAN-DOM-4"),
        ("A offer 1 ore for 1 wool to A", "CATAN-DOM-7"),
        ("B offer 1 ore for 1 wool to A", "CATAN-DOM-1"),
        ("A execute B", "CATAN-DOM-8"),
        ("B end", "CK-TURN-5"),
        ("A drop smith", "CK-PROG-16"),
        ("A play smith I3", "CK-PROG-8"),
        ("A force B 1 brick", "CK-TRD-1"),
        ("A declare-victory", "CATAN-WIN-5"),
    ] {
        assert_eq!(refused(&game, line), clause, "{line}");
    }
}
