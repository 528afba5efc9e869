//! Locks that stay usable after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock, even after a panic of its holder. The user whose request failed gets an error; nothing here is changed in two
/// steps of which the first alone would mislead others, so they go on.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
