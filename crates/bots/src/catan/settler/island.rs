//! The value of the island before anybody builds on it: computed once a game.

use catan::{ByHex, ByVertex, Harbour, HexId, Layout, Terrain, VertexId};

/// One amount for each kind of card: the resources in the order of [`catan::Resource::ALL`], then the commodities of
/// Cities & Knights. In base Catan the rest is always zero and there because a vector register has eight places.
pub(crate) type Amounts = [f32; LANES];

/// The number of places in [`Amounts`].
pub(crate) const LANES: usize = 8;

/// The yield of a hex.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Yield {
    /// The kind of the card for a settlement, and for a city the first.
    pub(crate) kind: usize,
    /// The kind of a city's second card.
    pub(crate) second: usize,
    /// The chance per roll.
    pub(crate) chance: f32,
}

/// An island with everything that never changes on it.
#[derive(Clone, Debug)]
pub(crate) struct Island {
    pub(crate) layout: Layout,
    /// Cards per roll that a settlement on each intersection yields.
    pub(crate) yields: ByVertex<Amounts>,
    /// The additional yield of a city there.
    pub(crate) upgrades: ByVertex<Amounts>,
    /// The yield of each hex; `None` for the desert.
    pub(crate) hexes: ByHex<Option<Yield>>,
    pub(crate) harbours: ByVertex<Option<Harbour>>,
    /// The value of an intersection by itself: its yield, with a bonus for kinds that are rare on this island.
    pub(crate) worth: ByVertex<f32>,
    /// The value of the additional yield of a city there.
    pub(crate) upgrade_worth: ByVertex<f32>,
}

impl Island {
    /// The island as a game reads it: `kinds` says what a card of each kind is worth over a whole game, `cards` which kinds a
    /// terrain yields to a settlement, and to a city beside it.
    pub(crate) fn new(
        layout: &Layout,
        kinds: &Amounts,
        cards: impl Fn(Terrain) -> Option<(usize, usize)>,
    ) -> Island {
        let mut hexes = ByHex([None; HexId::COUNT]);
        let mut total = [0.0f32; 5];
        for hex in HexId::all() {
            hexes[hex] = cards(layout.terrain[hex]).map(|(kind, second)| {
                let chance = f32::from(6 - layout.numbers[hex].abs_diff(7)) / 36.0;
                total[kind] += chance;
                Yield { kind, second, chance }
            });
        }
        // A kind that the island yields half as much of is worth a fifth more.
        let mean = total.iter().sum::<f32>() / 5.0;
        let rare = total.map(|chance| crate::real::pow(mean / chance.max(0.02), 0.3));
        let mut rarity = [1.0; LANES];
        rarity[..5].copy_from_slice(&rare);
        let value = |amounts: &Amounts| {
            let mut value = 0.0;
            for kind in 0..LANES {
                value += amounts[kind] * kinds[kind] * rarity[kind];
            }
            value
        };
        let mut yields = ByVertex([[0.0; LANES]; VertexId::COUNT]);
        let mut upgrades = ByVertex([[0.0; LANES]; VertexId::COUNT]);
        let mut upgrade_worth = ByVertex([0.0; VertexId::COUNT]);
        let mut harbours = ByVertex([None; VertexId::COUNT]);
        let mut worth = ByVertex([0.0; VertexId::COUNT]);
        for vertex in VertexId::all() {
            for Yield { kind, second, chance } in vertex.hexes().into_iter().filter_map(|hex| hexes[hex]) {
                yields[vertex][kind] += chance;
                upgrades[vertex][second] += chance;
            }
            harbours[vertex] = layout.harbour_at(vertex);
            let kinds = yields[vertex].iter().filter(|&&chance| chance > 0.0).count();
            worth[vertex] = value(&yields[vertex]) * (1.0 + 0.06 * kinds as f32);
            upgrade_worth[vertex] = value(&upgrades[vertex]);
            worth[vertex] += match harbours[vertex] {
                None => 0.0,
                Some(Harbour::Generic) => 0.02,
                Some(Harbour::Special(_)) => 0.01,
            };
        }
        Island { layout: *layout, yields, upgrades, hexes, harbours, worth, upgrade_worth }
    }

    /// Returns the yield of a city there.
    pub(crate) fn city(&self, vertex: VertexId) -> Amounts {
        std::array::from_fn(|kind| self.yields[vertex][kind] + self.upgrades[vertex][kind])
    }
}
