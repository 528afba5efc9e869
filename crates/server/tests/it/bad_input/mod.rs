//! Bad input of strangers: each kind of nonsense gets a clear error, and no data is lost by any of it.

mod cases;
mod connections;
mod pages;

use cases::cases;
use serde_json::{Value, json};
use testkit::{Client, Reply, RunningServer, join, open_table};

/// A table in its first turn: Ada at A, Ben at B, and another table of other people.
struct Scene {
    running: RunningServer,
    ada: Client,
    table: String,
    foreign: Client,
    foreign_table: String,
}

impl Scene {
    fn new() -> Scene {
        let running = RunningServer::start();
        let mut ada = running.client();
        let table = open_table(&mut ada, &["me", "open"]);
        join(&running, &table, "Ben");
        let mut foreign = running.client();
        let foreign_table = open_table(&mut foreign, &["me", "open"]);
        join(&running, &foreign_table, "Zoe");
        Scene { running, ada, table, foreign, foreign_table }
    }

    fn state(&mut self) -> (Value, Value) {
        let path = format!("/api/v1/tables/{}", self.table);
        let mut table = self.ada.get(&path).json();
        table["seats"] = Value::Null; // who is online may change
        (table, self.ada.get(&format!("{path}/view")).json())
    }
}

/// A request and the expected answer.
struct Case {
    name: &'static str,
    method: &'static str,
    path: String,
    content_type: Option<&'static str>,
    body: Vec<u8>,
    /// `None`: nobody; else the token that is sent.
    token: Option<String>,
    headers: Vec<(&'static str, String)>,
    status: u16,
    error: &'static str,
    /// A word that the message must have, so that it helps.
    says: &'static str,
}

const JSON: Option<&str> = Some("application/json");
const FORM: Option<&str> = Some("application/x-www-form-urlencoded");

fn check(case: &Case, reply: &Reply) {
    let name = case.name;
    assert_eq!(reply.status, case.status, "{name}: {}", reply.text());
    let problem = reply.json();
    assert_eq!(problem["error"], case.error, "{name}: {problem}");
    let message = problem["message"].as_str().unwrap();
    assert!(message.contains(case.says), "{name}: {message}");
    assert!(message.len() < 2_000, "{name}: a message of {} bytes", message.len());
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{name}");
    assert!(reply.header("content-security-policy").is_some(), "{name}");
}

#[test]
fn every_kind_of_nonsense_gets_a_clear_error_and_changes_nothing() {
    let mut scene = Scene::new();
    let before = scene.state();
    let cases = cases(&mut scene);
    assert!(cases.len() >= 60, "{}", cases.len());
    for case in &cases {
        let mut client = scene.running.client();
        client.token.clone_from(&case.token);
        client.headers =
            case.headers.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let reply = client.send(case.method, &case.path, case.content_type, &case.body);
        check(case, &reply);
        if case.error == "illegal" {
            assert_eq!(reply.json()["clause"], "CATAN-SETUP-3");
        }
        assert_eq!(scene.state(), before, "{} changed the table", case.name);
    }
    // The table is as well as before: the next good command is carried out.
    let seq = before.0["version"].clone();
    let table = scene.table.clone();
    let good = json!({"seq": seq, "id": "good", "action": "settlement I17"});
    assert_eq!(scene.ada.post(&format!("/api/v1/tables/{table}/act"), &good).status, 200);
    assert_eq!(scene.foreign.get(&format!("/api/v1/tables/{}/legal", scene.foreign_table)).status, 200);
}
