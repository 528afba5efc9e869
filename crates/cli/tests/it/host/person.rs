//! `neuland person`.

use super::{Served, bare, folder, neuland, open, said};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

fn person(data: &Path, args: &[&str]) -> (i32, String, String) {
    said(&neuland(&[&["person"], args, &["--data", data.to_str().expect("UTF-8")]].concat()))
}

/// Runs the command while the user types this.
fn typing(typed: &str, data: &Path, args: &[&str]) -> (i32, String, String) {
    let mut child = bare()
        .arg("person")
        .args(args)
        .arg("--data")
        .arg(data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // It may have ended without asking.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    said(&child.wait_with_output().expect("it ends"))
}

/// Whether a text stands in a file of a folder.
fn is_in(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).expect("a folder").any(|entry| {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

/// Zaphodia has an account and a table; Trillianus, a guest, sits there too and has said something.
pub(super) fn two(served: Served) -> (Served, String) {
    let (mut ada, table, _) = open(&served, &["me", "open"], "Zaphodia");
    let account = json!({"name": "Zaphodia", "password": "correct horse battery"});
    let reply = ada.post("/api/v1/account", &account);
    assert!(reply.status < 300, "{}", reply.text());
    let mut ben = served.client();
    let seated = ben.post(&format!("/api/v1/tables/{table}/join"), &json!({"name": "Trillianus"})).json();
    ben.token = seated["token"].as_str().map(str::to_owned);
    let say = json!({"seq": seated["version"], "id": "s1", "wish": {"say": "vogonlyrics"}});
    let reply = ben.post(&format!("/api/v1/tables/{table}/wish"), &say);
    assert_eq!(reply.status, 200, "{}", reply.text());
    (served, table)
}

#[test]
fn a_host_tells_while_a_server_runs_and_deletes_when_it_does_not() {
    let data = folder("person").join("data");
    let (served, table) = two(Served::start(&data, &[]));
    let seat = format!("{table}/B");
    let told = |who: &str| -> Value {
        let (code, out, err) = person(&data, &["export", who]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        serde_json::from_str(&out).expect("one document")
    };
    // Names of accounts are compared as the server does when somebody signs in.
    let ada = told("zaphodia");
    assert_eq!(ada["account"]["name"], "Zaphodia");
    assert_eq!(ada["tables"][0]["table"], json!(table));
    assert!(!ada.to_string().contains("vogonlyrics"), "what others said is theirs");
    let ben = told(&seat);
    assert!(ben["account"].is_null() && ben.to_string().contains("vogonlyrics"), "{ben}");

    // Nobody else is deleted under the hands of a server, and nobody is asked in vain.
    let process = format!("the server with process number {}", served.child.id());
    for more in [&[][..], &["--yes"]] {
        let (code, out, err) = person(&data, &[&["delete", "Zaphodia"], more].concat());
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.starts_with("error: ") && err.contains("is in use by another program"), "{err}");
        assert!(err.contains(&process) && err.contains("Stop it"), "{err}");
    }
    let (code, out, err) = person(&data, &["--lang", "de", "delete", "Zaphodia", "--yes"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.starts_with("Fehler: ") && err.contains("wird von einem anderen Programm benutzt"), "{err}");
    assert_eq!(told("Zaphodia"), ada, "nothing was deleted");
    assert_eq!(served.client().get(&format!("/api/v1/tables/{table}")).status, 200, "it goes on");
    assert_eq!(served.stop().0, 0);

    // Without a server it asks first; only the whole word is a yes.
    for typed in ["", "\n", "no\n", "y\n", "yes, please\n"] {
        let (code, out, err) = typing(typed, &data, &["delete", "Zaphodia"]);
        assert_eq!(code, 1, "{out} {err}");
        assert!(out.contains("cannot be undone. Type “yes”"), "{out}");
        assert_eq!(err, "error: Nothing was deleted.\n", "{typed:?}");
    }
    let (code, out, err) = typing("yes\n", &data, &["--lang", "de", "delete", "Zaphodia"]);
    assert_eq!((code, err.as_str()), (1, "Fehler: Nichts wurde gelöscht.\n"), "{out}");
    assert!(out.contains("lässt sich nicht rückgängig machen. Tippe „ja“"), "{out}");
    assert!(is_in(&data, "Zaphodia"));
    let (code, out, err) = typing("ja\n", &data, &["--lang", "de", "delete", "Zaphodia"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(
        out.ends_with("Gelöscht: Zaphodia. Sicherungen, die vorher gemacht wurden, enthalten es noch.\n")
    );
    assert!(!is_in(&data, "Zaphodia") && !is_in(&data, "zaphodia"), "not one byte of the name is left");
    assert!(is_in(&data, "Trillianus") && is_in(&data, "vogonlyrics"), "others are as they were");
    let (code, out, err) = person(&data, &["delete", &seat, "--yes"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(out, format!("Deleted: {seat}. Earlier backups still contain it.\n"));
    assert!(!is_in(&data, "Trillianus") && !is_in(&data, "vogonlyrics"));

    // The table is there, and nobody has been at it.
    let served = Served::start(&data, &[]);
    let state = served.client().get(&format!("/api/v1/tables/{table}")).json();
    assert!(!state.to_string().contains("Zaphodia"), "{state}");
    assert_eq!(state["table"], json!(table));
    assert_eq!(served.stop().0, 0);
}

#[test]
fn who_is_not_there_is_nobody() {
    let place = folder("person-nobody");
    let data = place.join("data");
    let (served, table) = two(Served::start(&data, &[]));
    let shown = data.display().to_string();
    let nobody = |args: &[&str], who: &str| {
        for (lang, expected) in [
            ("en", format!("error: there is no account or seat “{who}” in {shown}\n")),
            ("de", format!("Fehler: niemand hat das Konto oder den Platz „{who}“ in {shown}\n")),
        ] {
            let (code, out, err) = person(&data, &[args, &["--lang", lang]].concat());
            assert_eq!((code, out.as_str(), err), (1, "", expected), "{args:?}");
        }
    };
    let strangers = ["Marvin", "Trillianus", "0000000000zz/A", &format!("{table}/C"), "", "\u{7}"];
    for who in strangers {
        let shown = who.replace('\u{7}', "\\u{7}");
        nobody(&["export", who], &shown);
    }
    assert_eq!(served.stop().0, 0);
    for who in strangers {
        let shown = who.replace('\u{7}', "\\u{7}");
        nobody(&["export", who], &shown);
        // Nobody is asked whether they are sure of what cannot be done.
        nobody(&["delete", who], &shown);
        nobody(&["delete", who, "--yes"], &shown);
    }
    // Where there are no tables, none are made.
    let nowhere = place.join("nowhere");
    for action in ["export", "delete"] {
        let (code, out, err) = person(&nowhere, &[action, "Zaphodia"]);
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.contains("nowhere") && err.contains("Check that the folder exists"), "{err}");
        let (_, _, err) = person(&nowhere, &["--lang", "de", action, "Zaphodia"]);
        assert!(err.starts_with("Fehler: ") && err.contains("Prüfe, ob"), "{err}");
        assert!(!nowhere.exists());
    }
    // The folder comes from the environment too, as that of the server does.
    let output = bare().args(["person", "export", "Zaphodia"]).env("NEULAND_DATA", &data).output();
    assert_eq!(said(&output.expect("it runs")).0, 0);
}

#[test]
fn wrong_arguments_are_named() {
    for (args, english, german) in [
        (&[][..], "a required argument is missing: <export|delete>", "es fehlt etwas: <export|delete>"),
        (
            &["export"],
            "a required argument is missing: <NAME|TABLE/SEAT>",
            "es fehlt etwas: <NAME|TABLE/SEAT>",
        ),
        (
            &["erase", "Ada"],
            "erase is not a valid value for <export|delete>; choose one of export, delete",
            "erase ist kein Wert von <export|delete>",
        ),
        (
            &["export", "k7mw2xqp4d01/X"],
            "k7mw2xqp4d01/X is not a valid value for <NAME|TABLE/SEAT>: give the name of an account",
            "hier gehört der Name eines Kontos hin",
        ),
        (&["delete", "table/B"], "or a table and a seat such as", "oder ein Tisch und ein Platz"),
        (&["export", "Ada", "Ben"], "unexpected argument Ben", "Ben ist hier kein Argument"),
        (&["export", "Ada", "--json"], "unexpected argument --json", "--json ist hier kein Argument"),
        (&["delete", "Ada", "--yess"], "Did you mean --yes?", "Ist --yes gemeint?"),
        (&["export", "Ada", "--data"], "--data <FOLDER> needs a value", "--data <FOLDER> braucht einen Wert"),
    ] {
        for (lang, title, expected) in [("en", "error: ", english), ("de", "Fehler: ", german)] {
            let (code, out, err) = said(&neuland(&[&["--lang", lang, "person"], args].concat()));
            assert_eq!((code, out.as_str()), (2, ""), "{args:?} {err}");
            assert!(err.starts_with(title) && err.contains(expected), "{args:?} {err}");
            assert!(err.contains("neuland person --help"), "{err}");
        }
    }
}
