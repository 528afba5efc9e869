//! The events of a table around the game: the table's log, streams, the API and pages all use this list.

use crate::{Closing, Seat};

/// One entry of a table's log, as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableEvent {
    /// The table was opened.
    Created {
        /// Whether the game begins from a position instead of its start.
        from_position: bool,
    },
    /// A player took this seat.
    Joined(Seat),
    /// Bots took the open seats.
    Filled,
    /// Two seats changed places before the game began.
    Swapped(Seat, Seat),
    /// The player of this seat left; a bot plays on, or the seat is open.
    Left {
        /// The seat that the player left.
        seat: Seat,
        /// Whether a bot plays on.
        bot: bool,
    },
    /// The player of this seat is back.
    Returned(Seat),
    /// A bot plays on for a seat.
    Replaced {
        /// The seat for which the bot plays.
        seat: Seat,
        /// The seat that decided it.
        by: Seat,
    },
    /// A seat decided something, or nature moved: the events of the game say what happened.
    Played,
    /// A seat took its last action back.
    Undone {
        /// The seat.
        seat: Seat,
        /// The version to whose position the game went back.
        to: u64,
    },
    /// A seat asks the others to go back.
    UndoAsked(Seat),
    /// A seat answers that.
    UndoAnswered {
        /// The seat that answers.
        seat: Seat,
        /// Whether it agrees.
        agrees: bool,
    },
    /// The time of a seat is up.
    TimeUp {
        /// The seat whose time is up.
        seat: Seat,
        /// Whether a bot plays on.
        bot: bool,
    },
    /// The clocks stood still while the server was down.
    StoodStill,
    /// A seat said something.
    Said {
        /// The seat that speaks.
        seat: Seat,
        /// The message.
        text: String,
    },
    /// A seat changed which offers it rejects; that is its own business.
    Declines,
    /// A seat asked for what was so already; that is its own business.
    Unchanged,
    /// A rematch of the same people began at another table.
    Next {
        /// The id of that table.
        table: String,
    },
    /// A seat has caused as many entries of the log as it may; a bot plays for it to the end.
    ShareSpent(Seat),
    /// A seat asks the others to close the table.
    CloseAsked(Seat),
    /// A seat answers that; the seat that asked withdraws its request by disagreeing.
    CloseAnswered {
        /// The seat that answers.
        seat: Seat,
        /// Whether it agrees.
        agrees: bool,
    },
    /// The table was closed before the game was over.
    Closed(Closing),
}

impl TableEvent {
    /// Its name in streams and in the API. What is one seat's own business looks like a move there.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            TableEvent::Created { .. } => "created",
            TableEvent::Joined(_) => "joined",
            TableEvent::Filled => "filled",
            TableEvent::Swapped(..) => "swapped",
            TableEvent::Left { .. } => "left",
            TableEvent::Returned(_) => "returned",
            TableEvent::Replaced { .. } => "replaced",
            TableEvent::Played | TableEvent::Declines | TableEvent::Unchanged => "played",
            TableEvent::Undone { .. } => "undone",
            TableEvent::UndoAsked(_) => "undo-asked",
            TableEvent::UndoAnswered { .. } => "undo-answered",
            TableEvent::TimeUp { .. } => "time-up",
            TableEvent::StoodStill => "stood-still",
            TableEvent::Said { .. } => "said",
            TableEvent::Next { .. } => "next",
            TableEvent::ShareSpent(_) => "share-spent",
            TableEvent::CloseAsked(_) => "close-asked",
            TableEvent::CloseAnswered { .. } => "close-answered",
            TableEvent::Closed(_) => "closed",
        }
    }

    /// The seat that it is about; of two that changed places, the first.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            TableEvent::Joined(seat)
            | TableEvent::Swapped(seat, _)
            | TableEvent::Left { seat, .. }
            | TableEvent::Returned(seat)
            | TableEvent::Replaced { seat, .. }
            | TableEvent::Undone { seat, .. }
            | TableEvent::UndoAsked(seat)
            | TableEvent::UndoAnswered { seat, .. }
            | TableEvent::ShareSpent(seat)
            | TableEvent::CloseAsked(seat)
            | TableEvent::CloseAnswered { seat, .. }
            | TableEvent::TimeUp { seat, .. }
            | TableEvent::Said { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// The text of the event: the message, the id of the table of the rematch, or the reason for closing the table.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            TableEvent::Said { text, .. } | TableEvent::Next { table: text } => Some(text),
            TableEvent::Closed(why) => Some(why.name()),
            _ => None,
        }
    }

    /// Whether the log on a page may have a line for it: talk has a place of its own, and some things are a seat's own
    /// business.
    #[must_use]
    pub const fn shows_in_log(&self) -> bool {
        !matches!(self, TableEvent::Said { .. } | TableEvent::Declines | TableEvent::Unchanged)
    }
}
