//! The coach: the costliest decisions with the costs of all actions, and a result that is kept as a text.

use analysis::fit::record;
use analysis::{Coached, Effort, Mark, coach};
use carcassonne::Carcassonne;
use catan::Catan;
use game::{Seat, Seed};

fn coached(text: &str) -> Coached {
    coach(text.as_bytes(), &Effort::default(), &|| true).expect("the game is over")
}

/// Games of Catan between bots that make mistakes.
fn catan_games() -> impl Iterator<Item = Coached> {
    (0..3).map(|seed| coached(&record::<Catan>(&["beginner", "beginner"], Seed(seed)).to_string()))
}

/// Checks what exercises rely on; returns their number.
fn answers_hold(coached: &Coached) -> usize {
    for point in &coached.turning_points {
        let (decision, list) = (&point.decision, &point.answers.list);
        let cost = |action: &str| list.iter().find(|it| it.action == action).map(|it| it.cost);
        assert!(Mark::of(decision.cost).is_some());
        assert_eq!(cost(&decision.action), Some(decision.cost), "what was played costs what the split says");
        assert_eq!(cost(&decision.best), Some(0.0), "the best costs nothing: {decision:?}");
        assert!(list.windows(2).all(|two| two[0].cost >= two[1].cost), "the best is the first");
        for answer in list {
            let played = point.position.check(decision.seat, &answer.action);
            assert!(played.is_ok() && answer.cost <= 0.0, "{answer:?}: {played:?}");
        }
    }
    coached.turning_points.len()
}

#[test]
fn every_answer_has_a_cost_that_agrees_with_the_split() {
    let random = ["random", "random"];
    assert!(answers_hold(&coached(&record::<Carcassonne>(&random, Seed(4)).to_string())) > 5);
    let points: usize = catan_games().map(|game| answers_hold(&game)).sum();
    assert!(points > 5, "{points}");
}

/// An action that leaves the best one for later in the turn is not judged by the position right after it.
#[test]
fn what_an_answer_leaves_for_later_in_the_turn_is_not_lost() {
    let mut free = 0;
    for game in catan_games() {
        for point in &game.turning_points {
            let decision = &point.decision;
            for answer in point.answers.list.iter().filter(|it| it.action != decision.best) {
                let mut next = point.position;
                let done = next.play(decision.seat, &answer.action);
                let still = done.is_ok()
                    && next.turns() == point.position.turns()
                    && next.check(decision.seat, &decision.best).is_ok();
                free += usize::from(still && answer.cost > -0.02);
            }
        }
    }
    assert!(free > 0, "nothing can be done before the best action");
}

#[test]
fn a_result_names_nobody_and_comes_back_from_its_text() {
    let mut game = record::<Carcassonne>(&["random", "random"], Seed(4));
    game.header.seats = vec![Some("Zebedee".to_owned()), Some("Ada".to_owned())];
    let text = game.to_string();
    assert!(text.contains("Zebedee"));
    let coached = coached(&text);
    let document = coached.document();
    assert!(!document.contains("Zebedee") && !format!("{coached:?}").contains("Zebedee"));
    let back = Coached::read(&document, text.as_bytes()).expect("it is current");
    assert_eq!(back.document(), document);
    assert_eq!(back.turning_points, coached.turning_points);
    assert_eq!(back.exercises(Seat::A).count(), coached.exercises(Seat::A).count());
    for damaged in [&document[..document.len() / 2], "", "{}", "null"] {
        assert!(Coached::read(damaged, text.as_bytes()).is_none());
    }
    let old = document.replacen("\"version\":1", "\"version\":0", 1);
    assert!(Coached::read(&old, text.as_bytes()).is_none(), "another version");
    let foreign = document.replacen(&coached.analysis.estimator, "0123456789abcdef", 1);
    assert!(Coached::read(&foreign, text.as_bytes()).is_none(), "another estimator");
    let other = record::<Catan>(&["random", "random"], Seed(5)).to_string();
    assert!(Coached::read(&document, other.as_bytes()).is_none(), "another game");
    assert!(Coached::read(&document, b"no record").is_none());
}
