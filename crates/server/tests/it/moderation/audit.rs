//! The audit log: everything that is done is in it, and nothing is taken out of it.

use super::{Site, done, impose, refused, sign_up, text};
use serde_json::{Value, json};
use server::Limits;
use std::sync::Arc;
use store::{SqliteStore, Store};
use testkit::Folder;

/// Everything that a moderator can do leaves an entry, and what is refused leaves none.
#[test]
fn everything_is_entered() {
    let folder = Folder::new("audited");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let mut site = Site::on(store, Limits::default());
    let (mut ada, _, table) = site.table(true);
    let mut paula = site.running.client();
    sign_up(&mut paula, "Paula");
    done(
        &ada.post(&format!("/api/v1/tables/{table}/reports"), &json!({"seat": "B", "reason": "abuse"})),
        201,
    );
    let root = &mut site.root;
    let mut acts = Vec::new();
    let who = format!("{table}/B");
    for (act, path, body) in [
        ("grant", "person/role", json!({"who": "Paula", "role": "admin"})),
        ("revoke", "person/role", json!({"who": "Paula", "role": null})),
        ("mute", "sanctions", json!({"measure": "mute", "who": who, "reason": "abuse", "text": "calm"})),
        ("suspend", "sanctions", json!({"measure": "suspend", "who": who, "reason": "abuse"})),
        (
            "suspend-network",
            "sanctions",
            json!({"measure": "suspend-network", "network": "192.0.2.0/24", "reason": "spam"}),
        ),
        ("hide-table", "sanctions", json!({"measure": "hide-table", "table": table, "reason": "name"})),
        ("lift", "sanctions/1/lift", json!({"text": "they apologised"})),
        ("rename", "person/rename", json!({"who": who, "name": "Kind", "reason": "name"})),
        ("reset-password", "person/reset-password", json!({"who": "Paula"})),
        ("resolve", "reports/1/resolve", json!({"outcome": "acted"})),
        ("close-table", &format!("tables/{table}/close"), json!({"reason": "abuse"})),
    ] {
        let reply = root.post(&format!("/api/v1/admin/{path}"), &body);
        assert!(reply.status < 300, "{act}: {}", reply.text());
        acts.push(act);
    }
    root.get(&format!("/api/v1/admin/tables/{table}"));
    acts.push("view-table");
    refused(&root.post("/api/v1/admin/sanctions/1/lift", &json!({})), 409, "not-now");
    let entries = done(&root.get("/api/v1/admin/audit"), 200)["entries"].clone();
    let entered: Vec<&str> =
        entries.as_array().unwrap().iter().rev().map(|entry| entry["act"].as_str().unwrap()).collect();
    assert_eq!(entered, acts);
    assert!(entries.as_array().unwrap().iter().all(|entry| entry["by"]["account"] == "Rosa"));
    let by_act = |act: &str| entries.as_array().unwrap().iter().find(|entry| entry["act"] == act).unwrap();
    assert_eq!((&by_act("mute")["reason"], &by_act("mute")["detail"]), (&json!("abuse"), &json!("calm")));
    assert_eq!((&by_act("lift")["about"], &by_act("lift")["detail"]), (&json!(1), &json!("they apologised")));
    assert_eq!(by_act("suspend-network")["detail"], "192.0.2.0/24");
    assert_eq!(by_act("rename")["detail"], "Kind");
    let check = done(&root.get("/api/v1/admin/audit/check"), 200);
    assert_eq!((&check["entries"], &check["broken"]), (&json!(acts.len()), &Value::Null));
    assert_eq!(check["last"], entries[0]["hash"]);

    // Pages of the log, as of all lists.
    let part = done(&root.get("/api/v1/admin/audit?before=4&limit=2"), 200)["entries"].clone();
    let numbers: Vec<&Value> = part.as_array().unwrap().iter().map(|entry| &entry["number"]).collect();
    assert_eq!(numbers, [&json!(3), &json!(2)]);
    refused(&root.get("/api/v1/admin/audit?befor=4"), 400, "bad-request");
}

/// A change behind the server's back shows, and so does an end that was cut off, to whoever noted the last hash down.
#[test]
fn what_is_changed_behind_the_servers_back_shows() {
    let folder = Folder::new("forged");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let mut site = Site::on(store, Limits::default());
    for network in ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"] {
        impose(&mut site.root, &json!({"measure": "suspend-network", "network": network, "reason": "spam"}));
    }
    let check = done(&site.root.get("/api/v1/admin/audit/check"), 200);
    let connection = rusqlite::Connection::open(folder.0.join("tables.sqlite")).unwrap();
    assert!(connection.execute("DELETE FROM audit WHERE seq = 3", ()).is_err());
    connection.execute_batch("DROP TRIGGER audit_is_never_shortened").unwrap();
    connection.execute("DELETE FROM audit WHERE seq = 3", ()).unwrap();
    let cut = done(&site.root.get("/api/v1/admin/audit/check"), 200);
    assert_eq!((&cut["entries"], &cut["broken"]), (&json!(2), &Value::Null));
    assert_ne!(text(&cut["last"]), text(&check["last"]));
    connection.execute("DELETE FROM audit WHERE seq = 1", ()).unwrap();
    assert_eq!(done(&site.root.get("/api/v1/admin/audit/check"), 200)["broken"], 1);
}
