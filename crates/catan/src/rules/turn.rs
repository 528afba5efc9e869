//! Turns, and how the game ends (`CATAN-TURN`, `CATAN-WIN`, `CK-TURN`, `CK-WIN`).

use crate::action::ChanceKind;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::options::CommonOptions as _;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::trading::Trading;
use game::{Observer, Outcome, Seat, SeatSet, Turn};

impl<R: Rules> Island<R> {
    /// The seats to act, the outcome of nature that is due, or the result of the game.
    #[must_use]
    #[inline(always)]
    pub fn turn(&self) -> Turn<ChanceKind<R>> {
        match self.phase {
            // The usual ones, looked at once.
            Phase::BeforeRoll => Turn::Decide(SeatSet::one(self.active)),
            Phase::Building => Turn::Decide(self.trading.invited().with(self.active)),
            Phase::Rolling => Turn::Chance(ChanceKind::Dice),
            Phase::Own(own) => R::turn(self, own),
            Phase::Stealing { victim, .. } => {
                Turn::Chance(ChanceKind::StolenCard { thief: self.active, victim })
            }
            Phase::Over(outcome) => Turn::Over(outcome),
            Phase::Discarding { owed } => Turn::Decide(self.yet_to_hand_in(owed)),
            Phase::LayingOut => Turn::Chance(ChanceKind::Layout),
            Phase::DrawingStart => Turn::Chance(ChanceKind::StartPlayer),
            Phase::RollingForStart { waiting, .. } => {
                Turn::Chance(ChanceKind::StartRoll(waiting.lowest().expect("somebody rolls")))
            }
            Phase::FoundingSettlement { .. }
            | Phase::FoundingRoad { .. }
            | Phase::MovingRobber { .. }
            | Phase::ChoosingVictim { .. }
            | Phase::FreeRoads { .. } => Turn::Decide(SeatSet::one(self.active)),
        }
    }

    /// A turn begins: before the roll (`CATAN-TURN-6`), unless it begins with a win (`CATAN-WIN-3`, `CK-WIN-3`).
    #[inline(never)]
    pub(crate) fn begin_turn(&mut self, seat: Seat, observer: &mut impl Observer<Event<R>>) {
        self.active = seat;
        self.built = false;
        self.turns += 1;
        self.phase = Phase::BeforeRoll;
        R::turn_begins(self);
        self.wins_now(observer);
    }

    /// The active seat ends its turn.
    #[inline]
    pub(crate) fn end_turn(&mut self, observer: &mut impl Observer<Event<R>>) {
        if !self.trading.is_quiet() {
            self.end_offers(observer);
        }
        R::end_turn(self, observer);
    }

    /// The dice go to the left (`CATAN-TURN-2`).
    #[inline(always)]
    pub(crate) fn pass_turn(&mut self, observer: &mut impl Observer<Event<R>>) {
        self.trading.set_made(Default::default());
        let seat = self.active;
        let next = seat.next(self.seats());
        observer.observe(Event::TurnEnded { seat, next });
        // CATAN-WIN-8, CATAN-WIN-10: the host's limit ends the game without a winner.
        if self.options.turn_limit().is_some_and(|limit| self.turns >= u32::from(limit)) {
            self.finish(Outcome::NO_WINNER, observer);
        } else {
            self.begin_turn(next, observer);
        }
    }

    /// The turn goes on where something interrupted it (`CATAN-SEVEN-6`, `CATAN-DEV-4`).
    #[inline]
    pub(crate) fn resume(&mut self, observer: &mut impl Observer<Event<R>>) {
        R::resume(self, observer);
    }

    /// Whether a seat may declare victory (`CATAN-WIN-5`).
    pub(crate) fn check_declaration(&self, seat: Seat) -> Result<(), Illegal<R>> {
        let (points, goal) = (R::points(self, seat), self.options.victory_points());
        match (self.options.auto_declare(), points < goal) {
            (_, true) if R::POINTS_ARE_OPEN => Err(Illegal::TooFewPoints { points, goal }),
            (true, _) => Err(Illegal::DeclaredAutomatically),
            (false, true) => Err(Illegal::TooFewPoints { points, goal }),
            (false, false) => Ok(()),
        }
    }

    /// Ends the game if the active seat has reached the goal and the engine declares it (`CATAN-WIN-2`,
    /// `CATAN-WIN-4`, `CATAN-WIN-5`, `CK-WIN-2`). Called after every change of the active seat's points.
    pub(crate) fn wins_now(&mut self, observer: &mut impl Observer<Event<R>>) -> bool {
        let wins = self.options.auto_declare()
            && R::points(self, self.active) >= self.options.victory_points()
            && self.turns > 0
            && self.outcome().is_none();
        if wins {
            self.finish(Outcome::won_by(self.active), observer);
        }
        wins
    }

    /// The game is over; whatever was open lapses (`CATAN-WIN-7`).
    #[inline(never)]
    pub(crate) fn finish(&mut self, outcome: Outcome, observer: &mut impl Observer<Event<R>>) {
        self.phase = Phase::Over(outcome);
        self.trading = Trading::closed();
        self.handed_in = Default::default();
        R::game_ends(self);
        observer.observe(Event::Over { outcome, victory_cards: R::hidden_points(self) });
    }
}
