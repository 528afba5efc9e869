//! The box of this process's operator, read from a file: kinds that the reconstruction lacks, and counts.

use crate::options::{MayflowerOptions, TileCounts};
use crate::tiles::described::{self, checked, data, registry};
use crate::{Kinds, TileKind};
use game::json::JsonError;
use game::options::CountError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The file: `{"tiles": […], "counts": {…}}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Kinds as in the tile data, each with its `count`.
    #[serde(default)]
    tiles: Vec<data::Tile>,
    /// The numbers of tiles of other kinds, where they are not as usual.
    #[serde(default)]
    counts: BTreeMap<String, u32>,
}

/// The reason why a file describes no box.
#[derive(Debug)]
pub enum BoxError {
    /// The text is no JSON, or not of this form.
    Json(JsonError),
    /// The faults of its kinds and counts; never empty.
    Counts(Vec<CountError>),
}

impl fmt::Display for BoxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoxError::Json(error) => error.fmt(f),
            BoxError::Counts(faults) => {
                let faults: Vec<String> = faults.iter().map(CountError::to_string).collect();
                f.write_str(&faults.join("; "))
            }
        }
    }
}

impl std::error::Error for BoxError {}

/// The numbers of tiles in the box that this process was given.
static OWN: Mutex<Option<TileCounts>> = Mutex::new(None);

fn own() -> Option<TileCounts> {
    *OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a box as the one of this process: from now on the option `tiles` may name its described kinds by their ids. Returns the
/// value of the option that plays with it.
///
/// ```
/// use carcassonne::own_box::take_box;
/// let text = r#"{
///     "tiles": [{
///         "id": "MY-1", "count": 2, "edges": ["road", "field", "field", "field"], "cities": [],
///         "roads": [{"id": "r1", "edges": ["N"], "end": "house", "trading_posts": 1}],
///         "fields": [{"id": "f1", "halves": ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"], "cities": [], "animals": 1}]
///     }],
///     "counts": {"MF-24": 0}
/// }"#;
/// assert_eq!(take_box(text).unwrap(), "MF-24:0,MY-1:2");
/// ```
///
/// # Errors
/// What is wrong with it; then nothing has changed.
pub fn take_box(text: &str) -> Result<String, BoxError> {
    let File { tiles, counts } = game::json::parse(text).map_err(BoxError::Json)?;
    let mut faults = Vec::new();
    let mut parts: Vec<String> = counts.iter().map(|(kind, count)| format!("{kind}:{count}")).collect();
    for tile in tiles {
        match checked(tile) {
            Ok(tile) => parts.push(registry::text(tile.data(), tile.count())),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        faults.truncate(CountError::MOST);
        return Err(BoxError::Counts(faults));
    }
    let values = MayflowerOptions::info("tiles").expect("Mayflower has this option").values;
    let text = if parts.is_empty() { "default".to_owned() } else { parts.join(",") };
    let counts = described::from_store(|| TileCounts::parse(&text, &values)).map_err(BoxError::Counts)?;
    described::set_own_kinds(counts.described().map(|(kind, _)| kind).collect());
    *OWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(counts);
    Ok(counts.by_ids(&values))
}

/// The kinds of a box with how many there are of each: as usual, or in Mayflower as in the box of this process.
#[must_use]
pub fn box_of(kinds: Kinds) -> Vec<(TileKind, u8)> {
    match own().filter(|_| kinds == Kinds::MAYFLOWER) {
        None => kinds.iter().map(|kind| (kind, kind.copies())).collect(),
        Some(own) => own.kinds().iter().map(|kind| (kind, own.of(kind))).collect(),
    }
}

/// The value of the option `tiles` that plays with the box of this process, if it was given one.
#[must_use]
pub fn own_box() -> Option<String> {
    let values = MayflowerOptions::info("tiles").ok()?.values;
    own().map(|own| own.by_ids(&values))
}
