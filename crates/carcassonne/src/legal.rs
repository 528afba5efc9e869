//! Everything that may be done now, as one flat value.

use crate::land::Fit;
use crate::{Action, Cell, Deployable, Figure, Game, Phase, Place, Rules, SegmentSet, TileKind};
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
enum List<R: Rules> {
    Nothing,
    Place { fits: R::Fits, len: u8, placements: u16 },
    Deploy { tile: TileKind, deployable: Deployable },
    Choose(Choices),
}

impl<R: Rules> Game<R> {
    /// Everything that `seat` may do now.
    #[must_use]
    #[inline]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions<R> {
        if seat != self.active {
            return LegalActions(List::Nothing);
        }
        LegalActions(match self.phase {
            Phase::Placing { tile } => {
                let (fits, len, placements) = self.land.fits(tile);
                List::Place { fits, len, placements }
            }
            Phase::Deploying { cell } => {
                let tile = self.land.tile_at(cell).expect("a tile lies there");
                List::Deploy { tile: self.land.tiles()[tile].kind, deployable: R::deployable(self, tile) }
            }
            Phase::OfferingSecond | Phase::Settling => List::Choose(R::choices(self)),
            Phase::Drawing | Phase::DrawingStart | Phase::Over(_) => List::Nothing,
        })
    }

    /// What may be deployed on the tile just placed; nothing in another phase.
    #[must_use]
    pub fn deployable(&self) -> Deployable {
        match self.phase {
            Phase::Deploying { cell } => {
                R::deployable(self, self.land.tile_at(cell).expect("a tile lies there"))
            }
            _ => Deployable::default(),
        }
    }
}

impl<R: Rules> LegalActions<R> {
    /// How many.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            List::Nothing => 0,
            List::Place { placements, .. } => usize::from(*placements),
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
            List::Place { fits, len, .. } => {
                let mut left = n;
                for fit in &fits.as_ref()[..usize::from(*len)] {
                    let here = fit.rotations.len();
                    if left < here {
                        let rotation = fit.rotations.get(left)?;
                        return Some(Action::Place { cell: fit.cell, rotation });
                    }
                    left -= here;
                }
                None
            }
            List::Deploy { tile, deployable } => {
                let mut left = n;
                for figure in Figure::ALL {
                    let segments = deployable.of(figure);
                    if left < segments.len() {
                        let segment = tile.segments()[segments.get(left)?].id;
                        return Some(Action::Deploy { figure, segment });
                    }
                    left -= segments.len();
                }
                (left == 0).then_some(Action::Pass)
            }
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
            (List::Place { fits, len, .. }, Action::Place { cell, rotation }) => {
                let fits = &fits.as_ref()[..usize::from(*len)];
                fits.iter().any(|fit| fit.cell == cell && fit.rotations.contains(rotation))
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
    pub fn placements(&self) -> &[Fit] {
        match &self.0 {
            List::Place { fits, len, .. } => &fits.as_ref()[..usize::from(*len)],
            _ => &[],
        }
    }
}

impl<R: Rules> IntoIterator for LegalActions<R> {
    type Item = Action;
    type IntoIter = IntoIter<R>;
    fn into_iter(self) -> IntoIter<R> {
        IntoIter { list: self, fit: 0, turn: 0, n: 0 }
    }
}

/// The actions in the order of the list.
#[derive(Clone, Debug)]
pub struct IntoIter<R: Rules> {
    list: LegalActions<R>,
    fit: usize,
    turn: usize,
    n: usize,
}

impl<R: Rules> Iterator for IntoIter<R> {
    type Item = Action;
    fn next(&mut self) -> Option<Action> {
        if !matches!(self.list.0, List::Place { .. }) {
            self.n += 1;
            return self.list.get(self.n - 1);
        }
        loop {
            let fit = self.list.placements().get(self.fit)?;
            if let Some(rotation) = fit.rotations.get(self.turn) {
                self.turn += 1;
                return Some(Action::Place { cell: fit.cell, rotation });
            }
            (self.fit, self.turn) = (self.fit + 1, 0);
        }
    }
}
