//! Failures of case files, and what they say.

use super::*;

fn message(body: &str) -> String {
    let text = format!("game catan\ncase sample\nclauses CATAN-ROB-2\n{body}\n");
    let summary = run_text("sample.cases", &text);
    match &summary.failures[..] {
        [] => String::new(),
        [failure] => failure.to_string(),
        more => panic!("{more:?}"),
    }
}

#[test]
fn names_have_no_control_characters_and_a_file_may_begin_with_a_mark() {
    let text = |name: &str| format!("\u{feff}game catan\ncase {name}\nclauses CATAN-ROB-2\nexpect deck 25\n");
    assert_eq!(run_text("sample.cases", &text("the deck")).to_string(), "1 passed, 0 failed");
    for name in ["the\0deck", "the\u{1b}[2Jdeck"] {
        let summary = run_text("sample.cases", &text(name));
        assert!(summary.failures[0].to_string().contains("no control characters"), "{:?}", summary.failures);
    }
}

#[test]
fn failures_name_file_line_case_and_what_was_found() {
    for (body, line, expected) in [
        ("A hand 2 ore\nexpect A hand 1 ore", 5, "the hand of seat A: 2 ore, expected 1 ore"),
        (
            "robber H4\nphase moving-robber\nA? robber H5 -> illegal CATAN-ROB-2",
            6,
            "is allowed, but CATAN-ROB-2 should forbid it",
        ),
        ("A: roll -> illegal CATAN-ROB-2", 4, "refused, but not because of CATAN-ROB-2"),
        ("A: roll", 4, "`roll` is refused: the dice have already been rolled"),
        ("A: rol", 4, "`rol` is not an action"),
        // A position that cannot be is the fault of the line that makes it so.
        (
            "A hand 20 ore\nB hand 1 wool\nactive B\nexpect deck 25",
            4,
            "the position is not possible: the hands hold 20 ore",
        ),
        (
            "A hand 18 ore\nB hand 2 ore\nactive B\nexpect deck 25",
            5,
            "the position is not possible: the hands hold 20 ore",
        ),
        ("A: roll -> illegal", 4, ""),
        ("A: rol -> illegal", 4, "`rol` is not an action"),
        ("A: end -> illegal", 4, "`end` is allowed, but should be refused"),
        ("A: roll -> illegal CATAN-PROD-99", 4, "the rulebook has no clause CATAN-PROD-99"),
        ("A hand 20 ore\nrefused CATAN-COMP-99", 5, "the rulebook has no clause CATAN-COMP-99"),
        ("final-scoring", 4, "only games of tiles have a final scoring"),
        ("A: end -> fine", 4, "write `-> ok`, `-> illegal` or `-> illegal CATAN-ROAD-4`"),
        ("A hand 20 ore\nexpect deck 25", 4, "the position is not possible: the hands hold 20 ore"),
        ("A settlement I0 I3\nrefused CATAN-ROB-1", 5, "the position is refused for another reason"),
        ("refused CATAN-ROB-1", 4, "the position is accepted"),
        ("hand 2 ore", 4, "`hand` is not understood here"),
        ("A sheep 2", 4, "`sheep` is not understood after a seat"),
        ("expect A sheep 2", 4, "`sheep` is not understood of a seat"),
        ("expect wind", 4, "`wind` is not understood after expect"),
        ("expect D hand size x", 4, "`x` is not a number"),
        ("players 3\nexpect D hand size 0", 5, "seat D does not play"),
        ("expect deck 25\nA hand 1 ore", 5, "lines about the position come before the first step"),
        ("A hand 1 ore", 2, "the case expects nothing"),
        ("set discard_limits=9\nexpect deck 25", 4, "is not an option of catan"),
        ("supply 2 ore\nexpect deck 25", 4, "D hand all but 2 ore"),
        ("phase sleeping\nexpect deck 25", 4, "`sleeping` is not one of laying-out, "),
        ("expect events none", 4, "no step was done yet"),
        (
            "A: end\nexpect event {\"event\": \"rolled\"}",
            5,
            "no such event; the last step gave {\"event\":\"turn-ended\"",
        ),
        ("expect view A {\"seats\": {\"B\": {\"hand\": {}}}}", 4, "view.seats.B.hand: null, expected {}"),
        ("expect A legal exactly end", 4, ""),
        ("expect A legal exactly roll", 4, "the legal list of seat A is: end"),
    ] {
        let message = message(body);
        let start = format!("sample.cases:{line}: sample: ");
        if expected.is_empty() {
            assert_eq!(message, "", "{body}");
        } else {
            assert!(message.starts_with(&start) && message.contains(expected), "{body}\n{message}");
        }
    }
}

#[test]
fn failures_of_carcassonne_say_what_was_found() {
    for (game, body, line, expected) in [
        ("carcassonne", "expect A points 1", 4, "the points of seat A: 0, expected 1"),
        ("carcassonne", "expect A points 0 farms 0", 4, "points have no part `farms`"),
        ("carcassonne", "A sheep 2", 4, "`sheep` is not understood after a seat"),
        ("carcassonne", "expect A sheep 2", 4, "`sheep` is not understood of a seat"),
        ("carcassonne", "expect A goods nothing", 4, "`goods` is not understood of a seat"),
        ("carcassonne", "expect surveyors 0 0", 4, "`surveyors` is not understood after expect"),
        ("carcassonne", "road (0,0)", 4, "`road` is not understood here"),
        ("carcassonne", "set bonus=per_player", 4, "`bonus` is not an option of carcassonne"),
        ("carcassonne", "set players", 4, "`players` is not `option=value`"),
        (
            "carcassonne",
            "tiles U@(0,1)\nexpect stack 70",
            4,
            "to the north of (0,1), the tile would show road",
        ),
        (
            "carcassonne",
            "hand V\nexpect places (0,1)",
            5,
            "the places for the tile in hand: (-1,0) (1,0) (0,1), expected (0,1)",
        ),
        ("carcassonne", "expect places (0,1)", 4, "no tile is in hand; the phase is `drawing`"),
        ("carcassonne", "expect left 1 TB-01", 4, "the box has no tile TB-01"),
        ("carcassonne", "expect same (0,0).c1", 4, "at least two segments are compared"),
        ("carcassonne", "expect same (0,0).c1 (0,0).r1", 4, "are not all in the same feature"),
        ("carcassonne", "expect different (0,0).c1 (0,0).c1", 4, "are in the same feature"),
        ("carcassonne", "expect completed (5,5).c1", 4, "there is no (5,5).c1 on the table"),
        ("carcassonne", "expect free (0,0).x1", 4, "x1"),
        ("carcassonne", "expect lies U@(0,0)", 4, "what lies on (0,0): D@(0,0)r0, expected U@(0,0)r0"),
        ("carcassonne", "expect empty (0,0)", 4, "tile D lies on (0,0)"),
        ("carcassonne", "phase sleeping\nexpect stack 71", 4, "sleeping"),
        ("carcassonne", "phase deploying now", 4, "`deploying now` is not a phase"),
        ("carcassonne", "expect A legal none", 4, ""),
        ("traders-and-builders", "A builder (1,0).r1", 4, "write where it stands: `A builder on (1,0).r1`"),
        ("traders-and-builders", "A goods 2 beer", 4, "`beer` is not a kind of goods"),
        ("traders-and-builders", "expect A builder", 4, "write `builder on (1,0).r1` or `builder in-supply`"),
        ("traders-and-builders", "expect part 2", 4, "the part of the turn: 1, expected 2"),
        ("mayflower", "surveyors -1", 4, "two surveyors have two columns"),
        (
            "mayflower",
            "surveyors -1 0\nexpect surveyors 0 0",
            5,
            "the columns of the surveyors: -1 0, expected 0 0",
        ),
        ("mayflower", "expect A builder in-supply", 4, "`builder` is not understood of a seat"),
    ] {
        let text = format!("game {game}\ncase sample\nclauses CARC-TILE-1\n{body}\n");
        let failures = run_text("sample.cases", &text).failures;
        let message = failures.first().map(Failure::to_string).unwrap_or_default();
        let start =
            if expected.is_empty() { String::new() } else { format!("sample.cases:{line}: sample: ") };
        assert!(message.starts_with(&start) && message.contains(expected), "{body}\n{message}");
        assert_eq!(message.is_empty(), expected.is_empty(), "{message}");
    }
}

#[test]
fn failures_of_cities_and_knights_say_what_was_found() {
    for (body, line, expected) in [
        ("expect A basic I3", 4, "the basic knights of seat A: none, expected I3"),
        ("A strong active I3\nexpect A active none", 5, "the active knights of seat A"),
        ("A level trade 2\nexpect A level trade 3", 5, "the level of trade of seat A: 2, expected 3"),
        ("A cards 1 spy\nexpect A cards 1 smith", 5, "the hidden progress cards of seat A"),
        ("A cards 1 spy\nexpect A cards size 2", 5, "the number of hidden progress cards of seat A: 1"),
        ("A defenders 2\nexpect A points 2 defenders 2", 5, "points have no part `defenders`"),
        ("expect A left 3 castle", 4, "`castle` is not a piece; pieces are road, settlement, city, wall"),
        ("expect A has castle I3", 4, "`castle` is not a piece here"),
        ("expect metropolis trade I3", 4, "the metropolis of trade: nowhere, expected I3"),
        ("expect merchant A H3", 4, "the merchant: nobody, expected A H3"),
        ("expect robber free", 4, "whether the robber is free: no, expected yes"),
        ("expect deck trade 17", 4, "the trade deck: 18, expected 17"),
        ("expect number H0 3", 4, "the number on H0: 10, expected 3"),
        ("expect price trade 2 cloth", 4, "the price of trade: 1 cloth"),
        ("A basic I3\nexpect free I3", 5, "seat A has a piece on I3"),
        ("A settlement I3\nexpect free I3 I9", 5, "seat A has a piece on I3"),
        ("D hand all but 2 paper\nsupply 3 paper\nexpect turn 1", 5, "leave 2 paper in the supply, not 3"),
        ("A hand 5 paper\nD hand all but 8 paper\nexpect turn 1", 5, "5 paper are in hands already"),
        ("phase placing-deserter huge active", 4, "`huge` is not a strength"),
        ("phase retreating A I3 basic tired", 4, "`tired` is neither active nor inactive"),
        ("phase sleeping", 4, "`sleeping` is not one of laying-out, "),
        ("stage asleep", 4, "`asleep` is not one of before-roll, "),
        ("dice 3 4", 4, "`3 4` are not the event die and two dice"),
        ("B offers 1 ore for 1 wool to A", 4, "seat A is active; the others propose"),
        ("B accepted", 4, "there is no offer to answer"),
        ("A knights 2", 4, "`knights` is not understood after a seat"),
        ("largest-army A", 4, "`largest-army` is not understood here"),
        ("expect A knights 2", 4, "`knights` is not understood of a seat"),
        ("expect largest-army A", 4, "`largest-army` is not understood after expect"),
        ("A basic I3\nA settlement I3\nexpect turn 1", 5, "a building and a knight on"),
        ("E hand 1 ore", 4, "seat E is not one of the seats A to D"),
    ] {
        let text = format!("game cities-and-knights\ncase sample\nclauses CK-TURN-1\n{body}\n");
        let failures = run_text("sample.cases", &text).failures;
        let message = failures.first().map(Failure::to_string).unwrap_or_default();
        let start = format!("sample.cases:{line}: sample: ");
        assert!(message.starts_with(&start) && message.contains(expected), "{body}\n{message}");
    }
}

#[test]
fn files_that_are_no_case_files_are_refused_with_a_line() {
    for (text, line, expected) in [
        ("case a", 1, "begins with the game"),
        ("game chess", 1, "`chess` is not a game on the shelf"),
        ("game catan\nA hand 1 ore", 2, "belongs to no case"),
        ("game catan\n\ncase", 3, "a case has a name"),
        ("game catan\nagain b", 2, "`again` repeats the position of the case before"),
        ("game catan\ncase a\nexpect deck 25", 2, "a case names the clauses"),
    ] {
        let summary = run_text("sample.cases", text);
        assert_eq!(summary.to_string(), "0 passed, 1 failed");
        let failure = &summary.failures[0];
        assert!(failure.line == line && failure.error.to_string().contains(expected), "{failure}");
    }
}

#[test]
fn a_case_names_clauses_that_are_in_the_rulebook() {
    let text =
        "game catan\n\ncase a\nclauses CATAN-ROB-2 CATAN-ROB-99\nexpect deck 25\nagain b\nexpect deck 25\n";
    let failures = run_text("sample.cases", text).failures;
    let first = "sample.cases:4: a: the rulebook has no clause CATAN-ROB-99";
    assert_eq!(failures.iter().map(Failure::to_string).collect::<Vec<_>>()[0], first);
}

#[test]
fn again_can_leave_lines_out() {
    let start = "game catan\ncase a\nclauses CATAN-ROB-2\nA hand 1 ore\nA hand 1 wool\nB hand 1 ore\nexpect A hand size 2\n\
                 again b\n";
    let run = |body: &str| run_text("sample.cases", &(start.to_owned() + body));
    for body in [
        "without A hand 1 ore\nexpect A hand 1 wool\nexpect B hand 1 ore\n",
        "without  A  hand\nexpect A hand nothing\nexpect B hand 1 ore\n",
        "without B\nA hand 1 brick\nexpect A hand size 3\nexpect B hand nothing\n",
    ] {
        assert_eq!(run(body).to_string(), "2 passed, 0 failed", "{body}: {:?}", run(body).failures);
    }
    for body in ["without A ore\n", "without\n", "without A han\n", "D hand 1 ore\nwithout D hand\n"] {
        let failure = run(body).failures.remove(0);
        assert!(failure.to_string().contains("no line that `again` took over begins with"), "{failure}");
    }
}

#[test]
fn a_deck_can_be_empty() {
    let text = "game cities-and-knights\ncase a\nclauses CK-PROG-13\ndeck science trade empty\nA cards 1 smith\nactive D\n\
                expect deck science 0 trade 0 politics 18\nexpect A cards 1 smith\nexpect D cards size 0\n";
    let summary = run_text("sample.cases", text);
    assert_eq!(summary.to_string(), "1 passed, 0 failed", "{:?}", summary.failures);
}

#[test]
fn the_final_scoring_is_a_step() {
    let text = "game carcassonne\ncase a\nclauses CARC-FINAL-3\ntiles U@(1,0)r1\nA on (1,0).r1\nfinal-scoring\n\
                expect A points 2 roads 2\nexpect over A\nexpect events scored over\n";
    let summary = run_text("sample.cases", text);
    assert_eq!(summary.to_string(), "1 passed, 0 failed", "{:?}", summary.failures);
}

#[test]
fn a_position_can_be_had_before_and_after_steps() {
    let text = "game catan\ncase a\nclauses CATAN-ROB-2\nA hand 1 ore\nA? roll -> illegal\nA: end\nexpect active B\nB: roll\n";
    let case = &parse("sample.cases", text).unwrap()[0];
    let active = |steps| position(case, steps).unwrap().view(game::Viewer::Spectator)["active"].clone();
    assert_eq!((active(0), active(1)), ("A".into(), "B".into()));
    assert_eq!(position(case, 9).unwrap().turn(), game::Turn::Chance("dice".to_owned()));
}

#[test]
fn again_repeats_the_position_but_not_what_followed() {
    let text = "game catan\ncase a\nclauses CATAN-ROB-2\nA hand 1 ore\nexpect A hand 1 ore\nA: end\n\
                again b\nclauses CATAN-ROB-2\nB hand 1 ore # and more\nexpect A hand 1 ore\nexpect B hand 1 ore\nexpect active A\n";
    assert_eq!(run_text("sample.cases", text).to_string(), "2 passed, 0 failed");
}
