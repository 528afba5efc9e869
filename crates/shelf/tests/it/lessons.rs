//! Lessons: each can be solved, is short, and judges moves.

use shelf::{Attempt, GameKind, Lesson, cases};

fn lessons() -> impl Iterator<Item = &'static Lesson> {
    GameKind::ALL.iter().filter_map(|&game| Lesson::of(game))
}

#[test]
fn every_game_has_a_lesson_of_a_few_minutes() {
    assert_eq!(lessons().count(), 5, "the sample game has none");
    for lesson in lessons() {
        let text = Lesson::text(lesson.game).unwrap();
        let summary = cases::run_text("lesson.cases", text);
        assert!(summary.failures.is_empty() && summary.passed > 1, "{}: {summary}", lesson.game);
        assert!((8..=18).contains(&lesson.steps.len()), "{}: {} steps", lesson.game, lesson.steps.len());
        let acts = lesson.steps.iter().filter(|step| step.action.is_some()).count();
        assert!(2 * acts > lesson.steps.len(), "{}: a lesson teaches by doing", lesson.game);
        let mut names: Vec<&str> = lesson.steps.iter().map(|step| step.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), lesson.steps.len(), "{}: names are unique", lesson.game);
        assert!(!names.contains(&"end"), "the end has that name");
        assert!(lesson.end.position.outcome().is_some(), "{}: the lesson plays to an end", lesson.game);
    }
}

#[test]
fn each_step_asks_for_one_move_and_answers_others() {
    for lesson in lessons() {
        for step in &lesson.steps {
            let name = format!("{} {}", lesson.game, step.name);
            assert!(!step.clauses.is_empty(), "{name} cites no clause");
            let expected = step.action.as_deref().unwrap_or("continue");
            assert_eq!(step.judge(expected), Attempt::Expected, "{name}");
            if let Some(action) = &step.action {
                assert_eq!(step.scene.position.check(Lesson::SEAT, action), Ok(()), "{name}");
            }
            for (wrong, answer) in &step.mistakes {
                assert_eq!(step.judge(wrong), Attempt::Mistake(answer), "{name}");
            }
            assert!(matches!(step.judge("no move"), Attempt::Refused(_)), "{name}");
        }
    }
}

#[test]
fn a_broken_lesson_is_refused_with_its_line() {
    let lesson = |lines: &str| {
        let text = format!("game catan\ncase x\nclauses CATAN-PROD-1\nphase before-roll\n{lines}\n");
        Lesson::read("x", &text).map_err(|failure| failure.to_string())
    };
    assert_eq!(lesson("step roll CATAN-PROD-1\nA: roll").unwrap().steps.len(), 1);
    for (lines, expected) in [
        ("step roll CATAN-PROD-99\nA: roll", "x:5: x: "),
        ("step roll\nA: end", "x:6: x: "),
        ("step roll\nmistake end -> late\nA: roll", "x:6: x: "),
        ("step roll\nmistake roll late\nA: roll", "x:6: x: "),
        ("step Roll\nA: roll", "x:5: x: "),
        ("look trade\nA: roll", "x:5: x: "),
        ("A: roll", "x:2: "),
    ] {
        let failure = lesson(lines).unwrap_err();
        assert!(failure.starts_with(expected), "{failure}");
    }
    assert!(Lesson::read("x", "").is_err());
}
