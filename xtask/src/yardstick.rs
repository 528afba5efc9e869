//! The speed of the machine, by a fixed piece of work: the processor time of one run means as much on a slow machine as on a fast one.

use cpu_time::ThreadTime;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::time::Duration;

/// Processor seconds of one [`work`] on the machine of the budget. Where one takes 0.77 s, a whole run took 4,667 s, so it
/// counts 2,425 s here: a third of the budget is left for the error of these measurements.
const REFERENCE: f64 = 0.4;

/// Measures how long the machine takes now, in times of [`REFERENCE`]: 1.5 on a machine that is half as slow again. All cores work
/// at once, as they do in most steps.
pub(crate) fn slowness() -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let seconds: f64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(timed)).collect();
        threads.into_iter().map(|thread| thread.join().expect("the work does not panic").as_secs_f64()).sum()
    });
    seconds / cores as f64 / REFERENCE
}

/// Does the work, and returns the processor time that it took.
fn timed() -> Duration {
    let start = ThreadTime::now();
    std::hint::black_box(work(ROUNDS));
    start.elapsed()
}

/// The rounds of the work: long enough for the clock of the system, short enough beside a step.
const ROUNDS: u64 = 16;

/// Makes text, looks it up by hash and sorts it, in more memory than caches hold: what compilers and tests do most.
fn work(rounds: u64) -> u64 {
    let mut sum = 0_u64;
    for round in 0..rounds {
        let mut found: HashMap<String, u64, BuildHasherDefault<DefaultHasher>> = HashMap::default();
        for number in 0..20_000_u64 {
            let mixed = (number ^ round).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            *found.entry(format!("{:x}", mixed >> 48)).or_default() += mixed;
        }
        let mut sorted: Vec<(String, u64)> = found.into_iter().collect();
        sorted.sort_unstable();
        sum = sorted.iter().fold(sum, |sum, (_, value)| sum.rotate_left(5) ^ value);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_always_the_same() {
        assert_eq!(work(2), work(2));
        assert_ne!(work(2), work(1));
    }
}
