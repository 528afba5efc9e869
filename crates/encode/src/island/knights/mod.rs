//! Cities & Knights.

mod at;
mod codes;
mod hear;
mod know;
mod observe;
mod options;
mod sequence;
mod worlds;

pub use know::KnightsKnowledge;

use crate::code::{Choice, CodeError, Step};
use crate::encode::Encode;
use crate::layout::{Block, Information};
use crate::sink::Sink;
use catan::cities_and_knights::{Action, CitiesAndKnights, Event};
use game::{Draws, Seat, SeatSet, Viewer};

impl Encode for CitiesAndKnights {
    const LAYOUT_VERSION: u32 = 2;
    const ACTIONS: usize = at::END;
    type Knowledge = KnightsKnowledge;

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
    fn hear(knowledge: &mut KnightsKnowledge, _: Seat, event: &Event) {
        knowledge.hear(event);
    }
    #[inline]
    fn look(&self, knowledge: &mut KnightsKnowledge, me: Seat) {
        knowledge.look(self, me);
    }
    fn due(&self, deciding: SeatSet) -> Option<Seat> {
        crate::island::due(self, deciding)
    }
    #[inline]
    fn write(
        &self,
        me: Seat,
        choice: &Choice,
        knowledge: &KnightsKnowledge,
        information: Information,
        sink: &mut impl Sink,
    ) {
        observe::write(self, me, choice, knowledge, information, sink);
    }
    fn determinize_for(&self, viewer: Viewer, knowledge: &KnightsKnowledge, draws: &mut impl Draws) -> Self {
        worlds::determinize(self, viewer, knowledge, draws)
    }
}
