//! The sequential test errs no more often than it may.

use crate::common::Random;
use arena::stats::{Decision, ErrorRates, Groups, Hypotheses, Seating, Sprt, Wins};

const MATCHES: u64 = 1_000;

/// Plays matches of a bot that is `elo` stronger on one of `seats` seats; returns the shares of them that accepted H0 and
/// H1, and the mean number of groups.
///
/// The seed of a group favours one seat, and every tenth game is won by all.
fn play(sprt: &Sprt, seed: u64, seats: usize, elo: f64) -> (f64, f64, f64) {
    let share = Seating::new(1, seats as u8).unwrap().share(elo);
    let all = Wins::shared(seats).unwrap();
    // Games that all win together pull the mean to the fair share; the others make up for it.
    let alone = (share - 0.1 * all.games()) / 0.9;
    let (mut accepted, mut groups_played) = ([0u64; 2], 0);
    for number in 0..MATCHES {
        let (mut groups, random) = (Groups::new(seats as u32), &mut Random::new(seed, number));
        loop {
            let favoured = random.below(seats);
            let won = (0..seats).map(|seat| {
                let favour = if seat == favoured { 0.2 } else { -0.2 / (seats - 1) as f64 };
                match (random.chance(0.1), random.chance(alone + favour)) {
                    (true, _) => all,
                    (_, true) => Wins::ONE,
                    (_, false) => Wins::NONE,
                }
            });
            groups.add(won.sum());
            assert!(groups.len() < 100_000, "seed {seed}, match {number} never ends");
            match sprt.judge(&groups).decision {
                Decision::Continue => continue,
                Decision::AcceptH0 => accepted[0] += 1,
                Decision::AcceptH1 => accepted[1] += 1,
            }
            break;
        }
        groups_played += groups.len();
    }
    let shares = accepted.map(|count| count as f64 / MATCHES as f64);
    (shares[0], shares[1], groups_played as f64 / MATCHES as f64)
}

#[test]
fn error_rates_hold_for_pairs_and_for_larger_tables() {
    // Three standard errors of a share of 5 % or 10 % in a thousand matches are 2 % and 3 %.
    let rates = ErrorRates { alpha: 0.05, beta: 0.1 };
    for (seed, seats, h1) in [(71, 2, 30.0), (72, 4, 60.0), (73, 6, 60.0)] {
        let seating = Seating::new(1, seats as u8).unwrap();
        let sprt = Sprt::new(Hypotheses::elo(seating, 0.0, h1), rates).unwrap();
        let (right, wrong, groups) = play(&sprt, seed, seats, 0.0);
        assert!(
            wrong <= 0.07 && right + wrong == 1.0,
            "seed {seed}, H0 true: {wrong} wrong in {groups} groups"
        );
        let (wrong, _, groups) = play(&sprt, seed + 10, seats, h1);
        assert!(wrong <= 0.13, "seed {seed}, H1 true: {wrong} wrong in {groups} groups");
        // Far outside the hypotheses the match is short and the answer all but certain.
        let (_, right, short) = play(&sprt, seed + 20, seats, 2.0 * h1);
        assert!(right > 0.99 && short < groups, "seed {seed}: {right} right in {short} groups");
    }
}
