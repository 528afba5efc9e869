//! Turns, and how the game ends (`CK-TURN`, `CK-WIN`).

use crate::VertexSet;
use crate::cities_and_knights::options::FifthCard;
use crate::cities_and_knights::phase::Stage;
use crate::cities_and_knights::{CitiesAndKnights, Event, OwnPhase, Phase};
use crate::rules::trade::Trading;
use crate::state::PerSeat;
use game::{Observer, Outcome, Seat, SeatSet};

impl CitiesAndKnights {
    /// A turn begins; who has enough points by now wins before the roll (`CK-WIN-3`). Knights that are active now may
    /// act in this turn (`CK-KNIGHT-8`).
    pub(crate) fn begin_turn(&mut self, seat: Seat, observer: &mut impl Observer<Event>) {
        self.active = seat;
        self.own.stage = Stage::BeforeRoll;
        self.phase = Phase::BeforeRoll;
        self.built = false;
        self.own.ready = self.knights_of(seat) & self.own.active_knights;
        self.own.promoted = VertexSet::EMPTY;
        self.turns += 1;
        self.wins_now(observer);
    }

    /// The active seat ends its turn; where the option says so, it first discards what is too much (`CK-PROG-15`).
    pub(crate) fn end_turn(&mut self, observer: &mut impl Observer<Event>) {
        if !self.trading.is_quiet() {
            self.end_offers(observer);
        }
        let at_end = self.options.ck_fifth_card == FifthCard::ActiveUntilEndOfTurn;
        if at_end && self.progress_len(self.active) > Self::PROGRESS_MAX {
            self.own.stage = Stage::Ending;
            self.phase = Phase::Own(OwnPhase::DroppingCards { seats: SeatSet::one(self.active) });
        } else {
            self.pass_turn(observer);
        }
    }

    /// The turn passes on; what lasts a turn lapses (`CK-SCI-2`, `CK-TRD-1`, `CK-TRD-7`).
    pub(crate) fn pass_turn(&mut self, observer: &mut impl Observer<Event>) {
        if self.own.stage == Stage::Ending && self.progress_len(self.active) > Self::PROGRESS_MAX {
            self.phase = Phase::Own(OwnPhase::DroppingCards { seats: SeatSet::one(self.active) });
            return;
        }
        self.trading.set_made(PerSeat::default());
        self.own.cranes = 0;
        self.own.fleet = 0;
        self.own.harbors = 0;
        self.own.forced = PerSeat::default();
        self.own.ready = VertexSet::EMPTY;
        self.own.promoted = VertexSet::EMPTY;
        let seat = self.active;
        let next = seat.next(self.seats());
        observer.observe(Event::TurnEnded { seat, next });
        if self.options.turn_limit.is_some_and(|limit| self.turns >= u32::from(limit)) {
            self.finish(Outcome::NO_WINNER, observer);
        } else {
            self.begin_turn(next, observer);
        }
    }

    /// Ends the game if the active seat has enough points (`CK-WIN-2`). Says whether it did.
    pub(crate) fn wins_now(&mut self, observer: &mut impl Observer<Event>) -> bool {
        let wins = self.options.auto_declare
            && self.points(self.active).total() >= self.options.victory_points
            && self.turns > 0
            && self.outcome().is_none();
        if wins {
            self.finish(Outcome::won_by(self.active), observer);
        }
        wins
    }

    /// The game is over; what was open lapses (`CATAN-WIN-7`).
    pub(crate) fn finish(&mut self, outcome: Outcome, observer: &mut impl Observer<Event>) {
        self.phase = Phase::Over(outcome);
        self.trading = Trading::CLOSED;
        self.handed_in = PerSeat::default();
        self.own.dropped = PerSeat::default();
        self.own.fighting = VertexSet::EMPTY;
        observer.observe(Event::Over { outcome, victory_cards: PerSeat::default() });
    }
}
