//! The encoding of a game as numbers: observations, masks and codes.

use crate::code::{Choice, CodeError, Step};
use crate::layout::{Array, Block, Information, Layout};
use crate::sink::{Names, Values};
use game::{Draws, Seat, SeatSet, Viewer};
use shelf::ActionsOnShelf;
use std::fmt::Debug;

/// A game encoded as numbers.
///
/// Nothing here allocates except what returns text or a layout, and [`Encode::determinize`] if a game has secrets. `me` is always
/// the seat that observes or acts, one of those that play; [`crate::AnyTracked`] checks that.
pub trait Encode: ActionsOnShelf {
    /// The version of its layouts.
    const LAYOUT_VERSION: u32;
    /// The size of its action space.
    const ACTIONS: usize;
    /// The counted knowledge of a seat. The default is the knowledge of a newcomer: it makes no mistake, it only knows less. It
    /// serialises to a document for storage ([`crate::Tracked::memory`]).
    type Knowledge: Copy
        + PartialEq
        + Default
        + Debug
        + Send
        + Sync
        + serde::Serialize
        + serde::de::DeserializeOwned
        + 'static;

    /// Whether the game has a layout. It has none if its box describes kinds of tiles of its own, for which no layout has a row
    /// (`MAY-OPT-KINDS`).
    fn has_layout(&self) -> bool {
        true
    }
    /// The blocks of the action space.
    fn blocks() -> Vec<Block>;

    /// Writes the mask of the codes that the seat may play next: 1 for each of them and 0 elsewhere; all 0 for a seat that cannot
    /// act.
    ///
    /// # Panics
    /// If `mask` does not have [`Encode::ACTIONS`] bytes.
    fn mask(&self, me: Seat, choice: &Choice, mask: &mut [u8]);
    /// Returns the effect of a code.
    ///
    /// # Errors
    /// If the mask does not allow it, with the reason.
    fn step(&self, me: Seat, choice: &Choice, code: usize) -> Result<Step<Self::Action>, CodeError>;
    /// Returns the codes that make an action, in order.
    ///
    /// # Errors
    /// If it has none: an offer that is not in the menu, or an action that is impossible now.
    fn codes_of(&self, me: Seat, action: Self::Action) -> Result<Vec<usize>, CodeError>;

    /// Updates a seat's knowledge with an event. `event` must be redacted for `me` ([`game::Game::redact`]).
    fn hear(knowledge: &mut Self::Knowledge, me: Seat, event: &Self::Event);
    /// Updates a seat's knowledge with its view of the table: it remembers hands that it is shown for a while. Cheap; meant for
    /// each decision of the seat.
    fn look(&self, knowledge: &mut Self::Knowledge, me: Seat);

    /// The seat that acts next where one must be named, of those that decide now.
    fn due(&self, deciding: SeatSet) -> Option<Seat> {
        deciding.lowest()
    }

    /// Writes the observation into a sink.
    #[doc(hidden)]
    fn write(
        &self,
        me: Seat,
        choice: &Choice,
        knowledge: &Self::Knowledge,
        information: Information,
        sink: &mut impl crate::sink::Sink,
    );
    /// Some position, to ask for the names of channels.
    #[doc(hidden)]
    fn some_position() -> Self {
        Self::new(&Self::Options::default())
    }

    /// Writes the seat's observation, as [`Encode::arrays`] describes it.
    ///
    /// # Panics
    /// If `out` does not have the size of the layout.
    fn observe(
        &self,
        me: Seat,
        choice: &Choice,
        knowledge: &Self::Knowledge,
        information: Information,
        out: &mut [f32],
    ) {
        out.fill(0.0);
        let mut values = Values::new(out);
        self.write(me, choice, knowledge, information, &mut values);
        values.finish();
    }
    /// The arrays of the observation.
    fn arrays(information: Information) -> Vec<Array> {
        let mut names = Names::default();
        let position = Self::some_position();
        position.write(Seat::A, &Choice::NONE, &Self::Knowledge::default(), information, &mut names);
        names.finish()
    }
    /// Builds the layout; [`crate::layout()`] caches it.
    fn make_layout(information: Information) -> Layout {
        Layout::new(Self::KIND, Self::LAYOUT_VERSION, information, Self::blocks(), Self::arrays(information))
    }

    /// A random world that agrees with all that the seat knows: its view has the same document, byte for byte, and it may
    /// do the same. What is hidden is drawn from the distribution that `docs/encodings.md` gives. A game without secrets
    /// is its own world, and so is one that is over.
    #[must_use]
    fn determinize(&self, me: Seat, knowledge: &Self::Knowledge, draws: &mut impl Draws) -> Self {
        self.determinize_for(Viewer::Seat(me), knowledge, draws)
    }
    /// A random world that agrees with all that the viewer knows, like [`Encode::determinize`] for a seat. It depends on
    /// nothing that the viewer does not see, unless the game is over.
    #[must_use]
    fn determinize_for(&self, viewer: Viewer, knowledge: &Self::Knowledge, draws: &mut impl Draws) -> Self;
}
