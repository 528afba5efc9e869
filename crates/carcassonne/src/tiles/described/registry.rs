//! The kinds that were described, for as long as the process lives.
//!
//! A tile on the table is a number, and rows are looked up by it without a lock. So what is described gets a number and a row that
//! stay: about a kilobyte each, at most [`ROOM`] of them, and one for all descriptions that say the same.

use super::data::Tile as Description;
use crate::TileKind;
use crate::tiles::Tile;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The most described kinds of one process.
pub(crate) const ROOM: usize = 1024;

/// The engine's knowledge of a described kind.
pub(crate) struct Row {
    pub(crate) tile: Tile,
    pub(crate) fits: [u8; 256],
    /// The description, with a count that says nothing.
    description: Description,
}

impl Row {
    pub(crate) fn new(description: Description) -> Row {
        let tile = Tile::described(&description);
        Row { fits: tile.fits_of(), tile, description }
    }
}

static ROWS: [OnceLock<&'static Row>; ROOM] = [const { OnceLock::new() }; ROOM];

/// The numbers among [`ROWS`] by the canonical text of the description.
static NUMBERS: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());

fn numbers() -> MutexGuard<'static, BTreeMap<String, usize>> {
    NUMBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The row of a described kind. Kinds of the tables never come here, so that looking those up costs no more than the bounds
/// check that it costs anyway.
#[cold]
#[inline(never)]
pub(crate) fn row(kind: TileKind) -> &'static Row {
    ROWS[kind.number() - TileKind::COUNT].get().expect("a kind gets its number with its row")
}

/// A kind that was described and is called so, the first of them: its game knows it by its id ([`crate::Kinds::find`]).
pub(crate) fn called(id: &str) -> Option<TileKind> {
    let rows = ROWS.iter().map_while(OnceLock::get).enumerate();
    rows.into_iter()
        .find(|(_, row)| row.tile.id() == id)
        .map(|(n, _)| TileKind::from_number(TileKind::COUNT + n))
}

/// The kind that a checked description is of, if this process met it already.
pub(crate) fn known(description: &Description) -> Option<TileKind> {
    numbers().get(&text(description, 0)).map(|&n| TileKind::from_number(TileKind::COUNT + n))
}

/// The kind that a checked description is of; `None` if there is no room for another one.
pub(crate) fn register(description: &Description) -> Option<TileKind> {
    let mut numbers = numbers();
    let next = numbers.len();
    let number = match numbers.get(&text(description, 0)) {
        Some(&number) => number,
        None if next == ROOM => return None,
        None => {
            let row = Box::leak(Box::new(Row::new(description.clone())));
            assert!(ROWS[next].set(row).is_ok(), "rows are added under the lock");
            numbers.insert(text(description, 0), next);
            next
        }
    };
    Some(TileKind::from_number(TileKind::COUNT + number))
}

/// The description of a kind in its canonical form, with the number of its copies.
pub(crate) fn description(kind: TileKind, count: u8) -> String {
    text(&row(kind).description, count.into())
}

/// A description in the one form that says it: without spaces, keys in their order, what is as usual left out.
pub(crate) fn text(description: &Description, count: u32) -> String {
    let mut description = description.clone();
    description.count = count;
    serde_json::to_string(&description).expect("texts and numbers")
}
