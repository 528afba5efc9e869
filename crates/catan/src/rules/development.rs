//! Development cards (`CATAN-DEV`) and Largest Army (`CATAN-LA`).

use crate::seats::PerSeat;
use crate::{Cards, Catan, DevelopmentCard, Event, OwnEvent, Phase, Resource};
use game::{Observer, Seat};

impl Catan {
    /// A card is drawn from the deck (`CATAN-DEV-1`); a victory point counts at once (`CATAN-DEV-12`).
    pub(crate) fn drew_card(&mut self, card: DevelopmentCard, observer: &mut impl Observer<Event>) {
        let kind = card.index();
        self.own.deck[kind] -= 1;
        self.own.development[self.active][kind] += 1;
        self.own.bought[kind] += 1;
        observer.observe(Event::Own(OwnEvent::BoughtCard { seat: self.active, card: Some(card) }));
        self.phase = Phase::Building;
    }

    /// A card leaves the hand and is shown (`CATAN-DEV-5`); it is the only one in this turn (`CATAN-DEV-2`).
    fn show_card(&mut self, card: DevelopmentCard, observer: &mut impl Observer<Event>) {
        self.own.development[self.active][card.index()] -= 1;
        self.own.played_card = true;
        self.own.may_play_card = false;
        observer.observe(Event::Own(OwnEvent::PlayedCard { seat: self.active, card }));
    }

    /// A knight counts at once (`CATAN-DEV-7`), then the robber moves, without discards (`CATAN-ROB-8`). A win comes before
    /// that (`CATAN-WIN-4`).
    pub(crate) fn play_knight(&mut self, observer: &mut impl Observer<Event>) {
        self.show_card(DevelopmentCard::Knight, observer);
        let seat = self.active;
        self.own.knights[seat] += 1;
        let holder = largest_army_holder(self.own.largest_army, &self.own.knights, seat);
        if holder != self.own.largest_army {
            self.own.largest_army = holder;
            observer
                .observe(Event::Own(OwnEvent::LargestArmy { holder: seat, knights: self.own.knights[seat] }));
            if self.wins_now(observer) {
                return;
            }
        }
        self.start_robber((), observer);
    }

    /// Up to two free roads (`CATAN-DEV-8`).
    pub(crate) fn play_road_building(&mut self, observer: &mut impl Observer<Event>) {
        self.show_card(DevelopmentCard::RoadBuilding, observer);
        self.road_building(observer);
    }

    /// Two cards from the supply, or its last one (`CATAN-DEV-9`).
    pub(crate) fn play_year_of_plenty(&mut self, cards: Cards, observer: &mut impl Observer<Event>) {
        self.show_card(DevelopmentCard::YearOfPlenty, observer);
        self.supply -= cards;
        self.hands[self.active] += cards;
        observer.observe(Event::TookFromSupply { seat: self.active, cards });
    }

    /// All cards of a kind out of every other hand (`CATAN-DEV-10`, `CATAN-DEV-11`).
    pub(crate) fn play_monopoly(&mut self, kind: Resource, observer: &mut impl Observer<Event>) {
        self.show_card(DevelopmentCard::Monopoly, observer);
        let seat = self.active;
        let mut counts = PerSeat::default();
        for other in Seat::first(self.seats()).filter(|&other| other != seat) {
            counts[other] = self.hands[other].count(kind);
            let cards = Cards::of(kind, counts[other]);
            self.hands[other] -= cards;
            self.hands[seat] += cards;
        }
        observer.observe(Event::Monopolized { seat, kind, counts });
    }
}

/// Who holds Largest Army once `seat` has played a knight: at least three (`CATAN-LA-1`), and strictly more than the
/// holder (`CATAN-LA-2`).
#[must_use]
pub fn largest_army_holder(holder: Option<Seat>, knights: &PerSeat<u8>, seat: Seat) -> Option<Seat> {
    let to_beat = holder.map_or(2, |holder| knights[holder]);
    if knights[seat] > to_beat { Some(seat) } else { holder }
}
