//! The land as it is read before figures are weighed: which places every feature still needs, and which cities every
//! field feeds. It depends on tiles alone, so one reading serves all figures that may be deployed on a tile.

use super::Weights;
use super::odds::{Chances, Odds, code, pair};
use carcassonne::{Cell, FeatureId, Game, Rules, SegmentKind, Terrain, TileIndex};

/// An upper bound of the number of features, for every box.
const FEATURES: usize = 384;
const NONE: u16 = u16::MAX;

/// A set of features.
type FeatureBits = [u64; FEATURES / 64];

/// A place that a road or city needs.
#[derive(Clone, Copy, Debug)]
struct Need {
    spot: u16,
    /// The rate at which draws close it: minus the logarithm of the chance that one does not.
    hit: f32,
    /// Tiles left that close it.
    close: f32,
    /// The chance that a draw fits.
    fit: f32,
    next: u16,
}

/// Two features of a kind that one tile can join.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Junction {
    pub(crate) features: [FeatureId; 2],
    /// The chance that one draw does it.
    pub(crate) rate: f32,
}

/// A monastery that is not completed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenMonastery {
    pub(crate) tile: TileIndex,
    /// Empty places around it.
    pub(crate) empty: u8,
    /// The number of them that nothing can fill.
    pub(crate) dead: u8,
    /// The mean chance that a draw fits one of the others.
    pub(crate) fit: f32,
}

/// The places and tiles that the features still need.
#[derive(Clone, Debug)]
pub(crate) struct OpenPlaces {
    /// Tiles left.
    pub(crate) left: f32,
    pub(crate) meetings: Vec<Junction>,
    pub(crate) yards: Vec<OpenMonastery>,
    needs: Vec<Need>,
    first_need: [u16; FEATURES],
    /// Open edges that a place lies at; where a feature has more, the others can never be closed.
    edges: [u8; FEATURES],
    places: [u8; FEATURES],
    /// The number of open half edges of fields.
    contacts: [u8; FEATURES],
    contacts_all: u32,
    /// For fields with cities, which of `cities` is theirs.
    slot: [u8; FEATURES],
    cities: Vec<FeatureBits>,
    /// Of cities at fields, the chance that anybody completes them.
    completed: [f32; FEATURES],
    spots: Vec<(Cell, f32)>,
}

impl OpenPlaces {
    pub(crate) fn new() -> OpenPlaces {
        OpenPlaces {
            left: 0.0,
            meetings: Vec::new(),
            yards: Vec::new(),
            needs: Vec::new(),
            first_need: [NONE; FEATURES],
            edges: [0; FEATURES],
            places: [0; FEATURES],
            contacts: [0; FEATURES],
            contacts_all: 0,
            slot: [u8::MAX; FEATURES],
            cities: Vec::new(),
            completed: [0.0; FEATURES],
            spots: Vec::new(),
        }
    }

    /// Reads the land of this position.
    pub(crate) fn read<R: Rules>(&mut self, game: &Game<R>, odds: &mut Odds, weights: &Weights) {
        self.left = game.stack_len() as f32;
        self.meetings.clear();
        self.yards.clear();
        self.needs.clear();
        self.cities.clear();
        self.spots.clear();
        self.first_need = [NONE; FEATURES];
        self.edges = [0; FEATURES];
        self.places = [0; FEATURES];
        self.contacts = [0; FEATURES];
        self.contacts_all = 0;
        self.slot = [u8::MAX; FEATURES];
        for cell in game.land().places() {
            self.read_place(game, cell, odds, weights);
        }
        for (tile, placed) in game.land().indexed_tiles() {
            for (index, data) in placed.kind.segments().iter().enumerate() {
                if data.borders != 0 {
                    let field = game.land().feature_of(tile, index);
                    let slot = self.slot_of(field);
                    for city in (0..8).filter(|city| data.borders >> city & 1 == 1) {
                        let city = game.land().feature_of(tile, city);
                        self.completed[city.index()] =
                            self.completion(game, city, weights.anybody * self.left, weights);
                        self.cities[slot][city.index() / 64] |= 1 << (city.index() % 64);
                    }
                } else if data.kind == SegmentKind::Monastery {
                    self.read_yard(game, tile, placed.cell);
                }
            }
        }
    }

    fn slot_of(&mut self, field: FeatureId) -> usize {
        let slot = &mut self.slot[field.index()];
        if *slot == u8::MAX {
            *slot = self.cities.len() as u8;
            self.cities.push([0; FEATURES / 64]);
        }
        usize::from(*slot)
    }

    fn read_place<R: Rules>(&mut self, game: &Game<R>, cell: Cell, odds: &mut Odds, weights: &Weights) {
        let land = game.land();
        let mut signature = 0;
        let mut enters: [Option<(FeatureId, Terrain)>; 4] = [None; 4];
        for (side, enters) in enters.iter_mut().enumerate() {
            let Some(tile) = land.tile_at(cell.beside(side)) else { continue };
            let (placed, far) = (land.tile(tile), side ^ 2);
            let Some(terrain) = placed.kind.edges(placed.rotation)[far] else { continue };
            signature |= code(Some(terrain)) << (2 * side);
            let ring = placed.kind.ring(placed.rotation);
            let feature = |contact: usize| land.feature_of(tile, usize::from(ring[3 * far + contact]));
            match terrain {
                Terrain::Field => self.touch_field(feature(1), 2),
                Terrain::Road => {
                    self.touch_field(feature(0), 1);
                    self.touch_field(feature(2), 1);
                    *enters = Some((feature(1), terrain));
                }
                Terrain::City => *enters = Some((feature(1), terrain)),
            }
        }
        let chances = odds.at(signature);
        let spot = self.spots.len() as u16;
        self.spots.push((cell, chances.fit));
        let entering = || enters.iter().enumerate().filter_map(|(side, enters)| Some((side, (*enters)?)));
        for (side, (id, terrain)) in entering() {
            self.need(id, spot, &chances, side, weights);
            for (other, (with, same)) in entering().filter(|&(other, _)| other > side) {
                let joining = chances.join[pair(side, other)];
                if same == terrain && with != id && joining > 0.0 {
                    self.meetings.push(Junction { features: [id, with], rate: joining / self.left.max(1.0) });
                }
            }
        }
    }

    fn touch_field(&mut self, field: FeatureId, contacts: u8) {
        self.contacts[field.index()] += contacts;
        self.contacts_all += u32::from(contacts);
    }

    /// A feature enters a place from a side.
    fn need(&mut self, id: FeatureId, spot: u16, chances: &Chances, side: usize, weights: &Weights) {
        let n = id.index();
        self.edges[n] += 1;
        let mut close = chances.close[side];
        let first = self.first_need[n];
        let again = first != NONE && self.needs[usize::from(first)].spot == spot;
        if again {
            // It enters from two sides: what closes both counts.
            close = close.min(self.needs[usize::from(first)].close);
        }
        let useful = close + weights.detour * (chances.fit - close);
        let rate = (useful / self.left.max(1.0)).min(0.98);
        let need = Need {
            spot,
            hit: -crate::real::ln(1.0 - rate),
            close,
            fit: chances.fit / self.left.max(1.0),
            next: first,
        };
        if again {
            let next = self.needs[usize::from(first)].next;
            self.needs[usize::from(first)] = Need { next, ..need };
        } else {
            self.first_need[n] = self.needs.len() as u16;
            self.needs.push(need);
            self.places[n] += 1;
        }
    }

    fn read_yard<R: Rules>(&mut self, game: &Game<R>, tile: TileIndex, cell: Cell) {
        let empty = 8 - game.land().neighbours(cell);
        if empty == 0 {
            return;
        }
        let (mut beside, mut dead, mut fit) = (0, 0, 0.0);
        for &(place, fits) in self.spots.iter().filter(|(place, _)| place.is_near(cell)) {
            debug_assert_ne!(place, cell);
            beside += 1;
            dead += u8::from(fits == 0.0);
            fit += fits / self.left.max(1.0);
        }
        // Places that touch no tile yet: most tiles will do.
        let open = empty - dead;
        let fit = if open == 0 { 0.0 } else { (fit + 0.6 * f32::from(empty - beside)) / f32::from(open) };
        self.yards.push(OpenMonastery { tile, empty, dead, fit });
    }

    /// Places that a road or city needs.
    pub(crate) fn places(&self, id: FeatureId) -> f32 {
        f32::from(self.places[id.index()])
    }

    /// Returns the chance that a road or city is completed within `draws` draws. Meanwhile others may spoil it.
    pub(crate) fn completion<R: Rules>(
        &self,
        game: &Game<R>,
        id: FeatureId,
        draws: f32,
        weights: &Weights,
    ) -> f32 {
        let open = game.land().feature(id).open();
        if open == 0 {
            return 1.0;
        }
        if self.left == 0.0 || self.edges[id.index()] < open {
            return 0.0;
        }
        // Every place needs a draw of its own.
        let draws = draws / (1.0 + weights.crowding * (self.places(id) - 1.0));
        let mut chance = 1.0;
        let mut next = self.first_need[id.index()];
        while next != NONE {
            let need = self.needs[usize::from(next)];
            let both = need.hit + weights.hazard + f32::EPSILON;
            chance *= need.hit / both * (1.0 - crate::real::exp(-draws * both));
            next = need.next;
        }
        chance
    }

    /// The chance that a draw extends or completes a road or city.
    pub(crate) fn reach(&self, id: FeatureId) -> f32 {
        let mut miss = 1.0;
        let mut next = self.first_need[id.index()];
        while next != NONE {
            let need = self.needs[usize::from(next)];
            miss *= 1.0 - need.fit.min(1.0);
            next = need.next;
        }
        1.0 - miss
    }

    /// The share of all open field edges that a field has.
    pub(crate) fn share(&self, field: FeatureId) -> f32 {
        f32::from(self.contacts[field.index()]) / self.contacts_all.max(1) as f32
    }

    /// Returns the number of cities bordered by a field that are likely to be completed in the end.
    pub(crate) fn completed_cities(&self, field: FeatureId) -> f32 {
        let slot = self.slot[field.index()];
        if slot == u8::MAX {
            return 0.0;
        }
        let words = self.cities[usize::from(slot)].iter().enumerate();
        let sum = words.map(|(word, &bits)| {
            let mut bits = bits;
            let mut sum = 0.0;
            while bits != 0 {
                sum += self.completed[64 * word + bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
            sum
        });
        sum.sum()
    }
}
