//! Luck is fair: nothing in sum over the seats, nothing on average over the outcomes, nothing on average over games.

use crate::table;
use crate::table::{mixed, options};
use bots::luck::{Estimator, Foreseen, Luck, Shares, won};
use bots::{BotGame, Match, Recorder};
use game::options::NamedOptions as _;
use game::{Draws, Seat, Seed};
use std::collections::BTreeMap;

/// The estimator of a game.
type Own<G> = <G as BotGame>::Estimator;

/// At every so many outcomes, judges all that could have happened.
struct Judge<G: BotGame, E> {
    luck: Luck<G, E>,
    estimator: E,
    every: u32,
    outcomes: u32,
    judged: u32,
}

impl<G: BotGame, E: Estimator<G>> Recorder<G> for Judge<G, E> {
    const EVENTS: bool = false;
    fn action(&mut self, _: &G, _: Seat, _: G::Action) {}
    fn outcome(&mut self, game: &G, _: &G::Chance) {
        self.outcomes += 1;
        if self.outcomes.is_multiple_of(self.every) {
            self.judged += 1;
            self.judge(game);
            draws_as_listed(game);
        }
    }
}

impl<G: BotGame, E: Estimator<G>> Judge<G, E> {
    fn judge(&mut self, game: &G) {
        let mut classes: Vec<(u32, Shares)> = Vec::new();
        let (mut mean, mut weights) = (Shares::default(), 0);
        for (outcome, weight) in game.chance_outcomes() {
            let mut next = *game;
            next.resolve_unchecked(outcome, &mut ());
            let shares = self.estimator.shares(&next);
            assert_eq!(shares, E::default().shares(&next), "{outcome}: what was asked before counts");
            assert!(shares.0.iter().all(|share| (0.0..=1.0).contains(share)), "{outcome}: {shares:?}");
            assert!((shares.0.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{outcome}: {shares:?}");
            if let Some(class) = E::class(game, &outcome) {
                match classes.iter().find(|(other, _)| *other == class) {
                    Some((_, others)) => {
                        assert_eq!(shares, *others, "{outcome} is not like others of its class");
                    }
                    None => classes.push((class, shares)),
                }
            }
            let luck = self.luck.of(game, &outcome).expect("outcomes are listed");
            assert!(luck.0.iter().sum::<f64>().abs() < 1e-9, "{outcome}: {luck:?}");
            for (mean, luck) in mean.0.iter_mut().zip(luck.0) {
                *mean += f64::from(weight) * luck;
            }
            weights += weight;
        }
        assert!(mean.0.iter().all(|sum| sum.abs() < 1e-9 * f64::from(weights.max(1))), "{mean:?}");
    }
}

/// Numbers that were chosen before, one after the other; what follows is 0.
struct Chosen {
    numbers: Vec<(u32, u32)>,
    next: usize,
}

impl Draws for Chosen {
    fn next_u64(&mut self) -> u64 {
        unreachable!("a game draws numbers below a bound")
    }
    fn below(&mut self, bound: u32) -> u32 {
        if self.next == self.numbers.len() {
            self.numbers.push((0, bound));
        }
        self.next += 1;
        self.numbers[self.next - 1].0
    }
}

/// Draws in all possible ways: every outcome has the chance that its weight says.
fn draws_as_listed<G: BotGame>(game: &G) {
    let listed: Vec<(String, u32)> =
        game.chance_outcomes().into_iter().map(|(outcome, weight)| (outcome.to_string(), weight)).collect();
    if listed.is_empty() {
        return;
    }
    let mut drawn: BTreeMap<String, f64> = BTreeMap::new();
    let mut chosen = Chosen { numbers: Vec::new(), next: 0 };
    loop {
        chosen.next = 0;
        let outcome = game.draw(&mut chosen).to_string();
        let chance: f64 = chosen.numbers.iter().map(|&(_, bound)| 1.0 / f64::from(bound)).product();
        *drawn.entry(outcome).or_default() += chance;
        while chosen.numbers.pop_if(|(number, bound)| *number + 1 == *bound).is_some() {}
        let Some((number, _)) = chosen.numbers.last_mut() else { break };
        *number += 1;
    }
    let weights: u32 = listed.iter().map(|(_, weight)| weight).sum();
    let mut wanted: BTreeMap<String, f64> = BTreeMap::new();
    for (outcome, weight) in listed {
        *wanted.entry(outcome).or_default() += f64::from(weight) / f64::from(weights);
    }
    assert_eq!(drawn.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>());
    for (outcome, chance) in drawn {
        assert!(
            (chance - wanted[&outcome]).abs() < 1e-9,
            "{outcome}: {chance} instead of {}",
            wanted[&outcome]
        );
    }
}

fn luck_is_fair<G: BotGame, E: Estimator<G>>(seeds: u64, every: u32) {
    let mut judged = 0;
    for seed in 0..seeds {
        let game = G::new(&options::<G::Options>(seed));
        let mut judge = Judge::<G, E> {
            luck: Luck::by_estimator(),
            estimator: E::default(),
            every,
            outcomes: 0,
            judged: 0,
        };
        Match::from_position(game, Seed(seed))
            .play(&mut mixed::<G>(seed, game.seats()), &mut judge)
            .unwrap_or_else(|illegal| panic!("seed {seed}: {illegal}"));
        judged += judge.judged;
    }
    assert!(judged > 2, "only {judged} outcomes");
}

/// The best bots among themselves: their luck is 0 on average, and without it the results vary less. Returns the factor.
fn luck_explains_results<G: BotGame, E: Estimator<G>>(games: u64, settings: &[(&str, &str)]) -> f64 {
    let mut options = G::Options::default();
    for (name, value) in settings {
        options.set(name, value).expect("one of its values");
    }
    let mut pairs = Vec::new();
    let name = G::BOTS.iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    for seed in 0..games {
        let game = G::new(&options);
        let mut bots: Vec<G::Bot> =
            Seat::first(game.seats()).map(|seat| table::bot::<G>(name, seat, seed)).collect();
        let mut luck = Luck::<G, E>::by_estimator().listing();
        let played = Match::from_position(game, Seed(seed)).play(&mut bots, &mut luck).expect("legal");
        let mut sum = Shares::default();
        for event in luck.listed() {
            sum.0.iter_mut().zip(event.luck.0).for_each(|(sum, luck)| *sum += luck);
        }
        assert_eq!(sum, *luck.total());
        assert!(luck.events() > 0 && luck.events() as usize <= luck.listed().len());
        let result = won(played.outcome, game.seats());
        pairs.extend(Seat::first(game.seats()).map(|seat| (result[seat], luck.total()[seat])));
    }
    let n = pairs.len() as f64;
    let variance = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let mean = pairs.iter().map(of).sum::<f64>() / n;
        pairs.iter().map(|pair| (of(pair) - mean).powi(2)).sum::<f64>() / (n - 1.0)
    };
    let (plain, adjusted) = (variance(&|pair| pair.0), variance(&|pair| pair.0 - pair.1));
    println!("{}: variance {plain:.4}, {adjusted:.4} without luck", G::NAME);
    assert!(adjusted < plain, "{adjusted} {plain}");
    // The seats of a game sum up to 0, so one of them tells of the mean.
    let first: Vec<f64> = pairs.iter().step_by(pairs.len() / games as usize).map(|pair| pair.1).collect();
    let mean = first.iter().sum::<f64>() / games as f64;
    let error = (variance(&|pair| pair.1) / games as f64).sqrt();
    assert!(mean.abs() < 4.0 * error, "{mean} ± {error}");
    plain / adjusted
}

#[test]
fn luck_in_catan() {
    luck_is_fair::<catan::Catan, Own<catan::Catan>>(6, 15);
    luck_explains_results::<catan::Catan, Own<catan::Catan>>(30, &[("players", "2")]);
}

#[test]
fn luck_in_catan_explains_more_if_the_seats_play_on() {
    type PlayedOn = Foreseen<Own<catan::Catan>>;
    luck_is_fair::<catan::Catan, PlayedOn>(4, 25);
    let factor = luck_explains_results::<catan::Catan, PlayedOn>(30, &[("players", "2")]);
    assert!(factor > 1.5, "{factor}");
}

#[test]
fn luck_in_cities_and_knights() {
    luck_is_fair::<catan::CitiesAndKnights, Own<catan::CitiesAndKnights>>(6, 40);
    luck_explains_results::<catan::CitiesAndKnights, Own<catan::CitiesAndKnights>>(16, &[("players", "2")]);
}

#[test]
fn luck_in_carcassonne() {
    luck_is_fair::<carcassonne::Carcassonne, Own<carcassonne::Carcassonne>>(3, 25);
    luck_explains_results::<carcassonne::Carcassonne, Own<carcassonne::Carcassonne>>(12, &[("players", "2")]);
}

#[test]
fn luck_in_traders_and_builders() {
    luck_is_fair::<carcassonne::TradersAndBuilders, Own<carcassonne::TradersAndBuilders>>(2, 40);
    luck_explains_results::<carcassonne::TradersAndBuilders, Own<carcassonne::TradersAndBuilders>>(
        8,
        &[("players", "2")],
    );
}

#[test]
fn luck_in_mayflower() {
    luck_is_fair::<carcassonne::Mayflower, Own<carcassonne::Mayflower>>(2, 40);
    luck_explains_results::<carcassonne::Mayflower, Own<carcassonne::Mayflower>>(8, &[("players", "2")]);
}

/// Its estimate goes by the points that are made, which a roll leaves as they are: no roll is luck.
#[cfg(feature = "sample-game")]
#[test]
fn luck_in_the_sample_game() {
    luck_is_fair::<kerbe::Kerbe, Own<kerbe::Kerbe>>(6, 5);
}
