//! Passwords: which ones are good enough, and how few are hashed at the same time.

use super::{AccountError, Accounts, too_many};
use crate::names::fold;
use crate::passwords::Pool;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::StoreError;

/// Passwords that are hashed at the same time, and so the buffers of 19 MiB that are ever made.
pub(super) const HASHING: usize = 2;
/// Passwords that may wait for that.
const WAITING: usize = 32;
/// The shortest password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// The longest password, in characters.
pub const PASSWORD_MAX: usize = 200;

impl Accounts {
    /// Hashes or verifies away from the sockets, few at a time.
    async fn slowly<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Pool) -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        struct Waits<'a>(&'a AtomicUsize);
        impl Drop for Waits<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waits = Waits(&self.waiting);
        if waiting >= WAITING {
            return Err(too_many(Duration::from_secs(5)));
        }
        let closed = || AccountError::Store(StoreError::Closed);
        let permit = Arc::clone(&self.hashing).acquire_owned().await.map_err(|_| closed())?;
        let buffers = Arc::clone(&self.buffers);
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&buffers);
            // Held by the work, not by who waits for it: who goes away does not make room for more memory.
            drop(permit);
            done
        });
        done.await.map_err(|_| closed())
    }

    pub(super) async fn hash(&self, password: &str) -> Result<String, AccountError> {
        let password = password.to_owned();
        self.slowly(move |buffers| buffers.hash(&password)).await
    }

    /// Whether a password has this hash; against no hash at all it takes as long.
    pub(super) async fn verify(&self, password: &str, hash: Option<String>) -> Result<bool, AccountError> {
        let password = password.to_owned();
        self.slowly(move |buffers| buffers.verify(&password, hash.as_deref())).await
    }
}

/// Refuses what anybody would try first.
pub(super) fn check_password(password: &str, folded: &str) -> Result<(), AccountError> {
    let length = password.chars().count();
    let mut letters: Vec<char> = password.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let is_name = fold(password).is_some_and(|text| text == folded);
    let is_known = ["12345678", "123456789", "1234567890", "password", "passwort", "qwertyui", "qwertzui"]
        .contains(&password.to_lowercase().as_str());
    if (PASSWORD_MIN..=PASSWORD_MAX).contains(&length) && letters.len() >= 4 && !is_name && !is_known {
        Ok(())
    } else {
        Err(AccountError::BadPassword)
    }
}
