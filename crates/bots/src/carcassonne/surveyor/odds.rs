//! The possible effects at a place of the tiles that are really left: fit it, close a road or city there, join two of them.

use carcassonne::{Game, Rotation, Rules, Terrain, TileKind};

/// The number of tiles left for each effect at a place. A tile that has the effect in some rotation counts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Chances {
    /// Fit there at all; with 0 nothing can ever fill the place.
    pub(crate) fit: f32,
    /// Fit, and what enters at this side goes no farther than to tiles that lie already.
    pub(crate) close: [f32; 4],
    /// Fit, and join what enters at two sides; see [`pair`].
    pub(crate) join: [f32; 6],
}

/// The number of a pair of different sides.
pub(crate) const fn pair(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    [0, 3, 5][low] + high - low - 1
}

/// The terrains that the sides of a place require: two bits a side from the north on, 0 where no tile lies.
pub(crate) type Signature = u8;

/// The number of a terrain in a [`Signature`].
pub(crate) const fn code(terrain: Option<Terrain>) -> u8 {
    match terrain {
        None => 0,
        Some(Terrain::Field) => 1,
        Some(Terrain::Road) => 2,
        Some(Terrain::City) => 3,
    }
}

/// A tile turned in some way.
#[derive(Clone, Copy, Debug, Default)]
struct Turned {
    edges: Signature,
    /// For each side, the sides that belong to the same segment, as bits.
    with: [u8; 4],
}

/// The tiles left, and what they can do at every place that was asked about.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    tiles: Vec<([Turned; 4], f32)>,
    known: Box<[Option<Chances>; 256]>,
}

impl Odds {
    pub(crate) fn new<R: Rules>(game: &Game<R>) -> Odds {
        Odds::of(game, |kind| game.tiles_left(kind))
    }

    /// Returns the odds as if the tile in hand were in the stack.
    pub(crate) fn before_draw<R: Rules>(game: &Game<R>) -> Odds {
        Odds::of(game, |kind| game.tiles_left(kind) + u8::from(game.tile_in_hand() == Some(kind)))
    }

    fn of<R: Rules>(game: &Game<R>, copies: impl Fn(TileKind) -> u8) -> Odds {
        let left = game.kinds().iter().filter_map(|kind| {
            let copies = copies(kind);
            let turned = |rotation| {
                let (edges, ring) = (kind.edges(rotation), kind.ring(rotation));
                let with = |side: usize| {
                    (0..4)
                        .filter(|other| ring[3 * other + 1] == ring[3 * side + 1])
                        .fold(0, |bits, n| bits | 1 << n)
                };
                let signature = (0..4).fold(0, |bits, side| bits | code(edges[side]) << (2 * side));
                Turned { edges: signature, with: std::array::from_fn(with) }
            };
            (copies > 0).then(|| (Rotation::ALL.map(turned), f32::from(copies)))
        });
        Odds { tiles: left.collect(), known: Box::new([None; 256]) }
    }

    /// Returns the number of tiles left for each effect at a place with this signature.
    pub(crate) fn at(&mut self, signature: Signature) -> Chances {
        if let Some(chances) = self.known[usize::from(signature)] {
            return chances;
        }
        let chances = self.count(signature);
        self.known[usize::from(signature)] = Some(chances);
        chances
    }

    fn count(&self, signature: Signature) -> Chances {
        let asked = |side: usize| signature >> (2 * side) & 3;
        let lies = (0..4).filter(|&side| asked(side) != 0).fold(0u8, |bits, side| bits | 1 << side);
        let mask = (0..4).fold(0u8, |bits, side| bits | if asked(side) == 0 { 0 } else { 3 << (2 * side) });
        let mut chances = Chances::default();
        for (turns, copies) in &self.tiles {
            let (mut fits, mut closes, mut joins) = (false, 0u8, 0u8);
            for turned in turns.iter().filter(|turned| turned.edges & mask == signature) {
                fits = true;
                for side in (0..4).filter(|&side| asked(side) > 1) {
                    closes |= u8::from(turned.with[side] & !lies == 0) << side;
                    for other in side + 1..4 {
                        let joined = asked(other) == asked(side) && turned.with[side] >> other & 1 == 1;
                        joins |= u8::from(joined) << pair(side, other);
                    }
                }
            }
            chances.fit += f32::from(u8::from(fits)) * copies;
            for side in 0..4 {
                chances.close[side] += f32::from(closes >> side & 1) * copies;
            }
            for pair in 0..6 {
                chances.join[pair] += f32::from(joins >> pair & 1) * copies;
            }
        }
        chances
    }
}
