//! Walls, metropolises, knights and merchant, drawn on the island.

use super::pieces;
use crate::catan::canvas::{Canvas, translate};
use crate::catan::geometry::{self, At};
use crate::catan::picture::CitiesAndKnights;
use ::catan::cities_and_knights::{Area, Strength};
use ::catan::{HexId, VertexId, VertexSet};
use game::Seat;

impl Canvas<'_> {
    /// Draws the definitions of the expansion's symbols that the picture uses.
    pub(in crate::catan) fn expansion_definitions(&mut self, expansion: &CitiesAndKnights) {
        for (n, strength) in Strength::ALL.into_iter().enumerate() {
            let of_strength = |knights: &[VertexSet; 3]| !knights[n].is_empty();
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

    pub(super) fn define(&mut self, name: &str, markup: &str) {
        self.draw_markup(&format!("<g id=\"@{name}\">{markup}</g>"));
    }

    /// Returns the symbols on a city: its wall, and the emblem of its metropolis.
    pub(in crate::catan) fn on_city(&self, vertex: VertexId) -> Vec<String> {
        let Some(expansion) = &self.picture.cities_and_knights else { return Vec::new() };
        let wall = expansion.walls.contains(vertex).then(|| "wall".to_owned());
        let emblems = expansion.metropolis_at(vertex).map(|area| format!("metropolis-{area}"));
        wall.into_iter().chain(emblems).collect()
    }

    /// Whether what counts as a settlement here is a city on its side.
    pub(in crate::catan) fn is_laid(&self, vertex: VertexId) -> bool {
        self.picture.cities_and_knights.as_ref().is_some_and(|more| more.laid.contains(vertex))
    }

    /// A city on its side, the seat's mark upright.
    pub(in crate::catan) fn laid_city(&mut self, seat: Seat, last: bool) {
        self.open_piece("city laid", seat, "city", pieces::LAID, last);
        self.place("city", "", pieces::LAID);
        let (x, y) = pieces::LAID_MARK;
        self.place(&format!("mark-{seat}"), "mark", &translate(At::new(x, y)));
        self.svg.close();
    }

    pub(in crate::catan) fn has_knight(&self, vertex: VertexId) -> bool {
        self.picture.cities_and_knights.as_ref().is_some_and(|more| more.knight_at(vertex).is_some())
    }

    /// The knight on an intersection, if there is one.
    pub(in crate::catan) fn knight(&mut self, vertex: VertexId, last: bool) {
        let Some(expansion) = &self.picture.cities_and_knights else { return };
        let Some((seat, strength)) = expansion.knight_at(vertex) else { return };
        let (state, is_active) =
            if expansion.active.contains(vertex) { ("active", true) } else { ("inactive", false) };
        let name = format!("knight-{}", strength.value());
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
    pub(in crate::catan) fn figures(&mut self) {
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
    pub(in crate::catan) fn occupied(&self) -> VertexSet {
        let buildings = self.picture.settlements.0.iter().chain(&self.picture.cities.0);
        let knights = self.picture.cities_and_knights.iter().flat_map(|more| more.knights.0.iter().flatten());
        buildings.chain(knights).fold(VertexSet::EMPTY, |all, &some| all | some)
    }
}
