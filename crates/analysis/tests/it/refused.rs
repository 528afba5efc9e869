//! Records that are not analysed, and those about which the estimate is unsure.

use analysis::fit::record;
use analysis::report::STEPS_MAX;
use analysis::{Analysis, AnalysisError, Effort, Model, Unsure, analyse};
use carcassonne::Carcassonne;
use game::Seed;

fn refusal(text: &str) -> String {
    analyse(text.as_bytes(), &Effort::default()).unwrap_err().to_string()
}

fn finished() -> String {
    record::<Carcassonne>(&["random", "random"], Seed(4)).to_string()
}

#[test]
fn only_a_finished_game_is_analysed() {
    let text = finished();
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..lines.len() - 2].join("\n");
    assert_eq!(analyse(cut.as_bytes(), &Effort::default()), Err(AnalysisError::Unfinished));
    assert!(refusal(&cut).contains("not over"), "{}", refusal(&cut));
}

#[test]
fn damaged_and_foreign_files_are_refused_with_their_line() {
    let text = finished();
    let foreign = refusal("1. e4 e5 2. Nf3\n");
    assert!(foreign.contains("line 1"), "{foreign}");
    let damaged = refusal(&text.replacen("\"do\"", "\"did\"", 1));
    assert!(damaged.contains("line "), "{damaged}");
    let moved = refusal(&text.replacen("place ", "place 99", 1));
    assert!(moved.contains("line "), "{moved}");
}

#[test]
fn a_record_that_is_too_long_is_refused_before_it_is_judged() {
    // A trade that is offered and taken back for ever never ends a turn.
    let opening = record::<catan::Catan>(&["settler", "settler"], Seed(1)).to_string();
    let lines: Vec<&str> = opening.lines().collect();
    let kinds = ["brick", "grain", "lumber", "ore", "wool"];
    let offers: Vec<String> = kinds
        .iter()
        .flat_map(|give| kinds.iter().map(move |want| format!("offer 1 {give} for 1 {want} to B")))
        .collect();
    let offered = shelf::replay::replay(opening.as_bytes()).unwrap().find_map(|position| {
        let position = position.unwrap();
        let offer = offers.iter().find(|offer| position.game.check(game::Seat::A, offer).is_ok())?;
        let step = |action: &str| format!("\n{{\"seat\":\"A\",\"do\":\"{action}\"}}");
        let pair = step(offer) + &step("withdraw");
        Some(lines[..position.line as usize].join("\n") + &pair.repeat(STEPS_MAX / 2 + 1))
    });
    let text = offered.expect("seat A can offer something");
    assert_eq!(analyse(text.as_bytes(), &Effort::default()), Err(AnalysisError::TooLong));
}

fn analysed(text: &str) -> Analysis {
    analyse(text.as_bytes(), &Effort { listed: 2, ..Effort::default() }).unwrap()
}

#[test]
fn the_estimate_is_unsure_of_what_it_was_not_fitted_to() {
    assert_eq!(analysed(&finished()).unsure, []);
    let options = carcassonne::Options { farmers: false, ..carcassonne::Options::default() };
    let mut game = shelf::AnyGame::from(Carcassonne::new(&options));
    let (mut recorder, mut choice) = (shelf::Recorder::new(&game), Seed(2).substream("choice", 0));
    while let Some(step) = game.random_step(Seed(2), &mut choice) {
        game.apply(&step).unwrap();
        recorder.push(step);
    }
    let unsure = analysed(&recorder.finish(&game).to_string()).unsure;
    assert_eq!(unsure, [Unsure::Options(vec!["farmers".to_owned()])]);
}

#[test]
fn the_coefficients_are_those_of_their_hash() {
    let model = Model::built_in();
    assert_eq!(model.hash, Model::hash_of(&model.fitted));
    for &kind in shelf::GameKind::ALL.iter().filter(|kind| kind.name() != "kerbe") {
        for seats in shelf::of_kind!(kind, G => <G as game::Game>::SEATS) {
            let fitted = model.fitted.iter().any(|it| it.game == kind.name() && it.seats == seats);
            assert!(fitted, "{kind} with {seats} seats");
        }
    }
}
