//! Asking a store from async code, so that no other task waits for it.

use std::sync::Arc;
use store::{Change, Store, StoreError};
use tokio::sync::oneshot;

/// Reads a store where that keeps nobody waiting.
///
/// # Errors
/// If it cannot be read.
pub(crate) async fn read<T: Send + 'static>(
    store: &Arc<dyn Store>,
    work: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let store = Arc::clone(store);
    tokio::task::spawn_blocking(move || work(&*store)).await.unwrap_or(Err(StoreError::Closed))
}

/// Changes what a store keeps of people.
///
/// # Errors
/// If it cannot be stored; then nothing is changed.
pub(crate) async fn change(store: &Arc<dyn Store>, changes: Vec<Change>) -> Result<(), StoreError> {
    let (sender, receiver) = oneshot::channel();
    // Who went away does not wait for the answer.
    store.change(changes, Box::new(move |result| drop(sender.send(result))));
    receiver.await.unwrap_or(Err(StoreError::Closed))
}
