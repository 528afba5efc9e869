//! What went wrong, in words.

use crate::{Fault, Lang, Words, say};

impl Fault {
    /// A short name that never changes, for programs: `seat-taken`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Fault::NotFound => "not-found",
            Fault::NoTable => "no-table",
            Fault::RecordGone => "record-gone",
            Fault::NoClause(_) => "no-clause",
            Fault::BadCode => "bad-code",
            Fault::NameTaken => "name-taken",
            Fault::BadPassword => "bad-password",
            Fault::WrongPassword => "wrong-password",
            Fault::BadTransfer => "bad-transfer",
            Fault::TooManyTries { .. } => "too-many-tries",
            Fault::SeatTaken(_) => "seat-taken",
            Fault::NotYourSeat => "not-your-seat",
            Fault::Stale => "stale",
            Fault::CommandReused => "command-reused",
            Fault::NotAnAction(_) => "not-an-action",
            Fault::NotStarted => "not-started",
            Fault::NothingToUndo => "nothing-to-undo",
            Fault::NoSeatOpen => "no-seat-open",
            Fault::Closed => "closed",
            Fault::NotOpener => "not-opener",
            Fault::StillSecret => "still-secret",
            Fault::CrossOrigin => "cross-origin",
            Fault::Timeout => "timeout",
            Fault::Storage => "storage",
            Fault::BadName => "bad-name",
            Fault::NoGame(_) => "no-game",
            Fault::NoBot(_) => "no-bot",
            Fault::BadSeats { .. } => "bad-seats",
            Fault::BadOption { .. } => "bad-option",
            Fault::NoStartSeat(_) => "no-start-seat",
            Fault::Misfit { .. } => "misfit",
            Fault::Begun => "begun",
            Fault::NothingAsked => "nothing-asked",
            Fault::NotAway => "not-away",
            Fault::NotOver => "not-over",
            Fault::BadText => "bad-text",
            Fault::TooFast => "too-fast",
            Fault::BadClock => "bad-clock",
            Fault::BadNonce => "bad-nonce",
            Fault::PromiseGone => "promise-gone",
            Fault::BadRequest => "bad-request",
            Fault::TooLarge => "too-large",
            Fault::TooMany => "too-many",
            Fault::Internal => "internal",
        }
    }
}

/// What went wrong, as a sentence.
#[must_use]
pub fn fault(lang: Lang, fault: &Fault) -> String {
    let w = Words::new(lang);
    match fault {
        Fault::NotFound => say!(w, "fault-not-found"),
        Fault::NoTable => say!(w, "fault-no-table"),
        Fault::RecordGone => say!(w, "upload-gone"),
        Fault::NoClause(clause) => say!(w, "fault-no-clause", clause = clause.as_str()),
        Fault::BadCode => say!(w, "fault-bad-code"),
        Fault::NameTaken => say!(w, "account-fault-name-taken"),
        Fault::BadPassword => say!(w, "account-fault-bad-password"),
        Fault::WrongPassword => say!(w, "account-fault-wrong-password"),
        Fault::BadTransfer => say!(w, "account-fault-bad-transfer"),
        Fault::TooManyTries { minutes } => say!(w, "account-fault-too-many-tries", minutes = *minutes),
        Fault::SeatTaken(seat) => say!(w, "fault-seat-taken", seat = seat.to_string()),
        Fault::NotYourSeat => say!(w, "fault-not-your-seat"),
        Fault::Stale => say!(w, "fault-stale"),
        Fault::CommandReused => say!(w, "fault-command-reused"),
        Fault::NotAnAction(text) => say!(w, "fault-not-an-action", text = text.as_str()),
        Fault::NotStarted => say!(w, "fault-not-started"),
        Fault::NothingToUndo => say!(w, "fault-nothing-to-undo"),
        Fault::NoSeatOpen => say!(w, "fault-no-seat-open"),
        Fault::Closed => say!(w, "fault-closed"),
        Fault::NotOpener => say!(w, "fault-not-opener"),
        Fault::StillSecret => say!(w, "fault-still-secret"),
        Fault::CrossOrigin => say!(w, "fault-cross-origin"),
        Fault::Timeout => say!(w, "fault-timeout"),
        Fault::Storage => say!(w, "fault-storage"),
        Fault::BadName => say!(w, "fault-bad-name"),
        Fault::NoGame(game) => say!(w, "fault-no-game", game = game.as_str()),
        Fault::NoBot(kind) => say!(w, "fault-no-bot", kind = kind.as_str()),
        Fault::BadSeats { min, max } => say!(w, "fault-bad-seats", min = *min, max = *max),
        Fault::BadOption { name, value } => {
            let label = w.or(&format!("option-{name}"), name);
            say!(w, "fault-bad-option", name = label, value = value.as_str())
        }
        Fault::NoStartSeat(seat) => say!(w, "fault-no-start-seat", seat = seat.to_string()),
        Fault::Misfit { name, message } => w.or(&format!("misfit-{name}"), message),
        Fault::Begun => say!(w, "fault-begun"),
        Fault::NothingAsked => say!(w, "fault-nothing-asked"),
        Fault::NotAway => say!(w, "fault-not-away"),
        Fault::NotOver => say!(w, "fault-not-over"),
        Fault::BadText => say!(w, "fault-bad-text"),
        Fault::TooFast => say!(w, "fault-too-fast"),
        Fault::BadClock => say!(w, "fault-bad-clock"),
        Fault::BadNonce => say!(w, "fault-bad-nonce"),
        Fault::PromiseGone => say!(w, "fault-promise-gone"),
        Fault::BadRequest => say!(w, "fault-bad-request"),
        Fault::TooLarge => say!(w, "fault-too-large"),
        Fault::TooMany => say!(w, "fault-too-many"),
        Fault::Internal => say!(w, "fault-internal"),
    }
}
