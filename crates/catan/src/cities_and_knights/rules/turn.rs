//! The end of a turn (`CK-TURN`, `CK-PROG-15`).

use crate::VertexSet;
use crate::cities_and_knights::legal::choices::Simple;
use crate::cities_and_knights::options::FifthCard;
use crate::cities_and_knights::{CitiesAndKnights, Event, OwnPhase, Phase, TurnStage};
use crate::seats::PerSeat;
use game::{Observer, Seat, SeatSet};

impl CitiesAndKnights {
    #[inline]
    pub(crate) fn declares(&self, seat: Seat) -> u64 {
        let declares = !self.options.auto_declare && self.points(seat).total() >= self.options.victory_points;
        if declares { Simple::Declare.bit() } else { 0 }
    }

    /// The active seat has ended its turn; where the option says so, it first discards what is too much (`CK-PROG-15`).
    pub(crate) fn drop_at_end(&mut self, observer: &mut impl Observer<Event>) {
        let at_end = self.options.ck_fifth_card == FifthCard::ActiveUntilEndOfTurn;
        if at_end && self.progress_len(self.active) > Self::PROGRESS_MAX {
            self.own.stage = TurnStage::Ending;
        }
        self.end(observer);
    }

    /// The turn passes on, unless a card is to be dropped; what lasts a turn lapses (`CK-SCI-2`, `CK-TRD-1`, `CK-TRD-7`).
    pub(crate) fn end(&mut self, observer: &mut impl Observer<Event>) {
        if self.own.stage == TurnStage::Ending && self.progress_len(self.active) > Self::PROGRESS_MAX {
            self.phase = Phase::Own(OwnPhase::DroppingCards { seats: SeatSet::one(self.active) });
            return;
        }
        self.own.cranes = 0;
        self.own.fleet = 0;
        self.own.commercial_harbors = 0;
        self.own.forced = PerSeat::default();
        self.own.ready = VertexSet::EMPTY;
        self.own.promoted = VertexSet::EMPTY;
        self.pass_turn(observer);
    }
}
