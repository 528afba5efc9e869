//! Commands of the host on a database: `neuland admin`, `person` and `ratings` with `--database`.

use super::person::two;
use super::{Served, neuland, said};
use serde_json::{Value, json};
use testkit::Database;

/// The standard output of a command that succeeds.
#[track_caller]
fn done(database: &str, args: &[&str]) -> String {
    let (code, out, err) = said(&neuland(&[args, &["--database", database]].concat()));
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}: {out}");
    out
}

/// The standard error of a command that is refused.
#[track_caller]
fn refused(database: &str, args: &[&str]) -> String {
    let (code, out, err) = said(&neuland(&[args, &["--database", database]].concat()));
    assert_eq!((code, out.as_str()), (1, ""), "{args:?}: {err}");
    err
}

#[test]
fn a_host_works_on_a_database_as_on_a_folder() {
    let server = Database::start("host");
    let database = server.url("neuland");
    // Where there are no tables, none are made.
    for args in [
        &["person", "export", "Zaphodia"][..],
        &["person", "delete", "Zaphodia", "--yes"],
        &["ratings", "check"],
        &["ratings", "recompute"],
        &["admin", "grant", "Zaphodia"],
    ] {
        let err = refused(&database, args);
        assert!(err.contains("is not a store of Neuland") && err.contains("no schema"), "{args:?}: {err}");
    }

    let (served, table) = two(Served::at("--database", &database, &[]));
    let told = |who: &str| -> Value {
        serde_json::from_str(&done(&database, &["person", "export", who])).expect("one document")
    };
    // The server runs: what it does not stand in the way of is done, the rest is refused.
    let ada = told("zaphodia");
    assert_eq!(ada["tables"][0]["table"], json!(table));
    assert!(done(&database, &["ratings", "check"]).contains("0 rated games"));
    for args in [
        &["person", "delete", "Zaphodia", "--yes"][..],
        &["ratings", "recompute"],
        &["admin", "grant", "Zaphodia"],
    ] {
        let err = refused(&database, args);
        assert!(err.contains("another server") && err.contains("stop it"), "{args:?}: {err}");
    }
    assert_eq!(told("Zaphodia"), ada, "nothing was deleted");
    assert_eq!(served.client().get(&format!("/api/v1/tables/{table}")).status, 200, "it goes on");
    assert_eq!(served.stop().0, 0);

    // Without a server all of it is done.
    assert_eq!(done(&database, &["admin", "grant", "Zaphodia"]), "Done.\n");
    assert!(refused(&database, &["admin", "grant", "Nobody"]).contains("there is no account"));
    assert!(done(&database, &["admin", "reset-password", "Zaphodia"]).contains("works once"));
    assert_eq!(done(&database, &["admin", "revoke", "Zaphodia"]), "Done.\n");
    assert!(done(&database, &["ratings", "recompute"]).contains("0 rated games"));
    done(&database, &["person", "delete", &format!("{table}/B"), "--yes"]);
    let kept = server.run("pg_dump", &["--dbname", &database]);
    let kept = String::from_utf8(kept.stdout).expect("UTF-8");
    assert!(kept.contains("Zaphodia") && !kept.contains("Trillianus") && !kept.contains("vogonlyrics"));
    assert!(
        refused(&database, &["person", "delete", &format!("{table}/B"), "--yes"])
            .contains("no account or seat")
    );

    // A server goes on with what is left.
    let served = Served::at("--database", &database, &[]);
    assert_eq!(served.client().get(&format!("/api/v1/tables/{table}")).status, 200);
    let audit = done(&database, &["person", "export", "Zaphodia"]);
    assert!(audit.contains("Zaphodia"));
    assert_eq!(served.stop().0, 0);
}
