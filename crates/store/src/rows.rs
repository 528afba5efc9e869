//! Every stored row as plain values, in the order of its key, for a move from one kind of store to another.
//!
//! The tables here have the same names and columns in every store. Only the archive differs: here a row has the packed log itself,
//! wherever a store keeps it.

use super::archive::files::{ArchiveFile, Archives, FOLDER, crc, new_name, read_whole};
use super::file::{FILE, VERSION, damaged, explain, lock, make_durable, mark_of, open_writer, version_of};
use super::{Mark, SqliteStore, StoreError};
use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number of 64 bits.
    Integer,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// A number.
    Integer(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// A table of rows.
#[derive(Debug)]
pub struct RowTable {
    /// Its name.
    pub name: &'static str,
    /// Its columns with their types; the key comes first.
    pub columns: &'static [(&'static str, Kind)],
    /// The number of columns in the key.
    pub key: usize,
}

impl RowTable {
    /// The names of the columns, with commas between them.
    #[must_use]
    pub fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// The names of the columns in the key.
    #[must_use]
    pub fn key_names(&self) -> Vec<&'static str> {
        self.columns[..self.key].iter().map(|(name, _)| *name).collect()
    }
}

/// Declares a table: its key, a bar, and the other columns.
macro_rules! table {
    ($name:ident: $($key:ident $of:ident)+ | $($column:ident $kind:ident)*) => {
        RowTable {
            name: stringify!($name),
            columns: &[$((stringify!($key), Kind::$of),)+ $((stringify!($column), Kind::$kind),)*],
            key: [$(stringify!($key)),+].len(),
        }
    };
}

/// All tables. Each is copied after those before it; nothing refers to a later one.
pub const TABLES: &[RowTable] = &[
    table!(entries: table_id Integer seq Integer | at Integer command Text body Text),
    table!(archived: table_id Integer | entries Integer at Integer log Bytes),
    table!(holders: holder Bytes table_id Integer |),
    table!(codes: code Text | table_id Integer),
    table!(tags: table_id Integer tag Text at Integer |),
    table!(persons: person Bytes | since Integer name Text folded Text password Text),
    table!(sessions: key Bytes | person Bytes since Integer seen Integer until Integer device Text),
    table!(forgetting: person Bytes |),
    table!(recovery: person Bytes code Bytes | kind Integer since Integer until Integer used Integer),
    table!(blocks: person Bytes blocked Bytes | id Integer name Text at Integer),
    table!(results: number Integer | table_id Integer at Integer game Text),
    table!(result_seats: number Integer seat Integer | person Bytes place Integer),
    table!(profiles: person Bytes |),
    table!(roles: person Bytes | role Text at Integer by Bytes),
    table!(reports: id Integer | at Integer table_id Integer version Integer seat Integer reported Bytes name Text
        line Integer said Text reason Text text Text reporter Bytes resolved_at Integer resolved_by Bytes outcome Text),
    table!(sanctions: id Integer | measure Text person Bytes network Text table_id Integer since Integer until Integer
        reason Text text Text by Bytes lifted_at Integer lifted_by Bytes),
    table!(audit: seq Integer | at Integer by Bytes act Text person Bytes table_id Integer number Integer reason Text
        digest Bytes before Bytes),
    table!(audit_details: seq Integer | salt Bytes text Text),
];

/// The values beside the tables.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// The last moment at which a server ran.
    pub alive: Option<i64>,
    /// The highest number that a report ever had.
    pub reports: i64,
    /// The highest number that a sanction ever had.
    pub sanctions: i64,
}

/// A place from which rows come and to which they go. Everything here blocks.
pub trait Rows {
    /// The name of the place, for people.
    fn name(&self) -> String;

    /// Reads the rows of a table whose keys come after this one, at most `limit` of them.
    ///
    /// # Errors
    /// If the place cannot be read.
    fn read(
        &mut self,
        table: &RowTable,
        after: &[Value],
        limit: usize,
    ) -> Result<Vec<Vec<Value>>, StoreError>;

    /// Returns the last key of a table; empty if it has no row.
    ///
    /// # Errors
    /// If the place cannot be read.
    fn last_key(&mut self, table: &RowTable) -> Result<Vec<Value>, StoreError>;

    /// Adds rows in one transaction.
    ///
    /// # Errors
    /// If they cannot be stored; then none is.
    fn write(&mut self, table: &RowTable, rows: &[Vec<Value>]) -> Result<(), StoreError>;

    /// Reads the values beside the tables.
    ///
    /// # Errors
    /// If the place cannot be read.
    fn counters(&mut self) -> Result<Counters, StoreError>;

    /// Replaces the values beside the tables.
    ///
    /// # Errors
    /// If they cannot be stored.
    fn set_counters(&mut self, counters: &Counters) -> Result<(), StoreError>;
}

/// The rows of a data folder, which no server may use meanwhile.
pub struct FolderRows {
    connection: Connection,
    path: PathBuf,
    folder: PathBuf,
    archives: Archives,
    mark: Mark,
    _lock: File,
}

impl FolderRows {
    /// Opens the rows of a data folder.
    ///
    /// # Errors
    /// If there are none, a server uses the folder, or its file is damaged or of another version.
    pub fn open(folder: &Path) -> Result<FolderRows, StoreError> {
        let path = folder.join(FILE);
        if !path.is_file() {
            return Err(damaged(&path, "it is not there"));
        }
        let held = lock(folder)?;
        let connection = open_writer(&path).map_err(|error| explain(&path, error))?;
        let mark = mark_of(&connection, &path)?;
        if version_of(&connection, &path, mark)? < VERSION {
            let reason = "it is of an older version; start the server once to bring it up to date";
            return Err(damaged(&path, reason));
        }
        make_durable(&connection).map_err(|error| explain(&path, error))?;
        let archives = Archives::of(folder);
        Ok(FolderRows { connection, path, folder: folder.join(FOLDER), archives, mark, _lock: held })
    }

    /// Opens the rows of a data folder, which is made if there is none.
    ///
    /// # Errors
    /// Fails where [`FolderRows::open`] does.
    pub fn create(folder: &Path, mark: Mark) -> Result<FolderRows, StoreError> {
        drop(SqliteStore::open_marked(folder, mark, Arc::new(()))?);
        FolderRows::open(folder)
    }

    /// The mark of the file.
    #[must_use]
    pub fn mark(&self) -> Mark {
        self.mark
    }

    fn explain(&self, error: rusqlite::Error) -> StoreError {
        explain(&self.path, error)
    }

    /// Reads the row of an archived table, with its log from the file.
    fn filed(&self, row: Vec<Value>) -> Result<Vec<Value>, StoreError> {
        let [
            table,
            Value::Integer(entries),
            Value::Integer(at),
            Value::Text(file),
            Value::Integer(bytes),
            Value::Integer(crc),
        ] = <[Value; 6]>::try_from(row)
            .map_err(|_| damaged(&self.path, "an archived table has other columns"))?
        else {
            return Err(damaged(&self.path, "an archived table has other columns"));
        };
        let filed = ArchiveFile {
            file,
            entries: entries.cast_unsigned(),
            bytes: bytes.cast_unsigned(),
            crc: u32::try_from(crc).map_err(|_| damaged(&self.path, "a checksum is too large"))?,
            at: at.cast_unsigned(),
        };
        let log = read_whole(&self.folder, &filed)?;
        Ok(vec![table, Value::Integer(entries), Value::Integer(at), Value::Bytes(log)])
    }

    /// Writes the files of archived tables; returns their rows, with the names of the files.
    fn file_away(&self, rows: &[Vec<Value>]) -> Result<Vec<Vec<Value>>, StoreError> {
        let file_one = |row: &Vec<Value>| {
            let [table, entries, at, Value::Bytes(log)] = &row[..] else {
                return Err(damaged(&self.path, "an archived table has other columns"));
            };
            let file = new_name();
            // Named before it is written, so that one that does not count is found and deleted.
            let named = self.connection.execute("INSERT INTO stray (file) VALUES (?1)", [&file]);
            named.map_err(|error| self.explain(error))?;
            self.archives.write(&file, log)?;
            let (bytes, crc) = (Value::Integer(log.len() as i64), Value::Integer(crc(log).into()));
            Ok(vec![table.clone(), entries.clone(), at.clone(), Value::Text(file), bytes, crc])
        };
        rows.iter().map(file_one).collect()
    }
}

/// The columns of a table in the file.
fn columns(table: &RowTable) -> String {
    if table.name == "archived" {
        "table_id, entries, at, file, bytes, crc".to_owned()
    } else {
        table.names()
    }
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Integer(number) => Cell::Integer(*number),
        Value::Text(text) => Cell::Text(text.clone()),
        Value::Bytes(bytes) => Cell::Blob(bytes.clone()),
    }
}

fn values(row: &rusqlite::Row<'_>, count: usize) -> rusqlite::Result<Vec<Value>> {
    let value = |column| {
        Ok(match row.get_ref(column)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Text(_) => Value::Text(row.get(column)?),
            ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
            ValueRef::Real(_) => return Err(rusqlite::Error::InvalidQuery),
        })
    };
    (0..count).map(value).collect()
}

/// Marks for so many parameters.
fn marks(count: usize) -> String {
    vec!["?"; count].join(", ")
}

impl Rows for FolderRows {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn read(
        &mut self,
        table: &RowTable,
        after: &[Value],
        limit: usize,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        let (columns, key) = (columns(table), table.key_names().join(", "));
        let condition =
            if after.is_empty() { String::new() } else { format!("WHERE ({key}) > ({})", marks(table.key)) };
        let select = format!("SELECT {columns} FROM {} {condition} ORDER BY {key} LIMIT {limit}", table.name);
        let count = columns.split(',').count();
        let read = || {
            self.connection
                .prepare_cached(&select)?
                .query_map(params_from_iter(after.iter().map(cell)), |row| values(row, count))?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        let rows = read().map_err(|error| self.explain(error))?;
        if table.name == "archived" {
            rows.into_iter().map(|row| self.filed(row)).collect()
        } else {
            Ok(rows)
        }
    }

    fn last_key(&mut self, table: &RowTable) -> Result<Vec<Value>, StoreError> {
        let key = table.key_names();
        let order: Vec<String> = key.iter().map(|column| format!("{column} DESC")).collect();
        let select =
            format!("SELECT {} FROM {} ORDER BY {} LIMIT 1", key.join(", "), table.name, order.join(", "));
        let found = self.connection.query_row(&select, (), |row| values(row, table.key)).optional();
        found.map(Option::unwrap_or_default).map_err(|error| self.explain(error))
    }

    fn write(&mut self, table: &RowTable, rows: &[Vec<Value>]) -> Result<(), StoreError> {
        let is_archive = table.name == "archived";
        let filed = if is_archive { self.file_away(rows)? } else { Vec::new() };
        let columns = columns(table);
        let insert =
            format!("INSERT INTO {} ({columns}) VALUES ({})", table.name, marks(columns.split(',').count()));
        let mut write = || {
            let transaction = self.connection.transaction()?;
            for row in if is_archive { &filed[..] } else { rows } {
                transaction.prepare_cached(&insert)?.execute(params_from_iter(row.iter().map(cell)))?;
            }
            for row in &filed {
                transaction.prepare_cached("DELETE FROM stray WHERE file = ?1")?.execute([cell(&row[3])])?;
            }
            if is_archive {
                let size = "UPDATE archive_size SET tables = (SELECT count(*) FROM archived),
                    bytes = (SELECT coalesce(sum(bytes), 0) FROM archived)";
                transaction.execute(size, ())?;
            }
            transaction.commit()
        };
        write().map_err(|error| explain(&self.path, error))
    }

    fn counters(&mut self) -> Result<Counters, StoreError> {
        let ask = |sql: &str| self.connection.query_row(sql, (), |row| row.get::<_, i64>(0)).optional();
        let last = |name: &str| ask(&format!("SELECT seq FROM sqlite_sequence WHERE name = '{name}'"));
        let counters = || {
            Ok(Counters {
                alive: ask("SELECT at FROM alive")?,
                reports: last("reports")?.unwrap_or(0),
                sanctions: last("sanctions")?.unwrap_or(0),
            })
        };
        counters().map_err(|error| self.explain(error))
    }

    fn set_counters(&mut self, counters: &Counters) -> Result<(), StoreError> {
        let mut set = || {
            let transaction = self.connection.transaction()?;
            transaction.execute("DELETE FROM alive", ())?;
            transaction
                .execute("INSERT INTO alive (one, at) SELECT 1, ?1 WHERE ?1 IS NOT NULL", [counters.alive])?;
            for (name, last) in [("reports", counters.reports), ("sanctions", counters.sanctions)] {
                transaction.execute("DELETE FROM sqlite_sequence WHERE name = ?1", [name])?;
                let insert = "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE ?2 > 0";
                transaction.execute(insert, rusqlite::params![name, last])?;
            }
            transaction.commit()
        };
        set().map_err(|error| explain(&self.path, error))
    }
}

/// The number of rows that are copied or compared at a time.
const PART: usize = 500;

/// The reason why a copy is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CopyError {
    /// A place cannot be read or written.
    Store(StoreError),
    /// The two places differ in a table.
    Different {
        /// The table.
        table: &'static str,
        /// The number of rows that agree before the first that differs.
        rows: u64,
    },
}

impl From<StoreError> for CopyError {
    fn from(error: StoreError) -> CopyError {
        CopyError::Store(error)
    }
}

fn key_of(table: &RowTable, rows: &[Vec<Value>]) -> Vec<Value> {
    rows.last().map(|row| row[..table.key].to_vec()).unwrap_or_default()
}

/// Copies one table, from where an earlier attempt ended.
fn copy_table(from: &mut dyn Rows, to: &mut dyn Rows, table: &RowTable) -> Result<(), StoreError> {
    let mut after = to.last_key(table)?;
    loop {
        let rows = from.read(table, &after, PART)?;
        if rows.is_empty() {
            return Ok(());
        }
        to.write(table, &rows)?;
        after = key_of(table, &rows);
    }
}

/// Compares one table; returns the number of its rows.
fn compare_table(from: &mut dyn Rows, to: &mut dyn Rows, table: &RowTable) -> Result<u64, CopyError> {
    let (mut after, mut count) = (Vec::new(), 0);
    loop {
        let (left, right) = (from.read(table, &after, PART)?, to.read(table, &after, PART)?);
        if left != right {
            let same = left.iter().zip(&right).take_while(|(left, right)| left == right).count() as u64;
            return Err(CopyError::Different { table: table.name, rows: count + same });
        }
        if left.is_empty() {
            return Ok(count);
        }
        count += left.len() as u64;
        after = key_of(table, &left);
    }
}

/// Copies every row, reads both places again and compares them; calls `done` with the number of rows of each table. A copy that was
/// interrupted goes on where it ended.
///
/// # Errors
/// If a place cannot be read or written, or the target has other rows.
pub fn copy(
    from: &mut dyn Rows,
    to: &mut dyn Rows,
    mut done: impl FnMut(&'static str, u64),
) -> Result<(), CopyError> {
    for table in TABLES {
        copy_table(from, to, table)?;
        done(table.name, compare_table(from, to, table)?);
    }
    let counters = from.counters()?;
    to.set_counters(&counters)?;
    if to.counters()? == counters { Ok(()) } else { Err(CopyError::Different { table: "counters", rows: 0 }) }
}
