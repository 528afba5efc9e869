//! The row of a kind that somebody described, as the tables have those of the boxes.

use super::described::data::Tile as Description;
use super::described::numbers::{edges, fitting, name, rings, sets_of};
use super::{RoadEnd, Segment, SegmentData, SegmentKind, SegmentSet, Shape, Tile};

impl Tile {
    /// The row of a checked description. Ids and segments of described kinds live as long as the process
    /// ([`super::described::registry`]).
    pub(crate) fn described(tile: &Description) -> Tile {
        let [buildings, monastery, fields] = sets_of(tile.lens()).map(SegmentSet);
        Tile {
            id: Box::leak(tile.id.clone().into_boxed_str()),
            copies: 0,
            segments: Box::leak(segments(tile).into_boxed_slice()),
            rings: rings(tile.ring()),
            edges: edges(tile.terrains()),
            shape: Shape { counts_twice: tile.counts_twice(), buildings, monastery, fields, shows: !0 },
        }
    }

    /// For every signature of a place, the rotations in which it fits there.
    pub(crate) fn fits_of(&self) -> [u8; 256] {
        std::array::from_fn(|signature| fitting(self.edges[0], signature))
    }

    pub(crate) fn id(&self) -> &'static str {
        self.id
    }
}

/// Its segments in the order of the tables; Mayflower has no goods and no monasteries.
fn segments(tile: &Description) -> Vec<SegmentData> {
    let segment = |id: &str, kind, open: usize, symbols: u32| SegmentData {
        id: Segment(name(id)),
        kind,
        open: open as u8,
        tiles: 1,
        symbols: symbols as u8,
        good: None,
        borders: 0,
        end: None,
        over: None,
    };
    let cities =
        tile.cities.iter().map(|city| segment(&city.id, SegmentKind::City, city.edges.len(), city.flags));
    let roads = tile.roads.iter().map(|road| SegmentData {
        end: road.end.as_deref().map(|end| match end {
            "junction" => RoadEnd::Junction,
            "farm" => RoadEnd::Monastery,
            "house" => RoadEnd::House,
            city => RoadEnd::City(tile.index(city.trim_start_matches("city:")) as u8),
        }),
        over: road.crosses.as_deref().map(|under| tile.index(under) as u8),
        ..segment(&road.id, SegmentKind::Road, road.edges.len(), road.trading_posts)
    });
    let farm = tile.farm.then(|| segment("farm", SegmentKind::Monastery, 0, 0));
    let fields = tile.fields.iter().map(|field| SegmentData {
        borders: tile.borders(&field.cities),
        ..segment(&field.id, SegmentKind::Field, 0, field.animals)
    });
    cities.chain(roads).chain(farm).chain(fields).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kinds;
    use crate::tiles::described::registry::Row;

    #[test]
    fn a_row_made_of_a_description_is_the_row_of_the_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebook/tiles/mayflower.json");
        let text = std::fs::read_to_string(path).expect("the rulebook's data");
        let set: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let tiles = set["tiles"].as_array().expect("tiles");
        assert_eq!(tiles.len(), Kinds::MAYFLOWER.len());
        for (kind, tile) in Kinds::MAYFLOWER.iter().zip(tiles) {
            let row = Row::new(serde_json::from_value(tile.clone()).expect("a tile"));
            assert_eq!(Tile { copies: kind.copies(), ..row.tile }, *kind.printed(), "{kind}");
            assert_eq!(row.fits, *kind.fits(), "{kind}");
        }
    }
}
