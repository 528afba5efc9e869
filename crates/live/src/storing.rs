//! Asking a store from async code, so that no other task waits for it.

use crate::metrics::METRICS;
use std::sync::Arc;
use std::time::Instant;
use store::{Change, Store, StoreError};
use tokio::sync::oneshot;

/// Reads a store where that keeps nobody waiting.
///
/// # Errors
/// If it cannot be read.
pub async fn read<T: Send + 'static>(
    store: &Arc<dyn Store>,
    work: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let store = Arc::clone(store);
    if let Some(there) = store.way() {
        there.await;
        let result = work(&*store);
        way(&store).await;
        return result;
    }
    let waiting = METRICS.machine.reads_waiting.enter();
    let reading = move || {
        drop(waiting);
        let _running = METRICS.machine.reads_running.enter();
        let began = Instant::now();
        let result = work(&*store);
        METRICS.machine.read_times.note_time(began.elapsed());
        result
    };
    tokio::task::spawn_blocking(reading).await.unwrap_or(Err(StoreError::Closed))
}

/// Waits for as long as a question to a simulated store, or its answer, is on its way; does nothing for other stores.
pub(crate) async fn way(store: &Arc<dyn Store>) {
    if let Some(way) = store.way() {
        way.await;
    }
}

/// Changes what a store keeps of people.
///
/// # Errors
/// If it cannot be stored; then nothing is changed.
pub async fn change(store: &Arc<dyn Store>, changes: Vec<Change>) -> Result<(), StoreError> {
    change_then(store, changes, |_| {}).await
}

/// Changes what a store keeps of people, and calls `then` with the result, even if the caller has gone away by then: memory must
/// follow the store.
pub(crate) async fn change_then(
    store: &Arc<dyn Store>,
    changes: Vec<Change>,
    then: impl FnOnce(&Result<(), StoreError>) + Send + 'static,
) -> Result<(), StoreError> {
    let (sender, receiver) = oneshot::channel();
    store.change(
        changes,
        Box::new(move |result| {
            then(&result);
            // Who went away does not wait for the answer.
            drop(sender.send(result));
        }),
    );
    receiver.await.unwrap_or(Err(StoreError::Closed))
}
