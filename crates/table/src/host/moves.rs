//! The actions open to the holder of a key: copied at the table, written out elsewhere.

use super::commands::check_action;
use super::{Host, RejectReason};
use crate::keys::KeyHash;
use game::Seat;
use shelf::{AnyGame, Listed};

/// The actions open to somebody at one version of a table. The holder of this value writes out as much of it as needed, without
/// holding the table meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// The version.
    pub seq: u64,
    /// Their seat, if they have one.
    pub seat: Option<Seat>,
    /// The position, once the game has begun and unless the table is closed.
    game: Option<AnyGame>,
    /// Whether the table accepts nothing more.
    closed: bool,
}

impl<T> Host<T> {
    /// Returns the actions open to the holder of this key.
    #[must_use]
    pub fn moves_of(&self, key: KeyHash) -> Moves {
        Moves {
            seq: self.version(),
            seat: self.seat_of(key),
            game: self.table.game.filter(|_| self.table.closed.is_none()),
            closed: self.table.closed.is_some(),
        }
    }
}

impl Moves {
    /// Says whether this action could be done now, without doing it.
    ///
    /// # Errors
    /// As the table would reject the action, but for what depends on earlier commands.
    pub fn check(&self, action: &str) -> Result<(), RejectReason> {
        let seat = self.seat.ok_or(RejectReason::NotSeated)?;
        let not_started = if self.closed { RejectReason::Closed } else { RejectReason::NotStarted };
        let game = self.game.as_ref().ok_or(not_started)?;
        check_action(action)?;
        game.parse_action(seat, action).map_err(RejectReason::NotAnAction)?;
        game.check(seat, action).map_err(RejectReason::Illegal)
    }

    /// Returns the legal actions as texts, at most `limit`.
    #[must_use]
    pub fn listed(&self, limit: usize) -> Listed {
        let listed = self.seat.zip(self.game.as_ref()).map(|(seat, game)| game.listed(seat, limit));
        listed.unwrap_or_default()
    }
}
