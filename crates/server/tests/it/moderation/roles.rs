//! The roles: their grants, and the rights that they give.

use super::{Site, done, impose, refused, sign_up};
use serde_json::json;
use testkit::Client;

/// Everything below `/api/v1/admin`.
fn everything(table: &str) -> Vec<(&'static str, String, String)> {
    let get = |path: &str| ("GET", format!("/api/v1/admin/{path}"), String::new());
    let post =
        |path: &str, body: serde_json::Value| ("POST", format!("/api/v1/admin/{path}"), body.to_string());
    vec![
        get("reports"),
        get("reports/1"),
        get(&format!("tables/{table}")),
        get("tables/000000000000"),
        get(&format!("person?who={table}/B")),
        get("roles"),
        get("sanctions"),
        get("audit"),
        get("audit/check"),
        post("reports/1/resolve", json!({"outcome": "acted"})),
        post(&format!("tables/{table}/close"), json!({"reason": "spam"})),
        post("person/rename", json!({"who": format!("{table}/B"), "reason": "name"})),
        post("person/reset-password", json!({"who": "Rosa"})),
        post("person/role", json!({"who": "Rosa", "role": null})),
        post("sanctions", json!({"measure": "mute", "who": format!("{table}/B"), "reason": "spam"})),
        post("sanctions/1/lift", json!({})),
        post("sanctions", json!({"not": "read before the role is"})),
    ]
}

#[test]
fn nobody_else_moderates() {
    let site = Site::new();
    let (mut ada, _, table) = site.table(true);
    let mut account = site.running.client();
    sign_up(&mut account, "Paula");
    for client in [&mut site.running.client(), &mut ada, &mut account] {
        for (method, path, body) in everything(&table) {
            let reply = client.send(method, &path, Some("application/json"), body.as_bytes());
            refused(&reply, 403, "not-allowed");
        }
    }
    assert_eq!(site.store.check_audit().unwrap().entries, 0);
}

#[test]
fn admins_grant_roles_and_take_them_away() {
    let mut site = Site::new();
    let mut paula = site.running.client();
    sign_up(&mut paula, "Paula");
    let role = |who: &str, role: serde_json::Value| json!({"who": who, "role": role});
    let at = "/api/v1/admin/person/role";
    done(&site.root.post(at, &role("Paula", json!("moderator"))), 200);
    refused(&site.root.post(at, &role("Paula", json!("moderator"))), 409, "not-now");
    refused(&site.root.post(at, &role("Paula", json!("king"))), 400, "bad-request");
    assert_eq!(done(&paula.get("/api/v1/me"), 200)["role"], "moderator");
    let roles = done(&paula.get("/api/v1/admin/roles"), 200);
    assert_eq!(roles["roles"][1]["person"]["account"], "Paula");
    assert_eq!(roles["roles"][1]["by"]["account"], "Rosa");
    // A moderator does everything but roles and networks, and nothing to admins.
    let (.., table) = site.table(false);
    impose(&mut paula, &json!({"measure": "mute", "who": format!("{table}/B"), "reason": "spam"}));
    refused(&paula.post(at, &role("Paula", json!("admin"))), 403, "not-allowed");
    refused(&paula.post(at, &role("Rosa", json!(null))), 403, "not-allowed");
    let network = json!({"measure": "suspend-network", "network": "192.0.2.0/24", "reason": "spam"});
    refused(&paula.post("/api/v1/admin/sanctions", &network), 403, "not-allowed");
    let number = impose(&mut site.root, &network);
    refused(&paula.post(&format!("/api/v1/admin/sanctions/{number}/lift"), &json!({})), 403, "not-allowed");
    refused(&paula.post("/api/v1/admin/person/reset-password", &json!({"who": "Rosa"})), 403, "not-allowed");
    let suspend = |who: &str| json!({"measure": "suspend", "who": who, "reason": "spam"});
    refused(&paula.post("/api/v1/admin/sanctions", &suspend("Rosa")), 403, "not-allowed");
    // Neither of them can be sanctioned as long as they have a role.
    refused(&site.root.post("/api/v1/admin/sanctions", &suspend("Paula")), 403, "not-allowed");

    // The last admin stays; with a second one, either may go.
    refused(&site.root.post(at, &role("Rosa", json!(null))), 403, "not-allowed");
    refused(&site.root.post(at, &role("Rosa", json!("moderator"))), 403, "not-allowed");
    done(&site.root.post(at, &role("Paula", json!("admin"))), 200);
    done(&paula.post(at, &role("Rosa", json!(null))), 200);
    refused(&site.root.get("/api/v1/admin/reports"), 403, "not-allowed");
    impose(&mut paula, &suspend("Rosa"));
    refused(&paula.post(at, &role("Rosa", json!("admin"))), 409, "not-now");
    // Roles survive a restart, and nobody gets one without an account.
    let site = site.restarted();
    let mut paula = Client::with_token(site.running.addr, &paula.token.unwrap());
    let mut rosa = site.root;
    refused(&rosa.get("/api/v1/admin/reports"), 403, "not-allowed");
    refused(&paula.post(at, &role(&format!("{table}/A"), json!("admin"))), 409, "not-now");
}

/// A role belongs to the person, not to the name, which others may have later.
#[test]
fn a_role_goes_with_its_person() {
    let mut site = Site::new();
    let mut paula = site.running.client();
    sign_up(&mut paula, "Paula");
    let at = "/api/v1/admin/person/role";
    done(&site.root.post(at, &json!({"who": "Paula", "role": "moderator"})), 200);
    let deletion = json!({"password": super::PASSWORD}).to_string();
    let reply = paula.send("DELETE", "/api/v1/me", Some("application/json"), deletion.as_bytes());
    assert_eq!(reply.status, 204, "{}", reply.text());
    let mut other = site.running.client();
    sign_up(&mut other, "Paula");
    refused(&other.get("/api/v1/admin/reports"), 403, "not-allowed");
    assert_eq!(done(&site.root.get("/api/v1/admin/roles"), 200)["roles"].as_array().unwrap().len(), 1);
}
