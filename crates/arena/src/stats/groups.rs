//! Games on one seed with rotated seats.

use super::likelihood::Counted;
use super::{Estimate, Interval, Wins};
use serde::Serialize;
use std::collections::BTreeMap;

/// The count of a value that was never seen, as in Fishtest: it keeps every mean between 0 and 1 possible.
const PSEUDO_COUNT: f64 = 1e-3;

/// Half a game, in sixtieths: the grid of values that a group may have.
const HALF: u64 = 30;

/// The results of many groups of games.
///
/// A *group* is all the games on one seed, in which the tested bot takes every seat in turn. Its luck (dice, tiles, the
/// first move) falls on both sides, so the value of a group varies less than that of independent games, and the groups, not the
/// games, are independent. Everything here is therefore computed from the *value* of each group: the
/// tested bot's wins in it divided by its games, 0 to 1.
///
/// Groups of one game are games without rotation. All groups of a match have the same number of games; a group that
/// was cut short does not count. Serialised as the games of a group and the counts by sixtieths of a won game.
///
/// ```
/// use arena::stats::{Groups, Wins, Z95};
/// let mut pairs = Groups::new(2);
/// pairs.add(Wins::ONE); // won one game of two
/// pairs.add(Wins::ONE + Wins::shared(2).unwrap()); // won one, shared one
/// assert_eq!(pairs.pentanomial(), Some([0, 0, 1, 1, 0]));
/// assert_eq!(pairs.mean(), Some(0.625));
/// assert!(pairs.interval(Z95).contains(0.625));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Groups {
    games: u32,
    counts: BTreeMap<Wins, u64>,
}

impl Groups {
    /// No groups yet, of `games` games each.
    ///
    /// # Panics
    /// If `games` is 0.
    pub fn new(games: u32) -> Self {
        assert!(games > 0, "a group has at least one game");
        Self { games, counts: BTreeMap::new() }
    }

    /// Adds a group in which the tested bot's seats won so many games.
    ///
    /// # Panics
    /// If that is more than the games of a group.
    pub fn add(&mut self, won: Wins) {
        assert!(won <= self.all_won(), "{won:?} in a group of {} games", self.games);
        *self.counts.entry(won).or_insert(0) += 1;
    }

    /// Adds all groups of `other`; in any order, with the same result.
    ///
    /// # Panics
    /// If its groups have another number of games.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.games, other.games, "groups of one match have the same number of games");
        for (&won, count) in &other.counts {
            *self.counts.entry(won).or_insert(0) += count;
        }
    }

    /// The number of groups.
    pub fn len(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Whether there is no group yet.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The number of games of all groups together.
    pub fn games(&self) -> u64 {
        self.len() * u64::from(self.games)
    }

    /// The number of groups with each result, in ascending order of wins; results that no group had are missing.
    pub fn counts(&self) -> impl Iterator<Item = (Wins, u64)> {
        self.counts.iter().map(|(&won, &count)| (won, count))
    }

    /// The numbers of pairs that won 0, ½, 1, 1½ and 2 games; `None` unless groups are pairs and wins are shared by two at most.
    pub fn pentanomial(&self) -> Option<[u64; 5]> {
        let mut pairs = [0; 5];
        for (won, count) in self.counts() {
            if self.games != 2 || won.sixtieths() % HALF != 0 {
                return None;
            }
            pairs[(won.sixtieths() / HALF) as usize] = count;
        }
        Some(pairs)
    }

    /// The mean value of a group: the tested bot's share of all wins, 0 to 1; `None` without a group.
    pub fn mean(&self) -> Option<f64> {
        let won: u64 = self.counts().map(|(won, count)| won.sixtieths() * count).sum();
        (!self.is_empty()).then(|| won as f64 / (self.len() * self.all_won().sixtieths()) as f64)
    }

    /// The mean with its standard error, from the sample variance of the groups' values; `None` below two groups.
    ///
    /// The error is 0 if all groups had the same value; [`Groups::interval`] is honest in that case too.
    pub fn estimate(&self) -> Option<Estimate> {
        let (n, value) = (self.len() as f64, self.mean()?);
        let squares: f64 =
            self.counts().map(|(won, count)| count as f64 * (self.value(won) - value).powi(2)).sum();
        (n > 1.0).then(|| Estimate { value, error: (squares / (n - 1.0) / n).sqrt() })
    }

    /// The likelihood interval of the mean, within 0 to 1: all means that a likelihood-ratio test at `z` does not reject.
    ///
    /// It respects the bounds 0 and 1, is not symmetric, and is not empty for groups that are all equal: after n groups
    /// that won everything it begins at exp(−z²/2n). Without a group it is 0 to 1. It holds for 30 groups or more.
    ///
    /// Source: Owen, "Empirical likelihood ratio confidence intervals for a single functional", Biometrika 75 (1988).
    pub fn interval(&self, z: f64) -> Interval {
        if self.is_empty() {
            return Interval { low: 0.0, high: 1.0 };
        }
        let counted = self.counted();
        let (mean, fall) = (counted.mean(), z * z / 2.0);
        // The likelihood falls steadily from the mean to either side.
        let end = |mut outside: f64| {
            let mut inside = mean;
            for _ in 0..60 {
                let middle = (inside + outside) / 2.0;
                if counted.fall(middle) > fall { outside = middle } else { inside = middle }
            }
            inside
        };
        let (mut low, mut high) = (end(0.0), end(1.0));
        // The pseudo counts keep the mean a hair away from the bounds.
        if self.counts.keys().all(|&won| won == Wins::NONE) {
            low = 0.0;
        }
        if self.counts.keys().all(|&won| won == self.all_won()) {
            high = 1.0;
        }
        Interval { low, high }
    }

    /// The values that a group can have, with their counts: the multiples of half a game from none to all, and whatever else
    /// was seen. What was never seen counts [`PSEUDO_COUNT`].
    pub(super) fn counted(&self) -> Counted {
        let grid = (0..=u64::from(self.games) * Wins::ONE.sixtieths() / HALF)
            .map(|step| Wins::from_sixtieths(step * HALF));
        let mut cells: BTreeMap<Wins, f64> = grid.map(|won| (won, PSEUDO_COUNT)).collect();
        cells.extend(self.counts().map(|(won, count)| (won, count as f64)));
        Counted::new(cells.into_iter().map(|(won, count)| (self.value(won), count)).collect())
    }

    fn value(&self, won: Wins) -> f64 {
        won.sixtieths() as f64 / self.all_won().sixtieths() as f64
    }

    fn all_won(&self) -> Wins {
        Wins::from_sixtieths(u64::from(self.games) * Wins::ONE.sixtieths())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    fn pairs(counts: [u64; 5]) -> Groups {
        let counts = (0..).zip(counts).filter(|(_, count)| *count > 0);
        Groups {
            games: 2,
            counts: counts.map(|(half, count)| (Wins::from_sixtieths(half * HALF), count)).collect(),
        }
    }

    #[test]
    fn pairs_are_counted_in_five_classes() {
        let groups = pairs([3, 20, 50, 22, 5]);
        assert_eq!(groups.pentanomial(), Some([3, 20, 50, 22, 5]));
        assert_eq!((groups.len(), groups.games()), (100, 200));
        // (20·¼ + 50·½ + 22·¾ + 5) / 100
        assert_eq!(groups.mean(), Some(0.515));
        let squares = 20.0 / 16.0 + 50.0 / 4.0 + 22.0 * 9.0 / 16.0 + 5.0 - 100.0 * 0.515 * 0.515;
        assert!((groups.estimate().unwrap().error - (squares / 99.0f64 / 100.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn other_groups_have_no_five_classes() {
        let mut groups = Groups::new(4);
        groups.add(Wins::ONE);
        assert_eq!((groups.pentanomial(), groups.mean()), (None, Some(0.25)));
        let mut groups = Groups::new(2);
        groups.add(Wins::shared(3).unwrap());
        assert_eq!((groups.pentanomial(), groups.mean()), (None, Some(1.0 / 6.0)));
    }

    #[test]
    fn groups_of_one_game_have_the_binomial_likelihood_interval() {
        let mut groups = Groups::new(1);
        (0..100).for_each(|game| groups.add(if game < 30 { Wins::ONE } else { Wins::NONE }));
        let Interval { low, high } = groups.interval(Z95);
        for end in [low, high] {
            let deviance = 2.0 * (30.0 * (0.3 / end).ln() + 70.0 * (0.7 / (1.0 - end)).ln());
            assert!((deviance - Z95 * Z95).abs() < 1e-2, "{end} {deviance}");
        }
        assert!(low < 0.3 && high > 0.3);
    }

    #[test]
    fn equal_groups_still_have_an_interval() {
        let (lost, won) = (pairs([40, 0, 0, 0, 0]).interval(Z95), pairs([0, 0, 0, 0, 40]).interval(Z95));
        assert_eq!((lost.low, won.high), (0.0, 1.0));
        assert!(
            (won.low - (-Z95 * Z95 / 80.0).exp()).abs() < 2e-3 && (lost.high - 1.0 + won.low).abs() < 1e-9,
            "{won:?}"
        );
        assert_eq!(Groups::new(2).interval(Z95), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn groups_have_a_json_form() {
        assert_eq!(
            serde_json::to_string(&pairs([1, 0, 7, 0, 2])).unwrap(),
            r#"{"games":2,"counts":{"0":1,"60":7,"120":2}}"#
        );
    }

    #[test]
    #[should_panic(expected = "in a group of 2 games")]
    fn a_group_cannot_win_more_than_its_games() {
        Groups::new(2).add((0..3).map(|_| Wins::ONE).sum());
    }
}
