//! What is to be seen on the island, as plain data.

use ::catan::cities_and_knights::{Area, Strength};
use ::catan::{EdgeId, EdgeSet, HexId, HexSet, Layout, VertexId, VertexSet};
use game::{BySeat, Seat};

/// What is to be seen on the island. It may be a position the rules do not allow.
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
    /// Where the robber stands.
    pub robber: Option<HexId>,
    /// What Cities & Knights adds; `None` in the base game.
    pub cities_and_knights: Option<CitiesAndKnights>,
    /// What happened last.
    pub marks: Vec<Mark>,
    /// Places that carry the class `lit` from the start: where something can be done.
    pub lit: Lit,
}

/// Something that happened last and is to be noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A road was placed here.
    Path(EdgeId),
    /// A settlement or city was placed here.
    Intersection(VertexId),
    /// This hex produced.
    Hex(HexId),
    /// The robber came from one hex to another.
    Robber {
        /// Where it stood.
        from: HexId,
        /// Where it stands.
        to: HexId,
    },
    /// A knight came from one intersection to another.
    Knight {
        /// Where it stood.
        from: VertexId,
        /// Where it stands.
        to: VertexId,
    },
    /// The barbarian ship moved.
    Ship,
}

/// Places where something can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lit {
    /// Where the robber may go, or what else is done with a hex.
    pub hexes: HexSet,
    /// Where one may build, and what knights may do.
    pub intersections: VertexSet,
    /// Where a road may lie, or may be taken away.
    pub paths: EdgeSet,
}

/// What Cities & Knights adds; the settlements of [`CatanPicture`](crate::CatanPicture) include laid cities, its cities the
/// metropolises.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CitiesAndKnights {
    /// The knights of each seat: basic, strong, mighty.
    pub knights: BySeat<[VertexSet; 3], 4>,
    /// Those of all seats that are active.
    pub active: VertexSet,
    /// Cities with a wall.
    pub walls: VertexSet,
    /// Settlements that are cities on their side (`CK-BARB-9`).
    pub laid: VertexSet,
    /// The city with the metropolis of each area, in the order of [`Area::ALL`].
    pub metropolises: [Option<VertexId>; 3],
    /// The merchant: whose, and where.
    pub merchant: Option<(Seat, HexId)>,
    /// Whether the robber waits for the first attack (`CK-ROB-1`): with a lock on its hex, or in the strip's company if
    /// it stands on none.
    pub robber_waits: bool,
    /// The strip above the island. It makes the picture higher by [`TRACK_HEIGHT`](super::cities_and_knights::TRACK_HEIGHT); without it the picture is as high
    /// as that of the base game.
    pub barbarians: Option<Barbarians>,
}

/// The barbarians' way and what an attack would meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Barbarians {
    /// The ship's space: 0 is the start, 7 the landing.
    pub ship: u8,
    /// How strong they are (`CK-BARB-1`).
    pub strength: u8,
    /// How strong the active knights of all seats are (`CK-BARB-2`).
    pub knights: u8,
}

impl CitiesAndKnights {
    /// The knight on an intersection: whose, and how strong.
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

    /// Which symbols are defined.
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
