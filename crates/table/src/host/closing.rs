//! Closing a table: the opener before the game begins, all persons together while it goes on, the host of the server at any time,
//! and the server once the table is deserted.

use super::commands::{Entries, Verdict};
use super::queue::CommitState;
use super::{Command, Effect, Host, RejectReason, Sender};
use crate::entry::Body;
use crate::table::UndoRequest;
use crate::table::closing::CloseRequest;
use game::{Closing, HostReason, Seat, SeatSet};

/// These entries, and that the table ends with them.
fn ending(entries: Vec<Body>) -> Verdict {
    Verdict::Enter(Entries { ends: true, ..entries.into() })
}

/// These seats without some others.
fn but(seats: SeatSet, others: SeatSet) -> SeatSet {
    seats.into_iter().filter(|&seat| !others.contains(seat)).collect()
}

/// Commands.
impl<T> Host<T> {
    /// The person who opened the table, or to whom that right has passed, closes it before the game begins.
    pub(super) fn close(&self, sender: Sender) -> Result<Verdict, RejectReason> {
        let by = self.check_in_charge(sender)?;
        if self.table.game.is_some() {
            return Err(if self.table.is_ongoing() { RejectReason::Begun } else { RejectReason::Closed });
        }
        Ok(ending(vec![Body::Closed { by: Some(Box::new(by)), why: None }]))
    }

    /// A seat asks the others to close the table. Where another one asks already, this agrees; where nobody is left who has to
    /// agree, this closes.
    pub(super) fn ask_close(&self, command: &Command, now: u64) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_person(command.sender)?;
        if !self.table.is_ongoing() {
            return Err(if self.table.game.is_some() {
                RejectReason::Closed
            } else {
                RejectReason::NotStarted
            });
        }
        match self.table.close_asked {
            Some(asked) if asked.seat == seat || asked.agreed.contains(seat) => {
                if self.close_voters(asked.seat, now).is_empty() {
                    return Ok(ending(self.agreement(asked.seat, Vec::new())));
                }
                Ok(self.unchanged(command, seat))
            }
            Some(asked) => Ok(self.agree_to_close(asked, seat, now)),
            None if now < self.table.may_ask_close_at(seat) => Err(RejectReason::CloseRefused),
            None if self.close_voters(seat, now).is_empty() => {
                Ok(ending(self.agreement(seat, vec![Body::CloseAsked { seat }])))
            }
            None => Ok(Verdict::Enter(vec![Body::CloseAsked { seat }].into())),
        }
    }

    /// A seat agrees to a request or ends it. Who agreed may think again until the table is closed; who asked withdraws by
    /// disagreeing.
    pub(super) fn answer_close(
        &self,
        command: &Command,
        agrees: bool,
        now: u64,
    ) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_person(command.sender)?;
        let asked = self.table.close_asked.ok_or(RejectReason::NothingAsked)?;
        // An answer that was under way for long was given to an earlier request.
        if asked.entry > command.seen {
            return Err(RejectReason::Stale);
        }
        if !agrees {
            return Ok(Verdict::Enter(vec![Body::CloseAnswered { seat, agrees }].into()));
        }
        if asked.seat == seat || asked.agreed.contains(seat) {
            return Ok(self.unchanged(command, seat));
        }
        Ok(self.agree_to_close(asked, seat, now))
    }

    fn agree_to_close(&self, asked: CloseRequest, seat: Seat, now: u64) -> Verdict {
        let answer = Body::CloseAnswered { seat, agrees: true };
        if self.close_voters(asked.seat, now).without(seat).is_empty() {
            ending(self.agreement(asked.seat, vec![answer]))
        } else {
            Verdict::Enter(vec![answer].into())
        }
    }

    /// The host of the server closes the table, unless it has ended.
    pub(super) fn close_by_host(&self, sender: Sender, reason: HostReason) -> Result<Verdict, RejectReason> {
        if sender != Sender::Host {
            return Err(RejectReason::NotOpener);
        }
        if self.table.is_revealed() {
            return Err(RejectReason::Closed);
        }
        Ok(ending(vec![Body::closed(Closing::Host(reason))]))
    }

    /// The entries with which the request of a seat is carried out.
    fn agreement(&self, by: Seat, mut entries: Vec<Body>) -> Vec<Body> {
        entries.extend(self.replace_barred(by));
        entries.push(Body::closed(Closing::Agreement));
        entries
    }

    /// The entries by which bots take over from the barred seats, before something happens for which they are not asked.
    pub(super) fn replace_barred(&self, by: Seat) -> Vec<Body> {
        let barred = self.barred().into_iter().filter(|&seat| seat != by && self.table.plays(seat));
        barred.filter_map(|seat| Some(Body::Replaced { seat, bot: self.best_bot()?, by })).collect()
    }

    /// The barred seats; none in a game without bots, where nobody could take over from them.
    pub(super) fn barred(&self) -> SeatSet {
        if self.best_bot().is_some() { self.barred } else { SeatSet::EMPTY }
    }

    /// The seats that still have to agree before a seat may close the table, or before its request is carried out.
    fn close_voters(&self, seat: Seat, now: u64) -> SeatSet {
        but(self.table.to_close(seat, now), self.barred())
    }

    /// The seats that must agree before a seat may go back to the position after entry `to`.
    pub(super) fn undo_voters(&self, seat: Seat, to: u64) -> SeatSet {
        but(self.table.to_agree(seat, to), self.barred())
    }

    /// The seat of a person; bots neither ask nor agree.
    fn seat_of_person(&self, sender: Sender) -> Result<Seat, RejectReason> {
        match sender {
            Sender::Holder(key) => self.table.seat_of(key).ok_or(RejectReason::NotSeated),
            Sender::Bot(_) | Sender::Host => Err(RejectReason::NotSeated),
        }
    }
}

/// Closing and undoing by the passing of time, and the queries about them.
impl<T> Host<T> {
    /// Closes the table if it has not ended and no person has done anything here for `after` milliseconds.
    #[must_use]
    pub fn close_deserted(&mut self, after: u64, now: u64) -> Vec<Effect<T>> {
        let now = self.table_time(now);
        if self.is_busy() || self.known != CommitState::Yes || !self.exists() || !self.is_deserted(after, now)
        {
            return Vec::new();
        }
        let entries = Entries { ends: true, ..vec![Body::closed(Closing::Absence)].into() };
        vec![self.propose(None, entries, now, Vec::new())]
    }

    /// Whether the table has not ended and no person has done anything here for `after` milliseconds.
    fn is_deserted(&self, after: u64, now: u64) -> bool {
        let has_ended = self.table.closed.is_some() || self.table.is_revealed();
        !has_ended && now.saturating_sub(self.table.person_at) >= after
    }

    /// The entry that carries out an open request once time alone has made it possible.
    pub(super) fn close_in_time(&self, now: u64) -> Option<Entries> {
        self.table.closes_at(self.barred()).filter(|&at| at <= now)?;
        let by = self.table.close_asked?.seat;
        Some(Entries { ends: true, ..self.agreement(by, Vec::new()).into() })
    }

    /// The entries that carry out a request to undo for which nobody is left to be asked, as after somebody was forgotten.
    pub(super) fn undo_in_time(&self) -> Option<Entries> {
        let UndoRequest { seat, to, agreed } = self.table.asked.filter(|_| self.table.is_ongoing())?;
        self.undo_voters(seat, to).is_subset(agreed).then(|| self.granted(seat, to, Vec::new()).into())
    }

    /// These entries, and with them that a seat goes back.
    pub(super) fn granted(&self, seat: Seat, to: u64, mut entries: Vec<Body>) -> Vec<Body> {
        entries.extend(self.replace_barred(seat));
        entries.push(Body::Undo { seat, to });
        entries
    }

    /// Takes note of the seats whose people may do nothing at present, because they are suspended. Nobody waits for their
    /// consent.
    pub fn bar(&mut self, seats: SeatSet) {
        self.barred = seats;
    }

    /// Returns the reason for which the table was closed before its game was over, if it was.
    #[must_use]
    pub fn closed(&self) -> Option<Closing> {
        self.table.closed
    }

    /// Whether nothing that happened here is secret any more: the game is over, or the table was closed after it began.
    #[must_use]
    pub fn is_revealed(&self) -> bool {
        self.table.is_revealed()
    }

    /// Returns the open request of a seat to close the table, if there is one.
    #[must_use]
    pub fn close_request(&self) -> Option<CloseRequest> {
        self.table.close_asked.filter(|_| self.table.is_ongoing())
    }

    /// Whether the seat may ask the others to close the table. Shortly after a refusal that is answered with when it may, so that
    /// pages need not change because time passes.
    #[must_use]
    pub fn can_ask_close(&self, seat: Seat) -> bool {
        let is_free = self.table.is_ongoing() && self.table.close_asked.is_none();
        is_free && self.table.persons().contains(seat) && !self.table.shares.spent.contains(seat)
    }

    /// The seats that have to agree before this seat may close the table: all other persons, but for those for whom a bot has
    /// played for [`AWAY_FOR_CLOSING`](crate::table::closing::AWAY_FOR_CLOSING), those who are barred and those who have agreed.
    #[must_use]
    pub fn to_close(&self, seat: Seat, now: u64) -> SeatSet {
        self.close_voters(seat, self.table_time(now))
    }
}
