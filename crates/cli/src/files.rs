//! Files that are read and written, and what is wrong with them in the reader's language.

use crate::context::Context;
use crate::failure::Failure;
use crate::games::unknown_game;
use crate::options::wrong;
use game::record::{RecordError, RecordErrorKind};
use pages::{Names, Words, header_error, msg, record_damage, refusal};
use shelf::{Reason, Refusal, ReplayError};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Opens a file for reading; `-` is standard input.
pub(crate) fn open(path: &Path, context: &Context) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).and_then(|file| {
        // On most systems a folder can be opened, and only reading fails.
        if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
    });
    match file {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(unreadable(path, &error, context.words)),
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: &[u8], context: &Context) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| unwritable(path, &error, context.words))
}

/// Refuses `-` where a file or a folder is written: what is printed there has its own place, or is no one file.
pub(crate) fn refuse_standard_output(option: &str, path: Option<&Path>, words: Words) -> Result<(), Failure> {
    match path {
        Some(path) if path == Path::new("-") => {
            Err(Failure::usage(msg!(words, "cli-file-no-output", option = option)))
        }
        _ => Ok(()),
    }
}

/// The folder for data: the one that was asked for, or that of the system. It need not exist.
pub(crate) fn data_folder(asked: Option<&Path>, words: Words) -> Result<PathBuf, Failure> {
    refuse_standard_output("--data", asked, words)?;
    let folder = asked.map_or_else(server::default_data_folder, Path::to_owned);
    match in_the_way(&folder) {
        Some(file) => {
            let (folder, file) = (folder.display().to_string(), file.display().to_string());
            Err(Failure::failed(msg!(words, "cli-file-in-the-way", folder = folder, file = file)))
        }
        None => Ok(folder),
    }
}

/// The file that stands where this folder, or one that holds it, belongs.
fn in_the_way(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|path| path.exists()).filter(|path| !path.is_dir())
}

/// A file that cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error, words: Words) -> Failure {
    let why = why(error, words);
    Failure::failed(msg!(words, "cli-file-unwritable", file = shown(path), why = why))
}

/// A file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error, words: Words) -> Failure {
    Failure::failed(msg!(words, "cli-file-unreadable", file = shown(path), why = why(error, words)))
}

/// A path as it is printed.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// Describes an error of the operating system.
pub(crate) fn why(error: &io::Error, words: Words) -> String {
    let key = match error.kind() {
        io::ErrorKind::NotFound => "cli-file-not-found",
        io::ErrorKind::PermissionDenied => "cli-file-forbidden",
        io::ErrorKind::IsADirectory => "cli-file-is-a-folder",
        io::ErrorKind::NotADirectory => "cli-file-not-a-folder",
        io::ErrorKind::AlreadyExists => "cli-file-exists",
        io::ErrorKind::StorageFull => "cli-file-full",
        io::ErrorKind::ReadOnlyFilesystem => "cli-file-read-only",
        // What is rarer, the system says in its own words.
        _ => return error.to_string(),
    };
    msg!(words, key)
}

/// Returns the failure for an invalid record, with the line and the clause.
pub(crate) fn wrong_record(path: &Path, error: &ReplayError, words: Words) -> Failure {
    let what = match error {
        ReplayError::Record(error) => fault(error, words),
        ReplayError::Header { faults } => {
            faults.iter().map(|fault| refused(fault, words)).collect::<Vec<_>>().join("; ")
        }
        ReplayError::Step { step, refusal, .. } => {
            let why = refused(refusal, words);
            msg!(words, "cli-record-step", step = step.to_string(), why = why)
        }
        ReplayError::Result { right: None, .. } => msg!(words, "cli-record-not-over"),
        ReplayError::Result { right: Some(right), .. } => {
            let right = serde_json::to_string(right).unwrap_or_default();
            msg!(words, "cli-record-result", right = right)
        }
        // What is new is said in English until it has its words.
        other => other.to_string(),
    };
    Failure::failed(msg!(
        words,
        "cli-record-line",
        file = shown(path),
        line = error.line().to_string(),
        what = what
    ))
}

fn fault(error: &RecordError, words: Words) -> String {
    match &error.fault {
        RecordErrorKind::Io(error) => msg!(words, "cli-record-io", why = why(error, words)),
        _ => record_damage(words, error),
    }
}

/// A refusal with its clause: in the words of the game, where the game has words for it.
pub(crate) fn refused(why: &Refusal, words: Words) -> String {
    let message = match why.reason() {
        Reason::Rule(_) => refusal(words.lang(), &Names::letters(), why),
        Reason::Option(error) => return wrong(error, words),
        Reason::UnknownGame { name } => return unknown_game(name, words),
        reason => header_error(words, reason).unwrap_or_else(|| why.message.clone()),
    };
    match why.clause {
        Some(clause) => format!("{message} ({clause})"),
        None => message,
    }
}
