//! The three games of tiles.
//!
//! Their table has no border, so a code does not name a place by its coordinates. Empty places beside tiles are numbered in the
//! order of the table ([`carcassonne::Land::places`]): a new place gets the next number; when a tile is laid on one, the
//! place with the highest number takes over its number. The observation describes each place under its number.

mod codes;
mod games;
mod observe;

pub(crate) use games::TileGame;

use crate::code::{Choice, CodeError, Step};
use crate::encode::Encode;
use crate::layout::{Block, Information};
use crate::sink::Sink;
use carcassonne::{Action, Event, Game};
use game::{Draws, Seat, Viewer};
use shelf::ActionsOnShelf;

impl<R: TileGame> Encode for Game<R>
where
    Game<R>: ActionsOnShelf + game::Game<Action = Action, Event = Event>,
{
    const LAYOUT_VERSION: u32 = 1;
    const ACTIONS: usize = R::END;
    /// Nothing is hidden, so there is nothing to count.
    type Knowledge = ();

    fn has_layout(&self) -> bool {
        self.kinds() == R::KINDS
    }
    fn blocks() -> Vec<Block> {
        codes::blocks::<R>()
    }
    #[inline]
    fn mask(&self, me: Seat, _: &Choice, mask: &mut [u8]) {
        codes::mask(self, me, mask);
    }
    #[inline]
    fn step(&self, me: Seat, _: &Choice, code: usize) -> Result<Step<Action>, CodeError> {
        codes::step(self, me, code)
    }
    fn codes_of(&self, _: Seat, action: Action) -> Result<Vec<usize>, CodeError> {
        codes::codes_of(self, action)
    }
    fn hear((): &mut (), _: Seat, _: &Event) {}
    fn look(&self, (): &mut (), _: Seat) {}
    #[inline]
    fn write(&self, me: Seat, _: &Choice, (): &(), _: Information, sink: &mut impl Sink) {
        observe::write(self, me, sink);
    }
    fn determinize_for(&self, _: Viewer, (): &(), _: &mut impl Draws) -> Game<R> {
        *self
    }
}
