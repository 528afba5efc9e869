//! City improvements and metropolises (`CK-IMP`, `CK-METRO`).

use crate::VertexId;
use crate::cities_and_knights::options::{Level4City, MetropolisPlacing, MetropolisTakeover};
use crate::cities_and_knights::{Area, CitiesAndKnights, Event, Hand, OwnEvent, OwnPhase, Phase};
use game::{Observer, Seat};

/// The highest level.
pub(crate) const LEVELS: u8 = 5;

/// What becomes of an area's metropolis when a seat reaches a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Metropolis {
    /// It does not move.
    None,
    /// The seat gets it (`CK-METRO-1`, `CK-METRO-3`).
    Awarded,
    /// The seat may place it or decline (`CK-METRO-7`, `CK-METRO-8`).
    Offered,
}

impl CitiesAndKnights {
    /// What the next level of an area costs the active seat: as many commodities as the level, one less with a Crane
    /// (`CK-IMP-1`, `CK-SCI-2`).
    pub(crate) fn improvement_price(&self, area: Area) -> Hand {
        let level = self.own.levels[self.active][area.index()] + 1;
        Hand::of(area.commodity(), level - u8::from(self.own.cranes > 0))
    }

    /// What this level brings the seat (`CK-METRO-1`, `CK-METRO-3`): an award, or an offer where it may be declined
    /// (`CK-METRO-8`). A holder at level 5 keeps its metropolis, unless
    /// anybody who reaches that level may take it (`CK-METRO-4`).
    fn metropolis_for(&self, seat: Seat, area: Area, level: u8) -> Metropolis {
        let gained = match self.metropolis_owner(area) {
            None if level >= 4 => Metropolis::Awarded,
            Some(owner) if owner != seat && level == LEVELS => match self.options.ck_metropolis_takeover {
                MetropolisTakeover::AnyLevel5 => Metropolis::Offered,
                MetropolisTakeover::BeforeHolder if self.own.levels[owner][area.index()] < LEVELS => {
                    Metropolis::Awarded
                }
                MetropolisTakeover::BeforeHolder => Metropolis::None,
            },
            _ => Metropolis::None,
        };
        match (gained, self.options.ck_metropolis_placing) {
            (Metropolis::Awarded, MetropolisPlacing::May) => Metropolis::Offered,
            _ => gained,
        }
    }

    /// Whether the active seat may leave the metropolis that it is asked to place: any (`CK-METRO-8`), or one that it
    /// takes but need not take (`CK-METRO-7`).
    pub(crate) fn may_leave_metropolis(&self, area: Area) -> bool {
        let offered = self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5
            && self.own.metropolises[area.index()].is_some();
        offered || self.options.ck_metropolis_placing == MetropolisPlacing::May
    }

    /// Whether the city that a level needs is there: any for the lower ones (`CK-IMP-2`), a plain one for levels 4 and 5
    /// (`CK-IMP-3`). Without a city nothing is bought, but levels stay and work (`CK-IMP-4`).
    pub(crate) fn has_city_for(&self, seat: Seat, area: Area, level: u8) -> bool {
        if level < 4 { !self.cities[seat].is_empty() } else { self.has_city_for_high(seat, area, level) }
    }

    #[inline(never)]
    fn has_city_for_high(&self, seat: Seat, area: Area, level: u8) -> bool {
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
        levels[area.index()] = LEVELS;
        self.cities[seat].len() >= levels.into_iter().filter(|&level| level >= 4).count()
    }

    pub(crate) fn improve(&mut self, area: Area, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        self.pay(self.improvement_price(area), observer);
        self.own.cranes = self.own.cranes.saturating_sub(1);
        let level = self.own.levels[seat][area.index()] + 1;
        let metropolis = self.metropolis_for(seat, area, level);
        self.own.levels[seat][area.index()] = level;
        observer.observe(Event::Own(OwnEvent::Improved { seat, area, level }));
        let places = self.plain_cities(seat);
        match (metropolis, places.len(), places.nth(0)) {
            (Metropolis::None, ..) | (Metropolis::Offered, 0, _) => {}
            (Metropolis::Awarded, 1, Some(only)) => self.place_metropolis(area, only, observer),
            _ => self.phase = Phase::Own(OwnPhase::PlacingMetropolis { area }),
        }
    }

    /// The metropolis stays where it is (`CK-METRO-7`), or free (`CK-METRO-8`).
    pub(crate) fn leave_metropolis(&mut self, area: Area, observer: &mut impl Observer<Event>) {
        observer.observe(Event::Own(OwnEvent::LeftMetropolis { seat: self.active, area }));
        self.resume(observer);
    }

    /// The metropolis stands on this city, and no more on another one (`CK-METRO-6`).
    pub(crate) fn place_metropolis(
        &mut self,
        area: Area,
        vertex: VertexId,
        observer: &mut impl Observer<Event>,
    ) {
        let from = self.set_metropolis(area, vertex);
        observer.observe(Event::Own(OwnEvent::PlacedMetropolis { seat: self.active, area, vertex, from }));
        self.phase = Phase::Building;
    }
}
