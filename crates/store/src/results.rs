//! Results of games that are rated, and who shows a page to others.
//!
//! A result repeats what the log of its table says, so that ratings need not replay every log. A person who is forgotten takes their
//! results along, for all who played there: the game no longer counts.

use super::StoreError;
use rusqlite::{Connection, params};
use std::collections::HashSet;
use table::keys::{KeyHash, TableId};

/// The schema of the results.
pub(super) const SCHEMA: &str = "
    CREATE TABLE results (
        number INTEGER NOT NULL PRIMARY KEY,
        table_id INTEGER NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        game TEXT NOT NULL
    ) STRICT;
    CREATE TABLE result_seats (
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        person BLOB NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (number, seat)
    ) WITHOUT ROWID, STRICT;
    CREATE INDEX results_of ON result_seats (person);
    CREATE TABLE profiles (
        person BLOB NOT NULL PRIMARY KEY
    ) WITHOUT ROWID, STRICT;
";

/// The result of a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The table.
    pub table: TableId,
    /// The time of the end, in milliseconds since 1970.
    pub at: u64,
    /// The name of the game: `catan`.
    pub game: String,
    /// The person at each seat with their place: 1 for winners.
    pub seats: Vec<(KeyHash, u8)>,
}

/// A change of the results or of who shows a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultChange {
    /// Add a result. One of the same table stays as it is.
    Add(GameResult),
    /// Remove the result of a table, if there is one.
    Remove(TableId),
    /// Show the page of a person to others, or to nobody else.
    Show {
        /// The person.
        person: KeyHash,
        /// Whether others see the page.
        shown: bool,
    },
}

/// The part of a store that keeps results. They are changed with [`Change::Results`](super::Change::Results), and follow people who
/// are forgotten, and guests who become somebody else.
pub trait Results {
    /// Returns results in the order in which they were added, each with its number: at most `limit` whose number is above `after`.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn results(&self, after: u64, limit: usize) -> Result<Vec<(u64, GameResult)>, StoreError>;

    /// Returns whether others see the page of a person.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn is_shown(&self, person: KeyHash) -> Result<bool, StoreError>;
}

/// Makes a change in the file.
pub(super) fn write(connection: &Connection, change: &ResultChange) -> rusqlite::Result<()> {
    match change {
        ResultChange::Add(result) => {
            let added = connection
                .prepare_cached("INSERT OR IGNORE INTO results (table_id, at, game) VALUES (?1, ?2, ?3)")?
                .execute(params![
                    result.table.number().cast_signed(),
                    result.at.cast_signed(),
                    result.game
                ])?;
            if added == 0 {
                return Ok(());
            }
            let number = connection.last_insert_rowid();
            let mut insert = connection.prepare_cached(
                "INSERT INTO result_seats (number, seat, person, place) VALUES (?1, ?2, ?3, ?4)",
            )?;
            for (seat, (person, place)) in result.seats.iter().enumerate() {
                insert.execute(params![number, seat as i64, &person.0[..], place])?;
            }
            Ok(())
        }
        ResultChange::Remove(table) => remove(
            connection,
            "SELECT number FROM results WHERE table_id = ?1",
            params![table.number().cast_signed()],
        ),
        ResultChange::Show { person, shown } => {
            let sql = if *shown {
                "INSERT OR IGNORE INTO profiles (person) VALUES (?1)"
            } else {
                "DELETE FROM profiles WHERE person = ?1"
            };
            connection.prepare_cached(sql)?.execute([&person.0[..]]).map(drop)
        }
    }
}

/// Removes the results whose numbers a query selects.
fn remove(connection: &Connection, which: &str, values: &[&dyn rusqlite::ToSql]) -> rusqlite::Result<()> {
    let numbers: Vec<i64> =
        connection.prepare_cached(which)?.query_map(values, |row| row.get(0))?.collect::<Result<_, _>>()?;
    for number in numbers {
        connection.prepare_cached("DELETE FROM result_seats WHERE number = ?1")?.execute([number])?;
        connection.prepare_cached("DELETE FROM results WHERE number = ?1")?.execute([number])?;
    }
    Ok(())
}

/// Removes every result of a person, and that they show a page.
pub(super) fn forget(connection: &Connection, person: KeyHash) -> rusqlite::Result<()> {
    let which = "SELECT DISTINCT number FROM result_seats WHERE person = ?1";
    remove(connection, which, params![&person.0[..]])?;
    write(connection, &ResultChange::Show { person, shown: false })
}

/// Gives the seat of one person at a table to another; without one the result goes, and so it does where both sat.
pub(super) fn hand_on(
    connection: &Connection,
    table: TableId,
    from: KeyHash,
    to: Option<KeyHash>,
) -> rusqlite::Result<()> {
    let table = table.number().cast_signed();
    let here = "SELECT r.number FROM results r JOIN result_seats s ON s.number = r.number
                WHERE r.table_id = ?1 AND s.person = ?2";
    let Some(to) = to else { return remove(connection, here, params![table, &from.0[..]]) };
    if connection.prepare_cached(here)?.exists(params![table, &to.0[..]])? {
        return remove(connection, here, params![table, &from.0[..]]);
    }
    connection
        .prepare_cached(
            "UPDATE result_seats SET person = ?3
             WHERE person = ?2 AND number = (SELECT number FROM results WHERE table_id = ?1)",
        )?
        .execute(params![table, &from.0[..], &to.0[..]])
        .map(drop)
}

/// Reads results from the file.
pub(super) fn read(
    connection: &Connection,
    after: u64,
    limit: usize,
) -> rusqlite::Result<Vec<(u64, GameResult)>> {
    let mut seats = connection
        .prepare_cached("SELECT person, place FROM result_seats WHERE number = ?1 ORDER BY seat")?;
    connection
        .prepare_cached(
            "SELECT number, table_id, at, game FROM results WHERE number > ?1 ORDER BY number LIMIT ?2",
        )?
        .query_map(params![after.cast_signed(), limit as i64], |row| {
            let number: i64 = row.get(0)?;
            let id: i64 = row.get(1)?;
            let table =
                TableId::new(id.cast_unsigned()).ok_or(rusqlite::Error::IntegralValueOutOfRange(1, id))?;
            let seats = seats.query_map([number], |row| Ok((KeyHash(row.get(0)?), row.get(1)?)))?;
            Ok((
                number.cast_unsigned(),
                GameResult {
                    table,
                    at: row.get(2).map(i64::cast_unsigned)?,
                    game: row.get(3)?,
                    seats: seats.collect::<Result<_, _>>()?,
                },
            ))
        })?
        .collect()
}

/// Reads from the file whether a person shows a page.
pub(super) fn read_shown(connection: &Connection, person: KeyHash) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM profiles WHERE person = ?1")?.exists([&person.0[..]])
}

/// The results in memory.
#[derive(Default, Debug)]
pub(super) struct Kept {
    results: Vec<(u64, GameResult)>,
    latest: u64,
    shown: HashSet<KeyHash>,
}

impl Kept {
    pub(super) fn write(&mut self, change: ResultChange) {
        match change {
            ResultChange::Add(result) => {
                if self.results.iter().all(|(_, other)| other.table != result.table) {
                    self.latest += 1;
                    self.results.push((self.latest, result));
                }
            }
            ResultChange::Remove(table) => self.results.retain(|(_, result)| result.table != table),
            ResultChange::Show { person, shown: true } => drop(self.shown.insert(person)),
            ResultChange::Show { person, shown: false } => drop(self.shown.remove(&person)),
        }
    }

    pub(super) fn forget(&mut self, person: KeyHash) {
        self.results.retain(|(_, result)| result.seats.iter().all(|(other, _)| *other != person));
        self.shown.remove(&person);
    }

    pub(super) fn hand_on(&mut self, table: TableId, from: KeyHash, to: Option<KeyHash>) {
        let sits = |result: &GameResult, person| result.seats.iter().any(|(other, _)| *other == person);
        self.results.retain(|(_, result)| {
            result.table != table || !sits(result, from) || to.is_some_and(|to| !sits(result, to))
        });
        let Some(to) = to else { return };
        let here = self.results.iter_mut().filter(|(_, result)| result.table == table);
        for (person, _) in
            here.flat_map(|(_, result)| &mut result.seats).filter(|(person, _)| *person == from)
        {
            *person = to;
        }
    }

    pub(super) fn read(&self, after: u64, limit: usize) -> Vec<(u64, GameResult)> {
        self.results.iter().filter(|(number, _)| *number > after).take(limit).cloned().collect()
    }

    pub(super) fn is_shown(&self, person: KeyHash) -> bool {
        self.shown.contains(&person)
    }
}
