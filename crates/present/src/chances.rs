//! The chances to win that a table shows its spectators.

use analysis::spectator_chances;
use bots::luck::Shares;
use shelf::AnyGame;
use std::sync::{Mutex, PoisonError};

/// The chances of the position that was looked at last: all spectators share them, and what is said at the table costs nothing.
#[derive(Default, Debug)]
pub struct CachedChances(Mutex<Option<(Box<AnyGame>, Shares)>>);

impl CachedChances {
    /// Returns the chances in a position from what spectators may know. Whoever asks for the same position meanwhile waits for
    /// the result.
    pub fn of(&self, game: &AnyGame) -> Shares {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, shares)) = &*kept
            && **known == *game
        {
            return *shares;
        }
        let shares = spectator_chances(game);
        *kept = Some((Box::new(*game), shares));
        shares
    }

    /// Forgets them, unless they are being computed and so in use. Returns whether there was anything to forget.
    pub fn forget(&self) -> bool {
        self.0.try_lock().is_ok_and(|mut kept| kept.take().is_some())
    }
}
