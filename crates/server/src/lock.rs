//! Locks that stay open for others when somebody fails.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock, also after somebody who held it panicked. What failed is answered to who caused it; nothing here is
/// changed in two steps of which the first alone would mislead others, so they go on.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
