//! `neuland ratings`.

use super::{Served, folder, neuland, open, said};
use std::path::Path;

fn ratings(data: &Path, args: &[&str]) -> (i32, String, String) {
    said(&neuland(&[&["ratings"], args, &["--data", data.to_str().expect("UTF-8")]].concat()))
}

#[test]
fn results_that_no_log_has_are_named_and_corrected() {
    let data = folder("ratings").join("data");
    let served = Served::start(&data, &[]);
    let (_, table, _) = open(&served, &["me", "open"], "Ada");
    let (code, out, err) = ratings(&data, &["check"]);
    assert_eq!((code, out.as_str()), (0, "0 rated games: all results are those of the logs.\n"), "{err}");
    let (code, _, err) = ratings(&data, &["recompute"]);
    assert!(code == 1 && err.contains("process number"), "a server runs: {err}");
    drop(served);

    // A result of a game that nobody has played.
    let file = rusqlite::Connection::open(data.join("tables.sqlite")).expect("a file");
    let of_table =
        "INSERT INTO results (table_id, at, game) SELECT table_id, 1, 'catan' FROM entries LIMIT 1";
    assert_eq!(file.execute(of_table, ()), Ok(1));
    drop(file);
    let (code, _, err) = ratings(&data, &["check"]);
    assert!(code == 1 && err.contains(&table) && err.contains("neuland ratings recompute"), "{err}");
    let (code, _, err) = ratings(&data, &["--lang", "de", "check"]);
    assert!(code == 1 && err.contains(&table) && err.contains("Protokolls"), "{err}");
    let (code, out, err) = ratings(&data, &["recompute"]);
    assert!(code == 0 && out.contains(&table), "{err}");
    assert_eq!(ratings(&data, &["check"]).0, 0);

    let nowhere = data.join("nowhere");
    for action in ["check", "recompute"] {
        assert_eq!(ratings(&nowhere, &[action]).0, 1);
        assert!(!nowhere.exists());
    }
}
