//! Closes tables at which no person has done anything for long, so that their dice are revealed and they end.

use super::{Hub, Ticket};
use crate::storing::read;
use std::sync::{Arc, Weak};
use std::time::Duration;
use store::{OpenTable, StoreError, Tag};
use table::host::Host;
use table::keys::TableId;

/// How often such tables are looked for.
const EVERY: Duration = Duration::from_secs(600);
/// How many tables are looked at each time: one step through all that have not ended.
const STEP: usize = 200;
/// How many of them are read and closed each time.
const CLOSED_AT_ONCE: usize = 20;
/// By which tags they are found: that of all tables, and those that tables of earlier versions have.
const TAGS: [Tag; 3] = [Tag::Open, Tag::Public, Tag::Clocked];

/// How far somebody has gone through the tables that have not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    tag: usize,
    after: Option<OpenTable>,
}

impl Hub {
    /// Closes deserted tables from now on, a few every ten minutes, as long as the hub lasts.
    pub fn keep_closing(self: &Arc<Self>, after: Duration) {
        let watched: Weak<Hub> = Arc::downgrade(self);
        self.runtime.spawn(async move {
            let mut walk = Walk::default();
            loop {
                tokio::time::sleep(EVERY).await;
                let Some(hub) = watched.upgrade() else { return };
                match hub.close_deserted(after, &mut walk).await {
                    Ok(0) => {}
                    Ok(closed) => tracing::info!(closed, "tables were closed at which nobody plays any more"),
                    Err(error) => tracing::warn!(%error, "deserted tables cannot be looked for"),
                }
            }
        });
    }

    /// Takes the next step through the tables that have not ended, and closes those at which no person has done anything for
    /// so long. Returns how many.
    ///
    /// # Errors
    /// If the store cannot be read. The next step is then the same again.
    pub async fn close_deserted(
        self: &Arc<Self>,
        after: Duration,
        walk: &mut Walk,
    ) -> Result<usize, StoreError> {
        let after = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
        let moment = self.time.now().saturating_sub(after);
        let (tag, from) = (TAGS[walk.tag % TAGS.len()], walk.after);
        let found = read(&self.store, move |store| store.opened_before(tag, moment, from, STEP)).await?;
        let (mut closed, mut read) = (0, 0);
        for &table in &found {
            if read == CLOSED_AT_ONCE {
                return Ok(closed);
            }
            // What was entered last may be of a bot or a clock, so only the table itself can tell; but who did something did it
            // before that.
            if table.changed <= moment {
                read += 1;
                closed += usize::from(self.close_if_deserted(table.id, after).await);
            }
            walk.after = Some(table);
        }
        if found.len() < STEP {
            *walk = Walk { tag: (walk.tag + 1) % TAGS.len(), after: None };
        }
        Ok(closed)
    }

    /// Closes a table if it is deserted; returns whether it is closed now.
    async fn close_if_deserted(self: &Arc<Self>, id: TableId, after: u64) -> bool {
        let in_memory = self.tables().contains_key(&id);
        if !in_memory {
            // Without bringing it into memory, where its bots would go on.
            let (store, now) = (Arc::clone(&self.store), self.time.now());
            let looked = self.work.run(move |_| {
                let host = Host::<Ticket>::load(id, store.load(id).ok()?).ok()??;
                Some(host.is_deserted(after, now))
            });
            if !matches!(looked.await, Ok(Some(true))) {
                return false;
            }
        }
        let Ok(live) = self.table(id).await else { return false };
        let effects = live.look().close_deserted(after, self.time.now());
        let closes = !effects.is_empty();
        self.run(&live, effects);
        closes
    }
}
