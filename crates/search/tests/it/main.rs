//! The search at Kerbe, the sample game: what it finds, what it spends, and what it depends on.

use game::{Draws, Game, Legal, Points, Seat, Seed, Turn};
use kerbe::{Kerbe, Notch, Options};
use measure::{CountingAllocator, peak};
use search::{Candidate, Comparison, Limits, Model, compare, compare_in_time, solve};
use std::cmp::Reverse;

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

/// Seats that take the most points at once; a position is worth the points that `me` is ahead.
#[derive(Clone)]
struct Greedy {
    me: Seat,
    world: Option<Kerbe>,
}

/// The points of a seat beyond those of the best other one.
fn lead(game: &Kerbe, me: Seat) -> i32 {
    let points = |seat| game.points(seat).total();
    let others = Seat::first(game.seats()).filter(|&seat| seat != me).map(points);
    points(me) - others.max().expect("another seat")
}

/// The notch that takes the most points at once, the first of equals.
fn greedy(game: &Kerbe, seat: Seat) -> Notch {
    let gain = |action: &Notch| {
        let mut then = *game;
        then.play_unchecked(seat, *action, &mut ());
        then.points(seat).total()
    };
    game.legal_actions(seat)
        .into_iter()
        .min_by_key(|action| Reverse(gain(action)))
        .expect("something is legal")
}

impl Model<Kerbe> for Greedy {
    fn world(&mut self, _: Seed) -> Option<Kerbe> {
        self.world
    }
    fn plan(&mut self, world: &Kerbe, seat: Seat, line: &mut Vec<Notch>) {
        line.push(greedy(world, seat));
    }
    fn value(&mut self, world: &Kerbe) -> f64 {
        0.5 + f64::from(lead(world, self.me)) / 100.0
    }
    fn next_to_ask(&self, world: &Kerbe) -> Seat {
        world.active()
    }
}

const LIMITS: Limits = Limits { nodes: 300, trust: 0, horizon: 4, threads: 1 };

fn candidate(action: Notch) -> Candidate<Notch> {
    Candidate { line: vec![action], prior: 0.5 }
}

/// Compares all that the active seat may do.
fn search(game: &Kerbe, seed: u64, limits: Limits) -> (Vec<Candidate<Notch>>, Comparison) {
    let me = game.active();
    let lines: Vec<Candidate<Notch>> = game.legal_actions(me).into_iter().map(candidate).collect();
    let mut model = Greedy { me, world: Some(*game) };
    let found = compare(&mut model, me, &lines, Seed(seed), limits).expect("a world and a candidate");
    (lines, found)
}

/// Lets `choose` decide until the game is over, or until `decisions` were made.
fn play(seed: u64, decisions: usize, mut choose: impl FnMut(&Kerbe, Seat) -> Notch) -> Kerbe {
    let mut game = Kerbe::new(&Options::default());
    let mut made = 0;
    loop {
        match game.turn() {
            Turn::Over(_) => return game,
            Turn::Chance(_) => {
                let (purpose, number) = game.chance_key();
                let chance = game.draw(&mut Seed(seed).substream(purpose, number));
                game.resolve_unchecked(chance, &mut ());
            }
            Turn::Decide(_) if made == decisions => return game,
            Turn::Decide(_) => {
                let seat = game.active();
                let action = choose(&game, seat);
                game.play_unchecked(seat, action, &mut ());
                made += 1;
            }
        }
    }
}

/// A position after some random notches.
fn position(seed: u64, decisions: usize) -> Kerbe {
    let mut draws = Seed(seed).substream("notches", 0);
    play(seed, decisions, |game, seat| {
        let legal = game.legal_actions(seat);
        legal.get(draws.below(legal.len() as u32) as usize).expect("below the length")
    })
}

#[test]
fn a_search_beats_its_own_policy() {
    let games = 40;
    let mut won = 0;
    for seed in 0..games {
        let me = Seat::new(seed as usize % 2).expect("a seat");
        let end = play(seed, usize::MAX, |game, seat| {
            if seat != me {
                return greedy(game, seat);
            }
            let (lines, found) = search(game, seed, LIMITS);
            lines[found.best].line[0]
        });
        won += u32::from(lead(&end, me) > 0);
    }
    assert!(won >= 26, "{won} of {games}");
}

#[test]
fn the_same_seed_finds_the_same_on_any_number_of_threads() {
    let mut differ = 0;
    for seed in 0..6 {
        let game = position(seed, 6 + seed as usize);
        let one = search(&game, seed, LIMITS).1;
        for threads in [2, 3, 7] {
            assert_eq!(one, search(&game, seed, Limits { threads, ..LIMITS }).1, "seed {seed}");
        }
        differ += u32::from(one.values != search(&game, seed + 100, LIMITS).1.values);
    }
    assert!(differ > 0, "the seed changes nothing");
}

#[test]
fn a_search_spends_its_nodes_and_no_more_than_a_sample_a_round_beyond() {
    for seed in 0..6 {
        let game = position(seed, 10);
        for nodes in [0, 100, 1_000, 5_000] {
            let (lines, found) = search(&game, seed, Limits { nodes, ..LIMITS });
            let sample = lines.len() as u64 * u64::from(LIMITS.horizon + 2);
            let rounds = u64::from(lines.len().next_power_of_two().trailing_zeros().max(1));
            assert!(found.nodes <= nodes + rounds * sample, "seed {seed}: {} of {nodes}", found.nodes);
            assert!(found.nodes + sample >= nodes, "seed {seed}: only {} of {nodes}", found.nodes);
        }
    }
}

#[test]
fn the_memory_of_a_search_does_not_grow_with_its_nodes() {
    let game = position(1, 8);
    let held = |nodes| peak(|| search(&game, 1, Limits { nodes, ..LIMITS })).1;
    let (short, long) = (held(10_000), held(60_000));
    assert!(short > 0 && long <= short + 1_024, "{short} bytes, and {long} for six times the nodes");
}

#[test]
fn a_line_is_played_whole_before_the_horizon_counts() {
    let game = position(2, 33);
    let me = game.active();
    let action = greedy(&game, me);
    let mut then = game;
    then.play_unchecked(me, action, &mut ());
    let mut model = Greedy { me, world: Some(game) };
    let limits = Limits { nodes: 1, horizon: 0, ..LIMITS };
    let found = compare(&mut model, me, &[candidate(action)], Seed(0), limits).expect("a world");
    assert_eq!(found.values, [model.value(&then)]);
}

#[test]
fn without_a_world_or_a_candidate_nothing_is_found() {
    let game = position(3, 5);
    let me = game.active();
    let line = candidate(greedy(&game, me));
    assert_eq!(compare(&mut Greedy { me, world: None }, me, &[line], Seed(0), LIMITS), None);
    assert_eq!(compare(&mut Greedy { me, world: Some(game) }, me, &[], Seed(0), LIMITS), None);
}

#[test]
fn a_prior_counts_for_its_samples() {
    let game = position(4, 12);
    let me = game.active();
    let (mut lines, found) = search(&game, 4, LIMITS);
    let other = (0..lines.len()).find(|&n| n != found.best).expect("several candidates");
    lines[other].prior = 1.0;
    let mut model = Greedy { me, world: Some(game) };
    let mut best = |trust| {
        let limits = Limits { trust, ..LIMITS };
        compare(&mut model, me, &lines, Seed(4), limits).expect("a world").best
    };
    assert_eq!((best(0), best(1_000)), (found.best, other));
}

/// The mean value with best play of both seats, without any bound.
fn worth(game: &Kerbe, me: Seat) -> f64 {
    let after = |seat, action| {
        let mut then = *game;
        then.play_unchecked(seat, action, &mut ());
        worth(&then, me)
    };
    match game.turn() {
        Turn::Over(_) => Greedy { me, world: None }.value(game),
        Turn::Chance(_) => {
            let (mut sum, mut total) = (0.0, 0.0);
            for (chance, weight) in game.chance_outcomes() {
                let mut then = *game;
                then.resolve_unchecked(chance, &mut ());
                sum += f64::from(weight) * worth(&then, me);
                total += f64::from(weight);
            }
            sum / total
        }
        Turn::Decide(_) => {
            let seat = game.active();
            let values = game.legal_actions(seat).into_iter().map(|action| after(seat, action));
            if seat == me { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
    }
}

/// The positions of a game before its last decisions.
fn endgame(seed: u64, left: usize) -> Kerbe {
    let mut decisions = 0;
    play(seed, usize::MAX, |game, seat| {
        decisions += 1;
        greedy(game, seat)
    });
    play(seed, decisions - left, greedy)
}

#[test]
fn a_solved_endgame_is_that_of_a_search_without_bounds() {
    for seed in 0..4 {
        let game = endgame(seed, 3);
        let me = game.active();
        let lines: Vec<Candidate<Notch>> = game.legal_actions(me).into_iter().map(candidate).collect();
        let mut model = Greedy { me, world: None };
        let mut solved = |nodes| solve(&mut model, me, game, &lines, nodes, &mut || false);
        let found = solved(u64::MAX).expect("a candidate");
        let best = found.values[found.best];
        assert!((best - worth(&game, me)).abs() < 1e-9, "seed {seed}: {best}");
        assert_eq!(solved(found.nodes).as_ref(), Some(&found), "seed {seed}");
        assert_eq!(solved(found.nodes - 1), None, "seed {seed}: with fewer nodes than it takes");
        assert_eq!(solve(&mut model, me, game, &lines, u64::MAX, &mut || true), None, "too late");
    }
}

#[test]
fn a_search_ends_with_its_time() {
    let game = position(1, 8);
    let me = game.active();
    let lines: Vec<Candidate<Notch>> = game.legal_actions(me).into_iter().map(candidate).collect();
    let search = |limits, time: &mut dyn FnMut() -> f64| {
        let mut model = Greedy { me, world: Some(game) };
        compare_in_time(&mut model, me, &lines, Seed(1), limits, time).expect("a world and a candidate")
    };
    let endless = Limits { nodes: u64::from(u32::MAX), ..LIMITS };
    let late = search(endless, &mut || 1.0);
    assert_eq!(late.samples, 1, "each candidate is sampled once");
    // A clock that goes on whenever it is looked at.
    let mut looked = 0.0;
    let timed = search(endless, &mut || {
        looked += 0.01;
        looked
    });
    assert!(timed.samples > late.samples && timed.samples < 200, "{} samples", timed.samples);
    assert_eq!(search(LIMITS, &mut || 0.0).best, search(LIMITS, &mut || 0.0).best);
}
