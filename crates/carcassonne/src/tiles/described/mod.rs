//! Kinds of tiles that somebody describes, in the form in which the rulebook's data describes those of the boxes
//! (`rulebook/tiles/README.md`).

pub(crate) mod check;
pub(crate) mod data;
pub(crate) mod error;
pub(crate) mod numbers;
mod part;
pub(crate) mod registry;
mod kind_error;

pub use self::error::TileError;
pub(crate) use self::part::{checked, named, part_kind, read_part, set_own_kinds};
pub use self::part::{from_store, own_kinds, refuse_others};
pub(crate) use self::registry::description as text;
use crate::{Kinds, tiles};
use serde::Deserialize;
use std::fmt;

/// A kind of tile of Mayflower that the reconstruction lacks, described by the owner of a box, and checked.
#[derive(Clone, PartialEq, Eq)]
pub struct DescribedTile(data::Tile);

impl DescribedTile {
    /// The tile that an entry of the tile data describes, or everything that is wrong with it.
    ///
    /// # Errors
    /// The outer error is that of the text: no JSON, a key that there is not, a key that is missing. The inner one holds the
    /// faults of the tile.
    ///
    /// ```
    /// use carcassonne::described::DescribedTile;
    /// let text = r#"{
    ///     "id": "MY-1", "count": 1, "edges": ["road", "field", "field", "field"], "cities": [],
    ///     "roads": [{"id": "r1", "edges": ["N"], "end": "house", "trading_posts": 1}],
    ///     "fields": [{"id": "f1", "halves": ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"], "cities": [], "animals": 1}]
    /// }"#;
    /// let tile = DescribedTile::read(&mut serde_json::Deserializer::from_str(text)).unwrap().unwrap();
    /// assert_eq!((tile.id(), tile.count()), ("MY-1", 1));
    /// ```
    pub fn read<'de, D: serde::Deserializer<'de>>(
        text: D,
    ) -> Result<Result<DescribedTile, Vec<TileError>>, D::Error> {
        data::Tile::deserialize(text).map(DescribedTile::checked)
    }

    fn checked(tile: data::Tile) -> Result<DescribedTile, Vec<TileError>> {
        let faults = faults(&tile);
        if faults.is_empty() { Ok(DescribedTile(tile)) } else { Err(faults) }
    }

    /// What was described.
    pub(crate) fn data(&self) -> &data::Tile {
        &self.0
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Returns the number of copies in the box.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.count
    }
}

impl fmt::Debug for DescribedTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The faults of a tile, in itself and beside the kinds of Mayflower's box.
fn faults(tile: &data::Tile) -> Vec<TileError> {
    let mut faults = check::check_tile(tile);
    let mut need = |holds: bool, fault: TileError| {
        if !holds {
            faults.push(fault);
        }
    };
    let id = || tile.id.clone();
    // With a capital in front an id is no other name on a page or in a picture, whose lettering has capitals only.
    let letters =
        tile.id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
            && tile.id.starts_with(|c: char| c.is_ascii_uppercase());
    let is_taken = tiles::is_printed(&tile.id);
    need(is_taken || (letters && (1..=12).contains(&tile.id.len())), TileError::Id { id: id() });
    need(!is_taken, TileError::IdTaken { id: id() });
    let has = |what: &'static str| TileError::NotInBox { what };
    need(!tile.monastery, has("monasteries"));
    need(tile.start_copies == 0, has("start tile"));
    need(tile.cities.iter().all(|city| city.pennants == 0), has("coats of arms"));
    need(tile.cities.iter().all(|city| city.good.is_none()), has("goods"));
    if faults.is_empty() {
        let look = check::look(tile);
        let twin = Kinds::MAYFLOWER.iter().zip(tiles::MAYFLOWER_LOOKS).find(|(_, known)| **known == look);
        faults.extend(twin.map(|(kind, _)| TileError::Twin { twin: kind.id().to_owned() }));
    }
    faults
}
