//! Turns, and how the game ends (`CATAN-TURN`, `CATAN-WIN`).

use crate::rules::trade::Trading;
use crate::state::{PerSeat, SEATS};
use crate::{Catan, DevelopmentCard, Event, Phase};
use game::{Observer, Outcome, Seat};

/// The cards that can be played; victory points are not (`CATAN-DEV-12`).
pub(crate) const PLAYABLE: [DevelopmentCard; 4] = [
    DevelopmentCard::Knight,
    DevelopmentCard::RoadBuilding,
    DevelopmentCard::YearOfPlenty,
    DevelopmentCard::Monopoly,
];

impl Catan {
    /// A turn begins: before the roll (`CATAN-TURN-6`), unless it begins with a win (`CATAN-WIN-3`).
    pub(crate) fn begin_turn(&mut self, seat: Seat, observer: &mut impl Observer<Event>) {
        self.active = seat;
        self.own.rolled = false;
        self.built = false;
        self.own.played_card = false;
        self.own.bought = [0; 5];
        // Nothing is bought or played yet, so it comes down to the cards.
        self.own.may_play_card = PLAYABLE.iter().any(|&card| self.own.development[seat][card.index()] > 0);
        self.turns += 1;
        self.phase = Phase::BeforeRoll;
        self.wins_now(observer);
    }

    /// The dice go to the left (`CATAN-TURN-2`).
    pub(crate) fn end_turn(&mut self, observer: &mut impl Observer<Event>) {
        if !self.trading.is_quiet() {
            self.end_offers(observer);
        }
        self.trading.set_made(PerSeat::default());
        let seat = self.active;
        let next = seat.next(self.seats());
        observer.observe(Event::TurnEnded { seat, next });
        // CATAN-WIN-8: the host's limit ends the game without a winner.
        if self.options.turn_limit.is_some_and(|limit| self.turns >= u32::from(limit)) {
            self.finish(Outcome::NO_WINNER, observer);
        } else {
            self.begin_turn(next, observer);
        }
    }

    /// Ends the game if the active seat has reached the goal and the engine declares it (`CATAN-WIN-2`,
    /// `CATAN-WIN-4`, `CATAN-WIN-5`). Called after every change of the active seat's points.
    pub(crate) fn wins_now(&mut self, observer: &mut impl Observer<Event>) -> bool {
        let wins =
            self.options.auto_declare && self.points(self.active).total() >= self.options.victory_points;
        if wins {
            self.finish(Outcome::won_by(self.active), observer);
        }
        wins
    }

    /// The game is over; whatever was open lapses (`CATAN-WIN-7`).
    pub(crate) fn finish(&mut self, outcome: Outcome, observer: &mut impl Observer<Event>) {
        self.phase = Phase::Over(outcome);
        self.trading = Trading::CLOSED;
        let mut victory_cards = PerSeat::default();
        for seat in Seat::first(SEATS) {
            victory_cards[seat] = self.own.development[seat][DevelopmentCard::VictoryPoint.index()];
        }
        observer.observe(Event::Over { outcome, victory_cards });
    }
}
