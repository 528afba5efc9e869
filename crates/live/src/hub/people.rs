//! Forgetting people at all their tables, and handing their seats on to another key.

use super::peers::Elsewhere;
use super::{Hub, LiveTable, LoadError};
use crate::export::Export;
use crate::storing::{change, read};
use std::sync::Arc;
use std::time::Duration;
use store::{Change, StoreError, StoredEntry, is_of_archive_file};
use table::host::{Command, Intent, RejectReason, Sender};
use table::keys::{KeyHash, TableId};
use table::personal::{Amendment, Replacement, amended_stored};

/// Tables that are looked for at once.
const CHUNK: usize = 100;
/// Entries that one change rewrites at most. Others commit in between.
const AMENDED: usize = 256;
/// The interval at which it is checked whether entries are stored, and the most checks.
const SETTLING: (Duration, u32) = (Duration::from_millis(5), 2_000);

impl Hub {
    /// Begins the export of a person's data.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn export(&self, person: KeyHash) -> Result<Export, LoadError> {
        Ok(read(&self.store, move |store| Export::of(store, person)).await?)
    }

    /// The next piece of such a document: one table at most. Few are written at the same time, away from the sockets.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn export_piece(&self, mut export: Export) -> Result<Option<(String, Export)>, StoreError> {
        let permit = Arc::clone(&self.exporting).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        read(&self.store, move |store| {
            let piece = export.next_piece(store)?;
            drop(permit);
            Ok(piece.map(|piece| (piece, export)))
        })
        .await
    }

    /// Takes a person out of all tables: their names, their keys and what they said. Where a game goes on a bot plays for
    /// them; chairs at tables that wait are open again.
    ///
    /// # Errors
    /// If something cannot be stored or read. What is done is done; the rest can be tried again.
    pub async fn forget(self: &Arc<Self>, person: KeyHash) -> Result<(), LoadError> {
        loop {
            // Once more after the last one: somebody may have sat down meanwhile.
            let ids = read(&self.store, move |store| store.tables_of(person, CHUNK)).await?;
            if ids.is_empty() {
                return Ok(());
            }
            for id in ids {
                match self.forget_at(id, person).await {
                    // What cannot be read cannot be written anew; nobody reads it either. Others must not be kept for it.
                    Err(LoadError::Store(error)) if is_of_archive_file(&error) => {
                        tracing::error!(table = id.brief(), %error, "somebody is forgotten, but not in this file: delete it");
                        change(&self.store, vec![Change::HandOn { table: id, from: person, to: None }])
                            .await?;
                    }
                    done => done?,
                }
            }
        }
    }

    async fn forget_at(self: &Arc<Self>, id: TableId, person: KeyHash) -> Result<(), LoadError> {
        if self.is_done_elsewhere(id, person, Replacement::Nobody).await? {
            return Ok(());
        }
        self.forget_here(id, person).await
    }

    /// Has the owner of a table put something else in the place of a person; `false` if this node is the owner.
    async fn is_done_elsewhere(
        &self,
        id: TableId,
        person: KeyHash,
        instead: Replacement,
    ) -> Result<bool, LoadError> {
        match &self.nodes {
            Some(nodes) if !self.is_owner(id) => {
                Ok(self.amend_elsewhere(nodes, id, person, instead).await? == Elsewhere::Done)
            }
            _ => Ok(false),
        }
    }

    /// Takes a person out of a table of this node.
    pub(super) async fn forget_here(self: &Arc<Self>, id: TableId, person: KeyHash) -> Result<(), LoadError> {
        match self.table(id).await {
            Ok(live) => self.step_down(&live, person).await?,
            Err(error @ (LoadError::Store(_) | LoadError::Newer { .. } | LoadError::Work(_))) => {
                return Err(error);
            }
            Err(_) => {}
        }
        self.amend(id, person, Replacement::Nobody).await
    }

    /// Lets another person have all the seats of one; tables where both sit stay as they are. Returns how many came along.
    ///
    /// # Errors
    /// If something cannot be stored or read.
    pub async fn reassign_seats(self: &Arc<Self>, from: KeyHash, to: KeyHash) -> Result<usize, LoadError> {
        let ids = read(&self.store, move |store| store.tables_of(from, usize::MAX)).await?;
        let mut moved = 0;
        for id in ids {
            if self.is_done_elsewhere(id, from, Replacement::Person(to)).await? {
                moved += 1;
                continue;
            }
            match self.table(id).await {
                // Where only the other one sits in memory, handing over was not brought to its end before.
                Ok(live) if both_sit(&live, from, to) => {}
                Ok(_) => {
                    self.amend(id, from, Replacement::Person(to)).await?;
                    moved += 1;
                }
                Err(error @ (LoadError::Store(_) | LoadError::Newer { .. } | LoadError::Work(_))) => {
                    return Err(error);
                }
                Err(trouble) => tracing::warn!(table = id.brief(), ?trouble, "a table is not handed over"),
            }
        }
        self.ratings.recompute();
        Ok(moved)
    }

    /// Gives a seat up by the rules of the table, so that nobody waits for a person who will not come back.
    async fn step_down(self: &Arc<Self>, live: &Arc<LiveTable>, person: KeyHash) -> Result<(), LoadError> {
        let (intent, version) = {
            let host = live.look();
            if host.is_closed() || host.is_revealed() {
                return Ok(());
            }
            let alone = !host.holders().any(|key| key != person && key != KeyHash::NOBODY);
            let seated = host.seat_of(person).is_some();
            let intent = match host.game() {
                // Nobody else has to agree.
                Some(_) if alone && seated => Intent::AskClose,
                None if alone && host.is_in_charge(person) => Intent::Close,
                _ if seated => Intent::Leave,
                _ => return Ok(()),
            };
            (intent, host.version())
        };
        let command = Command { sender: Sender::Holder(person), id: None, seen: version, intent };
        // Who is suspended can be forgotten.
        match self.carry_out(live, command).await {
            Err(refusal) => match refusal.reason {
                RejectReason::Storage(error) => Err(LoadError::Store(error)),
                RejectReason::Busy => Err(LoadError::Store(StoreError::Overloaded)),
                // It ended meanwhile.
                _ => Ok(()),
            },
            Ok(_) => Ok(()),
        }
    }

    /// Puts `instead` in the place of a person, wherever the table is.
    pub(super) async fn amend(
        self: &Arc<Self>,
        id: TableId,
        person: KeyHash,
        instead: Replacement,
    ) -> Result<(), LoadError> {
        if self.is_done_elsewhere(id, person, instead.clone()).await? {
            return Ok(());
        }
        self.amend_here(id, person, instead).await
    }

    /// Puts `instead` in the place of a person at a table of this node, unless that person sits there already.
    pub(super) async fn amend_asked(
        self: &Arc<Self>,
        id: TableId,
        person: KeyHash,
        instead: Replacement,
    ) -> Result<(), LoadError> {
        if let Replacement::Person(other) = instead
            && let Ok(live) = self.table(id).await
            && both_sit(&live, person, other)
        {
            return Ok(());
        }
        self.amend_here(id, person, instead).await
    }

    /// Puts `instead` in the place of a person, in memory and in the store. One such change is made at a time: each begins with
    /// the log as the one before left it.
    async fn amend_here(
        self: &Arc<Self>,
        id: TableId,
        person: KeyHash,
        instead: Replacement,
    ) -> Result<(), LoadError> {
        let _turn = self.amending.lock().await;
        // First in memory, so that nothing that is entered from now on holds the person; then what was entered before.
        let live = match self.table(id).await {
            Ok(live) => Some(live),
            // It may be loaded by somebody else before the store is changed.
            Err(LoadError::Work(undone)) => return Err(undone.into()),
            Err(_) => None,
        };
        let amendment = live.as_ref().map(|live| live.look().amend(person, instead.clone()));
        if let Some(live) = &live {
            let last = live.look().settles_at();
            let (pause, times) = SETTLING;
            for _ in 0..times {
                if live.look().has_settled(last) {
                    break;
                }
                tokio::time::sleep(pause).await;
            }
        }
        let log = read(&self.store, move |store| store.load(id)).await?;
        let bodies = amended_stored(&log, |log| {
            let own = || Amendment::of(log.iter().map(|(_, body)| body), person, instead.clone());
            amendment.clone().unwrap_or_else(own)
        });
        for amend in in_steps(id, &log, bodies, &instead.commands(id, person)) {
            change(&self.store, vec![amend]).await?;
        }
        // Last: as long as the table is found by the person, whoever goes on after a crash comes here again.
        let to = instead.holder(person);
        if to != Some(person) {
            change(&self.store, vec![Change::HandOn { table: id, from: person, to }]).await?;
        }
        self.summaries().forget(id);
        if let (Some(live), Some(amendment)) = (live, amendment) {
            live.look().amended_in_store(&amendment);
            // Nobody waits for the consent of who was forgotten.
            self.tick(&live);
        }
        Ok(())
    }
}

/// Whether two people have a seat each at a table.
fn both_sit(live: &LiveTable, one: KeyHash, other: KeyHash) -> bool {
    let host = live.look();
    host.seat_of(one).is_some() && host.seat_of(other).is_some()
}

/// Returns the changes that rewrite the bodies of a table's entries and the ids of commands, each change for few entries. The
/// last entries come first: the log shows by who sat down before who said something, and a retry after a crash must still find
/// that.
fn in_steps(
    table: TableId,
    log: &[StoredEntry],
    bodies: Vec<(u64, String)>,
    commands: &(String, String),
) -> Vec<Change> {
    let mut bodies = bodies.into_iter().peekable();
    let (mut steps, mut begin, mut step, mut touched) = (Vec::new(), 0, Vec::new(), 0);
    for entry in log {
        let body = bodies.next_if(|(seq, _)| *seq == entry.seq);
        let has_command = entry.command.as_ref().is_some_and(|command| command.starts_with(&commands.0));
        touched += usize::from(body.is_some() || has_command);
        step.extend(body);
        if touched == AMENDED {
            let (bodies, numbers) = (std::mem::take(&mut step), begin..=entry.seq);
            steps.push(Change::Amend { table, bodies, commands: commands.clone(), numbers });
            (begin, touched) = (entry.seq + 1, 0);
        }
    }
    // Also what was entered since the log was read.
    steps.push(Change::Amend { table, bodies: step, commands: commands.clone(), numbers: begin..=u64::MAX });
    steps.reverse();
    steps
}
