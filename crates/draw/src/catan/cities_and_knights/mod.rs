//! What Cities & Knights adds to the picture of the island.
//!
//! Nothing is told by colour alone. A knight is a shield: its points and pips count its strength, an active one has
//! swords and is filled, an inactive one has no swords and is hollow. A metropolis carries the emblem of its area, whose
//! outline and symbol differ too. The barbarians' way lies in a strip above the island.

mod cards;
mod look;
mod pieces;
mod symbols;
mod track;

pub(super) use look::{PAINTS, SHEET, TONES};
pub use symbols::{
    area_symbol, barbarian_symbol, calendar_symbol, card_symbol, defender_symbol, event_symbol,
    knight_symbol, knights_symbol, merchant_symbol, metropolis_symbol, progress_back, progress_symbol,
    ship_symbol, wall_symbol,
};
pub(crate) use symbols::{knights, named};
pub use track::HEIGHT as TRACK_HEIGHT;

use super::{Canvas, geometry, translate};
use ::catan::cities_and_knights::Area;
use ::catan::{HexId, VertexId, VertexSet};
use game::{BySeat, Seat};
use geometry::At;

/// What Cities & Knights adds; the settlements of [`super::CatanPicture`] include laid cities, its cities the
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
    /// The strip above the island. It makes the picture higher by [`TRACK_HEIGHT`]; without it the picture is as high
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
    /// The knight on an intersection: whose, and how strong, 1 to 3.
    #[must_use]
    pub fn knight_at(&self, vertex: VertexId) -> Option<(Seat, u8)> {
        self.knights.iter().find_map(|(seat, knights)| {
            let (strength, _) = (1..).zip(knights).find(|(_, places)| places.contains(vertex))?;
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
    fn metropolis_at(&self, vertex: VertexId) -> impl Iterator<Item = Area> {
        let here = Area::ALL.into_iter().zip(self.metropolises);
        here.filter(move |(_, city)| *city == Some(vertex)).map(|(area, _)| area)
    }
}

impl Canvas<'_> {
    /// What the picture uses of the expansion's symbols.
    pub(super) fn expansion_definitions(&mut self, expansion: &CitiesAndKnights) {
        for strength in 1..=3 {
            let of_strength = |knights: &[VertexSet; 3]| !knights[usize::from(strength) - 1].is_empty();
            if expansion.knights.0.iter().any(of_strength) {
                self.draw_markup(&pieces::knight_definition(strength));
            }
        }
        let knights = expansion.knights.0.iter().flatten().fold(VertexSet::EMPTY, |all, &some| all | some);
        if !(knights & expansion.active).is_empty() {
            self.define("swords", pieces::SWORDS);
        }
        if !expansion.walls.is_empty() {
            self.define("wall", pieces::WALL);
        }
        for (area, _) in Area::ALL.into_iter().zip(expansion.metropolises).filter(|(_, city)| city.is_some())
        {
            let (x, y) = pieces::METROPOLIS_AT;
            let emblem = format!("<g transform=\"translate({x} {y})\">{}</g>", pieces::emblem(area));
            self.define(&format!("metropolis-{area}"), &emblem);
        }
        if expansion.merchant.is_some() {
            self.define("merchant", pieces::MERCHANT);
        }
        if expansion.robber_waits {
            self.define("lock", pieces::LOCK);
        }
        self.track_definitions(expansion);
    }

    fn define(&mut self, name: &str, markup: &str) {
        self.draw_markup(&format!("<g id=\"@{name}\">{markup}</g>"));
    }

    /// What lies on a city: its wall, and the emblem of its metropolis.
    pub(super) fn on_city(&self, vertex: VertexId) -> Vec<String> {
        let Some(expansion) = &self.picture.cities_and_knights else { return Vec::new() };
        let wall = expansion.walls.contains(vertex).then(|| "wall".to_owned());
        let emblems = expansion.metropolis_at(vertex).map(|area| format!("metropolis-{area}"));
        wall.into_iter().chain(emblems).collect()
    }

    /// Whether what counts as a settlement here is a city on its side.
    pub(super) fn is_laid(&self, vertex: VertexId) -> bool {
        self.picture.cities_and_knights.as_ref().is_some_and(|more| more.laid.contains(vertex))
    }

    /// A city on its side, the seat's mark upright.
    pub(super) fn laid_city(&mut self, seat: Seat, last: bool) {
        self.open_piece("city laid", seat, "city", pieces::LAID, last);
        self.place("city", "", pieces::LAID);
        let (x, y) = pieces::LAID_MARK;
        self.place(&format!("mark-{seat}"), "mark", &translate(At::new(x, y)));
        self.svg.close();
    }

    pub(super) fn has_knight(&self, vertex: VertexId) -> bool {
        self.picture.cities_and_knights.as_ref().is_some_and(|more| more.knight_at(vertex).is_some())
    }

    /// The knight on an intersection, if there is one.
    pub(super) fn knight(&mut self, vertex: VertexId, last: bool) {
        let Some(expansion) = &self.picture.cities_and_knights else { return };
        let Some((seat, strength)) = expansion.knight_at(vertex) else { return };
        let (state, is_active) =
            if expansion.active.contains(vertex) { ("active", true) } else { ("inactive", false) };
        let name = format!("knight-{strength}");
        self.open_piece(&format!("knight {name} {state}"), seat, &name, "", last);
        if is_active {
            self.place("swords", "", "");
        }
        self.place(&name, "", "");
        if !is_active {
            self.place(&format!("{name}-hollow"), "", "");
        }
        let (x, y, scale) = pieces::KNIGHT_MARK;
        self.place(&format!("mark-{seat}"), "mark", &format!("{} scale({scale})", translate(At::new(x, y))));
        self.svg.close();
    }

    /// Robber and merchant: above walls and knights, which reach farther into the hexes than settlements do.
    pub(super) fn figures(&mut self) {
        let Some(more) = &self.picture.cities_and_knights else { return };
        let (merchant, waits, robber) = (more.merchant, more.robber_waits, self.picture.robber);
        let Some(layout) = &self.picture.layout else { return };
        let has_number = |hex: HexId| layout.numbers[hex] != 0;
        self.svg.open("g", &[("class", &"figures still")]);
        if let Some(hex) = robber {
            let has_number = has_number(hex);
            self.svg.open("g", &[("transform", &translate(geometry::hex(hex)))]);
            self.robber(has_number);
            if waits {
                let (x, y) = if has_number { (-20.0, 20.0) } else { (21.0, 16.0) };
                self.place("lock", "lock", &translate(At::new(x, y)));
            }
            self.svg.close();
        }
        if let Some((seat, hex)) = merchant {
            let At { x, y } = geometry::hex(hex);
            let at = translate(At::new(x + 43.0, y - 4.0));
            let class = format!("merchant seat-{seat}");
            self.svg.open("g", &[("class", &class), ("transform", &at)]);
            self.place("merchant", "", "");
            let (x, y, scale) = pieces::MERCHANT_MARK;
            let mark = format!("{} scale({scale})", translate(At::new(x, y)));
            self.place(&format!("mark-{seat}"), "mark", &mark);
            self.svg.close();
        }
        self.svg.close();
    }

    /// Intersections on which a piece stands: a building or a knight.
    pub(super) fn occupied(&self) -> VertexSet {
        let buildings = self.picture.settlements.0.iter().chain(&self.picture.cities.0);
        let knights = self.picture.cities_and_knights.iter().flat_map(|more| more.knights.0.iter().flatten());
        buildings.chain(knights).fold(VertexSet::EMPTY, |all, &some| all | some)
    }
}
