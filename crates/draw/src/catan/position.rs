//! From games to pictures.

use super::{CatanPicture, Lit, Mark};
use ::catan::{Event, LegalActions, Setup, View};
use game::Seat;

impl CatanPicture {
    /// What a viewer sees of a game; nothing marked, nothing lit.
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
    pub fn from_view(view: &View<'_>) -> CatanPicture {
        let layout = view.layout().copied();
        let mut picture =
            CatanPicture { layout, robber: layout.map(|_| view.robber()), ..CatanPicture::default() };
        for seat in Seat::first(view.seats()) {
            picture.roads[seat] = view.roads(seat);
            picture.settlements[seat] = view.settlements(seat);
            picture.cities[seat] = view.cities(seat);
        }
        picture
    }

    /// What a viewer sees of a game of Cities & Knights.
    #[must_use]
    pub fn from_cities_and_knights(view: &::catan::cities_and_knights::View<'_>) -> CatanPicture {
        let layout = view.layout().copied();
        let mut picture =
            CatanPicture { layout, robber: layout.map(|_| view.robber()), ..CatanPicture::default() };
        for seat in Seat::first(view.seats()) {
            picture.roads[seat] = view.roads(seat);
            picture.settlements[seat] = view.settlements(seat);
            picture.cities[seat] = view.cities(seat);
        }
        picture
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

    /// Marks what an event changed on the island, if it did: a piece, the robber, or the hexes that produced.
    ///
    /// Call it for the events since the reader last looked, on the picture of the position after them.
    pub fn mark(&mut self, event: &Event) {
        match *event {
            Event::BuiltRoad { edge, .. } => self.marks.push(Mark::Path(edge)),
            Event::BuiltSettlement { vertex, .. } | Event::BuiltCity { vertex, .. } => {
                self.marks.push(Mark::Intersection(vertex));
            }
            Event::MovedRobber { from, to, .. } => self.marks.push(Mark::Robber { from, to }),
            Event::Rolled { dice, .. } => {
                let hexes = self.layout.map(|layout| layout.hexes_with(dice.0 + dice.1)).unwrap_or_default();
                // A knight may have moved the robber before the roll, never after it unless a 7 was rolled.
                self.marks.extend(hexes.into_iter().filter(|&hex| self.robber != Some(hex)).map(Mark::Hex));
            }
            _ => {}
        }
    }
}

impl From<&LegalActions> for Lit {
    /// Every place of a listed action: where to build and where the robber may go.
    fn from(legal: &LegalActions) -> Lit {
        Lit {
            hexes: legal.robber(),
            intersections: legal.settlements() | legal.cities(),
            paths: legal.roads(),
        }
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
        picture.mark(&Event::BuiltRoad { seat: Seat::A, edge, paid: true });
        picture.mark(&Event::BuiltCity { seat: Seat::A, vertex });
        picture.mark(&Event::MovedRobber { seat: Seat::A, from, to });
        picture.mark(&Event::OffersEnded);
        assert_eq!(picture.marks, [Mark::Path(edge), Mark::Intersection(vertex), Mark::Robber { from, to }]);
        // The 8s of the beginner board lie on H11 and H12; the robber stands on H12.
        picture.marks.clear();
        picture.mark(&Event::Rolled { seat: Seat::A, dice: (4, 4) });
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
        let lit = Lit::from(&game.legal_actions(Seat::A));
        assert!(lit.paths.len() >= 3 && lit.hexes.is_empty());
        assert_eq!(
            lit.intersections.into_iter().collect::<Vec<_>>(),
            [VertexId::new(39).expect("an intersection")]
        );
    }
}
