//! Output on the terminal, or in the file in its place: pictures, languages, widths, streams that are full, and names that would steer it.

use super::{RECORD, bare, file, folder, neuland};
use std::fs::OpenOptions;
use std::path::Path;
use std::process::Stdio;

#[test]
fn a_picture_goes_to_standard_output() {
    let folder = folder("draw-standard");
    let record = file(&folder, "a.neuland", RECORD);
    let svg = folder.join("x.svg");
    neuland(&["draw", &record, "-o", svg.to_str().expect("UTF-8"), "--coordinates"]).ok();
    let drawn = bare()
        .current_dir(&folder)
        .args(["draw", &record, "-o", "-", "--coordinates"])
        .output()
        .expect("the program starts");
    assert!(drawn.status.success() && drawn.stderr.is_empty(), "{drawn:?}");
    assert!(drawn.stdout == std::fs::read(&svg).expect("a picture"));
    assert!(!folder.join("-").exists());
    let refused = neuland(&["draw", &record, "-o", "-", "--width", "300"]);
    assert!(refused.code == 2 && refused.err.contains("--width is only for .png"), "{refused:?}");
}

#[test]
fn languages_are_read_in_any_case() {
    let german = neuland(&["rules", "CATAN-ROB-5", "--lang", "de"]).ok();
    for lang in ["DE", "De"] {
        assert_eq!(neuland(&["rules", "CATAN-ROB-5", "--lang", lang]).ok(), german);
        assert_eq!(neuland(&["--lang", lang, "rules", "CATAN-ROB-5"]).ok(), german);
    }
    assert_eq!(neuland(&["rules", "--lang", "fr"]).code, 2);
}

/// A full standard error does not change the exit code; a full standard output is a failure.
#[test]
#[cfg(target_os = "linux")]
fn a_full_stream_is_no_crash() {
    let full = || Stdio::from(OpenOptions::new().write(true).open("/dev/full").expect("the system has one"));
    let first = "first=while read -r line; do exit; done";
    for (args, code) in [
        (&["replay", "nofile"][..], 1),
        (&["rules", "catan-no-9"], 2),
        (&["--bogus"], 2),
        (&["simulat"], 2),
        (&["simulate", "carcassonne", "--games", "2", "--bots", "random", "--progress"], 0),
        (&["match", "carcassonne", "--games", "2", "--bots", "random,novice", "--progress"], 0),
        (&["match", "carcassonne", "--games", "2", "--bots", "random,first", "--bot", first], 1),
        (&["serve", "--data", "/dev/full", "--public-url", "https://neuland.example"], 1),
        (&["games"], 0),
    ] {
        let ended = bare().args(args).stdin(Stdio::null()).stderr(full()).output().expect("it starts");
        assert_eq!(ended.status.code(), Some(code), "{args:?}: {ended:?}");
    }
    for args in [&["games"][..], &["--help"], &["rules", "catan"], &["completions", "bash"]] {
        let ended = bare().args(args).stdin(Stdio::null()).stdout(full()).output().expect("it starts");
        assert_eq!(ended.status.code(), Some(1), "{args:?}: {ended:?}");
    }
}

#[test]
fn help_is_as_wide_as_most_terminals() {
    for lang in ["en", "de"] {
        for (columns, most) in [(None, 80), (Some("60"), 60), (Some("300"), 100)] {
            let mut command = bare();
            command.args(["match", "--help", "--lang", lang]).env_remove("COLUMNS");
            if let Some(columns) = columns {
                command.env("COLUMNS", columns);
            }
            let help = String::from_utf8(command.output().expect("it starts").stdout).expect("UTF-8");
            let widest =
                help.lines().filter(|line| line.starts_with(' ')).map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| widest <= most && widest > most - 20), "{most}: {help}");
        }
    }
}

#[test]
fn names_in_records_do_not_steer_the_terminal() {
    let folder = folder("bidi");
    let record = file(&folder, "a.neuland", &RECORD.replace("Ada", "Ada\u{202e}nelA\u{2028}x"));
    let said = neuland(&["replay", &record]).ok();
    assert!(said.contains("Ada\\u{202e}nelA\\u{2028}x"), "{said}");
    assert!(!said.contains(['\u{202e}', '\u{2028}']), "{said}");
    // A name of a file is printed as well.
    let odd = folder.join("b\u{202e}.neuland");
    assert!(!Path::new(&odd).exists());
    let refused = neuland(&["replay", odd.to_str().expect("UTF-8")]);
    assert!(refused.err.contains("b\\u{202e}.neuland"), "{refused:?}");
}
