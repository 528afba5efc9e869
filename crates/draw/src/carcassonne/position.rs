//! From games to pictures.

use super::picture::{CarcassonnePicture, Figure, FigureLook, Space, Target, Tile};
use ::carcassonne::{
    Action, Event, Figure as Kind, Game, Kinds, LegalActions, Phase, Place, Rotation, Rules, Setup, TileKind,
    View,
};
use game::Seat;

impl CarcassonnePicture {
    /// Returns a viewer's picture of a game: tiles, figures and surveyors, but no marks, no lit places, and no tile in hand.
    ///
    /// ```
    /// use carcassonne::{Carcassonne, Setup};
    /// use draw::{CarcassonnePicture, Style, carcassonne_svg};
    /// use game::Viewer;
    /// let setup: Setup<_> = serde_json::from_str(r#"{"tiles": ["E@(0,-1)r2"], "figures": ["B (0,-1).f1"]}"#).unwrap();
    /// let game = Carcassonne::from_setup(&setup).unwrap();
    /// let picture = CarcassonnePicture::from_view(&game.view(Viewer::Spectator));
    /// assert_eq!(picture.tiles.len(), 2);
    /// assert!(carcassonne_svg(&picture, &Style::default()).contains("piece lying seat-B"));
    /// ```
    #[must_use]
    pub fn from_view<R: Rules>(view: &View<'_, R>) -> CarcassonnePicture {
        let tiles = view.land().tiles().iter();
        let mut picture = CarcassonnePicture {
            tiles: tiles
                .map(|&placed| Tile { cell: placed.cell, kind: placed.kind, rotation: placed.rotation })
                .collect(),
            surveyors: view.extras().surveyors.into_iter().flatten().collect(),
            ..CarcassonnePicture::default()
        };
        for (seat, kind, place) in view.figures() {
            picture.put(seat, kind, place);
        }
        picture
    }

    /// A position as it is described, possible or not; nothing marked, nothing lit. Figures on tiles that are not there
    /// are left out, and so is the tile in hand.
    #[must_use]
    pub fn from_setup<R: Rules>(setup: &Setup<R>) -> CarcassonnePicture {
        let setup = setup.clone().with_own_kinds();
        let still = Rotation::default();
        let is_new_world = R::KINDS == Kinds::MAYFLOWER;
        let mut picture = CarcassonnePicture::default();
        if is_new_world {
            let spaces = (1..).zip((1..=TileKind::COAST_SPACES).map(TileKind::coast));
            picture.tiles.extend(spaces.map(|(y, kind)| Tile {
                cell: ::carcassonne::Cell::new(0, y),
                kind,
                rotation: still,
            }));
            picture.surveyors = setup.surveyors.unwrap_or([0, 0]).to_vec();
        } else {
            picture.tiles.push(Tile {
                cell: ::carcassonne::Cell::new(0, 0),
                kind: TileKind::START,
                rotation: still,
            });
        }
        let laid = setup.tiles.iter();
        picture.tiles.extend(laid.map(|laid| Tile {
            cell: laid.cell,
            kind: laid.tile,
            rotation: laid.rotation,
        }));
        for figure in &setup.figures {
            picture.put(figure.seat, figure.figure, figure.place);
        }
        picture
    }

    /// Puts a figure on a tile that lies there.
    fn put(&mut self, seat: Seat, kind: Kind, place: Place) {
        let Some(tile) = self.tiles.iter().find(|tile| tile.cell == place.cell) else { return };
        let Some(index) = tile.kind.index_of(place.segment) else { return };
        let look = match kind {
            Kind::Follower => FigureLook::of_follower(tile.kind.segments()[index].kind),
            Kind::Builder => FigureLook::Builder,
            Kind::Pig => FigureLook::Pig,
        };
        self.figures.push(Figure { place, seat, look });
    }

    /// Marks what an event changed on the table, if it did: the tile that was placed.
    ///
    /// Call it for the events since the reader last looked, on the picture of the position after them.
    pub fn mark(&mut self, event: &Event) {
        if let Event::Placed { cell, .. } = *event {
            self.last.push(cell);
        }
    }

    /// Marks the tile that was placed last, as the table tells; nothing if only the start lies there.
    pub fn mark_last(&mut self) {
        let start =
            |tile: &Tile| tile.kind.is_coast() || (tile.kind == TileKind::START && self.tiles.len() == 1);
        self.last.extend(self.tiles.last().filter(|tile| !start(tile)).map(|tile| tile.cell));
    }

    /// Lights every place of a listed action: where the tile in hand may go, where a figure may be deployed, which
    /// buildings may be settled.
    pub fn light<R: Rules>(&mut self, game: &Game<R>, legal: &LegalActions<R>) {
        let lit = |cell| Space { cell, lit: true, fitting: None };
        self.spaces.extend(legal.placements().iter().map(|fit| lit(fit.cell)));
        for action in *legal {
            let place = match (action, game.phase()) {
                (Action::Deploy { segment, .. }, Phase::Deploying { cell }) => Place { cell, segment },
                (Action::Settle(place), _) => place,
                _ => continue,
            };
            if !self.segments.iter().any(|target| target.place == place) {
                self.segments.push(Target { place, lit: true });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::carcassonne::{Base, Carcassonne, Cell, Mayflower, NewWorld, Traders, TradersAndBuilders};
    use game::Viewer;

    fn place(text: &str) -> Place {
        text.parse().expect("a place")
    }

    #[test]
    fn a_view_and_its_setup_give_the_same_picture() {
        let setup: Setup<Traders> = serde_json::from_str(
            r#"{"tiles": ["E@(0,-1)r2", "U@(1,0)r1"], "figures": ["A (0,-1).f1", "B builder (1,0).r1"]}"#,
        )
        .expect("a setup");
        let picture = CarcassonnePicture::from_setup(&setup);
        assert_eq!(
            picture.figures,
            [
                Figure { place: place("(0,-1).f1"), seat: Seat::A, look: FigureLook::Lying },
                Figure { place: place("(1,0).r1"), seat: Seat::B, look: FigureLook::Builder },
            ]
        );
        let setup: Setup<Traders> = serde_json::from_str(
            r#"{"tiles": ["E@(0,-1)r2", "U@(1,0)r1"], "figures": ["A (0,-1).f1", "B (1,0).r1"]}"#,
        )
        .expect("a setup");
        let game = TradersAndBuilders::from_setup(&setup).expect("a position");
        let picture = CarcassonnePicture::from_setup(&setup);
        assert_eq!(CarcassonnePicture::from_view(&game.view(Viewer::Spectator)), picture);
        assert_eq!(picture.figures[1].look, FigureLook::Standing);
        assert!(picture.surveyors.is_empty());
    }

    #[test]
    fn may_setup_3_the_coast_and_its_surveyors_are_there_from_the_start() {
        let game = Mayflower::new(&Default::default());
        let picture = CarcassonnePicture::from_view(&game.view(Viewer::Spectator));
        assert_eq!((picture.tiles.len(), &picture.surveyors[..]), (10, &[0, 0][..]));
        assert_eq!(picture, CarcassonnePicture::from_setup(&Setup::<NewWorld>::default()));
    }

    #[test]
    fn a_setup_may_be_impossible() {
        let setup: Setup<Base> = serde_json::from_str(
            r#"{"tiles": ["C@(7,7)"], "figures": ["A (9,9).c1", "A (7,7).r3", "A (7,7).c1"]}"#,
        )
        .expect("a setup");
        let picture = CarcassonnePicture::from_setup(&setup);
        assert_eq!((picture.tiles.len(), picture.figures.len()), (2, 1));
    }

    #[test]
    fn what_may_be_done_is_lit() {
        let placing: Setup<Base> =
            serde_json::from_str(r#"{"tiles": ["E@(0,-1)r2"], "phase": {"placing": "U"}}"#).expect("a setup");
        let game = Carcassonne::from_setup(&placing).expect("a position");
        let mut picture = CarcassonnePicture::from_view(&game.view(Viewer::Spectator));
        picture.light(&game, &game.legal_actions(Seat::A));
        let mut cells: Vec<Cell> = picture.spaces.iter().map(|space| space.cell).collect();
        cells.sort_unstable();
        assert_eq!(
            cells,
            [(0, -2), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)].map(|(x, y)| Cell::new(x, y))
        );
        assert!(picture.segments.is_empty());

        let deploying: Setup<Base> =
            serde_json::from_str(r#"{"tiles": ["E@(0,-1)r2", "U@(1,0)r1"], "phase": "deploying"}"#)
                .expect("a setup");
        let game = Carcassonne::from_setup(&deploying).expect("a position");
        let mut picture = CarcassonnePicture::from_view(&game.view(Viewer::Spectator));
        picture.light(&game, &game.legal_actions(Seat::A));
        let places: Vec<Place> = picture.segments.iter().map(|target| target.place).collect();
        assert_eq!(places, ["(1,0).r1", "(1,0).f1", "(1,0).f2"].map(place));
    }

    #[test]
    fn the_tile_placed_is_marked() {
        let mut picture = CarcassonnePicture::default();
        let (cell, rotation) = (Cell::new(1, 0), Rotation::new(3));
        picture.mark(&Event::Placed { seat: Seat::A, tile: TileKind::START, cell, rotation });
        picture.mark(&Event::Passed { seat: Seat::A });
        assert_eq!(picture.last, [cell]);
    }

    #[test]
    fn the_last_tile_is_marked_but_no_start() {
        let of = |mut picture: CarcassonnePicture| {
            picture.mark_last();
            picture.last
        };
        let one: Setup<Base> =
            serde_json::from_str(r#"{"tiles": ["E@(0,-1)r2", "U@(1,0)r1"]}"#).expect("a setup");
        assert_eq!(of(CarcassonnePicture::from_setup(&one)), [Cell::new(1, 0)]);
        assert_eq!(of(CarcassonnePicture::from_setup(&Setup::<Base>::default())), []);
        assert_eq!(of(CarcassonnePicture::from_setup(&Setup::<NewWorld>::default())), []);
    }
}
