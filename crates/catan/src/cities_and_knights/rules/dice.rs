//! Resolving the roll, in its order (`CK-DICE`).

use crate::cities_and_knights::options::{FifthCard, ProgressDraw};
use crate::cities_and_knights::phase::Stage;
use crate::cities_and_knights::{
    Area, CitiesAndKnights, Event, EventFace, OwnEvent, OwnPhase, Phase, Progress,
};
use crate::state::SEATS;
use game::{Observer, Seat, SeatSet};

/// The ship's landing: the seventh space (`CK-COMP-7`).
pub(crate) const LANDING: u8 = 7;

impl CitiesAndKnights {
    /// The dice have fallen: the event first, then production or the 7 (`CK-DICE-1`).
    pub(crate) fn rolled(
        &mut self,
        event: EventFace,
        red: u8,
        other: u8,
        observer: &mut impl Observer<Event>,
    ) {
        self.dice = (red, other);
        self.own.event = Some(event);
        self.own.stage = Stage::Event;
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
    fn gate(&mut self, area: Area, red: u8, observer: &mut impl Observer<Event>) {
        let entitled = |seat: &Seat| {
            let level = self.own.levels[*seat][area.index()];
            level >= 1 && red <= level + 1
        };
        let waiting: SeatSet = Seat::first(self.seats()).filter(entitled).collect();
        self.draw_on(waiting, area, observer);
    }

    /// The next of these seats draws, or is asked where the card could be its fifth; an empty deck gives nobody a card
    /// (`CK-PROG-3`).
    pub(crate) fn draw_on(&mut self, mut waiting: SeatSet, area: Area, observer: &mut impl Observer<Event>) {
        if waiting.is_empty() || self.deck_len(area) == 0 {
            return self.after_draws(observer);
        }
        let seat = self.first_clockwise(waiting);
        let asks = match self.options.ck_progress_draw {
            ProgressDraw::WhenFifth => self.progress_len(seat) >= Self::PROGRESS_MAX,
            ProgressDraw::Automatic => false,
            ProgressDraw::Optional => true,
        };
        if asks {
            self.phase = Phase::Own(OwnPhase::OfferingDraw { waiting, area });
        } else {
            waiting.remove(seat);
            self.phase = Phase::Own(OwnPhase::DrawingCard { seat, area, waiting, defence: false });
        }
    }

    /// An optional draw is taken, or left.
    pub(crate) fn answer_draw(&mut self, draws: bool, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::OfferingDraw { mut waiting, area }) = self.phase else { return };
        let seat = self.first_clockwise(waiting);
        waiting.remove(seat);
        if draws {
            self.phase = Phase::Own(OwnPhase::DrawingCard { seat, area, waiting, defence: false });
        } else {
            observer.observe(Event::Own(OwnEvent::DeclinedDraw { seat }));
            self.draw_on(waiting, area, observer);
        }
    }

    /// A card was drawn. Victory points are turned up at once (`CK-PROG-5`); the active seat may win by one before
    /// anything else happens (`CK-WIN-4`).
    pub(crate) fn drew(&mut self, card: Progress, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::DrawingCard { seat, area, waiting, defence }) = self.phase else { return };
        self.take_from_deck(card);
        self.own.drawn[area.index()] = self.own.drawn[area.index()].wrapping_add(1);
        observer.observe(Event::Own(OwnEvent::DrewProgress { seat, area, card: Some(card) }));
        self.receive(seat, card);
        if self.wins_now(observer) {
            return;
        }
        if defence {
            self.choose_decks(waiting, observer);
        } else {
            self.draw_on(waiting, area, observer);
        }
    }

    fn take_from_deck(&mut self, card: Progress) {
        if self.deck_unknown(card.area()) > 0 {
            self.own.deck[card.index()] -= 1;
        } else {
            self.own.under[card.area().index()].pop();
        }
    }

    /// A seat gets a progress card, hidden, or open if it is a victory point: of a deck, after a gate or a defence
    /// (`CK-PROG-1`).
    pub(crate) fn receive(&mut self, seat: Seat, card: Progress) {
        match card {
            Progress::Printer => self.own.revealed[0] = Some(seat),
            Progress::Constitution => self.own.revealed[1] = Some(seat),
            _ => self.own.progress[seat][card.index()] += 1,
        }
    }

    /// All draws of the event are done; then come the discards of fifth cards (`CK-PROG-7`).
    pub(crate) fn after_draws(&mut self, observer: &mut impl Observer<Event>) {
        let seats = self.with_too_many();
        if seats.is_empty() {
            self.resume(observer);
        } else {
            self.phase = Phase::Own(OwnPhase::DroppingCards { seats });
        }
    }

    /// A seat hands in the card it discards; when all have, they go under their decks, clockwise (`CK-PROG-12`).
    pub(crate) fn drop_card(&mut self, seat: Seat, card: Progress, observer: &mut impl Observer<Event>) {
        if matches!(self.phase, Phase::Own(OwnPhase::PlayOrDrop)) {
            self.put_under(seat, card, observer);
            self.phase = Phase::Building;
            return;
        }
        self.own.dropped[seat] = Some(card);
        observer.observe(Event::Own(OwnEvent::HandedInProgress { seat }));
        if !self.deciding().is_empty() {
            return;
        }
        let mut seat = self.active;
        for _ in 0..SEATS {
            if let Some(card) = self.own.dropped[seat].take() {
                self.put_under(seat, card, observer);
            }
            seat = seat.next(self.seats());
        }
        self.after_draws(observer);
    }

    fn put_under(&mut self, seat: Seat, card: Progress, observer: &mut impl Observer<Event>) {
        self.own.progress[seat][card.index()] -= 1;
        self.own.under[card.area().index()].push(card);
        observer.observe(Event::Own(OwnEvent::DroppedProgress { seat, area: card.area(), card: Some(card) }));
    }

    /// The event is done: production, or the 7 (`CK-DICE-4`).
    pub(crate) fn after_event(&mut self, observer: &mut impl Observer<Event>) {
        self.own.stage = Stage::Production;
        let sum = self.dice.0 + self.dice.1;
        if sum == 7 {
            self.seven(observer);
        } else {
            self.produce(sum, observer);
        }
    }

    /// The roll is resolved and step 4 begins, or step 4 goes on. Where the option says so, the active seat first deals
    /// with a progress card too many, of the roll (`CK-PROG-15`) or by Spy (`CK-PROG-17`).
    fn main_step(&mut self) {
        self.own.stage = Stage::Main;
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
            Stage::BeforeRoll => self.phase = Phase::BeforeRoll,
            Stage::Attack => self.end_attack(observer),
            Stage::Event => self.after_event(observer),
            Stage::Production | Stage::Main => self.main_step(),
            Stage::Ending => self.end(observer),
        }
    }
}
