//! Closing a table whose game goes on: the consent it needs, and the time when nobody is left to ask.

use super::Table;
use crate::keys::KeyHash;
use game::{Closing, Seat, SeatSet};

/// The time that a bot has played for a person after which their consent to closing the table is not needed: 24 hours, in
/// milliseconds. Otherwise one who left for good would keep the others there.
pub const AWAY_FOR_CLOSING: u64 = 24 * 3600 * 1000;
/// A seat whose request to close was refused or withdrawn asks again after this time at the earliest: ten minutes, in
/// milliseconds.
pub const ASK_CLOSE_AGAIN: u64 = 10 * 60 * 1000;

/// A seat's request to the others to close the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CloseRequest {
    /// The seat that asks.
    pub seat: Seat,
    /// The number of the entry with which it asked.
    pub entry: u64,
    /// The seats that have agreed so far.
    pub agreed: SeatSet,
}

impl Table {
    /// Whether everything that happened may be known: the game is over, or the table was closed after it had begun.
    pub(crate) fn is_revealed(&self) -> bool {
        self.game.as_ref().is_some_and(|game| self.closed.is_some() || game.outcome().is_some())
    }

    /// Whether a game goes on here.
    pub(crate) fn is_ongoing(&self) -> bool {
        self.game.is_some() && !self.is_revealed()
    }

    /// Returns the persons whose consent can be asked. A forgotten person does not come back.
    pub(crate) fn voters(&self) -> SeatSet {
        let is_gone = |seat: Seat| matches!(self.chairs.get(seat.index()), Some(crate::entry::SeatHolder::Person { key, .. }) if *key == KeyHash::NOBODY);
        self.persons().into_iter().filter(|&seat| !is_gone(seat)).collect()
    }

    /// Returns the voters that play for themselves, without a bot.
    pub(crate) fn present(&self) -> SeatSet {
        self.voters().into_iter().filter(|&seat| self.plays(seat)).collect()
    }

    /// Returns the time from which the consent of a seat is no longer needed, if a bot plays there.
    fn excused_at(&self, seat: Seat) -> Option<u64> {
        self.stand_ins.get(&seat).map(|stand_in| stand_in.since.saturating_add(AWAY_FOR_CLOSING))
    }

    /// The seats that still have to agree before `seat` may close the table at this moment.
    pub(crate) fn to_close(&self, seat: Seat, now: u64) -> SeatSet {
        let agreed =
            self.close_asked.filter(|asked| asked.seat == seat).map_or(SeatSet::EMPTY, |asked| asked.agreed);
        let is_asked = |&other: &Seat| {
            other != seat && !agreed.contains(other) && self.excused_at(other).is_none_or(|at| now < at)
        };
        self.voters().into_iter().filter(is_asked).collect()
    }

    /// Returns the time at which the open request takes effect because the consent of the missing seats is no longer needed, nor
    /// that of the `barred` ones; `None` if one of the missing seats has to answer itself.
    pub(crate) fn closes_at(&self, barred: SeatSet) -> Option<u64> {
        let asked = self.close_asked.filter(|_| self.is_ongoing())?;
        let answered = asked.agreed.union(barred).with(asked.seat);
        let missing = self.voters().into_iter().filter(|&seat| !answered.contains(seat));
        missing.map(|seat| self.excused_at(seat)).try_fold(0, |latest, at| Some(latest.max(at?)))
    }

    /// Returns the earliest time at which a seat may ask again to close the table; 0 if nothing stands in its way.
    pub(crate) fn may_ask_close_at(&self, seat: Seat) -> u64 {
        self.close_refused.get(&seat).map_or(0, |at| at.saturating_add(ASK_CLOSE_AGAIN))
    }

    pub(crate) fn ask_close(&mut self, seat: Seat, entry: u64) -> Result<(), String> {
        self.person(seat)?;
        if self.close_asked.is_some() || !self.is_ongoing() {
            return Err(format!("seat {seat} asks to close what cannot be closed"));
        }
        self.close_asked = Some(CloseRequest { seat, entry, agreed: SeatSet::EMPTY });
        Ok(())
    }

    pub(crate) fn answer_close(&mut self, seat: Seat, agrees: bool, at: u64) -> Result<(), String> {
        let asked = self.close_asked.as_mut().ok_or("an answer to no request to close")?;
        if agrees {
            asked.agreed.insert(seat);
        } else {
            self.close_refused.insert(asked.seat, at);
            self.close_asked = None;
        }
        Ok(())
    }

    pub(crate) fn close(&mut self, why: Closing) -> Result<(), String> {
        // For how long a bot must have played for the others was checked when this was entered.
        let agreed = || {
            let asked = self.close_asked?;
            Some(self.present().is_subset(asked.agreed.with(asked.seat)))
        };
        if why == Closing::Agreement && agreed() != Some(true) {
            return Err("the table is closed by agreement, and not all have agreed".to_owned());
        }
        self.closed = Some(why);
        self.asked = None;
        self.close_asked = None;
        Ok(())
    }
}
