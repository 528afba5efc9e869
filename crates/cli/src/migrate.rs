//! `neuland migrate`: every stored row of a data folder into a database, or back.

use crate::context::Context;
use crate::failure::Failure;
use crate::files::data_folder;
use crate::play::explain_store;
use pages::{Words, msg};
use std::fmt;
use std::path::{Path, PathBuf};
use store::rows::{self, CopyError, FolderRows, Rows};
use store::{Mark, StoreError};
use store_postgres::{DatabaseRows, DatabaseUrl};

/// The arguments of `neuland migrate`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The place of the tables.
    #[arg(long, value_name = "PLACE")]
    from: Place,
    /// Their new place.
    #[arg(long, value_name = "PLACE")]
    to: Place,
}

/// A place that holds tables.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Folder(PathBuf),
    Database(Box<DatabaseUrl>),
}

impl std::str::FromStr for Place {
    type Err = store_postgres::ParseDatabaseUrlError;

    fn from_str(text: &str) -> Result<Place, Self::Err> {
        let is_url = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        if is_url {
            text.parse().map(|url| Place::Database(Box::new(url)))
        } else {
            Ok(Place::Folder(text.into()))
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => folder.display().fmt(f),
            Place::Database(url) => url.fmt(f),
        }
    }
}

/// Opens the source, with its mark.
fn source(place: &Place) -> Result<(Box<dyn Rows>, Mark), StoreError> {
    Ok(match place {
        Place::Folder(folder) => {
            let rows = FolderRows::open(folder)?;
            let mark = rows.mark();
            (Box::new(rows), mark)
        }
        Place::Database(url) => (Box::new(DatabaseRows::open(url, Mark::Tables)?), Mark::Tables),
    })
}

/// Opens the target, and prepares it if it is empty.
fn target(place: &Place, mark: Mark) -> Result<Box<dyn Rows>, StoreError> {
    Ok(match place {
        Place::Folder(folder) => Box::new(FolderRows::create(folder, mark)?),
        Place::Database(url) => Box::new(DatabaseRows::open(url, mark)?),
    })
}

fn failed(error: &StoreError, words: Words) -> Failure {
    Failure::failed(explain_store(error, words))
}

/// Copies everything, compares it, and says how many rows of each table there are.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    for place in [&args.from, &args.to] {
        if let Place::Folder(folder) = place {
            data_folder(Some(Path::new(folder)), words)?;
        }
    }
    let (mut from, mark) = source(&args.from).map_err(|error| failed(&error, words))?;
    let mut to = target(&args.to, mark).map_err(|error| failed(&error, words))?;
    let mut said = Ok(());
    let copied = rows::copy(&mut *from, &mut *to, |table, rows| {
        let line = msg!(words, "cli-migrate-table", table = table, rows = rows.to_string());
        let printed = context.print(&(line + "\n"));
        if said.is_ok() {
            said = printed;
        }
    });
    match copied {
        Ok(()) => {
            said?;
            let (from, to) = (args.from.to_string(), args.to.to_string());
            context.print(&(msg!(words, "cli-migrate-done", from = from, to = to) + "\n"))
        }
        Err(CopyError::Store(error)) => Err(failed(&error, words)),
        Err(CopyError::Different { table, rows }) => {
            let (to, rows) = (args.to.to_string(), rows.to_string());
            Err(Failure::failed(msg!(words, "cli-migrate-different", to = to, table = table, rows = rows)))
        }
    }
}
