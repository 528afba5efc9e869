//! `neuland cases`: runs case files.

use crate::context::Context;
use crate::failure::{Failure, harmless};
use crate::files::{open, shown, unreadable};
use pages::say;
use shelf::cases::{Summary, run_text};
use std::ffi::OsStr;
use std::fmt::Write;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What to run.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Case files, or folders with case files; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
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
                let message = say!(context.words, "cli-cases-none", folder = shown(path));
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
    let mut out = String::new();
    for failure in &summary.failures {
        let _ = writeln!(out, "{}", harmless(&failure.to_string()));
    }
    context.print(&format!("{out}{summary}\n"))?;
    if !summary.failures.is_empty() {
        return Err(Failure::Said);
    }
    if summary.passed == 0 {
        // A script that runs an emptied file wants to know.
        return Err(Failure::failed(say!(context.words, "cli-cases-nothing")));
    }
    Ok(())
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
