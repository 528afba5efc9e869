//! Intervals of 95 % contain the truth in 93 to 97 of 100 simulated series.

use crate::common::Random;
use arena::stats::{Groups, Moments, Paired, RoundRobin, Wins, Z95, wilson};

const SERIES: u64 = 2_000;

/// The share of series in which `covers` holds; 0.95 has a standard error of 0.005 here, so four of them fit.
fn assert_covers(name: &str, test: u64, covers: impl Fn(&mut Random) -> bool) {
    let share =
        (0..SERIES).filter(|&series| covers(&mut Random::new(test, series))).count() as f64 / SERIES as f64;
    assert!((0.93..=0.97).contains(&share), "{name}, test seed {test}: {share}");
}

#[test]
fn wilson_covers_the_share() {
    for (seed, share) in [(11, 0.25), (12, 0.5), (13, 0.9)] {
        assert_covers("wilson", seed, |random| {
            let won = (0..250).filter(|_| random.chance(share)).count();
            wilson(won as f64, 250, Z95).contains(share)
        });
    }
}

#[test]
fn moments_cover_the_mean() {
    assert_covers("moments", 21, |random| {
        let mut moments = Moments::default();
        // The square of a uniform number, lopsided like scores; its mean is a third.
        (0..150).for_each(|_| moments.add(random.uniform().powi(2)));
        moments.interval(Z95).unwrap().contains(1.0 / 3.0)
    });
}

/// A game whose result is 0.3 on average, follows its luck with `weight`, and has noise of a quarter of the luck's variance.
fn lucky_game(random: &mut Random, weight: f64) -> (f64, f64) {
    let luck = random.uniform() - 0.5;
    (0.3 + weight * luck + (random.uniform() - 0.5) / 2.0, luck)
}

#[test]
fn adjusted_means_cover_and_need_fewer_games() {
    for (seed, weight) in [(31, 1.0), (32, 0.7)] {
        for regressed in [false, true] {
            assert_covers("paired", seed, |random| {
                let mut games = Paired::default();
                for _ in 0..100 {
                    let (result, luck) = lucky_game(random, weight);
                    games.add(result, luck);
                }
                let found = if regressed { games.regressed() } else { games.adjusted() };
                found.unwrap().estimate.interval(Z95).contains(0.3)
            });
        }
    }
    let mut games = Paired::default();
    let random = &mut Random::new(33, 0);
    for _ in 0..20_000 {
        let (result, luck) = lucky_game(random, 0.7);
        games.add(result, luck);
    }
    // Variances, in units of that of the luck: 0.49 + 0.25 plain, 0.09 + 0.25 with coefficient 1, 0.25 with 0.7.
    let (plain, adjusted) = (games.results().estimate().unwrap(), games.adjusted().unwrap());
    let regressed = games.regressed().unwrap();
    assert!((adjusted.variance_factor - 0.74 / 0.34).abs() < 0.05, "{adjusted:?}");
    assert!((regressed.variance_factor - 0.74 / 0.25).abs() < 0.07, "{regressed:?}");
    assert!((regressed.coefficient - 0.7).abs() < 0.02);
    for mean in [plain, adjusted.estimate, regressed.estimate] {
        assert!((mean.value - 0.3).abs() < 4.0 * mean.error, "seed 33: {mean:?}");
    }
    let shrunk = (adjusted.estimate.error / plain.error).powi(2);
    assert!((shrunk * adjusted.variance_factor - 1.0).abs() < 1e-9, "errors and factor agree: {shrunk}");
}

/// A group of one game on each seat. The seed favours one seat: with it the bot wins more often, without it less, and
/// with `share` on average.
fn group(random: &mut Random, seats: usize, share: f64, favour: f64) -> Wins {
    let favoured = random.below(seats);
    let won = |seat: usize| share + if seat == favoured { favour } else { -favour / (seats - 1) as f64 };
    (0..seats).map(|seat| if random.chance(won(seat)) { Wins::ONE } else { Wins::NONE }).sum()
}

#[test]
fn groups_cover_the_share() {
    for (seed, seats, share) in [(41, 2, 0.55), (42, 4, 0.3), (43, 6, 0.2)] {
        let series = |random: &mut Random| {
            let mut groups = Groups::new(seats as u32);
            (0..120).for_each(|_| groups.add(group(random, seats, share, 0.3)));
            groups
        };
        assert_covers("likelihood", seed, |random| series(random).interval(Z95).contains(share));
        assert_covers("normal", seed, |random| {
            series(random).estimate().unwrap().interval(Z95).contains(share)
        });
    }
}

#[test]
fn rotation_takes_luck_out() {
    let (mut pairs, random) = (Groups::new(2), &mut Random::new(44, 0));
    (0..2_000).for_each(|_| pairs.add(group(random, 2, 0.5, 0.4)));
    let (paired, single) = (pairs.interval(Z95), wilson(pairs.mean().unwrap() * 4_000.0, 4_000, Z95));
    // A game has the variance ¼, a game of a pair 0.9 · 0.1.
    let narrower = (paired.high - paired.low) / (single.high - single.low);
    assert!((narrower - 0.6).abs() < 0.03, "seed 44: {narrower}");
}

/// `games` at tables of `seats` between five bots of planted ratings, whose mean is 0.
fn planted(random: &mut Random, elos: &[f64; 5], games: usize, seats: usize) -> RoundRobin {
    let mut results = RoundRobin::new(["a", "b", "c", "d", "e"]);
    let strengths = elos.map(|elo| 10f64.powf(elo / 400.0));
    for _ in 0..games {
        let bots: Vec<usize> = (0..seats).map(|_| random.below(5)).collect();
        let mut left = random.uniform() * bots.iter().map(|&bot| strengths[bot]).sum::<f64>();
        let won = bots.iter().position(|&bot| {
            left -= strengths[bot];
            left < 0.0
        });
        results.add(&bots, &[won.unwrap_or(0)]).unwrap();
    }
    results
}

#[test]
fn ratings_recover_planted_strengths_and_their_errors_cover() {
    let elos = [-150.0, -60.0, 0.0, 10.0, 200.0];
    for (seed, seats) in [(51, 2), (52, 4)] {
        let (mut covered, mut distances, series) = (0, [0.0; 5], 400);
        for number in 0..series {
            let ratings = planted(&mut Random::new(seed, number), &elos, 600, seats).rate();
            for ((row, elo), sum) in ratings.rows().iter().zip(elos).zip(&mut distances) {
                *sum += row.elo - elo;
                covered += usize::from((row.elo - elo).abs() < Z95 * row.error);
            }
            let ends = ratings.difference("e", "a").unwrap();
            covered += usize::from(ends.interval(Z95).contains(350.0));
        }
        let share = covered as f64 / (6 * series) as f64;
        assert!((0.93..=0.97).contains(&share), "seed {seed}: {share}");
        // A single rating has an error of about 15 points, so the mean of 400 has less than one.
        assert!(distances.iter().all(|sum| (sum / series as f64).abs() < 4.0), "seed {seed}: {distances:?}");
    }
    let many = planted(&mut Random::new(53, 0), &elos, 40_000, 6).rate();
    for (row, elo) in many.rows().iter().zip(elos) {
        assert!(row.error < 4.0 && (row.elo - elo).abs() < 4.0 * row.error, "seed 53: {row:?}");
    }
}

#[test]
fn results_are_the_same_for_any_division_of_the_work() {
    let games: Vec<(Vec<usize>, Vec<usize>)> = (0..500)
        .map(|game| {
            let random = &mut Random::new(61, game);
            let first = random.below(3);
            ((0..4).map(|_| random.below(3)).collect(), if first == 0 { vec![1, 2, 3] } else { vec![first] })
        })
        .collect();
    let play = |workers: usize| {
        let mut parts = vec![(RoundRobin::new(["a", "b", "c"]), Groups::new(1)); workers];
        for (number, (bots, winners)) in games.iter().enumerate() {
            let (results, groups) = &mut parts[number * 7 % workers];
            results.add(bots, winners).unwrap();
            groups.add(Wins::shared(winners.len()).unwrap());
        }
        // The last worker reports first.
        let (mut results, mut groups) = parts.pop().unwrap();
        for part in parts.iter().rev() {
            results.merge(&part.0);
            groups.merge(&part.1);
        }
        (results, groups)
    };
    let (results, groups) = play(1);
    for workers in [2, 3, 8, 64] {
        assert_eq!(play(workers), (results.clone(), groups.clone()));
        assert_eq!(play(workers).0.rate(), results.rate());
    }
}
