//! The shards of a node: claimed, renewed, given back.

use crate::connection::Link;
use crate::work::{Refusal, Work};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Claim, OtherOwner, SHARDS, Shard, StoreError};
use table::keys::TableId;
use tokio_postgres::Error;

/// The time for which a node owns its shards unless it renews the lease, which it does every two seconds.
pub(crate) const LEASE: Duration = Duration::from_secs(5);

/// An epoch that no shard has.
pub(crate) const NO_EPOCH: i64 = -1;

/// The shards of this node with their epochs.
pub(crate) struct Owned {
    name: String,
    epochs: Mutex<Vec<Option<i64>>>,
}

impl Owned {
    /// No shards, of a node with this name, which no other node has or had.
    pub(crate) fn none(name: String) -> Owned {
        Owned { name, epochs: Mutex::new(vec![None; usize::from(SHARDS)]) }
    }

    fn epochs(&self) -> MutexGuard<'_, Vec<Option<i64>>> {
        self.epochs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of the node.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the epoch of a shard; one that no shard has if the node does not own it.
    pub(crate) fn epoch(&self, shard: Shard) -> i64 {
        self.epochs()[usize::from(shard.number())].unwrap_or(NO_EPOCH)
    }

    /// Whether the node owns nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.epochs().iter().all(Option::is_none)
    }

    fn pairs(&self) -> (Vec<i64>, Vec<i64>) {
        let epochs = self.epochs();
        (0..).zip(epochs.iter()).filter_map(|(shard, epoch)| Some((shard, (*epoch)?))).unzip()
    }
}

/// Lets nobody take a table over before a transaction ends.
///
/// # Errors
/// [`StoreError::Fenced`] if the node does not own it.
pub(crate) async fn hold(transaction: &Work<'_>, owned: &Owned, table: TableId) -> Result<(), Refusal> {
    const HOLD: &str = "SELECT 1 FROM shards WHERE shard = $1 AND owner = $2 AND epoch = $3 FOR SHARE";
    let shard = Shard::of(table);
    let number = i64::from(shard.number());
    match transaction.query_opt(HOLD, &[&number, &owned.name, &owned.epoch(shard)]).await? {
        Some(_) => Ok(()),
        None => Err(StoreError::Fenced { table: Some(table) }.into()),
    }
}

/// Claims the shards that nobody owns, or whose lease has ended.
pub(crate) async fn claim(link: &mut Link, owned: &Owned) -> Result<Claim, Error> {
    // Rows that are locked belong to somebody who is writing just now; they have their turn with the next claim.
    const CLAIM: &str = "
        WITH free AS (
            SELECT shard FROM shards WHERE owner IS NULL OR expires < clock_timestamp() FOR UPDATE SKIP LOCKED
        )
        UPDATE shards SET owner = $1, epoch = epoch + 1, expires = clock_timestamp() + $2::bigint * interval '1 ms'
        FROM free WHERE shards.shard = free.shard AND owner IS DISTINCT FROM $1 RETURNING shards.shard, epoch";
    const OTHERS: &str = "
        SELECT owner, greatest(0, extract(epoch FROM expires - clock_timestamp()) * 1000)::bigint
        FROM shards WHERE owner <> $1 ORDER BY expires DESC LIMIT 1";
    let claim = link.prepared(CLAIM).await?;
    let lease = LEASE.as_millis() as i64;
    let rows = link.client.query(&claim, &[&owned.name, &lease]).await?;
    {
        let mut epochs = owned.epochs();
        for row in rows {
            let (shard, epoch): (i64, i64) = (row.get(0), row.get(1));
            epochs[shard as usize] = Some(epoch);
        }
    }
    let others = link.prepared(OTHERS).await?;
    let other = link.client.query_opt(&others, &[&owned.name]).await?.map(|row| OtherOwner {
        name: row.get(0),
        lease: Duration::from_millis(row.get::<_, i64>(1).cast_unsigned()),
    });
    Ok(Claim { owned: owned.pairs().0.len() as u16, other })
}

/// Renews the lease of all shards of a process that moves rows; `false` if it has lost one of them.
pub(crate) async fn keep(link: &mut Link, owned: &Owned) -> Result<bool, Error> {
    const KEEP: &str =
        "UPDATE shards SET expires = clock_timestamp() + $2::bigint * interval '1 ms' WHERE owner = $1";
    let keep = link.prepared(KEEP).await?;
    let kept = link.client.execute(&keep, &[&owned.name, &(LEASE.as_millis() as i64)]).await?;
    Ok(kept == u64::from(SHARDS))
}

/// Renews the lease of all shards of the node and notes that it runs; `false` if it has lost one of them.
pub(crate) async fn renew(link: &mut Link, owned: &Owned, now: u64) -> Result<bool, Error> {
    const RENEW: &str = "
        UPDATE shards SET expires = clock_timestamp() + $4::bigint * interval '1 ms', alive = $5
        FROM unnest($1::bigint[], $2::bigint[]) AS mine (shard, epoch)
        WHERE shards.shard = mine.shard AND shards.epoch = mine.epoch AND owner = $3 RETURNING shards.shard";
    let (shards, known) = owned.pairs();
    let renew = link.prepared(RENEW).await?;
    let lease = LEASE.as_millis() as i64;
    let rows = link.client.query(&renew, &[&shards, &known, &owned.name, &lease, &now.cast_signed()]).await?;
    let kept: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    let is_whole = kept.len() == usize::from(SHARDS);
    let mut epochs = owned.epochs();
    shards.iter().filter(|shard| !kept.contains(shard)).for_each(|shard| epochs[*shard as usize] = None);
    Ok(is_whole)
}

/// Gives back all shards of the node.
pub(crate) async fn release(link: &mut Link, owned: &Owned) -> Result<(), Error> {
    const RELEASE: &str = "UPDATE shards SET owner = NULL, expires = NULL WHERE owner = $1";
    let release = link.prepared(RELEASE).await?;
    link.client.execute(&release, &[&owned.name]).await?;
    owned.epochs().fill(None);
    Ok(())
}
