//! The kinds of tiles in a box.

use super::{TileKind, tables};

/// The kinds of tiles in a box: sets of the rulebook's data, and in Mayflower those that its owner described
/// (`MAY-OPT-KINDS`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// The first number of each set and the one behind it, in ascending order; what is unused is empty. Sets with numbers
    /// next to each other are one.
    sets: [(u16, u16); Kinds::SETS_MAX],
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
    /// The most sets that are apart from each other by their numbers.
    const SETS_MAX: usize = 4;

    /// The 24 kinds of the base game.
    pub const BASE: Kinds = Kinds::set(tables::BASE);
    /// The 24 kinds that Traders & Builders adds.
    pub const TRADERS: Kinds = Kinds::set(tables::TRADERS_AND_BUILDERS);
    /// The base game and the 24 tiles of Traders & Builders.
    pub const TRADERS_AND_BUILDERS: Kinds = Kinds::BASE.union(Kinds::TRADERS);
    /// The kinds of Mayflower, a reconstruction (`rulebook/tiles/README.md`).
    pub const MAYFLOWER: Kinds = Kinds::set(tables::MAYFLOWER);

    const fn set(set: (u16, u16)) -> Kinds {
        Kinds { sets: [set, (0, 0), (0, 0), (0, 0)], described: Described::NONE }
    }

    /// The kinds of two boxes together: its own, then those of `other`, which come later in the data.
    ///
    /// # Panics
    /// If `other` does not come later, or the sets lie in too many places.
    #[must_use]
    pub const fn union(mut self, other: Kinds) -> Kinds {
        let mut last = 0;
        while last + 1 < Kinds::SETS_MAX && self.sets[last + 1].1 > 0 {
            last += 1;
        }
        let mut n = 0;
        while n < Kinds::SETS_MAX && other.sets[n].1 > 0 {
            let (first, end) = other.sets[n];
            assert!(self.sets[last].1 <= first, "the sets of a box are joined in the order of their numbers");
            if self.sets[last].1 == first {
                self.sets[last].1 = end;
            } else {
                last += 1;
                self.sets[last] = (first, end);
            }
            n += 1;
        }
        self
    }

    /// With these kinds behind its own.
    #[inline]
    pub(crate) const fn with(self, described: Described) -> Kinds {
        Kinds { described, ..self }
    }

    /// The number of its kinds without those that were described.
    #[inline]
    pub(crate) const fn printed(self) -> usize {
        let [a, b, c, d] = self.sets;
        (a.1 - a.0 + (b.1 - b.0) + (c.1 - c.0) + (d.1 - d.0)) as usize
    }

    /// The kind number `n` of those that were not described, if there are so many.
    #[inline]
    const fn printed_at(self, n: usize) -> Option<TileKind> {
        let (mut n, mut set) = (n, 0);
        while set < Kinds::SETS_MAX && self.sets[set].1 > 0 {
            let (first, end) = self.sets[set];
            let here = (end - first) as usize;
            if n < here {
                return Some(TileKind(first + n as u16));
            }
            n -= here;
            set += 1;
        }
        None
    }

    /// Returns how many tiles of its printed kinds the box holds, and how many segments they have all together.
    pub(crate) const fn printed_tiles_and_segments(self) -> (usize, usize) {
        let (mut tiles, mut segments, mut n) = (0, 0, 0);
        while let Some(kind) = self.printed_at(n) {
            let row = kind.printed();
            tiles += row.copies as usize;
            segments += row.copies as usize * row.segments.len();
            n += 1;
        }
        (tiles, segments)
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
        match self.printed_at(n) {
            Some(kind) => kind,
            None => self.described.get(n - self.printed()),
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
        let mut before = 0;
        for (first, end) in self.sets {
            if first <= kind.0 && kind.0 < end {
                return Some(before + usize::from(kind.0 - first));
            }
            before += usize::from(end - first);
        }
        None
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
        while let Some(kind) = self.printed_at(n) {
            let row = kind.printed();
            counts[n] = (row.id, row.copies);
            n += 1;
        }
        counts
    }

    /// All kinds, in their order.
    pub fn iter(self) -> impl Iterator<Item = TileKind> {
        let printed = self.sets.into_iter().flat_map(|(first, end)| (first..end).map(TileKind));
        let Described { kinds, len } = self.described;
        printed.chain(kinds.into_iter().take(len.into()))
    }

    /// Returns the number of tiles in the box, the start tile included.
    #[must_use]
    pub fn tiles(self) -> usize {
        self.iter().map(|kind| usize::from(kind.copies())).sum()
    }
}

#[cfg(test)]
impl Kinds {
    /// The kind of the expansion that only the tests of [`crate::expansion`] know.
    pub(crate) const WELLS: Kinds = Kinds::set(tables::WELLS);
}
