//! `neuland cases`: runs case files.

use crate::context::Context;
use crate::failure::{Failure, sanitized};
use crate::files::{open, refused, shown, unreadable};
use pages::{Lang, Words, json_error, msg, parse_error};
use serde_json::{Value, json};
use shelf::Refusal;
use shelf::cases::{CaseError, Failure as CaseFailure, Summary, run_text};
use std::ffi::OsStr;
use std::fmt::Write;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The arguments of `neuland cases`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Case files, or folders with case files; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs all cases, prints what failed, and the closing line. The closing line is the same in every language, since
/// scripts read it.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in &args.files {
        if path.is_dir() {
            let before = files.len();
            find(path, &mut files).map_err(|error| unreadable(path, &error, context.words))?;
            if files.len() == before {
                let message = msg!(context.words, "cli-cases-none", folder = shown(path));
                return Err(Failure::failed(message));
            }
        } else {
            files.push(path.clone());
        }
    }
    let mut summary = Summary::default();
    for path in &files {
        let mut text = String::new();
        open(path, context)?
            .read_to_string(&mut text)
            .map_err(|error| unreadable(path, &error, context.words))?;
        summary.add(run_text(&shown(path), &text));
    }
    let out = if args.json { format!("{:#}\n", document(&summary)) } else { text(&summary, context.words) };
    context.print(&out)?;
    if !summary.failures.is_empty() {
        return Err(Failure::Said);
    }
    if summary.passed == 0 {
        // A script that runs an emptied file wants to know.
        return Err(Failure::failed(msg!(context.words, "cli-cases-nothing")));
    }
    Ok(())
}

/// Every failure in a line, and the closing line.
fn text(summary: &Summary, words: Words) -> String {
    let mut out = String::new();
    for failure in &summary.failures {
        let _ = writeln!(out, "{}", sanitized(&in_words(failure, words)));
    }
    let _ = writeln!(out, "{summary}");
    out
}

/// The JSON document of a run, with failures in English.
fn document(summary: &Summary) -> Value {
    let failures: Vec<Value> = summary
        .failures
        .iter()
        .map(|failure| {
            json!({
                "file": failure.file,
                "line": failure.line,
                "case": failure.case,
                "text": failure.text,
                "kind": failure.error.name(),
                "message": failure.error.to_string(),
            })
        })
        .collect();
    json!({ "passed": summary.passed, "failed": failures.len(), "failures": failures })
}

/// A failure with its place, in the reader's language.
pub(crate) fn in_words(failure: &CaseFailure, words: Words) -> String {
    let list =
        |faults: &[Refusal]| faults.iter().map(|fault| refused(fault, words)).collect::<Vec<_>>().join("; ");
    let line = failure.text.as_str();
    let what = match &*failure.error {
        CaseError::NoClauses => msg!(words, "cli-case-no-clauses"),
        CaseError::UnknownClause(id) => msg!(words, "cli-case-unknown-clause", clause = id.as_str()),
        CaseError::NoChecks => msg!(words, "cli-case-no-checks"),
        CaseError::Position(faults) => msg!(words, "cli-case-position", faults = list(faults)),
        CaseError::PositionAccepted => msg!(words, "cli-case-position-accepted"),
        CaseError::PositionOtherwise(faults) => {
            msg!(words, "cli-case-position-otherwise", faults = list(faults))
        }
        CaseError::Differs { found, wanted, .. } => {
            msg!(words, "cli-case-differs", line = line, found = found.as_str(), wanted = wanted.as_str())
        }
        CaseError::NotSo { found, .. } if found.is_empty() => msg!(words, "cli-case-not-so", line = line),
        CaseError::NotSo { found, .. } => {
            msg!(words, "cli-case-found", line = line, found = found.as_str())
        }
        CaseError::Allowed { action, clause: None } => {
            msg!(words, "cli-case-allowed", action = action.as_str())
        }
        CaseError::Allowed { action, clause: Some(clause) } => {
            msg!(words, "cli-case-allowed-by", action = action.as_str(), clause = clause.as_str())
        }
        CaseError::Refused { action, why } => {
            msg!(words, "cli-case-refused", action = action.as_str(), why = refused(why, words))
        }
        CaseError::RefusedOtherwise { action, clause, why } => msg!(
            words,
            "cli-case-refused-otherwise",
            action = action.as_str(),
            clause = clause.as_str(),
            why = refused(why, words)
        ),
        CaseError::Text(error) => msg!(words, "cli-case-unreadable", message = parse_error(words, error)),
        CaseError::Json { fault, .. } => {
            msg!(words, "cli-case-unreadable", message = json_error(words, fault))
        }
        CaseError::Unreadable(message) if words.lang() == Lang::En => {
            msg!(words, "cli-case-unreadable", message = message.as_str())
        }
        // What the words of the format are is said in English; in other languages the line alone, and where to read on.
        CaseError::Unreadable(_) => msg!(words, "cli-case-unknown-line", line = line),
        other => msg!(words, "cli-case-engine", message = other.to_string()),
    };
    let place = format!("{}:{}: ", failure.file, failure.line);
    let case = failure.case.as_ref().map(|case| format!("{case}: ")).unwrap_or_default();
    place + &case + &what
}

/// All `*.cases` in a folder and its folders, in the order of their names.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // Links are not followed into folders, so that no circle of them can be walked for ever.
        if entry.file_type()?.is_dir() {
            find(&path, files)?;
        } else if path.extension() == Some(OsStr::new("cases")) {
            files.push(path);
        }
    }
    Ok(())
}
