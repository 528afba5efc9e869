//! The faults that pages name: of a game that was asked for, and of a rejected command.

use game::options::OptionError;
use pages::{Fault, UserError, Wait};
use shelf::Reason;
use table::closing::ASK_CLOSE_AGAIN;
use table::games::BadGame;
use table::host::RejectReason;
use table::moment::iso_8601;

/// The faults of the requested game, as the pages call them.
#[must_use]
pub fn faults_of(bad: &BadGame) -> Vec<UserError> {
    match bad {
        BadGame::Unknown(game) => vec![UserError::NoGame(game.clone())],
        &BadGame::Seats { min, max } => vec![UserError::BadSeats { min, max }],
        BadGame::Bot(kind) => vec![UserError::NoBot(kind.clone())],
        BadGame::Over => vec![Fault::PositionOver.into()],
        BadGame::Options(faults) => faults
            .iter()
            .map(|bad| match bad.refusal.reason() {
                Reason::Option(error) => match **error {
                    OptionError::NoSeat { seat, .. } => UserError::NoStartSeat(seat),
                    OptionError::Conflict(conflict) => {
                        UserError::OptionConflict { name: conflict.name, message: conflict.message }
                    }
                    OptionError::Counts { option, ref faults, .. } => {
                        UserError::Counts { name: option.name.to_owned(), faults: faults.clone() }
                    }
                    _ => UserError::BadOption { name: bad.name.clone(), value: bad.value.clone() },
                },
                _ => UserError::BadOption { name: bad.name.clone(), value: bad.value.clone() },
            })
            .collect(),
    }
}

/// Returns the fault of a rejected command.
#[must_use]
pub fn fault_of(reason: &RejectReason) -> UserError {
    match reason {
        RejectReason::LogFull => Fault::LogFull.into(),
        RejectReason::TooFast => Fault::TooFast.into(),
        RejectReason::Illegal(illegal) => UserError::Illegal(illegal.clone()),
        RejectReason::SeatTaken(Some(seat)) => UserError::SeatTaken(*seat),
        RejectReason::Muted { until } => UserError::Muted { until: until.map(shown_moment) },
        RejectReason::Suspended { until } => UserError::Suspended { until: until.map(shown_moment) },
        RejectReason::NoBot(kind) => UserError::NoBot(kind.clone()),
        RejectReason::CloseRefused => UserError::Wait(Wait::CloseRefused, (ASK_CLOSE_AGAIN / 1_000) as u32),
        _ => reason.code().into(),
    }
}

/// Truncates text that would only echo the request.
pub fn shorten(text: &mut String) {
    const MAX: usize = 600;
    if text.len() > MAX {
        let end = (0..=MAX).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
}

/// A timestamp for people: `2026-11-26 19:30 UTC`.
#[must_use]
pub fn shown_moment(at: u64) -> String {
    let text = iso_8601(at);
    let (date, time) = text.split_once('T').unwrap_or((&text, ""));
    format!("{date} {} UTC", time.get(..5).unwrap_or_default())
}
