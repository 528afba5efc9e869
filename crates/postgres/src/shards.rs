//! The shards of a node: claimed, renewed, given back.

use crate::connection::Link;
use crate::thinking;
use crate::work::{Refusal, Work, execute};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{
    Change, ChangeCounts, Claim, Division, GainedShard, Node, OtherOwner, SHARDS, Shard, ShardSet,
    ShareRequest, StoreError, Topic,
};
use table::keys::TableId;
use tokio_postgres::Error;
use tokio_postgres::types::ToSql;

/// The time for which a node owns its shards unless it renews the lease, which it does every two seconds.
pub(crate) const LEASE: Duration = Duration::from_secs(5);

/// The same for a node of a cluster, which renews it every half a second: another node has to take over within five seconds of
/// its death.
pub(crate) const NODE_LEASE: Duration = Duration::from_secs(3);

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

/// Renews the leases of a node of a cluster, claims what it lacks to its fair share, and reads the division.
pub(crate) async fn keep_share(
    link: &mut Link,
    owned: &Owned,
    request: &ShareRequest,
) -> Result<Division, Error> {
    const APPEAR: &str = "
        INSERT INTO nodes (name, address, expires, reads)
        VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 ms', $4)
        ON CONFLICT (name) DO UPDATE SET address = excluded.address, expires = excluded.expires, reads = excluded.reads";
    const NODES: &str = "
        SELECT name, address, reads FROM nodes WHERE expires > clock_timestamp() ORDER BY name COLLATE \"C\"";
    let lease = NODE_LEASE.as_millis() as i64;
    let appear = link.prepared(APPEAR).await?;
    let reads = i64::from(request.reads);
    link.client.execute(&appear, &[&owned.name, &request.address, &lease, &reads]).await?;
    let lost = renew_share(link, owned, request, lease).await?;
    let select = link.prepared(NODES).await?;
    let rows = link.client.query(&select, &[]).await?;
    let nodes: Vec<Node> = rows.iter().map(|row| Node { name: row.get(0), address: row.get(1) }).collect();
    let all_read = rows.iter().map(|row| row.get::<_, i64>(2));
    let formats = Formats {
        own: reads,
        oldest: all_read.clone().min().unwrap_or(reads),
        newest: all_read.max().unwrap_or(reads),
    };
    if !request.beyond.is_empty() {
        note_beyond(link, owned, request.beyond, reads + 1).await?;
    }
    let share = usize::from(SHARDS).div_ceil(nodes.len().max(1));
    let held = owned.pairs().0.len();
    let gained = claim_share(link, owned, share.saturating_sub(held), formats, lease).await?;
    let (changes, key, workers) = shared(link).await?;
    let (owners, needs) = owners(link, &nodes).await?;
    let own = nodes.iter().position(|node| node.name == owned.name).unwrap_or(0);
    let excess = (held + gained.len()).saturating_sub(share);
    let of_own = |which: &dyn Fn(i64) -> bool| -> ShardSet {
        let shards = (0..)
            .zip(&owners)
            .zip(&needs)
            .filter(|((_, owner), needs)| **owner == Some(own) && which(**needs));
        shards.filter_map(|((shard, _), _)| Shard::new(shard)).collect()
    };
    let beyond = of_own(&|needs| formats.own < needs && needs <= formats.newest);
    let reserved = of_own(&|needs| formats.oldest < needs && needs <= formats.own);
    let newest = u32::try_from(formats.newest).unwrap_or(request.reads);
    Ok(Division {
        nodes,
        own,
        owners,
        lost,
        gained,
        excess,
        reserved,
        beyond,
        newest,
        lease: NODE_LEASE,
        changes,
        key,
        workers,
    })
}

/// The formats of logs that this node reads, and those of the running nodes that read least and most.
#[derive(Clone, Copy)]
struct Formats {
    own: i64,
    oldest: i64,
    newest: i64,
}

/// Notes that shards of this node have tables for which a node must read this format of logs.
async fn note_beyond(link: &mut Link, owned: &Owned, shards: ShardSet, needs: i64) -> Result<(), Error> {
    const NEED: &str =
        "UPDATE shards SET needs = $3 WHERE shard = ANY($1::bigint[]) AND owner = $2 AND needs < $3";
    let numbers: Vec<i64> = shards.iter().map(|shard| i64::from(shard.number())).collect();
    let need = link.prepared(NEED).await?;
    link.client.execute(&need, &[&numbers, &owned.name, &needs]).await?;
    Ok(())
}

/// Renews the leases of the shards that the node owns, and returns those that it does not own any more.
async fn renew_share(
    link: &mut Link,
    owned: &Owned,
    request: &ShareRequest,
    lease: i64,
) -> Result<Vec<Shard>, Error> {
    const RENEW: &str = "
        UPDATE shards SET expires = clock_timestamp() + $4::bigint * interval '1 ms',
            alive = CASE WHEN mine.informed THEN $5 ELSE alive END
        FROM unnest($1::bigint[], $2::bigint[], $6::boolean[]) AS mine (shard, epoch, informed)
        WHERE shards.shard = mine.shard AND shards.epoch = mine.epoch AND owner = $3 RETURNING shards.shard";
    let (shards, known) = owned.pairs();
    if shards.is_empty() {
        return Ok(Vec::new());
    }
    let of = |number: i64| Shard::new(number as u16);
    let informed: Vec<bool> =
        shards.iter().map(|shard| of(*shard).is_some_and(|shard| request.informed.contains(shard))).collect();
    let renew = link.prepared(RENEW).await?;
    let now = request.now.cast_signed();
    let rows = link.client.query(&renew, &[&shards, &known, &owned.name, &lease, &now, &informed]).await?;
    let kept: ShardSet = rows.iter().filter_map(|row| of(row.get(0))).collect();
    let lost: Vec<Shard> = shards.into_iter().filter_map(of).filter(|shard| !kept.contains(*shard)).collect();
    let mut epochs = owned.epochs();
    lost.iter().for_each(|shard| epochs[usize::from(shard.number())] = None);
    Ok(lost)
}

/// Claims this many shards that have no owner, or as many as there are, and those besides that some running node cannot serve. A shard
/// that this node cannot serve is left to those that can, if one of them runs.
async fn claim_share(
    link: &mut Link,
    owned: &Owned,
    most: usize,
    formats: Formats,
    lease: i64,
) -> Result<Vec<GainedShard>, Error> {
    // Rows that are locked belong to somebody who is writing just now; they have their turn with the next claim.
    const CLAIM: &str = "
        WITH free AS (
            SELECT shard, alive FROM shards
            WHERE (owner IS NULL OR expires < clock_timestamp()) AND (needs <= $4 OR needs > $6)
                AND (NOT $7 OR $5 < needs AND needs <= $4)
            ORDER BY shard LIMIT $3 FOR UPDATE SKIP LOCKED
        )
        UPDATE shards SET owner = $1, epoch = epoch + 1, expires = clock_timestamp() + $2::bigint * interval '1 ms'
        FROM free WHERE shards.shard = free.shard RETURNING shards.shard, epoch, free.alive";
    let Formats { own, oldest, newest } = formats;
    let claim = link.prepared(CLAIM).await?;
    let mut rows = Vec::new();
    // Shards that not every node can serve first: they count for the share, and come beyond it as well.
    for (only_reserved, is_due) in [(true, oldest < own), (false, true)] {
        let most = if only_reserved { i64::from(SHARDS) } else { most.saturating_sub(rows.len()) as i64 };
        if is_due && most > 0 {
            let values: [&(dyn ToSql + Sync); 7] =
                [&owned.name, &lease, &most, &own, &oldest, &newest, &only_reserved];
            rows.extend(link.client.query(&claim, &values).await?);
        }
    }
    let mut epochs = owned.epochs();
    let mut gained = Vec::with_capacity(rows.len());
    for row in rows {
        let (number, epoch): (i64, i64) = (row.get(0), row.get(1));
        epochs[number as usize] = Some(epoch);
        let last_alive = row.get::<_, Option<i64>>(2).map(i64::cast_unsigned);
        let epoch = epoch.cast_unsigned();
        gained.extend(Shard::new(number as u16).map(|shard| GainedShard { shard, epoch, last_alive }));
    }
    Ok(gained)
}

/// Returns the place of each shard's owner among these nodes, and the format of logs that a node must read to serve all its tables.
async fn owners(link: &mut Link, nodes: &[Node]) -> Result<(Vec<Option<usize>>, Vec<i64>), Error> {
    const OWNERS: &str =
        "SELECT shard, owner, needs FROM shards WHERE owner IS NOT NULL AND expires > clock_timestamp()";
    let select = link.prepared(OWNERS).await?;
    let mut owners = vec![None; usize::from(SHARDS)];
    let mut needs = vec![0; usize::from(SHARDS)];
    for row in link.client.query(&select, &[]).await? {
        let (number, name): (i64, &str) = (row.get(0), row.get(1));
        owners[number as usize] = nodes.iter().position(|node| node.name == name);
        needs[number as usize] = row.get(2);
    }
    Ok((owners, needs))
}

/// Returns the numbers of changes of what nodes cache, the secret that they share, and the number of workers that run.
async fn shared(link: &mut Link) -> Result<(ChangeCounts, [u8; 32], u64), Error> {
    const CHANGES: &str = "
        SELECT topic, number, (SELECT key FROM cluster LIMIT 1),
            (SELECT count(*) FROM workers WHERE version = $1 AND expires > clock_timestamp())
        FROM changes";
    let select = link.prepared(CHANGES).await?;
    let (mut changes, mut key, mut workers) = (ChangeCounts::default(), [0; 32], 0);
    for row in link.client.query(&select, &[&thinking::VERSION]).await? {
        workers = row.get::<_, i64>(3).cast_unsigned();
        let (name, number): (&str, i64) = (row.get(0), row.get(1));
        if let Some(place) = Topic::ALL.iter().position(|topic| topic.name() == name) {
            changes[place] = number.cast_unsigned();
        }
        let stored: Option<&[u8]> = row.get(2);
        if let Some(stored) = stored.and_then(|stored| stored.try_into().ok()) {
            key = stored;
        }
    }
    Ok((changes, key, workers))
}

/// Gives shards of the node back.
pub(crate) async fn give(link: &mut Link, owned: &Owned, shards: ShardSet) -> Result<(), Error> {
    const GIVE: &str = "
        UPDATE shards SET owner = NULL, expires = NULL
        FROM unnest($1::bigint[], $2::bigint[]) AS mine (shard, epoch)
        WHERE shards.shard = mine.shard AND shards.epoch = mine.epoch AND owner = $3";
    let given =
        |(number, _): &(i64, i64)| Shard::new(*number as u16).is_some_and(|shard| shards.contains(shard));
    let (numbers, epochs) = owned.pairs();
    let (numbers, epochs): (Vec<i64>, Vec<i64>) = numbers.into_iter().zip(epochs).filter(given).unzip();
    let give = link.prepared(GIVE).await?;
    link.client.execute(&give, &[&numbers, &epochs, &owned.name]).await?;
    let mut epochs = owned.epochs();
    shards.iter().for_each(|shard| epochs[usize::from(shard.number())] = None);
    Ok(())
}

/// Whether these changes concern what other nodes cache.
pub(crate) fn is_cached(changes: &[Change]) -> bool {
    changes.iter().any(|change| Topic::ALL.iter().any(|topic| topic.is_changed_by(change)))
}

/// Counts the changes of what other nodes cache.
pub(crate) async fn count_changes(transaction: &Work<'_>, changes: &[Change]) -> Result<(), Refusal> {
    const COUNT: &str = "UPDATE changes SET number = number + 1 WHERE topic = $1";
    // In the same order everywhere, so that no two transactions wait for each other.
    for topic in Topic::ALL {
        if changes.iter().any(|change| topic.is_changed_by(change)) {
            execute(transaction, COUNT, &[&topic.name()]).await?;
        }
    }
    Ok(())
}

/// Gives back all shards of the node, which leaves the cluster if it was in one.
pub(crate) async fn release(link: &mut Link, owned: &Owned) -> Result<(), Error> {
    const RELEASE: &str = "UPDATE shards SET owner = NULL, expires = NULL WHERE owner = $1";
    let release = link.prepared(RELEASE).await?;
    link.client.execute(&release, &[&owned.name]).await?;
    let leave = link
        .prepared("DELETE FROM nodes WHERE name = $1 OR expires < clock_timestamp() - interval '1 h'")
        .await?;
    link.client.execute(&leave, &[&owned.name]).await?;
    owned.epochs().fill(None);
    Ok(())
}
