//! Whether an action may be done, and if not, why: asked of the facts, apart from the lists of [`crate::legal`].

use crate::land::PlacedFigure;
use crate::{Action, Chance, ChanceKind, Game, Illegal, Phase, Reason, Rules, TileKind};
use game::{Seat, Turn};

impl<R: Rules> Game<R> {
    /// Whether `seat` may do `action` now.
    ///
    /// # Errors
    /// Why not, and the clause that stands behind it.
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.why_not(seat, action).map_err(|why| Illegal { why, clause: R::clause(&why) })
    }

    fn why_not(&self, seat: Seat, action: Action) -> Result<(), Reason> {
        if let Phase::Over(_) = self.phase {
            return Err(Reason::Over);
        }
        if seat != self.active {
            return Err(Reason::NotYourTurn { turn: self.active });
        }
        match (self.phase, action) {
            (Phase::Placing { tile }, Action::Place { cell, rotation }) => {
                self.check_place(tile, cell, rotation)
            }
            (Phase::Placing { .. }, Action::Pass) => Err(Reason::NothingToPass),
            (Phase::Deploying { cell }, Action::Deploy { figure, segment }) => {
                let tile = self.land.tile_at(cell).expect("a tile lies there");
                let kind = self.land.tile(tile).kind;
                let index = kind.index_of(segment).ok_or(Reason::NoSuchSegment { tile: kind, segment })?;
                self.check_figure(seat, PlacedFigure { seat, figure, index: index as u8 }, tile)
            }
            (Phase::Deploying { .. }, Action::Pass) => Ok(()),
            (_, Action::TakeSecond | Action::EndTurn | Action::Settle(_)) => R::check_choice(self, action),
            (Phase::Placing { tile }, _) => Err(Reason::PlaceFirst { tile }),
            (Phase::Deploying { cell }, _) => Err(Reason::FigureFirst { cell }),
            (Phase::OfferingSecond, _) => Err(Reason::SecondFirst),
            (Phase::Settling, _) => Err(Reason::SettleFirst),
            (Phase::Drawing | Phase::DrawingStart | Phase::Over(_), _) => Err(Reason::NatureFirst),
        }
    }

    /// The action as the legal list has it. The list names each building that waits to be settled once; a player may name
    /// it by any of its segments (`MAY-SCORE-8`). Every other action is its own only name.
    #[must_use]
    pub fn canonical(&self, action: Action) -> Action {
        R::canonical(self, action)
    }

    /// Whether two actions are the same on this table: equal, or the same building named by two of its segments.
    #[must_use]
    pub fn is_same_action(&self, one: Action, other: Action) -> bool {
        let building = |action| match action {
            Action::Settle(place) => self.land.feature_at(place),
            _ => None,
        };
        one == other || building(one).is_some_and(|feature| building(other) == Some(feature))
    }

    /// Whether this outcome is due and possible.
    ///
    /// # Errors
    /// Why not.
    pub fn check_chance(&self, chance: Chance) -> Result<(), Illegal> {
        let why = match (self.turn(), chance) {
            (Turn::Chance(ChanceKind::Tile), Chance::Tile(tile)) if !self.has_tile(tile) => {
                Reason::NoneLeft { tile }
            }
            (Turn::Chance(ChanceKind::Tile), Chance::Tile(_)) => return Ok(()),
            (Turn::Chance(ChanceKind::StartPlayer), Chance::StartPlayer(seat)) => {
                if seat.index() < self.seats() {
                    return Ok(());
                }
                Reason::NoSuchSeat { seat }
            }
            _ => Reason::NotDue,
        };
        Err(Illegal { why, clause: R::clause(&why) })
    }

    fn has_tile(&self, tile: TileKind) -> bool {
        self.kinds().contains(tile) && self.tiles_left(tile) > 0
    }
}
