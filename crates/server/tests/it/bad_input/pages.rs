//! Requests that pages refuse.

use super::Scene;
use std::sync::LazyLock;

/// A form that is too large.
static LONG: LazyLock<String> = LazyLock::new(|| format!("name={}", "x".repeat(70_000)));

/// A request with its method, address and body, and the expected status with a word of the answer.
type Case = (&'static str, &'static str, String, &'static str, u16, &'static str);

/// All that is tried; long since it is a list.
fn cases(table: &str) -> Vec<Case> {
    vec![
        ("an unknown page", "GET", "/cellar".to_owned(), "", 404, "no such page"),
        ("an unknown table", "GET", "/t/000000000000".to_owned(), "", 404, "no such table"),
        ("a table with markup", "GET", "/t/%3Cscript%3E".to_owned(), "", 404, "no such table"),
        (
            "an unknown join code",
            "GET",
            "/j/zzzzzzzz".to_owned(),
            "",
            404,
            "No table with this code is waiting for players",
        ),
        ("an unknown clause", "GET", "/rules/CATAN-MAGIC-9".to_owned(), "", 404, "no clause CATAN-MAGIC-9"),
        ("a clause with markup", "GET", "/rules/%3Cscript%3Ealert(1)".to_owned(), "", 404, "&lt;script&gt;"),
        (
            "an asset that is none",
            "GET",
            format!("/assets/{}/evil.js", pages::assets_hash()),
            "",
            404,
            "no such page",
        ),
        (
            "an asset by a path",
            "GET",
            format!("/assets/{}/..%2f..%2fCargo.toml", pages::assets_hash()),
            "",
            404,
            "no such page",
        ),
        ("an asset by a plain path", "GET", "/assets/../../etc/passwd".to_owned(), "", 404, "no such page"),
        ("a picture that is none", "GET", format!("/t/{table}/board/last.svg"), "", 404, "no such page"),
        ("a picture of the future", "GET", format!("/t/{table}/board/999999.svg"), "", 404, "no such page"),
        (
            "a picture of no number",
            "GET",
            format!("/t/{table}/board/99999999999999999999.svg"),
            "",
            404,
            "no such page",
        ),
        ("a picture of a signed number", "GET", format!("/t/{table}/board/+1.svg"), "", 404, "no such page"),
        ("the record of a game that goes on", "GET", format!("/t/{table}/record"), "", 403, "secrets"),
        (
            "an action without its fields",
            "POST",
            format!("/t/{table}/act"),
            "action=roll",
            400,
            "cannot be read",
        ),
        (
            "an action with a bad version",
            "POST",
            format!("/t/{table}/act"),
            "action=roll&id=x&seq=now",
            400,
            "cannot be read",
        ),
        ("no action", "POST", format!("/t/{table}/act"), "id=x&seq=1", 400, "cannot be read"),
        (
            "an unknown action",
            "POST",
            format!("/t/{table}/act"),
            "action=fly&id=x&seq=2",
            422,
            "“fly” is not an action",
        ),
        (
            "an action with markup",
            "POST",
            format!("/t/{table}/act"),
            "action=<script>alert(1)</script>&id=y&seq=2",
            422,
            "&lt;script&gt;",
        ),
        (
            "an illegal action",
            "POST",
            format!("/t/{table}/act"),
            "action=roll&id=z&seq=2",
            422,
            "CATAN-SETUP-3",
        ),
        (
            "a stale action",
            "POST",
            format!("/t/{table}/act"),
            "action=settlement+I17&id=w&seq=0",
            409,
            "moved on",
        ),
        ("no name at a table", "POST", format!("/t/{table}/join"), "seat=A", 400, "cannot be read"),
        ("a seat that is none", "POST", format!("/t/{table}/join"), "name=Cy&seat=Q", 400, "cannot be read"),
        ("an oversized form", "POST", "/tables".to_owned(), LONG.as_str(), 413, "too large"),
        ("a table of nobody", "POST", "/tables".to_owned(), "game=catan", 422, "2 to 4 seats"),
        (
            "a game that is none",
            "POST",
            "/tables".to_owned(),
            "game=go&name=A&seat-A=me&seat-B=open",
            422,
            "no game “go”",
        ),
        (
            "a bot that is none",
            "POST",
            "/tables".to_owned(),
            "game=catan&name=A&seat-A=me&seat-B=bot:hal",
            422,
            "no bot “hal”",
        ),
        (
            "an option that is none",
            "POST",
            "/tables".to_owned(),
            "game=catan&name=A&seat-A=me&seat-B=open&option-x=y",
            422,
            "“y” is not possible",
        ),
        (
            "a name that is not UTF-8",
            "POST",
            "/tables".to_owned(),
            "game=catan&name=%ff%fe&seat-A=me&seat-B=open",
            422,
            "1 to 24 characters",
        ),
    ]
}

/// Invalid forms and links of the pages, answered as pages, or as JSON to the client in the browser.
#[test]
fn pages_refuse_in_words() {
    let scene = Scene::new();
    let table = &scene.table;
    let token = scene.ada.token.clone().unwrap();
    for (name, method, path, body, status, says) in cases(table) {
        let mut client = scene.running.client();
        client.headers.push(("cookie".to_owned(), format!("neuland-key={token}")));
        let content_type = (method == "POST").then_some("application/x-www-form-urlencoded");
        let reply = client.send(method, &path, content_type, body.as_bytes());
        assert_eq!(reply.status, status, "{name}: {}", reply.text());
        assert!(reply.header("content-type").unwrap().starts_with("text/html"), "{name}");
        let text = reply.text();
        assert!(text.contains(says), "{name}: {text}");
        assert!(!text.contains("<script>alert"), "{name}: markup came through");
    }
    // The client in the browser gets the same as JSON, in the reader's language.
    let mut client = scene.running.client();
    client.headers.push(("cookie".to_owned(), format!("neuland-key={token}; neuland-settings=lang=de")));
    client.headers.push(("accept".to_owned(), "application/json".to_owned()));
    let reply = client.post_form(&format!("/t/{table}/act"), "action=roll&id=q&seq=2");
    assert_eq!((reply.status, reply.json()["clause"].as_str()), (422, Some("CATAN-SETUP-3")));
    assert!(reply.json()["message"].as_str().unwrap().contains("Gründungsphase"), "{}", reply.text());
}
