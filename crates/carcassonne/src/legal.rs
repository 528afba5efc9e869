//! The legal actions, as one flat value.

use crate::land::{Fit, SPOTS_A_WORD, Spot};
use crate::{
    Action, Cell, Deployable, Game, Phase, Place, Rotation, RotationSet, Rules, SegmentSet, Store, TileKind,
};
use game::Seat;
use std::fmt::Debug;

/// Decisions that only one of the games has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Whether the second tile is offered.
    pub(crate) second: bool,
    /// Buildings one of which is settled next.
    pub(crate) settle: [Place; 16],
    pub(crate) settle_len: u8,
}

impl Default for Choices {
    fn default() -> Choices {
        let nowhere = Place { cell: Cell::new(0, 0), segment: TileKind::START.segments()[0].id };
        Choices { second: false, settle: [nowhere; 16], settle_len: 0 }
    }
}

/// The actions of a seat. Order: placements by place, as the table lists them, and rotation; figures by kind, then by
/// segment, then passing; what is offered; buildings in the order they were found.
#[derive(Clone, Copy, Debug)]
pub struct LegalActions<R: Rules>(List<R>);

#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant)] // without a heap the longest list decides
enum List<R: Rules> {
    Nothing,
    /// The spots, four bits of `fits` for each of them, and how many of these bits are set.
    Place {
        spots: R::Spots,
        fits: R::Fits,
        len: u16,
    },
    Deploy {
        tile: TileKind,
        deployable: Deployable,
    },
    Choose(Choices),
}

impl<R: Rules> Game<R> {
    /// Returns the legal actions of `seat`.
    #[must_use]
    #[inline]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions<R> {
        if seat != self.active {
            return LegalActions(List::Nothing);
        }
        match self.phase {
            Phase::Placing { tile } => {
                let spots = *self.land.all_spots();
                let mut legal = LegalActions(List::Place { spots, fits: R::Fits::filled(0), len: 0 });
                // Written where it stays: a list made elsewhere would be moved here.
                if let List::Place { fits, len, .. } = &mut legal.0 {
                    *len = self.land.fits(tile, fits);
                }
                legal
            }
            Phase::Deploying { cell } => {
                let tile = self.tile_for_figure(cell);
                let deployable = R::deployable(self, tile);
                LegalActions(List::Deploy { tile: self.land.tile(tile).kind, deployable })
            }
            Phase::OfferingSecond | Phase::Settling => LegalActions(List::Choose(R::choices(self))),
            Phase::Drawing | Phase::DrawingStart | Phase::Over(_) => LegalActions(List::Nothing),
        }
    }

    /// Returns the figures that may be deployed on the tile just placed; none in another phase.
    #[must_use]
    pub fn deployable(&self) -> Deployable {
        match self.phase {
            Phase::Deploying { cell } => R::deployable(self, self.tile_for_figure(cell)),
            _ => Deployable::default(),
        }
    }
}

impl<R: Rules> LegalActions<R> {
    /// Returns the number of actions.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            List::Nothing => 0,
            List::Place { len, .. } => usize::from(*len),
            List::Deploy { deployable, .. } => deployable.len() + 1,
            List::Choose(choices) => 2 * usize::from(choices.second) + usize::from(choices.settle_len),
        }
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The action number `n`, in the order of the list.
    #[must_use]
    #[inline]
    pub fn get(&self, n: usize) -> Option<Action> {
        match &self.0 {
            List::Nothing => None,
            List::Place { spots, fits, len } => {
                (n < usize::from(*len)).then(|| placement::<R>(spots, select(fits.as_ref(), n)))
            }
            List::Deploy { tile, deployable } => match deployable.get(n) {
                Some((figure, index)) => Some(Action::Deploy { figure, segment: tile.segments()[index].id }),
                None => (n == deployable.len()).then_some(Action::Pass),
            },
            List::Choose(choices) => match n {
                0 if choices.second => Some(Action::TakeSecond),
                1 if choices.second => Some(Action::EndTurn),
                _ => choices.settle[..usize::from(choices.settle_len)].get(n).copied().map(Action::Settle),
            },
        }
    }

    /// Whether an action is among them.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        match (&self.0, action) {
            (List::Place { .. }, Action::Place { cell, rotation }) => {
                self.placements().iter().any(|fit| fit.cell == cell && fit.rotations.contains(rotation))
            }
            (List::Deploy { tile, deployable }, Action::Deploy { figure, segment }) => {
                let contains = |segments: SegmentSet, index| segments.contains(index);
                tile.index_of(segment).is_some_and(|index| contains(deployable.of(figure), index))
            }
            (List::Deploy { .. }, Action::Pass) => true,
            (List::Choose(choices), Action::TakeSecond | Action::EndTurn) => choices.second,
            (List::Choose(choices), Action::Settle(place)) => {
                choices.settle[..usize::from(choices.settle_len)].contains(&place)
            }
            _ => false,
        }
    }

    /// The places with the rotations that fit, while a tile is to be placed; otherwise none.
    #[must_use]
    pub fn placements(&self) -> Placements<'_, R> {
        Placements(self)
    }
}

/// The places where a tile fits, each with the rotations.
#[derive(Clone, Copy, Debug)]
pub struct Placements<'a, R: Rules>(&'a LegalActions<R>);

impl<'a, R: Rules> Placements<'a, R> {
    /// One by one, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = Fit> + 'a {
        let (spots, fits): (&[Spot], &[u64]) = match &self.0.0 {
            List::Place { spots, fits, .. } => (spots.as_ref(), fits.as_ref()),
            _ => (&[], &[]),
        };
        let rotations = |n: usize| {
            RotationSet::from_bits((fits[n / SPOTS_A_WORD] >> (4 * (n % SPOTS_A_WORD)) & 15) as u8)
        };
        let fit = move |(n, spot): (usize, &Spot)| Fit { cell: spot.cell(), rotations: rotations(n) };
        spots.iter().enumerate().map(fit).filter(|fit| !fit.rotations.is_empty())
    }
}

/// The placement that a bit of the list stands for.
#[inline]
fn placement<R: Rules>(spots: &R::Spots, bit: usize) -> Action {
    Action::Place { cell: spots.as_ref()[bit / 4].cell(), rotation: Rotation::new(bit % 4) }
}

/// The set bit number `n`; there must be more than `n`.
#[inline]
fn select(words: &[u64], n: usize) -> usize {
    // Every word is looked at, so that there is nothing to predict.
    let (mut end, mut before, mut word) = (0, 0, 0);
    for bits in words {
        end += bits.count_ones() as usize;
        let is_before = end <= n;
        word += usize::from(is_before);
        before = if is_before { end } else { before };
    }
    let mut bits = words[word];
    for _ in before..n {
        bits &= bits - 1;
    }
    64 * word + bits.trailing_zeros() as usize
}

impl<R: Rules> IntoIterator for LegalActions<R> {
    type Item = Action;
    type IntoIter = IntoIter<R>;
    fn into_iter(self) -> IntoIter<R> {
        IntoIter { list: self, word: 0, n: 0 }
    }
}

/// The actions in the order of the list.
#[derive(Clone, Debug)]
pub struct IntoIter<R: Rules> {
    list: LegalActions<R>,
    /// While a tile is to be placed: before this word all bits are taken out of the list.
    word: usize,
    /// Otherwise: the number of the next action.
    n: usize,
}

impl<R: Rules> Iterator for IntoIter<R> {
    type Item = Action;
    fn next(&mut self) -> Option<Action> {
        let List::Place { spots, fits, .. } = &mut self.list.0 else {
            self.n += 1;
            return self.list.get(self.n - 1);
        };
        loop {
            let bits = fits.as_mut().get_mut(self.word)?;
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(placement::<R>(spots, 64 * self.word + bit));
            }
            self.word += 1;
        }
    }
}
