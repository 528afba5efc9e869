//! City walls (`CK-WALL`).

use crate::cities_and_knights::legal::choices::At;
use crate::cities_and_knights::{CitiesAndKnights, Event, Hand, Illegal, LegalActions, OwnEvent, OwnIllegal};
use crate::{VertexId, VertexSet};
use game::{Observer, Seat};

impl CitiesAndKnights {
    pub(crate) fn check_wall(&self, vertex: VertexId) -> Result<(), Illegal> {
        if !self.cities[self.active].contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::NotOwnCity { vertex, clause: "CK-WALL-1" }));
        }
        if self.own.walls.contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::HasWall { vertex }));
        }
        if self.walls_left(self.active) == 0 { Err(Illegal::Own(OwnIllegal::NoWallLeft)) } else { Ok(()) }
    }

    pub(crate) fn check_build_wall(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_wall(vertex)?;
        self.check_price(self.active, Hand::WALL)
    }

    /// Cities that a seat may wall (`CK-WALL-1`).
    #[inline]
    pub(crate) fn wallable(&self, seat: Seat) -> VertexSet {
        (self.cities[seat] - self.own.walls).only_if(self.walls_left(seat) > 0)
    }

    #[inline]
    pub(crate) fn list_walls(&self, hand: Hand, legal: &mut LegalActions) {
        legal.list_at(At::Wall, self.wallable(self.active).only_if(hand.contains(Hand::WALL)));
    }

    pub(crate) fn build_wall(&mut self, vertex: VertexId, paid: bool, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        if paid {
            self.pay(Hand::WALL, observer);
        }
        self.own.walls.insert(vertex);
        observer.observe(Event::Own(OwnEvent::BuiltWall { seat, vertex, paid }));
    }
}
