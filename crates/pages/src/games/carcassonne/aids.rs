//! The reading aids: everything a patient player can work out from the table. They show the owners of features, open ends, the
//! tiles that still fit, and the value of it all.
//!
//! Pure functions of a position. They query the rules and contain none themselves.

use ::carcassonne::{
    Cell, Event, FeatureId, Figure, Game, PerSeat, Place, Points, RotationSet, Rules, SegmentKind, TileKind,
};
use game::{Seat, SeatSet};

/// A feature with everything worth knowing about it.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Claim {
    /// Its name in the position.
    pub id: FeatureId,
    /// The kind of feature.
    pub kind: SegmentKind,
    /// Its segments in the order in which their tiles were placed; the first names it.
    pub segments: Vec<Place>,
    /// The number of different tiles it covers.
    pub tiles: usize,
    /// The number of edges at which it is open; for a monastery, of empty places around it.
    pub open: usize,
    /// Whether it is completed.
    pub completed: bool,
    /// Coats of arms, flags, trading posts or animals.
    pub symbols: u8,
    /// The figures on it.
    pub figures: Vec<(Seat, Figure, Place)>,
    /// The seats with the majority; empty if no figure on it counts.
    pub owners: SeatSet,
    /// For a field, the completed cities beside it, each named by its first segment.
    pub cities: Vec<Place>,
}

impl Claim {
    /// The place that names it.
    #[must_use]
    pub fn place(&self) -> Place {
        self.segments[0]
    }

    /// Returns the points it would give each owner if the game ended now; 0 for a field, see `cities`.
    #[must_use]
    pub fn worth<R: Rules>(&self, game: &Game<R>) -> u16 {
        game.value(self.id)
    }

    /// Returns the points it would give if it were completed as it lies; 0 for a field.
    #[must_use]
    pub fn worth_completed<R: Rules>(&self, game: &Game<R>) -> u16 {
        match self.kind {
            SegmentKind::Field => 0,
            _ => R::value(game, self.id, true),
        }
    }

    /// Whether a figure stands on it.
    #[must_use]
    pub fn is_occupied(&self) -> bool {
        !self.figures.is_empty()
    }

    /// Seats with their pig in this field.
    #[must_use]
    pub fn pigs(&self) -> SeatSet {
        self.figures.iter().filter(|(_, figure, _)| *figure == Figure::Pig).map(|(seat, ..)| *seat).collect()
    }
}

/// Every feature on the table, in the order in which they were begun.
#[must_use]
pub fn claims<R: Rules>(game: &Game<R>) -> Vec<Claim> {
    let land = game.land();
    // Most tiles begin one feature or two.
    let mut claims: Vec<Claim> = Vec::with_capacity(2 * land.tiles().len());
    let mut number_of: Vec<Option<usize>> = Vec::new();
    for (tile, placed) in land.indexed_tiles() {
        for index in 0..placed.kind.segments().len() {
            let id = land.feature_of(tile, index);
            if number_of.len() <= id.index() {
                number_of.resize(id.index() + 1, None);
            }
            let place = land.place_of(tile, index);
            if let Some(number) = number_of[id.index()] {
                // Start spaces share what is printed over them: named once.
                if !claims[number].segments.contains(&place) {
                    claims[number].segments.push(place);
                }
                continue;
            }
            number_of[id.index()] = Some(claims.len());
            let feature = land.feature(id);
            let kind = feature.kind();
            claims.push(Claim {
                id,
                kind,
                segments: vec![place],
                tiles: 0,
                open: match kind {
                    SegmentKind::Road | SegmentKind::City => feature.open().into(),
                    SegmentKind::Monastery => 8 - usize::from(land.neighbours(placed.cell)),
                    SegmentKind::Field => 0,
                },
                completed: game.is_completed(id),
                symbols: feature.symbols(),
                figures: Vec::new(),
                owners: game.majority(id),
                cities: Vec::new(),
            });
        }
    }
    for claim in &mut claims {
        // The segments of a tile follow one another.
        claim.tiles = claim.segments.chunk_by(|one, next| one.cell == next.cell).count();
    }
    for (seat, figure, place) in game.figures() {
        if let Some(number) = land.feature_at(place).and_then(|id| number_of[id.index()]) {
            claims[number].figures.push((seat, figure, place));
        }
    }
    for (tile, placed) in land.indexed_tiles() {
        for (index, data) in placed.kind.segments().iter().enumerate().filter(|(_, data)| data.borders != 0) {
            for city in (0..8).filter(|city| data.borders >> city & 1 == 1) {
                let city = land.feature_of(tile, city);
                if !game.is_completed(city) {
                    continue;
                }
                let city = claims[number_of[city.index()].expect("every feature is listed")].place();
                let field = number_of[land.feature_of(tile, index).index()].expect("every feature is listed");
                if !claims[field].cities.contains(&city) {
                    claims[field].cities.push(city);
                }
            }
        }
    }
    claims
}

/// The edges by which roads and cities are open: a tile's place and a side, 0 north to 3 west.
#[must_use]
pub fn open_ends<R: Rules>(game: &Game<R>) -> Vec<(Cell, usize)> {
    let land = game.land();
    let mut ends = Vec::new();
    for placed in land.tiles() {
        let (edges, ring) = (placed.kind.edges(placed.rotation), placed.kind.ring(placed.rotation));
        for side in 0..4 {
            if edges[side].is_none() {
                continue;
            }
            let data = &placed.kind.segments()[usize::from(ring[3 * side + 1])];
            let goes_on = matches!(data.kind, SegmentKind::Road | SegmentKind::City);
            if goes_on && land.tile_at(placed.cell.beside(side)).is_none() {
                ends.push((placed.cell, side));
            }
        }
    }
    ends
}

/// An empty place, and the tiles that could still be placed there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The empty cell.
    pub cell: Cell,
    /// The number of remaining tiles that fit, including the one in hand.
    pub fitting: u16,
    /// Whether none of the remaining tiles of the box fits.
    pub dead: bool,
    /// The rotations in which the tile in hand fits.
    pub rotations: RotationSet,
}

/// Every empty place beside a tile, as one reads: row by row.
#[must_use]
pub fn gaps<R: Rules>(game: &Game<R>) -> Vec<Gap> {
    let hand = game.tile_in_hand();
    let left = tiles_left(game);
    let mut gaps: Vec<Gap> = game
        .land()
        .places()
        .map(|cell| {
            let fits = |kind: TileKind| !game.land().rotations(kind, cell).is_empty();
            let of_stack: u16 = left.iter().filter(|(kind, _)| fits(*kind)).map(|(_, n)| u16::from(*n)).sum();
            let fitting = of_stack + u16::from(hand.is_some_and(fits));
            let rotations = hand.map_or(RotationSet::EMPTY, |kind| game.land().rotations(kind, cell));
            Gap { cell, fitting, dead: fitting == 0, rotations }
        })
        .collect();
    gaps.sort_unstable_by_key(|gap| gap.cell);
    gaps
}

/// The kinds of tiles of which some are left in the stack, with how many.
#[must_use]
pub fn tiles_left<R: Rules>(game: &Game<R>) -> Vec<(TileKind, u8)> {
    let kinds = game.kinds();
    kinds.iter().map(|kind| (kind, game.tiles_left(kind))).filter(|(_, left)| *left > 0).collect()
}

/// The points of every seat if the game ended now, and how the final scoring would come to them.
#[must_use]
pub fn projected<R: Rules>(game: &Game<R>) -> (PerSeat<Points>, Vec<Event>) {
    let mut events = Vec::new();
    let points = game.points_if_over(&mut events);
    (points, events)
}

/// Returns the rotations that look different: the first of each group that looks alike.
#[must_use]
pub fn distinct(kind: TileKind, rotations: RotationSet) -> Vec<::carcassonne::Rotation> {
    let mut distinct: Vec<::carcassonne::Rotation> = Vec::new();
    for rotation in rotations {
        if !distinct.iter().any(|&known| kind.looks_alike(known, rotation)) {
            distinct.push(rotation);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::carcassonne::{Base, NewWorld, Rotation, Setup, Traders};

    fn position<R: Rules>(json: &str) -> Game<R> {
        let setup: Setup<R> = serde_json::from_str(json).expect("a setup");
        Game::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    fn at(claims: &[Claim], place: &str) -> Claim {
        let place: Place = place.parse().expect("a place");
        claims.iter().find(|claim| claim.segments.contains(&place)).expect("a feature is there").clone()
    }

    /// The start tile with its city closed to the north (E), and its road going on to the east (U) with a thief on it.
    const LAND: &str = r#"{"tiles": ["E@(0,-1)r2", "U@(1,0)r1"], "figures": ["B (1,0).r1"]}"#;

    #[test]
    fn owners_open_ends_and_cities_are_seen() {
        let mut one = position::<Base>(LAND);
        let claims = claims(&one);
        let city = at(&claims, "(0,0).c1");
        assert_eq!((city.completed, city.tiles, city.open, city.worth(&one)), (true, 2, 0, 4));
        assert_eq!(city.segments.len(), 2);
        let road = at(&claims, "(1,0).r1");
        assert_eq!((road.completed, road.tiles, road.open, road.worth(&one)), (false, 2, 2, 2));
        assert_eq!(road.owners, SeatSet::one(Seat::B));
        let above = at(&claims, "(0,-1).f1");
        assert_eq!(above.cities, [city.place()]);
        let ends = open_ends(&one);
        assert_eq!(ends, [(Cell::new(0, 0), 3), (Cell::new(1, 0), 1)]);
        // Drawing a tile changes none of this.
        let tile = one.chance_outcomes().next().expect("tiles are left").0;
        one.resolve(tile, &mut ()).expect("it is due");
        assert_eq!(open_ends(&one), ends);
    }

    #[test]
    fn a_figure_is_worth_what_the_final_scoring_gives() {
        let game = position::<Base>(
            r#"{"tiles": ["E@(0,-1)r2", "U@(1,0)r1"], "figures": ["A (0,-1).f1", "B (1,0).r1"]}"#,
        );
        let (points, events) = projected(&game);
        assert_eq!((points[Seat::A].fields, points[Seat::B].roads), (3, 2));
        assert!(events.iter().any(|event| matches!(event, Event::FieldScored { cities: 1, points: 3, .. })));
        assert_eq!(game.points(Seat::A).total(), 0, "the position itself is as it was");
    }

    #[test]
    fn a_gap_counts_the_tiles_that_fit_it() {
        let stack = r#"{"tiles": ["E@(0,-1)r2"], "stack": {"A": 1, "U": 2}, "phase": {"placing": "V"}}"#;
        let game = position::<Base>(stack);
        let gaps = gaps(&game);
        assert!(gaps.windows(2).all(|pair| pair[0].cell < pair[1].cell));
        let gap = |x, y| gaps.iter().find(|gap| gap.cell == Cell::new(x, y)).expect("a gap");
        // To the east of the start tile a road goes on: A, U twice and V.
        assert_eq!((gap(1, 0).fitting, gap(1, 0).dead), (4, false));
        assert!(!gap(1, 0).rotations.is_empty());
        let none = position::<Base>(r#"{"stack": {"C": 1}, "phase": "drawing"}"#);
        let dead: Vec<Cell> = super::gaps(&none).iter().filter(|gap| gap.dead).map(|gap| gap.cell).collect();
        assert!(dead.contains(&Cell::new(1, 0)) && !dead.contains(&Cell::new(0, -1)));
    }

    #[test]
    fn turns_that_look_alike_are_one() {
        let turns = |tile: &str| {
            let kind: TileKind = tile.parse().expect("a tile");
            Rotation::ALL.iter().filter(|&&rotation| kind.looks_alike(Rotation::default(), rotation)).count()
        };
        // A monastery in a field, a city all around, a crossing of four roads; a straight road; a curve.
        for (tile, count) in [("B", 4), ("C", 4), ("X", 4), ("U", 2), ("V", 1), ("A", 1)] {
            assert_eq!(turns(tile), count, "{tile}");
        }
    }

    #[test]
    fn all_three_games_have_their_features() {
        let coast = Game::<NewWorld>::new(&Default::default());
        let claims_of_coast = claims(&coast);
        assert!(claims_of_coast.iter().any(|claim| claim.kind == SegmentKind::City));
        assert!(claims_of_coast.iter().all(|claim| !claim.is_occupied()));
        let traders = position::<Traders>(LAND);
        let road = at(&claims(&traders), "(1,0).r1");
        assert_eq!(road.figures.len(), 1);
    }
}
