//! The pages beside the tables.

use crate::browser::{Window, attribute, visitor};
use site::Request;

#[test]
fn the_start_page_lists_games_and_no_people() {
    let mut window = Window::open(visitor());
    let page = window.page("/");
    for game in ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"] {
        assert!(page.contains(&format!("name=\"play\" value=\"{game}\"")), "{game}");
        assert!(page.contains(&format!("href=\"?/learn/{game}\"")), "{game}");
    }
    for absent in
        ["/account", "/j\"", "/lobby", "name=\"public\"", "value=\"open\"", "name=\"clock\"", "/games\""]
    {
        assert!(!page.contains(absent), "{absent}");
    }
    for level in ["beginner", "settler", "expert"] {
        assert!(page.contains(&format!("value=\"bot:{level}\"")), "{level}");
    }
    assert!(page.contains("id=\"to-server\""));
    assert!(!page.contains("=\"/assets/"), "files lie beside the page");
    let table = window.begin("mayflower", &[("play", "mayflower")]);
    let listed = window.page("/");
    assert!(listed.contains(&format!("href=\"?{table}\"")));
    // In a new window too, which has read no table yet.
    let mut again = Window::open(window.database.clone());
    assert!(again.page("/").contains(&format!("href=\"?{table}\"")));
}

#[test]
fn settings_names_and_lessons_are_kept() {
    let mut window = Window::with(visitor(), "de-AT, en;q=0.5");
    assert!(window.page("/").contains("lang=\"de\""));
    let saved = window.post("/settings", &[("lang", "en"), ("theme", "dark"), ("back", "/rules")]);
    assert_eq!(saved.location.as_deref(), Some("/rules"));
    assert_eq!(window.post("/settings", &[("back", "//evil.example")]).location.as_deref(), Some("/"));
    window.begin("catan", &[("seat-A", "me"), ("seat-B", "bot:random")]);
    assert_eq!(window.get("/learn/catan?step=2").location.as_deref(), Some("/learn/catan"));
    let mut again = Window::with(window.database.clone(), "de");
    let page = again.page("/");
    assert!(
        page.contains("lang=\"en\"")
            && page.contains("data-theme=\"dark\"")
            && page.contains("value=\"Ada\"")
    );
    let lesson = again.page("/learn/catan");
    assert_eq!(attribute(lesson.split("<main").nth(1).unwrap(), "data-seq"), Some("2"));
}

#[test]
fn a_lesson_answers_moves() {
    let mut window = Window::open(visitor());
    let page = window.page("/learn/carcassonne");
    let main = page.split("<main").nth(1).unwrap();
    assert_eq!(attribute(main, "data-at"), Some("/learn/carcassonne"), "scripts ask there");
    let wrong = window.send("/learn/carcassonne/act", &[("seq", "1"), ("id", "x"), ("action", "dance")]);
    assert_eq!(wrong.0, 422, "{}", wrong.1);
    assert!(!wrong.1["message"].as_str().unwrap().is_empty());
    let picture = window.get("/rules/carcassonne/how-to-play");
    let address = picture.body.split("data-picture=\"?/learn/").nth(1).unwrap().split('"').next().unwrap();
    assert!(window.get(&format!("/learn/{}", address.replace("&amp;", "&"))).body.starts_with("<svg"));
}

#[test]
fn rules_lead_to_clauses_and_back() {
    let mut window = Window::open(visitor());
    let clause = window.ask(Request { from: "/t/abc?x=1".to_owned(), ..Request::get("/rules/CATAN-SETT-3") });
    let location = clause.location.unwrap();
    assert!(location.starts_with("/rules/catan?") && location.contains("from=%2Ft%2Fabc"), "{location}");
    for path in [
        "/rules",
        "/rules/mayflower",
        "/rules/search?q=robber",
        "/rules/carcassonne/kinds",
        "/fairness",
        "/replay",
    ] {
        assert!(window.page(path).contains("<main"), "{path}");
    }
    for path in ["/rules/chess", "/account", "/t/zzz", "/t/000000000000", "/r/ffff", "/admin", "/learn/chess"]
    {
        assert_eq!(window.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_record_is_replayed_and_played_on() {
    let mut window = Window::open(visitor());
    let record = include_str!("../../../pages/tests/covers/carcassonne.neuland");
    let taken = window.post("/replay", &[("text", record)]);
    let path = taken.location.expect("it is shown");
    let first = window.get(&path).location.unwrap();
    assert!(window.page(&first).contains("<main"));
    // It is there after a reload, and can be saved.
    let mut again = Window::open(window.database.clone());
    assert_eq!(again.get(&format!("{path}/record")).body, record);
    let file = again.get(&format!("{path}/record")).file.unwrap();
    assert!(file.ends_with(".neuland"), "{file}");
    let played = again.post(
        &format!("{path}/20"),
        &[("name", "Ada"), ("seat-A", "me"), ("seat-B", "bot:random"), ("seat-C", "bot:random")],
    );
    let table = played.location.unwrap_or_else(|| panic!("{}", played.body));
    assert!(again.page(&table).contains("<main"));
    let bad = again.post("/replay", &[("text", "{\"neuland\":1,\"game\":\"chess\"}")]);
    assert_eq!(bad.status, 422);
    assert!(bad.body.contains("upload-fault"));
    assert_eq!(again.post("/replay", &[("text", " ")]).status, 422);
}

#[test]
fn the_way_to_a_server_leads_nowhere_else() {
    let mut window = Window::open(visitor());
    let to = |window: &mut Window, server: &str| window.get(&format!("/elsewhere?server={server}")).location;
    assert_eq!(to(&mut window, "neuland.example").as_deref(), Some("https://neuland.example/"));
    assert_eq!(to(&mut window, "192.168.1.5:7170").as_deref(), Some("http://192.168.1.5:7170/"));
    assert_eq!(
        to(&mut window, "https%3A%2F%2Fa.example%2Fplay%2F").as_deref(),
        Some("https://a.example/play/")
    );
    for wrong in ["", "javascript:alert(1)", "javascript%3A%2F%2Fx", "a%20b", "%22%3E", "%2F%2Fx"] {
        let answer = window.get(&format!("/elsewhere?server={wrong}"));
        assert!(
            answer.status == 400 || answer.location.unwrap().starts_with("https://javascript"),
            "{wrong}"
        );
    }
}
