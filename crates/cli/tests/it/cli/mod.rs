//! The program as its users meet it: arguments in; exit code, standard output, standard error and files out.

mod analyse;
mod bad_input;
mod commands;
#[cfg(unix)]
mod language_model;
#[cfg(unix)]
mod matches;
mod mcp;
mod own_box;
mod play;
mod records;
mod terminal;
mod unreadable;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The output of the program.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Answer {
    /// Standard output of a command that did its work.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        assert_eq!(self.err, "", "{}", self.out);
        self.out
    }
}

/// Runs the program with these arguments, in no language in particular.
pub(crate) fn neuland(args: &[&str]) -> Answer {
    neuland_reading("", args)
}

/// Runs the program with this on standard input.
pub(crate) fn neuland_reading(input: &str, args: &[&str]) -> Answer {
    let mut command = bare();
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments ends without reading: then the pipe is closed, and that is no fault.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Answer {
        code: output.status.code().expect("an exit code, not a signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The program without the languages of whoever runs the tests.
pub(crate) fn bare() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_neuland"));
    for variable in ["NEULAND_LANG", "LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    command
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Writes a file into a folder, and says where it is.
pub(crate) fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file for the test");
    path.to_str().expect("UTF-8").to_owned()
}

/// A record of the first steps of a game.
pub(crate) const RECORD: &str = r#"{"neuland":1,"game":"catan","rules":1,"options":{"players":2,"setup":"beginner_board_free_placement"},"seats":["Ada",null]}
{"chance":"layout mountains:10 pasture:2 forest:9 fields:12 hills:6 pasture:4 hills:10 fields:9 forest:11 desert forest:3 mountains:8 forest:8 mountains:3 fields:4 pasture:5 hills:5 fields:6 pasture:11 | 3:1 grain ore 3:1 wool 3:1 3:1 brick lumber"}
{"seat":"A","do":"settlement I17"}
{"seat":"A","do":"road P25"}
"#;
