//! The tiles on the table, and the features that they make: found anew by flood fill over all of them.

use super::tiles::{Kind, Land, What};

/// A tile on the table, or a start space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub kind: usize,
    pub x: i32,
    pub y: i32,
    /// Quarter turns clockwise.
    pub rotation: usize,
}

/// One segment of one piece.
pub type Part = (usize, usize);

/// Connected segments.
#[derive(Clone, Debug)]
pub struct Feature {
    pub what: What,
    pub parts: Vec<Part>,
    /// Edges of these segments beside which nothing lies.
    pub open: usize,
}

#[derive(Clone, Debug)]
pub struct Layout {
    /// In the order in which they were placed; the start tile or the start spaces come first.
    pub pieces: Vec<Piece>,
    pub features: Vec<Feature>,
    /// The piece on each place.
    grid: Vec<u8>,
    /// The feature that each segment of each piece belongs to.
    labels: Vec<Vec<usize>>,
}

/// Places to all sides of the origin that the grid has: more than there are tiles in a box.
const REACH: i32 = 110;
const WIDTH: i32 = 2 * REACH + 1;
const NOTHING: u8 = u8::MAX;

/// The neighbour beyond each edge N, E, S, W.
pub const BEYOND: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The half-edge that each half-edge Nw, Ne, En, Es, Se, Sw, Ws, Wn touches on the neighbouring tile.
const TOUCHES: [usize; 8] = [5, 4, 7, 6, 1, 0, 3, 2];

impl Layout {
    pub fn new() -> Self {
        Self {
            pieces: Vec::new(),
            features: Vec::new(),
            grid: vec![NOTHING; (WIDTH * WIDTH) as usize],
            labels: Vec::new(),
        }
    }

    fn index(x: i32, y: i32) -> usize {
        assert!(x.abs() <= REACH && y.abs() <= REACH, "({x},{y}) is too far away");
        ((y + REACH) * WIDTH + x + REACH) as usize
    }

    /// The piece that lies there.
    pub fn at(&self, x: i32, y: i32) -> Option<usize> {
        let piece = self.grid[Self::index(x, y)];
        (piece != NOTHING).then_some(piece.into())
    }

    /// Lays a piece down; the features are those of before until somebody calls `look`.
    pub fn put(&mut self, kind: usize, x: i32, y: i32, rotation: usize) -> usize {
        assert_eq!(self.at(x, y), None, "({x},{y}) is taken");
        self.grid[Self::index(x, y)] = self.pieces.len() as u8;
        self.pieces.push(Piece { kind, x, y, rotation });
        self.pieces.len() - 1
    }

    /// Empty places that share an edge with a tile or a start space (`CARC-TILE-2`, `MAY-TILE-1`).
    pub fn places_beside_tiles(&self) -> Vec<(i32, i32)> {
        let mut places = Vec::new();
        for piece in &self.pieces {
            for (dx, dy) in BEYOND {
                let (x, y) = (piece.x + dx, piece.y + dy);
                if self.at(x, y).is_none() {
                    places.push((y, x));
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|(y, x)| (x, y)).collect()
    }

    /// Whether every shared edge shows the same on both tiles (`CARC-TILE-3`).
    pub fn fits(&self, kinds: &[Kind], kind: usize, x: i32, y: i32, rotation: usize) -> bool {
        (0..4).all(|edge| {
            let (dx, dy) = BEYOND[edge];
            self.at(x + dx, y + dy).is_none_or(|other| {
                let other = self.pieces[other];
                let beyond = land(&kinds[other.kind], other.rotation, (edge + 2) % 4);
                land(&kinds[kind], rotation, edge) == beyond
            })
        })
    }

    /// Finds all features: from every segment not reached yet, walk to all that touch (`CARC-FEAT-1`).
    pub fn look(&mut self, kinds: &[Kind]) {
        const NEW: usize = usize::MAX;
        self.labels = self.pieces.iter().map(|piece| vec![NEW; kinds[piece.kind].segments.len()]).collect();
        self.features.clear();
        for piece in 0..self.pieces.len() {
            for segment in 0..kinds[self.pieces[piece].kind].segments.len() {
                if self.labels[piece][segment] != NEW {
                    continue;
                }
                let label = self.features.len();
                let mut feature = Feature {
                    what: kinds[self.pieces[piece].kind].segments[segment].what,
                    parts: vec![(piece, segment)],
                    open: 0,
                };
                self.labels[piece][segment] = label;
                let mut reached = 0;
                let mut touched = Vec::new();
                while let Some(&part) = feature.parts.get(reached) {
                    reached += 1;
                    touched.clear();
                    self.touched_by(kinds, part, &mut touched);
                    for &other in &touched {
                        match other {
                            None => feature.open += 1,
                            Some(next) if self.labels[next.0][next.1] == NEW => {
                                self.labels[next.0][next.1] = label;
                                feature.parts.push(next);
                            }
                            Some(_) => (),
                        }
                    }
                }
                self.features.push(feature);
            }
        }
    }

    /// For each contact of a segment, the segment on the other side of the edge, or `None` where nothing lies.
    fn touched_by(&self, kinds: &[Kind], (piece, segment): Part, touched: &mut Vec<Option<Part>>) {
        let here = self.pieces[piece];
        let segment = &kinds[here.kind].segments[segment];
        for &contact in &segment.contacts {
            if segment.what == What::Field {
                let half = (contact + 2 * here.rotation) % 8;
                let (dx, dy) = BEYOND[half / 2];
                touched.push(self.at(here.x + dx, here.y + dy).map(|there| {
                    let other = self.pieces[there];
                    let own = (TOUCHES[half] + 8 - 2 * other.rotation) % 8;
                    (there, kinds[other.kind].at_half[own].expect("field beside field"))
                }));
            } else {
                let edge = (contact + here.rotation) % 4;
                let (dx, dy) = BEYOND[edge];
                touched.push(self.at(here.x + dx, here.y + dy).map(|there| {
                    let other = self.pieces[there];
                    let own = (edge + 2 + 4 - other.rotation) % 4;
                    (there, kinds[other.kind].at_edge[own].expect("city beside city, road beside road"))
                }));
            }
        }
        // MAY-FEAT-2: a segment of the start board may cover several spaces.
        if let Some(board) = &segment.board {
            for (there, other) in self.pieces.iter().enumerate() {
                let same = |one: &super::tiles::Segment| one.board.as_ref() == Some(board);
                if let Some(index) = kinds[other.kind].segments.iter().position(same) {
                    touched.push(Some((there, index)));
                }
            }
        }
    }

    pub fn feature_of(&self, (piece, segment): Part) -> usize {
        self.labels[piece][segment]
    }

    /// Every feature of which this tile shows a segment, each once.
    pub fn features_of_piece(&self, piece: usize) -> Vec<usize> {
        let mut features = self.labels[piece].clone();
        features.sort_unstable();
        features.dedup();
        features
    }

    /// The pieces on which a feature lies, each once (`CARC-FEAT-5`).
    pub fn pieces_of(&self, feature: usize) -> Vec<usize> {
        let mut pieces: Vec<usize> = self.features[feature].parts.iter().map(|part| part.0).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// The pieces on the up to eight places round this one (`CARC-MON-1`, `MAY-FARM-1`).
    pub fn pieces_round(&self, piece: usize) -> Vec<usize> {
        let Piece { x, y, .. } = self.pieces[piece];
        let mut round = Vec::new();
        for dy in -1..=1 {
            for dx in -1..=1 {
                if (dx, dy) != (0, 0) {
                    round.extend(self.at(x + dx, y + dy));
                }
            }
        }
        round
    }

    /// Returns the number of the eight places round this one that are taken.
    pub fn neighbours(&self, x: i32, y: i32) -> usize {
        let round = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
        round.filter(|&(x, y)| self.at(x, y).is_some()).count()
    }

    pub fn is_completed(&self, feature: usize) -> bool {
        let Feature { what, parts, open } = &self.features[feature];
        match what {
            What::City | What::Road => *open == 0,
            What::Monastery => self.pieces_round(parts[0].0).len() == 8,
            What::Field => false,
        }
    }
}

/// Returns the terrain that a tile shows on an edge in this rotation.
fn land(kind: &Kind, rotation: usize, edge: usize) -> Land {
    kind.edges[(edge + 4 - rotation) % 4]
}
