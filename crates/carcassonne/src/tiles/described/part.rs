//! A description as a part of the option `tiles`, and whether this process takes those that it has not met.

use super::kind_error::kind_error;
use super::{DescribedTile, data, registry};
use crate::TileKind;
use game::options::CountError;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Whether descriptions are refused that this process has not met.
static ONLY_KNOWN: AtomicBool = AtomicBool::new(false);

thread_local! {
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
}

/// The described kinds in the box of this process.
static OWN: Mutex<Vec<TileKind>> = Mutex::new(Vec::new());

/// Makes these the described kinds in the box of this process.
pub(crate) fn set_own_kinds(kinds: Vec<TileKind>) {
    *OWN.lock().unwrap_or_else(PoisonError::into_inner) = kinds;
}

/// The described kinds in the box of this process.
#[must_use]
pub fn own_kinds() -> Vec<TileKind> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The kind that is called so in the box of this process.
pub(crate) fn named(id: &str) -> Option<TileKind> {
    own_kinds().into_iter().find(|kind| kind.id() == id)
}

/// Refuses descriptions that this process has not met, from now on: for a server, whose strangers could fill it up with them. Its
/// own box ([`crate::own_box::take_box`]) and what it has stored ([`from_store`]) are no strangers'.
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

/// A description, or what is wrong with it.
pub(crate) fn checked(tile: data::Tile) -> Result<DescribedTile, CountError> {
    let kind = tile.id.clone();
    DescribedTile::checked(tile)
        .map_err(|faults| CountError::Description { kind, faults: faults.iter().map(kind_error).collect() })
}
