//! Progress cards: drawing, holding, playing and discarding them (`CK-PROG`).

use crate::cities_and_knights::legal::choices::{At, OfKind, Simple};
use crate::cities_and_knights::options::{FifthCard, NullPlay, ProgressDraw};
use crate::cities_and_knights::{
    Area, CardKind, CitiesAndKnights, Event, Hand, Illegal, LegalActions, OwnEvent, OwnIllegal, OwnPhase,
    Phase, Play, Progress, RobberCause, TurnStage,
};
use crate::seats::SEATS;
use crate::select::ones;
use crate::{Clause, Terrain};
use game::{Observer, Seat, SeatSet};

impl CitiesAndKnights {
    /// Lets the next of these seats draw, or choose whether to draw where the card could be its fifth; an empty deck gives nobody
    /// a card (`CK-PROG-3`).
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
    fn receive(&mut self, seat: Seat, card: Progress) {
        match card {
            Progress::Printer => self.own.revealed[0] = Some(seat),
            Progress::Constitution => self.own.revealed[1] = Some(seat),
            _ => self.own.progress[seat].add(card),
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

    /// The seats with too many progress cards, as far as they must discard now.
    fn with_too_many(&self) -> SeatSet {
        let later = self.options.ck_fifth_card != FifthCard::DiscardAtOnce;
        Seat::first(self.seats())
            .filter(|&seat| self.progress_len(seat) > Self::PROGRESS_MAX && !(later && seat == self.active))
            .collect()
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
        self.own.progress[seat].take(card);
        self.own.under[card.area().index()].push(card);
        observer.observe(Event::Own(OwnEvent::DroppedProgress { seat, area: card.area(), card: Some(card) }));
    }

    #[inline]
    pub(crate) fn holds(&self, seat: Seat, card: Progress) -> bool {
        self.own.progress[seat].contains(card)
    }

    pub(crate) fn check_card(&self, seat: Seat, card: Progress, clause: Clause) -> Result<(), Illegal> {
        if self.own.progress[seat].contains(card) {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::NoSuchCard { card, clause }))
        }
    }

    /// Whether a card may be played with these choices (`CK-PROG-8`); what it names must fit in any case (`CK-PROG-18`).
    pub(crate) fn check_play(&self, play: Play) -> Result<(), Illegal> {
        let card = play.card();
        self.check_card(self.active, card, "CK-PROG-8")?;
        if (card == Progress::Alchemist) != (self.phase == Phase::BeforeRoll) {
            return Err(Illegal::Own(OwnIllegal::NotNow { card, clause: "CK-SCI-1" }));
        }
        match play {
            Play::Alchemist(..) | Play::Crane | Play::CommercialHarbor | Play::MerchantFleet(_) => Ok(()),
            Play::Engineer(vertex) => self.check_wall(vertex),
            Play::Inventor(first, second) => self.check_inventor(first, second),
            Play::Irrigation => self.check_effect(card, self.harvests(Terrain::Fields)),
            Play::Mining => self.check_effect(card, self.harvests(Terrain::Mountains)),
            Play::Medicine(vertex) => self.check_city(vertex, Hand::MEDICINE),
            Play::RoadBuilding => self.check_road_building(),
            Play::Smith(first, second) => self.check_smith(first, second),
            Play::Bishop => self.check_bishop(),
            Play::Deserter(victim) => self.check_deserter(victim),
            Play::Diplomat(edge) => self.check_diplomat(edge),
            Play::Intrigue(vertex) => self.check_intrigue(vertex),
            Play::Saboteur => self.check_saboteur(),
            Play::Spy(victim) => self.check_spy(victim),
            Play::Warlord => self.check_warlord(),
            Play::Wedding => self.check_wedding(),
            Play::MasterMerchant(victim) => self.check_master_merchant(victim),
            Play::Merchant(hex) => self.check_merchant(hex),
            Play::ResourceMonopoly(kind) => self.check_monopoly(card, kind, false, "CK-TRD-4"),
            Play::TradeMonopoly(kind) => self.check_monopoly(card, kind, true, "CK-TRD-5"),
        }
    }

    /// A card that is known to do nothing may be refused (`CK-PROG-13`, `CK-PROG-14`).
    pub(crate) fn check_effect(&self, card: Progress, does_something: bool) -> Result<(), Illegal> {
        if does_something || self.null_is_allowed() {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::KnownNull { card }))
        }
    }

    /// Whether cards may be played that are known to do nothing (`CK-PROG-9`).
    #[inline]
    pub(crate) fn null_is_allowed(&self) -> bool {
        self.options.ck_null_play == NullPlay::Allow
    }

    pub(crate) fn check_opponent(&self, seat: Seat) -> Result<(), Illegal> {
        if seat.index() < self.seats() && seat != self.active {
            Ok(())
        } else {
            Err(Illegal::NoSuchSeat { seat })
        }
    }

    /// Progress cards that may be played after the roll, on targets for which they are not known to do nothing
    /// (`CK-PROG-13`, `CK-PROG-14`); returns those that are played without a choice.
    pub(crate) fn list_cards(&self, held: u32, legal: &mut LegalActions) -> u64 {
        let mut simple = 0;
        for card in ones(held).map(|n| Progress::ALL[n]) {
            self.list_card(card, legal, &mut simple);
        }
        simple
    }

    /// Lists one kind of progress card. Inlined, the loop over them would begin by computing what any card may need, such as all points.
    #[inline(never)]
    fn list_card(&self, card: Progress, legal: &mut LegalActions, simple: &mut u64) {
        let seat = self.active;
        match card {
            Progress::Crane => *simple |= Simple::Crane.bit(),
            Progress::Engineer => legal.list_at(At::Engineer, self.wallable(seat)),
            Progress::Inventor => self.list_inventor(legal),
            Progress::Irrigation => {
                *simple |= Simple::Irrigation.bit_if(self.may_harvest(Terrain::Fields, CardKind::Grain));
            }
            Progress::Medicine => self.list_medicine(legal),
            Progress::Mining => {
                *simple |= Simple::Mining.bit_if(self.may_harvest(Terrain::Mountains, CardKind::Ore));
            }
            Progress::RoadBuilding => *simple |= Simple::RoadBuilding.bit_if(self.may_build_roads()),
            Progress::Smith => self.list_smith(legal),
            Progress::Bishop => *simple |= Simple::Bishop.bit_if(self.own.robber_is_free),
            Progress::Deserter => self.list_deserter(legal),
            Progress::Diplomat => legal.list_diplomat(self.open_roads()),
            Progress::Intrigue => legal.list_at(At::Intrigue, self.intrigue_targets()),
            Progress::Saboteur => *simple |= Simple::Saboteur.bit_if(self.may_sabotage()),
            Progress::Spy => self.list_spy(legal),
            Progress::Warlord => *simple |= Simple::Warlord.bit_if(self.may_activate_all()),
            Progress::Wedding => *simple |= Simple::Wedding.bit_if(self.may_wed()),
            Progress::CommercialHarbor => *simple |= Simple::CommercialHarbor.bit(),
            Progress::MasterMerchant => self.list_master_merchant(legal),
            Progress::Merchant => self.list_merchant(legal),
            Progress::ResourceMonopoly => {
                self.list_monopoly(OfKind::ResourceMonopoly, 0b0001_1111, legal);
            }
            Progress::TradeMonopoly => self.list_monopoly(OfKind::TradeMonopoly, 0b1110_0000, legal),
            Progress::MerchantFleet => legal.list_of_kinds(OfKind::Fleet, 0b1111_1111),
            // Played before the roll, or turned up when drawn.
            Progress::Alchemist | Progress::Printer | Progress::Constitution => {}
        }
    }

    /// The active seat plays a card: it is shown and goes under its deck (`CK-PROG-8`, `CK-PROG-12`), then it does what
    /// it says.
    pub(crate) fn play_progress(&mut self, play: Play, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        let card = play.card();
        self.own.progress[seat].take(card);
        self.own.under[card.area().index()].push(card);
        observer.observe(Event::Own(OwnEvent::PlayedProgress { seat, card }));
        if matches!(self.phase, Phase::Own(OwnPhase::PlayOrDrop | OwnPhase::PlayingEarly)) {
            self.phase = Phase::Building;
        }
        self.take_effect(play, observer);
        // The production is still to come, and other cards may be played before it (`CK-PROG-19`).
        if self.phase == Phase::Building && self.own.stage == TurnStage::Event {
            self.resume(observer);
        }
    }

    fn take_effect(&mut self, play: Play, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        match play {
            Play::Alchemist(red, other) => self.alchemist(red, other, observer),
            Play::Crane => self.own.cranes += 1,
            Play::Engineer(vertex) => self.build_wall(vertex, false, observer),
            Play::Inventor(first, second) => self.inventor(first, second, observer),
            Play::Irrigation => self.harvest(Terrain::Fields, observer),
            Play::Medicine(vertex) => {
                self.pay(Hand::MEDICINE, observer);
                self.place_city(seat, vertex, true, observer);
            }
            Play::Mining => self.harvest(Terrain::Mountains, observer),
            Play::RoadBuilding => self.road_building(observer),
            Play::Smith(first, second) => self.smith(first, second, observer),
            Play::Bishop => self.start_robber(RobberCause::Bishop, observer),
            Play::Deserter(victim) => self.deserter(victim, observer),
            Play::Diplomat(edge) => self.diplomat(edge, observer),
            Play::Intrigue(vertex) => self.intrigue(vertex, observer),
            Play::Saboteur => self.saboteur(observer),
            Play::Spy(victim) => self.spy(victim, observer),
            Play::Warlord => self.warlord(observer),
            Play::Wedding => self.wedding(observer),
            Play::CommercialHarbor => self.own.commercial_harbors += 1,
            Play::MasterMerchant(victim) => self.master_merchant(victim, observer),
            Play::Merchant(hex) => {
                let from = self.own.merchant.replace((seat, hex)).map(|(_, hex)| hex);
                observer.observe(Event::Own(OwnEvent::PlacedMerchant { seat, hex, from }));
            }
            Play::ResourceMonopoly(kind) => self.monopoly(kind, 2, observer),
            Play::TradeMonopoly(kind) => self.monopoly(kind, 1, observer),
            Play::MerchantFleet(kind) => {
                self.own.fleet |= 1 << kind.index();
                observer.observe(Event::Own(OwnEvent::ChoseFleet { seat, kind }));
            }
        }
    }
}
