//! Playing progress cards (`CK-PROG`).

use crate::cities_and_knights::Hand;
use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::{CitiesAndKnights, Event, OwnEvent, OwnPhase, Phase};
use game::Observer;

impl CitiesAndKnights {
    /// The active seat plays a card: it is shown and goes under its deck (`CK-PROG-8`, `CK-PROG-12`), then it does what
    /// it says.
    pub(crate) fn play_progress(&mut self, play: Play, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        let card = play.card();
        self.own.progress[seat][card.index()] -= 1;
        self.own.under[card.area().index()].push(card);
        observer.observe(Event::Own(OwnEvent::PlayedProgress { seat, card }));
        if matches!(self.phase, Phase::Own(OwnPhase::PlayOrDrop)) {
            self.phase = Phase::Building;
        }
        match play {
            Play::Alchemist(red, other) => self.alchemist(red, other, observer),
            Play::Crane => self.own.cranes += 1,
            Play::Engineer(vertex) => self.build_wall(vertex, false, observer),
            Play::Inventor(first, second) => self.inventor(first, second, observer),
            Play::Irrigation => self.harvest(crate::Terrain::Fields, observer),
            Play::Medicine(vertex) => {
                self.pay(Hand::MEDICINE, observer);
                self.place_city(seat, vertex, true, observer);
            }
            Play::Mining => self.harvest(crate::Terrain::Mountains, observer),
            Play::RoadBuilding => self.road_building(observer),
            Play::Smith(first, second) => self.smith(first, second, observer),
            Play::Bishop => self.start_robber(super::super::phase::RobberCause::Bishop, observer),
            Play::Deserter(victim) => self.deserter(victim, observer),
            Play::Diplomat(edge) => self.diplomat(edge, observer),
            Play::Intrigue(vertex) => self.intrigue(vertex, observer),
            Play::Saboteur => self.saboteur(observer),
            Play::Spy(victim) => self.spy(victim),
            Play::Warlord => self.warlord(observer),
            Play::Wedding => self.wedding(observer),
            Play::CommercialHarbor => self.own.harbors += 1,
            Play::MasterMerchant(victim) => self.master_merchant(victim, observer),
            Play::Merchant(hex) => {
                self.own.merchant = Some((seat, hex));
                observer.observe(Event::Own(OwnEvent::PlacedMerchant { seat, hex }));
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
