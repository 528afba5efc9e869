//! Somebody is forgotten at all their tables, or goes on there under another key.

use super::{Hub, Live, Trouble};
use crate::kept::export;
use crate::storing::{change, read};
use std::sync::Arc;
use std::time::Duration;
use store::{Change, StoreError};
use table::host::{Command, Sender, Why, Wish};
use table::keys::{KeyHash, TableId};
use table::personal::{Amendment, Instead, amended_stored};

/// Tables that are looked for at once.
const CHUNK: usize = 100;
/// How often it is looked whether entries are stored, and how many times.
const SETTLING: (Duration, u32) = (Duration::from_millis(5), 2_000);

impl Hub {
    /// Everything that is kept of a person, as a document.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn export(&self, person: KeyHash) -> Result<serde_json::Value, Trouble> {
        Ok(read(&self.store, move |store| export(store, person)).await?)
    }

    /// Takes a person out of all tables: their names, their keys and what they said. Where a game goes on a bot plays for
    /// them; chairs at tables that wait are open again. Returns whether there was anything of them.
    ///
    /// # Errors
    /// If something cannot be stored or read. What is done is done; the rest can be tried again.
    pub async fn forget(self: &Arc<Self>, person: KeyHash) -> Result<bool, Trouble> {
        let mut erased = false;
        loop {
            // Once more after the last one: somebody may have sat down meanwhile.
            let ids = read(&self.store, move |store| store.tables_of(person, CHUNK)).await?;
            if ids.is_empty() {
                return Ok(erased);
            }
            erased = true;
            for id in ids {
                match self.table(id).await {
                    Ok(live) => self.step_down(&live, person).await?,
                    Err(Trouble::Store(error)) => return Err(Trouble::Store(error)),
                    Err(_) => {}
                }
                self.amend(id, person, Instead::Nobody).await?;
            }
        }
    }

    /// Lets another person have all the seats of one; tables where both sit stay as they are. Returns how many came along.
    ///
    /// # Errors
    /// If something cannot be stored or read.
    pub async fn hand_over(self: &Arc<Self>, from: KeyHash, to: KeyHash) -> Result<usize, Trouble> {
        let ids = read(&self.store, move |store| store.tables_of(from, usize::MAX)).await?;
        let mut moved = 0;
        for id in ids {
            match self.table(id).await {
                Ok(live) if live.look().seat_of(to).is_some() => {}
                Ok(_) => {
                    self.amend(id, from, Instead::Person(to)).await?;
                    moved += 1;
                }
                Err(Trouble::Store(error)) => return Err(Trouble::Store(error)),
                Err(trouble) => tracing::warn!(table = id.brief(), ?trouble, "a table is not handed over"),
            }
        }
        Ok(moved)
    }

    /// Gives a seat up in the way of the table: nobody is kept waiting for who will not come back.
    async fn step_down(self: &Arc<Self>, live: &Arc<Live>, person: KeyHash) -> Result<(), Trouble> {
        let (goes_on, seated, alone, version) = {
            let host = live.look();
            let goes_on = !host.is_closed() && host.game().is_none_or(|game| game.outcome().is_none());
            let others = host.holders().any(|key| key != person && key != KeyHash::NOBODY);
            let alone = host.is_opener(person) && !others;
            (goes_on, host.seat_of(person).is_some(), alone, host.version())
        };
        if !goes_on {
            return Ok(());
        }
        let wish = match (alone, seated) {
            (true, _) => Wish::Close,
            (false, true) => Wish::Leave,
            (false, false) => return Ok(()),
        };
        let command = Command { sender: Sender::Holder(person), id: None, seen: version, wish };
        match self.submit(live, command).await {
            Err(refusal) => match refusal.why {
                Why::Storage(error) => Err(Trouble::Store(error)),
                Why::Busy => Err(Trouble::Store(StoreError::Overloaded)),
                // It ended meanwhile.
                _ => Ok(()),
            },
            Ok(_) => Ok(()),
        }
    }

    async fn amend(self: &Arc<Self>, id: TableId, person: KeyHash, instead: Instead) -> Result<(), Trouble> {
        // First in memory, so that nothing that is entered from now on holds the person; then what was entered before.
        let live = self.table(id).await.ok();
        let amendment = live.as_ref().map(|live| live.look().amend(person, instead));
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
            amendment.unwrap_or_else(|| Amendment::of(log.iter().map(|(_, body)| body), person, instead))
        });
        let commands = instead.commands(id, person);
        let amend = Change::Amend { table: id, bodies, commands, holder: person, now: instead.holder() };
        change(&self.store, vec![amend]).await?;
        self.glances().forget(id);
        if let (Some(live), Some(amendment)) = (live, amendment) {
            live.look().amended_in_store(amendment);
        }
        Ok(())
    }
}
