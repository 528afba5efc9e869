//! The sequential test: a match that stops as soon as its result is clear.

use super::{Groups, Seating};
use serde::Serialize;
use std::fmt;

/// Two hypotheses about the tested bot's mean value of a group ([`Groups::mean`]), each strictly between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Hypotheses {
    /// H0, the lower mean: the bot is no better than this.
    pub h0: f64,
    /// H1, the higher mean: the bot is at least this good.
    pub h1: f64,
}

impl Hypotheses {
    /// The hypotheses that the tested bot is `h0` or `h1` Elo stronger than the bot on the other seats
    /// ([`Seating::share`]).
    pub fn elo(seating: Seating, h0: f64, h1: f64) -> Self {
        Self { h0: seating.share(h0), h1: seating.share(h1) }
    }
}

/// The error rates of a test; 5 % each by default.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ErrorRates {
    /// The probability of accepting H1 where H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 where H1 is true.
    pub beta: f64,
}

impl Default for ErrorRates {
    fn default() -> Self {
        Self { alpha: 0.05, beta: 0.05 }
    }
}

/// A generalised sequential probability ratio test (GSPRT) on groups of games.
///
/// After each group the caller asks for a [`SprtResult`] and stops at the first that is not [`Decision::Continue`]. To stop
/// at the same group with any number of threads, add the groups in the order of their seeds, judge after each, or after each
/// batch of fixed size, and ignore groups beyond the one that decided.
///
/// The statistic is the log-likelihood ratio (LLR) of the likeliest distribution with mean h1 against the likeliest with mean
/// h0, given the counts; the whole distribution of group values is estimated, so drawn or correlated games need no model
/// of their own. Wald's bounds for it are ln(β/(1−α)) and ln((1−β)/α).
///
/// The error rates hold approximately: a jump past a bound makes errors rarer, and a distribution estimated from few
/// groups makes them more frequent. In the simulated matches of `tests/it/sprt.rs`, of 50 groups and more, they hold.
///
/// Values that no group had count 0.001, as in Fishtest. A match in which all groups are equal therefore ends too.
///
/// ```
/// use arena::stats::{Decision, ErrorRates, Groups, Hypotheses, Seating, Sprt, Wins};
/// // One tested bot against three others: is it 0 or 50 Elo stronger? A group is four games on one seed.
/// let table = Seating::new(1, 4).unwrap();
/// let sprt = Sprt::new(Hypotheses::elo(table, 0.0, 50.0), ErrorRates::default())?;
/// let mut groups = Groups::new(4);
/// groups.add(Wins::ONE);
/// let verdict = sprt.judge(&groups);
/// assert!(verdict.llr < 0.0 && verdict.decision == Decision::Continue);
/// # Ok::<(), arena::stats::SprtError>(())
/// ```
///
/// Sources: Wald, "Sequential Tests of Statistical Hypotheses" (1945); Van den Bergh, "A Practical Introduction to the
/// GSPRT" (GSPRT_approximation.pdf, Fishtest), whose formula 2.1 is [`Sprt::llr_normal`]; Fishtest's `LLRcalc.py`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    lower: f64,
    upper: f64,
}

impl Sprt {
    /// A test between two hypotheses.
    ///
    /// # Errors
    /// Unless 0 < h0 < h1 < 1, both error rates are positive and their sum is below 1.
    pub fn new(hypotheses: Hypotheses, rates: ErrorRates) -> Result<Self, SprtError> {
        let Hypotheses { h0, h1 } = hypotheses;
        let ErrorRates { alpha, beta } = rates;
        if !(0.0 < h0 && h0 < h1 && h1 < 1.0) {
            return Err(SprtError::Hypotheses { h0, h1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Self { hypotheses, lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() })
    }

    /// The hypotheses, as means of a group's value.
    pub fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// The LLR of the groups; 0 without a group, and positive if they speak for H1.
    pub fn llr(&self, groups: &Groups) -> f64 {
        if groups.is_empty() {
            return 0.0;
        }
        let counted = groups.counted();
        counted.fall(self.hypotheses.h0) - counted.fall(self.hypotheses.h1)
    }

    /// The normal approximation of the LLR, N·(h1 − h0)·(2·mean − h0 − h1) / (2·variance), for comparison.
    ///
    /// It is close for many groups and small differences. While all groups are equal, the variance is almost 0 and the
    /// approximation much too large, so no decision rests on it.
    pub fn llr_normal(&self, groups: &Groups) -> f64 {
        if groups.is_empty() {
            return 0.0;
        }
        let (counted, Hypotheses { h0, h1 }) = (groups.counted(), self.hypotheses);
        groups.len() as f64 * (h1 - h0) * (2.0 * counted.mean() - h0 - h1) / (2.0 * counted.variance())
    }

    /// The result after these groups.
    pub fn judge(&self, groups: &Groups) -> SprtResult {
        let llr = self.llr(groups);
        let decision = if llr >= self.upper {
            Decision::AcceptH1
        } else if llr <= self.lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        };
        SprtResult { llr, lower: self.lower, upper: self.upper, decision }
    }
}

/// The state of a test after some groups.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtResult {
    /// The log-likelihood ratio, in natural logarithms.
    pub llr: f64,
    /// The bound at or below which H0 is accepted, negative.
    pub lower: f64,
    /// The bound at or above which H1 is accepted, positive.
    pub upper: f64,
    /// The decision.
    pub decision: Decision,
}

/// Whether a test goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The tested bot is no better than H0 says.
    AcceptH0,
    /// The tested bot is at least as good as H1 says.
    AcceptH1,
}

/// The reason why a test is impossible.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum SprtError {
    /// The means are not in ascending order, or not between 0 and 1.
    Hypotheses {
        /// The mean under H0.
        h0: f64,
        /// The mean under H1.
        h1: f64,
    },
    /// An error rate is not positive, or both together reach 1.
    ErrorRates {
        /// The rate of false H1.
        alpha: f64,
        /// The rate of false H0.
        beta: f64,
    },
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hypotheses { h0, h1 } => write!(f, "the hypotheses {h0} and {h1} are not 0 < h0 < h1 < 1"),
            Self::ErrorRates { alpha, beta } => {
                write!(f, "the error rates {alpha} and {beta} are not positive with a sum below 1")
            }
        }
    }
}

impl std::error::Error for SprtError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Wins;

    /// Groups of `counts.len() − 1` halves of a game at most, by how many halves they won.
    fn halves(counts: &[u64]) -> Groups {
        let mut groups = Groups::new((counts.len() as u32 - 1) / 2);
        for (halves, &count) in counts.iter().enumerate() {
            let won: Wins = (0..halves).map(|_| Wins::shared(2).unwrap()).sum();
            (0..count).for_each(|_| groups.add(won));
        }
        groups
    }

    fn elo(h0: f64, h1: f64) -> Sprt {
        Sprt::new(Hypotheses::elo(Seating::ONE_ON_ONE, h0, h1), ErrorRates::default()).unwrap()
    }

    #[test]
    fn llr_matches_fishtest() {
        // Values of LLR_logistic in Fishtest's LLRcalc.py, computed with SciPy's root finder.
        for (counts, h0, h1, llr) in [
            (&[3, 20, 50, 22, 5][..], 0.0, 20.0, 0.040_320_372_416_7),
            (&[3, 20, 50, 22, 5], 0.0, 5.0, 0.178_380_224_381_9),
            (&[3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_389_0),
            (&[0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288_9),
            (&[12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158_3),
            (&[12, 40, 60, 30, 8], -10.0, 10.0, -2.057_973_200_426_0),
            (&[30, 40, 50], 0.0, 20.0, 1.433_371_799_770_4),
        ] {
            let found = elo(h0, h1).llr(&halves(counts));
            assert!((found - llr).abs() < 1e-9, "{counts:?} {h0} {h1}: {found}, not {llr}");
        }
    }

    #[test]
    fn both_llrs_match_fastchess_on_large_counts() {
        // The published test values of fastchess (app/tests/sprt_test.cpp, logistic model), to three digits.
        for (counts, h0, h1, llr) in [
            (&[223, 9_863, 21_279, 10_037, 246][..], 0.5, 2.5, -3.07),
            (&[871, 26_175, 55_983, 26_678, 821], 0.0, 2.0, -4.98),
            (&[21_184, 40_708, 21_404], 0.5, 2.5, -1.57),
            (&[57_030, 106_593, 57_433], 0.0, 2.0, -2.59),
        ] {
            let (sprt, groups) = (elo(h0, h1), halves(counts));
            let (exact, normal) = (sprt.llr(&groups), sprt.llr_normal(&groups));
            assert!((exact - llr).abs() < 0.006, "{counts:?}: {exact}");
            assert!((normal - exact).abs() < 1e-3, "{counts:?}: {normal} {exact}");
        }
    }

    #[test]
    fn llr_of_single_games_is_that_of_a_binomial() {
        let hypotheses = Hypotheses { h0: 0.25, h1: 0.3 };
        let sprt = Sprt::new(hypotheses, ErrorRates::default()).unwrap();
        let groups = halves(&[140, 0, 60]);
        let exact = 60.0 * (0.3f64 / 0.25).ln() + 140.0 * (0.7f64 / 0.75).ln();
        assert!((sprt.llr(&groups) - exact).abs() < 1e-3, "{} {exact}", sprt.llr(&groups));
    }

    #[test]
    fn bounds_are_walds() {
        let verdict = elo(0.0, 5.0).judge(&Groups::new(2));
        assert!((verdict.upper - 19f64.ln()).abs() < 1e-12 && (verdict.lower + 19f64.ln()).abs() < 1e-12);
        assert_eq!((verdict.llr, verdict.decision), (0.0, Decision::Continue));
    }

    #[test]
    fn equal_groups_decide_without_haste() {
        let (sprt, won, drawn) = (elo(0.0, 20.0), [0, 0, 0, 0, 53], [0, 0, 300, 0, 0]);
        // Fishtest needs 53 pairs that are all won; the normal formula would stop after one.
        assert_eq!(sprt.judge(&halves(&[0, 0, 0, 0, 52])).decision, Decision::Continue);
        assert_eq!(sprt.judge(&halves(&won)).decision, Decision::AcceptH1);
        assert!(sprt.llr_normal(&halves(&[0, 0, 0, 0, 1])) > 2.95);
        assert_eq!(sprt.judge(&halves(&drawn)).decision, Decision::AcceptH0);
    }

    #[test]
    fn impossible_tests_are_refused() {
        for (h0, h1) in [(0.5, 0.5), (0.6, 0.5), (0.0, 0.5), (0.5, 1.0), (f64::NAN, 0.5)] {
            assert!(Sprt::new(Hypotheses { h0, h1 }, ErrorRates::default()).is_err(), "{h0} {h1}");
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, 0.0), (0.5, 0.5), (f64::NAN, 0.05)] {
            let error = Sprt::new(Hypotheses { h0: 0.4, h1: 0.5 }, ErrorRates { alpha, beta }).unwrap_err();
            assert!(error.to_string().starts_with("the error rates"));
        }
    }
}
