//! The people around a table, as its pages show them.

use crate::company::Company;
use fair::Commitment;
use game::{Closing, Seat, SeatSet};
use pages::{Pace, People};
use std::sync::Arc;
use table::clock::{Clock, Time, TimeoutPolicy};
use table::games::bots_for;
use table::host::Host;
use table::keys::KeyHash;

/// A clock as the pages call it.
#[must_use]
pub fn pace_of(clock: Clock) -> Pace {
    let replace = clock.at_zero == TimeoutPolicy::Replace;
    match clock.time {
        Time::Decision { seconds } => Pace { seconds, increment: None, replace },
        Time::Bank { seconds, increment } => Pace { seconds, increment: Some(increment), replace },
    }
}

/// The commitments of the rematch.
#[derive(Clone, Copy, Default, Debug)]
pub struct RematchCommitments {
    /// The commitment of the existing rematch, if the reader is expected there.
    pub expected: Option<Commitment>,
    /// The commitment of a rematch that nobody has opened yet.
    pub possible: Option<Commitment>,
}

/// The people around a table, copied so that rendering blocks nobody.
#[derive(Debug)]
pub struct TablePeople {
    is_in_charge: bool,
    is_public: bool,
    from_position: bool,
    closed: Option<Closing>,
    may_play_again: bool,
    has_begun: bool,
    pace: Option<Pace>,
    options: Arc<[(&'static str, String)]>,
    bots: Vec<&'static str>,
    spectators: usize,
    presence: String,
    due: SeatSet,
    replaceable: SeatSet,
    stalling: SeatSet,
    spent: SeatSet,
    commitment: Option<Arc<str>>,
    nonces: SeatSet,
    expected: SeatSet,
    next: Option<String>,
    next_expects: bool,
    next_commitment: Option<String>,
}

impl TablePeople {
    /// Copies them for the holder of this key.
    pub fn new<T>(
        host: &Host<T>,
        company: &impl Company,
        holder: Option<KeyHash>,
        next: RematchCommitments,
    ) -> TablePeople {
        let you = holder.and_then(|holder| host.seat_of(holder));
        let is_away =
            |seat: Seat| company.is_gone(seat) || company.is_stalled(seat) || host.is_out_of_time(seat);
        let is_slow = |seat: &Seat| company.is_stalled(*seat) && !company.is_gone(*seat);
        let plays = |seat: Seat| host.holder_of(seat).is_some() && host.bot_at(seat).is_none();
        let may_be_replaced =
            |seat: &Seat| you.is_some_and(|you| you != *seat) && plays(*seat) && is_away(*seat);
        TablePeople {
            is_in_charge: holder.is_some_and(|holder| host.is_in_charge(holder)),
            is_public: host.is_public(),
            from_position: host.is_from_position(),
            closed: host.closed(),
            may_play_again: host.may_play_again(),
            has_begun: host.game().is_some(),
            pace: host.clock().map(pace_of),
            options: company.options(),
            bots: host.kind().map(bots_for).unwrap_or_default(),
            spectators: company.spectators(),
            presence: company.presence(),
            due: host.awaited(),
            replaceable: Seat::first(host.occupants().len()).filter(may_be_replaced).collect(),
            stalling: Seat::first(host.occupants().len()).filter(is_slow).collect(),
            spent: host.spent(),
            commitment: company.commitment(),
            nonces: host.nonces().keys().copied().collect(),
            expected: host.expected(),
            next: host.next().map(|next| next.to_string()),
            next_expects: next.expected.is_some(),
            next_commitment: next.expected.or(next.possible).map(|shown| shown.to_string()),
        }
    }

    /// All of it for the page.
    #[must_use]
    pub fn page(&self) -> People<'_> {
        People {
            is_in_charge: self.is_in_charge,
            is_public: self.is_public,
            from_position: self.from_position,
            closed: self.closed,
            may_play_again: self.may_play_again,
            has_begun: self.has_begun,
            pace: self.pace,
            options: &self.options,
            bots: &self.bots,
            spectators: self.spectators,
            presence: &self.presence,
            due: self.due,
            replaceable: self.replaceable,
            stalling: self.stalling,
            spent: self.spent,
            commitment: self.commitment.as_deref(),
            nonces: self.nonces,
            expected: self.expected,
            next: self.next.as_deref(),
            next_expects: self.next_expects,
            next_commitment: self.next_commitment.as_deref(),
            here: None,
        }
    }
}
