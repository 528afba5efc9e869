//! Training on who won.

use super::samples::{SEED, Sample, files, read, row_of};
use bots::net::{Net, WEIGHTS};
use game::{Draws as _, Seed};
use std::path::Path;

/// Epochs: passes over all positions.
const EPOCHS: u64 = 24;
/// Positions of a batch.
const BATCH: usize = 256;
/// The learning rate of the first step, which falls to the end.
const LEARNING_RATE: f64 = 1e-3;
/// The weight decay of a step, in units of the learning rate.
const WEIGHT_DECAY: f64 = 0.03;
/// The share of the result, and of ever later estimates, in what a position is taught; the rest is the next estimate.
const LAMBDA: f32 = 0.8;
/// One in so many files is left out, to measure by.
const LEFT_OUT: usize = 10;

/// The shares that the strengths of seats give.
fn shares(sample: &Sample, net: &Net) -> Vec<f32> {
    let corrected = sample.rows.iter().zip(&sample.strengths).map(|(row, by)| by + net.value(&row_of(row)));
    let strengths: Vec<f32> = corrected.collect();
    let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let odds: Vec<f32> = strengths.iter().map(|it| libm::expf(it - most)).collect();
    let sum: f32 = odds.iter().sum();
    odds.iter().map(|it| it / sum).collect()
}

/// The mean logarithmic loss and Brier score of a network.
fn losses(samples: &[Sample], net: &Net) -> (f64, f64) {
    let (mut log, mut brier) = (0.0, 0.0);
    for sample in samples {
        for (share, result) in shares(sample, net).into_iter().zip(&sample.result) {
            log -= f64::from(*result) * libm::log(f64::from(share.max(1e-6)));
            brier += f64::from((share - result).powi(2));
        }
    }
    let n = samples.len().max(1) as f64;
    (log / n, brier / n)
}

/// The state of the optimizer Adam.
struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    taken: i32,
}

impl Adam {
    fn step(&mut self, net: &mut Net, gradient: &Net, rate: f64) {
        self.taken += 1;
        let (first, second) = (1.0 - 0.9f64.powi(self.taken), 1.0 - 0.999f64.powi(self.taken));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, partial), (mean, square)) in net.weights_mut().zip(gradient.weights()).zip(moments) {
            let partial = f64::from(partial);
            *mean = 0.9 * *mean + 0.1 * partial;
            *square = 0.999 * *square + 0.001 * partial * partial;
            let step = *mean / first / ((*square / second).sqrt() + 1e-8) - WEIGHT_DECAY * f64::from(*weight);
            *weight += (rate * step) as f32;
        }
    }
}

/// Replaces what each position is taught by a mixture of the estimates after it in its game and the result: TD(λ).
fn targets(samples: &[Sample], net: &Net) -> Vec<Vec<f32>> {
    let mut targets: Vec<Vec<f32>> = Vec::with_capacity(samples.len());
    for (n, sample) in samples.iter().enumerate().rev() {
        let after = samples.get(n + 1).filter(|next| next.game == sample.game);
        let target = match (after, targets.last()) {
            (Some(next), Some(then)) => {
                let estimate = shares(next, net);
                then.iter().zip(estimate).map(|(then, now)| LAMBDA * then + (1.0 - LAMBDA) * now).collect()
            }
            _ => sample.result.clone(),
        };
        targets.push(target);
    }
    targets.reverse();
    targets
}

/// Returns a network with small random weights in the hidden layers and none in the sum.
fn initial() -> Net {
    let mut net = Net::NONE;
    let mut draws = Seed(SEED).substream("net", 0);
    let sum = bots::net::HIDDEN[1];
    for weight in net.weights_mut().take(WEIGHTS - sum) {
        *weight = (draws.below(2001) as f32 / 1000.0 - 1.0) * 0.15;
    }
    net
}

/// Trains a network. Before each epoch the positions are taught what the network of that time says of the later ones.
fn train(samples: &[Sample], held: &[Sample], mut net: Net) -> Net {
    let mut steps = Adam { mean: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS], taken: 0 };
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let batches = EPOCHS as usize * samples.len().div_ceil(BATCH);
    for epoch in 0..EPOCHS {
        let targets = targets(samples, &net);
        let mut draws = Seed(SEED).substream("order", epoch);
        for n in (1..order.len()).rev() {
            order.swap(n, draws.below(n as u32 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            let mut gradient = Net::NONE;
            for &n in batch {
                let sample = &samples[n];
                let off =
                    shares(sample, &net).into_iter().zip(&targets[n]).map(|(share, target)| target - share);
                for (row, by) in sample.rows.iter().zip(off) {
                    net.add_gradient(&row_of(row), by / batch.len() as f32, &mut gradient);
                }
            }
            let left = 1.0 - f64::from(steps.taken) / batches as f64;
            steps.step(&mut net, &gradient, LEARNING_RATE * left.max(0.02));
        }
        let (log, brier) = losses(held, &net);
        eprintln!("epoch {}: log loss {log:.4}, Brier {brier:.4}", epoch + 1);
    }
    net
}

/// The positions of a folder: those to learn from, and those to measure by.
fn all(folder: &Path) -> (Vec<Sample>, Vec<Sample>) {
    let (mut samples, mut held) = (Vec::new(), Vec::new());
    for (n, file) in files(folder).iter().enumerate() {
        let part = if n % LEFT_OUT == LEFT_OUT - 1 { &mut held } else { &mut samples };
        part.extend(read(file));
    }
    (samples, held)
}

/// Learns from the files of a folder and writes a network.
pub(crate) fn fit(game: &str, folder: &Path, place: &Path) {
    let (samples, held) = all(folder);
    let (log, brier) = losses(&held, &Net::NONE);
    eprintln!(
        "{} positions, {} to measure by; fitted: log loss {log:.4}, Brier {brier:.4}",
        samples.len(),
        held.len()
    );
    let net = train(&samples, &held, initial());
    let body = net.to_bytes();
    let hash = Net::hash_of(&body);
    let games =
        samples.last().map_or(0, |sample| sample.game + 1).max(held.last().map_or(0, |it| it.game + 1));
    let mut file = format!(
        "{{\"game\":\"{game}\",\"seed\":{SEED},\"games\":{games},\"positions\":{},\"hash\":\"{hash}\"}}\n",
        samples.len()
    )
    .into_bytes();
    file.extend(body);
    std::fs::write(place, file).expect("a place for the network");
    measure(folder, &Net::from_file(&std::fs::read(place).expect("the network")));
}

/// Prints how well a network does on the files that were left out.
pub(crate) fn measure(folder: &Path, net: &Net) {
    let (_, held) = all(folder);
    for (name, net) in [("fitted", &Net::NONE), ("learned", net)] {
        let (log, brier) = losses(&held, net);
        println!("{name}: log loss {log:.4}, Brier {brier:.4}, {} positions", held.len());
    }
}
