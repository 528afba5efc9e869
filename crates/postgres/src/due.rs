//! Rows of tables at which something is due: claimed by the owner of their shard, and noted by it.
//!
//! A claim locks the rows that it takes, skips those that another claim has locked, and marks them with the epoch and a moment up to
//! which nobody claims them again under that epoch. The next owner has a higher epoch, so it need not wait for that moment.

use crate::connection::{Link, Parameter};
use crate::{Readers, parameters};
use std::time::{Duration, SystemTime};
use store::{DueNote, DueRequest, DueTable, DueTables, OwnedShard, Shard, ShardSet, StoreError};
use table::keys::TableId;
use tokio_postgres::Error;

/// Selects the shards that the node still owns under these epochs.
macro_rules! mine {
    () => {
        "SELECT shard, epoch FROM shards JOIN unnest($1::bigint[], $2::bigint[]) AS own (shard, epoch) USING (shard, epoch)
         WHERE owner = $3"
    };
}

/// Claims rows of these shards for which a condition holds.
macro_rules! claiming {
    ($condition:literal) => {
        concat!(
            "WITH mine AS MATERIALIZED (",
            mine!(),
            "), ready AS MATERIALIZED (
                 SELECT table_id, epoch FROM due JOIN mine USING (shard)
                 WHERE (held IS NULL OR held <= now() OR claimed < epoch) AND ",
            $condition,
            " LIMIT $4 FOR UPDATE OF due SKIP LOCKED
             )
             UPDATE due SET claimed = epoch, held = clock_timestamp() + $5::bigint * interval '1 ms'
             FROM ready WHERE due.table_id = ready.table_id RETURNING due.table_id, due.seen >= epoch, due.at"
        )
    };
}

/// The longest time that a row looks ahead: beyond that, a database does not calculate.
const AHEAD: i64 = 1000 * 24 * 3_600_000;

/// Returns a time in milliseconds.
fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).map_or(AHEAD, |time| time.min(AHEAD))
}

/// Returns the numbers of shards, and their epochs.
fn columns(share: impl Iterator<Item = OwnedShard>) -> (Vec<i64>, Vec<i64>) {
    share.map(|owned| (i64::from(owned.shard.number()), owned.epoch.cast_signed())).unzip()
}

/// Claims rows for the node of this name.
pub(crate) async fn claim(
    readers: &Readers,
    owner: String,
    request: DueRequest,
) -> Result<DueTables, StoreError> {
    const DUE: &str = claiming!("at <= now() ORDER BY at");
    const TAKEN_OVER: &str = claiming!("seen < epoch");
    const UNSEEN: &str = concat!(
        "WITH mine AS MATERIALIZED (",
        mine!(),
        ") SELECT shard FROM mine WHERE EXISTS (SELECT FROM due WHERE due.shard = mine.shard AND seen < epoch)"
    );
    let DueRequest { share, taken_over, most, hold } = request;
    let hold = millis(hold);
    let (shards, epochs) = columns(share.iter().copied());
    let values = |most: usize| parameters![shards.clone(), epochs.clone(), owner.clone(), most as i64, hold];
    let mut rows = readers.query(DUE, &values(most)).await?;
    rows.sort_by_key(|row| row.get::<_, SystemTime>(2));
    let mut unseen = ShardSet::default();
    if !taken_over.is_empty() {
        let (shards, epochs) =
            columns(share.iter().copied().filter(|owned| taken_over.contains(owned.shard)));
        let of_taken = parameters![shards.clone(), epochs.clone(), owner.clone()];
        let more = most.saturating_sub(rows.len());
        if more > 0 {
            let values: Vec<Parameter> = parameters![shards, epochs, owner.clone(), more as i64, hold];
            rows.extend(readers.query(TAKEN_OVER, &values).await?);
        }
        let shards = readers.query(UNSEEN, &of_taken).await?;
        unseen = shards.iter().filter_map(|row| Shard::new(row.get::<_, i64>(0) as u16)).collect();
    }
    let table = |row: &tokio_postgres::Row| {
        let table = TableId::new(row.get::<_, i64>(0).cast_unsigned())?;
        Some(DueTable { table, is_seen: row.get(1) })
    };
    Ok(DueTables { tables: rows.iter().filter_map(table).collect(), unseen })
}

/// Notes when the node of this name looks at tables again. The shards' rows are held, so that no late note reaches a shard that has
/// another owner.
pub(crate) async fn note(
    link: &mut Link,
    owner: &str,
    share: &[OwnedShard],
    notes: &[DueNote],
) -> Result<(), Error> {
    const NOTE: &str = concat!(
        "WITH mine AS MATERIALIZED (",
        mine!(),
        " FOR SHARE OF shards), notes AS MATERIALIZED (
             SELECT note.table_id, shard, epoch, after FROM unnest($4::bigint[], $5::bigint[]) AS note (table_id, after)
             JOIN mine ON shard = note.table_id & 255
         ), gone AS (
             DELETE FROM due USING notes WHERE due.table_id = notes.table_id AND after IS NULL
         )
         INSERT INTO due (table_id, shard, at, seen)
         SELECT table_id, shard, clock_timestamp() + after * interval '1 ms', epoch FROM notes WHERE after IS NOT NULL
         ON CONFLICT (table_id) DO UPDATE SET at = excluded.at, seen = excluded.seen, claimed = NULL, held = NULL"
    );
    let concerned: ShardSet = notes.iter().map(|note| Shard::of(note.table)).collect();
    let (shards, epochs) = columns(share.iter().copied().filter(|owned| concerned.contains(owned.shard)));
    let tables: Vec<i64> = notes.iter().map(|note| note.table.number().cast_signed()).collect();
    let after: Vec<Option<i64>> = notes.iter().map(|note| note.after.map(millis)).collect();
    let statement = link.prepared(NOTE).await?;
    link.client.execute(&statement, &[&shards, &epochs, &owner, &tables, &after]).await?;
    Ok(())
}
