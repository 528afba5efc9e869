//! What the island is worth, before anybody builds on it: worked out once a game.

use catan::{ByHex, ByVertex, Harbour, HexId, Layout, Resource, VertexId};

/// One amount for each resource, in the order of [`Resource::ALL`]; the rest is always zero and there because a vector
/// register has eight places.
pub(super) type Amounts = [f32; LANES];

/// How many places [`Amounts`] have.
pub(super) const LANES: usize = 8;

/// How much a card of each kind is worth beside the others over a whole game: grain and ore make cities and
/// development cards, wool makes the least.
pub(super) const WORTH: Amounts = [1.0, 1.0, 0.8, 1.1, 1.1, 0.0, 0.0, 0.0];

/// An island with everything that never changes on it.
#[derive(Clone, Debug)]
pub(super) struct Island {
    pub(super) layout: Layout,
    /// Cards per roll that a settlement on each intersection yields.
    pub(super) yields: ByVertex<Amounts>,
    /// The kind and the chance per roll of each hex; nothing for the desert.
    pub(super) hexes: ByHex<Option<(Resource, f32)>>,
    pub(super) harbours: ByVertex<Option<Harbour>>,
    /// What an intersection is worth by itself: its yield, more for kinds that are rare on this island.
    pub(super) worth: ByVertex<f32>,
}

impl Island {
    pub(super) fn new(layout: &Layout) -> Island {
        let mut hexes = ByHex([None; HexId::COUNT]);
        let mut total = [0.0f32; 5];
        for hex in HexId::all() {
            hexes[hex] = layout.terrain[hex].resource().map(|kind| {
                let chance = f32::from(6 - layout.numbers[hex].abs_diff(7)) / 36.0;
                total[kind.index()] += chance;
                (kind, chance)
            });
        }
        // A kind that the island yields half as much of is worth a fifth more.
        let mean = total.iter().sum::<f32>() / 5.0;
        let rarity = total.map(|chance| (mean / chance.max(0.02)).powf(0.3));
        let mut yields = ByVertex([[0.0; LANES]; VertexId::COUNT]);
        let mut harbours = ByVertex([None; VertexId::COUNT]);
        let mut worth = ByVertex([0.0; VertexId::COUNT]);
        for vertex in VertexId::all() {
            for (kind, chance) in vertex.hexes().into_iter().filter_map(|hex| hexes[hex]) {
                yields[vertex][kind.index()] += chance;
            }
            harbours[vertex] = layout.harbour_at(vertex);
            let kinds = yields[vertex].iter().filter(|&&chance| chance > 0.0).count();
            for kind in 0..5 {
                worth[vertex] += yields[vertex][kind] * WORTH[kind] * rarity[kind];
            }
            worth[vertex] *= 1.0 + 0.06 * kinds as f32;
            worth[vertex] += match harbours[vertex] {
                None => 0.0,
                Some(Harbour::Generic) => 0.02,
                Some(Harbour::Special(_)) => 0.01,
            };
        }
        Island { layout: *layout, yields, hexes, harbours, worth }
    }
}
