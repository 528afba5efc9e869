//! The view of one viewer: everything.

use crate::{Game, Rules};
use game::{Seat, Viewer};
use std::ops::Deref;

/// A game as a viewer sees it. Nothing in these games is hidden (`CARC-SETUP-2` hides the order of the stack, and that
/// is in no state), so a view has every question of the [`Game`] it borrows; it cannot change it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View<'a, R: Rules> {
    game: &'a Game<R>,
    viewer: Viewer,
}

impl<'a, R: Rules> View<'a, R> {
    pub(crate) fn new(game: &'a Game<R>, viewer: Viewer) -> View<'a, R> {
        View { game, viewer }
    }

    /// Returns the viewer.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The viewer's seat, if it has one.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Everything => None,
        }
    }

    /// A whole game to think with: the same position.
    #[must_use]
    pub fn imagine(&self) -> Game<R> {
        *self.game
    }
}

impl<R: Rules> Deref for View<'_, R> {
    type Target = Game<R>;
    fn deref(&self) -> &Game<R> {
        self.game
    }
}
