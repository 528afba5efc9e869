//! Charging the entries of a command to a seat, and the commands still open to a person who has used up their share of the log.

use super::commands::Entries;
use super::{Command, Host, Intent, RejectReason, Sender};
use crate::entry::Body;
use crate::table::Proposed;
use game::{Seat, SeatSet};

impl<T> Host<T> {
    /// Checks that a person has something left of their share of the log for a command.
    pub(super) fn check_share(&self, command: &Command) -> Result<(), RejectReason> {
        let Sender::Holder(key) = command.sender else { return Ok(()) };
        let Some(seat) = self.table.seat_of(key) else { return Ok(()) };
        let has_room = match command.intent {
            // These come once for what others ask, or once at all.
            Intent::AnswerUndo { .. } | Intent::AnswerClose { .. } | Intent::Next(_) => true,
            // People sit down as often as somebody got up.
            Intent::Join { .. } | Intent::Fill { .. } | Intent::Close => true,
            _ => self.has_share(seat),
        };
        if has_room { Ok(()) } else { Err(RejectReason::LogFull) }
    }

    /// Whether a seat has something left of its share of the log.
    pub(super) fn has_share(&self, seat: Seat) -> bool {
        match &self.table {
            table if table.has_waited() => false,
            table if table.is_ongoing() => !table.shares.spent.contains(seat),
            table => !table.uses_up(seat, 0),
        }
    }

    /// Returns the seat that pays for the entries of a command: for answers that change something, the seat that asked.
    fn payer(&self, command: &Command, entries: &Entries) -> Option<Seat> {
        if let Some(Proposed { body: Body::Unchanged { seat, .. }, .. }) = entries.entries.first() {
            return Some(*seat);
        }
        match (command.sender, &command.intent) {
            (Sender::Holder(_), Intent::AnswerUndo { .. }) => self.table.asked.map(|asked| asked.seat),
            (Sender::Holder(_), Intent::AnswerClose { .. }) => self.table.close_asked.map(|asked| asked.seat),
            (Sender::Holder(key), _) => self.table.seat_of(key),
            _ => None,
        }
    }

    /// Adds to the entries of a command that a seat has used up its share with them, if it has: a bot plays for it from then on.
    pub(super) fn charge(&self, command: &Command, mut entries: Entries) -> Entries {
        if !entries.ends
            && self.table.is_ongoing()
            && let Some(seat) = self.payer(command, &entries)
            && self.table.uses_up(seat, entries.entries.len())
            && !self.table.shares.spent.contains(seat)
            && let Some(bot) = self.best_bot()
        {
            entries.entries.push(Body::ShareSpent { seat, bot }.into());
        }
        entries
    }

    /// Returns the number of log entries that a seat has caused since the game began; see [`SHARE`](crate::table::shares::SHARE).
    #[must_use]
    pub fn entries_of(&self, seat: Seat) -> u32 {
        self.table.entries_of(seat)
    }

    /// The seats that have used up their share of the log: bots play for them to the end.
    #[must_use]
    pub fn spent(&self) -> SeatSet {
        self.table.shares.spent
    }
}
