//! The visible state of the island, as plain data.

use ::catan::cities_and_knights::{Area, Strength};
use ::catan::{EdgeId, EdgeSet, HexId, HexSet, Layout, VertexId, VertexSet};
use game::{BySeat, Seat};

/// The visible state of the island. It may be a position that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CatanPicture {
    /// The island; `None` before it is laid out.
    pub layout: Option<Layout>,
    /// The roads of each seat.
    pub roads: BySeat<EdgeSet, 4>,
    /// The settlements of each seat.
    pub settlements: BySeat<VertexSet, 4>,
    /// The cities of each seat.
    pub cities: BySeat<VertexSet, 4>,
    /// The hex of the robber.
    pub robber: Option<HexId>,
    /// The additions of Cities & Knights; `None` in the base game.
    pub cities_and_knights: Option<CitiesAndKnights>,
    /// The latest changes.
    pub marks: Vec<Mark>,
    /// The places that have the class `lit` initially: those where something can be done.
    pub lit: Highlights,
}

/// A recent change that the picture highlights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A road was placed here.
    Path(EdgeId),
    /// A piece on this intersection was placed or changed.
    Intersection(VertexId),
    /// This hex produced, got the merchant, or swapped its number.
    Hex(HexId),
    /// The robber came from one hex to another.
    Robber {
        /// The hex it left.
        from: HexId,
        /// The hex it entered.
        to: HexId,
    },
    /// A knight came from one intersection to another.
    Knight {
        /// The intersection it left.
        from: VertexId,
        /// The intersection it entered.
        to: VertexId,
    },
    /// The barbarian ship moved.
    Ship,
}

/// Places where something can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Highlights {
    /// Hexes to which the robber may go, or which another action targets.
    pub hexes: HexSet,
    /// Intersections where a player may build, or a knight may act.
    pub intersections: VertexSet,
    /// Paths where a road may be built, or may be removed.
    pub paths: EdgeSet,
}

/// The additions of Cities & Knights. The settlements of [`CatanPicture`](crate::CatanPicture) include laid cities, its cities
/// the metropolises.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CitiesAndKnights {
    /// The knights of each seat: basic, strong, mighty.
    pub knights: BySeat<[VertexSet; 3], 4>,
    /// The active knights of all seats.
    pub active: VertexSet,
    /// Cities with a wall.
    pub walls: VertexSet,
    /// Settlements that are cities on their side (`CK-BARB-9`).
    pub laid: VertexSet,
    /// The city with the metropolis of each area, in the order of [`Area::ALL`].
    pub metropolises: [Option<VertexId>; 3],
    /// The owner and the hex of the merchant.
    pub merchant: Option<(Seat, HexId)>,
    /// Whether the robber waits for the first attack (`CK-ROB-1`): with a lock on its hex, or in the strip's company if
    /// it stands on none.
    pub robber_waits: bool,
    /// The strip above the island. It makes the picture higher by [`TRACK_HEIGHT`](super::cities_and_knights::TRACK_HEIGHT); without it the picture is as high
    /// as that of the base game.
    pub barbarians: Option<Barbarians>,
}

/// The barbarians' way and the forces of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Barbarians {
    /// The ship's space: 0 is the start, 7 the landing.
    pub ship: u8,
    /// Their strength (`CK-BARB-1`).
    pub strength: u8,
    /// The strength of the active knights of all seats (`CK-BARB-2`).
    pub knights: u8,
}

impl CitiesAndKnights {
    /// Returns the owner and the strength of the knight on an intersection.
    #[must_use]
    pub fn knight_at(&self, vertex: VertexId) -> Option<(Seat, Strength)> {
        self.knights.iter().find_map(|(seat, knights)| {
            let (strength, _) =
                Strength::ALL.into_iter().zip(knights).find(|(_, places)| places.contains(vertex))?;
            Some((seat, strength))
        })
    }

    /// Everything that is drawn on an intersection beside settlements and cities.
    pub(super) fn at(&self, vertex: VertexId) -> impl std::hash::Hash + use<> {
        let metropolises = self.metropolises.map(|city| city == Some(vertex));
        let sets = [self.active, self.walls, self.laid].map(|set| set.contains(vertex));
        (self.knight_at(vertex), metropolises, sets)
    }

    /// Returns which symbols the picture defines, as a value to hash.
    pub(super) fn symbols(&self) -> impl std::hash::Hash + use<> {
        let knights = [0, 1, 2].map(|n| self.knights.0.iter().any(|knights| !knights[n].is_empty()));
        let all = self.knights.0.iter().flatten().fold(VertexSet::EMPTY, |all, &some| all | some);
        let (active, walls) = (!(all & self.active).is_empty(), !self.walls.is_empty());
        let metropolises = self.metropolises.map(|city| city.is_some());
        let track = (self.robber_waits, self.barbarians.is_some());
        (knights, active, walls, metropolises, self.merchant.is_some(), track)
    }

    /// The areas whose metropolis stands here; more than one only where the rules do not allow it.
    pub(super) fn metropolis_at(&self, vertex: VertexId) -> impl Iterator<Item = Area> {
        let here = Area::ALL.into_iter().zip(self.metropolises);
        here.filter(move |(_, city)| *city == Some(vertex)).map(|(area, _)| area)
    }
}
