//! Lines of play measured against the first of them, with standard errors.

use crate::halving::{BATCH, sample};
use crate::{Limits, Model};
use game::{Game, Seat, Seed};

/// The gain of a line over the first one.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Gain {
    /// The mean of its value less that of the first line, in the same worlds and with the same chance.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// Measures what each line gains over the first one for a seat; `None` below two samples. The first member is 0.
///
/// All lines get every sample: the same worlds and the same chance, as many as the nodes of `limits` pay for, a sample begun
/// being finished. `limits.trust` counts for nothing here.
pub fn measure<G: Game, M: Model<G>>(
    model: &mut M,
    me: Seat,
    lines: &[&[G::Action]],
    seed: Seed,
    limits: Limits,
) -> Option<Vec<Gain>>
where
    G::Action: Sync,
{
    let mut sums = vec![(0.0, 0.0); lines.len()];
    let (mut drawn, mut counted, mut nodes) = (0u64, 0u64, 0u64);
    // The first sample tells what the others will take.
    let mut wanted = 1;
    while wanted > 0 {
        for (values, cost) in
            sample(model, me, lines, seed, drawn..drawn + wanted, limits).into_iter().flatten()
        {
            nodes += cost;
            counted += 1;
            for (sum, value) in sums.iter_mut().zip(&values) {
                let gain = value - values[0];
                *sum = (sum.0 + gain, sum.1 + gain * gain);
            }
        }
        drawn += wanted;
        let cost = nodes.div_ceil(drawn).max(1);
        // Without a world there is nothing to count, however long.
        wanted = if counted == 0 { 0 } else { (limits.nodes.saturating_sub(nodes) / cost).min(BATCH) };
    }
    if counted < 2 {
        return None;
    }
    let n = counted as f64;
    let gain = |(sum, squares): (f64, f64)| {
        let mean = sum / n;
        Gain { mean, error: ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt() }
    };
    Some(sums.into_iter().map(gain).collect())
}
