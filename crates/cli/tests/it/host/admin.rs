//! `neuland admin`: from an empty data folder to a site that is moderated.

use super::{Served, bare, folder, neuland, open, said};
use serde_json::{Value, json};
use std::process::Stdio;

/// Runs `neuland admin` against a server, as the holder of a token.
fn admin(served: &Served, token: &str, args: &[&str]) -> (i32, String, String) {
    let output = bare()
        .arg("admin")
        .args(args)
        .args(["--server", &format!("http://{}", served.addr)])
        .env("NEULAND_TOKEN", token)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    said(&output)
}

#[track_caller]
fn done(said: (i32, String, String)) -> String {
    let (code, out, err) = said;
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    out
}

/// The whole work of a moderator. It is long because each command builds on what the one before has done.
#[test]
fn a_site_is_moderated_from_the_command_line() {
    let data = folder("admin").join("data");
    let path = data.to_str().expect("UTF-8");
    let served = Served::start(&data, &[]);
    let account = json!({"name": "Rosa", "password": "correct horse battery"});
    let rosa = served.client().post("/api/v1/account", &account).json()["token"].as_str().unwrap().to_owned();
    let (mut ada, table, _) = open(&served, &["me", "open"], "Ada");
    let seated =
        served.client().post(&format!("/api/v1/tables/{table}/join"), &json!({"name": "Eve\u{1F411}"}));
    let mut eve = testkit::Client::with_token(served.addr, seated.json()["token"].as_str().unwrap());

    // The first admin comes from the data folder, which no server uses meanwhile.
    let (code, out, err) = said(&neuland(&["admin", "grant", "Rosa", "--data", path]));
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("is in use by another program") && err.contains("Stop it"), "{err}");
    let (code, _, err) = admin(&served, &rosa, &["reports"]);
    assert!(code == 1 && err.contains("only an account with the role"), "{err}");
    assert_eq!(served.stop().0, 0);
    let (code, _, err) = said(&neuland(&["admin", "grant", "Nobody", "--data", path]));
    assert!(code == 1 && err.contains("there is no account"), "{err}");
    let seat = format!("{table}/A");
    let (code, _, err) = said(&neuland(&["admin", "grant", &seat, "--data", path]));
    assert!(code == 1 && err.contains("no account"), "{err}");
    assert_eq!(done(said(&neuland(&["admin", "grant", "rosa", "--data", path]))), "Done.\n");
    let (code, _, err) = said(&neuland(&["admin", "grant", "Rosa", "--data", path, "--lang", "de"]));
    assert!(code == 1 && err.contains("Das ist schon erledigt"), "{err}");

    let served = Served::start(&data, &[]);
    for (client, token) in [(&mut ada, None), (&mut eve, None::<String>)] {
        let token = token.or_else(|| client.token.clone());
        *client = testkit::Client::with_token(served.addr, &token.unwrap());
    }
    let say = json!({"seq": 0, "id": "s1", "wish": {"say": "you sheep"}});
    let said_at = eve.post(&format!("/api/v1/tables/{table}/wish"), &say).json()["seq"].clone();
    let report = json!({"line": said_at, "reason": "abuse", "text": "look"});
    assert_eq!(ada.post(&format!("/api/v1/tables/{table}/reports"), &report).status, 201);
    let run = |args: &[&str]| done(admin(&served, &rosa, args));
    let listed = run(&["reports"]);
    assert!(listed.starts_with("#1 · 20") && listed.ends_with("One report is open.\n"), "{listed}");
    assert!(
        listed.contains(&format!("Abuse in the chat · {table}/B · Eve\u{1F411} · “you sheep” · look")),
        "{listed}"
    );
    let german = run(&["report", "1", "--lang", "de"]);
    assert!(german.contains("Beleidigung im Chat") && german.contains("Gemeldet: "), "{german}");
    let seen = run(&["table", &table]);
    assert!(
        seen.contains(&format!("{table} · catan · playing\n")) && seen.contains(": you sheep\n"),
        "{seen}"
    );

    let who = format!("{table}/B");
    let muted = run(&["mute", &who, "--for", "7d", "--reason", "abuse", "--text", "be kind"]);
    assert!(muted.starts_with("#1 · muted · ") && muted.contains("· until 20"), "{muted}");
    assert_eq!(
        eve.post(
            &format!("/api/v1/tables/{table}/wish"),
            &json!({"seq": 0, "id": "s2", "wish": {"say": "x"}})
        )
        .status,
        403
    );
    let json: Value = serde_json::from_str(&run(&["sanctions", "--json"])).expect("JSON");
    assert_eq!(
        (&json["sanctions"][0]["measure"], &json["sanctions"][0]["text"]),
        (&json!("mute"), &json!("be kind"))
    );
    assert_eq!(run(&["lift", "1", "--note", "sorry"]), "Done.\n");
    assert_eq!(run(&["sanctions"]), "None.\n");
    assert!(
        run(&["sanctions", "--all", "--lang", "de"]).contains("stummgeschaltet · "),
        "what ended is kept"
    );
    assert!(run(&["suspend", &who]).contains("suspended"));
    assert!(run(&["person", &who]).contains("can be suspended"), "who said something was seen");
    assert!(run(&["suspend-network", "192.0.2.9/24"]).contains("192.0.2.0/24 · "));
    assert!(run(&["hide", &table]).contains(&table));
    assert_eq!(run(&["rename", &who, "Kind One", "--reason", "name"]), "The name is now Kind One.\n");
    assert!(run(&["reset-password", "Rosa"]).contains("works once"));
    assert!(run(&["roles"]).starts_with("Rosa · admin · 20"));
    assert_eq!(run(&["close", &table, "--reason", "abuse"]), "Done.\n");
    assert_eq!(ada.get(&format!("/api/v1/tables/{table}")).json()["stage"], "closed");
    assert_eq!(run(&["resolve", "1", "acted"]), "Done.\n");
    assert!(run(&["reports", "--resolved"]).contains("Abuse in the chat"));
    let audit = run(&["audit"]);
    assert!(audit.lines().last().unwrap().contains("host · grant · Rosa"), "{audit}");
    assert!(run(&["audit", "--before", "2"]).lines().count() == 1);
    assert!(run(&["audit", "--check"]).starts_with("The audit log is unbroken: "));
    // What is refused says why.
    let (code, _, err) = admin(&served, &rosa, &["lift", "77"]);
    assert!(code == 1 && err.contains("there is no such report, sanction or person"), "{err}");
    let (code, _, err) = admin(&served, &rosa, &["revoke", "Rosa", "--lang", "de"]);
    assert!(code == 1 && err.contains("Das ist der letzte Admin"), "{err}");
    assert_eq!(served.stop().0, 0);
    // The host may take even the last role away, and lets the owner of an account in again.
    assert_eq!(done(said(&neuland(&["admin", "revoke", "Rosa", "--data", path]))), "Done.\n");
    assert!(
        done(said(&neuland(&["admin", "reset-password", "Rosa", "--data", path]))).contains("works once")
    );

    // A line that was changed shows, and the exit code says so.
    let connection = rusqlite::Connection::open(data.join("tables.sqlite")).expect("the file");
    connection.execute_batch("DROP TRIGGER audit_is_never_changed").expect("it is dropped");
    connection.execute("UPDATE audit SET act = 'lift' WHERE seq = 2", ()).expect("it is changed");
    drop(connection);
    done(said(&neuland(&["admin", "grant", "Rosa", "--data", path])));
    let served = Served::start(&data, &[]);
    let (code, out, _) = admin(&served, &rosa, &["audit", "--check"]);
    assert!(code == 1 && out.contains("broken at entry 3"), "{out}");
}

#[test]
fn what_is_typed_wrong_is_named() {
    let bad = |args: &[&str], token: &str, words: &str| {
        let output =
            bare().arg("admin").args(args).env("NEULAND_TOKEN", token).output().expect("the program runs");
        let (code, out, err) = said(&output);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(words), "{args:?}: {err}");
    };
    let key = "s00112233445566778899aabbccddeeff";
    bad(&[], key, "neuland admin --help");
    bad(&["reports"], "", "NEULAND_TOKEN must hold the token");
    bad(&["reports"], "secret", "NEULAND_TOKEN does not hold a token");
    bad(&["reports", "--server", "neuland.example"], key, "is not the address of a server");
    bad(&["mute", "Eve", "--for", "soon"], key, "give a span of time");
    bad(&["mute", "Eve", "--for", "bald", "--lang", "de"], key, "hier gehört eine Zeitspanne hin");
    bad(&["mute", "a/b"], key, "give the name of an account");
    bad(&["suspend-network", "home"], key, "give an IP address");
    bad(&["suspend-network"], key, "NETWORK");
    bad(&["close", "../../me"], key, "is not the id of a table");
    bad(&["grant", "Eve", "--role", "king"], key, "admin, moderator");
    let unreachable = ["reports", "--server", "http://127.0.0.1:9"];
    let output = bare().arg("admin").args(unreachable).env("NEULAND_TOKEN", key).output().expect("it runs");
    let (code, _, err) = said(&output);
    assert!(code == 1 && err.contains("does not answer"), "{err}");
}
