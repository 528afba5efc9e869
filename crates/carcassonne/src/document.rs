//! Views as documents: the JSON that the API, the browser, bots over a pipe and the cases read. Described field by field
//! in `docs/view.md`; a field is never renamed, new ones may come.

use crate::{ChanceKind, FeatureId, Figure, Game, Phase, PlacedTile, Points, Rules, TileKind, View};
use game::{Seat, SeatSet, Turn, Viewer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// A map that is written entry by entry, so that the fields come in the order of the documentation.
macro_rules! document {
    ($serializer:expr, $($name:literal: $value:expr),* $(,)?) => {{
        let mut map = $serializer.serialize_map(None)?;
        $(map.serialize_entry($name, &$value)?;)*
        map.end()
    }};
}

impl<R: Rules> Serialize for View<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game: &Game<R> = self;
        let viewer = match self.viewer() {
            Viewer::Seat(seat) => seat.to_string(),
            Viewer::Spectator => "spectator".to_owned(),
            Viewer::Everything => "everything".to_owned(),
        };
        let extras = game.extras();
        let seats: BTreeMap<Seat, SeatDocument<'_, R>> =
            Seat::first(game.seats()).map(|seat| (seat, SeatDocument { game, seat })).collect();
        let kinds = || game.kinds().iter().map(|kind| (kind, game.tiles_left(kind)));
        let stack: BTreeMap<TileKind, u8> = kinds().filter(|&(_, left)| left > 0).collect();
        let tiles: Vec<TileDocument<'_, R>> =
            game.land().tiles().iter().map(|tile| TileDocument { game, tile }).collect();
        let features: Vec<FeatureDocument<'_, R>> =
            game.land().features().map(|(id, _)| FeatureDocument { game, id }).collect();
        document!(
            serializer,
            "game": R::NAME,
            "viewer": viewer,
            "players": game.seats(),
            "options": game.options(),
            "turn": TurnDocument(game.turn()),
            "phase": game.to_setup().phase,
            "active": game.active(),
            "start": (game.phase() != Phase::DrawingStart).then(|| game.start_player()),
            "turns": game.turns(),
            "tile": game.tile_in_hand(),
            "tiles": tiles,
            "stack_size": game.stack_len(),
            "stack": stack,
            "removed": game.removed().collect::<BTreeMap<TileKind, u8>>(),
            "seats": seats,
            "features": features,
            "part": extras.part,
            "surveyors": extras.surveyors,
        )
    }
}

struct TurnDocument(Turn<ChanceKind>);

impl Serialize for TurnDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Turn::Decide(seats) => document!(serializer, "decide": seats),
            Turn::Chance(kind) => document!(serializer, "chance": kind.to_string()),
            Turn::Over(outcome) => document!(serializer, "over": outcome),
        }
    }
}

struct TileDocument<'a, R: Rules> {
    game: &'a Game<R>,
    tile: &'a PlacedTile,
}

impl<R: Rules> Serialize for TileDocument<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct FigureDocument {
            seat: Seat,
            figure: Figure,
            segment: crate::Segment,
        }
        let TileDocument { game, tile } = self;
        let number = game.land().tile_at(tile.cell).expect("it lies there");
        let figure = tile.figure.map(|placed| FigureDocument {
            seat: placed.seat,
            figure: placed.figure,
            segment: game.land().place_of(number, usize::from(placed.index)).segment,
        });
        document!(serializer, "cell": tile.cell, "tile": tile.kind, "rotation": tile.rotation, "figure": figure)
    }
}

struct SeatDocument<'a, R: Rules> {
    game: &'a Game<R>,
    seat: Seat,
}

impl<R: Rules> Serialize for SeatDocument<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &SeatDocument { game, seat } = self;
        let extras = game.extras();
        document!(
            serializer,
            "followers": game.followers(seat),
            "builder": extras.has_in_supply(seat, Figure::Builder),
            "pig": extras.has_in_supply(seat, Figure::Pig),
            "goods": extras.goods.map(|goods| goods[seat]),
            "points": PointsDocument(game.points(seat)),
        )
    }
}

struct PointsDocument(Points);

impl Serialize for PointsDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let points = self.0;
        document!(
            serializer,
            "total": points.total(),
            "roads": points.roads,
            "cities": points.cities,
            "monasteries": points.monasteries,
            "fields": points.fields,
            "goods": points.goods,
            "extra": points.extra,
            "earlier": points.earlier,
        )
    }
}

struct FeatureDocument<'a, R: Rules> {
    game: &'a Game<R>,
    id: FeatureId,
}

impl<R: Rules> Serialize for FeatureDocument<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &FeatureDocument { game, id } = self;
        let land = game.land();
        let feature = land.feature(id);
        let followers: BTreeMap<Seat, u8> = Seat::first(game.seats())
            .map(|seat| (seat, feature.followers(seat)))
            .filter(|&(_, followers)| followers > 0)
            .collect();
        let majority: SeatSet = game.majority(id);
        let segments: Vec<crate::Place> =
            land.segments_of(id).map(|(tile, index)| land.place_of(tile, index)).collect();
        document!(
            serializer,
            "kind": feature.kind(),
            "completed": game.is_completed(id),
            "open": feature.open(),
            "tiles": land.tile_count(id),
            "symbols": feature.symbols(),
            "value": game.value(id),
            "followers": followers,
            "majority": majority,
            "segments": segments,
        )
    }
}
