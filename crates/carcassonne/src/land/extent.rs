//! The size of a game: arrays without heap, as long as its box needs them.

use super::{LANES, PlacedTile, SPOTS_A_WORD, Spot};
use crate::{Feature, Kinds};
use std::fmt::Debug;

/// An array of a length that depends on the game.
pub trait Store<T>: AsRef<[T]> + AsMut<[T]> + Copy + PartialEq + Debug + Send {
    /// The length.
    const LEN: usize;
    /// The array with this value everywhere.
    fn filled(value: T) -> Self;
}

impl<T: Copy + PartialEq + Debug + Send, const N: usize> Store<T> for [T; N] {
    const LEN: usize = N;
    #[inline]
    fn filled(value: T) -> Self {
        [value; N]
    }
}

/// The size of a game: the tiles of its box, and arrays long enough for them.
pub trait Extent: Copy + PartialEq + Debug + 'static {
    /// The tiles in the box.
    const KINDS: Kinds;
    /// The length of [`Extent::Grid`]. With the stride it makes a wrapped table on which two places are told apart as
    /// long as they are fewer than `STRIDE` steps from each other; connected tiles and the places beside them always
    /// are.
    const CELLS: usize;
    /// The distance between rows in the grid.
    const STRIDE: usize;
    /// One byte for every place.
    type Grid: Store<u8>;
    /// Tiles on the table, start spaces included.
    type Tiles: Store<PlacedTile>;
    /// Places beside them: `n` tiles have at most `2 n + 2`, as in a straight line.
    type Spots: Store<Spot>;
    /// Four bits for every spot: the rotations in which a tile fits there, for lists of what is legal.
    type Fits: Store<u64>;
    /// Segments of all tiles, and room for eight of them after the first segment of the last tile. One label at
    /// the end names the feature that there is not.
    type Labels: Store<u16>;
    /// One feature for each label.
    type Features: Store<Feature>;
    /// The number of tiles of each kind, padded to a multiple of eight.
    type Counts: Store<u8>;
}

/// The lengths of the arrays of a game, which follow from its box.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) tiles: usize,
    pub(crate) stride: usize,
    pub(crate) cells: usize,
    pub(crate) spots: usize,
    pub(crate) fits: usize,
    pub(crate) labels: usize,
    pub(crate) counts: usize,
}

impl Size {
    /// The size of a game with these kinds, all of them printed.
    pub(crate) const fn of(kinds: Kinds) -> Size {
        let (tiles, segments) = kinds.printed_tiles_and_segments();
        Size::new(tiles, segments, kinds.printed())
    }

    /// The size of a game with so many tiles, segments on all of them, and kinds.
    pub(crate) const fn new(tiles: usize, segments: usize, kinds: usize) -> Size {
        assert!(tiles <= 126, "a byte of the grid names a tile, or one of twice as many spots");
        // With an odd stride the places that are less than a stride away fill this table without a gap.
        let stride = (tiles + 2) | 1;
        let spots = (2 * tiles + 2).next_multiple_of(SPOTS_A_WORD);
        Size {
            tiles,
            stride,
            cells: stride * stride / 2 + 1,
            spots,
            fits: spots / SPOTS_A_WORD,
            labels: (segments + LANES + 1).next_multiple_of(16),
            counts: kinds.next_multiple_of(8),
        }
    }
}

/// Declares the arrays of a game: `extent!(Game, its kinds, its Size)`.
macro_rules! extent {
    ($Rules:ty, $kinds:expr, $size:expr) => {
        impl $crate::land::Extent for $Rules {
            const KINDS: $crate::Kinds = $kinds;
            const CELLS: usize = $size.cells;
            const STRIDE: usize = $size.stride;
            type Grid = [u8; $size.cells];
            type Tiles = [$crate::PlacedTile; $size.tiles];
            type Spots = [$crate::land::Spot; $size.spots];
            type Fits = [u64; $size.fits];
            type Labels = [u16; $size.labels];
            type Features = [$crate::Feature; $size.labels];
            type Counts = [u8; $size.counts];
        }
    };
}
pub(crate) use extent;
