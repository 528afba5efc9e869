//! Farmers (`CARC-FARM`).

use crate::land::FeatureSet;
use crate::land::TileIndex;
use crate::options::FarmScoring;
use crate::state::{PerSeat, SEATS};
use crate::{Event, FeatureId, Figure, Game, Rules, SegmentKind};
use game::{Observer, Seat, SeatSet};

/// A field with farmers and the completed cities that border it, each once (`CARC-FARM-6`).
#[derive(Clone, Debug)]
pub(crate) struct OwnedField {
    pub(crate) id: FeatureId,
    /// A farmer's tile and segment, to name the field.
    pub(crate) named: (TileIndex, usize),
    pub(crate) seats: SeatSet,
    pub(crate) cities: FeatureSet,
}

/// Fields with farmers, at most one for each figure of the box that can count as one.
#[derive(Clone, Debug)]
pub(crate) struct OwnedFields {
    fields: [OwnedField; FIELDS_MAX],
    len: usize,
}

/// Six seats with seven followers and a pig each.
const FIELDS_MAX: usize = 8 * SEATS;

impl OwnedFields {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &OwnedField> {
        self.fields[..self.len].iter()
    }
}

impl<R: Rules> Game<R> {
    /// Every field with farmers (`CARC-FARM-7`), who owns it, and the completed cities at it (`CARC-FARM-3`,
    /// `CARC-FIELD-3`).
    pub(crate) fn owned_fields(&self) -> OwnedFields {
        let none = OwnedField {
            id: FeatureId::default(),
            named: (TileIndex::default(), 0),
            seats: SeatSet::EMPTY,
            cities: FeatureSet::default(),
        };
        let mut found = OwnedFields { fields: std::array::from_fn(|_| none.clone()), len: 0 };
        for (tile, placed) in self.land.figures() {
            let (id, feature) = self.feature_of_figure(tile, placed);
            let counts = placed.figure == Figure::Follower || R::counts_special(&self.options);
            if counts && feature.kind() == SegmentKind::Field && found.iter().all(|field| field.id != id) {
                let named = (tile, usize::from(placed.index));
                let field = &mut found.fields[found.len];
                *field = OwnedField { id, named, seats: self.majority(id), cities: FeatureSet::default() };
                found.len += 1;
            }
        }
        for (tile, placed) in self.land.indexed_tiles() {
            for (index, data) in
                placed.kind.segments().iter().enumerate().filter(|(_, data)| data.borders != 0)
            {
                let id = self.land.feature_of(tile, index);
                if !self.land.feature(id).is_occupied() {
                    continue;
                }
                let Some(field) = found.fields[..found.len].iter_mut().find(|field| field.id == id) else {
                    continue;
                };
                for city in (0..8).filter(|city| data.borders >> city & 1 == 1) {
                    let city = self.land.feature_of(tile, city);
                    if self.land.feature(city).open() == 0 {
                        field.cities.insert(city);
                    }
                }
            }
        }
        found
    }

    /// The scoring of fields, which comes at the end alone (`CARC-FARM-1`), in one of its three revisions (`CARC-FARM-8`,
    /// `CARC-OPT-FARM`).
    pub(crate) fn score_fields(&mut self, revision: FarmScoring, observer: &mut impl Observer<Event>) {
        let fields = self.owned_fields();
        match revision {
            FarmScoring::Third => self.score_each_field(&fields, observer),
            FarmScoring::Second => self.score_each_city_once(&fields, observer),
            FarmScoring::First => self.score_from_the_cities(&fields, observer),
        }
    }

    /// Third revision (`CARC-FARM-2`): each field by itself gives its owners 3 points for every completed city at it. A
    /// city at several fields counts for each (`CARC-FARM-5`).
    fn score_each_field(&mut self, fields: &OwnedFields, observer: &mut impl Observer<Event>) {
        for field in fields.iter() {
            let cities = field.cities.len();
            for seat in field.seats {
                let points = (3 + R::bonus_for_cities(self, seat, field.id)) * cities;
                self.score_field(seat, field, cities, points, observer);
            }
        }
    }

    fn score_field(
        &mut self,
        seat: Seat,
        field: &OwnedField,
        cities: u16,
        points: u16,
        observer: &mut impl Observer<Event>,
    ) {
        self.points[seat].fields += points;
        let place = self.land.place_of(field.named.0, field.named.1);
        observer.observe(Event::FieldScored { seat, place, cities, points });
    }

    /// Second revision: as the third, but no seat is paid more than once for the same city. A city pays a seat by the
    /// field that is worth most to it.
    fn score_each_city_once(&mut self, fields: &OwnedFields, observer: &mut impl Observer<Event>) {
        for seat in Seat::first(self.seats()) {
            let mut paid = FeatureSet::default();
            for bonus in [true, false] {
                let own = fields.iter().filter(|field| field.seats.contains(seat));
                let own: [Option<&OwnedField>; FIELDS_MAX] = {
                    let mut list = [None; FIELDS_MAX];
                    let worth =
                        |field: &&OwnedField| (R::bonus_for_cities(self, seat, field.id) > 0) == bonus;
                    own.filter(worth).zip(&mut list).for_each(|(field, slot)| *slot = Some(field));
                    list
                };
                for field in own.into_iter().flatten() {
                    let before = paid.len();
                    paid = paid.union(field.cities);
                    let cities = paid.len() - before;
                    let points = (3 + R::bonus_for_cities(self, seat, field.id)) * cities;
                    self.score_field(seat, field, cities, points, observer);
                }
            }
        }
    }

    /// First revision: seen from the cities. Farmers in all fields at a city are counted together; the seat with the most
    /// gets 4 points, tied seats 4 each.
    fn score_from_the_cities(&mut self, fields: &OwnedFields, observer: &mut impl Observer<Event>) {
        let all = fields.iter().fold(FeatureSet::default(), |all, field| all.union(field.cities));
        for city in all.iter() {
            let mut farmers = PerSeat::<u8>::default();
            for field in fields.iter().filter(|field| field.cities.contains(city)) {
                for seat in Seat::first(self.seats()) {
                    farmers[seat] += self.counted(seat, field.id);
                }
            }
            let most = Seat::first(self.seats()).map(|seat| farmers[seat]).max().unwrap_or(0);
            for seat in Seat::first(self.seats()).filter(|&seat| most > 0 && farmers[seat] == most) {
                let at_city = || fields.iter().filter(|field| field.cities.contains(city));
                let bonus =
                    at_city().map(|field| R::bonus_for_cities(self, seat, field.id)).max().unwrap_or(0);
                let own = at_city().find(|field| self.counted(seat, field.id) > 0);
                if let Some(field) = own {
                    self.score_field(seat, field, 1, 4 + bonus, observer);
                }
            }
        }
    }
}
