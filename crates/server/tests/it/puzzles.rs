//! Puzzles over HTTP: a page a day, solved by forms alone, and ratings from attempts that are kept and forgotten.

use analysis::Puzzle;
use present::puzzles::Posed;
use shelf::GameKind;
use testkit::{Browser, RunningServer};

const PASSWORD: &str = "correct+horse+battery";

/// The games that have puzzles.
fn games() -> impl Iterator<Item = GameKind> {
    GameKind::ALL.iter().copied().filter(|&kind| !Puzzle::built_in(kind).is_empty())
}

fn form(action: &str) -> String {
    format!("seq=0&id=x&action={}", action.replace('+', "%2B").replace(' ', "+"))
}

/// A listed action that is not the best one, without a figure if there is such an action.
fn wrong(posed: &Posed) -> String {
    let (position, seat) = (&posed.point.position, posed.point.decision.seat);
    let compared = |action: &String| {
        posed.point.answers.list.iter().any(|it| position.is_same_action(&it.action, action))
    };
    let listed = position.legal_actions(seat);
    let plain = listed.iter().find(|action| !compared(action));
    plain.cloned().unwrap_or_else(|| posed.puzzle.rivals[0].action.clone())
}

#[test]
fn a_puzzle_of_every_game_is_solved_at_the_table() {
    let running = RunningServer::start();
    let mut browser = Browser::new(&running);
    let today = browser.get("/puzzles").text();
    assert_eq!(games().count(), 5);
    for (kind, mode) in games().zip(["picture", "text"].into_iter().cycle()) {
        assert!(today.contains(&format!("href=\"/puzzles/{kind}/")), "{kind}: {today}");
        browser.send("POST", "/settings", &format!("back=/&lang=en&mode={mode}"));
        let posed = Posed::of(kind, 1).expect("a puzzle");
        let (here, best) = (posed.address(), &posed.puzzle.best);
        let page = browser.get(&here).text();
        assert!(page.contains("Find the best move") && !page.contains("data-wanted"), "{kind}: {page}");
        browser.submit(&format!("{here}/act"), &form(&wrong(&posed)));
        let page = browser.get(&format!("{here}/main")).text();
        assert!(page.contains("class=\"lesson-answer\"") && !page.contains("data-wanted"), "{kind}: {page}");
        browser.submit(&format!("{here}/act"), &form(best));
        let page = browser.get(&here).text();
        assert!(page.contains("class=\"lesson-answer good\""), "{kind}: {best}: {page}");
        assert!(page.contains("data-wanted") && page.contains("Next puzzle"), "{kind}: {page}");
        let board = browser.get(&format!("{here}/board.svg"));
        assert_eq!(board.header("content-type"), Some("image/svg+xml"), "{kind}");
        assert_eq!(browser.get(&format!("/puzzles/{kind}/0")).status, 404);
        assert_eq!(browser.get(&format!("/puzzles/{kind}/9999")).status, 404);
    }
    let illegal = format!("{}/act", Posed::of(GameKind::Carcassonne, 1).expect("a puzzle").address());
    assert_eq!(browser.send("POST", &illegal, &form("place (99,99)r0")).status, 422);
}

/// A browser with an account.
fn member(running: &RunningServer, name: &str) -> Browser {
    let mut browser = Browser::new(running);
    browser.send("POST", "/settings", "back=/&lang=en&mode=text");
    let (path, page) = browser.submit("/account/sign-up", &format!("name={name}&password={PASSWORD}"));
    assert_eq!(path, "/account?done=signed-up", "{page}");
    browser
}

#[test]
fn first_attempts_are_rated_and_go_with_the_account() {
    let running = RunningServer::start();
    let posed = Posed::of(GameKind::Carcassonne, 1).expect("a puzzle");
    let (here, best) = (posed.address(), form(&posed.puzzle.best));
    let rating = |page: &str| {
        let text = page.split("Your puzzle rating: ").nth(1)?;
        text.split('<').next()?.replace(',', "").parse::<i32>().ok()
    };
    let (mut ada, mut bob) = (member(&running, "Ada"), member(&running, "Bob"));
    ada.submit(&format!("{here}/act"), &best);
    let solved = rating(&ada.get(&here).text()).expect("her attempt counts");
    assert!(solved > 1500, "{solved}");
    bob.submit(&format!("{here}/act"), &form("show-hint"));
    bob.submit(&format!("{here}/act"), &best);
    let hinted = rating(&bob.get(&here).text()).expect("his attempt counts");
    assert!(hinted < 1500, "{hinted}");
    assert!(bob.get("/puzzles").text().contains("0 of 1 solved at the first attempt"));
    // Another browser of hers knows nothing of the attempt, and it counts once.
    let mut phone = Browser::new(&running);
    phone.send("POST", "/settings", "back=/&lang=en&mode=text");
    phone.submit("/account/sign-in", &format!("name=Ada&password={PASSWORD}"));
    phone.submit(&format!("{here}/act"), &form(&wrong(&posed)));
    let page = ada.get("/puzzles").text();
    assert!(page.contains("1 of 1 solved at the first attempt"), "{page}");
    // A guest solves it, too, and nothing is kept.
    let mut guest = Browser::new(&running);
    guest.send("POST", "/settings", "back=/&lang=en&mode=text");
    guest.submit(&format!("{here}/act"), &best);
    let page = guest.get(&here).text();
    assert!(page.contains("rating of the puzzle:") && rating(&page).is_none(), "{page}");
    // No game was played, so no other page has a rating.
    assert!(ada.get("/games").text().contains("id=\"ratings\""));
    assert!(!ada.get("/games").text().contains(">puzzles<"));
    for browser in [&mut ada, &mut bob] {
        browser.submit("/account/delete", &format!("sure=on&password={PASSWORD}"));
    }
    let page = guest.get(&here).text();
    assert!(!page.contains("rating of the puzzle:"), "their attempts are gone: {page}");
}
