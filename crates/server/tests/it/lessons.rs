//! Lessons over HTTP: each is solved by forms alone in both languages, keeps its place, and takes no harm from strangers.

use pages::Lang;
use shelf::{GameKind, Lesson, LessonStep};
use testkit::{Browser, RunningServer, hidden};

/// The form of a move, as the page of its step sends it.
fn form(at: usize, action: &str) -> String {
    format!("seq={at}&id=x&action={}", action.replace(' ', "+"))
}

/// Looks at the page of a step in text mode, answers its mistakes, and makes its move.
fn take(browser: &mut Browser, lesson: &Lesson, step: &LessonStep, at: usize, lang: Lang) {
    let here = format!("/learn/{}", lesson.game);
    let name = format!("{} {} {lang}", lesson.game, step.name);
    let page = browser.get(&here).text();
    assert_eq!(hidden(&page, "seq"), at.to_string(), "{name}");
    assert!(page.contains("data-wanted"), "{name}: nothing shows what to press");
    let words = page.split("class=\"lesson-words\"").nth(1).unwrap();
    for id in &step.clauses {
        assert!(words.contains(&format!("/rules/{id}")), "{name}: no link to {id}");
    }
    for (wrong, mistake) in &step.mistakes {
        let reply = browser.send("POST", &format!("{here}/act"), &form(at, wrong));
        assert_eq!(reply.status, 422, "{name}: {wrong}");
        let answer = pages::lesson_answer(lang, lesson, step, Some(mistake));
        assert!(answer.len() > 10, "{name}: {mistake} has no words");
        let reply = browser.submit_in_place(&format!("{here}/act"), &form(at, wrong));
        assert_eq!(reply.json()["message"], answer, "{name}");
        assert_eq!(hidden(&browser.get(&here).text(), "seq"), at.to_string(), "{name}: the step stays");
    }
    let action = step.action.as_deref().unwrap_or("continue");
    let (led, _) = browser.submit(&format!("{here}/act"), &form(at, action));
    assert_eq!(led, here);
}

#[test]
fn every_lesson_is_solved_in_both_languages() {
    let running = RunningServer::start();
    for lang in Lang::ALL {
        for lesson in GameKind::ALL.iter().filter_map(|&game| Lesson::of(game)) {
            let mut browser = Browser::new(&running);
            browser.send("POST", "/settings", &format!("back=/&lang={}&mode=text", lang.code()));
            for (step, at) in lesson.steps.iter().zip(1..) {
                take(&mut browser, lesson, step, at, lang);
            }
            let end = browser.get(&format!("/learn/{}", lesson.game)).text();
            assert!(end.contains(&format!("data-step=\"{}\"", lesson.steps.len() + 1)), "the end");
        }
    }
}

#[test]
fn a_lesson_keeps_its_place_and_the_start_page_leads_back_to_it() {
    let running = RunningServer::start();
    let mut browser = Browser::new(&running);
    assert!(browser.get("/").text().contains("href=\"/learn/catan\""));
    let lesson = Lesson::of(GameKind::Catan).unwrap();
    take(&mut browser, lesson, &lesson.steps[0], 1, Lang::En);
    assert!(browser.get("/").text().contains("step 2 of"), "the start page knows the step");
    assert_eq!(hidden(&browser.get("/learn/catan").text(), "seq"), "2");
    let (_, first) = browser.submit("/learn/catan/act", &form(1, lesson.steps[0].action.as_deref().unwrap()));
    assert_eq!(hidden(&first, "seq"), "2", "a form sent twice leads to the same step");
    let back = browser.get("/learn/catan?step=1");
    assert_eq!((back.status, back.header("location")), (303, Some("/learn/catan")));
    assert_eq!(hidden(&browser.get("/learn/catan").text(), "seq"), "1");
}

#[test]
fn hostile_requests_get_clear_answers() {
    let running = RunningServer::start();
    let mut browser = Browser::new(&running);
    for path in ["/learn/chess", "/learn/kerbe/main", "/learn/%00", "/learn/chess/preview?action=roll"] {
        assert_eq!(browser.get(path).status, 404, "{path}");
    }
    for step in ["0", "99", "-1", "x", "", "18446744073709551616"] {
        assert_eq!(browser.get(&format!("/learn/catan?step={step}")).status, 400, "{step}");
    }
    let mut post = |body: &str| browser.send("POST", "/learn/catan/act", body).status;
    for body in [
        "",
        "seq=1",
        "seq=1&id=x",
        "seq=x&id=x&action=roll",
        "seq=99&id=x&action=roll",
        "seq=0&id=x&action=roll",
    ] {
        assert_eq!(post(body), 400, "{body}");
    }
    for action in ["settlement+I13", "fly", "continue", "", "%F0%9F%90%91", &"offer+1+wool+".repeat(500)] {
        assert_eq!(post(&format!("seq=1&id=x&action={action}")), 422, "{action}");
    }
    assert_eq!(post(&format!("seq=1&id=x&action={}", "a".repeat(2_000_000))), 413);
    let refused = browser.submit_in_place("/learn/catan/act", &form(1, "settlement I18"));
    let refused = refused.json();
    assert_eq!(refused["error"], "illegal", "{refused}");
    assert_eq!(refused["clause"], "CATAN-SETT-3", "{refused}");
    for preview in ["roll", "place+(1,0)r0", "", "x"] {
        assert_eq!(browser.get(&format!("/learn/catan/preview?action={preview}")).status, 204, "{preview}");
    }
}
