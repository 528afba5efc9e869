//! City improvements and metropolises (`CK-IMP`, `CK-METRO`).

use crate::cities_and_knights::legal::choices::OfArea;
use crate::cities_and_knights::options::{
    CraneFirstLevel, Level4City, MetropolisPlacing, MetropolisTakeover,
};
use crate::cities_and_knights::rules::metropolises::Metropolis;
use crate::cities_and_knights::{
    Area, CitiesAndKnights, Event, Hand, Illegal, LegalActions, OwnEvent, OwnIllegal, OwnPhase, Phase,
};
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// The price of the next level of an area for the active seat: as many commodities as the level, one less with a Crane
    /// (`CK-IMP-1`, `CK-SCI-2`).
    #[inline]
    pub(crate) fn improvement_price(&self, area: Area) -> Hand {
        let level = self.own.levels[self.active][area.index()] + 1;
        Hand::of(area.commodity(), level - u8::from(self.crane_lowers(level)))
    }

    /// Whether a Crane that waits lowers the price of this level; the first one may always cost its commodity (`CK-OPT-26`).
    #[inline]
    fn crane_lowers(&self, level: u8) -> bool {
        self.own.cranes > 0 && (level > 1 || self.options.ck_crane_first_level == CraneFirstLevel::Free)
    }

    pub(crate) fn check_improvement(&self, area: Area) -> Result<(), Illegal> {
        let seat = self.active;
        let level = self.own.levels[seat][area.index()] + 1;
        if level > Area::LEVELS {
            return Err(Illegal::Own(OwnIllegal::HighestLevel { area }));
        }
        if self.cities[seat].is_empty() {
            return Err(Illegal::Own(OwnIllegal::NeedsCity));
        }
        if level >= 4 {
            let owner = self.metropolis_owner(area);
            // What may be left is no award (`CK-IMP-3`).
            let by_itself = self.options.ck_metropolis_takeover == MetropolisTakeover::BeforeHolder;
            let awarded = match owner {
                _ if self.options.ck_metropolis_placing == MetropolisPlacing::May => false,
                None => true,
                Some(owner) => {
                    by_itself && owner != seat && level == 5 && self.own.levels[owner][area.index()] < 5
                }
            };
            let needed = match self.options.ck_level4_city {
                Level4City::AlwaysUnlessOwner | Level4City::EachLevel => owner != Some(seat),
                Level4City::OnlyIfAwarded => awarded,
                Level4City::Always => true,
            };
            let plain =
                self.cities[seat].into_iter().any(|city| !self.own.metropolises.contains(&Some(city)));
            if needed && !plain {
                return Err(Illegal::Own(OwnIllegal::NeedsPlainCity));
            }
            let high = Area::ALL
                .into_iter()
                .filter(|&other| other == area || self.own.levels[seat][other.index()] >= 4);
            let cities = high.count();
            if self.options.ck_level4_city == Level4City::EachLevel && self.cities[seat].len() < cities {
                return Err(Illegal::Own(OwnIllegal::NeedsCities { cities: cities as u8 }));
            }
        }
        self.check_price(seat, self.improvement_price(area))
    }

    #[inline]
    pub(crate) fn list_improvements(&self, hand: Hand, legal: &mut LegalActions) {
        let seat = self.active;
        // Without a city nothing is bought, but levels stay and work (`CK-IMP-4`).
        if self.cities[seat].is_empty() {
            return;
        }
        let (mut areas, mut high) = (0, 0);
        for area in Area::ALL {
            let level = self.own.levels[seat][area.index()];
            let buys = (level < Area::LEVELS) & hand.contains(self.improvement_price(area));
            areas |= u8::from(buys) << area.index();
            high |= u8::from(buys & (level >= 3)) << area.index();
        }
        for area in Area::ALL {
            if high >> area.index() & 1 == 1 && !self.has_city_for_high(seat, area) {
                areas &= !(1 << area.index());
            }
        }
        legal.list_of_areas(OfArea::Improve, areas);
    }

    /// Whether the city that the next level needs is there, 4 or 5: a plain one (`CK-IMP-3`). For the lower levels any will do
    /// (`CK-IMP-2`).
    #[inline(never)]
    fn has_city_for_high(&self, seat: Seat, area: Area) -> bool {
        let level = self.own.levels[seat][area.index()] + 1;
        let holds = self.metropolis_owner(area) == Some(seat);
        let plain = !self.plain_cities(seat).is_empty();
        match self.options.ck_level4_city {
            Level4City::AlwaysUnlessOwner => holds || plain,
            Level4City::OnlyIfAwarded => {
                let awarded = self.metropolis_for(seat, area, level) == Metropolis::Awarded;
                !self.cities[seat].is_empty() && (plain || !awarded)
            }
            Level4City::Always => plain,
            Level4City::EachLevel => (holds || plain) && self.has_city_for_each(seat, area),
        }
    }

    /// Whether there is a city for each area that would be at level 4 or higher, this one among them (`CK-IMP-3`).
    fn has_city_for_each(&self, seat: Seat, area: Area) -> bool {
        let mut levels = self.own.levels[seat];
        levels[area.index()] = Area::LEVELS;
        self.cities[seat].len() >= levels.into_iter().filter(|&level| level >= 4).count()
    }

    pub(crate) fn improve(&mut self, area: Area, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        self.pay(self.improvement_price(area), observer);
        let level = self.own.levels[seat][area.index()] + 1;
        let crane = self.crane_lowers(level);
        self.own.cranes -= u8::from(crane);
        let metropolis = self.metropolis_for(seat, area, level);
        self.own.levels[seat][area.index()] = level;
        observer.observe(Event::Own(OwnEvent::Improved { seat, area, level, crane }));
        let places = self.plain_cities(seat);
        match (metropolis, places.len(), places.nth(0)) {
            (Metropolis::None, ..) | (Metropolis::Offered, 0, _) => {}
            (Metropolis::Awarded, 1, Some(only)) => self.place_metropolis(area, only, observer),
            _ => self.phase = Phase::Own(OwnPhase::PlacingMetropolis { area }),
        }
    }
}
