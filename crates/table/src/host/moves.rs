//! What the holder of a key may do now: copied at the table, written out elsewhere.

use super::Host;
use crate::keys::KeyHash;
use game::Seat;
use shelf::{AnyGame, Listed};

/// What somebody may do at one version of a table. Whoever has it writes as much of it out as is wanted, and holds no
/// table meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// The version.
    pub seq: u64,
    /// Their seat, if they have one.
    pub seat: Option<Seat>,
    /// The position, while the game goes on.
    game: Option<AnyGame>,
}

impl<T> Host<T> {
    /// What the holder of this key may do now.
    #[must_use]
    pub fn moves_of(&self, key: KeyHash) -> Moves {
        Moves {
            seq: self.version(),
            seat: self.seat_of(key),
            game: self.table.game.filter(|_| !self.table.closed),
        }
    }
}

impl Moves {
    /// At most so many of them as texts.
    #[must_use]
    pub fn listed(&self, limit: usize) -> Listed {
        let listed = self.seat.zip(self.game.as_ref()).map(|(seat, game)| game.listed(seat, limit));
        listed.unwrap_or_default()
    }
}
