//! Invalid requests of programs with the expected answers. The functions are long since they are lists of cases.

use super::{Case, FORM, JSON, Scene};
use serde_json::{Value, json};
use table::Key;

/// The target of the cases' commands, and their sender.
struct At {
    table: String,
    /// The version of the table.
    seq: u64,
    ada: Option<String>,
    /// The path that takes actions.
    act: String,
}

/// Every case.
pub(crate) fn cases(scene: &mut Scene) -> Vec<Case> {
    let table = scene.table.clone();
    let seq = scene.ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().unwrap();
    let act = format!("/api/v1/tables/{table}/act");
    let at = At { table, seq, ada: scene.ada.token.clone(), act };
    let mut cases = Vec::new();
    impossible_tables(&mut cases);
    unreadable_bodies(&mut cases, &at);
    refused_commands(&mut cases, &at, scene);
    unknown_addresses(&mut cases, &at);
    spoilt_requests(&mut cases, &at);
    cases
}

/// Adds a case with a JSON body.
fn adding(
    cases: &mut Vec<Case>,
) -> impl FnMut(&'static str, &'static str, &str, &str, &Option<String>, u16, &'static str, &'static str) {
    |name, method, path, body, token, status, error, says| {
        cases.push(Case {
            name,
            method,
            path: path.to_owned(),
            content_type: JSON,
            body: body.as_bytes().to_vec(),
            token: token.clone(),
            headers: Vec::new(),
            status,
            error,
            says,
        });
    }
}

fn command(seq: u64, id: &str, action: &str) -> String {
    json!({"seq": seq, "id": id, "action": action}).to_string()
}

/// Tables that cannot be. It is long because it is a list.
fn impossible_tables(cases: &mut Vec<Case>) {
    let mut case = adding(cases);
    let open = "/api/v1/tables";
    let wish = |game: &str, seats: Value, options: Value| {
        json!({"game": game, "seats": seats, "name": "Ada", "options": options}).to_string()
    };
    let two = || json!(["me", "open"]);
    case("unknown game", "POST", open, &wish("chess", two(), json!({})), &None, 422, "no-game", "catan");
    case(
        "one seat",
        "POST",
        open,
        &wish("catan", json!(["me"]), json!({})),
        &None,
        422,
        "bad-seats",
        "2 to 4",
    );
    case(
        "seven seats",
        "POST",
        open,
        &wish("catan", json!(["open"; 7].as_slice()), json!({})),
        &None,
        422,
        "bad-seats",
        "2 to 4",
    );
    case(
        "a seat of another kind",
        "POST",
        open,
        &wish("catan", json!(["me", "ghost"]), json!({})),
        &None,
        422,
        "bad-seats",
        "ghost",
    );
    case(
        "two seats for one",
        "POST",
        open,
        &wish("catan", json!(["me", "me"]), json!({})),
        &None,
        422,
        "bad-seats",
        "once",
    );
    case(
        "unknown bot",
        "POST",
        open,
        &wish("catan", json!(["me", "bot:hal"]), json!({})),
        &None,
        422,
        "no-bot",
        "hal",
    );
    case(
        "unknown option",
        "POST",
        open,
        &wish("catan", two(), json!({"dragons": true})),
        &None,
        422,
        "bad-option",
        "dragons",
    );
    case(
        "option of a wrong value",
        "POST",
        open,
        &wish("catan", two(), json!({"victory_points": 99})),
        &None,
        422,
        "bad-option",
        "victory_points",
    );
    case(
        "option of a wrong type",
        "POST",
        open,
        &wish("catan", two(), json!({"setup": {"a": [1]}})),
        &None,
        422,
        "bad-option",
        "setup",
    );
    case(
        "options that contradict",
        "POST",
        open,
        &wish("catan", two(), json!({"start_player": "D"})),
        &None,
        422,
        "bad-option",
        "start_player",
    );
    case(
        "players against seats",
        "POST",
        open,
        &wish("catan", two(), json!({"players": 4})),
        &None,
        422,
        "bad-option",
        "2 seats",
    );
    case(
        "no name",
        "POST",
        open,
        &json!({"game": "catan", "seats": ["me", "open"]}).to_string(),
        &None,
        422,
        "bad-name",
        "name",
    );
    case(
        "a name that turns the line",
        "POST",
        open,
        &json!({"game": "catan", "seats": ["me", "open"], "name": "\u{202e}adA"}).to_string(),
        &None,
        422,
        "bad-name",
        "24",
    );
    case(
        "a name of 25",
        "POST",
        open,
        &json!({"game": "catan", "seats": ["me", "open"], "name": "x".repeat(25)}).to_string(),
        &None,
        422,
        "bad-name",
        "24",
    );
}

/// Bodies that cannot be read.
fn unreadable_bodies(cases: &mut Vec<Case>, At { act, ada, .. }: &At) {
    let mut case = adding(cases);
    case("no JSON", "POST", act, "roll!", ada, 400, "bad-request", "cannot be read");
    case("JSON cut off", "POST", act, r#"{"seq":1,"id":"x","#, ada, 400, "bad-request", "cannot be read");
    case("JSON of another shape", "POST", act, "[1, 2, 3]", ada, 400, "bad-request", "cannot be read");
    case("a field missing", "POST", act, r#"{"seq":1,"id":"x"}"#, ada, 400, "bad-request", "action");
    case(
        "a field too many",
        "POST",
        act,
        r#"{"seq":1,"id":"x","action":"roll","seat":"B"}"#,
        ada,
        400,
        "bad-request",
        "seat",
    );
    case(
        "a field of another type",
        "POST",
        act,
        r#"{"seq":"one","id":"x","action":"roll"}"#,
        ada,
        400,
        "bad-request",
        "`seq`",
    );
    case(
        "a negative version",
        "POST",
        act,
        r#"{"seq":-1,"id":"x","action":"roll"}"#,
        ada,
        400,
        "bad-request",
        "`seq`",
    );
    case(
        "a version beyond all numbers",
        "POST",
        act,
        r#"{"seq":99999999999999999999,"id":"x","action":"roll"}"#,
        ada,
        400,
        "bad-request",
        "`seq`",
    );
    case("JSON a thousand deep", "POST", act, &"[".repeat(60_000), ada, 400, "bad-request", "cannot be read");
    case(
        "an oversized body",
        "POST",
        act,
        &format!(r#"{{"action":"{}"}}"#, "x".repeat(70_000)),
        ada,
        413,
        "too-large",
        "65536",
    );
}

/// Commands that must not be carried out. It is long because it is a list.
fn refused_commands(cases: &mut Vec<Case>, at: &At, scene: &Scene) {
    let At { table, seq, ada, act } = at;
    let mut case = adding(cases);
    case("no token", "POST", act, &command(*seq, "a", "settlement I17"), &None, 401, "bad-token", "Bearer");
    case(
        "a token that is none",
        "POST",
        act,
        &command(*seq, "a", "settlement I17"),
        &Some("letmein".to_owned()),
        401,
        "bad-token",
        "the token you got",
    );
    case(
        "a forged token",
        "POST",
        act,
        &command(*seq, "a", "settlement I17"),
        &Some(Key::random().reveal()),
        403,
        "not-seated",
        "seat",
    );
    case(
        "the token of another table",
        "POST",
        act,
        &command(*seq, "a", "settlement I17"),
        &scene.foreign.token,
        403,
        "not-seated",
        "seat",
    );
    case("an unknown action", "POST", act, &command(*seq, "b", "fly I17"), ada, 422, "not-an-action", "fly");
    case(
        "an action without its place",
        "POST",
        act,
        &command(*seq, "c", "settlement"),
        ada,
        422,
        "not-an-action",
        "settlement I17",
    );
    case(
        "a place off the board",
        "POST",
        act,
        &command(*seq, "d", "settlement I99"),
        ada,
        422,
        "not-an-action",
        "I99",
    );
    case("an empty action", "POST", act, &command(*seq, "e", " "), ada, 422, "not-an-action", "missing");
    case(
        "an endless action",
        "POST",
        act,
        &command(*seq, "f", &"offer ".repeat(9_000)),
        ada,
        422,
        "not-an-action",
        "400 bytes",
    );
    case("an illegal action", "POST", act, &command(*seq, "g", "roll"), ada, 422, "illegal", "set-up");
    case("a stale version", "POST", act, &command(0, "h", "settlement I17"), ada, 409, "stale", "moved on");
    case(
        "a version that was never",
        "POST",
        act,
        &command(seq + 7, "i", "settlement I17"),
        ada,
        409,
        "stale",
        "put back to a backup",
    );
    case(
        "no command id",
        "POST",
        act,
        &command(*seq, "", "settlement I17"),
        ada,
        400,
        "bad-command-id",
        "1 to 64",
    );
    case(
        "a command id with a path in it",
        "POST",
        act,
        &command(*seq, "../x", "settlement I17"),
        ada,
        400,
        "bad-command-id",
        "letters",
    );
    case(
        "an endless command id",
        "POST",
        act,
        &command(*seq, &"x".repeat(65), "settlement I17"),
        ada,
        400,
        "bad-command-id",
        "64",
    );
    case(
        "nothing to take back",
        "POST",
        &format!("/api/v1/tables/{table}/undo"),
        &json!({"seq": seq, "id": "u"}).to_string(),
        ada,
        409,
        "nothing-to-undo",
        "taken back",
    );
    case(
        "sitting down at a full table",
        "POST",
        &format!("/api/v1/tables/{table}/join"),
        r#"{"name":"Cy"}"#,
        &None,
        409,
        "seat-taken",
        "no seat",
    );
    case(
        "sitting down on somebody",
        "POST",
        &format!("/api/v1/tables/{table}/join"),
        r#"{"name":"Cy","seat":"B"}"#,
        &None,
        409,
        "seat-taken",
        "taken",
    );
    case(
        "a seat that is none",
        "POST",
        &format!("/api/v1/tables/{table}/join"),
        r#"{"name":"Cy","seat":"Z"}"#,
        &None,
        400,
        "bad-request",
        "A to F",
    );
    case(
        "closing somebody's table",
        "POST",
        &format!("/api/v1/tables/{table}/close"),
        r#"{"id":"x"}"#,
        &scene.foreign.token,
        403,
        "not-seated",
        "no seat",
    );
    case(
        "the record of a game that goes on",
        "GET",
        &format!("/api/v1/tables/{table}/record"),
        "",
        ada,
        403,
        "still-secret",
        "over",
    );
    case(
        "the legal list of nobody",
        "GET",
        &format!("/api/v1/tables/{table}/legal"),
        "",
        &None,
        403,
        "not-seated",
        "seat",
    );
}

/// Addresses that lead nowhere.
fn unknown_addresses(cases: &mut Vec<Case>, At { table, ada, .. }: &At) {
    let mut case = adding(cases);
    for (name, path) in [
        ("a table that is none", "/api/v1/tables/000000000000".to_owned()),
        ("a table by a word", "/api/v1/tables/mine".to_owned()),
        ("a table by a path", "/api/v1/tables/..%2f..%2fetc%2fpasswd".to_owned()),
        ("a table by an endless name", format!("/api/v1/tables/{}", "9".repeat(5_000))),
        ("a table that is not UTF-8", "/api/v1/tables/%ff%fe".to_owned()),
        ("a join code that is none", "/api/v1/codes/00000000".to_owned()),
        ("a join code with SQL in it", "/api/v1/codes/'%20OR%201=1--".to_owned()),
    ] {
        let error = if path.contains("%ff") { "not-found" } else { "no-table" };
        case(name, "GET", &path, "", ada, 404, error, "there is no");
    }
    case("an unknown address", "GET", "/api/v2/tables", "", ada, 404, "not-found", "nothing");
    case(
        "another method",
        "DELETE",
        &format!("/api/v1/tables/{table}"),
        "",
        ada,
        405,
        "bad-method",
        "method",
    );
    case(
        "a resume point that is no number",
        "GET",
        &format!("/api/v1/tables/{table}/events?after=soon"),
        "",
        ada,
        400,
        "bad-request",
        "number",
    );
}

/// Requests that are spoilt in another way.
fn spoilt_requests(cases: &mut Vec<Case>, at: &At) {
    let At { ada, act, .. } = at;
    let mut spoilt =
        |name, content_type, body: &[u8], headers: Vec<(&'static str, String)>, status, error, says| {
            cases.push(Case {
                name,
                method: "POST",
                path: act.clone(),
                content_type,
                body: body.to_vec(),
                token: ada.clone(),
                headers,
                status,
                error,
                says,
            });
        };
    let good = command(at.seq, "z", "settlement I17");
    spoilt("JSON without its type", None, good.as_bytes(), Vec::new(), 415, "bad-type", "application/json");
    spoilt(
        "a form where JSON belongs",
        FORM,
        b"seq=1&id=x&action=roll",
        Vec::new(),
        415,
        "bad-type",
        "application/json",
    );
    spoilt(
        "a body that is not UTF-8",
        JSON,
        b"{\"seq\":1,\"id\":\"\xff\xfe\",\"action\":\"roll\"}",
        Vec::new(),
        400,
        "bad-request",
        "cannot be read",
    );
    spoilt(
        "another site's page",
        JSON,
        good.as_bytes(),
        vec![("origin", "https://evil.example".to_owned())],
        403,
        "cross-origin",
        "another site",
    );
    spoilt(
        "a page without an origin",
        JSON,
        good.as_bytes(),
        vec![("origin", "null".to_owned())],
        403,
        "cross-origin",
        "another site",
    );
    spoilt(
        "a request across sites",
        JSON,
        good.as_bytes(),
        vec![("sec-fetch-site", "cross-site".to_owned())],
        403,
        "cross-origin",
        "another site",
    );
}
