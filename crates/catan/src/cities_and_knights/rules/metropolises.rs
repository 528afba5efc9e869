//! Metropolises (`CK-METRO`).

use crate::cities_and_knights::options::{MetropolisPlacing, MetropolisTakeover};
use crate::cities_and_knights::{Area, CitiesAndKnights, Event, Illegal, OwnEvent, OwnIllegal, Phase};
use crate::{Clause, VertexId};
use game::{Observer, Seat};

/// The effect on an area's metropolis when a seat reaches a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Metropolis {
    /// The metropolis does not move.
    None,
    /// The seat gets it (`CK-METRO-1`, `CK-METRO-3`).
    Awarded,
    /// The seat may place it or decline (`CK-METRO-7`, `CK-METRO-8`).
    Offered,
}

impl CitiesAndKnights {
    /// Returns the effect of this level for the seat (`CK-METRO-1`, `CK-METRO-3`): an award, or an offer where it may be declined
    /// (`CK-METRO-8`). A holder at level 5 keeps its metropolis, unless anybody who reaches that level may take it
    /// (`CK-METRO-4`).
    pub(crate) fn metropolis_for(&self, seat: Seat, area: Area, level: u8) -> Metropolis {
        let gained = match self.metropolis_owner(area) {
            None if level >= 4 => Metropolis::Awarded,
            Some(owner) if owner != seat && level == Area::LEVELS => {
                match self.options.ck_metropolis_takeover {
                    MetropolisTakeover::AnyLevel5 => Metropolis::Offered,
                    MetropolisTakeover::BeforeHolder
                        if self.own.levels[owner][area.index()] < Area::LEVELS =>
                    {
                        Metropolis::Awarded
                    }
                    MetropolisTakeover::BeforeHolder => Metropolis::None,
                }
            }
            _ => Metropolis::None,
        };
        match (gained, self.options.ck_metropolis_placing) {
            (Metropolis::Awarded, MetropolisPlacing::May) => Metropolis::Offered,
            _ => gained,
        }
    }

    /// An own city without a metropolis; `city` and `plain` are the clauses that ask for the one and for the other.
    pub(crate) fn check_plain_city(
        &self,
        seat: Seat,
        vertex: VertexId,
        city: Clause,
        plain: Clause,
    ) -> Result<(), Illegal> {
        if !self.cities[seat].contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::NotOwnCity { vertex, clause: city }));
        }
        if self.own.metropolises.contains(&Some(vertex)) {
            Err(Illegal::Own(OwnIllegal::HasMetropolis { vertex, clause: plain }))
        } else {
            Ok(())
        }
    }

    /// Whether the active seat may decline the metropolis that it is about to place: any (`CK-METRO-8`), or one that it takes but
    /// need not take (`CK-METRO-7`).
    pub(crate) fn may_leave_metropolis(&self, area: Area) -> bool {
        let offered = self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5
            && self.own.metropolises[area.index()].is_some();
        offered || self.options.ck_metropolis_placing == MetropolisPlacing::May
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
