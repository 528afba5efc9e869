//! Completed buildings are settled one after the other (`MAY-SCORE-7`, `MAY-SCORE-8`).

use crate::land::TileIndex;
use crate::legal::Choices;
use crate::mayflower::{MayflowerState, NewWorld};
use crate::{Action, Event, FeatureId, Game, Phase, Place, Reason};
use game::Observer;

impl Game<NewWorld> {
    /// A building that was just completed waits to be settled, if a settler is on it (`MAY-SCORE-6`, `MAY-SURVEYOR-7`).
    pub(crate) fn waits(
        &mut self,
        id: FeatureId,
        tile: TileIndex,
        index: usize,
        observer: &mut impl Observer<Event>,
    ) {
        let feature = self.land.feature(id);
        if feature.is_occupied() {
            let own = &mut self.own;
            own.waiting[usize::from(own.waiting_len)] = (tile.to_byte(), index as u8);
            own.waiting_len += 1;
        } else {
            let place = self.land.place_of(tile, index);
            observer.observe(Event::Completed { kind: feature.kind(), place });
        }
    }

    /// Settles what waits, as long as there is nothing to choose; then the turn is over.
    #[inline]
    pub(crate) fn settle_on(&mut self, observer: &mut impl Observer<Event>) {
        loop {
            match self.own.waiting_len {
                0 => return self.end_turn(observer),
                1 => self.settle(0, observer),
                _ => {
                    self.phase = Phase::Settling;
                    return;
                }
            }
        }
    }

    pub(crate) fn settle_chosen(&mut self, place: Place, observer: &mut impl Observer<Event>) {
        let chosen = self.waiting().position(|waiting| waiting == place).expect("checked");
        self.settle(chosen, observer);
        self.settle_on(observer);
    }

    /// One building, completely: its points and extra points with the settlers that stand there now (`MAY-SCORE-9`) and the
    /// surveyors where they are (`MAY-BONUS-2`), its settlers back, one step of a surveyor (`MAY-SURVEYOR-6`), removal in the
    /// east (`MAY-SURVEYOR-1`). What lost its last settler by that is not scored any more (`MAY-EAST-4`).
    fn settle(&mut self, n: usize, observer: &mut impl Observer<Event>) {
        let (tile, index) = self.own.waiting[n];
        self.forget(n);
        let (tile, index) = (TileIndex::from_byte(tile), usize::from(index));
        let id = self.land.feature_of(tile, index);
        let seats = self.score(id, tile, index, true, observer);
        self.give_extra_points(id, seats, observer);
        self.take_figures_back(id, observer);
        self.move_surveyor_and_remove(observer);
        for n in (0..usize::from(self.own.waiting_len)).rev() {
            let (tile, index) = self.own.waiting[n];
            let (tile, index) = (TileIndex::from_byte(tile), usize::from(index));
            let feature = self.land.feature(self.land.feature_of(tile, index));
            if !feature.is_occupied() {
                self.forget(n);
                let place = self.land.place_of(tile, index);
                observer.observe(Event::Completed { kind: feature.kind(), place });
            }
        }
    }

    fn forget(&mut self, n: usize) {
        let MayflowerState { waiting, waiting_len, .. } = &mut self.own;
        waiting.copy_within(n + 1.., n);
        waiting[waiting.len() - 1] = (0, 0);
        *waiting_len -= 1;
    }

    /// The buildings that wait to be settled: on the tile just placed each by its first segment, a farm elsewhere by
    /// itself.
    pub fn waiting(&self) -> impl Iterator<Item = Place> + '_ {
        let waiting = &self.own.waiting[..usize::from(self.own.waiting_len)];
        waiting.iter().map(|&(tile, index)| self.land.place_of(TileIndex::from_byte(tile), index.into()))
    }

    /// Names the building that is settled next by the place that it waits under, whichever of its segments `action` names
    /// (`MAY-SCORE-8`).
    pub(crate) fn canonical_settle(&self, action: Action) -> Action {
        let (Phase::Settling, Action::Settle(named)) = (self.phase, action) else { return action };
        let building = self.land.feature_at(named);
        let same = |waiting: &Place| building.is_some() && self.land.feature_at(*waiting) == building;
        self.waiting().find(same).map_or(action, Action::Settle)
    }

    pub(crate) fn buildings_to_choose(&self) -> Choices {
        let mut choices = Choices::default();
        if self.phase == Phase::Settling {
            for place in self.waiting() {
                choices.settle[usize::from(choices.settle_len)] = place;
                choices.settle_len += 1;
            }
        }
        choices
    }

    pub(crate) fn check_settle(&self, action: Action) -> Result<(), Reason> {
        match (self.phase, action) {
            (Phase::Settling, Action::Settle(place)) if self.waiting().any(|waiting| waiting == place) => {
                Ok(())
            }
            (_, Action::Settle(place)) => Err(Reason::NotCompleted { place }),
            _ => Err(Reason::NotInThisGame),
        }
    }
}
