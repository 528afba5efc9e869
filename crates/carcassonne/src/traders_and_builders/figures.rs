//! Builder and pig: where they go and how they come back (`TB-BUILDER`, `TB-PIG`).

use crate::land::{PlacedFigure, TileIndex};
use crate::options::SpecialFigures;
use crate::traders_and_builders::WithTraders;
use crate::{Deployable, FeatureId, Figure, Game, Reason, SegmentKind};
use game::{Seat, SeatSet};

/// Whether this figure goes on such a segment: the builder on roads and cities (`TB-BUILDER-1`, `TB-BUILDER-5`), the pig
/// in fields (`TB-PIG-1`).
fn is_its_ground(figure: Figure, kind: SegmentKind) -> bool {
    match figure {
        Figure::Follower => true,
        Figure::Builder => matches!(kind, SegmentKind::Road | SegmentKind::City),
        Figure::Pig => kind == SegmentKind::Field,
    }
}

impl<R: WithTraders> Game<R> {
    /// Adds builder and pig to the followers of the base game, where a follower of the same seat is on the feature as it is
    /// after placing (`TB-DEPLOY-1`, `TB-BUILDER-6`), at any distance (`TB-BUILDER-3`) and completed or not (`TB-BUILDER-7`).
    /// Of several segments the player chooses (`TB-BUILDER-4`). Whoever else stands there is no obstacle (`TB-BUILDER-2`,
    /// `TB-PIG-2`), and no follower needs to be left (`TB-DEPLOY-4`).
    #[inline]
    pub(crate) fn add_special_figures(&self, tile: TileIndex, deployable: &mut Deployable) {
        let seat = self.active;
        let shape = self.land.tile(tile).kind.shape();
        let own = self.land.segments_where(tile, shape.all(), |feature| feature.followers(seat) > 0);
        if self.traders().builders.contains(seat) {
            deployable.segments[Figure::Builder as usize] = own.intersection(shape.buildings);
        }
        if self.traders().pigs.contains(seat) {
            deployable.segments[Figure::Pig as usize] = own.intersection(shape.fields);
        }
    }

    fn supply_of(&mut self, figure: Figure) -> &mut SeatSet {
        let own = self.traders_mut();
        if figure == Figure::Builder { &mut own.builders } else { &mut own.pigs }
    }

    pub(crate) fn take_special(&mut self, placed: PlacedFigure) {
        self.supply_of(placed.figure).remove(placed.seat);
    }

    /// With the followers of a scored feature its builders come back (`TB-BUILDER-9`), each to its owner (`TB-BUILDER-12`).
    pub(crate) fn special_came_back(&mut self, placed: PlacedFigure) {
        self.supply_of(placed.figure).insert(placed.seat);
    }

    /// Whether a seat has this figure in its supply.
    #[must_use]
    pub fn has_in_supply(&self, seat: Seat, figure: Figure) -> bool {
        match figure {
            Figure::Follower => self.followers[seat] > 0,
            Figure::Builder => self.traders().builders.contains(seat),
            Figure::Pig => self.traders().pigs.contains(seat),
        }
    }

    pub(crate) fn check_special(
        &self,
        seat: Seat,
        placed: PlacedFigure,
        tile: TileIndex,
    ) -> Result<(), Reason> {
        let figure = placed.figure;
        let place = self.land.place_of(tile, usize::from(placed.index));
        if !self.has_in_supply(seat, figure) {
            return Err(Reason::NoSpecial { figure });
        }
        let (id, feature) = self.feature_of_figure(tile, placed);
        if !is_its_ground(figure, feature.kind()) {
            return Err(Reason::WrongGround { figure, place });
        }
        if self.has_own_follower(seat, id) { Ok(()) } else { Err(Reason::NoOwnFollower { figure, place }) }
    }

    /// In a setup the same holds, but with the rules of 2003 builder and pig may have stayed alone (`TB-OPT-FIGURE`).
    pub(crate) fn check_special_setup(&self, placed: PlacedFigure, tile: TileIndex) -> Result<(), Reason> {
        match self.check_special(placed.seat, placed, tile) {
            Err(Reason::NoOwnFollower { .. })
                if self.traders_options().special_figures() != SpecialFigures::NoFollowers =>
            {
                Ok(())
            }
            other => other,
        }
    }

    fn has_own_follower(&self, seat: Seat, id: FeatureId) -> bool {
        self.land.figures().any(|(tile, other)| {
            (other.seat, other.figure) == (seat, Figure::Follower)
                && self.feature_of_figure(tile, other).0 == id
        })
    }

    /// One point more for each city, if the seat's pig is in this very field (`TB-PIG-4`, `TB-PIG-8`, `TB-OPT-PIGVALUE`); a
    /// seat tied with it gets its own points (`TB-PIG-6`).
    pub(crate) fn pig_bonus(&self, seat: Seat, field: FeatureId) -> u16 {
        let pig = self.land.figures().any(|(tile, placed)| {
            (placed.figure, placed.seat) == (Figure::Pig, seat)
                && self.feature_of_figure(tile, placed).0 == field
        });
        u16::from(pig)
    }
}
