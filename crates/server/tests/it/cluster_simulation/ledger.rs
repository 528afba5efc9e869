//! Who owned what, noted beside the store and by other means: what two nodes at a shard may not do.

use std::collections::HashMap;
use store::{SHARDS, Shard};
use table::TableId;

#[derive(Clone, Debug)]
struct Grant {
    node: String,
    epoch: i64,
    until: u64,
    is_given: bool,
}

/// The time for which a node had a shard, by the clock of the store, in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Tenure {
    pub(crate) claimed: u64,
    /// The last renewal.
    pub(crate) kept: u64,
    /// The first renewal by which all tables of the shard knew how long they had no owner.
    pub(crate) informed: Option<u64>,
    /// The moment at which the last such renewal was asked for, by the clock of the node.
    pub(crate) alive: Option<u64>,
}

/// The owners of all shards, and what was against the rules.
#[derive(Debug)]
pub(crate) struct Ledger {
    grants: Vec<Option<Grant>>,
    /// For each shard, who had it, in order.
    pub(crate) tenures: Vec<Vec<Tenure>>,
    /// The numbers of entries of the batches of each table.
    pub(crate) batches: HashMap<TableId, Vec<usize>>,
    pub(crate) broken: Vec<String>,
    pub(crate) takeovers: u64,
}

impl Ledger {
    pub(crate) fn new() -> Ledger {
        Ledger {
            grants: vec![None; usize::from(SHARDS)],
            tenures: vec![Vec::new(); usize::from(SHARDS)],
            batches: HashMap::new(),
            broken: Vec::new(),
            takeovers: 0,
        }
    }

    /// Notes that a node has a shard from now on.
    pub(crate) fn claimed(&mut self, shard: usize, node: &str, epoch: i64, now: u64, until: u64) {
        if let Some(before) = &self.grants[shard] {
            if before.epoch >= epoch {
                self.broken.push(format!("shard {shard}: epoch {epoch} after {}", before.epoch));
            }
            if !before.is_given && before.until > now && before.node != node {
                self.broken.push(format!("shard {shard}: taken from {} within its lease", before.node));
            }
            self.takeovers += u64::from(!before.is_given);
        }
        self.grants[shard] = Some(Grant { node: node.to_owned(), epoch, until, is_given: false });
        self.tenures[shard].push(Tenure { claimed: now, kept: now, informed: None, alive: None });
    }

    /// Notes that a node was told that it still has a shard, and when it asked, if all tables knew by then how long they had no
    /// owner.
    pub(crate) fn kept(&mut self, shard: usize, node: &str, (now, until): (u64, u64), informed: Option<u64>) {
        match &mut self.grants[shard] {
            Some(grant) if grant.node == node && !grant.is_given => grant.until = until,
            other => self.broken.push(format!("shard {shard}: kept by {node}, but {other:?} has it")),
        }
        // What the node knew of an earlier time as the owner says nothing of this one.
        if let Some(tenure) = self.tenures[shard].last_mut().filter(|tenure| tenure.claimed < now) {
            tenure.kept = now;
            if let Some(asked) = informed {
                tenure.alive = Some(asked);
                tenure.informed.get_or_insert(now);
            }
        }
    }

    /// Notes that the owner of a shard has given it back.
    pub(crate) fn given(&mut self, shard: usize) {
        self.grants[shard].iter_mut().for_each(|grant| grant.is_given = true);
    }

    /// Notes that a node has written.
    pub(crate) fn wrote(&mut self, node: &str, epoch: Option<i64>, table: TableId, entries: usize) {
        let shard = usize::from(Shard::of(table).number());
        let is_owner = |grant: &Grant| grant.node == node && Some(grant.epoch) == epoch && !grant.is_given;
        if !self.grants[shard].as_ref().is_some_and(is_owner) {
            let owner = &self.grants[shard];
            self.broken.push(format!("{node} with epoch {epoch:?} wrote {table}, but {owner:?} owns it"));
        }
        self.batches.entry(table).or_default().push(entries);
    }
}
