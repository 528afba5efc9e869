//! Hints and first-time explanations over HTTP: for programs, and for pages with and without scripts.

use serde_json::{Value, json};
use shelf::GameKind;
use testkit::{Browser, Client, RunningServer, hidden, join, until_turn};

/// Opens a table at which the client sits at seat A; returns the address of the table in the API.
fn open(client: &mut Client, game: &str, seats: &[&str], hints: bool) -> String {
    let body = json!({"game": game, "seats": seats, "name": "Ada", "hints": hints});
    let reply = client.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    client.token = reply.json()["token"].as_str().map(str::to_owned);
    format!("/api/v1/tables/{}", reply.json()["table"].as_str().unwrap())
}

#[test]
fn a_hint_names_legal_actions_and_says_why_in_both_languages() {
    let running = RunningServer::start();
    for kind in GameKind::ALL.iter().filter(|kind| kind.name() != "kerbe") {
        let mut ada = running.client();
        let table = open(&mut ada, kind.name(), &["me", "bot:random"], true);
        assert_eq!(ada.get(&table).json()["hints"], true);
        let mut reasons = 0;
        for n in 0..12 {
            let Some(legal) = until_turn(&mut ada, table.rsplit('/').next().unwrap()) else { break };
            let reply = ada.get(&format!("{table}/hint"));
            assert_eq!(reply.status, 200, "{kind}: {}", reply.text());
            let hint = reply.json();
            assert_eq!((&hint["version"], &hint["seat"]), (&legal["version"], &json!("A")));
            let choices = hint["choices"].as_array().unwrap();
            assert!((1..=3).contains(&choices.len()));
            for choice in choices {
                let action = choice["action"].as_str().unwrap();
                let checked = ada.post(&format!("{table}/check"), &json!({"action": action}));
                assert_eq!(checked.status, 200, "{kind}: {action}");
                assert_ne!(choice["words"], action, "{kind}: in words");
                let why = choice["why"].as_array().unwrap();
                assert_eq!(why.len(), choice["reasons"].as_array().unwrap().len());
                assert!(why.iter().all(|why| why.as_str().unwrap().ends_with('.')), "{kind}: {why:?}");
                reasons += why.len();
            }
            assert_eq!(ada.get(&format!("{table}/hint")).body, reply.body, "the same every time");
            ada.headers = vec![("accept-language".to_owned(), "de".to_owned())];
            let german = ada.get(&format!("{table}/hint")).json();
            ada.headers.clear();
            assert_eq!(german["choices"][0]["action"], hint["choices"][0]["action"]);
            assert_ne!(german["choices"][0]["words"], hint["choices"][0]["words"]);
            let command = json!({"seq": legal["version"], "id": format!("h{n}"), "action": hint["choices"][0]["action"]});
            assert_eq!(ada.post(&format!("{table}/act"), &command).status, 200);
        }
        assert!(reasons > 8, "{kind}: only {reasons} reasons");
    }
}

#[test]
fn hints_are_refused_where_they_are_not_allowed_or_not_due() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let error = |client: &mut Client, table: &str| -> (u16, Value) {
        let reply = client.get(&format!("{table}/hint"));
        (reply.status, reply.json()["error"].clone())
    };
    let table = open(&mut ada, "catan", &["me", "open"], false);
    let id = table.rsplit('/').next().unwrap().to_owned();
    assert_eq!(ada.get(&table).json()["hints"], false);
    join(&running, &id, "Ben");
    assert_eq!(error(&mut ada, &table), (403, json!("not-allowed")), "nobody has allowed them");

    let table = open(&mut ada, "catan", &["me", "open"], true);
    let id = table.rsplit('/').next().unwrap().to_owned();
    assert_eq!(error(&mut ada, &table), (409, json!("not-now")), "the game has not begun");
    let (mut ben, _) = join(&running, &id, "Ben");
    assert_eq!(error(&mut running.client(), &table), (403, json!("not-seated")));
    assert_eq!(error(&mut ben, &table), (409, json!("not-now")), "it is Ada's turn");
    assert_eq!(ada.get(&format!("{table}/hint")).status, 200);
}

#[test]
fn a_hint_is_a_page_without_scripts_and_a_card_with_them() {
    let running = RunningServer::start();
    for mode in ["text", "picture"] {
        let mut ada = Browser::new(&running);
        ada.send("POST", "/settings", &format!("back=/&mode={mode}"));
        let new = "game=carcassonne&name=Ada&seat-A=me&seat-B=bot:random";
        let (table, _) = ada.submit("/tables", new);
        until_turn(&mut client_of(&running, &ada), table.trim_start_matches("/t/"));
        let page = ada.get(&table).text();
        assert!(page.contains(&format!("id=\"ask-hint\" method=\"get\" action=\"{table}/hint\"")), "{mode}");
        assert!(page.contains("data-key=\"v\"") && !page.contains("id=\"advice\""));
        let hint = ada.get(&format!("{table}/hint")).text();
        assert!(hint.contains("<html") && hint.contains("id=\"advice\""), "{mode}");
        let best = hint.split("data-best=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert!(hint.contains(&format!("data-wanted data-action=\"{best}\"")), "{mode}: {best} is marked");
        // The button of the card plays it.
        let body = format!(
            "seq={}&id={}&action={}",
            hidden(&hint, "seq"),
            hidden(&hint, "id"),
            best.replace(' ', "+").replace(',', "%2C")
        );
        let (_, page) = ada.submit(&format!("{table}/act"), &body);
        assert!(!page.contains("id=\"advice\""), "the hint was for one position");

        ada.client.headers.push(("accept".to_owned(), "application/json".to_owned()));
        let card = ada.get(&format!("{table}/hint")).json()["card"].as_str().unwrap().to_owned();
        assert!(card.starts_with("<section id=\"advice\""), "{card}");
    }
}

/// A client with the key of a browser.
fn client_of(running: &RunningServer, browser: &Browser) -> Client {
    let mut client = running.client();
    let key = browser.cookies.iter().find(|(name, _)| name == "neuland-key").expect("a key");
    client.token = Some(key.1.clone());
    client
}

#[test]
fn a_topic_is_explained_once_and_only_if_wished() {
    let running = RunningServer::start();
    for lang in ["en", "de"] {
        let mut ada = Browser::new(&running);
        ada.send("POST", "/settings", &format!("back=/&lang={lang}"));
        let (table, _) = ada.submit("/tables", "game=carcassonne&name=Ada&seat-A=me&seat-B=bot:random");
        let mut client = client_of(&running, &ada);
        let id = table.trim_start_matches("/t/").to_owned();
        let act = |client: &mut Client| {
            let legal = until_turn(client, &id).unwrap();
            let command = json!({"seq": legal["version"], "id": legal["version"].to_string(), "action": legal["legal"][0]});
            assert_eq!(client.post(&format!("/api/v1/tables/{id}/act"), &command).status, 200);
        };
        act(&mut client);
        // A tile lies there, and a figure may go on it.
        until_turn(&mut client, &id).unwrap();
        let page = ada.get(&table).text();
        assert!(page.contains("<div id=\"explain-figure\" class=\"explain\">"), "{lang}");
        assert!(
            page.contains("href=\"/rules/CARC-MEEPLE-3\"")
                && page.contains("href=\"/rules/carcassonne/how-to-play\"")
        );
        assert!(page.contains("name=\"known-figure\" value=\"on\""));
        // One press, and it never comes back; another topic may.
        let (back, page) = ada.submit("/settings", &format!("back={table}&known-figure=on"));
        assert_eq!(back, table);
        assert!(!page.contains("explain-figure"), "{lang}");
        let (_, page) = ada.submit("/settings", &format!("back={table}&explanations=off"));
        assert!(!page.contains("class=\"explain\""), "{lang}");
        let (_, page) = ada.submit("/settings", &format!("back={table}&explanations=again"));
        assert!(page.contains("id=\"explain-figure\""), "{lang}");
        // Spectators and lessons are explained nothing.
        assert!(!Browser::new(&running).get(&table).text().contains("class=\"explain\""));
        assert!(!ada.get("/learn/carcassonne").text().contains("class=\"explain\""));
    }
}

#[test]
fn rules_are_searched_by_a_form_and_lead_back() {
    let running = RunningServer::start();
    let mut ada = Browser::new(&running);
    for path in ["/rules", "/rules/catan", "/rules/search"] {
        let page = ada.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text().contains("action=\"/rules/search\""), "{path}");
    }
    let found = ada.get("/rules/search?q=Abstandsregel&lang=de&game=").text();
    assert!(
        found.contains("/rules/catan?lang=de#CATAN-SETT-3") && found.contains("<mark>Abstandsregel</mark>")
    );
    assert!(!ada.get("/rules/search?q=Abstandsregel&game=mayflower&lang=de").text().contains("CATAN-SETT-3"));
    let long = "x".repeat(5000);
    assert_eq!(ada.get(&format!("/rules/search?q={long}")).status, 200);
    // From a table a clause leads back there; from elsewhere it does not.
    let mut clause = |referrer: &str| {
        ada.client.headers.retain(|(name, _)| name != "referer");
        ada.client.headers.push(("referer".to_owned(), referrer.to_owned()));
        ada.get("/rules/CATAN-SETT-3").header("location").unwrap().to_owned()
    };
    let led = clause("http://localhost/t/abc?mode=text");
    assert_eq!(led, "/rules/catan?lang=en&from=%2Ft%2Fabc#CATAN-SETT-3");
    for stranger in ["https://evil.example/", "http://localhost/account", "javascript:x"] {
        assert_eq!(clause(stranger), "/rules/catan?lang=en#CATAN-SETT-3", "{stranger}");
    }
    let page = ada.get(led.split('#').next().unwrap()).text();
    assert!(page.contains("<a class=\"button\" href=\"/t/abc\">"));
    for wrong in ["//evil.example", "https://evil.example", "/account", "/t/%22%3E%3Cscript%3E"] {
        let page = ada.get(&format!("/rules/catan?from={wrong}")).text();
        assert!(!page.contains("evil.example") && !page.contains("<script>"), "{wrong}");
    }
}
