//! The coach: the costliest decisions with the costs of all actions, and a result that is kept as a text.

use analysis::fit::record;
use analysis::{Coached, Effort, Mark, coach};
use carcassonne::Carcassonne;
use catan::Catan;
use game::{Seat, Seed};

fn coached(text: &str) -> Coached {
    coach(text.as_bytes(), &Effort::default(), &|| true).expect("the game is over")
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
    assert!(answers_hold(&coached(&record::<Catan>(&["random", "settler"], Seed(4)).to_string())) > 5);
}

/// A knight played, or an exchange made, before a settlement is built costs no settlement.
#[test]
fn what_an_answer_leaves_for_later_in_the_turn_is_not_lost() {
    let coached = coached(&record::<Catan>(&["random", "settler"], Seed(4)).to_string());
    let building = coached.turning_points.iter().filter(|it| {
        ["settlement", "city"].iter().any(|piece| it.decision.best.starts_with(piece))
            && it.answers.list.len() > 2
            && it.decision.turn > 0
    });
    let mut free = 0;
    for point in building {
        let after = |action: &str| {
            let mut next = point.position;
            next.play(point.decision.seat, action).ok().map(|_| next)
        };
        for answer in &point.answers.list {
            let Some(next) = after(&answer.action) else { continue };
            let still = next.turns() == point.position.turns()
                && next.check(point.decision.seat, &point.decision.best).is_ok();
            free += usize::from(still && answer.cost > -0.01 && answer.action != point.decision.best);
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
