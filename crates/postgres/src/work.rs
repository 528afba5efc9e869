//! A transaction whose statements are prepared once for each connection, and each of which is answered in time.

use crate::connection::Link;
use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;
use store::StoreError;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Statement, Transaction};

/// The time after which a connection that does not answer is given up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);

/// The reason why a write was not stored.
pub(crate) enum Refusal {
    /// The database or the connection says so.
    Sql(Error),
    /// The write alone is refused.
    Store(StoreError),
    /// The database does not answer.
    Silent,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Sql(error)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        Refusal::Store(error)
    }
}

/// Waits for an answer, but not for ever.
async fn in_time<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Refusal> {
    tokio::time::timeout(PATIENCE, answer).await.map_or(Err(Refusal::Silent), |answer| Ok(answer?))
}

/// A transaction; taken back when dropped.
pub(crate) struct Work<'a> {
    transaction: Transaction<'a>,
    statements: RefCell<&'a mut HashMap<&'static str, Statement>>,
}

impl<'a> Work<'a> {
    /// Begins a transaction.
    pub(crate) async fn begin(link: &'a mut Link) -> Result<Work<'a>, Refusal> {
        let (client, statements) = link.parts();
        Ok(Work { transaction: in_time(client.transaction()).await?, statements: RefCell::new(statements) })
    }

    /// Commits it.
    pub(crate) async fn commit(self) -> Result<(), Refusal> {
        in_time(self.transaction.commit()).await
    }

    async fn prepared(&self, sql: &'static str) -> Result<Statement, Refusal> {
        let known = self.statements.borrow().get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = in_time(self.transaction.prepare(sql)).await?;
        self.statements.borrow_mut().insert(sql, statement.clone());
        Ok(statement)
    }

    /// Runs a statement; returns the number of rows.
    pub(crate) async fn execute(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Refusal> {
        let statement = self.prepared(sql).await?;
        in_time(self.transaction.execute(&statement, values)).await
    }

    /// Runs a query.
    pub(crate) async fn query(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Refusal> {
        let statement = self.prepared(sql).await?;
        in_time(self.transaction.query(&statement, values)).await
    }

    /// Runs a query with one row.
    pub(crate) async fn query_one(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Row, Refusal> {
        let statement = self.prepared(sql).await?;
        in_time(self.transaction.query_one(&statement, values)).await
    }

    /// Runs a query with one row or none.
    pub(crate) async fn query_opt(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, Refusal> {
        let statement = self.prepared(sql).await?;
        in_time(self.transaction.query_opt(&statement, values)).await
    }
}

/// Runs a statement; returns the number of rows.
pub(crate) async fn execute(
    transaction: &Work<'_>,
    sql: &'static str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<u64, Refusal> {
    transaction.execute(sql, values).await
}
