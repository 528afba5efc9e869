//! The public part of the observation in the games of tiles.

use crate::carcassonne::TileGame;
use crate::seats::{absolute, around, relative};
use crate::sink::{Head, Sink, flag, many, one_hot};
use carcassonne::{
    Cell, Feature, FeatureId, Figure, Game, Good, Phase, PlacedTile, SegmentKind, Terrain, TileIndex,
};
use game::Seat;

/// The number of places in each direction of the window.
pub(crate) const WINDOW: usize = 21;
/// Channels of a place of the window.
const GRID_CHANNELS: usize = 2 + 12 + 5 + 6 + 3 + 4 + 8;
const PLACE_CHANNELS: usize = 3 + 12 + 4 + 1 + 16;
const DEPLOY_CHANNELS: usize = 1 + 3 + 4 + 2 + 6;
const SETTLE_CHANNELS: usize = 1 + 4 + 4;

static SIDES: [&str; 4] = ["north", "east", "south", "west"];
static TERRAINS: [[&str; 3]; 4] = [
    ["field", "road", "city"],
    ["field", "road", "city"],
    ["field", "road", "city"],
    ["field", "road", "city"],
];
static OF_SIDE: [&str; 4] = ["edge north", "edge east", "edge south", "edge west"];
static GROUNDS: [&str; 4] = ["road", "city", "monastery", "field"];
static FIGURES: [&str; 3] = ["follower", "builder", "pig"];
static RELATIVE: [&str; 6] = ["of me", "of seat +1", "of seat +2", "of seat +3", "of seat +4", "of seat +5"];
static QUARTERS: [&str; 4] = ["r0", "r1", "r2", "r3"];

#[inline]
pub(super) fn write<R: TileGame>(game: &Game<R>, me: Seat, sink: &mut impl Sink) {
    let centre = centre(game);
    grid(game, me, centre, sink);
    places(game, me, centre, sink);
    deploy(game, me, sink);
    if R::SETTLES > 0 {
        settle(game, me, sink);
    }
    players(game, me, sink);
    kinds(game, sink);
    table(game, centre, sink);
    sink.array(Head {
        name: "options",
        dtype: "uint8",
        rows: &[],
        channels: R::OPTIONS,
        about: "the rule switches that matter",
    });
    R::options(game, sink);
}

/// The middle of all tiles, rounded to the north-west.
fn centre<R: TileGame>(game: &Game<R>) -> (i32, i32) {
    let (mut west, mut east, mut north, mut south) = (127, -128, 127, -128);
    for tile in game.land().tiles() {
        let Cell { x, y } = tile.cell;
        (west, east) = (x.min(west), x.max(east));
        (north, south) = (y.min(north), y.max(south));
    }
    let middle = |low: i8, high: i8| (i32::from(low) + i32::from(high)).div_euclid(2);
    if west > east { (0, 0) } else { (middle(west, east), middle(north, south)) }
}

/// The number of a place in the window, if it is in it.
#[inline]
fn in_window(cell: Cell, centre: (i32, i32)) -> Option<usize> {
    const HALF: i32 = WINDOW as i32 / 2;
    let (column, row) = (i32::from(cell.x) - centre.0 + HALF, i32::from(cell.y) - centre.1 + HALF);
    let inside = |n: i32| (0..WINDOW as i32).contains(&n);
    (inside(column) && inside(row)).then(|| row as usize * WINDOW + column as usize)
}

/// Returns the followers of `me` on a feature, and the most that another seat has there.
#[inline]
fn followers<R: TileGame>(game: &Game<R>, feature: Feature, me: Seat) -> (u8, u8) {
    if !feature.is_occupied() {
        return (0, 0);
    }
    let others = Seat::first(game.seats()).filter(|&seat| seat != me);
    (feature.followers(me), others.map(|seat| feature.followers(seat)).max().unwrap_or(0))
}

/// The feature behind the middle of a side of a tile.
#[inline]
fn behind<R: TileGame>(game: &Game<R>, number: TileIndex, tile: &PlacedTile, side: usize) -> FeatureId {
    let segment = tile.kind.ring(tile.rotation)[3 * side + 1];
    game.land().feature_of(number, usize::from(segment))
}

#[inline(always)]
fn edge(sink: &mut impl Sink, side: usize, terrain: Option<Terrain>) {
    let number = terrain.map(|terrain| terrain as usize - 1);
    one_hot(sink, OF_SIDE[side], &TERRAINS[side], "what the edge shows", number);
}

fn grid<R: TileGame>(game: &Game<R>, me: Seat, centre: (i32, i32), sink: &mut impl Sink) {
    sink.array(Head {
        name: "grid",
        dtype: "uint8",
        rows: &[WINDOW, WINDOW],
        channels: GRID_CHANNELS,
        about: "a window of 21 × 21 places around the middle of all tiles, row by row from the north-west; what lies beyond is \
                not in it, so it is lossy",
    });
    const PLACE: &str = "whether it is an empty place beside a tile, where a tile may lie";
    for cell in game.land().places() {
        if let Some(at) = in_window(cell, centre) {
            sink.row(at);
            flag(sink, "place", PLACE, true);
        }
    }
    let last = game.land().tiles().len().wrapping_sub(1);
    for (number, tile) in game.land().indexed_tiles() {
        let Some(at) = in_window(tile.cell, centre) else { continue };
        sink.row(at);
        flag(sink, "place", PLACE, false);
        flag(sink, "tile", "whether a tile lies there", true);
        for (side, terrain) in tile.kind.edges(tile.rotation).into_iter().enumerate() {
            edge(sink, side, terrain);
        }
        let segments = tile.kind.segments();
        let (mut symbols, mut goods) = (0u8, 0u8);
        for (index, segment) in segments.iter().enumerate() {
            let counts = u8::from(tile.kind.shows(index));
            symbols += counts * segment.symbols;
            goods += u8::from(segment.good.is_some());
        }
        flag(sink, "monastery", "whether it has a monastery, or farm", tile.kind.monastery().is_some());
        sink.put("symbols", 16, "coats of arms, flags, trading posts and animals", f32::from(symbols));
        sink.put("goods", 8, "goods symbols", f32::from(goods));
        flag(sink, "last", "whether it was placed last", number.index() == last);
        flag(sink, "start space", "whether it is a space of the start board", tile.kind.is_coast());
        let figure = tile.figure;
        let owner = figure.map(|placed| relative(placed.seat, me, game.seats()));
        one_hot(sink, "figure", &RELATIVE, "whose figure stands on it", owner);
        one_hot(sink, "figure is", &FIGURES, "which figure", figure.map(|placed| placed.figure as usize));
        let ground = figure.map(|placed| ground(segments[usize::from(placed.index)].kind));
        one_hot(sink, "figure on", &GROUNDS, "on what it stands", ground);
        for (side, name) in SIDES.iter().enumerate() {
            let feature = game.land().feature(behind(game, number, tile, side));
            let (own, others) = followers(game, feature, me);
            sink.one_of(
                "mine",
                name,
                8,
                "own followers on the feature behind the middle of the edge",
                f32::from(own),
            );
            sink.one_of("others", name, 8, "the most followers of another seat there", f32::from(others));
        }
    }
}

#[inline]
fn ground(kind: SegmentKind) -> usize {
    match kind {
        SegmentKind::Road => 0,
        SegmentKind::City => 1,
        SegmentKind::Monastery => 2,
        SegmentKind::Field => 3,
    }
}

/// The empty places under the numbers by which codes name them.
fn places<R: TileGame>(game: &Game<R>, me: Seat, centre: (i32, i32), sink: &mut impl Sink) {
    sink.array(Head {
        name: "places",
        dtype: "int16",
        rows: R::PLACES_ROWS,
        channels: PLACE_CHANNELS,
        about: "empty places beside tiles by the numbers that codes have for them; rows beyond the last place are 0",
    });
    let land = game.land();
    let in_hand = game.tile_in_hand();
    for (number, cell) in land.places().enumerate() {
        debug_assert!(number < R::PLACES || in_hand.is_none(), "{number} places with a tile in hand");
        if number >= R::PLACES {
            break;
        }
        sink.row(number);
        flag(sink, "exists", "whether there is a place of this number", true);
        let (x, y) = (i32::from(cell.x) - centre.0, i32::from(cell.y) - centre.1);
        sink.signed("x", -128, 128, "columns east of the middle of all tiles", x as f32);
        sink.signed("y", -128, 128, "rows south of the middle of all tiles", y as f32);
        let beside: [Option<TileIndex>; 4] = std::array::from_fn(|side| land.tile_at(cell.beside(side)));
        for (side, number) in beside.into_iter().enumerate() {
            let terrain = number.and_then(|number| {
                let tile = land.tile(number);
                tile.kind.edges(tile.rotation)[side ^ 2]
            });
            edge(sink, side, terrain);
        }
        let rotations = in_hand.map(|kind| land.rotations(kind, cell)).unwrap_or_default();
        let fits: [f32; 4] =
            std::array::from_fn(|n| f32::from(u8::from(rotations.contains(carcassonne::Rotation::new(n)))));
        many(sink, "fits", &QUARTERS, 1, "whether the tile in hand fits there, turned so", fits);
        sink.put("around", 8, "tiles around it, corners included", f32::from(land.neighbours(cell)));
        for (side, name) in SIDES.iter().enumerate() {
            let feature =
                beside[side].map(|number| land.feature(behind(game, number, land.tile(number), side ^ 2)));
            let feature = feature.unwrap_or_default();
            let (own, others) = followers(game, feature, me);
            sink.one_of(
                "mine",
                name,
                8,
                "own followers on the feature that touches the middle of this side",
                f32::from(own),
            );
            sink.one_of("others", name, 8, "the most followers of another seat there", f32::from(others));
            sink.one_of("open", name, 255, "open edges of that feature", f32::from(feature.open()));
            sink.one_of(
                "symbols",
                name,
                255,
                "its coats of arms, flags, trading posts or animals",
                f32::from(feature.symbols()),
            );
        }
    }
}

/// The segments of the tile for which a figure is asked.
fn deploy<R: TileGame>(game: &Game<R>, me: Seat, sink: &mut impl Sink) {
    sink.array(Head {
        name: "deploy",
        dtype: "int16",
        rows: &[8],
        channels: DEPLOY_CHANNELS,
        about: "the segments of the tile for which a figure is asked, by their index on the tile; 0 at other times",
    });
    let tile = match game.phase() {
        Phase::Deploying { cell } => game.land().tile_at(cell),
        _ => None,
    };
    let deployable = game.deployable();
    for index in 0..8 {
        sink.row(index);
        let segment = tile.and_then(|tile| game.land().tile(tile).kind.segments().get(index));
        let feature = tile.filter(|_| segment.is_some()).map(|tile| game.land().feature_of(tile, index));
        flag(sink, "exists", "whether the tile has this segment", segment.is_some());
        let legal = Figure::ALL.map(|figure| f32::from(u8::from(deployable.of(figure).contains(index))));
        many(sink, "may take", &FIGURES, 1, "whether the figure may be deployed there", legal);
        one_hot(
            sink,
            "is",
            &GROUNDS,
            "what the segment is part of",
            segment.map(|segment| ground(segment.kind)),
        );
        sink.put("symbols", 16, "its own symbols", segment.map_or(0.0, |segment| f32::from(segment.symbols)));
        flag(
            sink,
            "good",
            "whether it has a goods symbol",
            segment.is_some_and(|segment| segment.good.is_some()),
        );
        of_feature(game, feature, me, sink);
    }
}

/// Writes the channels of a feature.
#[inline]
fn of_feature<R: TileGame>(game: &Game<R>, id: Option<FeatureId>, me: Seat, sink: &mut impl Sink) {
    let feature = id.map(|id| game.land().feature(id)).unwrap_or_default();
    let (own, others) = followers(game, feature, me);
    sink.put("mine", 8, "own followers on the feature", f32::from(own));
    sink.put("others", 8, "the most followers of another seat on it", f32::from(others));
    sink.put("open", 255, "its open edges", f32::from(feature.open()));
    sink.put("tiles", 255, "its tiles", id.map_or(0.0, |id| f32::from(game.land().tile_count(id))));
    sink.put("all symbols", 255, "its symbols", f32::from(feature.symbols()));
    sink.put(
        "value",
        1000,
        "what it is worth as things lie; fields count 0",
        id.map_or(0.0, |id| f32::from(game.value(id))),
    );
}

/// The completed buildings that wait to be settled.
fn settle<R: TileGame>(game: &Game<R>, me: Seat, sink: &mut impl Sink) {
    sink.array(Head {
        name: "settle",
        dtype: "int16",
        rows: R::SETTLE_ROWS,
        channels: SETTLE_CHANNELS,
        about: "completed buildings one of which is settled next, by the numbers that codes have for them; 0 at other times",
    });
    let extras = game.extras();
    let asked = game.phase() == Phase::Settling;
    for (number, place) in extras.waiting.iter().enumerate() {
        sink.row(number);
        let id = place.filter(|_| asked).and_then(|place| game.land().feature_at(place));
        let feature = id.map(|id| game.land().feature(id));
        flag(sink, "waits", "whether there is a building of this number", feature.is_some());
        one_hot(sink, "is", &GROUNDS, "what it is", feature.map(|feature| ground(feature.kind())));
        let (own, others) = feature.map_or((0, 0), |feature| followers(game, feature, me));
        sink.put("mine", 8, "own settlers on it", f32::from(own));
        sink.put("others", 8, "the most settlers of another seat on it", f32::from(others));
        sink.put("tiles", 255, "its tiles", id.map_or(0.0, |id| f32::from(game.land().tile_count(id))));
        sink.put("value", 1000, "what it is worth", id.map_or(0.0, |id| f32::from(game.value(id))));
    }
}

fn players<R: TileGame>(game: &Game<R>, me: Seat, sink: &mut impl Sink) {
    static POINTS: [&str; 7] =
        ["of roads", "of cities", "of monasteries", "of fields", "of goods", "extra", "earlier"];
    static GOODS: [&str; 3] = ["wine", "grain", "cloth"];
    sink.array(Head {
        name: "player",
        dtype: "int16",
        rows: R::SEATS_ROWS,
        channels: 3 + 3 + 3 + 7 + 1,
        about: "seats from the one that looks on, clockwise; rows of seats that nobody has are 0",
    });
    let extras = game.extras();
    for (row, seat) in around(me, game.seats()) {
        sink.row(row);
        flag(sink, "plays", "whether somebody sits there; all else is 0 if not", true);
        flag(sink, "active", "whether it is the seat's turn", game.active() == seat);
        let began = game.phase() != Phase::DrawingStart && game.start_player() == seat;
        flag(sink, "started", "whether the seat began", began);
        sink.put("followers", 8, "followers in its supply", f32::from(game.followers(seat)));
        let has = |figure| extras.has_in_supply(seat, figure) == Some(true);
        flag(sink, "builder", "whether its builder is in its supply", has(Figure::Builder));
        flag(sink, "pig", "whether its pig is in its supply", has(Figure::Pig));
        let goods = extras.goods.map(|goods| goods[seat]).unwrap_or_default();
        many(
            sink,
            "goods",
            &GOODS,
            9,
            "goods tokens of the kind",
            Good::ALL.map(|good| f32::from(goods.of(good))),
        );
        let points = game.points(seat);
        many(
            sink,
            "points",
            &POINTS,
            32767,
            "points of the sort",
            points.parts().map(|part| f32::from(part.min(32767))),
        );
        sink.put("points", 32767, "all points", f32::from(points.total().min(32767)));
    }
    debug_assert_eq!(absolute(0, me, game.seats()), Some(me));
}

/// Kinds of tiles: in hand, left, removed.
fn kinds<R: TileGame>(game: &Game<R>, sink: &mut impl Sink) {
    sink.array(Head {
        name: "kinds",
        dtype: "uint8",
        rows: R::KINDS_ROWS,
        channels: 3,
        about: "kinds of tiles, in the order of the box (rulebook/tiles)",
    });
    let mut lying = [0u8; 64];
    for tile in game.land().tiles().iter().filter(|tile| !tile.kind.is_coast()) {
        lying[R::KINDS.index(tile.kind)] += 1;
    }
    let in_hand = game.tile_in_hand();
    for (number, kind) in R::KINDS.iter().enumerate() {
        sink.row(number);
        let here = u8::from(in_hand == Some(kind));
        let left = game.tiles_left(kind);
        let removed = R::copies(game.options(), kind).saturating_sub(lying[number] + here + left);
        flag(sink, "in hand", "whether the tile in hand is of this kind", here == 1);
        sink.put("left", 95, "tiles of the kind left to draw", f32::from(left));
        sink.put(
            "removed",
            95,
            "tiles of the kind that were removed because they fitted nowhere",
            f32::from(removed),
        );
    }
}

fn table<R: TileGame>(game: &Game<R>, centre: (i32, i32), sink: &mut impl Sink) {
    static PHASES: [&str; 7] =
        ["drawing-start", "drawing", "placing", "deploying", "offering-second", "settling", "over"];
    sink.array(Head {
        name: "table",
        dtype: "int16",
        rows: &[],
        channels: 7 + 5 + 2 + 2,
        about: "what else everybody sees",
    });
    let phase = match game.phase() {
        Phase::DrawingStart => 0,
        Phase::Drawing => 1,
        Phase::Placing { .. } => 2,
        Phase::Deploying { .. } => 3,
        Phase::OfferingSecond => 4,
        Phase::Settling => 5,
        Phase::Over(_) => 6,
    };
    let extras = game.extras();
    one_hot(sink, "phase", &PHASES, "what is to be decided", Some(phase));
    sink.put("turns", 32767, "turns begun", game.turns().min(32767) as f32);
    sink.put("drawn", 255, "tiles drawn", game.drawn() as f32);
    sink.put("stack size", 255, "tiles left to draw", game.stack_len() as f32);
    sink.put(
        "part",
        255,
        "which part of the turn this is, from 1 on; 0 in games without parts",
        f32::from(extras.part.unwrap_or(0)),
    );
    flag(
        sink,
        "for first tile",
        "whether the figure is for the first of two tiles that lie",
        extras.for_first_tile,
    );
    let [west, east] = extras.surveyors.unwrap_or([0, 0]);
    sink.signed("surveyor west", -128, 127, "the column of the western surveyor", f32::from(west));
    sink.signed("surveyor east", -128, 127, "the column of the eastern surveyor", f32::from(east));
    sink.signed("middle x", -128, 127, "the column of the middle of all tiles", centre.0 as f32);
    sink.signed("middle y", -128, 127, "the row of the middle of all tiles", centre.1 as f32);
}
