//! From games to pictures.

use super::picture::{Barbarians, CatanPicture, CitiesAndKnights, Highlights, Mark};
use ::catan::cities_and_knights as ck;
use ::catan::cities_and_knights::Strength;
use ::catan::cities_and_knights::options::RobberStart;
use ::catan::event;
use ::catan::{BaseMap, EdgeSet, HexId, Layout, LegalActions, OwnEvent, Rules, Setup, VertexSet, View};
use game::{BySeat, Seat};

/// A game on the island from somebody's perspective, as the source of a picture.
pub trait Position {
    /// Returns the island, once it is laid out.
    fn layout(&self) -> Option<Layout>;
    /// Returns the hex of the robber, once the island is laid out.
    fn robber(&self) -> Option<HexId>;
    /// The roads of a seat.
    fn roads(&self, seat: Seat) -> EdgeSet;
    /// The settlements of a seat.
    fn settlements(&self, seat: Seat) -> VertexSet;
    /// The cities of a seat.
    fn cities(&self, seat: Seat) -> VertexSet;
    /// Returns the additions of Cities & Knights.
    fn cities_and_knights(&self) -> Option<CitiesAndKnights> {
        None
    }
}

impl Position for View<'_> {
    fn layout(&self) -> Option<Layout> {
        View::layout(self).copied()
    }
    fn robber(&self) -> Option<HexId> {
        View::layout(self).map(|_| View::robber(self))
    }
    fn roads(&self, seat: Seat) -> EdgeSet {
        View::roads(self, seat)
    }
    fn settlements(&self, seat: Seat) -> VertexSet {
        View::settlements(self, seat)
    }
    fn cities(&self, seat: Seat) -> VertexSet {
        View::cities(self, seat)
    }
}

impl Position for ck::View<'_> {
    fn layout(&self) -> Option<Layout> {
        ck::View::layout(self).copied()
    }
    /// Nowhere, as long as it waits beside the barbarians' way (`CK-OPT-13`).
    fn robber(&self) -> Option<HexId> {
        let beside = self.options().ck_robber_start == RobberStart::BesideTrack && !self.robber_is_free();
        ck::View::layout(self).filter(|_| !beside).map(|_| ck::View::robber(self))
    }
    fn roads(&self, seat: Seat) -> EdgeSet {
        ck::View::roads(self, seat)
    }
    fn settlements(&self, seat: Seat) -> VertexSet {
        ck::View::settlements(self, seat)
    }
    fn cities(&self, seat: Seat) -> VertexSet {
        ck::View::cities(self, seat)
    }
    fn cities_and_knights(&self) -> Option<CitiesAndKnights> {
        Some(CitiesAndKnights {
            knights: BySeat(std::array::from_fn(|n| {
                let seat = Seat::new(n).expect("a seat");
                Strength::ALL.map(|strength| self.knights(seat, strength))
            })),
            active: self.active_knights(),
            walls: self.walls(),
            laid: self.laid(),
            metropolises: ck::Area::ALL.map(|area| self.metropolis(area)),
            merchant: self.merchant(),
            robber_waits: ck::View::layout(self).is_some() && !self.robber_is_free(),
            barbarians: Some(Barbarians {
                ship: self.ship(),
                strength: self.barbarian_strength(),
                knights: self.knight_strengths().0.iter().sum(),
            }),
        })
    }
}

/// An event whose changes a picture can mark.
pub trait Changes {
    /// Returns marks for the changes on the island: pieces, the robber, the ship, hexes that produced. `picture` shows the
    /// position after the event.
    fn marks(&self, picture: &CatanPicture) -> Vec<Mark>;
}

impl<R: Rules<Map = BaseMap, OwnEvent: Changes>> Changes for event::Event<R> {
    fn marks(&self, picture: &CatanPicture) -> Vec<Mark> {
        match *self {
            event::Event::BuiltRoad { edge, .. } => vec![Mark::Path(edge)],
            event::Event::BuiltSettlement { vertex, .. } | event::Event::BuiltCity { vertex, .. } => {
                vec![Mark::Intersection(vertex)]
            }
            event::Event::MovedRobber { from, to, .. } => vec![Mark::Robber { from, to }],
            event::Event::Own(own) => own.marks(picture),
            _ => Vec::new(),
        }
    }
}

impl Changes for OwnEvent {
    fn marks(&self, picture: &CatanPicture) -> Vec<Mark> {
        match *self {
            OwnEvent::Rolled { dice, .. } => picture.producing(dice.0 + dice.1),
            _ => Vec::new(),
        }
    }
}

impl Changes for ck::OwnEvent {
    fn marks(&self, picture: &CatanPicture) -> Vec<Mark> {
        use ck::OwnEvent as E;
        match *self {
            E::BuiltWall { vertex, .. }
            | E::BuiltKnight { vertex, .. }
            | E::Activated { vertex, .. }
            | E::Promoted { vertex, .. }
            | E::ChasedRobber { vertex, .. }
            | E::PlacedDeserter { vertex, .. }
            | E::PlacedMetropolis { vertex, .. }
            | E::Pillaged { vertex, .. } => vec![Mark::Intersection(vertex)],
            E::ActivatedAll { knights, .. } => knights.into_iter().map(Mark::Intersection).collect(),
            E::MovedKnight { from, to, .. }
            | E::Displaced { from, to, .. }
            | E::Retreated { from, to: Some(to), .. } => vec![Mark::Knight { from, to }],
            E::PlacedMerchant { hex, .. } => vec![Mark::Hex(hex)],
            E::SwappedNumbers { first, second } => vec![Mark::Hex(first), Mark::Hex(second)],
            E::ShipMoved { .. } => vec![Mark::Ship],
            E::Rolled { red, other, .. } => picture.producing(red + other),
            _ => Vec::new(),
        }
    }
}

impl CatanPicture {
    /// Returns a viewer's picture of a game, with no marks and no lit places.
    ///
    /// ```
    /// use catan::{Catan, Setup};
    /// use draw::{CatanPicture, Style, catan_svg};
    /// use game::{Seat, Viewer};
    /// let setup: Setup = serde_json::from_str(r#"{"seats": {"B": {"settlements": ["I28"]}}}"#).unwrap();
    /// let game = Catan::from_setup(&setup).unwrap();
    /// let picture = CatanPicture::from_view(&game.view(Viewer::Spectator));
    /// assert!(picture.settlements[Seat::B].contains("I28".parse().unwrap()));
    /// assert!(catan_svg(&picture, &Style::default()).contains("piece settlement seat-B"));
    /// ```
    #[must_use]
    pub fn from_view(view: &impl Position) -> CatanPicture {
        let by_seat = std::array::from_fn::<Seat, 4, _>(|n| Seat::new(n).expect("a seat"));
        CatanPicture {
            layout: view.layout(),
            roads: BySeat(by_seat.map(|seat| view.roads(seat))),
            settlements: BySeat(by_seat.map(|seat| view.settlements(seat))),
            cities: BySeat(by_seat.map(|seat| view.cities(seat))),
            robber: view.robber(),
            cities_and_knights: view.cities_and_knights(),
            ..CatanPicture::default()
        }
    }

    /// A position as it is described, possible or not; nothing marked, nothing lit.
    #[must_use]
    pub fn from_setup(setup: &Setup) -> CatanPicture {
        let desert = setup.board.filter(|board| board.check_components().is_ok()).map(|board| board.desert());
        let robber = setup.board.and(setup.robber.or(desert));
        let mut picture = CatanPicture { layout: setup.board, robber, ..CatanPicture::default() };
        for (seat, pieces) in setup.seats.iter() {
            picture.roads[seat] = pieces.roads;
            picture.settlements[seat] = pieces.settlements;
            picture.cities[seat] = pieces.cities;
        }
        picture
    }

    /// Marks what an event changed on the island, if it did ([`Changes::marks`]).
    ///
    /// Call it for the events since the reader last looked, on the picture of the position after them.
    pub fn mark(&mut self, event: &impl Changes) {
        let marks = event.marks(self);
        self.marks.extend(marks);
    }

    /// The hexes with this number, without that of the robber: it may have moved before the roll, and after it only for
    /// a 7.
    fn producing(&self, number: u8) -> Vec<Mark> {
        let hexes = self.layout.map(|layout| layout.hexes_with(number)).unwrap_or_default();
        hexes.into_iter().filter(|&hex| self.robber != Some(hex)).map(Mark::Hex).collect()
    }
}

impl From<&LegalActions> for Highlights {
    /// Every place of a listed action: where to build and where the robber may go.
    fn from(legal: &LegalActions) -> Highlights {
        Highlights {
            hexes: legal.robber(),
            intersections: legal.settlements() | legal.cities(),
            paths: legal.roads(),
        }
    }
}

impl From<&ck::LegalActions> for Highlights {
    /// Every place of a listed action.
    fn from(legal: &ck::LegalActions) -> Highlights {
        Highlights { hexes: legal.hexes(), intersections: legal.intersections(), paths: legal.paths() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::catan::{Catan, EdgeId, HexId, VertexId};
    use game::Viewer;

    fn position() -> Setup {
        serde_json::from_str(
            r#"{"seats": {"A": {"settlements": ["I39"], "roads": ["39-44-48"]}, "B": {"cities": ["I28"]}}, "robber": "H12"}"#,
        )
        .expect("a setup")
    }

    #[test]
    fn a_view_and_its_setup_give_the_same_picture() {
        let game = Catan::from_setup(&position()).expect("a position");
        let picture = CatanPicture::from_view(&game.view(Viewer::Spectator));
        assert_eq!(picture, CatanPicture::from_setup(&game.to_setup()));
        assert_eq!(picture.roads[Seat::A].len(), 2);
        assert_eq!(picture.cities[Seat::B].len(), 1);
        assert_eq!(picture.robber, HexId::new(12));
    }

    #[test]
    fn before_the_island_is_laid_out_there_is_no_robber() {
        let game = Catan::new(&::catan::Options::default());
        let picture = CatanPicture::from_view(&game.view(Viewer::Spectator));
        assert_eq!(picture, CatanPicture::default());
    }

    #[test]
    fn a_setup_may_be_impossible() {
        let mut setup = position();
        let board = setup.board.as_mut().expect("a board");
        board.terrain.0 = [::catan::Terrain::Fields; 19];
        setup.robber = None;
        assert_eq!(CatanPicture::from_setup(&setup).robber, None);
    }

    #[test]
    fn events_mark_what_they_changed() {
        let mut picture = CatanPicture::from_setup(&position());
        let (edge, vertex) = (EdgeId::new(7).expect("a path"), VertexId::new(9).expect("an intersection"));
        let (from, to) = (HexId::new(9).expect("a hex"), HexId::new(12).expect("a hex"));
        picture.mark(&::catan::Event::BuiltRoad { seat: Seat::A, edge, paid: true });
        picture.mark(&::catan::Event::BuiltCity { seat: Seat::A, vertex, paid: true });
        picture.mark(&::catan::Event::MovedRobber { seat: Seat::A, from, to });
        picture.mark(&::catan::Event::OffersEnded);
        assert_eq!(picture.marks, [Mark::Path(edge), Mark::Intersection(vertex), Mark::Robber { from, to }]);
        // The 8s of the beginner board lie on H11 and H12; the robber stands on H12.
        picture.marks.clear();
        picture.mark(&::catan::Event::Own(OwnEvent::Rolled {
            seat: Seat::A,
            dice: (::catan::Die::Four, ::catan::Die::Four),
        }));
        assert_eq!(picture.marks, [Mark::Hex(HexId::new(11).expect("a hex"))]);
    }

    #[test]
    fn what_may_be_done_is_lit() {
        let setup: Setup = serde_json::from_str(
            r#"{"seats": {"A": {"settlements": ["I39"], "roads": ["39-44-48"],
                "hand": {"brick": 1, "lumber": 1, "grain": 2, "ore": 3}}, "B": {"cities": ["I28"]}}}"#,
        )
        .expect("a setup");
        let game = Catan::from_setup(&setup).expect("a position");
        let lit = Highlights::from(&game.legal_actions(Seat::A));
        assert!(lit.paths.len() >= 3 && lit.hexes.is_empty());
        assert_eq!(
            lit.intersections.into_iter().collect::<Vec<_>>(),
            [VertexId::new(39).expect("an intersection")]
        );
    }
}
