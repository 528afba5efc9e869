//! City improvements and metropolises (`CK-IMP`, `CK-METRO`).

use crate::VertexId;
use crate::cities_and_knights::options::Level4City;
use crate::cities_and_knights::{Area, CitiesAndKnights, Event, Hand, Phase};
use game::{Observer, Seat};

/// The highest level.
pub(crate) const LEVELS: u8 = 5;

impl CitiesAndKnights {
    /// What the next level of an area costs the active seat: as many commodities as the level, one less with a Crane
    /// (`CK-IMP-1`, `CK-SCI-2`).
    pub(crate) fn improvement_price(&self, area: Area) -> Hand {
        let level = self.levels[self.active][area.index()] + 1;
        Hand::of(area.commodity(), level - u8::from(self.cranes > 0))
    }

    /// Whether this seat would get the metropolis of the area with this level (`CK-METRO-1`, `CK-METRO-3`); a holder at
    /// level 5 keeps it (`CK-METRO-4`).
    fn would_get_metropolis(&self, seat: Seat, area: Area, level: u8) -> bool {
        match self.metropolis_owner(area) {
            None => level >= 4,
            Some(owner) => owner != seat && level == LEVELS && self.levels[owner][area.index()] < LEVELS,
        }
    }

    /// Whether the city that a level needs is there: any for the lower ones (`CK-IMP-2`), a plain one for levels 4 and 5
    /// (`CK-IMP-3`). Without a city nothing is bought, but levels stay and work (`CK-IMP-4`).
    pub(crate) fn has_city_for(&self, seat: Seat, area: Area, level: u8) -> bool {
        if level < 4 {
            return !self.cities[seat].is_empty();
        }
        let holds = self.metropolis_owner(area) == Some(seat);
        let plain = !self.plain_cities(seat).is_empty();
        match self.options.ck_level4_city {
            Level4City::AlwaysUnlessOwner => holds || plain,
            Level4City::OnlyIfAwarded => {
                !self.cities[seat].is_empty() && (plain || !self.would_get_metropolis(seat, area, level))
            }
            Level4City::Always => plain,
        }
    }

    pub(crate) fn improve(&mut self, area: Area, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        self.pay(self.improvement_price(area), observer);
        self.cranes = self.cranes.saturating_sub(1);
        let level = self.levels[seat][area.index()] + 1;
        let gets = self.would_get_metropolis(seat, area, level);
        self.levels[seat][area.index()] = level;
        observer.observe(Event::Improved { seat, area, level });
        if gets {
            let places = self.plain_cities(seat);
            match (places.len(), places.nth(0)) {
                (1, Some(only)) => self.place_metropolis(area, only, observer),
                _ => self.phase = Phase::PlacingMetropolis { area },
            }
        }
    }

    /// The metropolis stands on this city, and no more on another one (`CK-METRO-6`).
    pub(crate) fn place_metropolis(
        &mut self,
        area: Area,
        vertex: VertexId,
        observer: &mut impl Observer<Event>,
    ) {
        let from = self.set_metropolis(area, vertex);
        observer.observe(Event::PlacedMetropolis { seat: self.active, area, vertex, from });
        self.phase = Phase::Building;
    }
}
