//! The kinds of tiles in a box.

use super::{TileKind, tables};

/// The kinds of tiles in a box: a range of all kinds, and in Mayflower those that its owner described (`MAY-OPT-KINDS`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    first: u16,
    end: u16,
    described: Described,
}

/// The kinds of a box that its owner described, sorted by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Described {
    kinds: [TileKind; Described::MAX],
    len: u8,
}

impl Described {
    /// The most described kinds of one box.
    pub(crate) const MAX: usize = 10;
    /// None.
    pub(crate) const NONE: Described = Described { kinds: [TileKind::START; Described::MAX], len: 0 };

    /// These kinds, which are at most [`Described::MAX`].
    pub(crate) fn of(mut kinds: Vec<TileKind>) -> Described {
        kinds.sort_unstable();
        let mut described = Described { len: kinds.len() as u8, ..Described::NONE };
        described.kinds[..kinds.len()].copy_from_slice(&kinds);
        described
    }

    pub(crate) fn as_slice(&self) -> &[TileKind] {
        &self.kinds[..usize::from(self.len)]
    }

    /// The position of a kind. A text names it by its id alone, so that another game may have been meant.
    #[cold]
    #[inline(never)]
    fn position(&self, kind: TileKind) -> Option<usize> {
        if !kind.is_described() {
            return None;
        }
        let kinds = self.as_slice();
        let same = kinds.iter().position(|&own| own == kind);
        same.or_else(|| kinds.iter().position(|own| own.id() == kind.id()))
    }

    #[cold]
    #[inline(never)]
    fn get(&self, n: usize) -> TileKind {
        self.as_slice()[n]
    }
}

impl Kinds {
    /// The 24 kinds of the base game.
    pub const BASE: Kinds = Kinds::range(tables::BASE.0, tables::BASE.1);
    /// The base game and the 24 tiles of Traders & Builders.
    pub const TRADERS_AND_BUILDERS: Kinds = Kinds::range(tables::BASE.0, tables::TRADERS.1);
    /// The kinds of Mayflower, a reconstruction (`rulebook/tiles/README.md`).
    pub const MAYFLOWER: Kinds = Kinds::range(tables::MAYFLOWER.0, tables::MAYFLOWER.1);

    const fn range(first: u16, end: u16) -> Kinds {
        Kinds { first, end, described: Described::NONE }
    }

    /// With these kinds behind its own.
    #[inline]
    pub(crate) const fn with(self, described: Described) -> Kinds {
        Kinds { described, ..self }
    }

    /// The number of its kinds without those that were described.
    #[inline]
    pub(crate) const fn printed(self) -> usize {
        (self.end - self.first) as usize
    }

    /// Returns the number of kinds.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.printed() + self.described.len as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether this kind is in the box. A described kind is known by its id.
    #[must_use]
    #[inline]
    pub fn contains(self, kind: TileKind) -> bool {
        self.find(kind).is_some()
    }

    /// The kind number `n` of the box.
    ///
    /// # Panics
    /// If there are not that many.
    #[must_use]
    #[inline]
    pub fn get(self, n: usize) -> TileKind {
        if n < self.printed() {
            TileKind(self.first + n as u16)
        } else {
            self.described.get(n - self.printed())
        }
    }

    /// Returns the index of a kind in the box, from 0; `None` if the box does not hold it. A described kind is known by its id.
    #[must_use]
    #[inline]
    pub fn find(self, kind: TileKind) -> Option<usize> {
        self.find_printed(kind).or_else(|| self.described.position(kind).map(|n| self.printed() + n))
    }

    /// Returns the index of a kind among those that were not described.
    #[inline]
    pub(crate) fn find_printed(self, kind: TileKind) -> Option<usize> {
        (self.first <= kind.0 && kind.0 < self.end).then(|| usize::from(kind.0 - self.first))
    }

    /// Returns the index of a kind in the box, from 0.
    ///
    /// # Panics
    /// If the box does not hold it.
    #[must_use]
    #[inline]
    pub fn index(self, kind: TileKind) -> usize {
        self.find(kind).unwrap_or_else(|| panic!("the box does not hold {kind}"))
    }

    /// The kind of this box that a text names, where it may be one that another game calls the same.
    #[inline]
    pub(crate) fn own(self, kind: TileKind) -> TileKind {
        if kind.is_described() { self.find(kind).map_or(kind, |n| self.get(n)) } else { kind }
    }

    /// The ids of the kinds with how many copies the box has of each.
    pub(crate) const fn counts<const N: usize>(self) -> [(&'static str, u8); N] {
        assert!(N == self.len());
        let mut counts = [("", 0); N];
        let mut n = 0;
        while n < N {
            let row = TileKind(self.first + n as u16).printed();
            counts[n] = (row.id, row.copies);
            n += 1;
        }
        counts
    }

    /// All kinds, in their order.
    pub fn iter(self) -> impl Iterator<Item = TileKind> {
        (0..self.len()).map(move |n| self.get(n))
    }

    /// Returns the number of tiles in the box, the start tile included.
    #[must_use]
    pub fn tiles(self) -> usize {
        self.iter().map(|kind| usize::from(kind.copies())).sum()
    }
}
