//! The likelihood of counted values whose distribution has a given mean.

/// Values and their counts, in ascending order. Every count is positive; the values are at least two.
pub(super) struct Counted {
    cells: Vec<(f64, f64)>,
    total: f64,
}

impl Counted {
    pub(super) fn new(cells: Vec<(f64, f64)>) -> Self {
        debug_assert!(
            cells.windows(2).all(|pair| pair[0].0 < pair[1].0) && cells.iter().all(|cell| cell.1 > 0.0)
        );
        let total = cells.iter().map(|cell| cell.1).sum();
        Self { cells, total }
    }

    /// The mean value.
    pub(super) fn mean(&self) -> f64 {
        self.cells.iter().map(|(value, count)| value * count).sum::<f64>() / self.total
    }

    /// The variance, with the count as divisor.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.cells.iter().map(|(value, count)| count * (value - mean).powi(2)).sum::<f64>() / self.total
    }

    /// The drop in log-likelihood if the mean must be `mean`: its maximum without that constraint minus its maximum with it. At
    /// least 0; infinite unless `mean` lies strictly between the extreme values.
    ///
    /// Among all distributions on the values with that mean, the likeliest gives value a the probability
    /// p(a) / (1 + x·(a − mean)), where p(a) is its observed share and x the root that [`Counted::multiplier`] finds.
    /// Source: Van den Bergh, support_MLE_multinomial.pdf (Fishtest), proposition 1.1; the same formula is in chapter 2 of Owen,
    /// "Empirical Likelihood" (2001).
    pub(super) fn fall(&self, mean: f64) -> f64 {
        let Some(x) = self.multiplier(mean) else { return f64::INFINITY };
        self.cells.iter().map(|(value, count)| count * (x * (value - mean)).ln_1p()).sum::<f64>().max(0.0)
    }

    /// The root of Σ p(a)·(a − mean) / (1 + x·(a − mean)), by Newton's method kept inside a shrinking bracket.
    ///
    /// The sum falls from infinity to negative infinity between the poles of the two extreme values, so it has one root.
    fn multiplier(&self, mean: f64) -> Option<f64> {
        let (least, most) = (self.cells.first()?.0 - mean, self.cells.last()?.0 - mean);
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut x = 0.0;
        for _ in 0..200 {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (value, count) in &self.cells {
                let part = (value - mean) / (1.0 + x * (value - mean));
                sum += count * part;
                slope += count * part * part;
            }
            if sum > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let step = x + sum / slope;
            let next = if low < step && step < high { step } else { low + (high - low) / 2.0 };
            if (next - x).abs() <= 1e-15 * (1.0 + x.abs()) {
                break;
            }
            x = next;
        }
        Some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_values_have_the_binomial_likelihood() {
        let games = Counted::new(vec![(0.0, 30.0), (1.0, 70.0)]);
        for mean in [0.001, 0.3, 0.5, 0.7, 0.9, 0.999_999] {
            let exact = 30.0 * (0.3f64 / (1.0 - mean)).ln() + 70.0 * (0.7f64 / mean).ln();
            assert!(
                (games.fall(mean) - exact).abs() < 1e-9 * (1.0 + exact),
                "{mean}: {} {exact}",
                games.fall(mean)
            );
        }
        assert_eq!((games.fall(0.0), games.fall(1.0)), (f64::INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_constrained_distribution_sums_to_one_and_has_the_mean() {
        let pairs = Counted::new(vec![(0.0, 1e-3), (0.25, 10.0), (0.5, 30.0), (0.75, 12.0), (1.0, 1e-3)]);
        for mean in [0.01, 0.4, 0.5, 0.52, 0.99] {
            let x = pairs.multiplier(mean).unwrap();
            let shares = pairs
                .cells
                .iter()
                .map(|(value, count)| (value, count / pairs.total / (1.0 + x * (value - mean))));
            let (sum, found) =
                shares.fold((0.0, 0.0), |(sum, found), (value, p)| (sum + p, found + value * p));
            assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{mean}: {sum} {found}");
        }
    }
}
