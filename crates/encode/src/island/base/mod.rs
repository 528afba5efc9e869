//! Base Catan.

mod codes;
mod know;
mod observe;
mod worlds;

pub use know::CatanKnowledge;

use crate::code::{Choice, CodeError, Step};
use crate::encode::Encode;
use crate::layout::{Block, Information};
use crate::sink::Sink;
use catan::{Action, Catan, Event};
use game::{Draws, Seat, SeatSet, Viewer};

impl Encode for Catan {
    const LAYOUT_VERSION: u32 = 1;
    const ACTIONS: usize = codes::at::END;
    type Knowledge = CatanKnowledge;

    fn blocks() -> Vec<Block> {
        codes::blocks()
    }
    #[inline]
    fn mask(&self, me: Seat, choice: &Choice, mask: &mut [u8]) {
        codes::mask(self, me, choice, mask);
    }
    #[inline]
    fn step(&self, me: Seat, choice: &Choice, code: usize) -> Result<Step<Action>, CodeError> {
        codes::step(self, me, choice, code)
    }
    fn codes_of(&self, me: Seat, action: Action) -> Result<Vec<usize>, CodeError> {
        codes::codes_of(self, me, action)
    }
    #[inline]
    fn hear(knowledge: &mut CatanKnowledge, _: Seat, event: &Event) {
        knowledge.hear(event);
    }
    #[inline]
    fn look(&self, _: &mut CatanKnowledge, _: Seat) {}
    fn due(&self, deciding: SeatSet) -> Option<Seat> {
        crate::island::due(self, deciding)
    }
    #[inline]
    fn write(
        &self,
        me: Seat,
        choice: &Choice,
        knowledge: &CatanKnowledge,
        information: Information,
        sink: &mut impl Sink,
    ) {
        observe::write(self, me, choice, knowledge, information, sink);
    }
    fn determinize_for(&self, viewer: Viewer, knowledge: &CatanKnowledge, draws: &mut impl Draws) -> Catan {
        worlds::determinize(self, viewer, knowledge, draws)
    }
}
