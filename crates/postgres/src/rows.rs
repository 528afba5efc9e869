//! The rows of a database, for a move from or to a data folder.

use crate::connection::{DatabaseUrl, Link};
use crate::shards::{self, Owned};
use crate::{PostgresStore, runtime};
use std::sync::Arc;
use store::rows::{Counters, Kind, RowTable, Rows, Value};
use store::{Mark, StoreError};
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Transaction};

/// The rows of a database, in which no server may run meanwhile.
pub struct DatabaseRows {
    url: DatabaseUrl,
    runtime: Runtime,
    link: Link,
    /// The shards of this process; renewed with each part.
    owned: Owned,
    mark: Mark,
}

impl DatabaseRows {
    /// Opens the rows of a database, which is prepared if there is nothing of ours in it.
    ///
    /// # Errors
    /// Fails where [`PostgresStore::open`] does.
    pub fn open(url: &DatabaseUrl, mark: Mark) -> Result<DatabaseRows, StoreError> {
        // Waits for the leases of a server that crashed, and is refused where one runs.
        drop(PostgresStore::open(url, mark, Arc::new(()))?);
        let runtime = runtime(url)?;
        let owned = Owned::none(format!("migration by process {}", std::process::id()));
        let link = runtime.block_on(async {
            let mut link = url.connect().await?;
            let claim = shards::claim(&mut link, &owned).await.map_err(|error| url.explain(&error))?;
            match claim.other {
                Some(other) => Err(StoreError::Owned { database: url.to_string(), by: other.name }),
                None => Ok(link),
            }
        })?;
        Ok(DatabaseRows { url: url.clone(), runtime, link, owned, mark })
    }

    /// The mark of the database.
    #[must_use]
    pub fn mark(&self) -> Mark {
        self.mark
    }

    fn query(&mut self, sql: &str, key: &[Value]) -> Result<Vec<Row>, StoreError> {
        let key = key.iter().map(scalar).collect::<Vec<_>>();
        let key: Vec<&(dyn ToSql + Sync)> = key.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        let rows = self.runtime.block_on(self.link.client.query(sql, &key));
        rows.map_err(|error| self.url.explain(&error))
    }
}

impl Drop for DatabaseRows {
    /// Gives the shards back.
    fn drop(&mut self) {
        // Without the database, the leases end by themselves.
        let _ = self.runtime.block_on(shards::release(&mut self.link, &self.owned));
    }
}

/// A value of a key, which is never nothing.
fn scalar(value: &Value) -> Box<dyn ToSql + Sync> {
    match value {
        Value::Null => Box::new(None::<i64>),
        Value::Integer(number) => Box::new(*number),
        Value::Text(text) => Box::new(text.clone()),
        Value::Bytes(bytes) => Box::new(bytes.clone()),
    }
}

fn read_value(row: &Row, column: usize, kind: Kind) -> Value {
    match kind {
        Kind::Integer => row.get::<_, Option<i64>>(column).map_or(Value::Null, Value::Integer),
        Kind::Text => row.get::<_, Option<String>>(column).map_or(Value::Null, Value::Text),
        Kind::Bytes => row.get::<_, Option<Vec<u8>>>(column).map_or(Value::Null, Value::Bytes),
    }
}

/// The values of one column as an array.
fn array(rows: &[Vec<Value>], column: usize, kind: Kind) -> Box<dyn ToSql + Sync> {
    let cells = rows.iter().map(|row| &row[column]);
    match kind {
        Kind::Integer => Box::new(
            cells
                .map(|cell| if let Value::Integer(number) = cell { Some(*number) } else { None })
                .collect::<Vec<_>>(),
        ),
        Kind::Text => Box::new(
            cells
                .map(|cell| if let Value::Text(text) = cell { Some(text.clone()) } else { None })
                .collect::<Vec<_>>(),
        ),
        Kind::Bytes => Box::new(
            cells
                .map(|cell| if let Value::Bytes(bytes) = cell { Some(bytes.clone()) } else { None })
                .collect::<Vec<_>>(),
        ),
    }
}

/// The columns of the key in the order of a file: texts byte by byte, whatever the language of the database.
fn ordered(table: &RowTable) -> Vec<String> {
    let column = |(name, kind): &(&str, Kind)| match kind {
        Kind::Text => format!("{name} COLLATE \"C\""),
        _ => (*name).to_owned(),
    };
    table.columns[..table.key].iter().map(column).collect()
}

async fn insert(
    transaction: &Transaction<'_>,
    table: &RowTable,
    rows: &[Vec<Value>],
) -> Result<(), tokio_postgres::Error> {
    let types = table.columns.iter().zip(1..).map(|((_, kind), n)| match kind {
        Kind::Integer => format!("${n}::bigint[]"),
        Kind::Text => format!("${n}::text[]"),
        Kind::Bytes => format!("${n}::bytea[]"),
    });
    let types: Vec<String> = types.collect();
    let (name, names) = (table.name, table.names());
    let sql = format!("INSERT INTO {name} ({names}) SELECT * FROM unnest({})", types.join(", "));
    let arrays: Vec<_> =
        table.columns.iter().enumerate().map(|(column, (_, kind))| array(rows, column, *kind)).collect();
    let arrays: Vec<&(dyn ToSql + Sync)> =
        arrays.iter().map(|array| &**array as &(dyn ToSql + Sync)).collect();
    transaction.execute(&sql, &arrays).await?;
    let follow = match name {
        "archived" => {
            "UPDATE archive_size SET tables = (SELECT count(*) FROM archived),
                 bytes = (SELECT coalesce(sum(octet_length(log)), 0) FROM archived)"
        }
        "results" => "UPDATE last_numbers SET results = (SELECT max(number) FROM results)",
        _ => return Ok(()),
    };
    transaction.batch_execute(follow).await
}

impl Rows for DatabaseRows {
    fn name(&self) -> String {
        self.url.to_string()
    }

    fn read(
        &mut self,
        table: &RowTable,
        after: &[Value],
        limit: usize,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        let (names, key) = (table.names(), ordered(table).join(", "));
        let marks: Vec<String> = (1..=table.key).map(|n| format!("${n}")).collect();
        let condition =
            if after.is_empty() { String::new() } else { format!("WHERE ({key}) > ({})", marks.join(", ")) };
        let rows = self.query(
            &format!("SELECT {names} FROM {} {condition} ORDER BY {key} LIMIT {limit}", table.name),
            after,
        )?;
        let read = |row: &Row| {
            let columns = table.columns.iter().enumerate();
            columns.map(|(column, (_, kind))| read_value(row, column, *kind)).collect()
        };
        Ok(rows.iter().map(read).collect())
    }

    fn last_key(&mut self, table: &RowTable) -> Result<Vec<Value>, StoreError> {
        let order: Vec<String> = ordered(table).iter().map(|column| format!("{column} DESC")).collect();
        let (names, order) = (table.key_names().join(", "), order.join(", "));
        let rows =
            self.query(&format!("SELECT {names} FROM {} ORDER BY {order} LIMIT 1", table.name), &[])?;
        let key = &table.columns[..table.key];
        Ok(rows.first().map_or_else(Vec::new, |row| {
            key.iter().enumerate().map(|(column, (_, kind))| read_value(row, column, *kind)).collect()
        }))
    }

    fn write(&mut self, table: &RowTable, rows: &[Vec<Value>]) -> Result<(), StoreError> {
        let DatabaseRows { url, runtime, link, owned, .. } = self;
        let written = runtime.block_on(async {
            // Whoever pauses for longer than a lease must not write into the tables of a server.
            let held = shards::keep(link, owned).await?;
            let transaction = link.client.transaction().await?;
            if held {
                insert(&transaction, table, rows).await?;
            }
            transaction.commit().await?;
            Ok(held)
        });
        match written {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::Fenced { table: None }),
            Err(error) => Err(url.explain(&error)),
        }
    }

    fn counters(&mut self) -> Result<Counters, StoreError> {
        let select = "SELECT (SELECT max(alive) FROM shards), reports, sanctions FROM last_numbers";
        let rows = self.query(select, &[])?;
        Ok(rows.first().map_or_else(Counters::default, |row| Counters {
            alive: row.get(0),
            reports: row.get(1),
            sanctions: row.get(2),
        }))
    }

    fn set_counters(&mut self, counters: &Counters) -> Result<(), StoreError> {
        let DatabaseRows { url, runtime, link, .. } = self;
        let Counters { alive, reports, sanctions } = counters;
        let set = runtime.block_on(async {
            let transaction = link.client.transaction().await?;
            transaction.execute("UPDATE shards SET alive = $1", &[alive]).await?;
            let numbers = "UPDATE last_numbers SET reports = $1, sanctions = $2";
            transaction.execute(numbers, &[reports, sanctions]).await?;
            transaction.commit().await
        });
        set.map_err(|error| url.explain(&error))
    }
}
