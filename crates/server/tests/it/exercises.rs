//! Learning from mistakes over HTTP: the costly decisions of a finished game are made better by forms alone.

use crate::replay::record;
use analysis::{Answer, Answers, Cause, Decision, TurningPoint};
use game::{Seed, Viewer};
use pages::{ExerciseCard, ExerciseEnd, ExerciseState, Reader};
use present::exercises::with_page;
use present::scene::{Scene, seats_of};
use shelf::{AnyGame, GameKind, Timeline};
use testkit::{Browser, RunningServer, worlds};

/// A browser that reads in this language and mode.
fn reader(running: &RunningServer, lang: &str, mode: &str) -> Browser {
    let mut browser = Browser::new(running);
    browser.send("POST", "/settings", &format!("back=/&lang={lang}&mode={mode}"));
    browser
}

/// Opens a record, and waits for the coach; returns its address and the coach's page.
fn coached(running: &RunningServer, browser: &mut Browser, record: &str) -> (String, String) {
    let mut client = running.client();
    let reply = client.send("POST", "/replay", Some("application/x-ndjson"), record.as_bytes());
    let base = reply.header("location").expect("a record").to_owned();
    loop {
        let reply = browser.get(&format!("{base}/coach"));
        if reply.header("refresh").is_none() {
            return (base, reply.text());
        }
    }
}

/// The body of a form with an answer, as the page sends it.
fn form(action: &str) -> String {
    format!("seq=0&id=x&action={}", action.replace('+', "%2B").replace(' ', "+"))
}

/// The action of the first button with this attribute.
fn marked(page: &str, attribute: &str) -> Option<String> {
    let rest = page.split(&format!(" {attribute} data-action=\"")).nth(1)?;
    Some(rest.split('"').next()?.replace("&amp;", "&"))
}

/// The seat, the number of exercises, and the links to them on the coach's page.
fn sets(page: &str, base: &str) -> Vec<String> {
    let begin = format!("href=\"{base}/coach/");
    let links = page.split(&begin).skip(1).filter_map(|rest| rest.split('"').next());
    // The card has a link of its own.
    links.filter(|it| it.len() == 1).map(str::to_owned).collect()
}

/// The number of the position that an exercise shows, from the link to it in its solution.
fn position(page: &str, base: &str) -> usize {
    let begin = format!("href=\"{base}/");
    let at = page.split(&begin).filter_map(|rest| rest.split_once("?eyes=")?.0.parse().ok()).next();
    at.expect("a solution leads to its position")
}

#[test]
fn mistakes_of_every_game_are_made_better_by_forms_alone() {
    let running = RunningServer::start();
    for (kind, lang, mode) in [
        (GameKind::Carcassonne, "en", "picture"),
        (GameKind::TradersAndBuilders, "de", "text"),
        (GameKind::Mayflower, "en", "text"),
    ] {
        let text = record(kind, 5, usize::MAX);
        let mut browser = reader(&running, lang, mode);
        let (base, page) = coached(&running, &mut browser, &text);
        let (_, timeline, _) = Timeline::read(text.as_bytes()).unwrap();
        let sets = sets(&page, &base);
        assert!(!sets.is_empty(), "{kind}: random play has mistakes: {page}");
        for seat in &sets {
            let first = browser.get(&format!("{base}/coach/{seat}"));
            assert_eq!(first.header("location"), Some(&*format!("{base}/coach/{seat}/1")), "{kind}");
            let here = format!("{base}/coach/{seat}/1");
            // Another browser looks at the solution, and this one knows nothing of it.
            let mut other = reader(&running, lang, mode);
            assert_eq!(other.send("POST", &format!("{here}/act"), &form("show-solution")).status, 303);
            let solution = other.get(&here).text();
            let best = marked(&solution, "data-wanted").expect("a button of the best action");
            let at = position(&solution, &base);
            let played = match &timeline.steps()[at] {
                game::record::Step::Action { seat: by, action } if by.to_string() == *seat => action.clone(),
                step => panic!("{kind}: {step:?} is no decision of {seat}"),
            };
            let page = browser.get(&here).text();
            assert!(!page.contains("data-wanted") && !page.contains("lesson-answer"), "{kind}: {page}");
            let (led, _) = browser.submit(&format!("{here}/act"), &form(&played));
            assert_eq!(led, here);
            let page = browser.get(&here).text();
            assert!(page.contains("class=\"lesson-answer\""), "{kind}: what was played costs too much");
            assert!(!page.contains("data-wanted"), "{kind}: it goes on");
            browser.submit(&format!("{here}/act"), &form("show-hint"));
            let page = browser.get(&here).text();
            assert!(!page.contains("value=\"show-hint\"") && !page.contains("data-wanted"), "{kind}");
            browser.submit(&format!("{here}/act"), &form(&best));
            let page = browser.get(&here).text();
            assert!(page.contains("class=\"lesson-answer good\""), "{kind}: {best} is the best: {page}");
            assert_eq!(marked(&page, "data-wanted"), Some(best), "{kind}");
            assert!(page.contains("<progress max=\"") && page.contains("value=\"1\""), "{kind}");
        }
    }
}

#[test]
fn an_exercise_goes_on_to_the_next_and_begins_anew() {
    let running = RunningServer::start();
    let mut browser = reader(&running, "en", "text");
    let text = record(GameKind::Carcassonne, 7, usize::MAX);
    let (base, page) = coached(&running, &mut browser, &text);
    let set = format!("{base}/coach/{}", sets(&page, &base)[0]);
    let page = browser.get(&format!("{set}/1")).text();
    let count: usize =
        page.split("Exercise 1 of ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    assert!(count > 1, "random play has many mistakes");
    for n in 1..=count {
        let open = browser.get(&set);
        assert_eq!(open.header("location"), Some(&*format!("{set}/{n}")), "the first open one");
        browser.submit(&format!("{set}/{n}/act"), &form("show-solution"));
        let page = browser.get(&format!("{set}/{n}")).text();
        let next = format!("href=\"{set}/{}\"", n + 1);
        assert_eq!(page.contains(&next), n < count, "exercise {n} of {count}");
    }
    let page = browser.get(&format!("{set}/{count}")).text();
    assert!(page.contains("solved: 0") && page.contains(&format!("action=\"{set}/again\"")), "{page}");
    let (led, _) = browser.submit(&format!("{set}/again"), "");
    assert_eq!(led, format!("{set}/1"));
    assert!(!browser.get(&led).text().contains("data-wanted"), "it is open again");
}

#[test]
fn answers_without_a_figure_change_nothing_and_say_why() {
    let running = RunningServer::start();
    let mut browser = reader(&running, "en", "text");
    let text = record(GameKind::Carcassonne, 7, usize::MAX);
    let (base, page) = coached(&running, &mut browser, &text);
    let here = format!("{base}/coach/{}/1", sets(&page, &base)[0]);
    for (wrong, status) in [("place (90,90)r0", 409..500), ("nonsense", 400..500), ("", 400..500)] {
        let reply = browser.submit_in_place(&format!("{here}/act"), &form(wrong));
        assert!(status.contains(&reply.status), "{wrong}: {} {}", reply.status, reply.text());
        assert!(reply.json()["message"].as_str().is_some_and(|it| it.len() > 10), "{wrong}");
        assert!(!browser.get(&here).text().contains("lesson-answer"), "{wrong}");
    }
    for missing in ["/coach/A/0", "/coach/A/999", "/coach/F/1", "/coach/Z", "/coach/A/x", "/coach/A/1/else"] {
        assert_eq!(browser.get(&format!("{base}{missing}")).status, 404, "{missing}");
    }
    assert_eq!(browser.get("/r/0123456789abcdef/coach/A/1").status, 404);
    let json = browser.submit_in_place(&format!("{here}/act"), &form("show-hint")).json();
    assert_eq!((json["ok"].as_bool(), json["seq"].as_u64()), (Some(true), Some(1)));
    assert!(browser.get(&format!("{here}/main")).text().starts_with("<main id=\"main\""));
}

/// Two games that a seat cannot tell apart give it the same exercise, before and after its solution.
#[test]
fn an_exercise_shows_what_its_seat_could_see() {
    let text = record(GameKind::Catan, 3, 400);
    let (_, timeline, _) = Timeline::read(text.as_bytes()).unwrap();
    let reader = Reader::default();
    let names = ["Ada".to_owned(), "Ben".to_owned()];
    let seats = seats_of(&names);
    let mut draws = Seed(1).substream("worlds", 0);
    let mut compared = 0;
    for (n, step) in timeline.steps().iter().enumerate() {
        let game::record::Step::Action { seat, action } = step else { continue };
        let scene = Scene::of_record(&timeline, n).unwrap();
        let AnyGame::Catan(catan) = &scene.position else { panic!("another game") };
        let other = worlds::of_catan(catan, Viewer::Seat(*seat), &mut draws).map(AnyGame::from);
        let Some(there) = other.filter(|it| *it != scene.position && compared < 40) else { continue };
        compared += 1;
        let other = Scene::of_record(&timeline, n).map(|it| Scene { position: there, ..it }).unwrap();
        let decision = Decision {
            step: n + 1,
            turn: 1,
            seat: *seat,
            action: action.clone(),
            choices: 2,
            known: 0.5,
            best: action.clone(),
            cost: -0.1,
            error: None,
            mark: None,
        };
        let list = vec![Answer { action: action.clone(), cost: -0.1 }];
        let answers = Answers { kind: Cause::Other, list };
        let point = TurningPoint {
            decision,
            position: scene.position,
            reasons: Vec::new(),
            answers,
            then: Vec::new(),
        };
        for end in [None, Some(ExerciseEnd::Shown)] {
            let states = [ExerciseState { end, last: Some(0), ..ExerciseState::default() }];
            let card = ExerciseCard {
                base: "/t/a/coach/A",
                coach: "/t/a/coach",
                replay: "/t/a/replay",
                at: 1,
                states: &states,
                point: &point,
                puzzle: None,
            };
            let page = |scene: &Scene| {
                with_page(scene, &seats, card.clone(), &reader, "", |page| pages::table(page).into_string())
            };
            assert_eq!(page(&scene), page(&other), "position {n}");
        }
    }
    assert!(compared > 10, "only {compared} positions hide something");
}
