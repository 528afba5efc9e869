//! Development cards (`CATAN-DEV`) and Largest Army (`CATAN-LA`).

use crate::base::{Catan, DevelopmentCard, OwnAction, OwnEvent, OwnIllegal};
use crate::seats::PerSeat;
use crate::{Cards, EdgeId, Event, Illegal, Phase, Piece, Resource};
use game::{Observer, Seat};

impl Catan {
    /// Checks an action with development cards.
    pub(crate) fn check_own(&self, seat: Seat, action: OwnAction) -> Result<(), Illegal> {
        match action {
            OwnAction::BuyDevelopmentCard => self.check_buy(seat),
            OwnAction::PlayKnight => self.check_card(DevelopmentCard::Knight),
            OwnAction::PlayRoadBuilding => self.check_road_building(seat),
            OwnAction::PlayYearOfPlenty(first, second) => self.check_year_of_plenty(first, second),
            OwnAction::PlayMonopoly(_) => self.check_card(DevelopmentCard::Monopoly),
        }
    }

    /// `CATAN-DEV-1`.
    fn check_buy(&self, seat: Seat) -> Result<(), Illegal> {
        if self.deck_len() == 0 {
            return Err(Illegal::Own(OwnIllegal::DeckEmpty));
        }
        self.check_price(seat, Cards::DEVELOPMENT)
    }

    /// A card is drawn from the deck (`CATAN-DEV-1`); a victory point counts at once (`CATAN-DEV-12`).
    pub(crate) fn drew_card(&mut self, card: DevelopmentCard, observer: &mut impl Observer<Event>) {
        let kind = card.index();
        self.own.deck[kind] -= 1;
        self.own.development[self.active][kind] += 1;
        self.own.bought[kind] += 1;
        observer.observe(Event::Own(OwnEvent::BoughtCard { seat: self.active, card: Some(card) }));
        self.phase = Phase::Building;
    }

    /// `CATAN-DEV-2` to `CATAN-DEV-4` for the active seat, before the roll and after it (`CATAN-TURN-3`).
    pub(crate) fn check_card(&self, card: DevelopmentCard) -> Result<(), Illegal> {
        if self.own.development[self.active][card.index()] == 0 {
            return Err(Illegal::Own(OwnIllegal::NoSuchCard { card }));
        }
        if self.own.played_card {
            return Err(Illegal::Own(OwnIllegal::AlreadyPlayedCard));
        }
        if self.playable(card) == 0 {
            return Err(Illegal::Own(OwnIllegal::BoughtThisTurn { card }));
        }
        Ok(())
    }

    /// Copies of `card` that the active seat holds and did not buy in this turn (`CATAN-DEV-3`).
    #[inline]
    pub(crate) fn playable(&self, card: DevelopmentCard) -> u8 {
        self.own.development[self.active][card.index()] - self.own.bought[card.index()]
    }

    /// Whether the active seat may still play a card in this turn and holds one; victory points are not played.
    pub(crate) fn may_play_card_from_scratch(&self) -> bool {
        !self.own.played_card && crate::base::PLAYABLE.iter().any(|&card| self.playable(card) > 0)
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
            let from = std::mem::replace(&mut self.own.largest_army, holder);
            let knights = self.own.knights[seat];
            observer.observe(Event::Own(OwnEvent::LargestArmy { holder: seat, from, knights }));
            if self.wins_now(observer) {
                return;
            }
        }
        self.start_robber((), observer);
    }

    /// `CATAN-DEV-8`: one road at least can be placed.
    pub(crate) fn check_road_building(&self, seat: Seat) -> Result<(), Illegal> {
        self.check_card(DevelopmentCard::RoadBuilding)?;
        let path = EdgeId::all().any(|edge| self.check_path(edge).is_ok());
        if path && self.pieces_left(seat, Piece::Road) > 0 {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::NoRoadToPlace))
        }
    }

    /// Up to two free roads (`CATAN-DEV-8`).
    pub(crate) fn play_road_building(&mut self, observer: &mut impl Observer<Event>) {
        self.show_card(DevelopmentCard::RoadBuilding, observer);
        self.road_building(observer);
    }

    /// `CATAN-DEV-9`.
    fn check_year_of_plenty(&self, first: Resource, second: Option<Resource>) -> Result<(), Illegal> {
        self.check_card(DevelopmentCard::YearOfPlenty)?;
        let lacks = |kind| Err(Illegal::SupplyLacks { kind, clause: "CATAN-DEV-9" });
        if self.supply.count(first) == 0 {
            return lacks(first);
        }
        match second {
            None if self.supply.len() > 1 => Err(Illegal::Own(OwnIllegal::TakeTwo)),
            Some(second) if self.supply.count(second) <= u8::from(first == second) => lacks(second),
            _ => Ok(()),
        }
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

/// Returns the holder of Largest Army once `seat` has played a knight: at least three (`CATAN-LA-1`), and strictly more than the
/// holder (`CATAN-LA-2`).
#[must_use]
fn largest_army_holder(holder: Option<Seat>, knights: &PerSeat<u8>, seat: Seat) -> Option<Seat> {
    let to_beat = holder.map_or(2, |holder| knights[holder]);
    if knights[seat] > to_beat { Some(seat) } else { holder }
}
