//! Tables that are deleted. Nobody brings one back into memory, and none is opened again with dice that were shown.

use super::{Hub, LiveTable};
use crate::lock::lock;
use crate::storing::read;
use fair::Commitment;
use std::collections::HashSet;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;
use store::{Erasure, StoreError};
use table::keys::TableId;

/// The time that a deletion waits for streams to end, and how many times.
const ENDING: (Duration, usize) = (Duration::from_millis(5), 200);

/// The tables that were deleted since the server started.
#[derive(Default, Debug)]
pub(super) struct Erased {
    /// The tables that are being deleted, and the deleted ones that this server opened itself: it would give them the same secret
    /// again, which their records have shown. So there are never more than were opened since the server started.
    ids: HashSet<TableId>,
    /// The number of deletions. What was read of a table before one may be gone.
    deletions: u64,
}

impl Erased {
    /// Whether a table must neither be opened nor come into memory.
    pub(super) fn is_erased(&self, id: TableId) -> bool {
        self.ids.contains(&id)
    }

    /// The number of deletions.
    pub(super) fn deletions(&self) -> u64 {
        self.deletions
    }
}

impl Hub {
    /// To be locked after the list of the tables.
    pub(super) fn erased(&self) -> MutexGuard<'_, Erased> {
        lock(&self.erased)
    }

    /// Deletes a table, unless somebody uses it or something was added; streams that follow it end. `commitment` is the one to the secret of its dice.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn erase(
        &self,
        erasure: Erasure,
        commitment: Option<Commitment>,
    ) -> Result<bool, StoreError> {
        let id = erasure.table;
        let (pause, times) = ENDING;
        for _ in 0..times {
            let is_used = |live: &Arc<LiveTable>| Arc::strong_count(live) > 1;
            match self.tables().get(&id).filter(|live| is_used(live)) {
                // Whoever follows it is no reason to keep it; a request that is under way is.
                Some(live) => live.dismiss(true),
                None => break,
            }
            tokio::time::sleep(pause).await;
        }
        let is_new = {
            let mut tables = self.tables();
            // Nobody can begin to use it while the list is locked, nor afterwards.
            if let Some(live) = tables.get(&id).filter(|live| Arc::strong_count(live) > 1) {
                live.dismiss(false);
                return Ok(false);
            }
            tables.remove(&id);
            self.erased().ids.insert(id)
        };
        let result = read(&self.store, move |store| store.erase(erasure)).await;
        let is_gone = result == Ok(true);
        {
            let mut erased = self.erased();
            if is_new && (!is_gone || commitment != Some(self.commitment_of(id))) {
                erased.ids.remove(&id);
            }
            erased.deletions += u64::from(is_gone);
        }
        if is_gone {
            self.summaries().forget(id);
            self.lobby().forget(id);
            lock(&self.ahead).remove(&id);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{BotPause, Capacity, OpenError};
    use crate::time::Time;
    use store::{MemoryStore, Store};
    use table::Key;
    use table::entry::SeatHolder;
    use table::host::Plan;

    /// Neither an id that was promised nor one where the same people play again; one of an earlier server has another secret.
    #[test]
    fn no_way_leads_to_the_secret_of_a_deleted_table() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let store = Arc::new(MemoryStore::new());
            let start_hub = || {
                let store = Arc::clone(&store) as Arc<dyn Store>;
                Hub::without_tasks(store, BotPause::NONE, Capacity::default(), Time::start())
            };
            let (hub, later) = (start_hub(), start_hub());
            let start = table::games::new_game("catan", 2, &[]).unwrap();
            let opener = Key::random().hash();
            let ada = SeatHolder::Person { name: "Ada".to_owned(), key: opener };
            let plan = Plan { chairs: vec![ada, SeatHolder::Open], ..Plan::default() };
            let promised = hub.promise().0;
            for id in [promised, promised.after()] {
                let opened = hub.open_as(id, &start, plan.clone(), opener).await.unwrap();
                let commitment = opened.0.look().commitment();
                let entries = store.load(id).unwrap().len() as u64;
                let erasure = Erasure { table: id, entries, holders: vec![opener], codes: Vec::new() };
                assert_eq!(hub.erase(erasure.clone(), commitment).await, Ok(false), "somebody uses it");
                drop(opened);
                assert_eq!(hub.erase(erasure.clone(), commitment).await, Ok(true));
                let again = hub.open_as(id, &start, plan.clone(), opener).await;
                assert_eq!(again.err(), Some(OpenError::NotPromised));
                assert_eq!(hub.erase(erasure, commitment).await, Ok(false), "it is gone already");
                let again = hub.open_as(id, &start, plan.clone(), opener).await;
                assert_eq!(again.err(), Some(OpenError::NotPromised), "still");
                let other = later.open_as(id, &start, plan.clone(), opener).await.unwrap();
                assert_ne!(other.0.look().commitment(), commitment);
            }
        });
    }
}
