//! Resolving the roll, in its order (`CK-DICE`).

use crate::Die;
use crate::cities_and_knights::options::{FifthCard, ProgressPlay};
use crate::cities_and_knights::{
    Area, CitiesAndKnights, Event, EventFace, OwnEvent, OwnPhase, Phase, TurnStage,
};
use game::{Observer, Seat, SeatSet};

/// The ship's landing: the seventh space (`CK-COMP-7`).
pub(crate) const LANDING: u8 = 7;

impl CitiesAndKnights {
    /// The dice have fallen: the event first, then production or the 7 (`CK-DICE-1`).
    pub(crate) fn rolled(
        &mut self,
        event: EventFace,
        red: Die,
        other: Die,
        observer: &mut impl Observer<Event>,
    ) {
        self.dice = Some((red, other));
        self.own.event = Some(event);
        self.own.stage = TurnStage::Event;
        observer.observe(Event::Own(OwnEvent::Rolled { seat: self.active, face: event, red, other }));
        match event.gate() {
            Some(area) => self.gate(area, red, observer),
            None => {
                self.own.ship += 1;
                observer.observe(Event::Own(OwnEvent::ShipMoved { space: self.own.ship }));
                if self.own.ship == LANDING {
                    self.attack(observer);
                } else {
                    self.after_event(observer);
                }
            }
        }
    }

    /// A city gate (`CK-DICE-3`): seats whose level allows it with this red die draw, clockwise (`CK-PROG-2`).
    pub(crate) fn gate(&mut self, area: Area, red: Die, observer: &mut impl Observer<Event>) {
        let entitled = |seat: &Seat| {
            let level = self.own.levels[*seat][area.index()];
            level >= 1 && red.pips() <= level + 1
        };
        let waiting: SeatSet = Seat::first(self.seats()).filter(entitled).collect();
        self.draw_on(waiting, area, observer);
    }

    /// The event is done. Where the option says so, the active seat may play progress cards now (`CK-PROG-19`).
    pub(crate) fn after_event(&mut self, observer: &mut impl Observer<Event>) {
        if self.options.ck_progress_play == ProgressPlay::AfterDice {
            // A card played here may have won the game before anything is produced (`CK-WIN-4`).
            if self.wins_now(observer) {
                return;
            }
            if self.progress_len(self.active) > 0 {
                self.own.stage = TurnStage::Event;
                self.phase = Phase::Own(OwnPhase::PlayingEarly);
                return;
            }
        }
        self.production(observer);
    }

    /// Production, or the 7 (`CK-DICE-4`).
    pub(crate) fn production(&mut self, observer: &mut impl Observer<Event>) {
        self.own.stage = TurnStage::Production;
        // A position set up in mid-roll need not say the dice: nothing is produced then.
        let sum = self.dice.map_or(0, |(red, other)| red + other);
        if sum == 7 {
            self.seven(observer);
        } else {
            self.produce(sum, observer);
        }
    }

    /// The roll is resolved and step 4 begins, or step 4 goes on. Where the option says so, the active seat first deals
    /// with a progress card too many, of the roll (`CK-PROG-15`) or by Spy (`CK-PROG-17`).
    fn main_step(&mut self) {
        self.own.stage = TurnStage::Main;
        let now = self.options.ck_fifth_card == FifthCard::ActiveMayPlayNow;
        self.phase = if now && self.progress_len(self.active) > Self::PROGRESS_MAX {
            Phase::Own(OwnPhase::PlayOrDrop)
        } else {
            Phase::Building
        };
    }

    /// Goes on after whatever interrupted the turn.
    pub(crate) fn go_on(&mut self, observer: &mut impl Observer<Event>) {
        match self.own.stage {
            TurnStage::BeforeRoll => self.phase = Phase::BeforeRoll,
            TurnStage::Attack => self.end_attack(observer),
            TurnStage::Event => self.after_event(observer),
            TurnStage::Production | TurnStage::Main => self.main_step(),
            TurnStage::Ending => self.end(observer),
        }
    }
}
