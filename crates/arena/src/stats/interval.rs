//! Estimates and intervals.

use serde::Serialize;

/// The standard normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An interval with both ends included; `low <= high`. Ends may be infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether the interval includes `value`.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The part of it from `low` to `high`; an interval that lies beyond them becomes the nearer of the two.
    #[must_use]
    pub fn bounded(self, low: f64, high: f64) -> Self {
        self.map(|end| end.clamp(low, high))
    }

    /// The interval between the images of the ends under `scale`, which must be an increasing function.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { low: scale(self.low), high: scale(self.high) }
    }
}

/// An estimated value and its standard error, both in the unit of the value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error, at least 0.
    pub error: f64,
}

impl Estimate {
    /// The normal interval: `z` standard errors to each side ([`Z95`] for 95 %). Good for estimates from 30 values or more.
    pub fn interval(self, z: f64) -> Interval {
        Interval { low: self.value - z * self.error, high: self.value + z * self.error }
    }
}

/// The Wilson score interval of a share: `won` of `games` independent games, within 0 to 1.
///
/// `won` may be fractional, since a shared win counts as a part; it is limited to 0 to `games`. A game with parts varies
/// less than a game that is won or lost, so the interval is then rather too wide than too narrow. No game at all
/// gives 0 to 1; no won game gives a lower end of exactly 0, only won games an upper end of exactly 1.
///
/// Source: Wilson 1927; method 3 of Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
/// Medicine 17 (1998).
///
/// ```
/// use arena::stats::{Z95, wilson};
/// let share = wilson(15.0, 148, Z95);
/// assert!((share.low - 0.0624).abs() < 5e-5 && (share.high - 0.1605).abs() < 5e-5);
/// ```
pub fn wilson(won: f64, games: u64, z: f64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let won = won.clamp(0.0, n);
    let share = won / n;
    let scale = 1.0 + z * z / n;
    let centre = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    Interval {
        low: if won == 0.0 { 0.0 } else { (centre - spread) / scale },
        high: if won == n { 1.0 } else { (centre + spread) / scale },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_matches_published_values() {
        // Newcombe 1998, table I, method 3.
        for (won, games, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(won, games, Z95);
            assert!(
                (found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5,
                "{won} of {games}: {found:?}"
            );
        }
    }

    #[test]
    fn wilson_has_exact_ends_at_nothing_and_all() {
        assert_eq!(wilson(0.0, 0, Z95), Interval { low: 0.0, high: 1.0 });
        for games in [1, 3, 7, 1_000_003] {
            let (none, all) = (wilson(0.0, games, Z95), wilson(games as f64, games, Z95));
            assert_eq!((none.low, all.high), (0.0, 1.0));
            assert!((none.high - (1.0 - all.low)).abs() < 1e-12, "mirror images");
        }
    }

    #[test]
    fn wilson_takes_parts_of_games() {
        let (less, half, more) = (wilson(10.0, 40, Z95), wilson(10.5, 40, Z95), wilson(11.0, 40, Z95));
        assert!(less.low < half.low && half.low < more.low);
        assert!(less.high < half.high && half.high < more.high);
    }
}
