//! A batch as a statement.

use crate::archive;
use crate::connection::DatabaseUrl;
use crate::shards::{self, NO_EPOCH, Owned};
use crate::work::{Refusal, Work};
use store::{Batch, Index, Shard, StoreError};
use tokio_postgres::types::ToSql;

/// Appends entries if the table's shard has this owner and epoch, the first number is the next one, and the table is not in the
/// archive; returns 1 if so and 0 if not. The lock on the shard's row lets nobody take it over before the transaction ends.
macro_rules! appending {
    ($more:literal) => {
        concat!(
            "WITH own AS MATERIALIZED (
                 SELECT 1 FROM shards WHERE shard = $6 AND owner = $7 AND epoch = $8 FOR SHARE
             ), fits AS MATERIALIZED (
                 SELECT 1 FROM own
                 WHERE (cardinality($2::bigint[]) = 0
                     OR coalesce((SELECT max(seq) + 1 FROM entries WHERE table_id = $1), 0) = ($2::bigint[])[1])
                 AND NOT EXISTS (SELECT 1 FROM archived WHERE table_id = $1)
             ), added AS (
                 INSERT INTO entries (table_id, seq, at, command, body)
                 SELECT $1::bigint, e.* FROM fits, unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS e
             )",
            $more,
            " SELECT count(*) FROM fits"
        )
    };
}

/// The statement for a batch that changes nothing by which its table is found.
pub(crate) const SHORT: &str = appending!("");

/// The statement for every batch.
pub(crate) const FULL: &str = appending!(
    ", held AS (
         INSERT INTO holders (holder, table_id) SELECT unnest($9::bytea[]), $1::bigint FROM fits ON CONFLICT DO NOTHING
     ), coded AS (
         INSERT INTO codes (code, table_id) SELECT unnest($10::text[]), $1::bigint FROM fits
     ), uncoded AS (
         DELETE FROM codes USING fits WHERE code = ANY ($11::text[]) AND table_id = $1
     ), tagged AS (
         INSERT INTO tags (tag, at, table_id) SELECT unnest($12::text[]), $13::bigint, $1::bigint FROM fits
         ON CONFLICT DO NOTHING
     ), untagged AS (
         DELETE FROM tags USING fits WHERE table_id = $1 AND tag = ANY ($14::text[])
     )"
);

/// The parameters of these statements.
pub(crate) struct Parameters<'a> {
    table: i64,
    seqs: Vec<i64>,
    times: Vec<i64>,
    commands: Vec<Option<&'a str>>,
    bodies: Vec<&'a str>,
    shard: i64,
    owner: &'a str,
    epoch: i64,
    holders: Vec<&'a [u8]>,
    codes: Vec<&'a str>,
    ended: Vec<&'a str>,
    tags: Vec<&'static str>,
    began: i64,
    untagged: Vec<&'static str>,
}

impl<'a> Parameters<'a> {
    /// The parameters of a batch for the node that owns these shards.
    pub(crate) fn of(batch: &'a Batch, owned: &'a Owned) -> Parameters<'a> {
        let entries = &batch.entries;
        let (mut holders, mut codes, mut ended, mut tags) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let untagged: Vec<&str> = batch.untag.iter().map(|tag| tag.name()).collect();
        for index in &batch.index {
            match index {
                Index::Holder(holder) => holders.push(&holder.0[..]),
                // The parts of a statement do not see each other, so what comes and goes in one batch is left out.
                Index::Code(code) => codes.push(code.as_str()),
                Index::NoCode(code) if codes.contains(&code.as_str()) => {
                    codes.retain(|other| *other != code.as_str());
                }
                Index::NoCode(code) => ended.push(code.as_str()),
                Index::Tag(tag) if untagged.contains(&tag.name()) => {}
                Index::Tag(tag) => tags.push(tag.name()),
            }
        }
        let shard = Shard::of(batch.table);
        Parameters {
            table: batch.table.number().cast_signed(),
            seqs: entries.iter().map(|entry| entry.seq.cast_signed()).collect(),
            times: entries.iter().map(|entry| entry.at.cast_signed()).collect(),
            commands: entries.iter().map(|entry| entry.command.as_deref()).collect(),
            bodies: entries.iter().map(|entry| entry.body.as_str()).collect(),
            shard: shard.number().into(),
            owner: owned.name(),
            // A batch with a gap is refused by itself.
            epoch: if is_consecutive(batch) { owned.epoch(shard) } else { NO_EPOCH },
            holders,
            codes,
            ended,
            tags,
            began: entries.first().map_or(0, |entry| entry.at.cast_signed()),
            untagged,
        }
    }

    /// Whether the short statement does.
    pub(crate) fn is_short(&self) -> bool {
        let lists =
            [self.holders.len(), self.codes.len(), self.ended.len(), self.tags.len(), self.untagged.len()];
        lists.iter().sum::<usize>() == 0
    }

    /// The values for [`SHORT`] or [`FULL`].
    pub(crate) fn values(&self) -> Vec<&(dyn ToSql + Sync)> {
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![
            &self.table,
            &self.seqs,
            &self.times,
            &self.commands,
            &self.bodies,
            &self.shard,
            &self.owner,
            &self.epoch,
        ];
        if !self.is_short() {
            let more: [&(dyn ToSql + Sync); 6] =
                [&self.holders, &self.codes, &self.ended, &self.tags, &self.began, &self.untagged];
            values.extend(more);
        }
        values
    }
}

/// Whether the numbers of a batch follow each other.
fn is_consecutive(batch: &Batch) -> bool {
    batch.entries.windows(2).all(|pair| pair[0].seq.checked_add(1) == Some(pair[1].seq))
}

/// Appends a batch, after its table has come back from the archive if it was there.
///
/// # Errors
/// [`StoreError::Fenced`] if another node owns the table, [`StoreError::Conflict`] if the batch does not fit behind what is stored.
pub(crate) async fn append(
    transaction: &Work<'_>,
    url: &DatabaseUrl,
    batch: &Batch,
    owned: &Owned,
) -> Result<(), Refusal> {
    shards::hold(transaction, owned, batch.table).await?;
    let first = batch.entries.first().map_or(0, |entry| entry.seq);
    let conflict = || Refusal::Store(StoreError::Conflict { table: batch.table, seq: first });
    if !is_consecutive(batch) {
        return Err(conflict());
    }
    archive::bring_back(transaction, url, batch.table, first).await?;
    let parameters = Parameters::of(batch, owned);
    let statement = if parameters.is_short() { SHORT } else { FULL };
    let row = transaction.query_one(statement, &parameters.values()).await?;
    if row.get::<_, i64>(0) == 1 { Ok(()) } else { Err(conflict()) }
}
