//! Puzzles without a server: today's of each game, solved at the board, and the browser keeps how far its visitor has come.

use crate::browser::{Window, visitor};
use present::puzzles::Posed;
use shelf::GameKind;

#[test]
fn puzzles_are_solved_and_their_progress_is_kept() {
    let mut window = Window::open(visitor());
    let page = window.page("/puzzles");
    assert!(
        page.contains("href=\"?/puzzles/carcassonne/") && page.contains("href=\"?/puzzles/catan/"),
        "{page}"
    );
    assert!(!page.contains("id=\"puzzle-rating\""), "nobody is rated here");
    let posed = Posed::of(GameKind::Carcassonne, 1).expect("a puzzle");
    let here = posed.address();
    let act = format!("{here}/act");
    let answer = |window: &mut Window, action: &str| {
        let done = window.post(&act, &[("seq", "0"), ("id", "x"), ("action", action)]);
        assert_eq!(done.location.as_deref(), Some(&*here), "{action}");
        window.page(&here)
    };
    let page = answer(&mut window, &posed.puzzle.rivals[0].action);
    assert!(page.contains("class=\"lesson-answer\"") && !page.contains("data-wanted"), "{page}");
    let page = answer(&mut window, &posed.puzzle.best);
    assert!(page.contains("class=\"lesson-answer good\"") && page.contains("data-wanted"), "{page}");
    let mut later = Window::open(window.database.clone());
    assert!(later.page(&here).contains("data-wanted"), "another page goes on where this one was");
    assert!(later.get(&format!("{here}/board.svg")).body.starts_with("<svg"));
    assert_eq!(later.get("/puzzles/carcassonne/9999").status, 404);
}
