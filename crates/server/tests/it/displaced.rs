//! A data folder that is taken away while the server runs: nothing more is acknowledged, and it goes on when the folder is back.

#![cfg(unix)]

use serde_json::json;
use server::Limits;
use std::fs;
use std::sync::Arc;
use store::SqliteStore;
use testkit::{Folder, RunningServer, open_table, until};

#[test]
fn a_folder_that_is_taken_away_ends_acknowledging_until_it_is_back() {
    let (folder, aside) = (Folder::new("taken-away"), Folder::new("taken-aside"));
    let running = RunningServer::on(Arc::new(SqliteStore::open(&folder.0).unwrap()), Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let say = |id: &str| json!({"seq": 0, "id": id, "wish": {"say": id}});
    let path = format!("/api/v1/tables/{table}/wish");
    assert_eq!(ada.post(&path, &say("before")).json()["seq"], 1);
    until("the server is ready", || ada.get("/readyz").status == 200);

    fs::rename(&folder.0, &aside.0).unwrap();
    let refused = ada.post(&path, &say("meanwhile"));
    assert_eq!(
        (refused.status, refused.json()["error"].clone()),
        (503, json!("storage")),
        "{}",
        refused.text()
    );
    let words = refused.json()["message"].as_str().unwrap().to_owned();
    assert!(words.contains("was taken away") && !words.contains("taken-"), "{words}");
    until("the heartbeat notices", || ada.get("/readyz").status == 503);

    fs::rename(&aside.0, &folder.0).unwrap();
    assert_eq!(ada.post(&path, &say("meanwhile")).json()["seq"], 2);
    until("the heartbeat notices", || ada.get("/readyz").status == 200);
}
