//! Sequential halving with common random numbers.

use crate::Model;
use crate::rollout::{Sample, rollout};
use game::{Game, Seat, Seed};
use std::ops::Range;

/// A line of play that is compared with others.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<A> {
    /// The actions, of which at least the first is played as it stands.
    pub line: Vec<A>,
    /// The value that it has by an estimate, from 0 to 1.
    pub prior: f64,
}

/// The bounds of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Questions to the model that the search spends: policies and values. Every round begins with one sample, even where that
    /// takes more.
    pub nodes: u64,
    /// The number of samples that the prior of a candidate counts for.
    pub trust: u32,
    /// Turns that a rollout plays before the position is valued.
    pub horizon: u32,
    /// Threads that work at the samples; the result does not depend on them.
    pub threads: usize,
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The index of the best candidate.
    pub best: usize,
    /// The mean value of each candidate over its samples, the prior aside.
    pub values: Vec<f64>,
    /// The number of samples of the best candidate.
    pub samples: u64,
    /// Questions that the model was asked.
    pub nodes: u64,
}

/// The most samples that are kept before they are added up.
pub(crate) const BATCH: u64 = 32;

/// The golden ratio as a fraction of 2⁶⁴: its multiples fill the range of a `u64` as evenly as any sequence does.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The values of the remaining candidates in one sample, and the nodes that they took.
pub(crate) type Values = (Vec<f64>, u64);

/// Compares candidate lines for a seat and returns the best of them; `None` if no world agrees with what the seat knows, or there is
/// no candidate. Of equals the first counts.
pub fn compare<G: Game, M: Model<G>>(
    model: &mut M,
    me: Seat,
    candidates: &[Candidate<G::Action>],
    seed: Seed,
    limits: Limits,
) -> Option<Comparison>
where
    G::Action: Sync,
{
    halve(model, me, candidates, seed, limits, None)
}

/// Compares like [`compare`] until the nodes are spent or the time is over, whichever comes first: `time` returns the share of the
/// time that has passed. Every candidate is sampled once in any case.
///
/// The result depends on the clock, so the same seed need not find the same twice.
pub fn compare_in_time<G: Game, M: Model<G>>(
    model: &mut M,
    me: Seat,
    candidates: &[Candidate<G::Action>],
    seed: Seed,
    limits: Limits,
    time: &mut dyn FnMut() -> f64,
) -> Option<Comparison>
where
    G::Action: Sync,
{
    halve(model, me, candidates, seed, limits, Some(time))
}

fn halve<G: Game, M: Model<G>>(
    model: &mut M,
    me: Seat,
    candidates: &[Candidate<G::Action>],
    seed: Seed,
    limits: Limits,
    mut time: Option<&mut dyn FnMut() -> f64>,
) -> Option<Comparison>
where
    G::Action: Sync,
{
    // With a clock, as few samples at once as the threads can share.
    let batch = if time.is_some() { limits.threads.max(1) as u64 } else { BATCH };
    if candidates.is_empty() {
        return None;
    }
    let mut alive: Vec<usize> = (0..candidates.len()).collect();
    let mut sums = vec![0.0; candidates.len()];
    let mut counts = vec![0u64; candidates.len()];
    let rounds = candidates.len().next_power_of_two().trailing_zeros().max(1);
    let (mut samples, mut nodes) = (0, 0);
    for round in 0..rounds {
        let budget = limits.nodes * u64::from(round + 1) / u64::from(rounds);
        // The first sample of a round tells what the others will take. No round begins after the time.
        let is_late = round > 0 && time.as_mut().is_some_and(|time| time() >= 1.0);
        let mut wanted = u64::from(!is_late);
        while wanted > 0 {
            let lines: Vec<&[G::Action]> = alive.iter().map(|&n| candidates[n].line.as_slice()).collect();
            let drawn = sample(model, me, &lines, seed, samples..samples + wanted, limits);
            let before = nodes;
            for (values, cost) in drawn.into_iter().flatten() {
                nodes += cost;
                for (&n, value) in alive.iter().zip(values) {
                    sums[n] += value;
                    counts[n] += 1;
                }
            }
            samples += wanted;
            let cost = (nodes - before).div_ceil(wanted);
            if cost == 0 {
                return None;
            }
            wanted = (budget.saturating_sub(nodes) / cost).min(batch);
            if time.as_mut().is_some_and(|time| time() * f64::from(rounds) >= f64::from(round + 1)) {
                wanted = 0;
            }
        }
        let trust = f64::from(limits.trust);
        let mean = |n: usize| (sums[n] + trust * candidates[n].prior) / (counts[n] as f64 + trust);
        alive.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)).then(a.cmp(&b)));
        alive.truncate(alive.len().div_ceil(2));
    }
    let values = sums.iter().zip(&counts).map(|(sum, &count)| sum / count as f64).collect();
    Some(Comparison { best: alive[0], values, samples: counts[alive[0]], nodes })
}

/// Draws the samples of these numbers: the same world and the same chance for every line. `None` for a sample without a world.
pub(crate) fn sample<G: Game, M: Model<G>>(
    model: &mut M,
    me: Seat,
    lines: &[&[G::Action]],
    seed: Seed,
    numbers: Range<u64>,
    limits: Limits,
) -> Vec<Option<Values>>
where
    G::Action: Sync,
{
    let one = |model: &mut M, number: u64| {
        let own = seed.derive(number);
        let world = model.world(own)?;
        let mut nodes = 0;
        let sample = Sample { seed: own, first: seed.0.wrapping_add(number.wrapping_mul(GOLDEN)) };
        let values =
            lines.iter().map(|line| rollout(model, world, me, line, sample, limits.horizon, &mut nodes));
        Some((values.collect(), nodes))
    };
    let count = numbers.end - numbers.start;
    let threads = (limits.threads.max(1) as u64).min(count);
    if threads <= 1 {
        return numbers.map(|number| one(model, number)).collect();
    }
    let share = count.div_ceil(threads);
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| {
                let start = (numbers.start + part * share).min(numbers.end);
                let part = start..(start + share).min(numbers.end);
                let mut model = model.clone();
                scope.spawn(move || part.map(|number| one(&mut model, number)).collect::<Vec<_>>())
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("a rollout does not panic")).collect()
    })
}
