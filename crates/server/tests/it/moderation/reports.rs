//! Reports and their limits.

use super::{Site, done, refused, say, sign_up, text};
use serde_json::json;
use server::Limits;
use testkit::Client;

#[test]
fn a_report_is_made_looked_at_and_resolved() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    sign_up(&mut eve, "Evelyn");
    done(&say(&mut eve, &table, "you are all sheep"), 200);
    let line = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].clone();
    let path = format!("/api/v1/tables/{table}/reports");
    let report = json!({"line": line, "reason": "abuse", "text": "  she   shouts "});
    done(&ada.post(&path, &report), 201);

    let list = done(&site.root.get("/api/v1/admin/reports"), 200);
    assert_eq!((&list["open"], list["reports"].as_array().unwrap().len()), (&json!(1), 1));
    let report = list["reports"][0].clone();
    assert_eq!(report["table"], table.as_str());
    assert_eq!((&report["seat"], &report["name"], &report["line"]), (&json!("B"), &json!("Eve"), &line));
    assert_eq!((&report["said"], &report["text"]), (&json!("you are all sheep"), &json!("she shouts")));
    assert_eq!(
        (&report["reported"]["account"], &report["reporter"]["account"]),
        (&json!("Evelyn"), &json!(null))
    );
    let number = report["number"].as_u64().unwrap();
    let one = format!("/api/v1/admin/reports/{number}");
    assert_eq!(done(&site.root.get(&one), 200), report);

    let outcome = json!({"outcome": "acted", "text": "muted for a day"});
    done(&site.root.post(&format!("{one}/resolve"), &outcome), 200);
    refused(&site.root.post(&format!("{one}/resolve"), &outcome), 409, "not-now");
    let list = done(&site.root.get("/api/v1/admin/reports"), 200);
    assert_eq!(list, json!({"reports": [], "open": 0}));
    let resolved = done(&site.root.get("/api/v1/admin/reports?status=resolved"), 200);
    assert_eq!(resolved["reports"][0]["outcome"], "acted");
    assert_eq!(resolved["reports"][0]["resolved_by"]["account"], "Rosa");
}

#[test]
fn only_those_with_business_at_a_table_report() {
    let site = Site::new();
    let report = json!({"seat": "B", "reason": "name"});
    let (mut ada, mut eve, private) = site.table(false);
    let path = format!("/api/v1/tables/{private}/reports");
    refused(&site.running.client().post(&path, &report), 401, "bad-token");
    let stranger = || Client::with_token(site.running.addr, &table::Key::random().reveal());
    refused(&stranger().post(&path, &report), 403, "not-seated");
    refused(&eve.post(&path, &report), 404, "not-found");
    done(&ada.post(&path, &report), 201);
    let (.., public) = site.table(true);
    done(&stranger().post(&format!("/api/v1/tables/{public}/reports"), &report), 201);
    refused(&ada.post("/api/v1/tables/000000000000/reports", &report), 404, "no-table");
}

#[test]
fn what_is_no_report_is_refused() {
    let site = Site::new();
    let (mut ada, _, table) = site.table(false);
    let path = format!("/api/v1/tables/{table}/reports");
    for (sent, status, code) in [
        (json!({"seat": "B", "reason": "dislike"}), 400, "bad-request"),
        (json!({"reason": "abuse"}), 400, "bad-request"),
        (json!({"seat": "B", "line": 1, "reason": "abuse"}), 400, "bad-request"),
        (json!({"seat": "B", "reason": "abuse", "text": "x".repeat(301)}), 422, "bad-text"),
        (json!({"seat": "B", "reason": "abuse", "text": "a\u{202e}b"}), 422, "bad-text"),
        (json!({"seat": "C", "reason": "abuse"}), 404, "not-found"),
        (json!({"line": 0, "reason": "abuse"}), 404, "not-found"),
        (json!({"line": u64::MAX, "reason": "abuse"}), 404, "not-found"),
    ] {
        refused(&ada.post(&path, &sent), status, code);
    }
    assert!(site.store.report(1).unwrap().is_none());
}

/// One report about a seat is enough until a moderator has looked.
#[test]
fn the_same_seat_is_reported_once_until_it_is_resolved() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    let path = format!("/api/v1/tables/{table}/reports");
    done(&ada.post(&path, &json!({"seat": "B", "reason": "name"})), 201);
    let again = json!({"seat": "B", "reason": "spam"});
    refused(&ada.post(&path, &again), 409, "already-reported");
    done(&eve.post(&path, &json!({"seat": "A", "reason": "spam"})), 201);
    let mut site = {
        done(&site.root.get("/api/v1/admin/reports"), 200);
        site.restarted()
    };
    let mut ada = Client::with_token(site.running.addr, &ada.token.unwrap());
    refused(&ada.post(&path, &again), 409, "already-reported");
    done(&site.root.post("/api/v1/admin/reports/1/resolve", &json!({"outcome": "unfounded"})), 200);
    done(&ada.post(&path, &again), 201);
    let numbers: Vec<u64> = done(&site.root.get("/api/v1/admin/reports"), 200)["reports"]
        .as_array()
        .unwrap()
        .iter()
        .map(|report| report["number"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [3, 2]);
}

/// A person, a network and a table have only so many reports.
#[test]
fn reports_are_limited() {
    let site = Site::with(Limits { spare_loopback: false, ..Limits::default() });
    let tables: Vec<String> = (0..6).map(|_| site.table(true).2).collect();
    let report = json!({"seat": "B", "reason": "spam"});
    let stranger = || Client::with_token(site.running.addr, &table::Key::random().reveal());
    let path = |n: usize| format!("/api/v1/tables/{}/reports", tables[n]);
    let mut ada = stranger();
    let statuses: Vec<u16> = (0..6).map(|n| ada.post(&path(n), &report).status).collect();
    assert_eq!(statuses, [201, 201, 201, 201, 201, 429], "of one person");
    let statuses: Vec<u16> = (0..12).map(|_| stranger().post(&path(0), &report).status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 9, "{statuses:?} about one table");
    let refused = stranger().post(&path(0), &report);
    assert_eq!((refused.status, &refused.json()["error"]), (429, &json!("too-many")));
    assert!(refused.header("retry-after").is_some());
    let more: usize = (0..20).filter(|n| stranger().post(&path(1 + n % 5), &report).status == 201).count();
    assert!(more < 10, "{more} more from one network");
}

/// Deleting a person removes their data from the reports that they made and from those against them.
#[test]
fn who_is_forgotten_is_forgotten_in_reports() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    sign_up(&mut eve, "Evelyn");
    done(&say(&mut eve, &table, "you sheep"), 200);
    let line = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].clone();
    let path = format!("/api/v1/tables/{table}/reports");
    done(&ada.post(&path, &json!({"line": line, "reason": "abuse", "text": "Eve again"})), 201);
    done(&eve.post(&path, &json!({"seat": "A", "reason": "spam", "text": "she began"})), 201);
    let mute = json!({"measure": "mute", "who": "Evelyn", "reason": "abuse", "text": "as Evelyn knows"});
    super::impose(&mut site.root, &mute);
    let deletion = json!({"password": super::PASSWORD});
    let reply = eve.send("DELETE", "/api/v1/me", Some("application/json"), deletion.to_string().as_bytes());
    assert_eq!(reply.status, 204, "{}", reply.text());
    let everything = [
        "/api/v1/admin/reports",
        "/api/v1/admin/sanctions?which=all",
        "/api/v1/admin/audit",
        &format!("/api/v1/admin/tables/{table}"),
    ]
    .map(|path| site.root.get(path).text())
    .concat();
    for word in ["Eve", "Evelyn", "sheep", "she began", "Eve again"] {
        assert!(!everything.contains(word), "{word}: {everything}");
    }
    let reports = done(&site.root.get("/api/v1/admin/reports"), 200);
    assert_eq!(reports["reports"][1]["name"], "N. N.");
    assert_eq!(text(&reports["reports"][0]["name"]), "Ada", "who reported is nobody");
    assert!(reports["reports"][0]["reporter"].is_null());
    assert_eq!(done(&site.root.get("/api/v1/admin/audit/check"), 200)["broken"], json!(null));
}

/// Reports of a flood are resolved at once, and those that several people agree on rank first.
#[test]
fn reports_are_ranked_and_resolved_together() {
    let mut site = Site::new();
    let (mut ada, _, first) = site.table(true);
    let stranger = || Client::with_token(site.running.addr, &table::Key::random().reveal());
    let report = json!({"seat": "B", "reason": "spam"});
    done(&ada.post(&format!("/api/v1/tables/{first}/reports"), &report), 201);
    let (.., flooded) = site.table(true);
    for _ in 0..9 {
        done(&stranger().post(&format!("/api/v1/tables/{flooded}/reports"), &report), 201);
    }
    let numbers = |list: &serde_json::Value| -> Vec<u64> {
        let reports = list["reports"].as_array().unwrap();
        reports.iter().map(|report| report["number"].as_u64().unwrap()).collect()
    };
    let ranked = done(&site.root.get("/api/v1/admin/reports?status=ranked&limit=3"), 200);
    assert_eq!(
        (numbers(&ranked), &ranked["open"]),
        (vec![1, 10, 9], &json!(10)),
        "who sat there comes first"
    );
    refused(&site.root.get("/api/v1/admin/reports?status=ranked&before=3"), 400, "bad-request");

    let resolve = "/api/v1/admin/reports/5/resolve";
    let wrong = json!({"outcome": "unfounded", "same": "moon"});
    refused(&site.root.post(resolve, &wrong), 400, "bad-request");
    let all = json!({"outcome": "unfounded", "same": "table", "text": "a flood"});
    assert_eq!(done(&site.root.post(resolve, &all), 200), json!({"ok": true, "resolved": 9}));
    let list = done(&site.root.get("/api/v1/admin/reports"), 200);
    assert_eq!((numbers(&list), &list["open"]), (vec![1], &json!(1)));
    let audit = done(&site.root.get("/api/v1/admin/audit?limit=1"), 200).to_string();
    assert!(audit.contains("unfounded (9 reports): a flood"), "{audit}");
    refused(&site.root.post(resolve, &all), 409, "not-now");
}
