//! The arrays of the island: hexes, intersections, paths.

use crate::island::RELATIVE;
use crate::seats::around;
use crate::sink::{Head, Sink};
use catan::view::View;
use catan::{BaseMap, EdgeId, Harbour, HexId, Resource, Rules, SEATS, Terrain, VertexId, VertexSet};
use game::Seat;

/// Channels of a hex that both games have.
pub(crate) const HEX_CHANNELS: usize = 6 + 10 + 2;
/// Channels of an intersection that both games have.
pub(crate) const VERTEX_CHANNELS: usize = 2 * SEATS + 6 + 2;
/// Channels of a path that both games have.
pub(crate) const EDGE_CHANNELS: usize = SEATS;

static TERRAINS: [&str; 6] = ["hills", "forest", "pasture", "fields", "mountains", "desert"];
static TOKENS: [&str; 10] = ["2", "3", "4", "5", "6", "8", "9", "10", "11", "12"];
static HARBOURS: [&str; 6] = ["generic", "brick", "lumber", "wool", "grain", "ore"];
/// The number on each token of [`TOKENS`].
const NUMBERS: [u8; 10] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

/// Hexes by terrain, number token and what stands there. Planes of the game alone follow, then the pips that this gives.
#[inline(always)]
pub(crate) fn hexes<R: Rules<Map = BaseMap>>(
    view: &View<'_, R>,
    sink: &mut impl Sink,
    channels: usize,
) -> [f32; HexId::COUNT] {
    sink.array(Head {
        name: "hex",
        dtype: "uint8",
        rows: &[HexId::COUNT],
        channels,
        about: "hex H0 to H18; all 0 before the island is laid out",
    });
    let layout = view.layout();
    let mut by_terrain = [0u32; 6];
    let mut by_token = [0u32; 10];
    let mut pips = [0.0; HexId::COUNT];
    if let Some(layout) = layout {
        for hex in HexId::all() {
            by_terrain[layout.terrain[hex] as usize] |= 1 << hex.index();
            let number = layout.numbers[hex];
            if let Some(token) = NUMBERS.iter().position(|&other| other == number) {
                by_token[token] |= 1 << hex.index();
                pips[hex.index()] = f32::from(6 - number.abs_diff(7));
            }
        }
    }
    debug_assert_eq!(Terrain::ALL[0].name(), TERRAINS[0]);
    for (which, set) in TERRAINS.iter().zip(by_terrain) {
        sink.plane("terrain", which, "the terrain", bits(set.into()));
    }
    for (which, set) in TOKENS.iter().zip(by_token) {
        sink.plane("token", which, "the number token", bits(set.into()));
    }
    let robber = layout.map(|_| view.robber().index());
    sink.plane("robber", "", "the robber stands here", robber.into_iter());
    pips
}

/// The last channel of hexes.
#[inline(always)]
pub(crate) fn pips(pips: [f32; HexId::COUNT], sink: &mut impl Sink) {
    for (hex, pips) in pips.into_iter().enumerate() {
        sink.row(hex);
        sink.put("pips", 5, "in how many of 36 rolls of two dice the hex produces", pips);
    }
}

/// Intersections by what stands there. Those of the game alone follow.
#[inline(always)]
pub(crate) fn vertices<R: Rules<Map = BaseMap>>(
    view: &View<'_, R>,
    me: Seat,
    unsettleable: VertexSet,
    marked: Option<VertexId>,
    sink: &mut impl Sink,
    channels: usize,
) {
    sink.array(Head {
        name: "vertex",
        dtype: "uint8",
        rows: &[VertexId::COUNT],
        channels,
        about: "intersection I0 to I53",
    });
    let seats = view.seats();
    let mut settlements = [VertexSet::EMPTY; SEATS];
    let mut cities = [VertexSet::EMPTY; SEATS];
    for (n, seat) in around(me, seats) {
        settlements[n] = view.settlements(seat);
        cities[n] = view.cities(seat);
    }
    for (which, set) in RELATIVE.iter().zip(settlements) {
        sink.plane("settlement", which, "a settlement stands here", set.into_iter().map(VertexId::index));
    }
    for (which, set) in RELATIVE.iter().zip(cities) {
        sink.plane("city", which, "a city stands here", set.into_iter().map(VertexId::index));
    }
    let mut harbours = [[usize::MAX; 2]; 9];
    let mut kinds = [usize::MAX; 9];
    if let Some(layout) = view.layout() {
        for (spot, &harbour) in layout.harbours.iter().enumerate() {
            harbours[spot] = Harbour::intersections(spot).map(VertexId::index);
            kinds[spot] = match harbour {
                Harbour::Generic => 0,
                Harbour::Special(resource) => 1 + Resource::index(resource),
            };
        }
    }
    for (kind, which) in HARBOURS.iter().enumerate() {
        let here = (0..9).filter(|&spot| kinds[spot] == kind).flat_map(|spot| harbours[spot]);
        sink.plane("harbour", which, "a harbour is used from here", here);
    }
    let blocked = unsettleable.into_iter().map(VertexId::index);
    sink.plane(
        "blocked",
        "",
        "no settlement may come here, by the distance rule or what stands here",
        blocked,
    );
    let marked = marked.map(VertexId::index);
    sink.plane(
        "marked",
        "",
        "the intersection that the decision is about, where there is one",
        marked.into_iter(),
    );
}

/// Paths by whose road lies there. Those of the game alone follow.
#[inline(always)]
pub(crate) fn edges<R: Rules<Map = BaseMap>>(
    view: &View<'_, R>,
    me: Seat,
    sink: &mut impl Sink,
    channels: usize,
) {
    sink.array(Head {
        name: "edge",
        dtype: "uint8",
        rows: &[EdgeId::COUNT],
        channels,
        about: "path P0 to P71",
    });
    let mut roads = [catan::EdgeSet::EMPTY; SEATS];
    for (n, seat) in around(me, view.seats()) {
        roads[n] = view.roads(seat);
    }
    for (which, set) in RELATIVE.iter().zip(roads) {
        sink.plane("road", which, "a road lies here", set.into_iter().map(EdgeId::index));
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
