//! The puzzles of the program: each is a position of the rules in which the best action stands out, by other chance than that of the
//! miner too.

use analysis::mine::measure_again;
use analysis::puzzle::{Puzzle, read};
use analysis::report::Mark;
use game::Seed;
use shelf::{GameKind, of_kind};

/// The games with puzzles.
fn games() -> impl Iterator<Item = GameKind> {
    GameKind::ALL.iter().copied().filter(|kind| kind.name() != "kerbe")
}

/// The fewest puzzles of a game.
const LEAST: usize = 50;

#[test]
fn every_game_has_puzzles_that_fit_the_rules() {
    for kind in games() {
        let puzzles = Puzzle::built_in(kind);
        assert!(puzzles.len() >= LEAST, "{kind}: {}", puzzles.len());
        let mut ids: Vec<u64> = puzzles.iter().map(Puzzle::id).collect();
        for puzzle in puzzles {
            let point = puzzle.point().unwrap_or_else(|| panic!("{kind}, game {}: no position", puzzle.from));
            assert!(point.decision.choices >= 4, "{kind}, game {}", puzzle.from);
            for rival in &puzzle.rivals {
                let legal = point.position.check(puzzle.seat, &rival.action);
                assert!(legal.is_ok(), "{kind}, game {}: {legal:?}", puzzle.from);
                assert!(!point.position.is_same_action(&rival.action, &puzzle.best));
                // An exercise takes only the best for an answer.
                assert!(Mark::of(rival.cost).is_some(), "{kind}, game {}: {rival:?}", puzzle.from);
            }
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), puzzles.len(), "{kind}: each position once");
        let days: std::collections::BTreeSet<_> =
            (0..puzzles.len() as u64).filter_map(|day| Puzzle::of_day(kind, day)).collect();
        assert_eq!(days.len(), puzzles.len(), "{kind}: each has its day");
    }
}

/// The rollouts still prefer the best action, with chance of their own: a sample, or with `NEULAND_PUZZLES=50` so many of each game.
#[test]
fn the_search_still_prefers_the_best_action() {
    let wanted = std::env::var("NEULAND_PUZZLES").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    for kind in games() {
        let puzzles = Puzzle::built_in(kind);
        let step = (puzzles.len() / wanted).max(1);
        for puzzle in puzzles.iter().step_by(step).take(wanted) {
            let measured = of_kind!(kind, G => measure_again::<G>(puzzle, Seed(7), 1_500, 1));
            let near: Vec<_> = measured
                .expect("the budget is enough")
                .into_iter()
                .filter(|it| it.cost > 2.0 * it.error)
                .collect();
            assert!(near.is_empty(), "{kind}, game {}: {near:?} beside {}", puzzle.from, puzzle.best);
        }
    }
}

#[test]
fn a_file_that_was_cut_off_has_the_puzzles_before() {
    let puzzle = &Puzzle::built_in(GameKind::Carcassonne)[0];
    let line = serde_json::to_string(puzzle).expect("JSON");
    let text = format!("# tried 3\n{line}\n\n{}", &line[..line.len() / 2]);
    assert_eq!(read(&text), std::slice::from_ref(puzzle));
}
