//! The place of the tables, as commands of the host take it: a data folder, or a database.

use crate::failure::Failure;
use crate::files::data_folder;
use pages::Words;
use std::path::{Path, PathBuf};
use store::Location;
#[cfg(feature = "postgres")]
use store_postgres::DatabaseUrl;

/// The place of the tables; a database comes before a data folder, as for `neuland serve`.
#[derive(clap::Args, Debug)]
pub(crate) struct LocationArgs {
    /// The data folder.
    #[arg(long, env = "NEULAND_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The database that holds the tables in place of the data folder.
    #[cfg(feature = "postgres")]
    #[arg(long, env = "NEULAND_DATABASE", hide_env_values = true, value_name = "URL")]
    database: Option<DatabaseUrl>,
}

impl LocationArgs {
    /// Returns the place: where nothing is said, the usual data folder.
    pub(crate) fn get(&self, words: Words) -> Result<Box<dyn Location>, Failure> {
        #[cfg(feature = "postgres")]
        if let Some(database) = &self.database {
            return Ok(Box::new(database.clone()));
        }
        folder(self.data.as_deref(), words)
    }
}

/// A place in which a command works by itself, where it otherwise asks a server.
#[derive(clap::Args, Debug)]
pub(crate) struct OfflineArgs {
    /// A data folder in place of a server.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// A database in place of a server.
    #[cfg(feature = "postgres")]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<DatabaseUrl>,
}

impl OfflineArgs {
    /// Returns the place, if one is named.
    pub(crate) fn get(&self, words: Words) -> Result<Option<Box<dyn Location>>, Failure> {
        #[cfg(feature = "postgres")]
        if let Some(database) = &self.database {
            return Ok(Some(Box::new(database.clone())));
        }
        self.data.as_deref().map(|data| folder(Some(data), words)).transpose()
    }
}

fn folder(asked: Option<&Path>, words: Words) -> Result<Box<dyn Location>, Failure> {
    Ok(Box::new(data_folder(asked, words)?))
}
