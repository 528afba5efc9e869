//! `neuland backup` and `neuland restore`: a copy of all tables, taken while they are played at, and put back.

use crate::context::Context;
use crate::failure::Failure;
use crate::files::{data_folder, refuse_standard_output};
use crate::numbers::from_to;
use live::backup::{self, BackupError, Checked};
use pages::{Words, msg};
use std::path::{Path, PathBuf};
use store::StoreError;

/// The arguments of `neuland backup`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The data folder.
    #[arg(long, env = "NEULAND_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The file to write, or a folder.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The number of copies that stay in the folder.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = from_to::<usize>(1, 100_000))]
    keep: Option<usize>,
}

/// The arguments of `neuland restore`.
#[derive(clap::Args, Debug)]
pub(crate) struct RestoreArgs {
    /// The copy.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The data folder.
    #[arg(long, env = "NEULAND_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Moves tables that are there aside.
    #[arg(long)]
    replace: bool,
}

/// Copies the tables, and deletes old copies if it is to.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    refuse_standard_output("--output", Some(&args.output), words)?;
    if args.keep.is_some() && !args.output.is_dir() {
        return Err(Failure::usage(msg!(words, "cli-backup-keep", output = shown(&args.output))));
    }
    let checked = backup::backup(&data_folder(args.data.as_deref(), words)?, &args.output)
        .map_err(|error| failed(&error, words))?;
    context.print(&(msg!(words, "cli-backup-done", file = shown(&checked.path)) + "\n"))?;
    let told = tell(&checked, context);
    if checked.archived > 0 {
        let (archived, copied) = (checked.archived, checked.copied);
        let folder = shown(&checked.archive);
        let said = msg!(words, "cli-backup-archived", archived = archived, copied = copied, folder = folder);
        context.print(&(said + "\n"))?;
    }
    told?;
    // Old copies go only for one that is whole.
    if let Some(keep) = args.keep {
        let gone = backup::forget_old(&args.output, keep).map_err(|error| failed(&error, words))?;
        if gone > 0 {
            context.print(&(msg!(words, "cli-backup-forgot", count = gone) + "\n"))?;
        }
    }
    Ok(())
}

/// Puts a copy into a data folder.
pub(crate) fn restore(args: &RestoreArgs, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let folder = data_folder(args.data.as_deref(), words)?;
    let checked =
        backup::restore(&args.file, &folder, args.replace).map_err(|error| failed(&error, words))?;
    let mut said = msg!(words, "cli-restore-done", file = shown(&args.file), folder = shown(&folder)) + "\n";
    if let Some(moved) = &checked.moved {
        said += &(msg!(words, "cli-restore-moved", file = shown(moved)) + "\n");
    }
    context.print(&said)?;
    tell(&checked, context)
}

/// Says what is in the copy; a table that cannot be replayed makes the exit code 1, so that somebody looks.
fn tell(checked: &Checked, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let kilobytes = checked.bytes.div_ceil(1024).to_string();
    let entries = checked.entries.to_string();
    let said =
        msg!(words, "cli-backup-checked", tables = checked.tables, entries = entries, size = kilobytes);
    context.print(&(said + "\n"))?;
    if checked.spoilt.is_empty() {
        return Ok(());
    }
    let mut said = msg!(words, "cli-backup-spoilt", count = checked.spoilt.len());
    for (table, why) in &checked.spoilt {
        said += &format!("\n  {table}: {why}");
    }
    Err(Failure::failed(said))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn failed(error: &BackupError, words: Words) -> Failure {
    Failure::failed(match error {
        BackupError::Exists(path) => msg!(words, "cli-backup-exists", file = shown(path)),
        BackupError::HasTables(path) => msg!(words, "cli-restore-has-tables", folder = shown(path)),
        BackupError::NoTables(path) => msg!(words, "cli-backup-no-tables", folder = shown(path)),
        BackupError::Store(StoreError::Damaged { path, reason }) => {
            msg!(words, "cli-backup-damaged", file = shown(path), why = reason.as_str())
        }
        BackupError::Store(StoreError::Full { path }) => msg!(words, "cli-backup-full", file = shown(path)),
        BackupError::Store(StoreError::Io { path, reason }) => {
            msg!(words, "cli-backup-io", file = shown(path), why = reason.as_str())
        }
        BackupError::Store(StoreError::InUse { path, by }) => {
            msg!(words, "cli-restore-in-use", folder = shown(path), by = by.as_str())
        }
        BackupError::Store(StoreError::Newer { path, version }) => {
            msg!(words, "cli-play-newer", path = shown(path), version = *version)
        }
        BackupError::Store(other) => other.to_string(),
    })
}
