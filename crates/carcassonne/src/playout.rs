//! Random play to the end without lists: the kernel of searches that roll games out.

use crate::land::PlacedFigure;
use crate::{Game, Phase, Rules};
use game::{Draws, Observer, Outcome, Turn};

impl<R: Rules> Game<R> {
    /// Plays on to the end, every decision uniform among the listed actions, nature as the rules have it: the same
    /// distribution as drawing from [`Game::legal_actions`], without making the list.
    pub fn play_out(&mut self, draws: &mut impl Draws) -> Outcome {
        loop {
            match self.phase {
                Phase::Drawing | Phase::DrawingStart => {
                    let chance = self.draw(draws);
                    self.resolve_unchecked(chance, &mut ());
                }
                Phase::Placing { tile } => {
                    // A place beside the tiles and a rotation, again and again until they fit: every placement is as
                    // likely as any other.
                    let spots = self.land.spots_len() as u32;
                    let (cell, rotation) = loop {
                        let n = draws.below(4 * spots) as usize;
                        let fit = self.land.fit(tile, n / 4);
                        let rotation = crate::Rotation::new(n % 4);
                        if fit.rotations.contains(rotation) {
                            break (fit.cell, rotation);
                        }
                    };
                    self.place_tile(tile, cell, rotation, &mut ());
                }
                Phase::Deploying { cell } => {
                    let tile = self.tile_for_figure(cell);
                    let deployable = R::deployable(self, tile);
                    match deployable.get(draws.below(deployable.len() as u32 + 1) as usize) {
                        Some((figure, index)) => {
                            let placed = PlacedFigure { seat: self.active, figure, index: index as u8 };
                            self.deploy(tile, placed, &mut ());
                        }
                        None => R::deployed(self, &mut ()),
                    }
                }
                Phase::OfferingSecond | Phase::Settling => {
                    let legal = self.legal_actions(self.active);
                    let action =
                        legal.get(draws.below(legal.len() as u32) as usize).expect("below its length");
                    self.play_unchecked(self.active, action, &mut ());
                }
                Phase::Over(outcome) => return outcome,
            }
        }
    }

    /// Plays on to the end by drawing from the lists; `observer` gets the events.
    pub fn play_out_by_list(
        &mut self,
        draws: &mut impl Draws,
        observer: &mut impl Observer<crate::Event>,
    ) -> Outcome {
        loop {
            match self.turn() {
                Turn::Chance(_) => {
                    let chance = self.draw(draws);
                    self.resolve_unchecked(chance, observer);
                }
                Turn::Decide(_) => {
                    let legal = self.legal_actions(self.active);
                    let action =
                        legal.get(draws.below(legal.len() as u32) as usize).expect("below its length");
                    self.play_unchecked(self.active, action, observer);
                }
                Turn::Over(outcome) => return outcome,
            }
        }
    }
}
