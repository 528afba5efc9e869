//! The coach without a server: the result is found by a worker, kept beside the game, and its pages answered.

use crate::browser::{Window, visitor};
use game::Seed;
use shelf::{AnyGame, GameKind, Recorder};

/// A record of random actions.
fn record(most: usize) -> String {
    let mut game = AnyGame::with_options(GameKind::Carcassonne, []).unwrap();
    let (mut recorder, mut choice) = (Recorder::new(&game), Seed(3).substream("choice", 0));
    for _ in 0..most {
        let Some(step) = game.random_step(Seed(3), &mut choice) else { break };
        game.apply(&step).unwrap();
        recorder.push(step);
    }
    recorder.finish(&game).to_string()
}

/// Opens a record; returns its address.
fn bring(window: &mut Window, text: &str) -> String {
    window.post("/replay", &[("text", text)]).location.expect("a record")
}

#[test]
fn a_game_is_looked_at_once_and_its_result_kept_beside_it() {
    let mut window = Window::open(visitor());
    let base = bring(&mut window, &record(usize::MAX));
    let replay = window.page(&format!("{base}/0"));
    assert!(replay.contains(&format!("href=\"?{base}/coach\"")), "the replay leads to the coach");
    assert!(window.page(&format!("{base}/coach")).contains("role=\"status\""));
    assert!(window.page(&format!("{base}/coach")).contains("role=\"status\""), "asked again, it goes on");
    assert_eq!(window.coached.len(), 1, "one worker looks at it");
    assert!(window.let_coach_look() && window.renewed == 1, "the page is shown anew");
    let page = window.page(&format!("{base}/coach"));
    assert!(page.contains("class=\"turning\"><li"), "{page}");
    // Another page begins with what the browser has kept.
    let mut later = Window::open(window.database.clone());
    assert_eq!(later.page(&format!("{base}/coach")), page);
    assert!(later.coached.is_empty(), "nothing is looked at twice");
    let card = later.get(&format!("{base}/coach/card.svg"));
    assert_eq!((card.status, card.content_type), (200, "image/svg+xml"));
    let picture = page.split("data-picture=\"?").nth(1).unwrap().split('"').next().unwrap();
    let picture = later.get(&picture.replace("&amp;", "&"));
    assert!(picture.body.starts_with("<svg"), "{}", picture.body);
    // What cannot be read is found anew.
    let mut damaged = window.database.clone();
    let kept = damaged.values.iter_mut().find(|(key, _)| key.starts_with("record/coach/")).unwrap();
    kept.1.truncate(100);
    let mut anew = Window::open(damaged);
    assert!(anew.page(&format!("{base}/coach")).contains("role=\"status\""));
    assert!(anew.let_coach_look());
    assert_eq!(anew.page(&format!("{base}/coach")), page);
}

#[test]
fn mistakes_are_exercises_and_their_progress_is_kept() {
    let mut window = Window::open(visitor());
    let base = bring(&mut window, &record(usize::MAX));
    window.page(&format!("{base}/coach"));
    assert!(window.let_coach_look());
    let seat =
        if window.get(&format!("{base}/coach/A")).location.unwrap().ends_with("/A/1") { "A" } else { "B" };
    let here = format!("{base}/coach/{seat}/1");
    assert!(window.page(&here).contains("id=\"lesson\""));
    let (status, answer) = window.send(&format!("{here}/act"), &[("action", "place (90,90)r0")]);
    assert!((400..500).contains(&status) && answer["message"].is_string(), "{answer}");
    let (status, answer) = window.send(&format!("{here}/act"), &[("action", "show-solution")]);
    assert_eq!((status, &answer["seq"]), (200, &1.into()));
    let mut later = Window::open(window.database.clone());
    assert!(later.page(&format!("{here}/main")).contains("id=\"exercise-"), "the solution is still there");
    assert!(later.get(&format!("{base}/coach/{seat}")).location.unwrap().ends_with("/2"), "the next is open");
    assert_eq!(later.post(&format!("{base}/coach/{seat}/again"), &[]).location, Some(here));
    for missing in ["coach/A/0", "coach/A/999", "coach/Z", "coach/A/1/else", "coach/board/0.svg"] {
        assert_eq!(later.get(&format!("{base}/{missing}")).status, 404, "{missing}");
    }
}

#[test]
fn what_cannot_be_looked_at_is_said() {
    let mut window = Window::open(visitor());
    let base = bring(&mut window, &record(12));
    assert!(!window.page(&format!("{base}/0")).contains("/coach\""), "no link leads to it");
    assert!(window.page(&format!("{base}/coach")).contains("role=\"alert\""));
    assert_eq!(window.get(&format!("{base}/coach/A/1")).status, 404);
    // A worker that failed says so once, and may be tried again.
    let base = bring(&mut window, &record(usize::MAX));
    window.page(&format!("{base}/coach"));
    let (key, _) = window.coached.pop_front().unwrap();
    let effects = window.site.coached(&key, None, 0);
    window.carry_out(effects);
    assert!(window.page(&format!("{base}/coach")).contains("role=\"alert\""));
    assert!(window.page(&format!("{base}/coach")).contains("role=\"status\""));
    assert_eq!(window.coached.len(), 1);
    // While a table plays, nothing of it is told.
    let table = window.begin("carcassonne", &[("seat-A", "me"), ("seat-B", "bot:random")]);
    assert_eq!(window.get(&format!("{table}/coach")).status, 403);
}
