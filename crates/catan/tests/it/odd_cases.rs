//! The smallest positions that once went wrong, by the clause that decides them.

use catan::options::SetupKind;
use catan::{
    Action, Answer, CardChoice, Cards, Catan, Chance, Event, Options, Resource, VertexId, VertexSet,
};
use game::{Seat, Viewer};

/// The beginner board with its starting pieces, seat A to move: A holds 1 brick, 1 wool, 1 ore; B 1 brick, 1 lumber,
/// 1 wool. Then the lines are played, `A roll` or `dice 1 1`.
fn played(lines: &[&str]) -> Catan {
    let options = Options { setup: SetupKind::BeginnerFull, ..Options::default() };
    let mut game = Catan::new(&options);
    game.resolve(Chance::Layout(catan::Layout::beginner()), &mut ()).expect("the beginner board");
    for line in lines {
        play(&mut game, line);
    }
    game
}

/// Plays one line and tells what happened.
fn play(game: &mut Catan, line: &str) -> Vec<Event> {
    let mut events = Vec::new();
    if let Ok(chance) = line.parse::<Chance>() {
        game.resolve(chance, &mut events).unwrap_or_else(|e| panic!("{line}: {e}"));
    } else {
        let (seat, action) = said(line);
        game.play(seat, action, &mut events).unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    events
}

fn said(line: &str) -> (Seat, Action) {
    let (seat, action) = line.split_once(' ').expect("a seat and an action");
    (seat.parse().expect("a seat"), action.parse().unwrap_or_else(|e| panic!("{action}: {e}")))
}

/// The clause under which a line is refused.
fn refused(game: &Catan, line: &str) -> &'static str {
    let (seat, action) = said(line);
    game.check(seat, action).expect_err(line).clause()
}

#[test]
fn catan_mar_5_nothing_is_not_one_kind() {
    let game = played(&["A roll", "dice 1 1"]);
    let nothing = Action::MaritimeTrade { give: catan::Bundle::default(), get: catan::Resource::Wool };
    assert_eq!(game.check(Seat::A, nothing).expect_err("a gift").clause(), "CATAN-MAR-5");
}

#[test]
fn catan_mar_3_a_wrong_rate_names_the_clause_of_the_best_one() {
    // Grain at its own harbour, everything else at a generic one, and a seat without a harbour.
    let text = r#"{"active": "SEAT", "seats": {
        "A": {"settlements": ["I0", "I1"], "hand": {"grain": 1, "ore": 2}},
        "B": {"settlements": ["I18"], "hand": {"wool": 3}}
    }}"#;
    let at = |seat: &str| {
        let setup: catan::Setup = serde_json::from_str(&text.replace("SEAT", seat)).expect("a setup");
        Catan::from_setup(&setup).expect("a possible position")
    };
    assert_eq!(refused(&at("A"), "A bank 1 grain for ore"), "CATAN-MAR-3");
    assert_eq!(refused(&at("A"), "A bank 2 ore for wool"), "CATAN-MAR-2");
    assert_eq!(refused(&at("B"), "B bank 3 wool for ore"), "CATAN-MAR-1");
}

#[test]
fn a_list_of_discards_is_told_as_a_choice() {
    let text = r#"{"phase": "rolling", "seats": {"A": {"hand": {"ore": 6, "wool": 3}}, "B": {"hand": {"brick": 7}}}}"#;
    let setup: catan::Setup = serde_json::from_str(text).expect("a setup");
    let mut game = Catan::from_setup(&setup).expect("a possible position");
    assert_eq!(game.legal_actions(Seat::A).choice(), None);
    play(&mut game, "dice 3 4");
    let of = Cards::of(Resource::Ore, 6) + Cards::of(Resource::Wool, 3);
    let choice = CardChoice { verb: "discard", count: 4, of };
    assert_eq!(game.legal_actions(Seat::A).choice(), Some(choice));
    assert_eq!(game.legal_actions(Seat::B).choice(), None);
    play(&mut game, "A discard 4 ore");
    assert_eq!(game.legal_actions(Seat::A).choice(), None);
}

#[test]
fn iterators_say_how_much_is_left() {
    fn counts(mut all: impl ExactSizeIterator, len: usize) {
        for left in (0..=len).rev() {
            assert_eq!(all.size_hint(), (left, Some(left)));
            assert_eq!(all.next().is_some(), left > 0);
        }
    }
    let game = played(&["A roll", "dice 1 1"]);
    let legal = game.legal_actions(Seat::A);
    counts(legal.into_iter(), legal.len());
    let some: VertexSet = VertexId::all().filter(|vertex| vertex.hexes().len() == 3).collect();
    counts(some.into_iter(), 24);
}

#[test]
fn catan_dom_12_an_equal_counter_offer_is_the_same_answer() {
    let game =
        played(&["A roll", "dice 1 1", "A offer 1 ore for 1 lumber to B", "B counter 1 lumber for 1 wool"]);
    assert_eq!(refused(&game, "B counter 1 lumber for 1 wool"), "CATAN-DOM-12");
    let (seat, other) = said("B counter 1 lumber for 2 wool");
    assert_eq!(game.check(seat, other), Ok(()));
}

#[test]
fn catan_dom_11_a_lapsed_answer_is_no_answer() {
    let mut game = played(&[
        "A roll",
        "dice 1 1",
        "A offer 1 ore for 1 lumber to B",
        "B accept",
        "B propose 1 lumber for 1 brick",
        "A accept-proposal B",
    ]);
    assert_eq!(play(&mut game, "A execute B"), [Event::Lapsed { seat: Seat::B }]);
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.answer(Seat::B), Answer::Open);
    assert_eq!(refused(&game, "A execute B"), "CATAN-DOM-8");
    assert_eq!(refused(&game, "B accept"), "CATAN-DOM-12");
    play(&mut game, "B reject");
}

#[test]
fn catan_turn_10_a_single_path_for_a_free_road_is_asked_for() {
    let setup: catan::Setup = serde_json::from_str(
        r#"{"seats": {
            "A": {"roads": ["47-51"], "development": {"road-building": 1}},
            "B": {"settlements": ["I47"]}
        }}"#,
    )
    .expect("a setup");
    let mut game = Catan::from_setup(&setup).expect("a possible position");
    play(&mut game, "A road-building");
    let paths: Vec<String> = game.legal_actions(Seat::A).roads().into_iter().map(|p| p.to_string()).collect();
    assert_eq!(paths, ["P67"]);
    assert_eq!(refused(&game, "A end"), "CATAN-TURN-7");
}

/// Six settlements of opponents with two points each touch all hexes but the desert.
fn friendly_robber_surrounded(robber: &str) -> Catan {
    let text = format!(
        r#"{{"options": {{"friendly_robber": true}}, "robber": "{robber}", "seats": {{
            "A": {{"development": {{"knight": 1}}}},
            "B": {{"settlements": ["I8", "I14"]}},
            "C": {{"settlements": ["I22", "I31"]}},
            "D": {{"settlements": ["I39", "I45"]}}
        }}}}"#
    );
    let setup: catan::Setup = serde_json::from_str(&text).expect("a setup");
    Catan::from_setup(&setup).expect("a possible position")
}

#[test]
fn catan_turn_10_the_only_hex_is_taken_without_a_question() {
    let mut game = friendly_robber_surrounded("H3");
    play(&mut game, "A knight");
    assert_eq!(game.view(Viewer::Spectator).robber().index(), 9);
    assert_eq!(game.phase(), catan::Phase::Building);
}

#[test]
fn catan_rob_9_a_robber_with_nowhere_to_go_is_not_friendly() {
    let mut game = friendly_robber_surrounded("H9");
    play(&mut game, "A knight");
    assert_eq!(game.legal_actions(Seat::A).robber().len(), 18);
    assert_eq!(refused(&game, "A robber H9"), "CATAN-ROB-2");
    play(&mut game, "A robber H3");
}

#[test]
fn catan_rob_4_who_can_be_robbed_where_is_told_while_the_robber_moves() {
    let mut game = friendly_robber_surrounded("H9");
    let told = |game: &Catan| {
        let view = serde_json::to_value(game.view(Viewer::Seat(Seat::A))).expect("a document");
        view["robber_victims"].as_object().expect("an object").clone()
    };
    assert!(told(&game).is_empty());
    play(&mut game, "A knight");
    let mut listed: Vec<String> =
        game.legal_actions(Seat::A).robber().into_iter().map(|hex| hex.to_string()).collect();
    listed.sort_unstable();
    assert!(told(&game).keys().eq(&listed) && listed.len() > 1, "{listed:?}");
    play(&mut game, "A robber H3");
    assert!(told(&game).is_empty());
}

#[test]
fn catan_opt_17_seats_that_are_not_at_the_table_can_be_named() {
    let game =
        played(&["A roll", "dice 1 1", "A offer 1 ore for 1 lumber to B", "C propose 1 grain for 1 ore"]);
    for line in ["A execute E", "A execute F", "A accept-proposal E", "A reject-proposal F"] {
        assert_eq!(refused(&game, line), "CATAN-DOM-8");
    }
    assert_eq!(refused(&game, "E accept"), "CATAN-OPT-17");
}

#[test]
fn catan_dom_8_a_counter_offer_is_told_from_its_sender() {
    let mut game = played(&["A roll", "dice 1 1"]);
    let cards = |text: &str| text.parse::<Cards>().expect("cards");
    let (seat, to) = (Seat::A, [Seat::B, Seat::C].into_iter().collect());
    assert_eq!(
        play(&mut game, "A offer 1 ore for 1 lumber to B C"),
        [Event::Offered { seat, give: cards("1 ore"), want: cards("1 lumber"), to }]
    );
    assert_eq!(
        play(&mut game, "B counter 1 lumber for 2 wool"),
        [Event::Countered { seat: Seat::B, give: cards("1 lumber"), want: cards("2 wool") }]
    );
    assert_eq!(
        play(&mut game, "A execute B"),
        [Event::Traded { active: Seat::A, partner: Seat::B, gave: cards("2 wool"), got: cards("1 lumber") }]
    );
}
