//! The effects of moderation at tables: new names, closed tables, people who count as away.

use super::{Hub, LiveTable, LoadError};
use crate::storing::read;
use game::HostReason;
use std::sync::Arc;
use store::moderation::Reason;
use table::host::{Command, Intent, RejectReason, Sender};
use table::keys::KeyHash;
use table::personal::Replacement;

impl Hub {
    /// Gives a person another name at all their tables.
    ///
    /// # Errors
    /// If something cannot be stored or read. What is done is done; the rest can be tried again.
    pub async fn rename(self: &Arc<Self>, person: KeyHash, name: &str) -> Result<(), LoadError> {
        let ids = read(&self.store, move |store| store.tables_of(person, usize::MAX)).await?;
        for id in ids {
            self.amend(id, person, Replacement::Renamed(name.into())).await?;
        }
        Ok(())
    }

    /// Makes the tables of a person evaluate their presence again, and carries out what waited for this person's consent alone.
    pub(crate) fn presence_changed(self: &Arc<Self>, person: KeyHash) {
        let tables: Vec<Arc<LiveTable>> = self.tables().values().cloned().collect();
        for live in tables {
            if live.refresh_presence(person) {
                self.tick(&live);
            }
        }
    }

    /// Closes a table as the host of the server.
    ///
    /// # Errors
    /// If its game is over, or it cannot be stored.
    pub(crate) async fn close_by_host(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        reason: Reason,
    ) -> Result<(), RejectReason> {
        let reason = match reason {
            Reason::Abuse | Reason::Cheating | Reason::Stalling => HostReason::Conduct,
            Reason::Name | Reason::Spam => HostReason::Content,
            Reason::Other => HostReason::Operation,
        };
        let seen = live.look().version();
        let command =
            Command { sender: Sender::Host, id: None, seen, intent: Intent::CloseByHost { reason } };
        self.carry_out(live, command).await.map(drop).map_err(|refused| refused.reason)
    }
}
