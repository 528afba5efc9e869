//! A description as a part of the option `tiles`, and whether this process takes those that it has not met.

use super::own_box::checked;
use super::{DescribedTile, registry};
use crate::TileKind;
use game::options::CountError;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether descriptions are refused that this process has not met.
static ONLY_KNOWN: AtomicBool = AtomicBool::new(false);

thread_local! {
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
}

/// Refuses descriptions that this process has not met, from now on: for a server, whose strangers could fill it up with them. Its
/// own box ([`super::take_box`]) and what it has stored ([`from_store`]) are no strangers'.
pub fn refuse_others() {
    ONLY_KNOWN.store(true, Ordering::Relaxed);
}

/// Runs `read`, which may meet new descriptions even after [`refuse_others`].
pub fn from_store<T>(read: impl FnOnce() -> T) -> T {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            TRUSTED.set(self.0);
        }
    }
    let _before = Before(TRUSTED.replace(true));
    read()
}

/// The description that a part of the option is.
pub(crate) fn read_part(text: &str) -> Result<DescribedTile, CountError> {
    checked(game::json::parse(text).map_err(|fault| CountError::NoDescription { fault })?)
}

/// The kind of such a description.
pub(crate) fn part_kind(tile: &DescribedTile) -> Result<TileKind, CountError> {
    if let Some(kind) = registry::known(&tile.0) {
        return Ok(kind);
    }
    let kind = || tile.id().to_owned();
    if ONLY_KNOWN.load(Ordering::Relaxed) && !TRUSTED.get() {
        return Err(CountError::NotGiven { kind: kind() });
    }
    registry::register(&tile.0).ok_or_else(|| CountError::NoMoreKinds { kind: kind() })
}
