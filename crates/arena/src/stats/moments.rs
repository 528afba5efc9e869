//! Means of measured values, and the removal of luck from them.

use super::{Estimate, Interval};
use serde::Serialize;

/// The count, sum and sum of squares of a series of values.
///
/// Values are finite and of ordinary size (scores, turns, points); the mean should not exceed the standard deviation by
/// more than a factor of about 10⁶, beyond which the difference of squares loses its digits. Integer values are summed
/// exactly up to 2⁵³, in any order; other values give the same bits only in the same order.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds all values of another series, after those of this one.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; `None` without a value.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// The sample variance, with divisor `count − 1`; `None` below two values.
    pub fn variance(&self) -> Option<f64> {
        let n = self.count as f64;
        (self.count > 1).then(|| ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0))
    }

    /// The standard deviation, the root of the variance; `None` below two values.
    pub fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// The mean with its standard error, for independent values; `None` below two values.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate { value: self.mean()?, error: (self.variance()? / self.count as f64).sqrt() })
    }

    /// The normal interval of the mean, for 30 values or more; `None` below two.
    pub fn interval(&self, z: f64) -> Option<Interval> {
        Some(self.estimate()?.interval(z))
    }
}

/// A series of results, each with the luck that its game had: a control variate.
///
/// The luck must be 0 on average whatever the bots do, for example the sum over all dice and draws of how much each
/// outcome moved a fixed estimate of the result above the mean of its possible outcomes. Then the mean of `result − luck` is the
/// mean of the results, and it varies less.
///
/// ```
/// use arena::stats::Paired;
/// let mut games = Paired::default();
/// for (result, luck) in [(1.0, 0.4), (0.0, -0.5), (1.0, 0.5), (0.0, -0.4)] {
///     games.add(result, luck);
/// }
/// let adjusted = games.adjusted().unwrap();
/// assert!((adjusted.estimate.value - 0.5).abs() < 1e-12);
/// // A fiftieth of the variance: one game says as much as fifty without adjustment.
/// assert!((adjusted.variance_factor - 50.0).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Paired {
    results: Moments,
    lucks: Moments,
    products: f64,
}

impl Paired {
    /// Adds a game: its result and its luck, in the same unit.
    pub fn add(&mut self, result: f64, luck: f64) {
        self.results.add(result);
        self.lucks.add(luck);
        self.products += result * luck;
    }

    /// Adds all games of another series, after those of this one.
    pub fn merge(&mut self, other: &Self) {
        self.results.merge(&other.results);
        self.lucks.merge(&other.lucks);
        self.products += other.products;
    }

    /// The results, without adjustment.
    pub fn results(&self) -> &Moments {
        &self.results
    }

    /// The luck. Its mean differs from 0 by chance alone; more than four standard errors say that it is computed wrongly.
    pub fn lucks(&self) -> &Moments {
        &self.lucks
    }

    /// The sample covariance of result and luck; `None` below two games.
    pub fn covariance(&self) -> Option<f64> {
        let n = self.results.count as f64;
        (self.results.count > 1).then(|| (self.products - self.results.sum * self.lucks.sum / n) / (n - 1.0))
    }

    /// The mean of `result − luck`. It is unbiased for any number of games; `None` below two.
    pub fn adjusted(&self) -> Option<Controlled> {
        self.controlled(1.0, 1.0)
    }

    /// The mean of `result − β·luck` with the coefficient β = cov(result, luck) / var(luck) that makes the variance least.
    ///
    /// The coefficient comes from the same games, so the mean has a bias that vanishes as 1/n; one more degree of freedom
    /// is taken off the variance for it. β is 0 if the luck never varies. `None` below three games.
    ///
    /// Source: Lavenberg and Welch, "A perspective on the use of control variables", Management Science 27 (1981).
    pub fn regressed(&self) -> Option<Controlled> {
        let variance = self.lucks.variance()?;
        let coefficient = if variance > 0.0 { self.covariance()? / variance } else { 0.0 };
        self.controlled(coefficient, 2.0)
    }

    /// The mean of `result − coefficient·luck`, where the variance has `spent` degrees of freedom fewer than games.
    fn controlled(&self, coefficient: f64, spent: f64) -> Option<Controlled> {
        let n = self.results.count as f64;
        let plain = self.results.variance()?;
        if n <= spent {
            return None;
        }
        let spread = plain - 2.0 * coefficient * self.covariance()?
            + coefficient * coefficient * self.lucks.variance()?;
        let adjusted = spread.max(0.0) * (n - 1.0) / (n - spent);
        let value = self.results.mean()? - coefficient * self.lucks.mean()?;
        Some(Controlled {
            estimate: Estimate { value, error: (adjusted / n).sqrt() },
            coefficient,
            variance_factor: if plain == 0.0 && adjusted == 0.0 { 1.0 } else { plain / adjusted },
        })
    }
}

/// A mean with luck taken out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Controlled {
    /// The mean and its standard error, in the unit of the results.
    pub estimate: Estimate,
    /// The factor of the luck that was subtracted.
    pub coefficient: f64,
    /// The variance of the plain results divided by that of the adjusted ones: so many times as many games would be
    /// needed for the same error without adjustment. Below 1 the adjustment does harm; infinite if nothing varies any more.
    pub variance_factor: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    #[test]
    fn moments_match_a_series_by_hand() {
        let mut moments = Moments::default();
        assert_eq!((moments.mean(), moments.variance(), moments.interval(Z95)), (None, None, None));
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            moments.add(value);
        }
        // Squared deviations sum up to 32, over seven degrees of freedom.
        assert_eq!((moments.count(), moments.mean(), moments.variance()), (8, Some(5.0), Some(32.0 / 7.0)));
        let error = (32.0f64 / 7.0 / 8.0).sqrt();
        let interval = moments.interval(Z95).unwrap();
        assert!((interval.high - 5.0 - Z95 * error).abs() < 1e-12 && interval.contains(5.0));
    }

    #[test]
    fn a_merged_series_equals_the_whole() {
        let (mut whole, mut merged) = (Paired::default(), Paired::default());
        for part in 0..5 {
            let mut series = Paired::default();
            for value in 0..part {
                series.add(f64::from(part), f64::from(value));
                whole.add(f64::from(part), f64::from(value));
            }
            merged.merge(&series);
        }
        assert_eq!(merged, whole);
    }

    #[test]
    fn regression_finds_a_line_and_leaves_nothing() {
        let mut games = Paired::default();
        for luck in [-2.0, -1.0, 0.0, 1.0, 2.0] {
            games.add(3.0 + 0.5 * luck, luck);
        }
        let line = games.regressed().unwrap();
        assert_eq!((line.estimate, line.coefficient), (Estimate { value: 3.0, error: 0.0 }, 0.5));
        assert_eq!(line.variance_factor, f64::INFINITY);
        // With coefficient 1 the remainder is −luck/2, which varies as much as the result did.
        assert_eq!(games.adjusted().unwrap().variance_factor, 1.0);
    }

    #[test]
    fn a_luck_that_never_varies_changes_nothing() {
        let mut games = Paired::default();
        for result in [0.0, 1.0, 1.0] {
            games.add(result, 0.0);
        }
        assert_eq!(games.adjusted().unwrap().variance_factor, 1.0);
        assert_eq!(games.regressed().unwrap().coefficient, 0.0);
        assert_eq!(Paired::default().regressed(), None);
    }
}
