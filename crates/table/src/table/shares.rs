//! The share of a table's log that each seat may use.
//!
//! A log is kept for ever, so it must have a bound, and the bound must hurt nobody but the person who runs into it. Each seat has
//! a share of its own: a person who has used it up is replaced by a bot for the rest of the game, and the others play on. The
//! game bounds the entries of bots and nature, as long as persons move it on; bots alone pause after a while, and go on when a
//! person does something. Before the game begins there is one share for all, after which people can still sit down, but not get
//! up again.
//!
//! The cause of an entry follows from the log, so that nothing of this is stored and old logs are counted in the same way.

use super::Table;
use crate::entry::{Body, Logged};
use game::{BySeat, Seat, SeatSet};

/// The number of entries that a seat may cause while the game goes on. In whole games bots cause some hundreds, and two players
/// who choose at random less than half of this (docs/hosting.md).
pub const SHARE: u32 = 10_000;
/// The number of entries that there may be before the game begins. From then on people can only sit down, seat bots, and close
/// the table.
pub const WAITING_MAX: usize = 1_000;
/// The number of entries that bots make without any person before they pause.
pub const BOTS_ALONE: u32 = 50_000;

/// The entries caused by each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shares {
    used: BySeat<u32, { Seat::MAX }>,
    /// The seat that caused the last entry, and so pays for the entries that follow from it.
    payer: Option<Seat>,
    /// Entries since a person last did something.
    alone: u32,
    /// The seats that have used up their share.
    pub(crate) spent: SeatSet,
}

/// The cause of an entry.
enum Cause {
    /// This seat.
    Seat(Seat),
    /// The cause of the entry before.
    Before,
    /// No person, or nobody who could do so again and again.
    Nobody,
}

impl Table {
    /// Returns the cause of an entry that is about to be applied.
    fn cause(&self, logged: &Logged) -> Cause {
        match &logged.body {
            Body::Action { .. } if logged.is_automatic() => Cause::Before,
            Body::Action { seat, .. } if self.plays(*seat) => Cause::Seat(*seat),
            Body::Chance(_) => Cause::Before,
            Body::Left { seat, .. }
            | Body::Returned { seat }
            | Body::Replaced { by: seat, .. }
            | Body::Undo { seat, .. }
            | Body::UndoAsked { seat, .. }
            | Body::CloseAsked { seat }
            | Body::TimeUp { seat, .. }
            | Body::Said { seat, .. }
            | Body::Declines { seat, .. }
            | Body::Unchanged { seat, .. } => Cause::Seat(*seat),
            // Who asks for answers causes them: otherwise one person could use up the share of another one.
            Body::UndoAnswered { .. } => self.asked.map_or(Cause::Nobody, |asked| Cause::Seat(asked.seat)),
            Body::CloseAnswered { .. } => {
                self.close_asked.map_or(Cause::Nobody, |asked| Cause::Seat(asked.seat))
            }
            _ => Cause::Nobody,
        }
    }

    /// Counts an entry that is about to be applied.
    pub(crate) fn count_entry(&mut self, logged: &Logged, is_of_person: bool) {
        if self.game.is_none() {
            return;
        }
        match self.cause(logged) {
            Cause::Seat(seat) => self.shares.payer = Some(seat),
            Cause::Before => {}
            Cause::Nobody => self.shares.payer = None,
        }
        if let Some(seat) = self.shares.payer {
            self.shares.used[seat] = self.shares.used[seat].saturating_add(1);
        }
        self.shares.alone =
            if is_of_person || self.shares.payer.is_some() { 0 } else { self.shares.alone + 1 };
    }

    /// Returns the number of entries that a seat has caused since the game began.
    pub(crate) fn entries_of(&self, seat: Seat) -> u32 {
        self.shares.used[seat]
    }

    /// Whether a seat has used up its share after `more` further entries.
    pub(crate) fn uses_up(&self, seat: Seat, more: usize) -> bool {
        u64::from(self.shares.used[seat]) + more as u64 >= u64::from(SHARE)
    }

    /// Whether bots have played long enough without any person that they pause.
    pub(crate) fn bots_pause(&self) -> bool {
        self.shares.alone >= BOTS_ALONE
    }

    /// Whether the log before the game has grown so long that chairs stay as they are.
    pub(crate) fn has_waited(&self) -> bool {
        self.game.is_none() && self.log.len() >= WAITING_MAX
    }

    /// A seat has used up its share.
    pub(crate) fn spend(&mut self, seat: Seat, bot: &str, at: u64) -> Result<(), String> {
        self.shares.spent.insert(seat);
        self.stand_in(seat, bot, at)
    }
}
