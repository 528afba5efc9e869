//! Tables and people as moderators see them, and their measures: names, passwords, the end of a table.

use super::{PASSWORD, Site, done, impose, refused, say, sign_up, text};
use serde_json::json;
use testkit::Client;

#[test]
fn a_table_is_seen_as_spectators_see_it() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    sign_up(&mut eve, "Evelyn");
    done(&say(&mut eve, &table, "hello"), 200);
    done(
        &ada.post(&format!("/api/v1/tables/{table}/reports"), &json!({"seat": "B", "reason": "other"})),
        201,
    );
    let seen = done(&site.root.get(&format!("/api/v1/admin/tables/{table}")), 200);
    let mut spectator = site.running.client();
    let view = spectator.get(&format!("/api/v1/tables/{table}/view")).json();
    assert_eq!(seen["view"], view["view"], "nothing more than a spectator sees");
    assert_eq!(seen["table"]["seats"], spectator.get(&format!("/api/v1/tables/{table}")).json()["seats"]);
    assert_eq!(seen["table"]["you"], json!(null));
    assert_eq!(seen["people"][1]["person"]["account"], "Evelyn");
    assert_eq!((&seen["said"][0]["by"], &seen["said"][0]["text"]), (&json!(1), &json!("hello")));
    assert_eq!(seen["reports"][0]["reason"], "other");
    // The id names the person wherever one is meant.
    let id = text(&seen["people"][1]["person"]["id"]);
    let person = done(&site.root.get(&format!("/api/v1/admin/person?who={id}")), 200);
    assert_eq!(person["person"], seen["people"][1]["person"]);
    assert_eq!(person["reports"].as_array().unwrap().len(), 1);
    let entries = done(&site.root.get("/api/v1/admin/audit"), 200)["entries"].clone();
    assert_eq!((&entries[0]["act"], &entries[0]["table"]), (&json!("view-table"), &json!(table)));
}

#[test]
fn a_person_is_renamed_everywhere() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    sign_up(&mut eve, "Rude");
    let (.., other) = site.table(true);
    let name =
        |ada: &mut Client| ada.get(&format!("/api/v1/tables/{table}")).json()["seats"][1]["name"].clone();
    assert_eq!(name(&mut ada), "Eve");
    let rename = |new: serde_json::Value| json!({"who": "Rude", "name": new, "reason": "name"});
    let at = "/api/v1/admin/person/rename";
    refused(&site.root.post(at, &rename(json!("Rosa"))), 409, "name-taken");
    refused(&site.root.post(at, &rename(json!("Admin"))), 409, "name-taken");
    refused(&site.root.post(at, &rename(json!("🐑"))), 422, "bad-name");
    assert_eq!(name(&mut ada), "Eve", "nothing was done");
    assert_eq!(done(&site.root.post(at, &rename(json!("Kind One"))), 200), json!({"name": "Kind One"}));
    assert_eq!(name(&mut ada), "Kind One");
    assert_eq!(ada.get(&format!("/api/v1/tables/{other}")).json()["seats"][1]["name"], "Eve", "another Eve");
    assert_eq!(done(&eve.get("/api/v1/me"), 200)["name"], "Kind One");
    let sign_in = |name: &str| json!({"name": name, "password": PASSWORD});
    refused(&site.running.client().post("/api/v1/session", &sign_in("Rude")), 403, "wrong-password");
    done(&site.running.client().post("/api/v1/session", &sign_in("Kind One")), 201);
    // A guest has a name at tables alone; without a new one it is made.
    let made = done(&site.root.post(at, &json!({"who": format!("{table}/A"), "reason": "name"})), 200);
    let made = text(&made["name"]);
    assert!(made.starts_with("Player "), "{made}");
    let site = site.restarted();
    let mut client = site.running.client();
    let seats = client.get(&format!("/api/v1/tables/{table}")).json()["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!(made), &json!("Kind One")));
}

#[test]
fn a_password_is_reset_by_a_code() {
    let mut site = Site::new();
    let mut eve = site.running.client();
    sign_up(&mut eve, "Evelyn");
    let reset = json!({"who": "Evelyn", "text": "she wrote from her address"});
    let code = text(&done(&site.root.post("/api/v1/admin/person/reset-password", &reset), 200)["code"]);
    assert!(code.len() >= 15, "{code}");
    assert!(!site.root.get("/api/v1/admin/audit").text().contains(&code), "only that answer holds it");
    let (.., table) = site.table(false);
    let guest = json!({"who": format!("{table}/A")});
    refused(&site.root.post("/api/v1/admin/person/reset-password", &guest), 409, "not-now");
    let entries = done(&site.root.get("/api/v1/admin/audit"), 200)["entries"].clone();
    assert_eq!(entries.as_array().unwrap().len(), 1, "what was not done is not entered");
    assert_eq!(
        (&entries[0]["act"], &entries[0]["person"]["account"]),
        (&json!("reset-password"), &json!("Evelyn"))
    );
}

/// A code that a moderator had made for somebody without a role does not lead to the role that they get.
#[test]
fn a_code_from_before_a_role_is_worth_nothing() {
    let mut site = Site::new();
    let [mut paula, mut eve] = [(); 2].map(|()| site.running.client());
    sign_up(&mut paula, "Paula");
    sign_up(&mut eve, "Evelyn");
    let role = |who: &str, role: &str| json!({"who": who, "role": role});
    done(&site.root.post("/api/v1/admin/person/role", &role("Paula", "moderator")), 200);
    let reset = json!({"who": "Evelyn", "text": "she has asked"});
    let code = text(&done(&paula.post("/api/v1/admin/person/reset-password", &reset), 200)["code"]);
    done(&site.root.post("/api/v1/admin/person/role", &role("Evelyn", "admin")), 200);
    let recover = json!({"name": "Evelyn", "code": code, "password": "another good staple"});
    refused(&site.running.client().post("/api/v1/recovery", &recover), 403, "bad-code");
    refused(&paula.post("/api/v1/admin/person/reset-password", &reset), 403, "not-allowed");
    // Nor is the name of somebody with a role free for others.
    let rename = json!({"who": "Rosa", "name": "Somebody", "reason": "name"});
    refused(&paula.post("/api/v1/admin/person/rename", &rename), 403, "not-allowed");
}

#[test]
fn a_table_is_closed() {
    let mut site = Site::new();
    let mut ada = site.running.client();
    let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "public": true});
    let table = text(&done(&ada.post("/api/v1/tables", &body), 201)["table"]);
    let (.., running) = site.table(false);
    for table in [&table, &running] {
        let path = format!("/api/v1/admin/tables/{table}/close");
        done(&site.root.post(&path, &json!({"reason": "abuse", "text": "as announced"})), 200);
        assert_eq!(ada.get(&format!("/api/v1/tables/{table}")).json()["stage"], "closed");
        refused(&site.root.post(&path, &json!({"reason": "abuse"})), 409, "closed");
    }
    let unknown = "/api/v1/admin/tables/000000000000/close";
    refused(&site.root.post(unknown, &json!({"reason": "abuse"})), 404, "no-table");
}

/// The export of a person's data holds what they wrote to moderators and the sanctions in force against them.
#[test]
fn a_person_is_told_what_is_kept() {
    let mut site = Site::new();
    let (mut ada, _, table) = site.table(false);
    let report = json!({"seat": "B", "reason": "stalling", "text": "an hour already"});
    done(&ada.post(&format!("/api/v1/tables/{table}/reports"), &report), 201);
    impose(
        &mut site.root,
        &json!({"measure": "mute", "who": format!("{table}/A"), "reason": "abuse", "text": "calm"}),
    );
    let data = ada.get("/api/v1/me/data").json();
    assert_eq!(
        (&data["reports"][0]["reason"], &data["reports"][0]["text"]),
        (&json!("stalling"), &json!("an hour already"))
    );
    assert_eq!(
        (&data["sanctions"][0]["measure"], &data["sanctions"][0]["text"]),
        (&json!("mute"), &json!("calm"))
    );
}
