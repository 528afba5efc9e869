//! Connections to one database, and the errors that it reports.

use crate::tls::MakeRustls;
use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use store::StoreError;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Error, Row, Statement};

/// The time within which a connection is made.
const CONNECT: Duration = Duration::from_secs(5);
/// The time within which the other side confirms what was sent, so that a cut cable is noticed.
const CONFIRM: Duration = Duration::from_secs(10);

/// The settings of each connection. A commit that was answered survives a power cut whatever the database prefers; a transaction
/// that a paused node left open ends, and with it the locks that would delay a takeover.
const SESSION: &str = "
    SET search_path TO neuland;
    SET synchronous_commit TO on;
    SET default_transaction_isolation TO 'read committed';
    SET idle_in_transaction_session_timeout TO '3s';
    SET lock_timeout TO '10s';
    SET client_min_messages TO warning;
";

/// The address of a database, with the name and password of a user: `postgres://neuland@db.example/neuland`.
///
/// A password that is not in the address is taken from the environment variable `PGPASSWORD`. A connection to another machine is
/// always encrypted, unless the address says `sslmode=disable`; the certificate of the server is checked against those that the
/// system trusts, or those in the file `sslrootcert`.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl {
    config: Config,
    shown: String,
    /// The file with the only certificates to trust.
    roots: Option<PathBuf>,
}

/// The reason why a text is not the address of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseDatabaseUrlError(String);

impl fmt::Display for ParseDatabaseUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; an address looks like postgres://neuland@db.example/neuland", self.0)
    }
}

impl std::error::Error for ParseDatabaseUrlError {}

/// Whether a host is this machine.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

impl FromStr for DatabaseUrl {
    type Err = ParseDatabaseUrlError;

    fn from_str(text: &str) -> Result<DatabaseUrl, ParseDatabaseUrlError> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(ParseDatabaseUrlError(
                "the address of a database begins with postgres://".to_owned(),
            ));
        }
        let (text, roots) = without_roots(text);
        // The parser's own messages name the part that is wrong, and never the password.
        let mut config: Config = text.parse().map_err(|error: Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            ParseDatabaseUrlError(cause.unwrap_or_else(|| error.to_string()))
        })?;
        if config.get_hosts().is_empty() {
            return Err(ParseDatabaseUrlError("the address names no host".to_owned()));
        }
        if config.get_ssl_mode() == SslMode::Prefer && !config.get_hosts().iter().all(is_here) {
            config.ssl_mode(SslMode::Require);
        }
        if config.get_password().is_none()
            && let Ok(password) = std::env::var("PGPASSWORD")
        {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        config.tcp_user_timeout(CONFIRM).application_name("neuland");
        let shown = shown(&config);
        Ok(DatabaseUrl { config, shown, roots })
    }
}

/// Takes the parameter out of an address that the driver does not know: the file with the certificates to trust.
fn without_roots(text: &str) -> (String, Option<PathBuf>) {
    let Some((place, query)) = text.split_once('?') else { return (text.to_owned(), None) };
    let (roots, others): (Vec<&str>, Vec<&str>) =
        query.split('&').partition(|parameter| parameter.starts_with("sslrootcert="));
    let file = roots
        .last()
        .and_then(|parameter| parameter.split_once('='))
        .map(|(_, file)| PathBuf::from(file.replace("%2F", "/").replace("%2f", "/").replace("%20", " ")));
    (format!("{place}?{}", others.join("&")), file)
}

/// Returns the address without user and password.
fn shown(config: &Config) -> String {
    let hosts: Vec<String> = config
        .get_hosts()
        .iter()
        .enumerate()
        .map(|(n, host)| {
            let port = config.get_ports().get(n).or(config.get_ports().first()).copied().unwrap_or(5432);
            match host {
                Host::Tcp(name) => format!("{name}:{port}"),
                #[cfg(unix)]
                Host::Unix(folder) => format!("{}:{port}", folder.display()),
            }
        })
        .collect();
    let name = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("postgres://{}/{name}", hosts.join(","))
}

impl fmt::Display for DatabaseUrl {
    /// Without the user and the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

impl DatabaseUrl {
    /// Connects.
    pub(crate) async fn connect(&self) -> Result<Link, StoreError> {
        let unreachable = |reason: String| StoreError::Unreachable { database: self.shown.clone(), reason };
        let tls = MakeRustls::new(self.roots.as_deref()).map_err(|error| unreachable(error.to_string()))?;
        let connecting = self.config.connect(tls);
        // The driver's limit is one for each address and begins with the handshake.
        let connected = tokio::time::timeout(2 * CONNECT, connecting).await;
        let (client, connection) = connected
            .map_err(|_| unreachable("it does not answer".to_owned()))?
            .map_err(|error| match error.code() {
                // What passes by itself: it starts, stops, recovers, or has too many connections.
                Some(code) if !is_passing(code) => self.explain(&error),
                _ => unreachable(words(&error)),
            })?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection to the database ended");
            }
        });
        client.batch_execute(SESSION).await.map_err(|error| self.explain(&error))?;
        Ok(Link { client, statements: HashMap::new() })
    }

    /// Translates an error of the driver.
    pub(crate) fn explain(&self, error: &Error) -> StoreError {
        let database = self.shown.clone();
        let reason = words(error);
        match error.code() {
            Some(code) if *code == SqlState::DISK_FULL => StoreError::Full { path: database.into() },
            Some(code) if is_passing(code) => StoreError::Unreachable { database, reason },
            None if error.is_closed() || is_broken(error) => StoreError::Unreachable { database, reason },
            _ => StoreError::Database { database, reason },
        }
    }

    /// Returns the error for stored data that makes no sense.
    pub(crate) fn damaged(&self, reason: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: self.shown.clone().into(), reason: reason.into() }
    }
}

/// Whether an error comes from the connection and not from the database.
pub(crate) fn is_broken(error: &Error) -> bool {
    error.is_closed() || std::error::Error::source(error).is_some_and(|source| source.is::<std::io::Error>())
}

/// Whether the database only has to be waited for: classes 08 and 57P, and too many connections.
fn is_passing(code: &SqlState) -> bool {
    let text = code.code();
    text.starts_with("08") || text.starts_with("57P") || text.starts_with("53300")
}

/// The message of the database or the system, without the driver's own words.
fn words(error: &Error) -> String {
    match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(refused), _) => format!("{} ({})", refused.message(), refused.code().code()),
        (None, Some(source)) => source.to_string(),
        (None, None) => error.to_string(),
    }
}

/// A connection with the statements that were prepared on it.
pub(crate) struct Link {
    pub(crate) client: Client,
    statements: HashMap<&'static str, Statement>,
}

/// A parameter of a query that another thread runs.
pub(crate) type Parameter = Box<dyn ToSql + Send + Sync>;

impl Link {
    /// Whether the connection has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// The connection and the statements that were prepared on it.
    pub(crate) fn parts(&mut self) -> (&mut Client, &mut HashMap<&'static str, Statement>) {
        (&mut self.client, &mut self.statements)
    }

    /// Prepares a statement once for all calls with the same text.
    pub(crate) async fn prepared(&mut self, sql: &'static str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }

    /// Runs a query.
    pub(crate) async fn query(&mut self, sql: &'static str, values: &[Parameter]) -> Result<Vec<Row>, Error> {
        let statement = self.prepared(sql).await?;
        let values: Vec<&(dyn ToSql + Sync)> =
            values.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        self.client.query(&statement, &values).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let url: DatabaseUrl = "postgres://ada:secret@db.example:5433/games".parse().unwrap();
        assert_eq!(url.to_string(), "postgres://db.example:5433/games");
        assert!(!format!("{url:?}").contains("secret"));
        let socket: DatabaseUrl = "postgres://ada@%2Frun%2Fpostgresql/games".parse().unwrap();
        assert_eq!(socket.to_string(), "postgres:///run/postgresql:5432/games");
    }

    #[test]
    fn other_machines_are_spoken_to_in_cipher() {
        let mode = |url: &str| url.parse::<DatabaseUrl>().unwrap().config.get_ssl_mode();
        assert_eq!(mode("postgres://db.example/games"), SslMode::Require);
        assert_eq!(mode("postgres://db.example/games?sslmode=disable"), SslMode::Disable);
        assert_eq!(mode("postgres://localhost/games"), SslMode::Prefer);
        assert_eq!(mode("postgres://127.0.0.1/games"), SslMode::Prefer);
        assert_eq!(mode("postgres://ada@%2Frun%2Fpostgresql/games"), SslMode::Prefer);
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in
            ["", "mysql://db/games", "host=db password=secret", "postgres://", "postgres://db/x?colour=red"]
        {
            let error = text.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(error.contains("postgres://") && !error.contains("secret"), "{text}: {error}");
        }
    }
}
